package num

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// exact returns the number that a value represents. The tests compute with exact integers, and then reduce modulo 2^w.

func exact(v uint64, w uint8, signed bool) *big.Int {
	r := new(big.Int).SetUint64(v)
	if signed && v>>(w-1)&1 == 1 {
		r.Sub(r, new(big.Int).Lsh(big.NewInt(1), uint(w)))
	}
	return r
}

func reduce(v *big.Int, w uint8) uint64 {
	m := new(big.Int).Lsh(big.NewInt(1), uint(w))
	return new(big.Int).Mod(v, m).Uint64() // Mod is Euclidean: never negative
}

func inRange(v *big.Int, w uint8, signed bool) bool {
	return exact(reduce(v, w), w, signed).Cmp(v) == 0
}

// fatal is implemented by testing.T and rapid.T.
type fatal interface {
	Helper()
	Fatalf(string, ...any)
}

// checkPair compares all operations on x and y with exact integers.
func checkPair(t fatal, x, y uint64, w uint8, signed bool) {
	t.Helper()
	a, b := exact(x, w, signed), exact(y, w, signed)
	same := func(name string, got, want uint64) {
		t.Helper()
		if got != want {
			t.Fatalf("%s(%#x, %#x) width %d signed %v = %#x, want %#x", name, x, y, w, signed, got, want)
		}
	}
	over := func(name string, got bool, v *big.Int) {
		t.Helper()
		if got == inRange(v, w, signed) {
			t.Fatalf("%s(%#x, %#x) width %d signed %v = %v", name, x, y, w, signed, got)
		}
	}
	over("AddOverflows", AddOverflows(x, y, w, signed), new(big.Int).Add(a, b))
	over("SubOverflows", SubOverflows(x, y, w, signed), new(big.Int).Sub(a, b))
	over("MulOverflows", MulOverflows(x, y, w, signed), new(big.Int).Mul(a, b))
	for _, v := range []*big.Int{a, new(big.Int).Sub(a, b), new(big.Int).Mul(a, b)} {
		if v.IsInt64() && Holds(v.Int64(), w, signed) != inRange(v, w, signed) {
			t.Fatalf("Holds(%d, %d, %v)", v, w, signed)
		}
	}
	if Less(x, y, w, signed) != (a.Cmp(b) < 0) {
		t.Fatalf("Less(%#x, %#x) width %d signed %v", x, y, w, signed)
	}

	// SMT-LIB: bvudiv x 0 = ones; bvsdiv x 0 = 1 if x < 0 else ones; rem x 0 = x.
	q, r := Mask(w), x
	if y != 0 {
		bq, br := new(big.Int).QuoRem(a, b, new(big.Int))
		q, r = reduce(bq, w), reduce(br, w)
	} else if signed && a.Sign() < 0 {
		q = 1
	}
	same("Div", Div(x, y, w, signed), q)
	same("Rem", Rem(x, y, w, signed), r)

	n := uint(y)
	if y > 200 {
		n = 200
	}
	same("Shl", Shl(x, y, w), reduce(new(big.Int).Lsh(a, n), w))
	same("Shr", Shr(x, y, w, signed), reduce(new(big.Int).Rsh(a, n), w)) // Rsh rounds down
	if signed {
		if got := Signed(x, w); a.Cmp(big.NewInt(got)) != 0 {
			t.Fatalf("Signed(%#x, %d) = %d", x, w, got)
		}
	}
}

// TestExhaustive covers all pairs at widths 1 to 8.
func TestExhaustive(t *testing.T) {
	for w := uint8(1); w <= 8; w++ {
		if testing.Short() && w > 6 {
			break
		}
		for _, signed := range []bool{false, true} {
			for x := uint64(0); x <= Mask(w); x++ {
				for y := uint64(0); y <= Mask(w); y++ {
					checkPair(t, x, y, w, signed)
				}
			}
		}
	}
}

func TestExt(t *testing.T) {
	for w := uint8(1); w <= 8; w++ {
		for to := uint8(1); to <= 10; to++ {
			for x := uint64(0); x <= Mask(w); x++ {
				for _, signed := range []bool{false, true} {
					want := reduce(exact(x, w, signed), to)
					if got := Ext(x, w, signed, to); got != want {
						t.Fatalf("Ext(%#x, %d, %v, %d) = %#x, want %#x", x, w, signed, to, got, want)
					}
				}
			}
		}
	}
}

func TestBounds(t *testing.T) {
	for w := uint8(1); w <= 64; w++ {
		for _, signed := range []bool{false, true} {
			lo, hi := exact(MinOf(w, signed), w, signed), exact(MaxOf(w, signed), w, signed)
			n := new(big.Int).Sub(hi, lo)
			if n.Add(n, big.NewInt(1)).Cmp(new(big.Int).Lsh(big.NewInt(1), uint(w))) != 0 {
				t.Errorf("width %d signed %v: bounds %v to %v", w, signed, lo, hi)
			}
		}
	}
}

// word draws a canonical value, often near a bound.
func word(w uint8) *rapid.Generator[uint64] {
	return rapid.Custom(func(t *rapid.T) uint64 {
		v := rapid.Uint64().Draw(t, "v")
		switch rapid.IntRange(0, 3).Draw(t, "shape") {
		case 0:
			v = uint64(rapid.IntRange(-3, 3).Draw(t, "near 0"))
		case 1:
			v = MinOf(w, true) + uint64(rapid.IntRange(-3, 3).Draw(t, "near min"))
		case 2:
			v = uint64(1)<<rapid.IntRange(0, 63).Draw(t, "bit") + uint64(rapid.IntRange(-1, 1).Draw(t, "near bit"))
		}
		return Trunc(v, w)
	})
}

func TestWide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := uint8(rapid.IntRange(9, 64).Draw(t, "w"))
		if rapid.Bool().Draw(t, "round") {
			w = rapid.SampledFrom([]uint8{16, 32, 63, 64}).Draw(t, "w")
		}
		x, y := word(w).Draw(t, "x"), word(w).Draw(t, "y")
		checkPair(t, x, y, w, rapid.Bool().Draw(t, "signed"))
	})
}

func TestGCD(t *testing.T) {
	slow := func(a, b int64) int64 {
		for b != 0 {
			a, b = b, a%b
		}
		return max(a, -a)
	}
	for a := int64(-40); a <= 40; a++ {
		for b := int64(-40); b <= 40; b++ {
			if got := GCD(a, b); got != slow(a, b) {
				t.Fatalf("GCD(%d, %d) = %d", a, b, got)
			}
		}
	}
	if got := GCDUint(1<<63, 3<<62); got != 1<<62 {
		t.Fatal(got)
	}
}
