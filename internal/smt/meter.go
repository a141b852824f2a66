package smt

import (
	"context"
	"math"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/obs"
)

// Meter is a budget for many queries and a clock that reads it: time passes as work is
// done, so that what is decided by such a clock is the same on every machine.
//
//	m := smt.NewMeter(ctx, work, determ)
//	for m.Left() > 0 {
//		a := s.Check(ctx, m.Budget(time.Second))
//		m.Note(a)
//	}
type Meter struct {
	most, spent uint64
	ctx         context.Context // its clock, if work does not count
	start       time.Duration
}

// The costs of queries and terms are in one table (package obs).
const perQuery, perTerm, PerSecond = obs.PerQuery, obs.PerTerm, obs.PerSecond

// NewMeter returns a meter of an amount of work. Without a bound it measures by the clock of ctx, or, if determ forbids
// that, with a minute of work.
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

// Left returns the work that is left.
func (m *Meter) Left() uint64 {
	switch {
	case m.most == 0:
		return math.MaxUint64
	case m.spent >= m.most:
		return 0
	}
	return m.most - m.spent
}

// Budget returns the budget of a query with a time limit. If the meter counts work, the budget is the equivalent work
// only.
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

// Note counts a query.
func (m *Meter) Note(a Answer) { m.spent += a.Work + perQuery }

// Terms counts terms that were made.
func (m *Meter) Terms(n int) { m.spent += uint64(max(n, 0)) * perTerm }

// Spend counts other work.
func (m *Meter) Spend(work uint64) { m.spent += work }

// Now returns the time since the start.
func (m *Meter) Now() time.Duration {
	if m.most == 0 {
		return clock.Now(m.ctx) - m.start
	}
	return time.Duration(float64(m.spent) / PerSecond * float64(time.Second))
}

// Rest returns the time that is left, by this clock; without a budget it has no end.
func (m *Meter) Rest() time.Duration {
	if m.most == 0 {
		return math.MaxInt64
	}
	return time.Duration(float64(m.Left()) / PerSecond * float64(time.Second))
}

// Within calls f with no more than a part of the work that is left.
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

// WorkOf returns the work done in about that time.
func WorkOf(d time.Duration) uint64 {
	return uint64(max(d.Seconds(), 0) * PerSecond)
}
