package check

import (
	"context"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestSecondSolver uses a solver that answers the queries at its start correctly, and all other queries with unsat.
// With this solver alone, the checker confirms a wrong proof. With a second solver, it does not.
func TestSecondSolver(t *testing.T) {
	z3, err := exec.LookPath("z3")
	if err != nil {
		benchtest.Missing(t, "z3 is not installed (make setup installs it)")
	}
	liar := liarOf(t, "unsat")
	p := irtest.Program(t, strings.ReplaceAll(inputs, "COND", "x != 3:u8")+`  locs 5 error 2
  L0 -> L3: x = input #0
  L3 -> L4: y = input #1
  L4 -> L5: assume x + y - y == x && x != 3:u8
  L4 -> L2: assume !(x + y - y == x && x != 3:u8)
  L5 -> L1: return
}
`)
	for _, c := range []struct {
		second []string
		want   Verdict
	}{{nil, Confirmed}, {[]string{z3, "-in", "-smt2"}, Undecided}} {
		task := &verify.Task{Program: p, Solver: []string{liar}, Second: c.second}
		out := Proof(context.Background(), task, &verify.Safe{Obligations: []*ir.Obligation{p.Obligations[0]},
			Proof: &verify.Inductive{}})
		if out.Verdict != c.want {
			t.Errorf("second solver %v: %+v, want %v", c.second, out, c.want)
		}
	}
}

// liarOf returns a solver that answers the two queries at its start correctly, and all others with the answer always.
func liarOf(t *testing.T, always string) string {
	path := filepath.Join(t.TempDir(), "liar-"+always)
	script := `#!/bin/sh
answer=sat
next=unsat
while read -r line; do
	case "$line" in
	"(echo "*) line="${line#*\"}"; echo "${line%\"*}" ;;
	"(check-sat"*) echo $answer; answer=$next; next=` + always + ` ;;
	esac
done
`
	if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestDisagreement checks that if one checker of invariants is made to lie, nothing is confirmed or refuted, and the
// log reports it.
func TestDisagreement(t *testing.T) {
	text := inputs + `  locs 8 error 2
  L0 -> L7: y = input #1
  L7 -> L3: x = FROM
  L3 -> L5: assume x < 10:u8
  L5 -> L3: x = x + 1:u8
  L3 -> L4: assume 10:u8 <= x
  L4 -> L2: assume x != 10:u8
  L4 -> L6: assume x == 10:u8
  L6 -> L1: return
}
`
	p, twin := irtest.Program(t, strings.ReplaceAll(text, "FROM", "0:u8")),
		irtest.Program(t, strings.ReplaceAll(text, "FROM", "20:u8"))
	// The first step of this program is wrong, too. Package inductive sees this, as at least 100 is never at most 10;
	// package triple needs an answer of the solver.
	square := irtest.Program(t, strings.ReplaceAll(text, "FROM", "(y & 7:u8) * (y & 7:u8) + 100:u8"))
	for _, c := range []struct {
		name   string
		p      *ir.Program
		says   string
		part   bool // ProofOrPart
		verify Verdict
		loud   bool
	}{
		{"safe, honest", p, "", false, Confirmed, false},
		{"safe, the solver refutes", p, "sat", false, Undecided, true},
		{"safe, the solver refutes, parts are looked for", p, "sat", true, Undecided, true},
		{"safe, the solver knows nothing", p, "unknown", false, Confirmed, false},
		{"unsafe, honest", twin, "", false, Refuted, false},
		// The fault of the twin is found without a query, so a lying solver has no effect.
		{"unsafe, the solver would confirm", twin, "unsat", false, Refuted, false},
		{"unsafe, the solver would confirm, parts are looked for", twin, "unsat", true, Refuted, false},
		{"unsafe, the solver knows nothing", twin, "unknown", false, Refuted, false},
		{"unsafe by a square, honest", square, "", false, Refuted, false},
		{"unsafe by a square, the solver confirms what values refute", square, "unsat", false, Undecided, true},
		{"unsafe by a square, the solver confirms, parts are looked for", square, "unsat", true, Undecided, true},
		{"unsafe by a square, the solver knows nothing", square, "unknown", false, Refuted, false},
	} {
		var log strings.Builder
		task := &verify.Task{Program: c.p, Log: &obs.Log{Handler: slog.NewTextHandler(&log, nil)}}
		if c.says != "" {
			task.Solver = []string{liarOf(t, c.says)}
		}
		judge := Proof
		if c.part {
			judge = ProofOrPart
		}
		// In the twin, the first step is wrong, and its encoding is exact.
		inv := &ir.Binary{Op: ir.Le, X: ir.NewRef(c.p.Entry.Vars[0]), Y: ir.NewConst(ir.U8, 10)}
		ev := &verify.Inductive{Invariants: []verify.Invariant{{Loc: c.p.Entry.Locs[3], Expr: inv}}}
		out := judge(context.Background(), task, &verify.Safe{Proof: ev})
		if out.Verdict != c.verify {
			t.Errorf("%s: %+v, want %s", c.name, out, c.verify)
		}
		if loud := strings.Contains(log.String(), "disagree"); loud != c.loud {
			t.Errorf("%s: the log says %q", c.name, log.String())
		}
	}
}

// TestTogether tests all combinations of two verdicts, and of one verdict alone.
func TestTogether(t *testing.T) {
	none := Verdict("")
	want := map[[2]Verdict]Verdict{
		{Confirmed, Confirmed}: Confirmed, {Confirmed, Refuted}: Undecided, {Confirmed, Undecided}: Confirmed,
		{Confirmed, none}:    Confirmed,
		{Refuted, Confirmed}: Undecided, {Refuted, Refuted}: Refuted, {Refuted, Undecided}: Refuted, {Refuted, none}: Refuted,
		{Undecided, Confirmed}: Confirmed, {Undecided, Refuted}: Refuted, {Undecided, Undecided}: Undecided,
		{Undecided, none}: Undecided,
		{none, Confirmed}: Confirmed, {none, Refuted}: Refuted, {none, Undecided}: Undecided, {none, none}: Undecided,
	}
	for in, verdict := range want {
		out := together(nil, Outcome{Verdict: in[0], Reason: "v"}, Outcome{Verdict: in[1], Reason: "s"})
		odd := in == [2]Verdict{Confirmed, Refuted} || in == [2]Verdict{Refuted, Confirmed}
		if out.Verdict != verdict || out.final != odd || out.Verdict != Confirmed && out.Reason == "" {
			t.Errorf("%v: %+v, want %s", in, out, verdict)
		}
	}
}
