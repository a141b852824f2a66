// Package instrument rewrites a program from what the front end gives into
// what the engines take: passes ir -> ir, in the order of a table. Refer runs the first
// ones in place, which give the reference program; Derive the others on a copy of it, which say of all
// parts what they come from (ir, "Origins"); Prepare runs both.
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
//	prep, err := instrument.Prepare(prog, instrument.Default())
//
// turns, with t a temporary,
//
//	L0 -> L2: t = call div(x, y)          L0 -> L2: assume y != 0:i32 [div]
//	L2 -> L3: z = t                       L2 -> L3: z = x / y
//	div: L0 -> L1: return a / b
//
// # Passes
//
// Each has its before and after in its comment, and goldens of both in testdata:
//
//	RemoveUnreachable  drops what no path reaches, numbers everything      clean.go
//	Guards             division, shifts, overflow; memory; leaks           guards.go, access.go, leaks.go
//	PruneInputs        unused inputs become skips                          prune.go
//	simplify           copies, temporaries, literal conditions, skips      simplify.go, forward.go
//	Fold               expressions: rules F1 to F12                        fold.go
//	Inline             a copy of the callee for each call                  inline.go
//	                   a function of its own for a call that stays one     split.go
//	Constants          values of registers, memory of known size           constants.go
//
// Code that they find to be dead is gone: an obligation that lost its error locations this way counts as not
// reached, a goal of a test suite as unreachable, and nothing re-checks that. They are part of the
// translation, as the front end is.
//
// They keep the meaning exactly: for the same inputs (site keys of inlined
// copies have the call's position added) a run has the same outcome, but for its
// fuel, the depth of its stack, the addresses of its objects and the branches it
// records (a branch that is decided, or doubled, is not what it was). Guards are
// the exception, as they give a meaning to what had none.
//
// A new pass is a function on *ir.Program in a file of its own, a line in the
// table of prepare.go (with the reason for its place), and a golden; TestRandomPrograms
// and TestBenchmarks then run programs before and after it. A pass that drops, doubles or
// makes edges and locations hands on their origins.
//
// # What is not done
//
// Recursive functions are not inlined, nor those whose objects could be seen
// after they returned. Memory is asked (access.go), not changed: no
// promotion of objects to registers, no forwarding from stores to loads (an invalid
// store is lost, so that it would not be exact). Branches whose sides do the same stay:
// they are goals of tests.
package instrument
