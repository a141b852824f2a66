package link

import (
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
)

// Attributes holds the attributes of a function without a body that describe the pointer it returns.
type Attributes struct {
	Fresh       bool // attribute malloc: no other pointer points to the result's object
	Nonnull     bool
	Size, Count int            // the arguments whose product is the size in bytes; -1 if there is none
	Frees       []Deallocation // attribute malloc(f, n): the functions that free it (deallocators.go)
}

// noteAttributes records the attributes of d, a declaration of the function s. It reads them from the syntax in nodes,
// since cc drops the attributes of functions that return pointers.
func (s *Symbol) noteAttributes(l *Program, d *cc.Declarator, nodes []cc.Node) {
	ft, ok := d.Type().(*cc.FunctionType)
	if !ok || ft.Result().Kind() != cc.Ptr {
		return
	}
	l.attributesIn(nodes, !declaresFunction(d), s.noteAttribute)
}

// declaresFunction reports whether the declarator of a function has its own parameter list. It has none if the type of
// the function is a typedef.
func declaresFunction(d *cc.Declarator) bool {
	for x := d.DirectDeclarator; x != nil; x = x.DirectDeclarator {
		switch x.Case {
		case cc.DirectDeclaratorFuncParam, cc.DirectDeclaratorFuncIdent:
			return true
		case cc.DirectDeclaratorDecl:
			return declaresFunction(x.Declarator)
		case cc.DirectDeclaratorIdent, cc.DirectDeclaratorArr, cc.DirectDeclaratorStaticArr, cc.DirectDeclaratorArrStatic,
			cc.DirectDeclaratorStar:
		}
	}
	return false
}

// attributesIn calls note for each attribute in the nodes of a declaration, and if typedefs is set, for each attribute
// of the typedefs in them.
func (l *Program) attributesIn(nodes []cc.Node, typedefs bool, note func(*cc.AttributeValue)) {
	for _, n := range nodes {
		csrc.Walk(n, func(n cc.Node) bool {
			switch n := n.(type) {
			case *cc.AttributeValue:
				note(n)
			case *cc.TypeSpecifier: // attributes there belong to a type or its members
				if typedefs && n.Case == cc.TypeSpecifierTypeName {
					for _, v := range l.TypedefAttrs()[n.Token.SrcStr()] {
						note(v)
					}
				}
				return false
			}
			return true
		})
	}
}

// declaredAttrs holds the attributes alloc_size of declarations that declare no function.
type declaredAttrs struct {
	typedefs map[string][]*cc.AttributeValue // by name
	pointers map[*cc.Declarator]*Attributes  // variables, parameters and members that point to functions
}

// attributedDeclaration is a declaration of a function that returns a pointer, with its attributes.
type attributedDeclaration struct {
	unit int
	d    *cc.Declarator
	vals []*cc.AttributeValue
}

// TypedefAttrs returns the attributes alloc_size of typedefs, by name. Its first call reads the attributes of all
// declarations.
func (l *Program) TypedefAttrs() map[string][]*cc.AttributeValue {
	if l.declAttrs != nil {
		return l.declAttrs.typedefs
	}
	if l.facts.attrs == nil {
		l.facts.attrs = &declaredAttrs{map[string][]*cc.AttributeValue{}, map[*cc.Declarator]*Attributes{}}
		l.declAttrs = l.facts.attrs
		for i := range l.Units {
			l.findAttrs(i)
		}
	}
	l.declAttrs = l.facts.attrs
	for _, a := range l.facts.attributed { // these include declarations in blocks
		s := l.Units[a.unit].Lookup(a.d)
		for _, v := range a.vals {
			s.noteAttribute(v)
		}
	}
	return l.declAttrs.typedefs
}

