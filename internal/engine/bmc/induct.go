package bmc

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file is the step of k-induction (M. Sheeran, S. Singh, G. Stalmarck:
// Checking safety properties using induction and a SAT-solver, FMCAD 2000), over
// blocks between cut points as D. Beyer, M. Dangl, P. Wendler have it (Boosting
// k-induction with continuously-refined invariants, CAV 2015). Deviation: states on a
// path are not required to differ.

// induction goes k blocks from any state at any cut point.
type induction struct {
	q      *asker
	e      *vc.Encoder
	points []vc.Point
	inv    map[*ir.Loc][]ir.Expr
	u      *unroller

	first, last int // accesses of the first block of the step, as vc counts them
}

var errContexts = errors.New("recursion, or too many calls, before a cut point")

// maxPoints bounds the cut points, with their call strings.
const maxPoints = 200

func newInduction(ctx context.Context, m *meter, enc vc.Encoding) (*induction, error) {
	e := vc.New(term.New(), m.task.Program, vc.Options{Enc: enc})
	q, err := newAsker(m, e)
	if err != nil {
		return nil, err
	}
	in := &induction{q: q, e: e}
	if err := in.findPoints(ctx); err != nil {
		q.close()
		return nil, err
	}
	return in, nil
}

// findPoints explores the cut points by the shape of the program.
func (in *induction) findPoints(ctx context.Context) error {
	seen := map[vc.Point]bool{}
	add := func(b *vc.Block) error {
		for _, p := range b.Next.Points() {
			if !seen[p] {
				seen[p] = true
				in.points = append(in.points, p)
			}
			for c := p.Ctx; c.Parent != nil; c = c.Parent {
				if c.Parent.Func == c.Func {
					return errContexts
				}
			}
		}
		if len(in.points) > maxPoints {
			return errContexts
		}
		return nil
	}
	start := in.e.Start()
	if in.e.IsCut(start.Loc) {
		seen[start] = true
		in.points = append(in.points, start)
	}
	b, err := in.e.Advance(ctx, vc.Frontier{start: in.e.Initial()})
	if err == nil {
		err = add(b)
	}
	for i := 0; i < len(in.points) && err == nil; i++ {
		p := in.points[i]
		if b, err = in.e.Advance(ctx, vc.Frontier{p: in.e.Arbitrary(p)}); err == nil {
			err = add(b)
		}
	}
	return err
}

// assume adds invariants of a location to a state, with the bounds that they imply.
func assume(e *vc.Encoder, s *vc.State, l *ir.Loc, inv []ir.Expr) *vc.State {
	for _, x := range inv {
		if s == nil {
			return nil
		}
		s = e.Step(s, &ir.Edge{From: l, To: l, Stmt: &ir.Assume{Cond: x}})
	}
	return s
}

// arbitrary is all states at all cut points that satisfy the invariants; a
// constant tells the points apart.
func (in *induction) arbitrary() vc.Frontier {
	f := vc.Frontier{}
	sort := term.BVSort(16)
	if in.e.Enc == vc.Ints {
		sort = term.IntSort
	}
	at := in.e.C.Fresh("at", sort)
	for i, p := range in.points {
		n := in.e.C.BV(uint64(i), 16)
		if in.e.Enc == vc.Ints {
			n = in.e.C.Int(int64(i))
		}
		s := in.e.Assume(in.e.Arbitrary(p), in.e.C.Eq(at, n))
		if s = assume(in.e, s, p.Loc, in.inv[p.Loc]); s != nil {
			f[p] = s
		}
	}
	return f
}

// begin starts the step, under invariants.
func (in *induction) begin(inv map[*ir.Loc][]ir.Expr) {
	in.inv = inv
	in.u = &unroller{q: in.q, e: in.e, f: in.arbitrary(), depth: map[*ir.Loc]int{}}
}

// step goes one block more and gives the obligations of open that this block
// cannot violate, as far as each question is answered within the time. As an error location ends an execution, the blocks before it had none.
func (in *induction) step(ctx context.Context, open []*ir.Obligation, most time.Duration) ([]*ir.Obligation, error) {
	if in.u.k == 0 {
		in.first = len(in.e.Accesses)
	}
	b, err := in.u.next(ctx, in.u.f)
	if err != nil {
		return nil, err
	}
	if in.u.k == 1 {
		in.last = len(in.e.Accesses)
	}
	good := slices.Clone(open)
	for len(good) > 0 {
		bad := bads(b, good)
		var gs []*term.Term
		for _, x := range bad {
			gs = append(gs, in.e.Guard(x.State))
		}
		r, m := in.q.sat(ctx, 4, most, true, in.e.C.Or(gs...))
		if r == smt.Unsat {
			break
		}
		n := len(good)
		if r == smt.Sat {
			for i, x := range bad {
				if in.q.holds(m, gs[i]) {
					good = slices.DeleteFunc(good, func(o *ir.Obligation) bool { return o == x.Obligation })
				}
			}
		}
		if len(good) == n {
			good = nil
		}
	}
	if len(good) < len(open) {
		in.u.feasible(ctx, b)
		for _, p := range in.u.f.Points() {
			if s := assume(in.e, in.u.f[p], p.Loc, in.inv[p.Loc]); s != nil {
				in.u.f[p] = s
			} else {
				delete(in.u.f, p)
			}
		}
	}
	return good, nil
}

// houdini keeps, of candidates for invariants, the largest part that is inductive
// (C. Flanagan, K. Leino: Houdini, an annotation assistant for ESC/Java, FME 2001).
// It gives nil where the budget ends before.
func (in *induction) houdini(ctx context.Context, cand map[*ir.Loc][]ir.Expr) map[*ir.Loc][]ir.Expr {
	b, err := in.e.Advance(ctx, vc.Frontier{in.e.Start(): in.e.Initial()})
	if err != nil {
		return nil
	}
	if start := in.e.Start(); in.e.IsCut(start.Loc) && !in.drop(ctx, vc.Frontier{start: in.e.Initial()}, cand) {
		return nil
	}
	if !in.drop(ctx, b.Next, cand) {
		return nil
	}
	for !in.q.m.ended(ctx) {
		in.inv = cand
		b, err := in.e.Advance(ctx, in.arbitrary())
		if err != nil {
			return nil
		}
		n := count(cand)
		next := map[*ir.Loc][]ir.Expr{}
		for l, xs := range cand {
			next[l] = slices.Clone(xs)
		}
		if !in.drop(ctx, b.Next, next) {
			return nil
		}
		cand = next
		if count(cand) == n {
			tighten(cand)
			return cand
		}
	}
	return nil
}

func count(cand map[*ir.Loc][]ir.Expr) int {
	n := 0
	for _, xs := range cand {
		n += len(xs)
	}
	return n
}

// houdiniTime bounds one of its questions.
const houdiniTime = 500 * time.Millisecond

// drop removes the candidates that do not hold in some of the states; false if
// the budget ended.
func (in *induction) drop(ctx context.Context, states vc.Frontier, cand map[*ir.Loc][]ir.Expr) bool {
	for _, p := range states.Points() {
		s := states[p]
		xs := cand[p.Loc]
		ts := make([]*term.Term, len(xs))
		for i, x := range xs {
			ts[i] = in.e.Cond(s, x)
		}
		guard := in.e.Guard(s)
		for len(xs) > 0 {
			if in.q.m.ended(ctx) {
				return false
			}
			r, m := in.q.sat(ctx, 10, houdiniTime, false, guard, in.e.C.Not(in.e.C.And(ts...)))
			if r == smt.Unsat {
				break
			}
			if r == smt.Unknown {
				xs = in.single(ctx, guard, xs, ts)
				break
			}
			n := len(xs)
			if xs, ts = in.keep(m, xs, ts); len(xs) == n {
				xs = nil // the model cannot be evaluated
			}
		}
		cand[p.Loc] = xs
	}
	return true
}

// tighten leaves out bounds that others imply.
func tighten(inv map[*ir.Loc][]ir.Expr) {
	type side struct {
		v     *ir.Var
		upper bool
	}
	for l, xs := range inv {
		best := map[side]int{}
		drop := make([]bool, len(xs))
		for i, x := range xs {
			v, k, upper, ok := boundOf(x)
			if !ok {
				continue
			}
			s := side{v, upper}
			j, found := best[s]
			if !found {
				best[s] = i
				continue
			}
			_, old, _, _ := boundOf(xs[j])
			if num.Less(k, old, v.Type.Bits, v.Type.Signed) == upper {
				best[s], drop[j] = i, true
			} else {
				drop[i] = true
			}
		}
		var keep []ir.Expr
		for i, x := range xs {
			if !drop[i] {
				keep = append(keep, x)
			}
		}
		inv[l] = keep
	}
}

// boundOf reads x as v <= k (upper) or k <= v.
func boundOf(x ir.Expr) (v *ir.Var, k uint64, upper, ok bool) {
	b, isBin := x.(*ir.Binary)
	if !isBin || b.Op != ir.Le || b.X.Type().Kind != ir.Int {
		return nil, 0, false, false
	}
	if r, isRef := b.X.(*ir.Ref); isRef {
		k, ok = ir.IsConst(b.Y)
		return r.Var, k, true, ok
	}
	if r, isRef := b.Y.(*ir.Ref); isRef {
		k, ok = ir.IsConst(b.X)
		return r.Var, k, false, ok
	}
	return nil, 0, false, false
}

// keep removes what a model refutes.
func (in *induction) keep(m *term.Model, xs []ir.Expr, ts []*term.Term) ([]ir.Expr, []*term.Term) {
	var ys []ir.Expr
	var us []*term.Term
	for i, t := range ts {
		if in.q.holds(m, t) {
			ys, us = append(ys, xs[i]), append(us, t)
		}
	}
	return ys, us
}

// single keeps what is shown alone.
func (in *induction) single(ctx context.Context, guard *term.Term, xs []ir.Expr, ts []*term.Term) []ir.Expr {
	var ys []ir.Expr
	for i, t := range ts {
		if r, _ := in.q.sat(ctx, 20, houdiniTime/4, false, guard, in.e.C.Not(t)); r == smt.Unsat {
			ys = append(ys, xs[i])
		}
	}
	return ys
}
