package triple

import (
	"math/big"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/term"
)

// integers is the encoding Ints. Each value has bounds that follow from the form of its expression. A result is wrapped
// only if its bounds exceed the type.
type integers struct{ c *term.Ctx }

var (
	zero = big.NewInt(0)
	one  = big.NewInt(1)
)

// power returns 2^n.
func power(n uint8) *big.Int { return new(big.Int).Lsh(one, uint(n)) }

// limits returns the least and the greatest number of a type Int or Ptr.
func limits(t ir.Type) (lo, hi *big.Int) {
	t = numberType(t)
	if t.Signed {
		hi = power(t.Bits - 1)
		return new(big.Int).Neg(hi), new(big.Int).Sub(hi, one)
	}
	return zero, new(big.Int).Sub(power(t.Bits), one)
}

func (a integers) sort(ir.Type) term.Sort { return term.IntSort }

// between returns the condition lo <= x <= hi.
func (a integers) between(lo, x, hi *term.Term) *term.Term {
	return a.c.And(a.c.ILe(lo, x), a.c.ILe(x, hi))
}

func (a integers) inRange(t ir.Type, x *term.Term) *term.Term {
	lo, hi := limits(t)
	return a.between(a.c.IntBig(lo), x, a.c.IntBig(hi))
}

func (a integers) number(t ir.Type, x *term.Term) value {
	lo, hi := limits(t)
	return value{t: x, lo: lo, hi: hi}
}

// big returns a literal.
func (a integers) big(v *big.Int) value { return value{t: a.c.IntBig(v), lo: v, hi: v} }

func (a integers) lit(t ir.Type, bits uint64) value {
	if t.Kind == ir.Int && t.Signed {
		return a.big(big.NewInt(num.Signed(bits, t.Bits)))
	}
	return a.big(new(big.Int).SetUint64(bits))
}

// wrap reduces r, which lies in lo..hi, to the range of type t.
func (a integers) wrap(t ir.Type, r *term.Term, lo, hi *big.Int) value {
	min, max := limits(t)
	return a.wrapInto(min, max, r, lo, hi)
}

// wrapInto reduces r, which lies in lo..hi, to min..max modulo max-min+1.
func (a integers) wrapInto(min, max *big.Int, r *term.Term, lo, hi *big.Int) value {
	c := a.c
	if v, ok := r.Big(); ok {
		lo, hi = v, v
	}
	if min.Cmp(lo) <= 0 && hi.Cmp(max) <= 0 {
		return value{t: r, lo: lo, hi: hi}
	}
	m := new(big.Int).Sub(max, min)
	m.Add(m, one)
	tmin, tmax, tm := c.IntBig(min), c.IntBig(max), c.IntBig(m)
	if new(big.Int).Sub(min, m).Cmp(lo) <= 0 && hi.Cmp(new(big.Int).Add(max, m)) <= 0 {
		out := r
		if hi.Cmp(max) > 0 {
			out = c.Ite(c.ILe(r, tmax), out, c.ISub(r, tm))
		}
		if lo.Cmp(min) < 0 {
			out = c.Ite(c.ILe(tmin, r), out, c.IAdd(r, tm))
		}
		return value{t: out, lo: min, hi: max}
	}
	// Where the program has a guard against overflow, the solver needs only the first case, without mod.
	return value{t: c.Ite(a.between(tmin, r, tmax), r, c.IAdd(c.IMod(c.ISub(r, tmin), tm), tmin)), lo: min, hi: max}
}

func (a integers) unary(op ir.UnOp, t ir.Type, x value) value {
	if op == ir.Neg {
		return a.wrap(t, a.c.INeg(x.t), new(big.Int).Neg(x.hi), new(big.Int).Neg(x.lo))
	}
	// Not is -1-x, and for an unsigned type max-x.
	top := big.NewInt(-1)
	if !t.Signed {
		_, top = limits(t)
	}
	return value{t: a.c.ISub(a.c.IntBig(top), x.t), lo: new(big.Int).Sub(top, x.hi), hi: new(big.Int).Sub(top, x.lo)}
}

