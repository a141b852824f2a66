package coop

import (
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// After a violation. The verdict is known then, and with a property file nothing more is asked. Who asks for checks
// wants to know of each: the search goes on for a while with what is left, as long again as it took so far. Under
// --deterministic, where no clock is read, it ends.

// leastMore is what the rest gets at least.
const leastMore = 2 * time.Second

// goesOn says whether a task is about many obligations of which each counts.
func goesOn(t *verify.Task) bool {
	return len(t.Options.Checks) > 0 && !t.Property.Given() && !t.Options.Determ
}

// violated notes the first violation; end says that the search ends with it. Needs r.mu.
func (r *Runner) violated() (end bool) {
	if !r.more {
		return true
	}
	if r.last == nil {
		r.last = clock.AfterFunc(r.run, max(clock.Now(r.run)-r.from, leastMore), r.End)
	}
	return false
}

// fewer says that a turn has decided some of what it was asked, so that another turn may decide more.
func (r *Runner) fewer(asked []*ir.Obligation) bool {
	left := r.left()
	return len(left) > 0 && slices.ContainsFunc(asked, func(o *ir.Obligation) bool { return !slices.Contains(left, o) })
}
