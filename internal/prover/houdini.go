package prover

import (
	"context"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Status is how a candidate fares.
type Status uint8

// Houdini asks about what is Open, and makes what it cannot show Gone; the others are for who made the set.
const (
	Open    Status = iota // not refuted
	Gone                  // not inductive with the others
	Refuted               // false in some state
	Proved                // inductive
	Tired                 // in a set that took too long
	Parked                // inductive, but not assumed any more
)

// Cand is a condition that may hold at a location.
type Cand struct {
	Loc   *ir.Loc
	Expr  ir.Expr
	Hard  bool // not linear: asked alone
	State Status
	Of    any // what it is one of, for who made it
}

// Set is a set of candidates by location.
type Set struct {
	By map[*ir.Loc][]*Cand
	// Dropped, if there, is told what a model refutes after a transition, and may open others in its
	// place; it says whether it did.
	Dropped func(y *System, t *Trans, m *term.Model, cs []*Cand) (renewed bool)

	renewed bool
}

// Budgets of Houdini's questions.
const (
	easyTime   = 500 * time.Millisecond
	leastTime  = 60 * time.Millisecond
	hardTime   = 200 * time.Millisecond
	settleTime = 1500 * time.Millisecond // of the questions about one transition
)

// Inductive is the largest part of the candidates that is inductive; nil if the time was over before.
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

// Houdini drops candidates until those that are left are inductive, and reports
// false if the time was over before. What is left is valid, as the given invariants are.
func (y *System) Houdini(ctx context.Context, set *Set) bool {
	for _, t := range y.Trans {
		t.dirty = true
	}
	for again := true; again; {
		again = false
		for _, t := range y.Trans {
			if !t.dirty {
				continue
			}
			t.dirty, again = false, true
			if y.M.Ended(ctx) {
				return false
			}
			set.renewed = false
			if y.weaken(ctx, t, set) {
				for _, u := range y.Trans {
					if u == t || u.From.Loc == t.To || u.To == t.To && set.renewed {
						u.dirty = true
					}
				}
			}
		}
	}
	return !y.M.Ended(ctx)
}

// premises are the open candidates of a node, in its state.
func (y *System) premises(n *Node, set *Set) []*term.Term {
	var out []*term.Term
	for _, c := range set.By[n.Loc] {
		if n.Loc != nil && c.State == Open {
			out = append(out, y.Term(n.State, c.Expr))
		}
	}
	return out
}

// weaken drops what a transition refutes; it reports whether anything was.
func (y *System) weaken(ctx context.Context, t *Trans, set *Set) bool {
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
	y.Assert(append(y.premises(t.From, set), y.E.Guard(t.State))...)
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
		if m == nil || !set.drop(y, t, m) {
			c.State = Gone
		}
	}
	return dropped
}

// settle drops those of the candidates that a transition refutes, or whose
// part in a query that nobody answers cannot be found in time.
func (y *System) settle(ctx context.Context, t *Trans, set *Set, cs []*Cand, d, until time.Duration) bool {
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
		case m != nil && set.drop(y, t, m):
			dropped = true
			// Relations that took the place of others are asked next time: the transition is dirty then.
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

// refute asks for a state after the transition in which one of the candidates is false.
func (y *System) refute(ctx context.Context, t *Trans, cs []*Cand, d time.Duration) (smt.Result, *term.Model) {
	y.Sol.Push()
	defer y.Sol.Pop()
	all := make([]*term.Term, len(cs))
	for i, c := range cs {
		all[i] = y.Term(t.State, c.Expr)
	}
	y.Assert(y.E.C.Not(y.E.C.And(all...)))
	return y.Check(ctx, d)
}

// drop removes the candidates that are false in the state after a transition, given a model.
func (s *Set) drop(y *System, t *Trans, m *term.Model) bool {
	var hit []*Cand
	in := y.E.C.In(m)
	for _, c := range s.By[t.To] {
		if c.State != Open {
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
