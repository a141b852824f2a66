package ranged_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/ranged"
	"github.com/tandem-verifier/tandem/internal/cpa/value"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/restrict/restricttest"
)

// TestAhead stops analyses of ranges at random points, asks for the remaining range, and lets them yield a part of it.
// All paths before the remaining range are followed to their ends; paths that were yielded are not continued; no other
// path of the range is lost.
func TestAhead(t *testing.T) {
	programs := uint64(40)
	if long() {
		programs = 1000
	}
	done, aheads, yields, outs := 0, 0, 0, 0
	for seed := range programs {
		r := rand.New(rand.NewPCG(seed, 8))
		p := restricttest.Program(seed)
		constants := exec.Constants(p)
		whole := restricttest.NewRunner(t, p)
		var traces []*restricttest.Trace
		for k := range uint64(40) {
			if tr := whole.Run(t, restricttest.Inputs(p, constants, k)); tr.Comparable() {
				traces = append(traces, tr)
			}
		}
		given := *restricttest.Drawn(t, p, seed)[slices.Index(restricttest.Kinds, "paths")].Range
		if r.IntN(3) == 0 {
			given = restrict.PathRange{NoUpper: true}
		}
		w := ranged.Of(p, given)
		as := w.Reductions()
		switch r.IntN(3) {
		case 0:
			as = append(as, nothing{})
		case 1:
			as = append(as, value.New(p, value.Domain().Meaning(absint.Prepare(p), absint.Config{}), value.All))
		case 2:
			as = append(as, value.New(p, value.Domain().Meaning(absint.Prepare(p), absint.Config{}), value.Refined))
		}
		orders := cpa.Orders()
		order := orders[slices.IndexFunc(orders, func(o cpa.Order) bool { return o.Name == "path" })]
		if r.IntN(4) == 0 {
			order = orders[r.IntN(len(orders))]
		}
		run := cpa.NewRun(p, cpa.Product(as...), order, nil)
		for range 10 {
			run.Explore(context.Background(), uint64(1+r.IntN(60)))
			left, some := w.Ahead(run)
			for _, tr := range traces {
				f, in := follow(t, run, tr), within(&w.PathRange, tr)
				before := in && (!some || restrict.ComparePaths(tr.Path(), left.Lo) < 0 && within(&w.PathRange, tr) &&
					!within(&left, tr))
				if before && f != toEnds {
					t.Fatalf("program %d: path %s comes before what is left, %s (%v), and is %s", seed, tr.Path(), &left, some, f)
				}
				if in && f == isOut {
					t.Fatalf("program %d: path %s lies in %s, and is %s", seed, tr.Path(), &w.PathRange, f)
				}
				if !within(&given, tr) && f == toEnds && !undefined(tr) { // these may end before the lower bound is checked
					t.Fatalf("program %d: path %s does not lie in %s, and is %s", seed, tr.Path(), &given, f)
				}
				if before {
					aheads++
				}
				if f == isOut {
					outs++
				}
			}
			if !some {
				done++
				break
			}
			if r.IntN(4) == 0 || len(traces) == 0 {
				continue
			}
			at := traces[r.IntN(len(traces))].Path()
			if r.IntN(2) == 0 { // close to the current path
				at = left.Lo + at[:r.IntN(len(at)+1)]
			}
			old := w.PathRange
			if !w.Yield(run, at) {
				if w.PathRange != old {
					t.Fatal("a range that did not yield has changed")
				}
				continue
			}
			yields++
			if end, is := w.End(); !is || end != at || !old.Contains(at) {
				t.Fatalf("program %d: %s yields %s: %s", seed, &old, at, &w.PathRange)
			}
		}
	}
	t.Logf("%d explored to the end, %d runs before what is left, %d out, %d yields", done, aheads, outs, yields)
	if done == 0 || aheads < 100 || yields < 10 {
		t.Error("the test says nothing")
	}
}
