package synergy

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestLowBits compares the candidates for constant low bits with the expected ones.
func TestLowBits(t *testing.T) {
	x := &ir.Var{Name: "x", Type: ir.U32}
	for _, c := range []struct {
		name string
		r    seen
		want []string
	}{
		{"none", seen{x: x, first: 6}, nil},
		{"three", seen{x: x, first: 13, low: 3}, []string{"x % 2:u32 == 1:u32", "x % 4:u32 == 1:u32", "x % 8:u32 == 5:u32"}},
		{"many", seen{x: x, first: 0, low: 12}, []string{"x % 2:u32 == 0:u32", "x % 4:u32 == 0:u32", "x % 8:u32 == 0:u32",
			"x % 16:u32 == 0:u32", "x % 4096:u32 == 0:u32"}},
		{"a constant", seen{x: x, first: 5, one: true, low: 31}, []string{"x % 2:u32 == 1:u32", "x % 4:u32 == 1:u32",
			"x % 8:u32 == 5:u32", "x % 16:u32 == 5:u32"}},
	} {
		var got []string
		for _, e := range c.r.lowBits() {
			got = append(got, ir.ExprString(e))
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: %v, want %v", c.name, got, c.want)
			}
		}
	}
}
