package triple

import (
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/check/annotated"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file checks a graph with formulas at nodes (verify.Annotated). It writes one query for each node with a formula,
// about all paths to the next nodes with formulas. A call has to show the formula of the node at the callee's entry,
// which begins a frame. Each node at an exit of this frame is a possible return:
//
//	node 3   x == 4            f(x) enters frame 7                  query: x == 4, then n == 4 at node 7
//	node 9   result == n + 1   end of frame 7, back to node 5       and after it result == 5, x == result, then the
//	                                                                formula of node 5
//	node 10  result == 0       end of frame 7, no return to 3       and result == 0 contradicts n == 4

// annotated checks a graph.
func (c *checker) annotated(ev *verify.Annotated) error {
	g, err := annotated.Read(c.prog, ev)
	if err != nil {
		return &wrong{err.Error()}
	}
	if err := c.names(ev.Results, ev.Entered, ev.Made); err != nil {
		return err
	}
	var specs []ir.Expr
	for k, i := range g.Order {
		if k%1024 == 0 && c.ctx.Err() != nil {
			return c.ctx.Err()
		}
		n := g.Nodes[i]
		if n.Formula == nil {
			continue
		}
		if err := c.spec(n.Loc, n.Formula); err != nil {
			for _, e := range c.todo(g, i) {
				if err := c.spec(n.Loc, e); err != nil {
					return err
				}
			}
			g.Nodes[i].Formula = Weaker(n.Formula, func(x ir.Expr) bool { return c.spec(n.Loc, x) == nil })
		}
		specs = append(specs, g.Nodes[i].Formula)
	}
	c.mention(specs...)
	c.findMemory(specs)
	for k := -1; k < len(g.Order); k++ {
		steps := []*Step{c.graphStart(g)}
		if k >= 0 {
			steps = c.graphSteps(g, g.Order[k])
		}
		for _, st := range steps {
			if err := c.prove(st.what, st.build); err != nil {
				return err
			}
		}
	}
	return nil
}

// graphStart returns the step from the initial state to node 0.
func (c *checker) graphStart(g *annotated.Graph) *Step {
	return &Step{what: "the initial state", build: func(q *query) error {
		if todo := c.todo(g, 0); len(todo) > 0 {
			s := q.initialState()
			c.provedAt(q, q.begin(s, nil), s, 0, todo, "the start")
		}
		return nil
	}}
}

// graphSteps returns the steps about executions that are at node i: one step about the nodes that cover i at the same
// location, and one about the nodes that come next. It returns nil if i has no formula or is open.
func (c *checker) graphSteps(g *annotated.Graph, i int) []*Step {
	n := g.Nodes[i]
	if n.Formula == nil || n.Open {
		return nil
	}
	init := func(q *query) *state {
		s := newState(0)
		switch {
		case n.Loc != n.Loc.Func.Entry || len(n.Loc.In) > 0:
		case i == 0 && !g.Again:
			return q.initialState()
		default: // just entered
			q.solve(s, g.Nodes[i].Formula)
			q.entered(s, n.Loc.Func)
		}
		return s
	}
	what := fmt.Sprintf("node %d at %s", i, n.Loc.Where())
	return []*Step{{what: what, build: func(q *query) error {
		bad := c.errorAt(n.Loc) && c.open(annotated.Place{Node: i})
		if !bad && !slices.ContainsFunc(g.Above(i), func(j int) bool { return len(c.todo(g, j)) > 0 }) {
			return nil
		}
		s := init(q)
		a := q.begin(s, []ir.Expr{g.Nodes[i].Formula})
		for _, j := range g.Above(i) {
			c.provedAt(q, a, s, j, c.todo(g, j), "coverage")
		}
		if bad {
			q.vc.of = Claim{}
			q.prove(a, s, ir.NewBool(false), "the error location")
		}
		return nil
	}}, {what: what, build: func(q *query) error {
		begin := g.Begin(i)
		if begin < 0 {
			return nil
		}
		p := &piece{from: key{loc: n.Loc, path: begin}, init: init, given: []ir.Expr{g.Nodes[i].Formula}, calls: byContract}
		p.all = func(k key, e *ir.Edge) (out []action) {
			for _, m := range g.Moves(k.path, e) {
				out = append(out, c.move(g, k.path, e, m))
			}
			return out
		}
		if err := p.explore(c); err != nil || !p.nodes[p.from].useful {
			return err
		}
		return p.build(q)
	}}}
}

// provedAt adds goals for todo, conjuncts of the formula of node i.
func (c *checker) provedAt(q *query, a arrival, s *state, i int, todo []ir.Expr, what string) {
	for _, e := range todo {
		q.vc.of = Claim{Expr: e, Node: i}
		q.prove(a, s, e, what)
	}
	q.vc.of = Claim{}
}

// todo returns the conjuncts of a node's formula that this package has to show.
func (c *checker) todo(g *annotated.Graph, i int) []ir.Expr {
	switch f := g.Nodes[i].Formula; {
	case c.cfg.Shown != nil:
		return c.cfg.Shown.Left[i]
	case f == nil || ir.IsTrue(f):
		return nil
	default:
		return []ir.Expr{f}
	}
}

// open reports whether this package has to show that no execution reaches a place.
func (c *checker) open(p annotated.Place) bool { return c.cfg.Shown == nil || c.cfg.Shown.IsOpen(p) }

// move returns the action for the move m along the edge e from node i: its goals, its assumptions and its target.
func (c *checker) move(g *annotated.Graph, i int, e *ir.Edge, m annotated.Move) (act action) {
	if m.Entry >= 0 && m.Exit < 0 {
		act.entry, act.enters = c.todo(g, m.Entry), m.Entry
		return act
	}
	if m.Exit >= 0 {
		act.exit = []ir.Expr{g.Nodes[m.Exit].Formula}
	}
	for _, j := range m.To {
		for _, e := range c.todo(g, j) {
			act.prove, act.nodes = append(act.prove, e), append(act.nodes, j)
		}
	}
	switch {
	case m.In >= 0 && c.errorAt(g.Nodes[m.In].Loc):
		if c.open(annotated.Place{Node: m.In}) {
			act.fail = "the error"
		}
	case m.In >= 0:
		act.next = &key{loc: g.Nodes[m.In].Loc, path: m.In}
	case m.Out() && !c.open(annotated.Place{Node: i, Edge: e, Entry: m.Entry, Exit: m.Exit}):
	case m.Out() && m.Exit >= 0:
		act.fail = "a return that the graph leaves out"
	case m.Out():
		act.fail = "an edge that the graph leaves out"
	}
	return act
}

// errorAt reports whether l is an error location of the claim.
func (c *checker) errorAt(l *ir.Loc) bool { return l.Kind == ir.Error && c.asked[l.Obligation] }
