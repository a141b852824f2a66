package ranged_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/ranged"
	"github.com/tandem-verifier/tandem/internal/cpa/value"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ranges"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/restrict/restricttest"
)

var (
	tasks  = flag.Int("tasks", 200, "of the bench, in TestTasks")
	inputs = flag.Uint64("inputs", 1000, "of each")
)

// TestTasks checks the properties of TestExact and TestValues for tasks of the benchmarks: each with five random bounds
// and the bound of lb3, by decisions and by values. It runs only with TANDEM_LONG=1.
func TestTasks(t *testing.T) {
	if !long() {
		t.Skip("TANDEM_LONG is not set")
	}
	lb3, err := ranges.ParseSplit("lb3")
	if err != nil {
		t.Fatal(err)
	}
	all := benchtest.Tasks(t, "")
	done, in, out, byValues, byDecisions, split := 0, 0, 0, 0, 0, 0
	for i := 0; i < len(all) && done < *tasks; i++ {
		bt := all[(i*7)%len(all)] // from all folders
		task, _, err := enginetest.Load(bt)
		if err != nil || len(task.Program.Sites) == 0 {
			continue
		}
		p := task.Program
		m, err := exec.NewInterp(p, restricttest.Limits)
		if err != nil {
			continue
		}
		m.Close()
		whole := restricttest.NewRunner(t, p)
		constants := exec.Constants(p)
		r := rand.New(rand.NewPCG(uint64(i), 3))
		var bounds []*restricttest.Trace
		for k := range uint64(40) {
			if tr := whole.Run(t, restricttest.Inputs(p, constants, 1e6+k)); tr.Comparable() && !goesOn(tr) && tr.NumTrace > 0 &&
				len(bounds) < 5 && r.IntN(2) == 0 {
				bounds = append(bounds, tr)
			}
		}
		if len(bounds) < 2 {
			continue
		}
		type subject struct {
			r   restrict.PathRange
			run *cpa.Run
		}
		var list []subject
		explore := func(w *ranged.Range, given restrict.PathRange) {
			run := cpa.NewRun(p, cpa.Product(append(w.Reductions(), nothing{})...), cpa.Orders()[0], nil)
			if run.Explore(context.Background(), 300_000) {
				list = append(list, subject{given, run})
			}
		}
		for k, tr := range bounds {
			lo, hi := tr, bounds[(k+1)%len(bounds)]
			if restrict.ComparePaths(hi.Path(), lo.Path()) < 0 {
				lo, hi = hi, lo
			}
			given := restrict.PathRange{Lo: lo.Path(), Hi: hi.Path(), Before: k%2 == 0}
			explore(ranged.Of(p, given), given)
			w := ranged.Of(p, given)
			used := 0
			for j, of := range []*restricttest.Trace{lo, hi} {
				if w.ByValues(context.Background(), p, value.New(p, value.Domain().Meaning(absint.Prepare(p), absint.Config{}),
					value.All), j == 0, of.Reads) == nil {
					used++
				}
			}
			if used > 0 {
				explore(w, given)
			}
			byValues += used
			byDecisions += 2 - used
		}
		if bs, err := ranges.Split(context.Background(), task, lb3, 2); err == nil && len(bs) > 0 {
			rs, err := ranges.Between(bs)
			if err != nil {
				t.Fatal(err)
			}
			for _, given := range rs {
				explore(ranged.Of(p, given), given)
			}
			split++
		}
		for k := range *inputs {
			tr := whole.Run(t, restricttest.Inputs(p, constants, k))
			if !tr.Comparable() || goesOn(tr) {
				continue
			}
			for _, s := range list {
				want := within(&s.r, tr)
				if got := follow(t, s.run, tr); (got == toEnds) != want || got == waits {
					t.Fatalf("%s, range %s: path %s is %s, lies in it: %v", bt.ID, &s.r, tr.Path(), got, want)
				}
				if want {
					in++
				} else {
					out++
				}
			}
		}
		done++
	}
	t.Logf("%d tasks, %d of them split by lb3; %d runs in, %d out; %d bounds by values, %d not", done, split, in, out,
		byValues, byDecisions)
	if done < *tasks {
		t.Errorf("%d tasks are left", done)
	}
}
