package layout

import (
	"modernc.org/cc/v4"
)

// ctype is a C type as the language defines it: with the qualifiers of every level, with enumerators of type int, and
// with functions and arrays that have not decayed. cc's types lack part of this.
//
// A ctype is not changed once it is made. A nil *ctype is a type that this package does not know (vectors, results of
// builtins); callers then use cc's type.
type ctype struct {
	kind     cc.Kind // Void, an arithmetic kind, Enum, Ptr, Array, Function, Struct or Union
	qual     qualifiers
	format   Format // the format of a floating type
	bits     int    // the width of a _BitInt, whose kind is the standard type that holds it; 0 for other types
	width    int    // the width of a bit-field to which no standard type corresponds; 0 for other types
	unsigned bool   // the bit-field is unsigned
	bare     bool   // made by typeof_unqual; cc's type may still have qualifiers
	elem     *ctype // the target of a pointer, the element of an array, the result of a function
	params   []*ctype
	proto    bool // the function type has a prototype
	variadic bool
	len      int64   // the number of elements of an array, or noLength or variableLength
	cc       cc.Type // the struct, union or enum; or the cc type from which an array or function was made, if any
}

const (
	noLength       = -1 // declared with []
	variableLength = -2 // the length is not a constant
)

// qualifiers is a set of type qualifiers.
type qualifiers uint8

const (
	isConst qualifiers = 1 << iota
	isVolatile
	isRestrict
	isAtomic
)

// basic returns the unqualified type of an arithmetic kind or void.
func basic(k cc.Kind) *ctype { return &ctype{kind: k} }

// pointerTo returns the type of a pointer to t; nil if t is nil.
func pointerTo(t *ctype) *ctype {
	if t == nil {
		return nil
	}
	return &ctype{kind: cc.Ptr, elem: t}
}

// qualified returns t with additional qualifiers. The qualifiers of an array become qualifiers of its elements, and a
// function has no qualifiers.
func (t *ctype) qualified(q qualifiers) *ctype {
	if t == nil || q == 0 || t.qual|q == t.qual && t.kind != cc.Array || t.kind == cc.Function {
		return t
	}
	r := *t
	if t.kind == cc.Array {
		r.elem = t.elem.qualified(q)
		return &r
	}
	r.qual |= q
	return &r
}

// unqualified returns t without its own qualifiers, as the type of a value that is read from an object.
func (t *ctype) unqualified() *ctype {
	if t == nil || t.qual == 0 && t.kind != cc.Array {
		return t
	}
	r := *t
	r.qual = 0
	if t.kind == cc.Array {
		r.elem = t.elem.unqualified()
	}
	return &r
}

// decayed returns the type of an operand of type t: arrays and functions become pointers, and qualifiers are removed.
func (t *ctype) decayed() *ctype {
	switch {
	case t == nil:
		return nil
	case t.kind == cc.Array:
		return pointerTo(t.elem)
	case t.kind == cc.Function:
		return pointerTo(t)
	}
	return t.unqualified()
}

// parameter returns the type of a parameter that is declared with type t (C17 6.7.6.3). Unlike decayed, it keeps
// qualifiers.
func (t *ctype) parameter() *ctype {
	if t != nil && (t.kind == cc.Array || t.kind == cc.Function) {
		return t.decayed()
	}
	return t
}

// integer reports whether t is an integer type or an enumeration.
func (t *ctype) integer() bool {
	switch t.kind {
	case cc.Enum:
		return true
	case cc.Bool, cc.Char, cc.SChar, cc.UChar, cc.Short, cc.UShort, cc.Int, cc.UInt, cc.Long, cc.ULong,
		cc.LongLong, cc.ULongLong, cc.Int128, cc.UInt128:
		return true
	}
	return false
}

// arithmetic reports whether t is an arithmetic type, possibly a complex one.
func (t *ctype) arithmetic() bool {
	return t.integer() || floatingKind(t).rank != 0 || complexInt(t.kind)
}

// complexInt reports whether k is a complex integer type of GNU C.
func complexInt(k cc.Kind) bool {
	switch k {
	case cc.ComplexChar, cc.ComplexShort, cc.ComplexUShort, cc.ComplexInt, cc.ComplexUInt, cc.ComplexLong,
		cc.ComplexLongLong:
		return true
	}
	return false
}

// floating identifies a floating type by its rank in the usual arithmetic conversions (C17 6.3.1.8, and gcc's types
// _FloatN, which win over standard types of the same format). Rank 0 means that the type is not a floating type.
type floating struct {
	rank    int // index in floatRanks plus 1
	complex bool
}

// floatRanks lists the real floating types in ascending rank, each with its complex type (InvalidKind if there is
// none).
var floatRanks = []struct {
	kind, complex cc.Kind
	format        Format
}{
	{cc.Float, cc.ComplexFloat, Half},
	{cc.Float, cc.ComplexFloat, Standard},
	{cc.Float, cc.InvalidKind, Float32},
	{cc.Double, cc.ComplexDouble, Standard},
	{cc.Double, cc.InvalidKind, Float32x},
	{cc.Double, cc.InvalidKind, Float64},
	{cc.LongDouble, cc.ComplexLongDouble, Standard},
	{cc.LongDouble, cc.InvalidKind, Float64x},
	{cc.Float128, cc.ComplexLongDouble, Quad},
}

