package acceptance

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/benchtest"
	tandemexec "github.com/tandem-verifier/tandem/internal/exec"
)

const manyPaths = `extern unsigned char __VERIFIER_nondet_uchar(void);
static int grade(unsigned char p) {
	if (p > 200)
		return 3;
	return p % 2 == 0 ? 2 : 1;
}
int main(void) {
	unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
	int g = grade(a) + grade(b), n = 0;
	if (a * b == 221 && a < b)
		n = 1;
	switch (g) {
	case 2: n += 2; break;
	case 6: if (a + b > 500) n += 3; break;
	default: if (n && g > 5) n = 100;
	}
	unsigned char t[4] = {1, 5, 25, 125};
	if (t[(a ^ b) & 3] + n > 26)
		n = 0;
	return n;
}
`

// TestSuiteTakesAllPaths tests that the suite of a program without loops takes each feasible path once: as many as runs
// on all inputs find.
func TestSuiteTakesAllPaths(t *testing.T) {
	if _, err := exec.LookPath("z3"); err != nil {
		benchtest.Missing(t, err)
	}
	file := filepath.Join(t.TempDir(), "paths.c")
	if err := os.WriteFile(file, []byte(manyPaths), 0o644); err != nil {
		t.Fatal(err)
	}
	task, err := app.LoadSuite(app.Options{Seed: 1}, file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := app.GenerateSuite(context.Background(), task, app.SuiteOptions{TimeLimit: ample})
	if err != nil {
		t.Fatal(err)
	}
	m, err := tandemexec.NewJIT(task.Program, tandemexec.Config{Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	paths := map[string]bool{}
	for in := range int64(1 << 16) {
		r, err := m.Run(context.Background(), tandemexec.Flat(in>>8, in&255))
		if err != nil {
			t.Fatal(err)
		}
		paths[string(r.Branches)+string(rune(r.NumTrace))] = true
	}
	r := s.Report()
	if r.Tests != len(paths) || r.Paths != len(paths) || !r.AllPaths || r.Open != 0 {
		t.Errorf("%d paths are feasible: %+v", len(paths), r)
	}
	t.Logf("%d paths, %d goals, %d queries, %.1f s", len(paths), r.Goals, r.Queries, r.Seconds)
}

// TestSuiteProofs tests that goals after goals without a test are not proved unreachable, since a goal does not hide
// later ones.
func TestSuiteProofs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "hard.c")
	text := `extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), z = 0;
	for (unsigned i = 0; i < 1000; i++)
		x = (x ^ (x << 13)) * 2654435761u + i;
	if (x == 0x5a5a5a5b) { /* some input does this */
		if (y == 3)
			z = 1;
	}
	if (z > 1)
		return 2;
	return z;
}
`
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	task, err := app.LoadSuite(app.Options{Seed: 1}, file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := app.GenerateSuite(context.Background(), task, app.SuiteOptions{TimeLimit: 4 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	// Reachable are 2 goals of the loop, 2 of x, 2 of y, and one of z.
	if r := s.Report(); r.Goals != 8 || r.Unreachable > 1 || r.Covered+r.Open < 7 {
		t.Errorf("%+v", r)
	}
}

// TestSuiteLeavesBehind tests that a suite is returned at its time limit, though a turn does not end.
func TestSuiteLeavesBehind(t *testing.T) {
	file := filepath.Join(t.TempDir(), "loop.c")
	text := `extern int __VERIFIER_nondet_int(void);
int main(void) {
	int n = __VERIFIER_nondet_int(), s = 0;
	for (int i = 0; i < n; i++)
		s += i * i;
	return s == 12345 || s == 23456;
}
`
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	task, err := app.LoadSuite(app.Options{Seed: 1}, file)
	if err != nil {
		t.Fatal(err)
	}
	free := make(chan struct{})
	defer close(free)
	within := func(ctx context.Context) (context.Context, func()) {
		ctx, end := context.WithCancel(ctx)
		return ctx, end
	}
	s, err := app.GenerateSuite(context.Background(), task, app.SuiteOptions{TimeLimit: time.Second, Within: within,
		Progress: func(app.SuiteReport) { <-free }})
	if err != nil {
		t.Fatal(err)
	}
	if r := s.Report(); r.Covered == 0 || r.Tests == 0 || r.Covered+r.Open != r.Goals {
		t.Errorf("%+v", r)
	}
}
