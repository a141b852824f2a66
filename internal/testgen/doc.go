// Package testgen has the code that testing engines share: the pool of interesting values (Pool), tests as the inputs
// of runs (Inputs, FromRun, Run), the violations and branches that a run shows (Shows, Covers), minimisation of tests
// (Minimise), and test suites.
//
//	run, _ := testgen.Run(ctx, task.Program, machine, test)
//	if testgen.Shows(task, run, o) == "" {        // reaches o, without undefined behaviour
//		small, _ := testgen.Minimise(ctx, task.Program, machine, test, reaches, 1<<22)
//	}
//
// # Suites
//
// A Goal is a side of a branch, or a call of the error function. A Suite takes runs (Add) and keeps, for each goal, the
// shortest test that reaches it; for programs without loops, one test for each path. Cases returns a small subset of
// the tests that reaches the same goals. It is chosen greedily, the test with the largest gain first (V. Chvátal, A
// greedy heuristic for the set-covering problem, 1979).
//
//	s := testgen.NewSuite(prog, testgen.BranchGoals(prog))
//	s.Add(run)                                    // of a machine with Config.Cover and Trace
//	testgen.WriteSuite(dir, meta, prog, s.Cases())  // Test-Comp format
//
// A suite can be exported with a harness: a C file with the values of all tests, and copies of the sources in which
// uninitialised variables get their values from the harness. Gcov is the coverage of an exported suite (gcc
// --coverage).
//
// Not modelled: costs of inputs other than their number and size. Test-Comp's format has only the results of calls:
// arbitrary contents of memory are in the harness alone.
package testgen
