package vc

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Point is a location in a call string.
type Point struct {
	Ctx *Context
	Loc *ir.Loc
}

// Frontier is a set of symbolic states, one per point.
type Frontier map[Point]*State

// Points lists the points of a frontier in a fixed order.
func (f Frontier) Points() []Point {
	out := make([]Point, 0, len(f))
	for p := range f {
		out = append(out, p)
	}
	slices.SortFunc(out, comparePoints)
	return out
}

// comparePoints is the order of Frontier.Points.
func comparePoints(a, b Point) int {
	return cmp.Or(cmp.Compare(a.Ctx.id, b.Ctx.id), cmp.Compare(a.Loc.Func.ID, b.Loc.Func.ID),
		cmp.Compare(a.Loc.ID, b.Loc.ID))
}

// Bad is a state at an error location.
type Bad struct {
	Obligation *ir.Obligation
	State      *State
}

// Successors are the states that Advance reaches from a frontier.
type Successors struct {
	Next Frontier // states at the next cut points
	Bad  []Bad    // states at error locations
	// Done has the states in which the program ended.
	Done []*State
	// Exits has the states in which a function that is encoded on its own (RootOf) returned.
	Exits []*State
}

// cutSet has the cut points of a function, and an order of its locations.
type cutSet struct {
	cut   []bool // by Loc.ID
	order []int  // by Loc.ID: the position in a reverse postorder of the graph without the edges into cuts
}

// IsCut reports whether Advance stops at a location: at the heads of loops (Bourdoncle's weak topological order), and
// at the entries of recursive functions.
func (cx *contexts) IsCut(l *ir.Loc) bool { return cx.cutsOf(l.Func).cut[l.ID] }

// Cuts lists the cut points of a function.
func (cx *contexts) Cuts(f *ir.Func) []*ir.Loc {
	var out []*ir.Loc
	for i, c := range cx.cutsOf(f).cut {
		if c {
			out = append(out, f.Locs[i])
		}
	}
	return out
}

// cutsOf returns the cut points and the order of the locations of f.
func (cx *contexts) cutsOf(f *ir.Func) *cutSet {
	if c := cx.cuts[f]; c != nil {
		return c
	}
	g := f.Graph()
	w := graph.WeakOrder(g, f.Entry.ID)
	c := &cutSet{cut: make([]bool, len(f.Locs)), order: make([]int, len(f.Locs))}
	for i := range f.Locs {
		c.cut[i] = w.IsHead(i)
	}
	if cx.calls == nil {
		cx.calls = flow.NewCalls(cx.Prog)
	}
	if cx.calls.Recursive(f) {
		c.cut[f.Entry.ID] = true
	}
	acyclic := make(graph.Adj, len(f.Locs))
	roots := []int{f.Entry.ID}
	for i, succ := range g {
		for _, j := range succ {
			if !c.cut[j] {
				acyclic[i] = append(acyclic[i], j)
			}
		}
		if c.cut[i] && i != f.Entry.ID {
			roots = append(roots, i)
		}
	}
	for pos, i := range graph.ReversePostOrder(acyclic, roots...) {
		c.order[i] = pos
	}
	cx.cuts[f] = c
	return c
}

// Start returns the point at the program's entry.
func (cx *contexts) Start() Point { return Point{cx.root, cx.Prog.Entry.Entry} }

// Advance executes the states of a frontier up to the next cut points, through calls and returns, and joins the states
// that reach one location. It keeps the path conditions of the states, which must exclude each other. It fails only
// when the context ends.
func (e *Encoder) Advance(ctx context.Context, f Frontier) (b *Successors, err error) {
	if left := e.C.Until(ctx, func() { b, err = e.advance(ctx, f) }); left != nil {
		return nil, left
	}
	return b, err
}

