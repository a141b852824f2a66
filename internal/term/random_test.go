package term

import (
	"errors"
	"math/rand/v2"
	"testing"
)

// gen makes random terms in two contexts at once, of which only the second rewrites.
type gen struct {
	r    *rand.Rand
	c    [2]*Ctx             // the first does not rewrite
	pool map[Sort][][2]*Term // the terms so far in both contexts, by sort
	w    int                 // width of bit-vectors
}

// newGen returns a generator with variables and literals of all sorts.
func newGen(seed uint64, w int) *gen {
	g := &gen{r: rand.New(rand.NewPCG(seed, 1)), c: [2]*Ctx{New(), New()}, pool: map[Sort][][2]*Term{}, w: w}
	g.c[0].raw = true
	for _, s := range []Sort{BoolSort, IntSort, BVSort(w), ArraySort(BVSort(w), BVSort(w))} {
		for _, n := range []string{"x", "y", "z"} {
			g.put(func(c *Ctx) *Term { return c.Var(n+s.String()[:2], s) })
		}
		if s.Kind == Array {
			continue
		}
		for range 4 {
			k := g.r.Int64N(1 << min(w, 62))
			if g.r.IntN(2) == 0 {
				k = int64(g.r.IntN(4)) - 1
			}
			g.put(func(c *Ctx) *Term {
				switch s.Kind {
				case Int:
					return c.Int(k)
				case Bool:
					return c.Bool(k&1 == 1)
				}
				return c.literal(s, bvVal(intOf(k), w))
			})
		}
	}
	return g
}

// put adds the term that f makes in each context.
func (g *gen) put(f func(c *Ctx) *Term) {
	p := [2]*Term{f(g.c[0]), f(g.c[1])}
	g.pool[p[0].sort] = append(g.pool[p[0].sort], p)
}

// pick returns a random term of sort s; it prefers the last terms.
func (g *gen) pick(s Sort) [2]*Term {
	ps := g.pool[s]
	if n := len(ps); n > 8 && g.r.IntN(3) > 0 {
		return ps[n-1-g.r.IntN(8)]
	}
	return ps[g.r.IntN(len(ps))]
}

// step adds a random term over random operands.
func (g *gen) step() {
	w := g.w
	bv, arr := BVSort(w), ArraySort(BVSort(w), BVSort(w))
	p, q, x, y, z, a, b, m := g.pick(BoolSort), g.pick(BoolSort), g.pick(bv), g.pick(bv), g.pick(bv), g.pick(IntSort),
		g.pick(IntSort), g.pick(arr)
	k := [2]*Term{g.c[0].Int(int64(g.r.IntN(20) - 6)), nil}
	k[1] = g.c[1].IntBig(k[0].big)
	op := g.r.IntN(48)
	hi := g.r.IntN(w)
	lo := g.r.IntN(hi + 1)
	narrow := g.r.IntN(2) == 0
	g.put(func(c *Ctx) *Term {
		i := 0
		if c == g.c[1] {
			i = 1
		}
		p, q, x, y, z, a, b, m, k := p[i], q[i], x[i], y[i], z[i], a[i], b[i], m[i], k[i]
		switch op {
		case 0:
			return c.Not(p)
		case 1:
			return c.And(p, q, c.BVUle(x, y))
		case 2:
			return c.Or(p, q)
		case 3:
			return c.Ite(p, q, c.Eq(a, b))
		case 4:
			return c.Eq(p, q)
		case 5, 6:
			return c.Eq(x, y)
		case 7:
			return c.Eq(a, b)
		case 8:
			return c.BVUlt(x, y)
		case 9:
			return c.BVSlt(x, y)
		case 10:
			return c.BVSle(x, y)
		case 11, 12:
			return c.ILe(a, c.IAdd(b, k))
		case 13:
			return c.Ite(p, x, y)
		case 14:
			return c.Ite(p, a, b)
		case 15:
			return c.Ite(p, m, c.Store(m, x, y))
		case 16, 17:
			return c.Store(m, x, y)
		case 18, 19:
			return c.Select(m, x)
		case 20:
			return c.BVAdd(x, y, z)
		case 21:
			return c.BVSub(x, y)
		case 22:
			return c.BVMul(x, y)
		case 23:
			return c.BVUDiv(x, y)
		case 24:
			return c.BVURem(x, y)
		case 25:
			return c.BVSDiv(x, y)
		case 26:
			return c.BVSRem(x, y)
		case 27:
			return c.BVNot(x)
		case 28:
			return c.BVAnd(x, y, z)
		case 29:
			return c.BVOr(x, y)
		case 30:
			return c.BVXor(x, y)
		case 31:
			return c.BVShl(x, y)
		case 32:
			return c.BVLShr(x, y)
		case 33:
			return c.BVAShr(x, y)
		case 34, 35:
			return c.BVZext(c.BVExtract(hi, lo, x), w)
		case 36:
			return c.BVSext(c.BVExtract(hi, lo, x), w)
		case 37, 38:
			return c.BVExtract(lo+w-1, lo, c.BVConcat(x, y))
		case 39:
			return c.BVNeg(x)
		case 40:
			return c.IAdd(a, b, k)
		case 41:
			return c.IMul(k, a)
		case 42:
			return c.IMod(a, c.Ite(c.Eq(k, c.Int(0)), c.Int(5), k))
		case 43:
			return c.IDiv(a, c.Ite(c.Eq(k, c.Int(0)), c.Int(-3), k))
		case 44:
			return c.BVToInt(x)
		case 45:
			return c.IntToBV(a, w)
		case 46:
			t := c.BVAdd(c.BVSext(x, w+3), c.BVZext(y, w+3))
			if narrow {
				t = c.BVMul(c.BVSext(x, w+3), c.BVSext(y, w+3))
			}
			return c.BVExtract(w-1, 0, t)
		}
		return c.BVExtract(w-1, 0, c.BVURem(c.BVZext(x, w+2), c.BVZext(y, w+2)))
	})
}

