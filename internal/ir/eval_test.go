package ir

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/tandem-verifier/tandem/internal/num"
)

// exactInt returns the integer with canonical bits x.
func exactInt(t Type, x uint64) *big.Int {
	if t.Signed {
		return big.NewInt(num.Signed(x, t.Bits))
	}
	return new(big.Int).SetUint64(x)
}

// reduceInt returns the canonical bits of v, wrapped to t.
func reduceInt(t Type, v *big.Int) uint64 {
	return new(big.Int).Mod(v, new(big.Int).Lsh(big.NewInt(1), uint(t.Bits))).Uint64()
}

// TestEvalIntExhaustive compares integer operations with exact integers at widths 1 to 5.
func TestEvalIntExhaustive(t *testing.T) {
	for w := uint8(1); w <= 5; w++ {
		for _, ty := range []Type{{Int, w, true}, {Int, w, false}} {
			for x := uint64(0); x <= num.Mask(w); x++ {
				a := exactInt(ty, x)
				if got, want := EvalUnary(Neg, ty, x), reduceInt(ty, new(big.Int).Neg(a)); got != want {
					t.Fatalf("-%d:%s = %#x, want %#x", a, ty, got, want)
				}
				if got, want := EvalUnary(Not, ty, x), reduceInt(ty, new(big.Int).Not(a)); got != want {
					t.Fatalf("~%d:%s = %#x, want %#x", a, ty, got, want)
				}
				for y := uint64(0); y <= num.Mask(w); y++ {
					checkInts(t, ty, x, y)
				}
			}
		}
	}
}

// checkInts checks all operations on x and y.
func checkInts(t *testing.T, ty Type, x, y uint64) {
	t.Helper()
	a, b := exactInt(ty, x), exactInt(ty, y)
	z := func() *big.Int { return new(big.Int) }
	want := map[BinOp]*big.Int{
		Add: z().Add(a, b), Sub: z().Sub(a, b), Mul: z().Mul(a, b),
		And: z().And(a, b), Or: z().Or(a, b), Xor: z().Xor(a, b),
	}
	if b.Sign() != 0 {
		want[Div], want[Rem] = z().Quo(a, b), z().Rem(a, b)
	}
	if b.Sign() >= 0 {
		want[Shl], want[Shr] = z().Lsh(a, uint(b.Int64())), z().Rsh(a, uint(b.Int64()))
	} else { // a negative amount counts as too large
		want[Shl], want[Shr] = z(), z().Rsh(a, 64)
	}
	for op, v := range want {
		if got := EvalBinary(op, ty, x, y, ty); got != reduceInt(ty, v) {
			t.Fatalf("%d %s %d in %s = %#x, want %v", a, op, b, ty, got, v)
		}
		switch op {
		case Add, Sub, Mul, Div:
			over := exactInt(ty, reduceInt(ty, v)).Cmp(v) != 0
			if EvalOverflows(op, ty, x, y) != over {
				t.Fatalf("overflows(%d %s %d) in %s is not %v", a, op, b, ty, over)
			}
		}
	}
	c := a.Cmp(b)
	for op, v := range map[BinOp]bool{Eq: c == 0, Ne: c != 0, Lt: c < 0, Le: c <= 0} {
		if got := EvalBinary(op, ty, x, y, ty); got != bit(v) {
			t.Fatalf("%d %s %d in %s = %d", a, op, b, ty, got)
		}
	}
}

func TestEvalCastInt(t *testing.T) {
	for from := uint8(1); from <= 6; from++ {
		for to := uint8(1); to <= 8; to++ {
			for x := uint64(0); x <= num.Mask(from); x++ {
				for _, sg := range []bool{true, false} {
					f, g := Type{Int, from, sg}, Type{Int, to, !sg}
					if got, want := EvalCast(g, f, x), reduceInt(g, exactInt(f, x)); got != want {
						t.Fatalf("%s(%#x:%s) = %#x, want %#x", g, x, f, got, want)
					}
				}
			}
		}
	}
	if got := EvalCast(P64, I32, 0xffffffff); got != math.MaxUint64 {
		t.Errorf("ptr64(-1:i32) = %#x", got)
	}
	if got := EvalCast(I64, P32, 0xffffffff); got != 0xffffffff {
		t.Errorf("i64(ptr32) = %#x", got)
	}
	if got := EvalCast(I32, B, 1); got != 1 {
		t.Errorf("i32(true) = %#x", got)
	}
}

