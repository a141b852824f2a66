package congruence

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// add returns remainder and modulus of the exact sum, before wrap-around.
func add(a, b class) (r, m domain.Wide) { return a.r.Add(b.r), gcd(a.m, b.m) }

// negate returns a class with the negated remainder, before wrap-around.
func negate(a class) class {
	a.r = a.r.Neg()
	return a
}

// large bounds the absolute values of products that are computed exactly.
var large = domain.WideInt(1).Shl(64)

// times returns remainder and modulus of the exact product, before wrap-around; ok is false if the numbers become too
// large.
func times(a, b class) (r, m domain.Wide, ok bool) {
	r = a.r.Mul(b.r)
	for _, p := range []domain.Wide{a.m.Mul(b.m), a.r.Mul(b.m).Abs(), b.r.Mul(a.m).Abs()} {
		if large.Less(p) {
			return r, m, false
		}
		m = gcd(m, p)
	}
	return r, m, !large.Less(r.Abs())
}

// timesWrapped returns the product modulo 2^w.
func timesWrapped(a, b class) class {
	t := a.t
	if a.isSingle() && b.isSingle() {
		return single(t, domain.Read(t, ir.EvalBinary(ir.Mul, t, canonical(t, a.r), canonical(t, b.r), t)))
	}
	// All moduli may be reduced modulo 2^w, where 0 means 2^w.
	m := domain.WideInt(1).Shl(uint(t.Bits))
	for _, p := range []uint64{a.m.Lo * b.m.Lo, a.r.Lo * b.m.Lo, b.r.Lo * a.m.Lo} {
		m = gcd(m, domain.WideUint(canonical(t, domain.WideUint(p))))
	}
	return newClass(t, domain.WideUint(canonical(t, domain.WideUint(a.r.Lo*b.r.Lo))), m)
}

// binary returns the class of x op y for Int operands. stays is true if the exact result is in the type, positive is
// true if x is not negative.
func binary(op ir.BinOp, x, y class, stays, positive bool) class {
	t := x.t
	if x.empty || y.empty {
		return bottom(t)
	}
	if x.isSingle() && y.isSingle() {
		return single(t, domain.Read(t, ir.EvalBinary(op, t, canonical(t, x.r), canonical(y.t, y.r), y.t)))
	}
	fit := wrapped
	if stays {
		fit = newClass
	}
	switch op { // sound: any value
	case ir.Add:
		r, m := add(x, y)
		return fit(t, r, m)
	case ir.Sub:
		r, m := add(x, negate(y))
		return fit(t, r, m)
	case ir.Mul:
		if r, m, ok := times(x, y); ok {
			return fit(t, r, m)
		}
		return timesWrapped(x, y)
	case ir.Shl:
		if n, ok := amount(y, t); ok {
			return binary(ir.Mul, x, wrapped(t, one.Shl(n), zero), stays && n+1 < uint(t.Bits), positive)
		}
	case ir.Shr:
		if n, ok := amount(y, t); ok {
			if f := one.Shl(n); mod(x.r, f).Sign() == 0 && mod(x.m, f).Sign() == 0 {
				return newClass(t, x.r.Shr(n), x.m.Shr(n))
			}
		}
	case ir.Div:
		if c := y.r; y.isSingle() && c.Sign() > 0 && mod(x.r, c).Sign() == 0 && mod(x.m, c).Sign() == 0 {
			return newClass(t, x.r.Quo(c), x.m.Quo(c))
		}
	case ir.Rem:
		if y.isSingle() && y.r.Sign() != 0 {
			c := y.r.Abs()
			g := gcd(x.m, c)
			if g == c && (positive || mod(x.r, c).Sign() == 0) {
				return single(t, mod(x.r, c))
			}
			return newClass(t, x.r, g)
		}
	case ir.And, ir.Or, ir.Xor:
		return bitwise(op, x, y)
	}
	return top(t)
}

// amount returns the distance of a shift by y if it is known and less than the width of t, otherwise false.
func amount(y class, t ir.Type) (uint, bool) {
	n, ok := y.r.Int64()
	return uint(n), ok && y.isSingle() && n >= 0 && n < int64(t.Bits)
}

// bitwise returns the class of x op y. It computes the lowest bits of the result, up to the first bit that is not known
// in both operands and not determined by one of them.
func bitwise(op ir.BinOp, x, y class) class {
	t := x.t
	a, b := canonical(t, x.r), canonical(t, y.r)
	i := 0
	for ; i < int(t.Bits); i++ {
		kx, ky := i < x.low(), i < y.low()
		bx, by := a>>i&1, b>>i&1
		switch {
		case kx && ky:
		case op == ir.And && (kx && bx == 0 || ky && by == 0):
			a, b = a&^(1<<i), b&^(1<<i)
		case op == ir.Or && (kx && bx == 1 || ky && by == 1):
			a, b = a|1<<i, b|1<<i
		default:
			r := domain.WideUint(ir.EvalBinary(op, t, a, b, t))
			return newClass(t, r, one.Shl(uint(i)))
		}
	}
	return single(t, domain.Read(t, ir.EvalBinary(op, t, a, b, t)))
}

// cast returns the class of x converted to t. stays is true if t has all numbers of x.
func cast(t ir.Type, x class, stays bool) class {
	switch {
	case x.empty:
		return bottom(t)
	case !numeric(t) || !numeric(x.t):
		return top(t)
	case t.Kind == ir.Bool && x.t.Kind != ir.Bool:
		if !x.has(zero) {
			return truth(true)
		}
		if x.is(0) {
			return truth(false)
		}
		return top(t)
	case stays:
		return newClass(t, x.r, x.m)
	}
	return wrapped(t, x.r, x.m)
}

// compare returns the truth value of a comparison or of a logical operation.
func compare(op ir.BinOp, x, y class) class {
	if x.empty || y.empty {
		return bottom(ir.B)
	}
	if !numeric(x.t) {
		return top(ir.B)
	}
	if x.isSingle() && y.isSingle() {
		return truth(ir.EvalBinary(op, x.t, canonical(x.t, x.r), canonical(y.t, y.r), y.t) != 0)
	}
	switch op { // sound: any truth value
	case ir.Eq, ir.Ne:
		if x.meet(y).empty {
			return truth(op == ir.Ne)
		}
	case ir.LAnd:
		if x.is(0) || y.is(0) {
			return truth(false)
		}
	case ir.LOr:
		if x.is(1) || y.is(1) {
			return truth(true)
		}
	}
	return top(ir.B)
}
