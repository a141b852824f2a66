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
// can take has a proof, a predicate for each location on it; the predicates and the statements between them are an
// automaton again, a data automaton, and all words that it accepts are infeasible for the same reason. It is taken away
// from what is left of the program. When no word is left, the data automata are a proof of the program, whatever its
// loops do.
//
//	while a word is left:                                         (Fig. 4, Fig. 5)
//	  it can be executed, and a run shows the error               -> false
//	  a loop is in it, and the program of its statements is new:  (Fig. 6)
//	    a fixpoint of that path program excludes the error        -> data automaton of the fixpoint (3.1), or of one of more letters
//	  else                                                        -> data automaton of a sequence of interpolants
//	  what is left := what is left without the words of the data automaton
//
// # An example
//
// In
//
//	x = 0; y = 42;
//	while (x < 100) { x = x + 1; while (y > 0) ...; y = 42; }
//	assert(x == 100 && y == 42)
//
// the first word leaves the loop at once: y == 42 and x == 0 contradict x >= 100. The second goes round once, and its
// statements are a program with a loop, of which intervals say x <= 100 and y == 42: they exclude all words of that
// program, however often they go round.
//
// # Files
//
//	parse.go        options
//	worker.go       what lives from turn to turn
//	refine.go       Fig. 5: one word; obligations in turn
//	target.go       Fig. 4: what is left of the language, last letter by last letter
//	suffix.go       the end of a word, where it is infeasible by itself
//	board.go        what others have found, and what is there for them
//	generalise.go   Fig. 6: fixpoints of path programs, clauses, sequences of interpolants
//	rungs.go        the domains of path programs, one after the other
//	fixpoint.go     data automata of their fixpoints, of more than the path program where that can be
//	clauses.go      predicates of a path program that Spacer finds
//	calls.go        programs with calls: names of values, nested interpolants
//	evidence.go     the data automata as a proof that can be checked
//
// Package floydhoare has the automata, predicates and triples.
//
// # Deviations
//
// One obligation is decided after the other; data automata are kept from one to the next. A word that the solver calls
// feasible counts when a run shows the error; otherwise the obligation is passed, and the others go on. Path programs
// are analysed in several domains, and what the domains do not exclude is put to Spacer as clauses. Interpolants come
// from strongest postconditions and weakest preconditions with a core (package vc), as no solver that interpolates is
// needed; the predicates of several sequences go into one data automaton, whose moves are asked for as the difference
// needs them.
//
// Where inlining leaves calls on the path to an error words are nested (M. Heizmann, J. Hoenicke, A. Podelski: Nested
// interpolants, POPL 2010). Data automata of fixpoints have all triples that can be shown there; fixpoints relate the
// exit of a function to its entry, and go forward only. Clauses are not asked for.
//
// # Not modelled
//
// Effects of a callee on the objects of its callers: predicates say nothing of them.
package traceabs
