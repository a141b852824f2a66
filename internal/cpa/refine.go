package cpa

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Path is a way through the graph from the root: Edges[i] leads from Nodes[i] to Nodes[i+1].
type Path struct {
	Nodes []*Node
	Edges []*ir.Edge
}

// Refiner is an analysis that may become more precise: counterexample-guided refinement (Clarke, Grumberg, Jha, Lu, Veith,
// CAV 2000).
type Refiner interface {
	// Refine looks for a precision, at least what pi says, with which the analysis does not go to the end of a path that no execution
	// takes: nil where it has none, or got no answer.
	Refine(ctx context.Context, path Path, pi *verify.Precision) *Refinement
}

// Refinement is a precision and where it matters.
type Refinement struct {
	Precision *verify.Precision
	From      *Node  // the first node of the path that it changes
	Why       string // what was learnt, for people
	Cost      int    // of several refinements of one path that with the least is taken
}
