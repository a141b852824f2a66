package concolic_test

import (
	"os"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/engine/concolic"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
)

// TestBench looks for the errors of the development benchmarks;
// TANDEM_ORDER=dart takes the baseline.
func TestBench(t *testing.T) {
	needSolver(t)
	cfg := concolic.Default()
	if os.Getenv("TANDEM_ORDER") == "dart" {
		cfg.Order = concolic.DepthFirst
	}
	enginetest.Bench{Slice: "dart/DART", Limit: time.Second, Stats: []string{"concolic.", "smt.cached"}}.Run(t, concolic.New(cfg))
}
