package floydhoare

import (
	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file writes down what an engine without data automata knows of the program automaton.

// Node is a state of the program automaton with what holds there.
type Node struct {
	State   int
	Formula ir.Expr
	Open    bool // nothing is said of executions that come here
	Moves   []NodeMove
}

// NodeMove is a move that leaves a node.
type NodeMove struct {
	automata.Move
	Node int // where it leads; automata.None: no state with the formula passes it
}

// Written returns the graph of some nodes, the first where executions begin, with the locations between them and the
// rest of the program. A node that is not open has a NodeMove for each move of its state.
func Written(p *Program, nodes []Node) *cpa.Graph {
	b := &writer{p: p, g: &cpa.Graph{}, rest: map[restKey]int{}}
	for i, n := range nodes {
		x := cpa.GraphNode{ID: i, Loc: p.Loc[n.State], Formula: n.Formula, Fate: cpa.Expanded, By: -1}
		if n.Open {
			x.Fate = cpa.Open
		}
		b.g.Nodes = append(b.g.Nodes, x)
	}
	for i, n := range nodes {
		if n.Open {
			continue
		}
		var moves []step
		for _, m := range n.Moves {
			moves = append(moves, step{to: m.Node, caller: -1, block: p.block(n.State, m.Letter)})
		}
		b.leave(i, moves)
	}
	return b.g
}
