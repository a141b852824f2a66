package interval

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// An operation is computed pair by pair if there are at most enumerated pairs of elements.
const enumerated = 64

// binary returns the value of x op y for numeric operands; k bounds the size of sets.
func binary(op ir.BinOp, x, y value, k int) value {
	t := x.t
	if op >= ir.Eq {
		t = ir.B
	}
	if x.empty || y.empty {
		return bottom(t)
	}
	if !numeric(x.t) {
		return top(t)
	}
	if v, ok := pairwise(op, t, x, y, k); ok {
		return v
	}
	if op >= ir.Eq {
		return compare(op, x, y)
	}
	switch op { // sound: any value
	case ir.Add:
		return wrap(t, x.lo.Add(y.lo), x.hi.Add(y.hi))
	case ir.Sub:
		v := wrap(t, x.lo.Sub(y.hi), x.hi.Sub(y.lo))
		return v
	case ir.Mul:
		lo, hi := corners(domain.Wide.Mul, x.lo, x.hi, y.lo, y.hi)
		v := wrap(t, lo, hi)
		return v
	case ir.Div:
		return div(x, y, k)
	case ir.Rem:
		return rem(x, y, k)
	case ir.And, ir.Or, ir.Xor:
		return bitwise(op, x, y, k)
	case ir.Shl:
		return shl(x, y, k)
	case ir.Shr:
		return shr(x, y, k)
	}
	return top(t)
}

// pairwise returns the value of x op y, of type t, computed for each pair of elements. It returns false if there are
// too many.
func pairwise(op ir.BinOp, t ir.Type, x, y value, k int) (value, bool) {
	if x.isSingle() && y.isSingle() {
		return literal(t, ir.EvalBinary(op, x.t, canonical(x.t, x.lo), canonical(y.t, y.lo), y.t)), true
	}
	xs, ok := x.elements(enumerated / 2)
	if !ok {
		return value{}, false
	}
	ys, ok := y.elements(enumerated / 2)
	if !ok || len(xs)*len(ys) > enumerated {
		return value{}, false
	}
	out := make([]domain.Wide, 0, len(xs)*len(ys))
	for _, a := range xs {
		for _, b := range ys {
			out = append(out, domain.Read(t, ir.EvalBinary(op, x.t, canonical(x.t, a), canonical(y.t, b), y.t)))
		}
	}
	return fromSet(t, out, k), true
}

// canonical returns the canonical bits of w, a number of t.
func canonical(t ir.Type, w domain.Wide) uint64 { return w.Bits() & (^uint64(0) >> (64 - t.Bits)) }

// wrap returns the value of the exact range lo..hi, wrapped to the type.
func wrap(t ir.Type, lo, hi domain.Wide) value {
	min, max := domain.Limits(t)
	if !lo.Less(min) && !max.Less(hi) {
		return value{t: t, lo: lo, hi: hi}
	}
	size := domain.WideInt(1).Shl(uint(t.Bits))
	if !hi.Sub(lo).Less(size) || lo == domain.MinWide || hi == domain.MaxWide {
		return top(t)
	}
	shift := lo.Sub(min).Shr(uint(t.Bits)).Mul(size) // the multiple of 2^w by which lo is outside
	lo, hi = lo.Sub(shift), hi.Sub(shift)
	if max.Less(hi) {
		return top(t)
	}
	return value{t: t, lo: lo, hi: hi}
}

// corners returns the range of f, which is monotone in each argument, for arguments in xlo..xhi and ylo..yhi.
func corners(f func(a, b domain.Wide) domain.Wide, xlo, xhi, ylo, yhi domain.Wide) (lo, hi domain.Wide) {
	a, b, c, d := f(xlo, ylo), f(xlo, yhi), f(xhi, ylo), f(xhi, yhi)
	return domain.MinW(domain.MinW(a, b), domain.MinW(c, d)), domain.MaxW(domain.MaxW(a, b), domain.MaxW(c, d))
}

// parts returns the negative and the positive numbers of a range.
func (v value) parts() (neg, pos value) {
	return between(v.t, v.lo, domain.MinW(v.hi, domain.WideInt(-1))),
		between(v.t, domain.MaxW(v.lo, domain.WideInt(1)), v.hi)
}

// div returns x / y, including the result for y = 0.
func div(x, y value, k int) value {
	neg, pos := y.parts()
	out := bottom(x.t)
	for _, d := range []value{neg, pos} {
		if d.empty || d.hi.Less(d.lo) {
			continue
		}
		lo, hi := corners(domain.Wide.Quo, x.lo, x.hi, d.lo, d.hi)
		out = out.join(wrap(x.t, lo, hi), k)
	}
	if y.hasZero() { // x / 0, see package num
		if x.t.Signed {
			if x.lo.Sign() < 0 {
				out = out.join(single(x.t, domain.WideInt(1)), k)
			}
			if x.hi.Sign() >= 0 {
				out = out.join(single(x.t, domain.WideInt(-1)), k)
			}
		} else {
			_, max := domain.Limits(x.t)
			out = out.join(single(x.t, max), k)
		}
	}
	return out
}

