package reduce_test

import (
	"flag"
	"os"
	"testing"

	"github.com/tandem-verifier/tandem/internal/mutationtest"
)

var productMutants = flag.Bool("productmutants", false,
	"hold each mutant of TestProductMutants against TestLaws; else TANDEM_LONG=1 does")

// TestProductMutants checks that the tests find faults by which the product has too few executions or too many.
func TestProductMutants(t *testing.T) {
	mutationtest.Test(t, mutationtest.Run{Tests: "TestLaws|TestGolden", Args: []string{"-programs", "60"},
		All: *productMutants || os.Getenv("TANDEM_LONG") != "", Some: 1}, mutationtest.List{
		{"verified states do not end the execution", "specialise.go",
			[]string{"		if pl.c.States[st.To].Verified {", "		if false {"}},
		{"an edge without a step keeps the execution", "specialise.go",
			[]string{"way{to: pl.c.Else(state)}", "way{to: state}"}},
		{"steps are not always in order", "specialise.go",
			[]string{"		ways = append(ways, w)\n", "		ways = append([]way{w}, ways...)\n"}},
		{"calls that are found late have no exits", "specialise.go", []string{"range g.exits {", "range g.exits[:0] {"}},
		{"calls miss exits that are found late", "specialise.go", []string{"		for _, c := range g.calls {",
			"		for _, c := range g.calls[:0] {"}},
		{"locations with one successor have one state", "specialise.go",
			[]string{"if len(l.Out) == 0 {", "if len(l.Out) <= 1 {"}},
		{"functions are not specialised", "specialise.go", []string{"	if pl.joined {", "	if true {"}},

		{"functions do not store the state in which they return", "product.go",
			[]string{"		if w.tells(in) {", "		if false {"}},
		{"callers continue after the first exit", "product.go", []string{"		case w.tells(c.into):", "		case false:"}},
		{"a condition that is false holds", "product.go", []string{"assume(ir.NotExpr(cond)), like", "assume(cond), like"}},
		{"copies of functions share registers", "product.go", []string{"return g.Vars[v.ID]", "return w.c.Vars[v]"}},
		{"conditions are evaluated after their edges", "product.go", []string{"	from := w.here(at, e.From)\n",
			"	from := at.at\n	if from == nil {\n		from = at.from\n	}\n"}},

		{"errors in called functions do not count", "prune.go",
			[]string{"inside[v] = append(slices.Clip(x.back), pl.copies[x.into].entries...)",
				"inside[v] = slices.Clip(x.back)"}},
		{"errors after returns do not count", "prune.go", []string{"after[e] = append(after[e], to)", "_, _ = e, to"}},
		{"all obligations are open", "prune.go", []string{"o != nil && (obligations == nil ||", "o != nil && (true ||"}},
		{"nothing is pruned", "prune.go", []string{"	k.in = graph.Reaching(after, reach...)\n", ""}},

		{"different ways are taken from the first node", "folded.go", []string{"	return []way{all}\n", "	return a\n"}},
		{"a way that leads nowhere in one state leads nowhere in all", "folded.go",
			[]string{"			x.to, x.call = y.to, y.call\n", ""}},
		{"successors of joined nodes are not joined", "folded.go", []string{"			f.join(x.to, y.to)\n", ""}},
		{"nodes after a call are not joined", "folded.go", []string{"f.joinAll(c.back)", "_ = c"}},
		{"entries are not joined", "folded.go", []string{"f.joinAll(g.entries)", "_ = g"}},
		{"the second node's edges are lost", "folded.go", []string{"			f.moves[a] = append(f.moves[a], m)\n", ""}},
	})
}
