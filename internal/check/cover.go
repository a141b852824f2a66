package check

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/check/triple"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// cover checks evidence that splits the executions into leaves (verify.Cover): the leaves cover all executions, and the
// proof of each leaf holds on its part of the program.
func cover(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions, e *verify.Cover,
	ms *machines) Outcome {
	var scopes []verify.Scope
	for _, l := range e.Leaves {
		scopes = append(scopes, l.Scope)
	}
	all := covering(ctx, t, obls, in, scopes)
	if all.Verdict != Confirmed {
		return all
	}
	proof := &verify.Cover{Leaves: slices.Clone(e.Leaves)}
	for i, l := range e.Leaves {
		out := leaf(ctx, t, obls, in, l, ms)
		if out.Verdict != Confirmed {
			out.Reason = fmt.Sprintf("leaf %d: %s", i, out.Reason)
			return out
		}
		all.Assuming = append(all.Assuming, out.Assuming...)
		for _, o := range out.Left { // o belongs to the program of the leaf, or to the task's own program
			if !slices.Contains(obls, o) {
				o = o.Origin
			}
			if !slices.Contains(all.Left, o) {
				all.Left = append(all.Left, o)
			}
		}
		if len(all.Left) == len(obls) {
			return undecided("leaf %d: not all of it is confirmed", i)
		}
		if out.Proof == nil {
			continue
		}
		if _, under := l.Proof.(*verify.Under); under {
			out.Proof = &verify.Under{Proof: out.Proof}
		}
		proof.Leaves[i].Proof, all.Proof = out.Proof, proof
	}
	return all
}

// leaf checks the proof of a leaf, on the program that has only the executions of the leaf's scope. A proof under a
// region (verify.Under) or of a range of paths (verify.Ranged) is checked on the task's program instead, with the
// region or range as an assumption.
func leaf(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions, l verify.Leaf, ms *machines) Outcome {
	if u, is := l.Proof.(*verify.Under); is {
		if rest := l.Scope; u == nil || rest.Region == nil || !only(rest, region) {
			return refuted("a proof under a region, but the scope is no region")
		}
		return evidence(ctx, t, obls, append(slices.Clone(in), l.Scope.Region), u.Proof, ms)
	}
	if g, is := l.Proof.(*verify.Ranged); is {
		if l.Scope.Range == nil || !only(l.Scope, paths) {
			return refuted("a proof of a range of paths, but the scope is no range")
		}
		return evidence(ctx, t.Within(*l.Scope.Range), obls, in, g, ms)
	}
	part, err := t.Part(l.Scope)
	if err != nil {
		return undecided("%s", verify.Said(err))
	}
	var asked []*ir.Obligation
	for _, o := range part.Program.Obligations {
		if slices.Contains(obls, o.Origin) && open(l.Scope, o.Origin) || part == t && slices.Contains(obls, o) {
			asked = append(asked, o)
		}
	}
	return evidence(ctx, part, asked, in, l.Proof, ms)
}

// Cover decides whether all executions of a task's program that may violate one of the obligations lie in one of the
// scopes. Refuted means that a gap between the scopes was found, even if no execution passes through it.
func Cover(ctx context.Context, t *verify.Task, obls []*ir.Obligation, scopes []verify.Scope) Outcome {
	return covering(ctx, t, obls, nil, scopes)
}

// covering does the work of Cover, for the executions whose inputs lie in all the regions.
func covering(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions, scopes []verify.Scope) Outcome {
	if !slices.ContainsFunc(scopes, func(s verify.Scope) bool {
		return s.Condition != nil &&
			s.Condition.Obligations != nil
	}) {
		return coveringAll(ctx, t, obls, in, scopes)
	}
	for _, o := range obls { // a condition covers only executions to the obligations that it lists
		var of []verify.Scope
		for _, s := range scopes {
			if open(s, o) {
				of = append(of, s)
			}
		}
		if out := coveringAll(ctx, t, []*ir.Obligation{o}, in, of); out.Verdict != Confirmed {
			return out
		}
	}
	return confirmed()
}

// open reports whether a scope has executions that may violate the obligation.
func open(s verify.Scope, o *ir.Obligation) bool {
	return s.Condition == nil || s.Condition.Obligations == nil || slices.Contains(s.Condition.Obligations, o)
}

