// Package verify is the vocabulary of the house: what is asked (Task,
// Property), what is answered (Result, Verdict, Evidence), what engines tell
// each other (Invariant, Test, Condition, PathRange, Fact on the Board), and what
// an engine is (Engine). It decides nothing and runs nothing.
//
// # A small example
//
//	task := &verify.Task{Program: prog, Options: opts}
//	board := verify.NewBoard()
//	res := engine.Run(ctx, task, board)
//	switch r := res.(type) {
//	case *verify.Safe:    // r.Proof is evidence, not yet checked
//	case *verify.Unsafe:  // r.Test is a claim, not yet replayed
//	case *verify.Unknown: // r.Reason says why, r.Left what remains
//	}
//
// Everything that is exchanged has one JSON form.
package verify
