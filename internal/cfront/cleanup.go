package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// GNU's attribute cleanup: when a variable goes out of scope, a function is called with its
// address, the last variable first. A longjmp calls none.

// cleanup is a variable of a block that is being lowered.
type cleanup struct {
	d    *cc.Declarator
	name string // of the function
	at   place
}

// inMemory reports whether a local variable needs an address.
func (f *statements) inMemory(d *cc.Declarator) bool {
	return d.AddressTaken() || f.u.src.Cleanups[d] != ""
}

// noteCleanup enters a variable that has just been declared.
func (f *statements) noteCleanup(d *cc.Declarator, p place) {
	name := f.u.src.Cleanups[d]
	if name == "" {
		return
	}
	if f.gotos || f.setsJump {
		f.fail(d, "attribute cleanup in a function with goto or setjmp is not supported")
	}
	f.cleanups = append(f.cleanups, cleanup{d, name, p})
}

// clean calls the functions of the variables after the first n, without ending their scope.
func (f *statements) clean(n int) {
	saved, pos := f.cleanups, f.pos
	for i := len(saved) - 1; i >= n; i-- {
		f.cleanups = saved[:i]
		c := saved[i]
		s := f.u.locals[c.name]
		if s == nil {
			s = f.l.syms[c.name]
		}
		if s == nil || !s.isFunc || s.fn == nil {
			f.fail(c.d, "attribute cleanup: %s is not a function that the program defines", c.name)
		}
		f.calls.callImplicitly(&call{f: f.fn, pos: pos, name: c.name, ft: s.typ.(*cc.FunctionType),
			vals: []value{{e: c.at.addr, t: c.at.t.Pointer()}}}, s)
	}
	f.cleanups, f.pos = saved, pos
}

// leave ends the scope of the variables after the first n.
func (f *statements) leave(n int) {
	if len(f.cleanups) > n {
		f.clean(n)
		f.cleanups = f.cleanups[:n]
	}
}

// keepValue copies a value that is read after the scope of variables ends.
func (f *statements) keepValue(v value) value {
	copied := func(e ir.Expr) ir.Expr {
		if e == nil {
			return nil
		}
		return f.def(e.Type(), func(t *ir.Var) ir.Stmt { return &ir.Assign{Dst: t, Src: e} })
	}
	if v.aggregate() {
		o := f.object("kept", v.t, f.pos)
		if o.Size > 0 {
			accesses{f.fn}.copyStruct(f.addrOf(o), v.e, v.t, o.Size, f.pos)
		}
		return value{e: f.addrOf(o), t: v.t}
	}
	v.e = copied(v.e)
	return v.mapParts(copied)
}
