package app

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/coop"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// halves are programs in which two paths lead to the error. An analysis of explicit values verifies one of them, and
// not the other.
var halves = []enginetest.C{
	{File: "bytes.c", Text: `void reach_error(void); int __VERIFIER_nondet_int(void);
int main(void) {
	int n = __VERIFIER_nondet_int(), lock = 0;
	if (__VERIFIER_nondet_int()) {
		unsigned char h = 0;
		for (int i = 0; i < 30; i++) { h = h * 5 + 1; lock = (h ^ 3) * 2; if (lock & 1) goto err; }
	} else {
		int x = 0, y = n;
		if (n < 0 || n > 50) return 0;
		while (x < n) { x++; y--; }
		if (y != 0) goto err;
#ifdef UNSAFE
		if (n == 7) goto err;
#endif
	}
	return 0;
err: reach_error();
}`},
	{File: "calls.c", Text: `void reach_error(void); int __VERIFIER_nondet_int(void);
int state;
void step(int k) { if (k > 3) step(k - 1); state = state * 3 % 7 + 1; }
int main(void) {
	int n = __VERIFIER_nondet_int();
	if (n < 0) { state = 2; step(5); if (state > 7) goto err; return 0; }
	if (n > 20) return 0;
	int i = 0, s = 0;
	for (; i < n; i++) s += 2;
#ifdef UNSAFE
	if (s > 2 * n || n == 3) goto err;
#else
	if (s > 2 * n) goto err;
#endif
	return 0;
err: reach_error();
}`},
}

