package traceabs_test

import (
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/traceabs"
)

// TestTwins asks about memory: what is said of a program that makes invalid accesses and of one that does not has to
// stand.
func TestTwins(t *testing.T) {
	needSolver(t)
	found, proved := enginetest.RunTwins(t, traceabs.New(traceabs.Default()), 4*time.Second)
	for _, w := range enginetest.Twins {
		if !found[w.Name] {
			t.Errorf("%s: not found", w.Name)
		}
	}
	// that a pointer leads to what is alive is written down, so that the check sees it
	if t.Logf("proved: %v", proved); len(proved) < 12 {
		t.Errorf("%d are proved", len(proved))
	}
}
