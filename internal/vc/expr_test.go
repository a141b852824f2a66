package vc_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// long reports whether the tests run at full size (TANDEM_LONG=1): 2,000 random expressions for each width, 2,000
// paths.
func long() bool { return os.Getenv("TANDEM_LONG") != "" }

var encodings = []vc.Encoding{vc.Bits, vc.Ints}

// exprGen makes random expressions over the global registers of a program.
type exprGen struct {
	r      *rand.Rand
	p      *ir.Program
	t      ir.Type // the type of most values
	floats bool
}

// newExprGen returns a generator of expressions in which most values have type t.
func newExprGen(seed uint64, t ir.Type) *exprGen {
	g := &exprGen{r: rand.New(rand.NewPCG(seed, uint64(t.Bits))), t: t, p: &ir.Program{Model: ir.ILP32}}
	for i, u := range []ir.Type{t, t, t, {Kind: ir.Int, Bits: t.Bits, Signed: !t.Signed}, g.width(), g.width(), ir.B,
		ir.F32, ir.F64} {
		g.p.NewGlobal(fmt.Sprintf("g%d", i), u)
	}
	g.p.Entry = g.p.NewFunc("main", ir.Void, ir.Pos{})
	g.floats = g.r.IntN(4) == 0
	return g
}

// width returns a random integer type.
func (g *exprGen) width() ir.Type {
	if g.r.IntN(2) == 0 {
		return ir.Type{Kind: ir.Int, Bits: []uint8{8, 16, 32, 64}[g.r.IntN(4)], Signed: g.r.IntN(2) == 0}
	}
	return ir.Type{Kind: ir.Int, Bits: uint8(1 + g.r.IntN(64)), Signed: g.r.IntN(2) == 0}
}

// value returns a random value of a type, often one near its bounds.
func (g *exprGen) value(t ir.Type) uint64 {
	switch t.Kind {
	case ir.Bool:
		return g.r.Uint64N(2)
	case ir.Float:
		fs := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -2.75, 1e9, -3e9, 1e20, 127.5, -128, -128.5, 255.9, math.Inf(1),
			math.Inf(-1), math.NaN(),
			4294967296, 9.3e18, 2147483648, -2147483648, -2147483649, -9223372036854775808, 1e-310, 16777217,
			g.r.NormFloat64() * 100}
		return ir.FloatBits(t, fs[g.r.IntN(len(fs))])
	}
	var v uint64
	switch g.r.IntN(7) {
	case 0:
		v = num.MinOf(t.Bits, t.Signed) + g.r.Uint64N(2)
	case 1:
		v = num.MaxOf(t.Bits, t.Signed) - g.r.Uint64N(2)
	case 2:
		v = -g.r.Uint64N(9)
	case 3:
		v = g.r.Uint64()
	case 4:
		v = 1<<g.r.IntN(64) - g.r.Uint64N(2)
	default:
		v = g.r.Uint64N(9)
	}
	return num.Trunc(v, t.Bits)
}

// expr returns a random expression of type t and depth d.
func (g *exprGen) expr(t ir.Type, d int) ir.Expr {
	if d <= 0 || g.r.IntN(7) == 0 {
		var vs []*ir.Var
		for _, v := range g.p.Globals {
			if v.Type == t {
				vs = append(vs, v)
			}
		}
		if len(vs) > 0 && g.r.IntN(3) > 0 {
			return ir.NewRef(vs[g.r.IntN(len(vs))])
		}
		if g.r.IntN(2) == 0 && t.Kind == ir.Int { // a register of another type
			v := g.p.Globals[g.r.IntN(6)]
			return &ir.Cast{T: t, X: ir.NewRef(v)}
		}
		return &ir.Const{T: t, Bits: g.value(t)}
	}
	switch t.Kind {
	case ir.Bool:
		return g.boolean(d)
	case ir.Float:
		return g.float(t, d)
	}
	ops := []ir.BinOp{ir.Add, ir.Sub, ir.Mul, ir.Add, ir.Sub, ir.Mul, ir.Div, ir.Rem, ir.And, ir.Or, ir.Xor, ir.Shl,
		ir.Shr}
	switch k := g.r.IntN(10); {
	case k == 0:
		return &ir.Unary{Op: []ir.UnOp{ir.Neg, ir.Not}[g.r.IntN(2)], X: g.expr(t, d-1)}
	case k == 1:
		return &ir.Cast{T: t, X: g.expr(g.width(), d-1)}
	case k == 2:
		return &ir.Cast{T: t, X: g.expr(ir.B, d-1)}
	case k == 3 && g.floats:
		return &ir.Cast{T: t, X: g.expr([]ir.Type{ir.F32, ir.F64}[g.r.IntN(2)], d-1)}
	}
	op := ops[g.r.IntN(len(ops))]
	x, yt := g.expr(t, d-1), t
	var y ir.Expr
	switch {
	case op == ir.Shl || op == ir.Shr:
		if g.r.IntN(2) == 0 {
			yt = g.width()
		}
		y = g.expr(yt, d-2)
		if g.r.IntN(2) == 0 {
			y = &ir.Const{T: yt, Bits: num.Trunc(g.r.Uint64N(uint64(t.Bits)+3), yt.Bits)}
		}
	case g.r.IntN(3) == 0:
		y = &ir.Const{T: t, Bits: g.value(t)}
	default:
		y = g.expr(t, d-1)
	}
	return &ir.Binary{Op: op, X: x, Y: y}
}

