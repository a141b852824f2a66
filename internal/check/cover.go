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

// cover checks composite evidence (verify.Cover): the proof of each leaf holds, and the leaves about an obligation have
// all executions that may violate it. If ms.propose is set, a leaf about all executions that is not confirmed leaves
// its obligations open, and the proofs of the other leaves count.
func cover(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions, e *verify.Cover,
	ms *machines) Outcome {
	all := confirmed()
	var leaves []verify.Leaf // with the proofs that were confirmed
	smaller := false         // leaves is not all of e
	var parts []portion
	asked, open := map[*ir.Obligation]bool{}, map[*ir.Obligation]bool{}
	for _, o := range obls {
		asked[o] = true
	}
	leave := func(os []*ir.Obligation, why string) {
		for _, o := range os { // o belongs to the program of the leaf, or to the task's own program
			if !asked[o] {
				o = o.Origin
			}
			if !open[o] {
				open[o] = true
				all.Left, all.Reason = append(all.Left, o), why
			}
		}
	}
	for i, l := range e.Leaves {
		p := portion{scope: l.Scope, of: askedOf(l, obls)}
		if l.Of != nil && len(p.of) == 0 {
			leaves = append(leaves, l)
			continue
		}
		var out Outcome
		if p.open, out = leaf(ctx, t, p.of, in, l, ms); out.Verdict == Undecided && !out.final && ms.propose != nil &&
			l.Scope.Whole() && len(e.Leaves) > 1 {
			leave(p.of, out.Reason)
			smaller = true
			continue
		}
		if out.Verdict != Confirmed {
			if !l.Scope.Whole() {
				out.Reason = fmt.Sprintf("leaf %d: %s", i, out.Reason)
			}
			out.Proof, out.Left = nil, nil
			return out
		}
		leave(out.Left, out.Reason)
		if out.Proof != nil {
			l.Proof, smaller = out.Proof, true
		}
		leaves = append(leaves, l)
		parts = append(parts, p)
	}
	if len(obls) > 0 && len(all.Left) == len(obls) {
		return undecided("not all of it is confirmed: %s", all.Reason)
	}
	shown := slices.DeleteFunc(slices.Clone(obls), func(o *ir.Obligation) bool { return open[o] })
	if out := covering(ctx, t, shown, in, parts); out.Verdict != Confirmed {
		return out
	}
	if smaller {
		all.Proof = &verify.Cover{Leaves: leaves}
	}
	return all
}

// leaf checks the proof of a leaf for obligations of the task. If the result open is not nil, the leaf speaks only of
// the executions that this condition excludes: its proof is a graph with open nodes.
func leaf(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions, l verify.Leaf,
	ms *machines) (open *verify.Condition, out Outcome) {
	switch {
	case l.Scope.Whole():
		if g, is := l.Proof.(*verify.Annotated); is && g.Stopped() && len(in) == 0 && t.Paths == nil {
			return stopped(ctx, t, obls, g, ms)
		}
		return nil, evidence(ctx, t, obls, in, l.Proof, ms)
	case l.Here && l.Scope.Region != nil && only(l.Scope, region):
		return nil, evidence(ctx, t, obls, append(slices.Clone(in), l.Scope.Region), l.Proof, ms)
	case l.Here && l.Scope.Range != nil && only(l.Scope, paths):
		return nil, evidence(ctx, t.Within(*l.Scope.Range), obls, in, l.Proof, ms)
	case l.Here:
		return nil, refuted("a proof about the program of the task, but the scope is neither a region nor a range")
	}
	part, err := t.Part(l.Scope)
	if err != nil {
		return nil, undecided("%s", verify.Said(err))
	}
	var of []*ir.Obligation
	for _, o := range part.Program.Obligations {
		if slices.Contains(obls, o.Origin) {
			of = append(of, o)
		}
	}
	return nil, evidence(ctx, part, of, in, l.Proof, ms)
}

// stopped checks a graph with open nodes. It returns the condition of the executions that may reach one of them.
func stopped(ctx context.Context, t *verify.Task, obls []*ir.Obligation, e *verify.Annotated,
	ms *machines) (*verify.Condition, Outcome) {
	if err := belongs(t.Program, nil, e); err != nil {
		return nil, refuted("%v", err)
	}
	propose := ms.propose
	ms.propose = nil // with fewer conjuncts, or without some obligations, it is another graph
	defer func() { ms.propose = propose }()
	out := graph(ctx, t, obls, nil, e, ms)
	if out.Verdict != Confirmed {
		return nil, out
	}
	return e.Left(""), out
}

// askedOf returns those of the obligations that a leaf is about.
func askedOf(l verify.Leaf, obls []*ir.Obligation) (of []*ir.Obligation) {
	for _, o := range obls {
		if k := l.Scope.Condition; (l.Of == nil || slices.Contains(l.Of, o)) &&
			(k == nil || k.Obligations == nil || slices.Contains(k.Obligations, o)) {
			of = append(of, o)
		}
	}
	return of
}

