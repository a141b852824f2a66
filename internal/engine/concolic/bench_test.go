package concolic_test

import (
	"context"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/engine/concolic"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/iat"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestBench searches the benchmarks for errors; TANDEM_ORDER=dart selects the baseline. If TANDEM_STEER is a duration,
// an engine "steered" searches each task again: first the abstract tests of engine iat publish regions on the board for
// at most that duration.
func TestBench(t *testing.T) {
	needSolver(t)
	cfg := concolic.Default()
	if os.Getenv("TANDEM_ORDER") == "dart" {
		cfg.Order = concolic.DepthFirst
	}
	engines := []verify.Engine{concolic.New(cfg)}
	if steer, err := time.ParseDuration(os.Getenv("TANDEM_STEER")); err == nil {
		engines = append(engines,
			verify.Engine{Name: "steered",
				Open: verify.Once(func(ctx context.Context, task *verify.Task, b *verify.Board) verify.Result {
					first, stop := context.WithTimeout(ctx, steer)
					defer stop()
					abstract := iat.Default()
					abstract.BET = false // no runs: only the regions of iat help the search
					if r, ok := enginetest.Run(first, iat.New(abstract), task, b).(*verify.Safe); ok {
						if len(r.Obligations) == len(task.Asked()) {
							return r
						}
						part := *task // as engine coop does
						part.Obligations = nil
						for _, o := range task.Asked() {
							if !slices.Contains(r.Obligations, o) {
								part.Obligations = append(part.Obligations, o)
							}
						}
						task = &part
					}
					task.Log.Count("steered.regions", int64(len(b.Find(verify.Query{Kinds: []verify.FactKind{verify.KindRegion}}))))
					return enginetest.Run(ctx, concolic.New(cfg), task, b)
				})})
	}
	enginetest.Bench{Slice: "dart/DART", Limit: time.Second, Stats: []string{"concolic.", "smt.cached", "steered."}}.Run(t,
		engines...)
}