// boolean returns a random condition of depth d.
func (g *exprGen) boolean(d int) ir.Expr {
	t := g.t
	if g.r.IntN(4) == 0 {
		t = g.width()
	}
	switch k := g.r.IntN(10); {
	case k < 2:
		return &ir.Binary{Op: []ir.BinOp{ir.LAnd, ir.LOr}[g.r.IntN(2)], X: g.expr(ir.B, d-1), Y: g.expr(ir.B, d-1)}
	case k < 3:
		return &ir.Unary{Op: ir.LNot, X: g.expr(ir.B, d-1)}
	case k < 5:
		return &ir.Overflows{Op: []ir.BinOp{ir.Add, ir.Sub, ir.Mul, ir.Div}[g.r.IntN(4)], X: g.expr(t, d-1),
			Y: g.expr(t, d-1)}
	case k < 6 && g.floats:
		t = []ir.Type{ir.F32, ir.F64}[g.r.IntN(2)]
	case k < 6:
		return &ir.Binary{Op: []ir.BinOp{ir.Eq, ir.Ne}[g.r.IntN(2)], X: g.expr(ir.B, d-1), Y: g.expr(ir.B, d-1)}
	}
	return &ir.Binary{Op: []ir.BinOp{ir.Eq, ir.Ne, ir.Lt, ir.Le}[g.r.IntN(4)], X: g.expr(t, d-1), Y: g.expr(t, d-1)}
}

// float returns a random float expression of type t and depth d.
func (g *exprGen) float(t ir.Type, d int) ir.Expr {
	switch k := g.r.IntN(10); {
	case k < 5:
		return &ir.Binary{Op: []ir.BinOp{ir.Add, ir.Sub, ir.Mul, ir.Div}[g.r.IntN(4)], X: g.expr(t, d-1), Y: g.expr(t, d-1)}
	case k < 7:
		op := []ir.UnOp{ir.Neg, ir.FAbs, ir.FSqrt, ir.FFloor, ir.FCeil, ir.FTrunc, ir.FNearest}[g.r.IntN(7)]
		return &ir.Unary{Op: op, X: g.expr(t, d-1)}
	case k < 8:
		return &ir.Cast{T: t, X: g.expr([]ir.Type{ir.F32, ir.F64}[g.r.IntN(2)], d-1)}
	}
	return &ir.Cast{T: t, X: g.expr(g.width(), d-1)}
}

// bench has a state in which the registers of a program are fresh constants.
type bench struct {
	t    *testing.T
	c    *term.Ctx
	e    *vc.Encoder
	s    *vc.State
	p    *ir.Program
	vals map[*ir.Var]*vc.Value
	sol  smt.Solver
}

func newBench(t *testing.T, p *ir.Program, enc vc.Encoding, sol func(*term.Ctx) smt.Solver) *bench {
	c := term.New()
	b := &bench{t: t, c: c, e: vc.New(c, p, vc.Options{Enc: enc}), p: p, vals: map[*ir.Var]*vc.Value{}}
	b.s = b.e.Initial()
	for _, v := range p.Globals {
		x := b.e.Fresh(v.Name, v.Type)
		b.vals[v] = x
		b.s = b.e.WithReg(b.s, v, x)
	}
	if sol != nil {
		b.sol = sol(c)
	}
	return b
}

