package cpa

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// broken has programs that violate their assertion.
var broken = []string{
	`int fact(int n) { if (n <= 1) return 1; return n * fact(n - 1); }
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 4) return 0; if (fact(n) == 24) reach_error(); return 0; }`,
	`int g; int *p = &g; void set(int v) { *p = v; } int get(void) { return g; }
int main(void) { int l = 3; set(4); if (__VERIFIER_nondet_int()) p = &l; set(5); if (get() + l == 9) reach_error(); return 0; }`,
	`struct N { int v; struct N *n; }; void *malloc(unsigned); void free(void *);
int main(void) { struct N *l = 0; for (int i = 0; i < 3; i++) { struct N *t = malloc(sizeof *t); t->v = i; t->n = l; l = t; }
 int s = 0; while (l) { struct N *t = l; s += l->v; l = l->n; free(t); } if (s == 3) reach_error(); return 0; }`,
	`static double half(double x) { return x / 2; } double __VERIFIER_nondet_double(void);
int main(void) { double d = __VERIFIER_nondet_double(); if (!(half(d) <= 1) && !(d > 1)) reach_error(); return 0; }`,
	`int a[4]; static void put(int i, int v) { a[i & 3] = v; }
int main(void) { int k = __VERIFIER_nondet_int() & 1; for (int i = 0; i < 6; i++) put(i, i + k); if (a[1] == 6 && a[3] == 4) reach_error(); return 0; }`,
	`static int inc(int x) { return x + 1; } static int dbl(int x) { return 2 * x; } static int (*f)(int) = inc;
int main(void) { int x = 3; while (__VERIFIER_nondet_int()) { if (x == 8) f = dbl; x = f(x); if (x > 16) break; } if (x == 32) reach_error(); return 0; }`,
	`int depth; static int walk(int n, int *out) { int l = n; depth++; if (n > 0) walk(n - 1, &l); *out = *out + l; depth--; return l; }
int main(void) { int x = 1; int r = walk(2, &x); if (r == 3 && x == 4) reach_error(); return 0; }`,
	`int main(void) { unsigned char c = 0; unsigned n = 0; while (n < 300) { c++; n++; if (c == 0 && __VERIFIER_nondet_int()) reach_error(); } return 0; }`,
	`int s; static int step(int x) { int t = s; if (t == 0) { s = x; return 1; } if (s == 2) return 7; s = 0; return 2; }
int main(void) { int r = 0; for (int i = 0; i < 4; i++) r = step(__VERIFIER_nondet_int()); if (r == 7) reach_error(); return 0; }`,
}

// TestForged forges proofs for programs with an error, from graphs that reach it. The checker confirms none.
func TestForged(t *testing.T) {
	if smt.Known()[0].Path == "" {
		benchtest.Missing(t, "no solver")
	}
	texts := slices.Clone(broken)
	begin, most := time.Now(), 3*time.Second
	if dir := os.Getenv("TANDEM_FORGED"); dir != "" { // more programs, for minutes
		files, _ := filepath.Glob(filepath.Join(dir, "*.c"))
		texts, most = nil, 20*time.Minute
		for _, f := range files {
			b, _ := os.ReadFile(f)
			texts = append(texts, string(b))
		}
	}
	graphs, tried, undecided := 0, 0, 0
	for n := uint64(0); tried == 0 && n < 20 || time.Since(begin) < most; n++ {
		r := rand.New(rand.NewPCG(n, 1))
		text := texts[r.IntN(len(texts))]
		task, err := enginetest.C{File: "forged.c", Text: "void reach_error(void); int __VERIFIER_nondet_int(void);\n" + text,
			Passes: func(o *instrument.Options) {
				if r.IntN(3) > 0 {
					o.Limits = instrument.Limits{Program: 1, Func: 1}
				}
			}}.Load()
		if err != nil {
			t.Log(err)
			continue
		}
		all := []string{"value", "value(all)", "numeric", "numeric(octagon)", "numeric(powerset)", "value+numeric",
			"predicate", "value+predicate", "predicate(blocks=edge)", "numeric+predicate"}
		which := all[r.IntN(len(all))]
		ev := reached(task, which)
		if ev == nil || len(ev.Nodes) > 300 {
			continue
		}
		graphs++
		for range 6 {
			forged, how := enginetest.Forge(r, ev)
			ctx, stop := context.WithTimeout(context.Background(), 700*time.Millisecond)
			out := check.Proof(ctx, task, &verify.Safe{Obligations: task.Obligations, Proof: forged})
			stop()
			tried++
			switch out.Verdict {
			case check.Confirmed:
				t.Fatalf("%s: confirmed (round %d): %s\n%s", which, n, how, text)
			case check.Undecided:
				undecided++
			}
		}
	}
	t.Logf("%d graphs, %d forged, %d undecided", graphs, tried, undecided)
	if tried == 0 {
		t.Error("the test says nothing")
	}
}

// reached returns the complete graph of an analysis, which contains error nodes. It returns nil if the exploration does
// not end in time or has no graph.
func reached(task *verify.Task, analyses string) *verify.Annotated {
	cfg, err := Parse(analyses)
	if err != nil {
		return nil
	}
	ctx, stop := context.WithTimeout(context.Background(), 2*time.Second)
	defer stop()
	w := New(cfg).Open(task, verify.NewBoard()).(*worker)
	defer w.Close()
	short, end := context.WithTimeout(ctx, 300*time.Millisecond)
	w.Work(short, verify.Budget{})
	end()
	if w.run == nil {
		return nil
	}
	w.meter.Renew(ctx, verify.Budget{})
	for w.run.Target() != nil {
		w.run.Pass()
	}
	for !w.run.Explore(ctx, 20_000) {
		if ctx.Err() != nil || w.run.Steps > 20_000 {
			return nil
		}
		for w.run.Target() != nil {
			w.run.Pass()
		}
	}
	g := w.run.GraphWithin(ctx, math.MaxInt)
	if g == nil {
		return nil
	}
	ev := g.Annotated()
	ev.Results, ev.Made = w.names.Results, w.names.Made
	return ev
}

// TestOwnNames checks that evidence can be checked while the engine continues, which may add names of results: the maps
// of names in the evidence are copies.
func TestOwnNames(t *testing.T) {
	task := enginetest.C{File: "own.c", Text: `void reach_error(void); int clip(int x) { return x > 3 ? 3 : x; }
int main(void) { int s = 0; for (int i = 0; i < 5; i++) s = clip(s); if (s > 3) reach_error(); return 0; }`,
		Passes: func(o *instrument.Options) { o.Limits = instrument.Limits{Program: 1, Func: 1} }}.Task(t)
	for _, analyses := range []string{"numeric", "value(all)"} {
		cfg, err := Parse(analyses)
		if err != nil {
			t.Fatal(err)
		}
		w := New(cfg).Open(task, verify.NewBoard()).(*worker)
		defer w.Close()
		s, ok := w.Work(context.Background(), verify.Budget{}).(*verify.Safe)
		if !ok {
			t.Fatalf("%s: not claimed", analyses)
		}
		var results map[*ir.Func]*ir.Var
		switch ev := s.Proof.(type) {
		case *verify.Inductive:
			results = ev.Results
		case *verify.Annotated:
			results = ev.Results
		}
		before := len(results)
		w.names.Results[&ir.Func{}] = nil
		if len(results) != before {
			t.Errorf("%s: the names of the evidence are the engine's", analyses)
		}
	}
}
