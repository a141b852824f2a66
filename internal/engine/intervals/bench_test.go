package intervals_test

import (
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/intervals"
)

// TestBench proves what it can of the development benchmarks.
func TestBench(t *testing.T) {
	enginetest.Bench{Slice: "vater/loop-lit", Limit: time.Second}.Run(t, intervals.Engine())
}
