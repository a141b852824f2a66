package reduce

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// kept is the part of a plan that is written.
type kept struct {
	pl   *plan
	in   []bool // by vertex: it is kept; first the nodes, then the calls, then all exits
	exit []int  // by instance: the number of its first exit
}

// prune keeps the part of a plan from which an error of one of the obligations (nil: all) can be reached: in the same
// activation, in one that it calls, or in one to which it returns. An execution that leaves this part is blocked there.
// So the residual program has all executions that violate one of the obligations, and prefixes of others, as in Theorem
// 1 of paper 3.
//
// An execution that leaves a function returns to the call from which it came, which reachability in a graph does not
// express. But each node of a plan is reachable, and each exit of an instance is reachable from its entry. So two steps
// suffice: first the vertices from which an error is reached without leaving the function; then the vertices from which
// one of these is reached, where a call is passed from its beginning to its end.
func (pl *plan) prune(obligations []*ir.Obligation) *kept {
	k := pl.all()
	inside := make(graph.Adj, len(k.in))
	after := make(graph.Adj, len(k.in))
	var errors []int
	for n, x := range pl.nodes {
		if o := x.loc.Obligation; o != nil && (obligations == nil || slices.Contains(obligations, o)) {
			errors = append(errors, n)
		}
		for _, m := range x.moves {
			for _, w := range m.ways {
				if w.to == none {
					continue
				}
				to := k.vertex(x.copy, m.edge, w)
				after[n] = append(after[n], to)
				if _, returns := m.edge.Stmt.(*ir.Return); !returns {
					inside[n] = append(inside[n], to)
				}
			}
		}
	}
	for c, x := range pl.calls {
		v := len(pl.nodes) + c
		after[v] = x.back
		inside[v] = append(slices.Clip(x.back), pl.copies[x.into].entries...)
		for i, to := range x.back {
			e := k.exit[x.into] + i
			after[e] = append(after[e], to)
		}
	}
	var reach []int
	for v, in := range graph.Reaching(inside, errors...) {
		if in {
			reach = append(reach, v)
		}
	}
	k.in = graph.Reaching(after, reach...)
	return k
}

// all returns the whole plan.
func (pl *plan) all() *kept {
	k := &kept{pl: pl, exit: make([]int, len(pl.copies))}
	total := len(pl.nodes) + len(pl.calls)
	for i, g := range pl.copies {
		k.exit[i] = total
		total += len(g.exits)
	}
	k.in = make([]bool, total)
	for i := range k.in {
		k.in[i] = true
	}
	return k
}

// vertex returns the number of the vertex to which a way of an instance leads: a node, a call or an exit.
func (k *kept) vertex(in int, e *ir.Edge, w way) int {
	switch e.Stmt.(type) { // sound: all others lead to nodes
	case *ir.Call:
		return len(k.pl.nodes) + w.call
	case *ir.Return:
		return k.exit[in] + w.to
	}
	return w.to
}

// way reports whether a way is kept.
func (k *kept) way(in int, e *ir.Edge, w way) bool { return w.to != none && k.in[k.vertex(in, e, w)] }

// backs returns the exits of a call after which the caller has a kept node.
func (k *kept) backs(c int) (exits []int) {
	for x, to := range k.pl.calls[c].back {
		if k.in[to] {
			exits = append(exits, x)
		}
	}
	return exits
}

// tells reports whether callers must read the state in which an instance returned.
func (k *kept) tells(in int) bool { return k.told(in) > 1 && len(k.pl.copies[in].calls) > 0 }

// told returns the number of states in which an instance returns.
func (k *kept) told(in int) (n int) {
	for x := range k.pl.copies[in].exits {
		if k.in[k.exit[in]+x] {
			n++
		}
	}
	return n
}

// reached returns, by instance, the nodes that are written: the entry first, then in reverse postorder; nil if the
// instance is not called.
func (k *kept) reached() [][]int {
	pl := k.pl
	out := make([][]int, len(pl.copies))
	if len(pl.nodes) == 0 || !k.in[0] {
		return out
	}
	within := make(graph.Adj, len(pl.nodes)) // edges within an instance
	through := make(graph.Adj, len(pl.nodes))
	for n, x := range pl.nodes {
		for i := len(x.moves) - 1; i >= 0; i-- { // the last one first, so that the order has the first one first
			e := x.moves[i].edge
			for j := len(x.moves[i].ways) - 1; j >= 0; j-- {
				w := x.moves[i].ways[j]
				if !k.way(x.copy, e, w) {
					continue
				}
				switch e.Stmt.(type) { // sound: all others lead to nodes
				case *ir.Call:
					for _, b := range k.backs(w.call) {
						within[n] = append(within[n], pl.calls[w.call].back[b])
					}
					through[n] = append(through[n], w.to)
				case *ir.Return:
				default:
					within[n] = append(within[n], w.to)
				}
			}
		}
		through[n] = append(through[n], within[n]...)
	}
	seen := graph.Reachable(through, 0)
	var roots []int
	for _, g := range pl.copies {
		for _, n := range g.entries {
			if seen[n] {
				roots = append(roots, n)
				break
			}
		}
	}
	for _, n := range graph.ReversePostOrder(within, roots...) {
		in := pl.nodes[n].copy
		out[in] = append(out[in], n)
	}
	return out
}
