package iat_test

import (
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// fig2 returns the task of the paper's example.
func fig2(t *testing.T) *verify.Task {
	t.Helper()
	p, err := cfront.Load(cfront.Config{Model: ir.ILP32, Files: []string{"testdata/fig2.c"}, Entry: "fun"})
	if err != nil {
		t.Fatal(err)
	}
	opts := instrument.Default()
	opts.Overflow = "undefined"
	if p, err = instrument.Prepare(p, opts); err != nil {
		t.Fatal(err)
	}
	return &verify.Task{Name: "fig2", Program: p}
}

// TestFigure2 compares the tree of the paper's example. Samples are off, since they may find n = 49 before any split.
// With octagons the tree is the paper's: six parts by n >= 1 and flag == 1, of which five are proved, and 1 <= n <=
// 1225 to run in the sixth. Polyhedra and congruences leave fewer inputs to run.
func TestFigure2(t *testing.T) {
	for file, domain := range map[string]string{"octagon": "octagon", "polyhedra": "polyhedra+congruence"} {
		t.Run(file, func(t *testing.T) {
			out := run(t, fig2(t), "samples=off,threshold=2500,domain="+domain)
			if out.kind != "unsafe" || out.test != "49 1" {
				t.Errorf("%+v", out)
			}
			if n := strings.Count(out.tree, "proved, abstract"); n != 5 {
				t.Errorf("%d parts are proved", n)
			}
			golden.Compare(t, "testdata/fig2."+file+".golden", out.tree)
		})
	}
}

// TestFigure2Sampled checks that, with samples, the engine finds the same counterexample.
func TestFigure2Sampled(t *testing.T) {
	if out := run(t, fig2(t), "domain=octagon"); out.kind != "unsafe" || out.test != "49 1" {
		t.Errorf("%+v", out)
	}
}
