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

// This file finds inputs that extend a run from any of its states, not only from nodes of the tree. Such inputs are a
// suitable test for the frontier of an abstraction (Gulavani, Henzinger, Kannan, Nori, Rajamani, SYNERGY, FSE 2006,
// GenSuitableTest; Beckman, Nori, Rajamani, Simmons, Proofs from tests, ISSTA 2008, ExtendFrontier). The walk to a
// place is not part of the tree. It keeps the state and the path's constraints on inputs, but no edges, so its memory
// grows with the constraints only.

// Visit is the N-th time, from 0, at which a run is at a location.
type Visit struct {
	Loc *ir.Loc
	N   int
}

// Place is the state of a test's run at a visit of a location, with the constraints on its inputs.
type Place struct {
	Visit
	// Exact and General are as in Node.
	Exact, General bool
	// Edges is the number of edges up to the place that were followed symbolically.
	Edges int

	n   *Node       // the test, state and constraints
	occ map[int]int // by site: the number of inputs read so far

	quiet *quietEdges // the quiet edges of the walk
}

// Constraints returns the constraints on inputs of the path to the place.
func (p *Place) Constraints() []*term.Term { return p.n.conds }

// mostAsked bounds the constraints of a query. Sending more takes half a second, whatever the query's time limit.
const mostAsked = 1 << 14

// ErrNoVisit is the error for a visit that does not occur in a run, or that the walk did not reach.
var ErrNoVisit = errors.New("the run does not come there")

// placeWalk is a walk to some visits, outside of the tree.
type placeWalk struct {
	visits map[*ir.Loc]int // the number of visits so far, for each wanted location
	want   map[Visit][]int // the wanted visits, with their indices in out
	left   int             // the number of wanted visits that have not occurred yet
	out    []*Place        // the result

	required map[*term.Term]bool // the constraints so far, except bounds
	bounds   map[limit]strength  // the bounds so far
	seen     int                 // the number of constraints that the last recorded place has
}

// At returns the place of the n-th visit (from 0) of a location in the run of a test.
func (x *Explorer) At(ctx context.Context, test []ir.Record, loc *ir.Loc, n int) (*Place, error) {
	ps, err := x.Places(ctx, test, []Visit{{loc, n}})
	if err == nil && ps[0] == nil {
		return nil, ErrNoVisit
	}
	return ps[0], err
}

// Places returns the places of several visits of one run; nil for a visit that does not occur. The run is walked once,
// up to the last of the visits. If the walk ended early and some places are therefore unknown, the error has the
// reason.
func (x *Explorer) Places(ctx context.Context, test []ir.Record, at []Visit) ([]*Place, error) {
	for {
		out, bare, err := x.places(ctx, test, at)
		if bare == nil {
			return out, err
		}
		x.bare[bare], x.lines = true, nil
	}
}

