package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers declarations (6.7): locals, static locals, globals (at their first use), and variable length arrays.

// localDecls lowers declarations in blocks. It owns the variables of the function.
type localDecls struct {
	*fn
	vars       map[*cc.Declarator]*place
	vla        map[cc.ExpressionNode]*ir.Var // the lengths of variable arrays, by their expressions
	vlaAt      map[cc.ExpressionNode]cc.Node // the declaration or type name that evaluates the length
	scope      ir.Scope                      // the scope of the block being lowered
	nest       *nest                         // variables that nested functions use; nil if there are none
	inRegister []*ir.Var                     // variables declared register, if the body calls setjmp
	indexed    map[*cc.Declarator]bool       // cache of the vectors that need memory (vector.go); nil before its first use
}

// declaration lowers a declaration in a block.
func (f *localDecls) declaration(n *cc.Declaration) {
	switch n.Case {
	case cc.DeclarationDecl:
		if n.InitDeclaratorList == nil && n.DeclarationSpecifiers != nil {
			return
		}
		for l := n.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			d := l.InitDeclarator.Declarator
			if csrc.InRegister(d, l.InitDeclarator.Asm) {
				if f.captured(d) {
					f.fail(d, "%s: a nested function cannot use a variable in a register of the machine", d.Name())
				}
				f.registerVar(d, l.InitDeclarator.Initializer)
				continue
			}
			f.local(d, l.InitDeclarator.Initializer)
		}
	case cc.DeclarationAuto:
		f.local(n.Declarator, n.Initializer)
	}
}

// local declares one name in a block and lowers its initialiser; init may be nil.
func (f *localDecls) local(d *cc.Declarator, init *cc.Initializer) {
	t := d.Type()
	f.vlaSizes(t, d)
	if d.IsTypename() || t.Kind() == cc.Function || d.IsExtern() {
		return
	}
	pos := f.atName(d)
	if d.IsStatic() {
		f.staticLocal(d, init, pos)
		if f.captured(d) {
			f.nest.shared[d] = f.vars[d]
		}
		return
	}
	frames := 0
	if f.nest != nil {
		frames = len(f.nest.frames)
	}
	p := f.localPlace(d, t, pos)
	f.vars[d] = &p
	lifetimes{f.fn}.freshInBlock(p, frames)
	noted := f.l.consts.noteConst(f.fn, d, t, p, d.Name(), false)
	defer f.stmts.noteCleanup(d, p)
	if f.setsJump && d.IsRegister() && p.reg != nil {
		f.inRegister = append(f.inRegister, p.reg)
	}
	switch {
	case init != nil:
		f.bypass = f.bypass || p.addr == nil && isNamed(init, d) // init may read the variable, which has no value yet
		end := f.fullExpr()
		f.initialises(noted, p.addr, func() { initialisers{f.fn}.initialiser(p, init) })
		end()
	case initialisers{f.fn}.zeroed(d, p): // set by -ftrivial-auto-var-init
	case p.parts != nil:
		for _, r := range p.parts {
			f.emit(&ir.Input{Dst: r, Site: f.l.IR.NewSite(ir.Uninit, r.Source, r.Type, f.f, pos)})
		}
	case p.reg != nil:
		site := f.l.IR.NewSite(ir.Uninit, d.Name(), p.reg.Type, f.f, pos)
		fresh := int64(0)
		if p.reg.Type.Kind == ir.Ptr {
			if fresh = f.unsetSize(f.freshSize(t)); fresh > 0 {
				site.Parts = f.l.inputs.freshParts(site, t, fresh)
			}
		}
		f.emit(&ir.Input{Dst: p.reg, Site: site, FreshSize: fresh})
		if t.Kind() == cc.Bool {
			f.between(ir.NewRef(p.reg), 0, 1)
		}
	}
}

// registerVar declares a variable in a register of the machine.
func (f *localDecls) registerVar(d *cc.Declarator, init *cc.Initializer) {
	p := f.fleeting(d, f.atName(d))
	f.vars[d] = &p
	if init != nil && init.Case == cc.InitializerExpr {
		f.effect(init.AssignmentExpression)
	}
}

