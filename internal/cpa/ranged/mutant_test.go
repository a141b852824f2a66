package ranged_test

import (
	"flag"
	"testing"

	"github.com/tandem-verifier/tandem/internal/mutationtest"
)

var (
	runMutants = flag.Bool("mutants", false, "hold each mutant of TestMutants against the other tests: some minutes")
	draw       = flag.Uint("draw", 0, "which mutants are TestMutants' sample; 0: others whenever the sources change")
)

// mutants follow paths outside the range, lose paths of the range, or confirm graphs that do so as proofs.
var mutants = mutationtest.List{
	// By decisions.
	{"what is behind the lower bound is out", "ranged.go", []string{
		"inner: ir.False, end: off", "inner: ir.True, end: off"}},
	{"what is before the upper bound is out", "ranged.go", []string{
		"inner: ir.True, end: out", "inner: ir.False, end: out"}},
	{"a prefix of the lower bound that ends is followed", "ranged.go", []string{
		"end: off, ends: true", "end: off, ends: false"}},
	{"the half-open range is closed", "ranged.go", []string{
		"inner: ir.True, end: out", "inner: ir.True, end: off"}},
	{"the lower bound is out of its range", "ranged.go", []string{
		"inner: ir.False, end: off", "inner: ir.False, end: out"}},
	{"bounds end one decision early", "ranged.go", []string{
		"n.taken == len(a.bound) {", "n.taken >= len(a.bound)-1 {"}},
	{"after a call, the path has the decisions of before", "ranged.go", []string{
		"(a *numbers) Resume(_ context.Context, _, exit cpa.State, _ *ir.Edge, _ cpa.At) cpa.State {\n	return exit",
		"(a *numbers) Resume(_ context.Context, before, _ cpa.State, _ *ir.Edge, _ cpa.At) cpa.State {\n	return before"}},
	{"states with different numbers stand for each other", "ranged.go", []string{
		"return is && too && n.taken == m.taken", "return is && too && n.taken*m.taken >= 0", "return uint64(n.taken) + 2",
		"return uint64(0*n.taken) + 2"}},
	{"what is out is followed", "ranged.go", []string{
		"	if s == out {\n		return Out", "	if s == nil {\n		return Out"}},
	{"an empty range has all paths", "ranged.go", []string{
		"	case a.bound == \"\":\n		return a.end", "	case a.bound == \"\":\n		return off"}},
	// By values.
	{"executions that go on where the test ends are on the other side", "values.go", []string{
		"		if a.inclusive {\n", "		if !a.inclusive {\n"}},
	{"executions that end with an upper test are in the half-open range", "values.go", []string{
		"case !a.inclusive && ended(", "case false && ended("}},
	// The rest.
	{"F comes before T in what is left", "range.go", []string{
		"		m := ir.True\n		if len(by[m]) == 0 {\n			m = ir.False\n",
		"		m := ir.False\n		if len(by[m]) == 0 {\n			m = ir.True\n"}},
	{"what waits behind coverage does not", "range.go", []string{
		"		for _, m := range by[n] {\n			next(m)\n		}\n", ""}},
	{"a node that several paths lead to is on the bound", "range.go", []string{
		"labelled && old != s {", "labelled && old != s && n == nil {"}},
	{"who yields forgets what is covered", "range.go", []string{
		"			visit(now(x.n.By), s)\n", ""}},
	// The check of proofs.
	{"check: paths behind the lower bound are out", "../../check/bounds/bounds.go", []string{
		"			t.Lower = Off\n		case d > want:", "			return t, false\n		case d > want:"}},
	{"check: paths before the end are out", "../../check/bounds/bounds.go", []string{
		"			t.Upper = Off\n		case d < want:", "			return t, false\n		case d < want:"}},
	{"check: nobody comes back from calls", "../../check/ranged.go", []string{
		"				f.back(c, in.node, x)\n", "				_ = c\n", "					f.back(c, m.Entry, x)\n", "					_ = x\n"}},
	{"check: a bound ends one decision early", "../../check/bounds/bounds.go", []string{
		"t.Upper++; t.Upper == len(b.end) {", "t.Upper++; t.Upper >= len(b.end)-1 {"}},
	{"check: open nodes are none while the path is the lower bound's", "../../check/ranged.go", []string{
		"(l.Kind == ir.Error || l.Kind == ir.Halt || l == end)", "l != end"}},
}

// TestMutants checks that the tests of this package find a sample of the mutants, which changes with the sources; with
// -mutants, all of them.
func TestMutants(t *testing.T) {
	mutationtest.Test(t, mutationtest.Run{Tests: "^(TestExact|TestValues|TestAhead|TestChecked)$", All: *runMutants,
		Some: 1, Draw: *draw}, mutants)
}
