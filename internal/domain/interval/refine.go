package interval

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Assume implements domain.Numeric.
func (d Values) Assume(e State, c *domain.Expr) State {
	if e.bot {
		return e
	}
	return d.refine(e, c, truth(false, true))
}

// refine restricts e to the points where the value of x may be in want, as far as bounds of single dimensions can
// express this. It is the backward step of HC4.
func (d Values) refine(e State, x *domain.Expr, want value) State {
	if e.bot {
		return e
	}
	have := d.eval(e, x)
	want = want.meet(have)
	if want.empty {
		return State{bot: true}
	}
	switch x.Kind {
	case domain.KDim:
		return d.set(e, x.D, want)
	case domain.KConst, domain.KAny:
		return e
	}
	if x.T.Kind == ir.Bool {
		if !want.isSingle() {
			return e
		}
		return d.decide(e, x, want.is(1))
	}
	if want.equal(have) && x.Kind != domain.KCast {
		return e // the operands cannot be refined either
	}
	switch x.Kind {
	case domain.KUnary:
		return d.refineUnary(e, x, want)
	case domain.KCast:
		return d.refineCast(e, x, want)
	case domain.KBinary:
		return d.refineBinary(e, x, want)
	}
	return e
}

// decide refines e by the truth value of a Bool expression.
func (d Values) decide(e State, x *domain.Expr, holds bool) State {
	switch x.Kind {
	case domain.KUnary: // LNot
		return d.refine(e, x.X, truth(holds, !holds))
	case domain.KCast: // to Bool: x != 0
		v := d.eval(e, x.X)
		if !numeric(v.t) {
			return e
		}
		if holds {
			return d.refine(e, x.X, v.without(domain.Wide{}))
		}
		return d.refine(e, x.X, single(v.t, domain.Wide{}))
	case domain.KOverflows:
		if !holds {
			return d.refineNoOverflow(e, x)
		}
		return e
	}
	switch x.Bin { // sound: refineCompare handles the other operators
	case ir.LAnd, ir.LOr:
		// If (x && y) holds, or (x || y) does not, the truth values of both sides are known.
		if (x.Bin == ir.LAnd) == holds {
			v := truth(!holds, holds)
			return d.refine(d.refine(e, x.X, v), x.Y, v)
		}
		// Otherwise the left side determines the result, or if it does not, the right side does.
		left := d.refine(e, x.X, truth(!holds, holds))
		right := d.refine(d.refine(e, x.X, truth(holds, !holds)), x.Y, truth(!holds, holds))
		return d.Join(left, right)
	}
	return d.refineCompare(e, x, holds)
}

// refineCompare refines e by the truth value of a comparison.
func (d Values) refineCompare(e State, x *domain.Expr, holds bool) State {
	op, l, r := x.Bin, x.X, x.Y
	if l.T.Kind == ir.Float {
		return d.refineFloats(e, op, l, r, holds)
	}
	if !numeric(l.T) {
		return e
	}
	if !holds {
		switch op {
		case ir.Eq:
			op = ir.Ne
		case ir.Ne:
			op = ir.Eq
		case ir.Lt: // !(l < r): r <= l
			op, l, r = ir.Le, r, l
		case ir.Le:
			op, l, r = ir.Lt, r, l
		default: // sound: nothing is learnt
			return e
		}
	}
	a, b := d.eval(e, l), d.eval(e, r)
	na, nb := a, b
	switch op { // sound: nothing is learnt
	case ir.Eq:
		na = a.meet(b)
		nb = na
	case ir.Ne:
		if b.isSingle() {
			na = a.without(b.lo)
		}
		if a.isSingle() {
			nb = b.without(a.lo)
		}
	case ir.Lt:
		one := domain.WideInt(1)
		na = a.meet(between(a.t, a.lo, b.hi.Sub(one)))
		nb = b.meet(between(b.t, a.lo.Add(one), b.hi))
	case ir.Le:
		na = a.meet(between(a.t, a.lo, b.hi))
		nb = b.meet(between(b.t, a.lo, b.hi))
	}
	return d.refine(d.refine(e, l, na), r, nb)
}

// refineFloats refines e by the truth value of a comparison of floats.
func (d Values) refineFloats(e State, op ir.BinOp, l, r *domain.Expr, holds bool) State {
	if !floating(l.T) {
		return e
	}
	a, b := d.eval(e, l), d.eval(e, r)
	if op == ir.Ne {
		op, holds = ir.Eq, !holds
	}
	if !holds {
		if op == ir.Eq || a.nan || b.nan {
			return e // NaN, or almost every number, satisfies this
		}
		if op == ir.Lt {
			op = ir.Le
		} else {
			op = ir.Lt
		}
		l, r, a, b = r, l, b, a
	}
	na, nb := a, b
	na.nan, nb.nan = false, false
	switch op {
	case ir.Eq:
		na = na.meet(nb)
		nb = na
	case ir.Lt:
		na.fhi = math.Min(a.fhi, next(a.t, b.fhi, false))
		nb.flo = math.Max(b.flo, next(a.t, a.flo, true))
	case ir.Le:
		na.fhi = math.Min(a.fhi, b.fhi)
		nb.flo = math.Max(b.flo, a.flo)
	default: // sound: nothing is learnt
		return e
	}
	if na.noNumber() || nb.noNumber() {
		return State{bot: true}
	}
	return d.refine(d.refine(e, l, na), r, nb)
}

