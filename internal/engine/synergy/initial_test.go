package synergy

import (
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestInitial checks, for each value of the option initial, by which conditions regions are split before any
// refinement.
func TestInitial(t *testing.T) {
	if len(smt.Known()) == 0 {
		benchtest.Missing(t, "no solver")
	}
	task := fileTask(t, "test1")
	for _, options := range []string{"initial=none", "initial=conditions", "initial=board"} {
		cfg, err := Parse(options)
		if err != nil {
			t.Fatal(err)
		}
		w := opened(t, cfg, task, nil)
		defer w.Close()
		var head *ir.Loc
		for _, l := range task.Program.Entry.Locs {
			if l.Loop != nil {
				head = l
			}
		}
		at := slices.Index(w.program.Loc, head)
		if at < 0 {
			t.Fatal("the loop begins at no place")
		}
		live := w.tests.forest.view(head).slots[0].Var
		seven := ir.NewBinary(ir.Eq, ir.NewRef(live), ir.NewConst(live.Type, 7))
		foreign := ir.NewBinary(ir.Eq, ir.NewRef(&ir.Var{Name: "other", Type: ir.I32}), ir.NewConst(ir.I32, 7))
		put(t, w.board, verify.Fact{Status: verify.Claimed, Payload: &verify.Predicates{Precision: verify.Precision{
			Scoped: verify.Scoped{Loc: map[*ir.Loc][]ir.Expr{head: {seven, foreign}}}}}})
		a := w.analysis(task.Asked()[0])
		for s, r := range a.abs.Roots {
			tested := false
			for _, e := range a.program.Loc[s].Out {
				c, is := e.Stmt.(*ir.Assume)
				tested = tested || is && !r.leaf() && (ir.Equal(r.Split, c.Cond) || ir.Equal(r.Split, ir.NotExpr(c.Cond)))
			}
			branches := len(a.program.Loc[s].Out) > 1 && !a.program.Final(s)
			want := cfg.Initial == Board && s == at || cfg.Initial == Conditions && branches
			if r.leaf() == want || want && cfg.Initial == Conditions && !tested || want && cfg.Initial == Board &&
				!ir.Equal(r.Split, seven) {
				t.Errorf("%s: at %s regions differ in %v", options, a.program.Loc[s], r.Split)
			}
		}
	}
}
