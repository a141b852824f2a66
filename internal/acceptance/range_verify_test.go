package acceptance

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestVerifyRange tests that a proof on a range is not a proof of the program, with any engine, and that a violation is
// found exactly in the range that has its path. The ranges of the splitter are of the prepared program, two others of
// the reference program. TANDEM_LONG=1 takes more programs.
func TestVerifyRange(t *testing.T) {
	held, violated := 0, 0
	programs := teamPrograms[:1]
	if os.Getenv("TANDEM_LONG") != "" {
		programs = teamPrograms
	}
	for _, p := range programs {
		for _, safe := range []bool{true, false} {
			task := teamTask(t, p.name, safe)
			split, err := app.MakeSplit(t.Context(), task, "lb2", 3)
			if err != nil {
				t.Fatalf("%s: %v", p.name, err)
			}
			ranges := append([]string{"..<TTF", "TTF.."}, split.Ranges...)
			bad := 0 // ranges with a violation, of each form
			for i, text := range ranges {
				for _, strategy := range []string{"seq(concolic 40%, kind)", "ranged(bmc, value; fallback=first)"} {
					if i%2 == 0 && strings.HasPrefix(strategy, "ranged") && !safe { // takes long
						continue
					}
					r, err := app.MakeRange(t.Context(), task, app.RangeOptions{Range: text})
					if err != nil {
						t.Fatalf("%s %s: %v", p.name, text, err)
					}
					s, err := app.NewSession(task, app.VerifyOptions{Range: r, Strategy: strategy, TimeLimit: 3 * time.Second})
					if err != nil {
						t.Fatal(err)
					}
					rep := s.Run(context.Background())
					what := p.name + " " + text + " " + strategy
					if rep.Range != r.Range {
						t.Errorf("%s: the report is of %q, want %q", what, rep.Range, r.Range)
					}
					switch {
					case rep.Verdict == verify.True, rep.Verdict == verify.False && safe:
						t.Errorf("%s: %s (%s)", what, rep.Verdict, rep.Reason)
					case rep.Verdict == verify.False:
						violated++
						bad |= 1 << i
						if !onPath(t, task, r, rep.Counterexample.Text) {
							t.Errorf("%s: the path of %s is not in the range", what, rep.Counterexample.Text)
						}
					case strings.HasPrefix(rep.Reason, "holds on the paths "):
						held++
						if bad>>i&1 != 0 {
							t.Errorf("%s: holds where another strategy has a violation", what)
						}
					}
				}
			}
			t.Logf("%s safe=%v: ranges with a violation: %b", p.name, safe, bad)
		}
	}
	t.Logf("held on %d ranges, violated on %d", held, violated)
	if held < 6*len(programs) || violated < 2*len(programs) {
		t.Errorf("held on %d ranges, violated on %d: the test says little", held, violated)
	}
}

// onPath reports whether the run on inputs has a path in the range, in the form of the program that the range is of.
func onPath(t *testing.T, task *app.Task, r *app.RangeProgram, inputs string) bool {
	p := task.Reference
	if r.Form == "prepared" {
		p = task.Program
	}
	given, err := exec.ParseInputs(inputs, p)
	if err != nil {
		t.Fatal(err)
	}
	m, err := exec.NewInterp(p, exec.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	path := ""
	m.Path(func(e *ir.Edge) {
		if a, is := e.Stmt.(*ir.Assume); is && a.Mark != ir.NoMark {
			path += string("?TF"[a.Mark])
		}
	})
	if _, err := m.Run(t.Context(), exec.Chain(given, exec.Zeros())); err != nil {
		t.Fatal(err)
	}
	paths, err := restrict.ParsePaths(r.Range)
	if err != nil {
		t.Fatal(err)
	}
	return paths.Contains(verify.Path(path))
}
