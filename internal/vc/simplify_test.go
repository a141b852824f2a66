package vc

import (
	"math/rand"
	"testing"

	"github.com/tandem-verifier/tandem/internal/term"
)

// TestTightest checks that tightest preserves the meaning of conjunctions and disjunctions of bounds, and that a flat
// result has at most one bound for each side of a variable.
func TestTightest(t *testing.T) {
	smaller := 0
	for seed := range int64(2000) {
		r := rand.New(rand.NewSource(seed))
		c := term.New()
		x, y := c.Var("x", term.IntSort), c.Var("y", term.IntSort)
		sides := []*term.Term{x, y, c.IAdd(x, y)}
		var formula func(depth int) *term.Term
		formula = func(depth int) *term.Term {
			if depth == 0 || r.Intn(3) == 0 {
				b := c.ILe(sides[r.Intn(len(sides))], c.Int(int64(r.Intn(9)-4)))
				if r.Intn(2) == 0 {
					b = c.Not(b)
				}
				return b
			}
			var all []*term.Term
			for range 2 + r.Intn(4) {
				all = append(all, formula(depth-1))
			}
			if r.Intn(2) == 0 {
				return c.Or(all...)
			}
			return c.And(all...)
		}
		flat := seed%2 == 0 // in nested terms, a conjunction that arises inside may keep repeated bounds
		depth := 3
		if flat {
			depth = 1
		}
		f := formula(depth)
		got := tightest(c, f)
		if term.Size(got) < term.Size(f) {
			smaller++
		}
		m := term.NewModel()
		for i := -6; i <= 6; i++ {
			for j := -6; j <= 6; j++ {
				m.Vars["x"], m.Vars["y"] = c.Int(int64(i)), c.Int(int64(j))
				want, err := c.Holds(m, f)
				have, err2 := c.Holds(m, got)
				if err != nil || err2 != nil || want != have {
					t.Fatalf("seed %d: x = %d, y = %d: %v in %s, %v in %s", seed, i, j, want, term.Print(f), have, term.Print(got))
				}
			}
		}
		counts := map[string]int{}
		for _, z := range Conjuncts(c, got) {
			kind := "<="
			if z.Op() == term.Not {
				z, kind = z.Arg(0), ">"
			}
			if flat && z.Op() == term.ILe && z.Arg(0).Op() == term.Var {
				if kind += z.Arg(0).Name(); counts[kind] > 0 {
					t.Fatalf("seed %d: %s twice in %s", seed, kind, term.Print(got))
				}
				counts[kind]++
			}
		}
	}
	if smaller < 500 {
		t.Errorf("only %d of the formulas became smaller", smaller)
	}
}
