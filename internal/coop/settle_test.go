package coop

import (
	"context"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestUnclaimed tests that parts of a proof for obligations that are not claimed are not checked, and do not become
// checked facts.
func TestUnclaimed(t *testing.T) {
	p := irtest.Program(t, prog)
	never := func(l int) *verify.Inductive {
		return &verify.Inductive{Invariants: []verify.Invariant{{Loc: p.Entry.Locs[l], Expr: ir.NewBool(false)}}}
	}
	lie := never(2) // the error of obligation 0, which x == 7 reaches
	right := never(3)
	x := ir.NewRef(p.Entry.Vars[0])
	right.Invariants = append(right.Invariants,
		verify.Invariant{Loc: p.Entry.Locs[6], Expr: ir.NewBinary(ir.Ne, x, ir.NewConst(ir.U8, 7))})
	claims := verify.Engine{Name: "claims", Doc: "fake",
		Open: verify.Once(func(_ context.Context, t *verify.Task, b *verify.Board) verify.Result {
			b.Claim(t, "claims", &verify.Invariants{Inductive: *lie})
			b.Claim(t, "claims", &verify.Invariants{Inductive: *right})
			return &verify.Safe{Obligations: p.Obligations[1:2],
				Proof: &verify.Cover{Leaves: []verify.Leaf{{Of: p.Obligations[:1], Proof: lie},
					{Of: p.Obligations[1:2], Proof: right}}}}
		})}
	out := run(t, &verify.Task{Program: p, Options: verify.Options{Missing: verify.MissingInput}}, claims)
	if out.Findings[1].Status != verify.Proved {
		t.Fatalf("%+v", out.Steps)
	}
	for i, want := range []verify.FactStatus{verify.Claimed, verify.Checked} {
		if f, err := out.Board.Get(verify.FactID(i)); err != nil || f.Status != want {
			t.Errorf("fact %d is %s, want %s", i, f.Status, want)
		}
	}
}

// TestContradiction tests that an obligation with a checked proof and a replayed violation is not decided.
func TestContradiction(t *testing.T) {
	p := irtest.Program(t, prog)
	r := NewRunner(&verify.Task{Program: p}, Strategy{Job: Job{Kind: Seq}}, nil)
	enter := func(o int, s verify.Status) {
		f := Finding{Obligation: p.Obligations[o], Status: s, Engine: "one"}
		r.enter(StepReport{Engine: "one"}, map[*ir.Obligation]Finding{f.Obligation: f}, nil)
	}
	enter(0, verify.Proved)
	enter(0, verify.Violated)
	enter(0, verify.Proved)
	enter(1, verify.Proved)
	if out := r.Snapshot(); out.Verdict != verify.UnknownVerd || out.Reason == "" {
		t.Errorf("%s: %s", out.Verdict, out.Reason)
	}
}
