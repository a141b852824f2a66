package testgen

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// sumProg reads values until one is negative. If the sum of the last two is 4711, an unrelated input decides whether
// the run ends in an error.
const sumProg = `program ILP32
site nondet "n@a.c:1:1" type i32
site nondet "m@a.c:1:2" type u8
obligation "assertion" text "x" in "main"
entry main
func main() void {
  reg x i32
  reg s i32
  reg m u8
  locs 8 error 2
  L0 -> L3: x = input #0
  L3 -> L4: assume 0:i32 <= x
  L3 -> L5: assume x < 0:i32
  L4 -> L0: s = x + s
  L5 -> L6: m = input #1
  L6 -> L7: assume m == 65:u8 && 4711:i32 < s
  L6 -> L8: assume !(m == 65:u8 && 4711:i32 < s)
  L7 -> L2: skip
  L8 -> L1: return
}
`

func TestMinimise(t *testing.T) {
	p := irtest.Program(t, sumProg)
	m, err := exec.NewInterp(p, exec.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	test := &verify.Test{Note: "n"}
	for i, v := range []int32{9, 3, 5000, 77, 123456, -99} {
		test.Records = append(test.Records, ir.Record{Key: ir.Key{Site: 0, Occ: i}, Type: ir.I32, Bits: uint64(uint32(v))})
	}
	test.Records = append(test.Records, ir.Record{Key: ir.Key{Site: 1}, Type: ir.U8, Bits: 65})
	goal := func(r *exec.Run) bool { return r.Outcome.Kind == exec.Violated }
	run, err := Run(context.Background(), p, m, test)
	if err != nil || !goal(run) {
		t.Fatal(run, err)
	}
	small, err := Minimise(context.Background(), p, m, test, goal, 1<<26)
	if err != nil {
		t.Fatal(err)
	}
	run, err = Run(context.Background(), p, m, small)
	if err != nil || !goal(run) || len(run.Reads) != len(small.Records) {
		t.Fatalf("%+v no longer reaches the goal: %v", small, err)
	}
	var got []int32
	sum := int32(0)
	for _, r := range small.Records {
		got = append(got, int32(r.Bits))
		if r.Site == 0 && int32(r.Bits) > 0 {
			sum += int32(r.Bits)
		}
	}
	if sum != 4712 || got[len(got)-1] != 65 || got[len(got)-2] != -1 {
		t.Errorf("%v: the sum should be 4712, the end -1, 65", got)
	}
	if few, err := Minimise(context.Background(), p, m, test, goal, 1); err != nil ||
		len(few.Records) != len(test.Records) {
		t.Errorf("with one run: %v %v", few, err)
	}
}

func TestPoolNear(t *testing.T) {
	p := irtest.Program(t, sumProg)
	pool := NewPool(p)
	if got := pool.Near(p.Sites[1]); !slices.Contains(got, 65) || slices.Contains(got, 103) {
		t.Errorf("near m: %v", got)
	}
	if got := pool.Near(p.Sites[0]); !slices.Contains(got, 0) {
		t.Errorf("near n: %v", got)
	}
}

// TestPick checks that all values are canonical, that every style yields values of its kinds, and that a style of one
// kind yields no other values.
func TestPick(t *testing.T) {
	p := irtest.Program(t, sumProg)
	pool := NewPool(p)
	r := rand.New(rand.NewPCG(1, 2))
	for _, typ := range []ir.Type{ir.I8, ir.U8, ir.I16, ir.I32, ir.U32, ir.I64, ir.U64, ir.B, ir.P32, ir.F32, ir.F64} {
		seen := map[uint64]bool{}
		for _, s := range Styles {
			for range 300 {
				v := pool.Pick(r, s, p.Sites[0], typ)
				if v != num.Trunc(v, typ.Bits) {
					t.Fatalf("%s: %x", typ, v)
				}
				seen[v] = true
			}
		}
		if typ.Kind == ir.Int {
			for _, want := range []uint64{0, 1, num.MinOf(typ.Bits, typ.Signed), num.MaxOf(typ.Bits, typ.Signed),
				num.Mask(typ.Bits)} {
				if !seen[want] {
					t.Errorf("%s: %x was never made", typ, want)
				}
			}
		}
	}
	for range 1000 {
		if v := pool.Pick(r, Style{Near: 1}, p.Sites[1], ir.U8); v < 64 || v > 66 {
			t.Fatalf("near 65: %d", v)
		}
		if v := num.Signed(pool.Pick(r, Style{Small: 1}, p.Sites[0], ir.I32), 32); v < -2 || v > 16 {
			t.Fatalf("small: %d", v)
		}
	}
}

func TestCovers(t *testing.T) {
	for _, c := range []struct {
		run  exec.Run
		want bool
	}{
		{exec.Run{Outcome: exec.Outcome{Kind: exec.Finished}}, true},
		{exec.Run{Outcome: exec.Outcome{Kind: exec.Blocked}}, true},
		{exec.Run{Outcome: exec.Outcome{Kind: exec.Finished}, Addr: true}, false},
		{exec.Run{Outcome: exec.Outcome{Kind: exec.Finished}, Wild: true}, false},
		{exec.Run{Outcome: exec.Outcome{Kind: exec.Blocked}, Approx: true}, false},
		{exec.Run{Outcome: exec.Outcome{Kind: exec.OutOfFuel}}, false},
		{exec.Run{Outcome: exec.Outcome{Kind: exec.OutOfStack}}, false},
		{exec.Run{Outcome: exec.Outcome{Kind: exec.OutOfMemory}}, false},
		{exec.Run{Outcome: exec.Outcome{Kind: exec.Undefined}}, false},
		{exec.Run{Outcome: exec.Outcome{Kind: exec.Unsupported}}, false},
		{exec.Run{Outcome: exec.Outcome{Kind: exec.Cancelled}}, false},
		{exec.Run{Outcome: exec.Outcome{Kind: exec.NoInput}}, false},
		{exec.Run{Outcome: exec.Outcome{Kind: exec.Violated}}, false},
	} {
		if got := Covers(&c.run) == ""; got != c.want {
			t.Errorf("%+v: %v", c.run, got)
		}
	}
}
