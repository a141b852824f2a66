package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers constant initialisers: values, and the initial contents (images) of objects with static lifetime.

// constant lowers a constant expression, converted to t; ok is false if n is not constant.
func (f initialisers) constant(n cc.ExpressionNode, t cc.Type) (e ir.Expr, ok bool) {
	if x, ok := csrc.Strip(n).(*cc.PrimaryExpression); ok {
		switch x.Case {
		case cc.PrimaryExpressionInt, cc.PrimaryExpressionChar, cc.PrimaryExpressionFloat:
			// Tables are long, so literals are lowered without a scratch function.
			if v := f.convert(f.literal(x), t, n); v.e != nil && isConstExpr(v.e) {
				return v.e, true
			}
		}
	}
	v, ok := f.constantValue(n, t)
	if !ok || v.e == nil || !isConstExpr(v.e) {
		return nil, false
	}
	return v.e, true
}

// constantValue lowers an expression, converted to t; ok is false if it needs statements.
func (f initialisers) constantValue(n cc.ExpressionNode, t cc.Type) (v value, ok bool) {
	c := f.l.globals.scratch(f.fn)
	if x, is := csrc.Strip(n).(*cc.PostfixExpression); is && x.Case == cc.PostfixExpressionComplit &&
		cc.IsScalarType(x.TypeName.Type()) && x.InitializerList != nil {
		// gcc accepts a compound literal as a value in a static initialiser.
		r := &resolver{f: f.fn}
		r.object(x.TypeName.Type(), 0, nil, x.InitializerList.Initializer)
		if len(r.items) == 1 {
			in, ok := f.constantValue(r.items[0].expr, x.TypeName.Type())
			if !ok {
				return in, false
			}
			v = c.convert(in, t, n)
			return v, c.cur == c.f.Entry && !v.opaque
		}
	}
	v = c.convert(c.rvalue(n), t, n)
	return v, c.cur == c.f.Entry && !v.opaque
}

// constObject returns the value of a const scalar with static lifetime, which gcc accepts in constant expressions; ok
// is false for any other expression.
func (f initialisers) constObject(n cc.ExpressionNode) (v value, ok bool) {
	if !f.consts {
		return v, false
	}
	x, is := csrc.Strip(n).(*cc.PrimaryExpression)
	if !is || x.Case != cc.PrimaryExpressionIdent {
		return v, false
	}
	d, is := x.ResolvedTo().(*cc.Declarator)
	if !is || !d.IsConst() || d.Pointer != nil || d.IsVolatile() || d.Linkage() == cc.None {
		return v, false
	}
	s := f.u.Lookup(d)
	if s == nil || s.Unit != f.u || s.Init == nil || s.Init.Case != cc.InitializerExpr || !cc.IsScalarType(s.Type) {
		return v, false
	}
	init := s.Init
	s.Init = nil // the initialiser may refer to s
	v, ok = f.constantValue(init.AssignmentExpression, s.Type)
	s.Init = init
	return v, ok
}

// constantParts lowers a constant expression of the wide type t into parts; the result is false if n is not constant.
func (f initialisers) constantParts(n cc.ExpressionNode, t cc.Type) ([]ir.Expr, bool) {
	v, ok := f.constantValue(n, t)
	return v.parts, ok && v.wide() && v.literal()
}

// scratch returns a lowering whose statements are dropped, for constant expressions in the scope of f.
func (l *globals) scratch(f *fn) *fn {
	tmp := &ir.Program{Model: l.Cfg.Model}
	c := l.newFn(f.u, tmp.NewFunc(f.f.Name, ir.Void, f.pos))
	c.f.Source = f.f.Source
	c.decls.vars = f.decls.vars
	c.sym = f.sym
	c.outer = f
	c.consts = true
	c.pos = f.pos
	return c
}

// fileScope returns a lowering for the scope outside of functions.
func (l *globals) fileScope(u *link.Unit, pos ir.Pos) *fn {
	return assemble(builder{l: l.linker, f: l.inputs.start.f, pos: pos}, u)
}

// isConstExpr reports whether e has no registers and no local objects.
func isConstExpr(e ir.Expr) bool {
	ok := true
	ir.Walk(e, func(x ir.Expr) bool {
		switch x := x.(type) { // sound: other expressions are constant if their operands are
		case *ir.Ref:
			ok = false
		case *ir.AddrOf:
			ok = ok && x.Obj.Func == nil
		}
		return ok
	})
	return ok
}

