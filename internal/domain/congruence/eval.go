package congruence

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// whole returns the range of all values of a type.
func whole(t ir.Type) domain.Range {
	r := domain.Range{T: t}
	switch {
	case numeric(t):
		r.Lo, r.Hi = domain.Limits(t)
	case t.Kind == ir.Float:
		r.FLo, r.FHi, r.NaN = math.Inf(-1), math.Inf(1), true
	}
	return r
}

// ranges returns the bounds of x by the other domain and by its class.
func (d Classes) ranges(x *domain.Expr) domain.Range {
	r := whole(x.T)
	switch {
	case x.Kind == domain.KConst && numeric(x.T):
		r.Lo = domain.Read(x.T, x.Bits)
		r.Hi = r.Lo
	case d.bounds != nil && numeric(x.T):
		if b := d.bounds(x); !b.Empty { // an empty range may be replaced by any range
			r = b
		}
	}
	return r
}

// stays reports whether the exact result of x is known to be in its type, where x is a sum, difference, product, left
// shift or negation of Ints.
func (d Classes) stays(x *domain.Expr) bool {
	if d.bounds == nil {
		return false
	}
	a := d.ranges(x.X)
	min, max := domain.Limits(x.T)
	fits := func(lo, hi domain.Wide) bool { return !lo.Less(min) && !max.Less(hi) }
	if x.Kind == domain.KUnary {
		return fits(a.Hi.Neg(), a.Lo.Neg())
	}
	b := d.ranges(x.Y)
	switch x.Bin { // sound: may wrap
	case ir.Add:
		return fits(a.Lo.Add(b.Lo), a.Hi.Add(b.Hi))
	case ir.Sub:
		return fits(a.Lo.Sub(b.Hi), a.Hi.Sub(b.Lo))
	case ir.Shl:
		if b.Lo != b.Hi || b.Lo.Sign() < 0 || !b.Lo.Less(domain.WideInt(int64(x.T.Bits))) {
			return false
		}
		return fits(a.Lo.Shl(uint(b.Lo.Lo)), a.Hi.Shl(uint(b.Lo.Lo)))
	case ir.Mul:
		p, q, r, s := a.Lo.Mul(b.Lo), a.Lo.Mul(b.Hi), a.Hi.Mul(b.Lo), a.Hi.Mul(b.Hi)
		return fits(p, p) && fits(q, q) && fits(r, r) && fits(s, s)
	}
	return false
}

// keeps reports whether the cast x does not change the number.
func (d Classes) keeps(x *domain.Expr) bool {
	if !numeric(x.T) || !numeric(x.X.T) {
		return false
	}
	r := d.ranges(x.X)
	min, max := domain.Limits(x.T)
	return !r.Lo.Less(min) && !max.Less(r.Hi)
}

// eval returns the class of an expression in a state that is not bottom.
func (d Classes) eval(e State, x *domain.Expr) class {
	switch x.Kind {
	case domain.KConst:
		if numeric(x.T) {
			return single(x.T, domain.Read(x.T, x.Bits))
		}
	case domain.KDim:
		return get(e, x.D, x.T)
	case domain.KAny:
		if numeric(x.T) && x.Lo == x.Hi {
			return single(x.T, x.Lo)
		}
	case domain.KUnary:
		if !numeric(x.T) {
			return top(x.T)
		}
		v := d.eval(e, x.X)
		if v.empty {
			return v
		}
		switch x.Un { // sound: any value
		case ir.LNot:
			if v.isSingle() {
				return truth(v.is(0))
			}
		case ir.Neg:
			return binary(ir.Sub, single(x.T, zero), v, d.stays(x), false)
		case ir.Not: // min + max - x, which never wraps
			min, max := domain.Limits(x.T)
			return newClass(x.T, min.Add(max).Sub(v.r), v.m)
		}
	case domain.KCast:
		return cast(x.T, d.eval(e, x.X), d.keeps(x))
	case domain.KBinary:
		a, b := d.eval(e, x.X), d.eval(e, x.Y)
		switch {
		case x.Bin >= ir.Eq:
			return compare(x.Bin, a, b)
		case x.T.Kind == ir.Int:
			return binary(x.Bin, a, b, d.stays(x), x.Bin == ir.Rem && d.ranges(x.X).Lo.Sign() >= 0)
		}
	case domain.KOverflows:
		a, b := d.eval(e, x.X), d.eval(e, x.Y)
		switch {
		case a.empty || b.empty:
			return bottom(ir.B)
		case a.isSingle() && b.isSingle():
			return truth(ir.EvalOverflows(x.Bin, a.t, canonical(a.t, a.r), canonical(b.t, b.r)))
		}
	}
	return top(x.T)
}

