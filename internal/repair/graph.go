package repair

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/check/annotated"
	"github.com/tandem-verifier/tandem/internal/check/triple"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// graph is an annotated graph whose formulas are being weakened. The candidates of a node are the conjuncts that
// package inductive does not show by values. The conjuncts that it shows are assumed, as they depend on no candidate:
//
//	node 3   x <= y && *p == 0    by values: *p == 0    candidate: x <= y
//	node 4   x < z && q.n < q     q.n < q does not follow; x < z is proved without it
type graph struct {
	session *triple.Session
	g       *annotated.Graph
	given   *annotated.Shown // the parts of the formulas that follow by values; nil: none
	shown   *annotated.Shown // read by the steps: its Left has the present candidates of each node
	known   []ir.Expr        // by node: the part that follows by values, as far as package triple can express it
	dirty   []bool           // by node: its steps have to be checked again
	users   map[int][]int    // by node at an exit: the nodes whose steps assume its formula
}

// newGraph returns the graph g without candidates.
func newGraph(g *annotated.Graph, given *annotated.Shown) *graph {
	n := len(g.Nodes)
	w := &graph{g: g, given: given, shown: &annotated.Shown{Left: make([][]ir.Expr, n), AllOpen: given == nil},
		known: make([]ir.Expr, n), dirty: make([]bool, n), users: map[int][]int{}}
	if given != nil {
		w.shown.Known, w.shown.Open, w.shown.AllOpen = given.Known, given.Open, given.AllOpen
	}
	return w
}

// weaken drops candidates until the rest follows.
func (w *graph) weaken(ctx context.Context, ev *verify.Annotated) (*verify.Annotated, error) {
	if err := w.session.Names(ev.Results, ev.Entered, ev.Made); err != nil {
		return nil, err
	}
	if err := w.candidates(ctx); err != nil {
		return nil, err
	}
	if err := w.settle(); err != nil {
		return nil, err
	}
	out := *ev
	out.Nodes = append([]verify.AnnotatedNode(nil), ev.Nodes...)
	for _, i := range w.g.Order {
		if n := &out.Nodes[i]; n.Formula != nil && !n.Open {
			n.Formula = ir.NewAnd(append([]ir.Expr{w.byValues(i)}, w.shown.Left[i]...)...)
		}
	}
	return &out, nil
}

// byValues returns the part of a node's formula that follows by values, whether or not package triple can express it.
func (w *graph) byValues(i int) ir.Expr {
	if w.given == nil || w.given.Known[i] == nil {
		return ir.NewBool(true)
	}
	return w.given.Known[i]
}

// claimed returns the part of a node's formula that does not follow by values.
func (w *graph) claimed(i int) ir.Expr {
	if w.given != nil {
		return ir.NewAnd(w.given.Left[i]...)
	}
	return w.g.Nodes[i].Formula
}

// candidates computes the candidates of all nodes.
func (w *graph) candidates(ctx context.Context) error {
	s := w.session
	claimed := make([]ir.Expr, len(w.g.Nodes))
	var all []ir.Expr
	for k, i := range w.g.Order {
		if k%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		n := w.g.Nodes[i]
		if n.Formula == nil || n.Open {
			continue
		}
		fits := func(x ir.Expr) bool { return s.Fits(n.Loc, x) == nil }
		w.known[i] = triple.Weaker(w.byValues(i), fits)
		claimed[i] = triple.Weaker(w.claimed(i), fits)
		all = append(all, w.known[i], claimed[i])
	}
	s.Track(all)
	for _, i := range w.g.Order {
		if claimed[i] == nil {
			continue
		}
		seen := triple.Conjuncts{}
		seen.Add(w.known[i])
		for _, x := range append(ir.Conjuncts(claimed[i]), ir.Conjuncts(triple.Weaker(claimed[i], s.Tracks))...) {
			if !seen.Has(x) && !ir.IsTrue(x) {
				seen.Add(x)
				w.shown.Left[i] = append(w.shown.Left[i], x)
			}
		}
		w.dirty[i] = true
		w.annotate(i)
		for _, exit := range returns(w.g, i) {
			w.users[exit] = append(w.users[exit], i)
		}
	}
	return nil
}

// returns returns the nodes at exits from which executions return into the block of node i.
func returns(g *annotated.Graph, i int) (exits []int) {
	begin := g.Begin(i)
	if begin < 0 {
		return nil
	}
	seen, noted := map[int]bool{begin: true}, map[int]bool{}
	work := []int{begin}
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range g.Nodes[at].Loc.Out {
			for _, m := range g.Moves(at, e) {
				if m.Exit >= 0 && !noted[m.Exit] {
					noted[m.Exit] = true
					exits = append(exits, m.Exit)
				}
				if m.In >= 0 && !seen[m.In] {
					seen[m.In] = true
					work = append(work, m.In)
				}
			}
		}
	}
	return exits
}

// annotate sets the formula of node i to its known part and its present candidates.
func (w *graph) annotate(i int) {
	w.g.Nodes[i].Formula = ir.NewAnd(append([]ir.Expr{w.known[i]}, w.shown.Left[i]...)...)
}

// drop removes a candidate.
func (w *graph) drop(k triple.Claim) {
	w.shown.Left[k.Node] = without(w.shown.Left[k.Node], k.Expr)
	w.annotate(k.Node)
	w.dirty[k.Node] = true
	for _, i := range w.users[k.Node] {
		w.dirty[i] = true
	}
}

// settle checks the steps of all nodes, and again the steps that assumed a dropped candidate, until none is dropped.
func (w *graph) settle() error {
	try := func(st *triple.Step) error {
		drop, err := failing(w.session, st)
		for _, k := range drop {
			w.drop(k)
		}
		return err
	}
	if err := try(w.session.GraphStart(w.g)); err != nil {
		return err
	}
	for again := true; again; {
		again = false
		for _, i := range w.g.Order {
			if !w.dirty[i] {
				continue
			}
			w.dirty[i], again = false, true
			for _, st := range w.session.GraphSteps(w.g, i) {
				if err := try(st); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
