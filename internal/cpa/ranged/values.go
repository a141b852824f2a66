package ranged

import (
	"context"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// The reductions of section 3.2 as they stand there: the state on a bound is the state of a value analysis that runs
// the bound's test, all inputs fixed and everything tracked. An edge that this run does not take is one where a path
// leaves the bound.

// values is the reduction by the values of a test.
type values struct {
	watching
	side
	analysis  cpa.Analysis
	inputs    map[ir.Key]uint64
	inclusive bool // an upper bound that is in the range, with what extends it; a lower one is
	final     *ir.Loc
	name      string
}

// valued is a state on the bound.
type valued struct {
	of    cpa.State
	reads []int // of each site
}

// ByValues replaces the reductions of a bound by those that run its test, which has all inputs that it needs and takes
// the very path that the bound is. An error says why its values do not tell which decision is the bound's; then nothing
// has changed. v tracks everything, of the same program. Later Yields of the range are by numbers.
func (w *Range) ByValues(ctx context.Context, p *ir.Program, v cpa.Analysis, lower bool, test []ir.Record) error {
	a := &values{side: upperSide, analysis: v, inputs: map[ir.Key]uint64{}, inclusive: !w.Before, final: final(p),
		name: "values"}
	bound := w.Hi
	if lower {
		a.side, a.inclusive, bound = lowerSide, true, w.Lo
	}
	for _, r := range test {
		a.inputs[r.Key] = r.Bits
	}
	if err := a.follow(ctx, p, bound); err != nil {
		return err
	}
	if lower {
		w.lower = a
	} else {
		w.byTest, w.upper.none = a, true
	}
	return nil
}

func (a *values) Name() string { return a.side.name + "(" + a.name + ")" }

func (a *values) Initial() cpa.State {
	s := a.analysis.Initial()
	if s == nil {
		return nil
	}
	return &valued{of: s}
}

// step returns the run's state after an edge; nil: the run does not take it.
func (a *values) step(ctx context.Context, s *valued, e *ir.Edge, at cpa.At) *valued {
	reads := s.reads
	if in, is := e.Stmt.(*ir.Input); is {
		occ := 0
		if reads = slices.Clone(reads); in.Site.ID < len(reads) {
			occ = reads[in.Site.ID]
		} else {
			reads = append(reads, make([]int, in.Site.ID+1-len(reads))...)
		}
		reads[in.Site.ID]++
		if t := in.Dst.Type; t.Kind == ir.Int || t.Kind == ir.Bool {
			fixed := *e
			// without a record: zero
			fixed.Stmt = &ir.Assign{Dst: in.Dst, Src: ir.NewBits(t, a.inputs[ir.Key{Site: in.Site.ID, Occ: occ}])}
			e = &fixed
		}
	}
	t := a.analysis.Transfer(ctx, s.of, e, at)
	if t == nil {
		return nil
	}
	return &valued{t, reads}
}

func (a *values) Transfer(ctx context.Context, s cpa.State, e *ir.Edge, at cpa.At) cpa.State {
	v, is := s.(*valued)
	if !is {
		return s
	}
	next := a.step(ctx, v, e, at)
	switch m := mark(e); {
	case next == nil && ctx.Err() != nil:
		return nil
	case next == nil && m != ir.NoMark:
		return a.leave(m)
	case next == nil: // the run ends here, and executions go on that have decided as it did
		if a.inclusive {
			return off
		}
		return out
	case !a.inclusive && ended(e, at.Loc, a.final): // they end with it
		return out
	}
	return next
}

func (a *values) Resume(ctx context.Context, before, exit cpa.State, call *ir.Edge, at cpa.At) cpa.State {
	b, is := before.(*valued)
	x, too := exit.(*valued)
	if !is || !too {
		return exit
	}
	t := a.analysis.Resume(ctx, b.of, x.of, call, at)
	if t == nil {
		return nil
	}
	return &valued{t, x.reads}
}

func (a *values) Leq(s, t cpa.State) bool {
	if s == t {
		return true
	}
	v, is := s.(*valued)
	u, too := t.(*valued)
	return is && too && slices.Equal(v.reads, u.reads) && a.analysis.Leq(v.of, u.of) && a.analysis.Leq(u.of, v.of)
}

// Key keeps the states of the run apart.
func (a *values) Key(s cpa.State) uint64 {
	switch v, is := s.(*valued); {
	case is:
		if k, ok := a.analysis.(cpa.Partitioned); ok {
			return k.Key(v.of) | 2
		}
		return 2
	case s == out:
		return 1
	}
	return 0
}

// mostSteps bounds a run that is followed.
const mostSteps = 1 << 22

// follow runs the test by the values, to see that they tell each decision and that its path is the bound.
func (a *values) follow(ctx context.Context, p *ir.Program, bound restrict.Path) error {
	type frame struct {
		before *valued
		call   *ir.Edge
	}
	s, is := a.Initial().(*valued)
	if !is {
		return fmt.Errorf("the values know of no execution")
	}
	var stack []frame
	l, taken := p.Entry.Entry, 0
	for range mostSteps {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if l == l.Func.Exit && len(stack) > 0 {
			f := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			t, is := a.Resume(ctx, f.before, s, f.call, cpa.At{Loc: f.call.To}).(*valued)
			if !is {
				return fmt.Errorf("the values do not say how the call at %s returns", f.call.Pos)
			}
			l, s = f.call.To, t
			continue
		}
		var edge *ir.Edge
		var next *valued
		for _, e := range l.Out {
			if len(l.Out) > 1 && mark(e) == ir.NoMark {
				return fmt.Errorf("paths part without a decision at %s", l.Where())
			}
			to := e.To
			if c, is := e.Stmt.(*ir.Call); is {
				to = c.Func.Entry
			}
			t := a.step(ctx, s, e, cpa.At{Loc: to})
			if t == nil {
				continue
			}
			if next != nil {
				return fmt.Errorf("the values do not tell the decision at %s", l.Where())
			}
			edge, next = e, t
		}
		if next == nil { // it ends
			if taken != len(bound) {
				return fmt.Errorf("the test's path is another: it ends after %d decisions of %d", taken, len(bound))
			}
			return nil
		}
		if m := mark(edge); m != ir.NoMark {
			if taken == len(bound) || bound[taken] != decision(m) {
				return fmt.Errorf("the test's path is another, from decision %d at %s on", taken+1, l.Where())
			}
			taken++
		}
		if c, is := edge.Stmt.(*ir.Call); is {
			stack = append(stack, frame{s, edge})
			l = c.Func.Entry
		} else {
			l = edge.To
		}
		s = next
	}
	return fmt.Errorf("the test runs longer than %d steps", mostSteps)
}
