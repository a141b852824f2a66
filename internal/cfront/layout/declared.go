package layout

import (
	"modernc.org/cc/v4"
)

// This file computes the types of declarations from their text: specifiers and declarators (C17 6.7).

// declSpec has the specifiers of a declarator. Exactly one field is set.
type declSpec struct {
	decl  *cc.DeclarationSpecifiers  // the specifiers of a variable, function, typedef or parameter
	field *cc.SpecifierQualifierList // the specifiers of a member
	auto  cc.ExpressionNode          // the initialiser, for __auto_type
}

// collectTypes records the specifiers of the declarators at a node.
func (l *typing) collectTypes(n cc.Node) {
	switch n := n.(type) {
	case *cc.Declaration:
		if n.Case == cc.DeclarationAuto && n.Initializer != nil {
			l.decls[n.Declarator] = declSpec{auto: n.Initializer.AssignmentExpression}
			return
		}
		for x := n.InitDeclaratorList; x != nil; x = x.InitDeclaratorList {
			l.decls[x.InitDeclarator.Declarator] = declSpec{decl: n.DeclarationSpecifiers}
		}
	case *cc.FunctionDefinition:
		l.decls[n.Declarator] = declSpec{decl: n.DeclarationSpecifiers}
	case *cc.BlockItem:
		if n.Case == cc.BlockItemFuncDef {
			l.decls[n.Declarator] = declSpec{decl: n.DeclarationSpecifiers}
		}
	case *cc.ParameterDeclaration:
		if n.Declarator != nil {
			l.decls[n.Declarator] = declSpec{decl: n.DeclarationSpecifiers}
		}
	case *cc.StructDeclaration:
		for x := n.StructDeclaratorList; x != nil; x = x.StructDeclaratorList {
			if d := x.StructDeclarator.Declarator; d != nil {
				l.decls[d] = declSpec{field: n.SpecifierQualifierList}
			}
		}
	}
}

// declared returns the type that a declarator declares, or nil if it is not known.
func (l *typing) declared(d *cc.Declarator) *ctype {
	if d == nil {
		return nil
	}
	if t, ok := l.types[d]; ok {
		return t
	}
	l.types[d] = nil // ends the recursion for a declaration that refers to itself
	t := l.declaredAlone(d)
	if t != nil {
		switch {
		case t.kind == cc.Array && t.len == noLength:
			if a, ok := d.Type().Undecay().(*cc.ArrayType); ok { // the length comes from an initialiser or another declaration
				if n, ok, err := l.ArrayLen(a); ok && err == nil {
					r := *t
					r.len, r.cc = n, a
					t = &r
				}
			}
		case t.kind == cc.Function && !d.IsTypename():
			t = l.redeclared(d, t)
		}
		if d.IsParam() {
			t = t.parameter()
		}
		attach(t, d.Type(), 0)
	}
	l.types[d] = t
	return t
}

// declaredAlone is like declared, but the type lacks the lengths and prototypes that other declarations or initialisers
// add.
func (l *typing) declaredAlone(d *cc.Declarator) *ctype {
	s, ok := l.decls[d]
	if !ok {
		return l.fromCC(d.Type(), 0)
	}
	if s.auto != nil {
		return l.typeOf(s.auto).decayed()
	}
	var base *ctype
	if s.field != nil {
		base = l.specifierQualifiers(s.field)
	} else {
		base = l.specifiers(s.decl)
	}
	t := l.declarator(d, base)
	if c := d.Type(); t != nil && c != nil { // apply attributes
		if IsVector(c) {
			return nil
		}
		if n := BitsOf(c); n > 0 && t.integer() {
			r := *t
			r.bits = n
			t = &r
		}
		if f := FormatOf(c); f != Standard && floatingKind(t).rank > 0 {
			r := *t
			r.kind, r.format = c.Kind(), f
			t = &r
		}
	}
	return t
}

// redeclared returns the composite type of a function without a prototype and its other declarations.
func (l *typing) redeclared(d *cc.Declarator, t *ctype) *ctype {
	s := d.LexicalScope()
	if s == nil || t.proto {
		return t
	}
	for _, n := range s.Nodes[d.Name()] {
		if o, ok := n.(*cc.Declarator); ok && o != d {
			if u := l.declaredAlone(o); u != nil && u.kind == cc.Function {
				t = l.composite(t, u)
			}
		}
	}
	return t
}

// specifiers returns the type of declaration specifiers, or nil if it is not known.
func (l *typing) specifiers(n *cc.DeclarationSpecifiers) *ctype {
	var b typeSpecs
	for ; n != nil; n = n.DeclarationSpecifiers {
		b.qualifier(n.TypeQualifier)
		if n.TypeSpecifier != nil {
			l.specifier(&b, n.TypeSpecifier)
		}
		if hasVectorSize(n.AttributeSpecifierList) {
			b.unknown = true
		}
	}
	return b.result()
}

