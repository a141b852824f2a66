package cpa

import (
	"time"

	"github.com/tandem-verifier/tandem/internal/verify"
)

// A worker on a range of paths (verify.Ranger). Who asks is answered between two nodes, or at once if it does not work.

// ask is a question to the worker.
type ask struct {
	do   func()
	done chan struct{}
}

// answers is how long who asks waits: some steps take their time, as they ask solvers.
const answers = 300 * time.Millisecond

// asked does something with the graph, in the worker's turn or between two; false: the worker had no time.
func (w *worker) asked(do func()) bool {
	q := ask{do, make(chan struct{})}
	for end := time.Now().Add(answers); ; {
		if w.turn.TryLock() {
			do()
			w.turn.Unlock()
			return true
		}
		wait := time.NewTimer(time.Millisecond)
		select {
		case w.asks <- q:
			wait.Stop()
			<-q.done
			return true
		case <-wait.C:
			if time.Now().After(end) {
				return false
			}
		}
	}
}

// answer lets one who asks look at the graph.
func (w *worker) answer() {
	select {
	case q := <-w.asks:
		q.do()
		close(q.done)
	default:
	}
}

// Ahead: see verify.Ranger.
func (w *worker) Ahead() (left verify.PathRange, some bool) {
	if w.within == nil {
		return left, false
	}
	if !w.asked(func() {
		if left, some = w.within.PathRange, true; w.run != nil {
			left, some = w.within.Ahead(w.run)
		}
	}) {
		return left, false
	}
	return left, some
}

// Yield: see verify.Ranger.
func (w *worker) Yield(p verify.Path) (yielded bool) {
	if w.within == nil {
		return false
	}
	return w.asked(func() {
		if yielded = w.within.Yield(w.run, p); yielded {
			w.task = w.task.Within(w.within.PathRange)
		}
	}) && yielded
}

// ahead says what is left of the range, for a reason; "" where all is, or nobody asks.
func (w *worker) ahead() string {
	if w.within == nil || w.run == nil {
		return ""
	}
	left, some := w.within.Ahead(w.run)
	if !some {
		return ""
	}
	return ", with the paths " + left.String() + " left"
}
