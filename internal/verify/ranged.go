package verify

// This file is what engines and their users say to each other about ranges of paths (ranged analysis: Haltermann,
// Jakobs, Richter, Wehrheim: Parallel Program Analysis on Path Ranges, paper 5). An engine that knows no ranges works
// on the program that has the executions of the range (Task.Part). One that knows them (Engine.Ranged) works on the
// program of the task:
//
//	within := task.Within(r)
//	w := engine.Ranged(task, r, board)
//	safe := w.Work(ctx, budget)            // of obligations of the task; Proof: *Ranged
//	check.Proof(ctx, within, safe)         // of the executions whose path lies in the range
//	ledger.Enter(ctx, within, safe)        // a claim about them, next to those about parts

// Within returns the same task for the executions only whose path lies in a range: its program has the others, too, but
// nothing is asked of them. Claims about it are proved by *Ranged. Facts about it hold in its Scope.
func (t *Task) Within(r PathRange) *Task {
	c := *t
	c.Scope = Scope{Range: &r}
	return &c
}

// within reports whether a result is about the executions of the program itself that lie in a range.
func within(s Scope, proof Evidence) bool {
	_, is := proof.(*Ranged)
	return is && s.Range != nil && s.Region == nil && s.Condition == nil && s.Depth == 0 && s.Edges == nil
}

// Ranger is a worker that meets paths in their order (Engine.Ranged), so that the beginning of its range is done before
// its end. Both methods may be called from any goroutine while it works, and neither waits for the end of a turn.
type Ranger interface {
	// Ahead is the range that is left: if its proof came to an end there, all paths of the worker's range before would
	// have been looked at. False: nothing is known of what is left, or the worker does not meet paths in order.
	Ahead() (PathRange, bool)
	// Yield leaves the path, and all paths behind it, to somebody else: the worker's range ends before it from now on, and
	// its proof is one of that range. False: it cannot, as it has been there already, or the path does not lie inside of
	// its range.
	Yield(p Path) bool
}
