// Package prover is what engines have in common that prove by formulas of package vc.
//
// A Kit is what an engine at work has; its Meter is the budget of a turn, an Asker puts questions about the terms of
// one encoder to the chain of solvers under that meter. A System is the program as transitions between cut points:
//
//	start --block--> head of a loop --block--> the same head, the next one, an error
//
// each from an arbitrary state of its cut point (in its call string), in which invariants that are
// given hold. Houdini keeps, of candidates for invariants, the largest part that is inductive over
// the transitions; Safe says which errors are not reached then.
//
//	k, err := prover.NewKit(ctx, "name", task, board)
//	q, err := k.Asker(vc.Options{Enc: vc.Ints}, smt.Config{})
//	y, err := prover.NewSystem(ctx, q, nil)
//	inv := y.Inductive(ctx, candidates) // nil: no time
//	proved := y.Safe(ctx, inv, task.Asked())
//
// A Replayer runs the inputs that a model gives, before anybody believes it. Trials run others beside paths that no
// execution takes.
//
// C. Flanagan, K. R. M. Leino: Houdini, an annotation assistant for ESC/Java. FME 2001.
package prover
