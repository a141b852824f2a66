package triple

import (
	"math/big"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// value is an encoded expression. The zero value stands for one that is not chosen yet (see state).
//
//	Bool           a term of sort Bool
//	Int, Ptr       Bits: a bit-vector; Ints: an integer as the type reads it, with bounds that hold by syntax
//	Float          a term of sort FP
//	memory         an array of one of these
type value struct {
	t      *term.Term
	lo, hi *big.Int // Ints only
	p      poly     // of a number; nil: t itself
	at     *pointer // unwindings: its target; nil: unknown
	own    *owner   // other evidence (owner.go); nil: unknown
}

// Encoding is a representation of machine integers.
type Encoding uint8

// The encodings.
const (
	AnyEncoding Encoding = iota
	Ints
	Bits
)

func (e Encoding) String() string {
	switch e {
	case Ints:
		return "ints"
	case Bits:
		return "bits"
	}
	return "any"
}

// arith computes on values of type Int, and of Ptr as unsigned numbers. The types are the types of the operands. ok is
// false where the encoding has no exact form.
type arith interface {
	sort(t ir.Type) term.Sort
	// inRange returns a condition that holds for every number of the type; nil: true.
	inRange(t ir.Type, x *term.Term) *term.Term
	number(t ir.Type, x *term.Term) value // x is a number of the type
	lit(t ir.Type, bits uint64) value
	unary(op ir.UnOp, t ir.Type, x value) value
	binary(op ir.BinOp, t ir.Type, x, y value, yt ir.Type) (v value, ok bool)
	compare(op ir.BinOp, t ir.Type, x, y value) *term.Term // Eq, Lt, Le
	overflows(op ir.BinOp, t ir.Type, x, y value) *term.Term
	resize(to, from ir.Type, x value) value
	truth(to ir.Type, b *term.Term) value
	// address returns p + index*scale, modulo the address width.
	address(pt ir.Type, p value, index value, it ir.Type, scale int64) value
	distance(t ir.Type, p, q value) value
	toFloat(from ir.Type, x value, width int) (*term.Term, bool)
	ofFloat(to ir.Type, f *term.Term) (value, bool)
}

// numberType returns the unsigned integer type of a pointer's number, and other types unchanged.
func numberType(t ir.Type) ir.Type {
	if t.Kind == ir.Ptr {
		return ir.Type{Kind: ir.Int, Bits: t.Bits}
	}
	return t
}

func isNumber(t ir.Type) bool { return t.Kind == ir.Int || t.Kind == ir.Ptr }

func floatWidth(t ir.Type) int {
	if t.Bits == 32 {
		return 32
	}
	return 64
}

func floatSort(t ir.Type) term.Sort {
	if t.Bits == 32 {
		return term.FP32
	}
	return term.FP64
}

// floatUnary and floatBinary return the results of the IEEE operations. The bits of a NaN are unknown where bytes of
// memory need them.
func floatUnary(c *term.Ctx, op ir.UnOp, x *term.Term) *term.Term {
	switch op { // sound: nil is unknown
	case ir.Neg:
		return c.FPNeg(x)
	case ir.FAbs:
		return c.FPAbs(x)
	case ir.FSqrt:
		return c.FPSqrt(x)
	case ir.FFloor:
		return c.FPRound(term.Down, x)
	case ir.FCeil:
		return c.FPRound(term.Up, x)
	case ir.FTrunc:
		return c.FPRound(term.Zero, x)
	case ir.FNearest:
		return c.FPRound(term.Nearest, x)
	}
	return nil
}

func floatBinary(c *term.Ctx, op ir.BinOp, x, y *term.Term) *term.Term {
	switch op { // sound: nil is unknown
	case ir.Add:
		return c.FPAdd(x, y)
	case ir.Sub:
		return c.FPSub(x, y)
	case ir.Mul:
		return c.FPMul(x, y)
	case ir.Div:
		return c.FPDiv(x, y)
	case ir.Eq:
		return c.FPEq(x, y)
	case ir.Ne:
		return c.Not(c.FPEq(x, y))
	case ir.Lt:
		return c.FPLt(x, y)
	case ir.Le:
		return c.FPLe(x, y)
	}
	return nil
}
