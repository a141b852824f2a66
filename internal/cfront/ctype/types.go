package ctype

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/cfront/typeclass"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Table has the layouts of types, and the classes of types that are the same in several files.
type Table struct {
	Model   ir.DataModel
	Layout  *layout.Layout
	Classes *typeclass.Classes
	Pos     ir.Pos // the construct that is translated, for errors without a position of their own
}

// Fail ends the translation, by a panic with a *csrc.Error, which is an error about the user's program.
func (l *Table) Fail(pos ir.Pos, format string, args ...any) {
	panic(&csrc.Error{Pos: pos, Msg: fmt.Sprintf(format, args...)})
}

// IRType returns the machine type of a scalar C type. The result is false for aggregates, void, functions, and types
// whose values are wide or opaque.
func (l *Table) IRType(t cc.Type) (ir.Type, bool) {
	if IsVector(t) || layout.FormatOf(t) == layout.Half || layout.BitsOf(t) > 0 {
		return ir.Void, false
	}
	if e, ok := t.(*cc.EnumType); ok {
		k, err := l.Layout.EnumKind(e)
		if err != nil {
			l.Fail(l.Pos, "%v", err)
		}
		return l.KindType(k)
	}
	return l.KindType(t.Kind())
}

// KindType returns the machine type of a kind of C types; the result is false if it has none.
func (l *Table) KindType(k cc.Kind) (ir.Type, bool) {
	long := l.Model.Diff()
	switch k {
	case cc.Bool, cc.UChar:
		return ir.U8, true
	case cc.Char:
		if l.Layout.UnsignedChar {
			return ir.U8, true
		}
		return ir.I8, true
	case cc.SChar:
		return ir.I8, true
	case cc.Short:
		return ir.I16, true
	case cc.UShort:
		return ir.U16, true
	case cc.Int:
		return ir.I32, true
	case cc.UInt:
		return ir.U32, true
	case cc.Long:
		return long, true
	case cc.ULong:
		return Unsigned(long), true
	case cc.LongLong:
		return ir.I64, true
	case cc.ULongLong:
		return ir.U64, true
	case cc.Float, cc.Float32:
		return ir.F32, true
	case cc.Double, cc.Float64, cc.Float32x:
		return ir.F64, true
	case cc.Ptr:
		return l.Model.Ptr(), true
	}
	return ir.Void, false
}

// IsAggregate reports whether values of type t are addresses of bytes: structures, unions, arrays, and vectors.
func IsAggregate(t cc.Type) bool {
	if IsVector(t) {
		return true
	}
	switch t.Kind() {
	case cc.Struct, cc.Union, cc.Array:
		return true
	}
	return false
}

// IsOpaque reports whether t is an arithmetic type whose values are not modelled.
func IsOpaque(t cc.Type) bool {
	if IsVector(t) {
		return false
	}
	switch t.Kind() {
	case cc.Float128x, cc.BFloat16, cc.Decimal32, cc.Decimal64, cc.Decimal128:
		return true
	}
	return false
}

// Promote returns the integer promotion (6.3.1.1) of a machine type, which depends only on the width.
func Promote(t ir.Type) ir.Type {
	if t.Kind == ir.Int && t.Bits < 32 {
		return ir.I32
	}
	return t
}

// Usual returns the common type of the usual arithmetic conversions (6.3.1.8). C types of one width that differ in rank
// have the same machine type.
func Usual(a, b ir.Type) ir.Type {
	if a.Kind == ir.Float || b.Kind == ir.Float {
		switch {
		case a.Kind != ir.Float:
			return b
		case b.Kind != ir.Float || a.Bits >= b.Bits:
			return a
		}
		return b
	}
	a, b = Promote(a), Promote(b)
	switch {
	case a.Bits > b.Bits:
		return a
	case b.Bits > a.Bits:
		return b
	case !a.Signed:
		return a
	}
	return b
}

// Elem returns the type that a pointer type points to, nil if t is not a pointer type.
func Elem(t cc.Type) cc.Type {
	if p, ok := t.(*cc.PointerType); ok {
		return p.Elem()
	}
	return nil
}

// Size returns sizeof(t); t must be complete and of constant size.
func (l *Table) Size(t cc.Type, pos ir.Pos) int64 {
	n, err := l.Layout.Sizeof(t)
	if err != nil {
		l.Fail(pos, "%v", err)
	}
	return n
}

// Align returns the alignment of t in bytes.
func (l *Table) Align(t cc.Type, pos ir.Pos) int64 {
	n, err := l.Layout.Alignof(t)
	if err != nil {
		l.Fail(pos, "%v", err)
	}
	return n
}

