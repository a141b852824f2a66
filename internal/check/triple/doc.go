// Package triple re-checks proofs with an SMT solver: every kind of evidence
// whose steps are Hoare triples. It shares neither the encoding of blocks nor any
// cache with the engines that find proofs; it wants to be small and plain rather than fast.
//
// # The idea
//
// Evidence cuts the automaton into pieces without cycles: from each cut all
// paths to the next cuts. A piece is right if every state that satisfies the
// formula of its cut satisfies the weakest precondition of what has to hold at its
// ends. The solver is asked for a state that does not:
//
//	cut L2 has  x <= 5 && y == 2*x        query: x <= 5 && y == 2*x && !wp(L2)
//	L2 -> L3: assume x < 5                 !wp(L2) = x < 5 && b3  ||  5 <= x && b4
//	L3 -> L2: y = y + 2; x = x + 1         b3 => !(x+1 <= 5 && y+2 == 2*(x+1))
//	L2 -> L4: assume 5 <= x                b4 => y != 10
//	L4 -> error: assume y != 10
//
// After Barnett and Leino, Weakest-precondition of unstructured programs (PASTE
// 2005): one truth value per block ("this block leads to a fault"), and fresh names
// where paths meet, so that the formula is linear in the size of the piece.
// Straight code is substituted forward.
//
//	evidence        pieces
//	*Inductive      between listed locations; function contracts at entries, calls and exits
//	*KInductive     from the entry through K visits of the cut; K visits in a row
//	*Unwinding      all paths, with visits counted (nests.go): joined where they meet, or each by
//	                itself where inputs choose among few and all else is constant; or with the solver
//	                on the way, along the paths that an engine has seen (walk.go)
//	*Annotated      from each node with a formula to the next ones; contracts of frames at calls (annotated.go)
//	covers          Cover asks whether regions cover the inputs; the leaves are checked under
//	                their regions (Config.Regions), the register of a region standing for the one
//	                read of its site
//
// # Two encodings
//
// Both are exact about what package ir computes. In Ints a machine integer is an
// integer, wrapped where the bounds of its operands do not show that nothing can
// leave the type; bit operations without an integer form give an unknown number. In
// Bits it is a bit-vector. The likelier one is asked first, the other if no answer came.
//
// Before either, sums and products are compared as polynomials modulo the width
// (poly.go), with the registers that the start's formula gives as expressions put in: loops over
// products need no more, and solvers do not have it.
//
// Whatever is not encoded (an unknown number, memory that is not tracked) is a
// fresh constant, which may only make more queries satisfiable: Confirmed stays
// right, and such a query never gives Refuted.
//
// # Contracts
//
// A call in a piece asks for the formula of the callee's entry and assumes that of its exit, in a view of
// the state after the call (contract.go). There the parameters that no statement assigns, and the names of
// values at the entry, have the values that the caller passed, computed before anything of the call
// happens; the result and what the callee may write are new; what else was the callee's is
// arbitrary. A name of a value at the entry is a register of the activation that is set when a function is
// entered and never again. So it is known in the piece that starts at the entry, and from
// other cuts on only by what their formulas say:
//
//	int f(int n) { n--; L2: return n; }    L2: n == n.in - 1    exit: result == n.in - 1
//
// # Memory
//
// A pointer is its number; what is known of the numbers of objects holds in every layout (address.go, pointer.go).
// Named objects are tracked: as one constant per cell where all accesses are at constant places, else as an array of
// elements, else (Bits only) of bytes. No access through a pointer can reach an object whose address is used for
// nothing but direct accesses (flow.Held), as no pointer was ever made from it; that holds under the rule of
// docs/semantics.md that a pointer belongs to the object it was made from. The contents of another object are forgotten
// by a write through a pointer that may touch it (flow.Points), unless it may be to few cells only, which its number
// tells apart (aim.go). What else is read through a pointer is unknown, as is the heap.
//
// In an Unwinding every statement is passed at most once, so that one which makes an object makes one instance. There a
// pointer is its number, the instance that it belongs to and its place in it (pointer.go), and an instance has cells
// where it is accessed (heap.go): lists and trees of bounded size are exact, but for what is written at a place that is
// not constant in a large object. That a pointer which is kept or ordered lies in its object, and a range that is
// copied in one, is proved together with the rest (lemma.go). Should the solver have no answer so, the unwinding is
// checked as above.
//
//	p = alloc 16; store p+8, 0; q = alloc 16; store q+8, p     p is (1, 0), q is (2, 0); cells 1.8 = null, 2.8 = (1, 0)
//
// Questions about memory (ir.Valid) have their answer from instances in unwindings (valid.go). Elsewhere a pointer has
// an owner, where one is asked about: the object it was made of and the place in it, of objects of which no more is
// known than size, kind and whether they live (owner.go). So invariants may say writable(p, 4*n).
//
// # Parts of proofs
//
// A Session (session.go) gives package repair the steps of a check one by one, for its search for a part of evidence
// that holds. The part is then checked as any evidence.
//
// # Ghosts
//
// Formulas may speak of things that the semantics leaves open: a register before its
// first assignment, an object before its declaration, an element outside of an
// array, the last object of an Alloc. They have some value here, kept as long as the program says nothing else.
// Any consistent choice of such ghosts gives a sound proof.
//
// # What is not modelled
//
// Contents of heap and reads through pointers to anything (but in an Unwinding), libm, long double (all unknown). Calls
// in KInductive and Unwinding are expanded by context.
package triple
