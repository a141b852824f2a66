package cpa

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Path is a path through the graph from the root: Edges[i] leads from Nodes[i] to Nodes[i+1]. An edge may be a copy of
// an edge of the program whose statement is Skip (Slice). If no execution takes the path with such copies, none takes
// the path of the program either.
type Path struct {
	Nodes  []*Node
	Edges  []*ir.Edge
	States []State // states of the nodes, in the product or in the part to which the path is passed
}

// Slice returns the path up to node n. Edges with an index in without get the statement Skip.
func (p Path) Slice(n int, without map[int]bool) Path {
	out := Path{p.Nodes[:n+1], slices.Clone(p.Edges[:n]), p.States[:n+1]}
	for i := range without {
		if i < n {
			e := *p.Edges[i]
			e.Stmt = &ir.Skip{}
			out.Edges[i] = &e
		}
	}
	return out
}

// Refiner is an analysis that may become more precise: counterexample-guided refinement (Clarke, Grumberg, Jha, Lu,
// Veith, CAV 2000).
type Refiner interface {
	// Refine searches for a precision above pi with which the analysis does not reach the end of path, which no execution
	// takes. It returns nil if it finds none.
	Refine(ctx context.Context, path Path, pi *verify.Precision) *Refinement
}

// Prompt is a Refiner that can decide quickly and without a solver that a path cannot be executed. It is called before
// solvers are.
type Prompt interface {
	Refiner
	Prompt()
}

// If the cost of a refinement is Dear or more, other refinements are searched for, since it distinguishes states by a
// register with many values.
const Dear = 1000

// Promptly returns a refinement that the Prompt parts of an analysis find before it is known whether the path can be
// executed. It returns nil if there is none, or if it is expensive and other parts may have a better one.
func Promptly(ctx context.Context, a Analysis, path Path, pi *verify.Precision) *Refinement {
	switch a := a.(type) {
	case *product:
		f := a.refine(ctx, path, pi, func(p Analysis) bool { _, is := p.(Prompt); return is })
		others := slices.ContainsFunc(a.parts, func(p Analysis) bool {
			_, refines := p.(Refiner)
			_, prompt := p.(Prompt)
			return refines && !prompt
		})
		if f != nil && f.Cost >= Dear && others {
			return nil
		}
		return f
	case Prompt:
		return a.Refine(ctx, path, pi)
	}
	return nil
}

// Refinement is a new precision for a part of the graph.
type Refinement struct {
	Precision *verify.Precision
	From      *Node  // the first node of the path whose state it changes
	Why       string // the new facts, for output
	Cost      int    // the refinement with the least cost is used
}

// Chooser is an analysis whose nodes represent several paths.
type Chooser interface {
	// Choose returns a path to the same error that executions can take, if it knows one; otherwise path.
	Choose(ctx context.Context, path Path) Path
}
