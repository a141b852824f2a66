package term

import (
	"math/big"
	"slices"
)

// zeros returns the bit-vector of n zeros, ones the bit-vector of n ones.
func (c *atoms) zeros(n int) *Term { return c.literal(BVSort(n), zeroVal(BVSort(n))) }
func (c *atoms) ones(n int) *Term {
	if n <= 64 {
		return c.BV(^uint64(0), n)
	}
	return c.BVBig(big.NewInt(-1), n)
}

// extremes returns the least and the greatest signed number of n bits.
func (c *atoms) extremes(n int) (least, most *Term) {
	if n <= 64 {
		return c.BV(1<<(n-1), n), c.BV(1<<(n-1)-1, n)
	}
	b := pow2(n - 1)
	return c.BVBig(b, n), c.BVBig(new(big.Int).Sub(b, big.NewInt(1)), n)
}

// rewriteNot applies the rules for bvnot.
func (c *rewriter) rewriteNot(t *Term) *Term {
	x := t.args[0]
	switch {
	case x.op == BVNot:
		return c.by(R33, x.args[0])
	case x.op == BVXor && (x.args[0].op == Const || x.args[1].op == Const):
		for i, a := range x.args {
			if a.op == Const {
				return c.by(R33, c.BVXor(c.BVNot(a), x.args[1-i]))
			}
		}
	case isLinear(x):
		l := c.linear(t.sort)
		l.k = l.small(-1)
		l.add(x, l.small(-1))
		return c.by(R32, l.build())
	}
	return nil
}

// rewriteBitwise applies R34 to R38 to BVAnd and BVOr.
func (c *rewriter) rewriteBitwise(t *Term) *Term {
	n := int(t.sort.Bits)
	unit, zero := c.ones(n), c.zeros(n)
	if t.op == BVOr {
		unit, zero = zero, unit
	}
	xs := flatten(t.op, t.args)
	// Combine all literals into one, the first operand.
	k := constVal(unit)
	rest := xs[:0]
	for _, x := range xs {
		if x.op == Const {
			k = binaryBV(t.op, n, k, constVal(x))
		} else {
			rest = append(rest, x)
		}
	}
	xs = rest
	mask := c.literal(t.sort, k)
	switch {
	case mask == zero:
		return c.by(R35, zero)
	case len(xs) == 0:
		return c.by(R34, mask)
	}
	for _, x := range xs {
		if x.op == BVNot && has(xs, x.args[0]) {
			return c.by(R35, zero)
		}
	}
	if mask == unit {
		if len(xs) == 1 {
			return c.by(R34, xs[0])
		}
		if t.op == BVOr && len(xs) == 2 {
			for i, x := range xs {
				if r := c.placed(x, xs[1-i]); r != nil {
					return r
				}
			}
		}
	} else {
		if t.op == BVAnd {
			x := xs[0]
			if len(xs) > 1 {
				x = c.nary(BVAnd, BV, xs)
			}
			if r := c.masked(x, k, n); r != nil {
				return r
			}
		}
		xs = slices.Insert(xs, 0, mask)
	}
	if !slices.Equal(xs, t.args) {
		c.by(R34, nil)
		t.args = xs
	}
	return nil
}

// masked applies R36 and R37 to x bvand mask, of n bits; the mask is neither all ones nor zero. It returns nil if none
// applies.
func (c *rewriter) masked(x *Term, mask val, n int) *Term {
	k := mask.unsigned()
	lo, hi := int(k.TrailingZeroBits()), k.BitLen()
	ones := new(big.Int).Sub(pow2(hi), pow2(lo))
	if k.Cmp(ones) == 0 {
		r := c.BVExtract(hi-1, lo, x)
		if lo > 0 {
			r = c.BVConcat(r, c.zeros(lo))
		}
		return c.by(R36, c.BVZext(r, n))
	}
	if x.op == BVZext {
		a := x.args[0]
		return c.by(R37, c.BVZext(c.BVAnd(c.BVBig(k, int(a.sort.Bits)), a), n))
	}
	return nil
}

// shifted returns k and x if t is 2^k*x with k > 0; else x is nil.
func shifted(t *Term) (k int, x *Term) {
	if t.op != BVMul || t.args[0].op != Const || len(t.args) != 2 {
		return 0, nil
	}
	f := constVal(t.args[0]).unsigned()
	k = int(f.TrailingZeroBits())
	if k == 0 || f.BitLen() != k+1 {
		return 0, nil
	}
	return k, t.args[1]
}

