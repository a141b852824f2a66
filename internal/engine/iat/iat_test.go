package iat_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/iat"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// outcome is what a run of the engine gave, with all that it claims confirmed.
type outcome struct {
	kind  string // safe, part (some obligations hold), unsafe, unknown
	tree  string // empty: one pass, without splitting
	note  string
	test  string // unsafe: the inputs
	parts bool   // the obligations have proofs of their own
}

// run runs the engine with options; a proof that is not confirmed and a test that does not show
// its violation fail the test.
func run(t *testing.T, task *verify.Task, options string) outcome {
	t.Helper()
	cfg := iat.Default()
	if options != "" {
		var err error
		if cfg, err = iat.Parse(options); err != nil {
			t.Fatal(err)
		}
	}
	copied := *task
	task = &copied
	task.Log = &obs.Log{DumpDir: t.TempDir()}
	task.Options.Seed, task.Options.Determ = 1, true
	task.Budget.Work = 1 << 20
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	r := iat.New(cfg).Run(ctx, task, verify.NewBoard())
	if ctx.Err() != nil {
		t.Fatalf("%s: it did not end", options)
	}
	var out outcome
	if files, _ := filepath.Glob(filepath.Join(task.Log.DumpDir, "*-iat.txt")); len(files) == 1 {
		text, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		out.tree = string(text)
	}
	switch r := r.(type) {
	case *verify.Safe:
		out.kind = "safe"
		if r.Obligations != nil && len(r.Obligations) < len(task.Asked()) {
			out.kind = "part"
		}
		_, out.parts = r.Proof.(*verify.Parts)
		if c := check.Proof(ctx, task, r); c.Verdict != check.Confirmed {
			t.Errorf("%s: the proof is %s: %s", options, c.Verdict, c.Reason)
		}
	case *verify.Unsafe:
		out.kind = "unsafe"
		for _, x := range r.Test.Records {
			out.test += fmt.Sprint(x.Bits, " ")
		}
		out.test = strings.TrimSpace(out.test)
		if err := enginetest.Replay(ctx, task, r); err != nil {
			t.Errorf("%s: the test %s does not show it: %v", options, out.test, err)
		}
	case *verify.Unknown:
		out.kind, out.note = "unknown", r.Reason
	default:
		t.Fatalf("a result of type %T", r)
	}
	return out
}
