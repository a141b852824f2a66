package bmc

import (
	"context"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file has the step of k-induction (M. Sheeran, S. Singh, G. Stalmarck: Checking safety properties using induction
// and a SAT-solver, FMCAD 2000), over blocks between cut points as in D. Beyer, M. Dangl, P. Wendler: Boosting
// k-induction with continuously-refined invariants, CAV 2015. Deviation: states on a path are not required to differ.

// induction executes k blocks from any state at any cut point.
type induction struct {
	q   *prover.Asker
	e   *vc.Encoder
	y   *prover.System        // for finding invariants
	inv map[*ir.Loc][]ir.Expr // assumed at all cut points
	u   *unroller

	first, last int // indices in vc.Encoder.Accesses where the accesses of the first block of the step begin and end
}

// newInduction returns an induction in the encoding enc, whose step has not begun; begin starts it.
func newInduction(ctx context.Context, k *prover.Kit, enc vc.Encoding) (*induction, error) {
	q, err := k.Asker(vc.Options{Enc: enc}, smt.Config{})
	if err != nil {
		return nil, err
	}
	q.E.Owners()
	y, err := prover.NewSystem(ctx, q, nil)
	if err != nil {
		q.Close()
		return nil, err
	}
	return &induction{q: q, e: q.E, y: y}, nil
}

// arbitrary returns a frontier with one state for each cut point: any state that satisfies the invariants. The value of
// a fresh constant determines at which of the cut points an execution begins.
func (in *induction) arbitrary() vc.Frontier {
	f := vc.Frontier{}
	sort := term.BVSort(16)
	if in.e.Enc == vc.Ints {
		sort = term.IntSort
	}
	at := in.e.C.Fresh("at", sort)
	for i, node := range in.y.Nodes[1:] {
		p := node.Point
		n := in.e.C.BV(uint64(i), 16)
		if in.e.Enc == vc.Ints {
			n = in.e.C.Int(int64(i))
		}
		s := in.e.Assume(in.e.Arbitrary(p), in.e.C.Eq(at, n))
		if s = prover.Assume(in.e, s, p.Loc, in.inv[p.Loc]); s != nil {
			f[p] = s
		}
	}
	return f
}

// begin starts the step, with the invariants inv assumed.
func (in *induction) begin(inv map[*ir.Loc][]ir.Expr) {
	in.inv = inv
	in.u = &unroller{q: in.q, e: in.e, f: in.arbitrary(), depth: map[*ir.Loc]int{}}
}

// step executes one more block and returns the obligations of open that the block cannot violate. Each query may take
// the time most. The blocks before have no error, since an error location ends an execution.
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
		r, m := in.q.Sat(ctx, 4, most, true, in.e.C.Or(gs...))
		if r == smt.Unsat {
			break
		}
		n := len(good)
		if r == smt.Sat {
			for i, x := range bad {
				if in.q.Holds(m, gs[i]) {
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
			if s := prover.Assume(in.e, in.u.f[p], p.Loc, in.inv[p.Loc]); s != nil {
				in.u.f[p] = s
			} else {
				delete(in.u.f, p)
			}
		}
	}
	return good, nil
}

// houdini returns the largest inductive subset of the candidates, without redundant bounds. It returns nil if the
// budget does not suffice.
func (in *induction) houdini(ctx context.Context, cand map[*ir.Loc][]ir.Expr) map[*ir.Loc][]ir.Expr {
	inv := in.y.Inductive(ctx, cand)
	tighten(inv)
	return inv
}

// count returns the number of conditions.
func count(cand map[*ir.Loc][]ir.Expr) int {
	n := 0
	for _, xs := range cand {
		n += len(xs)
	}
	return n
}

// tighten removes bounds that other bounds in inv imply.
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

// boundOf returns v and k if x is v <= k (upper) or k <= v.
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
