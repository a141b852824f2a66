package ranged_test

import (
	"context"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/ranged"
	"github.com/tandem-verifier/tandem/internal/cpa/value"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// BenchmarkTransfers explores programs with explicit values, without reductions and in ranges that contain nearly all
// paths. The reductions may increase ns/step by 10 %.
func BenchmarkTransfers(b *testing.B) {
	programs := []*ir.Program{flowtest.Random(3, 60), flowtest.Random(8, 60), flowtest.Random(21, 60)}
	for _, c := range []struct {
		name string
		r    *restrict.PathRange
	}{
		{"whole", nil},
		{"all paths", &restrict.PathRange{NoUpper: true}},
		{"between", &restrict.PathRange{Lo: "TTTTTTTT", Hi: "FFFFFFFF", Before: true}},
	} {
		b.Run(c.name, func(b *testing.B) {
			steps := uint64(0)
			for b.Loop() {
				for _, p := range programs {
					var as []cpa.Analysis
					if c.r != nil {
						as = ranged.Of(p, *c.r).Reductions()
					}
					as = append(as, cpa.Errors(func(*ir.Obligation) bool { return true }),
						value.New(p, value.Domain().Meaning(absint.Prepare(p), absint.Config{}), value.All))
					run := cpa.NewRun(p, cpa.Product(as...), cpa.Orders()[0], nil)
					for !run.Explore(context.Background(), 20_000-min(run.Steps, 19_999)) && run.Steps < 20_000 {
						run.Pass()
					}
					steps += run.Steps
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(steps), "ns/step")
		})
	}
}
