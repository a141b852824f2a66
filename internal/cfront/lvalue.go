package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Lvalues (6.3.2.1, 6.5.1 to 6.5.3): identifiers, members, elements, *p, string literals and compound literals.

// lvalue lowers an expression that designates an object or function.
func (f *fn) lvalue(n cc.ExpressionNode) place { return accesses{f}.named(f.designated(n), n) }

// designated returns the place that n designates, without recording the text of n.
func (f *fn) designated(n cc.ExpressionNode) place {
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionIdent:
			return f.identifier(x)
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return f.stringLit(x)
		case cc.PrimaryExpressionExpr:
			return f.lvalue(x.ExpressionList)
		case cc.PrimaryExpressionGeneric:
			return f.lvalue(x.GenericSelection.Associated().AssignmentExpression)
		}
	case *cc.ExpressionList:
		if e := csrc.Single(x); e != nil {
			return f.lvalue(e)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex:
			return f.element(x)
		case cc.PostfixExpressionSelect:
			base := f.aggregatePlace(x.PostfixExpression)
			return f.member(base, x.Field(), x)
		case cc.PostfixExpressionPSelect:
			p := f.pointer(x.PostfixExpression)
			return f.member(place{t: ctype.Elem(p.t), addr: p.e}, x.Field(), x)
		case cc.PostfixExpressionComplit:
			return f.compoundLiteral(x)
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			p := f.pointer(x.CastExpression)
			return f.deref(p, x)
		}
		if x.Case == cc.UnaryExpressionReal || x.Case == cc.UnaryExpressionImag {
			return complexes{f}.complexPart(x)
		}
	}
	// An aggregate that is not an lvalue (the result of a call, =, ?:) has an address, too.
	v := f.rvalue(n)
	if v.aggregate() {
		return place{t: v.t, addr: v.e}
	}
	f.fail(n, "an lvalue is needed here")
	return place{}
}

// aggregatePlace returns the place of an expression of struct or union type.
func (f *fn) aggregatePlace(n cc.ExpressionNode) place {
	p := f.lvalue(n)
	if p.addr == nil {
		f.fail(n, "a struct or union is needed here")
	}
	return p
}

// pointer returns the value of an expression of pointer type.
func (f *fn) pointer(n cc.ExpressionNode) value {
	v := f.rvalue(n)
	if v.e == nil || ctype.Elem(v.t) == nil || v.e.Type().Kind != ir.Ptr {
		f.fail(n, "a pointer is needed here")
	}
	return v
}

// deref returns the place to which a pointer value points.
func (f *fn) deref(p value, n cc.Node) place {
	t := ctype.Elem(p.t)
	if t.Kind() == cc.Function {
		if fa, ok := p.e.(*ir.FuncAddr); ok {
			if s := f.l.flow.symbolOf(fa.Func); s != nil {
				return place{t: t, sym: s}
			}
		}
		return place{t: t, addr: p.e}
	}
	return place{t: t, addr: p.e, opaque: ctype.IsOpaque(t)}
}

// identifier returns the place of a variable or function.
func (f *fn) identifier(x *cc.PrimaryExpression) place {
	d, ok := x.ResolvedTo().(*cc.Declarator)
	if !ok {
		f.fail(x, "%s is not a variable", x.Token.SrcStr())
	}
	if p := f.decls.varOf(d); p != nil {
		return *p
	}
	if d.IsParam() || f.sym != nil && f.l.of(f.sym).parent != nil && d.Linkage() == cc.None {
		f.fail(x, "%s of an enclosing function is not supported here", d.Name())
	}
	s := f.u.Lookup(d)
	if s == nil {
		f.fail(x, "%s is not declared in this function", d.Name())
	}
	if s.IsFunc {
		return place{t: s.Type, sym: s}
	}
	f.libraryObject(s, x)
	return f.l.globals.globalPlace(s)
}

// element returns the place of an array or vector element.
func (f *fn) element(x *cc.PostfixExpression) place {
	if f.u.Src.Vectors {
		if base, index, _ := (vectors{f}).vecSubscript(x); base != nil {
			return vectors{f}.vecElement(x, base, index)
		}
	}
	note(&f.subs.row, csrc.Strip(x.PostfixExpression))
	note(&f.subs.row, csrc.Strip(layout.Subscript(x.ExpressionList)))
	p, i := operations{f}.two(x.PostfixExpression, layout.Subscript(x.ExpressionList), false)
	if ctype.Elem(p.t) == nil {
		p, i = i, p
	}
	if ctype.Elem(p.t) == nil || p.e == nil {
		f.fail(x, "subscript of something that is not an array or pointer")
	}
	i = operations{f}.checkIndex(x, p, f.indexOf(i, x))
	return f.deref(f.ptrAdd(p, i, false, x), x)
}

// member returns the place of a member of the struct or union at base.
func (f *fn) member(base place, fld *cc.Field, n cc.Node) place {
	if fld == nil {
		f.fail(n, "member not found")
	}
	f.l.flow.noteUnion(base.t)
	loc, err := f.l.Layout.Field(base.t, fld)
	if err != nil {
		f.fail(n, "%v", err)
	}
	p := f.inside(base.addr, fld.Type(), loc)
	p.volatile = base.volatile || base.t.Attributes().IsVolatile()
	return p
}

// inside returns the place of type t at a location inside the object at addr.
func (f *fn) inside(addr ir.Expr, t cc.Type, loc layout.FieldLoc) place {
	p := place{t: t, addr: f.offset(addr, loc.Off), opaque: ctype.IsOpaque(t)}
	if loc.BitWidth > 0 {
		p.bit = &loc
	}
	return p
}

