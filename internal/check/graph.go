package check

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/check/annotated"
	"github.com/tandem-verifier/tandem/internal/check/inductive"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/repair"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// graph checks a graph of formulas (verify.Annotated). Package repair proposes a part of the formulas that follows by
// values, which package inductive checks. A solver then has to show the other conjuncts, and to exclude the moves that
// the part does not exclude. Its assumptions are the original formulas:
//
//	node 4   x == 3 && y < z && p == &a     by values: x == 3 && p == &a     to the solver: y < z
//
// The part holds since it is inductive by itself. The solver shows that each other conjunct follows from the original
// formulas. Hence all formulas hold, by induction over executions.
//
// If the result is undecided and ms.propose is set, package repair proposes a graph with fewer conjuncts, which is
// checked in the same way.
func graph(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions, e *verify.Annotated,
	ms *machines) Outcome {
	cfg := config(t, in)
	solve := func() Outcome {
		part := 1
		if ms.propose != nil {
			part = 2
		}
		out := wholly(ctx, t, obls, e, cfg, part)
		if e.Rough && out.Verdict == Refuted {
			out = undecided("%s", out.Reason)
		}
		if out.Verdict != Undecided || ms.propose == nil || len(obls) == 0 || ctx.Err() != nil {
			return out
		}
		smaller, err := ms.propose.graph(ctx, t.Program, obls, e, inPart(ctx, t, cfg))
		if err != nil || !ms.holds(ctx, t, obls, in, smaller) {
			return out
		}
		return Outcome{Verdict: Confirmed, Proof: smaller}
	}
	if len(in) > 0 { // inputs are symbols, which package inductive does not have
		return solve()
	}
	part, shown, err := followed(ctx, t, obls, e)
	switch {
	case ctx.Err() != nil:
		return undecided("out of time")
	case err != nil:
		return solve()
	case part == e && len(shown.Open) == 0:
		return together(t.Log, confirmed(), objections(ctx, t, obls, e, ms))
	case ms.propose != nil && len(obls) > 0 && len(shown.Open) == 0 &&
		objections(ctx, t, obls, part, ms).Verdict != Refuted:
		return Outcome{Verdict: Confirmed, Proof: part}
	}
	cfg.Shown = shown
	return solve()
}

// followed returns the graph e if its formulas follow by values, otherwise a graph with weaker formulas that do, which
// package repair proposes. shown is what these formulas show of e.
func followed(ctx context.Context, t *verify.Task, obls []*ir.Obligation, e *verify.Annotated) (part *verify.Annotated,
	shown *annotated.Shown, err error) {
	if shown, err = inductive.Graph(ctx, t.Program, t.Points(), obls, e); err == nil || ctx.Err() != nil {
		return e, shown, err
	}
	formulas, err := repair.GraphValues(ctx, t.Program, t.Points(), e)
	if err != nil {
		return nil, nil, err
	}
	part = inductive.Weaker(e, formulas)
	if err = belongs(t.Program, nil, part); err == nil {
		shown, err = inductive.Part(ctx, t.Program, t.Points(), obls, e, part)
	}
	if err != nil && ctx.Err() == nil {
		t.Log.Warn("what is left of a graph is not confirmed", "why", err)
	}
	return part, shown, err
}
