package cpa_test

import (
	"flag"
	"testing"

	"github.com/tandem-verifier/tandem/internal/mutationtest"
)

var (
	runMutants = flag.Bool("mutants", false, "hold each mutant of TestMutants against the other tests: some minutes")
	draw       = flag.Uint("draw", 0, "which mutants are TestMutants' sample; 0: others whenever the sources change")
)

// mutants make the algorithm unsound, or let it run forever. Some faults have no effect and are not in the list. Stale
// links stay. A caller is not reopened when the node after its call is dropped: the exit is reopened, and returns to
// all callers. A part of a product does not merge: a state that is not covered has its own node. Values are compared or
// joined in other ways: states with different values are in different partitions. Error nodes are not marked open: they
// are not expanded.
var mutants = mutationtest.List{
	// Coverage, stop.
	{"a node is covered by those below it", "algorithm.go", []string{
		"r.Analysis.Leq(n.State, m.State) {\n			n.Fate", "r.Analysis.Leq(m.State, n.State) {\n			n.Fate"}},
	{"a call joins a frame that does not stand for its state", "algorithm.go", []string{
		"		if t := r.Analysis.Merge(s, m.State); t != m.State {\n			g = r.grow(m, t)\n		}\n		if r.Analysis.Leq(s, g.State) {",
		"		if true {"}},
	{"a product is covered if all parts but the last are", "product.go", []string{
		"		if !a.Leq(x.parts[i], y.parts[i]) {\n			return false",
		"		if i < len(p.parts)-1 && !a.Leq(x.parts[i], y.parts[i]) {\n			return false"}},
	{"a node leads where it led before it grew", "algorithm.go", []string{
		"l.To.Counts() && r.Analysis.Leq(s, l.To.State) {", "l.To.Counts() {"}},
	{"intervals are below what they intersect", "numeric/numeric.go", []string{
		"	x, y := take(s), take(t)\n", "	x, y := take(t), take(s)\n"}},
	// Merge.
	{"what merges forgets the old state", "numeric/numeric.go", []string{
		"	t := a.m.Join(y.s, x.s)\n", "	t := x.s\n"}},
	{"what merged does not wait", "algorithm.go", []string{
		"	r.ARG.replace(m, grown)\n	r.enter(grown)\n", "	r.ARG.replace(m, grown)\n	grown.Fate = Expanded\n"}},
	{"old links lead to the state that was merged", "arg.go", []string{
		"	n.Fate, n.By = Merged, t\n", "	n.Fate, n.By, t.State = Merged, t, n.State\n"}},
	{"a narrowed state is the state of the last path to it", "numeric/numeric.go", []string{
		"		all = a.m.Join(all, take(s))\n", "		all = take(s)\n"}},
	// Transfer, calls.
	{"only the first edge is followed", "algorithm.go", []string{
		"	for _, e := range r.edges(n.Loc) {\n", "	for _, e := range r.edges(n.Loc)[:min(1, len(n.Loc.Out))] {\n"}},
	{"later callers are not come back to", "algorithm.go", []string{
		"	for _, x := range slices.Clone(f.exits) {\n", "	for _, x := range f.exits[:0] {\n"}},
	{"an exit goes back to its first caller only", "algorithm.go", []string{
		"	for i := 0; i < len(f.callers) && n.Counts(); i++ {",
		"	for i := 0; i < min(1, len(f.callers)) && n.Counts(); i++ {"}},
	{"after a call, a part of a product is as before", "product.go", []string{
		"before.(*tuple).parts[i], exit.(*tuple).parts[i]", "before.(*tuple).parts[i], before.(*tuple).parts[i]"}},
	{"intervals go over calls as over other statements", "numeric/numeric.go", []string{
		"return give(a.m.Resume(take(before), take(exit), call))", "return give(take(before))"}},
	{"an assigned value is what it was", "../domain/constant/constant.go", []string{
		"	return State{m: e.m.Delete(uint32(dim))}\n", "	return e\n"}},
	// Refinement.
	{"what led to a dropped node stays expanded", "arg.go", []string{
		"		open(l.From)\n", ""}},
	{"what a dropped node covered stays covered", "arg.go", []string{
		"n.Fate == Covered && n.By.now().Fate == Gone {", "n.Fate == Covered && n.By == nil {"}},
	{"what is open again does not wait", "algorithm.go", []string{
		"		if n.reached {\n			r.wait(n)\n", "		if n.reached {\n			n.Fate = Expanded\n"}},
	// Stopped.
	{"a node that was cut short is expanded", "algorithm.go", []string{
		"	if ctx.Err() != nil {\n		return false\n	}\n	if !n.Counts() {", "	if !n.Counts() {"}},
	{"a node that was cut short does not wait", "algorithm.go", []string{
		"			r.wait(n.now())", ""}},
	{"what leads to open nodes is verified", "graph.go", []string{
		"		return n.Fate == Open\n	}\n	in, inside", "		return false\n	}\n	in, inside"}},
	{"an end of a function goes on for all callers", "../verify/left.go", []string{
		"case e.Nodes[i].Open || l.ends(i):", "case e.Nodes[i].Open:"}},
}

// TestMutants checks that the tests of this package find a sample of the mutants, which changes with the sources; with
// -mutants, all of them.
func TestMutants(t *testing.T) {
	mutationtest.Test(t,
		mutationtest.Run{
			Tests: "^(TestRuns|TestLaws|TestStops|TestLostWay)$/^(value|interval|value.interval|predicate,cartesian)$",
			All:   *runMutants, Some: 1, Draw: *draw}, mutants)
}
