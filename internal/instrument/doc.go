// Package instrument rewrites the program of the front end into the program that engines work on, by passes from IR to
// IR in the order of a table. Refer runs the first passes in place and makes the reference program. Derive runs the
// other passes on a copy, whose locations and edges record their origins (section Origins of package ir). Prepare runs
// both.
//
// # The idea
//
// The front end translates the C program with total expressions and one function per C function. This package decides
// which partial operations end an execution, which are obligations, and which calls get a copy of their callee. It
// encodes these decisions in the automaton, so engines do not depend on options. After Prepare the program is immutable
// and shared.
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
//	RemoveUnreachable  drops unreachable code, renumbers everything      clean.go
//	Guards             division, shifts, overflow; memory; leaks           guards.go, access.go, leaks.go
//	PruneInputs        unused inputs become skips                          prune.go
//	simplify           copies, temporaries, literal conditions, skips      simplify.go, forward.go
//	Fold               expressions: rules F1 to F12                        fold.go
//	Inline             a copy of the callee for each call                  inline.go
//	                   a function of its own for a call that stays one     split.go
//	Constants          values of registers, memory of known size           constants.go
//
// Passes remove code that they prove dead. An obligation that loses its error locations counts as not reached, and a
// goal of a test suite that loses its edge counts as unreachable. No checker repeats these proofs, so the passes are
// trusted, like the front end.
//
// Passes preserve the semantics: for the same inputs a run has the same outcome. (In inlined copies, the position of
// the call is added to site keys.) Its fuel, the depth of its stack, the addresses of its objects and the branches that
// it records may differ, since a pass may decide or duplicate branches. Guards is the exception, since it gives a
// meaning to operations that had none.
//
// A new pass is a function on *ir.Program in a file of its own, a line in the table of prepare.go (with the reason for
// its position), and a golden; TestRandomPrograms and TestBenchmarks then run programs before and after it. A pass that
// drops, duplicates or makes edges and locations must set their origins.
//
// # What is not done
//
// Recursive functions are not inlined, and neither are functions whose objects could be observed after the function has
// returned. No pass promotes objects to registers or forwards stores to loads (an invalid store changes nothing, so
// forwarding would not be exact). Branches with equal sides stay, since they are goals of tests.
package instrument
