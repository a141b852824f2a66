package instrument

import (
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// dropEnds removes the Ends that have no effect, because no pointer to the object exists when it ends
// (flow.NonEscaping). The remaining Ends belong to objects that may have dangling pointers.
//
//	decl x; p = &x; call f(p); end x          decl x; p = &x; call f(p)
//
// It returns the points-to analysis that it ran for this, nil if it did not need one.
func dropEnds(p *ir.Program) *flow.Points {
	ends := map[*ir.Object][]*ir.Edge{}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if s, ok := e.Stmt.(*ir.End); ok {
				ends[s.Obj] = append(ends[s.Obj], e)
			}
		}
	}
	drop := func(o *ir.Object) {
		for _, e := range ends[o] {
			e.Stmt = &ir.Skip{}
		}
		delete(ends, o)
	}
	if len(ends) == 0 {
		return nil
	}
	held := flow.Held(p)
	for o := range ends {
		if !held[o] {
			drop(o)
		}
	}
	if len(ends) == 0 {
		return nil
	}
	points := flow.NewPoints(p)
	for o := range ends {
		if points.NonEscaping(o) {
			drop(o)
		}
	}
	return points
}
