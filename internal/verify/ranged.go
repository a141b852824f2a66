package verify

// This file is the interface between engines and their users for ranges of paths (ranged analysis: Haltermann, Jakobs,
// Richter, Wehrheim: Parallel Program Analysis on Path Ranges, paper 5). An engine without support for ranges works on
// the program that has the executions of the range (Task.Part). One with support (Engine.Ranged) works on the program
// of the task:
//
//	within := task.Within(r)
//	w := engine.Ranged(task, r, board)
//	safe := w.Work(ctx, budget)            // of obligations of the task
//	check.Proof(ctx, within, safe)         // for the executions whose path lies in the range
//	ledger.Enter(ctx, within, safe)        // records a claim about these executions

// Within returns the task restricted to the executions whose path lies in a range. It has the program of t, but claims
// and facts about it are about these executions only. In a proof of it, paths before or after the range may reach open
// nodes of a graph, and the statements of an unwinding about other executions are ignored.
func (t *Task) Within(r PathRange) *Task {
	c := *t
	c.Scope, c.Paths = Scope{Range: &r}, &r
	return &c
}

// Ranger is a worker that explores paths in their order (Engine.Ranged): it finishes the beginning of its range before
// the end. Both methods may be called from any goroutine during a turn, and neither waits for the end of the turn.
type Ranger interface {
	// Ahead returns the remaining range: all paths of the worker's range before it are explored. It returns false if the
	// worker cannot tell, or does not explore paths in order.
	Ahead() (PathRange, bool)
	// Yield shortens the worker's range, which now ends before the path p. The worker's proof is then about the shorter
	// range, and another worker may take the rest. Yield returns false if the worker has passed p already, or p does not
	// lie inside of its range.
	Yield(p Path) bool
}
