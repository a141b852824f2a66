package synergy

// This file has LEE-YANNAKAKIS: Fig. 5 of the paper about SYNERGY, after D. Lee, M. Yannakakis: On-line minimization of
// transition systems (STOC 1992). It is a baseline: it computes the bisimulation quotient of the reached states, where
// SYNERGY computes a simulation quotient, and it ends when the quotient is stable, not when the error is excluded.
//
//	T has one state of each region (its witness)
//	search  finds a witness for a region without one: a successor of a state of T
//	split   splits P by Pre(Q), if P has a witness, Q follows P, and P lies neither in Pre(Q) nor outside of it
//
// Searches come before splits, and splits are made in order of age, so each split is made eventually. Tests do not run
// to their end; only the successor enters T.
//
// Deviations: as in SYNERGY the partition begins with a region for each location, and obligations are decided one after
// the other, each in the part of the program that leads to it. The successor may start from another state of T on the
// same path. If Pre cannot be expressed exactly, the pair of regions is not split, and the answer is unknown unless
// proofs exclude the error.

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// LeeYannakakis returns the baseline engine.
func LeeYannakakis() verify.Engine {
	cfg := Default()
	cfg.Split, cfg.stabilise, cfg.Exchange = Edges, true, false
	e := New(cfg)
	e.Name, e.With, e.Needs = "lee-yannakakis", nil, nil
	e.Doc = "reached states by bisimulation: a baseline of synergy"
	e.Paper = "D. Lee, M. Yannakakis: On-line minimization of transition systems. STOC 1992"
	return e
}

// quotient is the state of the baseline for an obligation.
type quotient struct {
	*analysis
	witness  map[*Region]*State // T, by region
	searches []*Edge            // edges for which search is to be called
	pairs    []*Edge            // edges for which split is to be called
	left     string             // why some pair was not split; "" if there is no such pair
}

// quotient returns the quotient for o, and makes it on first use.
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

// enter makes s the witness of r.
func (q *quotient) enter(r *Region, s *State) {
	q.witness[r] = s
	q.searches, q.pairs = append(q.searches, q.abs.Out(r)...), append(q.pairs, q.abs.Out(r)...)
}

// stabilise searches and splits until a test reaches the error or all reached regions are stable. It returns a
// violation, or why o is not decided; why is "" if o is proved.
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
	if q.abs.excluded() {
		q.done = true
		return nil, ""
	}
	if q.left == "" {
		q.left = "an error that no state of T leads to is not excluded"
	}
	return nil, q.left
}

// next removes edges from a queue up to the first one that begins in a region with a witness, and returns that edge;
// nil if there is none.
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

// search searches for a successor of the witness in the region after e, and reports whether it found one.
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

// outside reports whether s is known to violate x.
func (q *quotient) outside(s *State, x vc.Preimage) bool {
	return !slices.ContainsFunc(x.Cubes, func(way []ir.Expr) bool {
		return !slices.ContainsFunc(way, func(c ir.Expr) bool { yes, ok := q.w.tests.forest.Holds(s, c); return !yes && ok })
	})
}

// after returns the state that follows t in the run on records. It returns nil if this state is not at the target
// location.
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

// split splits the region before e by Pre of the region after e, or shows that no split is needed. It returns false if
// it could do neither.
func (q *quotient) split(ctx context.Context, e *Edge) bool {
	if q.shown(ctx, e, nil, nil) {
		q.abs.remove(e)
		return true
	}
	why := ""
	for n := 0; q.w.link(n) != nil; n++ {
		x := q.pre(ctx, n, e)
		if x.why != "" && len(x.Cubes) > 0 && x.Exact {
			return true // all states lead over e
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

// implied reports whether all states of r are shown to satisfy cond.
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

// part splits the region before e by cond. The witness goes to the part in which it lies.
func (q *quotient) part(ctx context.Context, e *Edge, cond ir.Expr) {
	s := q.witness[e.From]
	delete(q.witness, e.From)
	no := q.front.cut(e.From, cond)
	if q.shown(ctx, &Edge{From: no, Letter: e.Letter, To: e.To}, nil, nil) {
		for _, f := range q.abs.Out(no) {
			if !f.Gone && f.Letter == e.Letter && f.To == e.To {
				q.abs.remove(f)
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