// findAttrs fills declAttrs from a translation unit, and lists its declarations of functions with attributes.
func (l *Program) findAttrs(unit int) {
	enter := func(d *cc.Declarator, nodes ...cc.Node) {
		if d == nil || d.Type() == nil {
			return
		}
		if ft, isFunc := d.Type().(*cc.FunctionType); isFunc && !d.IsTypename() {
			a := attributedDeclaration{unit: unit, d: d}
			if d.Linkage() != cc.None && ft.Result().Kind() == cc.Ptr {
				l.attributesIn(nodes, !declaresFunction(d), func(v *cc.AttributeValue) { a.vals = append(a.vals, v) })
			}
			if len(a.vals) > 0 {
				l.facts.attributed = append(l.facts.attributed, a)
			}
			return
		}
		s := &Symbol{}
		l.attributesIn(nodes, true, func(v *cc.AttributeValue) {
			if attributeName(v) == "alloc_size" {
				s.noteAttribute(v)
				if d.IsTypename() {
					l.declAttrs.typedefs[d.Name()] = append(l.declAttrs.typedefs[d.Name()], v)
				}
			}
		})
		if s.Alloc != nil && !d.IsTypename() {
			l.declAttrs.pointers[d] = s.Alloc
		}
	}
	csrc.Walk(l.Units[unit].AST.TranslationUnit, func(n cc.Node) bool {
		switch n := n.(type) {
		case *cc.Declaration:
			for list := n.InitDeclaratorList; list != nil; list = list.InitDeclaratorList {
				d := list.InitDeclarator.Declarator
				enter(d, n.DeclarationSpecifiers, list.InitDeclarator.AttributeSpecifierList, list.AttributeSpecifierList,
					n.AttributeSpecifierList)
			}
		case *cc.StructDeclaration:
			for list := n.StructDeclaratorList; list != nil; list = list.StructDeclaratorList {
				if list.StructDeclarator != nil {
					enter(list.StructDeclarator.Declarator, n.SpecifierQualifierList, n.AttributeSpecifierList)
				}
			}
		case *cc.ParameterDeclaration:
			enter(n.Declarator, n.DeclarationSpecifiers, n.AttributeSpecifierList)
		}
		return true
	})
}

// CalleeAttr returns the attributes of the function pointer in the call n, or nil if there are none.
func (l *Program) CalleeAttr(n *cc.PostfixExpression) *Attributes {
	if n == nil {
		return nil
	}
	l.TypedefAttrs()
	if len(l.declAttrs.pointers) == 0 {
		return nil
	}
	x := csrc.Strip(n.PostfixExpression)
	for {
		switch y := x.(type) {
		case *cc.UnaryExpression:
			if y.Case != cc.UnaryExpressionDeref {
				return nil
			}
			x = csrc.Strip(y.CastExpression)
		case *cc.PostfixExpression:
			switch y.Case {
			case cc.PostfixExpressionIndex:
				x = csrc.Strip(y.PostfixExpression)
			case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
				if y.Field() == nil {
					return nil
				}
				return l.declAttrs.pointers[y.Field().Declarator()]
			default: // sound: nothing is known of the function
				return nil
			}
		case *cc.PrimaryExpression:
			d, ok := y.ResolvedTo().(*cc.Declarator)
			if !ok {
				return nil
			}
			return l.declAttrs.pointers[d]
		default:
			return nil
		}
	}
}

// noteAttribute records the attribute v of s, a function that returns a pointer. It ignores attributes that Attributes
// has no field for, except noreturn.
func (s *Symbol) noteAttribute(v *cc.AttributeValue) {
	name := attributeName(v)
	switch name {
	case "noreturn":
		s.NoReturn = true
		return
	case "malloc", "alloc_size", "returns_nonnull":
	default:
		return
	}
	if s.Alloc == nil {
		s.Alloc = &Attributes{Size: -1, Count: -1}
	}
	switch name {
	case "malloc":
		s.Alloc.Fresh = true
		s.Alloc.noteDeallocator(v)
	case "returns_nonnull":
		s.Alloc.Nonnull = true
	case "alloc_size":
		if s.Alloc.Size >= 0 { // gcc uses the first declaration that has the attribute
			return
		}
		for i, x := range csrc.ArgNodes(v.ArgumentExpressionList) {
			n, ok := attributeArg(x)
			switch {
			case !ok:
			case i == 0:
				s.Alloc.Size = n
			case i == 1:
				s.Alloc.Count = n
			}
		}
	}
}

