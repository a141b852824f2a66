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
// GraphML 1.0. What is written has passed the lint of this package, which
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
//	CorrectnessYAML                  from the evidence of a proof
//	File, Graph                      the two formats as data
//	ParseYAML, ParseGraphML          readers; they refuse what the lint would call malformed
//	LintYAML, LintGraphML            rules, as a list of Problems
//	CExpr                            an ir expression as C text, exact and without overflow
//
// # What is not modelled
//
// Inputs that are no calls (parameters of the entry function, uninitialised
// storage) have no waypoint: a validator has to find such values itself, and
// Incomplete says so. Branching waypoints are read but not written. Calls
// inside macros get a line but no column. Ghost variables, contracts and
// termination arguments of later versions are read as opaque text.
package witness
