package floydhoare

import (
	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file makes the graph of an engine that has predicates for the program automaton, but no data automata.

// Node is a state of the program automaton with a formula that holds there.
type Node struct {
	State   int
	Formula ir.Expr
	Open    bool // the node is not expanded: executions that reach it are not covered
	Moves   []NodeMove
}

// NodeMove is a move that leaves a node.
type NodeMove struct {
	automata.Move
	Node int // the next node; automata.None if no execution takes the move from a state with the formula
}

// Written returns the graph of the given nodes, with the locations between them and the rest of the program. Executions
// begin at the first node. A node that is not open has a NodeMove for each move of its state.
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
