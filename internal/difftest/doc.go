// Package difftest compares the executions of Tandem with gcc.
//
// # What is compared
//
// For each C program of a set of tasks, and each of several random inputs:
//
//   - the JIT and the interpreter on the prepared program: everything that a
//     run shows (outcome, inputs read, branches, fuel, flags);
//   - the C that cprint makes of the prepared program, compiled by gcc:
//     outcome, number and hash of the branches;
//   - if all inputs are results of calls, the source itself compiled by gcc,
//     with the called functions supplied: outcome.
//
// For each csmith program that ends in time when compiled by gcc: the checksum, in the JIT and (for some programs) in
// the interpreter.
//
// # What is counted separately
//
// Three kinds of runs are counted separately: runs whose behaviour C does not define or specify (an invalid access, an
// address used as a number), runs that use up a resource, and runs that reached a limit (fuel or number of inputs) on
// all sides. These agree up to that point.
//
// Not compared: the output of programs.
//
// # Undefined behaviour
//
// The truth is the result of gcc with AddressSanitizer, UndefinedBehaviorSanitizer and LeakSanitizer, in a process for
// each run (testdata/sanitized.c):
//
//   - testdata/real at the root: programs like those of projects, in two sizes, safe and with three faults each
//     (TestReal, TestRealTruth);
//   - testdata/checks at the root: small pairs by kind (TestPairs, TestPairsTruth);
//   - random programs about memory on all their inputs (TestMemory);
//   - faults planted at each position of the grammar, into random programs and into programs of testdata
//     (TestPositions, TestPlanted, TestPlantedFiles);
//   - testdata/catalogue at the root: kernels of faults and flows that lead to them (TestCatalogue,
//     TestCatalogueTruth).
//
// TANDEM_LONG=1 runs all of them. TANDEM_REAL and TANDEM_PAIR select programs by a part of the name; TANDEM_MEMORY=200
// and TANDEM_SEED=7 select random ones. TANDEM_LIMIT=5s sets the time for each, TANDEM_BIN another tandem, and
// TANDEM_TABLE a file for the verdicts.
package difftest
