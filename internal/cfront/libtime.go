package cfront

import (
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Clocks (7.27.2). What they show is an input: any time from 1970 on; where a program
// asks again, what it gets depends on the first answer, and is approximate (libstate.go).
// Dates are models in C, with UTC as local time: what changes the environment, and so the
// time zone, is refused.

// time stores its result where the argument points to, if that is not null.
func (f *fn) time(c *call) value {
	res := f.inputOf(ir.Library, c.name, c.ft.Result(), c)
	if isInt(res) && res.e.Type().Signed {
		f.between(res.e, 0, largest(res.e.Type()))
	}
	if len(c.vals) == 1 && isPtr(c.vals[0]) && res.e != nil {
		p := c.vals[0].e
		f.when(ir.NewBinary(ir.Ne, p, ir.NewConst(f.ptr(), 0)), func() {
			f.emit(&ir.Store{Addr: p, Val: res.e})
		})
	}
	return res
}

func largest(t ir.Type) int64 { return int64(^uint64(0) >> (65 - t.Bits)) }

// clock is the processor time, -1 if it is not known.
func (f *fn) clock(c *call) value {
	v := f.nothing(c)
	if isInt(v) && v.e.Type().Signed {
		f.between(v.e, -1, largest(v.e.Type()))
	}
	return v
}

// clockTime is clock_gettime(clock, t), gettimeofday(t, zone) and timespec_get(t, base):
// seconds, and nano- or microseconds. Of a clock that is not known to exist the result is
// approximate.
func (f *fn) clockTime(c *call) value {
	name := libName(c.name)
	at, part := 0, int64(1e9)
	switch name {
	case "clock_gettime":
		at = 1
	case "gettimeofday":
		part = 1e6
	}
	if len(c.vals) != 2 || !isPtr(c.vals[at]) {
		return f.callMissing(c)
	}
	p := f.hold(c.vals[at].e)
	long := f.model().Diff()
	write := func() {
		for i, high := range []int64{largest(long), part - 1} {
			v := f.input(ir.Library, c.name, long, 0)
			f.between(v, 0, high)
			f.emit(&ir.Store{Addr: f.offset(p, int64(i)*int64(long.Size())), Val: v})
		}
	}
	some := func(write func()) { f.when(ir.NewBinary(ir.Ne, p, ir.NewConst(f.ptr(), 0)), write) }
	switch name {
	case "gettimeofday":
		some(write)
		if isPtr(c.vals[1]) { // the zone: Greenwich
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
		write()
		return f.asResult(value{e: ir.NewConst(ir.I32, 0)}, c)
	}
	r := f.approx(c.name, ir.I32)
	f.between(r, -1, 0)
	f.when(ir.NewBinary(ir.Eq, r, ir.NewConst(ir.I32, 0)), write)
	f.spoilErrno()
	return f.asResult(value{e: r}, c)
}

// nanosleep may be interrupted: then it says what time is left.
func (f *fn) nanosleep(c *call) value {
	if len(c.vals) != 2 {
		return f.callMissing(c)
	}
	r := f.approx(c.name, ir.I32)
	f.between(r, -1, 0)
	if p := c.vals[1]; isPtr(p) {
		rest := ir.NewAnd(ir.NewBinary(ir.Ne, r, ir.NewConst(ir.I32, 0)), ir.NewBinary(ir.Ne, p.e, ir.NewConst(f.ptr(), 0)))
		f.when(rest, func() { f.havocBytes(p.e, 2*int64(f.ptr().Size()), c.name) })
	}
	return f.asResult(value{e: r}, c)
}
