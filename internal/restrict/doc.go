// Package restrict makes programs from parts of a program. A Scope is a set of executions: an input region, a range of
// paths, a condition, a bound on visits, or a set of edges. Apply returns the program that has these executions and no
// others, with the map back to the original.
//
// # Idea
//
// Each engine of the five papers works on a part of the executions: an input region (paper 1), one path program (paper
// 2), the executions that a condition leaves open (paper 3), a range of paths (paper 5), or the executions up to a
// depth. No engine needs to support scopes, since Apply instruments the program: registers record how far an execution
// has satisfied the scope, and Assumes end the executions that leave it. Residual programs (paper 3) are made in this
// manner, and so are the range programs of J. Haltermann, M.-C. Jakobs, C. Richter, H. Wehrheim ("Ranged Program
// Analysis via Instrumentation", SEFM 2023), which keep this state in the location instead of a register.
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
// makes has an execution for each execution that is kept: with the same statements, inputs, calls and marked branches,
// and the instrumentation in between. For an execution that is not kept, it has a prefix that ends in a false Assume,
// at the latest where the execution itself would end. So each violation of the part is a violation of the program, by
// the same test: sites keep their numbers, and the part reads no additional inputs.
//
// An execution that does not terminate is not cut as long as it may still be in the scope. For example, an execution
// whose path remains a prefix of the lower bound for ever is not in the range, but the part has it as well.
//
// The state of the instrumentation is in global registers, so calls and recursion need no special treatment. A path
// range needs a register for each bound, which holds the remaining decisions of the bound. A bound of more than 63
// decisions has a counter and a constant object with one bit for each decision. So the size of the part, apart from
// that object, does not depend on the bounds.
//
// # What is here
//
//	scope.go       Scope, and whether one scope covers another
//	apply.go       Apply; sets of edges
//	region.go      paths.go condition.go depth.go    one kind of scope each: its definition and its instrumentation
//	form.go        pathtext.go automaton.go    ranges: fingerprint of their program, text form, conversion to and from conditions
//	sew.go         insertion of edges before and after other edges
//
// Proofs depend on the correctness of this package: a claim about a part is checked on the program that Apply makes.
//
// # What is not modelled
//
// Ranges over pointer inputs, ranges over the bytes of uninitialised memory, and conditions that load from memory:
// Apply returns an error for these. A statement that makes all memory arbitrary (HavocAll) may change the bits of a
// long bound in a proof, which then covers more executions than are in the scope.
package restrict
