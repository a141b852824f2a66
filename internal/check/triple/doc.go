// Package triple re-checks proofs with an SMT solver: every kind of evidence whose steps are Hoare triples. It shares
// neither the encoding of blocks nor any cache with the engines that find proofs, and prefers plain code to fast code.
//
// # The idea
//
// Evidence cuts the automaton into pieces without cycles: from each cut all paths to the next cuts. A piece is right if
// every state that satisfies the formula of its cut satisfies the weakest precondition of the formulas at its ends. The
// solver is asked for a state that does not:
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
// Both encode the operators of package ir exactly. In Ints a machine integer is an integer, wrapped where the bounds of
// its operands do not exclude an overflow; bit operations without an integer form give an unknown number. In Bits it is
// a bit-vector. The more precise one is asked first, and the other one if there is no answer.
//
// Before either, sums and products are compared as polynomials modulo the width (poly.go), after registers are replaced
// by the expressions that the start's formula equates them with. Loops over products need no more, and solvers lack it.
//
// Anything that is not encoded (an unknown number, memory that is not tracked) becomes a fresh constant. That can only
// make more queries satisfiable: Confirmed stays right, and such a query never gives Refuted.
//
// # Contracts
//
// A call in a piece has to show the formula of the callee's entry and assumes the formula of its exit, in a view of the
// state after the call (contract.go). In that view the parameters that no statement assigns, and the names of values at
// the entry, have the values that the caller passed, computed before the call; the result and all that the callee may
// write are new; everything else of the callee is arbitrary. The name of a value at the entry is a register of the
// activation that is set when the function is entered, and never again. So its value is known in the piece that starts
// at the entry, and in pieces from other cuts only if their formulas imply it:
//
//	int f(int n) { n--; L2: return n; }    L2: n == n.in - 1    exit: result == n.in - 1
//
// # Memory
//
// A pointer is its number; the facts about the numbers of objects hold in every layout (address.go, pointer.go). Named
// objects are tracked: as one constant per cell if all accesses have constant offsets, otherwise as an array of
// elements, otherwise (Bits only) of bytes. No access through a pointer can reach an object whose address is used in
// direct accesses only (flow.Held), as no pointer was ever made from it; this is the rule of docs/semantics.md that a
// pointer belongs to the object it was made from. A write through a pointer that may touch another tracked object
// (flow.Points) forgets its contents, unless it can touch few cells only, which the pointer's number distinguishes
// (aim.go). Other reads through pointers are unknown, as is the heap.
//
// In an Unwinding every statement is passed at most once, so that a statement which makes an object makes one instance.
// A pointer there has its number, the instance that it belongs to and the offset in it (pointer.go), and an instance
// has cells where it is accessed (heap.go): lists and trees of bounded size are exact, except for writes with variable
// offsets to large objects. That a pointer which is stored or ordered lies in its object, and that a range which is
// copied lies in one, is proved together with the rest (lemma.go). If the solver has no answer, the unwinding is
// checked without instances.
//
//	p = alloc 16; store p+8, 0; q = alloc 16; store q+8, p     p is (1, 0), q is (2, 0); cells 1.8 = null, 2.8 = (1, 0)
//
// Questions about memory (ir.Valid) are answered by instances in unwindings (valid.go). Elsewhere, if a question is
// asked, a pointer has an owner: the object that it was made from, with an offset. Only the size and kind of such an
// object, and whether it is alive, are known (owner.go). So invariants may contain writable(p, 4*n).
//
// # Parts of proofs
//
// A Session (session.go) gives package repair the steps of a check one by one, for its search for a part of evidence
// that holds. The part is then checked as any evidence.
//
// # Ghosts
//
// Formulas may speak of things that the semantics leaves open: a register before its first assignment, an object before
// its declaration, an element outside of an array, the last object of an Alloc. They have some value here, which stays
// the same until the program determines it. Any consistent choice of such ghosts gives a sound proof.
//
// # What is not modelled
//
// Contents of the heap and reads through arbitrary pointers (except in an Unwinding), libm, long double (all unknown).
// Calls in KInductive and Unwinding are expanded by context.
package triple
