package guess_test

import (
	"context"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/guess"
	run "github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// needSolver reports the missing solver if Z3 is not installed.
func needSolver(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("z3"); err != nil {
		benchtest.Missing(t, "no z3")
	}
}

// program loads a file of testdata: the safe program or its unsafe twin.
func program(t *testing.T, file string, unsafe, inline bool) *verify.Task {
	t.Helper()
	return enginetest.C{File: file, Unsafe: unsafe, Passes: func(o *instrument.Options) {
		o.Overflow, o.Inline = "undefined", inline
		if strings.Contains(file, "wrap") {
			o.Overflow = "wrap"
		}
	}}.Task(t)
}

// programs returns the C files of testdata.
func programs(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	return files
}

// TestPrograms checks that the engine proves the safe programs and no unsafe twin. All invariants of its claims and
// published facts hold in all states of ten thousand random runs.
func TestPrograms(t *testing.T) {
	needSolver(t)
	for _, file := range programs(t) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
			for _, unsafe := range []bool{false, true} {
				task := program(t, file, unsafe, true)
				b := verify.NewBoard()
				ctx, stop := context.WithTimeout(context.Background(), 5*time.Minute)
				r := enginetest.Run(ctx, guess.Engine(), task, b)
				stop()
				s, ok := r.(*verify.Safe)
				all := ok && len(s.Obligations) == len(task.Asked())
				switch {
				case !unsafe && !all:
					t.Errorf("not proved: %+v", r)
				case unsafe && all:
					t.Error("unsafe twin: proved")
				}
				var inv []verify.Invariant
				if ok {
					inv = s.Proof.(*verify.Inductive).Invariants
				}
				for _, f := range b.Find(verify.Query{}) {
					inv = append(inv, f.Payload.(*verify.Invariants).Invariants...)
				}
				if unsafe && len(inv) == 0 {
					if _, found := r.(*verify.Unsafe); !found {
						t.Error("unsafe twin: neither an invariant nor a violation")
					}
				}
				holds(t, task.Program, inv)
			}
		})
	}
}

// TestUncalled checks that the engine handles a loop in a function that is not inlined.
func TestUncalled(t *testing.T) {
	needSolver(t)
	for _, unsafe := range []bool{false, true} {
		task := program(t, "testdata/call.c", unsafe, false)
		b := verify.NewBoard()
		r := enginetest.Run(context.Background(), guess.Engine(), task, b)
		if s, ok := r.(*verify.Safe); ok {
			holds(t, task.Program, s.Proof.(*verify.Inductive).Invariants)
			if unsafe && len(s.Obligations) == len(task.Asked()) {
				t.Error("unsafe twin: proved")
			}
		} else if !unsafe {
			t.Errorf("nothing proved: %+v", r)
		}
	}
}

// holds evaluates invariants in the states of random runs and reports an error for the first that is false.
func holds(t *testing.T, p *ir.Program, inv []verify.Invariant) {
	t.Helper()
	m, err := run.NewInterp(p, run.Config{Fuel: 40, MaxDepth: 50})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	at := map[*ir.Loc][]ir.Expr{}
	for _, i := range inv {
		at[i.Loc] = append(at[i.Loc], i.Expr)
	}
	failed := false
	m.Observe(func(e *ir.Edge, env run.Env) {
		for _, x := range at[e.To] {
			if b, ok := ir.EvalExpr(x, &ir.Env{Reg: env.Reg}); ok && b == 0 && !failed {
				failed = true
				t.Errorf("at %s a run violates %s", e.To, ir.ExprString(x))
			}
		}
	})
	r := rand.New(rand.NewPCG(1, 2))
	pool := testgen.NewPool(p)
	for i := range 10000 {
		st := testgen.Styles[i%len(testgen.Styles)]
		in := run.InputFunc(func(_ ir.Key, s *ir.Site, typ ir.Type) (uint64, bool) { return pool.Pick(r, st, s, typ), true })
		if _, err := m.Run(context.Background(), in); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAdopted checks that the engine uses candidates of other engines only if they are inductive.
func TestAdopted(t *testing.T) {
	needSolver(t)
	task := program(t, "testdata/three.c", false, true)
	var head *ir.Loc
	for _, l := range task.Program.Entry.Locs {
		if l.Loop != nil {
			head = l
		}
	}
	v := func(name string) ir.Expr {
		for _, v := range task.Program.Entry.Vars {
			if v.Source == name {
				return ir.NewRef(v)
			}
		}
		t.Fatal("no register", name)
		return nil
	}
	b := verify.NewBoard()
	lie := &ir.Binary{Op: ir.Lt, X: v("j"), Y: ir.NewConst(ir.I32, 1<<30)}
	if _, err := b.Publish(verify.Fact{Payload: &verify.Candidates{Invariants: []verify.Invariant{{Loc: head, Expr: lie}}},
		Producer: "test", Status: verify.Candidate}); err != nil {
		t.Fatal(err)
	}
	s, ok := enginetest.Run(context.Background(), guess.Engine(), task, b).(*verify.Safe)
	if !ok {
		t.Fatal("not proved")
	}
	for _, i := range s.Proof.(*verify.Inductive).Invariants {
		if ir.Equal(i.Expr, lie) {
			t.Error("the lie is believed")
		}
	}
}

// TestDeadline checks that the engine returns soon after its deadline.
func TestDeadline(t *testing.T) {
	needSolver(t)
	task := program(t, "testdata/square.c", true, true)
	for _, d := range []time.Duration{0, 50 * time.Millisecond, 400 * time.Millisecond} {
		ctx, stop := context.WithTimeout(context.Background(), d)
		start := time.Now()
		enginetest.Run(ctx, guess.Engine(), task, verify.NewBoard())
		if took := time.Since(start); took > d+10*time.Second {
			t.Errorf("%s took %s", d, took)
		}
		stop()
	}
}