// literal returns the term Value.T of canonical bits.
func (b *bench) literal(t ir.Type, bits uint64) *term.Term { return b.e.Literal(t, bits).T }

// admits checks that x may have the value want if the registers have the values in env, in the state s.
func (b *bench) admits(env map[*ir.Var]uint64, s *vc.State, x *vc.Value, t ir.Type, want uint64) error {
	m := term.NewModel()
	var eqs []*term.Term
	for v, bits := range env {
		k := b.literal(v.Type, bits)
		m.Vars[b.vals[v].T.Name()] = k
		eqs = append(eqs, b.c.Eq(b.vals[v].T, k))
	}
	if b.e.Approx == 0 {
		got, err := b.c.Eval(m, x.T)
		if err != nil {
			return err
		}
		bits, ok := vc.BitsOf(t, got)
		if !ok || !same(t, bits, want) {
			return fmt.Errorf("%v is %v, want %#x", x.T, got, want)
		}
		if x.Lo != nil {
			n, _ := got.Big()
			if n.Cmp(x.Lo) < 0 || n.Cmp(x.Hi) > 0 {
				return fmt.Errorf("%v outside of its bounds %v, %v", got, x.Lo, x.Hi)
			}
		}
		for _, f := range b.e.Axioms(x.T) {
			if ok, err := b.c.Holds(m, f); err != nil || !ok {
				return fmt.Errorf("axiom %v does not hold: %v", f, err)
			}
		}
		return nil
	}
	if b.sol == nil {
		return nil
	}
	b.sol.Push()
	defer b.sol.Pop()
	b.sol.Assert(eqs...)
	b.sol.Assert(b.c.Eq(x.T, b.literal(t, want)), b.e.Guard(s))
	if x.Lo != nil {
		b.sol.Assert(b.c.ILe(b.c.IntBig(x.Lo), x.T), b.c.ILe(x.T, b.c.IntBig(x.Hi)))
	}
	b.sol.Assert(b.e.Axioms(x.T, b.e.Guard(s))...)
	if a := b.sol.Check(context.Background(), smt.Budget{Time: queryTime, Work: 1_000_000}); a.Result == smt.Unsat {
		return fmt.Errorf("approximated %v excludes %#x", x.T, want)
	}
	return nil
}

// same reports whether two values of a type are equal; all NaNs are.
func same(t ir.Type, a, b uint64) bool {
	if t.Kind == ir.Float && math.IsNaN(ir.FloatOf(t, a)) {
		return math.IsNaN(ir.FloatOf(t, b))
	}
	return a == b
}

// TestExprExhaustive checks every operator on all values of small widths.
func TestExprExhaustive(t *testing.T) {
	top := uint8(3)
	if long() {
		top = 4
	}
	var small []ir.Type
	for w := uint8(1); w <= top; w++ {
		small = append(small, ir.Type{Kind: ir.Int, Bits: w}, ir.Type{Kind: ir.Int, Bits: w, Signed: true})
	}
	sol, stop := solvers(t)
	defer stop()
	for _, enc := range encodings {
		for _, xt := range small {
			for _, yt := range small {
				p := &ir.Program{Model: ir.ILP32}
				x, y := p.NewGlobal("x", xt), p.NewGlobal("y", yt)
				p.Entry = p.NewFunc("main", ir.Void, ir.Pos{})
				rx, ry := ir.NewRef(x), ir.NewRef(y)
				var all []ir.Expr
				for _, op := range []ir.BinOp{ir.Shl, ir.Shr} {
					all = append(all, &ir.Binary{Op: op, X: rx, Y: ry})
				}
				all = append(all, &ir.Cast{T: yt, X: rx}, &ir.Cast{T: xt, X: &ir.Cast{T: yt, X: rx}})
				if xt == yt {
					for op := ir.Add; op <= ir.Le; op++ {
						if op != ir.Shl && op != ir.Shr {
							all = append(all, &ir.Binary{Op: op, X: rx, Y: ry})
						}
					}
					for _, op := range []ir.BinOp{ir.Add, ir.Sub, ir.Mul, ir.Div} {
						all = append(all, &ir.Overflows{Op: op, X: rx, Y: ry})
					}
					all = append(all, &ir.Unary{Op: ir.Neg, X: rx}, &ir.Unary{Op: ir.Not, X: rx})
					for c := uint64(0); c < 1<<xt.Bits; c++ { // constant operands, such as masks
						for _, op := range []ir.BinOp{ir.And, ir.Or, ir.Xor, ir.Div, ir.Rem, ir.Mul} {
							all = append(all, &ir.Binary{Op: op, X: rx, Y: &ir.Const{T: xt, Bits: c}},
								&ir.Binary{Op: op, X: &ir.Const{T: xt, Bits: c}, Y: rx})
						}
					}
				}
				for _, ex := range all {
					b := newBench(t, p, enc, sol)
					v := b.e.Expr(b.s, ex)
					for i := uint64(0); i < 1<<xt.Bits; i++ {
						for j := uint64(0); j < 1<<yt.Bits; j++ {
							env := map[*ir.Var]uint64{x: i, y: j}
							want, _ := ir.EvalExpr(ex, &ir.Env{Reg: func(v *ir.Var) uint64 { return env[v] }})
							if err := b.admits(env, b.s, v, ex.Type(), want); err != nil {
								t.Fatalf("%v %s, x=%d y=%d: %v", enc, ir.ExprString(ex), i, j, err)
							}
							if b.e.Approx > 0 && b.sol != nil && !long() && (i+j)%3 != 0 {
								break // a query each
							}
						}
					}
					b.close()
				}
			}
		}
	}
}

