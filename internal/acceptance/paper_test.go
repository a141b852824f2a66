package acceptance

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/cpa"
	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/reduce"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// examples are the running examples of paper 3 (figures 1 to 4), with engines that verify the left branch first. In
// EVEN/SIGN, the values of the left branch are constants. In SUM, the engine follows the loop once, and intervals show
// that the loop is not skipped.
var examples = []struct{ program, engine string }{
	{"even_sign", "value,order=path"},
	{"sum", "value+numeric(interval),order=path,bound=1"},
}

// TestPaper shows the conditions before minimisation, and the residual programs.
func TestPaper(t *testing.T) {
	for _, x := range examples {
		t.Run(x.program, func(t *testing.T) {
			ctx := context.Background()
			task, err := app.Load(app.Options{Check: "none", Overflow: "undefined", NoConfirm: true},
				"testdata/residual/"+x.program+".c")
			if err != nil {
				t.Fatal(err)
			}
			cfg, err := cpa.Parse(x.engine)
			if err != nil {
				t.Fatal(err)
			}
			w := cpa.New(cfg).Open(task, verify.NewBoard())
			defer w.Close()
			if r, is := w.Work(ctx, verify.Budget{}).(*verify.Unknown); !is {
				t.Fatalf("%T, not unknown", r)
			}
			part, more := w.(verify.Partial).Partial(ctx, task.Asked(), 1000)
			if part == nil || more {
				t.Fatal("nothing is shown, or not all")
			}
			c, out := check.Left(ctx, task, task.Asked(), part)
			if out.Verdict != check.Confirmed {
				t.Fatal(out.Verdict, out.Reason)
			}
			c.Note = ""
			var text strings.Builder
			fmt.Fprintf(&text, "engine cpa:%s\n\nThe program, %s:\n\n%s\nThe condition:\n\n%s", x.engine, edges(task.Program),
				body(task.Program), restrict.ConditionText(c))
			for _, by := range []string{"product", "folded", "slice", "both"} {
				r, name, err := reduce.By(ctx, by, task.Program, c)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&text, "\nBy %s, %s:\n\n%s", name, edges(r.Program), body(r.Program))
			}
			golden.Compare(t, "testdata/residual/"+x.program+".golden", text.String())
		})
	}
}

// edges returns the size of a program as text.
func edges(p *ir.Program) string {
	n := reduce.SizeOf(p)
	return fmt.Sprintf("%d locations, %d edges", n.Locs, n.Edges)
}

// body returns the text of a program's last function.
func body(p *ir.Program) string {
	text := ir.Print(p)
	return text[strings.LastIndex(text, "func "):]
}

// TestPaperWraps tests SUM with sums that wrap around: it then has an error, and so has each residual program after the
// left branch and one iteration are verified. The test uses type short; the script residual.txtar uses the paper's
// type, with which the error takes 65,536 iterations.
func TestPaperWraps(t *testing.T) {
	text, err := os.ReadFile("testdata/residual/sum.c")
	if err != nil {
		t.Fatal(err)
	}
	source := strings.NewReplacer("int x = __VERIFIER_nondet_int()", "short x = __VERIFIER_nondet_short()",
		"extern int __VERIFIER_nondet_int", "extern short __VERIFIER_nondet_short",
		"int s", "short s", "int i", "short i").Replace(string(text))
	dir := t.TempDir()
	file := filepath.Join(dir, "sum.c")
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	opt := app.Options{Check: "none", NoConfirm: true}
	for _, by := range []string{"product", "folded", "slice", "both"} {
		t.Run(by, func(t *testing.T) {
			task, err := app.Load(opt, file)
			if err != nil {
				t.Fatal(err)
			}
			left, err := app.MakeResidual(context.Background(), task,
				app.ResidualOptions{Engine: "cpa:" + examples[1].engine, By: by})
			if err != nil || left.Program == nil {
				t.Fatalf("%v, %+v", err, left)
			}
			if left.Obligations != 2 || left.Left != 1 || !left.Part {
				t.Errorf("%d of %d assertions are left, a part %v", left.Left, left.Obligations, left.Part)
			}
			var c strings.Builder
			if err := left.Write(&c, "verifier"); err != nil {
				t.Fatal(err)
			}
			residual := filepath.Join(dir, by+".c")
			if err := os.WriteFile(residual, []byte(c.String()), 0o666); err != nil {
				t.Fatal(err)
			}
			if task, err = app.Load(opt, residual); err != nil {
				t.Fatal(err)
			}
			rep, err := verified(context.Background(), task, app.VerifyOptions{TimeLimit: time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			if rep.Verdict != verify.False {
				t.Errorf("%s: %s\n%s", rep.Verdict, rep.Reason, c.String())
			}
		})
	}
}
