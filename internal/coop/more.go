package coop

import (
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file decides how a search continues after a violation. The verdict is known then, and with a property file the
// search ends. If checks are asked for, each of them counts, and the search continues with the others. Engines need not
// know that the violated check is now an assumption, since its error location ends the execution for every other check.
// With --deterministic, which reads no clock, the search ends.

// leastMore is the minimal time for the other checks after a violation.
const leastMore = 2 * time.Second

// goesOn reports whether the search continues after a violation: the task has many obligations, and each of them
// counts.
func goesOn(t *verify.Task) bool {
	return len(t.Options.Checks) > 0 && !t.Property.Given() && !t.Options.Determ
}

// First makes the run end at the first violation. It is called before Run.
func (r *Runner) First() { r.violations.goOn = false }

// Rest gives the other checks all of the remaining time after a violation, instead of as much time as the search took
// so far. It is called before Run.
func (r *Runner) Rest() { r.violations.toEnd = true }

// OnViolation sets a function that is called, in a goroutine of its own, when the first violation is known and the
// search continues with the other checks. It is called before Run.
func (r *Runner) OnViolation(f func()) { r.violations.report = f }

// violated records the first violation. end reports whether the search ends with it. The caller holds r.mu.
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

// fewer reports whether a turn has decided some of the asked obligations but not all of the task, so that another turn
// may decide more.
func (r *Runner) fewer(asked []*ir.Obligation) bool {
	left := r.left()
	return len(left) > 0 && slices.ContainsFunc(asked, func(o *ir.Obligation) bool { return !slices.Contains(left, o) })
}
