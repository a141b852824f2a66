package guess_test

import (
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/guess"
)

// TestBench runs the engine on a tenth of the code2inv tasks of the benchmarks.
func TestBench(t *testing.T) {
	enginetest.Bench{Slice: "code2inv/10", Limit: 3 * time.Second}.Run(t, guess.Engine())
}
