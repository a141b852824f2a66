// Package instrument rewrites the program of the front end into the program that
// engines work on, by passes from IR to IR in the order of a table. Refer runs the
// first passes in place and makes the reference program. Derive runs the others on
// a copy, and notes for each location and edge the one that it comes from (ir,
// "Origins"). Prepare runs both.
//
// # The idea
//
// The front end translates the C program with total expressions and one function
// per C function. This package decides which partial operations end an execution,
// which are obligations, and which calls get a copy of their callee, and writes the
// decisions into the automaton, so that no engine reads an option. After Prepare
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
// The comment of each pass shows a program before and after it; testdata has goldens of both:
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
// Passes remove code that they prove dead. An obligation that loses its error locations
// counts as not reached, a goal of a test suite as unreachable, and no checker repeats the
// proof: the passes are trusted, as the front end is.
//
// Passes preserve the meaning: for the same inputs (site keys of inlined copies
// have the call's position added) a run has the same outcome. Its fuel, the depth
// of its stack, the addresses of its objects and the branches that it records may
// differ, as a pass decides or doubles branches. Guards are the exception: they
// give a meaning to operations that had none.
//
// A new pass is a function on *ir.Program in a file of its own, a line in the
// table of prepare.go (with the reason for its place), and a golden; TestRandomPrograms
// and TestBenchmarks then run programs before and after it. A pass that drops, doubles or
// makes edges and locations hands on their origins.
//
// # What is not done
//
// Recursive functions are not inlined, nor those whose objects could be seen
// after they returned. Guards ask for the validity of memory (access.go); no pass
// promotes objects to registers or forwards stores to loads (an invalid store is
// lost, so that forwarding would not be exact). Branches with equal sides stay:
// they are goals of tests.
package instrument