// Assume implements domain.Numeric.
func (d Classes) Assume(e State, c *domain.Expr) State {
	if e.bot {
		return e
	}
	return d.refine(e, c, truth(true))
}

// refine restricts e to the points where x may be in want.
func (d Classes) refine(e State, x *domain.Expr, want class) State {
	if e.bot || want.isTop() {
		return e
	}
	if want = want.meet(d.eval(e, x)); want.empty {
		return State{bot: true}
	}
	switch x.Kind {
	case domain.KDim:
		return set(e, x.D, want)
	case domain.KUnary:
		switch x.Un { // sound: nothing is learnt
		case ir.LNot:
			return d.refine(e, x.X, truth(want.is(0)))
		case ir.Neg:
			if x.T.Kind == ir.Int {
				return d.refine(e, x.X, d.undo(ir.Sub, x, single(x.T, zero), want))
			}
		case ir.Not:
			min, max := domain.Limits(x.T)
			return d.refine(e, x.X, newClass(x.T, min.Add(max).Sub(want.r), want.m))
		}
	case domain.KCast:
		return d.refineCast(e, x, want)
	case domain.KBinary:
		if x.T.Kind == ir.Bool {
			return d.decide(e, x, want.is(1))
		}
		if x.T.Kind == ir.Int {
			return d.refineBinary(e, x, want)
		}
	}
	return e
}

// undo returns the class of a op b, for op Add or Sub, as an operand of x. The class is modulo 2^w unless x cannot
// wrap.
func (d Classes) undo(op ir.BinOp, x *domain.Expr, a, b class) class {
	if a.empty || b.empty {
		return bottom(x.T)
	}
	if op == ir.Sub {
		b = negate(b)
	}
	r, m := add(a, b)
	if d.stays(x) {
		return newClass(x.T, r, m)
	}
	return wrapped(x.T, r, m)
}

// refineCast does what refine does, for a cast.
func (d Classes) refineCast(e State, x *domain.Expr, want class) State {
	from := x.X.T
	switch {
	case !numeric(from) || !numeric(x.T):
		return e
	case x.T.Kind == ir.Bool && from.Kind != ir.Bool:
		if want.is(0) {
			return d.refine(e, x.X, single(from, zero))
		}
		return d.unequal(e, x.X, single(from, zero))
	case d.keeps(x):
		return d.refine(e, x.X, newClass(from, want.r, want.m))
	}
	return d.refine(e, x.X, newClass(from, want.r, gcd(want.m, one.Shl(uint(x.T.Bits)))))
}

// refineBinary does what refine does, for an operation on Ints.
func (d Classes) refineBinary(e State, x *domain.Expr, want class) State {
	a, b := d.eval(e, x.X), d.eval(e, x.Y)
	if a.empty || b.empty {
		return State{bot: true}
	}
	switch x.Bin { // sound: nothing is learnt
	case ir.Add:
		e = d.refine(e, x.X, d.undo(ir.Sub, x, want, b))
		return d.refine(e, x.Y, d.undo(ir.Sub, x, want, a))
	case ir.Sub:
		e = d.refine(e, x.X, d.undo(ir.Add, x, want, b))
		return d.refine(e, x.Y, d.undo(ir.Sub, x, a, want))
	case ir.Rem: // x.X differs from x by a multiple of the divisor
		if b.isSingle() && b.r.Sign() != 0 {
			return d.refine(e, x.X, newClass(x.T, want.r, gcd(want.m, b.r.Abs())))
		}
	case ir.And: // a mask of the lowest bits
		for _, s := range []struct {
			c     class
			other *domain.Expr
		}{{b, x.X}, {a, x.Y}} {
			if n := canonical(x.T, s.c.r); s.c.isSingle() && n != 0 && n&(n+1) == 0 {
				e = d.refine(e, s.other, newClass(x.T, want.r, gcd(want.m, domain.WideUint(n).Add(one))))
			}
		}
	case ir.Mul:
		if b.isSingle() && b.r.Sign() > 0 {
			return d.unscale(e, x, b.r, want)
		}
		if a.isSingle() && a.r.Sign() > 0 {
			return d.unscale(e, &domain.Expr{Kind: x.Kind, T: x.T, Bin: x.Bin, X: x.Y, Y: x.X}, a.r, want)
		}
	case ir.Shl:
		if n, ok := amount(b, x.T); ok && n+1 < uint(x.T.Bits) {
			return d.unscale(e, x, one.Shl(n), want)
		}
	}
	return e
}

