package coop

import (
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// After a violation. The verdict is known then, and with a property file nothing more is asked. Where checks are asked
// for each of them counts: the search goes on with what is left. No engine need be told that the violated check is now
// an assumption: its error location ends the execution, in every question about another check. Under --deterministic,
// where no clock is read, the search ends.

// leastMore is what the rest gets at least, if it gets as long again as the search took so far.
const leastMore = 2 * time.Second

// goesOn reports whether a task is about many obligations of which each counts.
func goesOn(t *verify.Task) bool {
	return len(t.Options.Checks) > 0 && !t.Property.Given() && !t.Options.Determ
}

// First makes the first violation the end of the run.
func (r *Runner) First() { r.violations.goOn = false }

// Rest gives what a violation leaves open all of the time that there is, not only as long again as the search took so
// far.
func (r *Runner) Rest() { r.violations.toEnd = true }

// OnViolation has f called, in a goroutine of its own, when the first violation is known and the search goes on with
// the other checks. Before Run.
func (r *Runner) OnViolation(f func()) { r.violations.report = f }

// violated notes the first violation; end says that the search ends with it. Needs r.mu.
func (r *Runner) violated() (end bool) {
	if !r.violations.goOn {
		return true
	}
	if r.violations.cancel == nil {
		r.violations.cancel = func() {}
		if !r.violations.toEnd {
			spent := clock.Now(r.started.ctx) - r.started.clock
			r.violations.cancel = clock.AfterFunc(r.started.ctx, max(spent, leastMore), r.End)
		}
		if r.violations.report != nil {
			go r.violations.report()
		}
		r.task.Log.Info("a check is violated; the search goes on with the others (--first ends it here)")
	}
	return false
}

// fewer reports whether a turn has decided some of what it was asked, so that another turn may decide more.
func (r *Runner) fewer(asked []*ir.Obligation) bool {
	left := r.left()
	return len(left) > 0 && slices.ContainsFunc(asked, func(o *ir.Obligation) bool { return !slices.Contains(left, o) })
}
