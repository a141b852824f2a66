package verify

// This file is the interface between engines and their users for ranges of paths (ranged analysis: Haltermann, Jakobs,
// Richter, Wehrheim: Parallel Program Analysis on Path Ranges, paper 5). An engine without support for ranges works on
// the program that has the executions of the range (Task.Part). One with support (Engine.Ranged) works on the program
// of the task:
//
//	within := task.Within(r)
//	w := engine.Ranged(task, r, board)
//	safe := w.Work(ctx, budget)            // of obligations of the task; Proof: *Ranged
//	check.Proof(ctx, within, safe)         // of the executions whose path lies in the range
//	ledger.Enter(ctx, within, safe)        // a claim about them, next to those about parts

// Within returns the task restricted to the executions whose path lies in a range. Its program has the other
// executions, too, but they are not asked about. Claims about it are proved by *Ranged. Facts about it hold in its
// Scope.
func (t *Task) Within(r PathRange) *Task {
	c := *t
	c.Scope = Scope{Range: &r}
	return &c
}

// within reports whether a result is about those executions of the task's own program that lie in a range.
func within(s Scope, proof Evidence) bool {
	_, is := proof.(*Ranged)
	return is && s.Range != nil && s.Region == nil && s.Condition == nil && s.Depth == 0 && s.Edges == nil
}

// Ranger is a worker that explores paths in their order (Engine.Ranged), so that it finishes the beginning of its range
// before the end. Both methods may be called from any goroutine while it works, and neither waits for the end of a
// turn.
type Ranger interface {
	// Ahead returns the remaining range: all paths of the worker's range before it are explored. It returns false if the
	// worker cannot tell, or does not explore paths in order.
	Ahead() (PathRange, bool)
	// Yield ends the worker's range before a path, from now on, and its proof is about that smaller range: another worker
	// may take the rest. It returns false if the worker has been there already, or the path does not lie inside of its
	// range.
	Yield(p Path) bool
}
