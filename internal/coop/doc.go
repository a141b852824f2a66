// Package coop runs engines on a task, checks their claims, and decides which of the claims become verdicts.
//
//	strategy, err := coop.Parse("seq(random 1%, par(kind, iat))", engines)
//	runner := coop.NewRunner(task, strategy, engines)
//	outcome := runner.Run(ctx)
//
// A Strategy is a tree of jobs, with a text form (docs/strategies.md). The package imports no engine: the caller gives
// it a list of engines.
//
//	strategy.go   jobs, the default strategy
//	text.go       the text form of strategies, read and printed
//	program.go    properties of the program, for conditions in strategies
//	tree.go       traversal of the tree of jobs: time and work of each job
//	part.go       parts of the task as tasks, joined by the ledger of verify
//	split.go      parts one after the other
//	ranged.go     ranges of paths, on which analyses work at the same time (paper 5)
//	steal.go      work stealing: new ranges for analyses that have finished theirs
//	exchange.go   facts that the analyses of ranges send each other
//	runner.go     rounds, and the workers, which continue from turn to turn
//	facts.go      checks of the facts that engines publish, between turns or during a turn
//	judge.go      checks of the claims of a turn, and the findings
//	meanwhile.go  long checks, in parallel with the engines
//	decide.go     the rules by which a claim becomes a verdict
//	settle.go     the status of facts on the board after a decision
//	outcome.go    the outcome, as of now or at the end
//
// With --deterministic, no clock is read: a share is a share of a minute of work, which engines count in a common unit
// (package obs), and the seeds are fixed. A turn of an engine that has nothing left to do costs nothing. A run that the
// time limit ends reports the limit as its only reason.
//
// Not implemented: the parts of split are not split again while analyses work on them, as ranges are.
package coop