// freshSize returns the size in bytes of the new object that a pointer input of type t may point to.
func (f *localDecls) freshSize(t cc.Type) int64 {
	n := f.l.Cfg.ArraySize
	if e := ctype.Elem(t); e != nil && e.Kind() != cc.Function && !e.IsIncomplete() {
		if s, err := f.l.Layout.Sizeof(e); err == nil && s > n {
			n = s
		}
	}
	return n
}

// localPlace makes the register or object of an automatic variable.
func (f *localDecls) localPlace(d *cc.Declarator, t cc.Type, pos ir.Pos) place {
	if f.captured(d) {
		return nests{f.fn}.capturedPlace(d, t, pos)
	}
	return f.ownPlace(d, t, pos)
}

// ownPlace makes the register or object of an automatic variable that no nested function uses.
func (f *localDecls) ownPlace(d *cc.Declarator, t cc.Type, pos ir.Pos) place {
	name := d.Name()
	if a, ok := t.(*cc.ArrayType); ok && f.isVLA(a) {
		size := f.sizeofExpr(t, d)
		if f.asksSizes() {
			contractChecks{f.fn}.demand(ir.ValidSize, f.vlaFits(a, d), "the size of "+name+" fits an object", pos)
		}
		v := f.temp(f.ptr())
		site := f.l.IR.NewSite(ir.ObjectBytes, name, ir.Type{}, f.f, pos)
		f.emit(&ir.Alloc{Dst: v, Size: size, Kind: ir.Stack, Site: site})
		if !f.captured(d) {
			f.enterRest(v)
		}
		return place{t: t, addr: ir.NewRef(v)}
	}
	it, scalar := f.l.IRType(t)
	switch {
	case scalar && !f.stmts.inMemory(d):
		v := f.f.NewVar(f.names.uniq(name), it)
		v.Source, v.CType, v.Scope = csrc.SourceName(name), ctype.TypeText(t), f.scopeFrom(pos)
		v.Points = f.l.Points(t)
		return place{t: t, reg: v}
	case ctype.IsVector(t) && vectors{f.fn}.inRegisters(d, t):
		return vectors{f.fn}.vecRegisters(name, t, pos, d)
	case f.l.IsWide(t) && !f.stmts.inMemory(d):
		w, _ := f.l.WideForm(t)
		return place{t: t, parts: wides{f.fn}.newRegs(w, name, f.scopeFrom(pos))}
	case ctype.IsOpaque(t) && !f.stmts.inMemory(d):
		return place{t: t, opaque: true}
	case t.Kind() == cc.Void:
		f.fail(d, "variable %s has type void", name)
	}
	o := f.declared(name, t, pos)
	if a := int64(d.Alignas()); a > o.Align {
		o.Align = a
	}
	o.Source, o.CType, o.Scope = csrc.SourceName(name), ctype.TypeText(t), f.scopeFrom(pos)
	p := place{t: t, addr: f.addrOf(o), opaque: ctype.IsOpaque(t)}
	if p.opaque {
		f.havocBytes(p.addr, o.Size, name)
	}
	return p
}

// scopeFrom returns the scope from a declaration to the end of the current block.
func (f *localDecls) scopeFrom(pos ir.Pos) ir.Scope { return ir.Scope{From: pos, To: f.scope.To} }

// staticLocal declares a static local: a global with the scope of a local. Later calls for the same variable do
// nothing.
func (f *localDecls) staticLocal(d *cc.Declarator, init *cc.Initializer, pos ir.Pos) {
	if f.vars[d] != nil {
		return
	}
	s := &link.Symbol{Name: d.Name(), Unit: f.u, Decl: d, Pos: pos, Type: d.Type(), Static: true,
		AddrTaken: d.AddressTaken(), Proto: true, Definition: link.Definition{Init: init, Tentative: true}}
	p := f.l.globals.makeGlobal(s, f.f.Source+"."+d.Name(), f.scopeFrom(pos))
	f.vars[d] = &p
	f.l.globals.initGlobal(s, f.fn)
}

// --- globals

