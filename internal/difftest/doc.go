// Package difftest compares execution with gcc.
//
// # What is compared
//
// For each C program of a set of tasks, and each of several random inputs:
//
//   - the JIT and the interpreter on the prepared program: everything that a
//     run shows (outcome, inputs read, branches, fuel, flags);
//   - the C that cprint makes of the prepared program, compiled by gcc:
//     outcome, number and hash of the branches;
//   - where all inputs are results of calls, the source itself compiled by gcc,
//     with the called functions supplied: outcome.
//
// For each csmith program that gcc's build ends in time: the checksum, in the
// JIT and (for some) in the interpreter.
//
// # What is counted apart
//
// Runs whose behaviour C does not define or specify (an invalid access, an address used as a
// number), runs that use up a resource, and runs that reached a limit (fuel or number of
// inputs) on all sides: these agree up to that point.
//
// Not compared: what programs print.
//
// # Undefined behaviour
//
// The truth is gcc with AddressSanitizer, UndefinedBehaviorSanitizer and LeakSanitizer, in a process for each run
// (testdata/sanitized.c):
//
//   - testdata/real at the root: programs as projects have them, in two sizes, safe and with three faults each (TestReal, TestRealTruth);
//   - testdata/checks at the root: small pairs by kind (TestPairs, TestPairsTruth);
//   - random programs about memory on all their inputs (TestMemory);
//   - faults planted at each position of the grammar, into random programs and into those of testdata (TestPositions,
//     TestPlanted, TestPlantedFiles).
//   - testdata/catalogue at the root: kernels of faults and flows that lead to them (TestCatalogue, TestCatalogueTruth);
//
// TANDEM_LONG=1 runs all of them; TANDEM_REAL and TANDEM_PAIR choose by a part of the name, TANDEM_MEMORY=200 and
// TANDEM_SEED=7 some random ones, TANDEM_LIMIT=5s gives each another time, TANDEM_BIN is another tandem, TANDEM_TABLE a
// file for the verdicts.
package difftest