// template returns a constant object with the given items, or nil if an item is not constant.
func (f initialisers) template(items []initItem, t cc.Type, size int64) *ir.Object {
	for _, it := range items {
		if it.str {
			continue
		}
		if ctype.IsAggregate(it.t) || ctype.IsOpaque(it.t) || f.l.IsWide(it.t) || !it.expr.Pure() {
			return nil
		}
		if _, ok := f.constant(it.expr, it.t); !ok {
			return nil
		}
	}
	o := f.l.IR.NewObject(f.l.names.uniq("init"), size, f.l.Align(t, f.pos))
	o.Const, o.Pos, o.CType = true, f.pos, ctype.TypeText(t)
	o.Elem, o.Parts = f.l.ScalarElem(t), f.l.PartsOf(t, false)
	f.staticItems(o, items)
	return o
}

// staticItems sets the initial contents of a global object.
func (f initialisers) staticItems(o *ir.Object, items []initItem) {
	img := &image{f: f.fn, o: o, bits: map[int64]*ir.Const{}}
	for _, it := range items {
		img.put(it)
	}
	img.done()
}

// image collects the initial contents of an object. Later items override earlier ones.
type image struct {
	f     *fn
	o     *ir.Object
	items []ir.InitItem
	bits  map[int64]*ir.Const // bytes of bit-fields, by offset
	end   int64               // the end of the bytes that are set
}

// put adds an item to the image.
func (m *image) put(it initItem) {
	f := m.f
	switch {
	case it.str:
		a := it.t.(*cc.ArrayType)
		us, w := literalUnits(it.expr.Value(), a, f)
		n := (&resolver{f: f}).stringSize(it) / int64(w)
		el, _ := f.l.IRType(a.Elem())
		m.clear(it.off, n*int64(w))
		for i := int64(0); i < n && i < int64(len(us)); i++ {
			if us[i] != 0 {
				m.items = append(m.items, ir.InitItem{Off: it.off + i*int64(w), Val: ir.NewConst(el, int64(us[i]))})
			}
		}
	case ctype.IsAggregate(it.t):
		m.aggregate(it)
	case ctype.IsOpaque(it.t):
		f.l.Warn(f.at(it.expr), "the initial value of type %s is taken as arbitrary", ctype.TypeText(it.t))
		f.l.inputs.uninit(m.o, m.o.Source)
	case f.l.IsWide(it.t):
		m.wide(it)
	default:
		e, ok := initialisers{f}.constant(it.expr, it.t)
		if !ok {
			f.fail(it.expr, "the initialiser is not constant")
		}
		if it.bit != nil {
			m.bitField(it, e)
			return
		}
		m.clear(it.off, int64(e.Type().Size()))
		if c, ok := e.(*ir.Const); ok && c.Bits == 0 {
			return
		}
		m.items = append(m.items, ir.InitItem{Off: it.off, Val: e})
	}
}

// wide sets the parts of a wide number.
func (m *image) wide(it initItem) {
	parts, ok := initialisers{m.f}.constantParts(it.expr, it.t)
	if !ok {
		m.f.fail(it.expr, "the initialiser is not constant")
	}
	w, _ := m.f.l.WideForm(it.t)
	m.clear(it.off, w.Size(m.f.model()))
	for i, off := range w.Offsets(m.f.model()) {
		if bits(parts[i]) != 0 {
			m.items = append(m.items, ir.InitItem{Off: it.off + off, Val: parts[i]})
		}
	}
}

// aggregate sets the contents of a compound literal.
func (m *image) aggregate(it initItem) {
	x, ok := csrc.Strip(it.expr).(*cc.PostfixExpression)
	for !ok {
		c, is := csrc.Strip(it.expr).(*cc.CastExpression)
		if !is {
			break
		}
		it.expr = c.CastExpression
		x, ok = csrc.Strip(it.expr).(*cc.PostfixExpression)
	}
	if !ok || x.Case != cc.PostfixExpressionComplit {
		m.f.fail(it.expr, "the initialiser is not constant")
	}
	r := &resolver{f: m.f}
	if x.InitializerList != nil {
		r.list(x.TypeName.Type(), it.off, nil, x.InitializerList)
	}
	m.clear(it.off, m.f.l.Size(it.t, m.f.at(x)))
	for _, sub := range r.items {
		m.put(sub)
	}
}

// clear removes the contents of n bytes at off.
func (m *image) clear(off, n int64) {
	end := m.end
	m.end = max(end, off+n)
	if off >= end {
		return
	}
	keep := m.items[:0]
	for _, x := range m.items {
		if x.Off < off || x.Off >= off+n {
			keep = append(keep, x)
		}
	}
	m.items = keep
	for i := off; i < off+n && len(m.bits) > 0; i++ {
		delete(m.bits, i)
	}
}

