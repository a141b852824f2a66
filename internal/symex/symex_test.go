package symex_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/symex"
)

// explorer returns an Explorer that is closed at the end of the test.
func explorer(t testing.TB, p *ir.Program, o symex.Options) *symex.Explorer {
	t.Helper()
	x, err := symex.New(t.Context(), p, o)
	if errors.Is(err, smt.ErrNoSolver) {
		benchtest.Missing(t, err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

// counts has the results of an exploration as numbers: tests that took their arcs, on all paths (taken) and on exact
// paths (exact); tests that were found, on exact paths (foundExact) and on all paths (found); infeasible arcs (unsat).
type counts struct{ taken, exact, foundExact, found, unsat int }

// explore takes open arcs until none is left or it has made the given number of queries.
func explore(t testing.TB, x *symex.Explorer, queries int, n *counts) {
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
		s := x.Solve(ctx, w.n, w.a, smt.Budget{Time: time.Minute, Work: 500_000})
		switch s.Result {
		case smt.Unsat:
			n.unsat++
		case smt.Sat:
			exact := w.n.Exact && !s.Concretised
			n.found++
			if exact {
				n.foundExact++
			}
			tr := run(s.Test.Records)
			if w.a.Child != nil {
				n.taken++
				if exact {
					n.exact++
				}
			} else if exact {
				t.Errorf("missed: %v in %v: %v, lost %q, outcome %+v", w.a.Edge, w.n.Loc.Func.Name, s.Test.Records, tr.Lost,
					tr.Run.Outcome)
			}
		}
	}
}

// TestRandomPrograms checks that on random programs, a test for an arc takes the arc: always on exact paths, nearly
// always on other paths. No random run takes an arc that is marked as infeasible. TANDEM_LONG is a duration (5m) that
// replaces the number of programs.
func TestRandomPrograms(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var n counts
	walks := 0
	start, limit := time.Now(), time.Duration(0)
	if d, err := time.ParseDuration(os.Getenv("TANDEM_LONG")); err == nil {
		limit = d
	}
	for seed := uint64(0); seed < 24 || time.Since(start) < limit; seed++ {
		p := flowtest.Random(seed, 12)
		x := explorer(t, p, symex.Options{Fuel: 200, MaxNodes: 60, Quiet: seed%2 == 0})
		explore(t, x, 40, &n)
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
	t.Logf("%d tests found (%d on exact paths), %d (%d) took their way, %d ways infeasible, %d random runs", n.found,
		n.foundExact, n.taken, n.exact, n.unsat, walks)
	if n.foundExact == 0 || n.taken < n.found*85/100 {
		t.Errorf("%d of %d tests did what they should", n.taken, n.found)
	}
}

const twoSites = `program ILP32
site nondet "n@a.c:1:1" type i32
site bytes "b@a.c:1:2" name "b" in main
entry main
func main() void {
  reg x i32
  reg y i32
  reg i i32
  object b size 16 align 4 elem i32 #1
  locs 9
  L0 -> L2: decl b
  L2 -> L3: x = input #0
  L3 -> L4: i = input #0
  L4 -> L5: assume 0:i32 <= i && i < 4:i32 [T]
  L4 -> L9: assume !(0:i32 <= i && i < 4:i32) [F]
  L5 -> L6: y = load ptradd(&b, i, 4)
  L6 -> L7: assume x + 4711:i32 == y [T]
  L6 -> L9: assume x + 4711:i32 != y [F]
  L7 -> L8: assume x == 99:i32 && i == 2:i32 [T]
  L7 -> L9: assume !(x == 99:i32 && i == 2:i32) [F]
  L8 -> L1: return
  L9 -> L1: return
}
`

// TestMerge checks that new bytes replace bytes of the old test, for all sizes of records.
func TestMerge(t *testing.T) {
	p := irtest.Program(t, twoSites)
	key := func(off int64) ir.Key { return ir.Key{Site: 1, Off: off} }
	old := []ir.Record{{Key: key(0), Type: ir.U32, Bits: 0x44332211}, {Key: ir.Key{Site: 0}, Type: ir.I32, Bits: 7}}
	new := []ir.Record{{Key: key(2), Type: ir.U32, Bits: 0xddccbbaa}, {Key: ir.Key{Site: 0, Occ: 1}, Type: ir.I32,
		Bits: 9}}
	in := exec.FromRecords(p, symex.Merge(p, old, new))
	for _, c := range []struct {
		k    ir.Key
		t    ir.Type
		want uint64
	}{
		{key(0), ir.U32, 0xbbaa2211}, {key(4), ir.U16, 0xddcc},
		{ir.Key{Site: 0}, ir.I32, 7}, {ir.Key{Site: 0, Occ: 1}, ir.I32, 9},
	} {
		if v, ok := in.Next(c.k, p.Sites[c.k.Site], c.t); !ok || v != c.want {
			t.Errorf("%+v: %#x %v, want %#x", c.k, v, ok, c.want)
		}
	}
}