// ScalarElem returns the type of the scalars in an array of one or more dimensions. For a scalar it returns the type of
// the scalar itself, and for other types the zero type.
func (l *Table) ScalarElem(t cc.Type) ir.Type {
	for t.Kind() == cc.Array {
		t = t.(*cc.ArrayType).Elem()
	}
	if IsVector(t) {
		it, _ := l.KindType(t.Kind())
		return it
	}
	it, ok := l.IRType(t)
	if !ok {
		return ir.Type{}
	}
	return it
}

// Compatible reports whether two types are compatible (6.2.7), also across translation units.
func (l *Table) Compatible(a, b cc.Type) bool {
	return a == b || l.Classes.Compatible(l.Classes.Class(a), l.Classes.Class(b))
}

// SameFunction returns the representative of the class of t: the first function type of this class. It returns nil for
// nil.
func (l *Table) SameFunction(t *cc.FunctionType) *cc.FunctionType {
	if t == nil {
		return nil
	}
	return l.Classes.Member(l.Classes.Class(t)).(*cc.FunctionType)
}

// TypeText returns the C text of a type, for messages and harnesses.
func TypeText(t cc.Type) string { return DeclText(t, "", 0) }

// DeclText returns the C text of a declaration of name with type t; depth is the depth of recursion.
func DeclText(t cc.Type, name string, depth int) string {
	join := func(a, b string) string {
		if b == "" {
			return a
		}
		return a + " " + b
	}
	if t == nil {
		return join("?", name)
	}
	if depth > 20 {
		return join("...", name)
	}
	if d := t.Typedef(); d != nil && d.Name() != "" {
		return join(d.Name(), name)
	}
	switch x := t.(type) {
	case *cc.PointerType:
		inner := "*" + name
		switch x.Elem().Kind() {
		case cc.Array, cc.Function:
			if d := x.Elem().Typedef(); d == nil || d.Name() == "" {
				inner = "(" + inner + ")"
			}
		}
		return DeclText(x.Elem(), inner, depth+1)
	case *cc.ArrayType:
		n := ""
		if x.Len() >= 0 {
			n = fmt.Sprint(x.Len())
		}
		return DeclText(x.Elem(), name+"["+n+"]", depth+1)
	case *cc.FunctionType:
		var ps []string
		for _, p := range layout.Params(x) {
			ps = append(ps, DeclText(p, "", depth+1))
		}
		if len(ps) == 0 && x.MaxArgs() == 0 {
			ps = []string{"void"}
		}
		if x.IsVariadic() {
			ps = append(ps, "...")
		}
		return DeclText(x.Result(), name+"("+strings.Join(ps, ", ")+")", depth+1)
	case *cc.StructType:
		return join("struct "+tagText(x.Tag()), name)
	case *cc.UnionType:
		return join("union "+tagText(x.Tag()), name)
	case *cc.EnumType:
		tag := x.Tag()
		if tag.SrcStr() == "" {
			return join("int", name)
		}
		return join("enum "+tag.SrcStr(), name)
	}
	if s := kindText(t.Kind()); s != "" && IsVector(t) {
		return join(fmt.Sprintf("%s __attribute__((vector_size(%d)))", s, t.VectorSize()), name)
	} else if s != "" {
		return join(s, name)
	}
	return join(t.String(), name)
}

// tagText returns the tag of a structure or union, {...} if it has none.
func tagText(tag cc.Token) string {
	if s := tag.SrcStr(); s != "" {
		return s
	}
	return "{...}"
}

// kindText returns the name of an arithmetic type or void, "" for other kinds.
func kindText(k cc.Kind) string {
	switch k {
	case cc.Void:
		return "void"
	case cc.Bool:
		return "_Bool"
	case cc.Char:
		return "char"
	case cc.SChar:
		return "signed char"
	case cc.UChar:
		return "unsigned char"
	case cc.Short:
		return "short"
	case cc.UShort:
		return "unsigned short"
	case cc.Int:
		return "int"
	case cc.UInt:
		return "unsigned int"
	case cc.Long:
		return "long"
	case cc.ULong:
		return "unsigned long"
	case cc.LongLong:
		return "long long"
	case cc.ULongLong:
		return "unsigned long long"
	case cc.Float:
		return "float"
	case cc.Double:
		return "double"
	case cc.LongDouble:
		return "long double"
	case cc.Float128:
		return "_Float128"
	case cc.Int128:
		return "__int128"
	case cc.UInt128:
		return "unsigned __int128"
	}
	return ""
}

// Unsigned returns the unsigned type of the width of t.
func Unsigned(t ir.Type) ir.Type {
	t.Signed = false
	return t
}

// IsVector reports whether t is a vector type.
func IsVector(t cc.Type) bool { return layout.IsVector(t) }
