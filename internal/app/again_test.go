package app

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
)

const unguarded = `
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[4], b[4], c[4], d[4], e[4];
int main(void) {
  int i = __VERIFIER_nondet_int();
  int x = a[i];
  x += b[i];
  x += c[i];
  x += d[i];
  x += e[i];
  if (x) reach_error();
  return 0;
}
`

// TestGuardMore tests that each access at which a run has ended gets a guard in the next search, and that after a few
// searches every access has one.
func TestGuardMore(t *testing.T) {
	dir := t.TempDir()
	file, prop := filepath.Join(dir, "a.c"), filepath.Join(dir, "a.prp")
	const property = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
	for name, text := range map[string]string{file: unguarded, prop: property} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	task, err := Load(Options{Property: prop}, file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSession(task, VerifyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var at []ir.Pos
	for _, f := range task.Reference.Funcs {
		for _, e := range f.Edges {
			if load, is := e.Stmt.(*ir.LoadStmt); is && load != nil {
				at = append(at, e.Pos)
			}
		}
	}
	if len(at) != 5 {
		t.Fatalf("%d loads, want 5", len(at))
	}
	over, cancel := context.WithCancel(context.Background())
	cancel()
	for i, want := range []int{1, 2, 3, 5} {
		s.runner.Run(over)
		s.task.Faults.Meet(at[i])
		if !s.guardMore(t.Context()) {
			t.Fatalf("search %d does not begin", i+1)
		}
		if got := guarded(s.task.Reference); got != want {
			t.Errorf("search %d has %d guards, want %d", i+1, got, want)
		}
	}
	s.runner.Run(over)
	s.task.Faults.Meet(at[4])
	if s.guardMore(t.Context()) {
		t.Error("another search begins though every access has its guard")
	}
	if guarded(task.Reference) != 0 {
		t.Error("the program of the caller has changed")
	}
}

// guarded returns the number of guards of accesses.
func guarded(p *ir.Program) (n int) {
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if a, is := e.Stmt.(*ir.Assume); is && a.Guard == ir.AccessGuard {
				n++
			}
		}
	}
	return n
}