// specifierQualifiers returns the type of the specifiers of a member or a type name, or nil if it is not known.
func (l *typing) specifierQualifiers(n *cc.SpecifierQualifierList) *ctype {
	var b typeSpecs
	for ; n != nil; n = n.SpecifierQualifierList {
		b.qualifier(n.TypeQualifier)
		if n.TypeSpecifier != nil {
			l.specifier(&b, n.TypeSpecifier)
		}
		if hasVectorSize(n.AttributeSpecifierList) {
			b.unknown = true
		}
	}
	return b.result()
}

// typeSpecs collects the specifiers of a list.
type typeSpecs struct {
	t       *ctype // the type of a struct, union, enum, typedef name or typeof; nil if the type consists of words
	qual    qualifiers
	unknown bool // the type is not known

	short, signed, unsigned, complex, any bool
	longs                                 int
	word                                  cc.TypeSpecifierCase // char, int, float, ...
	hasWord                               bool
}

// qualifier adds a qualifier; q may be nil.
func (b *typeSpecs) qualifier(q *cc.TypeQualifier) {
	b.qual |= qualifierOf(q)
	if q != nil && q.Case == cc.TypeQualifierAttr && hasVectorSize(q.AttributeSpecifierList) {
		b.unknown = true
	}
}

// qualifierOf returns a type qualifier as a set. The set is empty if q is nil or an attribute.
func qualifierOf(q *cc.TypeQualifier) qualifiers {
	if q != nil {
		switch q.Case {
		case cc.TypeQualifierConst:
			return isConst
		case cc.TypeQualifierVolatile:
			return isVolatile
		case cc.TypeQualifierRestrict:
			return isRestrict
		case cc.TypeQualifierAtomic:
			return isAtomic
		}
	}
	return 0
}

// qualifierList returns the qualifiers of a list.
func qualifierList(q *cc.TypeQualifiers) (r qualifiers) {
	for ; q != nil; q = q.TypeQualifiers {
		r |= qualifierOf(q.TypeQualifier)
	}
	return r
}

// specifier adds a type specifier to b.
func (l *typing) specifier(b *typeSpecs, n *cc.TypeSpecifier) {
	b.any = true
	switch n.Case {
	case cc.TypeSpecifierLong:
		b.longs++
	case cc.TypeSpecifierShort:
		b.short = true
	case cc.TypeSpecifierSigned:
		b.signed = true
	case cc.TypeSpecifierUnsigned:
		b.unsigned = true
	case cc.TypeSpecifierComplex:
		b.complex = true
	case cc.TypeSpecifierStructOrUnion:
		if t := n.StructOrUnionSpecifier.Type(); t.Kind() == cc.Struct || t.Kind() == cc.Union {
			b.t = &ctype{kind: t.Kind(), cc: t}
		}
	case cc.TypeSpecifierEnum:
		if t, ok := n.EnumSpecifier.Type().(*cc.EnumType); ok {
			b.t = &ctype{kind: cc.Enum, cc: t}
			if k, err := l.EnumKind(t); err == nil && k == cc.Bool {
				b.t = basic(cc.Bool) // conversions to it are conversions to bool
			}
		}
	case cc.TypeSpecifierTypeName:
		b.t = l.declared(typedefOf(n))
	case cc.TypeSpecifierTypeofExpr:
		b.t = l.typeOf(n.ExpressionList)
		if b.t != nil && isUnqual(n.ExpressionList) {
			t := *b.t.unqualified()
			t.bare = true
			b.t = &t
		}
	case cc.TypeSpecifierTypeofType:
		b.t = l.named(n.TypeName)
	case cc.TypeSpecifierAtomic:
		b.t = l.named(n.AtomicTypeSpecifier.TypeName).qualified(isAtomic)
	default:
		b.word, b.hasWord = n.Case, true
	}
}

// isUnqual reports whether e is the operand of the typeof that package csrc writes for a typeof_unqual (rule 38).
func isUnqual(e cc.ExpressionNode) bool {
	d, ok := bare(e).(*cc.UnaryExpression)
	if !ok || d.Case != cc.UnaryExpressionDeref {
		return false
	}
	c, ok := bare(d.CastExpression).(*cc.CastExpression)
	return ok && isName(c.CastExpression, "__tandem_unqual")
}

