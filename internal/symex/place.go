package symex

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file asks for inputs from any state of a run, not only where paths part: a suitable test for the frontier of an abstraction
// (Gulavani, Henzinger, Kannan, Nori, Rajamani, SYNERGY, FSE 2006, GenSuitableTest; Beckman, Nori, Rajamani, Simmons, Proofs from
// tests, ISSTA 2008, ExtendFrontier). The walk to a place is beside the tree: it keeps the state and what the path requires of the
// inputs, and no edges, so that its memory grows with the constraints alone.

// Visit is a time at which control is at a location: the n-th one of a run, from 0.
type Visit struct {
	Loc *ir.Loc
	N   int
}

// Place is where the run of a test is at a visit of a location, with what is known there of its inputs.
type Place struct {
	Visit
	// Exact and Whole are as in Node.
	Exact, Whole bool
	// Edges is the number of edges to here that were followed symbolically.
	Edges int

	n   *Node       // its test, state and constraints
	occ map[int]int // inputs read so far, by site
}

// Constraints are what the path to the place requires of its inputs.
func (p *Place) Constraints() []*term.Term { return p.n.conds }

// ErrNoVisit is returned where a run does not come to a visit, or was not followed that far.
var ErrNoVisit = errors.New("the run does not come there")

// line is a walk beside the tree, to some visits.
type line struct {
	visits map[*ir.Loc]int // so far, of those that are asked for
	want   map[Visit][]int // by place in the answer
	left   int
	out    []*Place

	running bool // the interpreter is; it is not at the entry
}

// At is the place of the n-th visit (from 0) of a location in the run of a test.
func (x *Explorer) At(ctx context.Context, test []ir.Record, loc *ir.Loc, n int) (*Place, error) {
	ps, err := x.Places(ctx, test, []Visit{{loc, n}})
	if err == nil && ps[0] == nil {
		return nil, ErrNoVisit
	}
	return ps[0], err
}

// Places are several places of one run, which is walked once, up to the last of them; nil for each visit that there is not. The
// error says why the run was not followed further, if it was not, and there are places of which it is not known.
func (x *Explorer) Places(ctx context.Context, test []ir.Record, at []Visit) ([]*Place, error) {
	l := &line{visits: map[*ir.Loc]int{}, want: map[Visit][]int{}, out: make([]*Place, len(at))}
	for i, v := range at {
		l.visits[v.Loc] = 0
		if l.want[v] == nil {
			l.left++
		}
		l.want[v] = append(l.want[v], i)
	}
	w := x.newWalker(ctx)
	root := x.start
	records := append([]ir.Record(nil), test...)
	root.test = &records
	w.line, w.node, w.build, w.test = l, &root, true, &[]ir.Record{}
	w.occ = map[int]int{}
	for _, r := range root.reads {
		w.occ[r.site.ID]++
	}
	if l.left == 0 {
		return l.out, nil
	}
	if w.arrive(x.Prog.Entry.Entry); l.left == 0 {
		return l.out, nil
	}
	l.running = true
	x.interp.Observe(w.observe)
	run, err := x.interp.Run(ctx, exec.Chain(exec.FromRecords(x.Prog, test), exec.Zeros()))
	x.interp.Observe(nil)
	switch {
	case err != nil:
		return l.out, err
	case l.left == 0:
		return l.out, nil
	case w.trace.Lost != "":
		return l.out, fmt.Errorf("%w: %s", ErrNoVisit, w.trace.Lost)
	}
	switch out := run.Outcome; out.Kind { // sound: all others are the end of the run
	case exec.Cancelled:
		return l.out, fmt.Errorf("%w: no time", ErrNoVisit)
	case exec.OutOfFuel:
		return l.out, fmt.Errorf("%w: no fuel", ErrNoVisit)
	default:
		if out.Edge != nil {
			w.enterCalls(out.Edge.From, nil)
		}
		return l.out, nil
	}
}

// arrive notes a place, and ends the run at the last one.
func (l *line) arrive(w *walker) {
	seen, ok := l.visits[w.at]
	if !ok {
		return
	}
	l.visits[w.at]++
	v := Visit{w.at, seen}
	want := l.want[v]
	if len(want) == 0 {
		return
	}
	n := *w.node
	n.Loc, n.Edges = w.at, w.edges
	n.conds, n.access, n.reads = n.conds[:len(n.conds):len(n.conds)], n.access[:len(n.access):len(n.access)], nil
	p := &Place{Visit: v, Exact: n.Exact, Whole: n.Whole, Edges: w.edges, n: &n, occ: maps.Clone(w.occ)}
	for _, i := range want {
		l.out[i] = p
	}
	if l.left--; l.left == 0 {
		if w.stop = true; l.running {
			w.x.interp.Stop()
		}
	}
}

// Reach looks for inputs with which a run takes the way of the run to the place, and goes on along edges, behind which post holds
// (nil: anything). Calls stand where they are entered. Inputs that this does not depend on are those of the run. Exact says that
// Unsat was found without values of the run and without taking any access as valid that nobody asked about: no execution that takes
// the way to the place goes on like this.
func (x *Explorer) Reach(ctx context.Context, p *Place, edges []*ir.Edge, post ir.Expr, b smt.Budget) Solution {
	s, accesses := p.n.state, len(x.enc.Accesses)
	whole := p.Whole && len(p.n.access) == 0
	n := &Node{test: p.n.test}
	occ := maps.Clone(p.occ)
	var goal []*term.Term
	for _, e := range edges {
		events := len(x.enc.Events)
		var c *term.Term
		if a, ok := e.Stmt.(*ir.Assume); ok {
			c = x.enc.Cond(s, a.Cond)
		} else {
			if s, c = x.enc.Follow(s, e); s == nil {
				return Solution{Result: smt.Unsat, Exact: whole && len(x.enc.Accesses) == accesses}
			}
			if !c.IsTrue() && !ir.Guarded(e) {
				whole = false
			}
		}
		for _, ev := range x.enc.Events[events:] {
			x.enter(n, ev, occ)
		}
		if h, ok := e.Stmt.(*ir.MemHavoc); ok {
			occ[h.Site.ID]++
		}
		goal = append(goal, c)
	}
	if post != nil {
		goal = append(goal, x.enc.Cond(s, post))
	}
	r := x.solve(ctx, n, p.n.conds, goal, b)
	r.Exact = whole && len(x.enc.Accesses) == accesses && !r.Concretised
	return r
}
