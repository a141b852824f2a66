// Package derive has the maps between a program and one that it was derived from, by Clone and the passes that
// work on the copy: where a part comes from and what became of it, the execution behind an execution, the test
// behind a test.
//
// # Idea
//
// A derived program says itself what its parts come from (ir, "Origins"). A Map reads that, over one step or several:
// down from the program From to To, of which it was derived, and up again. Down, a part has one image or none; up
// it has any number, as inlining copies functions. What has no image has a nil one, or an error that says why.
//
// # A small example
//
//	prep, err := instrument.Prepare(ref, opts)      // ref stays as it is
//	m := derive.Of(prep)
//	m.Site(prep.Sites[3])                            // the input of ref that it is a copy of
//	m.Sites(ref.Sites[0])                            // all its copies
//
//	w := m.Walk(func(e *ir.Edge) { ... })            // the execution of ref, edge by edge,
//	interp.Path(w.Edge)                              // while prep is run
//	w.Key(k)                                         // the name that an input of this run has in ref
//
// # What is exact
//
//   - Executions and tests: exact, by walking. How often a site of To was executed is not to be seen from the inputs
//     that From reads: several copies of a site are read in an order, and inputs that nobody uses are read in
//     To only. So a record is named by the run that reads it, both ways.
//   - Of slices (ir.Program.Slice) less: what comes out of a walk lacks edges, and To need not have the execution.
//   - Locations, positions: the origin of a location of From is a location of To; a location of To that lies inside
//     of what an edge of From stands for has no image.
//   - Expressions: for registers of the running activation that are live at the location in each program of the
//     way, or of which no assignment is gone; these have the same value there. Others have no image; nor have,
//     where a function was inlined, the registers of its caller.
package derive
