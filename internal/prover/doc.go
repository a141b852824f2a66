// Package prover contains the code shared by the engines that prove with formulas of package vc.
//
// A Kit is the environment of an engine at work. Its Meter is the budget of a turn; an Asker sends queries over the
// terms of one encoder to the chain of solvers under that meter. A System is the program as blocks between cut points:
//
//	start --block--> head of a loop --block--> the same head, the next one, an error
//
// Each block begins in an arbitrary state that satisfies given invariants. It begins at one cut point with one call
// string. Houdini finds the largest subset of candidate invariants that is inductive over the blocks. Safe finds the
// errors that no execution reaches under these invariants.
//
//	k := prover.NewKit("name", task, board)
//	err := k.Begin(ctx, budget) // in each turn
//	q, err := k.Asker(vc.Options{Enc: vc.Ints}, smt.Config{})
//	y, err := prover.NewSystem(ctx, q, nil)
//	inv := y.Inductive(ctx, candidates) // nil if the time does not suffice
//	proved := y.Safe(ctx, inv, task.Asked())
//
// A Replayer runs the inputs of a model, to confirm it. Trials run other inputs along a path if no execution takes the
// path to its end.
//
// C. Flanagan, K. R. M. Leino: Houdini, an annotation assistant for ESC/Java. FME 2001.
package prover
