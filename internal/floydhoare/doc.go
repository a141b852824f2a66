// Package floydhoare has the automata of trace abstraction: the program as an automaton over its statements, and
// Floyd-Hoare automata, whose states are predicates, as proofs that words of it cannot be executed.
//
// # The idea
//
// A program accepts the statements along its ways to an error. A data automaton accepts words that nothing executes,
// since
//
//	each state has a predicate, that of the initial state holds at the start
//	each move q -l-> q' is a Hoare triple {q} l {q'}
//	the predicate of each accepting state is false
//
// If all words of the program are words of some data automata, no error is reached (M. Heizmann, J. Hoenicke, A.
// Podelski: Refinement of trace abstraction, SAS 2009). Where data automata come from is not this package's concern:
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
//	d.Next(d.Start(), letter)    // what holds behind the letter, of x == 0 and false
//	g, left := floydhoare.Graph(ctx, p, []*floydhoare.Data{d}, 20_000)
//
// # Types
//
//	Program, Letter, Block   the program automaton; letters are statements, sequences of them, or all ways between two places (blocks.go)
//	Predicates               by number: equal ones have one number
//	Triples                  {pre} letter {post}, decided by a chain of cheap and dear ways
//	Data                     a data automaton: a state is the set of predicates that hold, made as it is asked for
//	Graph                    the program with what data automata say of it: evidence
//
// Where functions are called words are nested (M. Heizmann, J. Hoenicke, A. Podelski: Nested interpolants, POPL 2010):
// a return goes on behind its call, {phi at the exit, psi in front of the call} return {phi'}, and predicates speak of
// one activation, of the values at its entry where these change.
//
//	NestedProgram, NestedData, NestedGraph    Program, Data and Graph for nested words
//	Frames                                    names for what predicates say of returned values, and of those at entries
//
// # Not modelled
//
// Cells of callers' objects have no names in their callees.
package floydhoare
