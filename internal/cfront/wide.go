package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Wide values: numbers that consist of several machine values (ctype.Form).
//
// The parts of a value are in value.parts. A variable whose address is not taken has a register for each part; others
// lie in memory, in gcc's layout. A parameter becomes one machine parameter for each part. A function returns the first
// part of its result, and puts the others into global registers, which the caller reads immediately (linker.resultReg).

// wide reports whether v is a wide number.
func (v value) wide() bool { return v.form.Wide() }

// formOf returns the form of a number.
func formOf(v value) ctype.Form {
	if v.wide() {
		return v.form
	}
	return ctype.Form{Type: v.e.Type()}
}

// number returns the number of form w with the given parts.
func number(w ctype.Form, parts []ir.Expr) value {
	if !w.Wide() {
		return value{e: parts[0]}
	}
	return value{parts: parts, form: w}
}

// partsOf returns the machine values of a number.
func partsOf(v value) []ir.Expr {
	if v.wide() {
		return v.parts
	}
	return []ir.Expr{v.e}
}

// re returns the real part of a number.
func re(v value) value {
	if !v.form.Complex {
		return v
	}
	return number(v.form.Real(), v.parts[:len(v.parts)/2])
}

// im returns the imaginary part of a complex number.
func im(v value) value { return number(v.form.Real(), v.parts[len(v.parts)/2:]) }

// complexOf returns the complex number with the given real and imaginary part, which must have the same form.
func complexOf(re, im value) value {
	w := formOf(re)
	w.Complex = true
	parts := append([]ir.Expr{}, partsOf(re)...)
	return value{parts: append(parts, partsOf(im)...), form: w}
}

// mapParts returns v with change applied to the parts of a vector or wide number; other values are not changed.
func (v value) mapParts(change func(ir.Expr) ir.Expr) value {
	if v.parts != nil {
		parts := make([]ir.Expr, len(v.parts))
		for i, e := range v.parts {
			parts[i] = change(e)
		}
		v.parts = parts
	}
	return v
}

// literal reports whether all parts of v are constants.
func (v value) literal() bool {
	for _, p := range partsOf(v) {
		if _, ok := p.(*ir.Const); !ok {
			return false
		}
	}
	return true
}

// bits returns the bits of a constant part.
func bits(e ir.Expr) uint64 { return e.(*ir.Const).Bits }

// --- places

// wides lowers wide numbers.
type wides struct{ *fn }

// newRegs makes the registers of a wide variable. The names of the parts are not C identifiers, since witnesses and
// conditions do not refer to parts of a number.
func (f wides) newRegs(w ctype.Form, name string, scope ir.Scope) []*ir.Var {
	var regs []*ir.Var
	for i, t := range w.Types() {
		v := f.f.NewVar(f.names.uniq(name+w.Suffixes()[i]), t)
		v.Source, v.CType, v.Scope = name+w.Suffixes()[i], t.C(), scope
		regs = append(regs, v)
	}
	return regs
}

// loadWide returns the number of form w at a place.
func (f wides) loadWide(p place, w ctype.Form) value {
	v := value{t: p.t, form: w}
	if p.parts != nil {
		for _, r := range p.parts {
			v.parts = append(v.parts, ir.NewRef(r))
		}
		return v
	}
	for i, t := range w.Types() {
		at := f.offset(p.addr, w.Offsets(f.model())[i])
		v.parts = append(v.parts, f.def(t, func(d *ir.Var) ir.Stmt { return &ir.LoadStmt{Dst: d, Addr: at} }))
	}
	if w.Kind == ctype.BitIntForm {
		v.parts = bitValue(w, v.parts[0]).parts
	}
	return v
}

// storeWide writes v to a place; both have form w. It returns the value of the assignment.
func (f wides) storeWide(p place, v value, w ctype.Form) value {
	if p.parts != nil {
		f.setRegs(p.parts, v.parts)
		return f.loadWide(p, w)
	}
	for i, e := range v.parts {
		f.emit(&ir.Store{Addr: f.offset(p.addr, w.Offsets(f.model())[i]), Val: e})
	}
	return v
}

// setRegs assigns parts to regs simultaneously.
func (f wides) setRegs(regs []*ir.Var, parts []ir.Expr) {
	parts = append([]ir.Expr{}, parts...)
	for i := range regs {
		for j := i + 1; j < len(parts); j++ {
			reads := false
			ir.Vars(parts[j], func(v *ir.Var) { reads = reads || v == regs[i] })
			if reads {
				parts[j] = f.keep(parts[j])
			}
		}
		f.assign(regs[i], parts[i])
	}
}

