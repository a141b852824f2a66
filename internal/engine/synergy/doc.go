// Package synergy searches for an error by tests and for a proof by refinement, in one loop: B. S. Gulavani, T. A.
// Henzinger, Y. Kannan, A. V. Nori, S. K. Rajamani: SYNERGY: A new algorithm for property checking (FSE 2006).
//
//	synergy                      regions where control flow branches and meets, relevant conjuncts only
//	synergy:split=edge           a region for each location, as in the paper
//	synergy:relevance=off        refinement by all of Pre
//	synergy:initial=conditions   the partition begins with the conditions of branches
//	synergy:jobs=2               another goroutine computes Pre of the next frontiers, and generalises
//	synergy:scope=function       a predicate splits regions in the whole function
//
// # The idea
//
// A forest F of tests under-approximates the reached states, an abstraction of regions over-approximates them. The
// frontier is an abstract edge from a region with a state of F to a region without such a state; from the latter an
// abstract path leads to the error. One query decides the next step: are there inputs whose run crosses the frontier?
// If so, the run is a new test, and F grows. If not, the region before the frontier is split. The condition of the
// split holds in every state from which an execution can cross the frontier, so the abstract edge is removed from the
// part in which the condition is false.
//
//	loop:                                                   (Fig. 2)
//	  a test reached the error, and a run shows it       -> false
//	  no abstract path leads to the error                -> the regions are a proof
//	  the frontier that is nearest to the error:
//	    no state of the region leads over it             -> the abstract edge is removed
//	    inputs lead over it                              -> a test
//	    else                                             -> the region is split by Pre of the next one
//
// So a loop of a thousand rounds costs one run, not a thousand refinements, and a thousand diamonds cost a thousand
// refinements, not 2^1000 runs.
//
// # An example
//
// In
//
//	do { lock = 1; x = y; if (input()) { lock = 0; y++; } } while (x != y);
//	if (lock != 1) error();
//
// a test goes through the loop and ends. From its last state no execution crosses lock != 1, so the region at the end
// is split by lock != 1. The part with lock != 1 is reached from the head of the loop only if lock != 1 and x == y
// there, and so on backward to the beginning of the loop body, from where no state crosses the frontier.
//
// # Files
//
// In names, place means a location of the abstract program: a state of the program automaton.
//
//	parse.go        options
//	worker.go       the state that lives from turn to turn
//	tester.go       tests, and queries for inputs
//	turn.go         obligations in turn
//	refine.go       Fig. 2: one iteration, Pre, splits
//	relevant.go     the conjuncts of Pre that a region is split by
//	calls.go        calls that inlining leaves: edges with three ends, summaries
//	activation.go   runs through calls
//	along.go        refinement of the regions after a frontier, back from the error
//	generalise.go   formulas that hold at locations: candidates, and their inductive part
//	initial.go      the regions that an analysis begins with
//	scope.go        predicates used in the whole function
//	jobs.go         other goroutines: Pre of the next frontiers, generalisation
//	board.go        facts of other engines, and facts for them
//	domains.go, guess.go  sources of candidates
//	partition.go    regions as trees of predicates
//	abstract.go     CreateAbstractProgram, GetAbstractTrace: edges and distances, kept
//	forest.go       F: tests, and states that they reached
//	first.go        states that were not kept
//	ordered.go      GetOrderedAbstractTrace: frontiers, the nearest first
//	suitable.go     GenSuitableTest
//	sample.go       random tests, and some long ones
//	probe.go        states that violate only conditions of the path
//	climb.go        tests that come nearer round by round
//	alike.go        registers that are equal, and low bits that are constant, in all states
//	leeyannakakis.go  the baseline: Fig. 5
//	evidence.go     the regions as a proof that can be checked
//	contracts.go    the same for programs with calls
//	partial.go      the same for a part of the executions
//
// The program automaton, predicates and triples come from package floydhoare, suitable tests from package symex.
//
// # Soundness
//
// Any split is sound. An abstract edge is removed only by a proved triple, never because of an unknown answer or of an
// answer about a single path. A violation counts when a run shows it.
//
// # Not modelled
//
// Values of memory cells and of pointers at a function's entry have no names: a summary contains only their values at
// the exit. Properties of a state that no predicate expresses (elements of arrays, the heap) split no region.
package synergy
