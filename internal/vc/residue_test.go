package vc

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/tandem-verifier/tandem/internal/term"
)

// TestResidue checks that the residue of a sum or product of bit-vectors is right for all values of their variables.
func TestResidue(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	c := term.New()
	x, y := c.Var("x", term.BVSort(4)), c.Var("y", term.BVSort(8))
	var make func(depth int) *term.Term
	make = func(depth int) *term.Term {
		switch k := r.IntN(8); {
		case depth == 0 || k < 2:
			return []*term.Term{c.BVZext(x, 8), c.BVSext(x, 8), y, c.BV(r.Uint64N(256), 8), c.BV(r.Uint64N(8), 8),
				c.BV(6, 8)}[r.IntN(6)]
		case k < 4:
			return c.BVAdd(make(depth-1), make(depth-1))
		case k < 7:
			return c.BVMul(make(depth-1), c.BV([]uint64{3, 6, 12, 250, 2}[r.IntN(5)], 8))
		}
		return c.Ite(c.Eq(x, c.BV(3, 4)), make(depth-1), make(depth-1))
	}
	said := 0
	for range 20000 {
		e := make(3)
		m := []int64{3, 4, 6, 12}[r.IntN(4)]
		want, ok := residue(e, m)
		lo, hi, bounded := signedRange(e)
		if !ok && !bounded {
			continue
		}
		if ok && !e.IsConst() {
			said++
		}
		for range 20 {
			model := term.NewModel()
			model.Vars["x"], model.Vars["y"] = c.BV(r.Uint64N(16), 4), c.BV(r.Uint64N(256), 8)
			v, err := c.Eval(model, e)
			if err != nil {
				t.Fatal(err)
			}
			is, _ := signedConst(v)
			if got := new(big.Int).Mod(is, big.NewInt(m)).Int64(); ok && got != want {
				t.Fatalf("%s = %v modulo %d is %d, not %d", e, is, m, got, want)
			}
			if bounded && (is.Cmp(lo) < 0 || is.Cmp(hi) > 0) {
				t.Fatalf("%s = %v is not in %v..%v", e, is, lo, hi)
			}
		}
	}
	if said < 1000 {
		t.Errorf("only %d residues were known", said)
	}
}
