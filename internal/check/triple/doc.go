// Package triple re-checks proofs with an SMT solver: every kind of evidence whose steps are Hoare triples. It shares
// neither the encoding of blocks nor any cache with the engines that find proofs, and prefers simple code to fast code.
//
// # The idea
//
// Evidence cuts the automaton into pieces without cycles: the paths from each cut to the next cuts. A piece is correct
// if every state that satisfies the formula of its cut satisfies the weakest precondition of the formulas at its ends.
// The solver is asked for a state that violates this:
//
//	cut L2 has  x <= 5 && y == 2*x        query: x <= 5 && y == 2*x && !wp(L2)
//	L2 -> L3: assume x < 5                 !wp(L2) = x < 5 && b3  ||  5 <= x && b4
//	L3 -> L2: y = y + 2; x = x + 1         b3 => !(x+1 <= 5 && y+2 == 2*(x+1))
//	L2 -> L4: assume 5 <= x                b4 => y != 10
//	L4 -> error: assume y != 10
//
// The encoding follows Barnett and Leino, Weakest-precondition of unstructured programs (PASTE 2005): each block has
// one truth value ("this block leads to a fault"), and variables get fresh names where paths meet, so that the formula
// is linear in the size of the piece. Straight code is substituted forward.
//
//	evidence        pieces
//	*Inductive      between listed locations; function contracts at entries, calls and exits
//	*KInductive     from the entry through K visits of the cut; K visits in a row; with loops unwound between them
//	*Unwinding      all paths, with visits counted (nests.go). States are joined where paths meet, or each
//	                path is encoded by itself: the way that gives the smaller formula comes first;
//	                or only states with the same constants are joined, if the evidence hints at it;
//	                or the solver is asked during the walk along the paths that an engine has seen (walk.go)
//	*Annotated      from each node with a formula to the next ones; contracts of frames at calls (annotated.go)
//	covers          Cover asks whether regions cover the inputs. Each leaf is checked under its region
//	                (Config.Regions): a register of the region has the value of the only read of its site
//
// # Two encodings
//
// Both encode the operators of package ir exactly. In Ints a machine integer is an integer, wrapped unless the bounds
// of the operands exclude an overflow; bit operations without an integer form give an unknown number. In Bits a machine
// integer is a bit-vector. Ints is asked first, unless Ints leaves a value unknown that Bits may express; the other
// encoding is asked if the first one has no answer.
//
// Before either encoding, sums and products are compared as polynomials modulo the width (poly.go), after registers are
// replaced by the expressions that the formula at the start equates with them. Many loops with products need nothing
// else, and solvers are bad at such equations.
//
// Anything that is not encoded (an unknown number, memory that is not tracked) becomes a fresh constant. A fresh
// constant can only make more queries satisfiable: Confirmed stays sound, and such a query never gives Refuted.
//
// # Contracts
//
// A call in a piece has to show the formula of the callee's entry. It then assumes the formula of the callee's exit in
// a view of the state after the call (contract.go). In this view, some names have the values that the caller passed,
// computed before the call: the parameters that no statement assigns, and the names of values at the entry. The result,
// and everything that the callee may write, is new; everything else of the callee is arbitrary. The name of a value at
// the entry is a register of the activation that is set when the function is entered, and never again. So its value is
// known in the piece that starts at the entry, and in pieces from other cuts only if their formulas imply it:
//
//	int f(int n) { n--; L2: return n; }    L2: n == n.in - 1    exit: result == n.in - 1
//
// # Memory
//
// The value of a pointer is a number; the facts about the addresses of objects hold in every layout (address.go,
// pointer.go). Named objects are tracked: as one constant per cell if all accesses have constant offsets, otherwise as
// an array of elements, otherwise (Bits only) as an array of bytes. If the address of an object is used in direct
// accesses only, no access through a pointer can reach the object (flow.Held): no pointer was ever made from it, and a
// pointer belongs to the object from which it was made (docs/semantics.md). A write through a pointer that may touch
// another tracked object (flow.Points) forgets the object's contents, unless the pointer can lead to few cells only,
// which its number distinguishes (aim.go). An access through a pointer that can lead to one object only is a direct
// access at the distance of the pointer from the object (direct.go). An array of variable length or of
// the heap is tracked if its Alloc is executed at most once and only registers that point to its beginning access it
// (blocks.go). The results of other reads through pointers are unknown, and so is the rest of the heap.
//
// In an Unwinding every statement is passed at most once, so that a statement which makes an object makes one instance.
// There a pointer has its number, the instance to which it belongs, and the offset in the instance (pointer.go). An
// instance has a cell at each place where it is accessed (heap.go): lists and trees of bounded size are exact, except
// after writes with variable offsets to large objects. Two properties are supposed, and proved together with the rest
// (lemma.go): a pointer that is stored or ordered lies in its object, and a range that is copied lies in one object. If
// the solver has no answer, the unwinding is checked without instances.
//
//	p = alloc 16; store p+8, 0; q = alloc 16; store q+8, p     p is (1, 0), q is (2, 0); cells 1.8 = null, 2.8 = (1, 0)
//
// The steps of a KInductive whose evidence unwinds loops (Depth) have instances, too. They begin at any state of the
// cut, where each global object and each local object of a running function has an instance (past.go).
//
// In unwindings, tests of memory (ir.Valid) are decided by instances (valid.go). In other evidence, a pointer has an
// owner if there are such tests: the object from which the pointer was made, with an offset. Only the size and the kind
// of such an object are known, and whether it is alive (owner.go). So invariants may contain writable(p, 4*n).
//
// # Parts of proofs
//
// A Session (session.go) offers the steps of a check one by one to package repair, which searches for a part of the
// evidence that holds. The part is then checked like any other evidence.
//
// # Ghosts
//
// A formula may mention a value that the semantics leaves open: of a register before its first assignment, an object
// before its declaration, an element outside of an array, the last object of an Alloc. Here such a ghost has some
// value, which stays the same until the program determines it. Every consistent choice of these values gives a sound
// proof.
//
// # What is not modelled
//
// Contents of the heap other than blocks, and reads through arbitrary pointers (except in an Unwinding), libm, long
// double (all unknown). Calls in KInductive and Unwinding are expanded by context.
package triple