// TestExprRandom checks random expressions at every width, also under conditions of a path.
func TestExprRandom(t *testing.T) {
	n, queries := 12, 1
	if long() {
		n, queries = 2000, 40
	}
	sol, stop := solvers(t)
	defer stop()
	for w := uint8(1); w <= 64; w++ {
		for i := range n {
			xt := ir.Type{Kind: ir.Int, Bits: w, Signed: i%2 == 0}
			g := newExprGen(uint64(i), xt)
			t1 := xt
			switch g.r.IntN(5) {
			case 0:
				t1 = ir.B
			case 1:
				if g.floats {
					t1 = ir.F64
				}
			}
			ex := g.expr(t1, 4)
			var conds []ir.Expr
			for range g.r.IntN(3) {
				conds = append(conds, g.boolean(2))
			}
			for _, enc := range encodings {
				use := sol
				if (i+int(w))%n >= queries { // types of both signs are checked with the solver
					use = nil
				}
				testExpr(t, g, enc, ex, conds, use)
				if t.Failed() {
					t.Fatalf("%v width %d seed %d", enc, w, i)
				}
			}
		}
	}
}

// TestOffPath checks that axioms of approximated operations exclude no values of registers for which the path condition
// is false, where operands may leave their types.
func TestOffPath(t *testing.T) {
	sol, stop := solvers(t)
	defer stop()
	if sol == nil {
		benchtest.Missing(t, "without a solver")
	}
	for _, x := range []ir.Type{ir.U8, ir.I8, ir.U32, ir.I32} {
		min, max := num.MinOf(x.Bits, x.Signed), num.MaxOf(x.Bits, x.Signed)
		one := ir.NewConst(x, 1)
		for _, op := range []ir.BinOp{ir.And, ir.Or, ir.Xor, ir.Shl, ir.Shr} {
			for _, down := range []bool{true, false} {
				p := &ir.Program{Model: ir.ILP32}
				v, w := p.NewGlobal("v", x), p.NewGlobal("w", x)
				p.Entry = p.NewFunc("main", ir.Void, ir.Pos{})
				end, step := max, ir.Add
				if down {
					end, step = min, ir.Sub
				}
				cond := &ir.Binary{Op: ir.Ne, X: ir.NewRef(v), Y: ir.NewBits(x, end)}
				ex := &ir.Binary{Op: op, X: &ir.Binary{Op: step, X: ir.NewRef(v), Y: one}, Y: ir.NewRef(w)}
				b := newBench(t, p, vc.Ints, sol)
				s := b.e.Step(b.s, &ir.Edge{From: p.Entry.Entry, To: p.Entry.Entry, Stmt: &ir.Assume{Cond: cond}})
				val := b.e.Expr(s, ex)
				if b.e.Approx == 0 {
					t.Errorf("%s is not approximated", ir.ExprString(ex))
				}
				for _, k := range []uint64{min, max, 0, 1, uint64(x.Bits) - 1} {
					env := map[*ir.Var]uint64{v: end, w: k}
					if err := b.axiomsHold(env, val, s); err != nil {
						t.Errorf("%v %s, %v: %v", x, ir.ExprString(ex), show(env), err)
					}
				}
				b.close()
			}
		}
	}
}

