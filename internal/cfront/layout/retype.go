package layout

import (
	"fmt"
	"reflect"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
)

// retyper corrects types in cc's tree. cc computes the types of typeof, __auto_type and _Generic while it checks a
// unit, and builds further types on them. Where they are not C's types, retyper overwrites them in the order of the
// source: the types of declarators, members, type names and expressions, and the selected association of a _Generic. cc
// has no functions for that, so the fields are set by reflection; TestRetype fails if a new version of cc has other
// fields.
type retyper struct {
	a     *adder
	array *cc.ArrayType       // any array type of cc, from which others are made
	kinds map[cc.Kind]cc.Type // void and the arithmetic types of cc
}

// newRetyper returns a retyper for the unit.
func (a *adder) newRetyper() *retyper {
	return &retyper{a: a, kinds: field(a.u.AST, "kinds").Interface().(map[cc.Kind]cc.Type)}
}

// field returns the named field of a struct of cc that p points to.
func field(p any, name string) reflect.Value { return csrc.Hidden(p, name) }

// setType overwrites a field that is a type or contains one (cc's typer).
func setType(p any, name string, t cc.Type) {
	v := field(p, name)
	if v.Kind() == reflect.Struct {
		v = field(v.Addr().Interface(), "typ")
	}
	v.Set(reflect.ValueOf(t))
}

// visit corrects the types at a node; it is called for the nodes of the tree in order.
func (r *retyper) visit(n cc.Node) bool {
	l := r.a.l
	switch n := n.(type) {
	case *cc.Declarator:
		if _, ok := l.typing.decls[n]; ok && n.Type() != nil {
			r.noteArray(n.Type())
			r.replace(n, n, l.typing.declared(n), n.Type(), "the type of "+n.Name())
		}
	case *cc.TypeName:
		r.noteArray(n.Type())
		r.replace(n, n, l.typing.named(n), n.Type(), "this type")
	case *cc.StructOrUnionSpecifier:
		r.members(n)
	case *cc.GenericSelection:
		if k := n.AssignmentExpression.Type(); k == nil || k.Kind() == cc.InvalidKind {
			return false // in an association that cc has not checked
		}
		e := l.typing.selected(n)
		if list := expressions(e); e == nil || len(list) > 1 && isName(list[0], noName) {
			r.a.fail(n, "_Generic: no association has the type of the controlling expression, or it is one in another _Generic")
			return false
		}
		if a := n.Associated(); a == nil || a.AssignmentExpression != e {
			field(n, "assoc").Set(reflect.ValueOf(&cc.GenericAssociation{AssignmentExpression: e}))
		}
	case cc.ExpressionNode:
		r.expression(n)
	}
	return r.a.err == nil
}

// members corrects the types of the members of a struct or union.
func (r *retyper) members(n *cc.StructOrUnionSpecifier) {
	if n.Case != cc.StructOrUnionSpecifierDef {
		return
	}
	for _, f := range Fields(n.Type()) {
		if d := f.Declarator(); d != nil && d.Type() != nil && f.Type() != nil {
			r.replace(d, f, r.a.l.typing.declared(d), f.Type(), "the type of member "+f.Name())
		}
	}
}

// noteArray remembers t if it is an array type.
func (r *retyper) noteArray(t cc.Type) {
	if a, ok := t.(*cc.ArrayType); ok {
		r.array = a
	}
}

// replace sets the type of p, which is old, to t if the two differ. Errors refer to the node n, to which p belongs, and
// describe p by the text what.
func (r *retyper) replace(n cc.Node, p any, t *ctype, old cc.Type, what string) {
	if t == nil || old.Kind() == cc.InvalidKind || !t.lessQualified(old) && !r.differs(t, old, 0) {
		return
	}
	c := r.toCC(t, old)
	if c == nil {
		r.a.fail(n, what+" is not understood here: write it without typeof and __auto_type")
		return
	}
	setType(p, "typ", c)
}

// expression corrects the type of an expression.
func (r *retyper) expression(n cc.ExpressionNode) {
	is := n.Type()
	if x, ok := bare(n).(*cc.PostfixExpression); ok && x.Field() != nil && x.Field().IsBitfield() {
		return // the lowering uses the member
	}
	if is == nil || is.Kind() == cc.InvalidKind {
		return
	}
	t := r.a.l.typing.typeOf(n)
	if t == nil || t.width > 0 {
		return
	}
	decay := false
	if u := is.Undecay(); u != is && u != nil {
		is, decay = u, true
	}
	if (t.kind == cc.Array || t.kind == cc.Function) && is.Kind() == cc.Ptr {
		decay = true
		if !r.differs(t.decayed(), is, 0) {
			return
		}
	} else if !r.differs(t, is, 0) {
		return
	}
	c := r.toCC(t, is)
	if c == nil {
		return
	}
	if decay {
		c = c.Decay()
	}
	if p, ok := n.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionGeneric {
		setType(p.GenericSelection, "typ", c)
	}
	setType(n, "typ", c)
}

// lessQualified reports whether typeof_unqual has removed qualifiers that cc's type, or its elements, still have.
func (t *ctype) lessQualified(c cc.Type) bool {
	for t.kind == cc.Array {
		a, ok := c.(*cc.ArrayType)
		if !ok {
			return false
		}
		t, c = t.elem, a.Elem()
		if t == nil {
			return false
		}
	}
	a := c.Attributes()
	return t.bare && (a.IsConst() && t.qual&isConst == 0 || a.IsVolatile() && t.qual&isVolatile == 0)
}

