package triple

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/check/annotated"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file does for annotated graphs what weaken.go does for invariants: of what values do not show, each conjunct of
// each node is a candidate, and what does not follow is dropped until the rest does.
//
//	node 3   x <= y && *p == 0    by values: *p == 0    candidate: x <= y
//	node 4   x < z && q.n < q     q.n < q does not follow; x < z is proved without it
//
// What values show is assumed, as it stands on nothing else. So either checker may confirm a triple: values those of
// what they keep, the solver the rest.

// loose is a graph whose formulas get weaker.
type loose struct {
	g     *annotated.Graph
	known []ir.Expr       // by node: shown by values, as far as this package can say it
	maybe [][]ir.Expr     // by node: candidates
	users map[int][]int   // of nodes at exits: those from where executions come back from there
	dirty []bool          // by node: what is assumed there has changed
	used  map[[2]int]bool // the pairs in users
}

// WeakenGraph proves the obligations with as much of the formulas of a graph as follows; it is Confirmed with
// the graph that was proved, else Undecided.
func WeakenGraph(ctx context.Context, p *ir.Program, obls []*ir.Obligation, ev *verify.Annotated,
	cfg Config) (v Verdict, weaker *verify.Annotated, why string) {
	v, why = searching(ctx, p, obls, cfg, func(c *checker) (err error) {
		weaker, err = c.weakenGraph(ev)
		return err
	})
	return v, weaker, why
}

func (c *checker) weakenGraph(ev *verify.Annotated) (*verify.Annotated, error) {
	g, err := annotated.Read(c.prog, ev)
	if err != nil {
		return nil, err
	}
	if err := c.names(ev.Results, ev.Entered, ev.Made); err != nil {
		return nil, err
	}
	if err := c.loosen(g); err != nil {
		return nil, err
	}
	if err := c.settle(); err != nil {
		return nil, err
	}
	out := *ev
	out.Nodes = slices.Clone(ev.Nodes)
	for _, i := range g.Order {
		if n := &out.Nodes[i]; n.Formula != nil && !n.Open {
			n.Formula = ir.NewAnd(append([]ir.Expr{c.shown(i)}, c.loose.maybe[i]...)...)
		}
	}
	return &out, nil
}

// shown is what values show of a node, all of it.
func (c *checker) shown(i int) ir.Expr {
	if c.cfg.Shown == nil || c.cfg.Shown.Known[i] == nil {
		return ir.NewBool(true)
	}
	return c.cfg.Shown.Known[i]
}

// loosen makes candidates of what is to be proved.
func (c *checker) loosen(g *annotated.Graph) error {
	w := &loose{g: g, known: make([]ir.Expr, len(g.Nodes)), maybe: make([][]ir.Expr, len(g.Nodes)), users: map[int][]int{},
		used:  map[[2]int]bool{},
		dirty: make([]bool, len(g.Nodes))}
	all := make([]ir.Expr, len(g.Nodes))
	var specs []ir.Expr
	for k, i := range g.Order {
		if k%1024 == 0 && c.ctx.Err() != nil {
			return c.ctx.Err()
		}
		n := g.Nodes[i]
		if n.Formula == nil || n.Open {
			continue
		}
		fine := func(x ir.Expr) bool { return c.spec(n.Loc, x) == nil }
		w.known[i] = only(c.shown(i), fine)
		all[i] = only(ir.NewAnd(c.todo(g, i)...), fine)
		specs = append(specs, w.known[i], all[i])
	}
	c.mention(specs...)
	c.findMemory(specs)
	for _, i := range g.Order {
		if all[i] == nil {
			continue
		}
		seen := texts{}
		seen.add(w.known[i])
		for _, x := range append(ir.Conjuncts(all[i]), ir.Conjuncts(only(all[i], c.tracks))...) {
			if s := canonical(x); !seen[s] && !ir.IsTrue(x) {
				seen[s] = true
				w.maybe[i] = append(w.maybe[i], x)
			}
		}
		w.dirty[i] = true
		w.say(i)
	}
	c.loose = w
	return nil
}

// say is the formula of a node as it is now.
func (w *loose) say(i int) {
	w.g.Nodes[i].Formula = ir.NewAnd(append([]ir.Expr{w.known[i]}, w.maybe[i]...)...)
}

// uses notes that what is asked of a node stands on the formula of another one, at an exit.
func (w *loose) uses(i, exit int) {
	if k := [2]int{i, exit}; !w.used[k] {
		w.used[k] = true
		w.users[exit] = append(w.users[exit], i)
	}
}

// drop takes a candidate away.
func (w *loose) drop(k candidate) {
	w.maybe[k.node] = slices.DeleteFunc(w.maybe[k.node], func(x ir.Expr) bool { return x == k.expr })
	w.say(k.node)
	w.dirty[k.node] = true
	for _, i := range w.users[k.node] {
		w.dirty[i] = true
	}
}

// settle drops candidates until the rest follows.
func (c *checker) settle() error {
	w := c.loose
	try := func(st graphStep) error {
		drop, err := c.failing(st.what, st.build)
		for _, k := range drop {
			w.drop(k)
		}
		return err
	}
	if err := try(c.graphStart(w.g)); err != nil {
		return err
	}
	for again := true; again; {
		again = false
		for _, i := range w.g.Order {
			if !w.dirty[i] {
				continue
			}
			w.dirty[i], again = false, true
			for _, st := range c.graphSteps(w.g, i) {
				if err := try(st); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
