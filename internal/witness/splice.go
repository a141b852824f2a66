package witness

import (
	"github.com/tandem-verifier/tandem/internal/ir"
)

// before opens an automaton before a point: what goes from one of the two
// locations to the other happens there.
func (pt point) before() (from, to *ir.Loc) {
	if pt.ins == nil {
		return pt.loc, moveOut(pt.loc)
	}
	to = pt.ins[0].To // not pt.loc, if something was put there already
	return redirect(pt.ins, to), to
}

// after opens an automaton after an edge.
func after(e *ir.Edge) (from, to *ir.Loc) {
	to = e.To
	return redirect([]*ir.Edge{e}, to), to
}

// moveOut puts a new location after l, with the edges that left l.
func moveOut(l *ir.Loc) *ir.Loc {
	n := l.Func.NewLoc(l.Pos)
	n.Out, l.Out = l.Out, nil
	for _, e := range n.Out {
		e.From = n
	}
	return n
}

// redirect puts a new location before l, at the end of the edges.
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

// dead is a location where an execution ends.
func dead(f *ir.Func, pos ir.Pos) *ir.Loc {
	l := f.NewLoc(pos)
	l.Kind = ir.Halt
	return l
}
