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
// A scalar C type is an ir.Type; what C adds to it (rank, enum, typedef names)
// has no influence on values. Struct and union values are addresses of their
// bytes, a wide number is several machine values (wide.go). Opaque types are
// those that nothing here computes with (decimal floats): a value of
// such a type is unknown, and wherever one becomes a number of another type an
// input of kind Approx stands for it.

// irType returns the machine type of a scalar C type; ok is false for aggregates,
// void, functions and opaque types.
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

// isOpaque reports whether t is an arithmetic type that nothing here computes with.
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

// promote returns the integer promotion (6.3.1.1) on machine types: it depends on
// the width alone.
func promote(t ir.Type) ir.Type {
	if t.Kind == ir.Int && t.Bits < 32 {
		return ir.I32
	}
	return t
}

// usual returns the common type of the usual arithmetic conversions (6.3.1.8). Where
// two C types of one width differ in rank, the result is the same machine type.
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

// elem returns the type that a pointer type points to, nil if t is none.
func elem(t cc.Type) cc.Type {
	if p, ok := t.(*cc.PointerType); ok {
		return p.Elem()
	}
	return nil
}

// size is sizeof(t) as a number; t is complete and of fixed size.
func (l *typeTable) size(t cc.Type, pos ir.Pos) int64 {
	n, err := l.lay.Sizeof(t)
	if err != nil {
		l.fail(pos, "%v", err)
	}
	return n
}

func (l *typeTable) align(t cc.Type, pos ir.Pos) int64 {
	n, err := l.lay.Alignof(t)
	if err != nil {
		l.fail(pos, "%v", err)
	}
	return n
}

// scalarElem returns the scalar type that a (multi-dimensional) array consists of,
// or t itself as a scalar; zero for others.
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

// compatible reports whether C calls two types compatible (6.2.7), across translation units too.
func (l *typeTable) compatible(a, b cc.Type) bool {
	return a == b || l.types.Compatible(l.types.Class(a), l.types.Class(b))
}

// sameFunction returns the first function type that was met of the class of t.
func (l *typeTable) sameFunction(t *cc.FunctionType) *cc.FunctionType {
	if t == nil {
		return nil
	}
	return l.types.Member(l.types.Class(t)).(*cc.FunctionType)
}

// typeText spells a type in C, for messages and harnesses.
func typeText(t cc.Type) string { return declText(t, "", 0) }

// declText spells the declaration of name with type t.
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

func tagText(tag cc.Token) string {
	if s := tag.SrcStr(); s != "" {
		return s
	}
	return "{...}"
}

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
