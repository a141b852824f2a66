package synergy

import (
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestDifferences compares the conditions that the difference of two conditions suggests with the expected ones.
func TestDifferences(t *testing.T) {
	f := (&ir.Program{Model: ir.ILP32}).NewFunc("main", ir.Void, ir.Pos{})
	x, y := wide(f.NewVar("x", ir.I32)), wide(f.NewVar("y", ir.I32))
	zero, add := ir.NewConst(ir.I64, 0), func(a, b ir.Expr) ir.Expr { return ir.NewBinary(ir.Add, a, b) }
	less := func(a, b ir.Expr) ir.Expr { return ir.NewBinary(ir.Lt, a, b) }
	for _, test := range []struct {
		a, b ir.Expr
		want string
	}{
		{less(y, zero), less(add(y, x), zero), "0:i64 <= i64(x); i64(x) <= 0:i64"},
		{less(add(y, x), zero), less(add(add(y, x), x), zero), "0:i64 <= i64(x); i64(x) <= 0:i64"},
		{less(x, y), less(y, zero), "i64(x) <= i64(y) + i64(y); i64(y) + i64(y) <= i64(x)"},
		{less(y, zero), less(y, zero), ""},
		{ir.NewBinary(ir.LAnd, less(y, zero), less(x, zero)), less(y, zero), "none"},
	} {
		a, b := sumOf(test.a), sumOf(test.b)
		if a == nil || b == nil {
			if test.want != "none" {
				t.Errorf("%s and %s are no sums", ir.ExprString(test.a), ir.ExprString(test.b))
			}
			continue
		}
		var got []string
		for _, x := range a.differences(b) {
			got = append(got, ir.ExprString(x))
		}
		if s := strings.Join(got, "; "); s != test.want {
			t.Errorf("%s and %s suggest %q, not %q", ir.ExprString(test.a), ir.ExprString(test.b), s, test.want)
		}
	}
}

// wide returns v in 64 bits.
func wide(v *ir.Var) ir.Expr { return ir.NewCast(ir.I64, ir.NewRef(v)) }