// refineUnary does what refine does, for an operation with one operand.
func (d Values) refineUnary(e State, x *domain.Expr, want value) State {
	switch x.Un { // sound: nothing is learnt
	case ir.Neg:
		if want.t.Kind == ir.Float {
			return d.refine(e, x.X, floatUnary(ir.Neg, want))
		}
		return d.refine(e, x.X, unary(ir.Neg, want, max(d.MaxSet, 1)))
	case ir.Not:
		return d.refine(e, x.X, unary(ir.Not, want, max(d.MaxSet, 1)))
	}
	return e
}

// refineCast does what refine does, for a cast.
func (d Values) refineCast(e State, x *domain.Expr, want value) State {
	from := x.X.T
	v := d.eval(e, x.X)
	switch {
	case !numeric(from) || !numeric(x.T):
		if floating(from) && floating(x.T) && from.Bits <= x.T.Bits {
			want.t = from // a wider type has the same numbers
			return d.refine(e, x.X, v.meet(want))
		}
		return e
	case v.leq(top(x.T).as(from)):
		return d.refine(e, x.X, v.meet(want.as(from))) // no number wraps
	case from.Bits == x.T.Bits:
		return d.refine(e, x.X, castInt(from, want, max(d.MaxSet, 1))) // a bijection
	case !want.hasZero():
		return d.refine(e, x.X, v.without(domain.Wide{}))
	}
	if es, ok := v.elements(enumerated); ok {
		return d.refine(e, x.X, d.filter(from, es, func(w domain.Wide) value {
			return castInt(x.T, single(from, w), 1)
		}, want))
	}
	return e
}

// as returns v with the same numbers but another numeric type t, which may be too small for them. The result is only
// for use in meet and leq.
func (v value) as(t ir.Type) value {
	v.t = t
	return v
}

// filter returns the value of those numbers of es whose image by f meets want.
func (d Values) filter(t ir.Type, es []domain.Wide, f func(domain.Wide) value, want value) value {
	var ws []domain.Wide
	for _, w := range es {
		if !f(w).meet(want).empty {
			ws = append(ws, w)
		}
	}
	return fromSet(t, ws, max(d.MaxSet, 1))
}

// refineBinary does what refine does, for an operation on Ints.
func (d Values) refineBinary(e State, x *domain.Expr, want value) State {
	if x.T.Kind == ir.Float {
		return e
	}
	k := d.MaxSet
	a, b := d.eval(e, x.X), d.eval(e, x.Y)
	switch x.Bin { // sound: for other operators, only the enumeration of values below refines e
	case ir.Add:
		e = d.refine(e, x.X, binary(ir.Sub, want, b, k))
		if e.bot {
			return e
		}
		return d.refine(e, x.Y, binary(ir.Sub, want, d.eval(e, x.X), k))
	case ir.Sub:
		e = d.refine(e, x.X, binary(ir.Add, want, b, k))
		if e.bot {
			return e
		}
		return d.refine(e, x.Y, binary(ir.Sub, d.eval(e, x.X), want, k))
	case ir.Xor:
		if b.isSingle() {
			return d.refine(e, x.X, binary(ir.Xor, want, b, k))
		}
	case ir.Mul, ir.And:
		if !want.hasZero() { // if a factor is zero, the product is zero
			e = d.refine(d.refine(e, x.X, a.without(domain.Wide{})), x.Y, b.without(domain.Wide{}))
			if e.bot {
				return e
			}
			a, b = d.eval(e, x.X), d.eval(e, x.Y)
		}
		if x.Bin == ir.Mul {
			if na, ok := unscale(a, b, want); ok {
				return d.refine(e, x.X, na)
			}
			if nb, ok := unscale(b, a, want); ok {
				return d.refine(e, x.Y, nb)
			}
		}
	case ir.Shl:
		if n, ok := b.lo.Int64(); ok && b.isSingle() && n >= 0 && n < int64(a.t.Bits) {
			if na, ok := unscale(a, single(a.t, domain.WideInt(1).Shl(uint(n))), want); ok {
				return d.refine(e, x.X, na)
			}
		}
	case ir.Shr:
		if n, ok := b.lo.Int64(); ok && b.isSingle() && n >= 0 && n < int64(a.t.Bits) {
			ones := domain.WideInt(1).Shl(uint(n)).Sub(domain.WideInt(1))
			return d.refine(e, x.X, between(a.t, want.lo.Shl(uint(n)), want.hi.Shl(uint(n)).Add(ones)))
		}
	case ir.Div:
		if b.isSingle() && b.lo.Sign() > 0 {
			return d.refine(e, x.X, undivide(a.t, want, b.lo))
		}
	}
	if es, ok := a.elements(enumerated); ok && !a.isSingle() {
		return d.refine(e, x.X, d.filter(a.t, es, func(w domain.Wide) value {
			return binary(x.Bin, single(a.t, w), b, k)
		}, want))
	}
	return e
}