// TestEvalFloatToInt checks truncation and the rule for numbers out of range.
func TestEvalFloatToInt(t *testing.T) {
	f64 := math.Float64bits
	min := func(ty Type) uint64 { return num.MinOf(ty.Bits, ty.Signed) }
	for _, c := range []struct {
		to   Type
		f    float64
		want uint64
	}{
		{I32, 1.9, 1}, {I32, -1.9, 0xffffffff}, {I32, 2147483647.5, 0x7fffffff}, {I32, 2147483648, min(I32)},
		{I32, -2147483648.9, 0x80000000}, {I32, -2147483649, min(I32)}, {I32, math.NaN(), min(I32)},
		{I32, math.Inf(1), min(I32)},
		{U8, 255.9, 255}, {U8, 256, 255}, {U8, -0.9, 0}, {U8, -1, 255}, {U8, math.NaN(), 255}, {U8, 3, 3},
		{I8, 127.9, 127}, {I8, 128, 0x80}, {I8, -128.5, 0x80}, {I8, -129, 0x80},
		{I64, 9223372036854774784, 0x7ffffffffffffc00}, {I64, 9223372036854775808, min(I64)},
		{I64, -9223372036854775808, min(I64)},
		{U64, 18446744073709549568, 0xfffffffffffff800}, {U64, 18446744073709551616, math.MaxUint64},
		{U64, 9223372036854775808, 1 << 63},
		{U64, 9223372036854774784, 0x7ffffffffffffc00},
	} {
		if got := EvalCast(c.to, F64, f64(c.f)); got != c.want {
			t.Errorf("%s(%v) = %#x, want %#x", c.to, c.f, got, c.want)
		}
	}
}

// TestEvalIntToFloat compares with big.Float, which rounds once, to nearest even.
func TestEvalIntToFloat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ty := rapid.SampledFrom([]Type{I64, U64, I32, U32, I8}).Draw(t, "type")
		x := num.Trunc(rapid.Uint64().Draw(t, "x")>>rapid.IntRange(0, 63).Draw(t, "shift"), ty.Bits)
		v := new(big.Float).SetInt(exactInt(ty, x))
		w32, _ := v.Float32()
		if got := EvalCast(F32, ty, x); got != uint64(math.Float32bits(w32)) {
			t.Fatalf("f32(%#x:%s) = %#x", x, ty, got)
		}
		w64, _ := v.Float64()
		if got := EvalCast(F64, ty, x); got != math.Float64bits(w64) {
			t.Fatalf("f64(%#x:%s) = %#x", x, ty, got)
		}
	})
}

// TestEvalFloatRoundsOnce compares f32 arithmetic with exact arithmetic.
func TestEvalFloatRoundsOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Float32Range(-1e18, 1e18).Draw(t, "a")
		b := rapid.Float32Range(-1e18, 1e18).Draw(t, "b")
		x, y := uint64(math.Float32bits(a)), uint64(math.Float32bits(b))
		fa, fb := new(big.Float).SetPrec(400).SetFloat64(float64(a)), new(big.Float).SetPrec(400).SetFloat64(float64(b))
		for op, v := range map[BinOp]*big.Float{Add: new(big.Float).Add(fa, fb), Mul: new(big.Float).Mul(fa, fb)} {
			want, _ := v.Float32()
			got := math.Float32frombits(uint32(EvalBinary(op, F32, x, y, F32)))
			if got != want {
				t.Fatalf("%v %s %v = %v, want %v", a, op, b, got, want)
			}
		}
		if b != 0 {
			want, _ := new(big.Float).Quo(fa, fb).Float32()
			if got := math.Float32frombits(uint32(EvalBinary(Div, F32, x, y, F32))); got != want {
				t.Fatalf("%v / %v = %v, want %v", a, b, got, want)
			}
		}
	})
}

