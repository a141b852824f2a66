package triple

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/check/bounds"
	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// kInductive checks a proof by k-induction. With the invariants I at the cut and K = ev.K, it has to show:
//
//	base  from the start, the first K visits of the cut satisfy I, and no
//	      error comes before the K-th visit
//	step  after K visits in a row that satisfy I, no error is reached before
//	      the next visit, and that visit satisfies I
//
// Loops with their heads in ev.Depth are unwound between the visits of the cut: it has to show that no stay in such a
// loop has more visits. The support is checked first, as inductive invariants; then it is assumed everywhere.
func (c *checker) kInductive(ev *verify.KInductive) error {
	if ev.K < 1 || ev.K > maxNodes {
		return &wrong{fmt.Sprintf("k is %d", ev.K)}
	}
	cut := map[*ir.Loc]bool{}
	for _, l := range ev.Cut {
		if err := c.spec(l, ir.NewBool(true)); err != nil {
			return err
		}
		cut[l] = true
	}
	counted := map[*ir.Loc]int{}
	for l, n := range ev.Depth {
		if err := c.spec(l, ir.NewBool(true)); err != nil {
			return err
		}
		counted[l] = n
	}
	for l := range cut {
		counted[l] = ev.K // no path of a piece has more visits
	}
	all := exprs(ev.Invariants)
	support := map[*ir.Loc][]ir.Expr{}
	if ev.Support != nil {
		if err := c.names(ev.Support.Results, ev.Support.Entered, ev.Support.Made); err != nil {
			return err
		}
		all = append(all, exprs(ev.Support.Invariants)...)
		var err error
		if support, err = c.read(ev.Support.Invariants); err != nil {
			return err
		}
	}
	inv, err := c.read(ev.Invariants)
	if err != nil {
		return err
	}
	for _, i := range ev.Invariants {
		if !cut[i.Loc] {
			return open("an invariant at a location that is not in the cut")
		}
	}
	c.findMemory(all)
	if ev.Support != nil {
		asked := c.asked
		c.asked, c.inv = map[*ir.Obligation]bool{}, support
		err := c.steps()
		c.asked, c.inv = asked, map[*ir.Loc][]ir.Expr{}
		if err != nil {
			return fmt.Errorf("the support: %w", err)
		}
	}
	contexts, err := c.contexts()
	if err != nil {
		return err
	}
	u := &unroll{c: c, k: ev.K, cut: cut, inv: inv, support: support, visits: c.newVisits(counted)}
	locs := slices.Clone(ev.Cut)
	slices.SortFunc(locs,
		func(a, b *ir.Loc) int { return cmp.Or(cmp.Compare(a.Func.ID, b.Func.ID), cmp.Compare(a.ID, b.ID)) })
	locs = slices.Compact(locs)
	all = append(all, exprs(ev.Invariants)...)
	instances := len(ev.Depth) > 0 || slices.ContainsFunc(all, asksSame)
	if !instances || !c.throughPointers() && !c.cfg.Heap || slices.ContainsFunc(all, hasForall) {
		return u.prove(locs, contexts)
	}
	// Loops that are unwound read and write single bytes, and formulas relate pointers of one object: use instances of
	// memory first.
	c.mem.heap = true
	err = c.within(0.7, all, func() error { return u.prove(locs, contexts) })
	if err == nil {
		return nil
	}
	clear(c.doubted)
	c.mem.heap = false
	plain := c.within(1, all, func() error { return u.prove(locs, contexts) })
	var w *wrong
	if plain == nil || errors.As(plain, &w) {
		return plain
	}
	return open("%v", err) // not a refutation, as too much is approximate
}

// maxDoubts bounds the number of statements whose suppositions (lemma.go) may fail.
const maxDoubts = 12

// unroll checks a proof by k-induction.
type unroll struct {
	c            *checker
	k            int                   // the number of visits of the cut
	cut          map[*ir.Loc]bool      // the locations whose visits count
	inv, support map[*ir.Loc][]ir.Expr // formulas of the evidence, by location
	visits       *visits               // counts the visits of the loops that are unwound
}

