// Package inductive re-checks inductive invariants by one application of a transfer function that is written for this
// purpose only. It shares neither code nor representation with the analyses that find invariants, except the points-to
// sets of package flow for stores through unknown pointers, and needs no solver.
//
// # The idea
//
// The evidence gives an invariant at cuts: loop heads, locations where branches meet, entries and exits. From each cut
// the checker walks all paths to the next cuts. Its state restricts the values that each register and memory cell can
// have. At the end of a path, the checker decides whether the invariant there follows from the state. It does the same
// for the initial state, so that the invariants hold by induction. An obligation is proved if no walk reaches its error
// location. A location without an invariant has the invariant true, unless it has a single predecessor: then the walks
// compute a state there.
//
// # Form of the invariants
//
// An invariant is a disjunction of conjunctions of atoms. An atom is about one register or cell t (a Load at a constant
// offset of an object), or about an array:
//
//	c <= t, t <= c, t == c, t != c, and && and || of these  numbers, floats too (t != t: NaN)
//	t == 0:ptr, t == &o + c, t == &f                        pointers
//	c <= t - &o && t - &o <= c'                             a pointer into o, at one of many offsets
//	    && (t - &o - c) % s == 0
//	forall i in [0, n): c <= load(&o + i*size) ...          all elements of an array
//	forall i in [a, b): load u8 (&o + i) == 0               zero bytes
//	c*t + ... <= c'*u + ... + d                             a relation of up to four integers (relation.go)
//	forall i in [0, n): load(&o + i*size) <= c*u + d        the same, of all elements of an array
//	writable(p + c, n)                                      an object that an Alloc made has n bytes; p points only
//	                                                        to its offset -c
//	p == ... || writable(p + c, n)                          the same, or p points to one of the listed places
//	!live(&o)                                               an object that an Alloc or an Input makes has no instance
//	!live(&o) || ...                                        if the object has an instance, a statement about its
//	                                                        contents (life.go)
//
// Inductive.Frees claims which objects calls free; the checker checks it along with the invariants (frees.go).
//
// An atom about an address includes provenance: t == &o + c also states that t has the provenance of the current
// instance of o. So the atom remains true if it is read as a formula about numbers, without provenance. The last object
// that an Alloc or an Input has made has a name in Inductive.Made.
//
// # Values
//
// The values of an integer are a list of disjoint ranges, with bounds of 128 bits in computations; operations on few
// values are computed one by one with the functions of package ir. A condition removes values from each range: the
// condition is evaluated on parts of the range, and a part on which it is false is removed. This needs no inverse of
// any operation.
//
// # Memory
//
// A store through a pointer to exactly one place replaces the cells that it overlaps. A store through a pointer to
// several places may have written any of them. A store through an unknown pointer drops the facts about all objects in
// the points-to set of the pointer (package flow). If an object gets a new instance or ends, all facts about it are
// dropped, and pointers to it become unknown. Objects of functions that may be active twice are never tracked.
//
// # Relations
//
// In a relation, the values are integers, and sums do not wrap: the values that the rest of a conjunction allows must
// exclude this. A statement copies relations from the operands of an assignment to its target, which equals its operand
// if there is one. A condition states relations, too (compared.go). A relation follows if the values imply it, or
// another relation and the values of the terms in which the two, or a multiple of the first and the other, differ.
//
// # What it cannot do
//
// The verdict for invariants of other forms is Undecided.
package inductive
