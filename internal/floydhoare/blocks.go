package floydhoare

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file makes one letter of all cycle-free paths between two locations: D. Beyer, A. Cimatti, A. Griggio, M. E.
// Keremoglu, R. Sebastiani: Software model checking via large-block encoding (FMCAD 2009). The rules of the paper are
// applied until they change nothing. A location with one predecessor and one successor is no longer a state (Rule 1).
// All paths from one state to another are one letter (Rule 2).
//
//	L2 -c-> L3 -x = 1-> L5, L2 -!c-> L4 -x = 2-> L5      becomes L2 -[c; x = 1 | !c; x = 2]-> L5
//
// Deviations: heads of loops are states, whatever the order of the rules. The number of paths and edges of a letter is
// bounded, since a predicate between letters has to be right for all their paths. A location with several successors
// that do not meet again stays a state (Rule 1 copies the edges that lead to such a location).

// mostEdges bounds the edges of a letter with several paths.
const mostEdges = 60

// extent is the size of a letter between two states.
type extent struct{ edges, paths int }

// inner reports, by Loc.ID, which locations of a function lie inside of letters, and so are not states. The parameter
// most bounds the paths of a letter. Only locations that satisfy allowed are considered.
func inner(f *ir.Func, most int, cut, allowed func(*ir.Loc) bool) []bool {
	next := make([]map[int]extent, len(f.Locs))
	prev := make([]map[int]bool, len(f.Locs))
	for _, l := range f.Locs {
		next[l.ID], prev[l.ID] = map[int]extent{}, map[int]bool{}
	}
	calls := make([]bool, len(f.Locs))
	for _, e := range f.Edges {
		if !allowed(e.From) {
			continue
		}
		if _, is := e.Stmt.(*ir.Call); is {
			calls[e.From.ID], calls[e.To.ID] = true, true
		}
		if !allowed(e.To) {
			continue
		}
		x := next[e.From.ID][e.To.ID]
		next[e.From.ID][e.To.ID] = extent{x.edges + 1, x.paths + 1}
		prev[e.To.ID][e.From.ID] = true
	}
	order := graph.WeakOrder(f.Graph(), f.Entry.ID)
	var may []int
	for _, l := range f.Locs {
		if allowed(l) && l != f.Entry && l != f.Exit && l.Kind != ir.Error && !calls[l.ID] && !order.IsHead(l.ID) &&
			(cut == nil || !cut(l)) {
			may = append(may, l.ID)
		}
	}
	out := make([]bool, len(f.Locs))
	for again := true; again; {
		again = false
		for _, l := range may {
			if out[l] || len(prev[l]) != 1 || len(next[l]) != 1 {
				continue
			}
			var from, to int
			for s := range prev[l] {
				from = s
			}
			for s := range next[l] {
				to = s
			}
			a, b, direct := next[from][l], next[l][to], next[from][to]
			x := extent{a.edges + b.edges + direct.edges, a.paths*b.paths + direct.paths}
			if x.paths > 1 && (x.paths > most || x.edges > mostEdges) {
				continue
			}
			out[l], again = true, true
			delete(next[from], l)
			delete(prev[to], l)
			next[from][to] = x
			prev[to][from] = true
		}
	}
	return out
}

// between lists the blocks that begin at a state, one for each state at which they end.
func between(l *ir.Loc, inside []bool, allowed func(*ir.Loc) bool) (out []Block) {
	var order, ends []*ir.Loc // the locations inside of the blocks, topologically sorted, and the states at their ends
	seen := map[*ir.Loc]bool{}
	var visit func(*ir.Loc)
	visit = func(at *ir.Loc) {
		for _, e := range at.Out {
			switch to := e.To; {
			case !allowed(to) || seen[to]:
			case inside[to.ID]:
				seen[to] = true
				visit(to)
				order = append(order, to)
			default:
				seen[to] = true
				ends = append(ends, to)
			}
		}
	}
	visit(l)
	slices.Reverse(order)
	for _, end := range ends {
		leads := map[*ir.Loc]bool{}
		place := map[*ir.Loc]int{}
		b := Block{At: []*ir.Loc{l}}
		for _, x := range slices.Backward(order) {
			leads[x] = slices.ContainsFunc(x.Out, func(e *ir.Edge) bool { return e.To == end || leads[e.To] })
		}
		for _, x := range order {
			if leads[x] {
				place[x] = len(b.At)
				b.At = append(b.At, x)
			}
		}
		last := len(b.At)
		b.At = append(b.At, end)
		b.Graph.Nodes = last + 1
		for i, x := range b.At[:last] {
			for _, e := range x.Out {
				if e.To == end {
					b.Graph.Steps = append(b.Graph.Steps, vc.BlockStep{From: i, To: last, Edge: e})
				} else if k, is := place[e.To]; is {
					b.Graph.Steps = append(b.Graph.Steps, vc.BlockStep{From: i, To: k, Edge: e})
				}
			}
		}
		out = append(out, b)
	}
	return out
}

// Straight reports whether a block is a sequence of edges.
func (b Block) Straight() bool { return len(b.Graph.Steps) == b.Graph.Nodes-1 }

// Path returns the edges of a shortest path through a block.
func (b Block) Path() (out []*ir.Edge) {
	if b.Straight() {
		return b.Edges()
	}
	best := make([][]*ir.Edge, b.Graph.Nodes)
	for _, s := range b.Graph.Steps {
		if path := best[s.From]; best[s.To] == nil || len(path)+1 < len(best[s.To]) {
			best[s.To] = append(slices.Clone(path), s.Edge)
		}
	}
	return best[len(best)-1]
}

// appendTo returns the path with the block added at its end.
func (b Block) appendTo(path vc.Path) vc.Path {
	if b.Straight() {
		path.Edges = append(path.Edges, b.Edges()...)
		return path
	}
	path.Blocks = append(path.Blocks, make([]vc.Block, len(path.Edges)-len(path.Blocks))...)
	path.Edges, path.Blocks = append(path.Edges, nil), append(path.Blocks, b.Graph)
	return path
}
