package synergy

// LEE-YANNAKAKIS: Fig. 5 of the paper about SYNERGY, after D. Lee, M. Yannakakis: On-line minimization of transition
// systems (STOC 1992). A baseline: it makes the quotient by bisimulation of what is reached, where SYNERGY makes one by
// simulation, and it ends when that is stable, not when the error is excluded.
//
//	T has one state a region (witnesses)
//	search  a region without one gets one: a successor of a state of T
//	split   P with a state of T, Q after it: P lies neither in Pre(Q) nor outside of it, so that it is split by Pre(Q)
//
// Search goes before splits, splits go in order of age, so that none waits forever. Tests do not run to their end: only
// the successor enters T.
//
// Deviations: as in SYNERGY the partition begins with a region a location, and one obligation is decided after the
// other, with what leads to it. The state of T that a successor is asked for may be another one by the same path. Where
// Pre cannot be said exactly a pair is left as it is, and the answer is unknown unless proofs exclude the error.

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// LeeYannakakis makes the baseline.
func LeeYannakakis() verify.Engine {
	cfg := Default()
	cfg.Split, cfg.stabilise, cfg.Exchange = Edges, true, false
	e := New(cfg)
	e.Name, e.With, e.Needs = "lee-yannakakis", nil, nil
	e.Doc = "reached states by bisimulation: a baseline of synergy"
	e.Paper = "D. Lee, M. Yannakakis: On-line minimization of transition systems. STOC 1992"
	return e
}

// quotient is what is known of an obligation.
type quotient struct {
	*analysis
	witness  map[*Region]*State // T
	searches []*Edge            // that may give a region its witness
	pairs    []*Edge            // that may not be stable
	left     string             // why a pair was left as it is
}

// quotient returns the quotient for an obligation.
func (w *worker) quotient(o *ir.Obligation) *quotient {
	if q := w.quotients[o]; q != nil {
		return q
	}
	q := &quotient{analysis: w.analysis(o), witness: map[*Region]*State{}}
	if w.quotients == nil {
		w.quotients = map[*ir.Obligation]*quotient{}
	}
	w.quotients[o] = q
	q.abs.made = func(e *Edge) {
		q.searches, q.pairs = append(q.searches, e), append(q.pairs, e)
	}
	for _, e := range q.abs.start {
		l := q.program.Loc[e.To.At]
		q.enter(e.To, w.tests.forest.initial(&Test{by: farthest()}, l))
	}
	return q
}

// enter gives a region its witness.
func (q *quotient) enter(r *Region, s *State) {
	q.witness[r] = s
	q.searches, q.pairs = append(q.searches, q.abs.Out(r)...), append(q.pairs, q.abs.Out(r)...)
}

// stabilise goes on until the error is reached, or all that is reached is stable.
func (w *worker) stabilise(ctx context.Context, o *ir.Obligation) (u *verify.Unsafe, why string) {
	q := w.quotient(o)
	for {
		if u := w.tests.unsafe; u != nil {
			w.tests.unsafe = nil
			return u, ""
		}
		if over := w.kit.M.Over(ctx); over != "" {
			return nil, over
		}
		if e := q.next(&q.searches); e != nil {
			if q.witness[e.To] == nil && !q.search(ctx, e) && ctx.Err() != nil {
				q.searches = append(q.searches, e)
			}
			continue
		}
		e := q.next(&q.pairs)
		if e == nil {
			break
		}
		if !q.split(ctx, e) && ctx.Err() != nil {
			q.pairs = append(q.pairs, e)
		}
	}
	if q.abs.Excluded() {
		q.done = true
		return nil, ""
	}
	if q.left == "" {
		q.left = "an error that no state of T leads to is not excluded"
	}
	return nil, q.left
}

// next returns the first edge of a queue whose region in front has a witness.
func (q *quotient) next(queue *[]*Edge) *Edge {
	for len(*queue) > 0 {
		e := (*queue)[0]
		*queue = (*queue)[1:]
		if !e.Gone && e.From != nil && q.witness[e.From] != nil {
			return e
		}
	}
	return nil
}

