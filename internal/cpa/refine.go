package cpa

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Path is a way through the graph from the root: Edges[i] leads from Nodes[i] to Nodes[i+1]. An edge may be a copy of
// that of the program which does nothing (Slice): what is not reached by the path is not reached by that of the program
// either.
type Path struct {
	Nodes  []*Node
	Edges  []*ir.Edge
	States []State // of the analysis that is asked: those of the nodes, or their parts
}

// Slice returns the path up to node n, without what some of its edges say.
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
	// Refine looks for a precision, at least what pi says, with which the analysis does not go to the end of a path that
	// no execution takes: nil where it has none, or got no answer.
	Refine(ctx context.Context, path Path, pi *verify.Precision) *Refinement
}

// Prompt is a Refiner that finds out itself, and quickly, that a path cannot be executed: it is asked before a solver
// is.
type Prompt interface {
	Refiner
	Prompt()
}

// Dear is the cost of refinements that are worth to look for others: something will be told apart that takes many
// values.
const Dear = 1000

// Promptly returns the refinement that an analysis has before it is known whether the path can be executed; nil if
// there is none, or it is dear and others may have a better one.
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

// Refinement is a precision and where it matters.
type Refinement struct {
	Precision *verify.Precision
	From      *Node  // the first node of the path that it changes
	Why       string // what was learnt, for people
	Cost      int    // of several refinements that with the least is taken
}

// Chooser is an analysis whose nodes stand for several ways.
type Chooser interface {
	// Choose is a path that leads where the given one leads, and that executions can take, if it knows one; otherwise the
	// given one.
	Choose(ctx context.Context, path Path) Path
}
