package domain

import (
	"fmt"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// Dim is a dimension. All expressions that read it have the same type.
type Dim int32

// Kind is the kind of an expression.
type Kind uint8

// The kinds of expressions.
const (
	KConst     Kind = iota + 1 // Bits, canonical, of type T
	KDim                       // Dim
	KAny                       // an arbitrary value of T, within Lo..Hi for an Int
	KUnary                     // Un X
	KBinary                    // X Bin Y
	KCast                      // X converted to T
	KOverflows                 // the exact X Bin Y is outside of the type of X
)

// Expr is an expression over dimensions with the meaning of package ir. Nodes are immutable and may be shared. Two
// occurrences of one KAny node may have different values.
type Expr struct {
	Kind Kind
	T    ir.Type
	Un   ir.UnOp
	Bin  ir.BinOp
	D    Dim
	Bits uint64
	Lo   Wide
	Hi   Wide
	X, Y *Expr
}

// NewConst returns the integer or truth value v of type t.
func NewConst(t ir.Type, v int64) *Expr { return NewBits(t, ir.NewConst(t, v).Bits) }

// NewBits returns the literal of type t with the given canonical bits.
func NewBits(t ir.Type, bits uint64) *Expr { return &Expr{Kind: KConst, T: t, Bits: bits} }

// NewDim returns an expression that reads d, which has type t.
func NewDim(t ir.Type, d Dim) *Expr { return &Expr{Kind: KDim, T: t, D: d} }

// NewAny returns an arbitrary value of type t.
func NewAny(t ir.Type) *Expr {
	e := &Expr{Kind: KAny, T: t}
	if t.Kind == ir.Int || t.Kind == ir.Bool {
		e.Lo, e.Hi = Limits(t)
	}
	return e
}

// NewRange returns an arbitrary integer of type t between lo and hi, two numbers of t.
func NewRange(t ir.Type, lo, hi Wide) *Expr {
	return &Expr{Kind: KAny, T: t, Lo: lo, Hi: hi}
}

// NewUnary returns op x.
func NewUnary(op ir.UnOp, x *Expr) *Expr { return &Expr{Kind: KUnary, T: x.T, Un: op, X: x} }

// NewBinary returns x op y.
func NewBinary(op ir.BinOp, x, y *Expr) *Expr {
	t := x.T
	if op >= ir.Eq {
		t = ir.B
	}
	return &Expr{Kind: KBinary, T: t, Bin: op, X: x, Y: y}
}

// NewCast returns x converted to t.
func NewCast(t ir.Type, x *Expr) *Expr { return &Expr{Kind: KCast, T: t, X: x} }

// NewOverflows returns the Bool which states that the exact x op y is outside of the type of x.
func NewOverflows(op ir.BinOp, x, y *Expr) *Expr {
	return &Expr{Kind: KOverflows, T: ir.B, Bin: op, X: x, Y: y}
}

// Limits returns the range of an Int or Bool type.
func Limits(t ir.Type) (lo, hi Wide) {
	if t.Kind == ir.Bool {
		return WideInt(0), WideInt(1)
	}
	if t.Signed {
		return WideInt(-1 << (t.Bits - 1)), WideInt(1<<(t.Bits-1) - 1)
	}
	return WideInt(0), WideUint(num.Mask(t.Bits))
}

// Read returns the number with the given canonical bits of an Int or Bool type.
func Read(t ir.Type, bits uint64) Wide {
	if t.Signed {
		return WideInt(num.Signed(bits, t.Bits))
	}
	return WideUint(bits)
}

// Dims calls f on each dimension that e reads, once per occurrence.
func (e *Expr) Dims(f func(Dim, ir.Type)) {
	if e == nil {
		return
	}
	if e.Kind == KDim {
		f(e.D, e.T)
	}
	e.X.Dims(f)
	e.Y.Dims(f)
}

// Reads reports whether e reads d.
func (e *Expr) Reads(d Dim) bool {
	return e != nil && (e.Kind == KDim && e.D == d || e.X.Reads(d) || e.Y.Reads(d))
}

// Replace returns e in which another dimension of the same type, by, replaces each occurrence of d.
func (e *Expr) Replace(d, by Dim) *Expr {
	if !e.Reads(d) {
		return e
	}
	c := *e
	if e.Kind == KDim {
		c.D = by
		return &c
	}
	c.X, c.Y = e.X.Replace(d, by), e.Y.Replace(d, by)
	return &c
}

// String returns a text for messages and golden files, such as (d3 + 1:i32).
func (e *Expr) String() string {
	var b strings.Builder
	e.write(&b)
	return b.String()
}

var unNames = map[ir.UnOp]string{ir.Neg: "-", ir.Not: "~", ir.LNot: "!", ir.FAbs: "fabs ", ir.FSqrt: "sqrt ",
	ir.FFloor: "floor ", ir.FCeil: "ceil ", ir.FTrunc: "trunc ", ir.FNearest: "nearest "}

var binNames = map[ir.BinOp]string{ir.Add: "+", ir.Sub: "-", ir.Mul: "*", ir.Div: "/", ir.Rem: "%", ir.And: "&",
	ir.Or: "|", ir.Xor: "^", ir.Shl: "<<", ir.Shr: ">>", ir.Eq: "==", ir.Ne: "!=", ir.Lt: "<", ir.Le: "<=",
	ir.LAnd: "&&", ir.LOr: "||"}

// write writes the text of e.
func (e *Expr) write(b *strings.Builder) {
	switch e.Kind {
	case KConst:
		switch e.T.Kind {
		case ir.Float:
			fmt.Fprintf(b, "%g:%s", ir.FloatOf(e.T, e.Bits), e.T)
		default: // sound: numbers
			fmt.Fprintf(b, "%s:%s", Read(e.T, e.Bits), e.T)
		}
	case KDim:
		fmt.Fprintf(b, "d%d", e.D)
	case KAny:
		if e.T.Kind == ir.Int {
			fmt.Fprintf(b, "[%s,%s]:%s", e.Lo, e.Hi, e.T)
		} else {
			fmt.Fprintf(b, "any:%s", e.T)
		}
	case KUnary:
		b.WriteString(unNames[e.Un])
		e.X.write(b)
	case KCast:
		fmt.Fprintf(b, "%s(", e.T)
		e.X.write(b)
		b.WriteByte(')')
	case KBinary, KOverflows:
		if e.Kind == KOverflows {
			b.WriteString("overflows")
		}
		b.WriteByte('(')
		e.X.write(b)
		fmt.Fprintf(b, " %s ", binNames[e.Bin])
		e.Y.write(b)
		b.WriteByte(')')
	}
}
