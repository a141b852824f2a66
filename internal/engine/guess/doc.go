// Package guess is the engine that guesses invariants from the states of runs and keeps those that are inductive.
//
// # The idea
//
// A relation that holds in some thousand states of runs at a loop head may hold in all reachable states there. So the
// engine runs the program, records states, guesses invariants, and proves them.
//
//	while (i < n) { i = i + 1; if (*) { a = a+1; b = b+2; } else { a = a+2; b = b+1; } }
//	assert(a + b == 3*n);
//
// The table of (i, n, a, b) at the head has the null space a + b = 3i; bounds in it suggest i <= n; one path to the
// error suggests i < n || a + b == 3*n. Each is a candidate. Houdini (Flanagan, Leino, FME 2001) assumes all of them
// and asks the solver for a block that leads from a state in which all hold to a state in which some are false. It
// drops the false ones, and repeats. The remaining candidates are inductive, and often sufficient.
//
// # Where candidates come from
//
//	linearcands.go  equations by linear algebra, bounds, octagons, congruences
//	goals.go        conditions of paths to errors, and their preconditions
//	shapes.go       implications between facts, sums of three registers
//	potentials.go   bounds c + max(0, e) <= b for counters
//	memory.go       sizes of objects that pointers point to
//	arrays.go       all elements of a segment of an array, or some element of it
//
// Guessing equations from data: R. Sharma, S. Gupta, B. Hariharan, A. Aiken, P. Liang, A. Nori, A data driven approach
// for algebraic loop invariants, ESOP 2013; octagons and more from data: T. Nguyen, D. Kapur, W. Weimer, S. Forrest,
// Using dynamic analysis to discover polynomial and array invariants (DIG), ICSE 2012; templates over all variables in
// scope: M. Ernst et al., The Daikon system, SCP 69, 2007.
//
// # Parts
//
//	sample.go       runs, tables of states; begins.go: first inputs, found by the solver
//	candidates.go   the set of candidates; families of equations, which weaken instead of being dropped
//	guess.go        the engine: rounds of candidates, from cheap to expensive
//	reduce.go       the few invariants that the proof needs
//
// The blocks between cut points and Houdini are in package prover.
//
// Soundness does not depend on any guess: an invariant is kept only if the solver has proved it, and the result is
// checked again.
//
// # What is not modelled
//
// Closed forms are not computed. If the registers of a loop are polynomials in the number of iterations, the data gives
// only equations from which this number is eliminated.
//
// Memory except for elements of arrays, floats, registers of callers of a function that was not inlined: no candidate
// reads them. Recursion. Sums are written in 64 bits. So registers of more than 32 bits occur in relations, and
// registers of 64 bits in bounds, only if these come from conditions of the program.
package guess
