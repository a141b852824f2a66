// Package vc encodes paths and blocks of a program as terms. It is the only package that translates the semantics of
// package ir for a solver.
//
// # The idea
//
// A State is a symbolic state: a value for each register and memory cell, as terms over fresh constants, and a path
// condition. Step executes one edge; Join merges states that meet, with if-then-else. Advance runs a set of states from
// cut points (loop heads, entries of recursive functions) through the acyclic code to the next cut points, and joins
// states on the way: this encodes one block in the sense of large-block encoding (Beyer et al., FMCAD 2009). The uses
// of Advance differ in the first state only:
//
//	bounded model checking   Advance again and again from Initial
//	induction                Advance once from Arbitrary
//	Horn clauses             Advance once from Arbitrary, for each cut point
//	a path                   Step along it
//
// # A small example
//
//	e := vc.New(term.New(), prog, vc.Ints, vc.Options{})
//	b, err := e.Advance(ctx, vc.Frontier{e.Start(): e.Initial()})
//	for _, bad := range b.Bad {
//	    solver.Assert(e.WithAxioms(e.Guard(bad.State))...)  // sat: the error is reachable
//	}
//
// # Encodings
//
// Bits is bit-precise. Ints uses unbounded integers: the value of a register is a number by the sign of its type. Each
// value has bounds, and wrap-around (if-then-else for one modulus, mod for more) is encoded only where a value may
// leave its type. Assumed conditions narrow the bounds: after a guard against overflow the sum is plain. Bit operations
// that Ints cannot express are fresh constants within bounds. Encoder.Approx counts them: a model may then be spurious,
// a proof is not.
//
// # Memory
//
// A pointer is a pair (object, offset). Each instance of an object has its own contents: scalars if the program only
// uses constant offsets, else one SMT array for each field of the element, indexed by byte offset (by the points-to
// analysis of package flow). An invalid read gives a fresh value, an invalid write has no effect (package ir). Numbers
// made from pointers and the order of different objects depend on bases, about which only the facts that hold in every
// layout are known (base.go). A pointer that is read from bytes is, in Bits, the pointer that was written there, and in
// Ints a fresh value (bytes.go). Both are approximations, see Approx.
//
// Questions about memory (ir.Valid) are answered by the rule that decides accesses (valid.go): exactly for instances
// that the state lists, and for other objects by the invariants of a state if Owners is called (owner.go). An access
// that comes after its own check is valid, so it has no Access. Checks that are proved are not encoded (proved.go).
//
// # Predicates, triples, interpolants
//
// A Prover adds a solver. It represents predicates over registers as terms and as expressions (wp.go), computes sp, wp
// and Hoare triples of edges and blocks (triple.go, holdblock.go) and the states from which a block leads to a
// predicate (pre.go), and explains why a path has no execution (interpolate.go).
//
//	p := vc.NewProver(e, solver, budget)
//	p.Holds(ctx, nil, pre, edge, post)                   // vc.Yes, vc.No, vc.Open
//	ip, err := p.Interpolate(ctx, vc.Path{Edges: path})  // ip.Exprs[i] holds before edge i
//
// # Not modelled
//
// The results of long double arithmetic, libm and missing library functions are fresh values.
package vc