// rem returns x % y, including the result for y = 0.
func rem(x, y value, k int) value {
	out := bottom(x.t)
	if y.hasZero() { // x % 0 is x
		out = x
	}
	neg, pos := y.parts()
	if (neg.empty || neg.hi.Less(neg.lo)) && pos.empty {
		return out
	}
	zero, one := domain.Wide{}, domain.WideInt(1)
	least, most := domain.MaxWide, zero // bounds of |y|
	if !neg.empty {
		least, most = neg.hi.Abs(), neg.lo.Abs()
	}
	if !pos.empty {
		least, most = domain.MinW(least, pos.lo), domain.MaxW(most, pos.hi)
	}
	if domain.MaxW(x.lo.Abs(), x.hi.Abs()).Less(least) {
		return out.join(x, k)
	}
	if least == most && (x.lo.Sign() >= 0 || x.hi.Sign() <= 0) {
		if q := x.lo.Quo(most); q == x.hi.Quo(most) { // the quotient is the same for all of x
			return out.join(value{t: x.t, lo: x.lo.Sub(q.Mul(most)), hi: x.hi.Sub(q.Mul(most))}, k)
		}
	}
	lo, hi := zero, zero
	if x.hi.Sign() > 0 {
		hi = domain.MinW(x.hi, most.Sub(one))
	}
	if x.lo.Sign() < 0 {
		lo = domain.MaxW(x.lo, one.Sub(most))
	}
	return out.join(value{t: x.t, lo: lo, hi: hi}, k)
}

// shl returns x << n: x * 2^n wrapped, or 0 if n is negative or at least the width.
func shl(x, n value, k int) value {
	w := domain.WideInt(int64(x.t.Bits))
	out := bottom(x.t)
	if n.lo.Sign() < 0 || !n.hi.Less(w) {
		out = single(x.t, domain.Wide{})
	}
	a := domain.MaxW(n.lo, domain.Wide{})
	b := domain.MinW(n.hi, w.Sub(domain.WideInt(1)))
	if b.Less(a) {
		return out
	}
	shift := func(v, s domain.Wide) domain.Wide { return v.Shl(uint(s.Lo)) }
	lo, hi := corners(shift, x.lo, x.hi, a, b)
	return out.join(wrap(x.t, lo, hi), k)
}

// shr returns x >> n, rounded down. For a negative n, or n of at least the width, only the sign remains (0 or -1).
func shr(x, n value, k int) value {
	w := domain.WideInt(int64(x.t.Bits))
	a, b := n.lo, n.hi
	if a.Sign() < 0 {
		if b.Sign() >= 0 {
			a = domain.Wide{} // w covers negative amounts
		} else {
			a = w
		}
		b = w
	}
	a, b = domain.MinW(a, w), domain.MinW(b, w)
	shift := func(v, s domain.Wide) domain.Wide { return v.Shr(uint(s.Lo)) }
	lo, hi := corners(shift, x.lo, x.hi, a, b)
	return value{t: x.t, lo: lo, hi: hi}
}

// compare returns the truth value of a comparison or of a logical operation.
func compare(op ir.BinOp, x, y value) value {
	switch op { // sound: any truth value
	case ir.Eq, ir.Ne:
		same := x.isSingle() && y.isSingle() && x.lo == y.lo
		apart := x.meet(y).empty
		if op == ir.Ne {
			return truth(!apart, !same)
		}
		return truth(!same, !apart)
	case ir.Lt:
		return truth(!x.hi.Less(y.lo), x.lo.Less(y.hi))
	case ir.Le:
		return truth(y.lo.Less(x.hi), !y.hi.Less(x.lo))
	case ir.LAnd:
		return truth(!x.is(1) || !y.is(1), !x.is(0) && !y.is(0))
	case ir.LOr:
		return truth(!x.is(1) && !y.is(1), !x.is(0) || !y.is(0))
	}
	return top(ir.B)
}

// overflows returns the truth value of the statement that the exact x op y is outside of the type.
func overflows(op ir.BinOp, x, y value) value {
	if x.empty || y.empty {
		return bottom(ir.B)
	}
	lo, hi, ok := exact(op, x, y)
	if !ok {
		return top(ir.B)
	}
	min, max := domain.Limits(x.t)
	return truth(!(hi.Less(min) || max.Less(lo)), lo.Less(min) || max.Less(hi))
}

// exact returns the range of x op y before wrapping, for Add, Sub, Mul and Div; ok is false if it is unknown.
func exact(op ir.BinOp, x, y value) (lo, hi domain.Wide, ok bool) {
	switch op { // sound: not known
	case ir.Add:
		return x.lo.Add(y.lo), x.hi.Add(y.hi), true
	case ir.Sub:
		return x.lo.Sub(y.hi), x.hi.Sub(y.lo), true
	case ir.Mul:
		lo, hi = corners(domain.Wide.Mul, x.lo, x.hi, y.lo, y.hi)
		return lo, hi, true
	case ir.Div:
		if y.hasZero() {
			return lo, hi, false
		}
		neg, pos := y.parts()
		lo, hi = domain.MaxWide, domain.MinWide
		for _, d := range []value{neg, pos} {
			if !d.empty {
				a, b := corners(domain.Wide.Quo, x.lo, x.hi, d.lo, d.hi)
				lo, hi = domain.MinW(lo, a), domain.MaxW(hi, b)
			}
		}
		return lo, hi, true
	}
	return lo, hi, false
}

// unary returns the value of op x for numeric operands.
func unary(op ir.UnOp, x value, k int) value {
	if x.empty || !numeric(x.t) {
		return x
	}
	if es, ok := x.elements(k); ok {
		out := make([]domain.Wide, len(es))
		for i, w := range es {
			out[i] = domain.Read(x.t, ir.EvalUnary(op, x.t, canonical(x.t, w)))
		}
		return fromSet(x.t, out, k)
	}
	one := domain.WideInt(1)
	switch op { // sound: any value
	case ir.Neg:
		v := wrap(x.t, x.hi.Neg(), x.lo.Neg())
		v.nz = !x.hasZero()
		return v.trim()
	case ir.Not:
		return wrap(x.t, x.hi.Neg().Sub(one), x.lo.Neg().Sub(one))
	}
	return top(x.t)
}
