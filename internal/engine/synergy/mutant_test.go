package synergy

import (
	"flag"
	"testing"

	"github.com/tandem-verifier/tandem/internal/mutationtest"
)

var runMutants = flag.Bool("mutants", false, "hold each mutant of TestMutants against the other tests: minutes")

// mutants are changes that make the engine unsound.
var mutants = mutationtest.List{
	{"an edge goes where the solver does not know", "refine.go", []string{
		"		if !slices.Contains(answers, vc.Open) {\n			return false\n		}\n", "		return slices.Contains(answers, vc.Open)\n"}},
	{"the part of a region has no edge to the other part", "abstract.go", []string{
		"				for _, to := range parts {\n					a.edge(from, e.Letter, e.Exit, to)\n				}",
		"				a.edge(from, e.Letter, e.Exit, from)"}},
	{"the second part of a region has no edges to it", "abstract.go", []string{
		"		for _, to := range parts {\n			a.edge(e.From, e.Letter, e.Exit, to)\n		}",
		"		a.edge(e.From, e.Letter, e.Exit, parts[0])"}},
	{"wp for Pre, which is another set where inputs are read", "calls.go", []string{wantPre, wpForPre}},
	{"wp for Pre, and what is outside of it has no edge, without a proof", "calls.go along.go", []string{wantPre, wpForPre,
		" || !a.shown(ctx, e, ir.NotExpr(q), nil) {", " {"}},
	{"ways to errors are shut without a proof", "generalise.go", []string{
		"if g.a.program.Final(m.To) && g.impassable(ctx, q, holds, s, m.Letter) {", "if g.a.program.Final(m.To) {"}},
	{"aliases are forgotten: a write through a pointer is of its first target", "../../vc/memory.go", []string{
		"	n := *s\n	for _, id := range ids {\n		in := ac.objs.instances[id]",
		"	n := *s\n	for _, id := range ids[:min(1, len(ids))] {\n		in := ac.objs.instances[id]"}},
	{"aliases are forgotten: a read through a pointer is of its first target", "../../vc/memory.go", []string{
		"	sure := ac.noteAccess(s, ids, p, ac.size(t), false)\n",
		"	sure := ac.noteAccess(s, ids, p, ac.size(t), false)\n" +
			"	ids, more = ids[:min(1, len(ids))], more && len(ids) == 0\n"}},
}

// The computation of Pre, and a wrong one.
const (
	wantPre  = "		return p.Preimage(ctx, p.E.RootOf(f), block, within, to)\n"
	wpForPre = "		x := p.Preimage(ctx, p.E.RootOf(f), block, within, ir.NotExpr(to)); return vc.Preimage{Cubes: " +
		"[][]ir.Expr{ir.Conjuncts(ir.NotExpr(x.Expr()))}, Exact: x.Exact}\n"
)

// TestMutants checks that the texts of the mutants exist. With -mutants, it checks that tests of the steps that remove
// edges find each mutant.
func TestMutants(t *testing.T) {
	mutationtest.Test(t, mutationtest.Run{Tests: "^(TestAbstract|TestTheorems|TestSeal)$",
		Args: []string{"-failfast", "-programs=600"}, All: *runMutants}, mutants)
}
