package cpa_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// open returns a worker of the engine on a task, which is closed at the end of the test.
func open(t *testing.T, spec string, task *verify.Task, b *verify.Board) verify.Worker {
	w := made(t, spec).Open(task, b)
	t.Cleanup(w.Close)
	return w
}

// locks needs the value of lock at the loop, and has three assertions: the first fails, the second holds, and the third
// holds but intervals cannot prove it.
const locks = `void reach_error(void); int __VERIFIER_nondet_int(void);
int main(void) {
	int lock = 0, n = __VERIFIER_nondet_int();
	if (n == 1522756) reach_error();
	while (__VERIFIER_nondet_int()) {
		if (lock) reach_error();
		lock = 1;
		lock = 0;
	}
	if ((n & 1) + (n & 2) == 4) reach_error();
	return 0;
}`

// TestInvariantsToo checks that the engine publishes invariants of locations for other engines even if they prove
// nothing by themselves: x == y needs the product.
func TestInvariantsToo(t *testing.T) {
	task := enginetest.C{File: "double.c", Text: `void reach_error(void); unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	unsigned n = __VERIFIER_nondet_uint(), x = 0, y = 0, s = 0;
	if (n > 1000) return 0;
	while (x < n) { s += x; x++; y++; }
	if (s != x * (y - 1) / 2) reach_error();
	return 0;
}`}.Task(t)
	b := verify.NewBoard()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if r, is := open(t, "numeric(octagon)", task, b).Work(ctx, verify.Budget{}).(*verify.Unknown); !is {
		t.Fatalf("%+v", r)
	}
	facts := b.Find(verify.Query{Kinds: []verify.FactKind{verify.KindInvariant}})
	if len(facts) != 1 {
		t.Fatalf("%d facts", len(facts))
	}
	said := ""
	for _, i := range facts[0].Payload.(*verify.Invariants).Inductive.Invariants {
		said += ir.ExprString(i.Expr) + "\n"
	}
	if !strings.Contains(said, "x") || !strings.Contains(said, "y") {
		t.Errorf("invariants:\n%s", said)
	}
}

// TestSeveral checks that a violation is replayed and reported first, then proofs; an undecided obligation does not
// delay the others. The engine publishes tests and predicates.
func TestSeveral(t *testing.T) {
	for _, spec := range []string{"numeric", "value(refined)", "predicate", "value+numeric", "value+predicate"} {
		t.Run(spec, func(t *testing.T) {
			task := enginetest.C{File: "locks.c", Text: locks}.Task(t)
			b := verify.NewBoard()
			w := open(t, spec, task, b)
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
			defer cancel()
			all := task.Asked()
			u, ok := w.Work(ctx, verify.Budget{}).(*verify.Unsafe)
			if !ok || u.Obligation != all[0] {
				t.Fatalf("no violation of the first")
			}
			if len(b.Find(verify.Query{Kinds: []verify.FactKind{verify.KindTest}})) == 0 {
				t.Errorf("no test on the board")
			}
			b.Settle(u.Obligation)
			r, ok := w.Work(ctx, verify.Budget{}).(*verify.Safe)
			if !ok || !slices.Contains(r.Obligations, all[1]) || (len(r.Obligations) == 2) != (r.Rest == "") {
				t.Fatalf("%+v", r)
			}
			if out := check.Proof(ctx, task, r); out.Verdict != check.Confirmed {
				t.Errorf("%s: %s", out.Verdict, out.Reason)
			}
			if spec == "value(refined)" && len(b.Find(verify.Query{Kinds: []verify.FactKind{verify.KindPredicate}})) == 0 {
				t.Errorf("no predicates on the board")
			}
		})
	}
}

// counter takes long with explicit values.
const counter = `void reach_error(void); int __VERIFIER_nondet_int(void);
int main(void) {
	int n = 0;
	if (__VERIFIER_nondet_int()) return 0;
	for (unsigned i = 0; i < 100000000; i++) n = (n + 3) % 7;
	if (n > 7) reach_error();
	return 0;
}`

// TestCancelled checks that a cancelled turn ends soon, with the states verified so far. Their number depends on the
// machine: at first it may be zero, and a very large graph may yield no condition. So the limit doubles until a state
// is verified.
func TestCancelled(t *testing.T) {
	task := enginetest.C{File: "counter.c", Text: counter}.Task(t)
	verified := 0
	for limit := 25 * time.Millisecond; verified == 0 && limit < 2*time.Second; limit *= 2 {
		w := open(t, "value(all),order=bfs", task, verify.NewBoard())
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		r, ok := w.Work(ctx, verify.Budget{}).(*verify.Unknown)
		deadline, _ := ctx.Deadline()
		if late := time.Since(deadline); late > time.Second { // 100 ms if nothing else runs
			t.Errorf("%s late", late)
		}
		if !ok || r.Left == nil || r.Reason != "out of time" {
			t.Fatalf("%+v", r)
		}
		if s, _ := w.(verify.Partial).Partial(context.Background(), task.Asked(), 1000); s != nil {
			for _, s := range s.Proof.(*verify.Annotated).Left("").States {
				if s.Verified {
					verified++
				}
			}
		}
	}
	if verified == 0 {
		t.Errorf("nothing is verified")
	}
}

