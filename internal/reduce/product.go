package reduce

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// Residual is a residual program.
type Residual struct {
	Program *ir.Program
	Map     *derive.Map // from Program to the program of which it was made

	plan  *plan
	kept  *kept
	locs  []*ir.Loc  // by node of the plan; nil: not written
	funcs []*ir.Func // by instance; nil: not written
	exit  *ir.Var    // the register with the state in which the last function returned; may be nil
}

// Product returns the residual program extracted from p and c (M. Czech, M.-C. Jakobs, H. Wehrheim: "Just Test What You
// Cannot Verify!", FASE 2015, Definition 2): its locations are pairs of a location of p and a state of c. It has no
// executions that c excludes, and no pairs from which no error of an open obligation can be reached (see prune).
//
//	L0 -> L2: x = input #0                      L0 -> L2: x = input #0
//	L2 -> L3: assume x < 5 [T]   verified
//	L2 -> L4: assume 5 <= x [F]                 L2 -> L3: assume 5 <= x [F]
//
// Deviations from the paper: steps with Assumes become branches, before the edge or, if the edge is an Assume, after
// it. Locations without outgoing edges have one copy for all states. Functions have a copy for each state at the entry.
// If a copy returns in several states, it stores the state in a global register, which its callers test:
//
//	f.2: L4 -> L5: @condition.exit = 3:u32      L3 -> L4: call f.2()
//	     L5 -> L1: return                       L4 -> L7: assume @condition.exit == 3:u32
//	                                            L4 -> L9: assume @condition.exit != 3:u32
//
// Sites, obligations, global registers and objects are the same as in p, with the same numbers: a test of the residual
// program is also a test of p.
func Product(p *ir.Program, c *restrict.Condition) (*Residual, error) {
	pl, err := specialise(p, c, false, most)
	if err != nil {
		return nil, err
	}
	return pl.write(pl.prune(open(c)))
}

// open returns the obligations that a condition leaves open; nil means all.
func open(c *restrict.Condition) []*ir.Obligation {
	if c == nil {
		return nil
	}
	return c.Obligations
}

// Size is the number of locations and edges of a program, in all functions together.
type Size struct {
	Locs  int `json:"locations"`
	Edges int `json:"edges"`
}

// SizeOf returns the size of a program.
func SizeOf(p *ir.Program) (s Size) {
	for _, f := range p.Funcs {
		s.Locs += len(f.Locs)
		s.Edges += len(f.Edges)
	}
	return s
}

// ProductSize returns the size that the product will have, without the branches for Assumes of steps and for exits in
// several states.
func ProductSize(p *ir.Program, c *restrict.Condition) (Size, error) {
	pl, err := specialise(p, c, false, most)
	if err != nil {
		return Size{}, err
	}
	return pl.prune(open(c)).sizeOf(), nil
}

// sizeOf returns the size of the program that will be written.
func (k *kept) sizeOf() (s Size) {
	for _, nodes := range k.reached() {
		for _, n := range nodes {
			x := k.pl.nodes[n]
			s.Locs++
			for _, m := range x.moves {
				for _, w := range m.ways {
					if k.way(x.copy, m.edge, w) {
						s.Edges++
					}
				}
			}
		}
		if len(nodes) > 0 {
			s.Locs++ // the exit
		}
	}
	return s
}

// writer makes the program of a plan.
type writer struct {
	*kept
	q     *ir.Program
	c     *ir.Copies
	body  [][]*ir.Loc          // the locations of the clone of p, by function and location
	edges [][]*ir.Edge         // the edges of the clone, by function and edge
	funcs []*ir.Func           // by instance
	locs  []*ir.Loc            // by node
	exit  *ir.Var              // the register with the state in which the last function returned
	named map[string]bool      // names of functions in use
	taken map[*ir.Func]bool    // the functions of p whose address is used
	nodes [][]int              // by instance: the nodes that are written
	stmts map[*ir.Edge]ir.Stmt // translated statements of the current function
	over  map[*ir.Loc]*ir.Loc  // ends of the current function, after calls after which no node is kept
	sub   *ir.Subst            // from p to the current function
}

