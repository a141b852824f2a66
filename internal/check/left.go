package check

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Left checks a claim about a part of the executions (verify.Partial). It returns a condition that leaves open all
// executions which may still violate one of the obligations, or nil if no part of the claim is confirmed. The condition
// is built from confirmed evidence only, not from the engine's claim: from graphs that are confirmed completely, and
// from leaves with a box of inputs whose proofs are confirmed. The outcome has these graphs and leaves as Proof, a
// *verify.Cover.
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
	if t.Paths != nil { // the condition is about all paths, also those outside of the task's range
		whole := *t
		whole.Scope, whole.Paths = verify.Scope{}, nil
		t = &whole
	}
	ms := &machines{}
	defer ms.close()
	leaves := []verify.Leaf{{Proof: s.Proof}}
	if e, is := s.Proof.(*verify.Cover); is {
		leaves = e.Leaves
	}
	shown := &verify.Cover{}
	out = undecided("no part is confirmed")
	for _, l := range leaves {
		if ctx.Err() != nil || l.Of != nil {
			continue
		}
		open, of := explored(ctx, t, obls, &l, ms)
		if of.Verdict == Confirmed && open == nil {
			open = Outside(t.Program, l.Scope)
		}
		if of.Verdict == Confirmed && open != nil {
			c, shown.Leaves = both(c, open), append(shown.Leaves, l)
		} else if len(leaves) == 1 {
			out = of
		}
	}
	if c == nil {
		return nil, out
	}
	c.Obligations = obls
	return c, Outcome{Verdict: Confirmed, Proof: shown}
}

// explored checks a leaf as function leaf does. If it is a graph that is not confirmed, explored tries the part of the
// graph that follows by values and, if that is confirmed, changes l to it.
func explored(ctx context.Context, t *verify.Task, obls []*ir.Obligation, l *verify.Leaf, ms *machines) (
	open *verify.Condition, out Outcome) {
	g, is := l.Proof.(*verify.Annotated)
	if !is {
		return leaf(ctx, t, obls, nil, *l, ms)
	}
	within, cancel := inTime(ctx)
	defer cancel()
	if open, out = leaf(within, t, obls, nil, *l, ms); out.Verdict != Undecided {
		return open, out
	}
	again := *l
	if again.Proof = opened(ctx, t, obls, g); again.Proof == nil {
		return nil, out
	}
	if open, of := leaf(ctx, t, obls, nil, again, ms); of.Verdict == Confirmed {
		*l = again
		return open, of
	}
	return nil, out
}

// opened returns the part of a graph that follows by values, nil if there is none. A node is open in it if an execution
// may make a move from the node that the graph does not have. It is a proposal, which the caller has to check.
func opened(ctx context.Context, t *verify.Task, obls []*ir.Obligation, e *verify.Annotated) verify.Evidence {
	part, shown, err := followed(ctx, t, obls, e)
	if err != nil {
		return nil
	}
	weaker := *part
	weaker.Nodes = slices.Clone(part.Nodes)
	for at := range shown.Open {
		weaker.Nodes[at.Node].Open = true
	}
	return &weaker
}

// inTime returns a context with half of the remaining time.
func inTime(ctx context.Context) (context.Context, context.CancelFunc) {
	if end, limited := ctx.Deadline(); limited {
		return clock.WithTimeout(ctx, time.Until(end)/2)
	}
	return context.WithCancel(ctx)
}

// Outside returns a condition that leaves open at least the executions outside of a scope; nil if none can be built,
// which is the case for all scopes but the whole and regions.
func Outside(p *ir.Program, s verify.Scope) *verify.Condition {
	switch {
	case s.Whole():
		return &verify.Condition{States: []verify.ConditionState{{Verified: true}}}
	case s.Region != nil && only(s, region):
		return s.Region.Outside(p)
	}
	return nil
}
