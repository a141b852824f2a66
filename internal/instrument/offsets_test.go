package instrument

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// TestOffsets checks that a guard for the offsets of an address fails only if a term or a sum is larger than any
// object. If all guards pass, an offset inside of an object is equal to the exact sum.
func TestOffsets(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 9))
	scales := []int64{1, 1, 2, 4, 12, 16, 4096, -1, -4, -24}
	wrong, wrapped := 0, 0
	for n := range 3000 {
		model := []ir.DataModel{ir.ILP32, ir.LP64}[n%2]
		p := &ir.Program{Model: model}
		f := p.NewFunc("f", ir.Void, ir.Pos{})
		at := f.NewVar("p", model.Ptr())
		addr := ir.Expr(ir.NewRef(at))
		w := model.Ptr().Bits
		values := map[*ir.Var]uint64{at: 0}
		half := new(big.Int).SetUint64(num.MaxOf(w, true))
		sum, large := new(big.Int), false
		for k := range 1 + rng.IntN(3) {
			ty := ir.Type{Kind: ir.Int, Bits: []uint8{8, 32, w, w}[rng.IntN(4)], Signed: rng.IntN(2) == 0}
			i := f.NewVar(fmt.Sprint("i", k), ty)
			scale := scales[rng.IntN(len(scales))]
			v := num.Trunc(edge(rng, w, scale), ty.Bits)
			values[i] = ir.NewBits(ty, v).Bits
			x := new(big.Int).SetUint64(num.Trunc(v, ty.Bits))
			if ty.Signed {
				x.SetInt64(num.Signed(v, ty.Bits))
			}
			x.Mul(x, big.NewInt(scale))
			sum.Add(sum, x)
			large = large || x.CmpAbs(half) > 0 || sum.CmpAbs(half) > 0
			addr = ir.NewPtrAdd(addr, ir.NewRef(i), scale)
		}
		start, end := f.NewLoc(ir.Pos{}), f.NewLoc(ir.Pos{})
		g := &guarder{p: p, f: f, checks: Checks{Report: map[string]bool{ir.ValidDeref: true}}, names: newNames(p),
			cur: start}
		g.edge = f.NewEdge(start, end, &ir.Skip{}, ir.Pos{})
		g.offsetsOf(addr, g.onceErr(ir.ValidDeref, "offset"))
		bad := false
		for l := start; l != g.cur; {
			next := l
			for _, e := range l.Out {
				a, ok := e.Stmt.(*ir.Assume)
				if !ok {
					continue
				}
				holds, ok := ir.EvalExpr(a.Cond, &ir.Env{Reg: func(v *ir.Var) uint64 { return values[v] }})
				if !ok {
					t.Fatalf("%d: %s has no value", n, ir.ExprString(a.Cond))
				} else if holds == 0 {
					continue
				}
				if next != l {
					t.Fatalf("%d: both sides of a question", n)
				}
				next = e.To
			}
			if next == l {
				t.Fatalf("%d: no side of a question", n)
			}
			if l = next; l.Kind == ir.Error {
				bad = true
				break
			}
		}
		place := new(big.Int).Mod(sum, new(big.Int).Lsh(big.NewInt(1), uint(w)))
		inside := place.Cmp(new(big.Int).Rsh(half, 1)) < 0
		switch {
		case bad && !large:
			t.Fatalf("%d: %s: offset %v of %v is said to go around", n, ir.ExprString(addr), sum, values)
		case !bad && inside && place.Cmp(sum) != 0:
			t.Fatalf("%d: %s: offset %v is taken for %v\n%s", n, ir.ExprString(addr), sum, place, ir.Print(p))
		}
		if bad {
			wrong++
		}
		if inside && place.Cmp(sum) != 0 {
			wrapped++
		}
	}
	if wrong < 300 || wrapped < 300 {
		t.Errorf("%d large, %d around: the generator is useless", wrong, wrapped)
	}
	t.Logf("%d large, %d around", wrong, wrapped)
}

// edge returns a random index, near the values at which index*scale wraps around.
func edge(rng *rand.Rand, w uint8, scale int64) uint64 {
	near := uint64(rng.IntN(9)) - 4
	switch s := uint64(max(scale, -scale)); rng.IntN(5) {
	case 0:
		return near
	case 1:
		return rng.Uint64()
	case 2:
		return num.MaxOf(w, true)/s + near
	case 3:
		return -(num.MaxOf(w, true) / s) + near
	default:
		return num.MaxOf(w, false)/s + near
	}
}
