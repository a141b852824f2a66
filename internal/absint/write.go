package absint

import (
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/pmap"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// writer translates states to formulas over the program's registers and memory.
type writer[E any] struct {
	a      *lattice[E]
	names  Names
	ptr    pmap.Hashed[*pointer] // the pointers of the present state
	shared map[shared][]ir.Expr  // cache of formulas, since states have many fragments in common
}

// shared identifies a fragment of a state that other states may have, too: a part of its numbers (domain.Sharer) or a
// pointer.
type shared struct {
	d    domain.Dim
	part any
}

// state returns the formula of a state.
func (w *writer[E]) state(s state[E]) ir.Expr {
	if w.a.isBottom(s) {
		return ir.NewBool(false)
	}
	w.ptr = s.ptr
	var and ir.Expr
	add := func(e ir.Expr) {
		if and == nil {
			and = e
		} else {
			and = &ir.Binary{Op: ir.LAnd, X: and, Y: e}
		}
	}
	if sh, ok := w.a.dom.Numeric.(domain.Sharer[E]); ok {
		sh.Each(s.num, func(d domain.Dim, part any, give func() []*domain.Expr) {
			if b := w.a.bind; b.isExtent(d) || b.typeOf(d).Kind == ir.Ptr {
				return
			}
			k := shared{d, part}
			es, ok := w.shared[k]
			if !ok {
				for _, c := range give() {
					es = append(es, w.expr(c))
				}
				w.shared[k] = es
			}
			for _, e := range es {
				add(w.guard(s, w.a.bind.within(d), e))
			}
		})
	} else {
		for _, c := range w.a.dom.Constraints(s.num) {
			// Skip constraints on two summary cells, since a Forall binds only one index.
			if _, n := w.extentsIn(c); n == 0 && w.summaries(c) < 2 && w.canWriteOffsets(s, c) {
				e := w.expr(c)
				c.Dims(func(d domain.Dim, _ ir.Type) { e = w.guard(s, w.a.bind.within(d), e) })
				add(e)
			}
		}
	}
	s.ptr.Each(func(k uint32, p *pointer) bool {
		at := shared{domain.Dim(k), p}
		if w.shared[at] == nil {
			w.shared[at] = append([]ir.Expr{w.pointer(domain.Dim(k), p)}, w.liveness(domain.Dim(k), p)...)
		}
		for _, e := range w.shared[at] {
			add(w.guard(s, w.a.bind.within(domain.Dim(k)), e))
		}
		return true
	})
	s.mem.Each(func(k uint32, c *contents) bool {
		o := w.a.bind.objects[k]
		for _, z := range c.zero {
			add(w.guard(s, o, w.zeros(o, z)))
		}
		if c.life == gone && w.a.voidContents[o] {
			add(w.notLive(o))
		}
		return true
	})
	w.extents(s, add)
	w.ends(s, add)
	w.mirrors(s, add)
	if and == nil {
		return ir.NewBool(true)
	}
	return and
}

// summaries returns the number of summary cells in x.
func (w *writer[E]) summaries(x *domain.Expr) int {
	n, last := 0, domain.Dim(-1)
	x.Dims(func(d domain.Dim, _ ir.Type) {
		if b := w.a.bind; d != last && b.isCell(d) && b.cellOf(d).off == everywhere {
			n, last = n+1, d
		}
	})
	return n
}

// expr translates a constraint. A constraint on a summary cell becomes a Forall over the elements.
func (w *writer[E]) expr(x *domain.Expr) ir.Expr {
	var sum *cell
	x.Dims(func(d domain.Dim, _ ir.Type) {
		if b := w.a.bind; b.isCell(d) && b.cellOf(d).off == everywhere {
			sum = b.cellOf(d)
		}
	})
	if sum == nil {
		return w.plain(x, nil)
	}
	t := w.a.bind.prog.Model.Size()
	i := &ir.Var{Name: "i", Type: t}
	n := int64(sum.t.Size())
	return &ir.Forall{Bound: i, Lo: ir.NewConst(t, 0), Hi: ir.NewConst(t, sum.obj.size/n), Body: w.plain(x, i)}
}

// plain translates an expression; i is the index of a summary cell's element, nil if x has no summary cell.
func (w *writer[E]) plain(x *domain.Expr, i *ir.Var) ir.Expr {
	switch x.Kind {
	case domain.KConst:
		return &ir.Const{T: x.T, Bits: x.Bits}
	case domain.KDim:
		if w.a.bind.typeOf(x.D).Kind == ir.Ptr {
			return w.offset(x.D)
		}
		return w.dim(x.D, i)
	case domain.KUnary:
		return &ir.Unary{Op: x.Un, X: w.plain(x.X, i)}
	case domain.KCast:
		return &ir.Cast{T: x.T, X: w.plain(x.X, i)}
	case domain.KOverflows:
		return &ir.Overflows{Op: x.Bin, X: w.plain(x.X, i), Y: w.plain(x.Y, i)}
	case domain.KBinary:
		return &ir.Binary{Op: x.Bin, X: w.plain(x.X, i), Y: w.plain(x.Y, i)}
	}
	panic("absint: a constraint with an arbitrary value")
}

// dim returns the expression of a dimension: a register or a Load. i is the index in a summary cell.
func (w *writer[E]) dim(d domain.Dim, i *ir.Var) ir.Expr {
	b := w.a.bind
	if b.isCell(d) {
		c := b.cellOf(d)
		var at ir.Expr = w.object(c.obj)
		if c.off == everywhere {
			at = &ir.PtrAdd{P: at, Index: ir.NewRef(i), Scale: int64(c.t.Size())}
		} else {
			at = ir.NewPtrAdd(at, ir.NewConst(b.prog.Model.Diff(), c.off), 1)
		}
		return &ir.Load{T: c.t, Addr: at}
	}
	if b.isSym(d) {
		return ir.NewRef(b.syms[int32(d)-b.sym0].Var)
	}
	if int32(d) >= b.ghost0 {
		return ir.NewRef(w.ghost(b.ghost(d)))
	}
	if int32(d) >= b.result0 {
		return ir.NewRef(w.result(b.prog.Funcs[int32(d)-b.result0]))
	}
	return ir.NewRef(b.regs[d])
}

// result returns the pseudo register for the value that f returned.
func (w *writer[E]) result(f *ir.Func) *ir.Var {
	v := w.names.Results[f]
	if v == nil {
		v = &ir.Var{Name: f.Name + ".result", Type: f.Result}
		w.names.Results[f] = v
	}
	return v
}

// ghost returns the pseudo register for the value of g's register at the entry of its function.
func (w *writer[E]) ghost(g *ghost) *ir.Var {
	of := w.names.Entered[g.f]
	if of == nil {
		of = map[*ir.Var]*ir.Var{}
		w.names.Entered[g.f] = of
	}
	if of[g.of] == nil {
		name := g.of.Name + ".in"
		if g.param < 0 {
			name = g.of.Name + ".before"
		}
		of[g.of] = &ir.Var{Name: name, Type: g.of.Type}
	}
	return of[g.of]
}

// object returns the address of an object.
func (w *writer[E]) object(o *object) ir.Expr {
	t := w.a.bind.prog.Model.Ptr()
	switch {
	case o.fn != nil:
		return &ir.FuncAddr{Func: o.fn, T: t}
	case o.obj != nil:
		return &ir.AddrOf{Obj: o.obj, T: t}
	}
	m := w.names.Made[o.edge]
	if m == nil {
		m = &ir.Object{Name: fmt.Sprintf("made.%s.%d", o.owner.Name, o.edge.ID), Size: o.size, Func: o.owner, Pos: o.edge.Pos}
		w.names.Made[o.edge] = m
	}
	return &ir.AddrOf{Obj: m, T: t}
}

// address returns the expression of a dimension, converted to type Ptr.
func (w *writer[E]) address(d domain.Dim) ir.Expr {
	x := w.dim(d, nil)
	if t := w.a.bind.prog.Model.Ptr(); x.Type().Kind != ir.Ptr {
		x = &ir.Cast{T: t, X: x}
	}
	return x
}

// pointer returns the formula which states that the dimension d has the value p: a disjunction over the targets of p.
func (w *writer[E]) pointer(d domain.Dim, p *pointer) ir.Expr {
	x := w.address(d)
	t := w.a.bind.prog.Model.Ptr()
	diff := w.a.bind.prog.Model.Diff()
	var or ir.Expr
	add := func(e ir.Expr) {
		if or == nil {
			or = e
		} else {
			or = &ir.Binary{Op: ir.LOr, X: or, Y: e}
		}
	}
	if p.null {
		add(&ir.Binary{Op: ir.Eq, X: x, Y: ir.NewConst(t, 0)})
	}
	for _, g := range p.to {
		at := w.object(g.obj)
		if g.exact() {
			add(&ir.Binary{Op: ir.Eq, X: x, Y: ir.NewPtrAdd(at, ir.NewConst(diff, g.lo), 1)})
			continue
		}
		dist := &ir.PtrDiff{P: x, Q: at}
		lo, hi := g.lo, g.hi
		min, max := domain.Limits(diff)
		if lo == minOff {
			lo = int64(min.Bits())
		}
		if hi == maxOff {
			hi = int64(max.Bits())
		}
		e := ir.Expr(&ir.Binary{Op: ir.LAnd,
			X: &ir.Binary{Op: ir.Le, X: ir.NewConst(diff, lo), Y: dist},
			Y: &ir.Binary{Op: ir.Le, X: dist, Y: ir.NewConst(diff, hi)}})
		if g.step > 1 {
			e = &ir.Binary{Op: ir.LAnd, X: e, Y: &ir.Binary{Op: ir.Eq,
				X: &ir.Binary{Op: ir.Rem, X: &ir.Binary{Op: ir.Sub, X: dist, Y: ir.NewConst(diff, lo)},
					Y: ir.NewConst(diff, g.step)},
				Y: ir.NewConst(diff, 0)}}
		}
		add(e)
	}
	return or
}

// liveness returns formulas which state that each mortal object of p, the value of dimension d, is alive, has its size,
// and may be freed. An equation of d and the object's address does not imply this. The result is nil for programs
// without questions about objects (ir.Valid), which do not need these formulas.
func (w *writer[E]) liveness(d domain.Dim, p *pointer) (out []ir.Expr) {
	if !w.a.bind.asks {
		return nil
	}
	for _, t := range p.to {
		if !w.a.bind.mortal[t.obj] {
			continue
		}
		x := w.address(d)
		diff := w.a.bind.prog.Model.Diff()
		if t.exact() {
			x = ir.NewPtrAdd(x, ir.NewConst(diff, -t.lo), 1)
		} else {
			x = &ir.PtrAdd{P: x, Index: &ir.Unary{Op: ir.Neg, X: &ir.PtrDiff{P: x, Q: w.object(t.obj)}}, Scale: 1}
		}
		say := func(v *ir.Valid) {
			e := ir.Expr(v)
			rest := &pointer{null: p.null, to: slices.DeleteFunc(slices.Clone(p.to),
				func(u target) bool { return u.obj == t.obj })}
			if rest.null || len(rest.to) > 0 {
				e = &ir.Binary{Op: ir.LOr, X: w.pointer(d, rest), Y: e}
			}
			out = append(out, e)
		}
		if t.obj.isAlloc(ir.Heap) {
			say(&ir.Valid{What: ir.Freeable, Addr: x})
		}
		switch {
		case t.obj.extent >= 0 || t.obj.size == 0: // the function extents adds the size, or no formula can express it
		case t.obj.obj != nil && t.obj.obj.Const:
			say(&ir.Valid{What: ir.Readable, Addr: x, N: ir.NewConst(ir.U64, t.obj.size)})
		default:
			say(&ir.Valid{What: ir.Writable, Addr: x, N: ir.NewConst(ir.U64, t.obj.size)})
		}
	}
	return out
}

// zeros returns the formula which states that the bytes z of o are zero.
func (w *writer[E]) zeros(o *object, z byteRange) ir.Expr {
	t := w.a.bind.prog.Model.Size()
	i := &ir.Var{Name: "i", Type: t}
	at := &ir.PtrAdd{P: w.object(o), Index: ir.NewRef(i), Scale: 1}
	return &ir.Forall{Bound: i, Lo: ir.NewConst(t, z.lo), Hi: ir.NewConst(t, z.hi),
		Body: &ir.Binary{Op: ir.Eq, X: &ir.Load{T: ir.U8, Addr: at}, Y: ir.NewConst(ir.U8, 0)}}
}
