// Package vc encodes paths and blocks of a program as terms. It is the only package that translates the semantics of
// package ir for a solver.
//
// # The idea
//
// A State is a symbolic state: a value for each register and memory cell, as terms over fresh constants, and a path
// condition. Step executes one edge. Join merges the states of several paths at one location, with if-then-else.
// Advance executes a set of states from cut points (loop heads, entries of recursive functions) through the acyclic
// code to the next cut points, and joins the states at each location between. One call encodes one block in the sense
// of large-block encoding (Beyer et al., FMCAD 2009). The uses of Advance differ in the first state only:
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
// Bits is bit-precise. Ints uses unbounded integers: a register of a signed type is a signed number, one of an unsigned
// type is not negative. Each value has bounds, and wrap-around is encoded only where a value may leave its type: as
// if-then-else if one subtraction or addition of the modulus suffices, else as mod. Assumed conditions narrow the
// bounds; after a guard against overflow, a sum needs no wrap-around. Bit operations that Ints cannot express are fresh
// constants within bounds. Encoder.Approx counts them: with such constants a model may be spurious, but a proof holds.
//
// # Memory
//
// A pointer is a pair (object, offset). Each instance of an object has its own contents: scalars if the program uses
// only constant offsets in the object, else one SMT array for each field of its elements, indexed by byte offset. The
// points-to analysis of package flow gives the offsets. An invalid read gives a fresh value, an invalid write has no
// effect (package ir). Numbers made from pointers and the order of different objects depend on bases: constants about
// which only the facts are known that hold in every layout (base.go). A number that is computed from an address by
// sums, differences and bit operations keeps the object and offset (addrOf) for a conversion back to a pointer. A
// pointer that is read from bytes is, in Bits, the pointer that was written there, and in Ints a fresh value
// (bytes.go). Both are approximations, see Approx.
//
// The conditions about memory (ir.Valid) have the same encoding as the validity of accesses (valid.go). It is exact for
// instances that the state lists. Other objects have a symbolic size and lifetime if Owners is called (owner.go), and
// an arbitrary answer otherwise. An access after its own check is valid, so the encoder records no Access for it.
// Checks that are proved are not encoded (proved.go).
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