// model returns the i-th random model of the variables. Its terms are of context i&1.
func (g *gen) model(i int) *Model {
	m := NewModel()
	r := rand.New(rand.NewPCG(uint64(i), 7))
	c := g.c[i&1]
	val := func(s Sort) *Term {
		k := r.Int64()
		switch r.IntN(3) {
		case 0:
			k = int64(r.IntN(8)) - 4
		case 1:
			k >>= 40
		}
		switch s.Kind {
		case Int:
			return c.Int(k)
		case Bool:
			return c.Bool(k&1 == 1)
		}
		return c.literal(s, bvVal(intOf(k), int(s.Bits)))
	}
	for s, ps := range g.pool {
		for _, p := range ps[:3] {
			if s.Kind != Array {
				m.Vars[p[0].name] = val(s)
				continue
			}
			t := c.ConstArray(s.Index.Sort(), val(s.Elem.Sort()))
			for range 3 {
				t = c.Store(t, val(s.Index.Sort()), val(s.Elem.Sort()))
			}
			m.Vars[p[0].name] = t
		}
	}
	return m
}

// TestRandom compares the values of random terms with and without rewriting. The terms are up to hundreds of
// operators deep, and have small widths, widths of machine words and larger ones.
func TestRandom(t *testing.T) {
	for seed := range uint64(150) {
		w := []int{1, 2, 3, 7, 8, 16, 32, 33, 64, 65, 100}[seed%11]
		g := newGen(seed, w)
		for range 250 {
			g.step()
		}
		for i := range 4 {
			models := [2]*Model{}
			g.compareAll(t, seed, i, models)
		}
	}
}

// compareAll compares the values of some terms in both contexts, in the model of a round.
func (g *gen) compareAll(t *testing.T, seed uint64, round int, models [2]*Model) {
	t.Helper()
	m := g.model(round)
	for i := range models {
		models[i] = NewModel()
		for n, v := range m.Vars {
			models[i].Vars[n] = g.c[i].copyOf(t, v)
		}
	}
	for s, ps := range g.pool {
		for _, p := range ps {
			if g.r.IntN(4) > 0 {
				continue
			}
			u, err := g.c[0].Eval(models[0], p[0])
			if errors.Is(err, ErrUnspecified) {
				continue
			}
			v, err2 := g.c[1].Eval(models[1], p[1])
			if err != nil || err2 != nil {
				t.Fatalf("seed %d: %v, %v", seed, err, err2)
			}
			if Print(u) != Print(v) {
				t.Fatalf("seed %d, sort %v, model %v\n%v = %v\n%v = %v", seed, s, models[0], p[0], u, p[1], v)
			}
		}
	}
}

// copyOf returns the term of c that is equal to u, a term of another context.
func (c *Ctx) copyOf(t *testing.T, u *Term) *Term {
	t.Helper()
	v, err := c.parse(Print(u), Decls(u))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestRoundTrip tests that a term is the same after printing and parsing, by Print and by a Printer.
func TestRoundTrip(t *testing.T) {
	for seed := range uint64(60) {
		g := newGen(seed, []int{1, 4, 8, 13, 64, 70}[seed%6])
		for range 120 {
			g.step()
		}
		p := NewPrinter()
		script := ""
		var asserted []*Term
		for _, ps := range g.pool {
			for _, q := range ps[len(ps)-3:] {
				for i, c := range g.c {
					u, err := c.parse(Print(q[i]), Decls(q[i]))
					if err != nil || u != q[i] {
						t.Fatalf("seed %d: %v\n%v\n%v", seed, err, q[i], u)
					}
				}
				u := q[1]
				if u.sort != BoolSort {
					u = g.c[1].Eq(u, ps[0][1])
				}
				commands, text := p.Expr(u)
				for _, s := range commands {
					script += s + "\n"
				}
				script += "(assert " + text + ")\n"
				asserted = append(asserted, u)
			}
		}
		back, _, err := g.c[1].ParseScript(script)
		if err != nil || len(back) != len(asserted) {
			t.Fatal(err, len(back))
		}
		for i := range back {
			if back[i] != asserted[i] {
				t.Fatalf("seed %d: %v\n%v", seed, asserted[i], back[i])
			}
		}
	}
}
