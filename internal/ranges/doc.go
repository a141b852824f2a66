// Package ranges is about ranges of paths: what bounds them, and how a program is split into some.
//
// A path is a string of decisions, T and F, ordered with T first (package restrict, which makes a range a program). A
// bound is a path that a test takes. Bounds split the paths of a program into ranges, which can be worked on at once.
//
//	s, err := ranges.ParseSplit("lb3")
//	bounds, err := ranges.Split(ctx, task, s, 2)    // TTTTFF, which x = 3 takes
//	parts, err := ranges.Between(bounds)            // ..<TTTTFF and TTTTFF..
//	part, err := task.Part(verify.Scope{Range: &parts[0]})
//
// # Bounds of tests
//
// Induced is the path of a test by running it. Least is the least path of a test that does not fix all inputs (section
// 3.3 of the paper): the tree of runs that agree with the test is searched T first, with the solver where a run goes F.
// Paths of the reference program are none of the prepared one: between the two a bound travels as its test (Up, Down).
//
// # Splitters
//
// A splitter says which way a path is to go (guide), and runs are made that go there as far as any does: what comes out
// is always the path of a test that was run. LbK wants K turns of each loop, Rdm throws coins. A prober estimates how
// many paths there are on each side of a decision (probe.go): for balanced ranges, and to halve one (Halver).
//
// # Sources
//
// J. Haltermann, M.-C. Jakobs, C. Richter, H. Wehrheim, Parallel program analysis on path ranges, Science of Computer
// Programming, for ranges, tests that bound them and the splitters; J. H. Siddiqui, S. Khurshid, Scaling symbolic
// execution using ranged analysis, OOPSLA 2012, where ranges come from.
//
// # Not modelled
//
// Work other than by numbers of paths and branches.
package ranges
