package check

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/check/annotated"
	"github.com/tandem-verifier/tandem/internal/check/inductive"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// graph re-checks evidence (b). By values, formulas are weakened until they follow from each other; what they have
// lost, and what they do not exclude, is asked of a solver, with the formulas as they are:
//
//	node 4   x == 3 && y < z && p == &a     by values: x == 3 && p == &a     to the solver: y < z
//
// What is known by values stands on nothing else, so that it is true, with what it says of where pointers lead. What
// the solver is asked follows from all formulas, those known by values among them. With that all of them are true, by
// induction over executions.
//
// With ms.propose, where that is left undecided, package repair proposes a graph with fewer conjuncts, which is checked
// in the same way.
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
	if len(in) > 0 { // whose inputs are symbols
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

// known is a graph with what is shown of its formulas.
func known(e *verify.Annotated, s *annotated.Shown) *verify.Annotated {
	out := *e
	out.Nodes = nil
	for i, n := range e.Nodes {
		if n.Formula != nil {
			if n.Formula = s.Known[i]; n.Formula == nil { // nothing leads there
				n.Formula = ir.NewBool(true)
			}
		}
		out.Nodes = append(out.Nodes, n)
	}
	return &out
}
