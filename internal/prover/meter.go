package prover

import (
	"context"
	"time"

	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Meter is the budget of a turn. Under --deterministic it counts work; else time decides.
type Meter struct {
	*smt.Meter
	Queries int // asked so far
	// Short, if not nil, is called if a query of a Prover has no answer and had less than a tenth of its largest budget:
	// a longer turn may find the answer.
	Short  func()
	determ bool
	terms  int // that were counted
}

// NewMeter returns a meter of the task's budget; Renew gives it the time of a turn.
func NewMeter(t *verify.Task) *Meter {
	return &Meter{Meter: smt.NewMeter(context.Background(), t.Budget.Work, t.Options.Determ), determ: t.Options.Determ}
}

// Renew begins another turn, by the clock of ctx.
func (m *Meter) Renew(ctx context.Context, b verify.Budget) {
	m.Meter = smt.NewMeter(ctx, b.Work, m.determ)
}

// Part returns the budget for a query that may take the part 1/n of the time or work that is left, and at most the
// given time (0: no bound); false if nothing is left.
func (m *Meter) Part(ctx context.Context, n int, most time.Duration) (smt.Budget, bool) {
	if m.Ended(ctx) {
		return smt.Budget{}, false
	}
	b := smt.Budget{Time: most}
	if m.Counts() {
		b = m.Budget(most)
		b.Work = min(b.Work, max(m.Left()/uint64(n), leastWork))
	}
	if !m.determ {
		b.Time = most
		if d, ok := ctx.Deadline(); ok {
			part := time.Until(d) / time.Duration(n)
			if b.Time == 0 || part < b.Time {
				b.Time = max(part, 5*time.Millisecond)
			}
		}
	}
	return b, true
}

// Used returns the work of the turn so far.
func (m *Meter) Used() uint64 { return uint64(m.Now().Seconds() * obs.PerSecond) }

// leastWork is the least work of a query's budget: about 5 ms.
const leastWork = 20_000

// Ended reports whether nothing is left.
func (m *Meter) Ended(ctx context.Context) bool { return ctx.Err() != nil || m.Left() == 0 }

// asked counts a query, and the terms made up to it.
func (m *Meter) asked(a smt.Answer, terms int) {
	m.Queries++
	m.Note(a)
	m.Terms(terms - m.terms)
	m.terms = terms
}