// within returns the counts of visits after an edge from k to a location in ctx, and the action if they exceed the
// evidence.
func (u *unroll) within(k key, to *ir.Loc, ctx *frame) (count string, over *action) {
	count, n := u.visits.enter(k, to, ctx)
	if !u.cut[to] && u.visits.tooMany(to, n) {
		return count, &action{fail: fmt.Sprintf("visit %d of %s", n, to.Where())}
	}
	return count, nil
}

// prove checks base and step; locs are the locations of the cut, and contexts has the stacks in which each function
// runs.
func (u *unroll) prove(locs []*ir.Loc, contexts map[*ir.Func][]*frame) error {
	if err := u.base(); err != nil {
		return err
	}
	for _, l := range locs {
		for _, ctx := range contexts[l.Func] {
			if err := u.step(l, ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// base checks the paths from the start through the first k visits of the cut.
func (u *unroll) base() error {
	start := u.c.prog.Entry.Entry
	count, n := u.visits.start(start, nil)
	if !u.cut[start] && u.visits.tooMany(start, n) {
		return &wrong{"the entry is visited"}
	}
	p := &piece{from: key{loc: start, count: count}, calls: expanded, init: (*query).initialState, given: u.support[start]}
	if u.cut[start] {
		p.from.visit = 1
		err := u.c.prove("the initial state", func(q *query) error {
			s := q.initialState()
			a := q.begin(s, u.support[start])
			for _, g := range u.inv[start] {
				q.prove(a, s, g, "the start")
			}
			return nil
		})
		if err != nil || u.k == 1 {
			return err
		}
	}
	p.next = func(k key, e *ir.Edge, to *ir.Loc, ctx *frame) (action, error) {
		if to.Kind == ir.Error {
			return u.c.errorAction(to), nil
		}
		count, over := u.within(k, to, ctx)
		if over != nil {
			return *over, nil
		}
		act := action{known: u.support[to]}
		visit := k.visit
		if u.cut[to] {
			visit++
			act.prove, act.given = u.inv[to], u.inv[to]
		}
		if !u.cut[to] || visit < u.k {
			act.next = &key{loc: to, ctx: ctx, visit: visit, count: count}
		}
		return act, nil
	}
	return u.c.prove(fmt.Sprintf("the first %d visits", u.k), p.build)
}

// step checks the paths through k visits of the cut in a row, of which the first is at l in ctx.
func (u *unroll) step(l *ir.Loc, ctx *frame) error {
	count, _ := u.visits.start(l, ctx)
	p := &piece{from: key{loc: l, ctx: ctx, visit: 1, count: count}, calls: expanded}
	p.given = slices.Concat(u.support[l], u.inv[l])
	p.init = func(q *query) *state { return q.anyState(l, ctx) }
	p.next = func(k key, e *ir.Edge, to *ir.Loc, ctx *frame) (action, error) {
		if to.Kind == ir.Error {
			if k.visit < u.k {
				return action{}, nil // shown by base, or by the step from an earlier visit
			}
			return u.c.errorAction(to), nil
		}
		count, over := u.within(k, to, ctx)
		if over != nil {
			return *over, nil
		}
		act := action{known: u.support[to]}
		visit := k.visit
		if u.cut[to] {
			if visit == u.k {
				act.prove = u.inv[to]
				return act, nil
			}
			visit++
			act.given = u.inv[to]
		}
		act.next = &key{loc: to, ctx: ctx, visit: visit, count: count}
		return act, nil
	}
	return u.c.prove(fmt.Sprintf("%d rounds from %s", u.k, l.Where()), p.build)
}

// errorAction returns the action for an edge to an error location: a goal if the claim has its obligation.
func (c *checker) errorAction(to *ir.Loc) action {
	if c.asked[to.Obligation] {
		return action{fail: "the error"}
	}
	return action{}
}

// unwinding checks a proof by unwinding: all paths from the start. No path may have more visits than the evidence
// allows (nests.go). It makes several attempts with parts of the time: along the paths in the evidence (byTree), with
// states joined where paths meet (joined), and with nodes of its own for each path (byPaths).
func (c *checker) unwinding(ev *verify.Unwinding) error {
	var counted []*ir.Loc
	for l := range ev.Depth {
		if l == nil || l.Func == nil {
			return open("a depth without a location of the program")
		}
		counted = append(counted, l)
	}
	slices.SortFunc(counted,
		func(a, b *ir.Loc) int { return cmp.Or(cmp.Compare(a.Func.ID, b.Func.ID), cmp.Compare(a.ID, b.ID)) })
	for _, l := range counted {
		if err := c.spec(l, ir.NewBool(true)); err != nil {
			return err
		}
	}
	visits := c.newVisits(ev.Depth)
	start := c.prog.Entry.Entry
	count, n := visits.start(start, nil)
	if visits.tooMany(start, n) {
		return &wrong{"the entry is visited"}
	}
	track := bounds.Track{}
	if b := c.cfg.Within; b != nil {
		var some bool
		if track, some = b.Start(); !some {
			return nil
		}
	}
	next := c.unwound(visits)
	newPiece := func() *piece {
		return &piece{from: key{loc: start, count: count, track: track}, calls: expanded, init: (*query).initialState,
			next: next}
	}
	// States are joined, or not, while only edges are followed whose conditions do not fold to false.
	folding := func(join joining) func() *encoded {
		return func() *encoded {
			return &encoded{c: c, build: func(q *query) error { return newPiece().forward(q, visits, maxNodes, join) }}
		}
	}
	// States are joined where paths meet.
	joined := func() *encoded {
		p := newPiece()
		p.most = cmp.Or(c.cfg.Paths, 10_000)
		large := false
		return &encoded{c: c, build: func(q *query) error {
			err := errPaths
			if !large {
				err = p.build(q)
			}
			if large = errors.Is(err, errPaths); large {
				return p.forward(q, visits, maxNodes, joinAll)
			}
			return err
		}}
	}
	within := func(part float64, x *encoded, way func() *encoded) error {
		return c.within(part, nil, func() error {
			if x == nil {
				x = way()
			}
			now := x
			x = nil // is built again if a supposition fails
			return c.proveIn("the unwinding", now, ev.Search)
		})
	}
	byTree := func(part float64) error {
		if ev.Paths == nil || c.cfg.Only == Ints {
			return errPaths
		}
		err := c.within(part, nil, func() error { return newPiece().walks(c, ev.Paths) })
		if err != nil {
			clear(c.doubted)
		}
		return err
	}
	plain := errPaths // the result without instances of memory
	var w *wrong
	direct := !c.throughPointers() && !c.cfg.Heap
	if direct {
		part := 0.7
		if ev.Paths != nil {
			part = 0.3
		}
		if plain = within(part, nil, joined); plain == nil || errors.As(plain, &w) {
			return plain
		}
		if byTree(0.7) == nil {
			return nil
		}
		clear(c.doubted)
	}
	// Use instances of memory, where ranges at variable places are exact. The solver may find no answer with them, so
	// programs with pointers are then checked without instances.
	c.mem.heap = true
	if !direct && byTree(0.6) == nil {
		return nil
	}
	ways := []func() *encoded{joined, folding(joinNone)}
	var first *encoded
	switch {
	case ev.Apart: // more nodes, but positions in texts are constants: the sizes cannot be compared
		ways = []func() *encoded{folding(joinAlike), joined}
	case c.cfg.Paths == 0:
		_ = c.within(1, nil, func() error { first, ways = c.smaller(ways, ev.Search); return nil })
	}
	err := errPaths
	for i, way := range ways {
		if e := within(0.6+0.1*float64(i), first, way); e == nil {
			return nil
		} else if i == 0 {
			err = e
		}
		first = nil
		clear(c.doubted)
	}
	c.mem.heap = false
	if direct {
		return plain
	}
	if plain = within(1, nil, joined); plain == nil || errors.As(plain, &w) {
		return plain
	}
	return open("%v", err) // not a refutation, as too much is approximate
}

// smaller returns the ways of encoding that succeed, the one that gives the smaller formula first, and its encoding;
// nil if there is none. Both ways get a growing number of terms, so that this costs little if one of them gives a large
// formula.
//
// Nodes for each path suit programs whose inputs choose among few paths on which all else is constant: in a quicksort
// of five numbers, the 11,522 nodes make 18,000 terms, and the 10,512 joined ones 1.7 million. Elsewhere, joined states
// are up to 50 times smaller. Where both gave proofs, the smaller formula was the faster one or not much slower. An
// estimate before states are joined is in V. Kuznetsov, J. Kinder, S. Bucur, G. Candea, Efficient state merging in
// symbolic execution (PLDI 2012).
func (c *checker) smaller(ways []func() *encoded, search bool) (first *encoded, order []func() *encoded) {
	const begin, growth = 4000, 8
	enc := 0
	if search && c.cfg.Only != Ints || c.cfg.Only == Bits {
		enc = 1
	}
	for terms := begin; len(order) == 0 && len(ways) > 0 && c.ctx.Err() == nil; terms *= growth {
		var left []func() *encoded
		least := 0
		for _, way := range ways {
			x := way()
			x.terms = terms
			q, err := x.get(enc)
			switch {
			case errors.Is(err, errTerms):
				left = append(left, way)
			case err != nil:
			case len(order) == 0 || q.vc.size() < least:
				first, least = x, q.vc.size()
				order = append([]func() *encoded{way}, order...)
			default:
				order = append(order, way)
			}
		}
		ways = left
	}
	if first != nil {
		first.terms = 0 // the other encoding may be larger
	}
	return first, append(order, ways...)
}

// within makes an attempt of a proof in a part of the remaining time, with the memory model of c.mem.heap. While it
// fails only because of a supposition (lemma.go), it is repeated without that supposition. specs are the formulas of
// the proof.
func (c *checker) within(part float64, specs []ir.Expr, prove func() error) error {
	end := c.queries.end
	now := clock.Now(c.ctx)
	c.queries.end = now + time.Duration(part*float64(end-now))
	defer func() { c.queries.end = end }()
	c.mem.objects, c.mem.points = nil, nil
	c.findMemory(specs)
	err := prove()
	for doubts := 1; err != nil && len(c.doubted) == doubts && doubts <= maxDoubts && c.ctx.Err() == nil; doubts++ {
		err = prove()
	}
	return err
}

// asksSame reports whether an expression asks if pointers belong to one object.
func asksSame(e ir.Expr) bool {
	found := false
	ir.Walk(e, func(x ir.Expr) bool {
		v, ok := x.(*ir.Valid)
		found = found || ok && v.What == ir.Same
		return !found
	})
	return found
}

// hasForall reports whether an expression has a quantifier.
func hasForall(e ir.Expr) bool {
	found := false
	ir.Walk(e, func(x ir.Expr) bool {
		_, ok := x.(*ir.Forall)
		found = found || ok
		return !found
	})
	return found
}

// unwound returns the function next of the piece of an unwinding. With a range of paths, only the paths of the range
// are continued; a path that reaches an error or a halt before it has passed the lower bound lies before the range.
func (c *checker) unwound(visits *visits) func(k key, e *ir.Edge, to *ir.Loc, ctx *frame) (action, error) {
	return func(k key, e *ir.Edge, to *ir.Loc, ctx *frame) (action, error) {
		track := k.track
		if b := c.cfg.Within; b != nil {
			inside := false
			if track, inside = b.After(track, e); !inside || track.Lower != bounds.Off &&
				(to.Kind == ir.Error || to.Kind == ir.Halt) {
				return action{}, nil
			}
		}
		if to.Kind == ir.Error && c.asked[to.Obligation] {
			return action{fail: "the error"}, nil
		}
		count, n := visits.enter(k, to, ctx)
		if visits.tooMany(to, n) {
			return action{fail: fmt.Sprintf("visit %d of %s", n, to.Where())}, nil
		}
		return action{next: &key{loc: to, ctx: ctx, count: count, track: track}}, nil
	}
}

// throughPointers reports whether the program accesses or tests memory through pointers.
func (c *checker) throughPointers() bool {
	for f := range c.calledFrom(c.prog.Entry) {
		for _, e := range f.Edges {
			if asksThroughPointer(e.Stmt) {
				return true
			}
			for _, addr := range ir.StmtExprs(e.Stmt)[:ir.Addresses(e.Stmt)] {
				if ir.Root(addr) == nil {
					return true
				}
			}
		}
	}
	return false
}
