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
}

// TestMutants: the theorems and the test of the abstract program find each.
func TestMutants(t *testing.T) {
	if !*runMutants {
		t.Skip("with -mutants")
	}
	mutationtest.Test(t, mutationtest.Run{Tests: "^(TestAbstract|TestTheorems)$", Args: []string{"-failfast"}, All: true}, mutants)
}
