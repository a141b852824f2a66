// Package check decides whether evidence proves what it claims. It is small,
// it is separate, and it shares no clever code with the engines: a fault must be
// made twice, in two ways, to get through.
//
//	out := check.Proof(ctx, task, safe)
//	if out.Verdict == check.Confirmed { ... the obligations hold ... }
//
// Refuted means that the evidence is wrong: a bug of its producer. Undecided
// means that the check gave up: time, or a kind of evidence that it cannot judge.
//
//	evidence             how it is re-checked
//	*verify.Enumerated   all points run again by other generated code (enum.go)
//	*verify.Cycle        run again in the interpreter, states compared (cycle.go)
//	*verify.Unreached    one search over the automaton (unreached.go)
//	*verify.Inductive    one application of a transfer written for this purpose (package inductive);
//	                     what that does not decide: Hoare triples by a solver (package triple)
//	*verify.KInductive, *verify.Unwinding, *verify.Annotated   the same
//	*verify.Partition    the leaves cover the inputs (package triple), each is checked on its own
//	*verify.Parts        each part on its own
package check

import (
	"context"
	"fmt"
	"maps"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Verdict is the outcome of a check.
type Verdict string

// The outcomes.
const (
	Confirmed Verdict = "confirmed"
	Refuted   Verdict = "refuted"
	Undecided Verdict = "undecided"
)

// Outcome is a verdict with its reason.
type Outcome struct {
	Verdict  Verdict
	Reason   string              // not for Confirmed
	Assuming []verify.Assumption // what the check itself took for granted, beyond the claim's
	final    bool                // no part of the evidence is to be tried
	Proof    verify.Evidence     // ProofOrPart: what was confirmed; nil: what was claimed
}

func confirmed() Outcome { return Outcome{Verdict: Confirmed} }
func refuted(format string, args ...any) Outcome {
	return Outcome{Verdict: Refuted, Reason: fmt.Sprintf(format, args...)}
}
func undecided(format string, args ...any) Outcome {
	return Outcome{Verdict: Undecided, Reason: fmt.Sprintf(format, args...)}
}

// Proof checks that the evidence proves the claimed obligations for the task's
// scope: all executions, or those of a region of inputs.
func Proof(ctx context.Context, t *verify.Task, s *verify.Safe) Outcome {
	return judge(ctx, t, s, false)
}

// ProofOrPart is like Proof, but where invariants are not confirmed it looks for some among them that
// are, and suffice. Then the outcome has those, and nothing is known of the others.
func ProofOrPart(ctx context.Context, t *verify.Task, s *verify.Safe) Outcome {
	return judge(ctx, t, s, true)
}

func judge(ctx context.Context, t *verify.Task, s *verify.Safe, weaken bool) Outcome {
	var in regions
	if r := t.Scope.Region; r != nil {
		in = regions{r}
	}
	if rest := t.Scope; rest.Range != nil || rest.Condition != nil || rest.Depth != 0 {
		return undecided("proofs of a range of paths, of a condition, or up to a depth are not supported")
	}
	obls := s.Obligations
	if obls == nil {
		obls = t.Asked()
	}
	ms := &machines{weaken: weaken}
	defer ms.close()
	return evidence(ctx, t, obls, in, s.Proof, ms)
}

func evidence(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions, e verify.Evidence, ms *machines) Outcome {
	switch e := e.(type) { // sound: undecided
	case *verify.Unreached:
		return unreached(t, obls)
	case *verify.Enumerated:
		return enumerated(ctx, t, obls, in, e, ms)
	case *verify.Cycle:
		return cycle(ctx, t, obls, e)
	case *verify.Inductive:
		return invariants(ctx, t, obls, in, e, ms.weaken)
	case *verify.KInductive, *verify.Unwinding, *verify.Annotated:
		return triples(ctx, t, obls, in, e)
	case *verify.Partition:
		return partition(ctx, t, obls, in, e, ms)
	case *verify.Parts:
		var all Outcome = confirmed()
		proof := &verify.Parts{Of: maps.Clone(e.Of)}
		for _, o := range obls {
			part, ok := e.Of[o.ID]
			if !ok {
				return refuted("no evidence for obligation %d at %s", o.ID, o.Pos)
			}
			out := evidence(ctx, t, []*ir.Obligation{o}, in, part, ms)
			if out.Verdict != Confirmed {
				return out
			}
			all.Assuming = append(all.Assuming, out.Assuming...)
			if out.Proof != nil {
				proof.Of[o.ID], all.Proof = out.Proof, proof
			}
		}
		return all
	}
	return undecided("no checker for evidence of type %T", e)
}
