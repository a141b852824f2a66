package ir

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
)

// Graph returns the graph of f over location ids, with successors in the order of Out. Later changes of f do not change
// it.
func (f *Func) Graph() graph.Adj {
	g := make(graph.Adj, len(f.Locs))
	for i, l := range f.Locs {
		for _, e := range l.Out {
			g[i] = append(g[i], e.To.ID)
		}
	}
	return g
}

// CallGraph returns the call graph over function ids. The callees of a function are in the order of their first calls.
func (p *Program) CallGraph() graph.Adj {
	g := make(graph.Adj, len(p.Funcs))
	for i, f := range p.Funcs {
		for _, e := range f.Edges {
			if c, ok := e.Stmt.(*Call); ok && !slices.Contains(g[i], c.Func.ID) {
				g[i] = append(g[i], c.Func.ID)
			}
		}
	}
	return g
}

// Once reports whether an edge of p is certainly executed at most once in a run: it belongs to the entry function,
// which is not called, and lies on no cycle.
func (p *Program) Once(e *Edge) bool {
	if e.From.Func != p.Entry || e.To.LeadsTo(e.From) {
		return false
	}
	for _, f := range p.Funcs {
		for _, x := range f.Edges {
			if c, ok := x.Stmt.(*Call); ok && c.Func == p.Entry {
				return false
			}
		}
	}
	return true
}

// LeadsTo reports whether a path of zero or more edges leads from l to another location of the same function.
func (l *Loc) LeadsTo(to *Loc) bool {
	return Reach([]*Loc{l}, func(at *Loc, next func(*Loc)) bool {
		for _, e := range at.Out {
			next(e.To)
		}
		return at != to
	})[to]
}

// Reached returns the locations to which a path over edges and calls leads from the program's entry. It ignores the
// statements.
func (p *Program) Reached() map[*Loc]bool {
	return graph.Closure([]*Loc{p.Entry.Entry}, func(l *Loc, next func(*Loc)) {
		for _, e := range l.Out {
			next(e.To)
			if c, ok := e.Stmt.(*Call); ok {
				next(c.Func.Entry)
			}
		}
	})
}
