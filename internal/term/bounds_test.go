package term

import (
	"math/rand/v2"
	"testing"
)

// TestBounds assumes random conditions with the values that they have in a model. It checks that the conditions do not
// exclude each other, and that the range of each term contains its value.
func TestBounds(t *testing.T) {
	said, excluded := 0, 0
	for seed := range uint64(150) {
		w := []int{1, 2, 3, 7, 8, 16, 32, 33, 64, 65}[seed%10]
		g := newGen(seed, w)
		for range 120 {
			g.step()
		}
		for i := range 6 {
			for side := range 2 {
				c := g.c[side]
				m := NewModel()
				for n, v := range g.model(i).Vars {
					m.Vars[n] = c.copyOf(t, v)
				}
				var conds []*Term
				for _, p := range g.pool[BoolSort] {
					v, err := c.Eval(m, p[side])
					if err != nil || g.r.IntN(3) > 0 {
						continue
					}
					if v.IsTrue() {
						conds = append(conds, p[side])
					} else {
						conds = append(conds, c.Not(p[side]))
					}
				}
				base := NewBounds()
				b := base.under(1<<20, conds...)
				if b.none {
					t.Fatalf("seed %d: excluded: %v in %v", seed, conds, m)
				}
				for s, ps := range g.pool {
					if s.Kind != Bool && s.Kind != BV || s.Bits > 64 {
						continue
					}
					for _, p := range ps {
						v, err := c.Eval(m, p[side])
						if err != nil {
							continue
						}
						n, _ := v.Bits()
						r := b.of(p[side])
						if n < r.lo || r.hi < n {
							t.Fatalf("seed %d: %v is %d, not in [%d, %d], under %v", seed, p[side], n, r.lo, r.hi, conds)
						}
						if !p[side].IsConst() && r != top(s) {
							said++
						}
						if o := base.of(p[side]); n < o.lo || o.hi < n {
							t.Fatalf("seed %d: %v is %d, not in [%d, %d]", seed, p[side], n, o.lo, o.hi)
						}
						if s.Kind == Bool && v.IsFalse() && base.Excluded(1<<10, append(conds, p[side])...) {
							excluded++
						}
					}
				}
			}
		}
	}
	t.Logf("%d ranges, %d excluded", said, excluded)
	if said < 10_000 || excluded < 1000 {
		t.Error("too few to mean much")
	}
}

// TestBoundsOfLoops tests conditions of the forms that loops produce.
func TestBoundsOfLoops(t *testing.T) {
	c := New()
	n, i := c.Var("n", BVSort(8)), c.Var("i", BVSort(32))
	p := c.Var("p", BoolSort)
	k := func(v int64) *Term { return c.BV(uint64(v), 32) }
	wide := c.BVZext(n, 32)
	few := c.BVUle(n, c.BV(4, 8))
	step := c.Ite(p, c.BVAdd(i, i, k(1)), c.BVAdd(i, i, k(2))) // the children of i in a heap
	small := c.Ite(p, k(3), k(0))
	empty := c.Eq(small, k(0))
	popped := c.BVAdd(c.Ite(c.And(c.Not(empty), c.Var("q", BoolSort)), c.BVAdd(small, k(-1)), small), k(1))
	for _, x := range []struct {
		conds []*Term
		no    bool
	}{
		{[]*Term{few, c.BVUlt(k(4), wide)}, true},
		{[]*Term{few, c.BVUlt(k(3), wide)}, false},
		{[]*Term{few, c.BVSlt(k(4), wide)}, true},
		{[]*Term{few, c.BVSlt(k(3), wide)}, false},
		{[]*Term{c.BVUlt(i, wide), few, c.BVUle(k(4), i)}, true},
		{[]*Term{c.BVUle(k(2), i), c.BVUle(i, k(100)), c.BVUlt(step, wide), few}, true},
		{[]*Term{c.BVUle(k(1), i), c.BVUle(i, k(100)), c.BVUlt(step, wide), few}, false},
		{[]*Term{c.BVSle(k(0), i), c.BVSle(i, k(3)), c.Eq(c.BVAdd(i, k(-1)), k(5))}, true},
		{[]*Term{c.BVSle(k(0), i), c.BVSle(i, k(6)), c.Eq(c.BVAdd(i, k(-1)), k(5)), c.Not(c.Eq(i, k(6)))}, true},
		{[]*Term{c.Eq(c.Ite(p, k(1), k(2)), k(1)), c.Not(p)}, true},
		{[]*Term{c.BVUlt(k(4), popped)}, true},
		{[]*Term{c.BVUlt(k(3), popped)}, false},
	} {
		if got := NewBounds().Excluded(1<<10, x.conds...); got != x.no {
			t.Errorf("%v: impossible is %v", x.conds, got)
		}
	}
}

// TestBoundsOfSums compares Excluded with all values of two numbers of 4 bits, for random conditions on sums with
// constants, which may wrap around.
func TestBoundsOfSums(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	c := New()
	vars := []*Term{c.Var("x", BVSort(4)), c.Var("y", BVSort(4))}
	k := func(v int) *Term { return c.BV(uint64(v&15), 4) }
	var cond func(depth int) *Term
	cond = func(depth int) *Term {
		if depth > 0 && r.IntN(3) == 0 {
			a, b := cond(depth-1), cond(depth-1)
			return []*Term{c.Or(a, b), c.And(a, b), c.Not(a)}[r.IntN(3)]
		}
		sum := c.BVAdd(vars[r.IntN(2)], k(r.IntN(16)))
		switch r.IntN(4) {
		case 0:
			return c.BVUle(sum, k(r.IntN(16)))
		case 1:
			return c.BVUle(k(r.IntN(16)), sum)
		case 2:
			return c.BVSle(sum, k(r.IntN(16)))
		}
		return c.Not(c.Eq(sum, k(r.IntN(16))))
	}
	excluded := 0
	for range 20_000 {
		conds := []*Term{cond(2), cond(2), cond(1), cond(0)}[:1+r.IntN(4)]
		if !NewBounds().Excluded(1<<10, conds...) {
			continue
		}
		excluded++
		for v := range 256 {
			m := NewModel()
			m.Vars["x"], m.Vars["y"] = k(v), k(v>>4)
			holds := true
			for _, x := range conds {
				is, err := c.Eval(m, x)
				if err != nil {
					t.Fatal(err)
				}
				holds = holds && is.IsTrue()
			}
			if holds {
				t.Fatalf("%v hold for x = %d, y = %d", conds, v&15, v>>4)
			}
		}
	}
	if excluded < 500 {
		t.Errorf("only %d are excluded", excluded)
	}
}
