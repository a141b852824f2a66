package coop

import (
	"context"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestRounds tests that, without a time limit, every engine gets its turn, and the run ends after a round in which no
// engine used up its time.
func TestRounds(t *testing.T) {
	p := &ir.Program{}
	o := p.NewObligation("assertion", "x", "main", ir.Pos{})
	main := p.NewFunc("main", ir.Void, ir.Pos{})
	p.Entry = main
	bad := main.NewLoc(ir.Pos{})
	bad.Kind, bad.Obligation = ir.Error, o
	main.NewEdge(main.Entry, bad, &ir.Skip{}, ir.Pos{})
	turns := 0
	quick := verify.Engine{Name: "quick", Doc: "gives up",
		Open: verify.Once(func(ctx context.Context, _ *verify.Task, _ *verify.Board) verify.Result {
			turns++
			if _, limited := ctx.Deadline(); !limited {
				t.Error("a turn without end")
			}
			return &verify.Unknown{Reason: "no idea"}
		})}
	s, err := Parse("seq(quick 50%, quick)", []verify.Engine{quick})
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	out := NewRunner(&verify.Task{Program: p}, s, []verify.Engine{quick}).Run(context.Background())
	if out.Verdict != verify.UnknownVerd || turns != 2 || time.Since(start) > firstRound/2 {
		t.Errorf("%s after %d turns", out.Verdict, turns)
	}
}
