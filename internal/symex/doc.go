// Package symex is concolic execution: it computes the conditions on inputs under which a run takes its path, and finds
// inputs for which a run leaves this path at a given branch.
//
// # The idea
//
// The interpreter runs a test, and every edge that the run takes is also executed symbolically (package vc,
// bit-precise). An Explorer keeps a tree of paths, so that runs with a common prefix share its states and constraints.
// A Node is a point where paths part, an Arc is one continuation. The constraints of a path are the constraints of all
// nodes from the root to its end. To take an Arc that no run has taken yet, Solve looks for inputs that satisfy the
// constraints of the path and the condition of the Arc.
//
// # A small example
//
//	x, err := symex.New(ctx, prog, symex.Options{})
//	tr, err := x.Run(ctx, nil)             // all inputs zero
//	for _, n := range tr.Nodes {           // other inputs might take another path from here
//	    for i := range n.Arcs {
//	        if a := &n.Arcs[i]; a.Open() {
//	            s := x.Solve(ctx, n, a, smt.Budget{Time: time.Second})
//	            if s.Result == smt.Sat { x.Run(ctx, s.Test.Records) } // takes a
//	        }
//	    }
//	}
//
// Places, At and Reach do the same for any sequence of edges from any state of a run, outside of the tree. Their result
// is what SYNERGY calls a suitable test for an extension of a run:
//
//	p, err := x.At(ctx, test, loc, 1000)        // the state of the run at the visit
//	s := x.Reach(ctx, p, edges, post, budget)   // inputs that continue along edges, after which post holds
//
// # Edges without inputs
//
// The interpreter alone runs edges that neither read nor write data which depends on inputs. An analysis finds these
// quiet edges (untouched.go): it follows data dependence, for registers flow-sensitively, for each object as a whole.
// Quiet edges exist on walks to places and, with Options.Quiet, in the tree. A loop of a million rounds over quiet
// edges costs no terms and no memory. A value that a quiet edge has written enters the symbolic state before another
// edge reads it (stretch.go). The analysis assumes that local objects are written before they are read. If a run shows
// that this is wrong for an object, the walk begins again without the assumption for this object. The result is as
// exact as if every edge were followed: a test compares the two.
//
// Walks to places keep constraints only, and drop constraints that others imply (implied.go). A loop that an input
// bounds then costs two constraints.
//
// # Small queries
//
// The run that reached a node satisfies the constraints up to the node. So only the constraints that share an input
// with the condition, directly or through other constraints, are sent to the solver (constraint independence, as in EXE
// and KLEE). All other inputs keep the values of that run. Package smt adds a cache and validates models.
//
// # Concrete values
//
// Values that vc cannot express exactly are replaced by the values that they have in the run, never by a guess: results
// of libm, numbers made from addresses, pointers assembled from bytes, memory copied in unusual ways. Such a value
// makes a separate node (Bind), with one arc for each value that runs have had there. If the path implies that the
// value does not depend on an arbitrary value, it enters the state as a term instead (settle.go). If the solver does
// not decide a query with products, quotients or float operations, one operand of each is fixed to its value in the
// run, and the query is made again (Solution.Concretised). Memory accesses of a run were valid: their validity is a
// constraint of its path. A run that ends with an invalid access leaves an arc for runs in which the access is valid.
// Allocations of unknown size are limited to maxAlloc.
//
// Paths without such replacements are exact. Only for an exact path, Unsat means that the arc cannot be taken
// (Arc.Infeasible). Explorer.Complete reports whether a whole tree is explored: every arc is taken or infeasible, every
// path is exact, and no access may be invalid.
//
// # Sources
//
// P. Godefroid, N. Klarlund, K. Sen, DART: directed automated random testing, PLDI 2005, for the idea. C. Cadar et al.,
// EXE, CCS 2006, and C. Cadar, D. Dunbar, D. Engler, KLEE, OSDI 2008, for the treatment of constraints.
//
// # Not modelled
//
// Pointers that may lead to very many objects are bound to the object of the run. Runs longer than Options.MaxEdges are
// followed up to that length only. Functions without a body that havoc everything end a run (package exec).
package symex
