package restrict

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Contract returns a condition of p that excludes the same executions as c but has fewer steps: edges that decide
// nothing are left to Stays. In a condition that was made from a graph, each node is a state, and most states have a
// single successor:
//
//	state 3    L4 L5 goto 4             state 3 stays
//	state 4    L5 L6 goto 5       =>      L6 L7 goto 4
//	state 5    L6 L7 goto 6               L6 L8 goto 7
//	           L6 L8 goto 9
//
// By control flow, an execution can be in a given state only at few edges (At). A state is merged with its successor if
// all edges at which an execution may be in it lead to that successor, and none of these edges is also an edge of the
// successor. A state from which no execution is ever excluded becomes an open state.
func (c *Condition) Contract(p *ir.Program) *Condition {
	if len(c.States) == 0 {
		return c
	}
	k := &contraction{c: c, at: make([][]*ir.Edge, len(c.States)), head: make([]int, len(c.States))}
	at := c.At(p)
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			for _, s := range at[e] {
				k.at[s] = append(k.at[s], e)
			}
		}
	}
	lossy := k.lossy()
	for i := range k.head {
		k.head[i] = -1
	}
	out := &Condition{Note: c.Note, Obligations: c.Obligations, States: make([]ConditionState, len(c.States))}
	gone := -1 // the verified state for steps that were missing
	for i, s := range c.States {
		switch {
		case s.Verified:
			out.States[i] = ConditionState{Verified: true}
			continue
		case !lossy[i]:
			out.States[i] = ConditionState{Stays: true}
			continue
		}
		t := ConditionState{Stays: true}
		for _, e := range k.at[i] {
			for _, st := range c.choices(i, e) {
				if st.To == Gone {
					if gone < 0 {
						gone = len(out.States)
						out.States = append(out.States, ConditionState{Verified: true})
					}
					st.To = gone
				} else {
					st.To = k.of(st.To, lossy)
				}
				t.Steps = append(t.Steps, st)
			}
		}
		out.States[i] = t
	}
	if h := k.of(0, lossy); h != 0 { // state 0 is initial
		out.States[0], out.States[h] = out.States[h], out.States[0]
		for _, s := range out.States {
			for n := range s.Steps {
				switch s.Steps[n].To {
				case 0:
					s.Steps[n].To = h
				case h:
					s.Steps[n].To = 0
				}
			}
		}
	}
	return out
}

// contraction computes the states that Contract merges.
type contraction struct {
	c    *Condition
	at   [][]*ir.Edge // by state: the edges at which an execution may be in it
	head []int        // by state: the state that represents it; -1: not yet known, -2: being computed
}

// lossy reports for each state whether executions may be excluded from there on.
func (k *contraction) lossy() []bool {
	from := make(graph.Adj, len(k.c.States))
	var loses []int
	for i := range k.c.States {
		for _, e := range k.at[i] {
			for _, to := range k.c.Successors(i, e) {
				if to != Gone {
					from[to] = append(from[to], i)
				} else {
					loses = append(loses, i)
				}
			}
		}
	}
	return graph.Reachable(from, loses...)
}

// of returns the state that represents i: the end of the chain of states with a single successor that begins at i.
func (k *contraction) of(i int, lossy []bool) int {
	first := i
	var chain []int
	for k.head[i] == -1 {
		k.head[i] = -2
		chain = append(chain, i)
		if next, only := k.next(i); only && lossy[i] && !k.c.States[next].Verified && lossy[next] && k.head[next] != -2 {
			i = next
			continue
		}
		k.head[i] = i
	}
	head := k.head[i]
	for n := len(chain) - 1; n >= 0; n-- {
		j := chain[n]
		if j != head && k.stands(head, k.at[j]) {
			k.head[j] = head
		} else {
			k.head[j], head = j, j
		}
	}
	return k.head[first]
}

// next returns the single successor of a state; only is false if it has several, or none.
func (k *contraction) next(i int) (next int, only bool) {
	next = Gone
	for _, e := range k.at[i] {
		to := k.c.Successors(i, e)
		if len(to) > 1 || to[0] == Gone || to[0] == i || next != Gone && to[0] != next {
			return 0, false
		}
		next = to[0]
	}
	return next, next != Gone
}

// stands reports whether the state head may replace a state at which executions take the given edges: none of these
// edges is an edge of head, so the automaton stays in head at all of them.
func (k *contraction) stands(head int, at []*ir.Edge) bool {
	return !slices.ContainsFunc(at, func(e *ir.Edge) bool { return slices.Contains(k.at[head], e) })
}