// attributeArg returns the index (from 0) of the argument that x, a number in an attribute, names. The result ok is
// false if x is not a number between 1 and 100.
func attributeArg(x cc.ExpressionNode) (arg int, ok bool) {
	n, ok := x.Value().(cc.Int64Value)
	if p, isInt := x.(*cc.PrimaryExpression); !ok && isInt { // cc does not look into attributes of parameters
		k, err := strconv.ParseInt(p.Token.SrcStr(), 0, 64)
		n, ok = cc.Int64Value(k), err == nil
	}
	return int(n) - 1, ok && n >= 1 && n <= 100
}

// attributeName returns the name of an attribute without the underscores around it.
func attributeName(v *cc.AttributeValue) string {
	return strings.TrimSuffix(strings.TrimPrefix(v.Token.SrcStr(), "__"), "__")
}

// Deallocation is a deallocator that one attribute malloc(f, n) names.
type Deallocation struct {
	Name string // the name of f
	Arg  int    // the index of the argument, from 0
}

// noteDeallocator records the arguments of an attribute malloc.
func (a *Attributes) noteDeallocator(v *cc.AttributeValue) {
	args := csrc.ArgNodes(v.ArgumentExpressionList)
	if len(args) == 0 {
		return
	}
	f, ok := csrc.Strip(args[0]).(*cc.PrimaryExpression)
	if !ok || f.Case != cc.PrimaryExpressionIdent {
		return
	}
	d := Deallocation{Name: f.Token.SrcStr()}
	if len(args) > 1 {
		n, ok := attributeArg(args[1])
		if !ok {
			return
		}
		d.Arg = n
	}
	if !slices.Contains(a.Frees, d) {
		a.Frees = append(a.Frees, d)
	}
}

// Nonnull returns the arguments (from 0) that attributes nonnull of a function name; all is true if they mean every
// pointer.
func (l *Program) Nonnull(s *Symbol) (all bool, some map[int]bool) {
	some = map[int]bool{}
	for _, d := range l.nonnullDeclarations()[s.Name] {
		if s.Static && l.Units[d.unit] != s.Unit {
			continue
		}
		args := csrc.ArgNodes(d.attr.ArgumentExpressionList)
		all = all || len(args) == 0
		for _, x := range args {
			if n, ok := attributeArg(x); ok {
				some[n] = true
			}
		}
	}
	return all, some
}

// nonnullDeclaration is an attribute nonnull of a declaration in one of the files.
type nonnullDeclaration struct {
	unit int
	attr *cc.AttributeValue
}

// nonnullDeclarations returns the attributes nonnull of declarations outside of functions, by declared name. It caches
// them.
func (l *Program) nonnullDeclarations() map[string][]nonnullDeclaration {
	if l.facts.nonnull != nil {
		return l.facts.nonnull
	}
	out := map[string][]nonnullDeclaration{}
	for i, u := range l.Units {
		note := func(d *cc.Declarator, nodes ...cc.Node) {
			l.attributesIn(nodes, false, func(v *cc.AttributeValue) {
				if attributeName(v) == "nonnull" {
					name := u.linkName(d.Name())
					out[name] = append(out[name], nonnullDeclaration{i, v})
				}
			})
		}
		for tu := u.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
			x := tu.ExternalDeclaration
			switch x.Case {
			case cc.ExternalDeclarationFuncDef:
				d := x.FunctionDefinition.Declarator
				note(d, x.FunctionDefinition.DeclarationSpecifiers, d.Pointer)
			case cc.ExternalDeclarationDecl:
				n := x.Declaration
				if n.Case != cc.DeclarationDecl {
					continue
				}
				for list := n.InitDeclaratorList; list != nil; list = list.InitDeclaratorList {
					d := list.InitDeclarator.Declarator
					if d.IsTypename() {
						continue
					}
					note(d, n.DeclarationSpecifiers, d.Pointer, list.InitDeclarator.AttributeSpecifierList,
						list.AttributeSpecifierList)
					if list.InitDeclaratorList == nil {
						note(d, n.AttributeSpecifierList)
					}
				}
			}
		}
	}
	l.facts.nonnull = out
	return out
}
