// Package floydhoare has the automata of trace abstraction: the program as an automaton over its statements, and
// Floyd-Hoare automata, whose states are predicates, as proofs that words of it cannot be executed.
//
// # The idea
//
// A program accepts the statements along its paths to an error. A data automaton accepts words that no execution can
// take, since
//
//	each state has a predicate, and the predicate of the initial state holds at the start
//	each move q -l-> q' is a Hoare triple {q} l {q'}
//	the predicate of each accepting state is false
//
// If all words of the program are words of some data automata, no error is reached (M. Heizmann, J. Hoenicke, A.
// Podelski: Refinement of trace abstraction, SAS 2009). Where predicates come from is not the concern of this package:
// from fixpoints of path programs (M. Greitschus, D. Dietsch, A. Podelski: Refining trace abstraction using abstract
// interpretation, SAS 2017) or from sequences of interpolants.
//
// # A small example
//
//	p := floydhoare.NewProgram(prog, floydhoare.BlockOptions{})
//	ps := floydhoare.NewPredicates(prog, nil)
//	t := floydhoare.NewTriples(ps, floydhoare.Links{Meaning: m})
//	zero := ps.Of(prog.Entry, x) // x == 0
//	d := floydhoare.NewData(p, t, []int{zero}, floydhoare.DataOptions{Enhanced: true})
//	d.Next(d.Start(), letter)    // which of x == 0 and false hold after the letter
//	g, left := floydhoare.Graph(ctx, p, []*floydhoare.Data{d}, 20_000)
//
// # Calls
//
// With BlockOptions.Calls words are nested (M. Heizmann, J. Hoenicke, A. Podelski: Nested interpolants, POPL 2010): a
// return leads to the location after its call, with the triple {phi at the exit, psi before the call} return {phi'}. A
// predicate is about the registers of one activation, and about their values at its entry if the function changes them.
// A word without calls is a nested word as well, so there is only one kind of program, of data automata and of graphs.
//
// # Types
//
//	Program, Letter, Block   the program automaton; letters are statements, sequences, or blocks (blocks.go)
//	Predicates               by number: equal ones have one number
//	Triples                  {pre} letter {post}, decided by a chain of links, the cheap ones first
//	Data                     a data automaton: a state is the set of predicates that hold, made as it is asked for
//	Graph                    the program with the predicates of data automata: evidence
//	Frames                   names of returned values, and of values at entries
//
// # Not modelled
//
// Cells of callers' objects have no names in their callees.
package floydhoare
