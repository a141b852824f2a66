package witness

import (
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// before makes a gap before a point: new edges between the two returned locations are passed there.
func (pt point) before() (from, to *ir.Loc) {
	if pt.ins == nil {
		return pt.loc, moveOut(pt.loc)
	}
	to = pt.ins[0].To // not pt.loc, if something was put there already
	return redirect(pt.ins, to), to
}

// after makes a gap after an edge, as before does.
func after(e *ir.Edge) (from, to *ir.Loc) {
	to = e.To
	return redirect([]*ir.Edge{e}, to), to
}

// moveOut adds a location after l, and moves the edges that leave l to it.
func moveOut(l *ir.Loc) *ir.Loc {
	n := l.Func.NewLoc(l.Pos)
	n.Out, l.Out = l.Out, nil
	for _, e := range n.Out {
		e.From = n
	}
	return n
}

// redirect adds a location before l, and lets the edges es end there.
func redirect(es []*ir.Edge, l *ir.Loc) *ir.Loc {
	n := l.Func.NewLoc(l.Pos)
	moved := map[*ir.Edge]bool{}
	for _, e := range es {
		moved[e] = true
		e.To = n
	}
	n.In = append(n.In, es...)
	var rest []*ir.Edge
	for _, e := range l.In {
		if !moved[e] {
			rest = append(rest, e)
		}
	}
	l.In = rest
	return n
}

// dead returns a new location where executions end.
func dead(f *ir.Func, pos ir.Pos) *ir.Loc {
	l := f.NewLoc(pos)
	l.Kind = ir.Halt
	return l
}

// arbitrary gives arbitrary values at the entry of f to the registers in read that may have no value at l. The front
// end does this only for reads in the program.
func (w *weaver) arbitrary(f *ir.Func, read map[*ir.Var]bool, l *ir.Loc) {
	for _, v := range f.Vars {
		if !read[v] || v.Type.Kind == ir.Ptr || slices.Contains(f.Params, v) || !unassigned(f, v, l) {
			continue
		}
		site := w.p.NewSite(ir.Uninit, v.Source, v.Type, f, v.Scope.From)
		site.Key = fmt.Sprintf("%s@%s#witness", v.Source, v.Scope.From)
		for _, s := range w.p.Sites[:site.ID] {
			if s.Key == site.Key {
				site.Key += fmt.Sprint(site.ID)
				break
			}
		}
		to := moveOut(f.Entry)
		f.NewEdge(f.Entry, to, &ir.Input{Dst: v, Site: site}, f.Entry.Pos)
	}
}

// unassigned reports whether a path leads from the entry to l without assigning v.
func unassigned(f *ir.Func, v *ir.Var, l *ir.Loc) bool {
	return graph.Closure([]*ir.Loc{f.Entry}, func(x *ir.Loc, next func(*ir.Loc)) {
		for _, e := range x.Out {
			if ir.Def(e.Stmt) != v {
				next(e.To)
			}
		}
	})[l]
}
