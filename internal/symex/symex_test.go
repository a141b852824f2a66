package symex_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/symex"
)

func explorer(t testing.TB, p *ir.Program, o symex.Options) *symex.Explorer {
	t.Helper()
	x, err := symex.New(p, o)
	if errors.Is(err, smt.ErrNoSolver) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

// explore takes open arcs until none is left or there were enough queries; taken counts
// tests that did what they should, of all that Solve found.
func explore(t testing.TB, x *symex.Explorer, queries int) (taken, found, unsat int) {
	t.Helper()
	ctx := context.Background()
	type way struct {
		n *symex.Node
		a *symex.Arc
	}
	seen := map[*symex.Node]bool{}
	var work []way
	run := func(test []ir.Record) *symex.Trace {
		tr, err := x.Run(ctx, test)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range tr.Nodes {
			if n.Kind == symex.Branch && !seen[n] {
				seen[n] = true
				for i := range n.Arcs {
					work = append(work, way{n, &n.Arcs[i]})
				}
			}
		}
		return tr
	}
	run(nil)
	for ; len(work) > 0 && queries > 0; queries-- {
		w := work[0]
		work = work[1:]
		if !w.a.Open() {
			continue
		}
		s := x.Solve(ctx, w.n, w.a, smt.Budget{Time: time.Second})
		switch s.Result {
		case smt.Unsat:
			unsat++
		case smt.Sat:
			found++
			tr := run(s.Test.Records)
			if w.a.Child != nil {
				taken++
			} else {
				t.Logf("missed: %v at %v: %v, lost %q, exact %v, outcome %+v", w.a.Edge.From.ID, w.n.Loc.Func.Name, s.Test.Records, tr.Lost, w.n.Exact, tr.Run.Outcome)
			}
		}
	}
	return taken, found, unsat
}

// Tests found for a way on take it, on random programs; what is said to be infeasible is
// not taken by random runs.
func TestRandomPrograms(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var taken, found, unsat, walks int
	start := time.Now()
	for seed := uint64(0); seed < 150 && time.Since(start) < 15*time.Second; seed++ {
		p := flowtest.Random(seed, 12)
		x := explorer(t, p, symex.Options{Fuel: 200, MaxNodes: 60})
		a, b, c := explore(t, x, 40)
		taken, found, unsat = taken+a, found+b, unsat+c
		for range 20 {
			tr, err := x.RunInputs(context.Background(), exec.Random(p, rng.Uint64(), exec.Mixed))
			if err != nil {
				t.Fatal(err)
			}
			if tr.Lost != "" && tr.Lost != "the path is too long to be followed" {
				t.Errorf("seed %d: %s", seed, tr.Lost)
			}
			walks++
		}
		if x.Contradictions > 0 {
			t.Errorf("seed %d: an infeasible arc was taken", seed)
		}
		x.Close()
	}
	t.Logf("%d tests found, %d took their way, %d ways infeasible, %d random runs", found, taken, unsat, walks)
	if found < 300 || taken < found*97/100 {
		t.Errorf("%d of %d tests did what they should", taken, found)
	}
}
