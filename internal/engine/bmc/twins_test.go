package bmc_test

import (
	"os"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/engine/bmc"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
)

// TestTwins checks that unwinding finds every fault, and proves the safe twins.
func TestTwins(t *testing.T) {
	found, proved := enginetest.RunTwins(t, bmc.UnwindEngine(), 20*time.Second)
	for _, w := range enginetest.Twins {
		if !found[w.Name] {
			t.Errorf("%s: not found", w.Name)
		}
	}
	if len(proved) < len(enginetest.Twins)-2 { // queries about loops have a time limit
		t.Errorf("proved: %d of %d", len(proved), len(enginetest.Twins))
	}
}

// TestMemory compares verdicts on random programs with runs on all their inputs.
func TestMemory(t *testing.T) {
	n := uint64(15)
	if os.Getenv("TANDEM_LONG") != "" {
		n = 1000
	}
	var seeds []uint64
	for i := range n {
		seeds = append(seeds, i)
	}
	count := enginetest.RunMemory(t, seeds, 5*time.Second, bmc.UnwindEngine(), bmc.KindEngine())
	t.Log(count)
	if count["unwind found"]+count["unwind proved"] < count["programs"]/2 {
		t.Error("too little is decided")
	}
	apart, err := bmc.UnwindEngine().With("apart")
	if err != nil {
		t.Fatal(err)
	}
	count = enginetest.RunMemory(t, seeds, 5*time.Second, apart)
	t.Log(count)
	if count["unwind found"]+count["unwind proved"] < count["programs"]/2 {
		t.Error("too little is decided where states are kept apart")
	}
}
