package synergy

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// modes needs regions that relate mode to flag: a proof must know which mode occurs with which flag.
const modes = `int main(void) { int mode = 0, flag = 0;
	for (;;) { int e = nondet_int();
		if (mode == 0) { flag = 0; mode = e > 3 ? 1 : 2; }
		else if (mode == 1) { flag = flag == 0 ? 1 : flag; mode = e == 9 ? 3 : 2; }
		else if (mode == 2) { flag = 2; mode = e < 0 ? 0 : 3; }
		else { if (mode != 3 || flag == 0) reach_error(); mode = 0; } } }`

// begun returns an analysis that has one test. The caller drives it.
func begun(t *testing.T, text string, work uint64) (*worker, *analysis) {
	t.Helper()
	if len(smt.Known()) == 0 {
		benchtest.Missing(t, "no solver")
	}
	task := enginetest.C{File: "pending.c", Text: text}.Task(t)
	if work > 0 {
		task.Options.Determ = true
	}
	w := opened(t, Default(), task, nil)
	t.Cleanup(w.Close)
	w.kit.M.Renew(t.Context(), verify.Budget{Work: work})
	w.tests.run(t.Context(), nil, shortest(), "the first test", nil)
	return w, w.analysis(task.Asked()[0])
}

// TestPending checks that, if time or work runs out, the candidates are kept and no fixpoint counts as complete. With
// time, the kept candidates are proved later.
func TestPending(t *testing.T) {
	for _, work := range []uint64{0, 5_000_000} {
		w, a := begun(t, modes, work)
		g := a.general
		by := make([][]ir.Expr, a.program.Len())
		for s, l := range a.program.Loc {
			for _, v := range l.Func.Vars {
				if g.loop[s] && v.Type.Kind == ir.Int && strings.HasSuffix(v.Name, "mode") {
					by[s] = append(by[s], ir.NewBinary(ir.Le, ir.NewConst(v.Type, 0), ir.NewRef(v)))
				}
			}
		}
		if a.general.fresh(by) == nil {
			t.Fatal("no candidates")
		}
		over, cancel := context.WithCancel(t.Context())
		cut := func(f func(ctx context.Context) bool) (some bool) {
			if work == 0 {
				cancel()
				return f(over)
			}
			left := w.kit.M.Left()
			w.kit.M.Within(1e-9, func() { w.kit.M.Spend(1); some = f(t.Context()) })
			if used := left - w.kit.M.Left(); used > left/10 {
				t.Errorf("%d of %d work where there was none", used, left)
			}
			return some
		}
		if cut(func(ctx context.Context) bool { return a.general.learn(ctx, by) }) || g.pending == nil || !g.cut {
			t.Error("candidates are lost")
		}
		if cut(a.general.refineWithGeneralization) || g.pending == nil || g.rung != 0 {
			t.Errorf("%v, at domain %d", g.pending, g.rung)
		}
		if g.need = time.Hour; a.general.bounded(t.Context()) {
			t.Error("there is no hour")
		}
		if !a.general.refineWithGeneralization(t.Context()) || g.pending != nil {
			t.Error("candidates are not shown when there is time")
		}
	}
}

// TestSeal checks that a fixpoint that does not reach the error removes the edges to the error, whatever the regions
// are, and its invariants are the proof. On a program with a reachable error it removes none.
func TestSeal(t *testing.T) {
	for _, unsafe := range []bool{false, true} {
		text := modes
		if unsafe {
			text = "void reach_error(void); int nondet_int(void);\nint main(void) { int mode = 0; for (;;) { int e = " +
				"nondet_int(); if (mode == 2) reach_error(); mode = e == 7 ? 2 : 0; } }"
		}
		w, a := begun(t, text, 0)
		for range 40 {
			if a.abs.excluded() || !a.general.refineWithGeneralization(t.Context()) {
				break
			}
		}
		if got := a.abs.excluded(); got == unsafe {
			t.Errorf("unsafe %v: excluded %v after %d domains", unsafe, got, a.general.rung)
		}
		if unsafe {
			continue
		}
		if w.logged.cuts > 0 {
			t.Errorf("%d refinements", w.logged.cuts)
		}
		proof := &verify.Safe{Obligations: w.task.Asked(), Proof: &verify.Inductive{Invariants: a.invariants()},
			Assuming: w.assuming()}
		if out := check.Proof(t.Context(), w.task, proof); out.Verdict != check.Confirmed {
			t.Errorf("the proof is %s: %s", out.Verdict, out.Reason)
		}
	}
}