// testExpr checks the value of an expression under conditions, and the axioms.
func testExpr(t *testing.T, g *exprGen, enc vc.Encoding, ex ir.Expr, conds []ir.Expr, sol func(*term.Ctx) smt.Solver) {
	b := newBench(t, g.p, enc, sol)
	defer b.close()
	s := b.s
	f := g.p.Entry
	dead := false // Step has found a condition false
	for _, c := range conds {
		n := b.e.Step(s, &ir.Edge{From: f.Entry, To: f.Entry, Stmt: &ir.Assume{Cond: c}})
		if n == nil {
			dead = true
			break
		}
		s = n
	}
	v := b.e.Expr(s, ex)
	tries := 12
	if b.e.Approx > 0 {
		tries = 3
	}
	for range tries {
		env := map[*ir.Var]uint64{}
		for _, r := range g.p.Globals {
			env[r] = g.value(r.Type)
		}
		ev := &ir.Env{Reg: func(v *ir.Var) uint64 { return env[v] }}
		on := true // the registers satisfy the path condition
		for _, c := range conds {
			ok, _ := ir.EvalExpr(c, ev)
			on = on && ok == 1
		}
		if err := b.guardIs(env, s, dead, on); err != nil {
			t.Errorf("path %s, %v: %v", exprs(conds), show(env), err)
			return
		}
		if !on {
			// If the path condition is false, the axioms must be satisfiable too.
			if err := b.axiomsHold(env, v, s); err != nil {
				t.Errorf("%s after %s, %v: %v", ir.ExprString(ex), exprs(conds), show(env), err)
				return
			}
			continue
		}
		want, ok := ir.EvalExpr(ex, ev)
		if !ok {
			t.Fatalf("no value: %s", ir.ExprString(ex))
		}
		if err := b.admits(env, s, v, ex.Type(), want); err != nil {
			t.Errorf("%s after %s, %v: %v", ir.ExprString(ex), exprs(conds), show(env), err)
			return
		}
	}
}

// guardIs checks that the path condition has the value on.
func (b *bench) guardIs(env map[*ir.Var]uint64, s *vc.State, dead, on bool) error {
	if dead && on {
		return errors.New("a condition that holds is encoded as false")
	}
	if dead || b.e.Approx > 0 {
		return nil
	}
	m := term.NewModel()
	for v, bits := range env {
		m.Vars[b.vals[v].T.Name()] = b.literal(v.Type, bits)
	}
	if got, err := b.c.Holds(m, b.e.Guard(s)); err != nil || got != on {
		return fmt.Errorf("the guard %v is %v (%v)", b.e.Guard(s), got, err)
	}
	return nil
}

// axiomsHold checks that the axioms exclude no values of the registers.
func (b *bench) axiomsHold(env map[*ir.Var]uint64, x *vc.Value, s *vc.State) error {
	axioms := b.e.Axioms(x.T, b.e.Guard(s))
	if len(axioms) == 0 || b.sol == nil {
		return nil
	}
	b.sol.Push()
	defer b.sol.Pop()
	for v, bits := range env {
		b.sol.Assert(b.c.Eq(b.vals[v].T, b.literal(v.Type, bits)))
	}
	b.sol.Assert(axioms...)
	if a := b.sol.Check(context.Background(), smt.Budget{Time: queryTime, Work: 1_000_000}); a.Result == smt.Unsat {
		return fmt.Errorf("the axioms %v exclude it", axioms)
	}
	return nil
}

func (b *bench) close() {
	if b.sol != nil {
		b.sol.Close()
	}
}

// exprs returns the texts of expressions.
func exprs(es []ir.Expr) (out []string) {
	for _, e := range es {
		out = append(out, ir.ExprString(e))
	}
	return out
}

// show returns an environment by the names of registers, for messages.
func show(env map[*ir.Var]uint64) map[string]uint64 {
	out := map[string]uint64{}
	for v, x := range env {
		out[v.Name] = x
	}
	return out
}
