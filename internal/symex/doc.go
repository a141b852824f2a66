// Package symex combines runs with terms: it finds the conditions under which inputs make a run take its path, and
// inputs that make a run leave that path at a given place.
//
// # The idea
//
// The interpreter runs a test, and every edge that the run takes is also executed symbolically (package vc,
// bit-precise). Runs with a common prefix share what was computed: an Explorer keeps a tree of paths. A Node is a place
// where paths part, an Arc is one continuation; a path has the constraints of the nodes from its end to the root. To
// make a run take an Arc that none has taken yet, Solve asks for inputs that satisfy the constraints of the path and
// the condition of the Arc.
//
// # A small example
//
//	x, err := symex.New(ctx, prog, symex.Options{})
//	tr, err := x.Run(ctx, nil)             // all inputs zero
//	for _, n := range tr.Nodes {           // where other inputs might take another path
//	    for i := range n.Arcs {
//	        if a := &n.Arcs[i]; a.Open() {
//	            s := x.Solve(ctx, n, a, smt.Budget{Time: time.Second})
//	            if s.Result == smt.Sat { x.Run(ctx, s.Test.Records) } // takes a
//	        }
//	    }
//	}
//
// Extend does the same for any sequence of edges from a node, calls and returns included: a suitable test for an
// extension of a run, as SYNERGY calls it.
//
// Places, At and Reach do the same from any state of a run, outside of the tree:
//
//	p, err := x.At(ctx, test, loc, 1000)        // the state of the run at the visit
//	s := x.Reach(ctx, p, edges, post, budget)   // inputs that go on along edges, after which post holds
//
// # Edges without inputs
//
// The interpreter alone runs edges that neither read nor write data which depends on inputs (untouched.go: data
// dependence, registers along the flow, objects as wholes), on walks to places and, with Options.Quiet, in the tree: a
// loop of a million rounds costs no terms and no memory. The values that such edges have written enter the symbolic
// state where another edge reads them: registers before that edge, objects byte for byte (stretch.go). Local objects
// are taken to be written before they are read; where a run shows that one is not, the walk begins again without this
// assumption. The result is as exact as if every edge were followed: a test compares the two.
//
// Walks to places keep constraints only, and drop those that others imply (implied.go): a loop that an input bounds
// costs two.
//
// # Small queries
//
// The run that came to a node satisfies the constraints up to there. So only the constraints that share an input with
// the condition, directly or through others, go to the solver (constraint independence, as in EXE and KLEE); other
// inputs keep the values of that run. Package smt adds a cache and validates models.
//
// # Concrete values
//
// Values that vc cannot express exactly are replaced by the values that they have in the run, never by a guess: results
// of libm, numbers made from addresses, pointers assembled from bytes, memory copied in unusual ways. Such a value
// makes a node of its own (Bind), whose arcs carry the value, so that a run with another value takes another arc. If
// the path implies that the value does not depend on anything arbitrary, it enters as a term instead (settle.go). Where
// the solver gives up on products, quotients and float operations, one operand is fixed to its value in the run and the
// query asked again (Solution.Concretised). Memory accesses of a run were valid: their validity is a constraint of its
// path. A run that ends by an invalid access leaves an arc for runs in which it is valid. Allocations of unknown size
// are limited to maxAlloc.
//
// Paths without such replacements are exact; only for these does Unsat mean that the arc cannot be taken
// (Arc.Infeasible). Explorer.Complete reports whether a whole tree is explored: every arc taken or infeasible, every
// path exact, no access possibly invalid.
//
// # Sources
//
// P. Godefroid, N. Klarlund, K. Sen, DART: directed automated random testing, PLDI 2005, for the idea. C. Cadar et al.,
// EXE, CCS 2006, and C. Cadar, D. Dunbar, D. Engler, KLEE, OSDI 2008, for the treatment of constraints.
//
// # Not modelled
//
// Pointers that may lead to very many objects are bound to one. Runs longer than Options.MaxEdges are followed up to
// there. Functions without a body that havoc everything end a run (package exec).
package symex
