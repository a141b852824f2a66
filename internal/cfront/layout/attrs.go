package layout

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
)

// spec has the attributes of the definition of a struct or union, which determine its layout together with the types of
// its members.
type spec struct {
	packed bool
	align  int64 // the aligned attribute in bytes, 0 if there is none
	pack   int   // the #pragma pack in force, 0 if there is none
	fields []fieldAttrs
	err    error // set if an attribute is not supported
}

// fieldAttrs are the attributes of one member.
type fieldAttrs struct {
	align  int64 // in bytes, 0 if there is none
	packed bool
	merged bool              // cc has added the aligned attribute to the type of the member
	gone   bool              // the declaration declares no member
	empty  int64             // the alignment of the member's type, if this is unnamed and has no members
	width  cc.ExpressionNode // the width of a bit-field, or nil
}

// attrs has the attributes that affect layouts, from one list of attributes.
type attrs struct {
	packed bool
	align  int64
	err    error
}

// Add reads the tree of a unit: attributes of structs, #pragma pack, and enumerations. It has to be called before types
// of the unit are laid out. It also compares values that cc has folded, as the package comment describes, and checks
// _Static_asserts. The error is a *csrc.Error with a position.
func (l *Layout) Add(u *csrc.Unit) error {
	a := &adder{l: l, u: u, pack: u.Pack, anonymous: map[*cc.StructOrUnionSpecifier]bool{},
		packed: map[*cc.EnumSpecifier]bool{}}
	csrc.Walk(u.AST.TranslationUnit, a.collect)
	a.l.vectors = a.l.vectors || u.Vectors
	if a.err == nil {
		csrc.Walk(u.AST.TranslationUnit, a.newRetyper().visit)
	}
	if a.err == nil {
		csrc.Walk(u.AST.TranslationUnit, a.check)
	}
	if a.err != nil {
		return a.err
	}
	return nil
}

// adder reads one unit.
type adder struct {
	l     *Layout
	u     *csrc.Unit
	pack  int // the #pragma pack in force, 0 if there is none
	stack []packState
	err   error // the first error

	anonymous map[*cc.StructOrUnionSpecifier]bool // types of unnamed members that have no members themselves
	packed    map[*cc.EnumSpecifier]bool          // enumerations with the attribute packed
}

// packState is an entry of the stack of #pragma pack(push).
type packState struct {
	label string
	n     int // the value that pop restores
}

// fail records an error at n, unless an earlier one is recorded.
func (a *adder) fail(n cc.Node, msg string) {
	if a.err == nil {
		a.err = &csrc.Error{Pos: a.u.Pos(n), Msg: msg}
	}
}

// collect records the declarations, attributes, pragmas and enumerations at a node.
func (a *adder) collect(n cc.Node) bool {
	a.l.typing.collectTypes(n)
	switch n := n.(type) {
	case *cc.StructOrUnionSpecifier:
		if i, ok := csrc.PackIndex(n); ok && i < len(a.u.Packs) {
			a.pragma(a.u.Packs[i])
		} else if n.Case == cc.StructOrUnionSpecifierDef {
			a.structure(n)
		}
	case *cc.EnumSpecifier:
		if n.Case == cc.EnumSpecifierDef {
			e := a.l.addEnum(enumerators(n))
			if e.c23 = a.u.Standard >= csrc.C23; n.EnumTypeSpecifier != nil {
				e.fixed = n.EnumTypeSpecifier.SpecifierQualifierList
			}
			e.short = a.u.ShortEnums || a.packed[n]
			e.typ, _ = n.Type().(*cc.EnumType)
		}
	case *cc.DeclarationSpecifiers:
		if next := n.DeclarationSpecifiers; next != nil {
			a.packedEnum(n.TypeSpecifier, next.AttributeSpecifierList, next.TypeQualifier)
		}
	case *cc.SpecifierQualifierList:
		if next := n.SpecifierQualifierList; next != nil {
			a.packedEnum(n.TypeSpecifier, nil, next.TypeQualifier)
		}
	}
	return a.err == nil
}

