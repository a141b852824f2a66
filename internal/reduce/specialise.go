package reduce

import (
	"errors"
	"fmt"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// plan is a residual program before it is written: pairs of a location and a state of the condition, and the ways
// between them. Functions are specialised by the state at their entry: for each such state, an instance lists the
// states in which the function returns, so that the code after a call depends on the state before it (Sharir, Pnueli:
// "Two Approaches to Interprocedural Data Flow Analysis", 1981). If joined is set, each function has a single instance,
// which returns from all of its exits to all of its calls.
type plan struct {
	p      *ir.Program
	c      *restrict.Condition
	joined bool                                    // each function has a single instance
	steps  []map[*ir.Edge][]restrict.ConditionStep // by state with many steps: its steps by edge
	copies []*instance                             // the instances of all functions
	nodes  []node
	calls  []call
	size   int     // number of elements of all lists
	left   [][]int // by instance of a folded plan: the states in which it returns

	copyOf  map[instanceKey]int
	nodeOf  map[nodeKey]int
	callOf  map[callKey]int
	exitOf  map[[2]int]int // by instance and state
	entered map[int]bool   // nodes that are entries
}

// instance is a function that is entered in a given state. Instance 0 is the entry function of the program.
type instance struct {
	f       *ir.Func
	state   int   // at the entry
	entries []int // entry nodes: several only if instances are joined
	exits   []int // the states in which it returns
	calls   []int // the calls of the instance
}

// node is a pair of a location and a state of the condition.
type node struct {
	copy   int // the instance
	loc    *ir.Loc
	states []int // several only if nodes were joined
	moves  []move
}

// move describes an edge that leaves a node. An execution that takes the edge takes the first way whose condition
// holds. If no condition holds, or the way leads nowhere, the execution is not in the part.
type move struct {
	edge *ir.Edge
	ways []way
}

// way is one of the successors of a node at an edge.
type way struct {
	cond ir.Expr // nil: always
	to   int     // the node after the edge; for a return the number of the exit; for a call the entry node
	call int     // for a call: its index in the plan
}

// none is the target of a way whose executions are not in the part.
const none = restrict.Gone

// call is a call of one instance by another.
type call struct {
	from, into int // the instances of the caller and of the callee
	edge       *ir.Edge
	back       []int // by exit of the callee: the node after the call
}

// instanceKey, nodeKey and callKey are the keys by which a plan finds its instances, nodes and calls.
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

// most is the default limit for the size of a plan.
const most = 1 << 21

// ErrLarge is the error for a residual program that would be too large.
var ErrLarge = errors.New("the residual program is too large")

// manySteps is the number of steps of a state from which on they are indexed by edge.
const manySteps = 12

// specialise makes the plan of the part of p that c leaves open. It returns ErrLarge if the plan has more than limit
// pairs and ways.
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

// known returns an error if the condition has an edge or a state that does not exist.
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

// instance returns the instance of f for a state, and adds it if it is new.
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

// enter returns the entry node of an instance for a state.
func (pl *plan) enter(in, state int) int {
	g := pl.copies[in]
	n := pl.node(in, g.f.Entry, state)
	if !pl.entered[n] {
		pl.entered[n] = true
		g.entries = append(g.entries, n)
	}
	return n
}

// node returns the node of an instance for a location and a state, and adds it if it is new.
func (pl *plan) node(in int, l *ir.Loc, state int) int {
	if len(l.Out) == 0 { // one node suffices for all states
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

// expand computes the moves of a node.
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
			switch s := e.Stmt.(type) { // sound: after any other statement, control is at the end of the edge
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

// ways returns the ways of a state at an edge, with states as their targets; nil if all lead nowhere.
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

// simplified returns the ways without redundant ones.
func simplified(ways []way) []way {
	for n := len(ways); n > 1; n = len(ways) { // the last two have the same target
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

// stepsAt returns the steps of a state at an edge, in order.
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

// callOfEdge returns the call of an instance at an edge of another, and adds it if it is new.
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

// exit returns the number of the exit in which an instance returns in a state, and adds it if it is new.
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

// comeBack adds the node after a call for an exit in a state.
func (pl *plan) comeBack(c, state int) {
	to := pl.node(pl.calls[c].from, pl.calls[c].edge.To, state)
	pl.calls[c].back = append(pl.calls[c].back, to)
	pl.size++
}
