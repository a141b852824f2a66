package reduce

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// item is something whose state at a location is wanted: a register's, that of bytes, or whether an object lives. Then
// the statements are kept that may have made it what it is.
type item struct {
	v     *ir.Var      // a register; or
	place flow.Address // bytes, of that many (0: any number)
	size  int64
	life  bool // whether the objects of the target live
	back  bool // wanted after a call of the function: the caller looks for the value at its entry
}

// search is where an item has been looked for: the bits are locations.
type search struct{ seen []uint64 }

// maxCells is how many pieces of one object are looked for one by one.
const maxCells = 16

// seek keeps what may have made the item what it is at a location: backward over all ways.
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

// made keeps an edge that may make an item what it is, and wants of a call what makes it so in there.
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

// How an edge changes an item.
type touch int

const (
	untouched touch = iota
	changed         // perhaps, or in part
	replaced
)

// effect is what an edge does to memory.
type effect struct {
	writes flow.Set       // objects that it may change, begin or end
	places []flow.Address // where it writes through an address
	size   int64          // that many bytes; 0: any number
	whole  bool           // it surely writes them, to the one place
}

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
		if s.one(t) { // there was none before
			return replaced
		}
		return changed
	case *ir.End, *ir.Free:
		if it.life {
			return changed
		}
		return untouched // what was in it is read no more: that is asked by its life
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

// assigns says what an edge does to a register.
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
		x.size, surely = length(st.N), false // it is not known what it writes if it must not read
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

// one reports whether an abstract object is a single one as long as anybody reads it: a global object, or a local one
// of a function that is active once, which is made once there.
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

// again says of each location of a function whether an activation may be there twice.
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
