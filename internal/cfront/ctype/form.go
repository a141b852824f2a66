package ctype

import (
	"fmt"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// FormKind is the representation of a real number.
type FormKind uint8

const (
	MachineForm FormKind = iota // one value of the IR
	Int128Form
	X87Form
	QuadForm
	HalfForm
	BitIntForm
)

// Form is the machine form of an arithmetic type. The IR has integers of up to 64 bits, float and double; the other
// types are represented by
//
//	__int128      lo u64, hi u64
//	long double   mantissa u64, sign and exponent u16, as x87 stores it
//	_Float128     lo u64, hi u64
//	_Float16      its bits, u16: one value, on which the IR has no arithmetic
//	_BitInt(N)    one value, of which only N bits count
//	_Complex T    the parts of its real part, then the parts of its imaginary part
type Form struct {
	Kind    FormKind
	Type    ir.Type // the type of a MachineForm, or the type that contains the bits of a BitIntForm
	Signed  bool    // an Int128Form or a BitIntForm is signed
	Bits    int     // the number of bits of a BitIntForm
	Complex bool    // a complex number: it has the parts twice
}

var (
	Signed128   = Form{Kind: Int128Form, Signed: true}
	Unsigned128 = Form{Kind: Int128Form}
	LongDouble  = Form{Kind: X87Form}
	Quad        = Form{Kind: QuadForm}
	Half        = Form{Kind: HalfForm}
)

// bitForm returns the form of a _BitInt type; ok is false for any other type.
func (l *Table) bitForm(t cc.Type) (w Form, ok bool) {
	n := layout.BitsOf(t)
	if n == 0 {
		return Form{}, false
	}
	it, ok := l.KindType(t.Kind())
	return Form{Kind: BitIntForm, Type: it, Bits: n, Signed: it.Signed}, ok
}

// Word returns the machine type of 64 bits in which operations on numbers of the form are computed.
func (w Form) Word() ir.Type {
	if w.Signed {
		return ir.I64
	}
	return ir.U64
}

// Reduced returns the low N bits of e, a word of the form, sign or zero extended to a word.
func (w Form) Reduced(e ir.Expr) ir.Expr {
	if w.Bits == 64 {
		return ir.NewCast(w.Word(), e)
	}
	return ir.NewCast(w.Word(), FitBits(ir.NewCast(ir.U64, e), w.Bits, w.Signed))
}

// usualBits returns the common form of two integers, of which at least one is a _BitInt: the form with more bits. If
// both have the same number of bits, it is the machine's form if there is one, and unsigned if one of the forms is.
func usualBits(a, b Form) Form {
	bits := func(w Form) (int, bool) {
		if w.Kind == BitIntForm {
			return w.Bits, w.Signed
		}
		return int(w.Type.Bits), w.Type.Signed
	}
	na, sa := bits(a)
	nb, sb := bits(b)
	switch {
	case na > nb:
		return a
	case nb > na:
		return b
	case a.Kind == BitIntForm && b.Kind == BitIntForm:
		if sa {
			return b
		}
		return a
	case b.Kind == BitIntForm:
		a, b, sa, sb = b, a, sb, sa
	}
	if sb && !sa {
		b.Type.Signed = false
	}
	return b
}

// FitBits extends the low w bits of e, which is unsigned, to its whole type: by sign if signed is set, otherwise by
// zeros.
func FitBits(e ir.Expr, w int, signed bool) ir.Expr {
	t := e.Type()
	if !signed {
		if w < int(t.Bits) {
			e = ir.NewBinary(ir.And, e, ir.NewBits(t, ^uint64(0)>>(64-w)))
		}
		return e
	}
	s := t
	s.Signed = true
	if up := int64(int(t.Bits) - w); up > 0 {
		e = ir.NewCast(s, ir.NewBinary(ir.Shl, e, ir.NewConst(ir.U32, up)))
		return ir.NewBinary(ir.Shr, e, ir.NewConst(ir.U32, up))
	}
	return ir.NewCast(s, e)
}

// WideForm returns the form of a wide C type; ok is false for all other types.
func (l *Table) WideForm(t cc.Type) (w Form, ok bool) {
	if t == nil {
		return Form{}, false
	}
	if _, enum := t.(*cc.EnumType); enum || t.VectorSize() > 0 {
		return Form{}, false
	}
	cmplx := func(k cc.Kind) (Form, bool) {
		it, ok := l.KindType(k)
		return Form{Type: it, Complex: true}, ok
	}
	switch layout.FormatOf(t) {
	case layout.Half:
		return Form{Kind: HalfForm, Complex: t.Kind() == cc.ComplexFloat || t.Kind() == cc.ComplexFloat16}, true
	case layout.Quad:
		return Form{Kind: QuadForm, Complex: t.Kind() == cc.ComplexLongDouble}, true
	}
	if w, ok := l.bitForm(t); ok {
		return w, true
	}
	switch t.Kind() {
	case cc.Int128:
		return Signed128, true
	case cc.UInt128:
		return Unsigned128, true
	case cc.LongDouble, cc.Float64x:
		return LongDouble, true
	case cc.ComplexLongDouble:
		return Form{Kind: X87Form, Complex: true}, true
	case cc.ComplexFloat:
		return cmplx(cc.Float)
	case cc.ComplexDouble:
		return cmplx(cc.Double)
	case cc.ComplexChar:
		return cmplx(cc.Char)
	case cc.ComplexShort:
		return cmplx(cc.Short)
	case cc.ComplexUShort:
		return cmplx(cc.UShort)
	case cc.ComplexInt:
		return cmplx(cc.Int)
	case cc.ComplexUInt:
		return cmplx(cc.UInt)
	case cc.ComplexLong:
		return cmplx(cc.Long)
	case cc.ComplexLongLong:
		return cmplx(cc.LongLong)
	}
	return Form{}, false
}

// IsWide reports whether values of type t are wide.
func (l *Table) IsWide(t cc.Type) bool {
	_, ok := l.WideForm(t)
	return ok
}

// Real returns the form of the real part.
func (w Form) Real() Form {
	w.Complex = false
	return w
}

// Wide reports whether values of the form are wide: anything but a real number in one value of the IR.
func (w Form) Wide() bool { return w.Complex || w.Kind != MachineForm }

// Float reports whether the real part is a floating-point number.
func (w Form) Float() bool {
	return w.Kind == X87Form || w.Kind == QuadForm || w.Kind == HalfForm || w.Kind == MachineForm &&
		w.Type.Kind == ir.Float
}

// Types returns the machine types of the parts.
func (w Form) Types() []ir.Type {
	var ts []ir.Type
	switch w.Kind {
	case MachineForm, BitIntForm:
		ts = []ir.Type{w.Type}
	case Int128Form, QuadForm:
		ts = []ir.Type{ir.U64, ir.U64}
	case HalfForm:
		ts = []ir.Type{ir.U16}
	case X87Form:
		ts = []ir.Type{ir.U64, ir.U16}
	}
	if w.Complex {
		ts = append(ts, ts...)
	}
	return ts
}

// Size returns the size in memory, in bytes.
func (w Form) Size(m ir.DataModel) int64 {
	n := int64(16)
	switch {
	case w.Kind == MachineForm, w.Kind == BitIntForm:
		n = int64(w.Type.Size())
	case w.Kind == X87Form && m == ir.ILP32:
		n = 12
	case w.Kind == HalfForm:
		n = 2
	}
	if w.Complex {
		n *= 2
	}
	return n
}

// Offsets returns the offsets of the parts in memory, in bytes.
func (w Form) Offsets(m ir.DataModel) []int64 {
	offs := []int64{0}
	if w.Kind != MachineForm && w.Kind != HalfForm && w.Kind != BitIntForm {
		offs = append(offs, 8)
	}
	if w.Complex {
		for _, o := range offs[:len(offs):len(offs)] {
			offs = append(offs, o+w.Real().Size(m))
		}
	}
	return offs
}

// Suffixes returns the suffixes of the parts' registers.
func (w Form) Suffixes() []string {
	names := []string{""}
	switch w.Kind {
	case Int128Form:
		names = []string{".lo", ".hi"}
	case QuadForm:
		names = []string{".low", ".high"}
	case HalfForm:
		names = []string{".bits"}
	case X87Form:
		names = []string{".m", ".se"}
	}
	if !w.Complex {
		return names
	}
	var all []string
	for _, part := range []string{".re", ".im"} {
		for _, s := range names {
			all = append(all, part+s)
		}
	}
	return all
}

// Text returns the C name of the form.
func (w Form) Text() string {
	s := "long double"
	switch {
	case w.Kind == Int128Form && w.Signed:
		s = "__int128"
	case w.Kind == Int128Form:
		s = "unsigned __int128"
	case w.Kind == MachineForm:
		s = w.Type.C()
	case w.Kind == BitIntForm && w.Signed:
		s = fmt.Sprintf("_BitInt(%d)", w.Bits)
	case w.Kind == BitIntForm:
		s = fmt.Sprintf("unsigned _BitInt(%d)", w.Bits)
	case w.Kind == QuadForm:
		s = "_Float128"
	case w.Kind == HalfForm:
		s = "_Float16"
	}
	if w.Complex {
		return "_Complex " + s
	}
	return s
}

// UsualForm returns the common form of the usual arithmetic conversions (6.3.1.8). As in gcc, the parts of complex
// integers are not promoted.
func UsualForm(a, b Form) Form {
	if !a.Complex || a.Kind == HalfForm {
		a = promoteForm(a)
	}
	if !b.Complex || b.Kind == HalfForm {
		b = promoteForm(b)
	}
	r := Form{Complex: a.Complex || b.Complex}
	switch {
	case a.Kind == QuadForm || b.Kind == QuadForm:
		r.Kind = QuadForm
	case a.Kind == X87Form || b.Kind == X87Form:
		r.Kind = X87Form
	case a.Float() || b.Float():
		r.Type = floatOf(a, b)
	case a.Kind == Int128Form || b.Kind == Int128Form:
		r.Kind = Int128Form
		r.Signed = !(a.Kind == Int128Form && !a.Signed || b.Kind == Int128Form && !b.Signed)
	case a.Kind == BitIntForm || b.Kind == BitIntForm:
		return usualBits(a, b)
	case r.Complex && a.Type.Bits < 32 && b.Type.Bits < 32:
		r.Type = a.Type
		if b.Type.Bits > a.Type.Bits || b.Type.Bits == a.Type.Bits && !b.Type.Signed {
			r.Type = b.Type
		}
	default:
		r.Type = Usual(a.Type, b.Type)
	}
	return r
}

// promoteForm returns the form to which arithmetic promotes a number: int for narrower integers, float for _Float16.
func promoteForm(a Form) Form {
	switch a.Kind {
	case MachineForm:
		a.Type = Promote(a.Type)
	case HalfForm:
		return Form{Type: ir.F32, Complex: a.Complex}
	}
	return a
}

// floatOf returns the type of the wider of the two forms that are floats of the IR; at least one of them is.
func floatOf(a, b Form) ir.Type {
	switch {
	case !a.Float():
		return b.Type
	case !b.Float():
		return a.Type
	}
	return Usual(a.Type, b.Type)
}
