// Package bmc is three engines: bounded model checking, which unwinds loops and
// asks a solver for a violation, once per block or once for all, and k-induction, which tries to show that
// it may stop unwinding.
//
// # The idea
//
// Bounded model checking (Biere, Cimatti, Clarke, Zhu: Symbolic model checking without
// BDDs, TACAS 1999; Biere et al.: Bounded model checking, Advances in Computers 58, 2003)
// writes all executions of a bounded length as one formula. Here the length is counted in
// blocks: package vc runs symbolic states from the start through loop-free code to the
// next cut points (loop heads, entries of recursive functions), joined where they meet. After each
// block there are two questions: is some error state satisfiable, and which states at cut points
// are. A model of the first is a test, which is run before it is claimed. States that fail the
// second are dropped; when none is left, no execution is longer than the unwinding, and the
// program is safe.
//
// k-induction (Sheeran, Singh, Stalmarck: Checking safety properties using induction and
// a SAT-solver, FMCAD 2000) adds a step: from any state at any cut point, k blocks without an
// error lead to a block without one. With the first k blocks (the base) checked by unwinding,
// the program is safe. Errors end an execution, so that what goes on for k blocks had none. Any
// state is too much: invariants cut it down (Beyer, Dangl, Wendler: Boosting k-induction with
// continuously-refined invariants, CAV 2015). They are guessed from templates and taken from the
// board, whatever their status there, and proved again together by dropping what fails (Houdini), so
// that a proof depends on nothing else.
//
// Where all loops are bounded and their bounds fold to constants, the questions on the way are searches of their own (n
// queens have all solutions for the first rows to find). The engine unwind asks none: it unwinds inner loops to their
// ends before it goes on in outer ones, joins what leaves them, and puts one bit-precise formula for all obligations to
// the solver's SAT strategy (E. Clarke, D. Kroening, F. Lerda: A tool for checking ANSI-C programs, TACAS 2004). It
// gives up at once where no bound is seen. A bound is seen where the test of a loop folds, where ranges of numbers and
// invariants on the board exclude another visit (bounds.go), or where a solver does, at first without what memory
// holds. Obligations that were proved before are not in the formula (vc.Options.Proved).
//
// # A small example
//
//	unsigned x = 0, y = 0;
//	while (nondet()) { x += 2; y = x; }
//	assert(y % 2 == 0);
//
// Unwinding does not end, as the loop may go on. One block from any state at the loop head does
// not exclude the error, as y may be anything (k = 1 fails); nor do two, unless x is known to be even: the
// template "x & 1 == 0" is inductive, and with it the step holds at k = 2, or at once with the
// same template for y.
//
// # Types
//
//	search      unwinding from the start, and what is known of each obligation
//	unroller    a frontier of states with the blocks done
//	induction   the step: points, invariants, an unroller from any state
//	prover      a search and one or two inductions (integers, bit-vectors)
//	asker       questions to the solver, within the budget
//
// # Encodings
//
// The unwinding begins with integers, which are much faster for arithmetic, and goes on with bit-vectors where integers
// approximate, do not answer, or give a test that fails. In the step a satisfiable question only means that nothing is
// proved, so that integers may stay; bit-vectors come in parallel with them where they approximate.
//
// # Evidence
//
// A complete unwinding is verify.Unwinding. It counts for each cut point the blocks after which
// some state was there: no execution visits it more often, as a block visits one. k-induction
// gives verify.Inductive for k = 1, else verify.KInductive: the property together with the
// templates. Calls that were not inlined are expanded by context there, as vc does.
//
// # What is not modelled
//
// Parts of a task; states on a path that must differ, which makes k-induction complete
// for finite systems and slow; candidates from failed steps; recursion in the step (unwinding inlines it
// call by call).
package bmc
