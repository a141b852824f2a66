package concolic

import "github.com/tandem-verifier/tandem/internal/ir"

// distances are numbers of edges to the nearest goal. Paths may go through calls, and return to any caller, so the real
// distance can only be larger.
type distances struct {
	prog    *ir.Program
	callers map[*ir.Func][]*ir.Edge // the edges that call a function
	offset  map[*ir.Func]int        // index of the function's first location
	size    int                     // number of locations
	toError []int32                 // by location: distance to an error
	toOpen  []int32                 // by location: distance to a branch that is not covered
	queue   []*ir.Loc
}

// far is the distance of locations that reach no goal.
const far = 1 << 28

// newDistances prepares distances; compute computes them.
func newDistances(p *ir.Program) *distances {
	d := &distances{prog: p, callers: map[*ir.Func][]*ir.Edge{}, offset: map[*ir.Func]int{}}
	for _, f := range p.Funcs {
		d.offset[f] = d.size
		d.size += len(f.Locs)
		for _, e := range f.Edges {
			if c, ok := e.Stmt.(*ir.Call); ok {
				d.callers[c.Func] = append(d.callers[c.Func], e)
			}
		}
	}
	return d
}

// at returns the index of l.
func (d *distances) at(l *ir.Loc) int { return d.offset[l.Func] + l.ID }

// compute computes the distances to errs and to open.
func (d *distances) compute(errs, open []*ir.Loc) {
	d.toError = d.from(errs)
	d.toOpen = d.from(open)
}

// from returns the distances to targets, by location: a backward breadth-first search.
func (d *distances) from(targets []*ir.Loc) []int32 {
	out := make([]int32, d.size)
	for i := range out {
		out[i] = far
	}
	d.queue = d.queue[:0]
	reach := func(l *ir.Loc, n int32) {
		if i := d.at(l); out[i] == far {
			out[i] = n
			d.queue = append(d.queue, l)
		}
	}
	for _, l := range targets {
		reach(l, 0)
	}
	for i := 0; i < len(d.queue); i++ {
		l := d.queue[i]
		n := out[d.at(l)] + 1
		for _, e := range l.In {
			if c, ok := e.Stmt.(*ir.Call); ok {
				reach(c.Func.Exit, n)
			}
			reach(e.From, n)
		}
		if l == l.Func.Entry {
			for _, e := range d.callers[l.Func] {
				reach(e.From, n)
			}
		}
	}
	return out
}

// edge returns the distance from the end of e; by has the distances by location, as from returns them.
func (d *distances) edge(by []int32, e *ir.Edge) int32 { return by[d.at(e.To)] }
