package ranges

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// shape has the facts about loops and calls of a program that guides need.
type shape struct {
	funcs map[*ir.Func]*funcShape
	comp  []int             // by Func.ID: the component of the call graph
	calls map[*ir.Func]bool // the functions that may call themselves, directly or through others
	turns map[*ir.Func]bool // the functions that have a loop or are recursive, or call such a function
}

// funcShape has the facts about one function. Slices are indexed by Loc.ID.
type funcShape struct {
	heads [][]int            // the heads of the loops that contain the location, the outermost first
	loops map[int]*loopShape // by head
	ahead []bool             // reaches a loop, or a call of a function with one, within an iteration of its innermost loop
	again []bool             // reaches a recursive call within an iteration of its loops
	alone []bool             // reaches the end of the function without a recursive call
	ends  []int              // the best end that executions can reach from here: see the constants
}

// How executions may end: by the function's end, by halting the program, or by errors and blocks only.
const (
	endsWell = iota
	endsHalted
	endsBadly
)

// loopShape is a loop: a component of the weak topological order.
type loopShape struct {
	// tested is set if conditions at the head of the loop can leave it, as in while and for loops.
	tested bool
	out    []bool // by Loc.ID: reaches the outside without another iteration; if tested, by the condition
}

// newShape computes the shape of a program.
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
	for i := len(comps) - 1; i >= 0; i-- { // callees first
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

// back reports whether a call is recursive.
func (s *shape) back(e *ir.Edge) bool {
	c, is := e.Stmt.(*ir.Call)
	return is && s.calls[c.Func] && s.comp[c.Func.ID] == s.comp[e.From.Func.ID]
}

// function computes the facts about f; order is its weak topological order.
func (s *shape) function(f *ir.Func, order *graph.WTO) *funcShape {
	n := len(f.Locs)
	fs := &funcShape{heads: make([][]int, n), loops: map[int]*loopShape{}, ends: make([]int, n)}
	for i := range n {
		if order.Pos(i) >= 0 {
			fs.heads[i] = order.Heads(i)
		}
	}
	g := f.Graph()
	// forward is the automaton without the edges that begin another iteration of a loop; inner is forward without the
	// edges that leave a loop; single is the automaton without recursive calls.
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

// in reports whether a location is in the loop with the given head.
func (fs *funcShape) in(loc, head int) bool { return slices.Contains(fs.heads[loc], head) }

// loop computes the shape of the loop with the given head.
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

// inCondition reports whether an edge may belong to the evaluation of a condition: it decides, or assigns a temporary
// register.
func inCondition(e *ir.Edge) bool {
	switch st := e.Stmt.(type) { // sound: the choice of a path is a heuristic
	case *ir.Assume, *ir.Skip, *ir.Input, *ir.LoadStmt:
		return true
	case *ir.Assign:
		return st.Dst.Source == ""
	}
	return false
}
