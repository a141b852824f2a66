package term

import (
	"math/big"
	"math/bits"

	"github.com/tandem-verifier/tandem/internal/num"
)

// val is the value of a term in evaluation and folding. The sort of the term defines its
// representation. Arrays are evaluated lazily, see eval.go.
type val struct {
	w   uint64    // Bool, FP and BV of up to 64 bits; Int, as the bits of an int64, if big is nil
	big *big.Int  // wider BV, as unsigned numbers; Int that does not fit into an int64; else nil
	arr *arrayRef // arrays
}

// boolVal returns the value of a Bool.
func boolVal(b bool) val {
	if b {
		return val{w: 1}
	}
	return val{}
}

// constVal returns the value of a literal.
func constVal(t *Term) val {
	if t.sort.Kind == Int {
		return intVal(t.big)
	}
	return val{w: t.bits, big: t.big}
}

// literal returns the literal of sort s with value v. It is the inverse of constVal.
func (c *atoms) literal(s Sort, v val) *Term {
	switch s.Kind {
	case Bool:
		return c.Bool(v.w != 0)
	case BV:
		if v.big != nil {
			return c.BVBig(v.big, int(s.Bits))
		}
		return c.BV(v.w, int(s.Bits))
	case Int:
		return c.IntBig(v.int())
	}
	return c.FP(v.w, int(s.Bits))
}

// intVal returns the value of an Int.
func intVal(b *big.Int) val {
	if b.IsInt64() {
		return val{w: uint64(b.Int64())}
	}
	return val{big: b}
}

// int returns the number of an Int.
func (v val) int() *big.Int {
	if v.big != nil {
		return v.big
	}
	return big.NewInt(int64(v.w))
}

// unsigned returns the unsigned number of a bit-vector of any width.
func (v val) unsigned() *big.Int {
	if v.big != nil {
		return v.big
	}
	return new(big.Int).SetUint64(v.w)
}

// signed returns the signed number of a bit-vector of n bits.
func (v val) signed(n int) *big.Int {
	u := v.unsigned()
	if u.Bit(n-1) == 0 {
		return u
	}
	return new(big.Int).Sub(u, pow2(n))
}

// bvVal returns the value b modulo 2^n of a bit-vector of n bits.
func bvVal(b *big.Int, n int) val {
	if b.Sign() < 0 || b.BitLen() > n {
		// Mod is Euclidean, so the result is not negative.
		b = new(big.Int).Mod(b, pow2(n))
	}
	if n <= 64 {
		return val{w: b.Uint64()}
	}
	return val{big: b}
}

// pow2 returns 2^n.
func pow2(n int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }

// equalVals reports whether two scalar values of the same sort are equal.
func equalVals(x, y val) bool {
	if x.big != nil && y.big != nil {
		return x.big.Cmp(y.big) == 0
	}
	return x.big == nil && y.big == nil && x.w == y.w
}

// apply computes the operator of t on the values of its operands. The result ok is false if SMT-LIB does not specify
// the value, and for operators that cannot be computed from the values of operands (see eval).
func apply(t *Term, a []val) (v val, ok bool) {
	switch t.op {
	case Not:
		return val{w: a[0].w ^ 1}, true
	case And, Or:
		v = boolVal(t.op == And)
		for _, x := range a {
			if x.w != v.w {
				return x, true
			}
		}
		return v, true
	case Eq:
		return boolVal(equalVals(a[0], a[1])), true
	case Ite:
		if a[0].w != 0 {
			return a[1], true
		}
		return a[2], true
	case IAdd, IMul, IDiv, IMod, ILe:
		return applyInt(t.op, a)
	case BVToInt:
		return intVal(a[0].unsigned()), true
	case IntToBV:
		if n := int(t.sort.Bits); a[0].big != nil || n > 64 {
			return bvVal(a[0].int(), n), true
		}
		return val{w: num.Trunc(a[0].w, uint8(t.sort.Bits))}, true
	}
	switch {
	case t.op >= BVNeg && t.op <= BVSext:
		return applyBV(t, a), true
	case t.op >= FPOfBits && t.op <= FPIsNaN:
		return applyFP(t, a)
	}
	return val{}, false
}

// applyInt computes an operator on integers, see apply.
func applyInt(op Op, a []val) (val, bool) {
	switch op {
	case IAdd, IMul:
		v := a[0]
		for _, x := range a[1:] {
			v = addMul(op, v, x)
		}
		return v, true
	case ILe:
		if a[0].big == nil && a[1].big == nil {
			return boolVal(int64(a[0].w) <= int64(a[1].w)), true
		}
		return boolVal(a[0].int().Cmp(a[1].int()) <= 0), true
	}
	y := a[1].int()
	if y.Sign() == 0 {
		return val{}, false
	}
	q, r := new(big.Int).DivMod(a[0].int(), y, new(big.Int))
	if op == IDiv {
		return intVal(q), true
	}
	return intVal(r), true
}

// addMul returns x + y or x * y for integers.
func addMul(op Op, x, y val) val {
	if x.big == nil && y.big == nil {
		i, j := int64(x.w), int64(y.w)
		if op == IAdd {
			if s := i + j; (s > i) == (j > 0) {
				return val{w: uint64(s)}
			}
		} else if hi, lo := bits.Mul64(uint64(abs64(i)), uint64(abs64(j))); hi == 0 && lo < 1<<63 {
			return val{w: uint64(i * j)}
		}
	}
	if op == IAdd {
		return intVal(new(big.Int).Add(x.int(), y.int()))
	}
	return intVal(new(big.Int).Mul(x.int(), y.int()))
}

