package traceabs_test

import (
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/traceabs"
)

// TestTwins decides memory accesses of programs with an invalid access and of their valid twins: no verdict may be
// wrong.
func TestTwins(t *testing.T) {
	needSolver(t)
	found, proved := enginetest.RunTwins(t, traceabs.New(traceabs.Default()), 4*time.Second)
	for _, w := range enginetest.Twins {
		if !found[w.Name] {
			t.Errorf("%s: not found", w.Name)
		}
	}
	// the proofs state that pointers lead to live objects, since the checker needs this
	if t.Logf("proved: %v", proved); len(proved) < 12 {
		t.Errorf("%d are proved", len(proved))
	}
}
