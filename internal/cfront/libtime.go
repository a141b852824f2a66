package cfront

import (
	"strconv"

	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Clocks (7.27.2). Each reading of a clock is an input: a time since 1970 that is not before an earlier reading of the
// same clock. This assumes that the time of day is not set back; the assumption is listed if the program reads the time
// more than once. Functions for dates are models in C with UTC as local time. Calls that change the environment, and so
// possibly the time zone, are therefore refused.

// clockVars returns the registers that hold the last reading of a clock: seconds, and nanoseconds of the second. It
// makes them on first use.
func (l *libraryUse) clockVars(clock string) (sec, nano *ir.Var) {
	key := "clock." + clock
	v, ok := l.asked[key]
	if !ok {
		t := l.Cfg.Model.Diff()
		v = [2]*ir.Var{l.IR.NewGlobal(l.names.uniq(key+".s"), t), l.IR.NewGlobal(l.names.uniq(key+".ns"), t)}
		l.asked[key] = v
	}
	return v[0], v[1]
}

// The clocks for the time of day. time reads the coarse clock, which is less than a second late.
const (
	fineClock   = "realtime"
	coarseClock = "seconds"
)

// readClock reads a clock and records the reading. It returns the seconds and the part of a second, in units of nanos
// nanoseconds.
func (f systemCalls) readClock(name, clock string, nanos int64) (sec, part ir.Expr) {
	long := f.model().Diff()
	s, n := f.l.library.clockVars(clock)
	sec, part = f.input(ir.Library, name, long, 0), f.input(ir.Library, name, long, 0)
	f.between(sec, 0, latest(long))
	f.between(part, 0, 1e9/nanos-1)
	last := ir.NewBinary(ir.Div, ir.NewRef(n), ir.NewConst(long, nanos))
	later := ir.NewAnd(ir.NewBinary(ir.Eq, ir.NewRef(s), sec), ir.NewBinary(ir.Le, last, part))
	f.emit(&ir.Assume{Cond: ir.NewBinary(ir.LOr, ir.NewBinary(ir.Lt, ir.NewRef(s), sec), later), Guard: ir.OtherGuard})
	if clock == fineClock {
		coarse, _ := f.l.library.clockVars(coarseClock)
		f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Le, ir.NewRef(coarse), sec), Guard: ir.OtherGuard})
	}
	f.emit(&ir.Assign{Dst: s, Src: sec})
	f.emit(&ir.Assign{Dst: n, Src: ir.NewBinary(ir.Mul, part, ir.NewConst(long, nanos))})
	return sec, part
}

// time lowers time. It stores the result also in the object that the argument points to, if the argument is not null.
func (f systemCalls) time(c *call) value {
	res := f.calls.inputOf(ir.Library, c.name, c.ft.Result(), c)
	if isInt(res) && res.e.Type() == f.model().Diff() {
		coarse, _ := f.l.library.clockVars(coarseClock)
		fine, _ := f.l.library.clockVars(fineClock)
		now, one := res.e, ir.NewConst(res.e.Type(), 1)
		f.between(now, 0, latest(now.Type()))
		f.emit(&ir.Assume{Cond: ir.NewAnd(ir.NewBinary(ir.Le, ir.NewRef(coarse), now),
			ir.NewBinary(ir.Le, ir.NewBinary(ir.Sub, ir.NewRef(fine), one), now)), Guard: ir.OtherGuard})
		f.emit(&ir.Assign{Dst: coarse, Src: now})
	} else if isInt(res) && res.e.Type().Signed {
		f.between(res.e, 0, latest(res.e.Type()))
	}
	if len(c.vals) == 1 && isPtr(c.vals[0]) && res.e != nil {
		p := c.vals[0].e
		f.when(ir.NewBinary(ir.Ne, p, ir.NewConst(f.ptr(), 0)), func() {
			f.emit(&ir.Store{Addr: p, Val: res.e})
		})
	}
	return res
}

// lastSecond bounds the seconds that a clock of Linux shows, since it counts nanoseconds in a signed 64-bit number.
const lastSecond = 1 << 63 / 1_000_000_000

// latest returns the greatest number of seconds in a reading of type t.
func latest(t ir.Type) int64 { return min(largest(t), lastSecond) }

// largest returns the greatest value of a signed type.
func largest(t ir.Type) int64 { return int64(^uint64(0) >> (65 - t.Bits)) }

// clock lowers clock: the result is the processor time, or -1 if it is not known.
func (f systemCalls) clock(c *call) value {
	v := f.nothing(c)
	if isInt(v) && v.e.Type().Signed {
		f.between(v.e, -1, largest(v.e.Type()))
	}
	return v
}

