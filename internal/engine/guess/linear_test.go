package guess

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// number returns the mathematical value of a register's bits.
func number(t ir.Type, b uint64) *big.Int {
	v, ok := value(t, b)
	if !ok {
		return new(big.Int).SetUint64(b)
	}
	return big.NewInt(v)
}

// TestCompare checks that the expression for a polynomial whose values fit the type has the value of the comparison
// over the integers.
func TestCompare(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	types := []ir.Type{ir.I8, ir.U8, ir.I16, ir.I32, ir.U32, ir.I32, ir.I64}
	ops := []ir.BinOp{ir.Eq, ir.Le, ir.Lt}
	decided := [2]int{}
	for range 20000 {
		var vars []*ir.Var
		for i := range 3 {
			vars = append(vars, &ir.Var{Name: string(rune('a' + i)), ID: i, Type: types[r.IntN(len(types))]})
		}
		fn := &ir.Func{Name: "f", Vars: vars}
		prog := &ir.Program{Model: ir.ILP32, Funcs: []*ir.Func{fn}}
		var p poly
		for _, v := range vars {
			switch r.IntN(4) {
			case 0:
				p = append(p, mono{int64(1 - 2*r.IntN(2)), []*ir.Var{v}})
			case 1:
				p = append(p, mono{int64(r.IntN(200)) - 100, []*ir.Var{v}})
			case 2:
				p = append(p, mono{int64(r.IntN(7)) - 3, []*ir.Var{v, vars[r.IntN(3)]}})
			}
		}
		if r.IntN(2) == 0 {
			p = append(p, mono{int64(r.IntN(600)) - 300, nil})
		}
		_, _, plain := p.plain()
		if !p.fits() && !plain {
			continue
		}
		op := ops[r.IntN(3)]
		x := p.compare(op)
		if err := ir.CheckExpr(prog, fn, x); err != nil {
			t.Fatalf("%s: %v", ir.ExprString(x), err)
		}
		regs := map[*ir.Var]uint64{}
		for _, v := range vars {
			b := r.Uint64() & num.Mask(v.Type.Bits)
			if r.IntN(2) == 0 {
				b = uint64(r.IntN(9)-4) & num.Mask(v.Type.Bits)
			}
			regs[v] = b
		}
		sum := new(big.Int)
		for _, m := range p {
			k := big.NewInt(m.coef)
			for _, v := range m.vars {
				k.Mul(k, number(v.Type, regs[v]))
			}
			sum.Add(sum, k)
		}
		want := sum.Sign() == 0
		switch op {
		case ir.Le:
			want = sum.Sign() <= 0
		case ir.Lt:
			want = sum.Sign() < 0
		}
		got, ok := ir.EvalExpr(x, &ir.Env{Reg: func(v *ir.Var) uint64 { return regs[v] }})
		if !ok || (got == 1) != want {
			t.Fatalf("%s is %v, the sum is %s", ir.ExprString(x), got, sum)
		}
		decided[got]++
	}
	if decided[0] < 1000 || decided[1] < 500 {
		t.Error("the cases are not worth much", decided)
	}
}

// TestLinearize checks that inequality returns the linear form from which expr has made a comparison.
func TestLinearize(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	tab := &table{}
	for i, typ := range []ir.Type{ir.I32, ir.U32, ir.I32, ir.U8} {
		tab.vars = append(tab.vars, &ir.Var{Name: string(rune('a' + i)), ID: i, Type: typ})
	}
	for range 5000 {
		f := lin{coef: make([]int64, 4), k: int64(r.IntN(50) - 25)}
		for i := range f.coef {
			if r.IntN(2) == 0 {
				f.coef[i] = int64(r.IntN(9) - 4)
			}
		}
		got, ok := tab.inequality(tab.expr(f))
		if !ok {
			t.Fatalf("%v: %s is not read", f, ir.ExprString(tab.expr(f)))
		}
		row := []int64{int64(r.IntN(100) - 50), int64(r.IntN(100)), int64(r.IntN(100) - 50), int64(r.IntN(100))}
		if got.at(row) != f.at(row) {
			t.Fatalf("%v became %v by %s", f, got, ir.ExprString(tab.expr(f)))
		}
	}
}

// TestFamily checks that the relations of a table hold in all its rows. After a row that refutes some of them,
// combinations that still hold remain.
func TestFamily(t *testing.T) {
	x, y, z := &ir.Var{Name: "x", Type: ir.I32}, &ir.Var{Name: "y", ID: 1, Type: ir.I32},
		&ir.Var{Name: "z", ID: 2, Type: ir.I32}
	tab := &table{vars: []*ir.Var{x, y, z}}
	for i := int64(0); i < 5; i++ { // y = 2x and z = 3x
		tab.rows = append(tab.rows, []int64{i, 2 * i, 3 * i})
	}
	f := newFamily(tab, monomials(tab.vars, 1), false)
	if n := len(f.relations()); n != 2 {
		t.Fatalf("%d relations", n)
	}
	tab.rows = append(tab.rows, []int64{1, 3, 2}) // only y + z = 5x still holds
	f = newFamily(tab, monomials(tab.vars, 1), false)
	rel := f.relations()
	if len(rel) != 1 {
		t.Fatalf("%d relations", len(rel))
	}
	for _, b := range tab.eval(rel[0]) {
		if !b {
			t.Errorf("%s is false in the table", ir.ExprString(rel[0]))
		}
	}
	if tab.rows = [][]int64{{1, 1, 1}}; tab.eval(rel[0])[0] {
		t.Errorf("%s holds everywhere", ir.ExprString(rel[0]))
	}
}
