package synergy

import (
	"maps"
	"slices"

	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file writes a proof for a program with calls. The invariant at each location of each function is the disjunction
// of the regions that are reached. The invariants at its entry and its exit are the contract of a function. The
// invariants are inductive, since an edge to a region that is not reached was removed, begins in a region that is not
// reached, or leads over a call whose exit region is not reached.
//
// A call from which no path leads to the error is not in the abstract program, and need not respect the contract. If
// there is such a call, the proof is a graph with a second copy of each function instead. Such calls enter the second
// copy, which has no formulas.

// contracts returns the proof of the obligations in safe.
func (w *worker) contracts(safe []*ir.Obligation) verify.Evidence {
	results, entered := w.named()
	inductive := func(as ...*analysis) *verify.Inductive {
		ev := &verify.Inductive{Results: results, Entered: entered}
		for _, a := range as {
			ev.Invariants = append(ev.Invariants, a.invariants()...)
		}
		ev.Invariants = append(ev.Invariants, never(w.task.Program)...)
		return ev
	}
	var as []*analysis
	apart := false
	for _, o := range safe {
		a := w.analyses[o]
		as, apart = append(as, a), apart || a.elsewhere()
	}
	if !apart {
		return inductive(as...)
	}
	return verify.Each(safe, func(o *ir.Obligation) verify.Evidence {
		if a := w.analyses[o]; a.elsewhere() {
			return a.graph(results, entered)
		}
		return inductive(w.analyses[o])
	})
}

// named returns the names that predicates use for results and for values at entries.
func (w *worker) named() (results map[*ir.Func]*ir.Var, entered map[*ir.Func]map[*ir.Var]*ir.Var) {
	entered = map[*ir.Func]map[*ir.Var]*ir.Var{}
	for f, vs := range w.nested.frames.Entered {
		entered[f] = maps.Clone(vs)
	}
	return maps.Clone(w.nested.frames.Results), entered
}

// never returns the invariant false for each location that no execution reaches, because a call before it does not
// return.
func never(p *ir.Program) (out []verify.Invariant) {
	met := map[*ir.Loc]bool{}
	returns := map[*ir.Func][]*ir.Loc{} // the locations after calls, by callee
	var todo []*ir.Loc
	add := func(l *ir.Loc) {
		if !met[l] {
			met[l] = true
			todo = append(todo, l)
		}
	}
	add(p.Entry.Entry)
	for len(todo) > 0 {
		l := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range l.Out {
			c, is := e.Stmt.(*ir.Call)
			if !is {
				add(e.To)
				continue
			}
			add(c.Func.Entry)
			if returns[c.Func] = append(returns[c.Func], e.To); met[c.Func.Exit] {
				add(e.To)
			}
		}
		if l == l.Func.Exit {
			for _, to := range returns[l.Func] {
				add(to)
			}
		}
	}
	for _, f := range p.Funcs {
		for _, l := range f.Locs {
			if !met[l] {
				out = append(out, verify.Invariant{Loc: l, Expr: ir.NewBool(false)})
			}
		}
	}
	return out
}

// elsewhere reports whether some call of a function of the abstract program is not in the abstract program, since no
// path leads from it to the error.
func (a *analysis) elsewhere() bool {
	in := map[*ir.Func]bool{}
	for _, l := range a.program.Loc {
		in[l.Func] = true
	}
	for _, f := range a.program.Prog.Funcs {
		for _, e := range f.Edges {
			if c, is := e.Stmt.(*ir.Call); is && in[c.Func] && !a.calls(e) {
				return true
			}
		}
	}
	return false
}

// calls reports whether the call e is in the abstract program.
func (a *analysis) calls(e *ir.Edge) bool {
	s, is := a.program.State[e.From]
	if !is {
		return false
	}
	for _, m := range a.program.Moves(s) {
		if l := a.program.Alphabet.Letter(m.Letter); l.Kind == floydhoare.Call && a.call(m.Letter) == e {
			return true
		}
	}
	return false
}

// spot is a node of the graph: a location in the copy with formulas or, if the flag is set, in the copy without
// formulas.
type spot struct {
	loc    *ir.Loc
	beside bool
}

// caller is a call edge with the node at which it begins.
type caller struct {
	node int
	edge *ir.Edge
}

// graph returns the proof as a graph, for functions that are also called from outside of the abstract program.
func (a *analysis) graph(results map[*ir.Func]*ir.Var, entered map[*ir.Func]map[*ir.Var]*ir.Var) *verify.Annotated {
	ev := &verify.Annotated{Results: results, Entered: entered}
	reached := a.abs.Reached()
	inner := map[*ir.Loc]bool{} // locations inside of blocks
	for s := range a.program.Loc {
		for _, m := range a.program.Moves(s) {
			at := a.program.Block(s, m.Letter, m.To)[0].At
			for _, l := range at[1 : len(at)-1] {
				inner[l] = true
			}
		}
	}
	index := map[spot]int{}
	var spots []spot
	node := func(x spot) int {
		i, known := index[x]
		if known {
			return i
		}
		i = len(ev.Nodes)
		index[x], spots = i, append(spots, x)
		n := verify.AnnotatedNode{Loc: x.loc, Formula: ir.NewBool(true)}
		if s, is := a.program.State[x.loc]; is && !x.beside {
			n.Formula = ir.NewAnd(append(slices.Clone(a.general.known[s]),
				a.abs.Roots[s].Formula(func(r *Region) bool { return reached[r] }))...)
		} else if inner[x.loc] && !x.beside {
			n.Formula = nil
		}
		ev.Nodes = append(ev.Nodes, n)
		return i
	}
	callers, exits := map[int][]caller{}, map[int]int{} // by frame: the callers of the frame, and the node at its exit
	back := func(exit int, c caller) {
		to := node(spot{c.edge.To, spots[c.node].beside})
		ev.Edges = append(ev.Edges, verify.AnnotatedEdge{From: exit, To: to, Edge: c.edge, Caller: c.node})
	}
	frame := func(x spot) int { return node(spot{x.loc.Func.Entry, x.beside}) }
	frame(spot{a.program.Prog.Entry.Entry, false})
	for i := 0; i < len(spots); i++ {
		x := spots[i]
		in := frame(x)
		ev.Nodes[i].Frame = in
		for _, e := range x.loc.Out {
			c, is := e.Stmt.(*ir.Call)
			if !is {
				ev.Edges = append(ev.Edges, verify.AnnotatedEdge{From: i, To: node(spot{e.To, x.beside}), Edge: e, Caller: -1})
				continue
			}
			to := node(spot{c.Func.Entry, x.beside || !a.calls(e)})
			ev.Edges = append(ev.Edges, verify.AnnotatedEdge{From: i, To: to, Edge: e, Caller: -1})
			callers[to] = append(callers[to], caller{i, e})
			if exit, known := exits[to]; known {
				back(exit, caller{i, e})
			}
		}
		if x.loc == x.loc.Func.Exit {
			exits[in] = i
			for _, c := range callers[in] {
				back(i, c)
			}
		}
	}
	return ev
}
