package coop

import (
	"cmp"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Work stealing (paper 5, section 5): an analysis that has finished its range takes over another range. With
// steal=whole it begins the range anew, with the facts of its board, and both analyses work on it until one of them
// decides it (Fig. 5: the thief; Fig. 6: the owner). With steal=split it takes the second half of the owner's remaining
// range. Ranges that no analysis could decide are halved as well.
//
// Deviation: if several ranges remain, the one with the fewest analyses at work is taken, and among these the oldest.

// leastTime is the least remaining time with which an analysis takes over a range.
const leastTime = 20 * time.Millisecond

// steal gives idle analyses ranges of other analyses. Needs t.mu.
func (t *team) steal() {
	if t.job.Ranged.Steal == "none" || t.late() {
		return
	}
	for t.live() < t.slots {
		s, analysis := t.nextSteal()
		if s == nil {
			return
		}
		from := ""
		if len(s.on) > 0 {
			from = t.name(s.on[0].analysis)
		}
		t.assign(s, analysis, from)
	}
}

// late reports whether too little time remains to begin anything.
func (t *team) late() bool {
	end, limited := t.ctx.Deadline()
	return limited && !t.determ && time.Until(end) < leastTime
}

// nextSteal returns the range to take over and the analysis that takes it over; nil if there is none. Analyses that are
// not at work come first. With steal=split, a range with an analysis at work is not taken as a whole. Needs t.mu.
func (t *team) nextSteal() (best *openRange, analysis int) {
	for _, i := range t.idle() {
		for _, s := range t.ranges {
			if s.open == 0 || s.splits || s.tried[t.same(i)] ||
				slices.ContainsFunc(s.on, func(a *assignment) bool { return t.same(a.analysis) == t.same(i) }) {
				continue
			}
			if t.job.Ranged.Steal == "split" && len(s.on) > 0 && !s.unsplits {
				continue
			}
			if best == nil || len(s.on) < len(best.on) {
				best, analysis = s, i
			}
		}
		if best != nil {
			return best, analysis
		}
	}
	return nil, 0
}

// same returns the first analysis with the same text as analysis i.
func (t *team) same(i int) int {
	return slices.IndexFunc(t.job.Jobs, func(j Job) bool { return j.String() == t.job.Jobs[i].String() })
}

// idle returns all analyses, those with the fewest assignments first, and among these the one that ended last. Needs
// t.mu.
func (t *team) idle() []int {
	busy := make([]int, len(t.job.Jobs))
	for _, s := range t.ranges {
		for _, a := range s.on {
			busy[a.analysis]++
		}
	}
	out := slices.Clone(t.order)
	slices.SortStableFunc(out, func(i, j int) int { return cmp.Compare(busy[i], busy[j]) })
	return out
}

// Limits of halving.
const (
	// how often a range is halved; a range that is still open then will not be decided by smaller halves
	maxHalved = 8
	halveLate = 50 * time.Millisecond // time before the next try to halve a range
	maxTries  = 4                     // number of tries to halve a range; after that it is taken over as a whole
)

// halve divides a range in two, for an idle worker or since no analysis could decide the range. It returns false if
// there is no range to halve, or the last try was just before. Needs t.mu, which it releases while it works.
func (t *team) halve() bool {
	if t.job.Ranged.Steal != "split" || t.late() {
		return false
	}
	var s *openRange
	for _, o := range t.ranges {
		if o.open > 0 && !o.splits && !o.unsplits && (t.determ || time.Now().After(o.again)) &&
			(s == nil || !t.determ && t.spent(o) > t.spent(s)) {
			s = o
		}
	}
	if s == nil {
		return false
	}
	s.splits = true
	on, analysis, paths := slices.Clone(s.on), t.idle()[0], s.paths
	from := ""
	if len(on) > 0 {
		from = t.name(on[0].analysis)
	}
	var owner *Runner // the only one at work on it
	if len(on) == 1 && t.job.Jobs[on[0].analysis].Kind == Turn {
		owner = on[0].sub
	}
	t.mu.Unlock()
	at, ranges := t.yielded(owner)
	worth, err := t.worth(s), error(nil)
	if !ranges && worth {
		at, err = t.middle(paths)
	}
	t.mu.Lock()
	s.splits = false
	first, second := paths, paths
	first.Hi, first.Before, first.NoUpper, second.Lo = at, true, false, at
	switch {
	case err != nil || !ranges && (!worth || !inside(&paths, at)):
		s.unsplits = true
	case ranges && at != "":
		s.paths = first
		t.add(second, analysis, from).halved = s.halved + 1
	case at == "" || s.open == 0: // not possible at the moment
		s.tries++
		s.unsplits = s.tries == maxTries
		s.again = time.Now().Add(halveLate)
		t.later()
		return s.unsplits
	default:
		s.open, s.gone = 0, true
		t.release(s)
		other := analysis
		if len(on) > 0 {
			other = on[0].analysis
		}
		t.add(first, other, from).halved = s.halved + 1
		t.add(second, analysis, from).halved = s.halved + 1
	}
	return true
}

// inside reports whether the path p divides the range r into two ranges that both have paths.
func inside(r *verify.PathRange, p verify.Path) bool {
	second := *r
	second.Lo = p
	return restrict.ComparePaths(r.Lo, p) < 0 && !second.Empty()
}

// middle returns the path at which a range is to be halved.
func (t *team) middle(r verify.PathRange) (verify.Path, error) {
	t.cuts.Lock()
	defer t.cuts.Unlock()
	if t.halver == nil {
		h, err := t.w.r.ranges.cutter.Halver(t.ctx, t.task)
		if err != nil {
			return "", err
		}
		t.halver = h
	}
	b, err := t.halver.Halve(t.ctx, r)
	return b.Path, err
}

// release ends all analyses at work on a range. Needs t.mu.
func (t *team) release(s *openRange) {
	for _, a := range s.on {
		if a.stop != nil {
			a.stop()
		}
	}
}

// spent returns the sum of the times that analyses have worked on a range. Needs t.mu.
func (t *team) spent(s *openRange) (d time.Duration) {
	now := clock.Now(t.ctx)
	for _, a := range s.on {
		if a.sub != nil {
			d += now - a.from
		}
	}
	return d
}

// worth reports whether enough time remains to halve a range whose analyses have to begin anew on the halves.
func (t *team) worth(s *openRange) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	end, limited := t.ctx.Deadline()
	return s.halved < maxHalved && (!limited || t.determ || time.Until(end) > t.spent(s))
}

