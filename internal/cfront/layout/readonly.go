package layout

import (
	"modernc.org/cc/v4"
)

// IsConst reports whether a declared object is const or an array of const elements, by the qualifiers of its
// declaration and of the typedefs in it. A const of the structure around a member does not count.
func (l *Layout) IsConst(d *cc.Declarator) bool {
	s, ok := l.typing.decls[d]
	if !ok { // declared by cc itself, which confuses the levels of pointers
		return d.IsConst() && d.Type().Kind() != cc.Ptr
	}
	t := l.typing.declared(d)
	if t == nil { // a vector, or made of vectors
		t = l.typing.declarator(d, l.typing.opaque(s))
	}
	return t.elementConst()
}

// IsRestrict reports whether a declared pointer is restrict, by the qualifiers of its declaration and of the typedefs
// and typeofs in it.
func (l *Layout) IsRestrict(d *cc.Declarator) bool {
	t := l.typing.declared(d)
	if s, ok := l.typing.decls[d]; ok && t == nil { // made of vectors
		t = l.typing.declarator(d, l.typing.opaque(s))
	}
	return t != nil && t.qual&isRestrict != 0
}

// NamesConst reports whether a type name names a const type or an array of const elements.
func (l *Layout) NamesConst(n *cc.TypeName) bool {
	t := l.typing.named(n)
	if t == nil {
		t = l.typing.abstract(n.AbstractDeclarator, l.typing.opaque(declSpec{field: n.SpecifierQualifierList}))
	}
	return t.elementConst()
}

// elementConst reports whether t, or the innermost element of an array t, is const.
func (t *ctype) elementConst() bool {
	for t != nil && t.kind == cc.Array {
		t = t.elem
	}
	return t != nil && t.qual&isConst != 0
}

// opaque returns a type of no kind for specifiers whose type is not known. Only its qualifiers are right: the
// qualifiers among the specifiers, and the const and restrict of a typedef that they name.
func (l *typing) opaque(s declSpec) *ctype {
	t := &ctype{kind: cc.InvalidKind}
	note := func(q *cc.TypeQualifier, n *cc.TypeSpecifier) {
		t.qual |= qualifierOf(q)
		if n != nil && n.Case == cc.TypeSpecifierTypeName {
			if d := typedefOf(n); d != nil {
				if l.IsConst(d) {
					t.qual |= isConst
				}
				if l.IsRestrict(d) {
					t.qual |= isRestrict
				}
			}
		}
	}
	for n := s.decl; n != nil; n = n.DeclarationSpecifiers {
		note(n.TypeQualifier, n.TypeSpecifier)
	}
	for n := s.field; n != nil; n = n.SpecifierQualifierList {
		note(n.TypeQualifier, n.TypeSpecifier)
	}
	return t
}
