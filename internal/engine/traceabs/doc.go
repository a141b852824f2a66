// Package traceabs is trace abstraction, with abstract interpretation of path programs: M. Greitschus, D. Dietsch, A.
// Podelski: Refining Trace Abstraction using Abstract Interpretation (Ultimate Taipan, 2017); after M. Heizmann, J.
// Hoenicke, A. Podelski: Refinement of Trace Abstraction (SAS 2009).
//
//	traceabs                                      octagons and congruences, stronger domains, clauses, then interpolants
//	traceabs:setting=OCT+CON,spacer=off           octagons and congruences, then interpolants
//	traceabs:setting=INT,enh=on                   intervals, enhanced data automata
//	traceabs:setting=default                      interpolants alone
//	traceabs:blocks=parallel                      letters join paths between two locations
//
// # The idea
//
// The program is an automaton: its letters are statements, its words the paths to an error. A word that no execution
// can take has a proof: a predicate for each location on it. The predicates and the statements between them form an
// automaton again, a data automaton, and all words that it accepts are infeasible for the same reason. The engine
// subtracts it from the remaining words of the program. When no word is left, the data automata together are a proof of
// the program, for any number of rounds of its loops.
//
//	while a word is left:                                         (Fig. 4, Fig. 5)
//	  it can be executed, and a run shows the error               -> false
//	  it has a loop, and the program of its statements is new:    (Fig. 6)
//	    a fixpoint of that path program excludes the error        -> data automaton of the fixpoint (3.1),
//	                                                                 or of a fixpoint of more letters
//	  else                                                        -> data automaton of a sequence of interpolants
//	  subtract the words of the data automaton from the remaining words
//
// # An example
//
// In
//
//	x = 0; y = 42;
//	while (x < 100) { x = x + 1; while (y > 0) ...; y = 42; }
//	assert(x == 100 && y == 42)
//
// the first word leaves the loop at once: y == 42 and x == 0 contradict x >= 100. The second goes through the loop
// once. Its statements form a program with a loop, for which intervals show x <= 100 and y == 42. This excludes all
// words of that program, for any number of rounds.
//
// # Files
//
//	parse.go        options
//	worker.go       the state that lives from turn to turn
//	refine.go       Fig. 5: one word; obligations in turn
//	target.go       Fig. 4: the remaining language, last letter by last letter
//	suffix.go       the end of a word, if it is infeasible by itself
//	board.go        facts of other engines, and facts for them
//	generalise.go   Fig. 6: fixpoints of path programs, clauses, sequences of interpolants
//	rungs.go        the domains of path programs, one after the other
//	fixpoint.go     data automata of fixpoints of path programs, and of more letters if possible
//	clauses.go      predicates of a path program that Spacer finds
//	calls.go        programs with calls: names of values, nested interpolants
//	evidence.go     the data automata as a proof that can be checked
//
// Package floydhoare has the automata, predicates and triples.
//
// # Deviations
//
// Obligations are decided one after the other; data automata are kept for the next obligation. If the solver finds a
// word feasible, the obligation is violated only if a run shows the error; otherwise the engine postpones this
// obligation and continues with the others. Path programs are analysed in several domains, and the errors that the
// domains do not exclude are passed to Spacer as clauses. Interpolants come from strongest postconditions and weakest
// preconditions with an unsatisfiable core (package vc), so no interpolating solver is needed. The predicates of
// several sequences go into one data automaton, whose moves are computed only when the computation of the difference
// needs them.
//
// If inlining leaves calls on the path to an error, words are nested (M. Heizmann, J. Hoenicke, A. Podelski: Nested
// interpolants, POPL 2010). In this case, a data automaton of a fixpoint has all triples over its predicates that can
// be proved; fixpoints relate the exit of a function to its entry, and are computed forward only. Spacer is not used.
//
// # Not modelled
//
// Effects of a callee on the objects of its callers: no predicate describes them.
package traceabs
