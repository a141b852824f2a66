package check

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// conditional checks a proof by several verifiers, in three steps. It checks each part of the proof by itself; then
// that the executions which these parts leave open lie in the condition; and then the proof of the remaining program,
// which has the executions of the condition.
func conditional(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions, e *verify.Conditional,
	ms *machines) Outcome {
	if len(in) > 0 || e.Condition == nil {
		return undecided("a conditional proof of a part of the inputs, or without a condition")
	}
	all := confirmed()
	var left *verify.Condition
	for _, shown := range e.Shown {
		c, out := Left(ctx, t, obls, &verify.Safe{Proof: shown})
		if c == nil {
			out.Proof, out.Left = nil, nil
			return out
		}
		all.Assuming = append(all.Assuming, out.Assuming...)
		if left == nil {
			left = c
		} else {
			left = left.And(c)
		}
	}
	if left == nil {
		left = &verify.Condition{}
	}
	part, err := t.Part(verify.Scope{Condition: e.Condition})
	if err != nil { // the condition belongs to another program
		return undecided("%s", verify.Said(err))
	}
	if out := within(ctx, t.Program, obls, left, e.Condition); out.Verdict != Confirmed {
		return out
	}
	var asked []*ir.Obligation
	for _, o := range part.Program.Obligations {
		if slices.Contains(obls, o.Origin) || part == t && slices.Contains(obls, o) {
			asked = append(asked, o)
		}
	}
	out := evidence(ctx, part, asked, nil, e.Rest, ms)
	if out.Verdict != Confirmed {
		return out
	}
	all.Assuming = append(all.Assuming, out.Assuming...)
	for _, o := range out.Left {
		if part != t {
			o = o.Origin
		}
		all.Left = append(all.Left, o)
	}
	if len(all.Left) == len(obls) {
		return undecided("the rest: %s", out.Reason)
	}
	if out.Proof != nil {
		all.Proof = &verify.Conditional{Shown: e.Shown, Condition: e.Condition, Rest: out.Proof}
	}
	return all
}

// within decides whether the executions to errors of obls that inner leaves open are also left open by outer.
func within(ctx context.Context, p *ir.Program, obls []*ir.Obligation, inner, outer *verify.Condition) Outcome {
	scopes := []verify.Scope{{Condition: inner}, {Condition: outer}}
	return follow(ctx, p, obls, scopes, func(states []int) fate {
		switch {
		case states[0] == out:
			return elsewhere
		case states[1] == out:
			return lost
		}
		return goesOn
	})
}
