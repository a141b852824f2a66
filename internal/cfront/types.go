package cfront

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Types and conversions (C17 6.2.5, 6.3).
//
// A scalar C type is represented by an ir.Type. The properties that C adds (rank, enum, typedef names) do not influence
// values. A struct or union value is the address of its bytes, and a wide number consists of several machine values
// (wide.go). Opaque types (decimal floats) have no representation: a value of such a type is unknown, and if it is
// converted to a number of another type, the result is an input of kind Approx.

// irType returns the machine type of a scalar C type. The result is false for aggregates, void, functions, and types
// whose values are wide or opaque.
func (l *typeTable) irType(t cc.Type) (ir.Type, bool) {
	if isVector(t) || layout.FormatOf(t) == layout.Half || layout.BitsOf(t) > 0 {
		return ir.Void, false
	}
	if e, ok := t.(*cc.EnumType); ok {
		k, err := l.lay.EnumKind(e)
		if err != nil {
			l.fail(l.pos, "%v", err)
		}
		return l.kindType(k)
	}
	return l.kindType(t.Kind())
}

// kindType returns the machine type of a kind of C types; the result is false if it has none.
func (l *typeTable) kindType(k cc.Kind) (ir.Type, bool) {
	long := l.cfg.Model.Diff()
	switch k {
	case cc.Bool, cc.UChar:
		return ir.U8, true
	case cc.Char:
		if l.lay.UnsignedChar {
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
		return unsigned(long), true
	case cc.LongLong:
		return ir.I64, true
	case cc.ULongLong:
		return ir.U64, true
	case cc.Float, cc.Float32:
		return ir.F32, true
	case cc.Double, cc.Float64, cc.Float32x:
		return ir.F64, true
	case cc.Ptr:
		return l.cfg.Model.Ptr(), true
	}
	return ir.Void, false
}

// isAggregate reports whether values of type t are addresses of bytes: structures, unions, arrays, and vectors.
func isAggregate(t cc.Type) bool {
	if isVector(t) {
		return true
	}
	switch t.Kind() {
	case cc.Struct, cc.Union, cc.Array:
		return true
	}
	return false
}

// isOpaque reports whether t is an arithmetic type whose values are not modelled.
func isOpaque(t cc.Type) bool {
	if isVector(t) {
		return false
	}
	switch t.Kind() {
	case cc.Float128x, cc.BFloat16, cc.Decimal32, cc.Decimal64, cc.Decimal128:
		return true
	}
	return false
}

// promote returns the integer promotion (6.3.1.1) of a machine type, which depends only on the width.
func promote(t ir.Type) ir.Type {
	if t.Kind == ir.Int && t.Bits < 32 {
		return ir.I32
	}
	return t
}

// usual returns the common type of the usual arithmetic conversions (6.3.1.8). C types of one width that differ in rank
// have the same machine type.
func usual(a, b ir.Type) ir.Type {
	if a.Kind == ir.Float || b.Kind == ir.Float {
		switch {
		case a.Kind != ir.Float:
			return b
		case b.Kind != ir.Float || a.Bits >= b.Bits:
			return a
		}
		return b
	}
	a, b = promote(a), promote(b)
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

// elem returns the type that a pointer type points to, nil if t is not a pointer type.
func elem(t cc.Type) cc.Type {
	if p, ok := t.(*cc.PointerType); ok {
		return p.Elem()
	}
	return nil
}

// size returns sizeof(t); t must be complete and of constant size.
func (l *typeTable) size(t cc.Type, pos ir.Pos) int64 {
	n, err := l.lay.Sizeof(t)
	if err != nil {
		l.fail(pos, "%v", err)
	}
	return n
}

// align returns the alignment of t in bytes.
func (l *typeTable) align(t cc.Type, pos ir.Pos) int64 {
	n, err := l.lay.Alignof(t)
	if err != nil {
		l.fail(pos, "%v", err)
	}
	return n
}

// scalarElem returns the type of the scalars in an array of one or more dimensions. For a scalar it returns the type of
// the scalar itself, and for other types the zero type.
func (l *typeTable) scalarElem(t cc.Type) ir.Type {
	for t.Kind() == cc.Array {
		t = t.(*cc.ArrayType).Elem()
	}
	if isVector(t) {
		it, _ := l.kindType(t.Kind())
		return it
	}
	it, ok := l.irType(t)
	if !ok {
		return ir.Type{}
	}
	return it
}

// compatible reports whether two types are compatible (6.2.7), also across translation units.
func (l *typeTable) compatible(a, b cc.Type) bool {
	return a == b || l.types.Compatible(l.types.Class(a), l.types.Class(b))
}

// sameFunction returns the representative of the class of t: the first function type of this class. It returns nil for
// nil.
func (l *typeTable) sameFunction(t *cc.FunctionType) *cc.FunctionType {
	if t == nil {
		return nil
	}
	return l.types.Member(l.types.Class(t)).(*cc.FunctionType)
}

// typeText returns the C text of a type, for messages and harnesses.
func typeText(t cc.Type) string { return declText(t, "", 0) }

// declText returns the C text of a declaration of name with type t; depth is the depth of recursion.
func declText(t cc.Type, name string, depth int) string {
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
		return declText(x.Elem(), inner, depth+1)
	case *cc.ArrayType:
		n := ""
		if x.Len() >= 0 {
			n = fmt.Sprint(x.Len())
		}
		return declText(x.Elem(), name+"["+n+"]", depth+1)
	case *cc.FunctionType:
		var ps []string
		for _, p := range layout.Params(x) {
			ps = append(ps, declText(p, "", depth+1))
		}
		if len(ps) == 0 && x.MaxArgs() == 0 {
			ps = []string{"void"}
		}
		if x.IsVariadic() {
			ps = append(ps, "...")
		}
		return declText(x.Result(), name+"("+strings.Join(ps, ", ")+")", depth+1)
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
	if s := kindText(t.Kind()); s != "" && isVector(t) {
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
