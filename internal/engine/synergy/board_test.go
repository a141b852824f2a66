package synergy

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// scrambled compares an input with a value that only a long computation on it has: no solver inverts it.
const scrambled = `void reach_error(void); unsigned nondet_uint(void);
int main(void) { unsigned x = nondet_uint(), s = x; for (int i = 0; i < 60; i++) s = (s * s + 12345) ^ (s >> 7);
if (s == KEY) if (nondet_uint() == 77) reach_error(); return 0; }`

// climbs has a loop whose head Pre splits again and again, where nothing is generalised.
const climbs = `void reach_error(void); int nondet_int(void);
int main(void) { int x = nondet_int(), y = nondet_int(); if (x < LEAST || x > 1000 || y < 0 || y > 1000) return 0;
while (y >= 0) if (y < 1000000) y = y + x; reach_error(); return 0; }`

// on runs the engine on a board.
func on(t *testing.T, options string, task *verify.Task, b *verify.Board, limit time.Duration) verify.Result {
	t.Helper()
	cfg, err := Parse(options)
	if err != nil {
		t.Fatal(err)
	}
	w := &worker{cfg: cfg, task: task, board: b}
	defer w.Close()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	return w.Work(ctx, verify.Budget{})
}

func put(t *testing.T, b *verify.Board, f verify.Fact) verify.FactID {
	t.Helper()
	f.Producer = "other"
	id, err := b.Publish(f)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// loopHead is where the only loop of the entry function begins again, with registers of some names.
func loopHead(t *testing.T, task *verify.Task, names ...string) (head *ir.Loc, vars []ir.Expr) {
	t.Helper()
	for _, l := range task.Program.Entry.Locs {
		if l.Loop != nil {
			head = l
		}
	}
	for _, n := range names {
		for _, v := range task.Program.Entry.Vars {
			if v.Name == "main."+n {
				vars = append(vars, ir.NewRef(v))
			}
		}
	}
	if head == nil || len(vars) != len(names) {
		t.Fatal("no such loop or register")
	}
	return head, vars
}

// TestTestsOfOthers: a test on the board that comes near to the error is gone on from.
func TestTestsOfOthers(t *testing.T) {
	if len(smt.Known()) == 0 {
		t.Skip("no solver")
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
		put(t, b, verify.Fact{Status: verify.Claimed, Payload: &verify.TestFact{Test: &verify.Test{Records: run.Reads}, Ending: verify.EndFinished}})
		r := on(t, x.options, task, b, x.limit)
		if _, found := r.(*verify.Unsafe); found != x.found {
			t.Errorf("%s: %+v", x.options, r)
		}
	}
}

// TestInvariantsOfOthers: what was checked is known, with what it takes for granted; what was not is asked, and not believed.
func TestInvariantsOfOthers(t *testing.T) {
	if len(smt.Known()) == 0 {
		t.Skip("no solver")
	}
	const mark = "for this test"
	for _, x := range []struct {
		options, least string
		checked        bool
		limit          time.Duration
		safe           bool
	}{
		{"generalise=off", "0", true, time.Minute, true},
		{"generalise=off", "0", false, time.Second, false},
		{"generalise=off,exchange=off", "0", true, time.Second, false},
		{"generalise=on", "-1", false, time.Minute, false}, // there it does not hold
	} {
		task := enginetest.C{File: "t.c", Text: strings.ReplaceAll(climbs, "LEAST", x.least)}.Task(t)
		head, vars := loopHead(t, task, "x", "y")
		zero := ir.NewConst(vars[0].Type(), 0)
		inv := &verify.Invariants{}
		for _, c := range []ir.Expr{ir.NewBinary(ir.Le, zero, vars[0]), ir.NewBinary(ir.Le, zero, vars[1]), ir.NewBinary(ir.Le, vars[0], ir.NewConst(vars[0].Type(), 1000))} {
			inv.Invariants = append(inv.Invariants, verify.Invariant{Loc: head, Expr: c})
		}
		b := verify.NewBoard()
		id := put(t, b, verify.Fact{Status: verify.Claimed, Payload: inv, Assuming: []verify.Assumption{{Kind: verify.AssumeOther, Text: mark}}})
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
		if !slices.ContainsFunc(s.Assuming, func(a verify.Assumption) bool { return a.Text == mark }) {
			t.Errorf("%+v: it assumes %v", x, s.Assuming)
		}
		if out := check.Proof(t.Context(), task, s); out.Verdict != check.Confirmed {
			t.Errorf("%+v: %s: %s", x, out.Verdict, out.Reason)
		}
	}
}

// TestTold: predicates that split regions and tests that came to new ones are on the board; nothing is without exchange.
func TestTold(t *testing.T) {
	if len(smt.Known()) == 0 {
		t.Skip("no solver")
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
