package triple_test

import (
	"context"
	"flag"
	"path/filepath"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/check/triple"
	"github.com/tandem-verifier/tandem/internal/engine/bmc"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/guess"
	"github.com/tandem-verifier/tandem/internal/engine/horn"
	"github.com/tandem-verifier/tandem/internal/engine/intervals"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestTwins checks that proofs that engines find for C programs are confirmed, or undecided because of untracked
// memory, but never refuted. Applied to the unsafe twin of the program, they are never confirmed. With -mutants, the
// test runs all engines whose proofs are checked here.
func TestTwins(t *testing.T) {
	files, _ := filepath.Glob("../../engine/intervals/testdata/*.c")
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	engines := []verify.Engine{intervals.Engine()}
	if f := flag.Lookup("mutants"); f != nil && f.Value.String() != "0" {
		engines = append(engines, horn.Engine(), guess.Engine(), bmc.Engine(), bmc.KindEngine())
	}
	for _, e := range engines {
		count := map[string]int{}
		for _, file := range files {
			onTwin(t, e, file, count)
		}
		t.Logf("%s, %d programs: %v", e.Name, len(files), count)
		if e.Name == intervals.Name && (count["safe confirmed"] < 10 || count["twin refuted"] < 5) {
			t.Error("the test says little")
		}
	}
}

// onTwin runs an engine on one program, and checks its proof for the program and for the unsafe twin.
func onTwin(t *testing.T, e verify.Engine, file string, count map[string]int) {
	task := enginetest.C{File: file}.Task(t)
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)
	s, ok := enginetest.Run(ctx, e, task, verify.NewBoard()).(*verify.Safe)
	stop()
	if !ok || len(s.Obligations) < len(task.Asked()) && s.Obligations != nil {
		count["open"]++
		return
	}
	switch s.Proof.(type) {
	case *verify.Inductive, *verify.KInductive, *verify.Unwinding:
	default:
		count["of another kind"]++
		return
	}
	cfg := triple.Config{Time: 3 * time.Second}
	v, why := triple.Check(context.Background(), task.Program, task.Asked(), s.Proof, cfg)
	count["safe "+v.String()]++
	if v == triple.Refuted {
		t.Errorf("%s: %s: refuted: %s", file, e.Name, why)
	}
	twin := enginetest.C{File: file, Unsafe: true}.Task(t)
	there, err := enginetest.Move(task, twin, s.Proof)
	if err != nil {
		count["twin of another shape"]++
		return
	}
	v, _ = triple.Check(context.Background(), twin.Program, twin.Asked(), there, cfg)
	count["twin "+v.String()]++
	if v == triple.Confirmed {
		t.Errorf("%s: the proof of %s is accepted for the unsafe twin", file, e.Name)
	}
}
