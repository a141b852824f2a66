package floydhoare_test

import (
	"flag"
	"testing"

	"github.com/tandem-verifier/tandem/internal/mutationtest"
)

var (
	runMutants = flag.Bool("mutants", false, "hold each mutant of TestMutants against the other tests: half an hour")
	draw       = flag.Uint("draw", 0, "which mutants are TestMutants' sample; 0: others whenever the sources change")
)

// mutants have a fault in one link of the chain of triples, or in the use of its answers. Most are unsound; some answer
// No wrongly. The use of terms that are not exact is not among them, since vc refuses constants that are not slots.
var mutants = mutationtest.List{
	// Known.
	{"what was shown needs nothing", "triples.go", []string{
		"func(set []int) bool { return within(set, pre) })", "func(set []int) bool { return true })"}},
	{"answers serve for other letters", "triples.go", []string{
		"t.done[triple{n, l.Key, posts[i]}] = out[i]", "t.done[triple{n, \"\", posts[i]}] = out[i]"}},
	// Syntax.
	{"what holds before holds behind", "triples.go", []string{
		"there && keeps {", "there || keeps {"}},
	{"a letter writes no register", "syntax.go", []string{
		"		if d := ir.Def(st); d != nil {\n			t.writes", "		if d := ir.Def(st); d != nil && d.Global {\n			t.writes"}},
	{"stores write no memory", "syntax.go", []string{
		"case *ir.Skip, *ir.Assign, *ir.Math:", "case *ir.Skip, *ir.Assign, *ir.Math, *ir.Store:",
		"case *ir.Store, *ir.Decl,", "case *ir.Decl,"}},
	{"predicates read no memory", "syntax.go", []string{
		"		default: // sound: it reads memory\n			b.set(ps.number(nil))", "		default:"}},
	{"what a letter reads does not matter", "syntax.go", []string{
		"			v.add(t.reads)\n			letter = true", "			letter = true"}},
	{"whether a letter is passed does not matter to false", "syntax.go", []string{
		"		v.add(t.conds)\n		letter = true\n	} else {", "		letter = true\n	} else {"}},
	// Implied.
	{"what is implied implies", "domainlink.go", []string{
		"t.Prover.ImpliesTerm(ctx, t.Prover.E.C.And(parts...), x)",
		"t.Prover.ImpliesTerm(ctx, x, t.Prover.E.C.And(parts...))"}},
	{"the weaker of two plainly implies the stronger", "domainlink.go", []string{
		"		set := []int{n}\n		yes = t.implied(t.stateOf(t.set(set), set), q)",
		"		set := []int{q}\n		yes = t.implied(t.stateOf(t.set(set), set), n)"}},
	// Domain.
	{"all lies in false", "domainlink.go", []string{
		"	case n == False:\n		return false\n	case p.state", "	case n == False:\n		return true\n	case p.state"}},
	{"a state lies in those below it", "domainlink.go", []string{
		"return t.Meaning.Leq(s, p.state)", "return t.Meaning.Leq(p.state, s)"}},
	{"a state lies where a condition is excluded", "domainlink.go", []string{
		"ir.NotExpr(p.expression())) == nil", "p.expression()) == nil"}},
	{"the abstract post is that of any letter", "domainlink.go", []string{
		"	k := edge{n, l.Key}\n", "	k := edge{n, \"\"}\n"}},
	{"the abstract post is of true and of false alike", "domainlink.go", []string{
		"	t.pres[n] = s\n	return s", "	t.pres[n] = s\n	return m.Initial()"}},
	{"everything holds initially", "domainlink.go", []string{
		"out[i] = t.Prover.Initially(ctx, t.termOf(q))", "out[i] = vc.Yes"}},
	// Models, solver.
	{"a model that refutes shows", "solverlink.go", []string{
		"say(at[k], \"models\", answer)", "say(at[k], \"models\", vc.Yes)"}},
	{"an answer is another post's", "solverlink.go", []string{
		"say(where[k], \"solver\", answer)", "say(at[k], \"solver\", answer)"}},
	{"the solver is asked without pre", "solverlink.go", []string{
		"all := p.E.C.And(parts...)", "all := p.E.C.And(parts[:0]...)"}},
	{"who is called writes no memory", "syntax.go", []string{
		"len(eff.Writes) > 0", "len(eff.Writes) > 1<<20"}},
	{"a name is a register", "predicates.go", []string{
		"ir.ExprString(x) + foreign(f, x)", "ir.ExprString(x) + foreign(f, x)[:0]"}},
	// Letters.
	{"behind a load a condition is what it is elsewhere", "letters.go", []string{
		"if len(flow.LoadedAt(e)) > 0 {", "if len(flow.LoadedAt(e)) > 1000 {"}},
	// Data automata, proofs.
	{"what is open is a move", "data.go", []string{
		"			if answer == vc.Yes {\n				next", "			if answer != vc.No {\n				next"}},
	{"a move needs nothing", "data.go", []string{
		"if within(x.Pre, set) && x.Post != True {", "if x.Post != True {"}},
	{"a node is covered by those of which more is known", "graph.go", []string{
		"if within(w.nodes[i].preds, n.preds) {", "if within(n.preds, w.nodes[i].preds) {"}},
	{"a node says nothing of what ends its ways", "graph.go", []string{
		"x.to == automata.None && x.ends == i || x.to >= 0 &&", "x.to >= 0 &&"}},
}

// TestMutants checks that the tests of this package find the mutants. It takes a sample of the mutants, which changes
// whenever the sources change; with -mutants, it takes all.
func TestMutants(t *testing.T) {
	some := 0
	if long() {
		some = 1
	}
	mutationtest.Test(t,
		mutationtest.Run{
			Tests: "^(TestBytes|TestTriples|TestLetters|TestChain|TestPaper|TestRefinements|TestRuns|" +
				"TestTwinsRun|TestTextsRun|TestMade|TestNames)$",
			Args: []string{"-failfast"}, All: *runMutants, Some: some, Draw: *draw}, mutants)
}
