package reduce

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// proved drops from a residual program the checks that a condition does not leave open. No execution fails them, so
// that what the product has of them, the edge that goes on, lets all executions pass: testers need not ask, and need
// not know what is asked (whether memory is valid, for example).
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

// skip makes the ends of an edge one location, or leaves an edge that does nothing where a function or a loop begins.
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
