package restrict

import (
	"context"
	"encoding/binary"
	"errors"
	"slices"

	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file translates a condition of a derived program into a condition of the program from which it was derived:
// engines make conditions of the prepared program, and their users read conditions of the reference program.
//
// An edge of the derived program corresponds to a list of edges of the original program, which may be empty. A call
// corresponds to a list before the call and a list after its return (package derive). So executions of the two programs
// are words over different alphabets, and several paths of the derived program may correspond to one word of the
// original program up to a point. A state of the new condition is a set of pairs: a position in the derived program,
// which is a location or a position within the list of an edge, and a state of the old condition. The set has all pairs
// that the execution may be in (the subset construction of Rabin and Scott, 1959, with the edges whose list is empty as
// silent moves):
//
//	derived     L3 -> L5: assume x < 5   has the list M2 -> M3: t = x;  M3 -> M4: assume t < 5
//	condition   state 0  L3 L5 goto 1
//	set         {L3 in 0}  -M2 M3->  {after t = x in 1; ...}  -M3 M4->  {L5 in 1}
//
// An execution is excluded when its set is empty, since the actual position of the execution is always in the set.
// Where the translation is not exact, more executions stay open: an Assume without an image may hold and may not hold,
// a function returns to all of its calls, and from a set that would be too large all executions are open.

// Limits of a lifted condition: the number of pairs in all of its sets, and the number of different Assumes at one
// edge.
const (
	maxPlaces   = 1 << 21
	maxTogether = 3
)

// Down translates c, a condition of the derived program p, into a condition of the original program (to), from which p
// was derived in any number of steps. The result excludes an execution of the original program only if c excludes the
// corresponding execution of p, or if p has no such execution. If ctx ends early, the states that Down has not yet
// processed leave all executions open. It returns an error if p was not derived from the given program.
func Down(ctx context.Context, p, to *ir.Program, c *Condition) (*Condition, error) {
	for ; p != to; p = p.Origin {
		if p.Origin == nil {
			return nil, errors.New("the program was not derived from the other")
		}
		c = lifted(ctx, p, c)
	}
	return c, nil
}

// lifted translates a condition of p into a condition of the program from which p was derived in one step.
func lifted(ctx context.Context, p *ir.Program, c *Condition) *Condition {
	out := &Condition{Note: c.Note}
	m := derive.Of(p)
	if c.Obligations != nil {
		out.Obligations = []*ir.Obligation{}
		for _, o := range m.To.Obligations {
			if slices.ContainsFunc(m.Obligations(o), func(q *ir.Obligation) bool { return slices.Contains(c.Obligations, q) }) {
				out.Obligations = append(out.Obligations, o)
			}
		}
	}
	switch {
	case len(c.States) == 0:
		return out
	case c.States[0].Verified:
		out.States = []ConditionState{{Verified: true}}
		return out
	}
	l := &lift{p: p, m: m, c: c, good: c.open(), calls: map[*ir.Func][]*ir.Edge{}, both: map[*ir.Edge][]*ir.Edge{},
		number: map[place]int{}, sets: map[string]int{},
		out: out, all: Gone, none: Gone}
	l.one = slices.Index(l.good, true)
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if call, is := e.Stmt.(*ir.Call); is {
				l.calls[call.Func] = append(l.calls[call.Func], e)
			}
		}
	}
	begin := map[element]bool{}
	l.arrive(begin, element{l.place(place{loc: p.Entry.Entry}), 0})
	if l.state(begin) == l.all {
		out.States = nil
		return out
	}
	for k := 0; k < len(out.States); k++ {
		if set := l.of[k]; set != nil {
			if ctx.Err() != nil { // sound: all is open from there on
				out.States[k], l.of[k] = ConditionState{Stays: true}, nil
				continue
			}
			out.States[k].Steps = l.steps(set)
			l.of[k] = nil
		}
	}
	return out
}

// open reports for each state whether all executions are open from there on: the state and all states reachable from it
// stay, and none of them is verified.
func (c *Condition) open() []bool {
	adj := make(graph.Adj, len(c.States))
	var lossy []int
	for i, s := range c.States {
		if s.Verified || !s.Stays {
			lossy = append(lossy, i)
		}
		for _, st := range s.Steps {
			adj[i] = append(adj[i], st.To)
		}
	}
	open := graph.Reaching(adj, lossy...)
	for i := range open {
		open[i] = !open[i]
	}
	return open
}

// place is a position in the derived program: a location, or a position within the list of original edges of an edge.
type place struct {
	loc  *ir.Loc
	edge *ir.Edge // the edge, if loc is nil
	at   int      // the number of its original edges that have been taken
	back bool     // within the list after the return of the call
}

// element is a pair of a place, by its number, and a state of the condition.
type element struct{ place, state int }

