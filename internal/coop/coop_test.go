package coop

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// prog is a program in which x == 7 violates obligation 0, obligation 1 is never violated, and no path leads to
// obligation 2. With x == 3 it reads through null before.
const prog = `program ILP32
file "a.c"
missing "helper" near "helped" @3:4
site param "p@a.c:1:1" type u8
obligation "unreach-call" text "reach_error()" in "main" @5:5
obligation "unreach-call" text "reach_error()" in "main" @6:5
obligation "unreach-call" text "reach_error()" in "main" @7:5
entry main
func main() void {
  reg x u8
  reg y i32
  locs 8 error 2 3 4
  L0 -> L5: x = input #0
  L5 -> L2: assume x == 7:u8
  L5 -> L8: assume x == 3:u8
  L5 -> L6: assume x != 7:u8 && x != 3:u8
  L6 -> L3: assume x == 7:u8
  L6 -> L7: assume x != 7:u8
  L7 -> L1: return
  L8 -> L2: y = load 0:ptr32 @8:5
}
`

// test returns a test with one input.
func test(bits uint64) *verify.Test {
	return &verify.Test{Records: []ir.Record{{Type: ir.U8, Bits: bits}}}
}

// fake returns an engine whose turns return answer at once.
func fake(name string, answer func(t *verify.Task) verify.Result) verify.Engine {
	return verify.Engine{Name: name, Doc: "fake",
		Open: verify.Once(func(_ context.Context, t *verify.Task, _ *verify.Board) verify.Result { return answer(t) })}
}

