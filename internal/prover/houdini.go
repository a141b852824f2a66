package prover

import (
	"context"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Status is the state of a candidate.
type Status uint8

// Houdini decides the candidates that are Open, and makes them Gone if it cannot prove them inductive. The other
// statuses are for the engine that made the set; Houdini does not set them.
const (
	Open     Status = iota // not refuted
	Gone                   // not inductive with the others
	Refuted                // false in some state
	Proved                 // inductive
	Timeout                // in a set that took too long
	Inactive               // inductive, but the engine does not assume it any more
)

// Cand is a condition that may hold at a location.
type Cand struct {
	Loc   *ir.Loc
	Expr  ir.Expr
	Hard  bool // not linear: decided in a query of its own
	State Status
	Of    any // the family of candidates from which the engine took it
}

// Set is a set of candidates by location.
type Set struct {
	By map[*ir.Loc][]*Cand
	// Dropped, if not nil, is called with the candidates cs that are false after block t in the model m. It may make other
	// candidates Open in their place, and reports whether it did.
	Dropped func(y *System, t *Block, m *term.Model, cs []*Cand) (renewed bool)

	renewed bool // whether Dropped has opened candidates after the present block
}

// Time limits of Houdini's queries, in this order: the limit for a set of linear candidates, the lower bound of the
// limit for a part of such a set, and the limit for a single hard candidate.
const (
	easyTime   = 500 * time.Millisecond
	leastTime  = 60 * time.Millisecond
	hardTime   = 200 * time.Millisecond
	settleTime = 1500 * time.Millisecond // all queries about one block
)

// Inductive returns the largest inductive subset of the candidates, by location. It returns nil if the time does not
// suffice.
func (y *System) Inductive(ctx context.Context, cand map[*ir.Loc][]ir.Expr) map[*ir.Loc][]ir.Expr {
	set := &Set{By: map[*ir.Loc][]*Cand{}}
	for l, xs := range cand {
		for _, x := range xs {
			set.By[l] = append(set.By[l], &Cand{Loc: l, Expr: x})
		}
	}
	if !y.Houdini(ctx, set) {
		return nil
	}
	out := map[*ir.Loc][]ir.Expr{}
	for l, cs := range set.By {
		for _, c := range cs {
			if c.State == Open {
				out[l] = append(out[l], c.Expr)
			}
		}
	}
	return out
}

// Houdini drops candidates until the remaining ones are inductive (Flanagan, Leino: Houdini, an annotation assistant
// for ESC/Java. FME 2001). It returns false if the time does not suffice. If the invariants with which the system was
// made hold in all executions, the remaining candidates hold, too.
func (y *System) Houdini(ctx context.Context, set *Set) bool {
	for _, t := range y.Blocks {
		t.dirty = true
	}
	for again := true; again; {
		again = false
		for _, t := range y.Blocks {
			if !t.dirty {
				continue
			}
			t.dirty, again = false, true
			if y.M.Ended(ctx) {
				return false
			}
			set.renewed = false
			if y.weaken(ctx, t, set) {
				for _, u := range y.Blocks {
					if u == t || u.From.Loc == t.To || u.To == t.To && set.renewed {
						u.dirty = true
					}
				}
			}
		}
	}
	return !y.M.Ended(ctx)
}

// premises returns the open candidates at node n, and the proved ones with quantifiers, which states do not assume.
func (y *System) premises(n *Node, set *Set) []ir.Expr {
	var out []ir.Expr
	for _, c := range set.By[n.Loc] {
		if n.Loc != nil && (c.State == Open || c.State == Proved && Quantified(c.Expr)) {
			out = append(out, c.Expr)
		}
	}
	return out
}

// weaken drops the candidates at the end of block t that it cannot prove there, and reports whether it dropped any.
func (y *System) weaken(ctx context.Context, t *Block, set *Set) bool {
	var wanted []ir.Expr
	for _, c := range set.By[t.To] {
		if c.State == Open {
			wanted = append(wanted, c.Expr)
		}
	}
	given := y.Assume(t.From, y.premises(t.From, set), t.State, wanted)
	targets := func(hard bool) []*Cand {
		var out []*Cand
		for _, c := range set.By[t.To] {
			if c.State == Open && c.Hard == hard && !y.Term(t.State, c.Expr).IsTrue() {
				out = append(out, c)
			}
		}
		return out
	}
	if len(targets(false))+len(targets(true)) == 0 {
		return false
	}
	y.Sol.Push()
	defer y.Sol.Pop()
	y.Assert(append(given, y.E.Guard(t.State))...)
	dropped := y.settle(ctx, t, set, targets(false), easyTime, y.M.Now()+settleTime)
	for _, c := range targets(true) {
		if c.State != Open || y.M.Ended(ctx) {
			continue
		}
		r, m := y.refute(ctx, t, []*Cand{c}, hardTime)
		if r == smt.Unsat {
			continue
		}
		dropped = true
		if m == nil || !set.drop(y, t, m, []*Cand{c}) {
			c.State = Gone
		}
	}
	return dropped
}

// settle drops the candidates of cs that are false after some execution of block t. The duration d limits each query.
// If the solver finds no answer, settle halves cs and decides each half. It drops a single candidate for which there is
// no answer; after the time until, it drops a set without halving it. It reports whether it dropped any.
func (y *System) settle(ctx context.Context, t *Block, set *Set, cs []*Cand, d, until time.Duration) bool {
	dropped := false
	for !y.M.Ended(ctx) {
		cs = slices.DeleteFunc(cs, func(c *Cand) bool { return c.State != Open })
		if len(cs) == 0 {
			return dropped
		}
		r, m := y.refute(ctx, t, cs, d)
		switch {
		case r == smt.Unsat:
			return dropped
		case m != nil && set.drop(y, t, m, cs):
			dropped = true
			// Candidates that Dropped has opened are decided in the next round: the block is dirty then.
			continue
		}
		if len(cs) == 1 || y.M.Now() > until {
			for _, c := range cs {
				c.State = Gone
			}
			return true
		}
		h := len(cs) / 2
		left, right := slices.Clone(cs[:h]), slices.Clone(cs[h:])
		dropped = y.settle(ctx, t, set, left, max(d/2, leastTime), until) || dropped
		return y.settle(ctx, t, set, right, max(d/2, leastTime), until) || dropped
	}
	return dropped
}

// refute searches for a state after block t in which one of the candidates cs is false. The result is Unsat if there is
// no such state; the model is nil unless the result is Sat.
func (y *System) refute(ctx context.Context, t *Block, cs []*Cand, d time.Duration) (smt.Result, *term.Model) {
	y.Sol.Push()
	defer y.Sol.Pop()
	all := make([]*term.Term, len(cs))
	for i, c := range cs {
		all[i] = y.Term(t.State, c.Expr)
	}
	y.Assert(y.E.C.Not(y.E.C.And(all...)))
	return y.Check(ctx, d)
}

// drop makes all candidates Gone that the model m of a query about the candidates cs makes false in the state after
// block t. It reports whether it dropped any. For other candidates with quantifiers, the model may lack the elements of
// arrays that they read.
func (s *Set) drop(y *System, t *Block, m *term.Model, cs []*Cand) bool {
	var hit []*Cand
	in := y.E.C.In(m)
	for _, c := range s.By[t.To] {
		if c.State != Open || Quantified(c.Expr) && !slices.Contains(cs, c) {
			continue
		}
		if ok, err := in.Holds(y.Term(t.State, c.Expr)); err == nil && !ok {
			c.State = Gone
			hit = append(hit, c)
		}
	}
	if len(hit) > 0 && s.Dropped != nil && s.Dropped(y, t, m, hit) {
		s.renewed = true
	}
	return len(hit) > 0
}
