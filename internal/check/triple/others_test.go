package triple

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestOthers checks that if the solver has no answer, the answer of another solver counts. If that solver lies, a
// second solver that has to agree prevents a wrong confirmation.
func TestOthers(t *testing.T) {
	z3, err := exec.LookPath("z3")
	if err != nil {
		benchtest.Missing(t, "z3 is not installed (make setup installs it)")
	}
	// The solvers answer the two queries at their start correctly, and all others with the given answer.
	script := func(answer string) string {
		file := filepath.Join(t.TempDir(), "solver")
		text := "#!/bin/sh\nanswer=sat; next=unsat\nwhile read -r line; do\ncase \"$line\" in\n" +
			"\"(echo \"*) line=\"${line#*\\\"}\"; echo \"${line%\\\"*}\" ;;\n" +
			"\"(check-sat\"*) echo $answer; answer=$next; next=" + answer + " ;;\nesac\ndone\n"
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		return file
	}
	mute, liar := smt.Config{Path: script("unknown")}, smt.Config{Path: script("unsat")}
	const right, wrong = "x + y <= 30:u8", "x * y != 12:u8 || x == 3:u8"
	for _, c := range []struct {
		name, cond string
		cfg        Config
		want       bool
	}{
		{"alone", right, Config{Solver: mute}, false},
		{"another", right, Config{Solver: mute, Others: []smt.Config{{Path: z3}}}, true},
		{"another, wrong", wrong, Config{Solver: mute, Others: []smt.Config{{Path: z3}}}, false},
		{"two others", right, Config{Solver: mute, Others: []smt.Config{mute, {Path: z3}}}, true},
		{"a liar", wrong, Config{Solver: mute, Others: []smt.Config{liar}}, true},
		{"a liar and a witness", wrong, Config{Solver: mute, Others: []smt.Config{liar}, Second: smt.Config{Path: z3}},
			false},
	} {
		cond := c.cond
		p := irtest.Program(t, straight("", "reg x u8\nreg y u8\n", "x = input #0\ny = input #0\nassume x <= "+
			"15:u8\nassume y <= 15:u8", cond))
		if v, why := run(p, &verify.Inductive{}, c.cfg); (v == Confirmed) != c.want {
			t.Errorf("%s: %v (%s)", c.name, v, why)
		}
	}
}