// lift translates one condition. p is the derived program, m its map to the original, and c the condition of p.
type lift struct {
	p      *ir.Program
	m      *derive.Map
	c      *Condition
	good   []bool                  // by state of c: the result of open
	one    int                     // a good state that represents all of them; -1 if there is none
	calls  map[*ir.Func][]*ir.Edge // by function: the calls of it in p
	both   map[*ir.Edge][]*ir.Edge // cache of way for edges that have original edges before and after
	number map[place]int           // the index of each place in places
	places []place                 // by number: the place
	sets   map[string]int          // by encoded set: its state in out
	of     [][]element             // by state of out: its set, nil after its steps are made
	size   int                     // number of elements in all sets
	out    *Condition              // the condition of the original program
	all    int                     // the state of out in which all executions are open; Gone as long as there is none
	none   int                     // the verified state of out; Gone as long as there is none
}

// place returns the number of p.
func (l *lift) place(p place) int {
	n, known := l.number[p]
	if !known {
		n = len(l.places)
		l.number[p], l.places = n, append(l.places, p)
	}
	return n
}

// way returns the original edges of e. For a call these are the edges before the call or, if back is set, the edges
// after its return.
func (l *lift) way(e *ir.Edge, back bool) []*ir.Edge {
	_, call := e.Stmt.(*ir.Call)
	switch {
	case back:
		return e.After
	case call || len(e.After) == 0:
		return e.Origin
	case len(e.Origin) == 0:
		return e.After
	}
	both, known := l.both[e]
	if !known {
		both = slices.Concat(e.Origin, e.After)
		l.both[e] = both
	}
	return both
}

// placeAfter returns the number of the place that an execution reaches with a prefix of the list way(e, back); at is
// the length of the prefix. This is a place within the list, or after the whole list the entry of the called function
// or the end of e.
func (l *lift) placeAfter(e *ir.Edge, at int, back bool) int {
	if at < len(l.way(e, back)) {
		return l.place(place{edge: e, at: at, back: back})
	}
	if call, is := e.Stmt.(*ir.Call); is && !back {
		return l.place(place{loc: call.Func.Entry})
	}
	return l.place(place{loc: e.To})
}

// arrive adds an element to the set, and all elements that silent moves reach from it. It skips verified states.
func (l *lift) arrive(set map[element]bool, x element) {
	if l.good[x.state] {
		x.state = l.one
	}
	if l.c.States[x.state].Verified || set[x] {
		return
	}
	set[x] = true
	at := l.places[x.place].loc
	if at == nil {
		return
	}
	for _, e := range at.Out {
		if len(l.way(e, false)) > 0 {
			continue
		}
		for _, to := range l.c.Successors(x.state, e) {
			if to != Gone {
				l.arrive(set, element{l.placeAfter(e, 0, false), to})
			}
		}
	}
	if at == at.Func.Exit {
		for _, e := range l.calls[at.Func] {
			l.arrive(set, element{l.placeAfter(e, 0, true), x.state})
		}
	}
}

// passes reports whether an execution at x can leave it only by silent moves.
func (l *lift) passes(x element) bool {
	at := l.places[x.place].loc
	switch {
	case at == nil || at.Kind == ir.Error:
		return false
	case at == at.Func.Exit:
		return at.Func != l.p.Entry
	}
	return len(at.Out) > 0 && !slices.ContainsFunc(at.Out, func(e *ir.Edge) bool { return len(l.way(e, false)) > 0 })
}

// state returns the state of out for a set, or Gone for the empty set.
func (l *lift) state(set map[element]bool) int {
	list := make([]element, 0, len(set))
	open := true
	for x := range set {
		if !l.passes(x) {
			list = append(list, x)
			open = open && l.good[x.state]
		}
	}
	if len(list) == 0 {
		return Gone
	}
	slices.SortFunc(list, func(a, b element) int {
		if a.place != b.place {
			return a.place - b.place
		}
		return a.state - b.state
	})
	key := make([]byte, 0, 4*len(list))
	for _, x := range list {
		key = binary.AppendUvarint(binary.AppendUvarint(key, uint64(x.place)), uint64(x.state))
	}
	n, known := l.sets[string(key)]
	if known {
		return n
	}
	if open || l.size > maxPlaces {
		if l.all == Gone {
			l.all = l.add(ConditionState{Stays: true}, nil)
		}
		return l.all
	}
	l.size += len(list)
	n = l.add(ConditionState{}, list)
	l.sets[string(key)] = n
	return n
}

// add adds a state to out, with the set from which its steps are to be made (nil if it has none), and returns its
// number.
func (l *lift) add(s ConditionState, set []element) int {
	l.out.States, l.of = append(l.out.States, s), append(l.of, set)
	return len(l.out.States) - 1
}

// verified returns the verified state of out.
func (l *lift) verified() int {
	if l.none == Gone {
		l.none = l.add(ConditionState{Verified: true}, nil)
	}
	return l.none
}

// move is a move of the element from over an edge of the original program.
type move struct {
	from element  // the place and state before the move
	edge *ir.Edge // the derived edge whose list the move begins; nil if the move continues the list in which from is
}

