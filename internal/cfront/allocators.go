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
		f.emit(&ir.Free{Addr: arg(a.Old).e, Kind: f.memoryOf(a)})
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
		if a.Like == "memdup" {
			v := f.alloc(&inner, a.Size, -1, false)
			f.when(ir.NewBinary(ir.Ne, v.e, null), func() {
				f.emit(&ir.MemCopy{Dst: v.e, Src: old, N: f.sizeOf(arg(a.Size), c)})
			})
			f.emit(&ir.Assign{Dst: r, Src: v.e})
			return
		}
		var v value
		if a.Size >= 0 {
			v = f.callModel("strndup", value{e: old, t: f.u.ast.PVoid}, arg(a.Size))
		} else {
			v = f.callModel("strdup", value{e: old, t: f.u.ast.PVoid})
		}
		if a.Exits {
			f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Ne, v.e, null), Guard: ir.OtherGuard})
		}
		f.emit(&ir.Assign{Dst: r, Src: v.e})
	}
	may := func() {
		if a.Like == "memdup" { // alloc knows
			copied()
			return
		}
		f.either(f.failing(&inner, ir.NewBool(true)), copied, func() {})
	}
	if a.Null || a.None0 { // the kernel's and GLib's take null
		f.when(ir.NewBinary(ir.Ne, old, null), may)
	} else {
		may()
	}
	return f.asResult(value{e: ir.NewRef(r), t: f.resultPtr(c), fresh: true}, c)
}

// memoryOf is where an allocator's memory comes from: managed memory is none that leaks.
func (f *fn) memoryOf(a library.Allocator) ir.AllocKind {
	if a.Managed && f.l.checksLeaks() {
		return ir.Stack
	}
	return ir.Heap
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
	if at.fresh && at.size >= 0 && isInt(at.size) && isInt(at.count) && !f.l.checksLeaks() { // it is not known what frees it
		inner := *c
		inner.alloc = library.Allocator{Null: !at.nonnull, Exits: at.nonnull}
		v := f.alloc(&inner, at.size, at.count, false)
		f.missing = append(f.missing, missingCall{f.emitAt(&ir.Skip{}, c.pos), c.name, c.pos})
		return v
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