// placed applies R38: it returns x bvor y as a concatenation for x = zext(a) and y = 2^k*b that have no bits in common,
// else nil.
func (c *rewriter) placed(x, y *Term) *Term {
	k, b := shifted(y)
	if x.op != BVZext || b == nil || int(x.args[0].sort.Bits) > k {
		return nil
	}
	n := int(x.sort.Bits)
	return c.by(R38, c.BVConcat(c.BVExtract(n-k-1, 0, b), c.BVZext(x.args[0], k)))
}

// rewriteXor applies R39 to R41, and orders the operands (R20).
func (c *rewriter) rewriteXor(t *Term) *Term {
	x, y := t.args[0], t.args[1]
	n := int(t.sort.Bits)
	if x == y {
		return c.by(R39, c.zeros(n))
	}
	if y.op == Const || x.op != Const && x.id > y.id {
		x, y = y, x
	}
	switch {
	case x == c.zeros(n):
		return c.by(R39, y)
	case x == c.ones(n):
		return c.by(R39, c.BVNot(y))
	case x.op == BVNot:
		return c.by(R40, c.BVNot(c.BVXor(x.args[0], y)))
	case y.op == BVNot && x.op == Const:
		return c.by(R40, c.BVXor(c.BVNot(x), y.args[0]))
	case y.op == BVNot:
		return c.by(R40, c.BVNot(c.BVXor(x, y.args[0])))
	}
	for _, p := range [][2]*Term{{x, y}, {y, x}} {
		a, b := p[0], p[1]
		if b.op != BVXor {
			continue
		}
		for i, z := range b.args {
			if z == a {
				return c.by(R41, b.args[1-i])
			}
			if z.op == Const && a.op == Const {
				return c.by(R41, c.BVXor(c.BVXor(z, a), b.args[1-i]))
			}
		}
	}
	if t.args[0] != x {
		c.by(R20, nil)
		t.args = []*Term{x, y}
	}
	return nil
}

// amount returns the value of the literal t, or n if it is larger.
func amount(t *Term, n int) int {
	k := constVal(t).unsigned()
	if k.Cmp(big.NewInt(int64(n))) >= 0 {
		return n
	}
	return int(k.Int64())
}

// rewriteShift applies R42 to R45.
func (c *rewriter) rewriteShift(t *Term) *Term {
	x, y := t.args[0], t.args[1]
	n := int(t.sort.Bits)
	if x == c.zeros(n) || y == c.zeros(n) {
		return c.by(R45, x)
	}
	if y.op != Const {
		return nil
	}
	k := amount(y, n)
	switch {
	case t.op == BVAShr:
		k = min(k, n-1)
		return c.by(R44, c.BVSext(c.BVExtract(n-1, k, x), n))
	case t.op == BVShl:
		return c.by(R42, c.BVMul(c.BVBig(pow2(k), n), x)) // 2^n is 0
	case k == n:
		return c.by(R43, c.zeros(n))
	}
	return c.by(R43, c.BVZext(c.BVExtract(n-1, k, x), n))
}

// power returns k if v is 2^k; else ok is false.
func power(v *big.Int) (k int, ok bool) {
	k = v.BitLen() - 1
	return k, v.Sign() > 0 && int(v.TrailingZeroBits()) == k
}

// rewriteDiv applies the rules for BVUDiv and BVSDiv by a literal.
func (c *rewriter) rewriteDiv(t *Term) *Term {
	x, y := t.args[0], t.args[1]
	n := int(t.sort.Bits)
	if y.op != Const {
		return nil
	}
	v := constVal(y)
	k, isPower := power(v.unsigned())
	switch {
	case v.isZero() && t.op == BVUDiv:
		return c.by(R46, c.ones(n))
	case v.isZero():
		return c.by(R46, c.Ite(c.BVSlt(x, c.zeros(n)), c.BV(1, n), c.ones(n)))
	case y == c.ones(n) && t.op == BVSDiv: // before the case 1, since 1 is -1 at width 1
		return c.by(R46, c.BVNeg(x))
	case v.isOne():
		return c.by(R46, x)
	case t.op == BVUDiv && isPower:
		return c.by(R46, c.BVLShr(x, c.BV(uint64(k), n)))
	}
	return c.narrowDivision(t, x, y)
}

