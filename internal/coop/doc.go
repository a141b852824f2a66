// Package coop runs engines on a task and decides which of their claims become verdicts.
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
//	program.go    properties of the program that conditions of a strategy ask for
//	tree.go       working through the tree: time and work of each job
//	part.go       parts of the task as tasks, joined by the ledger of verify
//	split.go      parts one after the other
//	ranged.go     ranges of paths, on which analyses work at the same time (paper 5)
//	steal.go      work stealing: ranges for analyses that have ended theirs
//	exchange.go   facts that the analyses of ranges learn from each other
//	runner.go     rounds, and the workers, which go on from turn to turn
//	facts.go      checks of the facts that engines publish, between turns or while they are at work
//	judge.go      checks of the claims of a turn, and the findings
//	meanwhile.go  checks that take long, in parallel with the engines
//	decide.go     the decision: when a claim becomes a verdict
//	settle.go     facts that the board learns from the decision
//	outcome.go    the answer, as of now or at the end
//
// Under --deterministic no clock is read: a share is a share of a minute of work, which engines count in one unit
// (package obs), and the seeds are fixed. A turn of an engine that has no work left costs nothing. A run that the time
// limit ends reports that as its only reason.
//
// Not implemented: the parts of split are not split again while analyses are at work on them, as ranges are.
package coop
