package restrict

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Apply returns a program whose executions are the executions of p that are in the scope, and the map from that program
// to p. It returns an error if it cannot make the scope exactly.
func Apply(p *ir.Program, s Scope) (*ir.Program, *derive.Map, error) {
	w := &work{p: p}
	w.q, w.c = ir.Clone(p)
	for _, part := range []func(Scope) error{w.edges, w.region, w.condition, w.paths, w.depth} {
		if err := part(s); err != nil {
			return nil, nil, err
		}
	}
	w.keep()
	if err := ir.Check(w.q); err != nil {
		return nil, nil, fmt.Errorf("the part is no program: %w", err)
	}
	return w.q, derive.Of(w.q), nil
}

// copied returns the copy of an edge of p in q, or an error if e is not an edge of p.
func (w *work) copied(e *ir.Edge) (*ir.Edge, error) {
	if d := w.c.Edges[e]; d != nil {
		return d, nil
	}
	return nil, fmt.Errorf("an edge of another program")
}

// edges drops the edges that are not in the set: an execution that would take a dropped edge ends before it.
func (w *work) edges(s Scope) error {
	if s.Edges == nil {
		return nil
	}
	kept := map[*ir.Edge]bool{}
	for e, in := range s.Edges {
		d, err := w.copied(e)
		if err != nil {
			return fmt.Errorf("set of edges: %w", err)
		}
		kept[d] = in
	}
	only := func(es []*ir.Edge) (out []*ir.Edge) {
		for _, e := range es {
			if kept[e] {
				out = append(out, e)
			}
		}
		return out
	}
	for _, f := range w.q.Funcs {
		f.Edges = only(f.Edges)
		for i, e := range f.Edges {
			e.ID = i
		}
		for _, l := range f.Locs {
			l.In, l.Out = only(l.In), only(l.Out)
		}
	}
	return nil
}

// keep saves the added registers before each statement that makes all global registers arbitrary, and restores them
// after it.
func (w *work) keep() {
	for _, f := range w.q.Funcs {
		var saved []*ir.Var
		for _, e := range f.Edges[:len(f.Edges):len(f.Edges)] {
			if _, is := e.Stmt.(*ir.HavocAll); !is {
				continue
			}
			for len(saved) < len(w.state) {
				v := w.state[len(saved)]
				saved = append(saved, f.NewVar(w.fresh(v.Name+".saved"), v.Type))
			}
			s := before(e)
			for i, v := range w.state {
				s.set(saved[i], ir.NewRef(v))
			}
			e.SetFrom(s.here())
			s, to := seamAfter(e)
			for i, v := range w.state {
				s.set(v, ir.NewRef(saved[i]))
			}
			s.end(to)
		}
	}
}

// atStart adds an Assume of cond before the first edge of the program.
func (w *work) atStart(cond ir.Expr) {
	f := w.q.Entry
	old := f.Entry
	f.Entry = newLoc(old)
	f.NewEdge(f.Entry, old, assume(cond), old.Pos)
}
