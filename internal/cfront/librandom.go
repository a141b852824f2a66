package cfront

import (
	"slices"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers random numbers (7.22.2). They are inputs if the program does not seed them, or seeds them only by
// the time of day. Otherwise they are the numbers of glibc's generators (models/units/random.c, rand48.c). No program
// can seed arc4random, getrandom and related functions.

// seeded reports whether the program seeds a generator by anything except the time; seeders are the functions that seed
// it.
func (l *libraryUse) seeded(seeders ...string) bool {
	key := seeders[0]
	if is, known := l.seeds[key]; known {
		return is
	}
	timed, all := 0, 0
	for _, n := range seeders {
		all += l.Mentioned()[n]
	}
	for _, u := range l.Units {
		if all == 0 {
			break
		}
		csrc.Walk(u.AST.TranslationUnit, func(n cc.Node) bool {
			x, ok := n.(*cc.PostfixExpression)
			if !ok || x.Case != cc.PostfixExpressionCall {
				return true
			}
			p, ok := csrc.Strip(x.PostfixExpression).(*cc.PrimaryExpression)
			if !ok || p.Case != cc.PrimaryExpressionIdent {
				return true
			}
			for _, name := range seeders {
				if name == p.Token.SrcStr() {
					if _, ok := callOf(&call{args: csrc.ArgNodes(x.ArgumentExpressionList)}, 0, "time"); ok {
						timed++
					}
				}
			}
			return true
		})
	}
	l.seeds[key] = all > timed || timed > 0 && l.ownsTime()
	return l.seeds[key]
}

// ownsTime reports whether the program defines a function time of its own.
func (l *libraryUse) ownsTime() bool {
	s := l.Syms["time"]
	return s != nil && s.Body != nil || slices.ContainsFunc(l.Units,
		func(u *link.Unit) bool { return u.Locals["time"] != nil })
}

// seedsRand reports whether the program seeds rand and random.
func (l *libraryUse) seedsRand() bool { return l.seeded("srand", "srandom") }

// seedsRand48 reports whether the program seeds the generators of drand48 and related functions.
func (l *libraryUse) seedsRand48() bool {
	return l.seeded("srand48", "seed48", "lcong48", "erand48", "nrand48", "jrand48")
}

// random lowers rand and random.
func (f systemCalls) random(c *call) value {
	if f.l.library.seedsRand() {
		return f.asResult(value{e: f.callUnit("__tandem_rand")}, c)
	}
	return within(0, 1<<31-1)(f.fn, c)
}

// random48 lowers lrand48, mrand48 and drand48.
func (f systemCalls) random48(c *call) value {
	name := library.Base(c.name)
	switch {
	case f.l.library.seedsRand48():
		return f.asResult(value{e: f.callUnit("__tandem_" + name)}, c)
	case name == "drand48":
		return f.byModel(c)
	case name == "mrand48":
		return within(-1<<31, 1<<31-1)(f.fn, c)
	}
	return within(0, 1<<31-1)(f.fn, c)
}

// seed lowers srand and srandom. If the seed is a constant, the state after it is a constant object.
func (f systemCalls) seed(c *call) value {
	if len(c.vals) != 1 || !isInt(c.vals[0]) {
		return f.callMissing(c)
	}
	if !f.l.library.seedsRand() {
		return value{}
	}
	seed := ir.NewCast(ir.U32, c.vals[0].e)
	if k, ok := seed.(*ir.Const); ok {
		f.callUnit("__tandem_seeded", f.addrOf(f.l.library.seedObject(uint32(k.Bits))))
	} else {
		f.callUnit("srandom", seed)
	}
	return value{}
}

// seed48 lowers srand48. It has no effect if the results of drand48 and related functions are inputs.
func (f systemCalls) seed48(c *call) value {
	if !f.l.library.seedsRand48() {
		return value{}
	}
	return f.byModel(c)
}

// seedObject returns an object with the 31 words of the generator after srand(seed).
func (l *libraryUse) seedObject(seed uint32) *ir.Object {
	var r [31]uint32
	w := int32(max(seed, 1))
	for i := range r {
		if i > 0 {
			w = 16807*(w%127773) - 2836*(w/127773)
			if w < 0 {
				w += 1<<31 - 1
			}
		}
		r[i] = uint32(w)
	}
	for i := range 310 {
		r[(i+3)%31] += r[i%31]
	}
	o := l.IR.NewObject(l.names.uniq("seed"), 4*31, 4)
	o.Const, o.Elem, o.CType = true, ir.U32, "unsigned int[31]"
	for i, v := range r {
		o.Init = append(o.Init, ir.InitItem{Off: 4 * int64(i), Val: ir.NewBits(ir.U32, uint64(v))})
	}
	return o
}

// uniform lowers arc4random_uniform, whose result is below its argument, or 0 if the argument is 0.
func (f systemCalls) uniform(c *call) value {
	if len(c.vals) != 1 || !isInt(c.vals[0]) {
		return f.callMissing(c)
	}
	most, r := f.hold(ir.NewCast(ir.U32, c.vals[0].e)), f.input(ir.Library, c.name, ir.U32, 0)
	f.emit(&ir.Assume{Cond: ir.NewBinary(ir.LOr, ir.NewBinary(ir.Lt, r, most),
		ir.NewBinary(ir.Eq, r, ir.NewConst(ir.U32, 0))), Guard: ir.OtherGuard})
	return f.asResult(value{e: r}, c)
}

// randomBytes lowers arc4random_buf.
func (f systemCalls) randomBytes(c *call) value {
	if len(c.vals) != 2 || !isPtr(c.vals[0]) || !isInt(c.vals[1]) {
		return f.callMissing(c)
	}
	p, n := f.hold(c.vals[0].e), f.hold(f.sizeOf(c.vals[1], c))
	f.when(ir.NewBinary(ir.Ne, n, ir.NewConst(n.Type(), 0)), func() { f.havocMemory(p, n, c.name, ir.ObjectBytes) })
	intrinsicCalls(f).answer(c.name, n)
	return value{}
}

// These are the numbers of Linux's getrandom (its manual, and drivers/char/random.c of 6.x).
const (
	grndNonblock = 1
	grndRandom   = 2
	grndInsecure = 4         // since 5.6; not together with grndRandom
	getsWhole    = 256       // a call for at most so many bytes gets all of them, unless from the pool of /dev/random
	getsMost     = 1<<25 - 1 // the largest result
	entropyMost  = 256       // the most bytes that getentropy returns

	eio, eagain, enosys = 5, 11, 38
)

// getrandom lowers getrandom, which returns -1 or the number of bytes that it wrote.
func (f systemCalls) getrandom(c *call) value {
	if len(c.vals) != 3 || !isPtr(c.vals[0]) || !isInt(c.vals[1]) || !isInt(c.vals[2]) {
		return f.callMissing(c)
	}
	d := f.model().Diff()
	p, n, flags := f.hold(c.vals[0].e), f.hold(f.sizeOf(c.vals[1], c)), f.hold(ir.NewCast(ir.U32, c.vals[2].e))
	got := f.input(ir.Library, c.name, d, 0)
	is := func(flag int64) ir.Expr {
		return ir.NewBinary(ir.Ne, ir.NewBinary(ir.And, flags, ir.NewConst(ir.U32, flag)), ir.NewConst(ir.U32, 0))
	}
	atLeast := func(k int64) ir.Expr { return ir.NewBinary(ir.Le, ir.NewConst(d, k), got) }
	size := ir.NewCast(n.Type(), got)
	known := ir.NewAnd(ir.NewBinary(ir.Le, flags, ir.NewConst(ir.U32, grndNonblock|grndRandom|grndInsecure)),
		ir.NotExpr(ir.NewAnd(is(grndRandom), is(grndInsecure))))
	whole := ir.NewBinary(ir.LOr, ir.NewBinary(ir.Eq, size, n), ir.NewBinary(ir.Lt, ir.NewConst(n.Type(), getsWhole), n))
	some := ir.NewBinary(ir.LOr, atLeast(1), ir.NewBinary(ir.Eq, n, ir.NewConst(n.Type(), 0)))
	success := ir.NewAnd(known,
		ir.NewAnd(atLeast(0),
			ir.NewAnd(ir.NewBinary(ir.Le, size, n), ir.NewAnd(ir.NewBinary(ir.Le, got, ir.NewConst(d, getsMost)),
				ir.NewAnd(some, ir.NewBinary(ir.LOr, is(grndRandom), whole))))))
	failed := ir.NewBinary(ir.Eq, got, ir.NewConst(d, -1))
	f.emit(&ir.Assume{Cond: ir.NewBinary(ir.LOr, failed, success), Guard: ir.OtherGuard})
	f.when(failed, func() {
		f.failsWith(c, func(e func(int64) ir.Expr) ir.Expr {
			may := ir.NewBinary(ir.LOr, e(eintr), ir.NewAnd(is(grndNonblock), e(eagain)))
			may = ir.NewBinary(ir.LOr, ir.NewAnd(known, may),
				ir.NewAnd(ir.NewBinary(ir.LOr, ir.NotExpr(known), is(grndInsecure)), e(einval)))
			return ir.NewBinary(ir.LOr, may, e(enosys))
		})
	})
	f.when(atLeast(1), func() { f.havocMemory(p, size, c.name, ir.ObjectBytes) })
	intrinsicCalls(f).answer(c.name, got)
	return f.asResult(value{e: got}, c)
}

// getentropy lowers getentropy, which writes all bytes requested, at most 256, or fails.
func (f systemCalls) getentropy(c *call) value {
	if len(c.vals) != 2 || !isPtr(c.vals[0]) || !isInt(c.vals[1]) {
		return f.callMissing(c)
	}
	p, n, done := f.hold(c.vals[0].e), f.hold(f.sizeOf(c.vals[1], c)), f.input(ir.Library, c.name, ir.I32, 0)
	none := ir.NewBinary(ir.Eq, n, ir.NewConst(n.Type(), 0))
	fits := ir.NewBinary(ir.Le, n, ir.NewConst(n.Type(), entropyMost))
	given, failed := ir.NewBinary(ir.Eq, done, ir.NewConst(ir.I32, 0)), ir.NewBinary(ir.Eq, done, ir.NewConst(ir.I32, -1))
	f.emit(&ir.Assume{Cond: ir.NewBinary(ir.LOr, ir.NewAnd(given, fits), ir.NewAnd(failed, ir.NotExpr(none))),
		Guard: ir.OtherGuard})
	f.when(failed, func() {
		f.failsWith(c, func(e func(int64) ir.Expr) ir.Expr {
			return ir.NewBinary(ir.LOr, e(eio),
				ir.NewAnd(fits, e(enosys)))
		})
	})
	f.when(ir.NewAnd(given, ir.NotExpr(none)), func() { f.havocMemory(p, n, c.name, ir.ObjectBytes) })
	intrinsicCalls(f).answer(c.name, done)
	return f.asResult(value{e: done}, c)
}

// failsWith sets errno to an input. The function allowed returns the condition that the input satisfies. Its argument
// equals(k) returns the condition that the input is k.
func (f systemCalls) failsWith(c *call, allowed func(equals func(int64) ir.Expr) ir.Expr) {
	if !f.l.library.errnoRead() {
		return
	}
	e := f.input(ir.Library, c.name+ir.ErrnoOf, ir.I32, 0)
	f.emit(&ir.Assume{Cond: allowed(func(k int64) ir.Expr { return ir.NewBinary(ir.Eq, e, ir.NewConst(ir.I32, k)) }),
		Guard: ir.OtherGuard})
	f.emit(&ir.Store{Addr: f.l.library.errnoAddr(), Val: e})
}
