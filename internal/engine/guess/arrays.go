package guess

import (
	"cmp"
	"math"
	"slices"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// This file guesses facts about all elements of a segment of an array, and about some element of it. The bounds of the
// segments are registers, as in array segmentation (P. Cousot, R. Cousot, F. Logozzo, A parametric segmentation functor
// for fully automatic and scalable array content analysis, POPL 2011). The fact that some element from p on is zero
// says that a string begins at p (M. Journault, A. Miné, A. Ouadjaout, Modular static analysis of string manipulations
// in C programs, SAS 2018, track the place of the first zero).
//
//	for (i = 0; i < n; i++) a[i] = 7;       forall q in [0, 100): q < i implies a[q] == 7
//	while (*p) p++;                         !forall q in [0, 32): p <= &s + q implies s[q] != 0
//
// The properties of elements are the conditions and stores of the program that read an array at an index: the index is
// replaced by q. The bounds are the registers that the program uses as indices or compares with them. Candidates that
// are false in some state of a run are dropped, and so are those whose segment was empty in all of them.

// Limits of candidates of one location, of one shape, of the bounds of segments, and of runs.
const (
	maxShapes     = 40   // properties of elements of the program
	maxSegments   = 60   // candidates of one location
	perShape      = 8    // candidates of one property at one location
	perFlag       = 3    // the same for an implication
	maxBoundaries = 6    // bounds of segments
	maxLimits     = 2    // constants among them
	maxScanned    = 600  // elements that are searched for one with a property
	segmentRuns   = 400  // runs
	maxFlags      = 4    // conditions of implications
	maxElements   = 1e12 // elements of an array
)

// shape is a property of the elements of an array: a condition over the bound register of a quantifier.
type shape struct {
	body  ir.Expr
	bound *ir.Var
	obj   *ir.Object
	open  bool      // the array is a block, whose size is open
	n     int64     // the range of the bound register is [0, n)
	bytes int64     // if pointers bound the segments: the size of an element in bytes, else 0
	flag  bool      // an implication; it has no lower bound
	back  bool      // it reads the element before, too
	from  []*ir.Var // the indices and pointers that became the bound register
}

// boundary is a bound of segments: a register with an index, or with a pointer into the array.
type boundary struct {
	v *ir.Var
	x ir.Expr // the index, or the offset of the pointer in bytes
}

// side is one bound of a segment: the boundary at some position in the list, plus off. No position: the array's bound.
type side struct {
	at  int
	off int64
}

// segment is a candidate: the elements in [lo, hi) all have the property of its shape, or (some) one of them has.
type segment struct {
	*shape
	lo, hi side
	some   bool
	false  bool // in some state of a run
	width  int64
	states int64
}

// noSide is the bound of the array itself.
const noSide = -1

// arrays returns candidates about the elements of arrays.
func (g *engine) arrays() (out []*cand) {
	shapes := g.shapes()
	if len(shapes) == 0 {
		return nil
	}
	places := map[*ir.Loc]*place{}
	for _, l := range g.info.locs {
		if p := g.place(l, shapes); len(p.segments)+len(p.amounts) > 0 {
			places[l] = p
		}
	}
	g.data.watch = func(l *ir.Loc, env exec.Env) {
		if p := places[l]; p != nil && p.visits < perRun {
			p.visits++
			p.observe(env)
		}
	}
	defer func() { g.data.watch = nil }()
	start := clock.Now(g.ctx)
	for i := 0; i < segmentRuns && g.ctx.Err() == nil; i++ {
		if !g.t.Options.Determ && clock.Now(g.ctx)-start > sampleTime {
			break
		}
		for _, p := range places {
			p.visits = 0
		}
		var begin []ir.Record
		if n := len(g.data.begins); n > 0 && i%4 != 0 {
			begin = g.data.begins[g.data.rng.IntN(n)]
		}
		if g.data.run(g.ctx, begin, i) != nil {
			break
		}
	}
	for _, l := range g.info.locs {
		if p := places[l]; p != nil {
			out = append(out, g.room(l)...)
			out = append(out, p.candidates(g)...)
			out = append(out, p.inside(g)...)
		}
	}
	return out
}

// place has the segments of a location.
type place struct {
	loc      *ir.Loc
	bounds   map[*shape][]boundary
	segments []*segment
	amounts  []quantity
	most     []int64 // the greatest differences of amounts, by pair; nil: no state was seen
	visits   int     // in the present run
	seen     bool    // by any run
}

// pointee returns the named object into which a pointer register leads, if there is only one.
func (g *engine) pointee(p *ir.Var) *ir.Object {
	if p.Type.Kind != ir.Ptr {
		return nil
	}
	var o *ir.Object
	for _, pl := range g.y.E.Points().Reg(p) {
		if pl.Target == nil || pl.Target.Obj == nil || o != nil && o != pl.Target.Obj {
			return nil
		}
		o = pl.Target.Obj
	}
	return o
}

// definitions returns the expression of each register that one statement assigns, from other registers or from memory.
func definitions(f *ir.Func) map[*ir.Var]ir.Expr {
	out, count := map[*ir.Var]ir.Expr{}, map[*ir.Var]int{}
	for _, e := range f.Edges {
		v := ir.Def(e.Stmt)
		if v == nil {
			continue
		}
		count[v]++
		switch s := e.Stmt.(type) { // sound: others define no expression
		case *ir.Assign:
			out[v] = s.Src
		case *ir.LoadStmt:
			out[v] = &ir.Load{T: v.Type, Addr: s.Addr}
		}
	}
	for v, n := range count {
		if n > 1 || v.Global || out[v] != nil && ir.Reads(out[v], v) {
			delete(out, v)
		}
	}
	return out
}

// open returns x with defined registers replaced by their definitions, again and again up to a depth.
func open(x ir.Expr, defs map[*ir.Var]ir.Expr, depth int) ir.Expr {
	return ir.Map(x, func(x ir.Expr) ir.Expr {
		if r, is := x.(*ir.Ref); is && depth > 0 && defs[r.Var] != nil {
			return open(defs[r.Var], defs, depth-1)
		}
		return x
	})
}

// size returns the number of nodes of x, at most a little more than maxNodesOf.
func size(x ir.Expr) int {
	n := 0
	ir.Walk(x, func(ir.Expr) bool { n++; return n <= maxNodesOf })
	return n
}

// shapes returns the properties of elements that occur in conditions and stores.
func (g *engine) shapes() (out []*shape) {
	seen := map[string]*shape{}
	add := func(x ir.Expr, flags []ir.Expr) {
		if size(x) > maxNodesOf {
			return
		}
		for _, s := range g.generalise(x) {
			for _, body := range []ir.Expr{s.body, ir.NotExpr(s.body)} {
				for i := -1; i < len(flags); i++ {
					n := *s
					if n.body = body; i >= 0 {
						n.body, n.flag = or([]ir.Expr{flags[i], body}), true
					}
					k := n.obj.Name + " " + ir.ExprString(n.body) + n.bound.Type.String()
					if old := seen[k]; old != nil {
						old.from = append(old.from, n.from...)
					} else if len(out) < maxShapes {
						seen[k] = &n
						out = append(out, &n)
					}
				}
			}
		}
	}
	for _, f := range g.t.Program.Funcs {
		defs := definitions(f)
		for v := range g.blocks {
			delete(defs, v) // a block has the name that the program uses
		}
		var flags, conds []ir.Expr
		for _, e := range f.Edges {
			a, is := e.Stmt.(*ir.Assume)
			if !is || a.Guard == ir.OvfGuard || ir.Asks(a.Cond) != nil {
				continue
			}
			for _, x := range ir.Conjuncts(a.Cond) {
				if x = open(x, defs, 4); reads(x) {
					conds = append(conds, x)
				} else if flag(x) && len(flags) < maxFlags && !slices.ContainsFunc(flags, func(y ir.Expr) bool {
					return ir.Equal(x, y)
				}) {
					flags = append(flags, x)
				}
			}
		}
		for _, x := range conds {
			for _, l := range bytesOf(x) {
				add(ir.NewBinary(ir.Eq, l, ir.NewConst(l.T, 0)), nil)
			}
			add(x, nil)
		}
		var bounds []*stored
		for _, e := range f.Edges {
			if s, is := e.Stmt.(*ir.Store); is {
				at, val := &ir.Load{T: s.Val.Type(), Addr: open(s.Addr, defs, 4)}, open(s.Val, defs, 4)
				add(ir.NewBinary(ir.Eq, at, val), nil)
				bounds = g.constants(bounds, at, val)
			}
		}
		for _, b := range bounds {
			if b.lo < b.hi {
				add(ir.NewBinary(ir.Le, ir.NewConst(b.at.T, b.lo), b.at), nil)
				add(ir.NewBinary(ir.Le, b.at, ir.NewConst(b.at.T, b.hi)), nil)
			}
		}
		for _, x := range conds {
			add(x, flags)
		}
	}
	return out
}

// stored has the least and the greatest constant that the program stores to the elements of an array.
type stored struct {
	at     *ir.Load
	obj    *ir.Object
	lo, hi int64
}

// constants adds to all that val is stored to at, an element of an array, if val is a constant.
func (g *engine) constants(all []*stored, at *ir.Load, val ir.Expr) []*stored {
	k, is := val.(*ir.Const)
	if !is || k.T.Kind != ir.Int {
		return all
	}
	o, _ := g.array(at.Addr)
	n, ok := value(k.T, k.Bits)
	if o == nil || !ok {
		return all
	}
	for _, b := range all {
		if b.obj == o && b.at.T == at.T {
			b.lo, b.hi = min(b.lo, n), max(b.hi, n)
			return all
		}
	}
	return append(all, &stored{at, o, n, n})
}

// reads reports whether x reads memory.
func reads(x ir.Expr) bool {
	found := false
	ir.Walk(x, func(x ir.Expr) bool {
		if _, is := x.(*ir.Load); is {
			found = true
		}
		return !found
	})
	return found
}

// bytesOf returns the reads of bytes in x. The first zero among such bytes may be the end of a string.
func bytesOf(x ir.Expr) (out []*ir.Load) {
	ir.Walk(x, func(x ir.Expr) bool {
		if l, is := x.(*ir.Load); is && l.T.Kind == ir.Int && l.T.Bits == 8 {
			out = append(out, l)
		}
		return true
	})
	return out
}

// flag reports whether x compares a register with a constant.
func flag(x ir.Expr) bool {
	b, is := x.(*ir.Binary)
	if !is || b.Op != ir.Eq && b.Op != ir.Ne {
		return false
	}
	_, ref := b.X.(*ir.Ref)
	_, lit := b.Y.(*ir.Const)
	return ref && lit && b.X.Type().Kind == ir.Int
}

// generalise returns the properties of elements that x becomes if an index, or a pointer, in it is replaced by the
// register of a quantifier.
func (g *engine) generalise(x ir.Expr) (out []*shape) {
	var done []*ir.Var
	ir.Walk(x, func(y ir.Expr) bool {
		l, is := y.(*ir.Load)
		if !is || l.T.Kind != ir.Int && l.T.Kind != ir.Bool {
			return true
		}
		at := l.Addr
		for {
			a, is := at.(*ir.PtrAdd)
			if !is {
				break
			}
			o, bytes := g.array(l.Addr)
			ir.Vars(a.Index, func(r *ir.Var) {
				if o == nil || a.Scale <= 0 || slices.Contains(done, r) || r.Type.Kind != ir.Int || r.Type.Bits < 8 {
					return
				}
				done = append(done, r)
				open := bytes == math.MaxInt64
				n := bytes/a.Scale + min(bytes%a.Scale, 1)
				if open {
					n = min(most(r.Type), math.MaxInt64>>(64-g.t.Program.Model.Ptr().Bits)/a.Scale)
				}
				if n < 2 || n > maxElements && !open || !holds(r.Type, n) {
					return
				}
				q := &ir.Var{Name: "q", Type: r.Type}
				back := false
				ir.Walk(x, func(y ir.Expr) bool {
					b, is := y.(*ir.Binary)
					if is && (b.Op == ir.Sub || b.Op == ir.Add) && ir.Reads(b.X, r) {
						k, lit := ir.IsConst(b.Y)
						v, _ := value(r.Type, k)
						back = back || lit && (v > 0) == (b.Op == ir.Sub)
					}
					return true
				})
				out = append(out, &shape{body: replaced(x, r, ir.NewRef(q)), bound: q, obj: o, open: open,
					n: n, from: []*ir.Var{r}, back: back})
			})
			at = a.P
		}
		if r, is := at.(*ir.Ref); is && !slices.Contains(done, r.Var) {
			done = append(done, r.Var)
			o, n := g.pointee(r.Var), int64(l.T.Size())
			if o == nil || o.Size/n < 2 || o.Size > maxElements {
				return true
			}
			q := &ir.Var{Name: "q", Type: g.t.Program.Model.Diff()}
			p := &ir.PtrAdd{P: &ir.AddrOf{Obj: o, T: r.Var.Type}, Index: ir.NewRef(q), Scale: n}
			out = append(out, &shape{body: replaced(x, r.Var, p), bound: q, obj: o, n: o.Size / n, bytes: n,
				from: []*ir.Var{r.Var}})
		}
		return true
	})
	return out
}

// most returns the number of elements that an array of open size certainly does not exceed, as far as indices of type t
// can count them.
func most(t ir.Type) int64 {
	bits := int(t.Bits)
	if t.Signed {
		bits--
	}
	return 1<<min(bits, 61) - 1
}

// replaced returns x with a register replaced by y.
func replaced(x ir.Expr, v *ir.Var, y ir.Expr) ir.Expr {
	return ir.Map(x, func(x ir.Expr) ir.Expr {
		if r, is := x.(*ir.Ref); is && r.Var == v {
			return y
		}
		return x
	})
}

// place returns the segments of a location whose properties read live registers only.
func (g *engine) place(l *ir.Loc, shapes []*shape) *place {
	p := &place{loc: l, bounds: map[*shape][]boundary{}, amounts: g.quantities(l)}
	live := g.y.E.Live(l.Func)
	alive := func(v *ir.Var) bool {
		return (v.Global || v.ID < len(l.Func.Vars) && l.Func.Vars[v.ID] == v) && live.At(l, v)
	}
	for _, s := range shapes {
		known := true
		ir.Vars(s.body, func(v *ir.Var) { known = known && (v == s.bound || alive(v)) })
		if o := s.obj; !known || o.Func != nil && o.Func != l.Func {
			continue
		}
		p.bounds[s] = g.boundaries(l, s, alive)
		p.segment(s)
	}
	return p
}

// segment adds the segments of a shape. Some element has a property from an index on with which the program reads the
// array; an implication has no lower bound.
func (p *place) segment(s *shape) {
	none := []side{{at: noSide}}
	bs := p.bounds[s]
	var regs []side
	for i := range bs {
		regs = append(regs, side{i, 0}, side{i, 1})
	}
	los := none
	switch {
	case s.flag:
	case s.back:
		los = append([]side{{noSide, 1}}, regs...)
	default:
		los = slices.Concat(none, regs)
	}
	for _, lo := range los {
		for _, hi := range slices.Concat(none, regs) {
			if lo.at != noSide && lo.at == hi.at || s.open && hi.at == noSide {
				continue
			}
			p.segments = append(p.segments, &segment{shape: s, lo: lo, hi: hi})
		}
	}
	if s.flag {
		return
	}
	for i, b := range bs {
		if s.bytes > 0 || slices.Contains(s.from, b.v) {
			for _, hi := range slices.Concat(none, regs) {
				if hi.at != i && !(s.open && hi.at == noSide) {
					p.segments = append(p.segments, &segment{shape: s, lo: side{i, 0}, hi: hi, some: true})
				}
			}
		}
	}
}

// boundaries returns the bounds of segments of a shape at a location: the live registers that are used most, of the
// type of an index or with pointers into the array.
func (g *engine) boundaries(l *ir.Loc, s *shape, alive func(*ir.Var) bool) (out []boundary) {
	for _, v := range slices.Concat(g.t.Program.Globals, l.Func.Vars) {
		switch {
		case !alive(v) || ir.Reads(s.body, v) && s.bytes == 0 && !g.indices()[v]:
		case s.bytes == 0 && v.Type == s.bound.Type && g.indices()[v]:
			out = append(out, boundary{v, ir.NewRef(v)})
		case s.bytes > 0 && g.pointee(v) == s.obj:
			out = append(out, boundary{v, &ir.PtrDiff{P: ir.NewRef(v), Q: &ir.AddrOf{Obj: s.obj, T: v.Type}}})
		}
	}
	slices.SortStableFunc(out, func(a, b boundary) int { return cmp.Compare(g.info.weight[b.v], g.info.weight[a.v]) })
	out = out[:min(len(out), maxBoundaries)]
	if g.indices(); s.bytes == 0 {
		n := 0
		for _, k := range g.limits {
			if k > 1 && k < s.n && holds(s.bound.Type, k) && n < maxLimits {
				out = append(out, boundary{nil, ir.NewConst(s.bound.Type, k)})
				n++
			}
		}
	}
	return out
}

// indices returns the registers that are indices of arrays, and those that the program compares with them or assigns to
// them.
func (g *engine) indices() map[*ir.Var]bool {
	if g.index != nil {
		return g.index
	}
	g.index = map[*ir.Var]bool{}
	var pairs [][]*ir.Var
	vars := func(xs ...ir.Expr) (out []*ir.Var) {
		for _, x := range xs {
			ir.Vars(x, func(v *ir.Var) {
				if v.Type.Kind == ir.Int {
					out = append(out, v)
				}
			})
		}
		return out
	}
	for _, f := range g.t.Program.Funcs {
		for _, e := range f.Edges {
			for _, x := range ir.StmtExprs(e.Stmt) {
				ir.Walk(x, func(x ir.Expr) bool {
					if a, is := x.(*ir.PtrAdd); is {
						for _, v := range vars(a.Index) {
							g.index[v] = true
						}
					}
					return true
				})
			}
			switch s := e.Stmt.(type) { // sound: others relate no registers
			case *ir.Assume:
				for _, x := range ir.Conjuncts(s.Cond) {
					pairs = append(pairs, vars(x))
				}
			case *ir.Assign:
				if s.Dst.Type.Kind == ir.Int {
					pairs = append(pairs, append(vars(s.Src), s.Dst))
				}
			}
		}
	}
	for range 2 {
		for _, p := range pairs {
			if slices.ContainsFunc(p, func(v *ir.Var) bool { return g.index[v] }) && len(p) <= 3 {
				for _, v := range p {
					g.index[v] = true
				}
			}
		}
	}
	g.limits = g.indexLimits()
	return g.index
}

// indexLimits returns the constants with which the program compares indices.
func (g *engine) indexLimits() (out []int64) {
	for _, f := range g.t.Program.Funcs {
		for _, e := range f.Edges {
			a, is := e.Stmt.(*ir.Assume)
			if !is {
				continue
			}
			b, is := a.Cond.(*ir.Binary)
			if !is || b.Op < ir.Eq || b.Op > ir.Le {
				continue
			}
			x, y := b.X, b.Y
			if _, lit := x.(*ir.Const); lit {
				x, y = y, x
			}
			r, ref := x.(*ir.Ref)
			k, lit := y.(*ir.Const)
			if !ref || !lit || !g.index[r.Var] {
				continue
			}
			if v, ok := value(k.T, k.Bits); ok && !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	return out
}

// observe drops the segments that are false in a state.
func (p *place) observe(env exec.Env) {
	var q uint64
	var bound *ir.Var
	in := &ir.Env{
		Reg: func(v *ir.Var) uint64 {
			if v == bound {
				return q
			}
			return env.Reg(v)
		},
		Addr: env.Addr, FuncAddr: exec.FuncAddr,
		Load: func(a uint64, t ir.Type) (uint64, bool) {
			b, ok := env.Mem(a, t.Size())
			return b & num.Mask(max(t.Bits, 1)), ok
		},
	}
	p.compare(in)
	p.seen = true
	truth := map[int64]bool{}
	var of *shape
	var at []int64
	for _, s := range p.segments {
		if s.false {
			continue
		}
		if s.shape != of { // segments of a shape are next to each other
			of, bound = s.shape, s.bound
			clear(truth)
			at = at[:0]
			for _, b := range p.bounds[of] {
				x, _ := ir.EvalExpr(b.x, in)
				v, ok := value(b.x.Type(), x)
				if !ok {
					v = -1
				}
				if s.bytes > 1 {
					v /= s.bytes
				}
				at = append(at, v)
			}
		}
		holds := func(i int64) bool {
			r, known := truth[i]
			if !known {
				q = num.Trunc(uint64(i), bound.Type.Bits)
				b, ok := ir.EvalExpr(s.body, in)
				r = ok && b != 0
				truth[i] = r
			}
			return r
		}
		lo, hi := max(s.lo.value(at, 0), 0), min(s.hi.value(at, s.n), s.n)
		s.check(lo, hi, holds)
	}
}

// value returns the index of a side; end is the array's bound.
func (s side) value(at []int64, end int64) int64 {
	if s.at == noSide {
		return end + s.off
	}
	return at[s.at] + s.off
}

// check drops the segment if it is false in a state in which it is [lo, hi).
func (s *segment) check(lo, hi int64, holds func(int64) bool) {
	if s.some {
		for i := lo; i < hi; i++ {
			if holds(i) || i > lo+maxScanned {
				s.states++
				s.width += hi - lo
				return
			}
		}
		s.false = true
		return
	}
	if lo >= hi {
		return
	}
	s.states++
	s.width += hi - lo
	const ends = 6
	for i := lo; i < hi; i++ {
		if i >= lo+ends && i < hi-ends {
			i = hi - ends
		}
		if !holds(i) {
			s.false = true
			return
		}
	}
}

// candidates returns the segments that were not false in any state and not empty in all of them, wide ones first (of
// those with some element: small ones). A segment from the first element to a register may have been empty,
// and one from a register to the last element is kept if no run came to the location.
func (p *place) candidates(g *engine) (out []*cand) {
	left := slices.DeleteFunc(slices.Clone(p.segments), func(s *segment) bool {
		simple := !s.some && s.lo.at == noSide && s.lo.off == 0 && s.hi.at != noSide && s.hi.off == 0
		early := s.some && !p.seen && s.hi.at == noSide
		return s.false || s.states == 0 && !simple && !early
	})
	slices.SortStableFunc(left, func(a, b *segment) int {
		x, y := a.width/max(a.states, 1), b.width/max(b.states, 1)
		if a.some && b.some {
			x, y = y, x
		}
		return cmp.Or(cmp.Compare(a.sides(), b.sides()), cmp.Compare(y, x))
	})
	type kind struct {
		s    *shape
		some bool
	}
	count := map[kind]int{}
	for _, s := range left {
		most := perShape
		if s.flag || s.some {
			most = perFlag
		}
		k := kind{s.shape, s.some}
		if count[k]++; count[k] <= most && len(out) < maxSegments {
			out = append(out, &cand{Loc: p.loc, Expr: s.expr(p.bounds[s.shape])})
		}
	}
	return out
}

// sides returns the number of bounds that are registers.
func (s *segment) sides() (n int) {
	for _, b := range []side{s.lo, s.hi} {
		if b.at != noSide {
			n++
		}
	}
	return n
}

// expr returns the candidate as a condition.
func (s *segment) expr(bs []boundary) ir.Expr {
	q := ir.Expr(ir.NewRef(s.bound))
	t := s.bound.Type
	if s.bytes > 1 {
		q = ir.NewBinary(ir.Mul, q, ir.NewConst(t, s.bytes))
	}
	var or []ir.Expr // the negated conditions that q is in the segment
	switch {
	case s.lo.at == noSide && s.lo.off > 0:
		or = append(or, ir.NewBinary(ir.Lt, q, ir.NewConst(t, s.lo.off)))
	case s.lo.at != noSide && s.lo.off > 0:
		or = append(or, ir.NewBinary(ir.Le, q, bs[s.lo.at].x))
	case s.lo.at != noSide:
		or = append(or, ir.NewBinary(ir.Lt, q, bs[s.lo.at].x))
	}
	switch {
	case s.hi.at != noSide && s.hi.off > 0:
		or = append(or, ir.NewBinary(ir.Lt, bs[s.hi.at].x, q))
	case s.hi.at != noSide:
		or = append(or, ir.NewBinary(ir.Le, bs[s.hi.at].x, q))
	}
	body := s.body
	if s.some {
		body = ir.NotExpr(body)
	}
	for _, x := range slices.Backward(or) {
		body = &ir.Binary{Op: ir.LOr, X: x, Y: body}
	}
	all := &ir.Forall{Bound: s.bound, Lo: ir.NewConst(t, 0), Hi: ir.NewConst(t, s.n), Body: body}
	if s.some {
		return &ir.Unary{Op: ir.LNot, X: all}
	}
	return all
}

// quantity is a number of a state: a register, or the offset of a pointer in the object into which it points.
type quantity struct {
	x    ir.Expr // of the type of differences of pointers
	off  *ir.Object
	base ir.Expr // the pointer, as an expression; nil for registers
}

// quantities returns the offsets of the live pointers at a location, and if there are any the registers that are used
// most.
func (g *engine) quantities(l *ir.Loc) (out []quantity) {
	live := g.y.E.Live(l.Func)
	diff := g.t.Program.Model.Diff()
	for _, p := range l.Func.Vars {
		o := g.pointee(p)
		if o == nil || !live.At(l, p) || o.Func != nil && o.Func != l.Func || len(out) >= maxBoundaries {
			continue
		}
		x := ir.Expr(ir.NewRef(p))
		out = append(out, quantity{&ir.PtrDiff{P: x, Q: &ir.AddrOf{Obj: o, T: p.Type}}, o, x})
	}
	if t := g.data.tables[l]; len(out) > 0 && t != nil {
		vars := g.related(t)
		for _, v := range vars[:min(len(vars), maxBoundaries)] {
			if v.Type.Bits < diff.Bits || v.Type == diff {
				out = append(out, quantity{x: ir.NewCast(diff, ir.NewRef(v))})
			}
		}
	}
	return out
}

// compare updates the greatest differences of quantities in the states seen.
func (p *place) compare(in *ir.Env) {
	n := len(p.amounts)
	if n == 0 {
		return
	}
	if p.most == nil {
		p.most = make([]int64, n*n)
		for i := range p.most {
			p.most[i] = math.MinInt64
		}
	}
	at := make([]int64, n)
	for i, q := range p.amounts {
		x, _ := ir.EvalExpr(q.x, in)
		at[i], _ = value(q.x.Type(), x)
		if at[i] > 1<<40 || at[i] < -(1<<40) {
			at[i] = 1 << 40
		}
	}
	for i := range at {
		for j := range at {
			p.most[i*n+j] = max(p.most[i*n+j], at[i]-at[j])
		}
	}
}

// inside returns candidates which say that a pointer into a named object stays inside of it, or at its end, and bounds
// of the differences between offsets, and between offsets and registers.
func (p *place) inside(g *engine) (out []*cand) {
	add := func(x ir.Expr) { out = append(out, &cand{Loc: p.loc, Expr: x}) }
	n := len(p.amounts)
	for i, q := range p.amounts {
		t := q.x.Type()
		if q.base != nil {
			add(&ir.Valid{What: ir.Same, Addr: q.base, N: &ir.AddrOf{Obj: q.off, T: q.base.Type()}})
			add(ir.NewBinary(ir.Le, ir.NewConst(t, 0), q.x))
			add(ir.NewBinary(ir.Lt, q.x, ir.NewConst(t, q.off.Size)))
			add(ir.NewBinary(ir.Le, q.x, ir.NewConst(t, q.off.Size)))
		}
		for j, r := range p.amounts {
			if i == j || q.base == nil && r.base == nil || p.most == nil {
				continue
			}
			if k := p.most[i*n+j]; g.notable(k) {
				add(ir.NewBinary(ir.Le, q.x, ir.NewBinary(ir.Add, r.x, ir.NewConst(t, k))))
			}
		}
	}
	return out
}
