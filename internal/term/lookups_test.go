package term

import (
	"errors"
	"slices"
	"testing"
)

// TestLookups compares random terms with the results of Lookups.Of. In each model of a term in which the cells have the
// values that the term reads, the results must hold, with the constraints of the cells. Conversely, the term must hold
// in the arrays of Complete.
func TestLookups(t *testing.T) {
	written, failed, cells := 0, 0, 0
	for seed := range uint64(200) {
		g := newGen(seed, []int{1, 2, 3, 8, 32, 64}[seed%6])
		for range 200 {
			g.step()
		}
		c := g.c[1]
		l := NewLookups(c, 1<<16)
		for s, ps := range g.pool {
			if s.Kind == Array {
				continue
			}
			for n, p := range ps {
				if n%7 != int(seed%7) {
					continue
				}
				one := c.Eq(p[1], c.Var("result", s))
				out, ok := l.Of(one)
				if !ok {
					failed++
					l = NewLookups(c, 1<<16)
					continue
				}
				written++
				for _, u := range out {
					Walk(u, func(u *Term) bool {
						if u.sort.Kind == Array {
							t.Fatalf("seed %d: an array is left: %v", seed, u)
						}
						return true
					})
				}
				for round := range 3 {
					m := g.model(2*round + 1)
					v, err := c.Eval(m, p[1])
					if errors.Is(err, ErrUnspecified) {
						continue
					}
					if err != nil {
						t.Fatal(err)
					}
					m.Vars["result"] = v
					type place struct {
						cell
						of *Term
					}
					var places []place // in the order of their creation, since indices may contain earlier cells
					for _, a := range l.order {
						for _, x := range l.vars[a] {
							places = append(places, place{x, m.Vars[a.name]})
						}
					}
					slices.SortFunc(places, func(a, b place) int { return a.value.ID() - b.value.ID() })
					for _, x := range places {
						cells++
						i, err := c.Eval(m, x.index)
						if err == nil {
							m.Vars[x.value.name], err = c.Eval(m, c.Select(x.of, i))
						}
						if err != nil && !errors.Is(err, ErrUnspecified) {
							t.Fatal(err)
						}
					}
					for _, u := range out {
						if ok, err := c.Holds(m, u); err == nil && !ok {
							t.Fatalf("seed %d: %v = %v, but not\n%v", seed, p[1], v, u)
						}
					}
					// Conversely, the term holds in the arrays that the cells define.
					if err := l.Complete(m); err == nil {
						if ok, err := c.Holds(m, one); err == nil && !ok {
							t.Fatalf("seed %d: with the arrays of the cells not %v", seed, one)
						}
					}
				}
			}
		}
	}
	if written < 1000 || cells < 1000 {
		t.Errorf("%d written, %d not, %d cells: too few", written, failed, cells)
	}
	t.Logf("%d written, %d not, %d cells", written, failed, cells)
}

// TestLookupsOfTables tests reads of a constant table and of an array variable, and terms that Lookups cannot handle.
func TestLookupsOfTables(t *testing.T) {
	c := New()
	w := BVSort(8)
	x, a := c.Var("x", w), c.Var("a", ArraySort(w, w))
	table := c.ConstArray(w, c.BV(0, 8))
	for i := range uint64(4) {
		table = c.Store(table, c.BV(i, 8), c.BV(i*i, 8))
	}
	out, ok := NewLookups(c, 1000).Of(c.Eq(c.Select(table, x), c.BV(9, 8)))
	if !ok || len(out) != 1 {
		t.Fatalf("x*x = 9: %v, %v", out, ok)
	}
	for v := range uint64(256) {
		m := NewModel()
		m.Vars["x"] = c.BV(v, 8)
		if is, err := c.Holds(m, out[0]); err != nil || is != (v == 3) {
			t.Errorf("%v with x = %d: %v, %v", out[0], v, is, err)
		}
	}
	out, ok = NewLookups(c, 1000).Of(c.Not(c.Eq(c.Select(a, x), c.Select(a, c.Var("y", w)))))
	if !ok || len(out) != 2 {
		t.Errorf("two reads of a variable: %v, %v", out, ok)
	}
	if _, ok := NewLookups(c, 1000).Of(c.Eq(a, table)); ok {
		t.Error("arrays that are compared are left out")
	}
	if _, ok := NewLookups(c, 3).Of(c.Eq(c.Select(table, x), c.BV(9, 8))); ok {
		t.Error("more steps than there are")
	}
}
