package triple

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/term"
)

// bitvec is the encoding Bits: an operation of package ir is an operation on bit-vectors in SMT-LIB.
type bitvec struct{ c *term.Ctx }

func (a bitvec) sort(t ir.Type) term.Sort { return term.BVSort(int(t.Bits)) }

func (a bitvec) inRange(ir.Type, *term.Term) *term.Term { return nil }

func (a bitvec) number(_ ir.Type, x *term.Term) value { return value{t: x} }

func (a bitvec) lit(t ir.Type, bits uint64) value { return value{t: a.c.BV(bits, int(t.Bits))} }

func (a bitvec) unary(op ir.UnOp, _ ir.Type, x value) value {
	if op == ir.Neg {
		return value{t: a.c.BVNeg(x.t)}
	}
	return value{t: a.c.BVNot(x.t)}
}

func (a bitvec) binary(op ir.BinOp, t ir.Type, x, y value, yt ir.Type) (value, bool) {
	c := a.c
	var r *term.Term
	switch op {
	case ir.Add:
		r = c.BVAdd(x.t, y.t)
	case ir.Sub:
		r = c.BVSub(x.t, y.t)
	case ir.Mul:
		r = c.BVMul(x.t, y.t)
	case ir.Div:
		if t.Signed {
			r = c.BVSDiv(x.t, y.t)
		} else {
			r = c.BVUDiv(x.t, y.t)
		}
	case ir.Rem:
		if t.Signed {
			r = c.BVSRem(x.t, y.t)
		} else {
			r = c.BVURem(x.t, y.t)
		}
	case ir.And:
		r = c.BVAnd(x.t, y.t)
	case ir.Or:
		r = c.BVOr(x.t, y.t)
	case ir.Xor:
		r = c.BVXor(x.t, y.t)
	case ir.Shl, ir.Shr:
		r = a.shift(op, t, x.t, y.t, yt)
	default: // sound: refused
		return value{}, false
	}
	return value{t: r}, true
}

// shift encodes a shift of x by y, an amount of type yt. If yt has another width than x, the amount is extended or cut
// so that a too large amount stays too large. A negative amount counts as a large unsigned one, at least half of its
// type's range; if yt is not wider than x, sign extension keeps it at least 2^(w-1) >= w.
func (a bitvec) shift(op ir.BinOp, t ir.Type, x, y *term.Term, yt ir.Type) *term.Term {
	c, w := a.c, int(t.Bits)
	do := func(n *term.Term) *term.Term {
		switch {
		case op == ir.Shl:
			return c.BVShl(x, n)
		case t.Signed:
			return c.BVAShr(x, n)
		}
		return c.BVLShr(x, n)
	}
	switch n := int(yt.Bits); {
	case n == w:
		return do(y)
	case n < w && yt.Signed:
		return do(c.BVSext(y, w))
	case n < w:
		return do(c.BVZext(y, w))
	default:
		large := c.BVUle(c.BV(uint64(w), n), y)
		over := c.BV(0, w)
		if op == ir.Shr && t.Signed {
			over = c.Ite(c.BVSlt(x, c.BV(0, w)), c.BV(math.MaxUint64, w), over)
		}
		return c.Ite(large, over, do(c.BVExtract(w-1, 0, y)))
	}
}

func (a bitvec) compare(op ir.BinOp, t ir.Type, x, y value) *term.Term {
	c := a.c
	switch {
	case op == ir.Eq:
		return c.Eq(x.t, y.t)
	case op == ir.Lt && t.Signed:
		return c.BVSlt(x.t, y.t)
	case op == ir.Lt:
		return c.BVUlt(x.t, y.t)
	case t.Signed:
		return c.BVSle(x.t, y.t)
	}
	return c.BVUle(x.t, y.t)
}

// extend returns x with more bits.
func (a bitvec) extend(x *term.Term, signed bool, bits int) *term.Term {
	if signed {
		return a.c.BVSext(x, bits)
	}
	return a.c.BVZext(x, bits)
}

// overflows computes the result in a width in which it is exact, and compares it with the wrapped one.
func (a bitvec) overflows(op ir.BinOp, t ir.Type, x, y value) *term.Term {
	c, w := a.c, int(t.Bits)
	wide := w + 2
	if op == ir.Div {
		if !t.Signed {
			return c.False()
		}
		return c.And(c.Eq(x.t, c.BV(num.MinOf(t.Bits, true), w)), c.Eq(y.t, c.BV(num.Mask(t.Bits), w)))
	}
	if op == ir.Mul {
		wide = 2 * w
	}
	p, q := a.extend(x.t, t.Signed, wide), a.extend(y.t, t.Signed, wide)
	var r *term.Term
	switch op {
	case ir.Add:
		r = c.BVAdd(p, q)
	case ir.Sub:
		r = c.BVSub(p, q)
	case ir.Mul:
		r = c.BVMul(p, q)
	default:
		panic("overflow of " + op.String())
	}
	return c.Not(c.Eq(r, a.extend(c.BVExtract(w-1, 0, r), t.Signed, wide)))
}

func (a bitvec) resize(to, from ir.Type, x value) value {
	n, w := int(from.Bits), int(to.Bits)
	if w < n {
		return value{t: a.c.BVExtract(w-1, 0, x.t)}
	}
	return value{t: a.extend(x.t, from.Signed, w)}
}

func (a bitvec) truth(to ir.Type, b *term.Term) value {
	w := int(to.Bits)
	return value{t: a.c.Ite(b, a.c.BV(1, w), a.c.BV(0, w))}
}

func (a bitvec) address(pt ir.Type, p, index value, it ir.Type, scale int64) value {
	i := a.resize(pt, it, index)
	return value{t: a.c.BVAdd(p.t, a.c.BVMul(i.t, a.c.BV(uint64(scale), int(pt.Bits))))}
}

func (a bitvec) distance(_ ir.Type, p, q value) value { return value{t: a.c.BVSub(p.t, q.t)} }

func (a bitvec) toFloat(from ir.Type, x value, width int) (*term.Term, bool) {
	if from.Signed {
		return a.c.FPOfSBV(x.t, width), true
	}
	return a.c.FPOfUBV(x.t, width), true
}

// ofFloat returns the most negative number, or all ones if the target type is unsigned, for a float outside of the
// type's range. It compares with powers of two, which are exact in both float formats.
func (a bitvec) ofFloat(to ir.Type, f *term.Term) (value, bool) {
	c, w := a.c, int(to.Bits)
	width := int(f.Sort().Bits)
	ft := ir.Type{Kind: ir.Float, Bits: uint8(width)}
	pow := func(v float64) *term.Term { return c.FP(ir.FloatBits(ft, v), width) }
	r := c.FPRound(term.Zero, f)
	if to.Signed {
		lim := math.Ldexp(1, w-1)
		ok := c.And(c.FPLe(pow(-lim), r), c.FPLt(r, pow(lim)))
		return value{t: c.Ite(ok, c.FPToSBV(r, w), c.BV(num.MinOf(to.Bits, true), w))}, true
	}
	ok := c.And(c.FPLe(pow(0), r), c.FPLt(r, pow(math.Ldexp(1, w))))
	return value{t: c.Ite(ok, c.FPToUBV(r, w), c.BV(num.Mask(to.Bits), w))}, true
}