// abs64 returns the absolute value of i. For the smallest number it returns i, which is right after conversion to
// uint64.
func abs64(i int64) int64 {
	if i < 0 {
		return -i
	}
	return i
}

// applyBV computes an operator on bit-vectors, see apply.
func applyBV(t *Term, a []val) val {
	n := int(t.args[0].sort.Bits) // the width of the operands
	switch t.op {
	case BVAdd, BVMul, BVAnd, BVOr:
		v := a[0]
		for _, x := range a[1:] {
			v = binaryBV(t.op, n, v, x)
		}
		return v
	case BVConcat:
		lo := int(t.args[1].sort.Bits)
		if n+lo <= 64 {
			return val{w: a[0].w<<lo | a[1].w}
		}
		b := new(big.Int).Lsh(a[0].unsigned(), uint(lo))
		return bvVal(b.Or(b, a[1].unsigned()), n+lo)
	case BVExtract:
		k := int(t.sort.Bits)
		if n <= 64 {
			return val{w: num.Trunc(a[0].w>>uint(t.q), uint8(k))}
		}
		return bvVal(new(big.Int).Rsh(a[0].unsigned(), uint(t.q)), k)
	case BVZext:
		if k := int(t.sort.Bits); k > 64 {
			return bvVal(a[0].unsigned(), k)
		}
		return a[0]
	case BVSext:
		if k := int(t.sort.Bits); k > 64 {
			return bvVal(a[0].signed(n), k)
		}
		return val{w: num.Ext(a[0].w, uint8(n), true, uint8(t.sort.Bits))}
	case BVNeg, BVNot:
		if n > 64 {
			m := new(big.Int).Neg(a[0].big)
			if t.op == BVNot {
				m.Sub(m, big.NewInt(1))
			}
			return bvVal(m, n)
		}
		if t.op == BVNot {
			return val{w: num.Trunc(^a[0].w, uint8(n))}
		}
		return val{w: num.Trunc(-a[0].w, uint8(n))}
	}
	return binaryBV(t.op, n, a[0], a[1])
}

// binaryBV computes a binary operator on bit-vectors of n bits.
func binaryBV(op Op, n int, x, y val) val {
	if n > 64 {
		return wideBV(op, n, x.big, y.big)
	}
	w, i, j := uint8(n), x.w, y.w
	switch op {
	case BVAdd:
		return val{w: num.Trunc(i+j, w)}
	case BVMul:
		return val{w: num.Trunc(i*j, w)}
	case BVAnd:
		return val{w: i & j}
	case BVOr:
		return val{w: i | j}
	case BVXor:
		return val{w: i ^ j}
	case BVUDiv, BVSDiv:
		return val{w: num.Div(i, j, w, op == BVSDiv)}
	case BVURem, BVSRem:
		return val{w: num.Rem(i, j, w, op == BVSRem)}
	case BVShl:
		return val{w: num.Shl(i, j, w)}
	case BVLShr, BVAShr:
		return val{w: num.Shr(i, j, w, op == BVAShr)}
	case BVUlt, BVSlt:
		return boolVal(num.Less(i, j, w, op == BVSlt))
	}
	return boolVal(!num.Less(j, i, w, op == BVSle)) // BVUle, BVSle
}

// wideBV computes a binary operator on bit-vectors of n > 64 bits.
func wideBV(op Op, n int, x, y *big.Int) val {
	sx, sy := val{big: x}.signed(n), val{big: y}.signed(n)
	r := new(big.Int)
	zero := y.Sign() == 0
	switch op {
	case BVAdd:
		r.Add(x, y)
	case BVMul:
		r.Mul(x, y)
	case BVAnd:
		r.And(x, y)
	case BVOr:
		r.Or(x, y)
	case BVXor:
		r.Xor(x, y)
	case BVUDiv:
		if r.SetInt64(-1); !zero {
			r.Quo(x, y)
		}
	case BVURem:
		if r.Set(x); !zero {
			r.Rem(x, y)
		}
	case BVSDiv:
		switch {
		case !zero:
			r.Quo(sx, sy)
		case sx.Sign() < 0:
			r.SetInt64(1)
		default:
			r.SetInt64(-1)
		}
	case BVSRem:
		if r.Set(sx); !zero {
			r.Rem(sx, sy)
		}
	case BVShl:
		if y.Cmp(big.NewInt(int64(n))) < 0 {
			r.Lsh(x, uint(y.Uint64()))
		}
	case BVLShr, BVAShr:
		k := uint(n)
		if y.Cmp(big.NewInt(int64(n))) < 0 {
			k = uint(y.Uint64())
		}
		if op == BVLShr {
			r.Rsh(x, k)
		} else {
			r.Rsh(sx, k)
		}
	case BVUlt:
		return boolVal(x.Cmp(y) < 0)
	case BVUle:
		return boolVal(x.Cmp(y) <= 0)
	case BVSlt:
		return boolVal(sx.Cmp(sy) < 0)
	case BVSle:
		return boolVal(sx.Cmp(sy) <= 0)
	}
	return bvVal(r, n)
}
