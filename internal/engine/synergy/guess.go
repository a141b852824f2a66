package synergy

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file guesses formulas at loop heads from the conditions that split them: each condition and its negation, and
// for two comparisons the sign of the difference of the compared sums. It is widening over a chain of predicates, since
// Pre of the next round often adds the same term once more:
//
//	y < 0, y + x < 0, y + x + x < 0     so perhaps  y >= 0  and  x >= 0

// mostSums bounds the conditions of a location whose differences are computed.
const mostSums = 12

// guesses returns guesses for all loop heads whose regions were split; done is always true.
func (g *generaliser) guesses(context.Context) (by [][]ir.Expr, done bool) {
	by = make([][]ir.Expr, g.a.program.Len())
	for s, r := range g.a.abs.Roots {
		if !g.loop[s] {
			continue
		}
		atoms := splitAtoms(r)
		var sums []*sum
		for _, x := range atoms {
			by[s] = append(by[s], x, ir.NotExpr(x))
			if y := sumOf(x); y != nil && len(sums) < mostSums {
				sums = append(sums, y)
			}
		}
		for i, x := range sums {
			for _, y := range sums[:i] {
				by[s] = append(by[s], x.differences(y)...)
			}
		}
	}
	return by, true
}

// splitAtoms returns the conditions by which the regions below r were split, and the operands of their connectives.
func splitAtoms(r *Region) (out []ir.Expr) {
	add := func(x ir.Expr) {
		if !slices.ContainsFunc(out, func(y ir.Expr) bool { return ir.Equal(x, y) }) {
			out = append(out, x)
		}
	}
	var atoms func(x ir.Expr)
	atoms = func(x ir.Expr) {
		switch y := x.(type) { // sound: other expressions are atoms
		case *ir.Unary:
			if y.Op == ir.LNot {
				atoms(y.X)
				return
			}
		case *ir.Binary:
			if y.Op == ir.LAnd || y.Op == ir.LOr {
				add(x)
				atoms(y.X)
				atoms(y.Y)
				return
			}
		}
		add(x)
	}
	var walk func(r *Region)
	walk = func(r *Region) {
		if r.leaf() {
			return
		}
		atoms(r.Split)
		walk(r.Yes)
		walk(r.No)
	}
	walk(r)
	return out
}

// sum is the difference left - right that a comparison of 64-bit integers compares with 0, as lists of summands.
type sum struct {
	left, right []ir.Expr
}

// sumOf returns the sum of the comparison x, nil if x is not a comparison of 64-bit integers.
func sumOf(x ir.Expr) *sum {
	b, ok := x.(*ir.Binary)
	if !ok || b.X.Type() != ir.I64 {
		return nil
	}
	switch b.Op { // sound: other operators do not compare by order
	case ir.Lt, ir.Le, ir.Eq, ir.Ne:
	default:
		return nil
	}
	s := &sum{left: summands(b.X, nil), right: summands(b.Y, nil)}
	return s
}

// summands appends to out the summands of x, without the constant 0.
func summands(x ir.Expr, out []ir.Expr) []ir.Expr {
	if b, ok := x.(*ir.Binary); ok && b.Op == ir.Add {
		return summands(b.Y, summands(b.X, out))
	}
	if c, ok := x.(*ir.Const); ok && c.Bits == 0 {
		return out
	}
	return append(out, x)
}

// differences returns two conditions: s - t is at most 0, and s - t is at least 0. It returns none if s - t is constant
// or has more than three summands.
func (s *sum) differences(t *sum) (out []ir.Expr) {
	// s - t = (s.left + t.right) - (s.right + t.left)
	left, right := slices.Concat(s.left, t.right), slices.Concat(s.right, t.left)
	for i := 0; i < len(left); {
		j := slices.IndexFunc(right, func(y ir.Expr) bool { return ir.Equal(left[i], y) })
		if j < 0 {
			i++
			continue
		}
		left, right = slices.Delete(slices.Clone(left), i, i+1), slices.Delete(slices.Clone(right), j, j+1)
	}
	if len(left)+len(right) == 0 || len(left)+len(right) > 3 {
		return nil
	}
	x, y := total(left), total(right)
	return []ir.Expr{ir.NewBinary(ir.Le, x, y), ir.NewBinary(ir.Le, y, x)}
}

// total returns the sum of xs.
func total(xs []ir.Expr) ir.Expr {
	r := ir.Expr(ir.NewConst(ir.I64, 0))
	for i, x := range xs {
		if i == 0 {
			r = x
		} else {
			r = ir.NewBinary(ir.Add, r, x)
		}
	}
	return r
}
