package inductive

import "github.com/tandem-verifier/tandem/internal/ir"

// bitwise returns the exact hull of a op b for ranges of one type. Each sign is computed separately.
func bitwise(op ir.BinOp, t ir.Type, a, b rng) (out []rng) {
	for _, x := range bySign(a) {
		for _, y := range bySign(b) {
			w := &bitBox{op: op, memo: map[[5]uint64][2]uint64{}}
			lo, hi := w.bounds(bitsOf(t, x.lo), bitsOf(t, x.hi), bitsOf(t, y.lo), bitsOf(t, y.hi), uint64(t.Bits))
			// Both operands keep their sign, so the result does.
			out = append(out, rng{number(t, lo), number(t, hi)})
		}
	}
	return out
}

func bySign(a rng) (out []rng) {
	if r := (rng{a.lo, smaller(a.hi, fromInt(-1))}); lessEq(r.lo, r.hi) {
		out = append(out, r)
	}
	if r := (rng{larger(a.lo, wide{}), a.hi}); lessEq(r.lo, r.hi) {
		out = append(out, r)
	}
	return out
}

// bitBox finds the least and greatest x op y for x in a..b, y in c..d of n
// bits, by deciding the top bit of both and going on with the bits below. Halves
// repeat: they are remembered.
type bitBox struct {
	op   ir.BinOp
	memo map[[5]uint64][2]uint64
}

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

type halfRange struct{ lo, hi, bit uint64 }

// halves cuts a..b at the bit top, which is removed.
func halves(a, b, top uint64) (out []halfRange) {
	if a < top {
		out = append(out, halfRange{a, min(b, top-1), 0})
	}
	if b >= top {
		out = append(out, halfRange{max(a, top) - top, b - top, 1})
	}
	return out
}
