package vc

import (
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// arith is machine arithmetic in an encoding. Operands and results have integer types; comparisons return a Bool. A
// state, which may be nil, provides the bounds that its path condition implies. The type t is the type of the operands.
type arith interface {
	// konst returns the value of canonical bits.
	konst(t ir.Type, bits uint64) *Value
	// unary returns the result of Neg or Not.
	unary(s *State, op ir.UnOp, t ir.Type, x *Value) *Value
	// binary returns the result of an operation other than a shift, with wrap-around.
	binary(s *State, op ir.BinOp, t ir.Type, x, y *Value) *Value
	// shift returns the result of Shl or Shr; the amount y has type yt.
	shift(s *State, op ir.BinOp, t ir.Type, x *Value, yt ir.Type, y *Value) *Value
	// compare returns the condition x op y, for Eq, Lt and Le.
	compare(s *State, op ir.BinOp, t ir.Type, x, y *Value) *term.Term
	// overflows returns the condition that the exact result of Add, Sub, Mul or Div does not lie in t.
	overflows(s *State, op ir.BinOp, t ir.Type, x, y *Value) *term.Term
	// cast converts x from one integer type to another.
	cast(s *State, from, to ir.Type, x *Value) *Value
	// toBits returns an integer as a bit-vector of the width of t; ofBits is the inverse.
	toBits(t ir.Type, x *Value) *term.Term
	ofBits(t ir.Type, b *term.Term) *Value
}

// bitArith is the encoding Bits.
type bitArith struct{ e *symbols }

func (a bitArith) konst(t ir.Type, bits uint64) *Value {
	return &Value{T: a.e.C.BV(bits, int(t.Bits))}
}

func (a bitArith) unary(_ *State, op ir.UnOp, _ ir.Type, x *Value) *Value {
	if op == ir.Neg {
		return &Value{T: a.e.C.BVNeg(x.T)}
	}
	return &Value{T: a.e.C.BVNot(x.T)}
}

func (a bitArith) binary(_ *State, op ir.BinOp, t ir.Type, x, y *Value) *Value {
	c := a.e.C
	var r *term.Term
	switch op {
	case ir.Add:
		r = c.BVAdd(x.T, y.T)
	case ir.Sub:
		r = c.BVSub(x.T, y.T)
	case ir.Mul:
		r = c.BVMul(x.T, y.T)
	case ir.Div: // SMT-LIB defines division by 0 as package num does
		if t.Signed {
			r = c.BVSDiv(x.T, y.T)
		} else {
			r = c.BVUDiv(x.T, y.T)
		}
	case ir.Rem:
		if t.Signed {
			r = c.BVSRem(x.T, y.T)
		} else {
			r = c.BVURem(x.T, y.T)
		}
	case ir.And:
		r = c.BVAnd(x.T, y.T)
	case ir.Or:
		r = c.BVOr(x.T, y.T)
	case ir.Xor:
		r = c.BVXor(x.T, y.T)
	default: // shifts are encoded by shift
		panic("vc: no term of " + op.String())
	}
	return &Value{T: r}
}

func (a bitArith) shift(_ *State, op ir.BinOp, t ir.Type, x *Value, yt ir.Type, y *Value) *Value {
	c := a.e.C
	w, wy := int(t.Bits), int(yt.Bits)
	n := y.T
	// If the amount has more than w bits, it saturates at w. SMT-LIB defines shifts by w or more as package num does.
	if wy > w {
		big := c.BVUle(c.BV(uint64(w), wy), n)
		n = c.Ite(big, c.BV(uint64(w), w), c.BVExtract(w-1, 0, n))
	} else if yt.Signed {
		n = c.BVSext(n, w) // unsigned, a negative amount is at least 2^(w-1), which is too large if w > 2
		if w <= 2 {
			n = c.Ite(c.BVSlt(y.T, c.BV(0, wy)), c.BV(^uint64(0), w), n)
		}
	} else {
		n = c.BVZext(n, w)
	}
	switch {
	case op == ir.Shl:
		return &Value{T: c.BVShl(x.T, n)}
	case t.Signed:
		return &Value{T: c.BVAShr(x.T, n)}
	}
	return &Value{T: c.BVLShr(x.T, n)}
}

func (a bitArith) compare(_ *State, op ir.BinOp, t ir.Type, x, y *Value) *term.Term {
	c := a.e.C
	switch {
	case op == ir.Eq:
		return c.Eq(x.T, y.T)
	case op == ir.Lt && t.Signed:
		return c.BVSlt(x.T, y.T)
	case op == ir.Lt:
		return c.BVUlt(x.T, y.T)
	case t.Signed:
		return c.BVSle(x.T, y.T)
	}
	return c.BVUle(x.T, y.T)
}

func (a bitArith) overflows(_ *State, op ir.BinOp, t ir.Type, x, y *Value) *term.Term {
	c := a.e.C
	w := int(t.Bits)
	if op == ir.Div {
		if !t.Signed {
			return c.False()
		}
		return c.And(c.Eq(x.T, c.BV(1<<(w-1), w)), c.Eq(y.T, c.BV(^uint64(0), w)))
	}
	wide := w + 1
	if op == ir.Mul {
		wide = 2 * w
	}
	ext := c.BVZext
	if t.Signed {
		ext = c.BVSext
	}
	X, Y := ext(x.T, wide), ext(y.T, wide)
	var r *term.Term
	switch op {
	case ir.Add:
		r = c.BVAdd(X, Y)
	case ir.Sub:
		if !t.Signed {
			return c.BVUlt(x.T, y.T)
		}
		r = c.BVSub(X, Y)
	case ir.Mul:
		r = c.BVMul(X, Y)
	default:
		panic("vc: overflow of " + op.String())
	}
	return c.Not(c.Eq(r, ext(c.BVExtract(w-1, 0, r), wide)))
}

func (a bitArith) cast(_ *State, from, to ir.Type, x *Value) *Value {
	c := a.e.C
	switch {
	case to.Bits <= from.Bits:
		return &Value{T: c.BVExtract(int(to.Bits)-1, 0, x.T)}
	case from.Signed:
		return &Value{T: c.BVSext(x.T, int(to.Bits))}
	}
	return &Value{T: c.BVZext(x.T, int(to.Bits))}
}

func (a bitArith) toBits(_ ir.Type, x *Value) *term.Term { return x.T }
func (a bitArith) ofBits(_ ir.Type, b *term.Term) *Value { return &Value{T: b} }
