// Package vc turns paths and blocks of a program into terms: the one place
// where the semantics of package ir meets a solver.
//
// # The idea
//
// A State is a symbolic state: a value for each register and memory cell, as
// terms over fresh constants, and a path condition. Step executes one edge;
// Join merges states that meet, with if-then-else. Advance runs a set of states
// from cut points (loop heads, entries of recursive functions) through the acyclic
// code to the next cut points, joining on the way: one block in the sense of
// large-block encoding (Beyer et al., FMCAD 2009). What remains is a choice of the first state:
//
//	bounded model checking   Advance again and again from Initial
//	induction                Advance once from Arbitrary
//	Horn clauses             Advance once from Arbitrary, for each cut point
//	a path                   Step along it
//
// # A small example
//
//	e := vc.New(term.New(), prog, vc.Ints, vc.Options{})
//	f, errs := e.Advance(vc.Frontier{e.Start(): e.Initial()}, nil)
//	for _, bad := range errs {
//	    solver.Assert(e.WithAxioms(bad.State.Guard())...)  // sat: the error is reachable
//	}
//
// # Encodings
//
// Bits is bit-precise. Ints uses unbounded integers: each register has its value
// by the sign of its type, and bounds are kept with it, so that wrap-around (if-then-else
// for one modulus, mod for more) is written only where a value may leave its type. Conditions
// that were assumed sharpen the bounds: after a guard against overflow the sum is plain.
// Bit operations that Ints cannot express are fresh constants within bounds; Encoder.Approx
// counts such places: a model may then be spurious, a proof is not.
//
// # Memory
//
// A pointer is a pair (object, offset). Each instance of an object has its own
// contents: scalars if the program only uses constant offsets, else one SMT array for each
// field of the element, indexed by byte offset (points-to analysis of package flow
// decides). An invalid read gives a fresh value, an invalid write is lost (package
// ir). Numbers made from pointers and the order of different objects rest on bases, of which
// no more is said than holds in every layout (base.go); pointers in bytes are what they were written as in
// Bits, and fresh in Ints (bytes.go): approximated, see Approx.
//
// Questions about memory (ir.Valid) are answered by the rule that decides accesses (valid.go): exactly for instances
// that the state lists, and for others from what invariants say of them, if asked to (Owners, owner.go). An access
// behind its own question is valid, and no Access. Questions that were proved to have the answer yes are not assumed
// (proved.go).
//
// # Predicates, triples, interpolants
//
// A Prover adds a solver: predicates over registers as terms and as expressions (wp.go), sp, wp and Hoare triples of
// edges and blocks (triple.go), from where a block leads to a predicate (pre.go), why a path cannot be executed
// (interpolate.go).
//
//	p := vc.NewProver(e, solver, budget)
//	p.Holds(ctx, nil, pre, edge, post)                   // vc.Yes, vc.No, vc.Open
//	ip, err := p.Interpolate(ctx, vc.Path{Edges: path})  // ip.Exprs[i] holds before edge i
//
// # Not modelled
//
// long double, libm and missing library functions are fresh values.
package vc
