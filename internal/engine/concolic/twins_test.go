package concolic_test

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/engine/concolic"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
)

// TestTwins: directed tests find every fault.
func TestTwins(t *testing.T) {
	needSolver(t)
	found, proved := enginetest.RunTwins(t, concolic.New(patient()), ample)
	for _, w := range enginetest.Twins {
		if !found[w.Name] {
			t.Errorf("%s: not found", w.Name)
		}
	}
	t.Logf("proved: %d of %d", len(proved), len(enginetest.Twins))
}