// run runs the engines one after the other on a task.
func run(t *testing.T, task *verify.Task, engines ...verify.Engine) *Outcome {
	t.Helper()
	s := Strategy{Name: "test", Job: Job{Kind: Seq}}
	for _, e := range engines {
		s.Job.Jobs = append(s.Job.Jobs, Job{Engine: e.Name, Share: 0.5})
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	r := NewRunner(task, s, engines)
	defer r.Wait()
	return r.Run(ctx)
}

// statuses returns the statuses of the findings.
func statuses(o *Outcome) string {
	var out []string
	for _, f := range o.Findings {
		out = append(out, string(f.Status))
	}
	return strings.Join(out, ", ")
}

// TestDecision tests how each kind of claim is decided.
func TestDecision(t *testing.T) {
	p := irtest.Program(t, prog)
	safe := func(e verify.Evidence, obls ...*ir.Obligation) func(*verify.Task) verify.Result {
		return func(*verify.Task) verify.Result { return &verify.Safe{Obligations: obls, Proof: e} }
	}
	unsafe := func(o int, bits uint64) func(*verify.Task) verify.Result {
		return func(*verify.Task) verify.Result {
			return &verify.Unsafe{Obligation: p.Obligations[o], Test: test(bits)}
		}
	}
	box := &verify.Enumerated{Box: []verify.Range{{Site: 0, Type: ir.U8, Lo: 0, Hi: 255}}, Runs: 256}
	for _, c := range []struct {
		name   string
		answer func(*verify.Task) verify.Result
		want   string // verdict: statuses: reason
		bug    bool
	}{
		{"a real violation", unsafe(0, 7), "false: violated, unknown, not reached: ", false},
		{"a test that reaches nothing", unsafe(0, 8),
			"unknown: unknown, unknown, not reached: the test does not reach the obligation again", false},
		{"a test of another obligation", unsafe(1, 7),
			"unknown: unknown, unknown, not reached: another obligation is violated first, at a.c:5:5", false},
		{"undefined behaviour first", unsafe(0, 3),
			"unknown: unknown, unknown, not reached: undefined behaviour (invalid read) at a.c:8 before it", false},
		{"no test", func(*verify.Task) verify.Result { return &verify.Unsafe{} },
			"unknown: unknown, unknown, not reached: test: a violation without a test", true},
		{"a wrong proof", safe(&verify.Unreached{}),
			"unknown: unknown, unknown, not reached: proof refuted: the error location at a.c:6:5 can be reached in the " +
				"automaton", true},
		{"a wrong enumeration", safe(box), "unknown: unknown, unknown, not reached: proof refuted: the run of an " +
			"enumerated input violates the obligation at a.c:5:5", true},
		{"no evidence", safe(nil), "unknown: unknown, unknown, not reached: a proof without evidence", true},
		{"a proof that cannot be checked", safe(&verify.Unwinding{}),
			"unknown: unknown, unknown, not reached: proof not confirmed: …", false},
		{"a failing engine", func(*verify.Task) verify.Result { panic("oops") },
			"unknown: unknown, unknown, not reached: test: internal error in engine test", false},
		{"no result", func(*verify.Task) verify.Result { return nil },
			"unknown: unknown, unknown, not reached: no engine could decide it", false},
		{"gives up", func(*verify.Task) verify.Result { return &verify.Unknown{Reason: "tired"} },
			"unknown: unknown, unknown, not reached: test: tired", false},
	} {
		task := &verify.Task{Program: p, Options: verify.Options{Missing: verify.MissingInput}}
		o := run(t, task, fake("test", c.answer))
		got := string(o.Verdict) + ": " + statuses(o) + ": " + o.Reason
		if head, open := strings.CutSuffix(c.want, "…"); got != c.want && !(open && strings.HasPrefix(got, head)) {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
		if o.Steps[0].Bug != c.bug {
			t.Errorf("%s: bug is %v", c.name, o.Steps[0].Bug)
		}
	}
}

// TestPerObligation tests that an engine is asked only for obligations that are not decided yet, and may prove one of
// them.
func TestPerObligation(t *testing.T) {
	p := irtest.Program(t, prog)
	box := &verify.Enumerated{Box: []verify.Range{{Site: 0, Type: ir.U8, Lo: 0, Hi: 255}}, Runs: 256}
	var asked []int
	o := run(t, &verify.Task{Program: p, Options: verify.Options{Missing: verify.MissingInput}},
		fake("one", func(*verify.Task) verify.Result { return &verify.Unknown{} }),
		fake("two", func(t *verify.Task) verify.Result {
			for _, x := range t.Asked() {
				asked = append(asked, x.ID)
			}
			return &verify.Safe{Obligations: p.Obligations[1:2], Proof: box}
		}))
	// The enumeration is not confirmed, since a run reads through null.
	if o.Verdict != verify.UnknownVerd || !strings.Contains(o.Reason, "undefined behaviour") {
		t.Errorf("%s: %s", o.Verdict, o.Reason)
	}
	if len(asked) != 2 || asked[0] != 0 || asked[1] != 1 {
		t.Errorf("asked %v: obligation 2 cannot be reached and is not asked", asked)
	}
}

// TestRestReason tests that the reason of a verdict unknown is Safe.Rest of the engine that has proved the other
// obligations.
func TestRestReason(t *testing.T) {
	p := irtest.Program(t, prog)
	proof := &verify.Inductive{}
	for _, l := range p.Entry.Locs {
		if l.Kind == ir.Error {
			proof.Invariants = append(proof.Invariants,
				verify.Invariant{Loc: l, Expr: ir.NewBool(l.Obligation != p.Obligations[1])})
		}
	}
	o := run(t, &verify.Task{Program: p, Options: verify.Options{Missing: verify.MissingInput}},
		fake("half", func(*verify.Task) verify.Result {
			return &verify.Safe{Obligations: p.Obligations[1:2], Proof: proof, Rest: "tired"}
		}))
	if got := statuses(o) + ": " + o.Reason; got != "unknown, proved, not reached: half: tired" {
		t.Error(got)
	}
}

// stopProg is a program that calls a function without a body if x is 0, and violates its assertion at 7.
const stopProg = `program ILP32
file "a.c"
missing "helper" near "helped" @3:4
site param "p@a.c:1:1" type u8
obligation "no-body" text "helper" in "main" @3:4
obligation "assertion" text "x" in "main" @5:5
entry main
func main() void {
  reg x u8
  locs 7 error 2 3
  L0 -> L4: x = input #0
  L4 -> L2: assume x == 0:u8
  L4 -> L5: assume x != 0:u8
  L5 -> L3: assume x == 7:u8
  L5 -> L6: assume x != 7:u8
  L6 -> L1: return
}
`

// TestUnmodelled tests that a run which reaches a call without a body is not a violation, that nothing is proved then,
// and that no prover is called any more.
func TestUnmodelled(t *testing.T) {
	p := irtest.Program(t, stopProg)
	task := func() *verify.Task {
		return &verify.Task{Program: p, Options: verify.Options{Missing: verify.MissingUnknown}}
	}
	reach := fake("reach", func(t *verify.Task) verify.Result {
		return &verify.Unsafe{Obligation: p.Obligations[0], Test: test(0)}
	})
	prover := fake("prover", func(*verify.Task) verify.Result {
		t.Error("a proof is looked for")
		return nil
	})
	tester := fake("tester", func(s *verify.Task) verify.Result {
		if len(s.Asked()) != 1 || s.Asked()[0] != p.Obligations[1] {
			t.Errorf("asked for %v", s.Asked())
		}
		return &verify.Unsafe{Obligation: p.Obligations[1], Test: test(7)}
	})
	tester.Gives = []verify.FactKind{verify.KindTest}
	const why = "no body for helper, line 3; did you mean helped?"
	o := run(t, task(), reach, prover)
	if o.Verdict != verify.UnknownVerd || o.Reason != why || statuses(o) != "unknown, unknown" {
		t.Errorf("%s: %s: %s", o.Verdict, statuses(o), o.Reason)
	}
	o = run(t, task(), reach, prover, tester)
	if o.Verdict != verify.False || o.Violated.Obligation != p.Obligations[1] || len(o.Assuming) != 0 {
		t.Errorf("%s: %s: %s assuming %v", o.Verdict, statuses(o), o.Reason, o.Assuming)
	}
	// A proof of the other obligation alone does not count.
	box := &verify.Enumerated{Box: []verify.Range{{Site: 0, Type: ir.U8, Lo: 0, Hi: 255}}, Runs: 256}
	p = irtest.Program(t, strings.ReplaceAll(stopProg, "7:u8", "0:u8"))
	rest := fake("rest", func(*verify.Task) verify.Result {
		return &verify.Safe{Obligations: p.Obligations[1:], Proof: box}
	})
	o = run(t, task(), rest)
	if o.Verdict != verify.UnknownVerd || o.Reason != why {
		t.Errorf("%s: %s: %s", o.Verdict, statuses(o), o.Reason)
	}
}
