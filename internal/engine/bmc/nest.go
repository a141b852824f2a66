package bmc

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file has the engine nest: induction over outer loops, with the inner loops unwound. A decoder such as
//
//	while (at < n) {                                cut point, with the invariant at <= n
//		len = sequence(s[at]);
//		for (i = 1; i < len; i++) c = c << 6 | ...     at most 4 visits from any state of the cut point
//		...
//	}
//
// needs no invariant for the inner loop: one block from the outer head back to it has all four rounds, exactly. The
// invariants at cut points are found as in kind.go. Inner loops are unwound as in unwind.go, but from any state that
// satisfies the invariants (A. Donaldson, L. Haller, D. Kroening, P. Rümmer: Software verification using k-induction,
// SAS 2011, also treat one loop by induction while others are unwound; there, one loop at a time is cut).

// NestName is the name of the engine that unwinds inner loops in the step of an induction over outer loops.
const NestName = "nest"

// NestEngine returns the engine nest.
func NestEngine() verify.Engine {
	return verify.Engine{
		Name:  NestName,
		Doc:   "induction over outer loops; inner loops are unwound in its step",
		Paper: "A. Donaldson, L. Haller, D. Kroening, P. Rümmer: Software verification using k-induction. SAS 2011",
		Needs: []verify.FactKind{verify.KindInvariant, verify.KindCandidate},
		Open: func(t *verify.Task, b *verify.Board) verify.Worker {
			n := &nest{}
			return &worker{kit: prover.NewKit(NestName, t, b), enc: prover.Encoding(t.Program), run: n.turn, end: n.close}
		},
	}
}

// nest is the state of the engine over all turns.
type nest struct {
	*search
	enc   vc.Encoding
	cuts  *outer                  // the cut points of y
	given map[*ir.Loc][]ir.Expr   // invariants with which y was made; nil before the first ones are known
	y     *prover.System          // nil if it is not complete
	set   *prover.Set             // candidates at the cut points
	known int                     // number of invariants on the board when set was made
	walks map[*ir.Loc][]ir.Expr   // candidates about pointers that move through an object
	later []*prover.Cand          // candidates about memory, which are hard queries: not in set yet
	safe  map[*ir.Obligation]bool // proved with the candidates that are left
}

// close closes the solver of the present system.
func (n *nest) close() {
	if n.cuts != nil {
		n.cuts.q.Close()
	}
	n.cuts, n.y, n.set = nil, nil, nil
}

// turn works for one turn.
func (n *nest) turn(s *search, ctx context.Context) verify.Result {
	n.search = s
	if n.cuts == nil {
		n.enc = s.enc
	}
	for {
		why, err := n.prove(ctx)
		switch {
		case err != nil && n.M.Ended(ctx):
			return &verify.Unknown{Reason: "out of time"}
		case err != nil:
			return &verify.Unknown{Reason: verify.Said(err), Idle: true}
		case why != "":
			return &verify.Unknown{Reason: why, Idle: true}
		}
		done := slices.DeleteFunc(slices.Clone(n.open), func(o *ir.Obligation) bool { return !n.safe[o] })
		if len(done) == 0 && n.enc == vc.Ints && n.y.E.Approx > 0 && n.given == nil { // bounds make arithmetic exact
			n.given = n.numbers()
			n.close()
			continue
		}
		if len(done) == 0 && n.enc == vc.Ints && n.y.E.Approx > 0 { // bit-vectors may be exact
			n.close()
			n.enc = vc.Bits
			continue
		}
		if len(done) == 0 {
			return &verify.Unknown{Reason: "the invariants of the outer loops do not suffice"}
		}
		rest := ""
		if len(done) < len(n.open) {
			rest = "the invariants of the outer loops do not suffice for the other obligations"
		}
		bad := map[*ir.Edge]bool{}
		invalid(ctx, n.cuts.q, 0, len(n.y.E.Accesses), bad)
		return safe(done, n.evidence(), assuming(bad), rest)
	}
}

