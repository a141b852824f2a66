package instrument

import (
	"math/rand/v2"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/num"
)

// smallExprs generates random expressions over registers of several small types, and of 64 bits.
type smallExprs struct {
	r    *rand.Rand
	vars []*ir.Var
}

func small(bits uint8, signed bool) ir.Type { return ir.Type{Kind: ir.Int, Bits: bits, Signed: signed} }

func newSmall(seed uint64) *smallExprs {
	s := &smallExprs{r: rand.New(rand.NewPCG(seed, 7))}
	for i, t := range []ir.Type{small(2, true), small(2, false), small(3, true), small(3, false), small(4, true), ir.B,
		ir.I64, ir.U64} {
		s.vars = append(s.vars, &ir.Var{Name: string(rune('a' + i)), Type: t, ID: i})
	}
	return s
}

// of returns a random expression of type t.
func (s *smallExprs) of(t ir.Type, depth int) ir.Expr {
	if t.Kind == ir.Bool {
		return s.truth(depth)
	}
	v := s.vars[s.r.IntN(len(s.vars))]
	if depth == 0 || s.r.IntN(5) == 0 {
		if s.r.IntN(3) == 0 {
			return ir.NewBits(t, num.Trunc(s.r.Uint64N(6)-2, t.Bits))
		}
		if v.Type == t {
			return ir.NewRef(v)
		}
		return &ir.Cast{T: t, X: ir.NewRef(v)}
	}
	switch s.r.IntN(8) {
	case 0:
		return &ir.Cast{T: t, X: s.of(v.Type, depth-1)}
	case 1:
		return &ir.Unary{Op: []ir.UnOp{ir.Neg, ir.Not}[s.r.IntN(2)], X: s.of(t, depth-1)}
	}
	op := ir.BinOp(1 + s.r.IntN(int(ir.Shr)))
	y := s.of(t, depth-1)
	if op == ir.Shl || op == ir.Shr {
		y = s.of(small(3, s.r.IntN(2) == 0), depth-1)
	}
	return &ir.Binary{Op: op, X: s.of(t, depth-1), Y: y}
}

// truth returns a random Bool.
func (s *smallExprs) truth(depth int) ir.Expr {
	if depth == 0 {
		return ir.NewRef(s.vars[5])
	}
	switch s.r.IntN(8) {
	case 0:
		return &ir.Unary{Op: ir.LNot, X: s.truth(depth - 1)}
	case 1:
		return &ir.Binary{Op: []ir.BinOp{ir.LAnd, ir.LOr, ir.Eq, ir.Ne}[s.r.IntN(4)], X: s.truth(depth - 1),
			Y: s.truth(depth - 1)}
	case 2:
		t := s.vars[s.r.IntN(5)].Type
		return &ir.Overflows{Op: []ir.BinOp{ir.Add, ir.Sub, ir.Mul, ir.Div}[s.r.IntN(4)], X: s.of(t, depth-1),
			Y: s.of(t, depth-1)}
	}
	t := s.vars[s.r.IntN(len(s.vars))].Type
	op := ir.Eq + ir.BinOp(s.r.IntN(4))
	if t.Kind == ir.Bool {
		op = ir.Eq + ir.BinOp(s.r.IntN(2))
	}
	return &ir.Binary{Op: op, X: s.of(t, depth-1), Y: s.of(t, depth-1)}
}

// values calls f with values of the registers that e reads: with all values of small registers and some values of
// 64-bit registers.
func (s *smallExprs) values(e ir.Expr, f func(env *ir.Env)) {
	used := map[*ir.Var]bool{}
	ir.Vars(e, func(v *ir.Var) { used[v] = true })
	vals := map[*ir.Var]uint64{}
	env := &ir.Env{Reg: func(v *ir.Var) uint64 { return vals[v] }}
	for range 40 {
		for _, v := range s.vars {
			vals[v] = num.Trunc(s.r.Uint64(), v.Type.Bits)
			if v.Type.Bits == 64 && s.r.IntN(2) == 0 {
				vals[v] = []uint64{0, 1, 1<<63 - 1, 1 << 63, ^uint64(0), 3}[s.r.IntN(6)]
			}
		}
		f(env)
	}
}

// TestFoldKeepsValues checks that folding keeps the value and the type of an expression, and reaches a fixpoint.
func TestFoldKeepsValues(t *testing.T) {
	s := newSmall(1)
	changed := 0
	for i := range 25000 {
		var e ir.Expr
		if i%3 == 0 {
			e = s.of(s.vars[i%8].Type, 3)
		} else {
			e = s.truth(3)
		}
		g := Fold(e)
		if g != e {
			changed++
		}
		if g.Type() != e.Type() {
			t.Fatalf("%s became %s of another type", ir.ExprString(e), ir.ExprString(g))
		}
		if Fold(g) != g && !ir.Equal(Fold(Fold(g)), Fold(g)) {
			t.Fatalf("folding %s does not end", ir.ExprString(e))
		}
		s.values(e, func(env *ir.Env) {
			a, _ := ir.EvalExpr(e, env)
			b, _ := ir.EvalExpr(g, env)
			if a != b {
				t.Fatalf("%s is %d, but %s is %d", ir.ExprString(e), a, ir.ExprString(g), b)
			}
		})
	}
	if changed < 4000 {
		t.Errorf("only %d expressions changed", changed)
	}
}

