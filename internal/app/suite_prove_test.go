package app

import (
	"context"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestProveFindsTests tests that a goal which the provers find reachable gets a test, also if inlining made copies of
// an input, and that exactly the goals that they prove unreachable are not counted as open.
func TestProveFindsTests(t *testing.T) {
	if _, err := osexec.LookPath("z3"); err != nil {
		benchtest.Missing(t, err)
	}
	const text = `extern int __VERIFIER_nondet_int(void);
static int get(void) { return __VERIFIER_nondet_int(); }
int main(void) {
	int a = get(), b = get();
	if (a == 4711) {
		if (b == -17)
			return 1;
		if (a < b + 1 && b < 4711)
			return 2;
	}
	return 0;
}
`
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	task, err := LoadSuite(Options{Seed: 1}, file)
	if err != nil {
		t.Fatal(err)
	}
	s := &Suite{task: task, proved: map[int]bool{}, begin: time.Now()}
	s.suite = testgen.NewSuite(task.Program, testgen.BranchGoals(task.Program))
	if s.jit, err = exec.CompileJIT(task.Program, exec.Config{Cover: true, Trace: true}, exec.JITOptions{}); err != nil {
		t.Fatal(err)
	}
	defer s.jit.Close()
	ctx, stop := context.WithTimeout(context.Background(), 2*time.Minute)
	defer stop()
	if err := s.prove(ctx, verify.Budget{Work: 1 << 24}); err != nil {
		t.Fatal(err)
	}
	// Only the branch 4711 <= b && b < 4711 is unreachable.
	if r := s.count(); r.Goals != 8 || r.Covered != 7 || r.Unreachable != 1 || r.Open != 0 {
		t.Errorf("%+v, open: %v", r, s.suite.Open())
	}
}

// TestBehindTheUnknown tests that code after a call without model is not proved unreachable, though executions of the
// model end at the call.
func TestBehindTheUnknown(t *testing.T) {
	const text = `extern int __VERIFIER_nondet_int(void);
extern int fork(void);
int main(void) {
	int x = __VERIFIER_nondet_int(), y = 0;
	if (x == 3) {
		CALL
		y = 1;
	}
	if (y == WANT)
		return 1;
	return 0;
}
`
	for _, c := range []struct {
		call, want       string
		unreachable, cut int
	}{{"fork();", "1", 0, 1}, {"", "2", 1, 0}, {"if (x == 4) fork();", "2", 1, 0}} {
		file := filepath.Join(t.TempDir(), "p.c")
		if err := os.WriteFile(file, []byte(strings.NewReplacer("CALL", c.call, "WANT", c.want).Replace(text)),
			0o644); err != nil {
			t.Fatal(err)
		}
		task, err := LoadSuite(Options{Seed: 1, Deterministic: true}, file)
		if err != nil {
			t.Fatal(err)
		}
		s, err := GenerateSuite(t.Context(), task, SuiteOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if r := s.Report(); r.Unreachable < c.unreachable || c.unreachable == 0 && r.Unreachable > 0 ||
			(r.Cut > 0) != (c.cut > 0) || r.Errors > 0 || c.cut > 0 && r.AllPaths {
			t.Errorf("%q: %+v", c.call, r)
		}
	}
}
