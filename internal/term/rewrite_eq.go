package term

import "math/big"

// rewriteEq applies the rules for equality.
func (c *rewriter) rewriteEq(t *Term) *Term {
	x, y := t.args[0], t.args[1]
	if x == y {
		return c.by(R8, c.t)
	}
	if y.op == Const || x.op != Const && x.id > y.id {
		x, y = y, x // if one is a literal, it is x
	}
	if r := c.choiceCompare(t); r != nil {
		return r
	}
	var r *Term
	switch t.args[0].sort.Kind {
	case Bool:
		r = c.boolEq(x, y)
	case Int, BV:
		r = c.numberEq(x, y)
	}
	if r == nil {
		r = c.iteEq(x, y)
	}
	if r == nil {
		r = c.iteEq(y, x)
	}
	if r == nil && t.args[0] != x {
		c.by(R20, nil)
		t.args = []*Term{x, y}
	}
	return r
}

// boolEq applies R9 and R10 to x = y; it returns nil if none applies.
func (c *rewriter) boolEq(x, y *Term) *Term {
	switch {
	case x == c.t:
		return c.by(R9, y)
	case x == c.f:
		return c.by(R9, c.Not(y))
	case x.op == Not && x.args[0] == y || y.op == Not && y.args[0] == x:
		return c.by(R10, c.f)
	case x.op == Not && y.op == Not:
		return c.by(R10, c.Eq(x.args[0], y.args[0]))
	case x.op == Not:
		return c.by(R10, c.Not(c.Eq(x.args[0], y)))
	case y.op == Not:
		return c.by(R10, c.Not(c.Eq(x, y.args[0])))
	}
	return nil
}

// iteEq applies R12 and R13 to x = y if y is an ite; it returns nil if none applies.
func (c *rewriter) iteEq(x, y *Term) *Term {
	if y.op != Ite {
		return nil
	}
	p, a, b := y.args[0], y.args[1], y.args[2]
	switch {
	case a == x:
		return c.by(R12, c.Or(p, c.Eq(x, b)))
	case b == x:
		return c.by(R12, c.Or(c.Not(p), c.Eq(x, a)))
	case x.op == Const && a.op == Const && b.op != Ite:
		return c.by(R13, c.And(c.Not(p), c.Eq(x, b)))
	case x.op == Const && b.op == Const && a.op != Ite:
		return c.by(R13, c.And(p, c.Eq(x, a)))
	}
	return nil
}

// numberEq applies the rules for x = y on bit-vectors or integers. If one operand is a literal, it is x. The result is
// nil if no rule applies.
func (c *rewriter) numberEq(x, y *Term) *Term {
	if isScaled(x) || isScaled(y) {
		if x.sort.Kind == BV {
			if r := c.exactCompare(Eq, x, y); r != nil {
				return r
			}
		}
		return c.linearEq(x, y)
	}
	if x.op == Const {
		return c.literalEq(x, y)
	}
	switch {
	case x.op == y.op && (x.op == BVZext || x.op == BVSext) && x.args[0].sort == y.args[0].sort:
		return c.by(R14, c.Eq(x.args[0], y.args[0]))
	case x.op == BVToInt && y.op == BVToInt && x.args[0].sort == y.args[0].sort:
		return c.by(R19, c.Eq(x.args[0], y.args[0]))
	case x.op == BVConcat && y.op == BVConcat && x.args[0].sort == y.args[0].sort:
		return c.by(R15, c.And(c.Eq(x.args[0], y.args[0]), c.Eq(x.args[1], y.args[1])))
	}
	return nil
}

// literalEq is like numberEq, for a literal k and a term y that is not linear.
func (c *rewriter) literalEq(k, y *Term) *Term {
	n := int(k.sort.Bits)
	switch y.op {
	case BVZext, BVSext:
		a := y.args[0]
		l := c.BVExtract(int(a.sort.Bits)-1, 0, k)
		if c.extend(y.op, l, n) != k {
			return c.by(R14, c.f)
		}
		return c.by(R14, c.Eq(l, a))
	case BVConcat:
		m := int(y.args[1].sort.Bits)
		return c.by(R15, c.And(c.Eq(c.BVExtract(n-1, m, k), y.args[0]), c.Eq(c.BVExtract(m-1, 0, k), y.args[1])))
	case BVXor:
		for i, a := range y.args {
			if a.op == Const {
				return c.by(R16, c.Eq(y.args[1-i], c.BVXor(a, k)))
			}
		}
		if constVal(k).isZero() {
			return c.by(R16, c.Eq(y.args[0], y.args[1]))
		}
	case BVToInt:
		a := y.args[0]
		if k.big.Sign() < 0 || k.big.BitLen() > int(a.sort.Bits) {
			return c.by(R19, c.f)
		}
		return c.by(R19, c.Eq(c.BVBig(k.big, int(a.sort.Bits)), a))
	}
	return nil
}

