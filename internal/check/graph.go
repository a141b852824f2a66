package check

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/check/annotated"
	"github.com/tandem-verifier/tandem/internal/check/inductive"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// graph checks a graph of formulas (verify.Annotated). Package inductive weakens the formulas until they follow from
// each other by values. A solver then has to show the conjuncts that were dropped, and to exclude the moves that the
// weaker formulas do not exclude. Its assumptions are the original formulas:
//
//	node 4   x == 3 && y < z && p == &a     by values: x == 3 && p == &a     to the solver: y < z
//
// The weaker formulas, with their statements about pointers, hold since they are inductive by themselves. The solver
// shows that each dropped conjunct follows from the original formulas. Hence all formulas hold, by induction over
// executions.
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
	shown, err := inductive.Graph(ctx, t.Program, obls, e)
	if err != nil {
		if ctx.Err() != nil {
			return undecided("out of time")
		}
		return solve()
	}
	if shown.All() {
		return together(t.Log, confirmed(), objections(ctx, t, obls, e, ms))
	}
	if weaker := known(e, shown); ms.propose != nil && len(obls) > 0 && len(shown.Open) == 0 &&
		objections(ctx, t, obls, weaker, ms).Verdict != Refuted {
		return Outcome{Verdict: Confirmed, Proof: weaker}
	}
	cfg.Shown = shown
	return solve()
}

// known returns the graph e with only those conjuncts of its formulas that s shows.
func known(e *verify.Annotated, s *annotated.Shown) *verify.Annotated {
	out := *e
	out.Nodes = nil
	for i, n := range e.Nodes {
		if n.Formula != nil {
			if n.Formula = s.Known[i]; n.Formula == nil { // no execution reaches the node
				n.Formula = ir.NewBool(true)
			}
		}
		out.Nodes = append(out.Nodes, n)
	}
	return &out
}
