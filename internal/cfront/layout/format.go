package layout

import (
	"strconv"
	"strings"

	"modernc.org/cc/v4"
)

// Format distinguishes the floating types _FloatN from the standard types. Package csrc replaces them by standard types
// with an attribute (floatn.go there); FormatOf finds the attribute.
type Format uint8

// The formats. Each of the last four types has the values of a standard type, but is a different type: it is not
// promoted, and _Generic distinguishes it from the standard type.
const (
	Standard Format = iota
	Half            // _Float16: binary16
	Quad            // _Float128: binary128
	Float32
	Float64
	Float32x
	Float64x
)

// FormatOf returns the format of a floating or complex type; Standard for other types.
func FormatOf(t cc.Type) Format {
	switch t.Kind() {
	case cc.Float16, cc.ComplexFloat16:
		return Half
	case cc.Float128:
		return Quad
	case cc.Float, cc.Double, cc.LongDouble, cc.ComplexFloat, cc.ComplexLongDouble:
	default:
		return Standard
	}
	a := t.Attributes()
	if a == nil {
		return Standard
	}
	for _, k := range []struct {
		name string
		f    Format
	}{
		{"__tandem_half__", Half}, {"__tandem_quad__", Quad}, {"__tandem_f32__", Float32},
		{"__tandem_f64__", Float64}, {"__tandem_f32x__", Float32x}, {"__tandem_f64x__", Float64x},
	} {
		if a.IsAttrSet(k.name) || a.Visibility() == k.name { // cc drops the attribute if a pointer to the type is declared
			return k.f
		}
	}
	return Standard
}

// BitsOf returns the width of a _BitInt, 0 for any other type.
func BitsOf(t cc.Type) int {
	a := t.Attributes()
	if a == nil || t.Kind() == cc.Enum {
		return 0
	}
	text, is := strings.CutPrefix(a.Visibility(), "__tandem_bits_")
	if !is || !cc.IsIntegerType(t) {
		return 0
	}
	n, _ := strconv.Atoi(text)
	return n
}

// formatInfo returns the layout of a type whose format no standard type has; the result is false for other types.
func formatInfo(t cc.Type) (info, bool) {
	i := info{}
	switch FormatOf(t) {
	case Half:
		i = info{size: 2, align: 2}
	case Quad:
		i = info{size: 16, align: 16}
	default:
		return i, false
	}
	if k := t.Kind(); cc.IsComplexType(t) || k == cc.ComplexFloat16 {
		i.size *= 2
	}
	return i, true
}
