// Package instrument rewrites a program from what the front end gives into
// what the engines take: passes ir -> ir, in place, run by Prepare in the order
// of a table.
//
// # The idea
//
// The front end says what the C program computes, with total expressions and one
// function per C function. Which partial operations end an execution, which are
// obligations, how much context a call gets: all that is decided here, once, and
// written into the automaton, so that no engine reads an option. After Prepare
// the program is immutable and shared.
//
// # A small example
//
//	prog, err := cfront.Load(cfg)
//	err = instrument.Prepare(prog, instrument.Default())
//
// turns
//
//	L0 -> L2: t = call div(x, y)          L0 -> L2: a = x
//	                                      L2 -> L3: b = y
//	div: L0 -> L1: return a / b           L3 -> L4: assume b != 0:i32 [div]
//	                                      L4 -> L5: t = a / b
//
// and then substitutes a, b and t where they are temporaries.
//
// # Passes
//
// Each is a function with a before and after in its comment. They keep the
// meaning exactly: for the same inputs (site keys of inlined copies have the
// call's position added) a run has the same outcome, but for fuel and depth of
// stack.
//
// # What is not done
//
// Recursive functions are not inlined. Nothing is done about memory: no check of
// bounds, no promotion of objects to registers.
package instrument
