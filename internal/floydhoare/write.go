package floydhoare

import (
	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file writes down what others than data automata know of the program automaton.

// Node is a state of the program automaton with what holds there.
type Node struct {
	State   int
	Formula ir.Expr
	Open    bool // nothing is said of executions that come here
	Moves   []Way
}

// Way is a move that leaves a node.
type Way struct {
	automata.Move
	Node int // where it leads; automata.None: no state with the formula passes it
}

// Written is a graph of nodes, the first where executions begin, with what lies between and beside them. A node that is
// not open has a way for each move of its state.
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