// conditionally verifies a task with explicit values, and the remaining executions with iat.
func conditionally(t *testing.T, task *Task) *coop.Outcome {
	s, err := NewSession(task, VerifyOptions{Strategy: "conditional(cpa:value, iat)", TimeLimit: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	s.Run(context.Background())
	return s.out
}

// TestConditional tests that the next verifier decides the executions that the first one leaves, and that the checker
// accepts the joint proof, but not forged ones.
func TestConditional(t *testing.T) {
	for _, c := range halves {
		for _, c.Unsafe = range []bool{false, true} {
			task := c.Task(t)
			task.Parts = &verify.PartSet{} // the checker gets the same parts as the run
			out := conditionally(t, task)
			if want := map[bool]verify.Verdict{false: verify.True, true: verify.False}[c.Unsafe]; out.Verdict != want {
				t.Errorf("%s, unsafe %v: %s (%s)", c.File, c.Unsafe, out.Verdict, out.Reason)
				continue
			}
			if c.Unsafe {
				continue
			}
			proof, is := out.Findings[0].Proof.(*verify.Cover)
			if !is || len(proof.Leaves) < 2 {
				t.Fatalf("%s: proved by %T", c.File, out.Findings[0].Proof)
			}
			last := len(proof.Leaves) - 1
			shown, rest := proof.Leaves[:last:last], proof.Leaves[last]
			only := func(states ...verify.ConditionState) verify.Leaf {
				return verify.Leaf{Scope: verify.Scope{Condition: &verify.Condition{States: states}}, Proof: &verify.Unreached{}}
			}
			for name, leaves := range map[string][]verify.Leaf{
				"":                     proof.Leaves,
				"nothing is shown":     {rest},
				"nothing is left":      append(shown, only(verify.ConditionState{Verified: true})),
				"no rest":              shown,
				"no proof of the rest": append(shown, verify.Leaf{Scope: rest.Scope}),
				"no condition":         append(shown, verify.Leaf{Proof: rest.Proof}),
				"the rest is here":     append(shown, verify.Leaf{Scope: rest.Scope, Here: true, Proof: rest.Proof}),
				"what is left is less": append(shown, only(verify.ConditionState{})),
				"half is shown":        append(shown[1:], rest),
			} {
				r := check.Proof(context.Background(), task, &verify.Safe{Proof: &verify.Cover{Leaves: leaves}})
				if (r.Verdict == check.Confirmed) != (name == "") {
					t.Errorf("%s: %s: %s, %s", c.File, name, r.Verdict, r.Reason)
				}
			}
		}
	}
}

// TestChanged tests that a changed condition which excludes a violation is not accepted, whatever engine proves the
// rest. With TANDEM_LONG=1 it takes 300 conditions.
func TestChanged(t *testing.T) {
	engines := Engines()
	seeds, limit := uint64(20), 250*time.Millisecond
	if os.Getenv("TANDEM_LONG") != "" {
		seeds, limit = 150, 2*time.Second
	}
	tried, proved := 0, 0
	for _, c := range halves {
		c.Unsafe = true
		task := c.Task(t)
		task.Parts = &verify.PartSet{}
		i := slices.IndexFunc(engines, func(e verify.Engine) bool { return e.Name == "cpa" })
		with, err := engines[i].With("value")
		if err != nil {
			t.Fatal(err)
		}
		w := with.Open(task, verify.NewBoard())
		defer w.Close()
		w.Work(context.Background(), verify.Budget{Work: 40_000})
		s, _ := w.(verify.Partial).Partial(context.Background(), task.Asked(), 10_000)
		if s == nil {
			t.Fatalf("%s: nothing is shown", c.File)
		}
		left, out := check.Left(context.Background(), task, task.Asked(), s)
		if left == nil {
			t.Fatalf("%s: %s", c.File, out.Reason)
		}
		for seed := range seeds {
			task.Parts = &verify.PartSet{}
			k := changed(rand.New(rand.NewPCG(seed, 0)), task.Program, left)
			part, err := task.Part(verify.Scope{Condition: k})
			if err != nil {
				continue
			}
			tried++
			st, err := coop.Single("iat", engines)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(context.Background(), limit)
			r := coop.NewRunner(part, st, engines)
			rest := r.Run(ctx)
			r.Wait()
			cancel()
			if rest.Verdict != verify.True {
				continue
			}
			proved++
			f := rest.Findings[0]
			if out := check.Proof(context.Background(), task,
				&verify.Safe{Proof: &verify.Cover{Leaves: []verify.Leaf{{Proof: s.Proof},
					{Scope: verify.Scope{Condition: k}, Proof: f.Proof}}}}); out.Verdict == check.Confirmed {
				t.Errorf("%s, seed %d: a proof of an unsafe program is confirmed", c.File, seed)
			}
		}
	}
	t.Logf("%d conditions, the rest of %d is proved", tried, proved)
	if tried < int(seeds) || proved == 0 {
		t.Errorf("the test says little: %d conditions, the rest of %d is proved", tried, proved)
	}
}

// changed returns a condition with some changes, most of which exclude more executions.
func changed(r *rand.Rand, p *ir.Program, c *verify.Condition) *verify.Condition {
	out := &verify.Condition{Obligations: c.Obligations}
	for _, s := range c.States {
		s.Steps = slices.Clone(s.Steps)
		out.States = append(out.States, s)
	}
	for range 1 + r.IntN(3) {
		s := &out.States[r.IntN(len(out.States))]
		switch {
		case s.Stays && r.IntN(2) == 0:
			s.Stays = false
		case len(s.Steps) > 0 && r.IntN(2) == 0:
			i := r.IntN(len(s.Steps))
			s.Steps = slices.Delete(s.Steps, i, i+1)
		case len(s.Steps) > 0 && r.IntN(2) == 0:
			s.Steps[r.IntN(len(s.Steps))].To = r.IntN(len(out.States))
		case r.IntN(2) == 0:
			s.Verified = true
		default:
			f := p.Funcs[r.IntN(len(p.Funcs))]
			if len(f.Edges) > 0 {
				s.Steps = append(s.Steps, verify.ConditionStep{Edge: f.Edges[r.IntN(len(f.Edges))], To: r.IntN(len(out.States))})
			}
		}
	}
	return out
}
