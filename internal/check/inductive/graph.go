package inductive

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/check/annotated"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// graph is the state of the check of an annotated graph.
type graph struct {
	*checker
	g    *annotated.Graph
	inv  []*invariant             // by node; nil: the node has no formula, or no execution reaches it
	open map[annotated.Place]bool // the places that the formulas do not exclude, although the graph does not have them
	// gap is told of a state that reaches a node whose formula it does not satisfy; nil: such a state is an error.
	gap func(node int, satisfies func(ir.Expr) bool)
}

// Graph returns nil as the error if the formulas of an annotated graph follow from each other by values. The result has
// these formulas, and the places that they leave open.
func Graph(ctx context.Context, p *ir.Program, points *flow.Memo, obls []*ir.Obligation,
	ev *verify.Annotated) (*annotated.Shown, error) {
	return Part(ctx, p, points, obls, ev, ev)
}

// Weaker returns the graph ev with other formulas, by node; nil stands for true.
func Weaker(ev *verify.Annotated, formulas []ir.Expr) *verify.Annotated {
	out := *ev
	out.Nodes = slices.Clone(ev.Nodes)
	for i := range out.Nodes {
		if n := &out.Nodes[i]; n.Formula != nil && !n.Open {
			if n.Formula = ir.NewBool(true); i < len(formulas) && formulas[i] != nil {
				n.Formula = formulas[i]
			}
		}
	}
	return &out
}

