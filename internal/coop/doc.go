// Package coop runs engines on a task and decides what leaves the house.
//
//	strategy, err := coop.Parse("seq(random 1%, par(kind, iat))", engines)
//	runner := coop.NewRunner(task, strategy, engines)
//	outcome := runner.Run(ctx)
//
// A Strategy is a value, a tree of jobs with a text form (docs/strategies.md). The package imports no engine: the
// list comes from the caller.
//
//	strategy.go   jobs, the default strategy
//	text.go       their text form, read and printed
//	program.go    what conditions ask of a program
//	tree.go       working through the tree: time and work of each job
//	part.go       parts of the task as tasks, joined by the ledger of verify
//	split.go      parts one after the other
//	ranged.go     ranges of paths, on which analyses work at the same time (paper 5)
//	steal.go      what an analysis does that has ended its range
//	exchange.go   what they learn from each other
//	runner.go     rounds, and the workers, which go on from turn to turn
//	facts.go      what engines publish is checked, between turns or while they are at work
//	judge.go      what a turn claims is checked and entered into the findings
//	behind.go     checks that take long go on beside the engines
//	decide.go     the decision: when a claim becomes a verdict
//	settle.go     what the board learns from it
//	outcome.go    the answer, as of now or at the end
//
// Under --deterministic no clock is read: a share is one of a minute of work, counted by the engines in one
// unit (package obs), and the seeds are fixed; a turn after which nothing is left to its engine costs nothing. A run
// that the time limit ends says so and nothing else, whatever it was at.
//
// Not there yet: parts of split are not split again by what was learnt of them, as ranges are.
package coop
