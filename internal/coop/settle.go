package coop

import (
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// settle tells the board what became of a claim of obligations: facts that were published with
// the same evidence or test are confirmed or refuted with it.
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
		// Both refuse facts with unchecked premises or refuted ones: they stay as they are.
		if ru.ok {
			_ = b.Confirm(f.ID, "check")
		} else if ru.bug {
			_ = b.Refute(f.ID, ru.reason)
		}
	}
}

// inductives lists the inductive parts of a proof that were checked: what it has for other obligations than those that
// are claimed no checker has looked at.
func inductives(e verify.Evidence, claimed []*ir.Obligation, out []*verify.Inductive) []*verify.Inductive {
	switch e := e.(type) { // sound: no more than the invariants of a part are looked for
	case *verify.Inductive:
		out = append(out, e)
	case *verify.Parts:
		for _, o := range claimed {
			out = inductives(e.Of[o.ID], claimed, out)
		}
	}
	return out
}