// differs reports whether cc's type c describes other objects than t. It ignores qualifiers, and the names of integer
// types of the same size. depth bounds the recursion.
func (r *retyper) differs(t *ctype, c cc.Type, depth int) bool {
	if depth > 8 || c == nil || t.width > 0 {
		return false
	}
	if IsVector(c) {
		return false
	}
	if t.integer() && cc.IsIntegerType(c) {
		if t.kind == cc.Bool && c.Kind() == cc.Enum || t.bits != BitsOf(c) {
			return true
		}
		a := r.a.l.like(c)
		bits, signed := r.a.l.precision(t)
		return a == nil || a.bits != bits || a.signed != signed || a.bool != (t.kind == cc.Bool)
	}
	if t.kind != c.Kind() || t.format != FormatOf(c) {
		return true
	}
	switch x := c.(type) {
	case *cc.PointerType:
		return r.differs(t.elem, x.Elem(), depth+1)
	case *cc.ArrayType:
		if n, ok, err := r.a.l.ArrayLen(x); err == nil && (ok && t.len >= 0 && n != t.len || !ok && t.len >= 0) {
			return true
		}
		return r.differs(t.elem, x.Elem(), depth+1)
	case *cc.FunctionType:
		if r.differs(t.elem, x.Result(), depth+1) {
			return true
		}
		ps := x.Parameters()
		if t.proto && len(t.params) == 0 && x.MaxArgs() != 0 && !t.variadic {
			return true
		}
		if !t.proto || len(ps) != len(t.params) {
			return false
		}
		for i, p := range ps {
			if r.differs(t.params[i], p.Type().Decay(), depth+1) {
				return true
			}
		}
	case *cc.StructType, *cc.UnionType:
		return !sameRecord(t.cc, c)
	}
	return false
}

// toCC returns a type of cc for t, or nil if it cannot make one. It takes parts of the new type from old, the present
// type in cc's tree.
func (r *retyper) toCC(t *ctype, old cc.Type) cc.Type {
	if t == nil || t.width > 0 {
		return nil
	}
	switch t.kind {
	case cc.Ptr:
		var in cc.Type
		switch old := old.(type) {
		case *cc.PointerType:
			in = old.Elem()
		case *cc.FunctionType:
			in = old
		}
		if e := r.toCC(t.elem, in); e != nil {
			return e.Pointer()
		}
		return nil
	case cc.Array:
		var in cc.Type
		if a, ok := old.(*cc.ArrayType); ok {
			in = a.Elem()
		}
		e := r.toCC(t.elem, in)
		if e == nil || t.len == variableLength || r.array == nil {
			return nil
		}
		a := *r.array
		field(&a, "elems").SetInt(t.len)
		for _, name := range []string{"attributer", "expr", "namer", "ptr"} {
			field(&a, name).SetZero()
		}
		setType(&a, "elem", e)
		return &a
	case cc.Function:
		f, ok := old.(*cc.FunctionType)
		if !ok {
			f, ok = t.cc.(*cc.FunctionType)
		}
		if !ok || t.proto && len(t.params) != 0 && len(t.params) != len(f.Parameters()) {
			return nil
		}
		g := *f
		result := r.toCC(t.elem, f.Result())
		if result == nil {
			return nil
		}
		setType(&g, "result", result)
		field(&g, "ptr").SetZero()
		if t.proto && len(t.params) == 0 { // C23's ()
			field(&g, "maxArgs").SetInt(0)
		}
		var ps []*cc.Parameter
		for i, p := range f.Parameters() {
			q := *p
			if t.proto && len(t.params) > 0 {
				c := r.toCC(t.params[i], p.Type())
				if c == nil {
					return nil
				}
				setType(&q, "typ", c)
			}
			ps = append(ps, &q)
		}
		field(&g, "fp").Set(reflect.ValueOf(ps))
		return &g
	case cc.Struct, cc.Union, cc.Enum:
		return t.cc
	}
	if t.bits > 0 {
		_, signed := r.a.l.precision(t)
		return r.typedef(fmt.Sprintf("__tandem_%sbitint_%d", map[bool]string{false: "u"}[signed], t.bits))
	}
	if t.format == Standard || t.kind == cc.Float128 {
		return r.kinds[t.kind]
	}
	return r.formats(t)
}

// formats returns cc's type for a type _FloatN, which the prologue of package csrc declares.
func (r *retyper) formats(t *ctype) cc.Type {
	name := map[Format]string{Half: "__tandem_float16", Float32: "__tandem_float32", Float64: "__tandem_float64",
		Float32x: "__tandem_float32x", Float64x: "__tandem_float64x", Quad: "__tandem_complex128"}[t.format]
	if t.format == Half && floatingKind(t).complex {
		name = "__tandem_complex16"
	}
	return r.typedef(name)
}

// typedef returns the type that a name of the prologue declares, or nil if there is none.
func (r *retyper) typedef(name string) cc.Type {
	for _, n := range r.a.u.AST.Scope.Nodes[name] {
		if d, ok := n.(*cc.Declarator); ok {
			return d.Type()
		}
	}
	return nil
}