// exact returns the exact result of x op y with its bounds, without wrapping; op is Add, Sub or Mul.
func (a integers) exact(op ir.BinOp, x, y value) (r *term.Term, lo, hi *big.Int) {
	switch op {
	case ir.Add:
		return a.c.IAdd(x.t, y.t), new(big.Int).Add(x.lo, y.lo), new(big.Int).Add(x.hi, y.hi)
	case ir.Sub:
		return a.c.ISub(x.t, y.t), new(big.Int).Sub(x.lo, y.hi), new(big.Int).Sub(x.hi, y.lo)
	case ir.Mul:
	default:
		panic("no exact value of " + op.String())
	}
	for i, p := range []*big.Int{
		new(big.Int).Mul(x.lo, y.lo), new(big.Int).Mul(x.lo, y.hi), new(big.Int).Mul(x.hi, y.lo),
		new(big.Int).Mul(x.hi, y.hi),
	} {
		if i == 0 || p.Cmp(lo) < 0 {
			lo = p
		}
		if i == 0 || p.Cmp(hi) > 0 {
			hi = p
		}
	}
	return a.c.IMul(x.t, y.t), lo, hi
}

func (a integers) binary(op ir.BinOp, t ir.Type, x, y value, yt ir.Type) (value, bool) {
	switch op {
	case ir.Add, ir.Sub, ir.Mul:
		r, lo, hi := a.exact(op, x, y)
		return a.wrap(t, r, lo, hi), true
	case ir.Div:
		return a.quotient(t, x, y), true
	case ir.Rem:
		return a.remainder(t, x, y), true
	case ir.Shl, ir.Shr:
		return a.shift(op, t, x, y)
	case ir.And, ir.Or, ir.Xor:
		return a.logic(op, t, x, y)
	default: // sound: refused
		return value{}, false
	}
}

// abs returns the absolute value of x.
func (a integers) abs(x value) *term.Term {
	switch {
	case x.lo.Sign() >= 0:
		return x.t
	case x.hi.Sign() <= 0:
		return a.c.INeg(x.t)
	}
	return a.c.Ite(a.c.ILe(a.c.Int(0), x.t), x.t, a.c.INeg(x.t))
}

// negative returns the condition x < 0.
func (a integers) negative(x value) *term.Term {
	if x.lo.Sign() >= 0 {
		return a.c.False()
	}
	return a.c.ILt(x.t, a.c.Int(0))
}

// isZero returns the condition x == 0.
func (a integers) isZero(x value) *term.Term {
	if x.lo.Sign() > 0 || x.hi.Sign() < 0 {
		return a.c.False()
	}
	return a.c.Eq(x.t, a.c.Int(0))
}

// quotient returns x/y, rounded towards zero. As in SMT-LIB, a division by zero gives all ones, or 1 if the type is
// signed and the dividend negative. The bounds of the result follow from |x| div |y| <= |x|.
func (a integers) quotient(t ir.Type, x, y value) value {
	c := a.c
	q := c.IDiv(a.abs(x), a.abs(y))
	opposite := c.Not(c.Iff(a.negative(x), a.negative(y)))
	q = c.Ite(opposite, c.INeg(q), q)
	m := new(big.Int).Abs(x.lo)
	if n := new(big.Int).Abs(x.hi); n.Cmp(m) > 0 {
		m = n
	}
	lo := new(big.Int).Neg(m)
	if x.lo.Sign() >= 0 && y.lo.Sign() >= 0 {
		lo = zero
	}
	r := a.wrap(t, q, lo, m)
	by0 := a.isZero(y)
	if by0.IsFalse() {
		return r
	}
	_, all := limits(t)
	rest := c.IntBig(all)
	if t.Signed {
		rest = c.Ite(a.negative(x), a.lit(t, 1).t, c.Int(-1))
	}
	return a.number(t, c.Ite(by0, rest, r.t))
}

// remainder returns the remainder of x/y, with the sign of the dividend. The remainder of a division by zero is the
// dividend.
func (a integers) remainder(t ir.Type, x, y value) value {
	c := a.c
	m := c.IMod(a.abs(x), a.abs(y))
	r := c.Ite(a.negative(x), c.INeg(m), m)
	if by0 := a.isZero(y); !by0.IsFalse() {
		r = c.Ite(by0, x.t, r)
	}
	lo, hi := x.lo, x.hi // |r| <= |x|, same sign
	if lo.Sign() > 0 {
		lo = zero
	}
	if hi.Sign() < 0 {
		hi = zero
	}
	return value{t: r, lo: lo, hi: hi}
}

