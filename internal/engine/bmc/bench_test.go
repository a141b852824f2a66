package bmc_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/engine/bmc"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/intervals"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestBench runs both engines on the benchmarks. With TANDEM_INTERVALS, interval analysis publishes invariants on the
// board first, as in a strategy.
func TestBench(t *testing.T) {
	engines := []verify.Engine{bmc.Engine(), bmc.KindEngine()}
	if os.Getenv("TANDEM_INTERVALS") != "" {
		for i, e := range engines {
			engines[i].Open = verify.Once(func(ctx context.Context, task *verify.Task, b *verify.Board) verify.Result {
				end, _ := ctx.Deadline()
				part, stop := context.WithTimeout(ctx, time.Until(end)/10)
				enginetest.Run(part, intervals.Engine(), task, b)
				stop()
				return enginetest.Run(ctx, e, task, b)
			})
		}
	}
	enginetest.Bench{Slice: "vater/loop-lit/g", Limit: 200 * time.Millisecond}.Run(t, engines...)
}
