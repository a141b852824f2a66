package verify

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file makes the condition of an analysis that was stopped (Beyer, Henzinger, Keremoglu, Wendler: Conditional
// Model Checking, FSE 2012; Definition 1 of paper 3) out of its graph.

// Partial is a worker that can be asked, between its turns, for what it has shown so far of some of the executions
// only: the proof is evidence (b) with open nodes, or (d) whose leaves need not cover the task, and speaks of all the
// obligations. It is of about so many states at most; more says that there would be more. Nil: nothing.
type Partial interface {
	Partial(ctx context.Context, open []*ir.Obligation, most int) (shown *Safe, more bool)
}

// Stopped reports whether the graph has open nodes.
func (e *Annotated) Stopped() bool {
	return slices.ContainsFunc(e.Nodes, func(n AnnotatedNode) bool { return n.Open })
}

// Left says which executions may come to an open node: a condition whose automaton leaves out the others, with a
// verified state from where none can be reached, coverage included. An open node is where executions go that are left,
// for good: it may have lost edges. So is one that an edge or coverage leads to beside others, as who checks the graph
// may have gone on from those. An automaton has no stack: behind the end of a function it goes on where one caller is
// come back to, else it has lost its way, and what follows is open.
func (e *Annotated) Left(note string) *Condition {
	c := &Condition{Note: note}
	if len(e.Nodes) == 0 {
		c.States = []ConditionState{{Verified: true}}
		return c
	}
	l := &leaver{e: e, out: make([][]AnnotatedEdge, len(e.Nodes)), by: make([]int, len(e.Nodes)), number: map[int]int{}}
	adj := make(graph.Adj, len(e.Nodes))
	var open []int
	for i := range l.by {
		l.by[i] = none
	}
	for _, x := range e.Edges {
		if e.Nodes[x.From].Open {
			continue
		}
		adj[x.From] = append(adj[x.From], x.To)
		if x.Edge == nil {
			if l.by[x.From] == none {
				l.by[x.From] = x.To
			} else if l.by[x.From] != x.To {
				l.by[x.From] = several
			}
			continue
		}
		same := func(y AnnotatedEdge) bool { return y.Edge == x.Edge && y.Caller == x.Caller }
		if k := slices.IndexFunc(l.out[x.From], same); k < 0 {
			l.out[x.From] = append(l.out[x.From], x)
		} else if l.out[x.From][k].To != x.To {
			l.out[x.From][k].To = several
		}
	}
	for i, n := range e.Nodes {
		if n.Open || l.target(i) < 0 || slices.ContainsFunc(l.out[i], func(x AnnotatedEdge) bool { return x.To == several }) {
			open = append(open, i)
		}
	}
	l.left = graph.Reaching(adj, open...)
	l.state(0)
	for k := 0; k < len(l.list); k++ {
		i := l.list[k]
		s := ConditionState{}
		switch {
		case i == several:
			s.Stays = true
		case !l.left[i]:
			s.Verified = true
		case e.Nodes[i].Open || l.ends(i):
			s.Stays = true
		default:
			for _, x := range l.out[i] {
				s.Steps = append(s.Steps, ConditionStep{Edge: x.Edge, To: l.state(x.To)})
			}
		}
		c.States = append(c.States, s)
	}
	return c
}

// leaver makes a condition of a graph.
type leaver struct {
	e      *Annotated
	out    [][]AnnotatedEdge // by node: one for each letter
	by     []int             // by node: the one that covers it, none or several
	left   []bool            // by node: an open one can be reached
	number map[int]int       // states
	list   []int             // the node of each
}

// Of a node: nothing covers it; or several do, or it has several successors.
const none, several = -1, -2

// target returns the node whose edges an execution takes at a node; several if that is not one, as coverage goes round in
// circles, which stands for nothing, or leads to several.
func (l *leaver) target(i int) int {
	for n := 0; i >= 0 && l.by[i] != none; n++ {
		if n > len(l.by) {
			return several
		}
		i = l.by[i]
	}
	return i
}

// ends reports whether a function ends at a node.
func (l *leaver) ends(i int) bool {
	n := l.e.Nodes[i]
	return !n.Open && n.Loc == n.Loc.Func.Exit
}

// state returns the state for a node: that where it is come back to, if it is one place.
func (l *leaver) state(i int) int {
	for n := 0; i >= 0; n++ {
		if i = l.target(i); i < 0 || n > len(l.by) || !l.left[i] || !l.ends(i) || len(l.out[i]) != 1 {
			break
		}
		i = l.out[i][0].To
	}
	n, known := l.number[i]
	if !known {
		n = len(l.list)
		l.number[i], l.list = n, append(l.list, i)
	}
	return n
}
