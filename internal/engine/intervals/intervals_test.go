package intervals_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/intervals"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// program loads a file of testdata: the safe program or its unsafe twin.
func program(t *testing.T, file string, unsafe, inline bool) *verify.Task {
	t.Helper()
	return enginetest.C{File: file, Unsafe: unsafe, Passes: func(o *instrument.Options) { o.Inline = inline }}.Task(t)
}

// TestPrograms checks that the engine proves the safe programs with confirmed evidence, with calls inlined and not,
// except those with a comment "Not proved:". It proves no unsafe twin.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, inline := range []bool{true, false} {
				task := program(t, file, false, inline)
				r := enginetest.Run(context.Background(), intervals.Engine(), task, verify.NewBoard())
				s, ok := r.(*verify.Safe)
				if !ok || len(s.Obligations) < len(task.Asked()) {
					if strings.Contains(string(src), "Not proved:") {
						continue
					}
					t.Errorf("safe (inline %v): not proved: %+v", inline, r)
				}
				if ok { // the proof may be of some obligations only
					if out := check.Proof(context.Background(), task, s); out.Verdict != check.Confirmed {
						t.Errorf("safe (inline %v): %s: %s", inline, out.Verdict, out.Reason)
					}
				}
				twin := program(t, file, true, inline)
				if s, ok := enginetest.Run(context.Background(), intervals.Engine(), twin, verify.NewBoard()).(*verify.Safe); ok &&
					len(s.Obligations) == len(twin.Asked()) {
					t.Errorf("unsafe twin (inline %v): proved", inline)
				}
			}
		})
	}
}
