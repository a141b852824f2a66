package ranged_test

import (
	"context"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/cpa/ranged"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/restrict/restricttest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestChecked compares the check of proofs of ranges with runs: it claims graphs of one range as proofs of others. If
// the checker confirms such a claim, the graph follows all runs of the other range. If the first range covers the other
// one, the checker confirms it.
func TestChecked(t *testing.T) {
	programs := uint64(4)
	if long() {
		programs = 1000
	}
	confirmed, refused, larger := 0, 0, 0
	for seed := range programs {
		p := restricttest.Program(seed)
		task := &verify.Task{Program: p, Obligations: []*ir.Obligation{}}
		constants := exec.Constants(p)
		whole := restricttest.NewRunner(t, p)
		var traces []*restricttest.Trace
		for k := range uint64(40) {
			if tr := whole.Run(t, restricttest.Inputs(p, constants, k)); tr.Comparable() {
				traces = append(traces, tr)
			}
		}
		var list []restrict.PathRange
		for k := range uint64(4) {
			list = append(list, *restricttest.Drawn(t, p, seed+1000*k)[slices.Index(restricttest.Kinds, "paths")].Range)
		}
		for _, tr := range traces[:min(2, len(traces))] { // two ranges that share a bound
			list = append(list, restrict.PathRange{Hi: tr.Path(), Before: true},
				restrict.PathRange{Lo: tr.Path(), NoUpper: true})
		}
		for i, r := range list {
			run := explored(t, p, ranged.Of(p, r).Reductions()...)
			proof := run.Graph(false).Annotated()
			for k, s := range list {
				out := check.Proof(context.Background(), task.Within(s), &verify.Safe{Obligations: []*ir.Obligation{},
					Proof: proof})
				if out.Verdict != check.Confirmed {
					refused++
					if r.Covers(&s) && !s.Empty() {
						t.Fatalf("program %d, range %d: a graph of %s is refused of %s: %+v", seed, i, &r, &s, out)
					}
					continue
				}
				confirmed++
				if k != i && !r.Covers(&s) {
					larger++
				}
				for _, tr := range traces {
					if tr.Outcome.Kind == exec.Undefined { // the run has no continuation
						continue
					}
					if f := follow(t, run, tr); within(&s, tr) && f != toEnds {
						t.Fatalf("program %d: a graph of %s is confirmed of %s, and path %s is %s", seed, &r, &s, tr.Path(), f)
					}
				}
			}
		}
	}
	t.Logf("%d confirmed, of ranges that are not covered %d; %d refused", confirmed, larger, refused)
	if confirmed < 20 || refused < 20 {
		t.Error("the test says nothing")
	}
}
