package cpa

import (
	"context"
	"fmt"
	"time"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/value"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// keep prepares the reductions of the program to the worker's range. A bound of the range is recognised by its
// decisions. With reduction=values it is recognised by the inputs of a test along its path, if they determine the
// decisions.
func (w *worker) keep(ctx context.Context) error {
	for _, lower := range []bool{true, false} {
		bound := w.within.Lo
		if !lower {
			bound = w.within.Hi
		}
		if !w.cfg.ByValues || bound == "" || !lower && w.within.NoUpper {
			continue
		}
		test, err := w.testOf(ctx, bound)
		if err == nil {
			err = w.within.ByValues(ctx, w.task.Program, value.New(w.task.Program, w.meaning(value.Domain()), value.All), lower,
				test)
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			w.task.Log.Debug("a bound is known by its decisions", "bound", bound.String(), "reason", verify.Said(err))
		default:
			w.task.Log.Count(Name+".range.values", 1)
		}
	}
	return nil
}

// testOf returns the inputs of a test whose path begins with bound.
func (w *worker) testOf(ctx context.Context, bound verify.Path) ([]ir.Record, error) {
	edges, err := along(w.task.Program, bound)
	if err != nil {
		return nil, err
	}
	q, err := w.prover(ctx, vc.Bits)
	if err != nil {
		return nil, err
	}
	f, err := q.Check(ctx, vc.Path{Edges: edges})
	switch {
	case err != nil:
		return nil, err
	case f.Result != smt.Sat:
		return nil, fmt.Errorf("no test is known that takes its path")
	}
	return f.Records, nil
}

// along returns the edges of the path with the given decisions, up to the location of the next decision.
func along(p *ir.Program, path verify.Path) (edges []*ir.Edge, err error) {
	var stack []*ir.Edge
	l, taken := p.Entry.Entry, 0
	for len(edges) < maxAlong {
		if l == l.Func.Exit && len(stack) > 0 {
			l = stack[len(stack)-1].To
			stack = stack[:len(stack)-1]
			continue
		}
		var next *ir.Edge
		switch marks := len(l.Out) > 1; {
		case len(l.Out) == 0 || marks && taken == len(path):
			return edges, nil
		case !marks:
			next = l.Out[0]
		}
		for _, e := range l.Out {
			switch a, is := e.Stmt.(*ir.Assume); {
			case !is || a.Mark == ir.NoMark:
				if next == nil {
					return nil, fmt.Errorf("paths part without a decision at %s", l.Where())
				}
			case taken == len(path):
				return edges, nil
			case (a.Mark == ir.True) == (path[taken] == 'T'):
				next = e
			}
		}
		if next == nil {
			return nil, fmt.Errorf("no way takes decision %d at %s", taken+1, l.Where())
		}
		if a, is := next.Stmt.(*ir.Assume); is && a.Mark != ir.NoMark {
			taken++
		}
		edges = append(edges, next)
		if c, is := next.Stmt.(*ir.Call); is {
			stack = append(stack, next)
			l = c.Func.Entry
		} else {
			l = next.To
		}
	}
	return nil, fmt.Errorf("the path is longer than %d edges", maxAlong)
}

// maxAlong bounds the edges of the path of a bound.
const maxAlong = 100_000

// The following methods implement verify.Ranger, for a worker on a range of paths. Other goroutines call them. The
// worker answers after the present node; if the worker is not running, the calling goroutine answers itself.

// ask is a request to the worker to call do; done is closed afterwards.
type ask struct {
	do   func()
	done chan struct{}
}

// answers is how long a caller waits for an answer. It may have to wait, since some steps send queries to solvers.
const answers = 300 * time.Millisecond

// asked calls do while the graph does not change: in the goroutine of the worker between two nodes, or in the calling
// goroutine if the worker is not running. It returns false if the worker did not answer in time.
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

// answer serves a waiting request, if there is one.
func (w *worker) answer() {
	select {
	case q := <-w.asks:
		q.do()
		close(q.done)
	default:
	}
}

// Ahead implements verify.Ranger.
func (w *worker) Ahead() (left verify.PathRange, some bool) {
	if w.within == nil {
		return left, false
	}
	if !w.asked(func() {
		if left, some = w.within.PathRange, true; w.run != nil {
			left, some = w.within.Ahead(w.run)
			some = some && !meeting(w.task.Program, w.run)
		}
	}) {
		return left, false
	}
	return left, some
}

// meeting reports whether many paths meet. It considers the locations in loops at which some node is covered, and
// returns true if at least a quarter of the nodes there are covered. If many paths meet, the work does not grow with
// the number of paths, and a second worker on a part of the range would repeat work that this worker has to do in any
// case.
func meeting(p *ir.Program, run *cpa.Run) bool {
	loops := map[*ir.Loc]bool{}
	for _, f := range p.Funcs {
		comps, of := graph.SCC(f.Graph())
		for i, l := range f.Locs {
			loops[l] = len(comps[of[i]]) > 1
		}
	}
	type count struct{ covered, all int }
	at := map[*ir.Loc]*count{}
	for _, n := range run.ARG.Nodes {
		if !n.Counts() || !loops[n.Loc] { // paths may meet after the last loop: little work follows
			continue
		}
		c := at[n.Loc]
		if c == nil {
			c = &count{}
			at[n.Loc] = c
		}
		c.all++
		if n.Fate == cpa.Covered {
			c.covered++
		}
	}
	covered, all := 0, 0
	for _, c := range at {
		if c.covered > 0 {
			covered, all = covered+c.covered, all+c.all
		}
	}
	return covered > 0 && covered*4 >= all
}

// Yield implements verify.Ranger.
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

// ahead returns a text for the end of a reason. It names the part of the range that is not explored. The text is "" if
// the worker has no range.
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
