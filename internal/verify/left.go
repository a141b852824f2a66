package verify

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file computes the condition of an analysis that was stopped (Beyer, Henzinger, Keremoglu, Wendler: Conditional
// Model Checking, FSE 2012; Definition 1 of paper 3) from its graph.

// Partial is a worker that returns, between its turns, a proof of some executions for all of the obligations: evidence
// (b) with open nodes, or (d) whose leaves need not cover the task. The proof has about the given number of states at
// most; more tells that a larger one would have more. Nil: there is no proof yet.
type Partial interface {
	Partial(ctx context.Context, open []*ir.Obligation, most int) (shown *Safe, more bool)
}

// Stopped reports whether the graph has open nodes.
func (e *Annotated) Stopped() bool {
	return slices.ContainsFunc(e.Nodes, func(n AnnotatedNode) bool { return n.Open })
}

// Left returns the executions that may come to an open node, as a condition whose automaton leaves out the others: it
// has a verified state for nodes, coverage included, from which no open node can be reached. An execution that comes to
// an open node stays in the condition, as the node may have lost edges. So does an execution that comes to a node by an
// edge or coverage with several targets, as the checker of the graph may have continued from another one. An automaton
// has no stack: after the end of a function it continues where the only caller does; if there are several, all that
// follows is open.
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

// leaver builds the condition of a graph.
type leaver struct {
	e      *Annotated
	out    [][]AnnotatedEdge // by node: one for each letter
	by     []int             // by node: the node that covers it, none or several
	left   []bool            // by node: an open node can be reached
	number map[int]int       // states
	list   []int             // the node of each state
}

// Results of target: no node covers it; several nodes cover it, or it has several successors.
const none, several = -1, -2

// target returns the node whose edges an execution takes at a node; several if that is not unique, as coverage is
// cyclic or leads to several nodes.
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

// state returns the state for a node or, for the end of a function, for the node that it returns to, if that is unique.
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
