package inductive

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
)

// TestUnwidened checks that a comparison of a widened byte becomes an equivalent comparison of the byte. A comparison
// with a constant outside of the byte's range, or of a cast that loses bits, stays as it is.
func TestUnwidened(t *testing.T) {
	p := irtest.Program(t, `program ILP32
entry main
func main() void {
  reg x u8
  reg y i8
  reg z i32
  locs 2
  L0 -> L1: return
}
`)
	changed := 0
	for _, src := range []string{
		"i64(x) <= 7:i64", "7:i64 < i64(x)", "u32(x) == 255:u32", "i16(y) < -3:i16", "-128:i64 <= i64(y)", "u64(x) != 0:u64",
		"i8(x) <= 7:i8", "u32(y) == 200:u32", "u32(y) <= 4294967295:u32",
		"i64(x) <= 256:i64", "-1:i64 < i64(x)", "i16(y) == 128:i16", "u8(z) == 3:u8", "i64(x) + 1:i64 <= 7:i64",
		"i32(i16(y)) == 5:i32",
	} {
		e := irtest.Expr(t, p, p.Entry, src).(*ir.Binary)
		got := unwidened(e)
		if got != e {
			changed++
		}
		for n := range uint64(256) {
			env := &ir.Env{Reg: func(v *ir.Var) uint64 { return n }}
			a, _ := ir.EvalExpr(e, env)
			if b, ok := ir.EvalExpr(got, env); !ok || a != b {
				t.Errorf("%s became %s: %d, then %d for %d", src, ir.ExprString(got), a, b, n)
			}
		}
	}
	if changed != 7 {
		t.Errorf("%d were changed", changed)
	}
}
