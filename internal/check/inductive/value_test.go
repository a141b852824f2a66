package inductive

import (
	"context"
	"math"
	"math/big"
	"math/rand"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// toBig returns w as a big integer.
func toBig(w wide) *big.Int {
	b := new(big.Int).Lsh(big.NewInt(w.hi), 64)
	return b.Add(b, new(big.Int).SetUint64(w.lo))
}

// TestWide compares the operations on wide with operations on big integers.
func TestWide(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	pick := func() wide {
		v := r.Uint64() >> r.Intn(64)
		w := fromUint(v)
		if r.Intn(2) == 0 {
			w = negate(w)
		}
		return w
	}
	for i := 0; i < 50000; i++ {
		a, b := pick(), pick()
		x, y := toBig(a), toBig(b)
		n := uint(r.Intn(65))
		type pair struct{ got, want *big.Int }
		pairs := []pair{
			{toBig(plus(a, b)), new(big.Int).Add(x, y)},
			{toBig(minus(a, b)), new(big.Int).Sub(x, y)},
			{toBig(floorShift(a, n)), new(big.Int).Rsh(x, n)},
		}
		if p, ok := times(a, b); ok {
			pairs = append(pairs, pair{toBig(p), new(big.Int).Mul(x, y)})
		} else if new(big.Int).Mul(x, y).BitLen() < 127 {
			t.Fatalf("%v * %v does not fit", x, y)
		}
		if b != (wide{}) {
			pairs = append(pairs, pair{toBig(divide(a, b)), new(big.Int).Quo(x, y)})
		}
		for k, p := range pairs {
			if p.got.Cmp(p.want) != 0 {
				t.Fatalf("operation %d on %v, %v: %v, want %v", k, x, y, p.got, p.want)
			}
		}
		if less(a, b) != (x.Cmp(y) < 0) {
			t.Fatalf("%v < %v", x, y)
		}
	}
}

// world is a checker for a program with a few registers of small types, all of whose states can be listed.
type world struct {
	c     *checker
	r     *rand.Rand
	vars  []*ir.Var
	specs []ir.Type
}

// point has the bits of each register.
type point [3]uint64

// newWorld returns a world with registers of random types.
func newWorld(r *rand.Rand, floats bool) *world {
	p := &ir.Program{Model: ir.ILP32}
	f := p.NewFunc("main", ir.Void, ir.Pos{})
	p.Entry = f
	w := &world{c: newChecker(context.Background(), p, nil, &verify.Inductive{}), r: r}
	width := uint8(1 + r.Intn(3))
	for i := range len(point{}) {
		t := ir.Type{Kind: ir.Int, Bits: width, Signed: r.Intn(2) == 0}
		switch {
		case r.Intn(8) == 0:
			t = ir.B
		case floats && r.Intn(2) == 0:
			t = []ir.Type{ir.F32, ir.F64}[r.Intn(2)]
		case r.Intn(4) == 0:
			t.Bits = uint8(1 + r.Intn(4))
		}
		w.specs = append(w.specs, t)
		w.vars = append(w.vars, f.NewVar(string(rune('a'+i)), t))
	}
	return w
}

// samples returns all values of a type, or a few values if it is a float type.
func (w *world) samples(t ir.Type) (out []uint64) {
	if t.Kind == ir.Float {
		special := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 3, 1e30, math.MaxFloat32, math.MaxFloat64, math.Inf(1),
			math.Inf(-1), math.NaN(), 0.1}
		for range 5 {
			f := special[w.r.Intn(len(special))]
			if w.r.Intn(2) == 0 {
				f = (w.r.Float64() - 0.5) * 100
			}
			out = append(out, ir.FloatBits(t, f))
		}
		return out
	}
	for v := uint64(0); v <= num.Mask(t.Bits); v++ {
		out = append(out, v)
	}
	return out
}

// points returns all combinations of samples.
func (w *world) points() map[point]bool {
	set := map[point]bool{{}: true}
	for i, t := range w.specs {
		next := map[point]bool{}
		for _, v := range w.samples(t) {
			for p := range set {
				p[i] = v
				next[p] = true
			}
		}
		set = next
	}
	return set
}

// at returns the environment of a point.
func (w *world) at(p point) *ir.Env {
	return &ir.Env{Reg: func(v *ir.Var) uint64 { return p[v.ID] }}
}

