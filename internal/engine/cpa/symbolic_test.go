package cpa_test

import (
	"context"
	"testing"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/cpa"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

const paths = `void reach_error(void); int __VERIFIER_nondet_int(void);
int clip(int x) { if (x > 10) return 10; if (x < 0) return 0; return x; }
int main(void) {
	int s = 0;
	for (int i = 0; i < 3; i++) { int x = __VERIFIER_nondet_int(); s = clip(s + (x & 3)); }
#ifdef UNSAFE
	if (s > 8) reach_error();
#else
	if (s > 9) reach_error();
#endif
	return 0;
}`

// forgets has no end, but forgets what it has read.
const forgets = `void reach_error(void); int __VERIFIER_nondet_int(void);
int main(void) {
	int held = 0;
	while (1) {
		int p = __VERIFIER_nondet_int();
		if (p == 77) held = 1;
#ifdef UNSAFE
		if (p > 80) held = 1;
#endif
		if (held && p != 77) reach_error();
		held = 0;
	}
}`

// All paths of the safe program are a proof along them; of its twin one is a test.
func TestSymbolic(t *testing.T) {
	if smt.Known()[0].Path == "" {
		t.Skip("no solver")
	}
	for _, unsafe := range []bool{false, true} {
		for i, order := range []string{"topological", "dfs", "bfs", "path", "new", "new"} {
			cfg, err := cpa.Parse("symbolic,order=" + order)
			if err != nil {
				t.Fatal(err)
			}
			text := paths
			if i == 5 {
				text = forgets
			}
			task := enginetest.C{File: "paths.c", Text: text, Unsafe: unsafe}.Task(t)
			r := enginetest.Run(context.Background(), cpa.New(cfg), task, verify.NewBoard())
			switch r := r.(type) {
			case *verify.Safe:
				out := check.Proof(context.Background(), task, r)
				if unsafe || out.Verdict != check.Confirmed {
					t.Errorf("%s, unsafe %v: %s: %s", order, unsafe, out.Verdict, out.Reason)
				}
			case *verify.Unsafe:
				if !unsafe {
					t.Errorf("%s: a test of the safe program", order)
				}
			default:
				t.Errorf("%s, unsafe %v: %+v", order, unsafe, r)
			}
		}
	}
}

// doubles knows at its loop what no formula of its proof says.
const doubles = `void reach_error(void); int __VERIFIER_nondet_int(void);
int main(void) {
	int y = 2 * __VERIFIER_nondet_int();
	while (1) {
		int p = __VERIFIER_nondet_int();
		if (p == 77 && y == 7) reach_error();
	}
}`

// What formulas leave out is no mistake: such a proof may stay open, but nobody claimed anything wrong.
func TestRough(t *testing.T) {
	if smt.Known()[0].Path == "" {
		t.Skip("no solver")
	}
	cfg, err := cpa.Parse("symbolic")
	if err != nil {
		t.Fatal(err)
	}
	task := enginetest.C{File: "doubles.c", Text: doubles}.Task(t)
	s, ok := enginetest.Run(context.Background(), cpa.New(cfg), task, verify.NewBoard()).(*verify.Safe)
	if !ok {
		t.Fatal("not claimed")
	}
	if out := check.Proof(context.Background(), task, s); out.Verdict == check.Refuted {
		t.Errorf("%s: %s", out.Verdict, out.Reason)
	}
}
