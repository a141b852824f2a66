package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Status is the result for one obligation.
type Status string

// Statuses of obligations.
const (
	Proved     Status = "proved"
	Violated   Status = "violated"
	Open       Status = "unknown"
	NotReached Status = "not reached" // the automaton has no path to an error location of the obligation
)

// Verdict is the answer to a task.
type Verdict string

// The verdicts.
const (
	True        Verdict = "true"
	False       Verdict = "false"
	UnknownVerd Verdict = "unknown"
)

// Result is what an engine returns: exactly one of *Safe, *Unsafe, *Unknown.
type Result interface{ isResult() }

// Safe claims that the obligations hold within the task's scope. If Obligations is nil, the claim is about all
// obligations that the task asks for.
type Safe struct {
	Obligations []*ir.Obligation
	Proof       Evidence
	Assuming    []Assumption
	Rest        string // why the other obligations are not decided; "" if all are, or no reason is known
}

// Unsafe claims that the test reaches the obligation.
type Unsafe struct {
	Obligation *ir.Obligation
	Test       *Test
}

// Unknown states that the engine decided nothing in this turn.
type Unknown struct {
	Reason string
	// why a run that should show a violation is not one, as undefined behaviour before the error; "": no such run
	Runs string
	Idle bool       // the engine does not handle tasks of this kind, or has nothing to do
	Left *Condition // the executions that are not verified; nil: all
}

func (*Safe) isResult()    {}
func (*Unsafe) isResult()  {}
func (*Unknown) isResult() {}

// AssumptionKind is the kind of an assumption.
type AssumptionKind string

// The kinds of assumptions.
const (
	AssumeOverflow AssumptionKind = "overflow"     // executions end at the first signed overflow
	AssumeMissing  AssumptionKind = "missing-body" // Text: the function; it returns any value and has no other effect
	// the access at Pos is valid: an invalid read gives any value, an invalid write is lost
	AssumeAccess AssumptionKind = "memory-access"
	AssumeOther  AssumptionKind = "other"
)

// Assumption is an unproved condition that a result or fact depends on.
type Assumption struct {
	Kind AssumptionKind `json:"kind"`
	Text string         `json:"text,omitempty"`
	Pos  ir.Pos         `json:"pos,omitzero"`

	// with the verdict false: the proofs of other checks depend on the assumption, but the counterexample does not
	Proofs bool `json:"proofs,omitempty"`
}

func (a Assumption) String() string {
	var s strings.Builder
	switch a.Kind {
	case AssumeOverflow:
		s.WriteString("executions end at the first signed overflow")
	case AssumeMissing:
		fmt.Fprintf(&s, "%s (no body) returns any value and has no other effect", a.Text)
	case AssumeAccess:
		s.WriteString("valid memory access")
		if a.Text != "" {
			s.WriteString(": " + a.Text)
		}
	default:
		s.WriteString(a.Text)
	}
	if a.Pos.IsValid() {
		s.WriteString(" at " + a.Pos.String())
	}
	if a.Proofs {
		s.WriteString(" (for what is proved)")
	}
	return s.String()
}

// Accesses returns the assumptions that the memory accesses at the given positions are valid, sorted by position and
// without duplicates.
func Accesses(at []ir.Pos) []Assumption {
	var out []Assumption
	for _, p := range at {
		out = append(out, Assumption{Kind: AssumeAccess, Pos: p})
	}
	slices.SortFunc(out, func(a, b Assumption) int {
		return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Col, b.Pos.Col))
	})
	return slices.Compact(out)
}

// Said returns the text of an error for reports. It names the end of a context in the words of reports.
func Said(err error) string {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "out of time"
	case errors.Is(err, context.Canceled):
		return "stopped"
	}
	return err.Error()
}
