package smt

import (
	"context"
	"math"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/obs"
)

// Meter is a budget of work for many queries. It is also a clock on which time passes by work: decisions that depend on
// this clock are the same on every machine.
//
//	m := smt.NewMeter(ctx, work, determ)
//	for m.Left() > 0 {
//		a := s.Check(ctx, m.Budget(time.Second))
//		m.Note(a)
//	}
type Meter struct {
	most, spent uint64          // in units of work; most is 0 if the meter does not count work
	ctx         context.Context // its clock is used if the meter does not count work
	start       time.Duration   // the time of this clock at the start
}

// The costs of queries and terms are in one table (package obs).
const perQuery, perTerm, PerSecond = obs.PerQuery, obs.PerTerm, obs.PerSecond

// NewMeter returns a meter for an amount of work. If work is 0, the meter uses the clock of ctx instead; but if determ
// is set, which forbids this, it counts work with a bound of a minute.
func NewMeter(ctx context.Context, work uint64, determ bool) *Meter {
	if work == 0 && determ {
		work = WorkOf(time.Minute)
	}
	m := &Meter{most: work, ctx: ctx}
	if !m.Counts() {
		m.start = clock.Now(ctx)
	}
	return m
}

// Counts reports whether the meter counts work.
func (m *Meter) Counts() bool { return m.most > 0 }

// Left returns the remaining work; without a bound it is the largest number.
func (m *Meter) Left() uint64 {
	switch {
	case m.most == 0:
		return math.MaxUint64
	case m.spent >= m.most:
		return 0
	}
	return m.most - m.spent
}

// Budget returns the budget of a query with a time limit. If the meter counts work, the budget has the equivalent work
// instead of time.
func (m *Meter) Budget(d time.Duration) Budget {
	if m.most == 0 {
		return Budget{Time: d}
	}
	w := m.Left()
	if d > 0 {
		w = min(w, WorkOf(d))
	}
	return Budget{Work: max(w, perQuery)}
}

// Note counts the work of a query.
func (m *Meter) Note(a Answer) { m.spent += a.Work + perQuery }

// Terms counts terms that were made.
func (m *Meter) Terms(n int) { m.spent += uint64(max(n, 0)) * perTerm }

// Spend counts other work.
func (m *Meter) Spend(work uint64) { m.spent += work }

// Now returns the time since the start, by the clock of the meter.
func (m *Meter) Now() time.Duration {
	if m.most == 0 {
		return clock.Now(m.ctx) - m.start
	}
	return time.Duration(float64(m.spent) / PerSecond * float64(time.Second))
}

// Rest returns the remaining time, by the clock of the meter; without a bound it is the largest duration.
func (m *Meter) Rest() time.Duration {
	if m.most == 0 {
		return math.MaxInt64
	}
	return time.Duration(float64(m.Left()) / PerSecond * float64(time.Second))
}

// Within calls f with the budget reduced to a part, between 0 and 1, of the remaining work.
func (m *Meter) Within(part float64, f func()) {
	if m.most == 0 {
		f()
		return
	}
	most := m.most
	m.most = m.spent + max(uint64(float64(m.Left())*part), 1)
	f()
	m.most = most
}

// WorkOf returns the work that takes about the given time.
func WorkOf(d time.Duration) uint64 {
	return uint64(max(d.Seconds(), 0) * PerSecond)
}