// bitField sets the bits of one bit-field to e.
func (m *image) bitField(it initItem, e ir.Expr) {
	c, ok := e.(*ir.Const)
	if !ok {
		m.f.fail(it.expr, "the initialiser of a bit-field is not a number")
	}
	m.end = max(m.end, it.off+it.bit.Unit)
	for i := 0; i < it.bit.BitWidth; i++ {
		at := it.bit.BitOff + i
		byt := it.off + int64(at/8)
		old := uint64(0)
		if b := m.bits[byt]; b != nil {
			old = b.Bits
		}
		bit := uint64(1) << (at % 8)
		if c.Bits>>i&1 != 0 {
			old |= bit
		} else {
			old &^= bit
		}
		m.bits[byt] = ir.NewBits(ir.U8, old)
	}
}

// done writes the image into the object.
func (m *image) done() {
	m.o.Init = append(m.o.Init, m.items...)
	for off := int64(0); off < m.o.Size && len(m.bits) > 0; off++ {
		if b := m.bits[off]; b != nil {
			if b.Bits != 0 {
				m.o.Init = append(m.o.Init, ir.InitItem{Off: off, Val: b})
			}
			delete(m.bits, off)
		}
	}
	sortInit(m.o.Init)
}

// initGlobal lowers the initialiser of a global that has been made. For a static local, from is its function; otherwise
// it is nil.
func (l *globals) initGlobal(s *link.Symbol, from *fn) {
	p := l.of(s).place
	if s.Init == nil || p.opaque && p.addr == nil {
		return
	}
	f := from
	if f == nil {
		f = l.fileScope(s.Unit, s.Pos)
	}
	f = l.scratch(f)
	f.pos = s.Pos
	if o := l.objectOf(p); o != nil {
		if o.Uninit && !o.Const && l.Cfg.HavocGlobals {
			return
		}
		r := &resolver{f: f}
		r.object(p.t, 0, nil, s.Init)
		if len(r.items) == 1 && !r.items[0].str && ctype.IsAggregate(r.items[0].t) && r.items[0].off == 0 {
			// struct s x = (struct s){...}
			img := &image{f: f, o: o, bits: map[int64]*ir.Const{}}
			img.put(r.items[0])
			img.done()
			return
		}
		initialisers{f}.staticItems(o, r.items)
		return
	}
	r := &resolver{f: f}
	r.object(p.t, 0, nil, s.Init)
	if len(r.items) == 0 {
		return
	}
	if p.parts != nil {
		parts, ok := initialisers{f}.constantParts(r.items[0].expr, p.t)
		if !ok {
			f.fail(r.items[0].expr, "the initialiser of %s is not constant", s.Name)
		}
		for i, r := range p.parts {
			r.Init = parts[i]
		}
		return
	}
	e, ok := initialisers{f}.constant(r.items[0].expr, p.t)
	if !ok {
		f.fail(r.items[0].expr, "the initialiser of %s is not constant", s.Name)
	}
	p.reg.Init = e
}

// flexibleSize returns the size in bytes of an object whose flexible array member is initialised, or 0 if it has none.
func (l *globals) flexibleSize(s *link.Symbol) int64 {
	st, ok := s.Type.(*cc.StructType)
	if !ok || !st.HasFlexibleArrayMember() || s.Init.Case != cc.InitializerInitList {
		return 0
	}
	f := l.scratch(l.fileScope(s.Unit, s.Pos))
	r := &resolver{f: f}
	r.object(s.Type, 0, nil, s.Init)
	return r.end
}

// staticLiteral makes the object of x, a compound literal outside of functions.
func (l *globals) staticLiteral(u *link.Unit, x *cc.PostfixExpression, t cc.Type, pos ir.Pos) *ir.Object {
	o := l.IR.NewObject(l.names.uniq("lit"), l.Size(t, pos), l.Align(t, pos))
	o.Pos, o.CType, o.Elem, o.Parts = pos, ctype.TypeText(t), l.ScalarElem(t), l.PartsOf(t, false)
	o.Const = l.Layout.NamesConst(x.TypeName)
	f := l.scratch(l.fileScope(u, pos))
	r := &resolver{f: f}
	if x.InitializerList != nil {
		r.list(t, 0, nil, x.InitializerList)
	}
	initialisers{f}.staticItems(o, r.items)
	return o
}
