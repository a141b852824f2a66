package prover

import (
	"context"
	"time"

	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Meter is the budget of a turn. With --deterministic it counts work; otherwise the clock limits the turn.
type Meter struct {
	*smt.Meter
	Queries int // asked so far, in all turns
	// Short, if not nil, is called if a query of a Prover finds no answer but might find one in a longer turn, since it
	// had less than a tenth of its largest budget.
	Short  func()
	determ bool
	terms  int // number of terms of the encoder that are already counted as work
}

// NewMeter returns a meter with the work of the task's budget. Renew sets the limits of a turn.
func NewMeter(t *verify.Task) *Meter {
	return &Meter{Meter: smt.NewMeter(context.Background(), t.Budget.Work, t.Options.Determ), determ: t.Options.Determ}
}

// Renew begins another turn with the work of b and the deadline of ctx.
func (m *Meter) Renew(ctx context.Context, b verify.Budget) {
	m.Meter = smt.NewMeter(ctx, b.Work, m.determ)
}

// Part returns the budget of a query: 1/n of the remaining time or work, but not more than the time most unless most is
// 0. It returns false if nothing is left.
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

// Ended reports whether the budget of the turn is used up.
func (m *Meter) Ended(ctx context.Context) bool { return ctx.Err() != nil || m.Left() == 0 }

// asked counts a query with answer a. terms is the present number of terms of the encoder; new terms count as work.
func (m *Meter) asked(a smt.Answer, terms int) {
	m.Queries++
	m.Note(a)
	m.Terms(terms - m.terms)
	m.terms = terms
}
