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

// x == 7 violates obligation 0; obligation 1 is never violated; no path leads
// to obligation 2; x == 3 reads through null first.
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

func test(bits uint64) *verify.Test {
	return &verify.Test{Records: []ir.Record{{Type: ir.U8, Bits: bits}}}
}

// fake is an engine that answers at once.
func fake(name string, answer func(t *verify.Task) verify.Result) verify.Engine {
	return verify.Engine{Name: name, Doc: "fake", Run: func(_ context.Context, t *verify.Task, _ *verify.Board) verify.Result { return answer(t) }}
}

func run(t *testing.T, task *verify.Task, engines ...verify.Engine) *Outcome {
	t.Helper()
	s := Strategy{Name: "test"}
	for _, e := range engines {
		s.Steps = append(s.Steps, Step{Engines: []string{e.Name}, Share: 0.5})
	}
	if err := s.Validate(engines); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	return NewRunner(task, s, engines).Run(ctx)
}

func statuses(o *Outcome) string {
	var out []string
	for _, f := range o.Findings {
		out = append(out, string(f.Status))
	}
	return strings.Join(out, ", ")
}

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
		{"a test that reaches nothing", unsafe(0, 8), "unknown: unknown, unknown, not reached: the test does not reach the obligation again", false},
		{"a test of another obligation", unsafe(1, 7), "unknown: unknown, unknown, not reached: another obligation is violated first, at a.c:5:5", false},
		{"undefined behaviour first", unsafe(0, 3), "unknown: unknown, unknown, not reached: undefined behaviour (invalid read) at a.c:8 before it", false},
		{"no test", func(*verify.Task) verify.Result { return &verify.Unsafe{} }, "unknown: unknown, unknown, not reached: test: a violation without a test", true},
		{"a wrong proof", safe(&verify.Unreached{}), "unknown: unknown, unknown, not reached: proof refuted: the error location at a.c:6:5 can be reached in the automaton", true},
		{"a wrong enumeration", safe(box), "unknown: unknown, unknown, not reached: proof refuted: the run of an enumerated input violates the obligation at a.c:5:5", true},
		{"no evidence", safe(nil), "unknown: unknown, unknown, not reached: a proof without evidence", true},
		{"a proof that cannot be checked", safe(&verify.Unwinding{}), "unknown: unknown, unknown, not reached: proof not confirmed: …", false},
		{"a failing engine", func(*verify.Task) verify.Result { panic("oops") }, "unknown: unknown, unknown, not reached: test: internal error in engine test", false},
		{"no result", func(*verify.Task) verify.Result { return nil }, "unknown: unknown, unknown, not reached: no engine could decide it", false},
		{"gives up", func(*verify.Task) verify.Result { return &verify.Unknown{Reason: "tired"} }, "unknown: unknown, unknown, not reached: test: tired", false},
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

// The proof of one obligation and the violation of another come from different
// engines; the first step's result narrows what the second is asked.
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
	// Reading through null keeps the enumeration from counting.
	if o.Verdict != verify.UnknownVerd || !strings.Contains(o.Reason, "undefined behaviour") {
		t.Errorf("%s: %s", o.Verdict, o.Reason)
	}
	if len(asked) != 2 || asked[0] != 0 || asked[1] != 1 {
		t.Errorf("asked %v: obligation 2 cannot be reached and is not asked", asked)
	}
}

