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

// Status is the knowledge about one obligation.
type Status string

// Statuses of obligations.
const (
	Proved     Status = "proved"
	Violated   Status = "violated"
	Open       Status = "unknown"
	NotReached Status = "not reached" // no error location of it is reachable in the automaton
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

// Safe claims that the obligations (all that were asked if nil) hold within the
// task's scope.
type Safe struct {
	Obligations []*ir.Obligation
	Proof       Evidence
	Assuming    []Assumption
	Rest        string // why the other obligations are left open; "" if none are, or there is no reason to give
}

// Unsafe claims that the test reaches the obligation.
type Unsafe struct {
	Obligation *ir.Obligation
	Test       *Test
}

// Unknown gives up.
type Unknown struct {
	Reason string
	// why a run that should have shown a violation does not count: undefined behaviour before the error, say; "": none
	Runs string
	Idle bool       // the engine does not work on such tasks: its reason is not about this one
	Left *Condition // executions that are left; nil: all
}

func (*Safe) isResult()    {}
func (*Unsafe) isResult()  {}
func (*Unknown) isResult() {}

// AssumptionKind tells what was assumed.
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

	// of a false: the proofs of other checks depend on it, the counterexample does not
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

// Accesses returns the assumptions that memory accesses are valid, each place once, in the order of the text.
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

// Said returns the text of an error for reports.
func Said(err error) string {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "out of time"
	case errors.Is(err, context.Canceled):
		return "stopped"
	}
	return err.Error()
}
