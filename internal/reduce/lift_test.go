package reduce_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/intervals"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/reduce"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestLift proves slices by intervals, lifts the proofs, and has them checked in the programs.
func TestLift(t *testing.T) {
	files, err := filepath.Glob("../engine/intervals/testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	proved, confirmed := 0, 0
	for i, file := range files {
		for _, inline := range []bool{true, false} {
			if os.Getenv("TANDEM_LONG") == "" && (i%3 != 0 || inline == (i%2 == 0)) {
				continue
			}
			task := enginetest.C{File: file, Passes: func(o *instrument.Options) { o.Inline = inline }}.Task(t)
			done, ok := lifted(t, file, task)
			if done {
				proved++
			}
			if ok {
				confirmed++
			}
			unsafe := enginetest.C{File: file, Unsafe: true, Passes: func(o *instrument.Options) { o.Inline = inline }}.Task(t)
			if done, _ := lifted(t, file, unsafe); done {
				t.Errorf("%s: the slice of an unsafe program is proved", file)
			}
		}
	}
	t.Logf("%d slices proved, %d of the lifted proofs are confirmed", proved, confirmed)
	if confirmed*10 < proved*9 {
		t.Errorf("%d slices proved, %d of the lifted proofs are confirmed", proved, confirmed)
	}
}

// lifted says whether the slice is proved, and whether that is a proof of the program.
func lifted(t *testing.T, name string, task *verify.Task) (proved, confirmed bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Second)
	defer cancel()
	q, m, err := reduce.Slice(ctx, task.Program, task.Program.Obligations, reduce.SliceOptions{})
	if ctx.Err() != nil {
		return false, false
	}
	if err != nil {
		t.Fatal(err)
	}
	part := &verify.Task{Name: name, Program: q}
	s, ok := enginetest.Run(ctx, intervals.Engine(), part, verify.NewBoard()).(*verify.Safe)
	if !ok || len(s.Obligations) < len(part.Asked()) {
		return false, false
	}
	ev, ok := s.Proof.(*verify.Inductive)
	if !ok {
		return false, false
	}
	if out := check.Proof(ctx, part, s); out.Verdict != check.Confirmed {
		return false, false
	}
	up := &verify.Safe{Proof: reduce.LiftProof(m, ev)}
	for _, o := range s.Obligations {
		up.Obligations = append(up.Obligations, m.Obligation(o))
	}
	out := check.Proof(ctx, task, up)
	if out.Verdict != check.Confirmed {
		t.Logf("%s: %+v", name, out)
	}
	return true, out.Verdict == check.Confirmed
}

// TestLiftBenchmarks is TestLift for tasks.
func TestLiftBenchmarks(t *testing.T) {
	proved, confirmed := 0, 0
	for i, task := range benchtest.Tasks(t, "verisec/|controlflow/|loops/") {
		if i%9 != 2 || os.Getenv("TANDEM_LONG") == "" && i%90 != 2 {
			continue
		}
		done, ok := lifted(t, task.ID, &verify.Task{Name: task.ID, Program: prepared(t, task)})
		if done {
			proved++
		}
		if ok {
			confirmed++
		}
	}
	t.Logf("%d slices proved, %d of the lifted proofs are confirmed", proved, confirmed)
}
