package check_test

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/restrict/restricttest"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestForgedUnwindings checks forged unwindings of ranges of paths. The depths are random, and the ranges begin or end
// with the path of a fault, before it, after it, or with a prefix of it. If a range is confirmed, no run in it violates
// the obligation. With TANDEM_LONG=1, there are more programs.
func TestForgedUnwindings(t *testing.T) {
	if smt.Known()[0].Path == "" {
		benchtest.Missing(t, "no solver")
	}
	programs := uint64(5)
	if os.Getenv("TANDEM_LONG") != "" {
		programs = 400
	}
	confirmed, refused, apart := 0, 0, 0
	for seed := range programs {
		p := restricttest.Program(seed)
		r := rand.New(rand.NewPCG(seed, 15))
		constants, whole := exec.Constants(p), restricttest.NewRunner(t, p)
		faults, paths := map[*ir.Obligation][]restrict.Path{}, []restrict.Path{}
		for k := range uint64(60) {
			switch tr := whole.Run(t, restricttest.Inputs(p, constants, k)); tr.Outcome.Kind { // sound: not asked about
			case exec.Violated:
				o := tr.Outcome.Obligation
				faults[o] = append(faults[o], tr.Path())
			case exec.Finished, exec.Blocked:
				paths = append(paths, tr.Path())
			}
		}
		asked := 0
		for _, o := range p.Obligations {
			if len(faults[o]) == 0 {
				continue
			}
			if asked++; asked > 2 {
				break
			}
			at := faults[o][r.IntN(len(faults[o]))]
			list := []restrict.PathRange{{NoUpper: true}, {Hi: at}, {Hi: at, Before: true}, {Lo: at, NoUpper: true},
				{Lo: at, Hi: at}, {Lo: at + "T", NoUpper: true}, {Lo: at + "F", NoUpper: true}, {Hi: at + "T"},
				{Hi: at + "F", Before: true}}
			if next, is := at.Next(); is {
				list = append(list, restrict.PathRange{Lo: next, NoUpper: true}, restrict.PathRange{Hi: next, Before: true},
					restrict.PathRange{Lo: at + "T", Hi: next, Before: true})
			}
			part := at[:r.IntN(len(at)+1)]
			list = append(list, restrict.PathRange{Lo: part, Hi: at, Before: true}, restrict.PathRange{Hi: part},
				restrict.PathRange{Hi: part, Before: true}, restrict.PathRange{Lo: part, NoUpper: true})
			if len(paths) > 0 {
				other := paths[r.IntN(len(paths))]
				list = append(list, restrict.PathRange{Lo: other, Hi: at, Before: true}, restrict.PathRange{Lo: at, Hi: other},
					restrict.PathRange{Lo: other, NoUpper: true}, restrict.PathRange{Hi: other, Before: true})
			}
			for _, s := range list {
				depth, most := map[*ir.Loc]int{}, []int{2, 8, 30}[r.IntN(3)]
				for _, f := range p.Funcs {
					for _, l := range f.Locs {
						if l.Kind == ir.Plain {
							depth[l] = most
						}
					}
				}
				task := (&verify.Task{Program: p, Obligations: []*ir.Obligation{o}}).Within(s)
				ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
				out := check.Proof(ctx, task, &verify.Safe{Proof: &verify.Unwinding{Depth: depth}})
				cancel()
				if out.Verdict != check.Confirmed {
					refused++
					continue
				}
				if confirmed++; !s.Empty() {
					apart++
				}
				for _, path := range faults[o] {
					if s.Contains(path) {
						t.Errorf("program %d: an unwinding of %s is confirmed, and the run %s violates obligation %d", seed, &s, path,
							o.ID)
					}
				}
			}
		}
	}
	t.Logf("%d confirmed, %d of ranges with a path; %d refused", confirmed, apart, refused)
	if apart == 0 || refused == 0 {
		t.Error("the test says nothing")
	}
}
