package vc

import (
	"math/big"
	"slices"

	"github.com/tandem-verifier/tandem/internal/term"
)

// This file has the arithmetic of qe.go: it solves equations for a constant, and eliminates constants that occur only
// in bounds.

// solvedInt returns a constant with coefficient 1 or -1 in an equation of integers, and the term that is its value.
func (q *projection) solvedInt(t *term.Term) (v, val *term.Term) {
	d := differenceOf(t.Arg(0), t.Arg(1))
	for i, m := range d.ms {
		if !m.coef.IsInt64() || m.coef.Int64() != 1 && m.coef.Int64() != -1 || m.t.Op() != term.Var || !q.gone(m.t) ||
			d.inside(i) {
			continue
		}
		return m.t, d.without(i).times(new(big.Int).Neg(m.coef)).term(q.c)
	}
	return nil, nil
}

// differenceOf returns x - y as a sum of integers.
func differenceOf(x, y *term.Term) *linear {
	d := &linear{k: new(big.Int)}
	d.add(x, big.NewInt(1))
	d.add(y, big.NewInt(-1))
	d.ms = slices.DeleteFunc(d.ms, func(m monomial) bool { return m.coef.Sign() == 0 })
	return d
}

// inside reports whether the constant of the i-th monomial occurs in another monomial too.
func (s *linear) inside(i int) bool {
	for j, m := range s.ms {
		if j != i && occurs(m.t, s.ms[i].t) {
			return true
		}
	}
	return false
}

// without returns the sum without its i-th monomial.
func (s *linear) without(i int) *linear {
	return &linear{ms: slices.Delete(slices.Clone(s.ms), i, i+1), k: s.k}
}

// times returns k times the sum.
func (s *linear) times(k *big.Int) *linear {
	r := &linear{k: new(big.Int).Mul(s.k, k)}
	for _, m := range s.ms {
		r.ms = append(r.ms, monomial{new(big.Int).Mul(m.coef, k), m.t})
	}
	return r
}

// plus returns the sum of s and o.
func (s *linear) plus(o *linear) *linear {
	r := &linear{ms: slices.Clone(s.ms), k: new(big.Int).Add(s.k, o.k)}
	for _, m := range o.ms {
		r.add(m.t, m.coef)
	}
	r.ms = slices.DeleteFunc(r.ms, func(m monomial) bool { return m.coef.Sign() == 0 })
	return r
}

// term returns the sum as an integer term.
func (s *linear) term(c *term.Ctx) *term.Term {
	ts := []*term.Term{c.IntBig(s.k)}
	for _, m := range s.ms {
		ts = append(ts, c.IMul(c.IntBig(m.coef), m.t))
	}
	if len(ts) == 1 {
		return ts[0]
	}
	return c.IAdd(ts...)
}

// solvedBV returns a constant with an odd coefficient in an equation of bit-vectors, and the term that is its value.
func (q *projection) solvedBV(t *term.Term) (v, val *term.Term) {
	w := int(t.Arg(0).Sort().Bits)
	d := &linear{k: new(big.Int)}
	d.add(t.Arg(0), big.NewInt(1))
	d.add(t.Arg(1), big.NewInt(-1))
	mod := new(big.Int).Lsh(big.NewInt(1), uint(w))
	for i, m := range d.ms {
		if m.coef.Bit(0) == 0 || m.t.Op() != term.Var || !q.gone(m.t) || d.inside(i) {
			continue
		}
		inv := new(big.Int).ModInverse(new(big.Int).Mod(m.coef, mod), mod)
		inv.Neg(inv)
		ts := []*term.Term{q.c.BVBig(new(big.Int).Mod(new(big.Int).Mul(d.k, inv), mod), w)}
		for j, o := range d.ms {
			if j != i {
				f := new(big.Int).Mod(new(big.Int).Mul(o.coef, inv), mod)
				ts = append(ts, q.c.BVMul(q.c.BVBig(f, w), o.t))
			}
		}
		if len(ts) == 1 {
			return m.t, ts[0]
		}
		return m.t, q.c.BVAdd(ts...)
	}
	return nil, nil
}

// bound is a conjunct  coef*v + rest <= 0, or = 0.
type bound struct {
	coef *big.Int
	rest *linear
	eq   bool // the bound is an equation
}

// boundOn returns the conjunct t as a bound on v; the result is false if t is not a bound on v.
func boundOn(c *term.Ctx, t, v *term.Term) (bound, bool) {
	var d *linear
	b := bound{}
	switch {
	case t.Op() == term.ILe:
		d = differenceOf(t.Arg(0), t.Arg(1))
	case t.Op() == term.Not && t.Arg(0).Op() == term.ILe: // y < x
		d = differenceOf(t.Arg(0).Arg(1), t.Arg(0).Arg(0))
		d.k = new(big.Int).Add(d.k, big.NewInt(1))
	case t.Op() == term.Eq && len(t.Args()) == 2 && t.Arg(0).Sort().Kind == term.Int:
		d, b.eq = differenceOf(t.Arg(0), t.Arg(1)), true
	default:
		return b, false
	}
	for i, m := range d.ms {
		if m.t == v && !d.inside(i) {
			b.coef, b.rest = m.coef, d.without(i)
			return b, true
		}
	}
	return b, false
}

