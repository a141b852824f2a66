package inductive

import "github.com/tandem-verifier/tandem/internal/ir"

// bitwise returns the hull of a op b for ranges of type t, separately for each combination of signs. Each hull is
// exact.
func bitwise(op ir.BinOp, t ir.Type, a, b rng) (out []rng) {
	for _, x := range bySign(a) {
		for _, y := range bySign(b) {
			w := &bitBox{op: op, memo: map[[5]uint64][2]uint64{}}
			lo, hi := w.bounds(bitsOf(t, x.lo), bitsOf(t, x.hi), bitsOf(t, y.lo), bitsOf(t, y.hi), uint64(t.Bits))
			// x and y have no change of sign, so the results have none either.
			out = append(out, rng{number(t, lo), number(t, hi)})
		}
	}
	return out
}

// bySign returns the negative and the other part of a range.
func bySign(a rng) (out []rng) {
	if r := (rng{a.lo, smaller(a.hi, fromInt(-1))}); lessEq(r.lo, r.hi) {
		out = append(out, r)
	}
	if r := (rng{larger(a.lo, wide{}), a.hi}); lessEq(r.lo, r.hi) {
		out = append(out, r)
	}
	return out
}

// bitBox computes the least and the greatest x op y for x in a..b and y in c..d of n bits. It decides the top bit of
// both and continues with the bits below. The same subproblems occur often, so memo has their results.
type bitBox struct {
	op   ir.BinOp
	memo map[[5]uint64][2]uint64
}

// bounds returns the least and the greatest result.
func (w *bitBox) bounds(a, b, c, d, n uint64) (lo, hi uint64) {
	if n == 0 {
		return 0, 0
	}
	key := [5]uint64{a, b, c, d, n}
	if r, ok := w.memo[key]; ok {
		return r[0], r[1]
	}
	top := uint64(1) << (n - 1)
	lo = ^uint64(0)
	for _, x := range halves(a, b, top) {
		for _, y := range halves(c, d, top) {
			l, h := w.bounds(x.lo, x.hi, y.lo, y.hi, n-1)
			bit := ir.EvalBinary(w.op, ir.U8, x.bit, y.bit, ir.U8) * top
			lo, hi = min(lo, l|bit), max(hi, h|bit)
		}
	}
	w.memo[key] = [2]uint64{lo, hi}
	return lo, hi
}

// halfRange is the part of a range whose numbers have the same top bit. The field bit is this bit, and lo and hi are
// the bounds without it.
type halfRange struct{ lo, hi, bit uint64 }

// halves splits a..b by the value of the bit top.
func halves(a, b, top uint64) (out []halfRange) {
	if a < top {
		out = append(out, halfRange{a, min(b, top-1), 0})
	}
	if b >= top {
		out = append(out, halfRange{max(a, top) - top, b - top, 1})
	}
	return out
}
