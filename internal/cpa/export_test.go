package cpa

import (
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Verified returns the verified nodes of the graph as it is, whose formulas do not matter.
func (r *Run) Verified(note string) *verify.Condition {
	return r.graph(false, func(State) ir.Expr { return nil }).Verified(note)
}

// Verified says which executions the graph has seen to their ends, or into coverage: a condition whose automaton
// leaves what is open, and what leads to targets.
func (g *Graph) Verified(note string) *verify.Condition {
	return g.Stopped(func(*ir.Obligation) bool { return true }).Left(note)
}
