package reduce

import (
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// filter keeps, in loose slices, assumes that end executions or lead them to code that no error follows, if these
// assumes depend on kept values. No other kept edge depends on such an assume. But a slice without it has more
// executions than the program: executions for which the assume is false.
//
//	n = in(); if (n < 0) return; ...        kept if a kept value is computed from n
//
// Two values depend on each other if they are connected by assignments, in either direction (a cone of influence of
// variables).
func (s *slicer) filter() error {
	w := newWebs(s)
	for {
		near := map[int]bool{}
		for _, fn := range s.funcs {
			if fn == nil {
				continue
			}
			for it := range fn.asked {
				if !it.life {
					near[w.find(w.item(it.v, it.place))] = true
				}
			}
		}
		found := false
		for _, f := range s.p.Funcs {
			for _, l := range f.Locs {
				if !s.ahead.at(l) || !s.filters(l) || s.funcs[f.ID] != nil && s.funcs[f.ID].kept[l.Out[0].ID] {
					continue
				}
				for _, e := range l.Out {
					ir.Uses(e.Stmt, func(v *ir.Var) {
						if near[w.find(w.item(v, flow.Address{}))] {
							found = true
							fn := s.function(f)
							s.keep(fn, l.Out[0])
							s.ascend(fn)
						}
					})
				}
			}
		}
		if !found {
			return nil
		}
		if err := s.drain(); err != nil {
			return err
		}
	}
}

// test keeps the branches that directly decide whether a location is reached, which are the condition of the criterion
// itself.
func (s *slicer) test(l *ir.Loc) {
	if s.tested[l] {
		return
	}
	s.tested[l] = true
	fn := s.function(l.Func)
	if fn.strict == nil {
		fn.strict = flow.NewControl(flow.NewEnds(s.calls, false, s.ends.Never, nil), fn.f)
	}
	for _, e := range fn.strict.On[l.ID] {
		s.keep(fn, e)
	}
	if len(fn.strict.On[l.ID]) == 0 { // the condition is before the calls of the function
		for _, e := range s.calls.Sites(fn.f) {
			s.test(e.From)
		}
	}
}

// filters reports whether executions may end at a location, or branch there to code that no error follows.
func (s *slicer) filters(l *ir.Loc) bool {
	away := false
	for _, e := range l.Out {
		if _, ok := e.Stmt.(*ir.Assume); !ok {
			return false
		}
		away = away || !s.ahead.at(e.To)
	}
	return away || flow.MayBlock(l)
}

// webs is a partition of registers and pieces of memory into classes that assignments connect: a union-find structure.
type webs struct {
	s    *slicer
	ids  map[any]int // by *ir.Var, flow.Address or *flow.Target: its number
	root []int       // by number: the parent in the union-find tree
}

// newWebs computes the partition for the edges from which an error can be reached.
func newWebs(s *slicer) *webs {
	w := &webs{s: s, ids: map[any]int{}}
	for _, f := range s.p.Funcs {
		for _, e := range f.Edges {
			if s.ahead.at(e.From) {
				w.edge(e)
			}
		}
	}
	for key, id := range w.ids { // a write to an unknown offset may write any offset
		if at, ok := key.(flow.Address); ok {
			if whole, ok := w.ids[at.Target]; ok {
				w.join(id, whole)
			}
		}
	}
	return w
}

// item returns the number of a register (if v is not nil) or of the memory at an address: a known offset of an object,
// or the whole object if the offset is not known.
func (w *webs) item(v *ir.Var, at flow.Address) int {
	switch {
	case v != nil:
		return w.id(v)
	case at.Stride > 0:
		return w.id(at.Target)
	}
	return w.id(at)
}

// id returns the number of a key.
func (w *webs) id(key any) int {
	id, ok := w.ids[key]
	if !ok {
		id = len(w.root)
		w.ids[key] = id
		w.root = append(w.root, id)
	}
	return id
}

// find returns the representative of the class of i.
func (w *webs) find(i int) int {
	for w.root[i] != i {
		w.root[i] = w.root[w.root[i]]
		i = w.root[i]
	}
	return i
}

// join joins two classes.
func (w *webs) join(a, b int) {
	if a, b = w.find(a), w.find(b); a != b {
		w.root[a] = b
	}
}

// edge connects the values that an edge assigns with the values that it reads.
func (w *webs) edge(e *ir.Edge) {
	first := -1
	add := func(i int) {
		if first < 0 {
			first = i
		}
		w.join(first, i)
	}
	register := func(v *ir.Var) { add(w.item(v, flow.Address{})) }
	memory := func(addr ir.Expr) {
		for _, at := range w.s.points.Expr(addr) {
			if at.Target != nil && at.Target.Kind != flow.FuncCode {
				add(w.item(nil, at))
			}
		}
	}
	switch st := e.Stmt.(type) {
	case *ir.Assume: // filter handles its registers
		return
	case *ir.Call:
		for i, a := range st.Args {
			first = w.item(st.Func.Params[i], flow.Address{})
			ir.Vars(a, register)
		}
		if st.Dst != nil {
			for _, r := range st.Func.Exit.In {
				first = w.item(st.Dst, flow.Address{})
				ir.Uses(r.Stmt, register)
			}
		}
		return
	case *ir.LoadStmt:
		memory(st.Addr)
	case *ir.Store:
		memory(st.Addr)
	case *ir.MemCopy:
		memory(st.Dst)
		memory(st.Src)
	case *ir.MemSet:
		memory(st.Dst)
	case *ir.MemHavoc:
		memory(st.Addr)
	case *ir.Skip, *ir.Assign, *ir.Input, *ir.Decl, *ir.End, *ir.Alloc, *ir.Free, *ir.HavocAll, *ir.Return, *ir.Math,
		*ir.Undefined:
	}
	if v := ir.Def(e.Stmt); v != nil {
		register(v)
	}
	ir.Uses(e.Stmt, register)
}