// clockTime lowers clock_gettime(clock, t), gettimeofday(t, zone) and timespec_get(t, base). They store seconds and
// nano- or microseconds at t. If the clock is not known to exist, the result is approximate.
func (f systemCalls) clockTime(c *call) value {
	name := library.Base(c.name)
	at, nanos, clock := 0, int64(1), fineClock
	switch name {
	case "clock_gettime":
		at = 1
	case "gettimeofday":
		nanos = 1000
	}
	if len(c.vals) != 2 || !isPtr(c.vals[at]) {
		return f.callMissing(c)
	}
	p := f.hold(c.vals[at].e)
	long := f.model().Diff()
	write := func() {
		sec, part := f.readClock(c.name, clock, nanos)
		f.emit(&ir.Store{Addr: p, Val: sec})
		f.emit(&ir.Store{Addr: f.offset(p, int64(long.Size())), Val: part})
	}
	some := func(write func()) { f.when(ir.NewBinary(ir.Ne, p, ir.NewConst(f.ptr(), 0)), write) }
	switch name {
	case "gettimeofday":
		some(write)
		if isPtr(c.vals[1]) { // the zone is Greenwich
			zone := f.hold(c.vals[1].e)
			f.when(ir.NewBinary(ir.Ne, zone, ir.NewConst(f.ptr(), 0)), func() {
				f.emit(&ir.MemSet{Dst: zone, Val: ir.NewConst(ir.U8, 0), N: ir.NewConst(f.model().Size(), 8)})
			})
		}
		return f.asResult(value{e: ir.NewConst(ir.I32, 0)}, c)
	case "timespec_get":
		base := f.hold(ir.NewCast(ir.I32, c.vals[1].e))
		r := f.temp(ir.I32)
		f.emit(&ir.Assign{Dst: r, Src: ir.NewConst(ir.I32, 0)})
		f.when(ir.NewBinary(ir.Eq, base, ir.NewConst(ir.I32, 1)), func() {
			write()
			f.emit(&ir.Assign{Dst: r, Src: base})
		})
		return f.asResult(value{e: ir.NewRef(r)}, c)
	}
	if k, ok := c.vals[0].e.(*ir.Const); ok && k.Bits < 8 {
		if k.Bits > 0 {
			clock = strconv.Itoa(int(k.Bits))
		}
		write()
		return f.asResult(value{e: ir.NewConst(ir.I32, 0)}, c)
	}
	r := f.approx(c.name, ir.I32)
	f.between(r, -1, 0)
	clock = "unknown" // r is approximate, so its readings need not agree with the readings of a known clock
	f.when(ir.NewBinary(ir.Eq, r, ir.NewConst(ir.I32, 0)), write)
	f.spoilErrno()
	return f.asResult(value{e: r}, c)
}

// nanosleep lowers nanosleep. An input decides whether a signal interrupts the call, which then stores the remaining
// time at its second argument. The call fails if the request is not a valid time.
func (f systemCalls) nanosleep(c *call) value {
	if len(c.vals) != 2 || !isPtr(c.vals[0]) || !isPtr(c.vals[1]) {
		return f.callMissing(c)
	}
	long := f.model().Diff()
	req, rest := f.hold(c.vals[0].e), f.hold(c.vals[1].e)
	part := func(p ir.Expr, i int64) ir.Expr { return f.offset(p, i*int64(long.Size())) }
	load := func(i int64) ir.Expr {
		return f.def(long, func(v *ir.Var) ir.Stmt { return &ir.LoadStmt{Dst: v, Addr: part(req, i)} })
	}
	sec, nano := load(0), load(1)
	zero := ir.NewConst(long, 0)
	valid := ir.NewAnd(ir.NewBinary(ir.Le, zero, sec),
		ir.NewAnd(ir.NewBinary(ir.Le, zero, nano), ir.NewBinary(ir.Lt, nano, ir.NewConst(long, 1e9))))
	r := f.temp(ir.I32)
	f.either(valid, func() {
		in := f.input(ir.Library, c.name, ir.I32, 0)
		f.between(in, -1, 0)
		f.emit(&ir.Assign{Dst: r, Src: in})
		f.when(ir.NewBinary(ir.Ne, in, ir.NewConst(ir.I32, 0)), func() {
			f.storeErrno(eintr)
			f.when(ir.NewBinary(ir.Ne, rest, ir.NewConst(f.ptr(), 0)), func() {
				for i, high := range []ir.Expr{sec, ir.NewConst(long, 1e9-1)} {
					left := f.input(ir.Library, c.name, long, 0)
					in := ir.NewAnd(ir.NewBinary(ir.Le, zero, left), ir.NewBinary(ir.Le, left, high))
					f.emit(&ir.Assume{Cond: in, Guard: ir.OtherGuard})
					f.emit(&ir.Store{Addr: part(rest, int64(i)), Val: left})
				}
			})
		})
	}, func() {
		f.emit(&ir.Assign{Dst: r, Src: ir.NewConst(ir.I32, -1)})
		f.storeErrno(einval)
	})
	return f.asResult(value{e: ir.NewRef(r)}, c)
}

// eintr is the errno of an interrupted call.
const eintr = 4
