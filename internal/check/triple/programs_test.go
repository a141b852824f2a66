package triple_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/check/triple"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/intervals"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestValueProofs: what the interval engine proves of C programs is confirmed or
// undecided (memory that is not tracked), never refuted; put on the unsafe twin it is
// never confirmed.
func TestValueProofs(t *testing.T) {
	files, _ := filepath.Glob("../../engine/intervals/testdata/*.c")
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	count := map[string]int{}
	for _, file := range files {
		task := enginetest.C{File: file}.Task(t)
		ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)
		s, ok := intervals.Run(ctx, task, verify.NewBoard()).(*verify.Safe)
		stop()
		if !ok {
			continue
		}
		ev, ok := s.Proof.(*verify.Inductive)
		if !ok || len(s.Obligations) < len(task.Asked()) && s.Obligations != nil {
			continue
		}
		cfg := triple.Config{Time: 3 * time.Second}
		v, why := triple.Check(context.Background(), task.Program, task.Asked(), ev, cfg)
		count["safe "+v.String()]++
		if v == triple.Refuted {
			t.Errorf("%s: refuted: %s", file, why)
		}
		twin := enginetest.C{File: file, Unsafe: true}.Task(t)
		text, err := verify.NewCodec(task.Program).EncodeEvidence(ev)
		if err != nil {
			t.Fatal(err)
		}
		there, err := verify.NewCodec(twin.Program).DecodeEvidence(text)
		if err != nil {
			count["twin of another shape"]++
			continue
		}
		v, _ = triple.Check(context.Background(), twin.Program, twin.Asked(), there, cfg)
		count["twin "+v.String()]++
		if v == triple.Confirmed {
			t.Errorf("%s: the proof is accepted for the unsafe twin", file)
		}
	}
	t.Log(count)
	if count["safe confirmed"] < 10 || count["twin refuted"] < 5 {
		t.Error("the test says little")
	}
}
