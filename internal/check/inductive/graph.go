package inductive

import (
	"context"
	"errors"
	"slices"

	"github.com/tandem-verifier/tandem/internal/check/annotated"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file does the same for annotated graphs as weaken.go does for invariants: it drops conjuncts that do not follow,
// or that this package cannot read, until the rest is inductive. It reports the moves that the rest does not exclude as
// open.

// graph is the state of the check of an annotated graph.
type graph struct {
	*checker
	g     *annotated.Graph
	inv   []*invariant         // by node; nil: the node has no formula, or no execution reaches it
	reads [][]reading          // by node: the disjuncts of its formula, with the states for them
	dirty []bool               // by node: the paths from it have to be followed again
	users map[int]map[int]bool // by node at an exit: the nodes with formulas before calls that may return from it
	shown *annotated.Shown
}

// reading is a conjunction and the state that was parsed from it.
type reading struct {
	s    *state
	from []ir.Expr
}

// Graph returns the part of the formulas of an annotated graph that follows by values, and the places that this part
// leaves open.
func Graph(ctx context.Context, p *ir.Program, obls []*ir.Obligation, ev *verify.Annotated) (*annotated.Shown, error) {
	shape, err := annotated.Read(p, ev)
	if err != nil {
		return nil, err
	}
	c := newChecker(ctx, p, &verify.Inductive{Results: ev.Results, Entered: ev.Entered, Made: ev.Made})
	c.weak = &weakening{}
	for _, o := range obls {
		c.asked[o] = true
	}
	n := len(shape.Nodes)
	k := &graph{checker: c, g: shape, inv: make([]*invariant, n), reads: make([][]reading, n), dirty: make([]bool, n),
		users: map[int]map[int]bool{}}
	k.shown = &annotated.Shown{Known: make([]ir.Expr, n), Left: make([][]ir.Expr, n), Open: map[annotated.Place]bool{}}
	for _, i := range shape.Order {
		if f := shape.Nodes[i].Formula; f != nil {
			k.read(i, f)
			k.dirty[i] = true
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	k.arrive(c.initial(), 0)
	for again := true; again; {
		again = false
		for _, i := range shape.Order {
			if !k.dirty[i] {
				continue
			}
			k.dirty[i], again = false, true
			if err := k.from(i); err != nil {
				return nil, err
			}
		}
	}
	for _, i := range shape.Order {
		if k.inv[i] != nil {
			k.record(i)
		}
	}
	return k.shown, nil
}

// read parses the formula f of node i. Conjuncts that cannot be parsed are left out.
func (k *graph) read(i int, f ir.Expr) {
	p := &parser{c: k.checker, loc: k.g.Nodes[i].Loc}
	var states []*state
	for _, x := range flatten(ir.LOr, f) {
		r := reading{from: flatten(ir.LAnd, x)}
		var err error
		if r.s, err = p.conjunction(x); err != nil {
			r.s = &state{}
		}
		if !r.s.empty {
			states = append(states, r.s)
			k.reads[i] = append(k.reads[i], r)
		}
	}
	k.inv[i] = index(k.checker, states)
}

// from follows the paths from the states of node i, which has a formula, to the next nodes with formulas.
func (k *graph) from(i int) error {
	n := k.g.Nodes[i]
	if n.Open {
		return nil
	}
	if n.Loc.Kind == ir.Error && k.asked[n.Loc.Obligation] && len(k.inv[i].states) > 0 {
		k.shown.Open[annotated.Place{Node: i}] = true
	}
	begin, above := k.g.Begin(i), k.g.Above(i)
	for _, s := range slices.Clone(k.inv[i].states) {
		for _, j := range above {
			k.arrive(s.clone(), j)
		}
		if begin >= 0 {
			if err := k.block(i, begin, s.clone()); err != nil {
				return err
			}
		}
	}
	return nil
}

// mostStates bounds the number of states that are kept apart at a node without a formula.
const mostStates = 8

// block follows all paths from the node begin, which is in state s, to the next nodes with formulas. start is the node
// with a formula from which the paths begin; it differs from begin if it is covered.
func (k *graph) block(start, begin int, s *state) error {
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
				k.edge(start, i, e, in, at)
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
func (k *graph) edge(start, i int, e *ir.Edge, s *state, at map[int][]*state) {
	moves := k.g.Moves(i, e)
	call, is := e.Stmt.(*ir.Call)
	if !is {
		k.move(i, e, moves[0], k.step(s, e), at)
		return
	}
	for _, m := range moves {
		switch {
		case m.Entry < 0:
			k.move(i, e, m, s, at)
		case m.Exit < 0:
			k.arrive(k.enter(s, call), m.Entry)
		default:
			if k.users[m.Exit] == nil {
				k.users[m.Exit] = map[int]bool{}
			}
			k.users[m.Exit][start] = true
			for _, x := range k.inv[m.Exit].states {
				k.move(i, e, m, k.resume(s, x, call), at)
			}
		}
	}
}

// move propagates the state s along the move m. It records the move as open if the graph does not have it.
func (k *graph) move(i int, e *ir.Edge, m annotated.Move, s *state, at map[int][]*state) {
	if s.empty {
		return
	}
	if m.Out() {
		k.shown.Open[annotated.Place{Node: i, Edge: e, Entry: m.Entry, Exit: m.Exit}] = true
		return
	}
	for n, j := range m.To {
		if n < len(m.To)-1 {
			k.arrive(s.clone(), j)
		} else {
			k.arrive(s, j)
		}
	}
	if m.In < 0 {
		return
	}
	if l := k.g.Nodes[m.In].Loc; l.Kind == ir.Error && k.asked[l.Obligation] {
		k.shown.Open[annotated.Place{Node: m.In}] = true
	}
	if all := at[m.In]; len(all) < mostStates {
		at[m.In] = append(all, s)
	} else {
		all[mostStates-1] = k.merge(all[mostStates-1], s)
	}
}

// arrive weakens the formula of node i so that the state s, which arrives there, satisfies it.
func (k *graph) arrive(s *state, i int) {
	if ok, _, _ := k.covered(s, k.inv[i], 3); ok {
		return
	}
	k.inv[i] = k.weakened(s, k.inv[i])
	k.dirty[i] = true
	for start := range k.users[i] {
		k.dirty[start] = true
	}
}

// record enters into k.shown which conjuncts of the formula of node i follow, and which do not.
func (k *graph) record(i int) {
	f, states := k.g.Nodes[i].Formula, k.inv[i].states
	var left []ir.Expr
	for _, r := range k.reads[i] {
		for _, x := range r.from {
			if !ir.IsTrue(x) && !r.s.keeps(x) {
				left = append(left, x)
			}
		}
	}
	switch {
	case len(states) > len(k.reads[i]) || len(k.reads[i]) > 1 && len(left) > 0:
		left = []ir.Expr{f}
	case len(left) == 0:
		k.shown.Known[i] = f
		return
	}
	k.shown.Left[i] = left
	var or ir.Expr
	for _, s := range states {
		if x := s.expr(); or == nil {
			or = x
		} else {
			or = &ir.Binary{Op: ir.LOr, X: or, Y: x}
		}
	}
	k.shown.Known[i] = or
}

// keeps reports whether s still has all facts that were read from the conjunct x.
func (s *state) keeps(x ir.Expr) bool {
	return slices.ContainsFunc(s.from, func(y source) bool {
		return y.expr == x && !slices.ContainsFunc(y.slots, func(n int) bool { return s.find(n) == nil })
	})
}
