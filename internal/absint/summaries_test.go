package absint_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/domain/interval"
	"github.com/tandem-verifier/tandem/internal/domain/polyhedra"
	"github.com/tandem-verifier/tandem/internal/domain/relation"
	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
)

// TestSummaries compares the relations of exits to entries with golden files.
func TestSummaries(t *testing.T) {
	golden.Each(t, "testdata/summaries/*.ir", func(t *testing.T, file string) {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p := irtest.Program(t, string(src))
		d := absint.In("", relation.New(interval.New(8), polyhedra.New(14)), true)
		got := report(t, d.Forward(context.Background(), absint.Prepare(p), absint.Config{Summaries: true}))
		golden.Compare(t, strings.TrimSuffix(file, ".ir")+".golden", got)
	})
}
