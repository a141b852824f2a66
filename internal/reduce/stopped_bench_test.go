package reduce_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/value"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/reduce"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// TestSizesWhenStopped measures residual programs for typical conditions: a value analysis is stopped at random, and
// the criterion is the obligations that it leaves open. It reports sizes over all stops, and over those that leave 5 to
// 95 % of the edges open. With TANDEM_LONG=1 it uses all of verisec and controlflow, otherwise one of 50. It also
// checks that a slice by fewer obligations is no larger.
func TestSizesWhenStopped(t *testing.T) {
	long := os.Getenv("TANDEM_LONG") != ""
	type sums struct{ n, open, slice, all, both, folded float64 }
	suites := map[string]*sums{}
	total, partly := &sums{}, &sums{}
	ctx := context.Background()
	for i, task := range benchtest.Tasks(t, "verisec/|controlflow/") {
		if !long && i%50 != 3 {
			continue
		}
		t.Run(task.ID, func(t *testing.T) {
			p := prepared(t, task)
			all := float64(size(p))
			c, open := stoppedAt(p, uint64(i))
			points := flow.NewPoints(p)
			of := func(criterion []*ir.Obligation) float64 {
				_, m, err := reduce.Slice(ctx, p, criterion, reduce.SliceOptions{Points: points})
				if err != nil {
					t.Fatal(err)
				}
				return float64(size(m.From)) / all
			}
			by := func(technique string) float64 {
				r, _, err := reduce.By(ctx, technique, p, c)
				if err != nil {
					t.Fatal(err)
				}
				return float64(size(r.Program)) / all
			}
			slice, whole := of(c.Unproved(p)), of(p.Obligations)
			if slice > whole+0.01 {
				t.Errorf("the slice by %d of %d obligations is larger: %.3f, by all %.3f", len(c.Unproved(p)), len(p.Obligations),
					slice, whole)
			}
			both, folded := by("both"), by("folded")
			suite := path.Dir(task.ID)
			if suites[suite] == nil {
				suites[suite] = &sums{}
			}
			to := []*sums{suites[suite], total}
			if some(open) {
				to = append(to, partly)
			}
			for _, s := range to {
				s.n++
				s.open, s.slice, s.all, s.both, s.folded = s.open+open, s.slice+slice, s.all+whole, s.both+both, s.folded+folded
			}
		})
	}
	say := func(s *sums) string {
		return fmt.Sprintf("%.0f stops, %.1f %% of the edges open: slices by what is left %.1f %%, by all obligations "+
			"%.1f %%, folded %.1f %%, both %.1f %%", s.n, 100*s.open/s.n, 100*s.slice/s.n, 100*s.all/s.n, 100*s.folded/s.n,
			100*s.both/s.n)
	}
	for suite, s := range suites {
		t.Logf("%s: %s", suite, say(s))
	}
	t.Logf("all: %s", say(total))
	t.Logf("5 to 95 %% open: %s", say(partly))
}

// some reports whether a condition leaves some but not nearly all of the edges open.
func some(open float64) bool { return open >= 0.05 && open <= 0.95 }

// stoppedAt returns the condition of a value analysis that is stopped at random, and the share of the edges that it
// leaves open. It returns the first of three stops that leaves some, but not nearly all edges open.
func stoppedAt(p *ir.Program, seed uint64) (c *restrict.Condition, open float64) {
	r := rand.New(rand.NewPCG(seed, 9))
	for n := 0; n < 3 && !some(open); n++ {
		m := value.Domain().Meaning(absint.Prepare(p), absint.Config{})
		run := cpa.NewRun(p, cpa.Product(cpa.Errors(func(*ir.Obligation) bool { return true }), value.New(p, m, value.All)),
			cpa.Orders()[r.IntN(2)], nil)
		for end := uint64(math.Pow(10, 1.5+2*r.Float64())); run.Steps < end; {
			done := run.Explore(context.Background(), end-run.Steps)
			if run.Target() != nil {
				run.Pass()
			} else if done {
				break
			}
		}
		c = left(run).Minimise()
		if open = 1; len(c.States) > 0 {
			open = float64(len(c.At(p))) / float64(max(size(p), 1))
		}
	}
	return c, open
}
