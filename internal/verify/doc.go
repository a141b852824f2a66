// Package verify defines the vocabulary of engines, checkers and strategies: questions (Task, Property, Options,
// Budget), answers (Result, Verdict, Status, Evidence), the facts that engines exchange (Fact on the Board: invariants,
// tests, open regions, predicates, obligations that hold in a scope), and the interface of an engine (Engine). It
// decides nothing and runs nothing.
//
// # A small example
//
//	task := &verify.Task{Program: prog, Options: opts}
//	board := verify.NewBoard()
//	worker := engine.Open(task, board)
//	defer worker.Close()
//	switch r := worker.Work(ctx, verify.Budget{}).(type) {
//	case *verify.Safe:    // r.Proof is evidence, not yet checked
//	case *verify.Unsafe:  // r.Test is a claim, not yet replayed
//	case *verify.Unknown: // r.Reason says why, r.Left what remains
//	}
//
// # Facts
//
// A Fact on the Board has a payload, a Scope (the executions for which it holds), assumptions, a producer, the facts it
// was derived from, and a FactStatus:
//
//	candidate   a guess that is worth trying to prove
//	claimed     its producer claims that it holds
//	checked     package check confirmed it, and all facts that it depends on are checked
//	refuted     it was shown to be wrong, or was derived from a refuted fact
//
// Only a checked fact whose scope covers the consumer's scope may be assumed; for all others, Board.Assume returns an
// error with the reason. Facts depend on older facts only, hence there are no cycles.
//
// # Parts
//
// A Scope is a set of executions; package restrict defines it. Task.Part returns the task whose program has these
// executions and no others, always the same program for a scope. A proof of a part is a claim with that scope. The
// Ledger keeps the confirmed claims; an obligation is proved when their scopes cover the task. Together the claims form
// a Cover, which is evidence itself.
//
//	half, err := task.Part(verify.Scope{Region: negative})
//	// ... an engine proves it, package check confirms ...
//	proved, err := ledger.Enter(ctx, half, safe)
//
// # Not modelled
//
// Concurrency of the verified program, termination proofs other than of closed
// programs, and costs of facts.
package verify
