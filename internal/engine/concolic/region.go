package concolic

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/symex"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file uses the regions of other engines. They claim that no violation is outside of a region, for example because
// it is a necessary precondition of the error. As no checker has confirmed that, a region only changes the order of the
// search. First, tests spread over the region are run. Then arcs are solved within the region. An arc that leads out of
// the region waits until no other arc is left, except that one step in outsideTurn tries such an arc.

// Limits of the search in a region.
const (
	maxSpread   = 8 // first tests of a region
	spreadLevel = 3 // least level of their limits: some milliseconds
	outsideTurn = 8 // one step in this many takes an arc that leads out of the region
)

// steering follows the regions on a board.
type steering struct {
	task  *verify.Task
	board *verify.Board
	sub   *verify.Subscription
	last  *verify.Region // the last region that next returned; nil if there is none
}

// newSteering subscribes to regions.
func newSteering(t *verify.Task, b *verify.Board) *steering {
	return &steering{task: t, board: b, sub: b.Subscribe(verify.Query{Kinds: []verify.FactKind{verify.KindRegion}})}
}

// next returns the region to prefer, nil if there is none. changed reports whether it has changed since the last call.
func (g *steering) next() (r *verify.Region, changed bool) {
	for {
		if _, ok := g.sub.Poll(); !ok {
			break
		}
		changed = true
	}
	if !changed {
		return g.last, false
	}
	r = g.board.Region(g.task)
	changed = r != g.last
	g.last = r
	return r, changed
}

// prefer sets the preferred region; nil means that there is none.
func (s *Search) prefer(r *verify.Region) { s.region = r }

// spread runs tests that are spread over the preferred region, until stop returns true.
func (s *Search) spread(ctx context.Context, stop func() bool) error {
	if s.region == nil {
		return nil
	}
	for _, r := range pieces(s.region) {
		if stop() || ctx.Err() != nil {
			return nil
		}
		s.Queries++
		sol := s.x.Within(ctx, r, s.cfg.Query)
		s.Work += sol.Work + perQuery
		s.countTerms()
		switch sol.Result {
		case smt.Unknown:
			return nil // other pieces are not easier
		case smt.Sat:
			if err := s.far(func() error { return s.Add(ctx, sol.Test.Records) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// far calls do. Meanwhile native runs have the limits of spreadLevel, if these are larger than the limits of the
// present level. The interpreter keeps its limits.
func (s *Search) far(do func() error) error {
	was := s.level
	s.level = max(was, min(spreadLevel, len(s.cfg.Levels)-1))
	s.jit.SetFuel(s.native(s.cfg.Levels[s.level]))
	defer func() {
		s.level = was
		s.jit.SetFuel(s.native(s.cfg.Levels[was]))
	}()
	return do()
}

// pieces returns disjoint parts of a region, made by halving the widest range of the box repeatedly.
func pieces(r *verify.Region) []*verify.Region {
	out := []*verify.Region{r}
	for whole := 0; whole < len(out) && len(out) < maxSpread; {
		x := out[0]
		out = out[1:]
		if low, high := halves(x); low != nil {
			out, whole = append(out, low, high), 0
		} else {
			out, whole = append(out, x), whole+1
		}
	}
	return out
}

// halves returns the halves of r at its widest range; nil if each range has one value.
func halves(r *verify.Region) (low, high *verify.Region) {
	widest, most := -1, uint64(0)
	for k, d := range r.Box {
		if n := d.Size() - 1; n > most {
			widest, most = k, n
		}
	}
	if widest < 0 {
		return nil, nil
	}
	a, b := *r, *r
	a.Box, b.Box = append([]verify.Range(nil), r.Box...), append([]verify.Range(nil), r.Box...)
	d := r.Box[widest]
	a.Box[widest].Hi = num.Trunc(d.Lo+most/2, d.Type.Bits)
	b.Box[widest].Lo = num.Trunc(d.Lo+most/2+1, d.Type.Bits)
	return &a, &b
}

// solve searches for a test that takes an arc, within the preferred region if the arc has not failed there before. ok
// is false if no test within the region takes the arc, which then has to wait.
func (s *Search) solve(ctx context.Context, it *item, b smt.Budget) (sol symex.Solution, ok bool) {
	if s.region == nil || it.outside {
		return s.x.Solve(ctx, it.node, it.arc, b), true
	}
	sol = s.x.SolveWithin(ctx, it.node, it.arc, s.region, b)
	if sol.Result == smt.Sat || ctx.Err() != nil {
		return sol, true
	}
	it.outside = true
	s.front.outer = append(s.front.outer, it)
	return sol, false
}

// outside takes the first arc that leads out of the region; nil if there is none.
func (f *frontier) outside() *item {
	for len(f.outer) > 0 {
		it := f.outer[0]
		f.outer = f.outer[1:]
		if it.arc.Open() {
			return it
		}
	}
	return nil
}
