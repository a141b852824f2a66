package term

import "testing"

// TestMapping checks that a mapping replaces subterms after their operands, visits each subterm once, leaves
// quantifiers as they are, and lists the terms that it changes.
func TestMapping(t *testing.T) {
	c := New()
	sort := BVSort(8)
	x, y, z := c.Var("x", sort), c.Var("y", sort), c.Var("z", sort)
	visits := map[*Term]int{}
	m := c.NewMapping(func(t *Term) *Term {
		visits[t]++
		if t.Op() == BVXor {
			return z
		}
		return t
	})
	inner := c.BVXor(x, y)
	outer := c.BVXor(c.BVMul(inner, x), y)
	sum := c.BVAdd(c.BVMul(outer, inner), x)
	if got, want := m.Of(sum), c.BVAdd(c.BVMul(z, z), x); got != want {
		t.Errorf("%v becomes %v, want %v", sum, got, want)
	}
	m.Of(c.BVUlt(sum, y))
	plain := c.BVMul(x, y)
	for range 2 {
		if got := m.Of(plain); got != plain || visits[plain] != 1 {
			t.Errorf("%v becomes %v, visited %d times", plain, got, visits[plain])
		}
	}
	for _, u := range []*Term{inner, c.BVXor(c.BVMul(z, x), y)} {
		if visits[u] != 1 {
			t.Errorf("%v was visited %d times", u, visits[u])
		}
	}
	if q := c.Forall([]*Term{x}, c.Eq(inner, y)); m.Of(q) != q {
		t.Errorf("%v becomes %v", q, m.Of(q))
	}
	changed := map[*Term]*Term{}
	m.Changed(sum, func(t, result *Term) bool {
		_, again := changed[t]
		changed[t] = result
		return !again
	})
	if len(changed) != 5 || changed[inner] != z || changed[outer] != z {
		t.Errorf("changed: %v", changed)
	}
}
