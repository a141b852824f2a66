package horn

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestBench runs the engine on the benchmarks. TANDEM_VARIANT selects a single variant, TANDEM_DUMP a folder for the
// clauses.
func TestBench(t *testing.T) {
	if s := os.Getenv("TANDEM_VARIANT"); s != "" {
		only := variants[:0:0]
		for _, v := range variants {
			if v.name == s {
				v.share = 100
				only = append(only, v)
			}
		}
		all := variants
		variants = only
		t.Cleanup(func() { variants = all })
	}
	e := Engine()
	if dir := os.Getenv("TANDEM_DUMP"); dir != "" {
		e.Open = verify.Once(func(ctx context.Context, task *verify.Task, b *verify.Board) verify.Result {
			dump(task, dir)
			return enginetest.Run(ctx, Engine(), task, b)
		})
	}
	enginetest.Bench{}.Run(t, e)
}

// dump writes the Horn clauses of a task to the folder dir, in one file for each variant.
func dump(task *verify.Task, dir string) {
	for _, v := range variants {
		e := vc.New(term.New(), task.Program, vc.Options{Enc: vc.Ints, Plain: v.arith != exact})
		s, err := build(context.Background(), e, task.Asked(), v)
		if err != nil {
			continue
		}
		var b strings.Builder
		b.WriteString("(set-logic HORN)\n")
		fs := s.formulas()
		for _, d := range term.Decls(fs...) {
			fmt.Fprintf(&b, "%v\n", d)
		}
		for _, f := range fs {
			fmt.Fprintf(&b, "(assert %s)\n", term.Print(f))
		}
		b.WriteString("(check-sat)\n")
		os.WriteFile(filepath.Join(dir, filepath.Base(filepath.Dir(task.Name))+"-"+filepath.Base(task.Name)+"."+v.name+
			".smt2"), []byte(b.String()), 0o644)
	}
}
