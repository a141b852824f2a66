package iat_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/iat"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestConfirmed checks that each proof by each domain is confirmed. The last domain proves all programs, and no domain
// proves an unsafe twin.
func TestConfirmed(t *testing.T) {
	files, err := filepath.Glob("testdata/confirmed/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		for i, domain := range domains.Names() {
			cfg := iat.Default()
			cfg.Domain = domain
			decide := func(task *verify.Task) verify.Result {
				ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
				defer stop()
				return enginetest.Run(ctx, iat.New(cfg), task, verify.NewBoard())
			}
			task := enginetest.C{File: file}.Task(t)
			if s, ok := decide(task).(*verify.Safe); ok {
				if out := check.Proof(t.Context(), task, s); out.Verdict != check.Confirmed {
					t.Errorf("%s, %s: %s: %s", file, domain, out.Verdict, out.Reason)
				}
			} else if i == len(domains.Names())-1 {
				t.Errorf("%s, %s: not proved", file, domain)
			}
			if _, ok := decide(enginetest.C{File: file, Unsafe: true}.Task(t)).(*verify.Safe); ok {
				t.Errorf("%s, %s: unsafe twin proved", file, domain)
			}
		}
	}
}
