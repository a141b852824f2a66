package guess

import (
	"time"

	"github.com/tandem-verifier/tandem/internal/smt"
)

// clock bounds queries: by time, or, under --deterministic, each by the solver's
// work and all by their number, which are the same on every machine.
type clock struct {
	determ bool
	asked  uint64 // queries so far
	most   uint64 // of them, under determ
}

// workPerMs is the work of z3 in about a millisecond.
const workPerMs = 10_000

func newClock(determ bool, work uint64) *clock {
	return &clock{determ: determ, most: max(work>>9, 64)}
}

// query is the budget of the next query; ok is false if there shall be none.
func (k *clock) query(d time.Duration) (b smt.Budget, ok bool) {
	k.asked++
	if !k.determ {
		return smt.Budget{Time: d}, true
	}
	return smt.Budget{Work: uint64(d.Milliseconds()) * workPerMs}, k.asked <= k.most
}

// spent says that no query will be answered any more.
func (k *clock) spent() bool { return k.determ && k.asked > k.most }

// alarm is a point in the future.
type alarm struct {
	at    time.Time
	asked uint64
}

// in sets an alarm; with determ after as many queries as take about that long.
func (k *clock) in(d time.Duration) alarm {
	return alarm{time.Now().Add(d), k.asked + uint64(d/(100*time.Millisecond))}
}

func (k *clock) after(a alarm) bool {
	if k.determ {
		return k.asked > a.asked
	}
	return time.Now().After(a.at)
}
