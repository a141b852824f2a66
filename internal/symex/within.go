package symex

import (
	"context"
	"maps"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file encodes regions of entry inputs as constraints. An input that a path has not read yet may have any value: a
// path is within a region if it has a continuation whose inputs lie in the region. Ranges of sites for which
// Region.Vars has no register are ignored.

// SolveWithin is Solve for inputs in a region. Since Unsat does not hold for other inputs, it does not mark the arc.
func (x *Explorer) SolveWithin(ctx context.Context, n *Node, a *Arc, r *verify.Region, b smt.Budget) Solution {
	if a.cond == nil {
		return Solution{Reason: "the condition is not known in terms of inputs"}
	}
	if a.Infeasible {
		return Solution{Result: smt.Unsat}
	}
	in := x.within(n, r)
	path, goal := n.Constraints(), []*term.Term{a.cond}
	if x.runs(n, in) { // the run of the node lies in the region, so the constraints of the region can be sliced too
		path = append(path, in...)
	} else {
		goal = append(goal, in...)
	}
	s := x.solve(ctx, n, path, goal, b)
	s.Exact = false
	return s
}

// Within looks for inputs in a region, for any path.
func (x *Explorer) Within(ctx context.Context, r *verify.Region, b smt.Budget) Solution {
	s := x.solve(ctx, &Node{test: &[]ir.Record{}}, nil, x.within(nil, r), b)
	s.Exact = false
	return s
}

// within returns the region as constraints on the inputs that the path to n has read, and on constants for unread
// inputs. If n is nil, no input is read.
func (x *Explorer) within(n *Node, r *verify.Region) []*term.Term {
	values := map[int]*vc.Value{}
	for ; n != nil; n = n.Parent {
		for _, rd := range n.reads {
			if rd.occ == 0 && rd.value != nil {
				values[rd.site.ID] = rd.value
			}
		}
	}
	s := x.Root.state
	known := func(site int, v *ir.Var) bool {
		if site < 0 || site >= len(x.Prog.Sites) || x.Prog.Sites[site].Type != v.Type || v.Type.Kind != ir.Int &&
			v.Type.Kind != ir.Bool {
			return false
		}
		val := values[site]
		if val == nil {
			if val = x.unread[site]; val == nil {
				val = x.enc.Fresh("in", v.Type)
				x.unread[site] = val
				x.origin[val.T] = origin{key: ir.Key{Site: site}, typ: v.Type}
			}
		}
		s = x.enc.WithReg(s, v, val)
		return true
	}
	var out []*term.Term
	add := func(cond ir.Expr) { out = append(out, vc.Conjuncts(x.c, x.enc.Cond(s, cond))...) }
	for _, d := range r.Box {
		v := r.Vars[d.Site]
		if v == nil || v.Type != d.Type || !known(d.Site, v) {
			continue // the range is not about an input with a register
		}
		if d.Type.Kind == ir.Bool {
			if d.Lo == d.Hi {
				add(&ir.Binary{Op: ir.Eq, X: ir.NewRef(v), Y: &ir.Const{T: d.Type, Bits: d.Lo}})
			}
			continue
		}
		add(&ir.Binary{Op: ir.Le, X: &ir.Const{T: d.Type, Bits: d.Lo}, Y: ir.NewRef(v)})
		add(&ir.Binary{Op: ir.Le, X: ir.NewRef(v), Y: &ir.Const{T: d.Type, Bits: d.Hi}})
	}
	if r.Cond == nil {
		return out
	}
	for _, site := range slices.Sorted(maps.Keys(r.Vars)) {
		if !known(site, r.Vars[site]) {
			return out
		}
	}
	add(r.Cond)
	return out
}

// runs reports whether the inputs of the run of a node satisfy the constraints.
func (x *Explorer) runs(n *Node, cs []*term.Term) bool {
	for _, c := range cs {
		if ok, err := x.c.Holds(x.model(n, x.slices.Vars(c)), c); err != nil || !ok {
			return false
		}
	}
	return true
}