// offset returns the address n bytes after addr. It adds up constant offsets.
func (f *fn) offset(addr ir.Expr, n int64) ir.Expr {
	if n == 0 {
		return addr
	}
	if c, ok := addr.(*ir.Const); ok {
		return ir.NewConst(c.T, int64(c.Bits)+n)
	}
	if a, ok := addr.(*ir.PtrAdd); ok && a.Scale == 1 {
		if c, ok := a.Index.(*ir.Const); ok {
			return ir.NewPtrAdd(a.P, ir.NewConst(f.model().Diff(), signed(c)+n), 1)
		}
	}
	return ir.NewPtrAdd(addr, ir.NewConst(f.model().Diff(), n), 1)
}

// signed returns the number that an Int constant represents in its type.
func signed(c *ir.Const) int64 {
	s := 64 - c.T.Bits
	if c.T.Signed {
		return int64(c.Bits<<s) >> s
	}
	return int64(c.Bits)
}

// indexOf returns a wide integer that is used as an index, reduced to the size of an address; other values unchanged.
func (f *fn) indexOf(i value, n cc.Node) value {
	if i.wide() && (i.form.Kind == ctype.Int128Form || i.form.Kind == ctype.BitIntForm) {
		return wides{f}.toForm(i, ctype.Form{Type: f.model().Diff()}, n)
	}
	return i
}

// ptrAdd returns p + i, or p - i if minus is set, where i is a number of elements.
func (f *fn) ptrAdd(p, i value, minus bool, n cc.Node) value {
	if i.opaque {
		i = value{e: f.approx("index", ir.I64)}
	}
	i = f.indexOf(i, n)
	if i.e == nil || i.e.Type().Kind != ir.Int || p.e == nil {
		f.fail(n, "pointer arithmetic needs a pointer and an integer")
	}
	t := ctype.Elem(p.t)
	p.t = t.Pointer()
	scale := int64(1)
	idx := i.e
	if a, ok := t.(*cc.ArrayType); ok && f.decls.isVLA(a) {
		sz := f.sizeofExpr(t, n)
		idx = ir.NewBinary(ir.Mul, ir.NewCast(f.model().Size(), idx), sz)
		idx = ir.NewCast(f.model().Diff(), idx)
	} else {
		scale = f.l.Size(t, f.at(n))
	}
	if minus {
		scale = -scale
	}
	if c, ok := idx.(*ir.Const); ok {
		p.e = f.offset(p.e, signed(c)*scale)
		return p
	}
	p.e = ir.NewPtrAdd(p.e, idx, scale)
	return p
}

// stringLit returns the place of a string literal. Equal literals share one object.
func (f *fn) stringLit(x *cc.PrimaryExpression) place {
	at, ok := csrc.Undecay(x.Type()).(*cc.ArrayType)
	if !ok {
		f.fail(x, "string literal of type %s", ctype.TypeText(x.Type()))
	}
	units, width := literalUnits(x.Value(), at, f)
	key := string(rune('0'+width)) + string(unitBytes(units, width))
	o := f.l.globals.strings[key]
	if o == nil {
		o = f.l.IR.NewObject(f.l.names.uniq("str"), int64(len(units))*int64(width), int64(width))
		o.Const = true
		o.Pos = f.at(x)
		o.Elem, _ = f.l.IRType(at.Elem())
		o.CType = ctype.TypeText(at)
		o.Parts = f.l.PartsOf(at, false)
		for i, c := range units {
			if c != 0 {
				o.Init = append(o.Init, ir.InitItem{Off: int64(i * width), Val: ir.NewConst(o.Elem, int64(c))})
			}
		}
		f.l.globals.strings[key] = o
	}
	return place{t: at, addr: f.addrOf(o)}
}

// literalUnits returns the characters of a string literal, including the terminating 0, and their size in bytes.
func literalUnits(v cc.Value, t *cc.ArrayType, f *fn) ([]uint32, int) {
	width := 1
	if it, ok := f.l.IRType(t.Elem()); ok {
		width = it.Size()
	}
	var us []uint32
	switch v := v.(type) {
	case cc.StringValue:
		for i := 0; i < len(v); i++ {
			us = append(us, uint32(v[i]))
		}
	case cc.UTF16StringValue:
		for _, c := range v {
			us = append(us, uint32(c))
		}
	case cc.UTF32StringValue:
		for _, c := range v {
			us = append(us, uint32(c))
		}
	}
	return us, width
}

// unitBytes returns characters of width bytes as bytes in memory.
func unitBytes(us []uint32, width int) []byte {
	b := make([]byte, 0, len(us)*width)
	for _, u := range us {
		for i := 0; i < width; i++ {
			b = append(b, byte(u>>(8*i)))
		}
	}
	return b
}

// compoundLiteral returns the place of a compound literal.
func (f *fn) compoundLiteral(x *cc.PostfixExpression) place {
	t := x.TypeName.Type()
	pos := f.at(x)
	if f.consts {
		return place{t: t, addr: f.addrOf(f.l.globals.staticLiteral(f.u, x, t, pos))}
	}
	o := f.declared("lit", t, pos)
	o.CType = ctype.TypeText(t)
	p := place{t: t, addr: f.addrOf(o), opaque: ctype.IsOpaque(t)}
	noted := f.l.consts.noteConst(f, nil, t, p, "the compound literal", f.l.Layout.NamesConst(x.TypeName))
	f.initialises(noted, p.addr, func() { initialisers{f}.initialise(p, x.InitializerList, x) })
	return p
}