// globals makes the globals of the program when they are first used.
type globals struct {
	*linker
	strings map[string]*ir.Object // string literals
}

// globalPlace returns the register or object of a global. The first call for a global makes it.
func (l *globals) globalPlace(s *link.Symbol) place {
	low := l.of(s)
	if low.place.t == nil {
		l.makeGlobal(s, s.Name, ir.Scope{})
		if !s.Register {
			l.initGlobal(s, nil)
		}
	}
	return low.place
}

// makeGlobal makes the register or object of a global; base is its name in the IR. It does not lower the initialiser.
func (l *globals) makeGlobal(s *link.Symbol, base string, scope ir.Scope) place {
	low, t := l.of(s), s.Type
	it, scalar := l.IRType(t)
	if s.Name == "errno" && scalar && !s.Static && !s.Defined() && !s.Tentative {
		low.place = l.library.errnoPlace(t)
		return low.place
	}
	if l.Absent(s) {
		low.place = place{t: t, addr: ir.NewConst(l.Cfg.Model.Ptr(), 0), opaque: ctype.IsOpaque(t)}
		return low.place
	}
	if o := l.library.unitObject(s); o != nil {
		low.place = l.globalPlace(o)
		low.place.t = t
		return low.place
	}
	switch {
	case s.Register:
		low.place = l.inputs.start.fleeting(s.Decl, s.Pos)
		return low.place
	case scalar && !s.AddrTaken:
		v := l.IR.NewGlobal(l.names.uniq(base), it)
		v.Source, v.CType, v.Scope = s.Source(), ctype.TypeText(t), scope
		v.Points = l.Points(t)
		low.place = place{t: t, reg: v}
	case l.IsWide(t) && !s.AddrTaken:
		w, _ := l.WideForm(t)
		low.place = place{t: t}
		for i, pt := range w.Types() {
			v := l.IR.NewGlobal(l.names.uniq(base+w.Suffixes()[i]), pt)
			v.Source, v.CType, v.Scope = s.Name+w.Suffixes()[i], pt.C(), scope
			low.place.parts = append(low.place.parts, v)
		}
	case ctype.IsOpaque(t) && !s.AddrTaken:
		low.place = place{t: t, opaque: true}
	default:
		o := l.globalObject(s, base, scope)
		low.place = place{t: t, addr: &ir.AddrOf{Obj: o, T: l.Cfg.Model.Ptr()}, opaque: ctype.IsOpaque(t)}
		if s.Unit != nil && !s.Unit.Model {
			// deferred, since the code below resets o.Const if the contents are arbitrary
			defer func() { l.consts.noteConst(nil, s.Decl, t, low.place, s.Name, false) }()
		}
		if !s.Defined() && !s.Tentative {
			// extern without definition: its contents are unknown.
			l.Warn(s.Pos, "%s is declared but not defined: its contents are arbitrary", s.Name)
			l.inputs.uninit(o, s.Name)
		}
	}
	if low.place.reg != nil && !s.Defined() && !s.Tentative && it.Kind == ir.Ptr && isStream(s.Name) {
		o := l.IR.NewObject(l.names.uniq(s.Name+".file"), 1, 1)
		o.Pos = s.Pos
		low.place.reg.Init = &ir.AddrOf{Obj: o, T: it}
		return low.place
	}
	if (low.place.reg != nil || low.place.parts != nil) && !s.Defined() && !s.Tentative {
		l.Warn(s.Pos, "%s is declared but not defined: its value is arbitrary", s.Name)
		l.inputs.startInputOf(s)
	}
	if l.Cfg.HavocGlobals && !l.Layout.IsConst(s.Decl) && (s.Unit == nil || !s.Unit.Model) {
		if low.place.reg != nil || low.place.parts != nil {
			l.inputs.startInputOf(s)
		} else if o := l.objectOf(low.place); o != nil {
			l.inputs.uninit(o, s.Name)
		}
	}
	return low.place
}

