package triple_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/check/triple"
	"github.com/tandem-verifier/tandem/internal/engine/intervals"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

func load(t *testing.T, file string, inline bool, defines ...string) *verify.Task {
	t.Helper()
	p, err := cfront.Load(cfront.Config{Model: ir.ILP32, Files: []string{file}, PropertyKind: "unreach-call", ErrorFunc: "reach_error", Defines: defines})
	if err != nil {
		t.Fatal(err)
	}
	opts := instrument.Default()
	opts.Inline = inline
	if err := instrument.Prepare(p, opts); err != nil {
		t.Fatal(err)
	}
	return &verify.Task{Name: file, Program: p}
}

func TestValueProofs(t *testing.T) {
	files, _ := filepath.Glob("../../engine/intervals/testdata/*.c")
	count := map[string]int{}
	for _, file := range files {
		for _, inline := range []bool{true, false} {
			task := load(t, file, inline)
			ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)
			s, ok := intervals.Run(ctx, task, verify.NewBoard()).(*verify.Safe)
			stop()
			if !ok {
				continue
			}
			obls := s.Obligations
			if obls == nil {
				obls = task.Asked()
			}
			begin := time.Now()
			v, why := triple.Check(context.Background(), task.Program, obls, s.Proof, triple.Config{Time: 5 * time.Second})
			took := time.Since(begin)
			count[v.String()]++
			if v != triple.Confirmed || took > 500*time.Millisecond {
				t.Logf("%s inline %v: %v in %.2fs: %s", strings.TrimSuffix(filepath.Base(file), ".c"), inline, v, took.Seconds(), why)
			}
			if v == triple.Refuted {
				t.Errorf("refuted")
			}
		}
	}
	t.Log(count)
}
