package cfront

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/near"
)

// Allocators that are no functions of the C library, where the program has no body of them: by name
// (library/allocators.tsv), by --allocator, and by the attributes malloc, alloc_size and returns_nonnull
// of a declaration.

// allocatorOf gives what a function without a body allocates or frees.
func (l *linker) allocatorOf(s *symbol) (library.Allocator, bool) {
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

// checkAllocators sees to it that what --allocator names is there.
func (l *linker) checkAllocators() {
	for _, x := range l.cfg.Allocators {
		name, like, given := strings.Cut(x, "=")
		if !given {
			like = "malloc"
		}
		a, ok := library.FindAllocator(like)
		if !ok {
			names := library.AllocatorNames()
			slices.Sort(names)
			l.fail(ir.Pos{}, "--allocator %s: no allocator is called %s%s", x, like, near.Mean(like, names))
		}
		list := l.named(name)
		if len(list) == 0 {
			l.failNamed("--allocator", name, "there is no function of that name")
		}
		for _, s := range list {
			switch {
			case s.fn != nil:
				l.fail(s.pos, "--allocator %s: the function has a body (--remove-body %s: it is not looked at)", x, name)
			case !a.Fits(l.classes(s.typ)):
				l.fail(s.pos, "--allocator %s: its parameters or its result are not those of %s (%s)", x, like, name)
			}
		}
	}
}

// allocator lowers a call of an allocator.
func (f *fn) allocator(c *call, a library.Allocator) value {
	arg := func(i int) value { return c.vals[i] }
	inner := *c
	inner.alloc = a
	switch a.Like {
	case "free":
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
	if a.Null || a.None0 { // the kernel's and GLib's take null
		f.when(ir.NewBinary(ir.Ne, old, null), copied)
	} else {
		copied()
	}
	return f.asResult(value{e: ir.NewRef(r), t: f.resultPtr(c), fresh: true}, c)
}

func (l *linker) checksLeaks() bool {
	return l.cfg.checks(ir.ValidMemtrack) || l.cfg.checks(ir.ValidMemcleanup)
}

// allocAttr is what the attributes of a function without a body say of the pointer that it returns.
type allocAttr struct {
	fresh       bool // malloc: nothing else leads to it
	nonnull     bool
	size, count int // the arguments whose product is the size; -1: there is none
}

// noteAttributes reads the attributes of a declaration of a function from the nodes where they may stand: cc drops those of
// functions that return pointers.
func (s *symbol) noteAttributes(d *cc.Declarator, nodes []cc.Node) {
	ft, ok := d.Type().(*cc.FunctionType)
	if !ok || ft.Result().Kind() != cc.Ptr {
		return
	}
	for _, n := range nodes {
		csrc.Walk(n, func(n cc.Node) bool {
			if v, ok := n.(*cc.AttributeValue); ok {
				s.noteAttribute(v)
			}
			_, inside := n.(*cc.TypeSpecifier) // attributes there belong to a type or its members
			return !inside
		})
	}
}

// noteAttribute notes one attribute of a function that returns a pointer.
func (s *symbol) noteAttribute(v *cc.AttributeValue) {
	name := strings.TrimSuffix(strings.TrimPrefix(v.Token.SrcStr(), "__"), "__")
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
	case "returns_nonnull":
		s.allocAttr.nonnull = true
	case "alloc_size":
		for i, x := range argNodes(v.ArgumentExpressionList) {
			n, ok := x.Value().(cc.Int64Value)
			switch {
			case !ok || n < 1 || n > 100:
			case i == 0:
				s.allocAttr.size = int(n) - 1
			case i == 1:
				s.allocAttr.count = int(n) - 1
			}
		}
	}
}

// attributed is the result of a call of a function without a body whose declaration has such attributes.
func (f *fn) attributed(c *call, s *symbol) value {
	at := s.allocAttr
	isInt := func(i int) bool {
		return i < 0 || i < len(c.vals) && c.vals[i].e != nil && c.vals[i].e.Type().Kind == ir.Int
	}
	if f.l.cfg.MissingBodies == "unknown" || elem(c.ft.Result()) == nil {
		return f.callUnknown(c)
	}
	if at.size >= 0 && isInt(at.size) && isInt(at.count) {
		return f.attributedBlock(c, at)
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

// attributedBlock is the result of a call of a function with the attribute alloc_size: null, or a pointer to so many bytes. With the
// attribute malloc they are new ones. Without it they may also be others, which aliases lets an input lead to:
//
//	c = input "f gives new memory"
//	c != 0: p = alloc n, kept          or null
//	c == 0: p = input "f"; assume p == null or readable(p, n)
//
// Nobody has to free them, as it is not known which function does.
func (f *fn) attributedBlock(c *call, at *allocAttr) value {
	inner := *c
	inner.alloc = library.Allocator{Name: c.name, Null: !at.nonnull, Exits: at.nonnull, Managed: true, Pools: []string{attributePool}}
	var edge *ir.Edge
	if f.l.cfg.MissingBodies == "havoc" {
		edge = f.emitAt(&ir.HavocAll{Why: "no body for " + c.name}, c.pos)
	} else {
		edge = f.emitAt(&ir.Skip{}, c.pos)
	}
	f.missing = append(f.missing, missingCall{edge, c.name, c.pos})
	r := f.temp(f.ptr())
	fresh := func() { f.emit(&ir.Assign{Dst: r, Src: f.alloc(&inner, at.size, at.count, false).e}) }
	if at.fresh {
		fresh()
		return f.asResult(value{e: ir.NewRef(r), t: f.resultPtr(c), fresh: true}, c)
	}
	other := func() {
		v := f.inputOf(ir.NoBody, c.name, c.ft.Result(), c)
		null := ir.NewBinary(ir.Eq, v.e, ir.NewConst(f.ptr(), 0))
		f.either(null, func() {
			if at.nonnull {
				f.halt()
			}
		}, func() {
			n, product, small := f.allocSize(c, at.size, at.count)
			f.emit(&ir.Assume{Cond: ir.NewAnd(product, small), Guard: ir.OtherGuard})
			f.emit(&ir.Assume{Cond: &ir.Valid{What: ir.Readable, Addr: v.e, N: n}, Guard: ir.OtherGuard})
		})
		f.emit(&ir.Assign{Dst: r, Src: v.e})
	}
	isNew := f.input(ir.NoBody, c.name+" gives new memory", ir.U8, 0)
	f.either(ir.NewBinary(ir.Ne, isNew, ir.NewConst(ir.U8, 0)), fresh, other)
	return f.asResult(value{e: ir.NewRef(r), t: f.resultPtr(c)}, c)
}
