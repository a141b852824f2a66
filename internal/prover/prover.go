package prover

import (
	"context"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// Prover returns a prover of edges and paths with the solver of q. Each query takes at most 1/n of the time that the
// meter has left, and not longer than most.
func (q *Asker) Prover(n int, most time.Duration) *vc.Prover {
	return vc.NewProver(q.E, &metered{q.Sol, q, n, most}, smt.Budget{})
}

// metered is a solver whose queries get their budget from the meter of q: 1/n of the remaining budget, but not more
// than the time most.
type metered struct {
	smt.Solver
	q    *Asker
	n    int
	most time.Duration
}

// Check makes the query with the smaller of two budgets, b and the part of the meter. It calls Meter.Short as
// documented there.
func (s *metered) Check(ctx context.Context, b smt.Budget, assume ...*term.Term) smt.Answer {
	m, ok := s.q.M.Part(ctx, s.n, s.most)
	if !ok {
		s.short()
		return smt.Answer{Reason: smt.ReasonTime}
	}
	// little is set if the rest of the turn is too small for a query. It compares with the largest budget, since b may
	// ask for less.
	little := m.Time > 0 && m.Time < s.most/10 || m.Work > 0 && m.Work < smt.WorkOf(s.most)/10
	if b.Time > 0 && (m.Time == 0 || b.Time < m.Time) {
		m.Time = b.Time
	}
	if b.Work > 0 && m.Work > b.Work {
		m.Work = b.Work
	}
	a := s.Solver.Check(ctx, m, assume...)
	s.q.M.asked(a, s.q.E.C.Len())
	if a.Result == smt.Unknown && little {
		s.short()
	}
	return a
}

// short calls Meter.Short if it is set.
func (s *metered) short() {
	if f := s.q.M.Short; f != nil {
		f()
	}
}

// Encoding returns the encoding to begin with: bit-vectors for programs with floats, since solvers handle conversions
// of floats to unbounded integers badly.
func Encoding(p *ir.Program) vc.Encoding {
	for _, v := range p.Globals {
		if v.Type.Kind == ir.Float {
			return vc.Bits
		}
	}
	for _, f := range p.Funcs {
		for _, v := range f.Vars {
			if v.Type.Kind == ir.Float {
				return vc.Bits
			}
		}
	}
	return vc.Ints
}