// narrowDivision applies R49 and R50 to t, the quotient or remainder of x by a literal y other than 0. It returns nil
// unless x is a zext.
func (c *rewriter) narrowDivision(t, x, y *Term) *Term {
	if x.op != BVZext {
		return nil
	}
	n, m := int(t.sort.Bits), int(x.args[0].sort.Bits)
	v := constVal(y).unsigned()
	if t.op == BVSDiv || t.op == BVSRem {
		if v.Bit(n-1) != 0 {
			return nil
		}
		op := BVUDiv
		if t.op == BVSRem {
			op = BVURem
		}
		return c.by(R50, c.bin(op, BV, t.sort, x, y))
	}
	if v.BitLen() > m {
		if t.op == BVURem {
			return c.by(R49, x)
		}
		return c.by(R49, c.zeros(n))
	}
	return c.by(R49, c.BVZext(c.bin(t.op, BV, BVSort(m), x.args[0], c.BVBig(v, m)), n))
}

// rewriteRem applies the rules for BVURem and BVSRem.
func (c *rewriter) rewriteRem(t *Term) *Term {
	x, y := t.args[0], t.args[1]
	n := int(t.sort.Bits)
	if x == y || x == c.zeros(n) {
		return c.by(R48, c.zeros(n))
	}
	if y.op != Const {
		return nil
	}
	v := constVal(y)
	k, isPower := power(v.unsigned())
	switch {
	case v.isZero():
		return c.by(R47, x)
	case v.isOne(), y == c.ones(n) && t.op == BVSRem:
		return c.by(R47, c.zeros(n))
	case t.op == BVURem && isPower:
		return c.by(R47, c.BVZext(c.BVExtract(k-1, 0, x), n))
	}
	return c.narrowDivision(t, x, y)
}

// rewriteCompare applies R61, R62 and R79 to BVUle and BVSle.
func (c *rewriter) rewriteCompare(t *Term) *Term {
	x, y := t.args[0], t.args[1]
	if x == y {
		return c.by(R61, c.t)
	}
	if r := c.choiceCompare(t); r != nil {
		return r
	}
	n := int(x.sort.Bits)
	least, most := c.zeros(n), c.ones(n)
	if t.op == BVSle {
		least, most = c.extremes(n)
	}
	switch {
	case x == least || y == most:
		return c.by(R61, c.t)
	case y == least || x == most:
		return c.by(R61, c.Eq(x, y))
	case x.op == Const:
		return c.by(R61, c.Not(c.bin(t.op, BV, BoolSort, y, c.BVSub(x, c.BV(1, n)))))
	case y.op == Const && c.BVAdd(y, c.BV(1, n)) == most:
		return c.by(R61, c.Not(c.Eq(x, most)))
	}
	extended := x.op == BVZext || x.op == BVSext
	if extended && y.op == x.op && y.args[0].sort == x.args[0].sort {
		op := BVUle
		if x.op == BVSext {
			op = t.op // sign extension keeps both orders
		}
		return c.by(R62, c.bin(op, BV, BoolSort, x.args[0], y.args[0]))
	}
	if !extended || y.op != Const {
		return c.exactCompare(t.op, x, y)
	}
	a := x.args[0]
	m := int(a.sort.Bits)
	k := c.BVExtract(m-1, 0, y)
	v := constVal(y)
	switch {
	case x.op == BVZext && t.op == BVSle && v.signed(n).Sign() < 0:
		return c.by(R62, c.f)
	case x.op == BVZext:
		if v.unsigned().BitLen() > m {
			return c.by(R62, c.t)
		}
		return c.by(R62, c.BVUle(a, k))
	case t.op == BVUle && c.BVSext(k, n) == y:
		return c.by(R62, c.BVUle(a, k))
	case t.op == BVUle:
		// y lies in the gap between the extensions of positive and negative values.
		return c.by(R62, c.BVSle(c.zeros(m), a))
	case c.BVSext(k, n) == y:
		return c.by(R62, c.BVSle(a, k))
	}
	return c.by(R62, c.Bool(v.signed(n).Sign() > 0))
}