// What an engine says of the obligations that it leaves is the reason, if it proves others.
func TestRestReason(t *testing.T) {
	p := irtest.Program(t, prog)
	proof := &verify.Inductive{}
	for _, l := range p.Entry.Locs {
		if l.Kind == ir.Error {
			proof.Invariants = append(proof.Invariants, verify.Invariant{Loc: l, Expr: ir.NewBool(l.Obligation != p.Obligations[1])})
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

// closedProof is a program whose run proves it; it calls a function without a body.
const closedProg = `program ILP32
file "a.c"
missing "helper" near "helped" @3:4
obligation "assertion" text "x" in "main" @5:5
entry main
func main() void {
  reg x u8
  locs 3 error 2
  L0 -> L3: assume x == 0:u8
  L0 -> L2: assume x != 0:u8
  L3 -> L1: return
}
`

func TestMissingBodies(t *testing.T) {
	p := irtest.Program(t, closedProg)
	e := fake("run", func(*verify.Task) verify.Result { return &verify.Safe{Proof: &verify.Enumerated{Runs: 1}} })
	o := run(t, &verify.Task{Program: p, Options: verify.Options{Missing: verify.MissingUnknown}}, e)
	if o.Verdict != verify.UnknownVerd || o.Reason != "no body for helper, line 3; did you mean helped?" {
		t.Errorf("%s: %s", o.Verdict, o.Reason)
	}
	o = run(t, &verify.Task{Program: p, Options: verify.Options{Missing: verify.MissingInput, Overflow: verify.Undefined}}, e)
	if o.Verdict != verify.True || len(o.Assuming) != 2 {
		t.Errorf("%s: %s assuming %v", o.Verdict, o.Reason, o.Assuming)
	}
	// An obligation that no path leads to needs no body.
	q := irtest.Program(t, strings.Replace(closedProg, "L0 -> L2: assume x != 0:u8", "L0 -> L3: assume x != 0:u8", 1))
	o = run(t, &verify.Task{Program: q, Options: verify.Options{Missing: verify.MissingUnknown}})
	if o.Verdict != verify.True || o.Findings[0].Status != verify.NotReached {
		t.Errorf("%s: %s", o.Verdict, statuses(o))
	}
}

// An engine that ignores its context costs its own time only, and the snapshot
// tells what was found before.
func TestSnapshot(t *testing.T) {
	p := irtest.Program(t, closedProg)
	release := make(chan struct{})
	started := make(chan struct{})
	slow := verify.Engine{Name: "slow", Doc: "d", Run: func(context.Context, *verify.Task, *verify.Board) verify.Result {
		close(started)
		<-release
		return &verify.Unknown{Reason: "late"}
	}}
	r := NewRunner(&verify.Task{Program: p}, Single("slow"), []verify.Engine{slow})
	done := make(chan *Outcome)
	go func() { done <- r.Run(context.Background()) }()
	<-started
	if o := r.Snapshot(); o.Verdict != verify.UnknownVerd || o.Reason != "stopped while slow was at work" {
		t.Errorf("%s %s", o.Verdict, o.Reason)
	}
	close(release)
	if o := <-done; o.Reason != "slow: late" {
		t.Error(o.Reason)
	}
}

// Engines of one step run at the same time; the first decision ends the step.
func TestParallelStep(t *testing.T) {
	p := irtest.Program(t, closedProg)
	waits := verify.Engine{Name: "waits", Doc: "d", Run: func(ctx context.Context, _ *verify.Task, _ *verify.Board) verify.Result {
		<-ctx.Done()
		return &verify.Unknown{Reason: "stopped"}
	}}
	proves := fake("proves", func(*verify.Task) verify.Result { return &verify.Safe{Proof: &verify.Enumerated{Runs: 1}} })
	s := Strategy{Name: "both", Steps: []Step{{Engines: []string{"waits", "proves"}}}}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	o := NewRunner(&verify.Task{Program: p, Options: verify.Options{Missing: verify.MissingInput}}, s, []verify.Engine{waits, proves}).Run(ctx)
	if o.Verdict != verify.True || ctx.Err() != nil || len(o.Steps) != 2 {
		t.Errorf("%s %+v", o.Verdict, o.Steps)
	}
}

func TestValidate(t *testing.T) {
	e := []verify.Engine{fake("a", nil)}
	for _, s := range []Strategy{
		{Steps: []Step{{}}},
		{Steps: []Step{{Engines: []string{"b"}}}},
		{Steps: []Step{{Engines: []string{"a"}, Share: 2}}},
	} {
		if s.Validate(e) == nil {
			t.Errorf("%+v is valid", s)
		}
	}
}

// What an engine published with its claim is settled with it, and only then
// may others assume it.
func TestSettle(t *testing.T) {
	p := irtest.Program(t, prog)
	for _, c := range []struct {
		bits uint64
		want verify.FactStatus
	}{{7, verify.Checked}, {8, verify.Claimed}} {
		tst := test(c.bits)
		e := verify.Engine{Name: "e", Doc: "d", Run: func(_ context.Context, _ *verify.Task, b *verify.Board) verify.Result {
			if _, err := b.Publish(verify.Fact{Payload: &verify.TestFact{Test: tst, Ending: verify.EndViolated}, Producer: "e", Status: verify.Claimed}); err != nil {
				t.Error(err)
			}
			return &verify.Unsafe{Obligation: p.Obligations[0], Test: tst}
		}}
		o := run(t, &verify.Task{Program: p}, e)
		if f, err := o.Board.Get(0); err != nil || f.Status != c.want {
			t.Errorf("%d: %s %v, want %s", c.bits, f.Status, err, c.want)
		}
	}
	// A refuted proof takes its invariants with it.
	inv := verify.Inductive{Invariants: []verify.Invariant{{Loc: p.Entry.Locs[2], Expr: ir.NewBool(false)}}}
	e := verify.Engine{Name: "e", Doc: "d", Run: func(_ context.Context, _ *verify.Task, b *verify.Board) verify.Result {
		if _, err := b.Publish(verify.Fact{Payload: &verify.Invariants{Inductive: inv}, Producer: "e", Status: verify.Claimed}); err != nil {
			t.Error(err)
		}
		return &verify.Safe{Proof: &inv}
	}}
	o := run(t, &verify.Task{Program: p, Options: verify.Options{Missing: verify.MissingInput}}, e)
	if f, _ := o.Board.Get(0); f.Status == verify.Checked || o.Verdict == verify.True {
		t.Errorf("%s, %s", f.Status, o.Verdict)
	}
}
