package synergy

import (
	"context"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestScope checks that, with predicates in the scope of the function, SYNERGY needs at most 1.5 times the refinements
// of slam (2, 3 and 2), and fewer than without that scope. The proofs are confirmed.
func TestScope(t *testing.T) {
	if len(smt.Known()) == 0 {
		benchtest.Missing(t, "no solver")
	}
	for _, x := range []struct {
		name string
		most int
	}{{"test1", 3}, {"test2", 4}, {"test13", 3}} {
		var cuts []int
		for _, options := range []string{"scope=region", "scope=function"} {
			cfg, err := Parse(options)
			if err != nil {
				t.Fatal(err)
			}
			task := fileTask(t, x.name, "N=10")
			w := newWorker(cfg, task, verify.NewBoard())
			defer w.Close()
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			s, safe := w.Work(ctx, verify.Budget{}).(*verify.Safe)
			if !safe {
				t.Fatalf("%s, %s: not proved", x.name, options)
			}
			if out := check.Proof(t.Context(), task, s); out.Verdict != check.Confirmed {
				t.Errorf("%s, %s: %s: %s", x.name, options, out.Verdict, out.Reason)
			}
			cuts = append(cuts, w.logged.cuts)
		}
		if cuts[1] > x.most || cuts[0] <= cuts[1] {
			t.Errorf("%s: %d refinements, %d without scope; want %d", x.name, cuts[1], cuts[0], x.most)
		}
	}
}

// TestPartitions checks that, with each initial partition and each scope of predicates, the verdict on random finite
// programs is the result of a search over all states.
func TestPartitions(t *testing.T) {
	if len(smt.Known()) == 0 {
		benchtest.Missing(t, "no solver")
	}
	decided, all := 0, 0
	for seed := range uint64(10) {
		f := randomFinite(seed)
		text, unsafe := f.text.String(), f.reaches()
		for _, options := range []string{"scope=function", "initial=conditions",
			"scope=function,initial=conditions,split=edge"} {
			task := enginetest.C{File: "finite.c", Text: text}.Task(t)
			r := on(t, options+",random=off", task, verify.NewBoard(), 3*time.Second)
			s, proved := r.(*verify.Safe)
			_, violated := r.(*verify.Unsafe)
			if proved && unsafe || violated && !unsafe {
				t.Errorf("seed %d, %s: unsafe %t, and %+v\n%s", seed, options, unsafe, r, text)
			}
			if proved {
				if out := check.Proof(t.Context(), task, s); out.Verdict == check.Refuted {
					t.Errorf("seed %d, %s: %s\n%s", seed, options, out.Reason, text)
				}
			}
			all++
			if proved || violated {
				decided++
			}
		}
	}
	t.Logf("%d of %d decided", decided, all)
	if decided*2 < all {
		t.Errorf("%d of %d are decided", decided, all)
	}
}
