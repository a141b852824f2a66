package concolic_test

import (
	"context"
	"testing"

	"github.com/tandem-verifier/tandem/internal/engine/concolic"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/iat"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// search runs the engine with a budget of work, 0 for no limit. It returns the number of runs and the result.
func search(t *testing.T, task *verify.Task, board *verify.Board, work uint64) (int64, verify.Result) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), ample)
	defer cancel()
	copied := *task
	copied.Log, copied.Budget.Work = &obs.Log{}, work
	r := enginetest.Run(ctx, concolic.New(patient()), &copied, board)
	if u, ok := r.(*verify.Unsafe); ok {
		if err := enginetest.Replay(ctx, task, u); err != nil {
			t.Error(err)
		}
	}
	for _, s := range copied.Log.Stats() {
		if s.Name == "concolic.tests" {
			return s.Count, r
		}
	}
	return 0, r
}

// region publishes a condition over the entry inputs of a program as an open region, for the given obligations (for all
// if there are none).
func region(t *testing.T, task *verify.Task, b *verify.Board, cond func(in []ir.Expr) ir.Expr,
	of ...*ir.Obligation) verify.FactID {
	t.Helper()
	r := &verify.Region{Vars: map[int]*ir.Var{}}
	var in []ir.Expr
	for _, s := range task.Program.Sites {
		if s.Kind == ir.Nondet && s.Type.Kind == ir.Int {
			v := &ir.Var{Name: "in", Type: s.Type}
			r.Vars[s.ID] = v
			r.Box = append(r.Box, verify.Range{Site: s.ID, Type: s.Type, Lo: num.MinOf(s.Type.Bits, s.Type.Signed),
				Hi: num.MaxOf(s.Type.Bits, s.Type.Signed)})
			in = append(in, ir.NewRef(v))
		}
	}
	r.Cond = cond(in)
	id, err := b.Publish(verify.Fact{Payload: &verify.OpenRegion{Region: r, Obligations: of}, Producer: "test",
		Status: verify.Claimed})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// equal returns the expression x == n.
func equal(x ir.Expr, n int64) ir.Expr {
	return &ir.Binary{Op: ir.Eq, X: x, Y: ir.NewConst(x.Type(), n)}
}

// budget is the work of a search that does not find the error by itself.
const budget = 700_000

// TestNecessary checks that a backward analysis of engine iat bounds the failing inputs, which the search alone finds
// late. With the regions of iat on the board, the search takes its first inputs from them.
func TestNecessary(t *testing.T) {
	needSolver(t)
	task := load(t, "testdata/region/loop.c", true)
	alone, r := search(t, task, verify.NewBoard(), budget)
	if _, ok := r.(*verify.Unsafe); ok || alone < 30 {
		t.Fatalf("found without help in %d runs", alone)
	}
	cfg := iat.Default()
	cfg.BET = false
	b := verify.NewBoard()
	if r, ok := enginetest.Run(context.Background(), iat.New(cfg), task, b).(*verify.Unknown); !ok {
		t.Fatalf("%+v", r)
	}
	n, r := search(t, task, b, budget)
	if _, ok := r.(*verify.Unsafe); !ok || n > 9 {
		t.Errorf("%d runs, %T; alone %d", n, r, alone)
	}
}

// TestWrongRegion checks that a wrong region costs time, but hides no error and prevents no proof.
func TestWrongRegion(t *testing.T) {
	needSolver(t)
	unreachable := func(in []ir.Expr) ir.Expr { return equal(in[0], 99) }
	for _, file := range []string{"magic", "nested", "controller", "safe_paths"} {
		task := load(t, "testdata/"+file+".c", true)
		b := verify.NewBoard()
		region(t, task, b, unreachable)
		n, with := search(t, task, b, 0)
		m, without := search(t, task, verify.NewBoard(), 0)
		_, safe := with.(*verify.Safe)
		_, unsafe := with.(*verify.Unsafe)
		_, was := without.(*verify.Safe)
		if safe != was || safe == unsafe {
			t.Errorf("%s: %T with the wrong region (%d runs), %T without (%d)", file, with, n, without, m)
		}
	}
}

// TestOtherRegions checks that the search ignores a refuted region and a region for other obligations.
func TestOtherRegions(t *testing.T) {
	needSolver(t)
	task := load(t, "testdata/region/loop.c", true)
	there := func(in []ir.Expr) ir.Expr {
		return ir.NewBinary(ir.LAnd, equal(in[0], 1500), equal(in[1], 801))
	}
	b := verify.NewBoard()
	region(t, task, b, there)
	n, r := search(t, task, b, budget)
	if _, ok := r.(*verify.Unsafe); !ok || n > 2 {
		t.Errorf("%d runs, %T", n, r)
	}
	b = verify.NewBoard()
	region(t, task, b, there, &ir.Obligation{ID: 7})
	if n, r := search(t, task, b, budget); n <= 2 {
		t.Errorf("of another obligation: %d runs, %T", n, r)
	}
	b = verify.NewBoard()
	if err := b.Refute(region(t, task, b, there), "test"); err != nil {
		t.Fatal(err)
	}
	if n, r := search(t, task, b, budget); n <= 2 {
		t.Errorf("refuted: %d runs, %T", n, r)
	}
}
