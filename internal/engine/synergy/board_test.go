package synergy

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// scrambled compares the result of a long computation on an input with a key. No solver inverts the computation.
const scrambled = `void reach_error(void); unsigned nondet_uint(void);
int main(void) { unsigned x = nondet_uint(), s = x; for (int i = 0; i < 60; i++) s = (s * s + 12345) ^ (s >> 7);
if (s == KEY) if (nondet_uint() == 77) reach_error(); return 0; }`

// climbs has a loop whose head Pre splits again and again, unless formulas are generalised.
const climbs = `void reach_error(void); unsigned char nondet_uchar(void); signed char nondet_char(void);
int main(void) { int x = INPUT(), y = nondet_uchar();
while (y >= 0) if (y < 1000000) y = y + x; reach_error(); return 0; }`

// on returns the result of the engine's first turn with a board.
func on(t *testing.T, options string, task *verify.Task, b *verify.Board, limit time.Duration) verify.Result {
	t.Helper()
	cfg, err := Parse(options)
	if err != nil {
		t.Fatal(err)
	}
	w := newWorker(cfg, task, b)
	defer w.Close()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	return w.Work(ctx, verify.Budget{})
}

// put publishes f as a fact of another engine.
func put(t *testing.T, b *verify.Board, f verify.Fact) verify.FactID {
	t.Helper()
	f.Producer = "other"
	id, err := b.Publish(f)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// stays returns invariants of the loop of climbs: x and y are not negative, and x is small. They are for the loop head
// or, if everywhere is set, for all locations except the entry and errors.
func stays(t *testing.T, task *verify.Task, everywhere bool) (out []verify.Invariant) {
	t.Helper()
	w := opened(t, Default(), task, nil)
	defer w.Close()
	regs := map[string]ir.Expr{}
	for _, v := range task.Program.Entry.Vars {
		regs[v.Name] = ir.NewRef(v)
	}
	x, y := regs["main.x"], regs["main.y"]
	if x == nil || y == nil {
		t.Fatal("no such registers")
	}
	for s, l := range w.program.Loc {
		if s > 0 && !w.program.Final(s) && (everywhere || l.Loop != nil) {
			for _, c := range []ir.Expr{ir.NewBinary(ir.Le, ir.NewConst(x.Type(), 0), x),
				ir.NewBinary(ir.Le, ir.NewConst(y.Type(), 0), y), ir.NewBinary(ir.Le, x, ir.NewConst(x.Type(), 1000))} {
				out = append(out, verify.Invariant{Loc: l, Expr: c})
			}
		}
	}
	return out
}

// TestTestsOfOthers checks that the engine continues from a test on the board that comes near to the error.
func TestTestsOfOthers(t *testing.T) {
	if len(smt.Known()) == 0 {
		benchtest.Missing(t, "no solver")
	}
	const input = 987654321
	s := uint32(input)
	for range 60 {
		s = (s*s + 12345) ^ (s >> 7)
	}
	task := enginetest.C{File: "t.c", Text: strings.ReplaceAll(scrambled, "KEY", fmt.Sprint(s)+"u")}.Task(t)
	m, err := exec.NewInterp(task.Program, exec.Config{Fuel: 1 << 10})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	run, err := m.Run(t.Context(), exec.InputFunc(func(ir.Key, *ir.Site, ir.Type) (uint64, bool) { return input, true }))
	if err != nil || run.Outcome.Kind != exec.Finished {
		t.Fatal(err, run)
	}
	for _, x := range []struct {
		options string
		limit   time.Duration
		found   bool
	}{{"exchange=on", time.Minute, true}, {"exchange=off", time.Second, false}} {
		b := verify.NewBoard()
		put(t, b, verify.Fact{Status: verify.Claimed, Payload: &verify.TestFact{Test: &verify.Test{Records: run.Reads},
			Ending: verify.EndFinished}})
		r := on(t, x.options, task, b, x.limit)
		if _, found := r.(*verify.Unsafe); found != x.found {
			t.Errorf("%s: %+v", x.options, r)
		}
	}
}

// TestInvariantsOfOthers checks that invariants that a checker has confirmed are assumed, together with their
// assumptions. Others are candidates, which are proved first.
func TestInvariantsOfOthers(t *testing.T) {
	if len(smt.Known()) == 0 {
		benchtest.Missing(t, "no solver")
	}
	const mark = "for this test"
	for _, x := range []struct {
		options, input string
		checked        bool
		everywhere     bool
		limit          time.Duration
		safe           bool
	}{
		{"generalise=off", "nondet_uchar", true, true, time.Minute, true},
		// these invariants are not inductive over single moves
		{"generalise=off", "nondet_uchar", true, false, time.Second, false},
		{"generalise=off", "nondet_uchar", false, true, time.Second, false},
		{"generalise=off,exchange=off", "nondet_uchar", true, true, time.Second, false},
		{"generalise=on", "nondet_char", false, true, time.Minute, false}, // the invariants are false in this program
	} {
		task := enginetest.C{File: "t.c", Text: strings.ReplaceAll(climbs, "INPUT", x.input)}.Task(t)
		inv := &verify.Invariants{Inductive: verify.Inductive{Invariants: stays(t, task, x.everywhere)}}
		b := verify.NewBoard()
		id := put(t, b, verify.Fact{Status: verify.Claimed, Payload: inv,
			Assuming: []verify.Assumption{{Kind: verify.AssumeOther, Text: mark}}})
		if x.checked {
			if err := b.Confirm(id, "test"); err != nil {
				t.Fatal(err)
			}
		}
		r := on(t, x.options, task, b, x.limit)
		s, safe := r.(*verify.Safe)
		if safe != x.safe {
			t.Errorf("%+v: %+v", x, r)
		}
		if !safe {
			continue
		}
		if out := check.Proof(t.Context(), task, &verify.Safe{Obligations: []*ir.Obligation{},
			Proof: &inv.Inductive}); out.Verdict != check.Confirmed {
			t.Errorf("what is put on the board is not inductive: %s", out.Reason)
		}
		if !slices.ContainsFunc(s.Assuming, func(a verify.Assumption) bool { return a.Text == mark }) {
			t.Errorf("%+v: it assumes %v", x, s.Assuming)
		}
		if out := check.Proof(t.Context(), task, s); out.Verdict != check.Confirmed {
			t.Errorf("%+v: %s: %s", x, out.Verdict, out.Reason)
		}
	}
}

// TestTold checks that predicates that split regions, and tests that reached new regions, are published; nothing is
// published with exchange=off.
func TestTold(t *testing.T) {
	if len(smt.Known()) == 0 {
		benchtest.Missing(t, "no solver")
	}
	for _, options := range []string{"random=off", "random=off,exchange=off"} {
		told := map[string]int{}
		for _, task := range []*verify.Task{fileTask(t, "test1"), fileTask(t, "fig7", "FAULT")} {
			b := verify.NewBoard()
			on(t, options, task, b, time.Minute)
			for _, f := range b.Find(verify.Query{Producer: Name}) {
				switch p := f.Payload.(type) {
				case *verify.TestFact:
					told["tests that end"] += map[bool]int{true: 1}[p.Ending == verify.EndFinished]
				case *verify.Predicates:
					for _, l := range task.Program.Entry.Locs {
						told["predicates"] += len(p.Precision.Predicates(l))
					}
				}
			}
		}
		if off := options != "random=off"; off != (told["predicates"] == 0) || off != (told["tests that end"] == 0) {
			t.Errorf("%s: %v", options, told)
		}
	}
}

// TestToldMeanwhile checks that the facts about an open obligation are published as an invariant, but not with
// exchange=off.
func TestToldMeanwhile(t *testing.T) {
	if len(smt.Known()) == 0 {
		benchtest.Missing(t, "no solver")
	}
	for _, exchange := range []bool{true, false} {
		cfg := Default()
		cfg.Exchange = exchange
		task := enginetest.C{File: "t.c", Text: strings.ReplaceAll(climbs, "INPUT", "nondet_uchar")}.Task(t)
		known := stays(t, task, true)
		w := opened(t, cfg, task, nil)
		a := w.analysis(task.Asked()[0])
		a.general.known = a.general.placed(known)
		w.meanwhile(task.Asked())
		w.Close()
		if n := len(w.board.Find(verify.Query{Kinds: []verify.FactKind{verify.KindInvariant, verify.KindCandidate},
			Producer: Name})); (n > 0) != exchange {
			t.Errorf("exchange %v: %d invariants", exchange, n)
		}
	}
}

// TestInvariantsOfOthersWithCalls checks which invariants are assumed. They are not if the location after a call has an
// invariant and the exit of the callee has none, since the former depends on the states at the exit. The assumptions of
// assumed invariants must also be part of proofs by contracts.
func TestInvariantsOfOthersWithCalls(t *testing.T) {
	if len(smt.Known()) == 0 {
		benchtest.Missing(t, "no solver")
	}
	const mark = "for this test"
	task := enginetest.C{File: "t.c", Text: `void reach_error(void); unsigned char nondet_uchar(void);
	int g; void down(int n) { if (n <= 0) return; g = 1; down(n - 1); }
	int main(void) { down(nondet_uchar()); if (g > 1) reach_error(); return 0; }`}.Task(t)
	w := opened(t, Default(), task, nil)
	defer w.Close()
	if w.nested == nil {
		t.Fatal("no call is left")
	}
	a := w.analysis(task.Asked()[0])
	by := make([][]ir.Expr, a.program.Len())
	exits := map[int]bool{}
	for s := range by {
		by[s] = []ir.Expr{ir.NewBool(true)}
		for _, m := range a.program.Moves(s) {
			if x := a.exit(m.Letter); x != automata.None {
				exits[x] = true
			}
		}
	}
	if len(exits) == 0 || !a.general.closed(by) {
		t.Errorf("%d exits: what is said of all places is not taken", len(exits))
	}
	for s := range exits {
		some := slices.Clone(by)
		some[s] = nil
		if a.general.closed(some) {
			t.Errorf("nothing is said of the exit %v", a.program.Loc[s])
		}
	}
	w.exchange.assuming = []verify.Assumption{{Kind: verify.AssumeOther, Text: mark}}
	s, safe := w.Work(t.Context(), verify.Budget{}).(*verify.Safe)
	if !safe || !slices.ContainsFunc(s.Assuming, func(a verify.Assumption) bool { return a.Text == mark }) {
		t.Errorf("%+v", s)
	}
}
