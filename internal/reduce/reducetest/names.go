// Package reducetest compares, in tests, programs with their residual programs on the same inputs.
//
//	x, err := reducetest.NewRunner(p, config)
//	err = x.Add(residual.Map, left, config)
//	run, seen, err := x.Run(ctx, inputs)             // seen[0].Wrong: forbidden differences
//
// In a product, sites have the numbers of the program, so the program and the product can run on the same records. A
// slice executes a site less often if calls were cut: Names follows a run of the program and maps its inputs to those
// of the slice.
//
// The rules of the comparison: if the program violates an obligation, the residual program violates the same one. A
// product has no other violations; a slice may have some, which are counted. The residual program reads the inputs of
// the program in the same order. But a product may end before it has read all, and a slice may omit some of them and
// read further ones.
//
// Not compared: runs that depend on addresses, and the steps of a run other than its inputs and its end (TestSlices of
// package reduce compares all steps).
package reducetest

import (
	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Names follows a run of a program, and translates its inputs into inputs of the slice.
type Names struct {
	m              *derive.Map             // from the slice to the program
	kept           map[*ir.Edge]*ir.Edge   // by edge of the program: the edge in the slice
	sites          map[*ir.Site]*ir.Site   // by site of the program: the site in the slice
	done, doneKept map[int]int             // by site of the program, of the slice: the number of its executions
	names          map[execution]execution // by execution of a site of the program: the execution in the slice
	outside        int                     // depth of calls, from the first call that the slice does not have
}

// execution is the n-th execution of a site, counted from 0.
type execution struct{ site, n int }

// NewNames returns Names for the map of a slice to the program from which it was cut, in one step.
func NewNames(m *derive.Map) *Names {
	x := &Names{m: m, kept: map[*ir.Edge]*ir.Edge{}, sites: map[*ir.Site]*ir.Site{}}
	for _, f := range m.From.Funcs {
		for _, e := range f.Edges {
			for _, o := range e.Origin {
				x.kept[o] = e
			}
		}
	}
	for _, s := range m.From.Sites {
		x.sites[s.Origin] = s
	}
	return x
}

// Begin prepares for a new run.
func (x *Names) Begin() {
	x.done, x.doneKept, x.names, x.outside = map[int]int{}, map[int]int{}, map[execution]execution{}, 0
	for _, o := range x.m.To.Objects { // their contents are there before the first edge
		if o.Uninit && o.Site != nil {
			x.done[o.Site.ID] = 1
			if s := x.sites[o.Site]; s != nil {
				x.doneKept[s.ID] = 1
				x.names[execution{o.Site.ID, 0}] = execution{s.ID, 0}
			}
		}
	}
}

// siteOf returns the site that a statement executes, nil if there is none.
func siteOf(s ir.Stmt) *ir.Site {
	if d, ok := s.(*ir.Decl); ok {
		return d.Obj.Site
	}
	return ir.SiteOf(s)
}

// Edge processes the next edge of the run (see exec.Interp.Path). It returns the edge that the slice executes then, nil
// if there is none.
func (x *Names) Edge(e *ir.Edge) (kept *ir.Edge) {
	if x.outside == 0 {
		kept = x.kept[e]
	}
	if s := siteOf(e.Stmt); s != nil {
		n := x.done[s.ID]
		x.done[s.ID]++
		if q := x.sites[s]; q != nil && kept != nil {
			x.names[execution{s.ID, n}] = execution{q.ID, x.doneKept[q.ID]}
			x.doneKept[q.ID]++
		}
	}
	switch e.Stmt.(type) { // sound: the others stay in their activation
	case *ir.Call:
		if kept == nil {
			x.outside++
		}
	case *ir.Return:
		x.outside = max(x.outside-1, 0)
	}
	return kept
}

// Records returns the inputs that the slice reads, with the sites and occurrences of the slice.
func (x *Names) Records(reads []ir.Record) (out []ir.Record) {
	for _, r := range reads {
		if to, ok := x.names[execution{r.Site, r.Occ}]; ok {
			r.Site, r.Occ = to.site, to.n
			out = append(out, r)
		}
	}
	return out
}
