// Package witness writes, reads and lints verification witnesses: files that
// tell other tools why a verdict holds.
//
// # Idea
//
// A violation witness retells a test: what each call of an input function
// returned, in order, and the statement that violates the property. A
// correctness witness lists invariants at loops, as C expressions over the
// variables that are visible there. Both are made of what the program keeps from
// its source (positions, C names, scopes), never of engine state.
//
// Two formats are known: YAML 2.0 (with what 2.1 and 2.2 add, for reading), and
// GraphML 1.0. A witness that is written has passed the lint of this package, which
// applies the rules of the format's own linter; a witness that does not is an error,
// not a file.
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
//	Info, Sources                    what a witness says about the task; texts of the source files
//	ViolationYAML, ViolationGraphML  from the records of a replayed run
//	CorrectnessYAML                  from the evidence of a proof; the parts of a cover are joined (parts.go)
//	InvariantsYAML, InvariantsGraphML  of invariants at places of the source (graphwrite.go has the automaton)
//	Join                             correctness witnesses of parts of the executions become one (join.go, explore.go)
//	File, Graph                      the two formats as data
//	ParseYAML, ParseGraphML          readers; they refuse what the lint would call malformed
//	LintYAML, LintGraphML            rules, as a list of Problems
//	CExpr                            an ir expression as C text, exact and without overflow
//	Open, Document                   a witness of either format, for validation
//	WeaveInvariants, WeavePath       a witness put into the program, so that validating it is
//	WeaveGraph, WeaveGraphInvariants verifying the program (see weave.go)
//
// # Validation
//
// Weaving happens on the program as the front end lowers it, where each variable
// still has its register and each statement its position. The invariant i <= n
// at a loop's head L becomes
//
//	L -> L': assume i <= n
//	L -> error: assume n < i            (an obligation of KindInvariant)
//
// with the edges that left L leaving L'. A violation witness gets a counter of
// the waypoints passed so far; "the call at this place returns 7" becomes, after
// the call and for the k-th segment,
//
//	assume passed == k; assume t == 7; passed = k + 1
//
// next to edges for all other cases, which go on (or end the execution, if Strict).
// In the reference program an error counts only at the target, with passed at its last
// value. The passes know nothing of this; inlining copies it with the rest.
//
// An expression is lowered as C evaluates it, by branching where the right side
// may have no value. Its own overflow wraps; what has no value (a division by
// zero) is an obligation of KindUndefined.
//
// # What is not modelled
//
// Inputs that are no calls (parameters of the entry function, uninitialised storage) have no waypoint: a validator has
// to find such values itself, and Incomplete says so. Branching waypoints are read but not written. Calls inside macros
// get a line but no column. Ghost variables, contracts and termination arguments of later versions are read as opaque
// text, and not checked. Calls, members of aggregates, strings, compound literals and integers of 128 bits in
// expressions, like all legal C that lower does not accept, make a witness not understood; so does a name that the
// program does not use. Of GraphML: in violation witnesses the first matching transition is taken; threads are not
// supported; the invariants of all states that are entered at one loop are read as a disjunction, and the locations of
// the other states are found by following the automaton along the program (explore.go).
package witness