// prove finds invariants and decides the open obligations, as far as the turn allows. why is the reason if the engine
// has nothing to add for this program.
func (n *nest) prove(ctx context.Context) (why string, err error) {
	if n.y == nil || n.known != len(n.Board.Invariants(n.Task.Program)) {
		n.known = len(n.Board.Invariants(n.Task.Program))
		if why, err := n.divide(ctx); why != "" || err != nil {
			return why, err
		}
		n.set, n.safe = &prover.Set{By: map[*ir.Loc][]*prover.Cand{}}, map[*ir.Obligation]bool{}
		n.later = nil
		for l, xs := range candidates(n.y, n.Task, n.Board, true) {
			for _, x := range xs {
				if c := (&prover.Cand{Loc: l, Expr: x}); ofNumbers(x) {
					n.set.By[l] = append(n.set.By[l], c)
				} else {
					n.later = append(n.later, c)
				}
			}
		}
		for _, l := range n.y.Locs() {
			for _, x := range slices.Concat(conditions(n.y.E, l), blocks(n.y.E, l), n.walks[l]) {
				n.set.By[l] = append(n.set.By[l], &prover.Cand{Loc: l, Expr: x})
			}
		}
	}
	for {
		if !n.y.Houdini(ctx, n.set) {
			return "", errEnded
		}
		n.Task.Log.Progress(NestName, "%s, %d visits, %d terms: %d invariants", n.y, n.cuts.visits, n.y.E.C.Len(),
			count(n.invariants()))
		open := slices.DeleteFunc(slices.Clone(n.open), func(o *ir.Obligation) bool { return n.safe[o] })
		for o, ok := range n.y.Safe(ctx, n.invariants(), open) {
			n.safe[o] = ok
		}
		if len(n.later) == 0 || !slices.ContainsFunc(open, func(o *ir.Obligation) bool { return !n.safe[o] }) {
			return "", nil
		}
		for _, c := range n.later {
			n.set.By[c.Loc] = append(n.set.By[c.Loc], c)
		}
		n.later = nil
	}
}

// divide encodes the blocks between the outer loop heads. If an inner loop turns out to have no bound, its head becomes
// a cut point, too.
func (n *nest) divide(ctx context.Context) (why string, err error) {
	cut := map[*ir.Loc]bool{}
	n.close()
	for {
		q, err := n.Asker(vc.Options{Enc: n.enc, Proved: n.Board.Proved()}, smt.Config{})
		if err != nil {
			return "", err
		}
		q.E.Owners()
		q.E.Past()
		n.cuts = &outer{q: q, e: q.E, orders: orders{}, cut: cut, depth: map[*ir.Loc]int{},
			ranges: term.NewBounds(), plain: map[*term.Term]*term.Term{}}
		n.y, err = prover.NewSystemOf(ctx, q, n.cuts, n.given)
		var more *unboundedError
		if errors.As(err, &more) {
			cut[more.at] = true
			q.Close()
			n.cuts = nil
			continue
		}
		if err != nil {
			n.y = nil
			return "", err
		}
		n.walks = map[*ir.Loc][]ir.Expr{}
		pointers := false
		for _, l := range n.y.Locs() {
			n.walks[l] = walking(n.y.E, n.cuts.orders, l)
			pointers = pointers || slices.ContainsFunc(n.walks[l], func(x ir.Expr) bool { return !ofNumbers(x) })
		}
		switch {
		case len(n.cuts.depth) == 0 && !pointers:
			return "no loop is unwound", nil
		case len(n.y.Nodes) == 1:
			return "all loops are unwound", nil
		}
		return "", nil
	}
}

// invariants returns the candidates that are left, by location.
func (n *nest) invariants() map[*ir.Loc][]ir.Expr {
	out := map[*ir.Loc][]ir.Expr{}
	for l, cs := range n.set.By {
		for _, c := range cs {
			if c.State == prover.Open {
				out[l] = append(out[l], c.Expr)
			}
		}
	}
	tighten(out)
	return out
}

// numbers returns the invariants that are about numbers in registers only.
func (n *nest) numbers() map[*ir.Loc][]ir.Expr {
	out := map[*ir.Loc][]ir.Expr{}
	for l, xs := range n.invariants() {
		for _, x := range xs {
			if ofNumbers(x) {
				out[l] = append(out[l], x)
			}
		}
	}
	return out
}

// evidence returns the proof: invariants at the cut points, and the visits of the other loop heads between them.
func (n *nest) evidence() verify.Evidence {
	inv := n.invariants()
	ev := &verify.KInductive{K: 1, Depth: map[*ir.Loc]int{}}
	for _, f := range called(n.Task.Program) {
		for _, l := range n.y.E.Cuts(f) {
			if !n.cuts.cut[l] {
				ev.Depth[l] = n.cuts.depth[l] // 0 if it was not reached
				continue
			}
			ev.Cut = append(ev.Cut, l)
			if len(inv[l]) > 0 {
				ev.Invariants = append(ev.Invariants, verify.Invariant{Loc: l, Expr: ir.NewAnd(inv[l]...)})
			}
		}
	}
	return ev
}