// pragma changes the state as gcc's handle_pragma_pack does.
func (a *adder) pragma(p csrc.Pack) {
	switch {
	case p.Push:
		a.stack = append(a.stack, packState{p.Label, a.pack})
	case p.Pop:
		k := len(a.stack) - 1
		for p.Label != "" && k >= 0 && a.stack[k].label != p.Label {
			k--
		}
		if k >= 0 {
			a.pack = a.stack[k].n
			a.stack = a.stack[:k]
		}
	}
	if p.Set {
		a.pack = p.N
	}
}

// structure records the definition of a struct or union. It leaves out the definitions nested in it, which Walk visits
// on their own.
func (a *adder) structure(n *cc.StructOrUnionSpecifier) {
	s := &spec{pack: a.pack, packed: a.u.PackAll}
	for _, list := range []*cc.AttributeSpecifierList{n.AttributeSpecifierList, n.AttributeSpecifierList2} {
		at := a.l.attributes(list)
		s.packed = s.packed || at.packed
		s.align = max(s.align, at.align)
		if at.err != nil {
			s.err = at.err
		}
	}
	for d := n.StructDeclarationList; d != nil; d = d.StructDeclarationList {
		s.fields = append(s.fields, a.declaration(d.StructDeclaration, s)...)
	}
	key := canonical(n.Type())
	if key == nil {
		switch {
		case s.align <= 1:
		case n.Token.SrcStr() == "":
			// The type could not be found again. If it is the type of an unnamed member, declaration has recorded its alignment.
			if !a.anonymous[n] {
				a.fail(n, "an unnamed struct without members but with an aligned attribute is not supported")
			}
		default:
			a.l.empty[n.Token] = s.align
		}
		return
	}
	if fs := Fields(key); len(fs) != len(s.fields) {
		a.fail(n, "members of this struct are not understood")
		return
	}
	a.l.specs[key] = s
}

// declaration returns the attributes of the members that a declaration within a struct declares; errors go to s.
func (a *adder) declaration(d *cc.StructDeclaration, s *spec) (fs []fieldAttrs) {
	if d == nil || d.Case != cc.StructDeclarationDecl {
		return nil
	}
	var common fieldAttrs
	member := false // the declaration declares an unnamed member
	for q := d.SpecifierQualifierList; q != nil; q = q.SpecifierQualifierList {
		switch {
		case q.AlignmentSpecifier != nil:
			if n, err := a.l.alignas(q.AlignmentSpecifier); err != nil {
				s.err = err
			} else {
				common.align = max(common.align, n)
			}
		case q.TypeQualifier != nil && q.TypeQualifier.Case == cc.TypeQualifierAttr:
			at := a.l.attributes(q.TypeQualifier.AttributeSpecifierList)
			if at.err != nil {
				s.err = at.err
			}
			common.packed = common.packed || at.packed
			common.align = max(common.align, at.align)
			common.merged = common.merged || at.align > 0
		case q.TypeSpecifier != nil && q.TypeSpecifier.Case == cc.TypeSpecifierStructOrUnion:
			sp := q.TypeSpecifier.StructOrUnionSpecifier
			member = sp.Case == cc.StructOrUnionSpecifierDef && sp.Token.SrcStr() == ""
			if member && d.StructDeclaratorList == nil && canonical(sp.Type()) == nil {
				for _, list := range []*cc.AttributeSpecifierList{sp.AttributeSpecifierList, sp.AttributeSpecifierList2} {
					common.empty = max(common.empty, a.l.attributes(list).align)
				}
				a.anonymous[sp] = true
			}
		case enumDefined(q.TypeSpecifier) != nil:
			if next := q.SpecifierQualifierList; next != nil && next.TypeQualifier != nil &&
				a.l.attributes(qualifierAttributes(next.TypeQualifier)).packed {
				q = next // the attribute applies to the enumeration and not to the member
			}
		}
	}
	if d.StructDeclaratorList == nil {
		common.gone = !member
		return []fieldAttrs{common}
	}
	for x := d.StructDeclaratorList; x != nil; x = x.StructDeclaratorList {
		f := common
		if x.StructDeclarator.Case == cc.StructDeclaratorBitField {
			f.width = x.StructDeclarator.ConstantExpression
		}
		fs = append(fs, f)
	}
	// Attributes at the end belong to the last declarator.
	at := a.l.attributes(d.AttributeSpecifierList)
	if at.err != nil {
		s.err = at.err
	}
	if a.u.Vectors && hasVectorSize(d.AttributeSpecifierList) {
		// cc drops the attribute here.
		s.err = errorf("attribute vector_size after the name of a member is not supported: put it before the type")
	}
	last := &fs[len(fs)-1]
	last.packed = last.packed || at.packed
	last.align = max(last.align, at.align)
	return fs
}