// globalObject makes the object of a global; base is its name in the IR.
func (l *globals) globalObject(s *link.Symbol, base string, scope ir.Scope) *ir.Object {
	t := s.Type
	size := int64(0)
	incomplete := t.IsIncomplete()
	if !incomplete {
		size = l.Size(t, s.Pos)
	} else if a, ok := t.(*cc.ArrayType); ok && s.Tentative {
		// A tentative int a[]; has one element in the end (6.9.2).
		size = l.Size(a.Elem(), s.Pos)
	}
	if s.Init != nil {
		if n := l.flexibleSize(s); n > size {
			size = n
		}
	}
	al := int64(1)
	if !incomplete {
		al = l.Align(t, s.Pos)
	}
	if a := int64(s.Decl.Alignas()); a > al {
		al = a
	}
	o := l.IR.NewObject(l.names.uniq(base), size, al)
	o.Const = l.Layout.IsConst(s.Decl)
	o.Pos, o.Source, o.CType, o.Scope = s.Pos, s.Source(), ctype.TypeText(t), scope
	o.Elem = l.ScalarElem(t)
	if !incomplete && (s.Init == nil || o.Size == l.Size(t, s.Pos)) {
		o.Parts = l.PartsOf(t, false)
	}
	return o
}

// isStream reports whether name is a standard stream. These pointers are distinct and not null.
func isStream(name string) bool { return name == "stdin" || name == "stdout" || name == "stderr" }

// objectOf returns the object whose first byte is at p, or nil if it is not known.
func (l *globals) objectOf(p place) *ir.Object {
	if a, ok := p.addr.(*ir.AddrOf); ok {
		return a.Obj
	}
	return nil
}

// uninit turns the contents of a global object into inputs that are read at the start of the program.
func (l *entryInputs) uninit(o *ir.Object, name string) {
	if o.Uninit {
		return
	}
	o.Uninit = true
	o.Const = false
	l.pointersInside = true
	o.Site = l.IR.NewSite(ir.ObjectBytes, name, ir.Type{}, nil, o.Pos)
}

// startInputOf turns all registers of a global into inputs (startInput).
func (l *entryInputs) startInputOf(s *link.Symbol) {
	low := l.of(s)
	if low.place.reg != nil {
		l.startInput(low.place.reg, s)
	}
	for _, r := range low.place.parts {
		l.startInput(r, s)
	}
}

// startInput makes a global register an input that is read before the call of the entry function.
func (l *entryInputs) startInput(v *ir.Var, s *link.Symbol) {
	f := l.start
	name := s.Name
	if l.of(s).place.parts != nil {
		name = v.Source
	}
	site := l.IR.NewSite(ir.Param, name, v.Type, f.f, s.Pos)
	fresh := int64(0)
	if v.Type.Kind == ir.Ptr {
		fresh = f.decls.freshSize(s.Type)
		site.Parts = l.freshParts(site, s.Type, fresh)
	}
	l.startInputs = append(l.startInputs, &ir.Input{Dst: v, Site: site, FreshSize: fresh})
	if s.Type.Kind() == cc.Bool {
		l.startInputs = append(l.startInputs, &ir.Assume{Cond: ir.NewBinary(ir.Le, ir.NewRef(v), ir.NewConst(v.Type, 1)),
			Guard: ir.OtherGuard})
	}
}

// --- variable length arrays (6.7.6.2)

// isVLA reports whether the length of an array type, or of an array type among its elements, is not a constant.
func (f *localDecls) isVLA(t *cc.ArrayType) bool {
	if t.SizeExpression() == nil {
		e, ok := t.Elem().(*cc.ArrayType)
		return ok && f.isVLA(e)
	}
	if f.vlaLen(t.SizeExpression()) != nil {
		return true
	}
	if _, ok, err := f.l.Layout.ArrayLen(t); ok || err != nil {
		e, is := t.Elem().(*cc.ArrayType)
		return is && f.isVLA(e)
	}
	return true
}

