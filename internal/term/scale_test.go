package term

import (
	"fmt"
	"testing"
	"time"
)

// deep returns a term with n levels, in which each level has two occurrences of the previous one.
func deep(c *Ctx, n int) *Term {
	s := BVSort(32)
	x, y := c.Var("x", s), c.Var("y", s)
	t := x
	for i := range n {
		p := c.BVUle(t, c.BVAdd(y, c.BV(uint64(i), 32)))
		t = c.Ite(p, c.BVXor(t, c.BVUDiv(t, y)), c.BVURem(t, x))
	}
	return t
}

// within runs f, which should take about linear time, and fails if it takes more than 10 seconds.
func within(t *testing.T, what string, f func()) {
	t.Helper()
	start := time.Now()
	f()
	d := time.Since(start)
	t.Logf("%s: %v", what, d)
	if d > 10*time.Second {
		t.Errorf("%s took %v", what, d)
	}
}

// TestDeep tests that all operations take about linear time on a deep term.
func TestDeep(t *testing.T) {
	const n = 20_000 // 100,000 terms, one below the other
	c := New()
	var d *Term
	within(t, "construction", func() { d = deep(c, n) })
	m := NewModel()
	m.Vars["x"], m.Vars["y"] = c.BV(77, 32), c.BV(3, 32)
	within(t, "evaluation", func() {
		if _, err := c.Eval(m, d); err != nil {
			t.Error(err)
		}
	})
	within(t, "free variables", func() {
		if len(FreeVars(d)) != 2 || len(Decls(d)) != 2 {
			t.Error("free variables")
		}
	})
	var text string
	within(t, "printing", func() { text = Print(d) })
	within(t, "parsing", func() {
		if u, err := c.parse(text, Decls(d)); err != nil || u != d {
			t.Error("round trip", err)
		}
	})
	within(t, "substitution", func() {
		u := c.Subst(d, map[*Term]*Term{c.Var("x", BVSort(32)): c.Var("z", BVSort(32))})
		if len(FreeVars(u)) != 2 || u == d {
			t.Error("substitution")
		}
	})
}

// TestLong tests that construction takes about linear time for terms with many operands, stores or quantifiers.
func TestLong(t *testing.T) {
	const n = 20_000
	c := New()
	vars := make([]*Term, n)
	for i := range vars {
		vars[i] = c.Var(fmt.Sprint("p", i), BoolSort)
	}
	within(t, "conjunction, one by one", func() {
		x := c.True()
		for _, v := range vars {
			x = c.And(x, v)
		}
	})
	within(t, "conjunction with units to propagate", func() {
		xs := []*Term{vars[n-1]}
		for i := n - 1; i > 0; i-- {
			xs = append(xs, c.Or(c.Not(vars[i]), vars[i-1]))
		}
		c.And(xs...)
	})
	within(t, "sum, one by one", func() {
		s := c.Int(0)
		for i := range n {
			s = c.IAdd(s, c.Var(fmt.Sprint("i", i), IntSort))
		}
	})
	within(t, "stores and selects", func() {
		a := c.Var("a", ArraySort(BVSort(32), BVSort(8)))
		for i := range n {
			a = c.Store(a, c.BV(uint64(i), 32), c.BV(1, 8))
			c.Select(a, c.BV(uint64(i/2), 32))
		}
	})
	within(t, "low bits of sums of extensions", func() {
		x := c.Var("w", BVSort(8))
		for i := range 200 {
			x = c.BVAdd(c.BVZext(x, 9+i), c.BVSext(c.BVMul(x, x), 9+i), c.BV(1, 9+i))
		}
		c.BVExtract(3, 0, x)
	})
	within(t, "quantifiers", func() {
		x := c.Var("q", IntSort)
		f := c.ILe(x, c.Int(5))
		for i := range 200 {
			v := c.Var(fmt.Sprint("b", i), IntSort)
			f = c.Exists([]*Term{v}, c.And(c.ILe(c.IMul(v, v), x), f))
		}
		if len(FreeVars(f)) != 1 {
			t.Error("free variables of quantifiers")
		}
		Print(f)
	})
}

// BenchmarkConstruct measures the construction of terms with rewriting; BenchmarkConstructRaw does so without.
func BenchmarkConstruct(b *testing.B) {
	b.ReportAllocs()
	for range b.N {
		deep(New(), 1000)
	}
}

func BenchmarkConstructRaw(b *testing.B) {
	b.ReportAllocs()
	for range b.N {
		c := New()
		c.raw = true
		deep(c, 1000)
	}
}

// BenchmarkLinear measures the construction of linear inequalities.
func BenchmarkLinear(b *testing.B) {
	c := New()
	xs := make([]*Term, 8)
	for i := range xs {
		xs[i] = c.Var(fmt.Sprint("x", i), IntSort)
	}
	b.ReportAllocs()
	for i := range b.N {
		s := c.IAdd(xs[i%8], c.IMul(c.Int(3), xs[(i/8)%8]), c.Int(int64(i%100)))
		c.ILe(s, c.IAdd(xs[(i/64)%8], xs[i%8]))
	}
}

// BenchmarkEval measures the evaluation of a deep term.
func BenchmarkEval(b *testing.B) {
	c := New()
	t := deep(c, 1000)
	b.ReportAllocs()
	for range b.N {
		if _, err := c.Eval(nil, t); err != nil {
			b.Fatal(err)
		}
	}
}
