// Package ranges computes bounds of ranges of paths, and splits the paths of a program into ranges.
//
// A path is a string of decisions, T and F, ordered with T first (package restrict, which also makes a program from a
// range). A bound is a path that a test takes. Bounds split the paths of a program into ranges, which engines can
// process in parallel.
//
//	s, err := ranges.ParseSplit("lb3")
//	bounds, err := ranges.Split(ctx, task, s, 2)    // TTTTFF, which x = 3 takes
//	parts, err := ranges.Between(bounds)            // ..<TTTTFF and TTTTFF..
//	part, err := task.Part(verify.Scope{Range: &parts[0]})
//
// # Bounds of tests
//
// Induced runs a test and returns its path. Least returns the least path of a test that does not fix all inputs
// (section 3.3 of the paper): it searches the tree of the runs that agree with the test, T first. Where a run takes F,
// it queries the solver for a run that takes T. A path of the reference program is not a path of the prepared program;
// Up and Down translate a bound from one to the other by running its test.
//
// # Splitters
//
// A splitter chooses the decisions of a path (guide), and Split looks for a run that follows them as far as any run
// does: the result is always the path of a test that was run. LbK chooses K iterations of each loop, Rdm chooses at
// random. A prober estimates the number of paths on each side of a decision (probe.go): for balanced ranges, and to
// halve a range (Halver).
//
// # Sources
//
// J. Haltermann, M.-C. Jakobs, C. Richter, H. Wehrheim, Parallel program analysis on path ranges, Science of Computer
// Programming, for ranges, the tests that bound them and the splitters; J. H. Siddiqui, S. Khurshid, Scaling symbolic
// execution using ranged analysis, OOPSLA 2012, for the idea of ranges.
//
// # Not modelled
//
// Measures of work other than the numbers of paths and branches.
package ranges