// shadow eliminates one of the constants vars that occurs only in bounds. It returns nil if there is none.
func (q *projection) shadow(ts, vars []*term.Term) []*term.Term {
	for _, v := range vars {
		var next []*term.Term
		ok := false
		switch v.Sort().Kind {
		case term.Int:
			next, ok = q.shadowInt(ts, v)
		case term.BV:
			next, ok = q.shadowBV(ts, v)
		case term.Array, term.FP:
		}
		if ok {
			return append([]*term.Term{}, next...)
		}
	}
	return nil
}

// shadowInt eliminates an integer constant by an equation or by Fourier-Motzkin. The result is false if v occurs in
// other conjuncts, or if there are too many pairs of bounds.
func (q *projection) shadowInt(ts []*term.Term, v *term.Term) ([]*term.Term, bool) {
	var rest []*term.Term
	var eqs, lows, ups []bound
	for _, t := range ts {
		if !occurs(t, v) {
			rest = append(rest, t)
			continue
		}
		b, ok := boundOn(q.c, t, v)
		switch {
		case !ok:
			return nil, false
		case b.eq:
			eqs = append(eqs, b)
		case b.coef.Sign() > 0:
			ups = append(ups, b)
		default:
			lows = append(lows, b)
		}
	}
	zero := q.c.Int(0)
	if len(eqs) > 0 {
		// The equation is g*v = -r. Multiply all other bounds by g, substitute -r for g*v, and state that g divides r.
		e := eqs[0]
		g := new(big.Int).Abs(e.coef)
		sign := big.NewInt(int64(e.coef.Sign()))
		for _, b := range append(append(eqs[1:len(eqs):len(eqs)], ups...), lows...) {
			s := b.rest.times(g).plus(e.rest.times(new(big.Int).Neg(new(big.Int).Mul(b.coef, sign)))).term(q.c)
			if b.eq {
				rest = append(rest, q.c.Eq(s, zero))
			} else {
				rest = append(rest, q.c.ILe(s, zero))
			}
		}
		if g.Cmp(big.NewInt(1)) != 0 {
			rest = append(rest, q.c.Eq(q.c.IMod(e.rest.term(q.c), q.c.IntBig(g)), zero))
		}
		return rest, true
	}
	if len(ups)*len(lows) > maxPairs {
		return nil, false
	}
	one := big.NewInt(1)
	for _, l := range lows { // -a*v + r <= 0
		a := new(big.Int).Neg(l.coef)
		for _, u := range ups { // b*v + s <= 0
			if a.Cmp(one) != 0 && u.coef.Cmp(one) != 0 {
				q.exact = false
			}
			rest = append(rest, q.c.ILe(l.rest.times(u.coef).plus(u.rest.times(a)).term(q.c), zero))
		}
	}
	return rest, true
}

// side is a bound of a bit-vector constant: the term t, excluded if strict is set.
type side struct {
	t      *term.Term
	strict bool
}

// shadowBV eliminates a bit-vector constant that occurs only in comparisons. With the tightest bounds L and U, if they
// exist, L <= v <= U has a solution if and only if L <= U.
func (q *projection) shadowBV(ts []*term.Term, v *term.Term) ([]*term.Term, bool) {
	c := q.c
	var rest []*term.Term
	var lows, ups []side
	signed, seen := false, false
	for _, t := range ts {
		if !occurs(t, v) {
			rest = append(rest, t)
			continue
		}
		strict, neg := false, false
		if t.Op() == term.Not {
			t, neg = t.Arg(0), true
		}
		switch t.Op() {
		case term.BVUlt, term.BVSlt:
			strict = true
		case term.BVUle, term.BVSle:
		default:
			return nil, false
		}
		s := t.Op() == term.BVSlt || t.Op() == term.BVSle
		if seen && s != signed {
			return nil, false
		}
		signed, seen = s, true
		x, y := t.Arg(0), t.Arg(1)
		if neg {
			x, y, strict = y, x, !strict
		}
		switch {
		case x == v && !occurs(y, v):
			ups = append(ups, side{y, strict})
		case y == v && !occurs(x, v):
			lows = append(lows, side{x, strict})
		default:
			return nil, false
		}
	}
	if len(ups)*len(lows) > maxPairs {
		return nil, false
	}
	w := int(v.Sort().Bits)
	le, lt := c.BVUle, c.BVUlt
	mod := new(big.Int).Lsh(big.NewInt(1), uint(w))
	least, most := new(big.Int), new(big.Int).Sub(mod, big.NewInt(1))
	if signed {
		le, lt = c.BVSle, c.BVSlt
		least = new(big.Int).Rsh(mod, 1)
		most = new(big.Int).Sub(least, big.NewInt(1))
	}
	for _, l := range lows {
		if l.strict {
			rest = append(rest, c.Not(c.Eq(l.t, c.BVBig(most, w))))
		}
	}
	for _, u := range ups {
		if u.strict {
			rest = append(rest, c.Not(c.Eq(u.t, c.BVBig(least, w))))
		}
		for _, l := range lows {
			switch {
			case l.strict && u.strict:
				rest = append(rest, lt(l.t, u.t), lt(c.BVAdd(l.t, c.BV(1, w)), u.t))
			case l.strict || u.strict:
				rest = append(rest, lt(l.t, u.t))
			default:
				rest = append(rest, le(l.t, u.t))
			}
		}
	}
	return rest, true
}
