package intervals_test

import (
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/intervals"
)

// TestBench runs the engine on the benchmarks.
func TestBench(t *testing.T) {
	enginetest.Bench{Slice: "vater/loop-lit", Limit: time.Second}.Run(t, intervals.Engine())
}