// portion is a set of executions for which some obligations are shown: the executions of the scope, without those that
// the condition open leaves open.
type portion struct {
	of    []*ir.Obligation
	scope verify.Scope
	open  *verify.Condition // nil: no execution is left open
}

// Cover decides whether all executions of a task's program that may violate one of the obligations lie in one of the
// scopes. Refuted means that a gap between the scopes was found, even if no execution passes through it.
func Cover(ctx context.Context, t *verify.Task, obls []*ir.Obligation, scopes []verify.Scope) Outcome {
	var parts []portion
	for _, s := range scopes {
		parts = append(parts, portion{of: askedOf(verify.Leaf{Scope: s}, obls), scope: s})
	}
	return covering(ctx, t, obls, nil, parts)
}

// covering decides whether the parts about each obligation have all executions that may violate it and whose inputs lie
// in all the regions. Obligations with the same parts are looked at together.
func covering(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions, parts []portion) Outcome {
	for len(obls) > 0 {
		about := func(o *ir.Obligation) func(portion) bool {
			return func(p portion) bool { return slices.Contains(p.of, o) }
		}
		var same, others []*ir.Obligation
		for _, o := range obls {
			is, first := about(o), about(obls[0])
			if slices.ContainsFunc(parts, func(p portion) bool { return is(p) != first(p) }) {
				others = append(others, o)
			} else {
				same = append(same, o)
			}
		}
		of := slices.DeleteFunc(slices.Clone(parts), func(p portion) bool { return !about(obls[0])(p) })
		if len(of) == 0 {
			return refuted("no evidence for obligation %d at %s", obls[0].ID, obls[0].Pos)
		}
		if out := coveringAll(ctx, t, same, in, of); out.Verdict != Confirmed {
			return out
		}
		obls = others
	}
	return confirmed()
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

// coveringAll decides whether the parts have all executions to errors of obls. It tries each kind of restriction in
// turn, with the parts that have no other kind: the other parts can only add executions.
//
//	regions              confirmed if a solver finds no input outside of all regions
//	ranges               confirmed if, in the order of paths, no path lies between one range and the next
//	conditions, edges    confirmed if each path of the automaton to an error stays in one of them, or leaves the
//	                     executions that graphs with open nodes leave open; regions of inputs count as such graphs
//	depths               never: a proof that no execution goes deeper is evidence of its own (verify.Unwinding)
//	several of these     never: such a cover can be written as a cover whose leaves have covers
func coveringAll(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions,
	parts []portion) Outcome {
	var boxes []*verify.Region
	var ranged, automata []verify.Scope
	var left *verify.Condition // the executions that no graph has
	graphs := 0
	for _, p := range parts {
		switch s := p.scope; {
		case p.open != nil:
			left, graphs = both(left, p.open), graphs+1
		case kinds(s) == 0:
			return confirmed()
		case only(s, region):
			boxes = append(boxes, s.Region)
		case only(s, paths):
			ranged = append(ranged, s)
		case only(s, automaton):
			automata = append(automata, s)
		}
	}
	first := Outcome{}
	tried := func(of int, out Outcome) bool {
		all := out.Verdict == Confirmed || of == len(parts)
		if all {
			first = out
		} else if first.Reason == "" {
			first = undecided("%s; scopes of several kinds are not looked at", out.Reason)
		}
		return all
	}
	if len(boxes) > 0 && tried(len(boxes), ofTriple(triple.Cover(ctx, t.Program, boxes, config(t, in)))) ||
		len(ranged) > 0 && tried(len(ranged), ranges(t.Program, ranged)) {
		return first
	}
	if n := graphs + len(automata); n > 0 {
		for _, r := range boxes {
			if c := Outside(t.Program, verify.Scope{Region: r}); c != nil {
				left, n = both(left, c), n+1
			}
		}
		tried(n, pathsCovered(ctx, t.Program, obls, automata, left))
	}
	if first.Reason == "" && first.Verdict != Confirmed {
		return undecided("depths do not show that scopes cover the program: that needs a proof that no execution goes deeper")
	}
	return first
}

// both returns the condition of the executions that both conditions leave open; nil stands for all executions.
func both(a, b *verify.Condition) *verify.Condition {
	if a == nil {
		return b
	}
	return a.And(b).Minimise()
}

// ranges decides whether the ranges of the scopes cover all paths. It starts with the first path, and moves to the end
// of the furthest range that contains the present path, until a range has no end.
func ranges(p *ir.Program, scopes []verify.Scope) Outcome {
	for _, s := range scopes {
		if why := foreignRange(p, s.Range); why != "" {
			return refuted("%s", why)
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

// foreignRange returns the reason why a range is not one of paths of the program; "" if there is none.
func foreignRange(p *ir.Program, r *verify.PathRange) string {
	switch {
	case strings.Trim(string(r.Lo)+string(r.Hi), "TF") != "":
		return "a range of paths with decisions other than T and F"
	case r.Form != "" && r.Form != restrict.Form(p):
		return "a range of paths of another form of the program"
	}
	return ""
}
