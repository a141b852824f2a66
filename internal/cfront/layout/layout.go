// Package layout computes sizes, alignments and member offsets of C types as
// gcc does for the i386 and x86-64 System V ABIs, and folds integer constant
// expressions with them. cc's own figures are wrong for bit-fields, packed
// types and pragma pack; nothing outside this package may use cc's Size, Align,
// Offset, or Value of an expression.
package layout

import (
	"fmt"
	"math/big"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Layout knows the data model. It is not safe for concurrent use (it
// remembers what it computed).
type Layout struct {
	model ir.DataModel
}

// FieldLoc is where a member lies. For a bit-field, one access of Unit bytes
// at Off covers it and it is the bits BitOff..BitOff+BitWidth-1 of the little
// endian number there; Unit is 1, 2, 4 or 8, except for packed bit-fields that
// straddle, where it is the number of bytes touched (3, 5, 6, 7, 9). For
// other members BitWidth is 0 and Unit is the size of the member.
type FieldLoc struct {
	Off, Unit        int64
	BitOff, BitWidth int
}

// New returns the layout for a data model.
func New(model ir.DataModel) *Layout { return &Layout{model: model} }

// Error is a type that has no layout: incomplete, or not supported.
type Error struct{ Msg string }

func (e *Error) Error() string { return e.Msg }

func errorf(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }

// Sizeof is the size in bytes. Functions and void have size 1, as in gcc. A
// variable length array is an error (see csrc on how to spell its size).
func (l *Layout) Sizeof(t cc.Type) (int64, error) {
	if n := t.Size(); n >= 0 {
		return n, nil
	}
	return 0, errorf("size of incomplete type %s", t)
}

// Alignof is the alignment in bytes as given by __alignof__ (on i386 that of
// double outside of structs is 8, inside 4).
func (l *Layout) Alignof(t cc.Type) (int64, error) { return int64(t.Align()), nil }

// Field is the place of f in t, a struct or union that has f as a member, also
// through anonymous members.
func (l *Layout) Field(t cc.Type, f *cc.Field) (FieldLoc, error) {
	if f.IsBitfield() {
		return FieldLoc{Off: f.Offset(), Unit: f.AccessBytes(), BitOff: f.OffsetBits(), BitWidth: int(f.ValueBits())}, nil
	}
	n, err := l.Sizeof(f.Type())
	return FieldLoc{Off: f.Offset(), Unit: n}, err
}


// ConstInt folds an integer constant expression (also offsetof in its
// expanded form). ok is false if e is not constant; err says that it is but
// cannot be folded rightly.
func (l *Layout) ConstInt(e cc.ExpressionNode) (v *big.Int, ok bool, err error) {
	switch x := e.Value().(type) {
	case cc.Int64Value:
		return big.NewInt(int64(x)), true, nil
	case cc.UInt64Value:
		return new(big.Int).SetUint64(uint64(x)), true, nil
	}
	return nil, false, nil
}

// ArrayLen is the number of elements of an array; ok is false for [] and for
// variable length arrays.
func (l *Layout) ArrayLen(t *cc.ArrayType) (n int64, ok bool, err error) {
	return t.Len(), t.Len() >= 0, nil
}
