package cfront

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/near"
)

// This file lowers calls of allocators that are no functions of the C library and have no body in the program. They are
// known by name (library/table.tsv), by --allocator, or by the attributes malloc, alloc_size and returns_nonnull
// of a declaration.

// allocatorOf returns the description of s, a function without a body, as an allocator or deallocator that is known by
// name or by --allocator. The result is false for other functions.
func (l *libraryUse) allocatorOf(s *symbol) (library.Allocator, bool) {
	name := s.name
	for _, x := range l.cfg.Allocators {
		if n, like, _ := strings.Cut(x, "="); n == s.name {
			if name = like; like == "" {
				name = "malloc"
			}
			return library.FindAllocator(name)
		}
	}
	a, ok := library.FindAllocator(name)
	return a, ok && s.proto && !s.static && a.Fits(l.classes(s.typ))
}

// KnownAllocator returns an error if text has the form NAME=LIKE of --allocator, but no known allocator is called LIKE.
func KnownAllocator(text string) error {
	_, like, given := strings.Cut(text, "=")
	if _, ok := library.FindAllocator(like); given && !ok {
		names := library.AllocatorNames()
		slices.Sort(names)
		return fmt.Errorf("--allocator %s: no allocator is called %s%s", text, like, near.Mean(like, names))
	}
	return nil
}

// checkAllocators fails if a function that --allocator names does not exist, has a body, or has the wrong type.
func (l *libraryUse) checkAllocators() {
	for _, x := range l.cfg.Allocators {
		name, like, given := strings.Cut(x, "=")
		if !given {
			like = "malloc"
		}
		a, ok := library.FindAllocator(like)
		if !ok {
			l.Fail(ir.Pos{}, "%v", KnownAllocator(x))
		}
		list := l.named(name)
		if len(list) == 0 {
			linking{l.linker}.failNamed("--allocator", name, "there is no function of that name")
		}
		for _, s := range list {
			switch {
			case s.fn != nil:
				l.Fail(s.pos, "--allocator %s: the function has a body (--remove-body %s: it is not looked at)", x, name)
			case !a.Fits(l.classes(s.typ)):
				l.Fail(s.pos, "--allocator %s: its parameters or its result are not those of %s (%s)", x, like, name)
			}
		}
	}
}

// allocator lowers a call of the allocator or deallocator s, which a describes.
func (f memoryCalls) allocator(c *call, s *symbol, a library.Allocator) value {
	arg := func(i int) value { return c.vals[i] }
	inner := *c
	inner.alloc = a
	switch a.Like {
	case "free":
		inner.alloc.Pools = f.l.library.poolsOf(a, s)
		f.pool(&inner, f.emit(&ir.Free{Addr: arg(a.Old).e, Kept: a.Managed}))
		return value{}
	case "malloc":
		return f.alloc(&inner, a.Size, a.Count, a.Zeroed)
	case "realloc":
		inner.vals = []value{arg(a.Old), arg(a.Size)}
		if a.Count >= 0 {
			inner.vals = []value{arg(a.Old), arg(a.Count), arg(a.Size)}
			return f.realloc(&inner, 2, 1)
		}
		return f.realloc(&inner, 1, -1)
	}
	r := f.temp(f.ptr())
	null := ir.NewConst(f.ptr(), 0)
	f.emit(&ir.Assign{Dst: r, Src: null})
	old := f.hold(arg(a.Old).e)
	copied := func() {
		st := f.model().Size()
		var n, v value
		switch {
		case a.Like == "memdup":
			n = value{e: f.hold(f.sizeOf(arg(a.Size), c))}
			v = f.alloc(&inner, a.Size, -1, false)
		case a.Size >= 0:
			n = f.callModel("strnlen", value{e: old, t: f.u.ast.PVoid}, arg(a.Size))
		default:
			n = f.callModel("strlen", value{e: old, t: f.u.ast.PVoid})
		}
		if v.e == nil {
			n.e = f.hold(ir.NewCast(st, n.e))
			v = f.allocBytes(&inner, ir.NewBinary(ir.Add, n.e, ir.NewConst(st, 1)), ir.NewBool(true), false)
		}
		f.when(ir.NewBinary(ir.Ne, v.e, null), func() {
			f.emit(&ir.MemCopy{Dst: v.e, Src: old, N: n.e})
			if a.Like == "strdup" {
				f.emit(&ir.Store{Addr: ir.NewPtrAdd(v.e, n.e, 1), Val: ir.NewConst(ir.I8, 0)})
			}
		})
		f.emit(&ir.Assign{Dst: r, Src: v.e})
	}
	if a.Null || a.None0 { // functions of the kernel and of GLib accept null
		f.when(ir.NewBinary(ir.Ne, old, null), copied)
	} else {
		copied()
	}
	return f.asResult(value{e: ir.NewRef(r), t: f.resultPtr(c), fresh: true}, c)
}

