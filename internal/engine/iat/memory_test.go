package iat_test

import (
	"context"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/iat"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestMemory checks that, if the sizes of objects are not constant, relations between sizes, offsets and numbers prove
// that accesses are valid, and the solver confirms the proof.
func TestMemory(t *testing.T) {
	for _, w := range enginetest.Memory(t, "../intervals/testdata/memory.txt") {
		if w.By != "iat" {
			continue
		}
		t.Run(w.Name, func(t *testing.T) {
			cfg := iat.Default()
			cfg.BET, cfg.Samples = false, false
			decide := func(task *verify.Task) verify.Result {
				ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
				defer stop()
				return enginetest.Run(ctx, iat.New(cfg), task, verify.NewBoard())
			}
			task := w.Task(t, false)
			s, ok := decide(task).(*verify.Safe)
			if !ok {
				t.Fatal("not proved")
			}
			if out := check.ProofOrPart(t.Context(), task, s); out.Verdict != check.Confirmed || len(out.Left) > 0 {
				t.Errorf("%s: %s", out.Verdict, out.Reason)
			}
			twin := w.Task(t, true)
			if s, ok := decide(twin).(*verify.Safe); ok && len(s.Obligations) == len(twin.Asked()) {
				t.Error("the faulty twin is proved")
			}
		})
	}
}
