package reduce

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// kept says what of a plan is written: nodes, then calls, then the exits of instances.
type kept struct {
	pl   *plan
	in   []bool
	exit []int // by instance: the number of its first exit
}

// prune keeps what an error of the obligations (nil: all) can be reached from: in the same activation, in one that it
// calls, or in one that it returns to. An execution that comes to where this is over ends there, blocked; so, as
// Theorem 1 of paper 3 has it, the residual program has all executions that violate one of the obligations, and
// beginnings of others.
//
// An execution that leaves a function goes back to where it was called, which a graph does not say; but each node of a
// plan is reached, and each exit of an instance is reached from its entry. So there are two steps: what an error is
// reached from without leaving the function; and what that is reached from, calls being passed from their beginning to
// their end.
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

// all keeps everything.
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

// vertex is where a way of an instance leads: to a node, a call, an exit.
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

// backs lists the exits of a call after which something is kept.
func (k *kept) backs(c int) (exits []int) {
	for x, to := range k.pl.calls[c].back {
		if k.in[to] {
			exits = append(exits, x)
		}
	}
	return exits
}

// tells reports whether callers have to ask an instance in which state it returned.
func (k *kept) tells(in int) bool { return k.told(in) > 1 && len(k.pl.copies[in].calls) > 0 }

// told is in how many states an instance returns.
func (k *kept) told(in int) (n int) {
	for x := range k.pl.copies[in].exits {
		if k.in[k.exit[in]+x] {
			n++
		}
	}
	return n
}

// reached lists by instance the nodes that are written, the entry first, then in reverse postorder; nil: the
// instance is not called.
func (k *kept) reached() [][]int {
	pl := k.pl
	out := make([][]int, len(pl.copies))
	if len(pl.nodes) == 0 || !k.in[0] {
		return out
	}
	within := make(graph.Adj, len(pl.nodes)) // an instance
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
