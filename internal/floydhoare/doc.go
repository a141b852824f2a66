// Package floydhoare has the automata of trace abstraction: the program as an automaton over its statements, and
// Floyd-Hoare automata, whose states are predicates. A Floyd-Hoare automaton proves that no execution takes the words
// that it accepts.
//
// # The idea
//
// A program automaton accepts the sequences of statements along its paths to an error. A data automaton accepts words
// that no execution can take, since
//
//	each state has a predicate, and the predicate of the initial state holds at the start
//	each move q -l-> q' is a Hoare triple {q} l {q'}
//	the predicate of each accepting state is false
//
// If each word of the program is a word of some data automaton, no error is reachable (M. Heizmann, J. Hoenicke, A.
// Podelski: Refinement of trace abstraction, SAS 2009). Callers of this package provide the predicates: from fixpoints
// of path programs (M. Greitschus, D. Dietsch, A. Podelski: Refining trace abstraction using abstract interpretation,
// SAS 2017) or from sequences of interpolants.
//
// # A small example
//
//	p := floydhoare.NewProgram(prog, floydhoare.BlockOptions{})
//	ps := floydhoare.NewPredicates(prog, nil)
//	t := floydhoare.NewTriples(ps, floydhoare.Links{Meaning: m})
//	zero := ps.Of(prog.Entry, x) // x == 0
//	d := floydhoare.NewData(p, t, []int{zero}, floydhoare.DataOptions{Enhanced: true})
//	d.Next(d.Start(), letter)    // the state of the predicates, x == 0 or false, that hold after the letter
//	g, left := floydhoare.Graph(ctx, p, []*floydhoare.Data{d}, 20_000)
//
// # Calls
//
// With BlockOptions.Calls words are nested (M. Heizmann, J. Hoenicke, A. Podelski: Nested interpolants, POPL 2010): a
// return leads to the location after its call, with the triple {phi at the exit, psi before the call} return {phi'}. A
// predicate is about the registers of one activation, and about their values at its entry if the function changes them.
// A word without calls is a nested word as well, so the same types serve for programs with and without calls.
//
// # Types
//
//	Program, Letter, Block   the program automaton; letters are statements, sequences, or blocks (blocks.go)
//	Predicates               numbered predicates: equal predicates have one number
//	Triples                  {pre} letter {post}, decided by a chain of links, the cheap ones first
//	Data                     a data automaton, computed on demand: a state is the set of predicates that hold
//	Graph                    the program with the predicates of data automata, as evidence
//	Frames                   names of returned values, and of values at entries
//
// # Not modelled
//
// Predicates of a called function cannot refer to cells of its callers' objects.
package floydhoare
