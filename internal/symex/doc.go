// Package symex joins runs with terms: what has to hold of the inputs for a run to
// take its path, and which inputs make a run leave it where one wants.
//
// # The idea
//
// A test is run in the interpreter, and every edge that it takes is executed
// symbolically beside it (package vc, bit-precise). Runs that begin alike share what was computed: an
// Explorer keeps a tree of paths. A Node is a place where paths part, an Arc is one way on; the
// constraints of a path are those of the nodes on the way to the root. To make a run
// take an Arc that none has taken yet, Solve asks for inputs that satisfy the constraints of
// the path and the condition of the Arc.
//
// # A small example
//
//	x, err := symex.New(ctx, prog, symex.Options{})
//	tr, err := x.Run(ctx, nil)             // all inputs zero
//	for _, n := range tr.Nodes {           // where other inputs might go another way
//	    for i := range n.Arcs {
//	        if a := &n.Arcs[i]; a.Open() {
//	            s := x.Solve(ctx, n, a, smt.Budget{Time: time.Second})
//	            if s.Result == smt.Sat { x.Run(ctx, s.Test.Records) } // takes a
//	        }
//	    }
//	}
//
// Extend does the same for any sequence of edges from a node, calls and returns
// included: a suitable test for an extension of a run, as SYNERGY calls it.
//
// Places, At and Reach do the same from any state of a run, beside the tree:
//
//	p, err := x.At(ctx, test, loc, 1000)        // where the run is at the visit
//	s := x.Reach(ctx, p, edges, post, budget)   // and goes on along edges, behind which post holds
//
// # What no input reaches
//
// Edges that neither read nor write what an input may reach (untouched.go: data dependence, registers along the flow,
// objects as wholes) are run by the interpreter alone on walks to places, and with Options.Quiet in the tree: a loop of
// a million rounds costs no terms and no memory. What they left behind enters as values where something else reads it,
// in registers before the edge that does, in objects byte for byte (stretch.go). Local objects are taken as written
// before they are read; where a run shows that they are not, the walk begins anew without. A place says no less than
// with every edge followed: a test compares the two.
//
// Walks to places keep constraints only, and leave out what others imply (implied.go): a loop that an input bounds
// costs two.
//
// # Small queries
//
// The run that came to a node satisfies the constraints up to there. So only the
// constraints that share an input with the condition, directly or through others, go to the
// solver (constraint independence, as in EXE and KLEE); inputs that none of them mentions keep the values of that
// run. Package smt's cache and validation stand behind.
//
// # Concrete values
//
// What vc cannot express exactly is replaced by what the run saw, never
// by a guess: libm, numbers made from addresses, pointers out of bytes, memory copied in odd ways. Such
// a value makes a node of its own (Bind), whose arcs carry the value, so that a run
// with another value takes another arc; but where the path says that the value does not depend on what is
// arbitrary, it is put in (settle.go). Where the solver gives up on products, quotients and float
// operations, one operand is fixed to its value in the run and the query asked again (Solution.Concretised).
// Memory accesses of a run were valid: that they are is a constraint of its path. A run that ends by an invalid
// one leaves an arc for runs in which it is valid. Allocations of unknown size are kept within maxAlloc.
//
// Paths without such replacements are exact; only for these does Unsat mean that the arc
// cannot be taken (Arc.Infeasible). Explorer.Complete says that a whole tree is explored: every
// arc taken or infeasible, every path exact, no access possibly invalid.
//
// # Sources
//
// P. Godefroid, N. Klarlund, K. Sen, DART: directed automated random testing, PLDI
// 2005, for the idea. C. Cadar et al., EXE, CCS 2006, and C. Cadar, D. Dunbar, D. Engler, KLEE,
// OSDI 2008, for the treatment of constraints.
//
// # Not modelled
//
// Pointers that may mean very many objects are bound to one. Runs longer than
// Options.MaxEdges are followed up to there. Functions without a body that havoc
// everything end a run (package exec).
package symex
