package term

import "math/big"

// Offsets of elements are products such as 8*zext(i), and sums of them. The width of the index shows that they do not
// wrap, so comparisons of them are comparisons of integers: 8*zext(i) = 8*zext(j) is i = j. The rules of this file
// compute with such integers.

// exact is the integer sum k + f1*t1 + ..., where each t is a bit-vector read as a number.
type exact struct {
	k  *big.Int
	ts []exactTerm
}

// exactTerm is the product f*t.
type exactTerm struct {
	t      *Term
	f      *big.Int
	lo, hi *big.Int // the least and the greatest value of t
}

// exactTerms is the largest number of terms of an exact sum.
const exactTerms = 8

// rangeOf returns the least and the greatest value of a bit-vector that is read as a signed or unsigned number, as far
// as its operator shows them.
func rangeOf(t *Term, signed bool) (lo, hi *big.Int) {
	n := int(t.sort.Bits)
	switch t.op {
	case BVZext:
		return new(big.Int), new(big.Int).Sub(pow2(int(t.args[0].sort.Bits)), big.NewInt(1))
	case BVSext:
		if signed {
			n = int(t.args[0].sort.Bits)
		}
	}
	if !signed {
		return new(big.Int), new(big.Int).Sub(pow2(n), big.NewInt(1))
	}
	half := pow2(n - 1)
	return new(big.Int).Neg(half), new(big.Int).Sub(half, big.NewInt(1))
}

// exact returns a bit-vector as an integer sum. It returns nil if the sum may wrap.
func (c *rewriter) exact(t *Term, signed bool) *exact {
	l := c.linear(t.sort)
	l.add(t, l.small(1))
	l.norm()
	if len(l.ts) > exactTerms {
		return nil
	}
	n := int(t.sort.Bits)
	e := &exact{k: l.k.signed(n)}
	for _, m := range l.ts {
		lo, hi := rangeOf(m.t, signed)
		e.ts = append(e.ts, exactTerm{m.t, m.k.signed(n), lo, hi})
	}
	if !e.fits(n, signed) {
		return nil
	}
	return e
}

// bounds returns the least and the greatest value of the sum.
func (e *exact) bounds() (lo, hi *big.Int) {
	lo, hi = new(big.Int).Set(e.k), new(big.Int).Set(e.k)
	for _, m := range e.ts {
		a, b := new(big.Int).Mul(m.f, m.lo), new(big.Int).Mul(m.f, m.hi)
		if m.f.Sign() < 0 {
			a, b = b, a
		}
		lo.Add(lo, a)
		hi.Add(hi, b)
	}
	return lo, hi
}

// fits reports whether all values of the sum are numbers of n bits.
func (e *exact) fits(n int, signed bool) bool {
	lo, hi := e.bounds()
	if signed {
		half := pow2(n - 1)
		return lo.Cmp(new(big.Int).Neg(half)) >= 0 && hi.Cmp(half) < 0
	}
	return lo.Sign() >= 0 && hi.Cmp(pow2(n)) < 0
}

// minus returns e - o. Both are in the order of their terms.
func (e *exact) minus(o *exact) *exact {
	d := &exact{k: new(big.Int).Sub(e.k, o.k)}
	x, y := e.ts, o.ts
	for len(x)+len(y) > 0 {
		switch {
		case len(y) == 0 || len(x) > 0 && x[0].t.id < y[0].t.id:
			d.ts = append(d.ts, x[0])
			x = x[1:]
		case len(x) == 0 || y[0].t.id < x[0].t.id:
			m := y[0]
			m.f = new(big.Int).Neg(m.f)
			d.ts = append(d.ts, m)
			y = y[1:]
		default:
			m := x[0]
			if m.f = new(big.Int).Sub(x[0].f, y[0].f); m.f.Sign() != 0 {
				d.ts = append(d.ts, m)
			}
			x, y = x[1:], y[1:]
		}
	}
	return d
}

// exactCompare applies R79 to the equation or comparison op (Eq, BVUle, BVSle) of bit-vectors x and y. It returns nil
// if the rule does not apply.
func (c *rewriter) exactCompare(op Op, x, y *Term) *Term {
	if !isScaled(x) && !isScaled(y) {
		return nil
	}
	signed := op != BVUle
	ex := c.exact(x, signed)
	if ex == nil {
		return nil
	}
	ey := c.exact(y, signed)
	if ey == nil {
		return nil
	}
	d := ex.minus(ey)
	lo, hi := d.bounds()
	g := new(big.Int)
	for _, m := range d.ts {
		g.GCD(nil, nil, g, new(big.Int).Abs(m.f))
	}
	bound := new(big.Int).Neg(d.k)
	if op == Eq {
		if lo.Sign() > 0 || hi.Sign() < 0 {
			return c.by(R79, c.f)
		}
		if g.Sign() > 0 && new(big.Int).Rem(bound, g).Sign() != 0 {
			return c.by(R79, c.f)
		}
	} else if lo.Sign() > 0 || hi.Sign() <= 0 {
		return c.by(R79, c.Bool(hi.Sign() <= 0))
	}
	alone := len(d.ts) == 1 && (isScaled(x) || isScaled(y))
	if len(d.ts) == 0 || g.IsInt64() && g.Int64() == 1 && len(d.ts) == len(ex.ts)+len(ey.ts) && !alone {
		return nil
	}
	// The terms with positive factors are on the left. Dividing rounds the bound down.
	bound.Div(bound, g)
	left, right := &exact{k: new(big.Int)}, &exact{k: new(big.Int)}
	for _, m := range d.ts {
		m.f = new(big.Int).Quo(m.f, g)
		if m.f.Sign() > 0 {
			left.ts = append(left.ts, m)
		} else {
			m.f.Neg(m.f)
			right.ts = append(right.ts, m)
		}
	}
	if bound.Sign() >= 0 {
		right.k = bound
	} else {
		left.k = bound.Neg(bound)
	}
	n := int(x.sort.Bits)
	if !left.fits(n, signed) || !right.fits(n, signed) {
		return nil
	}
	a, b := c.inexact(left, x.sort), c.inexact(right, x.sort)
	if a == x && b == y {
		return nil
	}
	if op == Eq {
		return c.by(R79, c.Eq(a, b))
	}
	return c.by(R79, c.bin(op, BV, BoolSort, a, b))
}

// isScaled reports whether t is a sum or a product with a literal.
func isScaled(t *Term) bool { return isLinear(t) && t.op != Const }

// inexact returns an integer sum whose values are numbers of sort s as a term.
func (c *rewriter) inexact(e *exact, s Sort) *Term {
	l := c.linear(s)
	n := int(s.Bits)
	l.k = constVal(c.BVBig(e.k, n))
	for _, m := range e.ts {
		l.ts = append(l.ts, monomial{m.t, constVal(c.BVBig(m.f, n))})
	}
	return l.build()
}