// steps returns the steps of the state of out that represents a set.
func (l *lift) steps(set []element) (out []ConditionStep) {
	var order []*ir.Edge
	moves := map[*ir.Edge][]move{}
	note := func(letter *ir.Edge, m move) {
		if moves[letter] == nil {
			order = append(order, letter)
		}
		moves[letter] = append(moves[letter], m)
	}
	for _, x := range set {
		p := l.places[x.place]
		if p.loc == nil {
			note(l.way(p.edge, p.back)[p.at], move{x, nil})
			continue
		}
		for _, e := range p.loc.Out {
			if w := l.way(e, false); len(w) > 0 {
				note(w[0], move{x, e})
			}
		}
	}
	for _, letter := range order {
		out = append(out, l.over(letter, moves[letter])...)
	}
	return out
}

// over returns the steps at one original edge: one step for each combination of truth values of the Assumes at the
// edge.
func (l *lift) over(letter *ir.Edge, moves []move) (out []ConditionStep) {
	var conds []ir.Expr
	all := make([][]liftedChoice, len(moves))
	for i, m := range moves {
		for k, st := range l.choices(m) {
			c := liftedChoice{st.To, unsaid}
			switch x := l.assume(m, k); {
			case x == nil:
			case ir.IsTrue(x):
				c.cond = always
			default:
				if c.cond = find(conds, x); c.cond < 0 && len(conds) <= maxTogether {
					c.cond, conds = len(conds), append(conds, x)
				}
			}
			all[i] = append(all[i], c)
		}
	}
	if len(conds) > maxTogether {
		conds = nil // too many: each may hold and may not hold
	}
	for truth := 1<<len(conds) - 1; truth >= 0; truth-- {
		var holds []ir.Expr
		for i, x := range conds {
			if truth>>i&1 == 0 {
				x = ir.NotExpr(x)
			}
			holds = append(holds, x)
		}
		may := func(cond int) (yes, no bool) {
			switch {
			case cond == always:
				return true, false
			case 0 <= cond && cond < len(conds):
				yes = truth>>cond&1 == 1
				return yes, !yes
			}
			return true, true
		}
		set, verified := map[element]bool{}, false
		for i, m := range moves {
			l.take(m, all[i], may, func(x element) {
				verified = verified || l.c.States[x.state].Verified
				l.arrive(set, x)
			})
		}
		st := ConditionStep{Edge: letter, To: l.state(set)}
		if truth > 0 {
			st.Assume = ir.NewAnd(holds...)
		}
		if st.To == Gone && (verified || truth > 0) { // a later step must not apply instead
			st.To = l.verified()
		}
		if st.To != Gone {
			out = append(out, st)
		}
	}
	return merged(out)
}

// merged simplifies the steps of one edge: if all lead to the same state and the last one has no Assume, it returns
// only the last one.
func merged(steps []ConditionStep) []ConditionStep {
	if n := len(steps); n > 1 && steps[n-1].Assume == nil &&
		!slices.ContainsFunc(steps, func(st ConditionStep) bool { return st.To != steps[0].To }) {
		return steps[n-1:]
	}
	return steps
}

// find returns the index of x in conds, -1 if it is not there.
func find(conds []ir.Expr, x ir.Expr) int {
	return slices.IndexFunc(conds, func(c ir.Expr) bool { return x != nil && ir.Equal(c, x) })
}

// liftedChoice is a step of the condition at a move: its target state, and the index of its Assume among the Assumes at
// the edge, or one of the constants always and unsaid.
type liftedChoice struct{ to, cond int }

// Values of liftedChoice.cond: the Assume always holds, or it has no image in the original program.
const always, unsaid = -2, -1

// choices returns the steps of the condition at a move; none at a move within a list.
func (l *lift) choices(m move) []ConditionStep {
	if m.edge == nil {
		return nil
	}
	return l.c.Steps(m.from.state, m.edge)
}

// assume returns the Assume of the k-th choice of m over the original program, or nil if it has no image there.
func (l *lift) assume(m move, k int) ir.Expr {
	x := l.choices(m)[k].Assume
	if x == nil {
		return ir.NewBool(true)
	}
	x, err := l.m.Expr(m.edge.From, x)
	if err != nil {
		return nil
	}
	return x
}

// take calls its last parameter for each element to which a move may lead. The callback may(cond) reports whether the
// Assume of a choice may hold, and whether it may be false.
func (l *lift) take(m move, choices []liftedChoice, may func(cond int) (yes, no bool), to func(element)) {
	if m.edge == nil {
		p := l.places[m.from.place]
		to(element{l.placeAfter(p.edge, p.at+1, p.back), m.from.state})
		return
	}
	at := l.placeAfter(m.edge, 1, false)
	for _, c := range choices {
		yes, no := may(c.cond)
		if yes {
			to(element{at, c.to})
		}
		if !no {
			return
		}
	}
	if rest := l.c.Else(m.from.state); rest != Gone {
		to(element{at, rest})
	}
}
