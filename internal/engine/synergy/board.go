package synergy

import (
	"context"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file reads facts from the board and publishes facts there.
//
//	tests of others           join F if they reach a region without a state, which may lie past a frontier;
//	                          other tests would only make F larger and queries slower
//	checked invariants        are assumed in all regions of their locations, if they are inductive over single
//	                          moves: a proof that contains them then does not depend on other engines
//	others, and predicates    are candidates of generalisation, each time that there are new ones
//
//	own tests                 that reach a region without a state: for directed and random testing, and for test suites
//	own predicates            that split regions: for predicate analysis and trace abstraction
//	own invariants            see partial.go and evidence.go

// Limits.
const (
	mostAdopted = 4       // tests of others that are run in an iteration
	testsTold   = 200     // tests that are published
	longestTest = 1 << 12 // inputs of a test that is published
	predsTold   = 6       // predicates of a location that are published
	mostPassed  = 1000    // candidates that are copied to other locations
)

// exchange holds the facts that were read from the board, and counts those that were published.
type exchange struct {
	tests, facts *verify.Subscription // nil if there is no board
	seen         map[string]bool      // tests of others that were run, by their text
	checked      []verify.Fact        // checked invariants
	assuming     []verify.Assumption  // the assumptions of the checked invariants in use
	heard        int                  // number of facts that may be candidates
	told         int                  // number of tests that were published
	regions      int                  // number of regions when predicates were published last
}

// open subscribes to the facts that the engine uses.
func (x *exchange) open(b *verify.Board) {
	if b == nil {
		return
	}
	x.seen = map[string]bool{}
	x.tests = b.Subscribe(verify.Query{Kinds: []verify.FactKind{verify.KindTest}})
	x.facts = b.Subscribe(verify.Query{Kinds: []verify.FactKind{verify.KindInvariant, verify.KindCandidate,
		verify.KindPredicate}, Under: &verify.Scope{}})
}

// listen reads the new facts of the board, and runs some of the new tests.
func (w *worker) listen(ctx context.Context) {
	x := &w.exchange
	if x.facts == nil || !w.cfg.Exchange {
		return
	}
	for f, ok := x.facts.Poll(); ok; f, ok = x.facts.Poll() {
		switch inv, is := f.Payload.(*verify.Invariants); {
		case f.Producer == Name || f.Status == verify.Refuted:
		case is && f.Status == verify.Checked && len(f.Deps)+len(inv.Made)+len(inv.Results)+len(inv.Entered) == 0:
			x.checked = append(x.checked, f)
			x.heard++ // the invariant is a candidate if it cannot be assumed
		default:
			x.heard++
		}
	}
	for n := 0; n < mostAdopted && w.tests.unsafe == nil && ctx.Err() == nil; {
		f, ok := x.tests.Poll()
		if !ok {
			return
		}
		t := f.Payload.(*verify.TestFact).Test
		if t == nil || f.Producer == Name {
			continue
		}
		text := fmt.Sprint(t.Records)
		if x.seen[text] {
			continue
		}
		x.seen[text] = true
		n++
		if w.tests.run(ctx, t.Records, shortest(), "a test of "+f.Producer, w.fresh) {
			w.task.Log.Count(Name+".adopted", 1)
		}
	}
}

// fresh reports whether one of the states lies in a region without a state.
func (w *worker) fresh(ss []*State) bool {
	for _, a := range w.ordered() {
		for _, s := range ss {
			if _, is := a.program.State[s.Loc]; !is {
				continue
			}
			if r := a.front.find(s); r != nil && len(a.front.states[r.ID]) == 0 {
				return true
			}
		}
	}
	return false
}

// premises adds the checked invariants that are new since its last call to the known formulas.
func (g *generaliser) premises() {
	x := &g.a.w.exchange
	some := false
	for ; g.premised < len(x.checked); g.premised++ {
		f := x.checked[g.premised]
		by := g.placed(f.Payload.(*verify.Invariants).Invariants)
		if !g.closed(by) {
			continue
		}
		x.assuming = append(x.assuming, f.Assuming...)
		for s, xs := range by {
			for _, x := range xs {
				for _, c := range ir.Conjuncts(x) {
					if text := ir.ExprString(c); !ir.IsTrue(c) && !g.seen[s][text] {
						g.known[s] = append(g.known[s], c)
						g.seen[s][text] = true
						some = true
					}
				}
			}
		}
	}
	if some {
		g.a.w.task.Log.Count(Name+".premises", 1)
		g.a.informed()
	}
}

// placed returns the invariants at locations of the abstract program, by location.
func (g *generaliser) placed(all []verify.Invariant) [][]ir.Expr {
	by := make([][]ir.Expr, g.a.program.Len())
	for _, i := range all {
		if s, ok := g.a.program.State[i.Loc]; ok && !g.a.program.Final(s) {
			by[s] = append(by[s], i.Expr)
		}
	}
	return by
}

// closed reports whether invariants that are inductive in the program are also inductive over single moves of the
// abstract program. They are not if a move leads from a location without an invariant to one with an invariant. In
// evidence, a location without an invariant has all states that follow from earlier locations, and no formula describes
// these. The entry needs no invariant, since there these are the initial states.
func (g *generaliser) closed(by [][]ir.Expr) bool {
	silent := func(s int) bool { return s > 0 && len(by[s]) == 0 } // automata.None is negative
	for s := range by {
		if slices.ContainsFunc(g.a.program.Moves(s), func(m automata.Move) bool {
			return len(by[m.To]) > 0 && (silent(s) || silent(g.a.exit(m.Letter)))
		}) {
			return false
		}
	}
	return true
}

// others returns candidates from the board: the invariants of other engines, and at loop heads their predicates and the
// negations of these. A location without an invariant gets the invariants of a location before or after it.
func (g *generaliser) others() (by [][]ir.Expr) {
	by = g.placed(g.a.w.board.Invariants(g.a.program.Prog))
	room := mostPassed
	pass := func(from, to int) bool {
		n := len(by[from])
		if n == 0 || len(by[to]) > 0 || n > room || g.a.program.Final(to) {
			return false
		}
		by[to], room = by[from], room-n
		return true
	}
	for more := true; more; {
		more = false
		for s := range by {
			for _, m := range g.a.program.Moves(s) {
				more = pass(s, m.To) || more
			}
		}
	}
	for s := len(by) - 1; s > 0; s-- {
		for _, m := range g.a.program.Moves(s) {
			pass(m.To, s)
		}
	}
	g.predicates(func(s int, x ir.Expr) {
		if g.loop[s] {
			by[s] = append(slices.Clip(by[s]), x, ir.NotExpr(x))
		}
	})
	return by
}

// predicates calls the callback with each predicate of other engines, and with the state of its location.
func (g *generaliser) predicates(each func(s int, x ir.Expr)) {
	for _, f := range g.a.w.board.Find(verify.Query{Kinds: []verify.FactKind{verify.KindPredicate}}) {
		if f.Producer == Name {
			continue
		}
		for s, l := range g.a.program.Loc {
			for _, x := range f.Payload.(*verify.Predicates).Precision.Predicates(l) {
				if prover.OfRegisters(l.Func, x) {
					each(s, x)
				}
			}
		}
	}
}

// news reports whether the board has candidates that the analysis has not tried.
func (g *generaliser) news() bool { return g.a.w.exchange.heard > g.heard }

// tellTest publishes a test that reached a region without a state, and how it ended. Violations are published when they
// are replayed.
func (w *worker) tellTest(t *verify.Test, as exec.Kind) {
	if x := &w.exchange; w.cfg.Exchange && as != exec.Violated && x.told < testsTold && len(t.Records) > 0 &&
		len(t.Records) < longestTest {
		x.told++
		w.board.Claim(w.task, Name, &verify.TestFact{Test: t, Ending: testgen.Ending(as)})
	}
}

// tellPredicates publishes the predicates that split regions, the first ones of each location, if there are new
// regions.
func (w *worker) tellPredicates() {
	regions := 0
	for _, a := range w.ordered() {
		regions += len(a.abs.Regions) - a.program.Len()
	}
	if !w.cfg.Exchange || regions == w.exchange.regions {
		return
	}
	w.exchange.regions = regions
	at := map[*ir.Loc][]ir.Expr{}
	for _, a := range w.ordered() {
		for s, r := range a.abs.Roots {
			l := a.program.Loc[s]
			for _, x := range splitAtoms(r) {
				known := slices.ContainsFunc(at[l], func(y ir.Expr) bool { return ir.Equal(x, y) })
				if len(at[l]) < predsTold && !known && prover.OfRegisters(l.Func, x) {
					at[l] = append(at[l], x)
				}
			}
		}
	}
	if len(at) > 0 {
		w.board.Claim(w.task, Name, &verify.Predicates{Precision: verify.Precision{Scoped: verify.Scoped{Loc: at}}})
	}
}
