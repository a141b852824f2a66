package cfront

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/near"
)

// This file lowers calls of allocators that are no functions of the C library and have no body in the program. They are
// known by name (library/table.tsv), by --allocator, or by the attributes malloc, alloc_size and returns_nonnull
// of a declaration.

// allocatorOf returns the description of s, a function without a body, as an allocator or deallocator that is known by
// name or by --allocator. The result is false for other functions.
func (l *libraryUse) allocatorOf(s *link.Symbol) (library.Allocator, bool) {
	name := s.Name
	for _, x := range l.Cfg.Allocators {
		if n, like, _ := strings.Cut(x, "="); n == s.Name {
			if name = like; like == "" {
				name = "malloc"
			}
			return library.FindAllocator(name)
		}
	}
	a, ok := library.FindAllocator(name)
	return a, ok && s.Proto && !s.Static && a.Fits(l.classes(s.Type))
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
	for _, x := range l.Cfg.Allocators {
		name, like, given := strings.Cut(x, "=")
		if !given {
			like = "malloc"
		}
		a, ok := library.FindAllocator(like)
		if !ok {
			l.Fail(ir.Pos{}, "%v", KnownAllocator(x))
		}
		list := l.Named(name)
		if len(list) == 0 {
			l.FailNamed("--allocator", name, "there is no function of that name")
		}
		for _, s := range list {
			switch {
			case s.Body != nil:
				l.Fail(s.Pos, "--allocator %s: the function has a body (--remove-body %s: it is not looked at)", x, name)
			case !a.Fits(l.classes(s.Type)):
				l.Fail(s.Pos, "--allocator %s: its parameters or its result are not those of %s (%s)", x, like, name)
			}
		}
	}
}

// allocator lowers a call of the allocator or deallocator s, which a describes.
func (f memoryCalls) allocator(c *call, s *link.Symbol, a library.Allocator) value {
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
			n = f.callModel("strnlen", value{e: old, t: f.u.AST.PVoid}, arg(a.Size))
		default:
			n = f.callModel("strlen", value{e: old, t: f.u.AST.PVoid})
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
	return l.Cfg.HasCheck(ir.ValidMemtrack) || l.Cfg.HasCheck(ir.ValidMemcleanup)
}

// sizeArgs reports whether the attributes define the size of the result, and the arguments of the call that define it
// are integers.
func (c *call) sizeArgs(at *link.Attributes) bool {
	isInt := func(i int) bool { return i < len(c.vals) && c.vals[i].e != nil && c.vals[i].e.Type().Kind == ir.Int }
	return at != nil && at.Size >= 0 && isInt(at.Size) && (at.Count < 0 || isInt(at.Count)) &&
		ctype.Elem(c.ft.Result()) != nil
}

// attributed lowers a call of s, a function without a body, by the attributes of its declarations.
func (f memoryCalls) attributed(c *call, s *link.Symbol) value {
	at := s.Alloc
	if at == nil || f.l.Cfg.MissingBodies == "unknown" || ctype.Elem(c.ft.Result()) == nil {
		return f.callUnknown(c)
	}
	if at.Nonnull {
		f.l.assume(f.fn, ir.Assumed{Text: c.name + " (no body) returns no null pointer, as its attribute says", Pos: c.pos})
	}
	if c.sizeArgs(at) || len(at.Frees) > 0 && !f.l.library.givesLibrary(s) {
		return f.attributedBlock(c, at, f.l.library.attributedPool(s))
	}
	before := len(f.l.IR.Sites)
	v := f.callUnknown(c)
	if at.Fresh {
		for _, site := range f.l.IR.Sites[before:] {
			site.Own = true
		}
	}
	if at.Nonnull && isPtr(v) {
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
func (f memoryCalls) attributedBlock(c *call, at *link.Attributes, pool string) value {
	inner := *c
	inner.alloc = library.Allocator{Name: c.name, Null: !at.Nonnull, Exits: at.Nonnull, Managed: pool == attributePool,
		Pools: []string{pool}}
	var edge *ir.Edge
	if f.l.Cfg.MissingBodies == "havoc" {
		edge = f.emitAt(&ir.HavocAll{Why: "no body for " + c.name}, c.pos)
	} else {
		edge = f.emitAt(&ir.Skip{}, c.pos)
	}
	says := "gives memory of so many bytes"
	if at.Fresh {
		says = "gives new memory"
	}
	f.calls.missing = append(f.calls.missing, missingCall{edge, c.name, c.pos, says})
	r := f.temp(f.ptr())
	fresh := func() {
		if c.sizeArgs(at) {
			f.emit(&ir.Assign{Dst: r, Src: f.alloc(&inner, at.Size, at.Count, false).e})
		} else {
			f.unsizedBlock(&inner, r)
		}
	}
	if at.Fresh {
		fresh()
		return f.asResult(value{e: ir.NewRef(r), t: f.resultPtr(c), fresh: c.sizeArgs(at)}, c)
	}
	other := func() {
		v := f.calls.inputOf(ir.NoBody, c.name, c.ft.Result(), c)
		null := ir.NewBinary(ir.Eq, v.e, ir.NewConst(f.ptr(), 0))
		f.either(null, func() {
			if at.Nonnull {
				f.halt()
			}
		}, func() {
			n, product, small := f.allocSize(c, at.Size, at.Count)
			f.emit(&ir.Assume{Cond: ir.NewAnd(product, small), Guard: ir.OtherGuard})
			f.emit(&ir.Assume{Cond: &ir.Valid{What: ir.Writable, Addr: v.e, N: n}, Guard: ir.OtherGuard})
		})
		f.emit(&ir.Assign{Dst: r, Src: v.e})
	}
	isNew := f.input(ir.NoBody, c.name+" gives new memory", ir.U8, 0)
	f.either(ir.NewBinary(ir.Ne, isNew, ir.NewConst(ir.U8, 0)), fresh, other)
	return f.asResult(value{e: ir.NewRef(r), t: f.resultPtr(c)}, c)
}
