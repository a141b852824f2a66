package vc

import (
	"fmt"
	"math/big"
	"math/rand"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/term"
)

// gen makes random terms over the constants of registers.
type gen struct {
	r    *rand.Rand
	c    *term.Ctx
	vars []*term.Term
}

// leaf returns a random constant or literal of a sort.
func (g *gen) leaf(s term.Sort) *term.Term {
	for i := 0; i < 20; i++ {
		if v := g.vars[g.r.Intn(len(g.vars))]; v.Sort() == s {
			return v
		}
	}
	switch s.Kind {
	case term.Bool:
		return g.c.Bool(g.r.Intn(2) == 0)
	case term.Int:
		return g.int()
	}
	return g.c.BV(g.r.Uint64()>>g.r.Intn(64), int(s.Bits))
}

// int returns a random integer literal.
func (g *gen) int() *term.Term {
	k := big.NewInt(int64(g.r.Intn(21) - 10))
	if g.r.Intn(3) == 0 {
		k.Lsh(k, uint(g.r.Intn(63)))
	}
	return g.c.IntBig(k)
}

// num returns a random integer term of depth d.
func (g *gen) num(d int) *term.Term {
	if d <= 0 {
		return g.leaf(term.IntSort)
	}
	c := g.c
	switch g.r.Intn(9) {
	case 0:
		return c.IMul(g.num(d-2), g.num(d-2))
	case 1:
		return c.IMod(g.num(d-1), c.Int(int64(1+g.r.Intn(9))))
	case 2:
		return c.IDiv(g.num(d-1), c.Int([]int64{-3, -1, 1, 2, 7}[g.r.Intn(5)]))
	case 3:
		return c.Ite(g.bool(d-1), g.num(d-1), g.num(d-1))
	case 4:
		return g.int()
	case 5:
		return c.IMul(c.Int(int64(g.r.Intn(9)-4)), g.num(d-1))
	}
	return c.IAdd(g.num(d-1), g.num(d-1))
}

// bv returns a random bit-vector of depth d and width w.
func (g *gen) bv(d, w int) *term.Term {
	c, s := g.c, term.BVSort(w)
	if d <= 0 {
		return g.leaf(s)
	}
	x, y := g.bv(d-1, w), g.bv(d-1, w)
	switch g.r.Intn(20) {
	case 0:
		return c.BVAdd(x, y)
	case 1:
		return c.BVMul(x, y)
	case 2:
		return c.BVUDiv(x, y)
	case 3:
		return c.BVURem(x, y)
	case 4:
		return c.BVSDiv(x, y)
	case 5:
		return c.BVSRem(x, y)
	case 6:
		return c.BVAnd(x, y)
	case 7:
		return c.BVOr(x, y)
	case 8:
		return c.BVXor(x, y)
	case 9:
		return c.BVShl(x, y)
	case 10:
		return c.BVLShr(x, y)
	case 11:
		return c.BVAShr(x, y)
	case 12:
		return c.BVNot(x)
	case 13:
		return c.BVNeg(x)
	case 14:
		return c.Ite(g.bool(d-1), x, y)
	case 15:
		if w > 1 {
			k := 1 + g.r.Intn(w-1)
			return c.BVConcat(g.bv(d-1, k), g.bv(d-1, w-k))
		}
	case 16:
		if w <= 32 {
			k := w + g.r.Intn(w+1)
			lo := g.r.Intn(k - w + 1)
			return c.BVExtract(lo+w-1, lo, g.bv(d-1, k))
		}
	case 17:
		return c.BVZext(g.bv(d-1, 1+g.r.Intn(w)), w)
	case 18:
		return c.BVSext(g.bv(d-1, 1+g.r.Intn(w)), w)
	}
	return x
}

// bool returns a random condition of depth d.
func (g *gen) bool(d int) *term.Term {
	c := g.c
	if d <= 0 {
		return g.leaf(term.BoolSort)
	}
	ints := g.vars[1].Sort() == term.IntSort
	w := []int{8, 16, 32, 64}[g.r.Intn(4)]
	switch g.r.Intn(9) {
	case 0:
		return c.And(g.bool(d-1), g.bool(d-1))
	case 1:
		return c.Or(g.bool(d-1), g.bool(d-1), g.bool(d-2))
	case 2:
		return c.Not(g.bool(d - 1))
	case 3:
		return c.Ite(g.bool(d-1), g.bool(d-1), g.bool(d-1))
	case 4:
		return c.Iff(g.bool(d-1), g.bool(d-1))
	case 5:
		if ints {
			return c.Eq(g.num(d-1), g.num(d-1))
		}
		return c.Eq(g.bv(d-1, w), g.bv(d-1, w))
	}
	if ints {
		return c.ILe(g.num(d-1), g.num(d-1))
	}
	x, y := g.bv(d-1, w), g.bv(d-1, w)
	return []func(x, y *term.Term) *term.Term{c.BVUlt, c.BVUle, c.BVSlt, c.BVSle}[g.r.Intn(4)](x, y)
}

var liftTypes = []ir.Type{ir.B, ir.I8, ir.U8, ir.I16, ir.U16, ir.I32, ir.U32, ir.I64, ir.U64, ir.I32, ir.I32, ir.I64}

// extreme returns a random value of a type, often one near its bounds.
func extreme(r *rand.Rand, t ir.Type) uint64 {
	switch r.Intn(4) {
	case 0:
		return num.Trunc(num.MinOf(t.Bits, t.Signed)+uint64(r.Intn(3)), t.Bits)
	case 1:
		return num.Trunc(num.MinOf(t.Bits, t.Signed)-1-uint64(r.Intn(3)), t.Bits)
	case 2:
		return num.Trunc(uint64(r.Intn(9)-4), t.Bits)
	}
	return num.Trunc(r.Uint64(), t.Bits)
}