// Part returns nil as the error if the formulas of part, which Weaker made from the graph ev, follow from each other by
// values. The result has these formulas, the other conjuncts of the formulas of ev, and the places that are left open.
func Part(ctx context.Context, p *ir.Program, points *flow.Memo, obls []*ir.Obligation,
	ev, part *verify.Annotated) (*annotated.Shown, error) {
	shape, err := annotated.Read(p, part)
	if err != nil {
		return nil, err
	}
	k := newGraph(ctx, p, points, shape, part)
	for _, o := range obls {
		k.asked[o] = true
	}
	for _, i := range shape.Order {
		if f := shape.Nodes[i].Formula; f != nil {
			if k.inv[i], err = k.parse(shape.Nodes[i].Loc, f); err != nil {
				return nil, err
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	err = k.arrive(k.initial(), 0)
	for _, i := range shape.Order {
		if err == nil && k.inv[i] != nil {
			err = k.from(i)
		}
	}
	if err != nil {
		return nil, err
	}
	shown := &annotated.Shown{Open: k.open}
	for i, n := range ev.Nodes {
		known := part.Nodes[i].Formula
		var left []ir.Expr
		if known != n.Formula {
			has := flatten(ir.LAnd, known)
			left = slices.DeleteFunc(flatten(ir.LAnd, n.Formula), func(x ir.Expr) bool { return slices.Contains(has, x) })
		}
		shown.Known, shown.Left = append(shown.Known, known), append(shown.Left, left)
	}
	return shown, nil
}

// newGraph returns a checker of the graph g of ev that has parsed no formulas yet.
func newGraph(ctx context.Context, p *ir.Program, points *flow.Memo, g *annotated.Graph, ev *verify.Annotated) *graph {
	c := newChecker(ctx, p, points, &verify.Inductive{Results: ev.Results, Entered: ev.Entered, Made: ev.Made})
	return &graph{checker: c, g: g, inv: make([]*invariant, len(g.Nodes)), open: map[annotated.Place]bool{}}
}

// from follows the paths from the states of node i, which has a formula, to the next nodes with formulas.
func (k *graph) from(i int) error {
	n := k.g.Nodes[i]
	if n.Open {
		return nil
	}
	if n.Loc.Kind == ir.Error && k.asked[n.Loc.Obligation] && len(k.inv[i].states) > 0 {
		k.open[annotated.Place{Node: i}] = true
	}
	begin, above := k.g.Begin(i), k.g.Above(i)
	for _, s := range k.inv[i].states {
		for _, j := range above {
			if err := k.arrive(s.clone(), j); err != nil {
				return err
			}
		}
		if begin >= 0 {
			s = s.clone()
			if k.relate(s); s.empty {
				continue
			}
			if err := k.block(begin, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// mostStates bounds the number of states that are kept apart at a node without a formula.
const mostStates = 8

// block follows all paths from the node begin, which is in state s, to the next nodes with formulas.
func (k *graph) block(begin int, s *state) error {
	order, err := k.order(begin)
	if err != nil {
		return err
	}
	at := map[int][]*state{begin: {s}}
	for _, i := range order {
		for _, s := range at[i] {
			if s.empty {
				continue
			}
			out := k.g.Nodes[i].Loc.Out
			for n, e := range out {
				if k.steps++; k.steps%64 == 0 && k.ctx.Err() != nil {
					return k.ctx.Err()
				}
				in := s
				if n < len(out)-1 {
					in = s.clone()
				}
				if err := k.edge(i, e, in, at); err != nil {
					return err
				}
			}
		}
		delete(at, i)
	}
	return nil
}

// order returns the nodes of a block in topological order.
func (k *graph) order(begin int) (out []int, err error) {
	color := map[int]uint8{}
	var visit func(i int)
	visit = func(i int) {
		color[i] = 1
		for _, e := range k.g.Nodes[i].Loc.Out {
			for _, m := range k.g.Moves(i, e) {
				switch {
				case m.In < 0:
				case color[m.In] == 0:
					visit(m.In)
				case color[m.In] == 1:
					err = errors.New("a cycle inside of a block")
				}
			}
		}
		color[i] = 2
		out = append(out, i)
	}
	visit(begin)
	slices.Reverse(out)
	return out, err
}

// edge follows the edge e from node i of a block. at holds the states that reach the nodes of the block.
func (k *graph) edge(i int, e *ir.Edge, s *state, at map[int][]*state) (err error) {
	call, is := e.Stmt.(*ir.Call)
	if !is {
		s = k.step(s, e)
	}
	for _, m := range k.g.Moves(i, e) {
		switch {
		case err != nil:
		case m.Entry < 0:
			err = k.move(i, e, m, s, at)
		case m.Exit < 0:
			err = k.arrive(k.enter(s, call), m.Entry)
		default:
			for _, x := range k.inv[m.Exit].states {
				if err == nil {
					err = k.move(i, e, m, k.resume(s, x, call), at)
				}
			}
		}
	}
	return err
}

// move propagates the state s along the move m. It records the move as open if the graph does not have it.
func (k *graph) move(i int, e *ir.Edge, m annotated.Move, s *state, at map[int][]*state) error {
	if s.empty {
		return nil
	}
	if m.Out() {
		k.open[annotated.Place{Node: i, Edge: e, Entry: m.Entry, Exit: m.Exit}] = true
		return nil
	}
	for n, j := range m.To {
		in := s
		if n < len(m.To)-1 {
			in = s.clone()
		}
		if err := k.arrive(in, j); err != nil {
			return err
		}
	}
	if m.In < 0 {
		return nil
	}
	if l := k.g.Nodes[m.In].Loc; l.Kind == ir.Error && k.asked[l.Obligation] {
		k.open[annotated.Place{Node: m.In}] = true
	}
	if all := at[m.In]; len(all) < mostStates {
		at[m.In] = append(all, s)
	} else {
		all[mostStates-1] = k.merge(all[mostStates-1], s)
	}
	return nil
}

// arrive checks that the state s, which arrives at node i, satisfies the formula of the node. It returns an error
// otherwise, unless k.gap is set.
func (k *graph) arrive(s *state, i int) error {
	ok, slot, _ := k.covered(s, k.inv[i], 3)
	switch l := k.g.Nodes[i].Loc; {
	case ok:
	case k.gap == nil:
		return fmt.Errorf("the formula of node %d at %s does not follow: %s", i, l.Where(), k.slotName(slot))
	default:
		k.gap(i, func(x ir.Expr) bool { return k.satisfies(s, l, x) })
	}
	return nil
}
