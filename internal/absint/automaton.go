package absint

import (
	"iter"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// automaton is the set of edges that are analysed: all edges of a program, or a subset. With a subset, the cost of
// its methods depends on the size of the subset only.
type automaton struct {
	p     *Program
	list  []*ir.Edge              // nil for all edges of p
	ends  map[*ir.Loc]*ends       // nil if list is nil
	calls map[*ir.Func][]*ir.Edge // the edges of list that call a function
}

// ends holds the edges of a subset that enter and leave one location.
type ends struct{ in, out []*ir.Edge }

// newAutomaton returns the automaton of edges, or of all edges of p if edges is nil.
func newAutomaton(p *Program, edges []*ir.Edge) *automaton {
	g := &automaton{p: p, list: edges}
	if edges == nil {
		return g
	}
	g.ends, g.calls = map[*ir.Loc]*ends{}, map[*ir.Func][]*ir.Edge{}
	at := func(l *ir.Loc) *ends {
		if g.ends[l] == nil {
			g.ends[l] = &ends{}
		}
		return g.ends[l]
	}
	for _, e := range edges {
		from, to := at(e.From), at(e.To)
		from.out, to.in = append(from.out, e), append(to.in, e)
		if c, ok := e.Stmt.(*ir.Call); ok {
			g.calls[c.Func] = append(g.calls[c.Func], e)
			at(c.Func.Entry)
		}
	}
	at(p.prog.Entry.Entry)
	return g
}

// out returns the edges that leave l.
func (g *automaton) out(l *ir.Loc) []*ir.Edge {
	switch {
	case g.ends == nil:
		return l.Out
	case g.ends[l] == nil:
		return nil
	}
	return g.ends[l].out
}

// in returns the edges that enter l. With a subset of edges, l must be an end of one of them.
func (g *automaton) in(l *ir.Loc) []*ir.Edge {
	if g.ends == nil {
		return l.In
	}
	return g.ends[l].in
}

// sites lists the edges that call f.
func (g *automaton) sites(f *ir.Func) []*ir.Edge {
	if g.ends == nil {
		return g.p.calls.Sites(f)
	}
	return g.calls[f]
}

// edges returns an iterator over the edges of g.
func (g *automaton) edges() iter.Seq[*ir.Edge] {
	return func(yield func(*ir.Edge) bool) {
		for _, e := range g.list {
			if !yield(e) {
				return
			}
		}
		if g.ends != nil {
			return
		}
		for _, f := range g.p.prog.Funcs {
			for _, e := range f.Edges {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// funcs returns the functions of which an edge of g touches the entry, with callees before their callers.
func (g *automaton) funcs() (out []*ir.Func) {
	for _, f := range g.p.calls.BottomUp() {
		if g.ends == nil || g.ends[f.Entry] != nil {
			out = append(out, f)
		}
	}
	return out
}

// order returns the weak topological order of f, and the location of each node of this order.
func (g *automaton) order(f *ir.Func) (*graph.WTO, []*ir.Loc) {
	if g.ends == nil {
		return g.p.wto[f.ID], f.Locs
	}
	locs, number := []*ir.Loc{f.Entry}, map[*ir.Loc]int{f.Entry: 0}
	adj := graph.Adj{nil}
	for i := 0; i < len(locs); i++ {
		for _, e := range g.out(locs[i]) {
			n, ok := number[e.To]
			if !ok {
				n = len(locs)
				number[e.To] = n
				locs, adj = append(locs, e.To), append(adj, nil)
			}
			adj[i] = append(adj[i], n)
		}
	}
	return graph.WeakOrder(adj, 0), locs
}
