package absint

import (
	"context"
	"fmt"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Result is what an analysis found.
type Result struct {
	Stop Stop
	// Invariants, if Stop is Done, are inductive and hold at the cuts: see the
	// package doc for their form. Locations between cuts follow from those
	// before them.
	Invariants []Invariant
	Results    map[*ir.Func]*ir.Var             // pseudo registers for returned values at the exit
	Entered    map[*ir.Func]map[*ir.Var]*ir.Var // with Config.Summaries: pseudo registers for values at the entry
	Made       map[*ir.Edge]*ir.Object          // names for the object that an edge made last
	Reached    map[*ir.Loc]bool                 // error locations that the invariants do not exclude
	Accesses   []*ir.Edge                       // memory accesses that may be invalid as far as the invariants tell
	Limited    bool                             // states were united, or control given up, for the sake of Config.Parts
	Parts      int                              // states altogether
	Work       uint64                           // edges evaluated

	// With Config.Symbols:
	Predicates []Predicate
	Fitness    float64 // the larger, the likelier an error is: paper 1's fit', as a logarithm of base 2

	// With Config.Backward, where errors are left: what states at the cuts must satisfy to reach
	// one of them (cuts that are missing: none can). Input is that condition at the entry over the
	// symbols, Hull their ranges in it; Safe says that no state at the entry can.
	Backward bool
	Safe     bool
	Needs    []Invariant
	Input    ir.Expr
	Hull     []domain.Range
}

// Reaches says whether the invariants leave a violation of o possible.
func (r *Result) Reaches(o *ir.Obligation) bool {
	for l := range r.Reached {
		if l.Obligation == o {
			return true
		}
	}
	return false
}

// Invariant says that Expr holds at Loc.
type Invariant struct {
	Loc  *ir.Loc
	Expr ir.Expr
}

// Forward analyses p from its entry, in domain d.
func Forward[E any](ctx context.Context, p *ir.Program, d domain.Domain[E], cfg Config) *Result {
	a := newAnalysis(ctx, p, d, cfg)
	r := &Result{Stop: a.run()}
	if r.Stop == Done {
		r.Reached, r.Accesses = a.errors()
		r.Stop = a.stop
		r.Limited = a.limited
	}
	r.Work = a.work
	if r.Stop != Done {
		return r
	}
	w := &writer[E]{a: a, get: func(p *part[E]) state[E] { return p.s }, results: map[*ir.Func]*ir.Var{}, entered: map[*ir.Func]map[*ir.Var]*ir.Var{}, made: map[*ir.Edge]*ir.Object{}, shared: map[shared][]ir.Expr{}}
	for _, n := range a.order {
		r.Parts += len(n.parts)
		r.Invariants = append(r.Invariants, Invariant{n.loc, w.parts(n)})
	}
	for _, f := range p.Funcs { // what no path reaches has no states either
		for _, l := range f.Locs {
			if a.cuts[f.ID][l.ID] == nil && (len(l.In) > 1 || l == f.Entry || l == f.Exit) && a.wto[f.ID].Pos(l.ID) < 0 {
				r.Invariants = append(r.Invariants, Invariant{l, ir.NewBool(false)})
			}
		}
	}
	r.Results, r.Entered, r.Made = w.results, w.entered, w.made
	if len(cfg.Symbols) > 0 && len(r.Reached) > 0 {
		r.Predicates = a.predicates(w)
		r.Fitness = a.fitness(r.Reached)
		r.Hull = a.hullOf(w)
	}
	if cfg.Backward && !cfg.Summaries && len(r.Reached) > 0 && a.stop == Done {
		a.needs(w, r)
	}
	r.Work, r.Stop = a.work, a.stop
	return r
}

// needs runs backward and writes what it found.
func (a *analysis[E]) needs(w *writer[E], r *Result) {
	if !a.backward(r.Reached) {
		a.stop = Done // what went forward stands
		return
	}
	r.Backward, r.Safe = true, true
	w.get = func(p *part[E]) state[E] { return p.back }
	for _, n := range a.order {
		if e := w.parts(n); e != nil && !isFalse(e) {
			r.Needs = append(r.Needs, Invariant{n.loc, e})
			r.Safe = r.Safe && n != a.entry()
		}
	}
	r.Hull = a.hullOf(w)
	in := a.bottom()
	for _, p := range a.entry().parts {
		in = a.join(in, p.back)
	}
	in = a.keepDims(in, a.bind.isSym)
	in.mem = state[E]{}.mem // a region speaks of inputs only
	r.Input = w.state(in)
}

// hullOf is the hull of the symbols in the states at the entry.
func (a *analysis[E]) hullOf(w *writer[E]) []domain.Range {
	in := a.bottom()
	for _, p := range a.entry().parts {
		in = a.join(in, w.get(p))
	}
	return a.hull(in)
}

func isFalse(e ir.Expr) bool {
	c, ok := e.(*ir.Const)
	return ok && c.Bits == 0
}

// writer turns states into expressions of the program.
type writer[E any] struct {
	a       *analysis[E]
	get     func(*part[E]) state[E] // which states: those forward, or backward
	results map[*ir.Func]*ir.Var
	entered map[*ir.Func]map[*ir.Var]*ir.Var
	made    map[*ir.Edge]*ir.Object
	shared  map[shared][]ir.Expr // expressions made before: states have much in common
}

// shared is a part of a state.
type shared struct {
	d    domain.Dim
	part any
}

func (w *writer[E]) parts(n *node[E]) ir.Expr {
	var or ir.Expr
	for _, p := range n.parts {
		s := w.get(p)
		if w.a.isBottom(s) {
			continue
		}
		e := w.state(s)
		if or == nil {
			or = e
		} else {
			or = &ir.Binary{Op: ir.LOr, X: or, Y: e}
		}
	}
	if or == nil {
		return ir.NewBool(false)
	}
	return or
}

func (w *writer[E]) state(s state[E]) ir.Expr {
	if w.a.isBottom(s) {
		return ir.NewBool(false)
	}
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
			k := shared{d, part}
			es, ok := w.shared[k]
			if !ok {
				for _, c := range give() {
					es = append(es, w.expr(c))
				}
				w.shared[k] = es
			}
			for _, e := range es {
				add(e)
			}
		})
	} else {
		for _, c := range w.a.dom.Constraints(s.num) {
			if w.summaries(c) < 2 { // no index would do for both
				add(w.expr(c))
			}
		}
	}
	s.ptr.Each(func(k uint32, p *pointer) bool {
		at := shared{domain.Dim(k), p}
		if w.shared[at] == nil {
			w.shared[at] = []ir.Expr{w.pointer(domain.Dim(k), p)}
		}
		add(w.shared[at][0])
		return true
	})
	s.mem.Each(func(k uint32, c *contents) bool {
		for _, z := range c.zero {
			add(w.zeros(w.a.bind.objects[k], z))
		}
		return true
	})
	if and == nil {
		return ir.NewBool(true)
	}
	return and
}