// packedEnum records `enum E {...} __attribute__((packed))`. t is a type specifier; list and q are the attributes and
// the qualifier after it.
func (a *adder) packedEnum(t *cc.TypeSpecifier, list *cc.AttributeSpecifierList, q *cc.TypeQualifier) {
	if e := enumDefined(t); e != nil && (a.l.attributes(list).packed || a.l.attributes(qualifierAttributes(q)).packed) {
		a.packed[e] = true
	}
}

// enumDefined returns the enumeration that a type specifier defines, or nil.
func enumDefined(t *cc.TypeSpecifier) *cc.EnumSpecifier {
	if t == nil || t.Case != cc.TypeSpecifierEnum || t.EnumSpecifier.Case != cc.EnumSpecifierDef {
		return nil
	}
	return t.EnumSpecifier
}

// qualifierAttributes returns the attributes of q, or nil if q is nil or a qualifier without attributes.
func qualifierAttributes(q *cc.TypeQualifier) *cc.AttributeSpecifierList {
	if q == nil || q.Case != cc.TypeQualifierAttr {
		return nil
	}
	return q.AttributeSpecifierList
}

// attributes reads a list of attributes; nil is the empty list.
func (l *Layout) attributes(list *cc.AttributeSpecifierList) (r attrs) {
	for ; list != nil; list = list.AttributeSpecifierList {
		for v := list.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
			val := v.AttributeValue
			switch strings.Trim(val.Token.SrcStr(), "_") {
			case "packed":
				r.packed = true
			case "aligned":
				n := int64(16)
				if val.Case == cc.AttributeValueExpr && val.ArgumentExpressionList != nil {
					x, ok, err := l.ConstInt(val.ArgumentExpressionList.AssignmentExpression)
					if err != nil || !ok || !x.IsInt64() || x.Sign() <= 0 || x.Int64()&(x.Int64()-1) != 0 || x.Int64() > 1<<28 {
						r.err = errorf("alignment is not a constant power of two")
						continue
					}
					n = x.Int64()
				}
				r.align = max(r.align, n)
			case "ms_struct", "scalar_storage_order", "mode":
				r.err = errorf("attribute %s is not supported", val.Token.SrcStr())
			}
		}
	}
	return r
}

// hasVectorSize reports whether a list has the attribute vector_size.
func hasVectorSize(list *cc.AttributeSpecifierList) bool {
	for ; list != nil; list = list.AttributeSpecifierList {
		for v := list.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
			if strings.Trim(v.AttributeValue.Token.SrcStr(), "_") == "vector_size" {
				return true
			}
		}
	}
	return false
}

// alignas returns the alignment in bytes of an _Alignas, where 0 has no effect.
func (l *Layout) alignas(n *cc.AlignmentSpecifier) (int64, error) {
	if n.Case == cc.AlignmentSpecifierType {
		return l.minAlignof(n.TypeName.Type())
	}
	v, ok, err := l.ConstInt(n.ConstantExpression)
	switch {
	case err != nil:
		return 0, err
	case !ok || !v.IsInt64() || v.Sign() < 0 || v.Int64()&(v.Int64()-1) != 0 || v.Int64() > 1<<28:
		return 0, errorf("alignment is not a constant power of two")
	}
	return v.Int64(), nil
}