// linearEq applies R17 and R18 to x = y. At least one of the operands is a sum, a product with a literal, or bvnot. The
// result is nil if x = y is in normal form.
func (c *rewriter) linearEq(x, y *Term) *Term {
	rule := R18
	l := c.difference(x, y)
	if len(l.ts) == 0 {
		if x.sort.Kind == Int {
			rule = R17
		}
		return c.by(rule, c.Bool(l.k.isZero()))
	}
	if x.sort.Kind == Int {
		rule = R17
		g := l.divisor()
		q, r := new(big.Int).QuoRem(l.k.int(), g, new(big.Int))
		if r.Sign() != 0 {
			return c.by(R17, c.f)
		}
		l.divideTerms(g)
		l.k = intVal(q)
	} else if len(l.ts) == 1 {
		// The equation is f*t = k, and 2^z is the largest power of two that divides f. It has no solution unless 2^z
		// divides k.
		n := int(x.sort.Bits)
		f := l.ts[0].k.unsigned()
		z := f.TrailingZeroBits()
		k := l.times(l.k, l.small(-1)).unsigned()
		if k.Sign() != 0 && k.TrailingZeroBits() < z {
			return c.by(R18, c.f)
		}
		if z == 0 {
			inv := new(big.Int).ModInverse(f, pow2(n))
			return c.by(R18, c.Eq(c.BVBig(inv.Mul(inv, k), n), l.ts[0].t))
		}
	}
	if x.sort.Kind == BV && len(l.ts) > 1 && l.odd() {
		return c.by(R18, c.f)
	}
	a, b := l.balance()
	if (!isLinear(a) || a.op == Const) && (!isLinear(b) || b.op == Const) {
		return c.by(rule, c.Eq(a, b))
	}
	if b.op == Const || a.op != Const && a.id > b.id {
		a, b = b, a
	}
	if a == x && b == y {
		return nil
	}
	return c.by(rule, c.node(Term{op: Eq, sort: BoolSort, args: []*Term{a, b}}))
}

// odd reports whether some power of two divides all factors, but not the literal. Then the sum of bit-vectors is not
// zero.
func (l *linear) odd() bool {
	k := l.k.unsigned()
	if k.Sign() == 0 {
		return false
	}
	z := k.TrailingZeroBits()
	for _, m := range l.ts {
		if m.k.unsigned().TrailingZeroBits() <= z {
			return false
		}
	}
	return true
}

// rewriteIte applies the rules for ite.
func (c *rewriter) rewriteIte(t *Term) *Term {
	p, x, y := t.args[0], t.args[1], t.args[2]
	switch {
	case p == c.t || x == y:
		return c.by(R21, x)
	case p == c.f:
		return c.by(R21, y)
	case p.op == Not:
		return c.by(R22, c.Ite(p.args[0], y, x))
	}
	if t.sort.Kind == Bool {
		switch {
		case x == c.t || x == p:
			return c.by(R23, c.Or(p, y))
		case x == c.f:
			return c.by(R23, c.And(c.Not(p), y))
		case y == c.t:
			return c.by(R23, c.Or(c.Not(p), x))
		case y == c.f || y == p:
			return c.by(R23, c.And(p, x))
		case x.op == Not && x.args[0] == y || y.op == Not && y.args[0] == x:
			return c.by(R24, c.Eq(p, x))
		}
	}
	if p.op == Eq && (p.args[0] == x && p.args[1] == y || p.args[0] == y && p.args[1] == x) {
		return c.by(R27, y)
	}
	switch {
	case x.op == Ite && x.args[0] == p:
		return c.by(R25, c.Ite(p, x.args[1], y))
	case y.op == Ite && y.args[0] == p:
		return c.by(R25, c.Ite(p, x, y.args[2]))
	case x.op == Ite && x.args[2] == y:
		return c.by(R26, c.Ite(c.And(p, x.args[0]), x.args[1], y))
	case x.op == Ite && x.args[1] == y:
		return c.by(R26, c.Ite(c.And(p, c.Not(x.args[0])), x.args[2], y))
	case y.op == Ite && y.args[1] == x:
		return c.by(R26, c.Ite(c.Or(p, y.args[0]), x, y.args[2]))
	case y.op == Ite && y.args[2] == x:
		return c.by(R26, c.Ite(c.Or(p, c.Not(y.args[0])), x, y.args[1]))
	}
	for i, v := range []bool{true, false} {
		arm := t.args[i+1]
		if arm.op != Ite {
			continue
		}
		if q := c.given(arm.args[0], p, v); q != arm.args[0] {
			arms := []*Term{x, y}
			arms[i] = c.Ite(q, arm.args[1], arm.args[2])
			return c.by(R76, c.Ite(p, arms[0], arms[1]))
		}
	}
	if x.op == BVExtract && y.op == BVExtract && x.p == y.p && x.q == y.q && x.args[0].sort == y.args[0].sort {
		return c.by(R77, c.BVExtract(int(x.p), int(x.q), c.Ite(p, x.args[0], y.args[0])))
	}
	return c.byLiteral(p, x, y)
}