// write makes the program.
func (pl *plan) write(k *kept) (*Residual, error) {
	w := &writer{kept: k, funcs: make([]*ir.Func, len(pl.copies)), locs: make([]*ir.Loc, len(pl.nodes)),
		taken: map[*ir.Func]bool{}, nodes: k.reached()}
	w.q, w.c = ir.Clone(pl.p)
	w.functions()
	for in, nodes := range w.nodes {
		if w.funcs[in] != nil {
			w.function(in, nodes)
		}
	}
	w.rest()
	if err := ir.Check(w.q); err != nil {
		return nil, fmt.Errorf("the residual is no program: %w", err)
	}
	return &Residual{Program: w.q, Map: derive.Of(w.q), plan: pl, kept: k, locs: w.locs, funcs: w.funcs, exit: w.exit}, nil
}

// functions makes the functions, without bodies. The first instance of a function reuses the function of the clone, so
// that expressions which take its address remain valid.
func (w *writer) functions() {
	w.named = map[string]bool{}
	for _, f := range w.pl.p.Funcs {
		w.named[f.Name] = true
		for _, e := range f.Edges {
			for i := e.Inline; i != nil; i = i.Parent {
				w.named[i.Func.Name] = true
			}
		}
	}
	for _, s := range w.pl.p.Sites {
		if s.Func != nil {
			w.named[s.Func.Name] = true
		}
	}
	instances := make([][]int, len(w.pl.p.Funcs))
	for in, g := range w.pl.copies {
		if in == 0 || len(w.nodes[in]) > 0 {
			instances[g.f.ID] = append(instances[g.f.ID], in)
		}
	}
	w.body, w.edges = make([][]*ir.Loc, len(w.q.Funcs)), make([][]*ir.Edge, len(w.q.Funcs))
	old := w.q.Funcs
	w.q.Funcs = nil
	for i, g := range old {
		w.body[i], w.edges[i] = g.Locs, g.Edges
		exit := g.Exit
		begin := func(g *ir.Func) {
			g.Locs, g.Edges = nil, nil
			g.Entry = g.NewLoc(g.Pos)
			g.Exit = become(g.NewLoc(g.Pos), exit)
		}
		begin(g)
		for n, in := range instances[i] {
			if n > 0 {
				g = w.again(old[i])
				begin(g)
			}
			w.funcs[in] = g
			g.ID = len(w.q.Funcs)
			w.q.Funcs = append(w.q.Funcs, g)
		}
	}
}

// again returns another function with copies of the registers and objects of g.
func (w *writer) again(g *ir.Func) *ir.Func {
	h := &ir.Func{Source: g.Source, Result: g.Result, Pos: g.Pos, Origin: g.Origin}
	for n := 2; h.Name == "" || w.named[h.Name]; n++ {
		h.Name = fmt.Sprintf("%s.%d", g.Name, n)
	}
	w.named[h.Name] = true
	for _, v := range g.Vars {
		x := *v
		h.Vars = append(h.Vars, &x)
	}
	h.Params = h.Vars[:len(g.Params):len(g.Params)]
	for _, o := range g.Objects {
		x := *o
		x.Func = h
		x.Parts = append([]ir.Part(nil), o.Parts...)
		h.Objects = append(h.Objects, &x)
	}
	return h
}

// become copies the properties of l, a location of the clone, to the new location n.
func become(n, l *ir.Loc) *ir.Loc {
	x := *l
	x.ID, x.Func, x.In, x.Out = n.ID, n.Func, n.In, n.Out
	if l.Loop != nil {
		loop := *l.Loop
		x.Loop = &loop
	}
	*n = x
	return n
}

// between adds a location that corresponds to l, a location of p.
func (w *writer) between(g *ir.Func, l *ir.Loc) *ir.Loc {
	n := g.NewLoc(l.Pos)
	n.Origin, n.Inline = l, w.body[l.Func.ID][l.ID].Inline
	return n
}

