package execution

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestShuffledOrder checks that runs of an enumeration do not depend on earlier runs: in any order each input has the
// same outcome. The program leaves traces in all kinds of memory: globals, objects, heap that is never freed, a local
// object.
func TestShuffledOrder(t *testing.T) {
	p := program(t, u8Site+`site bytes "h@a.c:1:2"
site bytes "l@a.c:1:3"
global g i32 = 3:i32
object o size 64 align 8 = { 0: 1:i32, 60: 9:i32 }
`, `reg x u8
		reg p ptr32
		reg a i32
		reg b i32
		object l size 16 align 4 #2
		L0 -> L3: x = input #0
		L3 -> L4: decl l
		L4 -> L5: p = alloc heap i32(x) + 4:i32 zeroed #1
		L5 -> L6: a = load p
		L6 -> L7: b = load ptradd(&@o, i32(x) % 16:i32, 4)
		L7 -> L8: store ptradd(&@o, i32(x) % 16:i32, 4), a + b + @g
		L8 -> L9: store p, i32(x) + 1:i32
		L9 -> L10: @g = @g * 5:i32 + b
		L10 -> L11: store ptradd(&l, i32(x) % 5:i32, 4), @g
		L11 -> L12: assume i32(x) % 7:i32 != @g % 7:i32
		L12 -> L2: assume a + b + @g == 24:i32
		L12 -> L13: assume a + b + @g != 24:i32
		L13 -> L1: return`)
	m, err := exec.NewJIT(p, exec.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	var want [256]string
	kinds := map[exec.Kind]bool{}
	for round := range 4 {
		order := rand.New(rand.NewPCG(1, uint64(round))).Perm(256)
		for i, n := range order {
			if round == 0 {
				n = i
			}
			run, err := m.Run(context.Background(),
				exec.InputFunc(func(ir.Key, *ir.Site, ir.Type) (uint64, bool) { return uint64(n), true }))
			if err != nil {
				t.Fatal(err)
			}
			kinds[run.Outcome.Kind] = true
			got := fmt.Sprint(run.Outcome, run.Reads, run.Fuel, run.Approx, run.Wild, run.Addr)
			if round == 0 {
				want[n] = got
			} else if got != want[n] {
				t.Fatalf("input %d: %s in round %d, first %s", n, got, round, want[n])
			}
		}
	}
	if !kinds[exec.Finished] || !kinds[exec.Blocked] || !kinds[exec.Undefined] {
		t.Errorf("too few kinds of outcomes: %v", kinds)
	}
}
