package synergy

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file makes tests that come nearer to a region round by round, if a loop head is split again and again. Pre goes
// back one round at a time, and would take as many refinements, and then as many tests, as there are rounds. The
// distance of a state to a comparison is the branch distance of search-based testing (B. Korel, Automated software test
// data generation, IEEE TSE 1990).
//
//	while (...) { if (input() == f(level)) level++; else level = 0; ... }
//
//	region level >= 200, states level == 0 and level == 1:
//	a round after which level is nearer to 200, then two at once, four, ...
//
// No step needs a proof, since any test is sound.

// Limits.
const (
	mostRounds  = 16  // paths around a loop that are tried
	longestLap  = 64  // letters of such a path
	mostAtOnce  = 256 // rounds in one query
	climbPart   = 0.3 // part of the turn that one climb may take
	mostClimbed = 64  // queries of one climb
	mostClimbs  = 4   // climbs of one analysis
)

// lap is a path around a loop: the letters of a word from a location back to it.
type lap []int

// climber makes the tests of this file for an analysis.
type climber struct {
	a      *analysis
	climbs int // made so far
}

// climb makes tests at the loop head that was split most often, as long as each test comes nearer to the goals. reached
// reports whether a test has reached the region.
func (c *climber) climb(ctx context.Context) (reached bool) {
	s := c.steepest()
	if s < 0 || c.climbs == mostClimbs {
		return false
	}
	c.climbs++
	laps := c.laps(s)
	c.a.w.kit.M.Within(climbPart, func() {
		rounds, queries := 1, 0
		from := c.nearest(s)
		for from != nil && ctx.Err() == nil && !c.a.w.kit.M.Ended(ctx) && c.a.w.tests.unsafe == nil && queries < mostClimbed {
			goal, far := c.open(from)
			if goal == nil {
				reached = c.has(from)
				return
			}
			next := c.round(ctx, from, nearer(goal, far), laps, rounds, &queries)
			switch {
			case next != nil:
				from, rounds = next, min(2*rounds, mostAtOnce)
			case rounds > 1:
				rounds /= 2
			default:
				return
			}
		}
	})
	return reached
}

// steepest returns the state of the loop head whose regions were split most often, -1 if none was split.
func (c *climber) steepest() int {
	best := -1
	for s, n := range c.a.general.split {
		if c.a.general.loop[s] && n > 0 && !c.a.abs.Roots[s].leaf() && (best < 0 || n > c.a.general.split[best]) {
			best = s
		}
	}
	return best
}

// goals returns the conjuncts of the condition by which the regions of a location were split first.
func (c *climber) goals(place int) []ir.Expr { return ir.Conjuncts(c.a.abs.Roots[place].Split) }

// nearest returns the state at a location with the smallest sum of distances to the goals. It returns nil if no
// distance is known, or if a state satisfies all goals.
func (c *climber) nearest(place int) (from *State) {
	least := uint64(0)
	for _, s := range c.a.w.tests.forest.at[c.a.w.tests.forest.place(c.a.program.Loc[place])] {
		sum, known := uint64(0), true
		for _, g := range c.goals(place) {
			d, _, ok := c.distance(s, g)
			known = known && ok && sum+d >= sum
			sum += d
		}
		if known && sum == 0 {
			return nil
		}
		if known && (from == nil || sum < least) {
			from, least = s, sum
		}
	}
	return from
}

// has reports whether s is known to satisfy all goals.
func (c *climber) has(s *State) bool {
	return !slices.ContainsFunc(c.goals(c.a.program.State[s.Loc]),
		func(g ir.Expr) bool { yes, ok := c.a.w.tests.forest.Holds(s, g); return !yes || !ok })
}

// open returns the first goal that s violates with a known distance, and this distance. The goal is nil if there is
// none.
func (c *climber) open(s *State) (*ir.Binary, uint64) {
	for _, g := range c.goals(c.a.program.State[s.Loc]) {
		if d, b, ok := c.distance(s, g); ok && d > 0 {
			return b, d
		}
	}
	return nil, 0
}

