package domains_test

import (
	"context"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// BenchmarkPathProgram analyses the edges of the shortest path to an error in a large program, as the first step of
// trace abstraction does.
func BenchmarkPathProgram(b *testing.B) {
	task, _, err := enginetest.Load(benchtest.Tasks(b, "ntdrivers/parport_true")[0])
	if err != nil {
		b.Fatal(err)
	}
	edges := firstError(task.Program)
	if len(edges) == 0 {
		b.Fatal("no way to an error")
	}
	prep := absint.Prepare(task.Program)
	for _, name := range []string{"interval", "octagon", "polyhedra+congruence"} {
		b.Run(name, func(b *testing.B) {
			d, _ := domains.Named(name)
			m := d.Meaning(prep, absint.Config{})
			states := 0
			for b.Loop() {
				r := m.Forward(context.Background(), absint.Config{Edges: edges})
				if r.Stop != absint.Done {
					b.Fatal(r.Stop)
				}
				states = len(r.States())
			}
			b.ReportMetric(float64(len(edges)), "edges")
			b.ReportMetric(float64(states), "locations")
		})
	}
}

// firstError returns the shortest path from a program's entry to an error within one function.
func firstError(p *ir.Program) []*ir.Edge {
	into := map[*ir.Loc]*ir.Edge{p.Entry.Entry: nil}
	for work := []*ir.Loc{p.Entry.Entry}; len(work) > 0; work = work[1:] {
		if l := work[0]; l.Kind == ir.Error {
			var way []*ir.Edge
			for e := into[l]; e != nil; e = into[e.From] {
				way = append(way, e)
			}
			slices.Reverse(way)
			return way
		}
		for _, e := range work[0].Out {
			if _, seen := into[e.To]; !seen {
				into[e.To] = e
				work = append(work, e.To)
			}
		}
	}
	return nil
}
