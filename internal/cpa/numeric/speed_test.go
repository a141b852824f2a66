package numeric_test

import (
	"context"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/numeric"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

func TestSpeed(t *testing.T) {
	task := enginetest.C{File: "/work/shared/bench/controlflow/ntdrivers/floppy2_true.i.cil.c"}.Task(t)
	p := task.Program
	dom, _ := domains.Named("interval")
	begin := time.Now()
	prep := absint.Prepare(p)
	prep.Points = task.Points()
	m := dom.Meaning(prep, absint.Config{})
	t.Log("prepare", time.Since(begin))
	heads := map[*ir.Loc]bool{}
	for _, f := range p.Funcs {
		g := make(graph.Adj, len(f.Locs))
		for i, m := range f.Locs {
			for _, e := range m.Out {
				g[i] = append(g[i], e.To.ID)
			}
		}
		w := graph.WeakOrder(g, f.Entry.ID)
		for i, l := range f.Locs {
			heads[l] = w.IsHead(i) || l == f.Entry
		}
		t.Log(f.Name, len(f.Locs))
	}
	a := cpa.Product(cpa.Errors(func(*ir.Obligation) bool { return true }), numeric.New("interval", m, func(l *ir.Loc) bool { return heads[l] }, 3))
	begin = time.Now()
	r := cpa.NewRun(p, a, cpa.Orders()[0], nil)
	done := false
	for i := 0; i < 20 && !done; i++ {
		b := time.Now()
		done = r.Explore(context.Background(), 20000)
		if r.Target() != nil {
			r.Pass()
		}
		t.Log(r.Steps, len(r.ARG.Nodes), r.ARG.Live(), time.Since(b))
	}
	t.Log(done, r.Steps, len(r.ARG.Nodes), r.ARG.Live(), time.Since(begin))
	begin = time.Now()
	res := m.Forward(context.Background(), absint.Config{})
	t.Log(res.Work, res.Parts, time.Since(begin))
}
