package iat_test

import (
	"path/filepath"
	"testing"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/iat"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestScope checks that one pass with a relational domain proves programs with calls that are not inlined, and the
// evidence is confirmed: its invariants use only variables in scope.
func TestScope(t *testing.T) {
	files, err := filepath.Glob("testdata/scope/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		for _, domain := range []string{"octagon", "polyhedra"} {
			cfg := iat.Default()
			cfg.Domain, cfg.Partition, cfg.BET, cfg.Values, cfg.Summaries = domain, false, false, false, false
			task := enginetest.C{File: file}.Task(t)
			s, ok := enginetest.Run(t.Context(), iat.New(cfg), task, verify.NewBoard()).(*verify.Safe)
			if !ok {
				t.Errorf("%s, %s: not proved", file, domain)
			} else if out := check.Proof(t.Context(), task, s); out.Verdict != check.Confirmed {
				t.Errorf("%s, %s: %s: %s", file, domain, out.Verdict, out.Reason)
			}
			if _, ok := enginetest.Run(t.Context(), iat.New(cfg), enginetest.C{File: file, Unsafe: true}.Task(t),
				verify.NewBoard()).(*verify.Safe); ok {
				t.Errorf("%s, %s: unsafe twin proved", file, domain)
			}
		}
	}
}