// TestWork checks that, with a budget of work, each run takes the same steps, and a turn continues where the last one
// stopped.
func TestWork(t *testing.T) {
	for _, spec := range []string{"value", "predicate", "numeric(octagon)"} {
		for _, unsafe := range []bool{false, true} {
			run := func(work uint64) (turns int, said string) {
				task := enginetest.C{File: "clip.c", Text: program, Unsafe: unsafe}.Task(t)
				task.Options.Determ = true
				task.Log = &obs.Log{}
				w := open(t, spec, task, verify.NewBoard())
				r := w.Work(context.Background(), verify.Budget{Work: work})
				for turns = 1; turns < 30 && !w.(verify.Finisher).Finished(); turns++ {
					if u, is := r.(*verify.Unknown); !is || u.Left == nil {
						break
					}
					work *= 2
					r = w.Work(context.Background(), verify.Budget{Work: work})
				}
				said = fmt.Sprintf("%T", r)
				for _, s := range task.Log.Stats() {
					said += fmt.Sprint(" ", s.Name, s.Count)
				}
				return turns, said
			}
			many, first := run(2000)
			again, second := run(2000)
			if many != again || first != second {
				t.Errorf("%s: %d turns %s, %d turns %s", spec, many, first, again, second)
			}
			one, whole := run(1 << 40)
			if one != 1 || whole[:12] != first[:12] {
				t.Errorf("%s: %d turns %s, %d turns %s", spec, many, first, one, whole)
			}
			t.Logf("%s: %d turns", first, many)
		}
	}
}

// TestDying checks that, if the solver dies, the engine still returns a result; analyses that need no solver are not
// affected.
func TestDying(t *testing.T) {
	z3, err := exec.LookPath("z3")
	if err != nil {
		benchtest.Missing(t, "no z3")
	}
	dies := filepath.Join(t.TempDir(), "z3")
	if err := os.WriteFile(dies, []byte("#!/bin/sh\nhead -n 30 | "+z3+" \"$@\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, spec := range []string{"value", "predicate", "value+numeric"} {
		task := enginetest.C{File: "locks.c", Text: locks}.Task(t)
		task.Solver = []string{dies, "-in"}
		w := open(t, spec, task, verify.NewBoard())
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		r := w.Work(ctx, verify.Budget{})
		cancel()
		switch r := r.(type) {
		case *verify.Safe, *verify.Unsafe: // without the solver, or before it died
		case *verify.Unknown:
			if r.Reason == "" {
				t.Errorf("%s: no reason", spec)
			}
			t.Logf("%s: %s", spec, r.Reason)
		default:
			t.Errorf("%s: %T", spec, r)
		}
	}
}

// down is recursive, so many paths lead to the error, and the first one that the search meets is infeasible.
const down = `void reach_error(void); int __VERIFIER_nondet_int(void);
int down(int n) { if (n <= 0) return 0; return 1 + down(n - 1); }
int main(void) {
	int n = __VERIFIER_nondet_int();
	if (n < 0 || n > 2) return 0;
#ifdef UNSAFE
	if (down(n) >= 2) reach_error();
#else
	if (down(n) >= 3) reach_error();
#endif
	return 0;
}`

// TestAround checks that, if an error state covers others, the engine also checks the paths of the covered ones.
func TestAround(t *testing.T) {
	for _, unsafe := range []bool{false, true} {
		_, r := result(t, time.Minute, "value,tests=off", enginetest.C{File: "down.c", Text: down, Unsafe: unsafe})
		if _, is := r.(*verify.Unsafe); is != unsafe {
			t.Errorf("unsafe %v: %+v", unsafe, r)
		}
	}
}

// bounded has an error that no analysis excludes, since exp decides it and no solver knows exp. The loop has few or
// many iterations.
const bounded = `void reach_error(void); double __VERIFIER_nondet_double(void); double exp(double);
int main(void) {
	double x = __VERIFIER_nondet_double();
	int i = 0;
	while (i < ROUNDS) i++;
	if (x > 0 && x < 1 && exp(x) > 5) reach_error();
	return 0;
}`

// TestSettles checks that, if nothing is left to do, a product returns its reason in whichever stage it is, and does
// not start again until time is out.
func TestSettles(t *testing.T) {
	if len(smt.Known()) == 0 {
		benchtest.Missing(t, "no solver")
	}
	for _, spec := range []string{"value", "predicate", "value+predicate", "predicate+value", "value(all)+predicate",
		"value(refined)+predicate"} {
		_, r := result(t, 20*time.Second, spec,
			enginetest.C{File: "bounded.c", Text: strings.ReplaceAll(bounded, "ROUNDS", "3")})
		if u, is := r.(*verify.Unknown); !is || strings.Contains(u.Reason, "out of") {
			t.Errorf("%s: %+v", spec, r)
		}
	}
}

// late is violated after many iterations of a loop; no iteration determines which branch the next one must take.
const late = `void reach_error(void); int __VERIFIER_nondet_int(void);
int main(void) {
	unsigned h = 0;
	for (int i = 0; i < 3000; i++)
		if (__VERIFIER_nondet_int() > 0) h++; else h += 2;
#ifdef UNSAFE
	if (h > 3000) reach_error();
#else
	if (h > 6000) reach_error();
#endif
	return 0;
}`

// TestBeside checks that a run next to a refined path finds a violation after many iterations. Within this time, no
// other technique finds it.
func TestBeside(t *testing.T) {
	for spec, finds := range map[string]bool{"value(refined)": true, "value(refined),tests=off": false} {
		for _, unsafe := range []bool{false, true} {
			limit := 2 * time.Second
			if unsafe && finds {
				limit = time.Minute
			}
			_, r := result(t, limit, spec, enginetest.C{File: "late.c", Text: late, Unsafe: unsafe})
			u, is := r.(*verify.Unsafe)
			if is != (unsafe && finds) {
				t.Errorf("%s, unsafe %v: %+v", spec, unsafe, r)
			}
			if is && !strings.Contains(u.Test.Note, "at the side") {
				t.Errorf("%s: found by %q", spec, u.Test.Note)
			}
		}
	}
}
