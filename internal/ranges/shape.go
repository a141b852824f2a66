package ranges

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// shape is what guides know of the loops and calls of a program.
type shape struct {
	funcs map[*ir.Func]*funcShape
	comp  []int             // of the call graph, by Func.ID
	calls map[*ir.Func]bool // f may call itself, directly or through others
	turns map[*ir.Func]bool // there is a loop or recursion in f, or in what it calls
}

// funcShape is the same of one function; slices are by Loc.ID.
type funcShape struct {
	heads [][]int            // of the loops that a location is in, the outermost first
	loops map[int]*loopShape // by head
	ahead []bool             // a loop, or a call of a function with one, is to come: in this turn of the innermost loop
	again []bool             // a call is to come that may come back to this function: in this turn of the loops
	alone []bool             // the function's end can be reached without such a call
	ends  []int              // how executions may go on from here, the best way: see the constants
}

// How executions may end: by the function's end, by halting the program, or by errors and blocks only.
const (
	endsWell = iota
	endsHalted
	endsBadly
)

// loopShape is a loop: a component of the weak topological order.
type loopShape struct {
	// tested says that the loop is left where a turn begins, by conditions, as while and for loops are.
	tested bool
	out    []bool // by Loc.ID: the loop is left from here, where it is to be left, without another turn
}

// newShape looks at all functions.
func newShape(p *ir.Program) *shape {
	s := &shape{funcs: map[*ir.Func]*funcShape{}, calls: map[*ir.Func]bool{}, turns: map[*ir.Func]bool{}}
	calls := make(graph.Adj, len(p.Funcs))
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if c, is := e.Stmt.(*ir.Call); is {
				calls[f.ID] = append(calls[f.ID], c.Func.ID)
			}
		}
	}
	comps, of := graph.SCC(calls)
	s.comp = of
	orders := map[*ir.Func]*graph.WTO{}
	for i := len(comps) - 1; i >= 0; i-- { // who is called first
		for _, id := range comps[i] {
			f := p.Funcs[id]
			orders[f] = graph.WeakOrder(f.Graph(), f.Entry.ID)
			s.calls[f] = len(comps[i]) > 1 || slices.Contains(calls[id], id)
			s.turns[f] = s.calls[f] || slices.ContainsFunc(calls[id], func(g int) bool { return s.turns[p.Funcs[g]] }) ||
				slices.ContainsFunc(orders[f].Nodes(), orders[f].IsHead)
		}
	}
	for _, f := range p.Funcs {
		s.funcs[f] = s.function(f, orders[f])
	}
	return s
}

// back reports whether a call may come back to the function that makes it.
func (s *shape) back(e *ir.Edge) bool {
	c, is := e.Stmt.(*ir.Call)
	return is && s.calls[c.Func] && s.comp[c.Func.ID] == s.comp[e.From.Func.ID]
}

func (s *shape) function(f *ir.Func, order *graph.WTO) *funcShape {
	n := len(f.Locs)
	fs := &funcShape{heads: make([][]int, n), loops: map[int]*loopShape{}, ends: make([]int, n)}
	for i := range n {
		if order.Pos(i) >= 0 {
			fs.heads[i] = order.Heads(i)
		}
	}
	g := f.Graph()
	// The automaton without what begins another turn of a loop, and, in inner, without what leaves one.
	forward, inner, single := make(graph.Adj, n), make(graph.Adj, n), make(graph.Adj, n)
	var turning, calling, halts []int
	for i := range n {
		if order.Pos(i) >= 0 && order.IsHead(i) {
			turning = append(turning, i)
		}
		if f.Locs[i].Kind == ir.Halt {
			halts = append(halts, i)
		}
	}
	for _, e := range f.Edges {
		u, v := e.From.ID, e.To.ID
		if c, is := e.Stmt.(*ir.Call); is && s.turns[c.Func] {
			turning = append(turning, u)
		}
		if s.back(e) {
			calling = append(calling, u)
		} else {
			single[u] = append(single[u], v)
		}
		if slices.Contains(fs.heads[u], v) {
			continue
		}
		forward[u] = append(forward[u], v)
		if h := fs.heads[u]; len(h) == 0 || slices.Contains(fs.heads[v], h[len(h)-1]) {
			inner[u] = append(inner[u], v)
		}
	}
	fs.ahead, fs.again = graph.Reaching(inner, turning...), graph.Reaching(forward, calling...)
	fs.alone = graph.Reaching(single, f.Exit.ID)
	well, halted := graph.Reaching(g, f.Exit.ID), graph.Reaching(g, halts...)
	for i := range n {
		switch {
		case well[i]:
			fs.ends[i] = endsWell
		case halted[i]:
			fs.ends[i] = endsHalted
		default:
			fs.ends[i] = endsBadly
		}
	}
	for i := range n {
		if order.Pos(i) >= 0 && order.IsHead(i) {
			fs.loops[i] = fs.loop(f, i)
		}
	}
	return fs
}

// in reports whether a location is in the loop of a head.
func (fs *funcShape) in(loc, head int) bool { return slices.Contains(fs.heads[loc], head) }

func (fs *funcShape) loop(f *ir.Func, head int) *loopShape {
	once, test := make(graph.Adj, len(f.Locs)), make(graph.Adj, len(f.Locs))
	var outside []int
	for i := range f.Locs {
		if !fs.in(i, head) && fs.ends[i] != endsBadly {
			outside = append(outside, i)
		}
	}
	for _, e := range f.Edges {
		if u, v := e.From.ID, e.To.ID; fs.in(u, head) && v != head {
			once[u] = append(once[u], v)
			if inCondition(e) {
				test[u] = append(test[u], v)
			}
		}
	}
	if out := graph.Reaching(test, outside...); out[head] {
		return &loopShape{true, out}
	}
	return &loopShape{false, graph.Reaching(once, outside...)}
}

// inCondition reports whether an edge may be of what evaluates a condition: it decides, or reads into a temporary
// register.
func inCondition(e *ir.Edge) bool {
	switch st := e.Stmt.(type) { // sound: which way is wanted is a matter of taste
	case *ir.Assume, *ir.Skip, *ir.Input, *ir.LoadStmt:
		return true
	case *ir.Assign:
		return st.Dst.Source == ""
	}
	return false
}