// Kinds of restrictions that a scope can have, as bits of a set.
const (
	region = 1 << iota
	paths
	automaton // conditions and sets of edges
	depth
)

// only reports whether all restrictions of a scope are of the given kinds, a set of bits.
func only(s verify.Scope, these int) bool { return kinds(s)&^these == 0 }

// kinds returns the kinds of restrictions of a scope as a set of bits. A restriction that excludes no execution does
// not count.
func kinds(s verify.Scope) (k int) {
	if s.Region != nil && (len(s.Region.Box) > 0 || s.Region.Cond != nil) {
		k |= region
	}
	if r := s.Range; r != nil && (r.Lo != "" || !r.NoUpper && (r.Hi != "" || r.Before)) {
		k |= paths
	}
	if s.Condition != nil && len(s.Condition.States) > 0 || s.Edges != nil {
		k |= automaton
	}
	if s.Depth != 0 {
		k |= depth
	}
	return k
}

// coveringAll decides whether the scopes cover the executions to all of obls. It tries each kind of restriction in
// turn, with the scopes that have no other kind: the other scopes can only add executions.
//
//	regions              confirmed if a solver finds no input outside of all regions
//	ranges               confirmed if, in the order of paths, no path lies between one range and the next
//	conditions, edges    confirmed if each path of the automaton to an error stays in one of them
//	depths               never: a proof that no execution goes deeper is evidence of its own (verify.Unwinding)
//	several of these     never: such a cover can be written as a cover whose leaves have covers
func coveringAll(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions,
	scopes []verify.Scope) Outcome {
	if slices.ContainsFunc(scopes, func(s verify.Scope) bool { return kinds(s) == 0 }) {
		return confirmed()
	}
	first := Outcome{}
	for _, kind := range []int{region, paths, automaton} {
		of := slices.DeleteFunc(slices.Clone(scopes), func(s verify.Scope) bool { return !only(s, kind) })
		if len(of) == 0 && (len(scopes) > 0 || kind != region) {
			continue
		}
		out := Outcome{}
		switch kind {
		case region:
			var leaves []*verify.Region
			for _, s := range of {
				leaves = append(leaves, s.Region)
			}
			out = ofTriple(triple.Cover(ctx, t.Program, leaves, config(t, in)))
		case paths:
			out = ranges(t.Program, of)
		case automaton:
			out = pathsCovered(ctx, t.Program, obls, of)
		}
		switch {
		case out.Verdict == Confirmed:
			return out
		case len(of) == len(scopes):
			return out
		case first.Reason == "":
			first = undecided("%s; scopes of several kinds are not looked at", out.Reason)
		}
	}
	if first.Reason == "" {
		return undecided("depths do not show that scopes cover the program: that needs a proof that no execution goes deeper")
	}
	return first
}

// ranges decides whether the ranges of the scopes cover all paths. It starts with the first path, and moves to the end
// of the furthest range that contains the present path, until a range has no end.
func ranges(p *ir.Program, scopes []verify.Scope) Outcome {
	form := ""
	for _, s := range scopes {
		if s.Range.Form != "" {
			if form == "" {
				form = restrict.Form(p)
			}
			if s.Range.Form != form {
				return refuted("a range of paths of another form of the program")
			}
		}
		if strings.Trim(string(s.Range.Lo)+string(s.Range.Hi), "TF") != "" {
			return refuted("a range of paths with decisions other than T and F")
		}
	}
	for at := verify.Path(""); ; {
		further, end := at, false
		for _, s := range scopes {
			r := s.Range
			if restrict.ComparePaths(r.Lo, at) > 0 {
				continue
			}
			if to, more := r.End(); !more {
				end = true
			} else if restrict.ComparePaths(to, further) > 0 {
				further = to
			}
		}
		switch {
		case end:
			return confirmed()
		case further == at:
			return refuted("the path %s is in none of the ranges", shortened(at))
		}
		at = further
	}
}

// shortened returns p in quotes, cut after 60 decisions.
func shortened(p verify.Path) string {
	const most = 60
	if len(p) <= most {
		return fmt.Sprintf("%q", string(p))
	}
	return fmt.Sprintf("%q... of %d decisions", string(p[:most]), len(p))
}
