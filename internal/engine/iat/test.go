package iat

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// verdict is what a test of a part says.
type verdict uint8

const (
	unknown verdict = iota
	holds
	stopped // no answer: time or work is up
)

// tested is the outcome of AbstractTesting (Algorithm 1).
type tested struct {
	res    verdict
	inv    *absint.Result
	proof  *verify.Inductive // holds; or else for the inputs that Input excludes, nil without
	refine ir.Expr           // unknown: what inputs must satisfy to fail; nil: nothing is known
}

// abstractTesting is Algorithm 1: forward; if the assertion stays open, backward from its
// violation. Forward and backward states together are the proof for the inputs that
// are excluded: what is in a forward state and not in the backward one never fails.
// It evaluates no more than most edges, if that is not 0, and tries no more than so many rungs; the plain one is
// what an earlier test gave, if there was one.
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
		s := e.dom.forward(ctx, e.task.Program, e.limited(cfg, plain, rest))
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
		t.proof = invariants(r)
	case r.Backward:
		t.proof = excluded(r)
		if r.Safe {
			t.res = holds
		} else if !isTrue(r.Input) {
			t.refine = r.Input
		}
	}
	return t
}

// reached says whether an obligation that is open may be violated.
func (e *engine) reached(r *absint.Result) bool {
	for _, o := range e.open {
		if r.Reaches(o) {
			return true
		}
	}
	return false
}

func invariants(r *absint.Result) *verify.Inductive {
	ev := &verify.Inductive{Results: r.Results, Entered: r.Entered, Made: r.Made}
	for _, i := range r.Invariants {
		ev.Invariants = append(ev.Invariants, verify.Invariant{Loc: i.Loc, Expr: i.Expr})
	}
	return ev
}

// excluded is the invariants less what can fail.
func excluded(r *absint.Result) *verify.Inductive {
	ev := invariants(r)
	needs := map[*ir.Loc]ir.Expr{}
	for _, n := range r.Needs {
		needs[n.Loc] = n.Expr
	}
	for i, v := range ev.Invariants {
		if n := needs[v.Loc]; n != nil {
			ev.Invariants[i].Expr = and(v.Expr, not(n))
		}
	}
	return ev
}

func isTrue(x ir.Expr) bool {
	c, ok := x.(*ir.Const)
	return x == nil || ok && c.Bits == 1
}

func and(x, y ir.Expr) ir.Expr {
	switch {
	case isTrue(x):
		return y
	case isTrue(y):
		return x
	}
	return &ir.Binary{Op: ir.LAnd, X: x, Y: y}
}

func not(x ir.Expr) ir.Expr {
	if isTrue(x) {
		return ir.NewBool(false)
	}
	return &ir.Unary{Op: ir.LNot, X: x}
}
