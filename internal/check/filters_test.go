package check

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestFilters checks that a condition excludes points only if each of its registers is the value of exactly one input
// of the box.
func TestFilters(t *testing.T) {
	x, y := &ir.Var{Name: "x", Type: ir.I32}, &ir.Var{Name: "y", Type: ir.I32}
	box := []verify.Range{{Site: 0, Type: ir.I32, Hi: 3}, {Site: 1, Type: ir.I32, Hi: 3}}
	less := &ir.Binary{Op: ir.Lt, X: ir.NewRef(x), Y: ir.NewRef(y)}
	for _, c := range []struct {
		name string
		vars map[int]*ir.Var
		want int
	}{
		{"one each", map[int]*ir.Var{0: x, 1: y}, 1},
		{"one for two", map[int]*ir.Var{0: x, 1: x, 2: y}, 0},
		{"one outside of the box", map[int]*ir.Var{0: x, 2: y}, 0},
		{"shared with one outside", map[int]*ir.Var{0: x, 1: y, 2: y}, 0},
	} {
		in := regions{&verify.Region{Cond: less, Vars: c.vars}}
		if got := len(in.filters(box)); got != c.want {
			t.Errorf("%s: %d filters, want %d", c.name, got, c.want)
		}
	}
}