// emptyProgram returns a program of one function without edges.
func emptyProgram() *ir.Program {
	p := &ir.Program{Model: ir.ILP32}
	f := &ir.Func{Name: "f"}
	f.Entry = &ir.Loc{Func: f}
	f.Exit = &ir.Loc{Func: f, ID: 1, Kind: ir.Exit}
	f.Locs = []*ir.Loc{f.Entry, f.Exit}
	p.Funcs, p.Entry = []*ir.Func{f}, f
	return p
}

// TestLift checks that a lifted expression has the value of its term, for random terms and values.
func TestLift(t *testing.T) {
	p := emptyProgram()
	for _, enc := range []Encoding{Ints, Bits} {
		r := rand.New(rand.NewSource(7))
		e := New(term.New(), p, Options{Enc: enc})
		vars := map[*term.Term]*ir.Var{}
		g := &gen{r: r, c: e.C}
		for i, typ := range liftTypes {
			v := &ir.Var{Name: fmt.Sprintf("v%d", i), Type: typ, ID: i}
			c := e.C.Var(v.Name, e.sort(typ))
			vars[c] = v
			g.vars = append(g.vars, c)
		}
		lifted, not, conj, truths := 0, 0, 0, 0
		for i := 0; i < 3000; i++ {
			b := g.bool(1 + r.Intn(4))
			x, ok := e.Lift(b, vars)
			part := e.liftConj(b, vars)
			if ok {
				lifted++
			} else {
				not++
				if !ir.IsTrue(part) {
					conj++
				}
			}
			for k := 0; k < 20; k++ {
				m := term.NewModel()
				vals := map[*ir.Var]uint64{}
				for _, c := range g.vars {
					v := vars[c]
					vals[v] = extreme(r, v.Type)
					switch {
					case v.Type == ir.B:
						m.Vars[c.Name()] = e.C.Bool(vals[v] != 0)
					case enc == Ints:
						m.Vars[c.Name()] = e.C.IntBig(number(v.Type, vals[v]))
					default:
						m.Vars[c.Name()] = e.C.BV(vals[v], int(v.Type.Bits))
					}
				}
				want, err := e.C.Holds(m, b)
				if err != nil {
					t.Fatal(err, b)
				}
				if want {
					truths++
				}
				env := &ir.Env{Reg: func(v *ir.Var) uint64 { return vals[v] }}
				if ok {
					if got, _ := ir.EvalExpr(x, env); (got != 0) != want {
						t.Fatalf("%v: %v is %v, lifted to %s", vals, b, want, ir.ExprString(x))
					}
				}
				if got, _ := ir.EvalExpr(part, env); want && got == 0 {
					t.Fatalf("%v: %v holds, its part %s not", vals, b, ir.ExprString(part))
				}
			}
		}
		t.Logf("%v: %d lifted, %d not, of these %d in part; %d of %d values true", enc, lifted, not, conj, truths, 3000*20)
		if lifted < not || truths < 10000 || truths > 50000 {
			t.Error("the terms are not worth much")
		}
	}
}

// TestLiftWide checks that sums that may leave 64 bits in one order are lifted in another order, or with a guard. Sums
// for which no order and no guard helps are not lifted.
func TestLiftWide(t *testing.T) {
	p := emptyProgram()
	e := New(term.New(), p, Options{Enc: Ints})
	c := e.C
	vars := map[*term.Term]*ir.Var{}
	mk := func(name string, typ ir.Type) *term.Term {
		x := c.Var(name, term.IntSort)
		vars[x] = &ir.Var{Name: name, Type: typ}
		return x
	}
	x, y, z, i, j := mk("x", ir.I64), mk("y", ir.I64), mk("z", ir.I64), mk("i", ir.I32), mk("j", ir.I32)
	u, w := mk("u", ir.U64), mk("w", ir.U64)
	for k, want := range map[*term.Term]bool{
		c.ILe(c.ISub(x, y), c.Int(0)):             true,
		c.ILe(c.ISub(x, y), c.Int(5)):             true,
		c.ILe(c.IAdd(x, y), z):                    true,
		c.ILe(z, c.IAdd(x, y)):                    true,
		c.ILe(c.IAdd(x, y), c.IAdd(z, c.Int(1))):  false,
		c.ILe(c.IMul(i, j), z):                    true,
		c.ILe(c.IMul(x, j), z):                    false,
		c.ILe(u, w):                               true,
		c.ILe(c.IAdd(u, c.Int(1)), w):             true,
		c.ILe(u, x):                               false,
		c.Eq(c.IMod(x, c.Int(2)), c.Int(1)):       true,
		c.ILe(c.IMul(c.Int(3), x), z):             false,
		c.ILe(c.IMul(c.Int(1<<31), i), c.Int(77)): true,
	} {
		if got, ok := e.Lift(k, vars); ok != want {
			t.Errorf("%v: lifted %v: %v", k, ok, got)
		}
	}
	if got := e.liftConj(c.And(c.ILe(u, x), c.ILe(i, j)), vars); ir.ExprString(got) != "(i <= j)" &&
		ir.ExprString(got) != "(i64(i) <= i64(j))" {
		t.Log(ir.ExprString(got))
		if ir.IsTrue(got) {
			t.Error("nothing is left of a conjunction")
		}
	}
}