// advance does the work of Advance. If the context ends, it may also end by a panic (term.Ctx.Until).
func (e *Encoder) advance(ctx context.Context, f Frontier) (*Successors, error) {
	a := &advance{e: e, ctx: ctx, next: map[Point][]*State{}, out: &Successors{Next: Frontier{}}}
	start := map[*Context]map[*ir.Loc][]*State{}
	at := func(c *Context) map[*ir.Loc][]*State {
		if start[c] == nil {
			start[c] = map[*ir.Loc][]*State{}
		}
		return start[c]
	}
	depth := 0
	for p, s := range f {
		at(p.Ctx)[p.Loc] = []*State{s}
		depth = max(depth, p.Ctx.Depth)
	}
	// The innermost activations come first, since their callers continue with the states in which they return.
	for ; depth >= 0; depth-- {
		var cs []*Context
		for c := range start {
			if c.Depth == depth {
				cs = append(cs, c)
			}
		}
		slices.SortFunc(cs, func(x, y *Context) int { return cmp.Compare(x.id, y.id) })
		for _, c := range cs {
			exit, err := a.run(c, start[c])
			if err != nil {
				return nil, err
			}
			if exit != nil && c.Parent == nil && c != e.root {
				a.out.Exits = append(a.out.Exits, exit)
			}
			if exit != nil && c.Parent != nil {
				a.arrive(at(c.Parent), c.Parent, c.Call.To, e.popped(exit, c))
			}
		}
	}
	// The order is fixed, because terms are numbered as they are made.
	for _, p := range slices.SortedFunc(maps.Keys(a.next), comparePoints) {
		a.out.Next[p] = e.Join(a.next[p])
	}
	return a.out, nil
}

// advance is the state of one call of Advance.
type advance struct {
	e     *Encoder
	ctx   context.Context
	next  map[Point][]*State // states at the next cut points, not yet joined
	out   *Successors
	steps int  // the number of locations executed so far
	apart bool // only states with the same values are joined (apart.go)
}

// arrive adds a state to the pending states of a location, or to the next frontier if the location is a cut point.
func (a *advance) arrive(pending map[*ir.Loc][]*State, c *Context, l *ir.Loc, s *State) {
	if a.e.IsCut(l) {
		p := Point{c, l}
		a.next[p] = append(a.next[p], s)
		return
	}
	pending[l] = append(pending[l], s)
}

// run executes one activation from the pending states of its locations. It returns the state in which the function
// returns, with its result bound; nil if the function does not return.
func (a *advance) run(c *Context, pending map[*ir.Loc][]*State) (*State, error) {
	e := a.e
	order := e.cutsOf(c.Func).order
	var queue []*ir.Loc // by order
	add := func(l *ir.Loc) {
		i, found := slices.BinarySearchFunc(queue, l, func(x, y *ir.Loc) int {
			return cmp.Or(cmp.Compare(order[x.ID], order[y.ID]), cmp.Compare(x.ID, y.ID))
		})
		if !found {
			queue = slices.Insert(queue, i, l)
		}
	}
	for l := range pending {
		add(l)
	}
	var exits []*State
	for len(queue) > 0 {
		l := queue[0]
		queue = queue[1:]
		if a.steps++; a.steps%16 == 0 && a.ctx.Err() != nil {
			return nil, a.ctx.Err()
		}
		groups := [][]*State{pending[l]}
		if a.apart && l.Kind == ir.Plain {
			groups = e.byValues(l, pending[l])
		}
		delete(pending, l)
		for _, g := range groups {
			s := e.Join(g)
			if s == nil {
				continue
			}
			if l.Kind != ir.Plain || l == c.Func.Exit {
				a.end(c, l, s)
				continue
			}
			for _, ed := range l.Out {
				if r, ok := ed.Stmt.(*ir.Return); ok {
					exits = append(exits, e.returned(s, r, c))
					continue
				}
				n, err := a.edge(c, s, ed)
				if err != nil {
					return nil, err
				}
				if n == nil {
					continue
				}
				a.arrive(pending, c, ed.To, n)
				if !e.IsCut(ed.To) {
					add(ed.To)
				}
			}
		}
	}
	return e.Join(exits), nil
}

