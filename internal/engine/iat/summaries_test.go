package iat_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/iat"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestSummaries checks that summaries prove recursive programs, with confirmed evidence. Without summaries none is
// proved, and no unsafe twin ever is.
func TestSummaries(t *testing.T) {
	files, err := filepath.Glob("testdata/summaries/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	with := iat.Default()
	with.Partition, with.BET = false, false
	without := with
	without.Summaries = false
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
			task := enginetest.C{File: file}.Task(t)
			run := func(cfg iat.Config, task *verify.Task) *verify.Safe {
				limited := *task
				limited.Budget.Work = 1 << 16
				s, ok := enginetest.Run(t.Context(), iat.New(cfg), &limited, verify.NewBoard()).(*verify.Safe)
				if !ok || len(s.Obligations) < len(task.Asked()) {
					return nil
				}
				return s
			}
			if s := run(with, task); s == nil {
				t.Error("safe: not proved")
			} else if out := check.Proof(t.Context(), task, s); out.Verdict != check.Confirmed {
				t.Errorf("safe: %s: %s", out.Verdict, out.Reason)
			}
			if run(without, task) != nil {
				t.Error("safe: proved without summaries")
			}
			if run(with, enginetest.C{File: file, Unsafe: true}.Task(t)) != nil {
				t.Error("unsafe twin: proved")
			}
		})
	}
}