// checksLeaks reports whether a checked property is about memory that is not freed.
func (l *libraryUse) checksLeaks() bool {
	return l.cfg.checks(ir.ValidMemtrack) || l.cfg.checks(ir.ValidMemcleanup)
}

// allocAttr holds the attributes of a function without a body that describe the pointer it returns.
type allocAttr struct {
	fresh       bool // attribute malloc: no other pointer points to the result's object
	nonnull     bool
	size, count int            // the arguments whose product is the size in bytes; -1 if there is none
	frees       []deallocation // attribute malloc(f, n): the functions that free it (deallocators.go)
}

// noteAttributes records the attributes of d, a declaration of the function s. It reads them from the syntax in nodes,
// since cc drops the attributes of functions that return pointers.
func (s *symbol) noteAttributes(l *linker, d *cc.Declarator, nodes []cc.Node) {
	ft, ok := d.Type().(*cc.FunctionType)
	if !ok || ft.Result().Kind() != cc.Ptr {
		return
	}
	l.library.attributesIn(nodes, !declaresFunction(d), s.noteAttribute)
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
func (l *libraryUse) attributesIn(nodes []cc.Node, typedefs bool, note func(*cc.AttributeValue)) {
	for _, n := range nodes {
		csrc.Walk(n, func(n cc.Node) bool {
			switch n := n.(type) {
			case *cc.AttributeValue:
				note(n)
			case *cc.TypeSpecifier: // attributes there belong to a type or its members
				if typedefs && n.Case == cc.TypeSpecifierTypeName {
					for _, v := range l.typedefAttrs()[n.Token.SrcStr()] {
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
	pointers map[*cc.Declarator]*allocAttr   // variables, parameters and members that point to functions
}

// attributedDeclaration is a declaration of a function that returns a pointer, with its attributes.
type attributedDeclaration struct {
	unit int
	d    *cc.Declarator
	vals []*cc.AttributeValue
}

// typedefAttrs returns the attributes alloc_size of typedefs, by name. Its first call reads the attributes of all
// declarations.
func (l *libraryUse) typedefAttrs() map[string][]*cc.AttributeValue {
	if l.declAttrs != nil {
		return l.declAttrs.typedefs
	}
	if l.facts.attrs == nil {
		l.facts.attrs = &declaredAttrs{map[string][]*cc.AttributeValue{}, map[*cc.Declarator]*allocAttr{}}
		l.declAttrs = l.facts.attrs
		for i := range l.units {
			l.findAttrs(i)
		}
	}
	l.declAttrs = l.facts.attrs
	for _, a := range l.facts.attributed { // these include declarations in blocks
		s := l.units[a.unit].lookup(a.d)
		for _, v := range a.vals {
			s.noteAttribute(v)
		}
	}
	return l.declAttrs.typedefs
}

// findAttrs fills declAttrs from a translation unit, and lists its declarations of functions with attributes.
func (l *libraryUse) findAttrs(unit int) {
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
		s := &symbol{}
		l.attributesIn(nodes, true, func(v *cc.AttributeValue) {
			if attributeName(v) == "alloc_size" {
				s.noteAttribute(v)
				if d.IsTypename() {
					l.declAttrs.typedefs[d.Name()] = append(l.declAttrs.typedefs[d.Name()], v)
				}
			}
		})
		if s.allocAttr != nil && !d.IsTypename() {
			l.declAttrs.pointers[d] = s.allocAttr
		}
	}
	csrc.Walk(l.units[unit].ast.TranslationUnit, func(n cc.Node) bool {
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

// calleeAttr returns the attributes of the function pointer in the call n, or nil if there are none.
func (l *libraryUse) calleeAttr(n *cc.PostfixExpression) *allocAttr {
	if n == nil {
		return nil
	}
	l.typedefAttrs()
	if len(l.declAttrs.pointers) == 0 {
		return nil
	}
	x := strip(n.PostfixExpression)
	for {
		switch y := x.(type) {
		case *cc.UnaryExpression:
			if y.Case != cc.UnaryExpressionDeref {
				return nil
			}
			x = strip(y.CastExpression)
		case *cc.PostfixExpression:
			switch y.Case {
			case cc.PostfixExpressionIndex:
				x = strip(y.PostfixExpression)
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

// sizeArgs reports whether the attributes define the size of the result, and the arguments of the call that define it
// are integers.
func (c *call) sizeArgs(at *allocAttr) bool {
	isInt := func(i int) bool { return i < len(c.vals) && c.vals[i].e != nil && c.vals[i].e.Type().Kind == ir.Int }
	return at != nil && at.size >= 0 && isInt(at.size) && (at.count < 0 || isInt(at.count)) &&
		ctype.Elem(c.ft.Result()) != nil
}

// noteAttribute records the attribute v of s, a function that returns a pointer. It ignores attributes that allocAttr
// has no field for, except noreturn.
func (s *symbol) noteAttribute(v *cc.AttributeValue) {
	name := attributeName(v)
	switch name {
	case "noreturn":
		s.noreturn = true
		return
	case "malloc", "alloc_size", "returns_nonnull":
	default:
		return
	}
	if s.allocAttr == nil {
		s.allocAttr = &allocAttr{size: -1, count: -1}
	}
	switch name {
	case "malloc":
		s.allocAttr.fresh = true
		s.allocAttr.noteDeallocator(v)
	case "returns_nonnull":
		s.allocAttr.nonnull = true
	case "alloc_size":
		if s.allocAttr.size >= 0 { // gcc uses the first declaration that has the attribute
			return
		}
		for i, x := range argNodes(v.ArgumentExpressionList) {
			n, ok := attributeArg(x)
			switch {
			case !ok:
			case i == 0:
				s.allocAttr.size = n
			case i == 1:
				s.allocAttr.count = n
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

// attributed lowers a call of s, a function without a body, by the attributes of its declarations.
func (f memoryCalls) attributed(c *call, s *symbol) value {
	at := s.allocAttr
	if at == nil || f.l.cfg.MissingBodies == "unknown" || ctype.Elem(c.ft.Result()) == nil {
		return f.callUnknown(c)
	}
	if at.nonnull {
		f.l.assume(f.fn, ir.Assumed{Text: c.name + " (no body) returns no null pointer, as its attribute says", Pos: c.pos})
	}
	if c.sizeArgs(at) || len(at.frees) > 0 && !f.l.library.givesLibrary(s) {
		return f.attributedBlock(c, at, f.l.library.attributedPool(s))
	}
	before := len(f.l.prog.Sites)
	v := f.callUnknown(c)
	if at.fresh {
		for _, site := range f.l.prog.Sites[before:] {
			site.Own = true
		}
	}
	if at.nonnull && isPtr(v) {
		f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Ne, v.e, ir.NewConst(f.ptr(), 0)), Guard: ir.OtherGuard})
	}
	return v
}

// attributedBlock lowers a call of a function with the attribute alloc_size, whose result is null or a pointer to as
// many bytes as the arguments define. With the attribute malloc, the bytes are a new object. Without it, they may also
// belong to an existing object, since aliases.go lets the input p point to one:
//
//	c = input "f gives new memory"
//	c != 0: p = alloc n, kept          or null
//	c == 0: p = input "f"; assume p == null or writable(p, n)
//
// If pool is attributePool, the program need not free the memory, since the function that frees it is not known.
// Without alloc_size, a new object is as large as the objects that pointer inputs point to.
func (f memoryCalls) attributedBlock(c *call, at *allocAttr, pool string) value {
	inner := *c
	inner.alloc = library.Allocator{Name: c.name, Null: !at.nonnull, Exits: at.nonnull, Managed: pool == attributePool,
		Pools: []string{pool}}
	var edge *ir.Edge
	if f.l.cfg.MissingBodies == "havoc" {
		edge = f.emitAt(&ir.HavocAll{Why: "no body for " + c.name}, c.pos)
	} else {
		edge = f.emitAt(&ir.Skip{}, c.pos)
	}
	says := "gives memory of so many bytes"
	if at.fresh {
		says = "gives new memory"
	}
	f.calls.missing = append(f.calls.missing, missingCall{edge, c.name, c.pos, says})
	r := f.temp(f.ptr())
	fresh := func() {
		if c.sizeArgs(at) {
			f.emit(&ir.Assign{Dst: r, Src: f.alloc(&inner, at.size, at.count, false).e})
		} else {
			f.unsizedBlock(&inner, r)
		}
	}
	if at.fresh {
		fresh()
		return f.asResult(value{e: ir.NewRef(r), t: f.resultPtr(c), fresh: c.sizeArgs(at)}, c)
	}
	other := func() {
		v := f.calls.inputOf(ir.NoBody, c.name, c.ft.Result(), c)
		null := ir.NewBinary(ir.Eq, v.e, ir.NewConst(f.ptr(), 0))
		f.either(null, func() {
			if at.nonnull {
				f.halt()
			}
		}, func() {
			n, product, small := f.allocSize(c, at.size, at.count)
			f.emit(&ir.Assume{Cond: ir.NewAnd(product, small), Guard: ir.OtherGuard})
			f.emit(&ir.Assume{Cond: &ir.Valid{What: ir.Writable, Addr: v.e, N: n}, Guard: ir.OtherGuard})
		})
		f.emit(&ir.Assign{Dst: r, Src: v.e})
	}
	isNew := f.input(ir.NoBody, c.name+" gives new memory", ir.U8, 0)
	f.either(ir.NewBinary(ir.Ne, isNew, ir.NewConst(ir.U8, 0)), fresh, other)
	return f.asResult(value{e: ir.NewRef(r), t: f.resultPtr(c)}, c)
}