// edge returns the state after an edge. If the edge is a call, it executes the called function. It returns nil if no
// state comes back: the edge cannot be taken, or the called function begins at a cut point or does not return.
func (a *advance) edge(c *Context, s *State, ed *ir.Edge) (*State, error) {
	call, ok := ed.Stmt.(*ir.Call)
	if !ok {
		return a.e.Step(s, ed), nil
	}
	e := a.e
	if n, ok := e.CallByContract(s, ed); ok {
		return n, nil
	}
	in := e.Enter(c, ed)
	n := e.pushed(s, call, in)
	if e.IsCut(call.Func.Entry) {
		p := Point{in, call.Func.Entry}
		a.next[p] = append(a.next[p], n)
		return nil, nil
	}
	exit, err := a.run(in, map[*ir.Loc][]*State{call.Func.Entry: {n}})
	if err != nil || exit == nil {
		return nil, err
	}
	return e.popped(exit, in), nil
}

// end records a state at an error location or at the end of the program.
func (a *advance) end(c *Context, l *ir.Loc, s *State) {
	if l.Kind == ir.Error {
		a.out.Bad = append(a.out.Bad, Bad{l.Obligation, s})
		return
	}
	a.out.Done = append(a.out.Done, s)
}

// pushed returns the state at the entry of a called function.
func (tr *transfer) pushed(s *State, call *ir.Call, in *Context) *State {
	n := *s
	n.Ctx = in
	t := &n
	for i, p := range call.Func.Params {
		t = tr.ctxs.withReg(t, p, tr.ev.Expr(s, call.Args[i]))
	}
	return t
}

// returned returns the state after a return statement of the activation c, with the function's result bound.
func (tr *transfer) returned(s *State, r *ir.Return, c *Context) *State {
	v := &Value{}
	if r.Val != nil {
		v = tr.ev.Expr(s, r.Val)
	} else if c.Func.Result.Kind != ir.None {
		v = tr.Fresh("result", c.Func.Result)
	}
	n := *s
	if tr.ctxs.diesWith(c.Func) {
		n = *tr.owners.forget(s)
	}
	n.cur = s.cur.Set(tr.ctxs.key(varKey{ctx: c}), v)
	return &n
}

// keepsObjects reports whether states keep objects of f that are not the current instance of a declaration: stack
// memory, and earlier instances whose address has escaped.
func (cx *contexts) keepsObjects(f *ir.Func) bool {
	if r, ok := cx.keeps[f]; ok {
		return r
	}
	r := slices.ContainsFunc(f.Edges, func(ed *ir.Edge) bool {
		switch st := ed.Stmt.(type) {
		case *ir.Alloc:
			return st.Kind == ir.Stack
		case *ir.Decl: // earlier instances of an object that does not escape are dropped (retire)
			return !cx.pts.NonEscaping(st.Obj)
		case *ir.Skip, *ir.Assign, *ir.Assume, *ir.Input, *ir.LoadStmt, *ir.Store, *ir.End, *ir.Free, *ir.MemCopy, *ir.MemSet,
			*ir.MemHavoc, *ir.HavocAll, *ir.Call, *ir.Return, *ir.Math, *ir.Undefined: // they make no object of f
		}
		return false
	})
	cx.keeps[f] = r
	return r
}

// popped returns the state after a call, without the registers and objects of the called function.
func (tr *transfer) popped(s *State, c *Context) *State {
	k := tr.ctxs.key(varKey{ctx: c})
	res, _ := s.cur.Get(k)
	n := *s
	n.cur = n.cur.Delete(k)
	for _, o := range c.Func.Objects {
		ok := tr.ctxs.key(varKey{ctx: c, o: o})
		if cur, has := n.cur.Get(ok); has {
			ids, _ := tr.objs.leaves(cur.Obj)
			for _, id := range ids {
				n.mem = n.mem.Delete(uint32(id)) // the object is dead: reads are arbitrary, writes have no effect
			}
			n.cur = n.cur.Delete(ok)
		}
	}
	if tr.ctxs.keepsObjects(c.Func) {
		n.mem.Each(func(id uint32, _ *content) bool {
			if tr.objs.instances[id].frame == c {
				n.mem = n.mem.Delete(id)
			}
			return true
		})
	}
	for _, v := range c.Func.Vars {
		n.regs = n.regs.Delete(tr.ctxs.regKey(c, v))
	}
	n.Ctx = c.Parent
	if dst := c.Call.Stmt.(*ir.Call).Dst; dst != nil && res != nil && res.T != nil {
		return tr.ctxs.withReg(&n, dst, res)
	}
	return &n
}
