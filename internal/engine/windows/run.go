package windows

import (
	"container/heap"
	"context"
	"encoding/binary"
	"errors"
	"maps"
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// run is one analysis of a program.
type run struct {
	ctx     context.Context
	prog    *ir.Program
	points  *flow.Points
	calls   *flow.Calls
	address ir.Type                   // type of pointers
	regions map[string]*region        // all regions, by their places as bytes
	lists   map[*flow.Address]*region // cache of intern, by the first element of the list
	byExpr  map[ir.Expr]*region       // cache of regionOf
	byVar   map[*ir.Var]*region       // cache of regionOf
	bases   map[baseKey]*region       // cache of regionAt
	unions  map[[2]int]*region        // cache of union, by IDs
	meets   map[meetKey]bool          // cache of overlap
	live    []*flow.Live              // by Func.ID
	at      map[*ir.Loc]*state        // the states of cuts
	joins   map[*ir.Loc]int           // number of times that the state of a cut has changed
	rank    map[*ir.Loc]int           // position in reverse postorder
	work    queue                     // cuts to continue from
	queued  map[*ir.Loc]bool          // the cuts in work
	reached map[*ir.Obligation]bool   // errors that are not excluded
	steps   uint64                    // edges evaluated
	most    uint64                    // limit of steps; 0 for no limit
}

// meetKey is the key of run.meets: two regions by ID, with a number of bytes each.
type meetKey struct {
	a, b int
	m, n int64
}

// newRun returns a run at its beginning.
func newRun(ctx context.Context, p *ir.Program, points *flow.Points) *run {
	r := &run{ctx: ctx, prog: p, points: points, calls: flow.NewCalls(p),
		address: ir.Type{Kind: ir.Ptr, Bits: uint8(p.Model)}, regions: map[string]*region{},
		lists: map[*flow.Address]*region{}, byExpr: map[ir.Expr]*region{}, byVar: map[*ir.Var]*region{},
		bases:  map[baseKey]*region{},
		unions: map[[2]int]*region{}, meets: map[meetKey]bool{}, live: make([]*flow.Live, len(p.Funcs)),
		at: map[*ir.Loc]*state{}, joins: map[*ir.Loc]int{}, rank: map[*ir.Loc]int{},
		queued: map[*ir.Loc]bool{}, reached: map[*ir.Obligation]bool{}}
	n := 0
	for _, i := range graph.ReversePostOrder(p.CallGraph(), p.Entry.ID) {
		f := p.Funcs[i]
		for _, l := range graph.ReversePostOrder(f.Graph(), f.Entry.ID) {
			r.rank[f.Locs[l]] = n
			n++
		}
	}
	return r
}

// forward computes the states of all cuts.
func (r *run) forward() error {
	r.arrive(r.prog.Entry.Entry, newState())
	for r.work.Len() > 0 {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		if r.most > 0 && r.steps > r.most {
			return errors.New("the work is spent")
		}
		it := heap.Pop(&r.work).(queueItem)
		delete(r.queued, it.l)
		r.from(it.l, r.at[it.l].clone())
	}
	return nil
}

// from propagates the state s of a cut to the next cuts.
func (r *run) from(l *ir.Loc, s *state) {
	type item struct {
		l *ir.Loc
		s *state
	}
	stack := []item{{l, s}}
	for len(stack) > 0 {
		it := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for i, e := range it.l.Out {
			r.steps++
			in := it.s
			if i < len(it.l.Out)-1 {
				in = in.clone()
			}
			switch st := e.Stmt.(type) { // sound: step executes all other statements
			case *ir.Call:
				r.arrive(st.Func.Entry, r.enter(in, st))
				r.after(in, e, st)
			case *ir.Return:
				continue
			default:
				if !r.step(in, e) {
					continue
				}
			}
			switch {
			case e.To.Kind == ir.Error:
				r.reached[e.To.Obligation] = true
			case cut(e.To):
				r.arrive(e.To, in)
			default:
				stack = append(stack, item{e.To, in})
			}
		}
	}
}

// cut reports whether l is a cut: a location whose state is kept.
func cut(l *ir.Loc) bool { return len(l.In) > 1 || l == l.Func.Entry }

// Widening: the number of changes at a cut after which changing extents are dropped, and the number after which all
// facts of the state are dropped.
const (
	patience = 12
	least    = 100
)

// arrive joins s into the state of the cut l, and queues l if the state of l changes.
func (r *run) arrive(l *ir.Loc, s *state) {
	old := r.at[l]
	keep := func(v *ir.Var) bool { return r.alive(l, v) }
	if old == nil {
		s, _ = r.join(s, s, keep) // this drops facts about dead registers
	} else {
		var changed bool
		if s, changed = r.join(old, s, keep); !changed {
			return
		}
		r.joins[l]++
		if n := r.joins[l]; n > least {
			s = newState()
		} else if n > patience && len(l.In) > 1 {
			for k, x := range s.extents {
				if !r.held(old, x) {
					delete(s.extents, k)
				}
			}
		}
	}
	s.sorted = sortedApps(s)
	r.at[l] = s
	if !r.queued[l] {
		r.queued[l] = true
		heap.Push(&r.work, queueItem{l, r.rank[l]})
	}
}

// held reports whether some symbol of old has the extent x.
func (r *run) held(old *state, x extent) bool {
	for _, y := range old.extents {
		if y == x {
			return true
		}
	}
	return false
}

// alive reports whether v is global or live at l.
func (r *run) alive(l *ir.Loc, v *ir.Var) bool {
	f := l.Func
	if r.live[f.ID] == nil {
		r.live[f.ID] = flow.NewLive(r.prog, f, nil)
	}
	return v.Global || r.live[f.ID].At(l, v)
}

// settle sets the regions of certain extents and cells. If their address is in a register or is the address of an
// object, the region becomes the region of this expression, since the checker of the evidence sees only such
// expressions.
func (r *run) settle(s *state) {
	base := map[int32]ir.Expr{}
	off := map[int32]int64{}
	for _, v := range r.ordered(s.regs) {
		if x := s.regs[v]; v.Type.Kind == ir.Ptr && base[x.sym] == nil {
			base[x.sym], off[x.sym] = ir.NewRef(v), x.off
		}
	}
	for k, v := range s.apps {
		if o, ok := k.p.(*ir.Object); ok {
			base[v.sym], off[v.sym] = &ir.AddrOf{Obj: o, T: k.t}, v.off
		}
	}
	for k, x := range s.extents {
		if e := base[k]; e != nil {
			x.at = r.regionAt(e, 0)
			s.extents[k] = x
		}
	}
	for k, c := range s.cells {
		if e := base[k.addr.sym]; e != nil {
			c.at = r.regionAt(e, k.addr.off-off[k.addr.sym])
			s.cells[k] = c
		}
	}
}

// regionAt returns the region of the address e + by, where by is in bytes and e is a register or the address of an
// object.
func (r *run) regionAt(e ir.Expr, by int64) *region {
	k := baseKey{off: by}
	switch e := e.(type) { // sound: there are no other expressions
	case *ir.Ref:
		k.of = e.Var
	case *ir.AddrOf:
		k.of = e.Obj
	}
	at := r.bases[k]
	if at == nil {
		if by != 0 {
			e = shifted(e, by)
		}
		at = r.intern(r.points.Expr(e))
		r.bases[k] = at
	}
	return at
}

// baseKey is the key of run.bases: a register or an object, and an offset in bytes.
type baseKey struct {
	of  any
	off int64
}

// ordered returns registers in a fixed order: global ones first, then by ID.
func (r *run) ordered(m map[*ir.Var]val) []*ir.Var {
	return slices.SortedFunc(maps.Keys(m), func(a, b *ir.Var) int {
		if a.Global != b.Global {
			return boolInt(b.Global) - boolInt(a.Global)
		}
		return a.ID - b.ID
	})
}

// regionOf returns the region of the address e.
func (r *run) regionOf(e ir.Expr) *region {
	if ref, ok := e.(*ir.Ref); ok {
		at := r.byVar[ref.Var]
		if at == nil {
			at = r.intern(r.points.Reg(ref.Var))
			r.byVar[ref.Var] = at
		}
		return at
	}
	at := r.byExpr[e]
	if at == nil {
		at = r.intern(r.points.Expr(e))
		r.byExpr[e] = at
	}
	return at
}

// intern returns the region with the given places. It caches regions by list, as the analysis returns one list for all
// pointers with the same source.
func (r *run) intern(places []flow.Address) *region {
	if len(places) == 0 {
		return r.internNew(places)
	}
	at := r.lists[&places[0]]
	if at == nil || len(at.places) != len(places) {
		at = r.internNew(places)
		r.lists[&places[0]] = at
	}
	return at
}

// internNew does the work of intern for a list that is not in the cache.
func (r *run) internNew(places []flow.Address) *region {
	b := make([]byte, 0, 4*len(places))
	for _, p := range places {
		id := -1
		if p.Target != nil {
			id = p.Target.ID
		}
		b = binary.AppendVarint(b, int64(id))
		b = binary.AppendVarint(b, p.Off)
		b = binary.AppendVarint(b, p.Stride)
	}
	at := r.regions[string(b)]
	if at == nil {
		at = &region{id: len(r.regions), places: places}
		for _, p := range places {
			if p.Target != nil && p.Target.Kind != flow.FuncCode && (len(at.set) == 0 || at.set[len(at.set)-1] != p.Target) {
				at.set = append(at.set, p.Target)
				at.constant = at.constant || p.Target.Obj != nil && p.Target.Obj.Const
			}
		}
		r.regions[string(b)] = at
	}
	return at
}

// union returns the region with the places of both.
func (r *run) union(a, b *region) *region {
	if a == b {
		return a
	}
	k := [2]int{min(a.id, b.id), max(a.id, b.id)}
	u := r.unions[k]
	if u == nil {
		all := slices.Concat(a.places, b.places)
		slices.SortFunc(all, func(x, y flow.Address) int {
			ix, iy := -1, -1
			if x.Target != nil {
				ix = x.Target.ID
			}
			if y.Target != nil {
				iy = y.Target.ID
			}
			switch {
			case ix != iy:
				return ix - iy
			case x.Stride != y.Stride:
				return int(x.Stride - y.Stride)
			}
			return int(x.Off - y.Off)
		})
		u = r.intern(slices.Compact(all))
		r.unions[k] = u
	}
	return u
}

// overlap reports whether m bytes in region a and n bytes in region b may share a byte.
func (r *run) overlap(a *region, m int64, b *region, n int64) bool {
	k := meetKey{a.id, b.id, m, n}
	is, ok := r.meets[k]
	if !ok {
		i := 0
		for _, p := range a.places {
			if p.Target == nil {
				continue
			}
			for i < len(b.places) && (b.places[i].Target == nil || b.places[i].Target.ID < p.Target.ID) {
				i++
			}
			for j := i; j < len(b.places) && b.places[j].Target == p.Target; j++ {
				is = is || p.Overlap(m, b.places[j], n)
			}
		}
		r.meets[k] = is
	}
	return is
}

// queue is a heap of cuts, in the order of the program.
type queue []queueItem

// queueItem is a cut with its rank.
type queueItem struct {
	l *ir.Loc
	n int
}

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].n < q[j].n }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(queueItem)) }
func (q *queue) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}