// Limits of the blocks between outer loop heads.
const (
	maxInner = 16    // visits of one stay in a loop whose test does not fold
	maxFolds = 300   // visits of one stay in any loop
	maxStays = 3_000 // visits of all unwound loops in all blocks
)

// errLarge ends the engine.
var errLarge = errors.New("the blocks between the outer loops are too large")

// unboundedError is the error of a loop for which no bound is seen.
type unboundedError struct{ at *ir.Loc }

func (e *unboundedError) Error() string { return fmt.Sprintf("no bound of the loop at %s", e.at.Pos) }

// outer divides a program at the heads of the loops in cut, and unwinds the other loops. It implements prover.Cutter.
type outer struct {
	q      *prover.Asker
	e      *vc.Encoder
	orders orders
	cut    map[*ir.Loc]bool
	depth  map[*ir.Loc]int // by loop head that is unwound: its largest number of visits in one stay
	visits int             // of all unwound loops

	ranges *term.Bounds              // bounds of the terms of the unwound blocks
	plain  map[*term.Term]*term.Term // cache of terms without arrays
}

// IsCut reports whether l is the head of a loop over which the engine makes an induction.
func (c *outer) IsCut(l *ir.Loc) bool { return c.cut[l] }

// Advance executes the states of a frontier up to the next cut points. It returns an *unboundedError if it finds no
// bound of a loop on the way.
func (c *outer) Advance(ctx context.Context, f vc.Frontier) (*vc.Successors, error) {
	out := &vc.Successors{Next: vc.Frontier{}}
	work := vc.Frontier{}
	for p, s := range f {
		work[p] = s
	}
	visits, open := map[vc.Point]int{}, map[vc.Point]int{} // of the present stays in loops
	for len(work) > 0 {
		if c.q.M.Ended(ctx) {
			return nil, errEnded
		}
		p := c.orders.innermost(work)
		s := work[p]
		delete(work, p)
		if dead(s) {
			continue
		}
		if c.e.IsCut(p.Loc) && !c.cut[p.Loc] {
			ends, err := c.visit(ctx, p, s, visits, open)
			if err != nil {
				return nil, err
			}
			if ends {
				continue
			}
		}
		b, err := c.e.Advance(ctx, vc.Frontier{p: s})
		if err != nil {
			return nil, err
		}
		out.Bad, out.Done = append(out.Bad, b.Bad...), append(out.Done, b.Done...)
		for _, q := range b.Next.Points() {
			to := work
			if c.cut[q.Loc] {
				to = out.Next
			} else if !c.orders.inside(p, q) {
				delete(visits, q)
				delete(open, q)
			}
			n := b.Next[q]
			if old := to[q]; old != nil {
				n = c.e.Join([]*vc.State{old, n})
			}
			to[q] = n
		}
	}
	return out, nil
}

// visit counts a visit of the loop head p in state s, and reports whether s is impossible, so that the loop ends there.
func (c *outer) visit(ctx context.Context, p vc.Point, s *vc.State, visits, open map[vc.Point]int) (ends bool,
	err error) {
	if !folds(c.e, s, p.Loc) {
		if c.ranges.Excluded(boundWork, s.Conds()...) {
			return true, nil
		}
		if c.orders.depth(p) == 1 {
			return false, &unboundedError{p.Loc} // an outer loop
		}
		if open[p]++; open[p] > 1 {
			g := c.e.C.Without(c.plain, c.e.Guard(s))
			r := smt.Unsat
			if !g.IsFalse() {
				r, _ = c.q.Sat(ctx, 8, 300*time.Millisecond, false, g)
			}
			if r == smt.Unsat {
				return true, nil
			}
		}
	}
	c.visits++
	visits[p]++
	if open[p] > maxInner || visits[p] > maxFolds {
		return false, &unboundedError{p.Loc}
	}
	if c.visits > maxStays || c.e.C.Len() > maxTerms {
		return false, errLarge
	}
	c.depth[p.Loc] = max(c.depth[p.Loc], visits[p])
	return false, nil
}
