package flow

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Ends has for each function whether executions that enter it may return, and whether they may end within it. The
// locations after a call are reached only if the call returns. So they depend on all locations in the called function
// where an execution may end.
//
// Executions that never end (Barraclough et al., TCS 411(11-13), 2010, on slices of them) are of two kinds. A cycle
// without exits other than errors is endless:
//
//	while (1) { x = in(); if (x == 9) reach_error(); }
//
// An analysis that assumes termination would conclude that this loop always ends with the error. Any other cycle is
// assumed to terminate, unless Loops is set.
type Ends struct {
	Calls *Calls
	Loops bool // any cycle and any recursion may be endless
	// Never, if not nil, reports whether the error locations of an obligation are known to be unreachable. Then no
	// location depends on not reaching them.
	Never func(*ir.Obligation) bool
	// Left, if not nil, reports whether executions reach a location. The caller promises that executions do not leave
	// these locations, and that they end only by an error or never. Then no location depends on other ends.
	Left func(*ir.Loc) bool

	of []outcomes // by Func.ID
}

// outcomes describes how executions that enter a function may continue.
type outcomes struct {
	returns bool // an execution may reach the exit
	fails   bool // an execution may reach an error
	quits   bool // an execution may end otherwise, or run for ever
}

// NewEnds analyses the functions of a program, callees first. The arguments are the fields of Ends.
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
			for _, f := range comp { // a recursion that only an error can leave is endless
				if w := &x.of[f.ID]; !w.returns && !w.quits {
					w.quits, again = true, true
				}
			}
		}
	}
	return x
}

// stops reports whether an execution that enters f may not return.
func (x *Ends) stops(f *ir.Func) bool { return x.of[f.ID].fails || x.of[f.ID].quits }

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

// outcomes returns how executions that enter f may continue, given the outcomes of the functions that it calls.
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
	adj  graph.Adj  // without edges to nodes that reach no end and no cycle
	ends []outcomes // by node: how an execution may end at the node
	// stays has by node whether it is the head of a loop in which an execution may stay for ever. Such a head counts as
	// an end, since the nodes after the loop depend on the edges that decide whether the head is reached again.
	stays []bool
}

// automaton returns the graph of f.
func (x *Ends) automaton(f *ir.Func) *automaton {
	end := len(f.Locs)
	a := &automaton{make(graph.Adj, end+1), make([]outcomes, end+1), make([]bool, end)}
	for i, l := range f.Locs {
		x.leave(a, i, l)
	}
	comps, of := graph.SCC(a.adj)
	cycle := func(i int) bool { return len(comps[of[i]]) > 1 || slices.Contains(a.adj[i], i) }
	var last, calm []int // last: nodes where an execution may end or stay; calm: where it may end without an error
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

// leave sets the edges and the ends of node i, which is the location l.
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
		switch s := e.Stmt.(type) { // sound: other statements continue at the end of their edge
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

// MayBlock reports whether an execution may be stuck at l: the edges that leave l are assumes, and it may be that none
// of them holds.
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
