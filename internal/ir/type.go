package ir

import "fmt"

// Kind is the sort of a scalar.
type Kind uint8

// The kinds. Structs, unions and arrays are not types; they are memory.
const (
	None  Kind = iota // no value: the result of a void function
	Bool              // truth value of a condition; C's _Bool is a U8 with value 0 or 1
	Int               // machine integer, 1 to 64 bits, two's complement
	Float             // IEEE binary32, binary64
	Ptr               // address; 32 or 64 bits by data model
)

// Type is the type of a scalar. It is used as a value; equal types compare equal.
type Type struct {
	Kind   Kind
	Bits   uint8
	Signed bool // Int only
}

// The types that C needs.
var (
	Void = Type{}
	B    = Type{Kind: Bool, Bits: 1}
	I8   = Type{Int, 8, true}
	I16  = Type{Int, 16, true}
	I32  = Type{Int, 32, true}
	I64  = Type{Int, 64, true}
	U8   = Type{Int, 8, false}
	U16  = Type{Int, 16, false}
	U32  = Type{Int, 32, false}
	U64  = Type{Int, 64, false}
	F32  = Type{Kind: Float, Bits: 32}
	F64  = Type{Kind: Float, Bits: 64}
	P32  = Type{Kind: Ptr, Bits: 32}
	P64  = Type{Kind: Ptr, Bits: 64}
)

// Size returns the number of bytes that a value of t occupies in memory.
func (t Type) Size() int { return (int(t.Bits) + 7) / 8 }

// String returns the text form: bool, i32, u8, f64, ptr32, void.
func (t Type) String() string {
	switch t.Kind {
	case Bool:
		return "bool"
	case Int:
		if t.Signed {
			return fmt.Sprintf("i%d", t.Bits)
		}
		return fmt.Sprintf("u%d", t.Bits)
	case Float:
		return fmt.Sprintf("f%d", t.Bits)
	case Ptr:
		return fmt.Sprintf("ptr%d", t.Bits)
	case None:
	}
	return "void"
}

// C returns the name of C's type of this kind and size, the same under both data models; "" if there is none.
func (t Type) C() string {
	switch t {
	case I8:
		return "signed char"
	case U8:
		return "unsigned char"
	case I16:
		return "short"
	case U16:
		return "unsigned short"
	case I32:
		return "int"
	case U32:
		return "unsigned int"
	case I64:
		return "long long"
	case U64:
		return "unsigned long long"
	case F32:
		return "float"
	case F64:
		return "double"
	case P32, P64:
		return "void *"
	case B:
		return "_Bool"
	}
	return ""
}

// DataModel determines the sizes of C's types. Its value is the width of a pointer in bits.
type DataModel uint8

// The data models.
const (
	ILP32 DataModel = 32
	LP64  DataModel = 64
)

// Ptr returns the pointer type of the model.
func (m DataModel) Ptr() Type { return Type{Kind: Ptr, Bits: uint8(m)} }

// Size returns the type of size_t, the unsigned integer as wide as a pointer.
func (m DataModel) Size() Type { return Type{Int, uint8(m), false} }

// Diff returns the type of ptrdiff_t, the signed integer as wide as a pointer.
func (m DataModel) Diff() Type { return Type{Int, uint8(m), true} }

func (m DataModel) String() string {
	if m == LP64 {
		return "LP64"
	}
	return "ILP32"
}

// Pos is a position in the source. Line and Col are 1-based, 0 means unknown.
type Pos struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Col  int    `json:"column"`
}

func (p Pos) String() string {
	if p.Line == 0 {
		return "-"
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// IsValid reports whether the position is known.
func (p Pos) IsValid() bool { return p.Line > 0 }