// unscale returns the numbers that a * c maps into want, for a constant c. It returns false if c is not a constant, or
// if a * c may wrap.
func unscale(a, c, want value) (value, bool) {
	if !c.isSingle() || c.lo.Sign() == 0 {
		return value{}, false
	}
	lo, hi := corners(domain.Wide.Mul, a.lo, a.hi, c.lo, c.lo)
	if min, max := domain.Limits(a.t); lo.Less(min) || max.Less(hi) {
		return value{}, false
	}
	lo, hi = want.lo, want.hi
	if c.lo.Sign() < 0 {
		lo, hi = hi, lo
	}
	return between(a.t, quoUp(lo, c.lo), quoDown(hi, c.lo)), true
}

// quoDown returns a / b, rounded down.
func quoDown(a, b domain.Wide) domain.Wide {
	q := a.Quo(b)
	if q.Mul(b) != a && (a.Sign() < 0) != (b.Sign() < 0) {
		return q.Sub(domain.WideInt(1))
	}
	return q
}

// quoUp returns a / b, rounded up.
func quoUp(a, b domain.Wide) domain.Wide {
	q := a.Quo(b)
	if q.Mul(b) != a && (a.Sign() < 0) == (b.Sign() < 0) {
		return q.Add(domain.WideInt(1))
	}
	return q
}

// undivide returns the numbers that truncating division by c > 0 maps into want.
func undivide(t ir.Type, want value, c domain.Wide) value {
	rest := c.Sub(domain.WideInt(1))
	lo, hi := want.lo.Mul(c), want.hi.Mul(c)
	if want.lo.Sign() <= 0 {
		lo = lo.Sub(rest)
	}
	if want.hi.Sign() >= 0 {
		hi = hi.Add(rest)
	}
	return between(t, lo, hi)
}

// refineNoOverflow refines e by the condition that the exact result of x.X op x.Y is in the type.
func (d Values) refineNoOverflow(e State, x *domain.Expr) State {
	a, b := d.eval(e, x.X), d.eval(e, x.Y)
	if !numeric(a.t) {
		return e
	}
	min, max := domain.Limits(a.t)
	switch x.Bin { // sound: nothing is learnt
	case ir.Add:
		e = d.refine(e, x.X, between(a.t, min.Sub(b.hi), max.Sub(b.lo)))
		if e.bot {
			return e
		}
		a = d.eval(e, x.X)
		return d.refine(e, x.Y, between(b.t, min.Sub(a.hi), max.Sub(a.lo)))
	case ir.Sub:
		e = d.refine(e, x.X, between(a.t, min.Add(b.lo), max.Add(b.hi)))
		if e.bot {
			return e
		}
		a = d.eval(e, x.X)
		return d.refine(e, x.Y, between(b.t, a.lo.Sub(max), a.hi.Sub(min)))
	case ir.Mul:
		if b.isSingle() && b.lo.Sign() != 0 {
			return d.refine(e, x.X, unscaleLimits(a.t, b.lo))
		}
		if a.isSingle() && a.lo.Sign() != 0 {
			return d.refine(e, x.Y, unscaleLimits(b.t, a.lo))
		}
		if sameDim(x.X, x.Y) {
			r := root(max)
			return d.refine(e, x.X, between(a.t, r.Neg(), r))
		}
		// |x| <= most / least |y|, and |y| <= most / least |x|; most is the largest absolute value of the type.
		most := domain.MaxW(max, min.Neg())
		for _, s := range [2][2]*domain.Expr{{x.X, x.Y}, {x.Y, x.X}} {
			if e.bot {
				return e
			}
			if c := d.eval(e, s[1]); c.lo.Sign() > 0 || c.hi.Sign() < 0 {
				n := most.Quo(domain.MinW(c.lo.Abs(), c.hi.Abs()))
				e = d.refine(e, s[0], between(a.t, n.Neg(), n))
			}
		}
	}
	return e
}

// root returns the largest number whose square is at most n.
func root(n domain.Wide) domain.Wide {
	r := domain.WideInt(0)
	for bit := uint(32); ; bit-- {
		if t := r.Add(domain.WideInt(1).Shl(bit)); !n.Less(t.Mul(t)) {
			r = t
		}
		if bit == 0 {
			return r
		}
	}
}

// unscaleLimits returns the numbers whose product with c is in the type.
func unscaleLimits(t ir.Type, c domain.Wide) value {
	min, max := domain.Limits(t)
	if c.Sign() < 0 {
		min, max = max, min
	}
	return between(t, quoUp(min, c), quoDown(max, c))
}

// Substitute implements domain.Substituter.
func (d Values) Substitute(within, e State, dim domain.Dim, x *domain.Expr) State {
	if e.bot {
		return e
	}
	return d.refine(d.Meet(within, d.Forget(e, dim)), x, d.get(e, dim, x.T))
}
