package symex

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// SolveGiven is Solve for runs in which some inputs have given values, which the run of the node has read as well. The
// callback given returns these inputs. It is called once for each path, since its result gives values in the order of
// reading. An Unsat holds only for runs with these values, and does not mark the arc as infeasible; Exact reports
// whether it holds for all such runs.
func (x *Explorer) SolveGiven(ctx context.Context, n *Node, a *Arc, given func() exec.Inputs, b smt.Budget) Solution {
	if a.cond == nil {
		return Solution{Reason: "the condition is not known in terms of inputs"}
	}
	if a.Infeasible {
		return Solution{Result: smt.Unsat, Exact: n.General}
	}
	cs, vars := x.slices.Slice(n.Constraints(), []*term.Term{a.cond})
	values := x.given(n, vars, given())
	var open []*term.Term
	for _, c := range cs {
		switch c = x.c.Subst(c, values); {
		case c.IsFalse():
			return Solution{Result: smt.Unsat, Exact: n.General}
		case !c.IsTrue():
			open = append(open, c)
		}
	}
	m, ans := x.ask(ctx, open, b)
	sol := Solution{Result: ans.Result, Reason: ans.Reason, Work: ans.Work, Exact: n.General}
	if ans.Result == smt.Sat {
		var free []*term.Term
		for _, v := range vars {
			if values[v] == nil {
				free = append(free, v)
			}
		}
		sol.Test = &verify.Test{Records: Merge(x.Prog, *n.test, x.records(m, open, free)), Note: "directed"}
	}
	return sol
}

// given returns the values that the given inputs have for constants in vars, along the path to a node.
func (x *Explorer) given(n *Node, vars []*term.Term, in exec.Inputs) map[*term.Term]*term.Term {
	var nodes []*Node
	for m := n; m != nil; m = m.Parent {
		nodes = append(nodes, m)
	}
	fixed := map[ir.Key]uint64{}
	for i := len(nodes) - 1; i >= 0; i-- {
		for _, r := range nodes[i].reads {
			k := ir.Key{Site: r.site.ID, Occ: r.occ}
			if r.site.Type.Kind == ir.Ptr {
				k.Off = -1
			}
			if bits, ok := in.Next(k, r.site, r.site.Type); ok {
				fixed[k] = bits
			}
		}
	}
	by := map[*term.Term]*term.Term{}
	for _, v := range vars {
		o, ok := x.origin[v]
		if !ok || o.array {
			continue
		}
		bits, ok := fixed[o.key]
		if o.bytes {
			t := o.typ
			if t.Kind != ir.Ptr {
				t = ir.Type{Kind: ir.Int, Bits: uint8(8 * t.Size())}
			}
			bits, ok = in.Next(o.key, x.Prog.Sites[o.key.Site], t)
		}
		switch {
		case !ok:
		case o.typ.Kind == ir.Ptr:
			by[v] = x.c.Bool(bits == 0)
		default:
			by[v] = x.enc.Literal(o.typ, bits).T
		}
	}
	return by
}
