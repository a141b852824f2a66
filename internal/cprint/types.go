package cprint

import (
	"fmt"
	"math"
	"strconv"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// container returns the width of the C type that holds an Int of the given width.
func container(bits uint8) int {
	switch {
	case bits <= 8:
		return 8
	case bits <= 16:
		return 16
	case bits <= 32:
		return 32
	}
	return 64
}

// odd reports whether t is an Int whose width no C type has.
func odd(t ir.Type) bool { return t.Kind == ir.Int && int(t.Bits) != container(t.Bits) }

// ctype returns the C type that holds a value of t; it is "void" for None.
func ctype(t ir.Type) string {
	switch t.Kind {
	case ir.Bool:
		return "int"
	case ir.Int:
		return cint(container(t.Bits), t.Signed)
	case ir.Float:
		if t.Bits == 32 {
			return "float"
		}
		return "double"
	case ir.Ptr:
		return "tandem_ptr"
	case ir.None:
	}
	return "void"
}

// cint returns the C integer type of the given width and sign.
func cint(bits int, signed bool) string {
	return ir.Type{Kind: ir.Int, Bits: uint8(bits), Signed: signed}.C()
}

// calc returns the unsigned C type in which integers of type t are computed.
func calc(t ir.Type) string {
	if t.Bits <= 32 {
		return "unsigned int"
	}
	return "unsigned long long"
}

// literal returns a C constant of type t with the given bits.
func literal(t ir.Type, bits uint64) string {
	switch t.Kind {
	case ir.Float:
		return floatLiteral(t, bits)
	case ir.Ptr:
		if bits > math.MaxUint32 {
			return fmt.Sprintf("(tandem_ptr)%dull", bits)
		}
		return fmt.Sprintf("(tandem_ptr)%du", bits)
	case ir.Bool:
		return strconv.FormatUint(bits, 10)
	case ir.Int, ir.None: // below
	}
	if !t.Signed {
		s := strconv.FormatUint(bits, 10)
		switch {
		case t.Bits > 32:
			return s + "ull"
		case t.Bits > 16:
			return s + "u"
		}
		return s
	}
	v := num.Signed(bits, t.Bits)
	suffix := ""
	if t.Bits > 32 {
		suffix = "ll"
	}
	switch {
	case t.Bits >= 32 && bits == num.MinOf(t.Bits, true):
		return fmt.Sprintf("(%d%s - 1)", v+1, suffix)
	case v < 0:
		return fmt.Sprintf("(%d%s)", v, suffix)
	}
	return fmt.Sprintf("%d%s", v, suffix)
}

// floatLiteral returns a C constant with exactly the value of a Float; a NaN is made from its bits, to keep its
// payload.
func floatLiteral(t ir.Type, bits uint64) string {
	f := ir.FloatOf(t, bits)
	suffix := ""
	if t.Bits == 32 {
		suffix = "f"
	}
	switch {
	case math.IsNaN(f):
		if t.Bits == 32 {
			return fmt.Sprintf("tandem_f32(%#xu)", bits)
		}
		return fmt.Sprintf("tandem_f64(%#xull)", bits)
	case math.IsInf(f, 1):
		return "__builtin_inf" + suffix + "()"
	case math.IsInf(f, -1):
		return "(-__builtin_inf" + suffix + "())"
	}
	s := strconv.FormatFloat(f, 'x', -1, 64)
	if f == math.Trunc(f) && math.Abs(f) < 1e15 && (f != 0 || !math.Signbit(f)) {
		s = strconv.FormatFloat(f, 'f', 1, 64)
	}
	if math.Signbit(f) {
		return "(" + s + suffix + ")"
	}
	return s + suffix
}

// wrap converts s, a C expression of the unsigned type calc(t), to the value of type t modulo 2^t.Bits.
func wrap(t ir.Type, s string) string {
	switch {
	case odd(t) && !t.Signed:
		return fmt.Sprintf("((%s) & %s)", s, literal(ir.Type{Kind: ir.Int, Bits: uint8(max(container(t.Bits), 32))},
			num.Mask(t.Bits)))
	case odd(t):
		w := max(container(t.Bits), 32)
		k := w - int(t.Bits)
		return fmt.Sprintf("((%s)((%s) << %d) >> %d)", cint(w, true), s, k, k)
	case !t.Signed && t.Bits >= 32:
		return "(" + s + ")"
	}
	return fmt.Sprintf("(%s)(%s)", ctype(t), s)
}

// cstring returns a C string literal for s.
func cstring(s string) string {
	b := []byte{'"'}
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, '\\', 'n')
		case c < ' ' || c >= 127 || c == '?': // no trigraphs
			b = append(b, fmt.Sprintf("\\%03o", c)...)
		default:
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
}
