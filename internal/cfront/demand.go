package cfront

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file finds how the program uses the objects that its pointers point to. It uses unification (Steensgaard:
// Points-to analysis in almost linear time, POPL 1996), since it runs before the program is pruned, for each program
// that gets pointers from outside.

// demand describes how the program uses an object.
type demand struct {
	kinds       []string // the kinds of the pointers through which it is accessed
	end         int64    // the least end, in bytes, of accesses through a pointer of no kind; -1 if there is none
	addressUsed bool     // its address is compared, converted to a number, or freed
}

// used reports whether the object is used at all.
func (d *demand) used() bool { return d.addressUsed || len(d.kinds) > 0 || d.end >= 0 }

// fitting returns the demand for the objects that a pointer of the given kind may point to. If the program uses them,
// it uses them as that kind.
func (d *demand) fitting(kind string) *demand {
	if kind == "" || !d.used() {
		return d
	}
	return &demand{kinds: []string{kind}, end: -1}
}

// touches reports whether the object may be a variable of the given kind and size in bytes.
func (d *demand) touches(kind string, size int64) bool {
	return slices.Contains(d.kinds, kind) || d.end >= 0 && d.end <= size
}

// add records an access that ends at byte end through a pointer of the given kind, or of no kind if kind is "".
func (d *demand) add(kind string, end int64) {
	if kind == "" {
		if d.end < 0 || end < d.end {
			d.end = end
		}
	} else if !slices.Contains(d.kinds, kind) {
		d.kinds = append(d.kinds, kind)
	}
}

// class is a set of objects that the analysis does not distinguish.
type class struct {
	parent  *class
	content *class // the objects that pointers in these objects point to; nil if unknown
	demand
	outside bool // the objects come from outside of the program
}

// gatherer computes the classes of a program.
type gatherer struct {
	vars    map[*ir.Var]*class    // the objects that registers point to
	objects map[*ir.Object]*class // the class of each object
	results map[*ir.Func]*class   // the objects that results point to
}

// find returns the representative of c, and shortens the path to it.
func (c *class) find() *class {
	for c.parent != nil {
		if c.parent.parent != nil {
			c.parent = c.parent.parent
		}
		c = c.parent
	}
	return c
}

func newClass() *class { return &class{demand: demand{end: -1}} }

// inside returns the class of the objects that pointers in c point to.
func (c *class) inside() *class {
	c = c.find()
	if c.content == nil {
		c.content = newClass()
	}
	return c.content.find()
}

// unify merges two classes and, in turn, their contents.
func unify(a, b *class) {
	for a != nil && b != nil {
		if a, b = a.find(), b.find(); a == b {
			return
		}
		b.parent = a
		for _, k := range b.kinds {
			a.add(k, 0)
		}
		if b.end >= 0 {
			a.add("", b.end)
		}
		a.addressUsed, a.outside = a.addressUsed || b.addressUsed, a.outside || b.outside
		next := b.content
		b.content = nil
		if a.content == nil {
			a.content = next
			return
		}
		a, b = a.content, next
	}
}

// classOf returns the class of k in m. If m has none, it adds a new class.
func classOf[K comparable](m map[K]*class, k K) *class {
	c := m[k]
	if c == nil {
		c = newClass()
		m[k] = c
	}
	return c.find()
}

// of returns the demand for the objects that v points to.
func (g *gatherer) of(v *ir.Var) *demand { return &classOf(g.vars, v).demand }

// readsOutside reports whether addr may point to an object from outside.
func (g *gatherer) readsOutside(addr ir.Expr) bool {
	c := g.value(addr)
	return c == nil || c.find().outside
}

// value returns the class of the objects that the pointer e points to, or nil if the analysis does not follow e.
func (g *gatherer) value(e ir.Expr) *class {
	switch x := e.(type) { // sound: nil means that no register or object is known
	case *ir.Ref:
		if x.Var.Type.Kind == ir.Ptr {
			return classOf(g.vars, x.Var)
		}
	case *ir.AddrOf:
		return classOf(g.objects, x.Obj)
	case *ir.PtrAdd:
		return g.value(x.P)
	case *ir.Cast:
		if x.T.Kind == ir.Ptr && x.X.Type().Kind == ir.Ptr {
			return g.value(x.X)
		}
	}
	return nil
}

// constOffset returns the sum of the constant offsets that are added to the root of an address, or to the last offset
// in it that is not a constant. Instead of a negative sum it returns 0.
func constOffset(e ir.Expr) int64 {
	add, ok := e.(*ir.PtrAdd)
	if !ok {
		return 0
	}
	k, ok := add.Index.(*ir.Const)
	if !ok {
		return 0
	}
	return max(0, constOffset(add.P)+int64(k.Bits)*add.Scale)
}

// access records an access of size bytes at addr.
func (g *gatherer) access(addr ir.Expr, size int64) {
	if c := g.value(addr); c != nil {
		c.add(rootKind(addr), constOffset(addr)+size)
	}
}

// useAddress records that the address e is used as a value; number is set if e is converted to a number.
func (g *gatherer) useAddress(e ir.Expr, number bool) {
	if c := g.value(e); c != nil {
		c.addressUsed = true
		if number {
			c.add("", 0)
		}
	}
}

// gather finds the uses of all objects; inputs are the edges of pointer inputs, whose objects come from outside.
func (l *linker) gather(inputs []*ir.Edge) *gatherer {
	g := &gatherer{map[*ir.Var]*class{}, map[*ir.Object]*class{}, map[*ir.Func]*class{}}
	for _, e := range inputs {
		classOf(g.vars, e.Stmt.(*ir.Input).Dst).outside = true
	}
	for o := range l.inputs.unread.objects {
		classOf(g.objects, o).outside = true
	}
	for _, v := range l.IR.Globals {
		if v.Init != nil {
			unify(classOf(g.vars, v), g.value(v.Init))
			g.exprs(v.Init)
		}
	}
	for _, o := range l.IR.Objects {
		for _, it := range o.Init {
			unify(classOf(g.objects, o).inside(), g.value(it.Val))
			g.exprs(it.Val)
		}
	}
	for _, f := range l.fns {
		for _, e := range f.f.Edges {
			g.edge(f.f, e)
		}
	}
	// Pointers in memory from outside are from outside, too.
	var roots []*class
	note := func(c *class) {
		if c = c.find(); c.outside {
			roots = append(roots, c)
		}
	}
	for _, c := range g.vars {
		note(c)
	}
	for _, c := range g.objects {
		note(c)
	}
	graph.Closure(roots, func(c *class, next func(*class)) {
		c.outside = true
		if c.content != nil {
			next(c.content.find())
		}
	})
	return g
}

// edge records the uses of objects in the statement of e.
func (g *gatherer) edge(f *ir.Func, e *ir.Edge) {
	for _, x := range ir.StmtExprs(e.Stmt) {
		g.exprs(x)
	}
	set := func(v *ir.Var, c *class) {
		if v != nil && v.Type.Kind == ir.Ptr && c != nil {
			unify(classOf(g.vars, v), c)
		}
	}
	bytes := func(n ir.Expr) int64 {
		if k, ok := n.(*ir.Const); ok {
			return int64(min(k.Bits, 1<<40))
		}
		return 1
	}
	switch s := e.Stmt.(type) {
	case *ir.Assign:
		set(s.Dst, g.value(s.Src))
	case *ir.LoadStmt:
		g.access(s.Addr, int64(s.Dst.Type.Size()))
		c := g.value(s.Addr)
		if c == nil {
			return
		}
		if s.Dst.Type.Kind == ir.Ptr {
			set(s.Dst, c.inside())
		} else if _, direct := rootOf(s.Addr).(*ir.AddrOf); !direct && rootKind(s.Addr) == "" { // bytes of pointers?
			in := c.inside()
			in.addressUsed = true
			in.add("", 0)
		}
	case *ir.Store:
		g.access(s.Addr, int64(s.Val.Type().Size()))
		if c := g.value(s.Addr); c != nil && s.Val.Type().Kind == ir.Ptr {
			unify(c.inside(), g.value(s.Val))
		}
	case *ir.MemCopy:
		g.access(s.Dst, bytes(s.N))
		g.access(s.Src, bytes(s.N))
		if d, c := g.value(s.Dst), g.value(s.Src); d != nil && c != nil {
			unify(d.inside(), c.inside())
		}
	case *ir.MemSet:
		g.access(s.Dst, bytes(s.N))
	case *ir.MemHavoc:
		g.access(s.Addr, bytes(s.N))
		if c := g.value(s.Addr); c != nil {
			c.find().outside = true
		}
	case *ir.Free:
		g.useAddress(s.Addr, false)
	case *ir.Call:
		for i, x := range s.Args {
			if i < len(s.Func.Params) {
				set(s.Func.Params[i], g.value(x))
			}
		}
		set(s.Dst, classOf(g.results, s.Func))
	case *ir.Return:
		if s.Val != nil && f.Result.Kind == ir.Ptr {
			unify(classOf(g.results, f), g.value(s.Val))
		}
	case *ir.Alloc, *ir.Assume, *ir.Decl, *ir.End, *ir.HavocAll, *ir.Input, *ir.Math, *ir.Skip, *ir.Undefined:
		// move no pointers
	}
}

// exprs records the addresses in e that are compared or converted to numbers.
func (g *gatherer) exprs(e ir.Expr) {
	ir.Walk(e, func(x ir.Expr) bool {
		switch x := x.(type) { // sound: looks for pointers that become numbers or truth values
		case *ir.Binary:
			if x.X.Type().Kind == ir.Ptr && !isNull(x.X) && !isNull(x.Y) {
				g.useAddress(x.X, false)
				g.useAddress(x.Y, false)
			}
		case *ir.PtrDiff:
			g.useAddress(x.P, false)
			g.useAddress(x.Q, false)
		case *ir.Cast:
			if x.X.Type().Kind == ir.Ptr && x.T.Kind != ir.Ptr {
				g.useAddress(x.X, true)
			}
		}
		return true
	})
}

// rootOf returns the address from which PtrAdds compute e.
func rootOf(e ir.Expr) ir.Expr {
	for {
		add, ok := e.(*ir.PtrAdd)
		if !ok {
			return e
		}
		e = add.P
	}
}
