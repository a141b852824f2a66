package bmc_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/bmc"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestTwins runs both engines on the programs of engine/intervals, which exercise
// memory, with calls inlined or not (TANDEM_LONG: both): no safe program is called unsafe, no unsafe twin safe, and most
// are decided.
func TestTwins(t *testing.T) {
	needSolver(t)
	files, err := filepath.Glob("../intervals/testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	limit, work := ample, uint64(100_000) // the same on every machine
	if s := os.Getenv("TANDEM_LIMIT"); s != "" {
		limit, _ = time.ParseDuration(s)
		work = 0
	}
	count := map[string]int{}
	for i, file := range files {
		for _, unsafe := range []bool{false, true} {
			for _, inline := range []bool{true, false} {
				for j, e := range []verify.Engine{bmc.Engine(), bmc.KindEngine()} {
					if os.Getenv("TANDEM_LONG") == "" && ((i+j)%2 == 0) != inline {
						continue // half of them
					}
					tk := twin(t, file, unsafe, inline)
					tk.Options.Determ, tk.Budget.Work = work > 0, work
					ctx, stop := context.WithTimeout(context.Background(), limit)
					r := enginetest.Run(ctx, e, tk, verify.NewBoard())
					stop()
					switch r := r.(type) {
					case *verify.Safe:
						count[e.Name+" safe"]++
						if unsafe && len(r.Obligations) == len(tk.Asked()) {
							t.Errorf("%s (inline %v): %s proves the unsafe twin", file, inline, e.Name)
						}
						patience := 300 * time.Millisecond
						if work == 0 {
							patience = 2 * limit
						}
						ctx, stop := context.WithTimeout(context.Background(), patience)
						if out := check.Proof(ctx, tk, r); out.Verdict == check.Refuted {
							t.Errorf("%s (inline %v, unsafe %v): %s: evidence refuted: %s", file, inline, unsafe, e.Name, out.Reason)
						} else {
							count[e.Name+" "+string(out.Verdict)]++
						}
						stop()
					case *verify.Unsafe:
						count[e.Name+" unsafe"]++
						if !unsafe {
							t.Errorf("%s (inline %v): %s says that the safe program is unsafe: %v", file, inline, e.Name, r.Test.Records)
						}
					case *verify.Unknown:
						count[e.Name+" unknown"]++
						if testing.Verbose() {
							t.Logf("%s (inline %v, unsafe %v): %s: %s", filepath.Base(file), inline, unsafe, e.Name, r.Reason)
						}
					}
				}
			}
		}
	}
	t.Log(count)
	if count["bmc safe"] < 5 || count["bmc unsafe"] < 10 {
		t.Errorf("too little is decided: %v", count)
	}
}

func twin(t *testing.T, file string, unsafe, inline bool) *verify.Task {
	t.Helper()
	return enginetest.C{File: file, Unsafe: unsafe, Passes: func(o *instrument.Options) { o.Inline = inline }}.Task(t)
}