// floatingKind returns t as a floating type. The rank is 0 if t is not a floating type.
func floatingKind(t *ctype) floating {
	for i, r := range floatRanks {
		if r.format == t.format && (t.kind == r.kind || t.kind == r.complex) {
			return floating{i + 1, t.kind == r.complex}
		}
	}
	return floating{}
}

// floatingType returns the type of a rank, or nil if the rank has no complex type.
func floatingType(f floating) *ctype {
	r := floatRanks[f.rank-1]
	k := r.kind
	if f.complex {
		k = r.complex
	}
	if k == cc.InvalidKind {
		return nil
	}
	return &ctype{kind: k, format: r.format}
}

// integerRank returns a number that orders the promoted integer types by their conversion rank.
func integerRank(k cc.Kind) int {
	switch k {
	case cc.Int, cc.UInt:
		return 1
	case cc.Long, cc.ULong:
		return 2
	case cc.LongLong, cc.ULongLong:
		return 3
	case cc.Int128, cc.UInt128:
		return 4
	}
	return 0
}

// unsignedOf maps the signed promoted integer types to the unsigned types of the same rank.
var unsignedOf = map[cc.Kind]cc.Kind{
	cc.Int: cc.UInt, cc.Long: cc.ULong, cc.LongLong: cc.ULongLong, cc.Int128: cc.UInt128,
}

// promoted returns the type of a value of type t after the integer promotions; other types are only unqualified.
func (l *Layout) promoted(t *ctype) *ctype {
	if t == nil {
		return nil
	}
	t = t.unqualified()
	if t.bits > 0 {
		return t
	}
	if t.width > 0 {
		switch {
		case t.width < 32 || t.width == 32 && !t.unsigned:
			return basic(cc.Int)
		case t.width == 32:
			return basic(cc.UInt)
		}
		return t
	}
	switch t.kind {
	case cc.Bool, cc.Char, cc.SChar, cc.UChar, cc.Short, cc.UShort:
		return basic(cc.Int)
	case cc.Enum:
		k, err := l.EnumKind(t.cc.(*cc.EnumType))
		if err != nil {
			return nil
		}
		return l.promoted(basic(k))
	}
	return t
}

// usual returns the type of the usual arithmetic conversions. It is nil if a type is unknown, not arithmetic, or a
// complex integer type.
func (l *Layout) usual(a, b *ctype) *ctype {
	if a == nil || b == nil || !a.arithmetic() || !b.arithmetic() || complexInt(a.kind) || complexInt(b.kind) {
		return nil
	}
	x, y := floatingKind(a), floatingKind(b)
	if x.rank > 0 || y.rank > 0 {
		return floatingType(floating{max(x.rank, y.rank), x.complex || y.complex})
	}
	a, b = l.promoted(a), l.promoted(b)
	if a == nil || b == nil {
		return nil
	}
	wa, sa := l.precision(a)
	wb, sb := l.precision(b)
	switch { // like gcc, compare precisions first; a bit-field has its width
	case wa > wb:
		return a
	case wb > wa:
		return b
	case a.width > 0:
		return a
	case b.width > 0:
		return b
	case a.bits > 0 && b.bits > 0: // for the same width, take the unsigned type
		if sa {
			return b
		}
		return a
	}
	if b.bits > 0 { // the standard type of the same width has the higher rank
		a, b, sa, sb = b, a, sb, sa
	}
	if a.bits > 0 {
		if sb && !sa {
			return basic(unsignedOf[b.kind])
		}
		return b
	}
	if integerRank(b.kind) > integerRank(a.kind) {
		a, b, sa, sb = b, a, sb, sa
	}
	if sa && !sb {
		return basic(unsignedOf[a.kind])
	}
	return a
}

// precision returns the width in bits of an integer type, and whether it is signed.
func (l *Layout) precision(t *ctype) (bits int, signed bool) {
	if t.width > 0 {
		return t.width, !t.unsigned
	}
	if t.bits > 0 {
		_, signed, _ = l.intKind(t.kind)
		return t.bits, signed
	}
	k := t.kind
	if k == cc.Enum {
		k, _ = l.EnumKind(t.cc.(*cc.EnumType))
	}
	bits, signed, _ = l.intKind(k)
	return bits, signed
}

// sizeOf returns the value of sizeof for t; ok is false if t has no constant size.
func (l *Layout) sizeOf(t *ctype) (n int64, ok bool) {
	switch {
	case t == nil:
		return 0, false
	case t.width > 0:
		for n = 1; 8*n < int64(t.width); n *= 2 {
		}
		return n, true
	}
	switch t.kind {
	case cc.Array:
		e, ok := l.sizeOf(t.elem)
		if !ok || t.len < 0 || e > 0 && t.len > (1<<62)/e {
			return 0, false
		}
		return e * t.len, true
	case cc.Struct, cc.Union, cc.Enum:
		n, err := l.Sizeof(t.cc)
		return n, err == nil
	}
	if t.format == Half || t.format == Quad {
		n = 2
		if t.format == Quad {
			n = 16
		}
		if floatingKind(t).complex {
			n *= 2
		}
		return n, true
	}
	i, ok := l.scalar(t.kind)
	return i.size, ok
}

