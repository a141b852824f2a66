package triple

import (
	"math/big"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// value is an encoded expression. The zero value means that no term is chosen yet (see state).
//
//	Bool           a term of sort Bool
//	Int, Ptr       Bits: a bit-vector; Ints: an integer within the range of the type, with bounds of its own
//	Float          a term of sort FP
//	memory         an array of numbers or floats
type value struct {
	t      *term.Term
	lo, hi *big.Int // bounds of t; in Ints only
	p      poly     // the number as a polynomial; nil: the polynomial is t itself
	at     *pointer // in unwindings: the target of the pointer; nil: unknown
	own    *owner   // in other evidence: the owner of the pointer (owner.go); nil: unknown
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

// arith computes with values of type Int, and of type Ptr as unsigned numbers. The type t is the type of the operands.
// ok is false if the encoding has no exact form of the result.
type arith interface {
	sort(t ir.Type) term.Sort
	// inRange returns a condition that holds exactly for the numbers of the type; nil means true.
	inRange(t ir.Type, x *term.Term) *term.Term
	number(t ir.Type, x *term.Term) value // the value of x, which is a number of the type
	lit(t ir.Type, bits uint64) value     // a literal
	unary(op ir.UnOp, t ir.Type, x value) value
	binary(op ir.BinOp, t ir.Type, x, y value, yt ir.Type) (v value, ok bool) // yt: the type of y
	compare(op ir.BinOp, t ir.Type, x, y value) *term.Term                    // op is Eq, Lt or Le
	overflows(op ir.BinOp, t ir.Type, x, y value) *term.Term                  // whether x op y leaves the type
	resize(to, from ir.Type, x value) value                                   // a cast between integer types
	truth(to ir.Type, b *term.Term) value                                     // a cast from Bool
	// address returns p + index*scale, modulo the address width.
	address(pt ir.Type, p value, index value, it ir.Type, scale int64) value
	distance(t ir.Type, p, q value) value                        // p - q
	toFloat(from ir.Type, x value, width int) (*term.Term, bool) // width: of the float, in bits
	ofFloat(to ir.Type, f *term.Term) (value, bool)              // a cast, rounded towards zero
}

// numberType returns the unsigned integer type of a pointer's number, and other types unchanged.
func numberType(t ir.Type) ir.Type {
	if t.Kind == ir.Ptr {
		return ir.Type{Kind: ir.Int, Bits: t.Bits}
	}
	return t
}

// isNumber reports whether values of a type are encoded as numbers.
func isNumber(t ir.Type) bool { return t.Kind == ir.Int || t.Kind == ir.Ptr }

// floatWidth returns the width in bits of a type of floating-point numbers.
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

// floatUnary returns the result of an IEEE operation; nil if the operation is not encoded.
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

// floatBinary returns the result of an IEEE operation; nil if the operation is not encoded.
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
