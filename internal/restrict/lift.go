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

// This file makes conditions speak of the program that theirs was derived from: engines make them of the prepared
// program, others read them of the reference program.
//
// An edge of the derived program stands for a list of edges, for none, or, a call, for what comes before the call and
// for the code after its return (package derive). So the executions of the first program are words over other
// letters, and several ways through the derived program may spell one word as far as it is read. The new state is the
// set of all places, each a location, or inside of a list, with a state of the condition, that the execution may be at
// in the derived program (the subset construction of Rabin and Scott, 1959, over silent moves):
//
//	derived     L3 -> L5: assume x < 5   stands for   M2 -> M3: t = x;  M3 -> M4: assume t < 5
//	condition   state 0  L3 L5 goto 1
//	set         {L3 in 0}  -M2 M3->  {after t = x in 1; ...}  -M3 M4->  {L5 in 1}
//
// An execution is left out when none of its places is left: the real one is among them. A place that cannot be said
// leaves more in: an Assume without an image holds and does not hold; a function returns to all its calls; what is too
// large is open.

// Limits of a lifted condition: the places of all its sets, and the Assumes that one step may look at.
const (
	maxPlaces   = 1 << 21
	maxTogether = 3
)

// Down is a condition of p for the program to, of which p was derived in any number of steps. It leaves an execution of
// to out only if c leaves out that of p which it stands for, or if there is none. When ctx ends nothing is left out
// where Down has not come to yet.
func Down(ctx context.Context, p, to *ir.Program, c *Condition) (*Condition, error) {
	for ; p != to; p = p.Origin {
		if p.Origin == nil {
			return nil, errors.New("the program was not derived from the other")
		}
		c = lifted(ctx, p, c)
	}
	return c, nil
}

// lifted is a condition of p for its origin.
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

// open says of each state whether all is open from there on: it stays, and so do all that it leads to.
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

// place is where an execution is in the derived program: at a location, or inside of what an edge stands for.
type place struct {
	loc  *ir.Loc
	edge *ir.Edge // with loc nil
	at   int      // so many of its edges have been taken
	back bool     // after its return
}

// element is a place, by number, and the state of the condition.
type element struct{ place, state int }

type lift struct {
	p      *ir.Program
	m      *derive.Map
	c      *Condition
	good   []bool // by state of c: all is open from there on
	one    int    // one of these stands for all
	calls  map[*ir.Func][]*ir.Edge
	both   map[*ir.Edge][]*ir.Edge // by edge that stands for some before and some after: all of them
	number map[place]int
	places []place
	sets   map[string]int
	of     [][]element // by state of out, until its steps are made
	size   int         // of all sets
	out    *Condition
	all    int // the state from which on all is open, Gone as long as there is none
	none   int // the verified one, likewise
}

func (l *lift) place(p place) int {
	n, known := l.number[p]
	if !known {
		n = len(l.places)
		l.number[p], l.places = n, append(l.places, p)
	}
	return n
}

// way is what an edge stands for, of a call up to the call, and with back the edges after its return.
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

// placeAfter returns the place after so many edges of a way.
func (l *lift) placeAfter(e *ir.Edge, at int, back bool) int {
	if at < len(l.way(e, back)) {
		return l.place(place{edge: e, at: at, back: back})
	}
	if call, is := e.Stmt.(*ir.Call); is && !back {
		return l.place(place{loc: call.Func.Entry})
	}
	return l.place(place{loc: e.To})
}

// arrive adds an element and all to which silent moves lead.
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

// passes reports whether silent moves are all that an execution can do from there.
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

// state is the state for a set; Gone for the empty one.
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

func (l *lift) add(s ConditionState, set []element) int {
	l.out.States, l.of = append(l.out.States, s), append(l.of, set)
	return len(l.out.States) - 1
}

// verified is the verified state.
func (l *lift) verified() int {
	if l.none == Gone {
		l.none = l.add(ConditionState{Verified: true}, nil)
	}
	return l.none
}

// move is a way on from an element over an edge of the origin: over the first edge of what e stands for, or, with e
// nil, further.
type move struct {
	from element
	edge *ir.Edge
}

// steps returns the steps of the state for a set.
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

// over are the steps at one edge: one for each way in which the Assumes there may hold.
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
		conds = nil // they hold and do not hold
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

// merged leaves out Assumes that decide nothing: of steps at one edge that lead to one state, the last of which always
// applies.
func merged(steps []ConditionStep) []ConditionStep {
	if n := len(steps); n > 1 && steps[n-1].Assume == nil &&
		!slices.ContainsFunc(steps, func(st ConditionStep) bool { return st.To != steps[0].To }) {
		return steps[n-1:]
	}
	return steps
}

func find(conds []ir.Expr, x ir.Expr) int {
	return slices.IndexFunc(conds, func(c ir.Expr) bool { return x != nil && ir.Equal(c, x) })
}

// liftedChoice is a step of the condition at a move: to a state, if one of the Assumes at the edge holds.
type liftedChoice struct{ to, cond int }

// The replacement of an Assume: that it always holds, or that nothing can be said of it.
const always, unsaid = -2, -1

// choices are the steps of the condition at a move.
func (l *lift) choices(m move) []ConditionStep {
	if m.edge == nil {
		return nil
	}
	return l.c.Steps(m.from.state, m.edge)
}

// assume is the Assume of one of its choices for the origin; nil if it has no image.
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

// take says where a move may lead by its choices, if each Assume may hold, and may not.
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
