package coop

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// settle updates the board after the check of a claim: facts that were published with the same evidence or the same
// test are confirmed or refuted like the claim.
func settle(b *verify.Board, engine string, res verify.Result, claimed []*ir.Obligation, ru ruling) {
	if ru.part {
		return // no engine has claimed that the omitted obligations hold
	}
	var same func(verify.Payload) bool
	switch r := res.(type) {
	case *verify.Safe:
		proofs := inductives(r.Proof, claimed, nil)
		same = func(p verify.Payload) bool {
			inv, ok := p.(*verify.Invariants)
			if !ok || len(inv.Invariants) == 0 {
				return false
			}
			for _, e := range proofs {
				if len(e.Invariants) == len(inv.Invariants) && &e.Invariants[0] == &inv.Invariants[0] {
					return true
				}
			}
			return false
		}
	case *verify.Unsafe:
		same = func(p verify.Payload) bool {
			t, ok := p.(*verify.TestFact)
			return ok && t.Test != nil && t.Test == r.Test
		}
	default: // sound: nothing is settled
		return
	}
	for _, f := range b.Find(verify.Query{Producer: engine, Statuses: []verify.FactStatus{verify.Claimed}}) {
		if !same(f.Payload) {
			continue
		}
		// The board returns errors for facts whose premises are unchecked or refuted: these keep their status.
		if ru.ok {
			_ = b.Confirm(f.ID, "check")
		} else if ru.bug {
			_ = b.Refute(f.ID, ru.reason)
		}
	}
}

// inductives appends to out the inductive parts of a proof that a checker has confirmed: those for the claimed
// obligations. The checker has not looked at parts of the proof for other obligations.
func inductives(e verify.Evidence, claimed []*ir.Obligation, out []*verify.Inductive) []*verify.Inductive {
	switch e := e.(type) { // sound: invariants in other evidence are not needed
	case *verify.Inductive:
		out = append(out, e)
	case *verify.Cover:
		for _, l := range e.Leaves {
			of := func(o *ir.Obligation) bool { return l.Of == nil || slices.Contains(l.Of, o) }
			if l.Scope.Whole() && slices.ContainsFunc(claimed, of) {
				out = inductives(l.Proof, claimed, out)
			}
		}
	}
	return out
}
