// Package inductive re-checks inductive invariants by one application of a
// transfer function written for nothing else. It shares neither code nor
// representation with the analyses that find invariants, and needs no solver.
//
// # The idea
//
// The evidence gives an invariant at cuts: loop heads, locations where
// branches meet, entries and exits. From each cut the checker walks all paths
// to the next cuts, with a state that says of each register and memory cell
// which values it can have, and asks there whether the invariant follows. It
// also asks this of the initial state, and walks on from every cut, so that the
// invariants hold by induction. An error location that no walk reaches is
// proved. A location without an invariant has the invariant true, unless it has a
// single predecessor: then it is computed on the way.
//
// # Form of the invariants
//
// A disjunction of conjunctions of atoms. An atom speaks of one register or
// cell t (a Load at a constant offset of an object), or of an array:
//
//	c <= t, t <= c, t == c, t != c, and && and || of such   numbers, floats too (t != t: NaN)
//	t == 0:ptr, t == &o + c, t == &f                        pointers
//	c <= t - &o && t - &o <= c'                             a pointer into o, at one of many offsets
//	    && (t - &o - c) % s == 0
//	forall i in [0, n): c <= load(&o + i*size) ...          all elements of an array
//	forall i in [a, b): load u8 (&o + i) == 0               zero bytes
//	writable(p + c, n)                                      an object that an Alloc made has n bytes: p leads to
//	                                                        -c in it, and nowhere else
//	p == ... || writable(p + c, n)                          or else to places that are listed
//	!live(&o)                                               an object that an Alloc or an Input makes has no instance
//	!live(&o) || ...                                        if it has one, a statement about its contents (life.go)
//
// Inductive.Frees claims what calls free; it is checked along with the invariants (frees.go).
//
// Statements about addresses include provenance: t == &o + c also says that t has
// the provenance of the current instance of o. So the statement as a formula over
// the numbers alone is true as well. The object that an
// Alloc or an Input made last has a name in Inductive.Made.
//
// # Values
//
// An integer has a list of disjoint ranges, 128 bits wide in computations;
// operations on few values are computed one by one with package ir's functions.
// A condition cuts from each range what it excludes, found by evaluating the
// condition on parts of the range: no inverse of any operation is needed.
//
// # Memory
//
// A store through a pointer to exactly one place replaces the cells it
// overlaps; through one to several places it may have written any of them; through an
// unknown pointer it drops what is known of all objects whose address can have come there. When an object gets a
// new instance or dies, everything known of it is dropped and pointers to it
// become unknown. Objects of functions that may be active twice are never tracked.
//
// # What it cannot do
//
// Relations between registers. Invariants of other forms are undecided.
package inductive