// later wakes the waiting workers after halveLate, when another try to halve may succeed. Needs t.mu.
func (t *team) later() {
	if !t.determ {
		time.AfterFunc(halveLate, t.rouse)
	}
}

// yielded makes the worker of a runner yield the end of its range, and returns the path at which the yielded part
// begins; "" if the worker cannot yield now. ranges reports whether the worker supports yielding.
func (t *team) yielded(owner *Runner) (at verify.Path, ranges bool) {
	if owner == nil || !owner.ranged {
		return "", false
	}
	w := owner.ranger()
	if w == nil {
		return "", true
	}
	ahead, known := w.Ahead()
	if !known {
		return "", true
	}
	p, err := t.middle(ahead)
	if err != nil || !owner.yield(w, p) {
		return "", true
	}
	return p, true
}

// ranger returns the worker at work if it explores paths in order, otherwise nil.
func (r *Runner) ranger() verify.Ranger {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.atWork.ranger
}

// yield makes the range of a runner end before the path p. It reports whether this was possible.
func (r *Runner) yield(w verify.Ranger, p verify.Path) bool {
	r.subrange.mu.Lock()
	defer r.subrange.mu.Unlock()
	paths := *r.task.Scope.Range
	if r.subrange.paths != nil {
		paths = *r.subrange.paths
	}
	if !inside(&paths, p) || !w.Yield(p) {
		return false
	}
	paths.Hi, paths.Before, paths.NoUpper = p, true, false
	r.subrange.paths = &paths
	return true
}

// scoped returns the task of a runner for its range, without the part that its worker has yielded.
func (r *Runner) scoped() *verify.Task {
	r.subrange.mu.Lock()
	defer r.subrange.mu.Unlock()
	if r.subrange.paths == nil {
		return r.task
	}
	return r.task.Within(*r.subrange.paths)
}