// vlaSizes evaluates the lengths of the variable arrays inside a declared type, each time that an execution reaches the
// declaration or type name (parameter at). A type that typeof takes from another declaration keeps the lengths
// evaluated there.
func (f *localDecls) vlaSizes(t cc.Type, at cc.Node) {
	switch t := t.(type) {
	case *cc.PointerType:
		if t.Typedef() == nil && t.Elem().Kind() != cc.Struct && t.Elem().Kind() != cc.Union {
			f.vlaSizes(t.Elem(), at)
		}
	case *cc.ArrayType:
		f.vlaSizes(t.Elem(), at)
		n := t.SizeExpression()
		if n == nil {
			return
		}
		if _, ok, err := f.l.Layout.ArrayLen(t); ok || err != nil {
			return
		}
		if t.Typedef() != nil && f.vlaLen(n) != nil {
			return // evaluated with the typedef
		}
		// The length was evaluated elsewhere: in this function, or in one around it.
		if first, known := f.vlaAt[n]; known && first != at || !known && f.vlaLen(n) != nil {
			return
		}
		f.vlaAt[n] = at
		v := f.rvalue(n)
		if v.e == nil || v.e.Type().Kind != ir.Int {
			f.fail(n, "the length of an array must be an integer")
		}
		if f.vla[n] == nil {
			f.vla[n] = nests{f.fn}.lengthVar()
		}
		if f.asksSizes() {
			v.e = f.hold(v.e)
			contractChecks{f.fn}.demand(ir.ValidSize, ir.NewBinary(ir.Lt, ir.NewConst(v.e.Type(), 0), v.e),
				"the length of an array is positive",
				f.at(n))
		}
		f.emit(&ir.Assign{Dst: f.vla[n], Src: ir.NewCast(f.model().Size(), v.e)})
	}
}

// unsetSize returns the number of bytes that an uninitialised pointer may access; n is the size of the object of a
// pointer input. The result is 0 if accesses to memory are checked, so that every access is a violation.
func (f *localDecls) unsetSize(n int64) int64 {
	if f.l.Cfg.HasCheck(ir.ValidDeref) {
		return 0
	}
	return n
}

// asksSizes reports whether the sizes of variable arrays are checked in this function.
func (f *localDecls) asksSizes() bool {
	return f.l.Cfg.HasCheck(ir.ValidSize) && !f.u.Model && !f.consts
}

// vlaFits returns the condition that an array with positive lengths is not larger than an object can be.
func (f *localDecls) vlaFits(t *cc.ArrayType, n cc.Node) ir.Expr {
	st := f.model().Size()
	limit := ir.NewBits(st, 1<<(st.Bits-1)-1)
	all := ir.Expr(ir.NewBool(true))
	if e, ok := t.Elem().(*cc.ArrayType); ok && f.isVLA(e) {
		all = f.vlaFits(e, n)
	}
	size := f.sizeofExpr(t.Elem(), n)
	length := f.arrayLength(t, n)
	if k, ok := size.(*ir.Const); ok && k.Bits > 0 {
		return ir.NewAnd(all, ir.NewBinary(ir.Le, length, ir.NewBits(st, limit.Bits/k.Bits)))
	}
	return ir.NewAnd(all, ir.NotExpr(&ir.Overflows{Op: ir.Mul, X: length, Y: size}),
		ir.NewBinary(ir.Le, ir.NewBinary(ir.Mul, length, size), limit))
}

// arrayLength returns the number of elements of an array as a size_t.
func (f *localDecls) arrayLength(t *cc.ArrayType, n cc.Node) ir.Expr {
	if e := t.SizeExpression(); e != nil {
		if v := f.vlaLen(e); v != nil {
			return ir.NewRef(v)
		}
	}
	k, ok, err := f.l.Layout.ArrayLen(t)
	if err != nil {
		f.fail(n, "%v", err)
	}
	if !ok {
		if t.SizeExpression() == nil {
			f.fail(n, "size of incomplete type %s", ctype.TypeText(t))
		}
		f.vlaSizes(t, n)
		return f.arrayLength(t, n)
	}
	return ir.NewConst(f.model().Size(), k)
}

// fleeting returns the place of a variable in a register of the machine. Reads of the place give arbitrary values,
// since a call or a division may change the register.
func (f *fn) fleeting(d *cc.Declarator, pos ir.Pos) place {
	f.l.Warn(pos, "%s lives in a register of the machine: its value is taken as arbitrary", d.Name())
	return place{t: d.Type(), fleeting: true}
}
