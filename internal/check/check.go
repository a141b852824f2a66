// Package check decides whether evidence proves its claim. It shares no algorithms with the engines, so that a wrong
// proof gets through only if two independent pieces of code are wrong. docs/trust.md lists the code that it depends on.
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
//	                     if that does not decide: Hoare triples by a solver (package triple)
//	*verify.Passed       one walk over the program (package passed)
//	*verify.Annotated    the same as Inductive; a step needs only one of the two checkers to show it (graph.go)
//	*verify.KInductive, *verify.Unwinding   Hoare triples by a solver
//	*verify.Ranged       the same, and no path of the range comes to an open node, or unwinds (ranged.go)
//	*verify.Cover        the leaves cover the executions (cover.go), each is checked on its part of the program
//	*verify.Parts        each part on its own
//
// Evidence must refer to the program that it is about: evidence that refers to another one is refuted (foreign.go).
package check

import (
	"context"
	"fmt"
	"maps"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/repair"
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
	Reason   string              // why not, if not Confirmed, or why something is Left
	Assuming []verify.Assumption // what the check itself assumes, in addition to the assumptions of the claim
	final    bool                // parts of the evidence must not be tried
	Proof    verify.Evidence     // ProofOrPart: what was confirmed; nil: what was claimed
	Left     []*ir.Obligation    // ProofOrPart: what the confirmed part does not prove
}

func confirmed() Outcome { return Outcome{Verdict: Confirmed} }
func refuted(format string, args ...any) Outcome {
	return Outcome{Verdict: Refuted, Reason: fmt.Sprintf(format, args...)}
}
func undecided(format string, args ...any) Outcome {
	return Outcome{Verdict: Undecided, Reason: fmt.Sprintf(format, args...)}
}

// Proof checks that the evidence proves the claimed obligations for all executions of the task's program. The program
// of a task that is a part has only the executions of its scope.
func Proof(ctx context.Context, t *verify.Task, s *verify.Safe) Outcome {
	return judge(ctx, t, s, nil)
}

// ProofOrPart is like Proof, but where invariants are not confirmed it looks for a subset of them that is confirmed and
// proves the obligations, or some of them. The outcome then has that subset as Proof, and the other obligations as
// Left.
func ProofOrPart(ctx context.Context, t *verify.Task, s *verify.Safe) Outcome {
	return judge(ctx, t, s, &proposer{repair.Invariants, repair.Graph})
}

func judge(ctx context.Context, t *verify.Task, s *verify.Safe, propose *proposer) (out Outcome) {
	obls := s.Obligations
	if obls == nil {
		obls = t.Asked()
	}
	for _, o := range obls {
		if o == nil || o.ID < 0 || o.ID >= len(t.Program.Obligations) || t.Program.Obligations[o.ID] != o {
			return refuted("an obligation of another program")
		}
	}
	defer func() {
		if r := recover(); r != nil { // unexpected evidence must cost no more than its own verdict
			t.Log.Warn("the check of a proof failed", "panic", fmt.Sprint(r))
			out = undecided("the check failed: %v", r)
		}
	}()
	ms := &machines{propose: propose}
	defer ms.close()
	return evidence(ctx, t, obls, nil, s.Proof, ms)
}

// evidence judges a proof about those executions of the task's program whose inputs lie in all the regions.
func evidence(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions, e verify.Evidence,
	ms *machines) Outcome {
	if err := belongs(t.Program, in, e); err != nil {
		return refuted("%v", err)
	}
	switch e := e.(type) { // sound: undecided
	case *verify.Unreached:
		return unreached(t, obls)
	case *verify.Enumerated:
		return enumerated(ctx, t, obls, in, e, ms)
	case *verify.Cycle:
		return cycle(ctx, t, obls, e)
	case *verify.Inductive:
		return invariants(ctx, t, obls, in, e, ms)
	case *verify.Passed:
		return passedBefore(ctx, t, obls, e, ms)
	case *verify.Annotated:
		if e.Stopped() {
			return refuted("the graph leaves executions open")
		}
		return graph(ctx, t, obls, in, e, ms)
	case *verify.KInductive, *verify.Unwinding:
		return triples(ctx, t, obls, in, e)
	case *verify.Cover:
		return cover(ctx, t, obls, in, e, ms)
	case *verify.Conditional:
		return conditional(ctx, t, obls, in, e, ms)
	case *verify.Under:
		return refuted("a proof under a region outside of a leaf")
	case *verify.Ranged: // of Task.Within
		if t.Scope.Range == nil || !only(t.Scope, paths) {
			return refuted("a proof of a range of paths, but the scope is no range")
		}
		return ranged(ctx, t, obls, in, t.Scope.Range, e, ms)
	case *verify.Parts:
		all := confirmed()
		proof := &verify.Parts{Of: maps.Clone(e.Of)}
		for len(obls) > 0 { // obligations with the same proof are judged together
			part, ok := e.Of[obls[0].ID]
			if !ok {
				return refuted("no evidence for obligation %d at %s", obls[0].ID, obls[0].Pos)
			}
			var same, others []*ir.Obligation
			for _, o := range obls {
				if e.Of[o.ID] == part {
					same = append(same, o)
				} else {
					others = append(others, o)
				}
			}
			out := evidence(ctx, t, same, in, part, ms)
			if out.Verdict != Confirmed {
				return out
			}
			all.Assuming = append(all.Assuming, out.Assuming...)
			if len(out.Left) > 0 {
				all.Left, all.Reason = append(all.Left, out.Left...), out.Reason
			}
			if out.Proof != nil {
				for _, o := range same {
					proof.Of[o.ID] = out.Proof
				}
				all.Proof = proof
			}
			obls = others
		}
		return all
	}
	return undecided("no checker for evidence of type %T", e)
}
