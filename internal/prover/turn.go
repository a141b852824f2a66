package prover

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file runs the turns of an engine that decides obligations one after the other.

// Limits of an obligation while others are open: its share of the rest of the turn, and the least time that it gets.
const (
	sharePart = 0.5
	shareTime = 200 * time.Millisecond
)

// maxRounds bounds how often a turn returns to obligations that it could not decide.
const maxRounds = 3

// Over returns the reason if the turn is over, and "" if it is not.
func (m *Meter) Over(ctx context.Context) string {
	switch {
	case ctx.Err() != nil:
		return "out of time"
	case m.Ended(ctx) && m.Counts():
		return "out of work"
	case m.Ended(ctx):
		return "out of time"
	}
	return ""
}

// Share calls f with half of the rest of the turn if others is set (other obligations are open), else with all of the
// rest. It reports whether f has used up its half and the turn is not over.
func (m *Meter) Share(ctx context.Context, others bool, f func(context.Context)) (short bool) {
	if !others {
		f(ctx)
		return false
	}
	m.Within(sharePart, func() {
		within, cancel := context.WithCancel(ctx)
		if d, ok := ctx.Deadline(); ok && !m.determ {
			within, cancel = clock.WithTimeout(ctx, max(time.Duration(float64(time.Until(d))*sharePart), shareTime))
		}
		defer cancel()
		f(within)
		short = m.Over(within) != ""
	})
	return short && m.Over(ctx) == ""
}

// Agenda decides obligations one after the other, over several turns. An obligation that could not be decided is
// postponed until the engine knows more.
type Agenda struct {
	M *Meter
	// Decide tries to decide o. It returns a violation, or the reason why it stopped, which is "" if o is proved.
	Decide func(ctx context.Context, o *ir.Obligation) (u *verify.Unsafe, why string)
	// Proved reports whether Decide has proved an obligation, or another engine has decided it.
	Proved func(o *ir.Obligation) bool
	// Progress counts the events that may help to decide a postponed obligation: tests, refinements, facts of other
	// engines.
	Progress func() int
	// Retry, if not nil, is called once for each obligation that could not be decided. If it returns true, the obligation
	// is open again even without progress.
	Retry func(o *ir.Obligation) bool

	postponed map[*ir.Obligation]postponed
}

// postponed describes an obligation that could not be decided.
type postponed struct {
	why      string
	progress int  // Agenda.Progress at that time; -1: open even without progress
	retried  bool // Agenda.Retry was called
}

// Turn decides obligations until none is open or the turn is over. It returns to open obligations at most maxRounds
// times; rounds in which some obligation used up its share do not count. It returns a violation, or the reason if the
// turn is over.
func (a *Agenda) Turn(ctx context.Context, asked []*ir.Obligation) (u *verify.Unsafe, over string) {
	for rounds, again := 0, true; again && rounds <= maxRounds; {
		again = false
		cut := false
		for i, o := range asked {
			if !a.open(o) {
				continue
			}
			var why string
			short := a.M.Share(ctx, slices.ContainsFunc(asked[i+1:], a.open),
				func(ctx context.Context) { u, why = a.Decide(ctx, o) })
			if u != nil {
				return u, ""
			}
			if over := a.M.Over(ctx); over != "" && why != "" {
				return nil, over
			}
			again = true
			now := postponed{why: fmt.Sprintf("%s at %s", why, o.Pos), retried: a.postponed[o].retried}
			delete(a.postponed, o)
			switch {
			case why == "":
				continue
			case short: // the next attempt continues this one
				now.progress, cut = -1, true
			case a.Retry != nil && !now.retried && a.Retry(o):
				now.progress, now.retried = -1, true
			default:
				now.progress = a.Progress()
			}
			if a.postponed == nil {
				a.postponed = map[*ir.Obligation]postponed{}
			}
			a.postponed[o] = now
		}
		if !cut {
			rounds++
		}
	}
	return nil, ""
}

// open reports whether o is open: neither proved, nor postponed without progress since.
func (a *Agenda) open(o *ir.Obligation) bool {
	if a.Proved(o) {
		return false
	}
	p, is := a.postponed[o]
	return !is || p.progress < a.Progress()
}

// Settled reports whether no obligation is open.
func (a *Agenda) Settled(asked []*ir.Obligation) bool { return !slices.ContainsFunc(asked, a.open) }

// Postponed returns the number of postponed obligations.
func (a *Agenda) Postponed() int { return len(a.postponed) }

// Why returns why o was postponed, "" if it was not.
func (a *Agenda) Why(o *ir.Obligation) string { return a.postponed[o].why }