// result returns the type of the specifiers, or nil if it is not known.
func (b *typeSpecs) result() *ctype {
	if b.unknown {
		return nil
	}
	if b.t != nil {
		return b.t.qualified(b.qual)
	}
	if b.any && !b.hasWord && !b.short && b.longs == 0 && !b.signed && !b.unsigned && !b.complex {
		return nil
	}
	k := cc.Int
	switch {
	case b.complex:
		switch {
		case !b.hasWord && !b.short && !b.signed && !b.unsigned && b.longs == 0, b.word == cc.TypeSpecifierDouble &&
			b.hasWord && b.longs == 0:
			k = cc.ComplexDouble
		case b.hasWord && b.word == cc.TypeSpecifierDouble:
			k = cc.ComplexLongDouble
		case b.hasWord && b.word == cc.TypeSpecifierFloat:
			k = cc.ComplexFloat
		default:
			return nil
		}
	case b.hasWord && b.word != cc.TypeSpecifierInt:
		var ok bool
		if k, ok = wordKinds[b.word]; !ok {
			return nil
		}
		switch {
		case k == cc.Char && b.signed:
			k = cc.SChar
		case k == cc.Char && b.unsigned:
			k = cc.UChar
		case k == cc.Int128 && b.unsigned:
			k = cc.UInt128
		case k == cc.Double && b.longs > 0:
			k = cc.LongDouble
		}
	case b.short:
		k = cc.Short
	case b.longs == 1:
		k = cc.Long
	case b.longs > 1:
		k = cc.LongLong
	}
	if b.unsigned {
		switch k {
		case cc.Short:
			k = cc.UShort
		case cc.Int, cc.Long, cc.LongLong:
			k = unsignedOf[k]
		}
	}
	t := basic(k)
	if k == cc.Float128 {
		t.format = Quad
	}
	return t.qualified(b.qual)
}

// wordKinds has the kinds of the words that name a type without further words.
var wordKinds = map[cc.TypeSpecifierCase]cc.Kind{
	cc.TypeSpecifierVoid: cc.Void, cc.TypeSpecifierChar: cc.Char, cc.TypeSpecifierBool: cc.Bool,
	cc.TypeSpecifierInt128: cc.Int128, cc.TypeSpecifierUint128: cc.UInt128, cc.TypeSpecifierFloat: cc.Float,
	cc.TypeSpecifierDouble: cc.Double, cc.TypeSpecifierFloat128: cc.Float128,
}

