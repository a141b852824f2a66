// Package horn is the engine that proves by constrained Horn clauses.
//
// # The idea
//
// The invariants of a program are the unknowns of a system of clauses. There is one
// predicate for each cut point (loop head) over the registers that are live there, and
// one clause for each path from a cut point to the next:
//
//	x = 0; y = 0;                     x = 0 and y = 0              => P(x, y)
//	while (x < n) { x++; y += 2; }    P(x, y) and x < n            => P(x+1, y+2)
//	assert(y == 2*x);                 P(x, y) and n <= x, y != 2x  => false
//
// Spacer, the Horn engine of z3, looks for predicates that make all clauses true. These are
// inductive invariants that exclude the error: they are converted to expressions (vc.LiftOver),
// returned as evidence, and published. If there are none, some run of the model reaches the error;
// other engines have to find its inputs.
//
// # Arguments
//
// The arguments of predicates are integers and truth values: live registers, global registers, and the cells of static
// objects that the program accesses at constant offsets only. Pointers, floats, arrays and the heap are not arguments.
// At a cut point their values are arbitrary, which is sound.
//
// # Calls
//
// Functions that package instrument did not inline (recursion, mostly) are never entered. A function f has a predicate
// of its entry and a summary, both over scalars (calls.go):
//
//	y = f(x)     P(x) => Entry(x)         P(x) and S(x, y) => Q(y)
//	return e     P'(n, ..) => S(n, e)
//
// A summary relates the result and the globals at the exit to the parameters and globals at the
// entry. In evidence, values at the entry have names (Entered of verify.Inductive), except for
// parameters that no statement assigns:
//
//	int f(int n) { if (n <= 0) return 0; n--; return 1 + f(n); }
//	S(n, y) := y <= n or y <= 0        exit: result <= n.in || result <= 0
//
// Registers and cells that a callee may write (package flow) are arbitrary after the call, except as the summary says.
//
// # Variants
//
// Spacer is sensitive to how clauses are written. Variants are tried one after the other:
//
//	loose         a clause for each path of a block, without conditions that compare with the limits of types
//	joined        a clause for each block, paths joined by if-then-else
//	strict        arithmetic does not wrap; overflow of a type is an error: a stronger claim in simpler clauses
//	ideal         arithmetic does not wrap; the solution is a guess, of which Houdini keeps the part that is
//	              inductive for machine integers; equalities are also tried modulo 2^w
//	propagating   joined, with z3's own propagation of equalities between lemmas
//
// A block in which a called function returns is always joined. Of 137 tasks of the development benchmarks (integers,
// loops, some recursion; two seconds each, on a busy machine) loose solves 88, joined 93, propagating 85, and all three
// together 95. A variant of loose that keeps all conditions of the paths solves 93 tasks, too, but takes 1.5 times as
// long as loose for the same tasks. For 13 tasks the clauses without comparisons with the limits of types have no
// solution, which loose detects at once. If propagation of equalities is added to loose, 12 tasks are lost and two are
// gained; if it is added to joined, which gives the variant propagating, 9 are lost and one is gained.
//
// Variants in which arithmetic does not wrap are skipped if no arithmetic can overflow (package vc determines this from
// guards against overflow).
//
// Spacer: A. Komuravelli, A. Gurfinkel, S. Chaki, SMT-based model checking for recursive
// programs, CAV 2014. Proof rules as clauses: S. Grebenshchikov, N. Lopes, C. Popeea, A.
// Rybalchenko, Synthesizing software verifiers from proof rules, PLDI 2012.
//
// # Not done
//
// Arrays as arguments; floats (values computed from floats are arbitrary in clauses); tests from derivations of false;
// facts of other engines in the clauses.
package horn
