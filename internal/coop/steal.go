package coop

import (
	"cmp"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Work stealing (paper 5, section 5): an analysis that has ended its range takes over another one. With steal=whole it
// begins the range anew, with what its board has, and both work on it until one of them decides it (Fig. 5: the thief;
// Fig. 6: the owner). With steal=split it takes the second half of what the owner has left; ranges on which all
// analyses have given up are halved as well.
//
// Deviation: with several ranges left the one is taken on which the fewest analyses are at work, of these the oldest.

// leastTime is the least time that must be left for it to pay to take over a range.
const leastTime = 20 * time.Millisecond

// steal gives idle analyses ranges of other analyses. Needs t.mu.
func (t *team) steal() {
	if t.job.Ranged.Steal == "none" || t.late() {
		return
	}
	for t.live() < t.slots {
		s, analysis := t.prey()
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

// late reports whether nothing is worth beginning any more.
func (t *team) late() bool {
	end, limited := t.ctx.Deadline()
	return limited && !t.determ && time.Until(end) < leastTime
}

// prey returns the range that is taken over, and the analysis that takes it over: first one that is at work nowhere.
// With steal=split a range with an analysis at work is not taken as a whole. Needs t.mu.
func (t *team) prey() (best *openRange, analysis int) {
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

// idle returns all analyses: first those with the fewest assignments, of these the one that ended last. Needs t.mu.
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
	maxHalved = 8                     // times; a range that is left then will not fall by being smaller
	halveLate = 50 * time.Millisecond // until it is tried again
	maxTries  = 4                     // then it is taken over as a whole
)

// halve makes two ranges of one, for an idle worker or because all analyses have given up on it; false: there is no
// range to halve, or it was tried just now. Needs t.mu, which it releases while it works.
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
	case at == "" || s.open == 0: // not now
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

// inside reports whether a path cuts a range in two, neither of which has no path.
func inside(r *verify.PathRange, p verify.Path) bool {
	second := *r
	second.Lo = p
	return restrict.ComparePaths(r.Lo, p) < 0 && !second.Empty()
}

// middle returns the path at which a range is halved.
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

// spent returns the time that analyses were at work on a range. Needs t.mu.
func (t *team) spent(s *openRange) (d time.Duration) {
	now := clock.Now(t.ctx)
	for _, a := range s.on {
		if a.sub != nil {
			d += now - a.from
		}
	}
	return d
}

// worth reports whether a range whose analyses begin anew on its halves has the time for that.
func (t *team) worth(s *openRange) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	end, limited := t.ctx.Deadline()
	return s.halved < maxHalved && (!limited || t.determ || time.Until(end) > t.spent(s))
}

// later wakes the waiting workers after a while, since something may be tried again. Needs t.mu.
func (t *team) later() {
	if !t.determ {
		time.AfterFunc(halveLate, t.rouse)
	}
}

// yielded makes the worker of a runner yield the end of its range, and returns the path at which the rest begins;
// ranges reports whether the worker can yield at all, if not now.
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

// ranger returns the worker that is at work, if it meets paths in order.
func (r *Runner) ranger() verify.Ranger {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.atWork.ranger
}

// yield makes the range of a runner end before a path.
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

// scoped returns the task of a runner for the range that its worker still has.
func (r *Runner) scoped() *verify.Task {
	r.subrange.mu.Lock()
	defer r.subrange.mu.Unlock()
	if r.subrange.paths == nil {
		return r.task
	}
	return r.task.Within(*r.subrange.paths)
}
