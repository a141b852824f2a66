package check

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestSecondSolver has a solver that knows the answers to the questions that a start asks and says unsat to
// all others: it makes the checker take a proof of what is false, unless a second one is asked.
func TestSecondSolver(t *testing.T) {
	z3, err := exec.LookPath("z3")
	if err != nil {
		t.Skip("z3 is not installed (make setup installs it)")
	}
	liar := filepath.Join(t.TempDir(), "liar")
	const script = `#!/bin/sh
answer=sat
while read -r line; do
	case "$line" in
	"(echo "*) line="${line#*\"}"; echo "${line%\"*}" ;;
	"(check-sat"*) echo $answer; answer=unsat ;;
	esac
done
`
	if err := os.WriteFile(liar, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
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
		out := Proof(context.Background(), task, &verify.Safe{Obligations: []*ir.Obligation{p.Obligations[0]}, Proof: &verify.Inductive{}})
		if out.Verdict != c.want {
			t.Errorf("second solver %v: %+v, want %v", c.second, out, c.want)
		}
	}
}
