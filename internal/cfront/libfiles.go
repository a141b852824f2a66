package cfront

import (
	"slices"
	"sync"

	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file models file descriptors. open returns the lowest free descriptor (POSIX, 2.6), so descriptors of open files
// are distinct. The result depends on the descriptors that were closed and not returned again:
//
//	none          a descriptor above all that open returned (high)
//	one           the closed descriptor
//	several       the lowest of them (freed); the next lowest is then approximate
//
// It is not known which descriptors are open at the start. The model is valid if only open and close make and end
// descriptors. Otherwise libstate.go makes the results of open approximate if there may be several.

// otherDescriptors returns the functions other than open and close that make or end descriptors.
var otherDescriptors = sync.OnceValue(func() []string {
	return library.WithFact(func(f *library.Facts) bool { return f.MovesDescriptors })
})

// descriptors has the global registers of the model: the largest descriptor that open returned, the lowest descriptor
// that was closed, and the number of closed descriptors that open has not returned again.
type descriptors struct{ high, freed, count *ir.Var }

// files returns the registers of the model of descriptors, or nil if the model is not valid.
func (l *libraryUse) files() *descriptors {
	if slices.ContainsFunc(otherDescriptors(), func(n string) bool { return l.Mentioned()[n] > 0 }) {
		return nil
	}
	if l.descriptors == nil {
		number := func(what string, init int64) *ir.Var {
			v := l.IR.NewGlobal(l.names.uniq("descriptors."+what), ir.I32)
			v.Init = ir.NewConst(ir.I32, init)
			return v
		}
		l.descriptors = &descriptors{high: number("high", -1), freed: number("freed", -1), count: number("closed", 0)}
	}
	return l.descriptors
}

// open lowers open(path, flags, ...).
func (f fileCalls) open(c *call) value {
	d := f.l.library.files()
	if d == nil || c.ft == nil {
		return within(-1, descriptorsEnd-1)(f.fn, c)
	}
	got := f.input(ir.Library, c.name, ir.I32, 0)
	f.between(got, -1, descriptorsEnd-1)
	num := func(k int64) ir.Expr { return ir.NewConst(ir.I32, k) }
	high, freed, count := ir.NewRef(d.high), ir.NewRef(d.freed), ir.NewRef(d.count)
	assume := func(cond ir.Expr) { f.emit(&ir.Assume{Cond: cond, Guard: ir.OtherGuard}) }
	f.when(ir.NewBinary(ir.Le, num(0), got), func() {
		f.either(ir.NewBinary(ir.Eq, count, num(0)), func() {
			assume(ir.NewBinary(ir.Lt, high, got))
			f.emit(&ir.Assign{Dst: d.high, Src: got})
		}, func() {
			assume(ir.NewBinary(ir.Eq, got, freed))
			f.emit(&ir.Assign{Dst: d.count, Src: ir.NewBinary(ir.Sub, count, num(1))})
			f.when(ir.NewBinary(ir.Ne, count, num(0)), func() {
				next := f.approx(c.name, ir.I32)
				assume(ir.NewAnd(ir.NewBinary(ir.Lt, freed, next), ir.NewBinary(ir.Le, next, high)))
				f.emit(&ir.Assign{Dst: d.freed, Src: next})
			})
		})
	})
	return f.asResult(value{e: got}, c)
}

// closeFile lowers close(fd), which fails if fd is free.
func (f fileCalls) closeFile(c *call) value {
	if f.l.Mentioned()["open"] == 0 {
		return within(-1, 0)(f.fn, c)
	}
	d := f.l.library.files()
	if d == nil || c.ft == nil || len(c.vals) != 1 || !isInt(c.vals[0]) {
		return within(-1, 0)(f.fn, c)
	}
	fd := f.hold(ir.NewCast(ir.I32, c.vals[0].e))
	got := f.input(ir.Library, c.name, ir.I32, 0)
	f.between(got, -1, 0)
	num := func(k int64) ir.Expr { return ir.NewConst(ir.I32, k) }
	freed, count := ir.NewRef(d.freed), ir.NewRef(d.count)
	ended := f.temp(ir.I32)
	f.either(ir.NewBinary(ir.Eq, got, num(0)), func() { f.emit(&ir.Assign{Dst: ended, Src: num(1)}) }, func() {
		// POSIX does not specify whether a failing call ends the descriptor. Linux does, unless fd is not a descriptor.
		f.emit(&ir.Assign{Dst: ended, Src: f.approx(c.name, ir.I32)})
	})
	f.when(ir.NewBinary(ir.Ne, ir.NewRef(ended), num(0)), func() {
		f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Le, num(0), fd), Guard: ir.OtherGuard})
		f.when(ir.NewBinary(ir.Le, fd, ir.NewRef(d.high)), func() { // open may return numbers above high anyway
			f.either(ir.NewBinary(ir.Eq, count, num(0)), func() { f.emit(&ir.Assign{Dst: d.freed, Src: fd}) }, func() {
				f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Ne, fd, freed), Guard: ir.OtherGuard})
				f.when(ir.NewBinary(ir.Lt, fd, freed), func() { f.emit(&ir.Assign{Dst: d.freed, Src: fd}) })
			})
			f.emit(&ir.Assign{Dst: d.count, Src: ir.NewBinary(ir.Add, count, num(1))})
		})
	})
	return f.asResult(value{e: got}, c)
}