// function writes the body of an instance.
func (w *writer) function(in int, nodes []int) {
	f, g := w.pl.copies[in].f, w.funcs[in]
	w.stmts, w.over = map[*ir.Edge]ir.Stmt{}, map[*ir.Loc]*ir.Loc{}
	w.sub = &ir.Subst{
		Var: func(v *ir.Var) *ir.Var {
			switch {
			case v.Global:
				return w.c.Vars[v]
			case v.ID < len(f.Vars) && f.Vars[v.ID] == v:
				return g.Vars[v.ID]
			}
			return nil // bound by a quantifier
		},
		Obj: func(o *ir.Object) *ir.Object {
			if o.Func == nil {
				return w.c.Objects[o]
			}
			return g.Objects[o.ID]
		},
		Func: func(f *ir.Func) *ir.Func {
			w.taken[f] = true
			return w.c.Funcs[f]
		},
		Site: func(s *ir.Site) *ir.Site { return w.c.Sites[s] },
	}
	for i, n := range nodes {
		at := g.Entry
		if i > 0 {
			at = g.NewLoc(f.Pos)
		}
		w.locs[n] = become(at, w.body[f.ID][w.pl.nodes[n].loc.ID])
	}
	if len(nodes) == 0 { // the program ends where it begins
		g.Entry.Origin = f.Entry
	}
	for _, n := range nodes {
		for _, m := range w.pl.nodes[n].moves {
			w.move(in, w.locs[n], m)
		}
	}
}

// point is the current position of the writer: a location, or the end of an edge whose target is still open.
type point struct {
	at   *ir.Loc  // the location; nil if an edge is open
	from *ir.Loc  // the start of the open edge
	stmt ir.Stmt  // the statement of the open edge
	of   *ir.Edge // the edge of p that is the origin of the open edge; nil: none
	like *ir.Edge // the edge of p whose source position the open edge gets
}

// move writes the ways at an edge.
func (w *writer) move(in int, l *ir.Loc, m move) {
	last := -1
	for i, x := range m.ways {
		if w.way(in, m.edge, x) {
			last = i
		}
	}
	if last < 0 {
		return
	}
	at := point{at: l}
	between := m.edge.From
	if _, is := m.edge.Stmt.(*ir.Assume); is {
		at = point{from: l, stmt: w.stmt(m.edge), of: m.edge, like: m.edge}
		between = m.edge.To
	}
	for _, x := range m.ways[:last+1] {
		if x.cond == nil {
			w.end(in, at, m.edge, x)
			return
		}
		here := w.here(at, between)
		cond := w.sub.Expr(x.cond)
		if w.way(in, m.edge, x) {
			w.end(in, point{from: here, stmt: assume(cond), like: m.edge}, m.edge, x)
		}
		at = point{from: here, stmt: assume(ir.NotExpr(cond)), like: m.edge}
	}
}

// assume returns an unmarked Assume.
func assume(cond ir.Expr) ir.Stmt { return &ir.Assume{Cond: cond, Guard: ir.OtherGuard} }

// here returns the location of a point. For an open edge it makes one, which corresponds to the given location of p.
func (w *writer) here(at point, between *ir.Loc) *ir.Loc {
	if at.at != nil {
		return at.at
	}
	return w.to(at, w.between(at.from.Func, between))
}

// to closes the open edge of a point with the target l, and returns l.
func (w *writer) to(at point, l *ir.Loc) *ir.Loc {
	e := at.from.Func.NewEdge(at.from, l, at.stmt, at.like.Pos)
	e.Inline = w.edges[at.like.From.Func.ID][at.like.ID].Inline
	if at.of != nil {
		e.Origin = []*ir.Edge{at.of}
	}
	return l
}

