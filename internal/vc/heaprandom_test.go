package vc

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

var (
	heapPrograms = flag.Int("programs", 0, "random programs over memory for TestHeapRandom; 0: some seconds of them")
	firstSeed    = flag.Uint64("seed", 1, "seed of the first of these programs")
)

// TestHeapRandom compares the encoding of memory with runs of random programs. An assertion that the values at the end
// of a run violate must be violated by a model of the formulas too.
func TestHeapRandom(t *testing.T) {
	asked := 0
	begin := time.Now()
	for n := 0; n < *heapPrograms || *heapPrograms == 0 && (n < 10 || time.Since(begin) < 3*time.Second); n++ {
		heapRandom(t, *firstSeed+uint64(n), &asked)
		if t.Failed() {
			break
		}
	}
	t.Logf("%d questions", asked)
	if asked == 0 {
		t.Error("the test says nothing")
	}
}

// heapRandom tests one random program, and counts its questions in asked.
func heapRandom(t *testing.T, seed uint64, asked *int) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 17))
	text := irtest.HeapProgram(seed, 4+r.IntN(10))
	p := irtest.Program(t, text("true"))
	m, err := exec.NewInterp(p, exec.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for i := range 3 {
		other := "false" // some value at the end differs from that of the run
		m.Observe(func(e *ir.Edge, env exec.Env) {
			if _, ok := e.Stmt.(*ir.Return); ok {
				return
			}
			other = "false"
			for _, v := range p.Entry.Vars {
				switch x := env.Reg(v); {
				case v.Type.Kind != ir.Ptr:
					if v.Name != "z" && v.Name != "w" || x < 1<<12 { // larger numbers are addresses
						other += fmt.Sprintf(" || %s != %d:%s", v.Name, x, v.Type)
					}
				case x == 0:
					other += " || " + v.Name + " != 0:ptr32"
				default:
					other += " || " + v.Name + " == 0:ptr32"
				}
			}
		})
		out, err := m.Run(context.Background(), exec.Random(p, seed+uint64(i), exec.Mixed))
		if err != nil {
			t.Fatal(err)
		}
		if out.Outcome.Kind != exec.Finished {
			continue
		}
		q := irtest.Program(t, text(other))
		enc := []Encoding{Ints, Bits}[r.IntN(2)]
		c := term.New()
		e := New(c, q, Options{Enc: enc})
		b, err := e.Advance(context.Background(), Frontier{e.Start(): e.Initial()})
		if err != nil {
			t.Fatal(err)
		}
		sol := solver(t, c)
		found := false
		for _, bad := range b.Bad {
			res, _ := ask(e, sol, e.Guard(bad.State))
			found = found || res != smt.Unsat
		}
		sol.Close()
		*asked++
		if !found {
			t.Errorf("seed %d, %v: no model has the values of a run, %s\n%s", seed, enc, other, text("true"))
		}
	}
}
