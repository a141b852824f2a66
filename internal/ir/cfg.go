package ir

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
)

// Graph is the automaton of f over location ids, successors in the order of
// Out. It is a copy: later changes of f do not show.
func (f *Func) Graph() graph.Adj {
	g := make(graph.Adj, len(f.Locs))
	for i, l := range f.Locs {
		for _, e := range l.Out {
			g[i] = append(g[i], e.To.ID)
		}
	}
	return g
}

// CallGraph has an edge f -> g, by function ids, for each g that f calls, in the order of first calls.
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

// LeadsTo reports whether a way, of no edge or more, goes from l to another location of its function.
func (l *Loc) LeadsTo(to *Loc) bool {
	seen := map[*Loc]bool{}
	for work := []*Loc{l}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if at == to {
			return true
		}
		if !seen[at] {
			seen[at] = true
			for _, e := range at.Out {
				work = append(work, e.To)
			}
		}
	}
	return false
}

// Reached are the locations that the automaton leads to from the program's entry, whatever the statements do:
// over edges, and over calls.
func (p *Program) Reached() map[*Loc]bool {
	seen := map[*Loc]bool{p.Entry.Entry: true}
	work := []*Loc{p.Entry.Entry}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.Out {
			next := []*Loc{e.To}
			if c, ok := e.Stmt.(*Call); ok {
				next = append(next, c.Func.Entry)
			}
			for _, to := range next {
				if !seen[to] {
					seen[to] = true
					work = append(work, to)
				}
			}
		}
	}
	return seen
}
