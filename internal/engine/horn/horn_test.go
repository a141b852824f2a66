package horn

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/verify"
)

const header = "extern int nondet(void); extern void reach_error(void);\n#define CHECK(x) if (!(x)) reach_error()\n"

// programs are safe. With UNSAFE defined, each has an error.
var programs = []struct {
	name, overflow, text string
}{
	{"linear", "undefined", `
int main(void) {
	int x = 0, y = 0;
	while (nondet()) { x++; y += 2; }
#ifdef UNSAFE
	CHECK(y != 6);
#endif
	CHECK(y == 2 * x);
}`},
	{"nested", "undefined", `
int main(void) {
	int n = nondet(), i, j, k = 0;
	if (n < 0) return 0;
	for (i = 0; i < n; i++)
		for (j = 0; j < i; j++)
#ifdef UNSAFE
			CHECK(j < 3);
#else
			CHECK(j < n);
#endif
}`},
	{"wrapping", "wrap", `
int main(void) {
	int i = nondet(), j = nondet(), x = i, y = j;
	while (x != 0) { x--; y--; }
#ifdef UNSAFE
	CHECK(y != 1000 || i > 3);
#endif
	if (i == j) CHECK(y == 0);
}`},
	{"cells", "undefined", `
struct { int a, b; } s;
int main(void) {
	s.a = 0; s.b = 10;
	while (s.a < 10) { s.a++; s.b--; }
#ifdef UNSAFE
	CHECK(s.b != 0);
#else
	CHECK(s.a + s.b == 10);
#endif
}`},
	{"recursion", "wrap", `
int f(int n) { if (n > 100) return n - 10; return f(f(n + 11)); }
int main(void) {
	int r = f(nondet());
#ifdef UNSAFE
	CHECK(r != 91);
#else
	CHECK(r >= 91);
#endif
}`},
	{"globals", "undefined", `
int most;
int rise(int n) { if (n <= 0) return 0; if (most < n) most = n; return rise(n - 1); }
int main(void) {
	int r = rise(nondet());
#ifdef UNSAFE
	CHECK(most > 0);
#else
	CHECK(most >= r);
#endif
}`},
	{"vacuous", "undefined", `
int main(void) {
	int x = 1;
#ifndef UNSAFE
	if (x) return 0;
#endif
	while (nondet()) x = 3 * x;
	CHECK(x != 9);
}`},
	{"relational", "undefined", `
int depth;
void down(int n) { if (n <= 0) return; depth++; down(n - 1); depth--; }
int main(void) {
	down(nondet());
#ifdef UNSAFE
	CHECK(depth > 0);
#else
	CHECK(depth == 0);
#endif
}`},
}

// program returns the task of a program or of its unsafe twin.
func program(t *testing.T, text, overflow string, unsafe bool) *verify.Task {
	t.Helper()
	return enginetest.C{File: "p.c", Text: header + text, Unsafe: unsafe,
		Passes: func(o *instrument.Options) { o.Overflow = overflow }}.Task(t)
}

// needSolver reports the missing solver if none solves Horn clauses.
func needSolver(t *testing.T) {
	t.Helper()
	if _, err := smt.OpenHorn(term.New(), smt.Config{}); errors.Is(err, smt.ErrNoSolver) {
		benchtest.Missing(t, "no solver of Horn clauses")
	}
}

// TestPrograms checks that the engine proves the safe programs with confirmed proofs, and proves no unsafe twin.
func TestPrograms(t *testing.T) {
	needSolver(t)
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) { decides(t, p.text, p.overflow) })
	}
}

// decides runs the engine on a program and its unsafe twin: the first is proved, and the second has a violation.
func decides(t *testing.T, text, overflow string) {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Minute)
	defer stop()
	b := verify.NewBoard()
	task := program(t, text, overflow, false)
	res := enginetest.Run(ctx, Engine(), task, b)
	r, ok := res.(*verify.Safe)
	if !ok {
		t.Fatalf("%+v", res)
	}
	if out := check.Proof(ctx, task, r); out.Verdict != check.Confirmed {
		t.Errorf("%s: %s", out.Verdict, out.Reason)
	}
	if len(b.Find(verify.Query{Kinds: []verify.FactKind{verify.KindInvariant}})) == 0 {
		t.Error("no invariants published")
	}
	twin := program(t, text, overflow, true)
	if there, err := enginetest.Move(task, twin, r.Proof); err != nil {
		t.Log("a twin of another shape: ", err)
	} else if out := check.Proof(ctx, twin, &verify.Safe{Proof: there}); out.Verdict == check.Confirmed {
		t.Error("unsafe twin: the proof is accepted")
	}
	if u, ok := enginetest.Run(ctx, Engine(), twin, nil).(*verify.Unknown); !ok {
		t.Error("unsafe twin: proved")
	} else if !strings.Contains(u.Reason, "a violation exists") {
		t.Error("unsafe twin:", u.Reason)
	}
}

// TestContracts checks that the invariants of a recursive function relate its parameters, globals and result.
func TestContracts(t *testing.T) {
	needSolver(t)
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Minute)
	defer stop()
	task := program(t, programs[4].text, "wrap", false)
	r, ok := enginetest.Run(ctx, Engine(), task, nil).(*verify.Safe)
	if !ok {
		t.Fatal("not proved")
	}
	ev := r.Proof.(*verify.Inductive)
	for _, i := range ev.Invariants {
		if i.Loc == i.Loc.Func.Exit && strings.Contains(ir.ExprString(i.Expr), "result") && ev.Results[i.Loc.Func] != nil {
			return
		}
	}
	t.Error("no invariant of the result")
}

// TestEnds checks that the engine returns soon after its context ends.
func TestEnds(t *testing.T) {
	needSolver(t)
	ctx, stop := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer stop()
	task := program(t, `
int main(void) {
	unsigned a = nondet(), b = nondet(), n = 0;
	while (a != 1) { a = a % 2 ? 3 * a + 1 : a / 2; n += a * b; }
	CHECK(n * n != 7);
}`, "wrap", false)
	begin := time.Now()
	enginetest.Run(ctx, Engine(), task, nil)
	if d := time.Since(begin); d > 10*time.Second {
		t.Error(d)
	}
}
