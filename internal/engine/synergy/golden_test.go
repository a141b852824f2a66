package synergy

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// lockDiamonds returns the program of Fig. 8 with n diamonds that do not change a lock; the value of the lock is not a
// constant.
func lockDiamonds(n int) string {
	var b strings.Builder
	b.WriteString("void reach_error(void); int nondet_int(void);\nint main(void) { int lock = nondet_int(); if (lock " +
		"!= 1) return 0;\n")
	for i := range n {
		fmt.Fprintf(&b, "int x%d = nondet_int(); if (nondet_int()) x%d = x%d + 1; else x%d = x%d - 1;\n", i, i, i, i, i)
	}
	b.WriteString("if (lock != 1) reach_error(); return 0; }")
	return b.String()
}

// TestFigures bounds the tests and refinements for the programs of the paper.
func TestFigures(t *testing.T) {
	if len(smt.Known()) == 0 {
		benchtest.Missing(t, "no solver")
	}
	text := func(s string) func() *verify.Task {
		return func() *verify.Task { return enginetest.C{File: "t.c", Text: s}.Task(t) }
	}
	file := func(name string, defines ...string) func() *verify.Task {
		return func() *verify.Task { return fileTask(t, name, defines...) }
	}
	for _, x := range []struct {
		name               string
		task               func() *verify.Task
		safe               bool
		tests, refinements int // upper bounds
	}{
		{"figure 1, its error", file("fig1", "FAULT"), false, 2, 0},
		{"figure 1, a narrow input", text("void reach_error(void); int nondet_int(void); int main(void) { int a = " +
			"nondet_int(), c = 0; for (int i = 0; i < 1000; i++) c += i; if (a == 77) reach_error(); return 0; }"), false, 2, 0},
		{"figure 4, its error", file("fig4", "FAULT"), false, 2, 0},
		{"figure 6, not folded", file("fig6_square"), true, 1, 1}, // 0 if the solver has enough time for squares
		{"figure 7, its error", file("fig7", "FAULT"), false, 3, 0},
		{"figure 8, 20", text(lockDiamonds(20)), true, 2, 40},
		{"figure 8, 80", text(lockDiamonds(80)), true, 2, 160},
	} {
		t.Run(x.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			cfg := Default()
			if x.refinements > 0 {
				cfg.Random = 0 // the paper has no random tests
			}
			w := newWorker(cfg, x.task(), verify.NewBoard())
			defer w.Close()
			r := w.Work(ctx, verify.Budget{})
			_, safe := r.(*verify.Safe)
			if _, unsafe := r.(*verify.Unsafe); safe == unsafe || safe != x.safe {
				t.Fatalf("%+v", r)
			}
			if len(w.tests.forest.Tests) > x.tests || w.logged.cuts > x.refinements {
				t.Errorf("%d tests and %d refinements, want %d and %d at most", len(w.tests.forest.Tests),
					w.logged.cuts, x.tests, x.refinements)
			}
		})
	}
}

// TestFigure3 checks that, with all conjuncts of Pre and a region for each location, the regions are split by the
// predicates p, q, r and s of the paper.
func TestFigure3(t *testing.T) {
	if len(smt.Known()) == 0 {
		benchtest.Missing(t, "no solver")
	}
	cfg, err := Parse("split=edge,relevance=off,generalise=off")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	task := enginetest.C{File: "t.c", Text: `void reach_error(void); int nondet_int(void);
		int main(void) { int y = nondet_int(), x, lock = 0;
		do { lock = 1; x = y; if (nondet_int()) { lock = 0; y++; } } while (x != y);
		if (lock != 1) reach_error(); return 0; }`}.Task(t)
	w := newWorker(cfg, task, verify.NewBoard())
	defer w.Close()
	if r, ok := w.Work(ctx, verify.Budget{}).(*verify.Safe); !ok {
		t.Fatalf("%+v", r)
	}
	var got []string
	for _, r := range w.analysis(task.Asked()[0]).abs.Regions {
		if !r.leaf() && !slices.Contains(got, ir.ExprString(r.Split)) {
			got = append(got, ir.ExprString(r.Split))
		}
	}
	p, q := "1:i64 != i64(main.lock)", "1:i64 != i64(main.lock) && i64(main.y) == i64(main.x)"
	for _, want := range []string{p, q} {
		if !slices.Contains(got, want) {
			t.Errorf("no %s among %s", want, strings.Join(got, "; "))
		}
	}
	// r and s are x == y + 1, where y + 1 may wrap, with the lock and without it.
	for _, locked := range []bool{true, false} {
		if !slices.ContainsFunc(got, func(x string) bool {
			return strings.Contains(x, "i64(main.y) + 1:i64 == i64(main.x)") && strings.Contains(x, "main.lock") == locked
		}) {
			t.Errorf("no x == y + 1 with lock %t among %s", locked, strings.Join(got, "; "))
		}
	}
}
