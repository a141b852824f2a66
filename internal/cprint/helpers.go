package cprint

import (
	"fmt"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// A helper is a small static function of the printed program. Only the helpers that a program uses are printed, in the
// order of their first use.

// helperSet collects the helpers of one text.
type helperSet struct {
	helpers []string        // their C text
	helped  map[string]bool // by name: the helper is in helpers
}

// need adds a helper unless the set has it; text is its C text.
func (g *helperSet) need(name, text string) {
	if g.helped == nil {
		g.helped = map[string]bool{}
	}
	if !g.helped[name] {
		g.helped[name] = true
		g.helpers = append(g.helpers, strings.TrimSpace(text))
	}
}

// wide returns a C type of at least 32 bits that holds the values of t: its name for names of helpers, the type, and
// the unsigned type of the same width.
func wide(t ir.Type) (name, c, unsigned string) {
	w := max(container(t.Bits), 32)
	name = "u"
	if t.Signed {
		name = "i"
	}
	return fmt.Sprintf("%s%d", name, w), cint(w, t.Signed), cint(w, false)
}

// helperDiv returns a call that computes x / y or x % y, with the value of SMT-LIB if y is 0.
func (g *helperSet) helperDiv(op ir.BinOp, t ir.Type, x, y string) string {
	n, c, u := wide(t)
	name := "tandem_div_" + n
	var body string
	switch {
	case op == ir.Div && t.Signed:
		body = fmt.Sprintf("return y == 0 ? (x < 0 ? 1 : -1) : y == -1 ? (%s)(0u - (%s)x) : x / y;", c, u)
	case op == ir.Div:
		body = fmt.Sprintf("return y == 0 ? ~(%s)0 : x / y;", u)
	case t.Signed:
		name = "tandem_rem_" + n
		body = "return y == 0 ? x : y == -1 ? 0 : x % y;"
	default:
		name = "tandem_rem_" + n
		body = "return y == 0 ? x : x % y;"
	}
	g.need(name, fmt.Sprintf("static inline %s %s(%s x, %s y) { %s }", c, name, c, c, body))
	return fmt.Sprintf("%s(%s, %s)", name, x, y)
}

// helperShift returns a call that shifts x by y, which may be negative or too large: the shift amount is then at least
// t.Bits. dir is "shl" or "shr"; signed selects an arithmetic shift.
func (g *helperSet) helperShift(dir string, signed bool, t ir.Type, x, y string) string {
	st := t
	st.Signed = signed
	n, c, u := wide(st)
	name := "tandem_" + dir + "_" + n
	var body string
	switch {
	case dir == "shl":
		body = "return n >= w ? 0 : x << n;"
	case signed:
		body = "return n >= w ? (x < 0 ? -1 : 0) : x >> n;"
	default:
		body = "return n >= w ? 0 : x >> n;"
	}
	g.need(name, fmt.Sprintf("static inline %s %s(%s x, unsigned long long n, unsigned w) { %s }", c, name, c, body))
	if dir == "shl" {
		x = fmt.Sprintf("(%s)%s", u, x)
	}
	return fmt.Sprintf("%s(%s, (unsigned long long)%s, %d)", name, x, y, t.Bits)
}

// helperTrunc returns a call that converts a float to an integer. A value out of range gets the result that ir defines.
func (g *helperSet) helperTrunc(from, to ir.Type, x string) string {
	sign := "u"
	if to.Signed {
		sign = "i"
	}
	name := fmt.Sprintf("tandem_to_%s%d", sign, to.Bits)
	c := ctype(to)
	var lo, bad string
	hi := fmt.Sprintf("0x1p%d", to.Bits)
	switch {
	case !to.Signed:
		lo, bad = "x > -1.0", literal(to, num.Mask(to.Bits))
	case to.Bits > 52:
		hi = fmt.Sprintf("0x1p%d", to.Bits-1)
		lo, bad = "x >= -"+hi, literal(to, num.MinOf(to.Bits, true))
	default:
		hi = fmt.Sprintf("0x1p%d", to.Bits-1)
		lo, bad = fmt.Sprintf("x > -%s - 1.0", hi), literal(to, num.MinOf(to.Bits, true))
	}
	g.need(name, fmt.Sprintf("static inline %s %s(double x) { return %s && x < %s ? (%s)x : %s; }", c, name, lo, hi, c,
		bad))
	if from.Bits == 32 {
		x = "(double)" + paren(x)
	}
	return fmt.Sprintf("%s(%s)", name, x)
}

// helperOverflow returns a call that tests whether the exact result of x op y is out of the range of t.
func (g *helperSet) helperOverflow(op ir.BinOp, t ir.Type, x, y string) string {
	word := map[ir.BinOp]string{ir.Add: "add", ir.Sub: "sub", ir.Mul: "mul"}[op]
	sign := "u"
	if t.Signed {
		sign = "i"
	}
	name := fmt.Sprintf("tandem_%s_overflows_%s%d", word, sign, t.Bits)
	c := ctype(t)
	body := fmt.Sprintf("%s r; return __builtin_%s_overflow(x, y, &r);", c, word)
	if odd(t) {
		w := cint(64, t.Signed)
		body = fmt.Sprintf("%s r; return __builtin_%s_overflow((%s)x, (%s)y, &r) || r < %s || r > %s;", w, word, w, w,
			literal(t, num.MinOf(t.Bits, t.Signed)), literal(t, num.MaxOf(t.Bits, t.Signed)))
	}
	g.need(name, fmt.Sprintf("static inline int %s(%s x, %s y) { %s }", name, c, c, body))
	return fmt.Sprintf("%s(%s, %s)", name, x, y)
}

// access has the parameters of the sections "load" and "store": the name of the function, and the C type of the value.
type access struct{ Name, Type string }

// load returns a C expression that reads a value of type t at an address.
func (g *gen) load(t ir.Type, addr string) string {
	if odd(t) || t.Kind == ir.Bool {
		g.need("tandem_load_n", cText("load_n", nil))
		return wrap(t, fmt.Sprintf("(%s)tandem_load_n(%s, %d)", calc(t), addr, t.Size()))
	}
	name := "tandem_load_" + suffix(t)
	g.need(name, cText("load", access{name, ctype(t)}))
	return fmt.Sprintf("%s(%s)", name, addr)
}

// store returns a C expression that writes a value of type t at an address.
func (g *gen) store(t ir.Type, addr, val string) string {
	if odd(t) || t.Kind == ir.Bool {
		g.need("tandem_store_n", cText("store_n", nil))
		u := ir.Type{Kind: ir.Int, Bits: t.Bits}
		return fmt.Sprintf("tandem_store_n(%s, %s, %d)", addr, wrap(u, fmt.Sprintf("(%s)%s", calc(u), paren(val))), t.Size())
	}
	name := "tandem_store_" + suffix(t)
	g.need(name, cText("store", access{name, ctype(t)}))
	return fmt.Sprintf("%s(%s, %s)", name, addr, val)
}

// suffix returns the end of the names of helpers for type t.
func suffix(t ir.Type) string {
	if t.Kind == ir.Ptr {
		return "ptr"
	}
	return t.String()
}

// fromBits returns a C expression that converts the bits of an input to a value of type t.
func (g *gen) fromBits(t ir.Type, bits string) string {
	switch {
	case t.Kind == ir.Bool:
		return "(int)(" + bits + " & 1)"
	case t == ir.F32:
		return fmt.Sprintf("tandem_f32((unsigned int)%s)", bits)
	case t == ir.F64:
		return fmt.Sprintf("tandem_f64(%s)", bits)
	case odd(t):
		return wrap(t, fmt.Sprintf("(%s)%s", calc(t), bits))
	}
	return fmt.Sprintf("(%s)%s", ctype(t), bits)
}

// needFloatBits adds the functions that make floats from their bits.
func (g *helperSet) needFloatBits() {
	g.need("tandem_f32", cText("floats", nil))
}
