package bmc

import (
	"context"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file bounds loops whose test does not fold. Ranges of values often suffice: the fifth test of
//
//	for (i = 0; i < n; i++)     n <= 4
//
// is 4 < n. Invariants of other engines on the loop's registers give more: if i <= 4 holds there, they exclude a sixth
// visit for every n. This needs no solver query, which would have to encode the memory, too. The checker of the
// unwinding verifies the bounds again.

// boundWork bounds the steps of one such decision.
const boundWork = 20_000

// excluded reports whether ranges and the known invariants at l show that no execution has the state s.
func (w *unwinding) excluded(s *vc.State, l *ir.Loc) bool {
	if w.known == nil {
		w.known = registers(w.Task.Program, w.Board)
	}
	conds := s.Conds()
	for _, x := range w.known[l] {
		conds = append(conds, w.u.e.Cond(s, x))
	}
	if w.ranges == nil {
		w.ranges = term.NewBounds()
	}
	return w.ranges.Excluded(boundWork, conds...)
}

// possible asks the solver whether s can be reached if arrays may have any contents; without arrays the query is easy.
// It returns Unknown if such queries have taken too large a part of the time (with --deterministic, of the work).
func (w *unwinding) possible(ctx context.Context, s *vc.State) smt.Result {
	begin := w.M.Now()
	if w.clock != w.M.Meter { // continue the clock of the last turn
		w.clock, w.begun = w.M.Meter, begin-w.since
	}
	if w.since = begin - w.begun; w.asking > time.Second/2+w.since/2 {
		return smt.Unknown
	}
	defer func() { w.asking += w.M.Now() - begin }()
	if w.plain == nil {
		w.plain = map[*term.Term]*term.Term{}
	}
	g := w.u.e.C.Without(w.plain, w.u.e.Guard(s))
	if g.IsFalse() {
		return smt.Unsat
	}
	r, _ := w.u.q.Sat(ctx, 8, time.Second, false, g)
	return r
}

// dead reports whether s has a false condition, or a condition and its negation.
func dead(s *vc.State) bool {
	seen := map[*term.Term]bool{} // terms whose negation is a condition
	conds := s.Conds()
	for _, c := range conds {
		if c.IsFalse() {
			return true
		}
		if c.Op() == term.Not {
			seen[c.Arg(0)] = true
		}
	}
	return len(seen) > 0 && slices.ContainsFunc(conds, func(c *term.Term) bool { return seen[c] })
}

// registers returns the invariants on the board that only read numbers in registers, by location.
func registers(p *ir.Program, b *verify.Board) map[*ir.Loc][]ir.Expr {
	out := map[*ir.Loc][]ir.Expr{}
	if b == nil {
		return out
	}
	for _, f := range b.Find(verify.Query{Kinds: []verify.FactKind{verify.KindInvariant}}) {
		inv, ok := f.Payload.(*verify.Invariants)
		if !ok || f.Status == verify.Refuted {
			continue
		}
		for _, i := range inv.Invariants {
			if i.Loc.Func == nil || i.Loc.Func.ID >= len(p.Funcs) || p.Funcs[i.Loc.Func.ID] != i.Loc.Func {
				continue
			}
			for _, x := range ir.Conjuncts(i.Expr) {
				if usable(p, i.Loc.Func, x) && ofNumbers(x) {
					out[i.Loc] = append(out[i.Loc], x)
				}
			}
		}
	}
	return out
}

// ofNumbers reports whether x is about numbers in registers only.
func ofNumbers(x ir.Expr) bool {
	ok := true
	ir.Walk(x, func(y ir.Expr) bool {
		switch y.(type) { // sound: all other expressions are about numbers
		case *ir.Load, *ir.Valid, *ir.AddrOf:
			ok = false
		}
		return ok && y.Type().Kind != ir.Ptr
	})
	return ok
}