// end writes the edge e and connects it to the target of the way. An Assume is not written again, as move has already
// written it.
func (w *writer) end(in int, at point, e *ir.Edge, x way) {
	if _, is := e.Stmt.(*ir.Assume); is {
		w.to(at, w.locs[x.to])
		return
	}
	g := w.funcs[in]
	from := w.here(at, e.From)
	step := point{from: from, stmt: w.stmt(e), of: e, like: e}
	switch s := e.Stmt.(type) { // sound: after any other statement, control is at the end of the edge
	case *ir.Return:
		if w.tells(in) {
			step.from = w.to(point{from: from,
				stmt: &ir.Assign{Dst: w.exitVar(), Src: ir.NewConst(ir.U32, int64(w.pl.copies[in].exits[x.to]))}, like: e},
				w.between(g, e.From))
		}
		w.to(step, g.Exit)
	case *ir.Call:
		c := w.pl.calls[x.call]
		args := make([]ir.Expr, len(s.Args))
		for i, a := range s.Args {
			args[i] = w.sub.Expr(a)
		}
		call := &ir.Call{Func: w.funcs[c.into], Args: args}
		if s.Dst != nil {
			call.Dst = w.sub.Var(s.Dst)
		}
		step.stmt = call
		switch backs := w.backs(x.call); {
		case w.tells(c.into):
			behind := w.to(step, w.between(g, e.To))
			var cond ir.Expr
			for i, b := range backs {
				if i == 1 && len(backs) == 2 && w.told(c.into) == 2 { // only one state remains
					cond = ir.NotExpr(cond)
				} else {
					cond = &ir.Binary{Op: ir.Eq, X: ir.NewRef(w.exitVar()),
						Y: ir.NewConst(ir.U32, int64(w.pl.copies[c.into].exits[b]))}
				}
				w.to(point{from: behind, stmt: assume(cond), like: e}, w.locs[c.back[b]])
			}
		case len(backs) > 0:
			w.to(step, w.locs[c.back[backs[0]]])
		default: // no node is kept after the call
			end := w.over[e.To]
			if end == nil {
				end = w.between(g, e.To)
				w.over[e.To] = end
			}
			w.to(step, end)
		}
	default:
		w.to(step, w.locs[x.to])
	}
}

// stmt returns a copy of the statement of an edge of p, with the registers and objects of the function that is written.
// It returns nil for a call.
func (w *writer) stmt(e *ir.Edge) ir.Stmt {
	s := w.stmts[e]
	if s == nil {
		if _, calls := e.Stmt.(*ir.Call); calls {
			return nil // end makes the call, when the callee is known
		}
		s = w.sub.Stmt(e.Stmt)
		w.stmts[e] = s
	}
	return ir.CopyStmt(s)
}

// exitVar returns the register for the state in which a function has returned. It makes the register on first use.
func (w *writer) exitVar() *ir.Var {
	if w.exit == nil {
		name := "condition.exit"
		taken := func() bool {
			for _, v := range w.q.Globals {
				if v.Name == name {
					return true
				}
			}
			return false
		}
		for n := 2; taken(); n++ {
			name = fmt.Sprintf("condition.exit.%d", n)
		}
		w.exit = w.q.NewGlobal(name, ir.U32)
	}
	return w.exit
}

// rest keeps functions that have an address but are not called, without bodies.
func (w *writer) rest() {
	note := func(e ir.Expr) {
		ir.Walk(e, func(x ir.Expr) bool {
			if a, is := x.(*ir.FuncAddr); is {
				w.taken[a.Func] = true
			}
			return true
		})
	}
	for _, v := range w.pl.p.Globals {
		note(v.Init)
	}
	for _, o := range w.pl.p.Objects {
		for _, it := range o.Init {
			note(it.Val)
		}
	}
	for _, f := range w.pl.p.Funcs {
		if g := w.c.Funcs[f]; w.taken[f] && (g.ID >= len(w.q.Funcs) || w.q.Funcs[g.ID] != g) {
			g.Entry.Origin = f.Entry
			g.ID = len(w.q.Funcs)
			w.q.Funcs = append(w.q.Funcs, g)
		}
	}
}
