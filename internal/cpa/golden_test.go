package cpa_test

import (
	"context"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
)

// TestGoldens prints the graphs of all analyses.
func TestGoldens(t *testing.T) {
	golden.Each(t, "testdata/*.ir", func(t *testing.T, file string) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, name := range slices.Sorted(maps.Keys(subjects)) {
			p := irtest.Program(t, string(text))
			s := subjects[name](p)
			run := cpa.NewRun(p, cpa.Product(cpa.Errors(func(*ir.Obligation) bool { return true }), s.a), cpa.Orders()[0], s.pi)
			for !run.Explore(context.Background(), 0) {
				run.Pass()
			}
			b.WriteString("== " + name + "\n" + run.Graph(false).String() + "\n")
			if s.close != nil {
				s.close()
			}
		}
		golden.Compare(t, strings.TrimSuffix(file, ".ir")+".arg", b.String())
	})
}
