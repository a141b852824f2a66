package ranged

import (
	"context"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// This file has the reductions of section 3.2 as in the paper: the state on a bound is the state of a value analysis
// that runs the bound's test, with all inputs fixed and all values tracked. A path leaves the bound at an edge that
// this run does not take.

// values is the reduction by the values of a test.
type values struct {
	watching
	side
	analysis  cpa.Analysis      // the value analysis
	inputs    map[ir.Key]uint64 // inputs of the test
	inclusive bool              // the bound and its extensions are in the range; true for lower bounds
	final     *ir.Loc           // see numbers
	name      string
}

// valued is a state on the bound.
type valued struct {
	of    cpa.State // the state of the value analysis
	reads []int     // number of reads so far, by site
}

// ByValues replaces the reduction at a bound by a reduction that runs test. The test must have all inputs that its run
// reads, and its path must be the bound. v is a value analysis of the same program that tracks everything. If its
// values do not determine the decisions of the bound, ByValues returns an error with the reason and changes nothing.
// Later calls of Yield still use numbers.
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

// step returns the state of the run after e, nil if the run does not take e.
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
			// an input without a record is 0
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
	case next == nil: // the run ends here; other executions with the same decisions continue
		if a.inclusive {
			return off
		}
		return out
	case !a.inclusive && ended(e, at.Loc, a.final): // these executions end on the bound
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

// Key returns different keys for different states of the run.
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

// mostSteps bounds the edges of the test's run.
const mostSteps = 1 << 22

// follow runs the test with the values. It returns an error if they do not determine each decision, or the path is not
// the bound.
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
		if next == nil { // the run ends
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
