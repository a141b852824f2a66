// Package coop runs engines on a task and decides what leaves the house.
//
//	runner := coop.NewRunner(task, coop.Default(), engines)
//	outcome := runner.Run(ctx)
//
// A Strategy is a value: steps of engines by name, with shares of the time that
// is left. The package imports no engine: the list comes from the caller.
//
//	strategy.go   strategies, the default one
//	run.go        working through the steps, findings, the outcome
//	decide.go     the decision: when a claim becomes a verdict
//	settle.go     what the board learns from it
//
// Under --deterministic no clock is read: steps have budgets of work, counted
// by the engines (package smt's Meter), and the seeds are fixed. A run that the time limit
// ends says so and nothing else, whatever it was at.
//
// Not there yet: splitting of tasks and stealing of work.
package coop
