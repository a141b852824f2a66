// Package check decides whether evidence proves its claim. It shares no algorithms with the engines, so that a wrong
// proof gets through only if two independent pieces of code are wrong. docs/trust.md lists the code that it depends on.
//
//	out := check.Proof(ctx, task, safe)
//	if out.Verdict == check.Confirmed { ... the obligations hold ... }
//
// Refuted means that the evidence is wrong, because of a bug in its producer. Undecided means that the check was given
// up: its time ran out, or there is no checker for this kind of evidence.
//
//	evidence             how it is re-checked
//	*verify.Enumerated   all points run again by other generated code (enum.go)
//	*verify.Cycle        run again in the interpreter, states compared (cycle.go)
//	*verify.Unreached    one search over the automaton (unreached.go)
//	*verify.Inductive    one application of a transfer written for this purpose (package inductive);
//	                     if the result is undecided: Hoare triples by a solver (package triple)
//	*verify.Passed       one walk over the program (package passed)
//	*verify.Shapes       symbolic execution between the locations that have heaps (package shapes)
//	*verify.Annotated    the same checkers as for Inductive; each step needs only one of the two (graph.go)
//	*verify.KInductive, *verify.Unwinding   Hoare triples by a solver
//	*verify.Cover        the proof of each leaf; the leaves cover the executions (cover.go, paths.go)
//
// For a range of paths (verify.Task.Within), no path of the range reaches an open node of a graph (ranged.go), and an
// unwinding is followed along the paths of the range (package triple).
//
// Evidence must refer to the program that it is about: evidence that refers to another one is refuted (foreign.go).
package check

import (
	"context"
	"fmt"

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
	Verdict Verdict
	Reason  string           // why the verdict is not Confirmed, or why obligations are Left
	final   bool             // the checkers disagree: do not look for a smaller proof
	Proof   verify.Evidence  // set by ProofOrPart, Left: the confirmed evidence; nil if it is the evidence of the claim
	Left    []*ir.Obligation // set by ProofOrPart: the obligations that the confirmed evidence does not prove
}

// confirmed returns the outcome Confirmed.
func confirmed() Outcome { return Outcome{Verdict: Confirmed} }

// refuted returns the outcome Refuted with a reason.
func refuted(format string, args ...any) Outcome {
	return Outcome{Verdict: Refuted, Reason: fmt.Sprintf(format, args...)}
}

// undecided returns the outcome Undecided with a reason.
func undecided(format string, args ...any) Outcome {
	return Outcome{Verdict: Undecided, Reason: fmt.Sprintf(format, args...)}
}

// Proof checks that the evidence proves the claimed obligations for all executions of the task's program. The program
// of a task that is a part has only the executions of its scope.
func Proof(ctx context.Context, t *verify.Task, s *verify.Safe) Outcome {
	return judge(ctx, t, s, nil)
}

// ProofOrPart is like Proof, but if invariants are not confirmed, it searches for a subset of them that is confirmed
// and proves the obligations or some of them. The outcome then has that subset as Proof, and the other obligations as
// Left.
func ProofOrPart(ctx context.Context, t *verify.Task, s *verify.Safe) Outcome {
	return judge(ctx, t, s, &proposer{repair.Invariants, repair.Graph})
}

// judge checks the claim s for Proof and ProofOrPart. If propose is not nil, smaller evidence is searched for when the
// given evidence is not confirmed. A panic in a checker makes the verdict Undecided.
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
		if r := recover(); r != nil { // unexpected evidence must not end the whole run
			t.Log.Warn("the check of a proof failed", "panic", fmt.Sprint(r))
			out = undecided("the check failed: %v", r)
		}
	}()
	ms := &machines{propose: propose}
	defer ms.close()
	return evidence(ctx, t, obls, nil, s.Proof, ms)
}

// evidence checks a proof of obls for the executions of the task's program whose inputs lie in all the regions, and
// whose path lies in the task's range (t.Paths).
func evidence(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions, e verify.Evidence,
	ms *machines) Outcome {
	if err := belongs(t.Program, in, e); err != nil {
		return refuted("%v", err)
	}
	if t.Paths != nil {
		if why := foreignRange(t.Program, t.Paths); why != "" {
			return refuted("%s", why)
		}
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
	case *verify.Shapes:
		return heaps(ctx, t, obls, e, ms)
	case *verify.Annotated:
		switch {
		case t.Paths != nil:
			return ranged(ctx, t, obls, in, e, ms)
		case e.Stopped():
			return refuted("the graph leaves executions open")
		}
		return graph(ctx, t, obls, in, e, ms)
	case *verify.KInductive:
		return halves(ctx, t, obls, in, e, ms)
	case *verify.Unwinding:
		return triples(ctx, t, obls, in, e)
	case *verify.Cover:
		return cover(ctx, t, obls, in, e, ms)
	}
	return undecided("no checker for evidence of type %T", e)
}
