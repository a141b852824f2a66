package vc

import (
	"math/rand/v2"
	"testing"

	"github.com/tandem-verifier/tandem/internal/term"
)

// TestLookup checks that the result of lookup below stores and if-then-elses is equal to the element, in random models.
func TestLookup(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for range 300 {
		c := term.New()
		e := &symbols{C: c}
		byteSort := term.BVSort(4)
		vars := []*term.Term{c.Var("x", byteSort), c.Var("y", byteSort), c.Var("z", byteSort)}
		conds := []*term.Term{c.Var("p", term.BoolSort), c.Var("q", term.BoolSort)}
		rest := c.Var("m", term.ArraySort(byteSort, byteSort))
		some := func() *term.Term {
			if rng.IntN(2) == 0 {
				return c.BV(rng.Uint64N(16), 4)
			}
			return c.BVAdd(vars[rng.IntN(3)], c.BV(rng.Uint64N(3), 4))
		}
		arrays := []*term.Term{rest, c.ConstArray(byteSort, some())}
		pick := func() *term.Term { return arrays[rng.IntN(len(arrays))] }
		for range 8 {
			a := c.Store(pick(), some(), some())
			if rng.IntN(3) == 0 {
				a = c.Ite(conds[rng.IntN(2)], pick(), pick())
			}
			arrays = append(arrays, a)
		}
		a, i := arrays[len(arrays)-1], some()
		got, ok := e.lookup(a, i, plainLeaf)
		if !ok {
			t.Fatal("nothing found")
		}
		for range 10 {
			m := term.NewModel()
			for _, v := range vars {
				m.Vars[v.Name()] = c.BV(rng.Uint64N(16), 4)
			}
			for _, p := range conds {
				m.Vars[p.Name()] = c.Bool(rng.IntN(2) == 0)
			}
			m.Vars["m"] = c.Store(c.ConstArray(byteSort, c.BV(rng.Uint64N(16), 4)), c.BV(rng.Uint64N(16), 4),
				c.BV(rng.Uint64N(16), 4))
			x, err := c.Eval(m, got)
			if err != nil {
				t.Fatal(err)
			}
			y, err := c.Eval(m, c.Select(a, i))
			if err != nil {
				t.Fatal(err)
			}
			if x != y {
				t.Fatalf("%v of %v at %v is %v, found %v", got, a, i, y, x)
			}
		}
	}
}
