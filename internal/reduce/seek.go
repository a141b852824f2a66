package reduce

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// item is a value or property that the slice needs at a location: the value of a register, the contents of bytes, or
// whether an object is alive. The statements that may have determined it are kept.
type item struct {
	v     *ir.Var      // a register; nil if the item is memory
	place flow.Address // the bytes at an address
	size  int64        // the number of bytes; 0: any number
	life  bool         // the item is whether the objects of the target are alive
	back  bool         // needed after a call of the function: the caller searches for the value at the entry
}

// search has the locations at which an item has been searched for, as bits.
type search struct{ seen []uint64 }

// maxCells is the number of pieces of one object up to which seek searches for each separately.
const maxCells = 16

// seek keeps the edges that may determine the item at a location. It searches backward over all paths of the function.
func (s *slicer) seek(fn *function, it item, at *ir.Loc) {
	if it.v == nil && !it.life && it.place.Stride != 1 {
		whole := item{place: flow.Address{Target: it.place.Target, Stride: 1}, back: it.back}
		if fn.asked[it] == nil {
			fn.cells[it.place.Target]++
		}
		if fn.asked[whole] != nil && fn.asked[it] == nil || fn.cells[it.place.Target] > maxCells {
			it = whole
		}
	}
	found := fn.asked[it]
	if found == nil {
		found = &search{make([]uint64, (len(fn.f.Locs)+63)/64)}
		fn.asked[it] = found
	}
	work := []*ir.Loc{at}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		if found.seen[l.ID/64]>>(l.ID%64)&1 != 0 {
			continue
		}
		found.seen[l.ID/64] |= 1 << (l.ID % 64)
		for _, e := range l.In {
			how := s.touch(fn, e, it)
			if how != untouched {
				s.made(fn, e, it)
			}
			if how != replaced {
				work = append(work, e.From)
			}
		}
		if l == fn.f.Entry && !it.back {
			s.input(fn, it)
		}
	}
}

// made keeps an edge that may determine an item. If the edge is a call, it searches in the callee.
func (s *slicer) made(fn *function, e *ir.Edge, it item) {
	s.keep(fn, e)
	c, ok := e.Stmt.(*ir.Call)
	if !ok {
		return
	}
	if it.v != nil && it.v == c.Dst {
		s.wantResult(fn, e)
		return
	}
	it.back = true
	callee := s.function(c.Func)
	s.later(func() { s.seek(callee, it, callee.f.Exit) })
}

// touch is the effect of an edge on an item.
type touch int

const (
	untouched touch = iota
	changed         // may change, or changes in part
	replaced        // surely has a new value
)

// effect is the effect of an edge on memory.
type effect struct {
	writes flow.Set       // objects that the edge may change, begin or end
	places []flow.Address // the addresses that it writes
	size   int64          // the number of bytes written; 0: any number
	whole  bool           // it surely writes all these bytes, at a single address
}

// touch returns the effect of an edge on an item.
func (s *slicer) touch(fn *function, e *ir.Edge, it item) touch {
	if it.v != nil {
		return s.assigns(e, it.v)
	}
	x := s.effect(fn, e)
	t := it.place.Target
	if len(x.writes) == 0 || !x.writes.Has(t) {
		return untouched
	}
	switch e.Stmt.(type) {
	case *ir.Store, *ir.MemCopy, *ir.MemSet, *ir.MemHavoc:
		if it.life {
			return untouched
		}
		hit := untouched
		for _, pl := range x.places {
			if pl.Overlap(x.size, it.place, it.size) {
				hit = changed
			}
		}
		if pl := it.place; hit == changed && x.whole && pl.Stride == 0 && it.size > 0 && x.places[0].Off <= pl.Off &&
			pl.Off+it.size <= x.places[0].Off+x.size {
			return replaced
		}
		return hit
	case *ir.Decl:
		if s.one(t) { // no other instance existed before
			return replaced
		}
		return changed
	case *ir.End, *ir.Free:
		if it.life {
			return changed
		}
		return untouched // its contents are not read any more; seek searches for its life separately
	case *ir.HavocAll:
		if it.life {
			return untouched
		}
		return changed
	case *ir.Alloc, *ir.Input, *ir.Call:
		return changed
	case *ir.Skip, *ir.Assign, *ir.Assume, *ir.LoadStmt, *ir.Return, *ir.Math, *ir.Undefined: // write no memory
	}
	return untouched
}

// assigns returns the effect of an edge on a register.
func (s *slicer) assigns(e *ir.Edge, v *ir.Var) touch {
	if ir.Def(e.Stmt) == v {
		return replaced
	}
	if !v.Global {
		return untouched
	}
	called, all := ir.Elsewhere(e.Stmt)
	if all {
		return replaced
	}
	if called != nil {
		for _, w := range s.points.Of(called).GlobalWrites {
			if w == v {
				return changed
			}
		}
	}
	return untouched
}

// effect returns the effect of an edge on memory.
func (s *slicer) effect(fn *function, e *ir.Edge) *effect {
	if x := fn.effects[e.ID]; x != nil {
		return x
	}
	x := &effect{writes: s.points.Writes(e)}
	fn.effects[e.ID] = x
	addr := ir.Written(e.Stmt)
	if addr == nil || len(x.writes) == 0 {
		return x
	}
	x.places = s.points.Expr(addr)
	surely := true
	switch st := e.Stmt.(type) {
	case *ir.Store:
		x.size = int64(st.Val.Type().Size())
	case *ir.MemCopy:
		x.size, surely = length(st.N), false // an invalid read has no known effect
	case *ir.MemSet:
		x.size = length(st.N)
	case *ir.MemHavoc:
		x.size = length(st.N)
	case *ir.Skip, *ir.Assign, *ir.Assume, *ir.Input, *ir.LoadStmt, *ir.Decl, *ir.End, *ir.Alloc, *ir.Free, *ir.HavocAll,
		*ir.Call,
		*ir.Return, *ir.Math, *ir.Undefined: // write through no address
	}
	if o := ir.Root(addr); surely && o != nil && !o.Const && len(x.places) == 1 && x.size > 0 {
		pl := x.places[0]
		x.whole = pl.Target != nil && pl.Stride == 0 && pl.Off >= 0 && pl.Off+x.size <= o.Size && s.one(pl.Target)
	}
	return x
}

// one reports whether an abstract object has at most one instance at a time that is read: a global object, or a local
// object that is made once in each activation of a function that is not recursive.
func (s *slicer) one(t *flow.Target) bool {
	is, known := s.single[t]
	if known {
		return is
	}
	switch t.Kind {
	case flow.GlobalObj:
		is = true
	case flow.LocalObj:
		n := 0
		is = !s.calls.Recursive(t.Func)
		for _, e := range t.Func.Edges {
			if d, ok := e.Stmt.(*ir.Decl); ok && d.Obj == t.Obj {
				n++
				is = is && n == 1 && !s.again(t.Func)[e.From.ID]
			}
		}
	case flow.AllocObj, flow.FreshObj, flow.FuncCode:
	}
	s.single[t] = is
	return is
}

// again reports, for each location of a function, whether an activation may visit it twice.
func (s *slicer) again(f *ir.Func) []bool {
	if s.cycles[f.ID] == nil {
		out := make([]bool, len(f.Locs))
		comps, _ := graph.SCC(f.Graph())
		for _, c := range comps {
			for _, i := range c {
				out[i] = len(c) > 1 || slices.ContainsFunc(f.Locs[i].Out, func(e *ir.Edge) bool { return e.To == e.From })
			}
		}
		s.cycles[f.ID] = out
	}
	return s.cycles[f.ID]
}