// unscale refines x.X by the condition that x.X * c, the value of x, is in want. It refines only if c divides the
// remainder and the modulus.
func (d Classes) unscale(e State, x *domain.Expr, c domain.Wide, want class) State {
	m := want.m
	if !d.stays(x) {
		m = gcd(m, one.Shl(uint(x.T.Bits)))
	}
	if m.Sign() != 0 && mod(m, c).Sign() != 0 || mod(want.r, c).Sign() != 0 {
		return e
	}
	return d.refine(e, x.X, newClass(x.T, want.r.Quo(c), m.Quo(c)))
}

// decide refines e by the truth value of a comparison or a logical operation.
func (d Classes) decide(e State, x *domain.Expr, holds bool) State {
	switch x.Bin { // sound: nothing is learnt
	case ir.LAnd, ir.LOr:
		if (x.Bin == ir.LAnd) == holds {
			return d.refine(d.refine(e, x.X, truth(holds)), x.Y, truth(holds))
		}
		left := d.refine(e, x.X, truth(holds))
		right := d.refine(d.refine(e, x.X, truth(!holds)), x.Y, truth(holds))
		return d.Join(left, right)
	case ir.Eq, ir.Ne:
		if !numeric(x.X.T) {
			return e
		}
		a, b := d.eval(e, x.X), d.eval(e, x.Y)
		if a.empty || b.empty {
			return State{bot: true}
		}
		if (x.Bin == ir.Eq) == holds {
			both := a.meet(b)
			if both.empty {
				return State{bot: true}
			}
			return d.refine(d.refine(e, x.X, both), x.Y, both)
		}
		if b.isSingle() {
			return d.unequal(e, x.X, b)
		}
		if a.isSingle() {
			return d.unequal(e, x.Y, a)
		}
	}
	return e
}

// unequal refines e by the condition that x differs from not, a single number. It refines only if x has two possible
// values, since it is a Bool or the lowest bit of a number.
func (d Classes) unequal(e State, x *domain.Expr, not class) State {
	if d.eval(e, x) == not {
		return State{bot: true}
	}
	bit := x.T.Kind == ir.Bool
	if x.Kind == domain.KBinary && x.T.Kind == ir.Int && (x.Bin == ir.And || x.Bin == ir.Rem) {
		n := domain.WideInt(2)
		if x.Bin == ir.And {
			n = one
		}
		c := d.eval(e, x.Y)
		bit = c.isSingle() && c.r == n && (not.is(0) || x.Bin == ir.And || !x.T.Signed)
		if bit && x.Bin == ir.Rem && x.T.Signed { // 1 or -1
			return d.refine(e, x.X, newClass(x.T, one, n))
		}
	}
	switch {
	case bit && not.is(0):
		return d.refine(e, x, single(x.T, one))
	case bit && not.is(1):
		return d.refine(e, x, single(x.T, zero))
	}
	return e
}

// Substitute implements domain.Substituter.
func (d Classes) Substitute(within, e State, dim domain.Dim, x *domain.Expr) State {
	if e.bot || within.bot {
		return State{bot: true}
	}
	return d.refine(d.Meet(within, d.Forget(e, dim)), x, get(e, dim, x.T))
}