func TestEvalNaN(t *testing.T) {
	nan := math.Float64bits(math.NaN())
	for op, want := range map[BinOp]uint64{Eq: 0, Ne: 1, Lt: 0, Le: 0} {
		if got := EvalBinary(op, F64, nan, nan, F64); got != want {
			t.Errorf("NaN %s NaN = %d", op, got)
		}
	}
	for _, bits := range []uint64{0x7ff8000000000001, 0xfff0000000000001} {
		if EvalUnary(Neg, F64, bits) != bits^1<<63 || EvalUnary(FAbs, F64, bits) != bits&^(1<<63) {
			t.Errorf("sign operations change more than the sign of %#x", bits)
		}
	}
	if got := EvalUnary(FNearest, F32, uint64(math.Float32bits(2.5))); got != uint64(math.Float32bits(2)) {
		t.Errorf("fnearest(2.5) = %#x", got)
	}
}

// exprGen returns a generator of well-typed expressions over the registers a, b (i8), c (u8) and p (bool).
func exprGen(vars []*Var, t Type, depth int) *rapid.Generator[Expr] {
	return rapid.Custom(func(r *rapid.T) Expr {
		k := rapid.IntRange(0, 9).Draw(r, "kind")
		if depth == 0 || k == 0 {
			if k%2 == 0 {
				for _, v := range vars {
					if v.Type == t {
						return &Ref{v}
					}
				}
			}
			return NewConst(t, int64(rapid.IntRange(-2, 2).Draw(r, "c")))
		}
		sub := func(t Type) Expr { return exprGen(vars, t, depth-1).Draw(r, "sub") }
		if t == B {
			u := rapid.SampledFrom([]Type{I8, U8}).Draw(r, "of")
			switch {
			case k < 5:
				return &Binary{rapid.SampledFrom([]BinOp{Eq, Ne, Lt, Le}).Draw(r, "op"), sub(u), sub(u)}
			case k < 7:
				return &Binary{rapid.SampledFrom([]BinOp{LAnd, LOr, Eq, Ne}).Draw(r, "op"), sub(B), sub(B)}
			case k == 7:
				return &Overflows{rapid.SampledFrom([]BinOp{Add, Sub, Mul, Div}).Draw(r, "op"), sub(u), sub(u)}
			}
			return &Unary{LNot, sub(B)}
		}
		switch {
		case k < 7:
			op := BinOp(rapid.IntRange(int(Add), int(Shr)).Draw(r, "op"))
			return &Binary{op, sub(t), sub(t)}
		case k == 7:
			return &Unary{rapid.SampledFrom([]UnOp{Neg, Not}).Draw(r, "op"), sub(t)}
		case k == 8:
			return &Cast{t, sub(B)}
		}
		other := I8
		if t == I8 {
			other = U8
		}
		return &Cast{t, sub(other)}
	})
}

// refold rebuilds e with the folding constructors.
func refold(e Expr) Expr {
	return Map(e, func(x Expr) Expr {
		switch x := x.(type) {
		case *Unary:
			return NewUnary(x.Op, x.X)
		case *Binary:
			return NewBinary(x.Op, x.X, x.Y)
		case *Cast:
			return NewCast(x.T, x.X)
		}
		return x
	})
}

