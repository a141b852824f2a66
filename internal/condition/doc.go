// Package condition writes conditions to files and reads them again. A condition describes the executions that one run
// has not verified, so that a later run or another tool can continue with them (Beyer, Henzinger, Keremoglu, Wendler:
// Conditional Model Checking, FSE 2012; paper 3).
//
// # Idea
//
// A condition refers to the reference program: to edges between locations that exist only in the program as Tandem
// reads it. So a file begins with a description of that program: the sources with their hashes, the property, the
// options that change the meaning of the program, and a hash of the resulting program. If a file was made for another
// program, the error names the difference and a remedy.
//
// # A small example
//
//	tandem condition 1
//	file "prog.c" sha256 "9f2c..."
//	model LP64
//	property "assertions"
//	option overflow "wrap"
//	program sha256 "04ab..."
//	assuming "reach (no body) returns any value and has no other effect at prog.c:3:1"
//
//	// 1: assertion at prog.c:12:3: r >= 0
//	obligations 1
//	state 0 stays
//	  main: L2 L3 goto 1
//	state 1 verified
//
// After the head comes the condition, in the text form of package restrict. A file is a claim: Tandem does not check
// whether the executions that the file calls verified were verified. So a run that leaves these executions out proves
// nothing about the whole program; but a violation that it finds is a violation of the program.
//
// # What is here
//
//	file.go       the file: head and body, and the comparison of the head with a task
//	automaton.go  the same in the format of CPAchecker's AssumptionAutomaton, which identifies statements by their text
//	words.go      a description in English of the open executions
//
// # What is not modelled
//
// Of CPAchecker's automata, the package does not read variables, observers of labels, calls and lines, and assertions
// of states. If a part of an automaton cannot be read, or matches no edge or several edges, its executions stay open.
package condition
