package synergy

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// fileTask returns the task of a program in testdata/synergy at the root. It includes the headers there.
func fileTask(t testing.TB, name string, defines ...string) *verify.Task {
	read := func(name string) string {
		text, err := os.ReadFile("../../../testdata/synergy/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	text := read(name + ".c")
	for _, h := range []string{"diamonds.h", "locks.h"} {
		if include := `#include "` + h + `"`; strings.Contains(text, include) {
			text = strings.ReplaceAll(text, include, read(h))
		}
	}
	head := ""
	for _, d := range defines {
		head += "#define " + strings.Replace(d, "=", " ", 1) + "\n"
	}
	return enginetest.C{File: name + ".c", Text: head + text}.Task(t)
}

// TestFigure6 checks that the baseline splits by y > 0, y > 1, ... without end.
func TestFigure6(t *testing.T) {
	if len(smt.Known()) == 0 {
		benchtest.Missing(t, "no solver")
	}
	cfg := Default()
	cfg.Split, cfg.stabilise = Edges, true
	task := fileTask(t, "fig6_square")
	w := newWorker(cfg, task, verify.NewBoard())
	defer w.Close()
	if r, ok := w.Work(context.Background(), verify.Budget{Work: 600_000}).(*verify.Unknown); !ok {
		t.Errorf("%+v", r)
	}
	apart := 0
	for _, root := range w.analysis(task.Asked()[0]).abs.Roots {
		leaves := map[*Region]bool{}
		for y := range uint64(5) {
			env := &ir.Env{Reg: func(*ir.Var) uint64 { return y }}
			leaves[root.Find(func(x ir.Expr) (yes, ok bool) { bit, ok := ir.EvalExpr(x, env); return bit != 0, ok })] = true
		}
		apart = max(apart, len(leaves))
	}
	if apart < 5 {
		t.Errorf("%d of 5 values are apart", apart)
	}
}

// TestLeeYannakakis checks that the baseline decides programs with few reached states up to bisimulation; proofs are
// confirmed, violations replayed.
func TestLeeYannakakis(t *testing.T) {
	if len(smt.Known()) == 0 {
		benchtest.Missing(t, "no solver")
	}
	for _, name := range []string{"fig3", "fig7", "test4", "test15"} {
		for fault, want := range map[string]string{"SAFE": "true", "FAULT": "false"} {
			got, _ := enginetest.Decide(LeeYannakakis(), fileTask(t, name, "N=4", fault), time.Minute)
			if got.Kind != want {
				t.Errorf("%s, %s: %v", name, fault, got)
			}
		}
	}
}
