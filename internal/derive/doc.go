// Package derive has the maps between a program and the program from which it was derived, by Clone and passes on the
// copy. The maps translate parts of programs in both directions, and they translate executions and tests of the derived
// program into executions and tests of the original.
//
// # Idea
//
// A derived program records the origins of its parts (ir, "Origins"). A Map follows them over one or several steps of
// derivation: down from the derived program From to the original To, and up again. Down, a part has one image or none;
// up, it can have any number, as inlining copies functions. The methods return nil, or an error with the reason, for a
// part without an image.
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
//   - Executions and tests: exact, by walking. The inputs that From reads do not determine how often a site of To was
//     executed: several copies of a site are read in an order, and inputs without uses are read in To only. So
//     both directions need the run that reads an input to name it.
//   - Slices (ir.Program.Slice): the result of a walk lacks edges, and To need not have the execution.
//   - Locations, positions: the origin of a location of From is a location of To. If one edge of From replaces several
//     edges of To, the locations between these edges have no image.
//   - Expressions: registers of the running activation have an image if they are live at the location in each program
//     on the way, or keep all of their assignments; they have the same value there. Other registers have no image, and
//     neither have the registers of the caller at a location of an inlined function.
package derive
