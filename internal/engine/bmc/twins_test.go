package bmc_test

import (
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/engine/bmc"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
)

// TestTwins: whoever unwinds finds every fault, and proves the safe twins.
func TestTwins(t *testing.T) {
	found, proved := enginetest.RunTwins(t, bmc.WholeEngine(), 20*time.Second)
	for _, w := range enginetest.Twins {
		if !found[w.Name] {
			t.Errorf("%s: not found", w.Name)
		}
		if !proved[w.Name] {
			t.Errorf("%s: not proved", w.Name)
		}
	}
}