// typedefOf returns the declarator of a typedef name, or nil if it is not found.
func typedefOf(n *cc.TypeSpecifier) *cc.Declarator {
	tok := n.Token
	for s := n.LexicalScope(); s != nil; s = s.Parent {
		var found *cc.Declarator
		for _, x := range s.Nodes[tok.SrcStr()] {
			if d, ok := x.(*cc.Declarator); ok && d.IsTypename() && d.Visible() <= tok.Seq() {
				found = d
			}
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// named returns the type of a type name, or nil if it is not known.
func (l *typing) named(n *cc.TypeName) *ctype {
	if n == nil {
		return nil
	}
	if t, ok := l.types[n]; ok {
		return t
	}
	t := l.abstract(n.AbstractDeclarator, l.specifierQualifiers(n.SpecifierQualifierList))
	if IsVector(n.Type()) {
		t = nil
	}
	attach(t, n.Type(), 0)
	l.types[n] = t
	return t
}

// pointers returns the type of the pointers p to t.
func pointers(p *cc.Pointer, t *ctype) *ctype {
	for ; p != nil; p = p.Pointer {
		t = pointerTo(t).qualified(qualifierList(p.TypeQualifiers))
	}
	return t
}

// declarator returns the type that a declarator declares with specifiers of type t.
func (l *typing) declarator(d *cc.Declarator, t *ctype) *ctype {
	return l.direct(d.DirectDeclarator, pointers(d.Pointer, t))
}

// direct is declarator for a direct declarator.
func (l *typing) direct(n *cc.DirectDeclarator, t *ctype) *ctype {
	if n == nil || t == nil {
		return t
	}
	switch n.Case {
	case cc.DirectDeclaratorIdent:
		return t
	case cc.DirectDeclaratorDecl:
		return l.declarator(n.Declarator, t)
	case cc.DirectDeclaratorArr, cc.DirectDeclaratorStaticArr, cc.DirectDeclaratorArrStatic:
		return l.direct(n.DirectDeclarator, l.arrayOf(t, n.AssignmentExpression))
	case cc.DirectDeclaratorFuncParam:
		return l.direct(n.DirectDeclarator, l.function(t, n.ParameterTypeList))
	case cc.DirectDeclaratorFuncIdent:
		return l.direct(n.DirectDeclarator, &ctype{kind: cc.Function, elem: t.unqualified()})
	}
	return nil
}

// abstract is declarator for an abstract declarator.
func (l *typing) abstract(n *cc.AbstractDeclarator, t *ctype) *ctype {
	if n == nil || t == nil {
		return t
	}
	return l.directAbstract(n.DirectAbstractDeclarator, pointers(n.Pointer, t))
}

// directAbstract is declarator for a direct abstract declarator.
func (l *typing) directAbstract(n *cc.DirectAbstractDeclarator, t *ctype) *ctype {
	if n == nil || t == nil {
		return t
	}
	switch n.Case {
	case cc.DirectAbstractDeclaratorDecl:
		return l.abstract(n.AbstractDeclarator, t)
	case cc.DirectAbstractDeclaratorArr:
		return l.directAbstract(n.DirectAbstractDeclarator, l.arrayOf(t, n.AssignmentExpression))
	case cc.DirectAbstractDeclaratorFunc:
		return l.directAbstract(n.DirectAbstractDeclarator, l.function(t, n.ParameterTypeList))
	}
	return nil
}

// arrayOf returns the type of an array of t; length is nil for [].
func (l *typing) arrayOf(t *ctype, length cc.ExpressionNode) *ctype {
	r := &ctype{kind: cc.Array, elem: t, len: noLength}
	if length != nil {
		r.len = variableLength
		if v, ok, err := l.ConstInt(length); ok && err == nil && v.IsInt64() && v.Sign() >= 0 {
			r.len = v.Int64()
		}
	}
	return r
}

// function returns the type of a function that returns t; list is nil for ().
func (l *typing) function(t *ctype, list *cc.ParameterTypeList) *ctype {
	r := &ctype{kind: cc.Function, elem: t.unqualified()}
	if list == nil {
		return r
	}
	r.proto, r.variadic = true, list.Case == cc.ParameterTypeListVar
	for x := list.ParameterList; x != nil; x = x.ParameterList {
		p := x.ParameterDeclaration
		q := l.specifiers(p.DeclarationSpecifiers)
		if p.Declarator != nil {
			q = l.declarator(p.Declarator, q)
		} else {
			q = l.abstract(p.AbstractDeclarator, q)
		}
		if q == nil {
			return nil
		}
		r.params = append(r.params, q.parameter())
	}
	if len(r.params) == 1 && r.params[0].kind == cc.Void {
		r.params = nil
	}
	return r
}

// fromCC converts a type of cc, for declarations without text. It returns nil if it cannot. depth bounds the recursion.
func (l *typing) fromCC(t cc.Type, depth int) *ctype {
	if t == nil || t.Kind() == cc.InvalidKind || IsVector(t) || depth > 100 {
		return nil
	}
	var q qualifiers
	if a := t.Attributes(); a != nil {
		if a.IsConst() {
			q |= isConst
		}
		if a.IsVolatile() {
			q |= isVolatile
		}
	}
	r := &ctype{kind: t.Kind(), format: FormatOf(t), bits: BitsOf(t), cc: t}
	switch x := t.(type) {
	case *cc.PointerType:
		r = pointerTo(l.fromCC(x.Elem(), depth+1))
	case *cc.ArrayType:
		r.elem, r.len = l.fromCC(x.Elem(), depth+1), noLength
		if n, ok, err := l.ArrayLen(x); ok && err == nil {
			r.len = n
		} else if x.SizeExpression() != nil {
			r.len = variableLength
		}
		if r.elem == nil {
			return nil
		}
	case *cc.FunctionType:
		if r.elem = l.fromCC(x.Result(), depth+1); r.elem == nil {
			return nil
		}
		r.proto, r.variadic = len(x.Parameters()) > 0 || x.MaxArgs() == 0, x.IsVariadic()
		if x.MaxArgs() == 0 {
			break
		}
		for _, p := range x.Parameters() {
			u := l.fromCC(p.Type().Decay(), depth+1)
			if u == nil {
				return nil
			}
			r.params = append(r.params, u)
		}
	case *cc.StructType, *cc.UnionType, *cc.EnumType:
	default:
		r.cc = nil
		if i, ok := l.scalar(r.kind); (!ok || i.size == 0) && r.format == Standard {
			return nil
		}
	}
	return r.qualified(q)
}

// attach records cc's types of the functions in t, from which toCC makes other types. depth bounds the recursion.
func attach(t *ctype, c cc.Type, depth int) {
	if t == nil || c == nil || t.kind != c.Kind() || depth > 20 {
		return
	}
	switch c := c.(type) {
	case *cc.PointerType:
		attach(t.elem, c.Elem(), depth+1)
	case *cc.ArrayType:
		attach(t.elem, c.Elem(), depth+1)
	case *cc.FunctionType:
		if t.cc == nil {
			t.cc = c
		}
		attach(t.elem, c.Result(), depth+1)
	}
}
