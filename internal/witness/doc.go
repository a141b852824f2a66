// Package witness writes, reads and lints verification witnesses. A witness is a file with evidence for a verdict that
// other tools can read.
//
// # Idea
//
// A violation witness describes a test: the values that the calls of input functions returned, in order, and the
// statement that violates the property. A correctness witness lists invariants at loops, as C expressions over the
// variables that are visible there. Both are made from facts that the program keeps about its source (positions, C
// names, scopes), never from the state of an engine.
//
// The package supports two formats: YAML 2.0 (and, for reading, the additions of 2.1 and 2.2), and GraphML 1.0. Every
// witness that is written has passed the lint of this package, which applies the rules of the format's own linter. If a
// witness does not pass, the writer returns an error instead of a file.
//
// # A small example
//
//	info := witness.Info{Producer: "Tandem", Version: "1.0", InputFiles: []string{"a.c"},
//		Hashes: map[string]string{"a.c": sum}, Specification: spec, DataModel: ir.ILP32, CreationTime: now}
//	data, err := witness.ViolationYAML(info, prog, obligation, reads, sources)
//
// gives
//
//   - entry_type: "violation_sequence"
//     metadata: ...
//     content:
//   - segment:
//   - waypoint:
//     type: "function_return"
//     action: "follow"
//     location: {file_name: "a.c", line: 2, column: 38, function: "main"}
//     constraint: {value: "\\result == 7U", format: "ext_c_expression"}
//   - segment:
//   - waypoint:
//     type: "target"
//     action: "follow"
//     location: {file_name: "a.c", line: 4, column: 15, function: "main"}
//
// # What is here
//
//	Info, Sources                    facts about the task that a witness contains; texts of the source files
//	ViolationYAML, ViolationGraphML  violation witnesses, from the records of a replayed run
//	CorrectnessYAML                  from the evidence of a proof; the parts of a cover are joined (parts.go)
//	InvariantsYAML, InvariantsGraphML  from invariants at places of the source (graphwrite.go has the automaton)
//	Join                             joins correctness witnesses of parts of the executions (join.go, explore.go)
//	File, Graph                      the two formats as data
//	ParseYAML, parseGraphML          readers; they reject malformed witnesses
//	lintYAML, lintGraphML            the rules of the formats; they return a list of Problems
//	cExpr                            returns the exact C text of an ir expression, without overflow
//	Open, Document                   a witness of either format, for validation
//	weaveInvariants, weavePath       weave a witness into the program: then verifying the program
//	weaveGraph, weaveGraphInvariants validates the witness (see weave.go)
//
// # Validation
//
// A witness is woven into the program as the front end lowers it: there each variable still has its register, and each
// statement its position. The invariant i <= n at the head L of a loop becomes
//
//	L -> L': assume i <= n
//	L -> error: assume n < i            (an obligation of KindInvariant)
//
// where the edges that left L now leave L'. For a violation witness, the program gets a counter of the waypoints that
// were passed. If the waypoint of segment k is "the call at this place returns 7", the edges
//
//	assume passed == k; assume t == 7; passed = k + 1
//
// follow the call, next to edges for all other cases, on which the execution continues (or ends, if Strict is set). In
// the reference program, an error counts only at the target, and only if passed has its last value. The passes treat
// these edges like others; inlining copies them together with the function.
//
// An expression is lowered as C evaluates it: by branching if an operand need not be evaluated. Overflow in the
// expression wraps. If the expression may have no value (a division by zero), this becomes an obligation of
// KindUndefined.
//
// # What is not modelled
//
// Inputs that are not calls (parameters of the entry function, uninitialised storage) have no waypoint: a validator has
// to find their values itself. Branching waypoints are read but not written. Calls inside of macros get a line but no
// column. Ghost variables, contracts and termination arguments of later versions are read as opaque text, and not
// checked. A witness is not understood if an expression contains a name that the program does not use, or C that lower
// does not accept: calls, members of aggregates, strings, compound literals, integers of 128 bits, and more. Of
// GraphML: in violation witnesses, the first matching transition is taken; threads are not supported; the invariants of
// all states that are entered at the same loop are read as a disjunction, and the locations of the other states are
// found by following the automaton along the program (explore.go).
package witness
