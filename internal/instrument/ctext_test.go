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
  loc L0 entry
  loc L1 exit
  L0 -> L1: return
}`[1:])
	for _, c := range []struct{ in, want string }{
		{"main.x + 1:i32", "x + 1"},
		{"i32(c) * (t - -3:i32)", "c * (t - -3)"},
		{"-(main.x / i32(u32(t)))", "-(x / (int)(unsigned int)t)"},
		{"i8(main.x)", "(signed char)x"},
		{"i64(main.x < t)", "x < t"},
		{"fabs(d)", "fabs(d)"},
	} {
		e, err := ir.ParseExpr(c.in, p, p.Entry)
		if err != nil {
			t.Fatal(err)
		}
		if got := cText(e); got != c.want {
			t.Errorf("%s: %q, want %q", c.in, got, c.want)
		}
	}
}