// distance returns the distance of s to x, a comparison of 64-bit integers, and x as b. If x holds, the distance is 0
// and b is nil. ok is false if the distance is not known, or x is not such a comparison.
func (c *climber) distance(s *State, x ir.Expr) (d uint64, b *ir.Binary, ok bool) {
	yes, ok := c.a.w.tests.forest.Holds(s, x)
	if !ok || yes {
		return 0, nil, ok
	}
	b, ok = x.(*ir.Binary)
	if !ok || b.X.Type() != ir.I64 {
		return 0, nil, false
	}
	l, known := c.a.w.tests.forest.Value(s, b.X)
	r, too := c.a.w.tests.forest.Value(s, b.Y)
	if !known || !too {
		return 0, nil, false
	}
	switch b.Op { // sound: other operators have no distance
	case ir.Lt:
		d = uint64(int64(l)-int64(r)) + 1
	case ir.Le:
		d = uint64(int64(l) - int64(r))
	case ir.Eq:
		d = uint64(max(int64(l)-int64(r), int64(r)-int64(l)))
	default:
		return 0, nil, false
	}
	return d, b, d>>62 == 0 // else the difference wrapped around
}

// nearer returns the condition that the distance to the comparison b is less than d.
func nearer(b *ir.Binary, d uint64) ir.Expr {
	k := ir.NewConst(ir.I64, int64(d))
	less := func(x, y ir.Expr) ir.Expr { return ir.NewBinary(ir.Lt, x, ir.NewBinary(ir.Add, y, k)) }
	if b.Op == ir.Eq {
		return ir.NewAnd(less(b.X, b.Y), less(b.Y, b.X))
	}
	if b.Op == ir.Lt {
		k = ir.NewConst(ir.I64, int64(d)-1)
	}
	return less(b.X, b.Y)
}

// round searches for inputs with which the run of the state from takes one lap of the loop the given number of times
// and then satisfies post. It tries one lap after the other. It returns the final state, nil if it finds none.
func (c *climber) round(ctx context.Context, from *State, post ir.Expr, laps []lap, rounds int, queries *int) *State {
	for _, l := range laps {
		if ctx.Err() != nil || *queries == mostClimbed {
			return nil
		}
		var word []int
		for range rounds {
			word = append(word, l...)
		}
		edges := c.path(c.a.program.State[from.Loc], word)
		*queries++
		records, answer, _ := c.a.w.tests.reach(ctx, from, edges, post)
		if answer != vc.Yes {
			continue
		}
		if c.a.w.tests.run(ctx, records, onward(from, records), "a test that comes nearer", nil); c.a.w.tests.unsafe != nil {
			return nil
		}
		all := c.a.w.tests.forest.Tests
		next := c.a.w.tests.forest.At(ctx, all[len(all)-1], from.Loc, from.Visit+rounds)
		if next == nil {
			continue
		}
		if yes, ok := c.a.w.tests.forest.Holds(next, post); yes && ok {
			for _, b := range c.a.w.ordered() {
				b.front.enter([]*State{next})
			}
			c.a.w.task.Log.Count(Name+".climbed", 1)
			return next
		}
	}
	return nil
}

// path returns the edges of a word that begins at a location.
func (c *climber) path(at int, word []int) (edges []*ir.Edge) {
	for _, letter := range word {
		for _, m := range c.a.program.Moves(at) {
			if m.Letter == letter {
				edges = append(edges, c.a.program.Block(at, letter, m.To)[0].Edges()...)
				at = m.To
				break
			}
		}
	}
	return edges
}

// laps returns the paths from a location back to itself that repeat no location, the shortest first.
func (c *climber) laps(place int) (out []lap) {
	type partial struct {
		at   int
		word lap
		been map[int]bool
	}
	queue := []partial{{at: place, been: map[int]bool{}}}
	for len(queue) > 0 && len(out) < mostRounds && len(queue) < 1<<12 {
		w := queue[0]
		queue = queue[1:]
		if len(w.word) == longestLap {
			continue
		}
		for _, m := range c.a.program.Moves(w.at) {
			if w.been[m.To] || c.a.exit(m.Letter) != automata.None {
				continue
			}
			word := append(append(lap{}, w.word...), m.Letter)
			if m.To == place {
				out = append(out, word)
				continue
			}
			been := map[int]bool{m.To: true}
			for s := range w.been {
				been[s] = true
			}
			queue = append(queue, partial{m.To, word, been})
		}
	}
	return out
}
