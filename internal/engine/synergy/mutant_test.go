package synergy

import (
	"flag"
	"testing"

	"github.com/tandem-verifier/tandem/internal/mutationtest"
)

var runMutants = flag.Bool("mutants", false, "hold each mutant of TestMutants against the other tests: minutes")

// mutants are unsound.
var mutants = mutationtest.List{
	{"an edge goes where the solver does not know", "refine.go", []string{
		"		if !slices.Contains(answers, vc.Open) {\n			return false\n		}\n", "		return slices.Contains(answers, vc.Open)\n"}},
	{"the part of a region has no edge to the other part", "abstract.go", []string{
		"				for _, to := range parts {\n					a.edge(from, e.Letter, to)\n				}", "				a.edge(from, e.Letter, from)"}},
	{"the second part of a region has no edges to it", "abstract.go", []string{
		"		for _, to := range parts {\n			a.edge(e.From, e.Letter, to)\n		}", "		a.edge(e.From, e.Letter, parts[0])"}},
	{"wp for Pre, which is another set where inputs are read", "refine.go", []string{wantPre, wpForPre}},
	{"wp for Pre, and what is outside of it has no edge, without a proof", "refine.go along.go", []string{wantPre, wpForPre,
		" || !a.shown(ctx, e.From, ir.NotExpr(q), e.Letter, e.To) {", " {"}},
	{"aliases are forgotten: a write through a pointer is of its first target", "../../vc/memory.go", []string{
		"	n := *s\n	for _, id := range ids {\n		in := e.instances[id]", "	n := *s\n	for _, id := range ids[:min(1, len(ids))] {\n		in := e.instances[id]"}},
	{"aliases are forgotten: a read through a pointer is of its first target", "../../vc/memory.go", []string{
		"	sure := e.noteAccess(s, ids, p, e.size(t), false)\n", "	sure := e.noteAccess(s, ids, p, e.size(t), false)\n	ids = ids[:min(1, len(ids))]\n"}},
}

// Pre, and what it is not.
const (
	wantPre  = "		x.Preimage = l.prover.Preimage(ctx, l.prover.E.RootOf(a.program.Prog.Entry), leg, ir.NewAnd(append(slices.Clone(a.general.known[e.From.At]), e.From.Expr())...), e.To.Expr())\n"
	wpForPre = "		x.Preimage = l.prover.Preimage(ctx, l.prover.E.RootOf(a.program.Prog.Entry), leg, ir.NewAnd(append(slices.Clone(a.general.known[e.From.At]), e.From.Expr())...), ir.NotExpr(e.To.Expr()))\n" +
		"		x.Preimage = vc.Preimage{Ways: [][]ir.Expr{ir.Conjuncts(ir.NotExpr(x.Preimage.Expr()))}, Exact: x.Exact}\n"
)

// TestMutants: the theorems and the test of the abstract program find each.
func TestMutants(t *testing.T) {
	if !*runMutants {
		t.Skip("with -mutants")
	}
	mutationtest.Test(t, mutationtest.Run{Tests: "^(TestAbstract|TestTheorems)$", Args: []string{"-failfast", "-programs=100"}, All: true}, mutants)
}
