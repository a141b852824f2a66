package enginetest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Forge returns a changed proof, which is usually wrong, and a text that describes the changes. In a graph, it removes
// error nodes and then tries to hide that.
func Forge(r *rand.Rand, ev verify.Evidence) (verify.Evidence, string) {
	switch ev := ev.(type) { // sound: others are not changed
	case *verify.Annotated:
		return forgeGraph(r, ev)
	case *verify.Inductive:
		return forgeInvariants(r, ev)
	case *verify.Passed:
		forged, how := forgeInvariants(r, &verify.Inductive{Invariants: ev.Invariants})
		return &verify.Passed{Invariants: forged.Invariants}, how
	}
	return ev, "as it is"
}

// forgeInvariants changes some invariants.
func forgeInvariants(r *rand.Rand, ev *verify.Inductive) (*verify.Inductive, string) {
	out := *ev
	out.Invariants = slices.Clone(ev.Invariants)
	how := ""
	for range 1 + r.IntN(3) {
		if len(out.Invariants) == 0 {
			break
		}
		i, j := r.IntN(len(out.Invariants)), r.IntN(len(out.Invariants))
		x := &out.Invariants[i]
		parts := ir.Conjuncts(x.Expr)
		others := ir.Conjuncts(out.Invariants[j].Expr)
		same := out.Invariants[j].Loc.Func == x.Loc.Func
		switch r.IntN(6) {
		case 0:
			x.Expr = ir.NewBool(false)
			how += fmt.Sprintf(" false at L%d;", x.Loc.ID)
		case 1:
			if k := r.IntN(len(parts) + 1); k < len(parts) {
				x.Expr = ir.NewAnd(slices.Delete(slices.Clone(parts), k, k+1)...)
				how += fmt.Sprintf(" L%d says less;", x.Loc.ID)
			}
		case 2:
			if same && len(others) > 0 {
				x.Expr = ir.NewAnd(x.Expr, others[r.IntN(len(others))])
				how += fmt.Sprintf(" L%d says more;", x.Loc.ID)
			}
		case 3:
			if same {
				x.Expr, out.Invariants[j].Expr = out.Invariants[j].Expr, x.Expr
				how += fmt.Sprintf(" L%d for L%d;", out.Invariants[j].Loc.ID, x.Loc.ID)
			}
		case 4:
			how += fmt.Sprintf(" L%d says nothing;", x.Loc.ID)
			out.Invariants = slices.Delete(out.Invariants, i, i+1)
		case 5:
			if len(parts) > 0 {
				x.Expr = ir.NewAnd(x.Expr, ir.NotExpr(parts[r.IntN(len(parts))]))
				how += fmt.Sprintf(" L%d contradicts itself;", x.Loc.ID)
			}
		}
	}
	return &out, how
}

// forgeGraph removes the edges to errors and makes some further changes.
func forgeGraph(r *rand.Rand, ev *verify.Annotated) (verify.Evidence, string) {
	out := *ev
	out.Nodes, out.Edges = slices.Clone(ev.Nodes), nil
	how := ""
	bad := func(i int) bool { return out.Nodes[i].Loc.Kind == ir.Error }
	for _, e := range ev.Edges {
		if !bad(e.To) && !bad(e.From) {
			out.Edges = append(out.Edges, e)
		}
	}
	node := func() int { return r.IntN(len(out.Nodes)) }
	like := func(i int, frame bool) int {
		var all []int
		for j, n := range out.Nodes {
			if n.Loc == out.Nodes[i].Loc && j != i && (!frame || n.Frame == out.Nodes[i].Frame) {
				all = append(all, j)
			}
		}
		if len(all) == 0 {
			return i
		}
		return all[r.IntN(len(all))]
	}
	some := func() ir.Expr { // returns a conjunct of a random formula
		for range 5 {
			if f := out.Nodes[node()].Formula; f != nil {
				cs := ir.Conjuncts(f)
				if len(cs) > 0 {
					return cs[r.IntN(len(cs))]
				}
			}
		}
		return ir.NewBool(false)
	}
	for range 1 + r.IntN(4) {
		i := node()
		n := &out.Nodes[i]
		switch k := r.IntN(12); k {
		case 0:
			n.Formula = ir.NewBool(false)
			how += fmt.Sprintf(" false at %d;", i)
		case 1, 2:
			if j := like(i, false); n.Formula != nil && out.Nodes[j].Formula != nil {
				n.Formula = ir.NewAnd(n.Formula, out.Nodes[j].Formula)
				how += fmt.Sprintf(" %d also says %d;", i, j)
			}
		case 3:
			if n.Formula != nil {
				n.Formula = ir.NewAnd(n.Formula, some())
				how += fmt.Sprintf(" %d says more;", i)
			}
		case 4:
			n.Formula = nil
			how += fmt.Sprintf(" %d inside;", i)
		case 5:
			if j := like(i, true); j != i {
				out.Edges = slices.DeleteFunc(out.Edges, func(e verify.AnnotatedEdge) bool { return e.From == i })
				out.Edges = append(out.Edges, verify.AnnotatedEdge{From: i, To: j, Caller: -1})
				how += fmt.Sprintf(" %d covered by %d;", i, j)
			}
		case 6:
			if len(out.Edges) > 0 {
				k := r.IntN(len(out.Edges))
				out.Edges[k].To = like(out.Edges[k].To, true)
				how += fmt.Sprintf(" edge %d elsewhere;", k)
			}
		case 7:
			if len(out.Edges) > 0 {
				k := r.IntN(len(out.Edges))
				if c := out.Edges[k].Caller; c >= 0 {
					out.Edges[k].Caller = like(c, false)
					how += fmt.Sprintf(" return %d for another;", k)
				}
			}
		case 8: // about half of the formulas are removed
			for j := range out.Nodes {
				if r.IntN(2) == 0 {
					out.Nodes[j].Formula = nil
				}
			}
			how += " fewer formulas;"
		case 9: // a disjunction with the formula of a similar node
			if j := like(i, true); j != i && n.Formula != nil && out.Nodes[j].Formula != nil {
				n.Formula = &ir.Binary{Op: ir.LOr, X: n.Formula, Y: &ir.Binary{Op: ir.LAnd, X: out.Nodes[j].Formula, Y: some()}}
				how += fmt.Sprintf(" %d or %d;", i, j)
			}
		case 10:
			if len(out.Edges) > 0 {
				k := r.IntN(len(out.Edges))
				out.Edges = slices.Delete(out.Edges, k, k+1)
				how += fmt.Sprintf(" edge %d gone;", k)
			}
		case 11:
			out.Nodes = append(out.Nodes, verify.AnnotatedNode{Loc: n.Loc, Frame: n.Frame})
			k, j := len(out.Nodes)-1, like(i, true)
			if n.Loc == n.Loc.Func.Entry {
				break
			}
			out.Edges = append(out.Edges, verify.AnnotatedEdge{From: i, To: k, Caller: -1},
				verify.AnnotatedEdge{From: k, To: j, Caller: -1})
			how += fmt.Sprintf(" %d covered by %d by way of %d;", i, j, k)
		}
	}
	return &out, how
}
