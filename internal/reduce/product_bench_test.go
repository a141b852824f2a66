package reduce_test

import (
	"context"
	"os"
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

// task returns the program of a benchmark: the reference program if reference is set, otherwise the prepared one.
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

// stopped returns the condition of a value analysis that is stopped after the given number of steps.
func stopped(p *ir.Program, steps uint64) *restrict.Condition {
	m := value.Domain().Meaning(absint.Prepare(p), absint.Config{})
	run := cpa.NewRun(p, cpa.Product(cpa.Errors(func(*ir.Obligation) bool { return true }), value.New(p, m, value.All)),
		cpa.Orders()[0], nil)
	for done := uint64(0); done < steps && !run.Explore(context.Background(), steps-done); done = uint64(run.Steps) {
		if run.Target() != nil {
			run.Pass()
		}
	}
	return left(run).Minimise()
}

// TestTasks does the same as TestStopped for programs of the benchmarks. It runs only with TANDEM_LONG=1.
func TestTasks(t *testing.T) {
	if os.Getenv("TANDEM_LONG") == "" {
		t.Skip("TANDEM_LONG is not set")
	}
	var n tally
	for i, bt := range benchtest.Tasks(t, "") {
		if i%11 != 3 {
			continue
		}
		loaded, _, err := enginetest.Load(bt)
		if err != nil || len(loaded.Program.Sites) == 0 {
			continue
		}
		for _, p := range []*ir.Program{loaded.Program, loaded.Map.To} {
			if reduce.SizeOf(p).Edges <= 800 {
				hold(t, p, stopped(p, uint64(20+i)), 30, bt.ID, &n)
			}
		}
	}
	t.Logf("%+v", n)
}

// BenchmarkStopped makes the residual of a large program, after a verifier has been stopped.
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

// BenchmarkLarge makes the residual of a condition of 100,000 states, beginning with its text.
func BenchmarkLarge(b *testing.B) {
	p := ladder(10_000)
	text := restrict.ConditionText(layered(p, 100_000))
	read := func() *restrict.Condition {
		c, err := restrict.ParseCondition(p, text)
		if err != nil {
			b.Fatal(err)
		}
		return c
	}
	c := read()
	small := c.Minimise()
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			read()
		}
	})
	b.Run("minimise", func(b *testing.B) {
		for b.Loop() {
			c.Minimise()
		}
	})
	for _, f := range forms[1:3] {
		residuals(b, f.name, p, small, f)
	}
}

// ladder returns a program of one function with n locations. Each third one has a branch, and each hundredth an error.
func ladder(n int) *ir.Program {
	p := &ir.Program{Model: ir.ILP32}
	f := p.NewFunc("main", ir.Void, ir.Pos{})
	p.Entry = f
	v := f.NewVar("x", ir.I32)
	site := p.NewSite(ir.Nondet, "n", ir.I32, f, ir.Pos{})
	site.Key = "n"
	at := []*ir.Loc{f.Entry}
	for range n {
		at = append(at, f.NewLoc(ir.Pos{}))
	}
	for i := range n {
		switch {
		case i%100 == 98:
			bad := f.NewLoc(ir.Pos{})
			bad.Kind, bad.Obligation = ir.Error, p.NewObligation("assertion", "x != 0", "main", ir.Pos{})
			is := &ir.Binary{Op: ir.Eq, X: ir.NewRef(v), Y: ir.NewConst(ir.I32, 0)}
			f.NewEdge(at[i], at[i+1], &ir.Assume{Cond: ir.NotExpr(is), Mark: ir.True}, ir.Pos{})
			f.NewEdge(at[i], bad, &ir.Assume{Cond: is, Mark: ir.False}, ir.Pos{})
		case i%3 == 2:
			less := &ir.Binary{Op: ir.Lt, X: ir.NewRef(v), Y: ir.NewConst(ir.I32, int64(i%7))}
			to := at[min(i+3, n)]
			if i%51 == 50 {
				to = at[i-40]
			}
			f.NewEdge(at[i], at[i+1], &ir.Assume{Cond: less, Mark: ir.True}, ir.Pos{})
			f.NewEdge(at[i], to, &ir.Assume{Cond: ir.NotExpr(less), Mark: ir.False}, ir.Pos{})
		case i%10 == 0:
			f.NewEdge(at[i], at[i+1], &ir.Input{Dst: v, Site: site}, ir.Pos{})
		default:
			f.NewEdge(at[i], at[i+1],
				&ir.Assign{Dst: v, Src: &ir.Binary{Op: ir.Add, X: ir.NewRef(v), Y: ir.NewConst(ir.I32, int64(i))}}, ir.Pos{})
		}
	}
	f.NewEdge(at[n], f.Exit, &ir.Return{}, ir.Pos{})
	return p
}

// residuals measures the construction of a residual program of form f.
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

// layered returns a condition whose state counts the branches of the execution. Errors are open for one count only.
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
				if e.To.Kind == ir.Error && layer != 3 {
					st.To = last
				}
				s.Steps = append(s.Steps, st)
			}
			s.Stays = l == l.Func.Exit
		}
	}
	return c
}
