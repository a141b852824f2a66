package verify

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file computes the condition of an analysis that was stopped from the graph of the analysis (Beyer, Henzinger,
// Keremoglu, Wendler: Conditional Model Checking, FSE 2012; Definition 1 of paper 3).

// Partial is a worker that can return, between its turns, a proof of all obligations in open for some executions. The
// proof is evidence (b) with open nodes, or (d) with leaves that need not cover the task. It has at most about most
// states; more reports whether the worker has a proof with more states. shown is nil if there is no proof yet.
type Partial interface {
	Partial(ctx context.Context, open []*ir.Obligation, most int) (shown *Safe, more bool)
}

// Stopped reports whether the graph has open nodes.
func (e *Annotated) Stopped() bool {
	return slices.ContainsFunc(e.Nodes, func(n AnnotatedNode) bool { return n.Open })
}

// Left returns a condition with all executions that may reach an open node. Its automaton excludes the other
// executions: the state of a node from which no edges and no coverage lead to an open node is verified. An execution
// that reaches an open node stays in the condition, as the analysis may have omitted edges of that node. So does an
// execution at an edge or coverage with several targets, since the checker of the graph may have followed another
// target. An automaton has no stack: if the end of a function has a single return, the automaton follows it; if there
// are several, all executions after the end remain in the condition.
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

// leaver builds the condition of a graph. It has a state for each node that is needed.
type leaver struct {
	e      *Annotated
	out    [][]AnnotatedEdge // by node: its edges, one for each pair of Edge and Caller
	by     []int             // by node: the node that covers it, none or several
	left   []bool            // by node: an open node can be reached
	number map[int]int       // the state of each node
	list   []int             // the node of each state
}

// Values in place of a node: none if no node covers a node; several if more than one node covers it, or if an edge has
// more than one target.
const none, several = -1, -2

// target follows coverage from node i and returns the node that is not covered, whose edges an execution at i takes. It
// returns several if this node is not unique, because coverage is cyclic or leads to several nodes.
func (l *leaver) target(i int) int {
	for n := 0; i >= 0 && l.by[i] != none; n++ {
		if n > len(l.by) {
			return several
		}
		i = l.by[i]
	}
	return i
}

// ends reports whether node i is at the exit of a function.
func (l *leaver) ends(i int) bool {
	n := l.e.Nodes[i]
	return !n.Open && n.Loc == n.Loc.Func.Exit
}

// state returns the state of the condition for node i. At the exit of a function this is the state of the node after
// the return, if the return is unique.
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
