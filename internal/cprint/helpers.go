package cprint

import (
	"fmt"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// A helper is a small static function of the printed program; only those that
// are used are printed, in the order of their first use.

// helperSet are the helpers of one text.
type helperSet struct {
	helpers []string
	helped  map[string]bool
}

// need adds a helper once.
func (g *helperSet) need(name, text string) {
	if g.helped == nil {
		g.helped = map[string]bool{}
	}
	if !g.helped[name] {
		g.helped[name] = true
		g.helpers = append(g.helpers, strings.TrimSpace(text))
	}
}

// wide is t's sign in int or long long.
func wide(t ir.Type) (name, c, unsigned string) {
	w := max(container(t.Bits), 32)
	name = "u"
	if t.Signed {
		name = "i"
	}
	return fmt.Sprintf("%s%d", name, w), cint(w, t.Signed), cint(w, false)
}

// helperDiv is division with SMT-LIB's value for a zero divisor.
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

// helperShift shifts by any amount; w is the width of the type.
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

// helperTrunc converts a float to an integer, out of range as ir says.
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

// helperOverflow tells whether the exact result leaves the type.
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

// access are the parameters of a function that reads or writes a value of a C type.
type access struct{ Name, Type string }

// load reads a value of type t at an address.
func (g *gen) load(t ir.Type, addr string) string {
	if odd(t) || t.Kind == ir.Bool {
		g.need("tandem_load_n", cText("load_n", nil))
		return wrap(t, fmt.Sprintf("(%s)tandem_load_n(%s, %d)", calc(t), addr, t.Size()))
	}
	name := "tandem_load_" + suffix(t)
	g.need(name, cText("load", access{name, ctype(t)}))
	return fmt.Sprintf("%s(%s)", name, addr)
}

// store writes a value of type t at an address.
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

func suffix(t ir.Type) string {
	if t.Kind == ir.Ptr {
		return "ptr"
	}
	return t.String()
}

// fromBits turns the bits of an input into a value of type t.
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
