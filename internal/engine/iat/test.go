package iat

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// verdict is the result of a test of a part.
type verdict uint8

const (
	unknown verdict = iota // the assertion may fail
	holds                  // the assertion holds
	stopped                // no answer, since the time or work is used up
)

// tested is the outcome of AbstractTesting (Algorithm 1).
type tested struct {
	res    verdict
	inv    *absint.Result // the forward analysis
	back   bool           // res is holds because of the backward states
	refine ir.Expr        // if res is unknown: a condition that the inputs of all violations satisfy; nil if none is known

	// Computed on first use:
	proof *verify.Inductive
	preds []predicate
	fit   *float64
}

// evidence returns the proof for the inputs of the test or, if the result is unknown, for the inputs that refine
// excludes. It returns nil if there was no time to write it.
func (t *tested) evidence() verify.Evidence {
	if t.proof == nil {
		t.proof = invariants(t.inv)
		if t.proof != nil && t.back && !t.without(t.proof) {
			t.proof = nil
		}
	}
	if t.proof == nil {
		return nil // not a nil pointer in an interface
	}
	return t.proof
}

// without removes the backward states from the invariants ev, since executions in the remaining states never fail. It
// returns false if there was no time.
func (t *tested) without(ev *verify.Inductive) bool {
	needs := map[*ir.Loc]ir.Expr{}
	all, ok := t.inv.Needs()
	for _, n := range all {
		needs[n.Loc] = n.Expr
	}
	for i, v := range ev.Invariants {
		if n := needs[v.Loc]; n != nil {
			ev.Invariants[i].Expr = and(v.Expr, not(n))
		}
	}
	return ok
}

// predicates returns the predicates of Algorithm 3 for t, and counts the work.
func (e *engine) predicates(t *tested) []predicate {
	if t.preds == nil {
		before := t.inv.Work
		t.preds = predicates(t.inv)
		e.evaluated(t.inv.Work - before)
	}
	return t.preds
}

// fitness returns the fitness of t (section 3.4), and counts the work.
func (e *engine) fitness(t *tested) float64 {
	if t.fit == nil {
		fit, before := 0.0, t.inv.Work
		if t.res == unknown {
			fit = fitness(t.inv, e.symbols)
		}
		t.fit = &fit
		e.evaluated(t.inv.Work - before)
	}
	return *t.fit
}

// abstractTesting implements Algorithm 1 for the inputs x (all inputs if it is nil). It analyses forward and, if the
// assertion stays open, backward from its violation. An execution in a state that is in the forward state but not in
// the backward state never fails; this is the proof for the excluded inputs. The parameter most limits the edges that
// are evaluated (0 for no limit), and rungs the rungs that are tried. before, if not nil, is the result of an earlier
// test with the first rung.
func (e *engine) abstractTesting(ctx context.Context, x ir.Expr, most uint64, before *tested, rungs int) *tested {
	var r *absint.Result
	var plain uint64
	for i, cfg := range e.rungs() {
		if i == 0 && before != nil {
			r, plain = before.inv, before.inv.Work
			continue
		}
		if i == rungs {
			break
		}
		cfg.Symbols, cfg.Start, cfg.Backward = e.symbols, x, e.cfg.Backward && i == 0
		rest := most
		if r != nil && most > 0 {
			if r.Work >= most {
				break
			}
			rest = most - r.Work
		}
		s := e.dom.Forward(ctx, e.prog, e.limited(cfg, plain, rest))
		if r == nil {
			r, plain = s, s.Work
		} else {
			r.Work += s.Work
		}
		if s.Stop == absint.Done && (!e.reached(s) || s.Backward && s.Safe) {
			s.Work = r.Work
			r = s
			break
		}
		if ctx.Err() != nil {
			break
		}
	}
	t := &tested{inv: r}
	switch {
	case r.Stop != absint.Done:
		t.res = stopped
	case !e.reached(r):
		t.res = holds
	case r.Backward:
		t.back = true
		if r.Safe {
			t.res = holds
		} else if in := r.Expr(r.Inputs(r.EntryNeeds())); !isTrue(in) {
			t.refine = in
		}
	}
	return t
}

// reached reports whether r leaves the violation of an open obligation possible.
func (e *engine) reached(r *absint.Result) bool {
	for _, o := range e.open {
		if r.Reaches(o) {
			return true
		}
	}
	return false
}

// invariants returns the invariants of an analysis as a proof, nil if there was no time to write them.
func invariants(r *absint.Result) *verify.Inductive {
	all, ok := r.Invariants()
	if !ok {
		return nil
	}
	names := r.Names()
	ev := &verify.Inductive{Results: names.Results, Entered: names.Entered, Made: names.Made}
	for _, i := range all {
		ev.Invariants = append(ev.Invariants, verify.Invariant{Loc: i.Loc, Expr: i.Expr})
	}
	return ev
}

// isTrue reports whether x is nil or the constant true.
func isTrue(x ir.Expr) bool {
	c, ok := x.(*ir.Const)
	return x == nil || ok && c.Bits == 1
}

// and returns the conjunction of x and y, where nil means true.
func and(x, y ir.Expr) ir.Expr {
	switch {
	case isTrue(x):
		return y
	case isTrue(y):
		return x
	}
	return &ir.Binary{Op: ir.LAnd, X: x, Y: y}
}

// not returns the negation of x.
func not(x ir.Expr) ir.Expr {
	if isTrue(x) {
		return ir.NewBool(false)
	}
	return &ir.Unary{Op: ir.LNot, X: x}
}
