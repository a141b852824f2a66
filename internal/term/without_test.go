package term

import "testing"

// TestWithout tests that a term and the result of Without have the same value in a model in which each new variable has
// the value of the subterm that it replaces.
func TestWithout(t *testing.T) {
	replaced := 0
	for seed := range uint64(60) {
		g := newGen(seed, []int{1, 3, 8, 32, 64}[seed%5])
		for range 120 {
			g.step()
		}
		c := g.c[1]
		memo := map[*Term]*Term{}
		m := NewModel()
		for n, v := range g.model(1).Vars {
			m.Vars[n] = c.copyOf(t, v)
		}
		for _, p := range g.pool[BoolSort] {
			u := p[1]
			want, err := c.Eval(m, u)
			if err != nil {
				continue
			}
			w := c.Without(memo, u)
			for x, y := range memo { // give new variables the values of the subterms
				if y.op == Var && x != y {
					if v, err := c.Eval(m, x); err == nil {
						m.Vars[y.name] = v
					}
				}
			}
			if w != u {
				replaced++
			}
			got, err := c.Eval(m, w)
			if err != nil || got != want {
				t.Fatalf("seed %d: %v is %v, %v is %v, %v", seed, u, want, w, got, err)
			}
			Walk(w, func(x *Term) bool {
				if x.op == Select {
					t.Fatalf("seed %d: %v reads", seed, w)
				}
				return true
			})
		}
	}
	if replaced < 300 {
		t.Errorf("%d terms with reads are too few to mean much", replaced)
	}
}