// summaries counts the summary cells of a condition.
func (w *writer[E]) summaries(x *domain.Expr) int {
	n, last := 0, domain.Dim(-1)
	x.Dims(func(d domain.Dim, _ ir.Type) {
		if b := w.a.bind; d != last && b.isCell(d) && b.cellOf(d).off == everywhere {
			n, last = n+1, d
		}
	})
	return n
}

// expr reads dimensions as registers and memory. A condition on a summary cell
// holds for all elements.
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

func (w *writer[E]) plain(x *domain.Expr, i *ir.Var) ir.Expr {
	switch x.Kind {
	case domain.KConst:
		return &ir.Const{T: x.T, Bits: x.Bits}
	case domain.KDim:
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

func (w *writer[E]) result(f *ir.Func) *ir.Var {
	v := w.results[f]
	if v == nil {
		v = &ir.Var{Name: f.Name + ".result", Type: f.Result}
		w.results[f] = v
	}
	return v
}

func (w *writer[E]) ghost(g *ghost) *ir.Var {
	of := w.entered[g.f]
	if of == nil {
		of = map[*ir.Var]*ir.Var{}
		w.entered[g.f] = of
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

// object is the address of an object.
func (w *writer[E]) object(o *object) ir.Expr {
	t := w.a.bind.prog.Model.Ptr()
	switch {
	case o.fn != nil:
		return &ir.FuncAddr{Func: o.fn, T: t}
	case o.obj != nil:
		return &ir.AddrOf{Obj: o.obj, T: t}
	}
	m := w.made[o.edge]
	if m == nil {
		m = &ir.Object{Name: fmt.Sprintf("made.%s.%d", o.owner.Name, o.edge.ID), Size: o.size, Func: o.owner, Pos: o.edge.Pos}
		w.made[o.edge] = m
	}
	return &ir.AddrOf{Obj: m, T: t}
}

// pointer says what a dimension points to, as a disjunction.
func (w *writer[E]) pointer(d domain.Dim, p *pointer) ir.Expr {
	x := w.dim(d, nil)
	t := w.a.bind.prog.Model.Ptr()
	if x.Type().Kind != ir.Ptr {
		x = &ir.Cast{T: t, X: x}
	}
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
				X: &ir.Binary{Op: ir.Rem, X: &ir.Binary{Op: ir.Sub, X: dist, Y: ir.NewConst(diff, lo)}, Y: ir.NewConst(diff, g.step)},
				Y: ir.NewConst(diff, 0)}}
		}
		add(e)
	}
	return or
}

// zeros says that some bytes of an object are zero.
func (w *writer[E]) zeros(o *object, z span) ir.Expr {
	t := w.a.bind.prog.Model.Size()
	i := &ir.Var{Name: "i", Type: t}
	at := &ir.PtrAdd{P: w.object(o), Index: ir.NewRef(i), Scale: 1}
	return &ir.Forall{Bound: i, Lo: ir.NewConst(t, z.lo), Hi: ir.NewConst(t, z.hi),
		Body: &ir.Binary{Op: ir.Eq, X: &ir.Load{T: ir.U8, Addr: at}, Y: ir.NewConst(ir.U8, 0)}}
}
