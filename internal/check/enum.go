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

// covers returns the reason why a run does not count as covering its inputs in an exhaustive test
// (docs/architecture.md); "" if it counts. A run counts if it ended normally, by a failed assumption or by a violation,
// and its result does not depend on choices of the machine: resources, addresses, unmodelled behaviour. Violations of
// the claimed obligations have to be treated before.
func covers(r *exec.Run) string {
	switch r.Outcome.Kind {
	case exec.Finished, exec.Blocked, exec.Violated:
	case exec.Undefined:
		return fmt.Sprintf("undefined behaviour (%s) at %s", r.Outcome.What, r.Outcome.Pos)
	case exec.Unsupported:
		return fmt.Sprintf("not executable: %s at %s", r.Outcome.What, r.Outcome.Pos)
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

// boxOf converts ranges to a box of inputs for an enumeration. The result runs is the number of points of the box. It
// is an error if the sites of the ranges are not distinct or not of an integer type, if a range is empty, or if the box
// has more than limit points.
func boxOf(p *ir.Program, ranges []verify.Range, limit uint64) (b exec.Box, runs uint64, err error) {
	seen := map[int]bool{}
	runs = 1
	for _, r := range ranges {
		if r.Site < 0 || r.Site >= len(p.Sites) {
			return nil, 0, fmt.Errorf("no input site %d", r.Site)
		}
		s := p.Sites[r.Site]
		if seen[r.Site] || (s.Type.Kind != ir.Int && s.Type.Kind != ir.Bool) || s.Kind == ir.Approx || s.Type != r.Type {
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
		seen[r.Site] = true
		b = append(b, exec.Dim{Site: r.Site, Lo: r.Lo, Hi: r.Hi})
	}
	return b, runs, nil
}

// isFull reports whether a range has all values of its type.
func isFull(r verify.Range) bool {
	return r.Lo == num.MinOf(r.Type.Bits, r.Type.Signed) && r.Hi == num.MaxOf(r.Type.Bits, r.Type.Signed)
}

// inexact returns the reason why runs of the program prove nothing, "" if there is none. The reason is a call of libm:
// the last digits of its results differ between libraries, and a proof must hold for all of them.
func inexact(p *ir.Program) string {
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if m, ok := e.Stmt.(*ir.Math); ok && !ir.AsksObject(m.Fn) {
				return fmt.Sprintf("the result of %s at %s is not exact", m.Fn, e.Pos)
			}
		}
	}
	return ""
}

// maxEnum bounds the number of points of an enumeration that is re-checked. Even for fewer points, the time may run
// out.
const maxEnum = 1 << 32

// fuelOf returns the fuel of a run of the re-check. It is much more than the evidence claims that runs need, since it
// only serves to end a run that would not terminate.
func fuelOf(e *verify.Enumerated) uint64 { return max(1<<20, min(e.Fuel, 1<<56)*16) }

// enumerated runs every point again, in compiled code that was generated in a different form. It runs the points from
// last to first: if a run depended on the run before, the results would differ.
func enumerated(ctx context.Context, t *verify.Task, obls []*ir.Obligation, in regions, e *verify.Enumerated,
	ms *machines) Outcome {
	if why := inexact(t.Program); why != "" {
		return undecided("%s", why)
	}
	for _, r := range e.Box {
		if !in.enough(t, r) {
			return refuted("the enumeration leaves out values of an input")
		}
	}
	box, runs, err := boxOf(t.Program, e.Box, maxEnum)
	if err != nil {
		return refuted("%v", err)
	}
	if runs != e.Runs {
		return refuted("the box has %d points, %d were run", runs, e.Runs)
	}
	where := in.filters(e.Box)
	var all *exec.Enum
	if len(where) == 0 || cheap(e) { // runs the points outside of the regions, too
		m, err := ms.get(t.Program, obls, fuelOf(e))
		if err != nil {
			return undecided("%s", verify.Said(err))
		}
		if all, err = m.Enumerate(ctx, box, 0, runs, exec.EnumOptions{Backward: true}); err != nil {
			return undecided("%s", verify.Said(err))
		}
	}
	if len(where) > 0 && (all == nil || all.Stop != nil) { // all.Stop may be a run outside of the regions
		m, err := compile(t.Program, obls, fuelOf(e), where)
		if err != nil {
			return undecided("%s", verify.Said(err))
		}
		defer m.Close()
		if all, err = m.Enumerate(ctx, box, 0, runs, exec.EnumOptions{Backward: true}); err != nil {
			return undecided("%s", verify.Said(err))
		}
	}
	switch {
	case all.Stop == nil && all.Done == runs:
		return confirmed()
	case all.Stop == nil:
		return undecided("%d of %d points were run", all.Done, runs)
	}
	switch o := all.Stop.Outcome; {
	case o.Kind == exec.Violated && slices.Contains(obls, o.Obligation):
		return refuted("the run of an enumerated input violates the obligation at %s", o.Obligation.Pos)
	case o.Kind == exec.Cancelled:
		return undecided("no time to run all points again: %d of %d", all.Done, runs)
	}
	return undecided("%s", covers(all.Stop))
}

// filters returns those conditions of the regions that are about inputs of the box only. A point that violates one of
// them need not be run.
func (in regions) filters(box []verify.Range) []exec.Filter {
	var out []exec.Filter
	for _, g := range in {
		if g.Cond == nil {
			continue
		}
		f := exec.Filter{Cond: g.Cond, Vars: map[int]*ir.Var{}}
		known, sites := map[*ir.Var]bool{}, map[*ir.Var]int{}
		for site, v := range g.Vars {
			sites[v]++
			for _, r := range box {
				if r.Site == site && r.Type == v.Type {
					f.Vars[site], known[v] = v, true
				}
			}
		}
		plain := true
		ir.Walk(g.Cond, func(x ir.Expr) bool {
			switch x := x.(type) {
			case *ir.Const, *ir.Unary, *ir.Binary, *ir.Cast, *ir.Overflows:
			case *ir.Ref:
				plain = plain && known[x.Var] && sites[x.Var] == 1 // a name of two inputs is ambiguous
			default: // sound: refused
				plain = false
			}
			t := x.Type()
			plain = plain && t.Kind != ir.Ptr
			return plain
		})
		if plain {
			out = append(out, f)
		}
	}
	return out
}
