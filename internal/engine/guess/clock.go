package guess

import (
	"time"

	"github.com/tandem-verifier/tandem/internal/smt"
)

// clock bounds queries: by time, or, under --deterministic, by the work of the solver, which is
// the same on every machine.
type clock struct {
	*smt.Meter
	asked uint64 // queries so far
	terms int    // that were counted
}

func newClock(determ bool, work uint64) *clock {
	if !determ {
		work = 0
	}
	return &clock{Meter: smt.NewMeter(work, determ)}
}

// query is the budget of the next query; ok is false if there shall be none.
func (k *clock) query(d time.Duration) (b smt.Budget, ok bool) {
	k.asked++
	b = k.Budget(d)
	again := b
	b.Again = &again
	return b, !k.spent()
}

// answered counts what a query took, and the terms that were made so far.
func (k *clock) answered(a smt.Answer, terms int) {
	k.Note(a)
	k.Terms(terms - k.terms)
	k.terms = terms
}

// spent says that no query will be answered any more.
func (k *clock) spent() bool { return k.Left() == 0 }

// in is a point of this clock.
func (k *clock) in(d time.Duration) time.Duration { return k.Now() + d }

func (k *clock) after(at time.Duration) bool { return k.Now() > at }
