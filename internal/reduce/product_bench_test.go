package reduce_test

import (
	"context"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/value"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/reduce"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// task is the program of a benchmark, as engines have it or before it is prepared.
func task(b testing.TB, name string, reference bool) *ir.Program {
	b.Helper()
	bt := benchtest.Tasks(b, name)
	if len(bt) == 0 {
		b.Skip("no such task here")
	}
	t, _, err := enginetest.Load(bt[0])
	if err != nil {
		b.Fatal(err)
	}
	if reference {
		return t.Map.To
	}
	return t.Program
}

// stopped is the condition of a value analysis after so many steps.
func stopped(p *ir.Program, steps uint64) *restrict.Condition {
	m := value.Domain().Meaning(absint.Prepare(p), absint.Config{})
	run := cpa.NewRun(p, cpa.Product(cpa.Errors(func(*ir.Obligation) bool { return true }), value.New(p, m, value.All)), cpa.Orders()[0], nil)
	for done := uint64(0); done < steps && !run.Explore(context.Background(), steps-done); done = uint64(run.Steps) {
		if run.Target() != nil {
			run.Pass()
		}
	}
	return left(run).Minimise()
}

// BenchmarkStopped is the residual of a large program, after a verifier has been stopped.
func BenchmarkStopped(b *testing.B) {
	for _, reference := range []bool{false, true} {
		p := task(b, "floppy2_true", reference)
		for _, steps := range []uint64{100, 1000} {
			c := stopped(p, steps)
			for _, f := range forms[1:3] {
				name := f.name
				if reference {
					name += ",reference"
				}
				residuals(b, name, p, c, f)
			}
		}
	}
}

// BenchmarkLarge is the residual of a condition of 100,000 states.
func BenchmarkLarge(b *testing.B) {
	p := task(b, "floppy2_true", false)
	c := layered(p, 100_000)
	for _, f := range forms[1:3] {
		residuals(b, f.name, p, c, f)
	}
}

func residuals(b *testing.B, name string, p *ir.Program, c *restrict.Condition, f form) {
	b.Run(name, func(b *testing.B) {
		var r *reduce.Residual
		for b.Loop() {
			var err error
			if r, err = f.of(p, c); err != nil {
				b.Fatal(err)
			}
		}
		s := reduce.SizeOf(r.Program)
		b.ReportMetric(float64(len(c.States)), "states")
		b.ReportMetric(float64(reduce.SizeOf(p).Locs), "locs_before")
		b.ReportMetric(float64(s.Locs), "locs")
		b.ReportMetric(float64(s.Edges), "edges")
	})
}

// layered is a condition that is where the program is, and counts its branches until none is left to be verified.
func layered(p *ir.Program, states int) *restrict.Condition {
	number := map[*ir.Loc]int{}
	var locs []*ir.Loc
	for _, f := range p.Funcs {
		for _, l := range f.Locs {
			number[l] = len(locs)
			locs = append(locs, l)
		}
	}
	layers := states / len(locs)
	c := &restrict.Condition{States: make([]restrict.ConditionState, layers*len(locs)+1)}
	last := len(c.States) - 1
	c.States[last].Verified = true
	at := func(l *ir.Loc, layer int) int {
		return (number[l]+len(locs)-number[p.Entry.Entry])%len(locs) + layer*len(locs)
	}
	for layer := range layers {
		for _, l := range locs {
			s := &c.States[at(l, layer)]
			for _, e := range l.Out {
				to := e.To
				if call, is := e.Stmt.(*ir.Call); is {
					to = call.Func.Entry
				}
				next := layer
				if a, is := e.Stmt.(*ir.Assume); is && a.Mark == ir.True {
					next = (layer + 1) % layers
				}
				st := restrict.ConditionStep{Edge: e, To: at(to, next)}
				if next < layer {
					st.To = last
				}
				s.Steps = append(s.Steps, st)
			}
			s.Stays = l == l.Func.Exit
		}
	}
	return c
}
