package check

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/check/inductive"
	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Left checks a claim about a part of the executions (verify.Partial). It returns a condition that leaves open all
// executions which may still violate one of the obligations, or nil if no part of the claim is confirmed. The condition
// is built from confirmed evidence only, not from the engine's claim: from a graph that is confirmed completely, or
// from the leaves of a cover whose proofs are confirmed.
//
//	*verify.Annotated   covers the executions that reach no open node
//	*verify.Cover       covers the executions within a leaf's box of inputs
func Left(ctx context.Context, t *verify.Task, obls []*ir.Obligation, s *verify.Safe) (c *verify.Condition,
	out Outcome) {
	defer func() {
		if r := recover(); r != nil { // as in judge
			t.Log.Warn("the check of a part failed", "panic", fmt.Sprint(r))
			c, out = nil, undecided("the check failed: %v", r)
		}
	}()
	if err := belongs(t.Program, nil, s.Proof); err != nil {
		return nil, refuted("%v", err)
	}
	ms := &machines{}
	defer ms.close()
	switch e := s.Proof.(type) { // sound: nothing is known of a part
	case *verify.Annotated:
		c, out = stopped(ctx, t, obls, e, ms)
	case *verify.Cover:
		out = undecided("no part is confirmed")
		for _, l := range e.Leaves {
			open := Outside(t.Program, l.Scope)
			if open == nil || ctx.Err() != nil {
				continue
			}
			of := leaf(ctx, t, obls, nil, l, ms)
			if of.Verdict != Confirmed || len(of.Left) > 0 {
				continue
			}
			of.Assuming = append(slices.Clone(out.Assuming), of.Assuming...)
			if out = of; c == nil {
				c = open
			} else {
				c = c.And(open).Minimise()
			}
		}
	default:
		out = undecided("no part is known of evidence of type %T", e)
	}
	if c != nil {
		c.Obligations = obls
	}
	return c, out
}

// stopped checks a graph with open nodes. If the graph is not confirmed, stopped tries the weaker graph with the
// formulas that follow by values. An execution may then make a move from a node which the weaker graph does not have;
// stopped marks such a node as open.
func stopped(ctx context.Context, t *verify.Task, obls []*ir.Obligation, e *verify.Annotated,
	ms *machines) (*verify.Condition, Outcome) {
	within, cancel := inTime(ctx)
	defer cancel()
	out := graph(within, t, obls, nil, e, ms)
	if out.Verdict == Confirmed {
		return e.Left(""), out
	}
	shown, err := inductive.Graph(ctx, t.Program, obls, e)
	if err != nil || out.Verdict == Refuted {
		return nil, out
	}
	weaker := known(e, shown)
	for at := range shown.Open {
		weaker.Nodes[at.Node].Open = true
	}
	if again := objections(ctx, t, obls, weaker, ms); again.Verdict == Refuted {
		return nil, again
	}
	return weaker.Left(""), confirmed()
}

// inTime returns a context with half of the remaining time.
func inTime(ctx context.Context) (context.Context, context.CancelFunc) {
	if end, limited := ctx.Deadline(); limited {
		return clock.WithTimeout(ctx, time.Until(end)/2)
	}
	return context.WithCancel(ctx)
}

// Outside returns a condition that leaves open at least the executions outside of a scope; nil if none can be built,
// which is the case for all scopes but regions.
func Outside(p *ir.Program, s verify.Scope) *verify.Condition {
	if s.Region != nil && only(s, region) {
		return s.Region.Outside(p)
	}
	return nil
}
