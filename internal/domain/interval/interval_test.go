package interval

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/domaintest"
	"github.com/tandem-verifier/tandem/internal/ir"
)

func TestLaws(t *testing.T) {
	for _, k := range []int{0, 3, 8} {
		domaintest.Laws(t, New(k), domaintest.Config{Cases: 3000, Seed: int64(k)})
		domaintest.Laws(t, New(k), domaintest.Config{Cases: 1000, Seed: int64(k), Floats: true})
	}
}

// TestBitBounds compares the bounds of and, or and xor with brute force for small ranges.
func TestBitBounds(t *testing.T) {
	for _, op := range []ir.BinOp{ir.And, ir.Or, ir.Xor} {
		for a := uint64(0); a < 16; a++ {
			for b := a; b < 16; b++ {
				for c := uint64(0); c < 16; c++ {
					for d := c; d < 16; d++ {
						lo, hi := bitBounds(op, a, b, c, d, 15)
						min, max := ^uint64(0), uint64(0)
						for x := a; x <= b; x++ {
							for y := c; y <= d; y++ {
								z := ir.EvalBinary(op, ir.U8, x, y, ir.U8)
								if z < min {
									min = z
								}
								if z > max {
									max = z
								}
							}
						}
						if lo != min || hi != max {
							t.Fatalf("op %d [%d,%d] [%d,%d]: [%d,%d], want [%d,%d]", op, a, b, c, d, lo, hi, min, max)
						}
					}
				}
			}
		}
	}
}

// TestPrecision checks results for which users of the domain need more than soundness.
func TestPrecision(t *testing.T) {
	d := New(4)
	x, y := domain.NewDim(ir.I32, 0), domain.NewDim(ir.I32, 1)
	u := domain.NewDim(ir.U32, 2)
	c := func(v int64) *domain.Expr { return domain.NewConst(ir.I32, v) }
	bin := domain.NewBinary
	between := func(e *domain.Expr, lo, hi int64) *domain.Expr {
		return bin(ir.LAnd, bin(ir.Le, c(lo), e), bin(ir.Le, e, c(hi)))
	}
	for _, tc := range []struct {
		name   string
		conds  []*domain.Expr
		x      *domain.Expr
		lo, hi int64
	}{
		{"sum", []*domain.Expr{between(x, 0, 10), between(y, 5, 6)}, bin(ir.Add, x, y), 5, 16},
		{"backward sum", []*domain.Expr{between(x, 0, 100), bin(ir.Lt, bin(ir.Add, x, c(1)), c(50))}, x, 0, 48},
		{"scaled", []*domain.Expr{between(x, 0, 100), bin(ir.Le, bin(ir.Mul, x, c(4)), c(50))}, x, 0, 12},
		{"no overflow", []*domain.Expr{domain.NewUnary(ir.LNot, domain.NewOverflows(ir.Add, x, c(1)))}, x, -1 << 31,
			1<<31 - 2},
		{"zero left out", []*domain.Expr{between(x, -3, 3), bin(ir.Ne, x, c(0)), bin(ir.Le, c(0), x)}, x, 1, 3},
		{"shifted away", []*domain.Expr{between(x, -200, -100)}, domain.NewCast(ir.U8, x), 56, 156},
		{"remainder", []*domain.Expr{between(x, 25, 28)}, bin(ir.Rem, x, c(10)), 5, 8},
		{"unsigned from signed", []*domain.Expr{between(x, 0, 7)}, domain.NewCast(ir.U32, x), 0, 7},
		{"through a cast", []*domain.Expr{bin(ir.Lt, domain.NewCast(ir.I64, x), domain.NewConst(ir.I64, 7)),
			bin(ir.Le, c(0), x)}, x, 0, 6},
		{"sign test of unsigned", []*domain.Expr{bin(ir.Le, c(0), domain.NewCast(ir.I32, u))}, u, 0, 1<<31 - 1},
		{"halved", []*domain.Expr{bin(ir.Eq, bin(ir.Div, x, c(2)), c(3))}, x, 6, 7},
		{"masked", nil, bin(ir.And, x, c(15)), 0, 15},
	} {
		e := d.Top()
		for _, cond := range tc.conds {
			e = d.Assume(e, cond)
		}
		r := d.Bounds(e, tc.x)
		if r.Lo != domain.WideInt(tc.lo) || r.Hi != domain.WideInt(tc.hi) {
			t.Errorf("%s: [%s,%s], want [%d,%d]", tc.name, r.Lo, r.Hi, tc.lo, tc.hi)
		}
	}
}

// TestSets checks that arithmetic keeps sets of values, and a condition removes a value.
func TestSets(t *testing.T) {
	v := Values{8}
	d := New(8)
	x := domain.NewDim(ir.I32, 0)
	e := d.Bottom()
	for _, n := range []int64{3, 8448, 12292} {
		e = d.Join(e, d.Assign(d.Top(), 0, domain.NewConst(ir.I32, n)))
	}
	e = d.Assume(e, domain.NewBinary(ir.Ne, x, domain.NewConst(ir.I32, 8448)))
	got, ok := v.Elements(e, domain.NewBinary(ir.Add, x, domain.NewConst(ir.I32, 1)), 8)
	if !ok || len(got) != 2 || got[0] != 4 || got[1] != 12293 {
		t.Errorf("elements %v %v", got, ok)
	}
	if s := domain.NewConst(ir.B, 0).String(); s != "0:bool" {
		t.Error(s)
	}
	if cs := d.Constraints(e); len(cs) != 1 || cs[0].String() != "((d0 == 3:i32) || (d0 == 12292:i32))" {
		t.Errorf("constraints %v", cs)
	}
}

// TestNoOverflowOfProducts checks that the guard that a product does not overflow yields bounds of its factors.
func TestNoOverflowOfProducts(t *testing.T) {
	d := New(8)
	x, y := domain.NewDim(ir.I32, 0), domain.NewDim(ir.I32, 1)
	fits := func(e State, a, b *domain.Expr) State {
		return d.Assume(e, domain.NewUnary(ir.LNot, domain.NewOverflows(ir.Mul, a, b)))
	}
	if r := d.Bounds(fits(d.Top(), x, x), x); r.Lo != domain.WideInt(-46340) || r.Hi != domain.WideInt(46340) {
		t.Errorf("x*x: %v", r)
	}
	e := d.Assume(d.Top(), domain.NewBinary(ir.Le, domain.NewConst(ir.I32, 1000), y))
	if r := d.Bounds(fits(e, x, y), x); r.Lo != domain.WideInt(-2147483) || r.Hi != domain.WideInt(2147483) {
		t.Errorf("x*y, 1000 <= y: %v", r)
	}
}
