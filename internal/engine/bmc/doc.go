// Package bmc contains four engines. Bounded model checking unwinds loops and asks a solver for a violation after each
// block; unwind makes one query for the whole program; k-induction tries to prove that unwinding may stop; nest makes
// an induction over outer loops, in whose step inner loops are unwound (nest.go).
//
// # The idea
//
// Bounded model checking (Biere, Cimatti, Clarke, Zhu: Symbolic model checking without BDDs, TACAS 1999; Biere et al.:
// Bounded model checking, Advances in Computers 58, 2003) writes all executions of a bounded length as one formula.
// Here the length is counted in blocks: package vc moves symbolic states from the start through loop-free code to the
// next cut points (loop heads, entries of recursive functions) and joins states that meet. After a block there are two
// queries: is some error state satisfiable, and which states at cut points are satisfiable? A model of the first query
// is a test, which is run before a violation is claimed. The states that the second query shows to be unsatisfiable are
// dropped; when no state is left, no execution is longer than the unwinding, and the program is safe.
//
// k-induction (Sheeran, Singh, Stalmarck: Checking safety properties using induction and a SAT-solver, FMCAD 2000) adds
// a step: from any state at any cut point, k blocks without an error lead to a block without one. If unwinding has also
// shown that the first k blocks (the base) have no error, the program is safe. The step may assume that the k blocks
// have no error, as an error ends an execution. The step rarely holds from every state, so the states are restricted by
// invariants (Beyer, Dangl, Wendler: Boosting k-induction with continuously-refined invariants, CAV 2015). The engine
// guesses invariants from templates and takes others from the board, confirmed or not. Houdini keeps the largest
// inductive subset of all of them, so a proof relies on this subset only.
//
// If the bounds of all loops fold to constants, the queries after each block are not needed, and may be hard (in the n
// queens problem, each of them is a search for placements of the first rows). The engine unwind does not make them: it
// unwinds inner loops completely before it continues in outer ones, joins the states that leave them, and passes one
// bit-precise formula for all obligations to the solver's SAT strategy (E. Clarke, D. Kroening, F. Lerda: A tool for
// checking ANSI-C programs, TACAS 2004). It ends at once if it finds no bound for a loop. It finds a bound if the
// loop's branch folds to a constant, if ranges of numbers and invariants on the board exclude another visit
// (bounds.go), or if a solver excludes another visit (the first such query ignores the contents of memory). The formula
// omits obligations that were proved before (vc.Options.Proved).
//
// With apart (apart.go), unwind joins only states that agree in all constants, so that positions in texts stay
// constants: a tokeniser over free bytes has a state for each position, not for each path (K. Sen, G. Necula, L. Gong,
// W. Choi: MultiSE: Multi-path symbolic execution using value summaries, ESEC/FSE 2015).
//
// # A small example
//
//	unsigned x = 0, y = 0;
//	while (nondet()) { x += 2; y = x; }
//	assert(y % 2 == 0);
//
// Unwinding does not terminate, as the loop may run forever. One block from an arbitrary state at the loop head does
// not exclude the error, as y is arbitrary (k = 1 fails). Two blocks exclude it only if x is known to be even: the
// template "x & 1 == 0" is inductive, and with it the step holds at k = 2. With the same template for y it holds at k =
// 1.
//
// # Types
//
//	search      unwinding from the start, and the number of safe blocks of each obligation
//	unroller    the states after the blocks unwound so far (the frontier), and the number of these blocks
//	induction   the step: invariants at the cut points, and an unroller that begins with any state
//	kinduction  a search and one or two inductions (integers, bit-vectors)
//	unwinding   a search that unwinds completely before its one query
//
// # Encodings
//
// The unwinding begins with integers, which are much faster for arithmetic, and changes to bit-vectors where integers
// approximate, where a query has no answer, or where the test from a query's model violates nothing. In the step, a
// satisfiable query only means that nothing is proved, so the step may keep the integers. If these approximate, it uses
// bit-vectors in addition.
//
// # Evidence
//
// The evidence of a complete unwinding is verify.Unwinding. For each cut point it has the number of frontiers (states
// after a block) with a state there. No execution visits the cut point more often, since each block ends at one cut
// point. The evidence of k-induction is verify.Inductive for k = 1, else verify.KInductive. Its invariants include the
// property. Package vc expands calls that were not inlined, separately for each calling context, and so does the
// checker of the evidence.
//
// # What is not modelled
//
// The engines cannot work on a part of a task. k-induction does not require that the states on a path differ, which
// would make it complete for finite systems, but slow. It derives no candidates for invariants from failed steps. The
// step does not handle recursion; unwinding inlines it call by call.
package bmc
