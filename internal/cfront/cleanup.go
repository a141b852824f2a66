package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers GNU's attribute cleanup. When a variable with the attribute goes out of scope, a function is called
// with the address of the variable, in reverse order of declaration. A longjmp calls none of these functions.

// cleanup is a variable with the attribute in a block that is being lowered.
type cleanup struct {
	d    *cc.Declarator
	name string // the name of the function to call
	at   place
}

// inMemory reports whether a local variable needs an address.
func (f *statements) inMemory(d *cc.Declarator) bool {
	return d.AddressTaken() || f.u.Src.Cleanups[d] != ""
}

// noteCleanup adds a variable that has just been declared to the cleanups, if it has the attribute.
func (f *statements) noteCleanup(d *cc.Declarator, p place) {
	name := f.u.Src.Cleanups[d]
	if name == "" {
		return
	}
	if f.gotos || f.setsJump {
		f.fail(d, "attribute cleanup in a function with goto or setjmp is not supported")
	}
	f.cleanups = append(f.cleanups, cleanup{d, name, p})
}

// clean calls the functions for the cleanups from index n on, the last first, without ending the scope of the
// variables.
func (f *statements) clean(n int) {
	saved, pos := f.cleanups, f.pos
	for i := len(saved) - 1; i >= n; i-- {
		f.cleanups = saved[:i]
		c := saved[i]
		s := f.u.Locals[c.name]
		if s == nil {
			s = f.l.Syms[c.name]
		}
		if s == nil || !s.IsFunc || s.Body == nil {
			f.fail(c.d, "attribute cleanup: %s is not a function that the program defines", c.name)
		}
		f.calls.callImplicitly(&call{f: f.fn, pos: pos, name: c.name, ft: s.Type.(*cc.FunctionType),
			vals: []value{{e: c.at.addr, t: c.at.t.Pointer()}}}, s)
	}
	f.cleanups, f.pos = saved, pos
}

// leave calls the functions for the cleanups from index n on, and ends the scope of the variables.
func (f *statements) leave(n int) {
	if len(f.cleanups) > n {
		f.clean(n)
		f.cleanups = f.cleanups[:n]
	}
}

// keepValue returns a copy of v for reads after the scope of its variables ends.
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
