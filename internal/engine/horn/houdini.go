package horn

// This file handles solutions for ideal integers, which are guesses about machine integers: prover.Houdini finds the
// conjuncts that are inductive for machine integers.

import (
	"context"
	"errors"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// guesses returns the conjuncts of a solution as expressions, by location. It adds each equality modulo 2^w, and an
// equality for two inequalities that imply it together.
func (s *system) guesses(m *term.Model) map[*ir.Loc][]ir.Expr {
	c := s.e.C
	out := map[*ir.Loc][]ir.Expr{}
	for _, p := range s.order {
		f := m.Funcs[p.name]
		if f == nil {
			continue
		}
		leaves := s.leaves(p, f, &verify.Inductive{})
		conj := vc.Conjuncts(c, f.Body)
		for i, t := range conj {
			for _, u := range conj[:i] {
				if a, b, ok := bounds(c, t); ok {
					if x, y, ok := bounds(c, u); ok && c.ISub(a, b) == c.ISub(y, x) {
						conj = append(conj, c.Eq(a, b))
					}
				}
			}
		}
		for _, t := range conj {
			if x, ok := s.e.LiftOver(t, leaves); ok {
				out[p.point.Loc] = append(out[p.point.Loc], x)
			}
			if x, ok := s.e.LiftModulo(t, leaves); ok {
				out[p.point.Loc] = append(out[p.point.Loc], x)
			}
		}
	}
	return out
}

// bounds returns a and b if t is a <= b.
func bounds(c *term.Ctx, t *term.Term) (a, b *term.Term, ok bool) {
	switch {
	case t.Op() == term.ILe:
		return t.Arg(0), t.Arg(1), true
	case t.Op() == term.Not && t.Arg(0).Op() == term.ILe:
		return c.IAdd(t.Arg(0).Arg(1), c.Int(1)), t.Arg(0).Arg(0), true
	}
	return nil, nil, false
}

// errContexts is returned if the evidence would need several invariants at one location.
var errContexts = errors.New("solved, but a function runs in several contexts")

// errWeak is returned if filter leaves too little.
var errWeak = errors.New("solved for ideal integers; what holds for machine integers does not exclude the error")

// filter returns the inductive part of guesses in machine arithmetic as evidence, if it excludes the asked errors.
func (w *worker) filter(ctx context.Context, keep map[*ir.Loc][]ir.Expr, end time.Duration) (*verify.Inductive, error) {
	t, k := w.k.Task, w.k
	if len(t.Program.Funcs) > 1 {
		return nil, errContexts // calls need contracts, which are not guessed
	}
	q, err := k.Asker(vc.Options{Enc: vc.Bits}, smt.Config{})
	if err != nil {
		return nil, err
	}
	defer q.Close()
	if !t.Options.Determ {
		var stop context.CancelFunc
		ctx, stop = clock.WithTimeout(ctx, max(end-k.M.Now(), time.Millisecond))
		defer stop()
	}
	y, err := prover.NewSystem(ctx, q, nil)
	if err != nil {
		return nil, err
	}
	left := y.Inductive(ctx, keep)
	if left == nil {
		return nil, context.DeadlineExceeded
	}
	safe := y.Safe(ctx, left, w.asked)
	seen := map[*ir.Loc]bool{}
	for _, l := range y.Locs() {
		seen[l] = true
	}
	ev := &verify.Inductive{}
	for _, o := range w.asked {
		if !safe[o] {
			return nil, errWeak
		}
	}
	for _, l := range t.Program.Entry.Locs {
		if xs := left[l]; len(xs) > 0 {
			ev.Invariants = append(ev.Invariants, verify.Invariant{Loc: l, Expr: ir.NewAnd(xs...)})
		}
	}
	ev.Invariants = append(ev.Invariants, unreached(q.E, seen)...)
	return ev, nil
}