// places is Places under the assumption that local objects are written before they are read. If the run reads an
// uninitialised object, it returns this object as bare, and the caller has to walk again.
func (x *Explorer) places(ctx context.Context, test []ir.Record, at []Visit) (out []*Place, bare *ir.Object,
	err error) {
	l := &placeWalk{visits: map[*ir.Loc]int{}, want: map[Visit][]int{}, out: make([]*Place, len(at)),
		required: map[*term.Term]bool{}, bounds: map[limit]strength{}}
	for i, v := range at {
		if l.want[v] == nil {
			l.left++
		}
		l.want[v] = append(l.want[v], i)
		if f := v.Loc.Func; !x.open[f] {
			x.open[f] = true
			if x.lines != nil && x.lines.some && x.lines.quietFunc[f.ID] {
				x.lines = nil
			}
		}
	}
	if l.left == 0 {
		return l.out, nil, nil
	}
	w := x.newWalker(ctx)
	root := x.start
	records := append([]ir.Record(nil), test...)
	root.test = &records
	w.line, w.node, w.build, w.test, w.quiet = l, &root, true, &[]ir.Record{}, x.quietEdges()
	w.occ = map[int]int{}
	for _, r := range root.reads {
		w.occ[r.site.ID]++
	}
	for _, v := range at {
		x.interp.Visit(v.Loc, func() { l.arrive(w, v.Loc) })
		defer x.interp.Visit(v.Loc, nil)
	}
	in := exec.Chain(exec.FromRecords(x.Prog, test), exec.Zeros())
	if w.quiet != nil {
		in = guarded{in, w.quiet.watch, func(o *ir.Object) {
			bare = o
			w.stop = true
			x.interp.Stop()
		}}
	}
	run, err := x.run(w, in)
	switch {
	case err != nil || bare != nil || l.left == 0:
		return l.out, bare, err
	case w.trace.Lost != "":
		return l.out, nil, fmt.Errorf("%w: %s", ErrNoVisit, w.trace.Lost)
	}
	switch run.Outcome.Kind { // sound: with all other outcomes, the run has ended without the visits
	case exec.Cancelled:
		return l.out, nil, fmt.Errorf("%w: no time", ErrNoVisit)
	case exec.OutOfFuel:
		return l.out, nil, fmt.Errorf("%w: no fuel", ErrNoVisit)
	}
	return l.out, nil, nil
}

// arrive counts a visit. It records the place if the visit is wanted, and ends the run at the last wanted visit.
func (l *placeWalk) arrive(w *walker, at *ir.Loc) {
	if w.stop {
		return
	}
	v := Visit{at, l.visits[at]}
	l.visits[at]++
	want := l.want[v]
	if len(want) == 0 {
		return
	}
	w.at = at
	if w.enterPlace(at, w.x.interp); w.stop {
		return
	}
	n := *w.node
	l.seen = len(n.conds)
	n.Loc, n.Edges = at, w.edges
	n.conds, n.access, n.reads = n.conds[:len(n.conds):len(n.conds)], n.access[:len(n.access):len(n.access)], nil
	p := &Place{Visit: v, Exact: n.Exact, General: n.General, Edges: w.edges, n: &n, occ: maps.Clone(w.occ),
		quiet: w.quiet}
	for _, i := range want {
		l.out[i] = p
	}
	if l.left--; l.left == 0 {
		w.stop = true
		w.x.interp.Stop()
	}
}

// Reach looks for inputs with which a run takes the path to the place, continues along the given edges, and then
// satisfies post; a nil post is true. In edges, a call comes before the edges of the called function. Other inputs keep
// the values of the run. Exact reports that an Unsat depends neither on values of the run nor on accesses that were
// assumed valid without a check: no execution that takes the path to the place continues in this way.
func (x *Explorer) Reach(ctx context.Context, p *Place, edges []*ir.Edge, post ir.Expr, b smt.Budget) Solution {
	s, accesses := p.n.state, len(x.enc.Accesses)
	whole := p.General && len(p.n.access) == 0
	n := &Node{test: p.n.test}
	occ := maps.Clone(p.occ)
	var goal []*term.Term
	to := p.Loc
	for _, e := range edges {
		events := len(x.enc.Events)
		switch st := e.Stmt.(type) { // sound: other statements stay in the function
		case *ir.Call:
			to = st.Func.Entry
		case *ir.Return:
			if to = e.To; s.Ctx.Parent != nil {
				to = s.Ctx.Call.To
			}
		default:
			to = e.To
		}
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
		ir.Vars(post, func(v *ir.Var) { // the state may lack the value of a register that no edge reads
			whole = whole && (p.quiet == nil || !p.quiet.writes[v] || p.quiet.live(to.Func).At(to, v))
		})
	}
	r := x.solveUpTo(ctx, mostAsked, n, p.n.conds, goal, b)
	r.Exact = whole && len(x.enc.Accesses) == accesses && !r.Concretised
	return r
}
