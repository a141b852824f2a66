package reduce

import (
	"errors"
	"fmt"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// A plan is a residual program before it is written: pairs of a location and a state of the condition, and the ways
// between them. Functions are specialised by the state at their entry: a summary for each such state says in which
// states they return, so that the code after a call depends on the state before it (Sharir, Pnueli: "Two Approaches to
// Interprocedural Data Flow Analysis", 1981). Where that is too much (joined), a function is taken once, and goes back
// to all its calls from all its exits.
type plan struct {
	p      *ir.Program
	c      *restrict.Condition
	joined bool
	steps  []map[*ir.Edge][]restrict.ConditionStep // by state, of those that have many
	copies []*instance
	nodes  []node
	calls  []call
	size   int     // of all lists
	left   [][]int // by instance, of one that was folded: the states in which it returns

	copyOf  map[instanceKey]int
	nodeOf  map[nodeKey]int
	callOf  map[callKey]int
	exitOf  map[[2]int]int // by instance and state
	entered map[int]bool   // nodes that are entries
}

// instance is a function from one state at its entry on; 0 is the program's entry.
type instance struct {
	f       *ir.Func
	state   int   // at the entry
	entries []int // nodes: one, but where instances are joined
	exits   []int // the states in which it returns
	calls   []int // that lead here
}

// node is a location and the state that an execution is in there.
type node struct {
	copy   int
	loc    *ir.Loc
	states []int // one, but where they were joined
	moves  []move
}

// move is what becomes of an execution at an edge: it takes the first of the ways whose condition holds. Where none
// holds, or where a way leads nowhere, it is not in the part.
type move struct {
	edge *ir.Edge
	ways []way
}

type way struct {
	cond ir.Expr // nil: always
	to   int     // the node after the edge; of a return: the number of the exit; of a call: the node at the entry
	call int     // of a call
}

// none is where an execution goes that is not in the part.
const none = restrict.Gone

// call is a call of one instance by another: where each exit leads.
type call struct {
	from, into int
	edge       *ir.Edge
	back       []int // by exit
}

type instanceKey struct {
	f     *ir.Func
	state int
}

type nodeKey struct {
	copy, state int
	loc         *ir.Loc
}

type callKey struct {
	from, into int
	edge       *ir.Edge
}

// most is the usual limit of a plan.
const most = 1 << 21

// ErrLarge says that a residual program would be too large.
var ErrLarge = errors.New("the residual program is too large")

// manySteps is the number of steps from which on those of a state are looked up.
const manySteps = 12

// specialise plans the part of p that c leaves open; ErrLarge: it has more than limit pairs and ways.
func specialise(p *ir.Program, c *restrict.Condition, joined bool, limit int) (*plan, error) {
	if c == nil || len(c.States) == 0 {
		c = &restrict.Condition{States: []restrict.ConditionState{{Stays: true}}}
	}
	if err := known(p, c); err != nil {
		return nil, err
	}
	pl := &plan{
		p: p, c: c, joined: joined, steps: make([]map[*ir.Edge][]restrict.ConditionStep, len(c.States)),
		copyOf: map[instanceKey]int{}, nodeOf: map[nodeKey]int{}, callOf: map[callKey]int{}, exitOf: map[[2]int]int{},
		entered: map[int]bool{},
	}
	entry := pl.instance(p.Entry, 0)
	if c.States[0].Verified {
		return pl, nil
	}
	pl.enter(entry, 0)
	for n := 0; n < len(pl.nodes); n++ {
		if pl.size > limit {
			return nil, ErrLarge
		}
		pl.expand(n)
	}
	return pl, nil
}

// known says whether the condition is one of the program.
func known(p *ir.Program, c *restrict.Condition) error {
	for i, s := range c.States {
		for k, st := range s.Steps {
			e := st.Edge
			switch f := e.From; {
			case f == nil || f.Func == nil || f.Func.ID >= len(p.Funcs) || p.Funcs[f.Func.ID] != f.Func ||
				e.ID >= len(f.Func.Edges) || f.Func.Edges[e.ID] != e:
				return fmt.Errorf("condition: step %d of state %d: an edge of another program", k, i)
			case st.To < 0 || st.To >= len(c.States):
				return fmt.Errorf("condition: step %d of state %d: no state %d", k, i, st.To)
			}
		}
	}
	return nil
}

func (pl *plan) instance(f *ir.Func, state int) int {
	if pl.joined {
		state = 0
	}
	key := instanceKey{f, state}
	i, known := pl.copyOf[key]
	if !known {
		i = len(pl.copies)
		pl.copyOf[key] = i
		pl.copies = append(pl.copies, &instance{f: f, state: state})
		pl.size++
	}
	return i
}

// enter is the node in which an instance begins.
func (pl *plan) enter(in, state int) int {
	g := pl.copies[in]
	n := pl.node(in, g.f.Entry, state)
	if !pl.entered[n] {
		pl.entered[n] = true
		g.entries = append(g.entries, n)
	}
	return n
}

func (pl *plan) node(in int, l *ir.Loc, state int) int {
	if len(l.Out) == 0 { // all that ends there has one end
		state = 0
	}
	key := nodeKey{in, state, l}
	n, known := pl.nodeOf[key]
	if !known {
		n = len(pl.nodes)
		pl.nodeOf[key] = n
		pl.nodes = append(pl.nodes, node{copy: in, loc: l, states: []int{state}})
		pl.size++
	}
	return n
}

// expand follows the edges that leave a node.
func (pl *plan) expand(n int) {
	in, l, state := pl.nodes[n].copy, pl.nodes[n].loc, pl.nodes[n].states[0]
	var moves []move
	for _, e := range l.Out {
		ways := pl.ways(state, e)
		if len(ways) == 0 {
			continue
		}
		for i := range ways {
			w := &ways[i]
			if w.to == none {
				continue
			}
			switch s := e.Stmt.(type) { // sound: all others go on at the end of the edge
			case *ir.Call:
				w.call = pl.callOfEdge(in, pl.instance(s.Func, w.to), e)
				w.to = pl.enter(pl.calls[w.call].into, w.to)
			case *ir.Return:
				w.to = pl.exit(in, w.to)
			default:
				w.to = pl.node(in, e.To, w.to)
			}
		}
		moves = append(moves, move{e, ways})
		pl.size += len(ways)
	}
	pl.nodes[n].moves = moves
}

// ways returns the paths of a state at an edge, with states as their ends; nil if all lead nowhere.
func (pl *plan) ways(state int, e *ir.Edge) (ways []way) {
	always := false
	for _, st := range pl.stepsAt(state, e) {
		w := way{cond: st.Assume, to: st.To}
		switch {
		case w.cond == nil || ir.IsTrue(w.cond):
			w.cond, always = nil, true
		case ir.IsFalse(w.cond):
			continue
		}
		if pl.c.States[st.To].Verified {
			w.to = none
		}
		ways = append(ways, w)
		if always {
			break
		}
	}
	if !always {
		ways = append(ways, way{to: pl.c.Else(state)})
	}
	return simplified(ways)
}

// simplified are the same ways without such as make no difference.
func simplified(ways []way) []way {
	for n := len(ways); n > 1; n = len(ways) { // the last two go to one place
		a, b := ways[n-2], ways[n-1]
		if b.cond != nil || a.to != b.to || a.call != b.call {
			break
		}
		ways = append(ways[:n-2], b)
	}
	for n := len(ways); n > 0 && ways[n-1].to == none; n = len(ways) {
		ways = ways[:n-1]
	}
	return ways
}

func (pl *plan) stepsAt(state int, e *ir.Edge) []restrict.ConditionStep {
	all := pl.c.States[state].Steps
	if len(all) <= manySteps {
		return pl.c.Steps(state, e)
	}
	at := pl.steps[state]
	if at == nil {
		at = make(map[*ir.Edge][]restrict.ConditionStep, len(all))
		for _, st := range all {
			at[st.Edge] = append(at[st.Edge], st)
		}
		pl.steps[state] = at
	}
	return at[e]
}

// callOfEdge is the call of an instance at an edge of another.
func (pl *plan) callOfEdge(from, into int, e *ir.Edge) int {
	key := callKey{from, into, e}
	c, known := pl.callOf[key]
	if !known {
		c = len(pl.calls)
		pl.callOf[key] = c
		pl.calls = append(pl.calls, call{from: from, into: into, edge: e})
		g := pl.copies[into]
		g.calls = append(g.calls, c)
		for _, state := range g.exits {
			pl.comeBack(c, state)
		}
	}
	return c
}

// exit is the number of a state in which an instance returns.
func (pl *plan) exit(in, state int) int {
	g := pl.copies[in]
	x, known := pl.exitOf[[2]int{in, state}]
	if !known {
		x = len(g.exits)
		pl.exitOf[[2]int{in, state}] = x
		g.exits = append(g.exits, state)
		for _, c := range g.calls {
			pl.comeBack(c, state)
		}
	}
	return x
}

func (pl *plan) comeBack(c, state int) {
	to := pl.node(pl.calls[c].from, pl.calls[c].edge.To, state)
	pl.calls[c].back = append(pl.calls[c].back, to)
	pl.size++
}
