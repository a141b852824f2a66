package synergy

// RefineWithGeneralization: line 35 of Fig. 2 of B. S. Gulavani, T. A. Henzinger, Y. Kannan, A. V. Nori, S. K.
// Rajamani: SYNERGY: A new algorithm for property checking (FSE 2006). The paper takes predicates from widening
// (Gulavani, Rajamani, Counterexample driven refinement for abstract interpretation, TACAS 2006) where Pre splits a
// loop head again and again (Fig. 9: y < 0, y + x < 0, y + 2x < 0, ...).
//
// Here: formulas that may hold whenever a place is met, from several sources, one after the other. Those that a state
// of F refutes are dropped first, which costs no query; of the rest the largest part is kept that is inductive (C.
// Flanagan, K. R. M. Leino: Houdini, an annotation assistant for ESC/Java, FME 2001). The formulas that are kept are
// known in all regions of their place from then on, and part of the proof:
//
//	others             invariants and predicates on the board, whenever there are new ones (board.go)
//	alike              registers that are equal in all states of F, and low bits that never change (alike.go)
//	fixpoints          of the program in several domains (domains.go)
//	guesses            conditions that loop heads were split by, the other way round; and what their differences suggest (guess.go)

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

// Limits: how often a loop head is split before there is a generalisation, and how much more often before the next one;
// candidates of a place.
const (
	firstSplits    = 3
	moreSplits     = 6
	mostCandidates = 64
	leastStudy     = 300 * time.Millisecond
)

// generaliser generalises for the analysis of an obligation: it keeps what is known at places.
type generaliser struct {
	a        *analysis
	next     int         // the source that is next
	after    int         // splits of a loop head at which it is asked
	rung     int         // the domain that is next
	compared bool        // registers were
	known    [][]ir.Expr // by place: what holds there, inductive together
	seen     []map[string]bool
	loop     []bool // by place: a loop goes through it
	split    []int  // by place: how often its regions were split

	heard, premised int           // of what came from the board
	pending         [][]ir.Expr   // candidates for which there was no time
	cut             bool          // there was none for the last ones
	need            time.Duration // that is worth another attempt at what was cut off
	guessed         int           // regions and tests when guesses were asked for again
}

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

// due reports whether a loop was split so often that refinement by Pre alone may not end.
func (g *generaliser) due() bool {
	if g.a.w.helpers.ctx == nil {
		d := g.a.w.allowed()
		if d == 0 || d < g.need {
			return false
		}
		if g.need > 0 { // there is time now for what was cut off
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

// source returns candidates by place; done reports that it has no more.
type source func(g *generaliser, ctx context.Context) (by [][]ir.Expr, done bool)

// sources are asked in this order, and then from the guesses on again when there are other states or regions.
var sources = []source{(*generaliser).alike, (*generaliser).fixpoints, (*generaliser).guesses}

const (
	fromFixpoints = 1
	fromGuesses   = 2
)

// refineWithGeneralization looks for formulas that hold at places. It reports whether it found new ones.
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

// candidates calls enough with the candidates that were kept, those of other engines, and those of sources, until
// enough returns true or the source until is next; it reports the latter.
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

// fromGuesses begins again with the guesses, if there is much more to guess from.
func (g *generaliser) fromGuesses() {
	if n := len(g.a.abs.Regions) + len(g.a.w.tests.forest.Tests); g.next == len(sources) && n >= g.guessed+g.guessed/2 {
		g.next = fromGuesses
		g.guessed = n
	}
}

// allowed returns how long generalisation may take while there are frontiers: as long as everything else has taken, at
// least leastStudy at a time; 0: not yet.
func (w *worker) allowed() time.Duration {
	d := w.kit.M.Now() - 2*w.fixpoints.spent
	if d < 0 && w.fixpoints.spent > leastStudy {
		return 0
	}
	return max(d, leastStudy)
}

// bounded is refineWithGeneralization within the time that is allowed while there are frontiers.
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

// learn adds the inductive part of candidates to the known formulas.
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

// shown is the outcome for candidates.
type shown struct {
	kept  [][]ir.Expr // the inductive part; nil if there was no time
	shut  []placeMove // to errors
	short bool        // with more time it may be more
}

// show looks for the inductive part of candidates. Triples without an answer for want of time are asked again another
// time.
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

// pend keeps candidates for a time when there is more time.
func (g *generaliser) pend(by [][]ir.Expr) {
	if g.pending == nil {
		g.pending = make([][]ir.Expr, g.a.program.Len())
	}
	for s, xs := range by {
		g.pending[s] = slices.Concat(g.pending[s], xs)
	}
}

// fresh returns the candidates that are new and that no state of F refutes; nil if there are none.
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

// adopt makes the inductive part known, and removes the edges to errors that it makes impassable.
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

// placeMove is a letter from one place to another one.
type placeMove struct{ from, letter, to int }

// shut returns the moves to errors that known and fresh formulas of places show to be impassable.
func (g *generaliser) shut(ctx context.Context, q *links, known, fresh [][]ir.Expr) (out []placeMove) {
	holds := make([][]ir.Expr, len(fresh)) // none if that is nil
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

// impassable reports whether no execution passes a letter, given the formulas before it and at the callee's exit.
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

// seal removes the edges of impassable moves, in whatever region they begin. If no other moves lead to errors, the
// known formulas are a proof without the regions.
func (g *generaliser) seal(shut []placeMove) {
	for _, x := range shut {
		for _, r := range g.a.abs.Regions {
			if r.At != x.from || !r.Leaf() {
				continue
			}
			for _, e := range slices.Clone(g.a.abs.Out(r)) {
				if e.Letter == x.letter && e.To.At == x.to {
					g.a.abs.Remove(e)
				}
			}
		}
	}
}

// refuted reports whether a state of F at a place is known to violate a condition.
func (g *generaliser) refuted(s int, x ir.Expr) bool {
	return slices.ContainsFunc(g.a.w.tests.forest.at[g.a.w.tests.forest.place(g.a.program.Loc[s])], func(st *State) bool {
		yes, ok := g.a.w.tests.forest.Holds(st, x)
		return ok && !yes
	})
}

// informed takes all frontiers back, since more is known in front of them.
func (a *analysis) informed() {
	a.numbers = nil
	clear(a.pres)
	clear(a.ahead)
	a.front.reopen()
}

// candidate is a formula with its numbers as a predicate, by encoding.
type candidate struct {
	x       ir.Expr
	numbers []int
}

// inductive returns the largest part of candidates that is inductive together with the known formulas, as far as
// triples are shown; nil if there was no time.
func (g *generaliser) inductive(ctx context.Context, q *links, known, by [][]ir.Expr) [][]ir.Expr {
	cands := make([][]*candidate, g.a.program.Len())
	old := make([][][]int, g.a.program.Len()) // what is known, by place and encoding
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
	in := make([][]step, len(cands)) // by place: moves to it
	var todo []step
	queued := map[step]bool{}
	push := func(m step) {
		if !queued[m] && len(cands[m.to]) > 0 {
			queued[m] = true
			todo = append(todo, m)
		}
	}
	out := make([][]step, len(cands)) // by place: moves that rest on it
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
		if q.kit.M.Ended(ctx) {
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
			if l.prover.Budget = g.a.w.most(queryTime); g.a.w.nested != nil { // candidates of all functions are many
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
