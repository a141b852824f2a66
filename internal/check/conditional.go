package check

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// conditional re-checks what several verifiers have shown: each part of the proof by itself, what it leaves anew; all that is left so lies in the
// condition; and the rest is proved of the program that has what the condition leaves open.
func conditional(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions, e *verify.Conditional, ms *machines) Outcome {
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
	if err != nil { // it is no condition of this program, too
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

// within decides whether the executions to errors that one condition leaves open are left open by another: no way through the automaton to
// an error stays in the first and leaves the second. An Assume of a step holds or does not hold, for both alike only where it is the same.
func within(ctx context.Context, p *ir.Program, obls []*ir.Obligation, inner, outer *verify.Condition) Outcome {
	if len(outer.States) == 0 {
		return confirmed()
	}
	if len(inner.States) == 0 {
		inner = &verify.Condition{States: []verify.ConditionState{{Stays: true}}}
	}
	type situation struct {
		loc      *ir.Loc
		in, outs int
	}
	calls := map[*ir.Func][]*ir.Edge{}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if c, is := e.Stmt.(*ir.Call); is {
				calls[c.Func] = append(calls[c.Func], e)
			}
		}
	}
	goes := leads(p, obls, calls)
	start := func(c *verify.Condition) int {
		if c.States[0].Verified {
			return restrict.Gone
		}
		return 0
	}
	seen := map[situation]bool{}
	var work []situation
	visit := func(l *ir.Loc, in, outs int) {
		if s := (situation{l, in, outs}); in != restrict.Gone && goes[l] && !seen[s] {
			seen[s] = true
			work = append(work, s)
		}
	}
	visit(p.Entry.Entry, start(inner), start(outer))
	for n := 0; len(work) > 0; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return undecided("out of time")
		}
		if len(seen) > maxWays {
			return undecided("too many ways through the automaton")
		}
		s := work[len(work)-1]
		work = work[:len(work)-1]
		if s.outs == restrict.Gone {
			return undecided("an execution to an error that passes %s at %s may be neither shown nor left", s.loc.Func.Name, s.loc.Pos)
		}
		for _, e := range s.loc.Out {
			to := e.To
			if c, is := e.Stmt.(*ir.Call); is {
				to = c.Func.Entry
			}
			steps := outer.Steps(s.outs, e)
			if slices.EqualFunc(steps, inner.Steps(s.in, e), func(x, y verify.ConditionStep) bool {
				return (x.Assume == nil) == (y.Assume == nil) && (x.Assume == nil || ir.Equal(x.Assume, y.Assume))
			}) {
				for i, st := range inner.Steps(s.in, e) { // the same step is taken in both
					visit(to, behind(inner, st.To), behind(outer, steps[i].To))
				}
				if len(steps) == 0 || steps[len(steps)-1].Assume != nil {
					visit(to, behind(inner, inner.Else(s.in)), behind(outer, outer.Else(s.outs)))
				}
				continue
			}
			for _, in := range inner.Behind(s.in, e) {
				for _, outs := range outer.Behind(s.outs, e) {
					visit(to, in, outs)
				}
			}
		}
		if s.loc == s.loc.Func.Exit {
			for _, c := range calls[s.loc.Func] {
				visit(c.To, s.in, s.outs)
			}
		}
	}
	return confirmed()
}

// behind is where an execution is that comes to a state.
func behind(c *verify.Condition, state int) int {
	if state != restrict.Gone && c.States[state].Verified {
		return restrict.Gone
	}
	return state
}
