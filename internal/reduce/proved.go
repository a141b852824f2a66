package reduce

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// proved removes from a residual program the checks that a condition does not leave open. No execution fails them, so
// the remaining edge of such a check lets all executions pass and can be dropped: testers then need not evaluate its
// condition (for example, whether memory is valid).
//
//	l1 -> l2: assume w_ok(p, 4)        l1 -> l3: *p = 0
//	l2 -> l3: *p = 0
func (r *Residual) proved(c *restrict.Condition) *Residual {
	if c == nil || c.Obligations == nil {
		return r
	}
	fails := func(e *ir.Edge) bool {
		return e.To.Kind == ir.Error && !slices.Contains(c.Obligations, e.To.Obligation)
	}
	passes := func(d *ir.Edge) bool {
		if _, is := d.Stmt.(*ir.Assume); !is || len(d.Origin) != 1 || len(d.From.Out) > 1 {
			return false
		}
		e := d.Origin[0]
		return len(e.From.Out) > 1 && !fails(e) &&
			!slices.ContainsFunc(e.From.Out, func(x *ir.Edge) bool { return x != e && !fails(x) })
	}
	for _, f := range r.Program.Funcs {
		gone := map[*ir.Loc]bool{}
		for _, d := range f.Edges {
			if passes(d) && skip(d) {
				gone[d.From] = true
			}
		}
		f.Locs = slices.DeleteFunc(f.Locs, func(l *ir.Loc) bool { return gone[l] })
		f.Edges = slices.DeleteFunc(f.Edges, func(e *ir.Edge) bool { return gone[e.From] })
		for i, l := range f.Locs {
			l.ID = i
		}
		for i, e := range f.Edges {
			e.ID = i
		}
	}
	return &Residual{Program: r.Program, Map: r.Map}
}

// skip merges the ends of an edge, and returns true. If a function or a loop begins at the edge, it keeps the edge with
// a Skip, and returns false.
func skip(d *ir.Edge) (gone bool) {
	from, to := d.From, d.To
	if from == from.Func.Entry || from.Loop != nil || from == to {
		d.Stmt = &ir.Skip{}
		return false
	}
	to.In = slices.DeleteFunc(to.In, func(e *ir.Edge) bool { return e == d })
	for _, e := range from.In {
		e.Then(d.Origin...)
		e.To = to
		to.In = append(to.In, e)
	}
	return true
}
