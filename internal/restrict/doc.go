// Package restrict makes a part of a program a program of its own. A Scope says which executions are meant: an
// input region, a range of paths, a condition, a bound on visits, a set of edges. Apply gives the program that
// has these executions and no others, with the map that leads back.
//
// # Idea
//
// The engines of the five papers work on parts: of the input space (paper 1), along one path program (paper 2), on
// what a condition leaves open (paper 3), on a range of paths (paper 5), up to a depth. None of them has to know
// that: what a scope asks of an execution is written into the program, as registers that watch it and
// Assumes that end it where it leaves the scope. That is how residual programs are made (paper 3), and range
// programs by instrumentation (J. Haltermann, M.-C. Jakobs, C. Richter, H. Wehrheim: "Ranged Program Analysis via
// Instrumentation", SEFM 2023), where the location, not a register, is the state.
//
// # A small example
//
// The program reads x and counts it down:
//
//	L0 -> L2: x = input #0
//	L2 -> L3: assume 0:i32 < x [T]
//	L3 -> L2: x = x - 1:i32
//	L2 -> L4: assume x <= 0:i32 [F]
//	L4 -> L1: return 0:i32
//
// Its part with x in 0..5 takes another path after the input:
//
//	L0 -> L5: x = input #0
//	L5 -> L6: assume @region.seen.0 == 0:u8
//	L6 -> L7: assume 0:i32 <= x
//	L7 -> L8: assume x <= 5:i32
//	L8 -> L2: @region.seen.0 = 1:u8
//	L5 -> L2: assume @region.seen.0 != 0:u8
//
// # The law
//
// An execution of the program is kept if and only if it is in each part of the scope, as the types of this package
// define it: Region, PathRange, Condition, Depth and Edges (see Heads for what a depth counts). The program that Apply
// makes has an execution for each one that is kept: the same statements, inputs, calls and marked branches, with what
// was sewn in between. To one that is not kept belongs a beginning of it that ends in a false Assume, at the latest
// where the execution itself would end. So whatever the part violates the program violates, by the same test: sites
// keep their numbers, and the part reads no inputs of its own.
//
// Executions that do not end are kept as long as they may be: one whose path stays a prefix of the
// lower bound for ever is no path of the range, and its part goes on for ever, too.
//
// State is kept in global registers, so that calls and recursion need nothing special. A path range takes a register
// for each bound, with the decisions that are to come; bounds of more than 63 decisions have a count and a constant
// object of one bit for each decision besides. So but for that object the part is of one size whatever the bounds are.
//
// # What is here
//
//	scope.go       Scope: what is asked, and which scope covers which
//	apply.go       Apply; sets of edges
//	region.go      paths.go condition.go depth.go    one part each: its definition, and how it is sewn in
//	form.go        pathtext.go automaton.go    ranges: the program that they are of, their text form, as conditions
//	sew.go         edges before and after other edges
//
// This package is part of what proofs rest on: a claim about a part is checked on the program that Apply makes.
//
// # What is not modelled
//
// Ranges over pointer inputs and over the bytes of uninitialised memory; conditions that load from memory. They are
// errors. A statement that makes all memory arbitrary (HavocAll) may change the bits of a long
// bound in a proof, which then speaks of more executions than are in the scope.
package restrict
