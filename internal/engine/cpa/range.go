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

// keep gives the parts of a product that keep to the worker's range. Bounds are known by their decisions; by the values
// of their tests, if that is asked for and they tell the decisions.
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

// testOf returns a test whose path begins with a bound, and ends there if it leaves no choice.
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

// along returns the edges that take the decisions of a path, up to the next decision after them.
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

// maxAlong bounds the ways of bounds for which tests are looked for.
const maxAlong = 100_000

// A worker on a range of paths (verify.Ranger). A question is answered between two nodes, or at once if the worker does
// not work.

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
			some = some && !meeting(w.task.Program, w.run)
		}
	}) {
		return left, false
	}
	return left, some
}

// meeting reports whether paths meet: at those places inside of loops where nodes are covered at all, a quarter of them
// are. Then the work does not grow with the paths, and who took a part of the range over would do again what this
// worker has to do in any case.
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
		if !n.Counts() || !loops[n.Loc] { // after the last loop all may meet: no work follows
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

// ahead returns a text on the part of the range that is left, for a reason; "" if all is left, or no caller asks.
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
