package synergy

// This file has RefineWithGeneralization: line 35 of Fig. 2 of B. S. Gulavani, T. A. Henzinger, Y. Kannan, A. V. Nori,
// S. K. Rajamani: SYNERGY: A new algorithm for property checking (FSE 2006). The paper takes predicates from widening
// (Gulavani, Rajamani, Counterexample driven refinement for abstract interpretation, TACAS 2006) if Pre splits a loop
// head again and again (Fig. 9: y < 0, y + x < 0, y + 2x < 0, ...).
//
// Here, several sources propose candidates, one source after the other: formulas that may hold at each visit of a
// location. Candidates that a state of F refutes are dropped first, which costs no query. Of the remaining ones, the
// largest inductive part is kept (C. Flanagan, K. R. M. Leino: Houdini, an annotation assistant for ESC/Java, FME
// 2001). The formulas that are kept are known in all regions of their location from then on, and part of the proof:
//
//	others             invariants and predicates on the board, whenever there are new ones (board.go)
//	alike              registers that are equal in all states of F, and low bits that never change (alike.go)
//	fixpoints          of the program in several domains (domains.go)
//	guesses            conditions that loop heads were split by, their negations, and differences of them (guess.go)

import (
	"context"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// Limits.
const (
	firstSplits    = 3                      // splits of a loop head before the first generalisation
	moreSplits     = 6                      // further splits before the next one
	mostCandidates = 64                     // candidates of a location
	leastStudy     = 300 * time.Millisecond // least time of a generalisation
)

// generaliser generalises for the analysis of an obligation. It holds the formulas that are known at each location.
type generaliser struct {
	a        *analysis
	next     int               // index of the next source
	after    int               // number of splits of a loop head at which it generalises next
	rung     int               // the next rung of fixpoints
	compared bool              // compare was called
	known    [][]ir.Expr       // by location: formulas that hold there, inductive together
	seen     []map[string]bool // by location: texts of the known formulas
	loop     []bool            // by location: a loop goes through it
	split    []int             // by location: how often its regions were split

	heard, premised int           // counts of the facts from the board that were used as candidates and as known formulas
	pending         [][]ir.Expr   // candidates for which there was too little time
	cut             bool          // there was too little time for the last candidates
	need            time.Duration // least time for another attempt at work that was cut off
	guessed         int           // number of regions and tests when guesses were tried last
}

// newGeneraliser returns a generaliser for a that knows no formulas yet.
func newGeneraliser(a *analysis) *generaliser {
	p := a.program
	n := p.Len()
	g := &generaliser{a: a, after: firstSplits, known: make([][]ir.Expr, n), seen: make([]map[string]bool, n),
		loop: make([]bool, n), split: make([]int, n)}
	for s := range n {
		g.seen[s] = map[string]bool{}
		for _, m := range p.Moves(s) {
			l := p.Alphabet.Letter(m.Letter)
			g.loop[s] = g.loop[s] || l.Loops
			if l.Kind == floydhoare.Return {
				exit := p.State[l.Block.Callee().Exit]
				g.loop[exit] = g.loop[exit] || l.Loops
			}
		}
	}
	return g
}

// due reports whether a loop head was split so often that refinement by Pre alone may not terminate, or there is time
// now for work that was cut off.
func (g *generaliser) due() bool {
	if g.a.w.helpers.ctx == nil {
		d := g.a.w.allowed()
		if d == 0 || d < g.need {
			return false
		}
		if g.need > 0 { // there is time now for work that was cut off
			return true
		}
	}
	for s, n := range g.split {
		if g.loop[s] && n >= g.after {
			g.after = n + moreSplits
			return true
		}
	}
	return false
}

// source returns candidates by location; done reports that the source has no more.
type source func(g *generaliser, ctx context.Context) (by [][]ir.Expr, done bool)

// sources are used in this order. Afterwards guesses are tried again whenever there are enough new states or regions.
var sources = []source{(*generaliser).alike, (*generaliser).fixpoints, (*generaliser).guesses}

// Indices of sources.
const (
	fromFixpoints = 1
	fromGuesses   = 2
)

// refineWithGeneralization searches for formulas that hold at locations. It reports whether it found new ones.
func (g *generaliser) refineWithGeneralization(ctx context.Context) (some bool) {
	begin := g.a.w.kit.M.Now()
	defer func() { g.a.w.fixpoints.spent += g.a.w.kit.M.Now() - begin }()
	g.need, g.cut = 0, false
	g.candidates(ctx, len(sources), func(by [][]ir.Expr) bool {
		some = g.learn(ctx, by)
		return some || g.cut
	})
	return some
}

// candidates calls enough with the pending candidates, with the candidates from other engines, and with the candidates
// from the sources, in this order. It stops when enough returns true, or before the source with index until; it returns
// true in the second case.
func (g *generaliser) candidates(ctx context.Context, until int, enough func(by [][]ir.Expr) bool) (reached bool) {
	g.fromGuesses()
	if by := g.pending; by != nil {
		g.pending = nil
		if enough(by) {
			return false
		}
	}
	if g.news() {
		g.heard = g.a.w.exchange.heard
		if enough(g.others()) {
			return false
		}
	}
	for g.next < len(sources) && !g.a.w.kit.M.Ended(ctx) {
		if g.next == until {
			return true
		}
		by, done := sources[g.next](g, ctx)
		if done {
			g.next++
		}
		if enough(by) {
			return false
		}
	}
	return false
}

// fromGuesses makes guesses the next source again, if there are many new regions or tests.
func (g *generaliser) fromGuesses() {
	if n := len(g.a.abs.Regions) + len(g.a.w.tests.forest.Tests); g.next == len(sources) && n >= g.guessed+g.guessed/2 {
		g.next = fromGuesses
		g.guessed = n
	}
}

// allowed returns how long generalisation may take while there are frontiers: as long as all other work has taken, but
// at least leastStudy at a time. It returns 0 if generalisation may not begin yet.
func (w *worker) allowed() time.Duration {
	d := w.kit.M.Now() - 2*w.fixpoints.spent
	if d < 0 && w.fixpoints.spent > leastStudy {
		return 0
	}
	return max(d, leastStudy)
}

// bounded calls refineWithGeneralization with the time that allowed returns as its limit.
func (g *generaliser) bounded(ctx context.Context) (some bool) {
	d := g.a.w.allowed()
	if d == 0 || d < g.need {
		return false
	}
	if !g.a.w.kit.M.Counts() {
		within, cancel := clock.WithTimeout(ctx, d)
		defer cancel()
		return g.refineWithGeneralization(within)
	}
	g.a.w.kit.M.Within(float64(d)/float64(max(d, g.a.w.kit.M.Rest())), func() { some = g.refineWithGeneralization(ctx) })
	return some
}

// learn adds the inductive part of candidates to the known formulas, and reports whether there are new ones.
func (g *generaliser) learn(ctx context.Context, by [][]ir.Expr) bool {
	fresh := g.fresh(by)
	if fresh == nil {
		return false
	}
	begin := g.a.w.kit.M.Now()
	x := g.show(ctx, &g.a.w.own, g.known, fresh)
	if g.cut = x.kept == nil; x.short {
		g.pend(by)
		g.need = 2 * (g.a.w.kit.M.Now() - begin)
	}
	return g.adopt(x)
}

// shown is the result of show.
type shown struct {
	kept  [][]ir.Expr // the inductive part of the candidates, by location; nil if there was no time
	shut  []placeMove // moves to errors that kept makes impassable
	short bool        // more time may give more
}

// show computes the inductive part of the candidates fresh. If triples had no answer for lack of time, short is set.
func (g *generaliser) show(ctx context.Context, q *links, known, fresh [][]ir.Expr) (x shown) {
	q.short = false
	x.kept = g.inductive(ctx, q, known, fresh)
	x.shut = g.shut(ctx, q, known, x.kept)
	if x.short = x.kept == nil || q.short; x.short {
		for _, l := range q.all {
			l.triples.Again()
		}
	}
	return x
}

// pend keeps candidates until there is more time.
func (g *generaliser) pend(by [][]ir.Expr) {
	if g.pending == nil {
		g.pending = make([][]ir.Expr, g.a.program.Len())
	}
	for s, xs := range by {
		g.pending[s] = slices.Concat(g.pending[s], xs)
	}
}

// fresh returns the conjuncts of candidates that are new and that no state of F refutes; nil if there are none.
func (g *generaliser) fresh(by [][]ir.Expr) [][]ir.Expr {
	any := false
	fresh := make([][]ir.Expr, len(by))
	for s, xs := range by {
		if g.a.program.Final(s) {
			continue
		}
		for _, x := range xs {
			for _, c := range ir.Conjuncts(x) {
				text := ir.ExprString(c)
				if ir.IsTrue(c) || len(fresh[s]) == mostCandidates ||
					slices.ContainsFunc(fresh[s], func(y ir.Expr) bool { return ir.Equal(c, y) }) || g.seen[s][text] {
					continue
				}
				if !g.a.foreign(g.a.program.Loc[s].Func, c) && !g.refuted(s, c) {
					fresh[s] = append(fresh[s], c)
					any = true
				}
			}
		}
	}
	if !any {
		return nil
	}
	return fresh
}

// adopt adds the inductive part of candidates to the known formulas and removes the edges to errors that it makes
// impassable. It reports whether there are new formulas.
func (g *generaliser) adopt(x shown) (any bool) {
	for s, ys := range x.kept {
		for _, y := range ys {
			g.known[s] = append(g.known[s], y)
			g.seen[s][ir.ExprString(y)] = true
			any = true
		}
	}
	if any {
		g.a.w.task.Log.Count(Name+".generalisations", 1)
		g.a.informed()
		g.seal(x.shut)
	}
	return any
}

// placeMove is a move of the program automaton.
type placeMove struct{ from, letter, to int }

// shut returns the moves to errors that are impassable if the known and the fresh formulas hold.
func (g *generaliser) shut(ctx context.Context, q *links, known, fresh [][]ir.Expr) (out []placeMove) {
	holds := make([][]ir.Expr, len(fresh)) // empty if fresh is nil
	for s := range fresh {
		holds[s] = slices.Concat(known[s], fresh[s])
	}
	for s := range holds {
		for _, m := range g.a.program.Moves(s) {
			if g.a.program.Final(m.To) && g.impassable(ctx, q, holds, s, m.Letter) {
				out = append(out, placeMove{s, m.Letter, m.To})
			}
		}
	}
	return out
}

// impassable reports whether no execution passes the letter from s. It may assume the formulas holds, by location, at s
// and at the callee's exit.
func (g *generaliser) impassable(ctx context.Context, q *links, holds [][]ir.Expr, s, letter int) bool {
	for n := 0; q.at(n) != nil; n++ {
		l := q.at(n)
		l.prover.Budget = g.a.w.most(queryTime)
		set := func(s int) (ns []int) {
			if s != automata.None {
				for _, x := range holds[s] {
					ns = append(ns, l.preds.Of(g.a.program.Loc[s].Func, x))
				}
			}
			return ns
		}
		before, exit := set(s), set(g.a.exit(letter))
		if len(before)+len(exit) > 0 && g.a.post(ctx, l, letter, before, exit, []int{floydhoare.False})[0] == vc.Yes {
			return true
		}
	}
	return false
}

// seal removes the edges of impassable moves from all regions. If no other moves lead to errors, the known formulas are
// a proof without the regions.
func (g *generaliser) seal(shut []placeMove) {
	for _, x := range shut {
		for _, r := range g.a.abs.Regions {
			if r.At != x.from || !r.leaf() {
				continue
			}
			for _, e := range slices.Clone(g.a.abs.Out(r)) {
				if e.Letter == x.letter && e.To.At == x.to {
					g.a.abs.remove(e)
				}
			}
		}
	}
}

// refuted reports whether x is known to be false in some state of F at location s.
func (g *generaliser) refuted(s int, x ir.Expr) bool {
	return slices.ContainsFunc(g.a.w.tests.forest.at[g.a.w.tests.forest.place(g.a.program.Loc[s])], func(st *State) bool {
		yes, ok := g.a.w.tests.forest.Holds(st, x)
		return ok && !yes
	})
}

// informed clears the results that depend on known formulas, and makes all edges that were set aside frontiers again,
// since more is known now.
func (a *analysis) informed() {
	a.numbers = nil
	clear(a.pres)
	clear(a.ahead)
	a.front.reopen()
}

// candidate is a formula with its number as a predicate of each encoding.
type candidate struct {
	x       ir.Expr
	numbers []int
}

// inductive returns the largest set of candidates (given by location) that triples show to be inductive together with
// the known formulas. It returns nil if there was no time.
func (g *generaliser) inductive(ctx context.Context, q *links, known, by [][]ir.Expr) [][]ir.Expr {
	cands := make([][]*candidate, g.a.program.Len())
	old := make([][][]int, g.a.program.Len()) // the known formulas, by location and encoding
	var all []*link
	for n := 0; q.at(n) != nil; n++ {
		all = append(all, q.at(n))
	}
	for s := range cands {
		f := g.a.program.Loc[s].Func
		if s < len(by) {
			for _, x := range by[s] {
				c := &candidate{x: x}
				for _, l := range all {
					c.numbers = append(c.numbers, l.preds.Of(f, x))
				}
				cands[s] = append(cands[s], c)
			}
		}
		for _, l := range all {
			var ns []int
			for _, x := range known[s] {
				ns = append(ns, l.preds.Of(f, x))
			}
			old[s] = append(old[s], ns)
		}
	}
	type step struct{ from, letter, exit, to int }
	in := make([][]step, len(cands)) // by location: moves to it
	var todo []step
	queued := map[step]bool{}
	push := func(m step) {
		if !queued[m] && len(cands[m.to]) > 0 {
			queued[m] = true
			todo = append(todo, m)
		}
	}
	out := make([][]step, len(cands)) // by location: moves whose precondition has its formulas
	for s := range cands {
		for _, m := range g.a.program.Moves(s) {
			x := step{s, m.Letter, g.a.exit(m.Letter), m.To}
			in[m.To], out[s] = append(in[m.To], x), append(out[s], x)
			if x.exit != automata.None {
				out[x.exit] = append(out[x.exit], x)
			}
		}
	}
	drop := func(s int, holds func(n int, l *link, posts []int) []vc.Truth) {
		left := cands[s]
		for n, l := range all {
			if len(left) == 0 {
				break
			}
			var posts []int
			for _, c := range left {
				posts = append(posts, c.numbers[n])
			}
			var open []*candidate
			for i, t := range holds(n, l, posts) {
				if t != vc.Yes {
					open = append(open, left[i])
				}
			}
			left = open
		}
		if len(left) == 0 {
			return
		}
		cands[s] = slices.DeleteFunc(slices.Clone(cands[s]), func(c *candidate) bool { return slices.Contains(left, c) })
		for _, m := range out[s] {
			push(m)
		}
	}
	drop(0, func(_ int, l *link, posts []int) []vc.Truth { return l.triples.Initially(ctx, posts) })
	for s := range cands {
		for _, m := range in[s] {
			push(m)
		}
	}
	for len(todo) > 0 {
		if q.askers.Kit.M.Ended(ctx) {
			return nil
		}
		m := todo[0]
		todo = todo[1:]
		delete(queued, m)
		drop(m.to, func(n int, l *link, posts []int) []vc.Truth {
			before := func(s int) []int {
				if s == automata.None {
					return nil
				}
				set := slices.Clone(old[s][n])
				for _, c := range cands[s] {
					set = append(set, c.numbers[n])
				}
				return set
			}
			if l.prover.Budget = g.a.w.most(queryTime); g.a.w.nested != nil { // all functions together have many candidates
				l.prover.Budget = g.a.w.most(shortTime)
			}
			return g.a.post(ctx, l, m.letter, before(m.from), before(m.exit), posts)
		})
	}
	kept := make([][]ir.Expr, len(cands))
	for s, cs := range cands {
		for _, c := range cs {
			kept[s] = append(kept[s], c.x)
		}
	}
	return kept
}
