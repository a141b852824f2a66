package check

import (
	"context"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestLedger checks that an obligation is proved once the scopes of its confirmed claims cover the task, and the
// collected proofs are then a proof for the whole task.
func TestLedger(t *testing.T) {
	p := irtest.Program(t, strings.ReplaceAll(twoInputs, "COND", "x < 200:u8 || y != 3:u8 || y == 3:u8"))
	task := &verify.Task{Program: p, Parts: &verify.PartSet{}}
	asked := 0
	l := verify.NewLedger(task, func(ctx context.Context, task *verify.Task, o *ir.Obligation,
		scopes []verify.Scope) bool {
		asked++
		return Cover(ctx, task, []*ir.Obligation{o}, scopes).Verdict == Confirmed
	})
	claim := func(s verify.Scope) *verify.Task {
		sub, err := task.Part(s)
		if err != nil {
			t.Fatal(err)
		}
		return sub
	}
	enter := func(sub *verify.Task, obls []*ir.Obligation) []verify.Claim {
		proved, err := l.Enter(t.Context(), sub, &verify.Safe{Obligations: obls, Proof: &verify.Inductive{},
			Assuming: []verify.Assumption{{Kind: verify.AssumeOther, Text: "the same"}}})
		if err != nil {
			t.Fatal(err)
		}
		return proved
	}
	for _, s := range []verify.Scope{part(0, 0, 99), part(0, 101, 255), part(1, 0, 200), part(0, 0, 99), {Depth: 3}} {
		if got := enter(claim(s), nil); len(got) != 0 {
			t.Fatalf("%+v: proved too soon: %+v", s, got)
		}
	}
	got := enter(claim(part(0, 90, 101)), nil)
	if len(got) != 1 || got[0].Obligation != p.Obligations[0] || len(got[0].Assuming) != 1 || !got[0].Scope.Whole() {
		t.Fatalf("the last part: %+v", got)
	}
	if n := len(l.Scopes(p.Obligations[0])); n != 6 || asked != 6 {
		t.Errorf("%d scopes, asked %d times", n, asked)
	}
	cover := got[0].Proof.(*verify.Cover)
	cover.Leaves[4].Proof = &verify.Unwinding{}
	if out := Proof(t.Context(), task, &verify.Safe{Proof: cover}); out.Verdict != Confirmed {
		t.Errorf("the proof of all: %+v", out)
	}
	whole := verify.NewLedger(task, nil)
	if got, err := whole.Enter(t.Context(), task, &verify.Safe{Proof: &verify.Inductive{}}); err != nil || len(got) != 1 {
		t.Errorf("a claim about all: %v, %v", got, err)
	}
	other := &verify.Task{Program: irtest.Program(t, twoInputsSafe), Parts: &verify.PartSet{}}
	foreign, err := other.Part(part(0, 0, 255))
	if err != nil {
		t.Fatal(err)
	}
	lie := *task
	lie.Scope = part(0, 0, 9)
	for _, sub := range []*verify.Task{other, foreign, &lie} {
		if got, err := l.Enter(t.Context(), sub, &verify.Safe{Proof: &verify.Inductive{}}); err == nil || len(got) != 0 {
			t.Errorf("a claim about %v: %v", sub.Scope, got)
		}
	}
	if _, err := l.Enter(t.Context(), task, &verify.Safe{Obligations: other.Program.Obligations,
		Proof: &verify.Inductive{}}); err == nil {
		t.Error("a claim about an obligation of another program")
	}
}

// twoInputsSafe is twoInputs without a violation.
var twoInputsSafe = strings.ReplaceAll(twoInputs, "COND", "x == x")
