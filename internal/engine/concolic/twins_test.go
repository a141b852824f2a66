package concolic_test

import (
	"os"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/engine/concolic"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
)

// TestTwins checks that directed tests find every fault.
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

// TestMemory compares verdicts on random programs with runs on all their inputs.
func TestMemory(t *testing.T) {
	needSolver(t)
	n := uint64(10)
	if os.Getenv("TANDEM_LONG") != "" {
		n = 300
	}
	var seeds []uint64
	for i := range n {
		seeds = append(seeds, 9000+i)
	}
	count := enginetest.RunMemory(t, seeds, 5*time.Second, concolic.New(concolic.Default()))
	t.Log(count)
	if count["concolic found"] < count["faulty"]/2 {
		t.Error("too little is found")
	}
}
