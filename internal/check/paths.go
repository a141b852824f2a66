package check

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// maxSearched bounds the number of situations that are visited, and maxGuards the number of conditions at one edge.
const (
	maxSearched = 1 << 17
	maxGuards   = 8
)

// out is the state of a scope that the path has left.
const out = restrict.Gone

// pathsCovered decides whether each path to an error location of obls stays in one of the scopes, which have conditions
// or sets of edges, until left (nil: the condition of all executions) excludes it. It takes all paths through the
// automaton from the entry, whatever the statements do, with the state of each scope. A function may return to each of
// its calls. An assumption of a condition may hold or not; an assumption that two scopes have in common, also in
// negated form, has the same truth value for both.
func pathsCovered(ctx context.Context, p *ir.Program, obls []*ir.Obligation, scopes []verify.Scope,
	left *verify.Condition) Outcome {
	scopes = append(slices.Clone(scopes), verify.Scope{Condition: left})
	w := &pathfinder{scopes: scopes, seen: map[string]bool{}, calls: map[*ir.Func][]*ir.Edge{}}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if c, is := e.Stmt.(*ir.Call); is {
				w.calls[c.Func] = append(w.calls[c.Func], e)
			}
		}
	}
	w.leads = leads(p, obls, w.calls)
	start := make([]int, len(scopes))
	for i, s := range scopes {
		if c := s.Condition; c != nil && len(c.States) > 0 && c.States[0].Verified {
			start[i] = out
		}
	}
	w.visit(p.Entry.Entry, start)
	for n := 0; len(w.work) > 0; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return undecided("out of time")
		}
		at := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		if len(w.seen) > maxSearched {
			return undecided("too many paths through the automaton")
		}
		last := len(scopes) - 1
		if at.states[last] == out {
			continue
		}
		if !slices.ContainsFunc(at.states[:last], func(s int) bool { return s != out }) {
			return undecided("an execution to an error that passes %s at %s may be in no scope", at.loc.Func.Name, at.loc.Pos)
		}
		for _, e := range at.loc.Out {
			if !w.follow(at, e) {
				return undecided("too many conditions at %s", e.Pos)
			}
		}
		if at.loc == at.loc.Func.Exit {
			for _, c := range w.calls[at.loc.Func] {
				w.visit(c.To, at.states)
			}
		}
	}
	return confirmed()
}

// pathfinder holds the state of a search through the automaton for function pathsCovered.
type pathfinder struct {
	scopes []verify.Scope
	calls  map[*ir.Func][]*ir.Edge // the calls of each function
	leads  map[*ir.Loc]bool        // the locations with a path to an error
	seen   map[string]bool         // the situations that were ever in work, encoded as strings
	work   []situation             // situations still to follow
}

// situation is a location that a path reaches, with the state of each scope.
type situation struct {
	loc    *ir.Loc
	states []int // by scope: the state of its condition, or out
}

// visit puts a situation into the work list, unless it was there before or no path leads from it to an error.
func (w *pathfinder) visit(l *ir.Loc, states []int) {
	if !w.leads[l] {
		return
	}
	key := make([]byte, 0, 8+2*len(states))
	for _, x := range append([]int{l.Func.ID, l.ID}, states...) {
		key = append(key, byte(x), byte(x>>8), byte(x>>16), byte(x>>24))
	}
	if !w.seen[string(key)] {
		w.seen[string(key)] = true
		w.work = append(w.work, situation{l, states})
	}
}

// follow follows an edge under all truth values of the conditions at that edge. It reports false if there are too many.
func (w *pathfinder) follow(at situation, e *ir.Edge) bool {
	var guards []ir.Expr
	for i, s := range w.scopes {
		for _, st := range steps(s, at.states[i], e) {
			if _, known := find(guards, st.Assume); !known {
				guards = append(guards, st.Assume)
			}
		}
	}
	if len(guards) > maxGuards {
		return false
	}
	to := e.To
	if c, is := e.Stmt.(*ir.Call); is {
		to = c.Func.Entry
	}
	for truth := range 1 << len(guards) {
		holds := func(g ir.Expr) bool {
			n, _ := find(guards, g)
			if n < 0 {
				return truth>>^n&1 == 0
			}
			return truth>>n&1 == 1
		}
		states := slices.Clone(at.states)
		for i, s := range w.scopes {
			if states[i] == out {
				continue
			}
			if s.Edges != nil && !s.Edges[e] {
				states[i] = out
				continue
			}
			if s.Condition == nil || len(s.Condition.States) == 0 {
				continue
			}
			to := s.Condition.Else(states[i])
			for _, st := range steps(s, states[i], e) {
				if st.Assume == nil || holds(st.Assume) {
					to = st.To
					break
				}
			}
			if to != out && s.Condition.States[to].Verified {
				to = out
			}
			states[i] = to
		}
		w.visit(to, states)
	}
	return true
}

// steps returns the steps from a state of the scope's condition that apply to the edge, in order.
func steps(s verify.Scope, state int, e *ir.Edge) (list []verify.ConditionStep) {
	if s.Condition == nil || state == out || state >= len(s.Condition.States) {
		return nil
	}
	for _, st := range s.Condition.States[state].Steps {
		if st.Edge == e && st.To >= 0 && st.To < len(s.Condition.States) {
			list = append(list, st)
		}
	}
	return list
}

// find returns the index of condition g in the list, or ^n if g is the negation of condition n. known is true for an
// absent condition (nil).
func find(guards []ir.Expr, g ir.Expr) (n int, known bool) {
	if g == nil {
		return 0, true
	}
	for i, h := range guards {
		switch {
		case ir.Equal(g, h):
			return i, true
		case ir.Equal(ir.NotExpr(g), h) || ir.Equal(g, ir.NotExpr(h)):
			return ^i, true
		}
	}
	return 0, false
}

// leads returns the locations from which the automaton has a path to an error location of the obligations.
func leads(p *ir.Program, obls []*ir.Obligation, calls map[*ir.Func][]*ir.Edge) map[*ir.Loc]bool {
	seen := map[*ir.Loc]bool{}
	var work []*ir.Loc
	visit := func(l *ir.Loc) {
		if !seen[l] {
			seen[l] = true
			work = append(work, l)
		}
	}
	for _, f := range p.Funcs {
		for _, l := range f.Locs {
			if l.Kind == ir.Error && slices.Contains(obls, l.Obligation) {
				visit(l)
			}
		}
	}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.In {
			visit(e.From)
			if c, is := e.Stmt.(*ir.Call); is {
				visit(c.Func.Exit)
			}
		}
		if l == l.Func.Entry {
			for _, c := range calls[l.Func] {
				visit(c.From)
			}
		}
	}
	return seen
}