// inputWide reads an arbitrary number of form w. A long double is restricted to numbers that the machine produces,
// unless it is uninitialised: its leading bit is set exactly if its exponent is not 0.
func (f *fn) inputWide(kind ir.SiteKind, name string, w ctype.Form, t cc.Type) value {
	v := value{t: t, form: w}
	for i, pt := range w.Types() {
		v.parts = append(v.parts, f.input(kind, name+w.Suffixes()[i], pt, 0))
	}
	if w.Kind == ctype.BitIntForm {
		v.parts = bitValue(w, v.parts[0]).parts
	}
	if w.Kind == ctype.X87Form && kind != ir.Uninit {
		for i := 0; i < len(v.parts); i += 2 {
			f.emit(&ir.Assume{Cond: canonical(v.parts[i], v.parts[i+1]), Guard: ir.OtherGuard})
		}
	}
	return v
}

// canonical returns the condition that x87 produces numbers with mantissa m and sign and exponent se.
func canonical(m, se ir.Expr) ir.Expr {
	lead := ir.NewBinary(ir.Shr, m, ir.NewConst(ir.U32, 63))
	exp := ir.NewBinary(ir.And, se, ir.NewConst(ir.U16, 0x7fff))
	return ir.NewBinary(ir.Eq, ir.NewBinary(ir.Ne, lead, ir.NewConst(ir.U64, 0)),
		ir.NewBinary(ir.Ne, exp, ir.NewConst(ir.U16, 0)))
}

// keepAll copies the parts of v to registers, except constants, so that each part is computed only once.
func (f *fn) keepAll(v value) value {
	if !v.wide() {
		v.e = f.once(v.e)
		return v
	}
	return v.mapParts(f.once)
}

// choose returns the number of form w that a returns if cond holds, and the one that b returns otherwise. Each function
// lowers its number on its own branch.
func (f *fn) choose(cond ir.Expr, w ctype.Form, a, b func() value) value {
	switch {
	case ir.IsTrue(cond):
		return a()
	case ir.IsFalse(cond):
		return b()
	}
	yes, no, join := f.newLoc(), f.newLoc(), f.newLoc()
	f.edge(f.cur, yes, &ir.Assume{Cond: cond, Guard: ir.OtherGuard}, f.pos)
	f.edge(f.cur, no, &ir.Assume{Cond: ir.NotExpr(cond), Guard: ir.OtherGuard}, f.pos)
	var regs []*ir.Var
	for _, t := range w.Types() {
		regs = append(regs, f.temp(t))
	}
	for _, side := range []struct {
		loc *ir.Loc
		do  func() value
	}{{yes, a}, {no, b}} {
		f.cur = side.loc
		for i, e := range partsOf(side.do()) {
			f.emit(&ir.Assign{Dst: regs[i], Src: e})
		}
		f.goTo(join)
	}
	f.cur = join
	var parts []ir.Expr
	for _, r := range regs {
		parts = append(parts, ir.NewRef(r))
	}
	return number(w, parts)
}

// --- results of functions

// resultReg returns the global register for part i of a result, of type t.
func (l *linker) resultReg(i int, t ir.Type) *ir.Var {
	k := resultPart{i, t}
	if v := l.library.results[k]; v != nil {
		return v
	}
	v := l.IR.NewGlobal(l.names.uniq("result."+t.String()), t)
	l.library.results[k] = v
	return v
}

// resultPart is the key of resultReg.
type resultPart struct {
	i int
	t ir.Type
}

// restOfResult reads all parts but the first of the last call's result, which has form w.
func (f wides) restOfResult(w ctype.Form) (parts []ir.Expr) {
	for i, t := range w.Types()[1:] {
		parts = append(parts, f.keep(ir.NewRef(f.l.resultReg(i+1, t))))
	}
	return parts
}

// leaveResult stores all parts of a result but the first in their global registers, and returns the first.
func (f wides) leaveResult(v value) ir.Expr {
	v = f.keepAll(v)
	for i, e := range v.parts[1:] {
		f.emit(&ir.Assign{Dst: f.l.resultReg(i+1, e.Type()), Src: e})
	}
	return v.parts[0]
}

// withoutFlags fails if the program looks at exception flags. The lowering of the operation named what raises no flags.
func (f wides) withoutFlags(what string) {
	if f.l.library.env.flags && !f.u.Model && !f.consts {
		f.l.Fail(f.pos, "%s is not supported in a program that looks at exception flags", what)
	}
}

// nearestOnly fails if the program sets the rounding mode or looks at exception flags. The operation named what is only
// modelled for rounding to nearest, and raises no flags.
func (f wides) nearestOnly(what string) {
	if (floatEnvCalls(f)).rounds() {
		f.l.Fail(f.pos, "%s is not supported in a program that sets the rounding mode or looks at exception flags", what)
	}
}

// callModel calls a function of package models, which must exist.
func (f *fn) callModel(name string, args ...value) value {
	m, known := f.l.library.modelSyms[name]
	if !known {
		m = f.l.library.loadModel(name)
		f.l.library.modelSyms[name] = m
	}
	if m == nil {
		panic(&Error{Msg: "there is no model " + name})
	}
	return f.calls.callDirect(&call{f: f, pos: f.pos, name: name, vals: args, want: true}, m)
}