// compatible reports whether two types are compatible (C17 6.2.7) according to gcc: an enumeration is compatible with
// its integer type.
func (l *Layout) compatible(a, b *ctype) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil {
		return false
	}
	if a.bits != b.bits {
		return false
	}
	if a.width == 0 && b.width == 0 && (a.kind == cc.Enum) != (b.kind == cc.Enum) {
		if b.kind == cc.Enum {
			a, b = b, a
		}
		return b.qual == 0 && l.integerKind(a) == l.integerKind(b) // gcc ignores the qualifiers of the enumeration
	}
	if a.qual != b.qual {
		return false
	}
	if a.width > 0 || b.width > 0 {
		return a.width == b.width && a.unsigned == b.unsigned
	}
	if a.kind != b.kind || a.format != b.format || a.bits != b.bits {
		return false
	}
	switch a.kind {
	case cc.Ptr:
		return l.compatible(a.elem, b.elem)
	case cc.Array:
		return (a.len < 0 || b.len < 0 || a.len == b.len) && l.compatible(a.elem, b.elem)
	case cc.Struct, cc.Union:
		return sameRecord(a.cc, b.cc)
	case cc.Enum:
		return sameEnum(a.cc.(*cc.EnumType), b.cc.(*cc.EnumType))
	case cc.Function:
		return l.compatibleFunctions(a, b)
	}
	return true
}

// compatibleFunctions is compatible for function types. Without a prototype, the parameters have to be promoted types.
func (l *Layout) compatibleFunctions(a, b *ctype) bool {
	if !l.compatible(a.elem.unqualified(), b.elem.unqualified()) {
		return false
	}
	if !a.proto || !b.proto {
		for _, t := range []*ctype{a, b} {
			if t.variadic {
				return false
			}
			for _, p := range t.params {
				if q := l.promoted(p); p == nil || p.kind == cc.Float && p.format == Standard || q != nil && q.kind != p.kind &&
					p.kind != cc.Enum {
					return false
				}
			}
		}
		return true
	}
	if len(a.params) != len(b.params) || a.variadic != b.variadic {
		return false
	}
	for i := range a.params {
		if !l.compatible(a.params[i].unqualified(), b.params[i].unqualified()) {
			return false
		}
	}
	return true
}

// integerKind returns the kind of an integer type; for an enumeration, the kind of its integer type.
func (l *Layout) integerKind(t *ctype) cc.Kind {
	if t.kind == cc.Enum {
		k, err := l.EnumKind(t.cc.(*cc.EnumType))
		if err != nil {
			return cc.InvalidKind
		}
		return k
	}
	return t.kind
}

// isNullptr reports whether t is the target of C23's nullptr.
func (t *ctype) isNullptr() bool {
	s, ok := t.cc.(*cc.StructType)
	if !ok {
		return false
	}
	tag := s.Tag()
	return tag.SrcStr() == "__tandem_nullptr"
}

// sameRecord reports whether two types of cc are the same struct or union.
func sameRecord(a, b cc.Type) bool {
	x, y := canonical(a), canonical(b)
	if x != nil || y != nil {
		return x == y
	}
	if a == b {
		return true
	}
	s, ok1 := a.(interface {
		Tag() cc.Token
		LexicalScope() *cc.Scope
	})
	t, ok2 := b.(interface {
		Tag() cc.Token
		LexicalScope() *cc.Scope
	})
	if !ok1 || !ok2 {
		return false
	}
	u, v := s.Tag(), t.Tag()
	return u.SrcStr() != "" && u.SrcStr() == v.SrcStr()
}

// sameEnum reports whether two types of cc are the same enumeration.
func sameEnum(a, b *cc.EnumType) bool {
	x, y := a.Enumerators(), b.Enumerators()
	if len(x) > 0 && len(y) > 0 {
		return x[0] == y[0]
	}
	s, t := a.Tag(), b.Tag()
	return a == b || s.SrcStr() != "" && s.SrcStr() == t.SrcStr()
}

// composite returns the composite type of two compatible types.
func (l *typing) composite(a, b *ctype) *ctype {
	switch {
	case a == nil || b == nil:
		return nil
	case a.kind != b.kind:
		return a
	}
	r := *a
	switch a.kind {
	case cc.Array:
		if a.len < 0 && b.len >= 0 {
			r.len = b.len
		}
		r.elem = l.composite(a.elem, b.elem)
	case cc.Ptr:
		r.elem = l.composite(a.elem, b.elem)
	case cc.Function:
		if !a.proto {
			return b
		}
		if b.proto && len(a.params) == len(b.params) {
			r.params = nil
			for i := range a.params {
				r.params = append(r.params, l.composite(a.params[i], b.params[i]))
			}
		}
		r.elem = l.composite(a.elem, b.elem)
	default:
		return a
	}
	return &r
}