// TestFoldingKeepsMeaning checks that folded, negated and parsed expressions have the value of the original, and
// folding loses no guard.
func TestFoldingKeepsMeaning(t *testing.T) {
	p := &Program{Model: ILP32}
	f := p.NewFunc("f", Void, Pos{})
	vars := []*Var{f.NewVar("a", I8), f.NewVar("c", U8), f.NewVar("p", B)}
	rapid.Check(t, func(t *rapid.T) {
		e := exprGen(vars, rapid.SampledFrom([]Type{I8, U8, B}).Draw(t, "type"), 4).Draw(t, "e")
		vals := map[*Var]uint64{}
		for _, v := range vars {
			vals[v] = num.Trunc(rapid.Uint64().Draw(t, v.Name), v.Type.Bits)
		}
		env := &Env{Reg: func(v *Var) uint64 { return vals[v] }}
		want, ok := EvalExpr(e, env)
		if !ok || want != num.Trunc(want, e.Type().Bits) {
			t.Fatalf("%s = %#x, %v", ExprString(e), want, ok)
		}
		g := refold(e)
		if got, _ := EvalExpr(g, env); got != want || g.Type() != e.Type() {
			t.Fatalf("%s = %#x, folded %s = %#x", ExprString(e), want, ExprString(g), got)
		}
		if MayGuard(e) && !MayGuard(g) && !guardFree(e) {
			t.Fatalf("folding %s to %s loses a guard", ExprString(e), ExprString(g))
		}
		if e.Type() == B {
			if got, _ := EvalExpr(NotExpr(e), env); got != 1-want {
				t.Fatalf("%s = %d, negated %s = %d", ExprString(e), want, ExprString(NotExpr(e)), got)
			}
		}
		back, err := ParseExpr(ExprString(e), p, f)
		if err != nil || !Equal(back, e) {
			t.Fatalf("%s read back: %v", ExprString(e), err)
		}
		if id := Map(e, func(x Expr) Expr { return x }); id != e {
			t.Fatalf("identity copies %s", ExprString(e))
		}
		if err := CheckExpr(p, f, e); err != nil {
			t.Fatalf("%s: %v", ExprString(e), err)
		}
	})
}

// guardFree reports whether no operation of e is undefined in C, for all values of the registers. If so, folding cannot
// lose a guard.
func guardFree(e Expr) bool {
	free := true
	Walk(e, func(x Expr) bool {
		b, ok := x.(*Binary)
		u, isNeg := x.(*Unary)
		if isNeg && (u.Op != Neg || !u.X.Type().Signed) {
			isNeg = false
		}
		if !ok && !isNeg {
			return true
		}
		for a := uint64(0); a < 256 && free; a += 17 {
			for c := uint64(0); c < 256 && free; c += 15 {
				env := &Env{Reg: func(v *Var) uint64 {
					if v.Type == I8 {
						return a
					}
					return num.Trunc(c, v.Type.Bits)
				}}
				if isNeg {
					v, _ := EvalExpr(u.X, env)
					free = v != num.MinOf(8, true)
					continue
				}
				vx, _ := EvalExpr(b.X, env)
				vy, _ := EvalExpr(b.Y, env)
				t := b.X.Type()
				switch {
				case t.Kind != Int:
				case b.Op <= Div && t.Signed && EvalOverflows(b.Op, t, vx, vy):
					free = false
				case (b.Op == Div || b.Op == Rem) && vy == 0:
					free = false
				case (b.Op == Shl || b.Op == Shr) && shiftAmount(vy, b.Y.Type()) >= uint64(t.Bits):
					free = false
				}
			}
		}
		return free
	})
	return free
}

func TestForall(t *testing.T) {
	k := &Var{Name: "k", Type: I32}
	mem := map[uint64]uint64{100: 1, 104: 2, 108: 3}
	env := &Env{Load: func(a uint64, t Type) (uint64, bool) { v, ok := mem[a]; return v, ok }}
	at := &Load{I32, &PtrAdd{NewConst(P32, 100), &Ref{k}, 4}}
	all := func(lo, hi int64) Expr {
		return &Forall{k, NewConst(I32, lo), NewConst(I32, hi), &Binary{Lt, &Ref{k}, at}}
	}
	for _, c := range []struct {
		lo, hi int64
		want   uint64
		ok     bool
	}{{0, 3, 1, true}, {3, 0, 1, true}, {-1, 1, 0, false}, {0, 4, 0, false}, {0, 1 << 30, 0, false}} {
		if got, ok := EvalExpr(all(c.lo, c.hi), env); got != c.want || ok != c.ok {
			t.Errorf("forall %d..%d = %d, %v", c.lo, c.hi, got, ok)
		}
	}
	Vars(all(0, 3), func(v *Var) { t.Errorf("%s is free", v.Name) })
}
