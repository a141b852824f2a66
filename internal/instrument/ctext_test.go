package instrument

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
)

func TestCText(t *testing.T) {
	p := irtest.Program(t, `
program ILP32
entry main
func main() void {
  reg main.x i32 source "x"
  reg t i32
  reg c i8 source "c"
  reg d f64 source "d"
  reg t.2 i32
  reg t.3 i32
  reg t.4 i32
  reg t.5 i32
  reg p ptr32 source "p"
  loc L0 entry
  loc L1 exit
  loc L2
  loc L3
  loc L4
  loc L5
  loc L6
  loc L7
  L0 -> L2: t.2 = load ptradd(p, main.x, 4)
  L2 -> L3: t.3 = t.2 * main.x
  L3 -> L4: t.4 = main.x
  L4 -> L5: t.4 = t.2
  L5 -> L6: skip
  L6 -> L7: t.5 = load ptradd(p, 4:i32, 1)
  L7 -> L1: return
}`[1:])
	for _, c := range []struct{ in, want string }{
		{"main.x + 1:i32", "x + 1"},
		{"i32(c) * (main.x - -3:i32)", "c * (x - -3)"},
		{"-(main.x / i32(u32(main.x)))", "-(x / (int)(unsigned int)x)"},
		{"t.2 + 1:i32", "p[x] + 1"},
		{"t.3 - t.2", "(p[x] * x) - p[x]"},
		{"t.5 + 1:i32", "(byte 4 of *p) + 1"},
		{"t.4 + t", "(...) + (...)"}, // the first register has several assignments, the second has none
		{"t.3 * t.3 * t.3 * t.3 * t.3", "((((p[x] * x) * (p[x] * x)) * (p[x] * x)) * (p[x] * x)) * (...)"},
		{"i8(main.x)", "(signed char)x"},
		{"i64(main.x < t)", "x < (...)"},
		{"fabs(d)", "fabs(d)"},
	} {
		e, err := ir.ParseExpr(c.in, p, p.Entry)
		if err != nil {
			t.Fatal(err)
		}
		if got := newWords(p.Entry, nil).expr(e); got != c.want {
			t.Errorf("%s: %q, want %q", c.in, got, c.want)
		}
	}
}
