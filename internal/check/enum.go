package check

import (
	"context"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// covers reports why a run does not count as covering its inputs in an
// exhaustive test (DESIGN 4); "" if it does. A run counts if it ended normally or
// by a failed assumption and nothing about it depends on what the machine
// chose: resources, addresses, things not modelled.
func covers(r *exec.Run) string {
	switch r.Outcome.Kind {
	case exec.Finished, exec.Blocked:
	case exec.Undefined:
		return fmt.Sprintf("undefined behaviour (%s) at %s", r.Outcome.What, r.Outcome.Pos)
	case exec.Unsupported:
		return fmt.Sprintf("not executable: %s at %s", r.Outcome.What, r.Outcome.Pos)
	case exec.Violated:
		return "violated at " + r.Outcome.Pos.String()
	case exec.NoInput:
		return "an input outside the enumeration was read at " + r.Outcome.Pos.String()
	case exec.OutOfFuel:
		return "out of fuel"
	case exec.OutOfStack:
		return "out of stack at " + r.Outcome.Pos.String()
	case exec.OutOfMemory:
		return "out of memory at " + r.Outcome.Pos.String()
	default:
		return "the run was cancelled"
	}
	switch {
	case r.Approx:
		return "something that is not modelled was read"
	case r.Wild:
		return "a pointer outside its object was stored"
	case r.Addr:
		return "an address became visible"
	}
	return ""
}

// box is the product of some ranges, point by point.
type box struct {
	ranges []verify.Range
	bySite map[int]int // site -> index
	point  []uint64
}

// newBox checks that the ranges can be enumerated: distinct sites of integers.
// runs is the number of points; ok is false if it passes limit.
func newBox(p *ir.Program, ranges []verify.Range, limit uint64) (b *box, runs uint64, err error) {
	b = &box{ranges: ranges, bySite: map[int]int{}, point: make([]uint64, len(ranges))}
	runs = 1
	for i, r := range ranges {
		if r.Site < 0 || r.Site >= len(p.Sites) {
			return nil, 0, fmt.Errorf("no input site %d", r.Site)
		}
		s := p.Sites[r.Site]
		if _, twice := b.bySite[r.Site]; twice || (s.Type.Kind != ir.Int && s.Type.Kind != ir.Bool) || s.Kind == ir.Approx || s.Type != r.Type {
			return nil, 0, fmt.Errorf("input %s cannot be enumerated", s.Key)
		}
		if num.Less(r.Hi, r.Lo, r.Type.Bits, r.Type.Signed) {
			return nil, 0, fmt.Errorf("empty range for input %s", s.Key)
		}
		n := r.Size()
		if n == 0 || n > limit/runs {
			return nil, 0, fmt.Errorf("more than %d inputs", limit)
		}
		runs *= n
		b.bySite[r.Site] = i
	}
	return b, runs, nil
}

// isFull reports whether the range is all of its site's type: what a proof needs.
func isFull(r verify.Range) bool {
	return r.Lo == num.MinOf(r.Type.Bits, r.Type.Signed) && r.Hi == num.MaxOf(r.Type.Bits, r.Type.Signed)
}

// last goes to the last point.
func (b *box) last() {
	for i, r := range b.ranges {
		b.point[i] = r.Hi
	}
}

// prev steps back; false after the first point.
func (b *box) prev() bool {
	for i, r := range b.ranges {
		if b.point[i] != r.Lo {
			b.point[i] = num.Trunc(b.point[i]-1, r.Type.Bits)
			return true
		}
		b.point[i] = r.Hi
	}
	return false
}

// input gives the values of the present point to a run: the first read of each
// site of the box and nothing else.
func (b *box) input(k ir.Key, _ *ir.Site, _ ir.Type) (uint64, bool) {
	i, ok := b.bySite[k.Site]
	if !ok || k.Occ != 0 || k.Off != 0 {
		return 0, false
	}
	return b.point[i], true
}

// inexact says why runs of the program prove nothing: libm's last digits differ
// between libraries, and its results are arbitrary in proofs.
func inexact(p *ir.Program) string {
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if m, ok := e.Stmt.(*ir.Math); ok {
				return fmt.Sprintf("the result of %s at %s is not exact", m.Fn, e.Pos)
			}
		}
	}
	return ""
}

// maxEnum bounds the points that are run again.
const maxEnum = 1 << 24

// enumerated runs every point again, from the last to the first (a run must
// not depend on the one before), by code that was generated in another way.
func enumerated(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions, e *verify.Enumerated) Outcome {
	if why := inexact(t.Program); why != "" {
		return undecided("%s", why)
	}
	for _, r := range e.Box {
		if !in.enough(r) {
			return refuted("the enumeration leaves out values of an input")
		}
	}
	points, runs, err := newBox(t.Program, e.Box, maxEnum)
	if err != nil {
		return refuted("%v", err)
	}
	if runs != e.Runs {
		return refuted("the box has %d points, %d were run", runs, e.Runs)
	}
	m, err := exec.CompileJIT(t.Program, exec.Config{}, exec.JITOptions{Dispatch: true})
	if err != nil {
		return undecided("%v", err)
	}
	defer m.Close()
	points.last()
	for {
		run, err := m.Run(ctx, exec.InputFunc(points.input))
		if err != nil {
			return undecided("%v", err)
		}
		if o := run.Outcome; o.Kind == exec.Violated {
			if slices.Contains(obls, o.Obligation) {
				return refuted("the run of an enumerated input violates the obligation at %s", o.Obligation.Pos)
			}
			// Another obligation's violation ends the execution: it counts.
		} else if why := covers(run); why != "" {
			return undecided("%s", why)
		}
		if !points.prev() {
			return confirmed()
		}
	}
}
