package cpa

import (
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Verified returns the condition of Graph.Verified for the current graph. The formulas are omitted.
func (r *Run) Verified(note string) *verify.Condition {
	return r.graph(false, func(State) ir.Expr { return nil }).Verified(note)
}

// Verified returns the condition of the executions that the graph follows to their ends, or into covered nodes. Its
// automaton excludes open nodes and paths to targets.
func (g *Graph) Verified(note string) *verify.Condition {
	return g.Stopped(func(*ir.Obligation) bool { return true }).Left(note)
}
