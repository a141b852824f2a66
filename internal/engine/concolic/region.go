package concolic

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/symex"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Regions of other engines: outside of one nothing is violated, they claim (a necessary precondition of the error, for
// one). As no checker has checked that, a region changes the order of the search only. Its first tests come from all
// over the region; an arc is tried within the region, and one that leads out of it waits until nothing else is left,
// but for one turn of some.

const (
	maxSpread   = 8 // tests made of a region
	spreadLevel = 3 // how long they may be: some milliseconds
	outsideTurn = 8 // each so many steps an arc that leads out of the region is taken
)

// steering follows the regions on a board.
type steering struct {
	task  *verify.Task
	board *verify.Board
	sub   *verify.Subscription
	last  *verify.Region
}

func newSteering(t *verify.Task, b *verify.Board) *steering {
	return &steering{task: t, board: b, sub: b.Subscribe(verify.Query{Kinds: []verify.FactKind{verify.KindRegion}})}
}

// next returns the region to prefer, if it is another one than last time.
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

// Prefer makes the search stay within a region as long as there is something to do; nil ends that.
func (s *Search) Prefer(r *verify.Region) { s.region = r }

// Spread runs tests from all over the region that is preferred, until stop says so.
func (s *Search) Spread(ctx context.Context, stop func() bool) error {
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
			return nil // the others are no easier
		case smt.Sat:
			if err := s.far(func() error { return s.Add(ctx, sol.Test.Records) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// far does something with runs that may be longer than those of the present level; they are followed
// no further.
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

// pieces halves the widest ranges of a region's box, those of the largest pieces first.
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

// solve looks for a test that takes an arc: within the region first. ok is false if the arc has to wait.
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

// outside takes the first of the arcs that wait; nil if there is none.
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
