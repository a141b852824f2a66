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
// Runs whose behaviour C leaves open (an invalid access, an address used as a
// number), runs that use up a resource, and runs that were cut (fuel or number of
// inputs) on all sides alike: these agree as far as they go.
//
// Not compared: what programs print.
package difftest