// TestSpanHoldsValues checks that the span of an expression contains all its values.
func TestSpanHoldsValues(t *testing.T) {
	s := newSmall(2)
	narrow := 0
	for i := range 25000 {
		e := s.of(s.vars[i%8].Type, 3)
		if e.Type().Kind != ir.Int {
			continue
		}
		ty := e.Type()
		sp := ir.SpanOf(e)
		if sp != ir.TypeSpan(ty) {
			narrow++
		}
		s.values(e, func(env *ir.Env) {
			v, _ := ir.EvalExpr(e, env)
			x := int64(v)
			if ty.Signed {
				x = num.Signed(v, ty.Bits)
			} else if x < 0 { // beyond int64
				if sp.Exact(ty) {
					t.Fatalf("%s is %d, span %v", ir.ExprString(e), v, sp)
				}
				return
			}
			if x < sp.Lo || x > sp.Hi && sp.Exact(ty) {
				t.Fatalf("%s is %d, span %v", ir.ExprString(e), x, sp)
			}
		})
	}
	if narrow < 2000 {
		t.Errorf("only %d narrow spans", narrow)
	}
}

// TestFoldRules checks that each rule applies where it should, and not where it must not.
func TestFoldRules(t *testing.T) {
	p := irtest.Program(t, `
program ILP32
site bytes "l" name "l" in main
object g size 4 align 4
entry main
func f() void {
  loc L0 entry
  loc L1 exit
  L0 -> L1: return
}
func main() void {
  reg x i32
  reg y i32
  reg c i8
  reg u u32
  reg w u8
  reg b bool
  reg d f64
  reg p ptr32
  object l size 4 align 4 #0
  object m size 4 align 4 #0
  loc L0 entry
  loc L1 exit
  loc L2
  loc L3
  L0 -> L2: decl l
  L2 -> L3: decl m
  L3 -> L1: return
}`[1:])
	for _, c := range []struct{ in, want string }{
		{"2:i32 + 3:i32", "5:i32"},                      // F1
		{"overflows(2147483647:i32 + 1:i32)", "true"},   // F1
		{"i32(i64(x))", "x"},                            // F2
		{"i64(i32(c))", "i64(c)"},                       // F2
		{"i64(u32(x))", "i64(u32(x))"},                  // F2: x may be negative
		{"i32(b) != 0:i32", "b"},                        // F3
		{"i32(b) == 0:i32", "!b"},                       // F3
		{"1:i32 < i32(b)", "false"},                     // F3
		{"!(x < y)", "y <= x"},                          // F4
		{"!(d < 1:f64)", "!(d < 1:f64)"},                // F4: NaN
		{"!!b", "b"},                                    // F4
		{"true && b", "b"},                              // F5
		{"b == false", "!b"},                            // F5
		{"i64(x) < i64(y)", "x < y"},                    // F6
		{"i32(c) == 300:i32", "false"},                  // F6, F9
		{"i32(c) == 100:i32", "c == 100:i8"},            // F6
		{"u32(x) < u32(y)", "u32(x) < u32(y)"},          // F6: not value-preserving
		{"x <= x", "true"},                              // F7
		{"d == d", "d == d"},                            // F7: NaN
		{"x - x", "0:i32"},                              // F7
		{"x * 0:i32 + y", "y"},                          // F8
		{"(x & 3:i32) < 4:i32", "true"},                 // F9
		{"overflows(i32(c) + 1:i32)", "false"},          // F9
		{"&@g == 0:ptr32", "false"},                     // F10
		{"u32(p) == 0:u32", "p == 0:ptr32"},             // F12
		{"0:u64 != u64(p)", "0:ptr32 != p"},             // F12
		{"u32(p) == u32(&@g)", "p == &@g"},              // F12
		{"u16(p) == 0:u16", "u16(p) == 0:u16"},          // F12: half of the number
		{"func(f) == func(main)", "false"},              // F10
		{"&l == &m", "&l == &m"},                        // F10: may share memory
		{"ptradd(ptradd(p, 1:i32, 4), -4:i32, 1)", "p"}, // F10
		{"x - y == 0:i32", "x == y"},                    // F11
		{"ptr32(5:i32)", "ptr32(5:i32)"},                // stays a number of unknown provenance
	} {
		e, err := ir.ParseExpr(c.in, p, p.Entry)
		if err != nil {
			t.Fatalf("%s: %v", c.in, err)
		}
		if got := ir.ExprString(Fold(e)); got != c.want {
			t.Errorf("%s folds to %s, want %s", c.in, got, c.want)
		}
	}
}