// search looks for a successor of the witness in the region after an edge.
func (q *quotient) search(ctx context.Context, e *Edge) bool {
	t := q.witness[e.From]
	if x := q.pre(ctx, 0, e); x.why == "" && x.Exact && q.outside(t, x.Preimage) {
		return false
	}
	post := e.To.Expr()
	if ir.IsTrue(post) {
		post = nil
	}
	records, answer, why := q.w.tests.reach(ctx, t, q.block(e), post)
	switch answer {
	case vc.Open:
		q.left = why
		return false
	case vc.No:
		return false
	case vc.Yes:
	}
	if q.program.Final(e.To.At) {
		return q.w.tests.run(ctx, records, farthest(), "a test to the error", nil)
	}
	s := q.after(ctx, t, records, q.program.Loc[e.To.At])
	if s == nil || q.front.find(s) != e.To {
		q.left = "a test does not go where the solver says it does"
		return false
	}
	q.w.task.Log.Count(Name+".tests", 1)
	q.enter(e.To, s)
	return true
}

// outside reports whether a state does not lead on.
func (q *quotient) outside(s *State, x vc.Preimage) bool {
	return !slices.ContainsFunc(x.Cubes, func(way []ir.Expr) bool {
		return !slices.ContainsFunc(way, func(c ir.Expr) bool { yes, ok := q.w.tests.forest.Holds(s, c); return !yes && ok })
	})
}

// after returns the state of a run that follows its visit to the location of t.
func (q *quotient) after(ctx context.Context, t *State, records []ir.Record, to *ir.Loc) (found *State) {
	f := q.w.tests.forest
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	visits := map[*ir.Loc]int{q.program.Prog.Entry.Entry: 1}
	when := 0
	before := f.Fuel
	_, err := f.walk(within, records, farthest(), func(l *ir.Loc, env exec.Env, _ *activation) {
		n := visits[l]
		visits[l]++
		if when++; when == t.When+1 {
			if l == to {
				found = f.state(&Test{Records: records, by: farthest()}, l, n, when, env, nil)
			}
			cancel()
		}
	})
	q.w.kit.M.Spend((f.Fuel - before) / fuelPer)
	if err != nil && found == nil {
		return nil
	}
	return found
}

// split splits the region before an edge by Pre of the region after it, or shows that there is nothing to split.
func (q *quotient) split(ctx context.Context, e *Edge) bool {
	if q.shown(ctx, e, nil, nil) {
		q.abs.Remove(e)
		return true
	}
	why := ""
	for n := 0; q.w.link(n) != nil; n++ {
		x := q.pre(ctx, n, e)
		if x.why != "" && len(x.Cubes) > 0 && x.Exact {
			return true // from everywhere
		}
		if why = x.why; why != "" {
			continue
		}
		cond := x.Expr()
		if ir.IsTrue(cond) || q.implied(ctx, n, e.From, cond) {
			if !x.Exact {
				why = "what a state needs to go on cannot be said exactly"
				continue
			}
			return true
		}
		q.part(ctx, e, cond)
		return true
	}
	if ctx.Err() == nil && why != "" {
		q.left = why
	}
	return false
}

// implied reports whether all states of a region have a condition.
func (q *quotient) implied(ctx context.Context, n int, r *Region, cond ir.Expr) bool {
	p := q.w.own.all[n].prover
	c := p.E.RootOf(q.program.Prog.Entry)
	yes := vc.Open
	_ = p.E.C.Until(ctx, func() {
		x, sure := p.Term(c, r.Expr())
		y, exact := p.Term(c, cond)
		if sure && exact {
			yes = p.ImpliesTerm(ctx, x, y)
		}
	})
	return yes == vc.Yes
}

// part splits a region; its witness goes to one part.
func (q *quotient) part(ctx context.Context, e *Edge, cond ir.Expr) {
	s := q.witness[e.From]
	delete(q.witness, e.From)
	no := q.front.cut(e.From, cond)
	if q.shown(ctx, &Edge{From: no, Letter: e.Letter, To: e.To}, nil, nil) {
		for _, f := range q.abs.Out(no) {
			if !f.Gone && f.Letter == e.Letter && f.To == e.To {
				q.abs.Remove(f)
				break
			}
		}
	}
	switch r := q.front.find(s); {
	case r == nil:
		q.left = "a state is not known well enough"
	default:
		q.enter(r, s)
	}
	q.w.logged.cuts++
	q.w.task.Log.Count(Name+".refinements", 1)
}
