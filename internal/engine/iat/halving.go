package iat

import (
	"context"
	"math"
	"slices"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file decides when halving ends. Runs may be unable to prove a part, because they read streams or are switched
// off. In this case halving has to go on until abstract tests prove all subparts, in the worst case single points. So
// an abstract test of one point is made before a part is halved: if it leaves the assertion open, halving the part is
// in vain. Halving also ends if it changes nothing twice in a row, unless few points are left. The paper continues
// until its time is up.

// A part with at most 2^few points may be tested point by point.
const few = 6

// vainAfter is the number of halvings in a row that change nothing after which halving ends.
const vainAfter = 2

// runsProve reports whether a small part can be proved by running it.
func (e *engine) runsProve() bool {
	return e.cfg.BET && e.tester != nil && e.tester.noProof == ""
}

// inVain returns the reason why x should not be halved; "" if it may be halved.
func (e *engine) inVain(ctx context.Context, x *subspace) string {
	if e.runsProve() || volume(x.hull) <= few {
		return ""
	}
	if !x.probed {
		x.probed = true // its halves inherit this
		if p, ok := e.point(x.piece); ok {
			e.ats++
			t := e.abstractTesting(ctx, p.cond, e.edges(1), nil, math.MaxInt)
			e.evaluated(t.inv.Work)
			if t.res == unknown && ctx.Err() == nil {
				return "an entry input stays open by itself, " + e.decider()
			}
		}
	}
	if x.idle >= vainAfter {
		return "halving the entry inputs changes nothing, " + e.decider()
	}
	return ""
}

// decider returns a text for the end of a reason: why runs do not decide the part.
func (e *engine) decider() string {
	switch {
	case !e.cfg.BET || e.tester == nil:
		return "and nothing is run"
	case e.tester.noProof == readStream:
		return "inputs that are not split (read in loops, of uninitialised memory, floats, pointers) decide it"
	}
	return "and runs prove nothing: " + e.tester.noProof
}

// point returns a part of x with a single input; ok is false if none is found at once. In each range it takes a value
// at about three quarters, with which loops bounded by an input have some rounds.
func (e *engine) point(x piece) (piece, bool) {
	for i := range x.hull {
		r := x.hull[i]
		if r.Empty || r.T.Kind == ir.Bool || r.Lo == r.Hi {
			continue
		}
		v := ir.NewRef(e.symbols[i].Var)
		at := r.Hi.Sub(r.Hi.Sub(r.Lo).Shr(2))
		var ok bool
		for _, w := range []domain.Wide{at, r.Hi, r.Lo} {
			var p piece
			if p, ok = e.inputs(and(x.cond, &ir.Binary{Op: ir.Eq, X: v, Y: ir.NewConst(v.Type(), int64(w.Bits()))})); ok {
				x = p
				break
			}
		}
		if !ok {
			return piece{}, false
		}
	}
	return x, true
}

// compare sets idle of each half of x: the number of halvings in a row that changed nothing. A halving changes nothing
// if no half is proved, the half has the same open obligations and fitness as x, and backward analysis leaves more than
// half of its inputs.
func (e *engine) compare(x *subspace, halves []*subspace) {
	for _, h := range halves {
		if h.proof != nil {
			return
		}
	}
	for _, h := range halves {
		if h.tested != nil && e.alike(x, h) {
			h.idle = x.idle + 1
		}
	}
}

// alike reports whether the abstract test of the half h gave nothing new over x.
func (e *engine) alike(x, h *subspace) bool {
	a, b := x.tested, h.tested
	if a == nil || a.res != b.res || !slices.Equal(e.left(a.inv), e.left(b.inv)) {
		return false
	}
	if _, less := e.narrower(h); less {
		return false
	}
	f, g := e.fitness(a), e.fitness(b)
	return f == g || math.Abs(f-g) < 0.01 // infinities are equal
}

// left returns the open obligations that r does not exclude.
func (e *engine) left(r *absint.Result) (out []*ir.Obligation) {
	for _, o := range e.open {
		if r.Reaches(o) {
			out = append(out, o)
		}
	}
	return out
}

// giveUp runs random inputs of a part that is not halved, more than its halves would get. It returns a violation, or
// nil.
func (e *engine) giveUp(ctx context.Context, x *subspace) verify.Result {
	if !e.cfg.BET || !e.cfg.Samples || e.tester == nil {
		return nil
	}
	_, r := e.burst(ctx, x.hull, samples)
	return r
}
