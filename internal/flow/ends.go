package flow

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Ends tells how executions continue that enter a function: whether they may return, and whether they may end within
// the function. The locations after a call are reached only if the call returns, so that they depend on all locations
// in the callee where an execution may end.
//
// Executions that never end (Barraclough et al., TCS 411(11-13), 2010, on slices of them) are of two kinds. A cycle
// with no exits but errors is endless:
//
//	while (1) { x = in(); if (x == 9) reach_error(); }
//
// An analysis that assumes termination would conclude that it always ends with the error. Any other cycle is assumed
// to terminate, unless Loops is set.
type Ends struct {
	Calls *Calls
	Loops bool // any cycle and any recursion may be endless
	// Never reports the obligations whose error locations are not reached, so that nothing depends on reaching them;
	// nil: there are none.
	Never func(*ir.Obligation) bool
	// Left, if not nil, reports the locations that executions reach. It is given that executions do not leave them, and
	// that they end only by an error or never, so that nothing depends on this.
	Left func(*ir.Loc) bool

	of []outcomes // by Func.ID
}

// outcomes tells how executions that enter a function may continue.
type outcomes struct {
	returns bool // they reach its exit
	fails   bool // they reach an error
	quits   bool // they end otherwise, or never
}

// NewEnds looks at the functions bottom-up.
func NewEnds(calls *Calls, loops bool, never func(*ir.Obligation) bool, left func(*ir.Loc) bool) *Ends {
	x := &Ends{Calls: calls, Loops: loops, Never: never, Left: left, of: make([]outcomes, len(calls.Prog.Funcs))}
	for _, comp := range calls.Components() {
		x.returns(comp)
		recursive := calls.Recursive(comp[0])
		for again := true; again; {
			again = false
			for _, f := range comp {
				w := x.outcomes(f)
				w.quits = w.quits || x.of[f.ID].quits || recursive && x.Loops
				again = again || w != x.of[f.ID]
				x.of[f.ID] = w
			}
			if again || !recursive {
				continue
			}
			for _, f := range comp { // a recursion that only errors leave
				if w := &x.of[f.ID]; !w.returns && !w.quits {
					w.quits, again = true, true
				}
			}
		}
	}
	return x
}

// Stops reports whether an execution that enters f may not return.
func (x *Ends) Stops(f *ir.Func) bool { return x.of[f.ID].fails || x.of[f.ID].quits }

// returns finds the functions of a component that may return.
func (x *Ends) returns(comp []*ir.Func) {
	for again := true; again; {
		again = false
		for _, f := range comp {
			if x.of[f.ID].returns {
				continue
			}
			seen := ir.Reach([]*ir.Loc{f.Entry}, func(l *ir.Loc, next func(*ir.Loc)) bool {
				for _, e := range l.Out {
					if c, ok := e.Stmt.(*ir.Call); !ok || x.of[c.Func.ID].returns {
						next(e.To)
					}
				}
				return true
			})
			if seen[f.Exit] {
				x.of[f.ID].returns, again = true, true
			}
		}
	}
}

func (x *Ends) outcomes(f *ir.Func) (w outcomes) {
	a := x.automaton(f)
	for i, ok := range graph.Reachable(a.adj, f.Entry.ID) {
		if ok {
			w.returns = w.returns || i == f.Exit.ID
			w.fails = w.fails || a.ends[i].fails
			w.quits = w.quits || a.ends[i].quits || i < len(a.stays) && a.stays[i]
		}
	}
	return w
}

// automaton is the graph of a function's locations, with one more node: the end of the function or of the execution.
type automaton struct {
	adj  graph.Adj  // without edges to nodes from which no end and no cycle is reached
	ends []outcomes // by node: how executions end there
	// stays is true for heads of loops in which an execution may stay for ever. The nodes after the loop depend on the
	// edges that decide whether the head is reached again, so that the head counts as an end.
	stays []bool
}

func (x *Ends) automaton(f *ir.Func) *automaton {
	end := len(f.Locs)
	a := &automaton{make(graph.Adj, end+1), make([]outcomes, end+1), make([]bool, end)}
	for i, l := range f.Locs {
		x.leave(a, i, l)
	}
	comps, of := graph.SCC(a.adj)
	cycle := func(i int) bool { return len(comps[of[i]]) > 1 || slices.Contains(a.adj[i], i) }
	var last, calm []int // nodes where an execution may end or stay; where it may end without an error
	for i, w := range a.ends {
		if w.returns || w.quits {
			calm = append(calm, i)
		}
		if w != (outcomes{}) || cycle(i) {
			last = append(last, i)
		}
	}
	back := graph.Reverse(a.adj)
	alive, calmly := graph.Reachable(back, last...), graph.Reachable(back, calm...)
	for i, succ := range a.adj {
		var kept []int
		for _, to := range succ {
			if alive[to] {
				kept = append(kept, to)
			}
		}
		a.adj[i] = kept
	}
	order := graph.WeakOrder(a.adj, f.Entry.ID)
	for i := range f.Locs {
		if order.Pos(i) >= 0 && order.IsHead(i) {
			a.stays[i] = x.Loops || !calmly[i] && len(order.Heads(i)) == 1
		}
	}
	for i, w := range a.ends {
		if w != (outcomes{}) {
			a.adj[i] = append(a.adj[i], end)
		}
	}
	return a
}

// leave sets the edges and the ends of the node i for the location l.
func (x *Ends) leave(a *automaton, i int, l *ir.Loc) {
	w := &a.ends[i]
	switch {
	case l.Kind == ir.Error:
		w.fails = x.Never == nil || !x.Never(l.Obligation)
	case l.Kind == ir.Exit:
		w.returns = true
	case l.Kind == ir.Halt || len(l.Out) == 0 || MayBlock(l):
		w.quits = x.Left == nil
	}
	for _, e := range l.Out {
		away := x.Left != nil && !x.Left(e.To)
		switch s := e.Stmt.(type) { // sound: the others go on at the end of their edge
		case *ir.Undefined:
			w.quits = x.Left == nil
			continue
		case *ir.Call:
			c := x.of[s.Func.ID]
			w.fails, w.quits = w.fails || c.fails, w.quits || c.quits
			away = away || !c.returns
		}
		if away {
			continue
		}
		a.adj[i] = append(a.adj[i], e.To.ID)
	}
}

// MayBlock reports whether none of the assumes leaving l need hold.
func MayBlock(l *ir.Loc) bool {
	if len(l.Out) == 0 {
		return false
	}
	conds := make([]ir.Expr, 0, 2)
	for _, e := range l.Out {
		a, ok := e.Stmt.(*ir.Assume)
		if !ok {
			return false
		}
		conds = append(conds, a.Cond)
	}
	return len(conds) != 2 || !ir.Equal(ir.NotExpr(conds[0]), conds[1]) && !ir.Equal(ir.NotExpr(conds[1]), conds[0])
}
