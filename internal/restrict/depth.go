package restrict

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Heads returns the locations whose visits a depth bounds, function by function: the heads of the components of each
// automaton's weak topological order, which are the targets of back edges if each loop has one entry, and the entries
// of recursive functions. Each cycle of the program contains one of these locations.
func Heads(p *ir.Program) []*ir.Loc {
	calls := p.CallGraph()
	components, of := graph.SCC(calls)
	var out []*ir.Loc
	for _, f := range p.Funcs {
		recursive := len(components[of[f.ID]]) > 1
		for _, g := range calls[f.ID] {
			recursive = recursive || g == f.ID
		}
		order := graph.WeakOrder(f.Graph(), f.Entry.ID)
		for _, l := range f.Locs {
			if order.Pos(l.ID) >= 0 && order.IsHead(l.ID) || recursive && l == f.Entry {
				out = append(out, l)
			}
		}
	}
	return out
}

// depth counts the visits of each head, and ends executions that exceed the depth:
//
//	head -> ...        head -> a: assume visits < depth
//	                   a -> b: visits = visits + 1
//	                   b -> ...
func (w *work) depth(s Scope) error {
	if s.Depth == 0 {
		return nil
	}
	if s.Depth < 0 || s.Depth > 1<<30 {
		return fmt.Errorf("depth %d", s.Depth)
	}
	for _, head := range Heads(w.p) {
		l := w.c.Locs[head]
		outs := l.Out
		if len(outs) == 0 {
			continue
		}
		visits := w.global(fmt.Sprintf("visits.%s.L%d", l.Func.Name, head.ID), ir.U32)
		s2 := &seam{f: l.Func, like: outs[0], orig: l, at: l}
		s2.assume(&ir.Binary{Op: ir.Lt, X: ir.NewRef(visits), Y: ir.NewConst(ir.U32, int64(s.Depth))})
		s2.set(visits, &ir.Binary{Op: ir.Add, X: ir.NewRef(visits), Y: ir.NewConst(ir.U32, 1)})
		for _, e := range outs {
			e.SetFrom(s2.here())
		}
	}
	return nil
}
