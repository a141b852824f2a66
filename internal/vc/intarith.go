package vc

import (
	"math/big"
	"math/bits"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// intArith is the encoding Ints. It computes exact results, and wraps the results that may leave their type.
type intArith struct {
	e        *symbols
	log      *journal
	plain    bool                 // Options.Plain
	unknowns map[opaqueKey]*Value // results of opaque so far
}

func (a *intArith) konst(t ir.Type, b uint64) *Value { return a.big(number(t, b)) }

// big returns the value of a constant.
func (a *intArith) big(v *big.Int) *Value { return &Value{T: a.e.C.IntBig(v), Lo: v, Hi: v} }

// known narrows the bounds of a value to the bounds that the path implies for its term.
func (a *intArith) known(s *State, x *Value) *Value {
	if s == nil || x.Lo == nil {
		return x
	}
	if f, ok := s.facts.Get(uint32(x.T.ID())); ok {
		lo, hi := maxBig(x.Lo, f.lo), minBig(x.Hi, f.hi)
		if lo != x.Lo || hi != x.Hi {
			return &Value{T: x.T, Obj: x.Obj, Lo: lo, Hi: hi, exact: x.exact}
		}
	}
	return x
}

// minBig returns the smaller of two bounds; nil is no bound.
func minBig(a, b *big.Int) *big.Int {
	if b == nil || a != nil && a.Cmp(b) <= 0 {
		return a
	}
	return b
}

// maxBig returns the larger of two bounds; nil is no bound.
func maxBig(a, b *big.Int) *big.Int {
	if b == nil || a != nil && a.Cmp(b) >= 0 {
		return a
	}
	return b
}

// wrap returns the exact result x as a value of type t. With Options.Plain it assumes that the result lies in t, and
// records in Leaves the condition under which it does not; otherwise it reduces x modulo the size of the type.
func (a *intArith) wrap(s *State, t ir.Type, x *Value) *Value {
	lo, hi := limits(t)
	x = a.known(s, x)
	if x.Lo.Cmp(lo) >= 0 && x.Hi.Cmp(hi) <= 0 {
		return x
	}
	if !a.plain || s == nil || x.Lo.Cmp(hi) > 0 || x.Hi.Cmp(lo) < 0 {
		return a.reduce(s, t, x)
	}
	c := a.e.C
	a.log.Leaves = append(a.log.Leaves, c.And(a.e.Guard(s), c.Or(c.ILt(x.T, c.IntBig(lo)), c.ILt(c.IntBig(hi), x.T))))
	return &Value{T: x.T, Lo: maxBig(x.Lo, lo), Hi: minBig(x.Hi, hi)}
}

// reduce returns an exact result modulo the size of its type.
func (a *intArith) reduce(s *State, t ir.Type, x *Value) *Value {
	lo, hi := limits(t)
	x = a.known(s, x)
	if x.Lo.Cmp(lo) >= 0 && x.Hi.Cmp(hi) <= 0 {
		return x
	}
	if x.Lo.Cmp(hi) > 0 || x.Hi.Cmp(lo) < 0 || x.T.IsConst() { // no value lies in the type
		return a.mod(t, x)
	}
	c, m := a.e.C, modulus[t.Bits]
	if new(big.Int).Sub(x.Hi, m).Cmp(hi) > 0 || new(big.Int).Add(x.Lo, m).Cmp(lo) < 0 {
		return a.mod(t, x)
	}
	r := x.T
	if x.Hi.Cmp(hi) > 0 {
		r = c.Ite(c.ILe(x.T, c.IntBig(hi)), r, c.ISub(x.T, c.IntBig(m)))
	}
	if x.Lo.Cmp(lo) < 0 {
		r = c.Ite(c.ILe(c.IntBig(lo), x.T), r, c.IAdd(x.T, c.IntBig(m)))
	}
	v := &Value{T: r, Lo: lo, Hi: hi}
	if r != x.T && !r.IsConst() {
		v.exact = &unwrapped{x.T, x.Lo, x.Hi, m, lo}
	}
	return v
}

// unwrapped is an integer before it was wrapped, with bounds that hold where the wrapped integer was made and at all
// later points of the path. It belongs to a value and not to a term: after a join, the same term may be the value of a
// path with weaker bounds.
type unwrapped struct {
	t      *term.Term
	lo, hi *big.Int
	m      *big.Int // the modulus
	least  *big.Int // the least value of the type into which t was wrapped
}

// equal rewrites an equality of wrapped integers to an equality of the integers before wrapping, which needs no
// if-then-else. It returns nil if the bounds do not allow that.
func (a *intArith) equal(x, y *Value) *term.Term {
	c, p, q := a.e.C, x.exact, y.exact
	if q != nil && p == nil {
		x, y, p, q = y, x, q, nil
	}
	if p == nil || new(big.Int).Sub(p.hi, p.lo).Cmp(p.m) >= 0 {
		return nil
	}
	// The bounds of p are so narrow that no other number between them is congruent to p modulo m.
	if k, ok := y.T.Big(); ok {
		n := new(big.Int).Sub(k, p.lo)
		n.Mod(n, p.m).Add(n, p.lo)
		if n.Cmp(p.hi) > 0 {
			return c.False()
		}
		return c.Eq(p.t, c.IntBig(n))
	}
	if q != nil && p.m.Cmp(q.m) == 0 && p.least.Cmp(q.least) == 0 &&
		new(big.Int).Sub(maxBig(p.hi, q.hi), minBig(p.lo, q.lo)).Cmp(p.m) < 0 {
		return c.Eq(p.t, q.t)
	}
	return nil
}

// mod wraps an integer by SMT-LIB's mod, for any distance from its type.
func (a *intArith) mod(t ir.Type, x *Value) *Value {
	c := a.e.C
	lo, hi := limits(t)
	m := c.IntBig(modulus[t.Bits])
	if lo.Sign() == 0 {
		return &Value{T: c.IMod(x.T, m), Lo: lo, Hi: hi}
	}
	off := c.IntBig(lo)
	return &Value{T: c.IAdd(c.IMod(c.ISub(x.T, off), m), off), Lo: lo, Hi: hi}
}

func (a *intArith) unary(s *State, op ir.UnOp, t ir.Type, x *Value) *Value {
	c := a.e.C
	x = a.known(s, x)
	neg := &Value{T: c.INeg(x.T), Lo: new(big.Int).Neg(x.Hi), Hi: new(big.Int).Neg(x.Lo)}
	if op == ir.Neg {
		return a.wrap(s, t, neg)
	}
	// ~x is -x-1, in an unsigned type max-x.
	if t.Signed {
		return a.add(neg, a.big(big.NewInt(-1)))
	}
	_, hi := limits(t)
	return a.add(neg, a.big(hi))
}

// add returns the exact sum.
func (a *intArith) add(x, y *Value) *Value {
	return &Value{T: a.e.C.IAdd(x.T, y.T), Lo: new(big.Int).Add(x.Lo, y.Lo), Hi: new(big.Int).Add(x.Hi, y.Hi)}
}

// sub returns the exact difference.
func (a *intArith) sub(x, y *Value) *Value {
	return &Value{T: a.e.C.ISub(x.T, y.T), Lo: new(big.Int).Sub(x.Lo, y.Hi), Hi: new(big.Int).Sub(x.Hi, y.Lo)}
}

// mul returns the exact product.
func (a *intArith) mul(x, y *Value) *Value {
	v := &Value{T: a.e.C.IMul(x.T, y.T)}
	for _, p := range []*big.Int{x.Lo, x.Hi} {
		for _, q := range []*big.Int{y.Lo, y.Hi} {
			r := new(big.Int).Mul(p, q)
			v.Lo, v.Hi = minBig(r, v.Lo), maxBig(r, v.Hi)
		}
	}
	return v
}

// exact returns the result of Add, Sub or Mul without wrap-around.
func (a *intArith) exact(op ir.BinOp, x, y *Value) *Value {
	switch op {
	case ir.Add:
		return a.add(x, y)
	case ir.Sub:
		return a.sub(x, y)
	case ir.Mul:
		return a.mul(x, y)
	default:
		panic("vc: no exact value of " + op.String())
	}
}

func (a *intArith) binary(s *State, op ir.BinOp, t ir.Type, x, y *Value) *Value {
	x, y = a.known(s, x), a.known(s, y)
	switch op {
	case ir.Add, ir.Sub, ir.Mul:
		return a.wrap(s, t, a.exact(op, x, y))
	case ir.Div:
		return a.wrap(s, t, a.div(t, x, y))
	case ir.Rem:
		return a.rem(x, y)
	case ir.And, ir.Or, ir.Xor:
		return a.bitwise(s, op, t, x, y)
	default: // sound: unknown
		return a.e.unknown(t, "operation")
	}
}

// div returns the quotient, truncated toward zero. Division by 0 is defined as in package num.
func (a *intArith) div(t ir.Type, x, y *Value) *Value {
	c := a.e.C
	zero := c.Int(0)
	m := maxBig(new(big.Int).Abs(x.Lo), new(big.Int).Abs(x.Hi))
	r := &Value{Lo: new(big.Int).Neg(m), Hi: m}
	if x.Lo.Sign() >= 0 && y.Lo.Sign() >= 0 {
		r.Lo = new(big.Int)
	}
	// SMT-LIB's div rounds so that the remainder is not negative. This is truncation if x >= 0.
	r.T = c.IDiv(x.T, y.T)
	if x.Lo.Sign() < 0 {
		r.T = c.Ite(c.ILe(zero, x.T), r.T, c.INeg(c.IDiv(c.INeg(x.T), y.T)))
	}
	if y.Lo.Sign() <= 0 && y.Hi.Sign() >= 0 {
		by0 := c.Int(-1)
		if !t.Signed {
			_, hi := limits(t)
			by0, r.Hi = c.IntBig(hi), hi
		} else {
			if x.Lo.Sign() < 0 {
				by0 = c.Ite(c.ILe(zero, x.T), by0, c.Int(1))
			}
			r.Lo, r.Hi = minBig(r.Lo, big.NewInt(-1)), maxBig(r.Hi, big.NewInt(1))
		}
		r.T = c.Ite(c.Eq(y.T, zero), by0, r.T)
	}
	return r
}

// rem returns the remainder with the sign of x; the remainder by 0 is x.
func (a *intArith) rem(x, y *Value) *Value {
	c := a.e.C
	zero := c.Int(0)
	r := &Value{Lo: x.Lo, Hi: x.Hi, T: c.IMod(x.T, y.T)}
	if x.Lo.Sign() < 0 {
		r.T = c.Ite(c.ILe(zero, x.T), r.T, c.INeg(c.IMod(c.INeg(x.T), y.T)))
	}
	if x.Lo.Sign() >= 0 {
		r.Lo = new(big.Int)
	} else if x.Hi.Sign() < 0 {
		r.Hi = new(big.Int)
	}
	if y.Lo.Sign() <= 0 && y.Hi.Sign() >= 0 {
		r.T = c.Ite(c.Eq(y.T, zero), x.T, r.T)
		return r
	}
	m := maxBig(new(big.Int).Abs(y.Lo), new(big.Int).Abs(y.Hi))
	m.Sub(m, big.NewInt(1))
	r.Hi, r.Lo = minBig(r.Hi, m), maxBig(r.Lo, new(big.Int).Neg(m))
	return r
}

// bitwise returns the result of And, Or or Xor: an exact term if one operand is a suitable constant (mask) or both are
// truth values, else a fresh constant within bounds.
func (a *intArith) bitwise(s *State, op ir.BinOp, t ir.Type, x, y *Value) *Value {
	c := a.e.C
	if v, ok := x.T.Big(); ok {
		if w, ok := y.T.Big(); ok {
			r := new(big.Int)
			switch op {
			case ir.And:
				r.And(v, w)
			case ir.Or:
				r.Or(v, w)
			default: // sound: Xor, by binary
				r.Xor(v, w)
			}
			return a.big(r)
		}
		x, y = y, x
	}
	one := big.NewInt(1)
	if x.Lo.Sign() >= 0 && y.Lo.Sign() >= 0 && x.Hi.Cmp(one) <= 0 && y.Hi.Cmp(one) <= 0 {
		xt, yt := c.Eq(x.T, c.Int(1)), c.Eq(y.T, c.Int(1))
		var r *term.Term
		switch op {
		case ir.And:
			r = c.And(xt, yt)
		case ir.Or:
			r = c.Or(xt, yt)
		default: // sound: Xor, by binary
			r = c.Not(c.Eq(xt, yt))
		}
		return &Value{T: c.Ite(r, c.Int(1), c.Int(0)), Lo: new(big.Int), Hi: one}
	}
	if x.T == y.T {
		if op == ir.Xor {
			return a.big(new(big.Int))
		}
		return x
	}
	if m, ok := y.T.Big(); ok {
		if r := a.mask(s, op, t, x, m); r != nil {
			return r
		}
	}
	r := a.opaque(op, t, x, y, "bit operation")
	// An axiom must hold for all values of the operands, since it does not depend on a path. The bounds of the returned
	// value may use the bounds that the path implies.
	xpos, ypos := c.ILe(c.Int(0), x.T), c.ILe(c.Int(0), y.T)
	nonneg := x.Lo.Sign() >= 0 && y.Lo.Sign() >= 0
	v := &Value{T: r.T, Lo: r.Lo, Hi: r.Hi}
	switch {
	case op == ir.And:
		for _, w := range []*Value{x, y} {
			pos := c.ILe(c.Int(0), w.T)
			a.e.axiom(r.T, c.Implies(pos, c.And(c.ILe(c.Int(0), r.T), c.ILe(r.T, w.T))))
			if w.Lo.Sign() >= 0 {
				v.Lo, v.Hi = new(big.Int), minBig(v.Hi, w.Hi)
			}
		}
	default:
		low := c.ILe(c.Int(0), r.T)
		if op == ir.Or {
			low = c.And(c.ILe(x.T, r.T), c.ILe(y.T, r.T))
			_, top := limits(t) // where the path condition is false, an operand may leave the type
			xpos = c.And(xpos, c.ILe(x.T, c.IntBig(top)), c.ILe(y.T, c.IntBig(top)))
		}
		a.e.axiom(r.T, c.Implies(c.And(xpos, ypos), c.And(low, c.ILe(r.T, c.IAdd(x.T, y.T)))))
		if nonneg {
			n := max(x.Hi.BitLen(), y.Hi.BitLen())
			hi := new(big.Int).Lsh(one, uint(n))
			v.Lo, v.Hi = new(big.Int), hi.Sub(hi, one)
		}
	}
	return v
}

// opaque returns the result of op as an uninterpreted function of its operands: the same constant for the same
// operands.
func (a *intArith) opaque(op ir.BinOp, t ir.Type, x, y *Value, why string) *Value {
	k := opaqueKey{op, t, x.T, y.T}
	if v := a.unknowns[k]; v != nil {
		a.e.approximate(why)
		return v
	}
	v := a.e.unknown(t, why)
	a.unknowns[k] = v
	return v
}

// opaqueKey identifies an application of an operator.
type opaqueKey struct {
	op   ir.BinOp
	t    ir.Type
	x, y *term.Term
}

// mask returns x op m for a constant m whose one-bits, or whose zero-bits, are contiguous; nil for other m.
func (a *intArith) mask(s *State, op ir.BinOp, t ir.Type, x *Value, m *big.Int) *Value {
	c := a.e.C
	ones := new(big.Int).Sub(modulus[t.Bits], big.NewInt(1))
	u := new(big.Int).And(m, ones).Uint64() // the bits of m
	all := ones.Uint64()
	switch {
	case op == ir.And && u == 0:
		return a.big(new(big.Int))
	case op == ir.And && u == all, op != ir.And && u == 0:
		return x
	case op == ir.Xor && u == all:
		return a.unary(s, ir.Not, t, x)
	case op == ir.Or && u == all:
		return a.konst(t, all)
	}
	if op == ir.Or { // x | m = ~(~x & ~m)
		if r := a.field(a.unary(s, ir.Not, t, x), ^u&all, t); r != nil {
			return a.unary(s, ir.Not, t, a.reduce(s, t, r))
		}
		return nil
	}
	if op == ir.Xor {
		return nil
	}
	if r := a.field(x, u, t); r != nil {
		return a.reduce(s, t, r)
	}
	if r := a.field(x, ^u&all, t); r != nil { // x & m = x - (x & ~m)
		v := &Value{T: c.ISub(x.T, r.T), Lo: new(big.Int), Hi: x.Hi}
		if x.Lo.Sign() < 0 {
			lo, _ := limits(t)
			v.Lo = maxBig(lo, new(big.Int).Sub(x.Lo, r.Hi))
		}
		return v
	}
	return nil
}

// field returns x & u, as an unsigned number, for u = (2^k-1) << n; nil for other u.
func (a *intArith) field(x *Value, u uint64, t ir.Type) *Value {
	if u == 0 {
		return a.big(new(big.Int))
	}
	n := bits.TrailingZeros64(u)
	k := bits.Len64(u) - n
	if u>>n != ^uint64(0)>>(64-k) {
		return nil
	}
	c := a.e.C
	pow := func(i int) *term.Term { return c.IntBig(new(big.Int).Lsh(big.NewInt(1), uint(i))) }
	r := x.T
	if n > 0 {
		r = c.IDiv(r, pow(n)) // rounds toward minus infinity, as an arithmetic shift does
	}
	if x.Lo.Sign() < 0 || x.Hi.BitLen() > n+k {
		r = c.IMod(r, pow(k))
	}
	if n > 0 {
		r = c.IMul(pow(n), r)
	}
	return &Value{T: r, Lo: new(big.Int), Hi: new(big.Int).SetUint64(u)}
}

func (a *intArith) shift(s *State, op ir.BinOp, t ir.Type, x *Value, yt ir.Type, y *Value) *Value {
	x, y = a.known(s, x), a.known(s, y)
	c := a.e.C
	w := int64(t.Bits)
	one := func(n int64) *Value { // the shift by a constant n
		p := new(big.Int).Lsh(big.NewInt(1), uint(n))
		if op == ir.Shl {
			if n >= w {
				return a.big(new(big.Int))
			}
			return a.wrap(s, t, a.mul(x, a.big(p)))
		}
		if n >= w {
			if !t.Signed {
				return a.big(new(big.Int))
			}
			p = new(big.Int).Lsh(big.NewInt(1), uint(w-1))
		}
		return &Value{T: c.IDiv(x.T, c.IntBig(p)), Lo: floorDiv(x.Lo, p), Hi: floorDiv(x.Hi, p)}
	}
	if n, ok := y.T.Big(); ok {
		if n.Sign() < 0 || n.Cmp(big.NewInt(w)) >= 0 {
			return one(w)
		}
		return one(n.Int64())
	}
	// If no execution takes the path, the bounds may be contradictory (hi < lo).
	if lo, hi := y.Lo, y.Hi; lo.Sign() >= 0 && lo.Cmp(hi) <= 0 && hi.Cmp(big.NewInt(lo.Int64()+8)) <= 0 &&
		hi.Cmp(big.NewInt(w)) < 0 {
		r := one(hi.Int64())
		for n := hi.Int64() - 1; n >= lo.Int64(); n-- {
			v := one(n)
			r = &Value{T: c.Ite(c.Eq(y.T, c.Int(n)), v.T, r.T), Lo: minBig(v.Lo, r.Lo), Hi: maxBig(v.Hi, r.Hi)}
		}
		return r
	}
	r := a.opaque(op, t, x, y, "shift by a variable")
	if op != ir.Shr {
		return r
	}
	// The result lies between 0 and x, or for negative x between x and -1. Where the path condition is false, x may be
	// negative in an unsigned type; no axiom is stated for that case.
	a.e.axiom(r.T, c.Implies(c.ILe(c.Int(0), x.T), c.And(c.ILe(c.Int(0), r.T), c.ILe(r.T, x.T))))
	if t.Signed {
		a.e.axiom(r.T, c.Implies(c.ILe(x.T, c.Int(-1)), c.And(c.ILe(x.T, r.T), c.ILe(r.T, c.Int(-1)))))
	}
	return &Value{T: r.T, Lo: minBig(x.Lo, new(big.Int)), Hi: maxBig(x.Hi, big.NewInt(-1))}
}

// floorDiv returns x / p, rounded toward minus infinity, for p > 0.
func floorDiv(x, p *big.Int) *big.Int { return new(big.Int).Div(x, p) }

func (a *intArith) compare(s *State, op ir.BinOp, _ ir.Type, x, y *Value) *term.Term {
	x, y = a.known(s, x), a.known(s, y)
	c := a.e.C
	switch op {
	case ir.Eq:
		if x.Hi.Cmp(y.Lo) < 0 || y.Hi.Cmp(x.Lo) < 0 {
			return c.False()
		}
		if t := a.equal(x, y); t != nil {
			return t
		}
		return c.Eq(x.T, y.T)
	case ir.Lt:
		switch {
		case x.Hi.Cmp(y.Lo) < 0:
			return c.True()
		case x.Lo.Cmp(y.Hi) >= 0:
			return c.False()
		}
		return c.ILt(x.T, y.T)
	case ir.Le:
		switch {
		case x.Hi.Cmp(y.Lo) <= 0:
			return c.True()
		case x.Lo.Cmp(y.Hi) > 0:
			return c.False()
		}
		return c.ILe(x.T, y.T)
	default:
		panic("vc: no comparison: " + op.String())
	}
}

func (a *intArith) overflows(s *State, op ir.BinOp, t ir.Type, x, y *Value) *term.Term {
	x, y = a.known(s, x), a.known(s, y)
	c := a.e.C
	lo, hi := limits(t)
	if op == ir.Div {
		if !t.Signed {
			return c.False()
		}
		return c.And(c.Eq(x.T, c.IntBig(lo)), c.Eq(y.T, c.Int(-1)))
	}
	r := a.known(s, a.exact(op, x, y))
	var out []*term.Term
	if r.Lo.Cmp(lo) < 0 {
		out = append(out, c.ILt(r.T, c.IntBig(lo)))
	}
	if r.Hi.Cmp(hi) > 0 {
		out = append(out, c.ILt(c.IntBig(hi), r.T))
	}
	return c.Or(out...)
}

func (a *intArith) cast(s *State, _, to ir.Type, x *Value) *Value { return a.reduce(s, to, x) }

func (a *intArith) toBits(t ir.Type, x *Value) *term.Term { return a.e.C.IntToBV(x.T, int(t.Bits)) }

func (a *intArith) ofBits(t ir.Type, b *term.Term) *Value {
	lo, hi := limits(t)
	_, top := limits(ir.Type{Kind: ir.Int, Bits: t.Bits})
	return a.reduce(nil, t, &Value{T: a.e.C.BVToInt(b), Lo: minBig(lo, new(big.Int)), Hi: maxBig(hi, top)})
}