// shift encodes a shift by a literal as a product or a floor division; it reports false for other shifts.
func (a integers) shift(op ir.BinOp, t ir.Type, x, y value) (value, bool) {
	n, ok := y.t.Big()
	if !ok {
		return value{}, false
	}
	w := int64(t.Bits)
	k := w
	if n.Sign() >= 0 && n.Cmp(big.NewInt(w)) < 0 {
		k = n.Int64()
	}
	p := new(big.Int).Lsh(one, uint(k))
	if op == ir.Shl {
		if k == w {
			return a.big(zero), true
		}
		r, lo, hi := a.exact(ir.Mul, x, a.big(p))
		return a.wrap(t, r, lo, hi), true
	}
	floor := func(v *big.Int) *big.Int { return new(big.Int).Rsh(v, uint(k)) }
	return value{t: a.c.IDiv(x.t, a.c.IntBig(p)), lo: floor(x.lo), hi: floor(x.hi)}, true
}

// logic encodes bit operations on truth values, and And with a mask of low bits; it reports false for others.
func (a integers) logic(op ir.BinOp, t ir.Type, x, y value) (value, bool) {
	c := a.c
	bit := func(v value) bool { return v.lo.Sign() >= 0 && v.hi.Cmp(one) <= 0 }
	if bit(x) && bit(y) {
		x1, y1 := c.Eq(x.t, c.Int(1)), c.Eq(y.t, c.Int(1))
		var b *term.Term
		switch op {
		case ir.And:
			b = c.And(x1, y1)
		case ir.Or:
			b = c.Or(x1, y1)
		case ir.Xor:
			b = c.Not(c.Iff(x1, y1))
		default: // sound: refused
			return value{}, false
		}
		return value{t: c.Ite(b, c.Int(1), c.Int(0)), lo: zero, hi: one}, true
	}
	if op != ir.And {
		return value{}, false
	}
	if _, ok := x.t.Big(); ok {
		x, y = y, x
	}
	m, ok := y.t.Big()
	if !ok || m.Sign() < 0 {
		return value{}, false
	}
	p := new(big.Int).Add(m, one)
	if new(big.Int).And(p, m).Sign() != 0 {
		return value{}, false
	}
	// The mask has no sign bit: in a signed type, 2^w-1 would be -1, which is excluded above.
	return value{t: c.IMod(x.t, c.IntBig(p)), lo: zero, hi: m}, true
}

func (a integers) compare(op ir.BinOp, _ ir.Type, x, y value) *term.Term {
	switch op {
	case ir.Eq:
		return a.c.Eq(x.t, y.t)
	case ir.Lt:
		return a.c.ILt(x.t, y.t)
	case ir.Le:
		return a.c.ILe(x.t, y.t)
	default:
		panic("no comparison: " + op.String())
	}
}

func (a integers) overflows(op ir.BinOp, t ir.Type, x, y value) *term.Term {
	if op == ir.Div {
		if !t.Signed {
			return a.c.False()
		}
		lo, _ := limits(t)
		return a.c.And(a.c.Eq(x.t, a.c.IntBig(lo)), a.c.Eq(y.t, a.c.Int(-1)))
	}
	r, lo, hi := a.exact(op, x, y)
	min, max := limits(t)
	if min.Cmp(lo) <= 0 && hi.Cmp(max) <= 0 {
		return a.c.False()
	}
	return a.c.Not(a.inRange(t, r))
}

func (a integers) resize(to, _ ir.Type, x value) value { return a.wrap(to, x.t, x.lo, x.hi) }

func (a integers) truth(to ir.Type, b *term.Term) value {
	return a.wrap(to, a.c.Ite(b, a.c.Int(1), a.c.Int(0)), zero, one)
}

func (a integers) address(pt ir.Type, p, index value, _ ir.Type, scale int64) value {
	off, lo, hi := a.exact(ir.Mul, index, a.big(big.NewInt(scale)))
	r, lo, hi := a.exact(ir.Add, p, value{t: off, lo: lo, hi: hi})
	return a.wrap(numberType(pt), r, lo, hi)
}

func (a integers) distance(t ir.Type, p, q value) value {
	r, lo, hi := a.exact(ir.Sub, p, q)
	return a.wrap(t, r, lo, hi)
}

func (a integers) toFloat(ir.Type, value, int) (*term.Term, bool) { return nil, false }
func (a integers) ofFloat(ir.Type, *term.Term) (value, bool)      { return value{}, false }