// TestSound compares evaluation, assignment and conditions with all points: the abstract state must contain each point
// that the statements lead to.
func TestSound(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	cases := 4000
	for i := 0; i < cases; i++ {
		w := newWorld(r, i%4 == 0)
		s, set := &state{}, w.points()
		trace := ""
		for n := 1 + r.Intn(5); n > 0; n-- {
			next := map[point]bool{}
			if r.Intn(2) == 0 {
				k := r.Intn(len(w.vars))
				x := w.expr(w.specs[k], 3)
				trace += w.vars[k].Name + " = " + ir.ExprString(x) + "; "
				for p := range set {
					v, _ := ir.EvalExpr(x, w.at(p))
					p[k] = v
					next[p] = true
				}
				s = w.c.step(s, &ir.Edge{Stmt: &ir.Assign{Dst: w.vars[k], Src: x}})
			} else {
				x := w.expr(ir.B, 3)
				trace += "assume " + ir.ExprString(x) + "; "
				for p := range set {
					if v, _ := ir.EvalExpr(x, w.at(p)); v != 0 {
						next[p] = true
					}
				}
				s = w.c.assume(s, x, true)
			}
			set = next
			if s.empty {
				if len(set) > 0 {
					t.Fatalf("case %d %v: %s nothing is possible, but there are %d points", i, w.specs, trace, len(set))
				}
				break
			}
			for p := range set {
				for k, v := range w.vars {
					x := s.find(w.c.register(v))
					if x != nil && !constant(w.specs[k], p[k]).within(*x) {
						t.Fatalf("case %d %v: %s point %v is lost: %s has %v [%g,%g] %v", i, w.specs, trace, p, v.Name, x.ints, x.flo,
							x.fhi, x.nan)
					}
				}
			}
		}
	}
}

// expr returns a random expression of type t.
func (w *world) expr(t ir.Type, depth int) ir.Expr {
	r := w.r
	if depth == 0 || r.Intn(4) == 0 {
		var same []*ir.Var
		for _, v := range w.vars {
			if v.Type == t {
				same = append(same, v)
			}
		}
		if len(same) > 0 && r.Intn(3) > 0 {
			return ir.NewRef(same[r.Intn(len(same))])
		}
		vs := w.samples(t)
		return ir.NewBits(t, vs[r.Intn(len(vs))])
	}
	other := w.specs[r.Intn(len(w.specs))]
	switch t.Kind {
	case ir.Bool:
		switch r.Intn(8) {
		case 0:
			return &ir.Unary{Op: ir.LNot, X: w.expr(ir.B, depth-1)}
		case 1:
			return &ir.Binary{Op: ir.LAnd + ir.BinOp(r.Intn(2)), X: w.expr(ir.B, depth-1), Y: w.expr(ir.B, depth-1)}
		case 2:
			if other.Kind == ir.Int {
				return &ir.Overflows{Op: []ir.BinOp{ir.Add, ir.Sub, ir.Mul, ir.Div}[r.Intn(4)], X: w.expr(other, depth-1),
					Y: w.expr(other, depth-1)}
			}
		}
		return &ir.Binary{Op: ir.Eq + ir.BinOp(r.Intn(4)), X: w.expr(other, depth-1), Y: w.expr(other, depth-1)}
	case ir.Float:
		switch r.Intn(6) {
		case 0:
			return &ir.Unary{Op: []ir.UnOp{ir.Neg, ir.FAbs, ir.FSqrt, ir.FFloor, ir.FCeil, ir.FTrunc, ir.FNearest}[r.Intn(7)],
				X: w.expr(t, depth-1)}
		case 1:
			return &ir.Cast{T: t, X: w.expr(other, depth-1)}
		}
		return &ir.Binary{Op: ir.Add + ir.BinOp(r.Intn(4)), X: w.expr(t, depth-1), Y: w.expr(t, depth-1)}
	}
	switch r.Intn(6) {
	case 0:
		return &ir.Unary{Op: ir.Neg + ir.UnOp(r.Intn(2)), X: w.expr(t, depth-1)}
	case 1:
		return &ir.Cast{T: t, X: w.expr(other, depth-1)}
	}
	op := ir.Add + ir.BinOp(r.Intn(int(ir.Shr-ir.Add)+1))
	if (op == ir.Shl || op == ir.Shr) && other.Kind == ir.Int {
		return &ir.Binary{Op: op, X: w.expr(t, depth-1), Y: w.expr(other, depth-1)}
	}
	return &ir.Binary{Op: op, X: w.expr(t, depth-1), Y: w.expr(t, depth-1)}
}
