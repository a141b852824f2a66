package cfront

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// The uses of the objects that the program's pointers lead to, found by unification (Steensgaard:
// Points-to analysis in almost linear time, POPL 1996), since this is asked for each program that gets pointers from
// outside, before anything is pruned.

// demand is what the program does with an object.
type demand struct {
	kinds  []string // of the pointers of accesses
	end    int64    // an access through a pointer to anything ends after so many bytes; -1: there is none
	looked bool     // its address is compared, made a number, freed
}

func (d *demand) used() bool { return d.looked || len(d.kinds) > 0 || d.end >= 0 }

// fitting returns the demand where the pointer is one to a kind: to all else it cannot lead.
func (d *demand) fitting(kind string) *demand {
	if kind == "" || !d.used() {
		return d
	}
	return &demand{kinds: []string{kind}, end: -1}
}

// touches reports whether an access may be one of a variable.
func (d *demand) touches(kind string, size int64) bool {
	return slices.Contains(d.kinds, kind) || d.end >= 0 && d.end <= size
}

func (d *demand) add(kind string, end int64) {
	if kind == "" {
		if d.end < 0 || end < d.end {
			d.end = end
		}
	} else if !slices.Contains(d.kinds, kind) {
		d.kinds = append(d.kinds, kind)
	}
}

// class is a set of objects that are not told apart.
type class struct {
	parent  *class
	content *class // what the pointers in them lead to
	demand
	outside bool // they come from outside
}

type gatherer struct {
	vars    map[*ir.Var]*class // what registers lead to
	objects map[*ir.Object]*class
	results map[*ir.Func]*class
}

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

func (c *class) inside() *class {
	c = c.find()
	if c.content == nil {
		c.content = newClass()
	}
	return c.content.find()
}

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
		a.looked, a.outside = a.looked || b.looked, a.outside || b.outside
		next := b.content
		b.content = nil
		if a.content == nil {
			a.content = next
			return
		}
		a, b = a.content, next
	}
}

func classOf[K comparable](m map[K]*class, k K) *class {
	c := m[k]
	if c == nil {
		c = newClass()
		m[k] = c
	}
	return c.find()
}

func (g *gatherer) of(v *ir.Var) *demand { return &classOf(g.vars, v).demand }

func (g *gatherer) readsOutside(addr ir.Expr) bool {
	c := g.value(addr)
	return c == nil || c.find().outside
}

// value returns what a pointer leads to; nil: nothing that is followed.
func (g *gatherer) value(e ir.Expr) *class {
	switch x := e.(type) { // sound: nil says that no register or object is known
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

// constOffset returns the distance of an address from what it is computed from, 0 if it is no constant.
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

func (g *gatherer) access(addr ir.Expr, size int64) {
	if c := g.value(addr); c != nil {
		c.add(rootKind(addr), constOffset(addr)+size)
	}
}

func (g *gatherer) look(e ir.Expr, number bool) {
	if c := g.value(e); c != nil {
		c.looked = true
		if number {
			c.add("", 0)
		}
	}
}

// gather finds what is done with what comes from outside.
func (l *linker) gather(inputs []*ir.Edge) *gatherer {
	g := &gatherer{map[*ir.Var]*class{}, map[*ir.Object]*class{}, map[*ir.Func]*class{}}
	for _, e := range inputs {
		classOf(g.vars, e.Stmt.(*ir.Input).Dst).outside = true
	}
	for o := range l.inputs.unread.objects {
		classOf(g.objects, o).outside = true
	}
	for _, v := range l.prog.Globals {
		if v.Init != nil {
			unify(classOf(g.vars, v), g.value(v.Init))
			g.exprs(v.Init)
		}
	}
	for _, o := range l.prog.Objects {
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
	// Pointers in memory from outside come from outside, too.
	work := []*class{}
	note := func(c *class) {
		if c = c.find(); c.outside {
			work = append(work, c)
		}
	}
	for _, c := range g.vars {
		note(c)
	}
	for _, c := range g.objects {
		note(c)
	}
	for len(work) > 0 {
		c := work[len(work)-1].find()
		work = work[:len(work)-1]
		if c.content != nil && !c.content.find().outside {
			c.content.find().outside = true
			work = append(work, c.content.find())
		}
	}
	return g
}

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
		} else if _, direct := rootOf(s.Addr).(*ir.AddrOf); !direct && rootKind(s.Addr) == "" { // bytes of pointers, perhaps
			in := c.inside()
			in.looked = true
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
		g.look(s.Addr, false)
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

// exprs notes comparisons of addresses, and those that become numbers.
func (g *gatherer) exprs(e ir.Expr) {
	ir.Walk(e, func(x ir.Expr) bool {
		switch x := x.(type) { // sound: looks for pointers that become numbers or truth values
		case *ir.Binary:
			if x.X.Type().Kind == ir.Ptr && !isNull(x.X) && !isNull(x.Y) {
				g.look(x.X, false)
				g.look(x.Y, false)
			}
		case *ir.PtrDiff:
			g.look(x.P, false)
			g.look(x.Q, false)
		case *ir.Cast:
			if x.X.Type().Kind == ir.Ptr && x.T.Kind != ir.Ptr {
				g.look(x.X, true)
			}
		}
		return true
	})
}

// rootOf returns what an address is computed from.
func rootOf(e ir.Expr) ir.Expr {
	for {
		add, ok := e.(*ir.PtrAdd)
		if !ok {
			return e
		}
		e = add.P
	}
}
