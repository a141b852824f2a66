package absint

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// step returns the state after e, an edge of f that is not a call.
func (a *transfer[E]) step(s state[E], f *ir.Func, e *ir.Edge) state[E] {
	if a.texty {
		return a.stepTexts(s, f, e)
	}
	return a.stepValues(s, f, e)
}

// stepValues is like step, but does not know what an assignment, a load, a store or a condition says about texts.
func (a *transfer[E]) stepValues(s state[E], f *ir.Func, e *ir.Edge) state[E] {
	switch st := e.Stmt.(type) { // sound: the state after other statements is top
	case *ir.Skip:
		return s
	case *ir.Assign:
		t := st.Dst.Type
		d := a.bind.reg(f, st.Dst)
		return a.assign(s, d, t, a.source(s, f, st.Src), a.value(s, f, st.Src))
	case *ir.Assume:
		s = a.assume(s, f, st.Cond, true)
		for _, l := range a.bind.loads[e] {
			s = a.assumeLoaded(s, f, st.Cond, l)
		}
		return a.assumeCells(s, f, st.Cond, a.bind.loads[e])
	case *ir.Input:
		return a.input(s, f, e, st)
	case *ir.LoadStmt:
		return a.load(s, a.bind.reg(f, st.Dst), st.Dst.Type, a.pointer(s, f, st.Addr))
	case *ir.Store:
		v := stored{st.Val.Type(), a.source(s, f, st.Val), a.value(s, f, st.Val)}
		return a.store(s, f, st.Addr, v)
	case *ir.Decl:
		return a.retire(s, a.bind.byObj[st.Obj])
	case *ir.End:
		return a.end(s, a.bind.byObj[st.Obj])
	case *ir.Alloc:
		return a.alloc(s, f, e, st)
	case *ir.Free:
		return a.free(s, f, st.Addr, st.Kind)
	case *ir.MemCopy:
		return a.memCopy(s, f, st.Dst, st.Src, a.count(s, f, st.N))
	case *ir.MemSet:
		return a.memSet(s, f, st.Dst, a.bounds(s, f, st.Val), a.count(s, f, st.N))
	case *ir.MemHavoc:
		return a.scramble(s, f, st.Addr, a.count(s, f, st.N))
	case *ir.HavocAll:
		s = a.forgetMemory(s)
		return a.keepDims(s, func(d domain.Dim) bool { return a.bind.isLocal(d) || int32(d) >= a.bind.result0 })
	case *ir.Return:
		return a.leave(s, f, st)
	case *ir.Math:
		return a.math(s, f, st)
	case *ir.Undefined:
		return a.bottom()
	}
	return a.top() // a kind of statement that is not handled above
}

// math returns the state after a call of a function of libm. Its result is any value within the bounds that follow from
// the bounds of the arguments.
func (a *transfer[E]) math(s state[E], f *ir.Func, st *ir.Math) state[E] {
	args := make([]ir.FloatRange, len(st.Args))
	known := !ir.AsksObject(st.Fn)
	for i := 0; known && i < len(st.Args); i++ {
		r := a.bounds(s, f, st.Args[i])
		known = !r.Empty && r.T.Kind == ir.Float
		args[i] = ir.FloatRange{Lo: r.FLo, Hi: r.FHi, NaN: r.NaN}
	}
	s = a.forget(s, a.bind.reg(f, st.Dst))
	if known {
		if r, ok := ir.MathRange(st.Fn, st.Dst.Type, args); ok {
			return a.assume(s, f, r.Holds(st.Dst), true)
		}
	}
	return s
}

// value returns the pointer value of e, nil if it is unknown or if e cannot hold an address.
func (a *evaluator[E]) value(s state[E], f *ir.Func, e ir.Expr) *pointer {
	if t := e.Type(); t.Kind == ir.Ptr || a.bind.addressed(t) && (mentionsPointer(e) || a.bind.mayHoldPointer(f, e)) {
		return a.pointer(s, f, e)
	}
	return nil
}

// count returns the number of bytes of a statement on a range of memory, -1 if it is not constant in s.
func (a *evaluator[E]) count(s state[E], f *ir.Func, n ir.Expr) int64 {
	r := a.bounds(s, f, n)
	if _, ok := r.IsConst(); !ok {
		return -1
	}
	if v, ok := r.Lo.Int64(); ok && v >= 0 {
		return v
	}
	return -1
}

// input returns the state after in, the statement of e. An Input of a pointer makes a new instance of an object, if the
// program has an object for the edge.
func (a *transfer[E]) input(s state[E], f *ir.Func, e *ir.Edge, in *ir.Input) state[E] {
	d := a.bind.reg(f, in.Dst)
	o := a.bind.byEdge[e]
	if o == nil {
		if sym, ok := a.bind.bySite[in.Site]; ok {
			return a.assign(s, d, in.Dst.Type, domain.NewDim(in.Dst.Type, sym), nil)
		}
		return a.forget(s, d)
	}
	s = a.retire(s, o)
	s = a.forget(s, d)
	if o.wild || in.Site.Kind == ir.Approx { // the input may be any pointer
		return s
	}
	return a.assign(s, d, in.Dst.Type, domain.NewAny(in.Dst.Type), &pointer{null: true, to: []target{{obj: o}}})
}

// alloc returns the state after st, the statement of e.
func (a *transfer[E]) alloc(s state[E], f *ir.Func, e *ir.Edge, st *ir.Alloc) state[E] {
	o := a.bind.byEdge[e]
	size := domain.NewCast(ir.I64, a.numExpr(s, f, st.Size))
	s = a.retire(s, o)
	if d, ok := a.bind.extent(o); ok {
		s.num = a.dom.Assign(s.num, d, size)
	}
	s = a.forget(s, a.bind.reg(f, st.Dst))
	if st.Zeroed && o.size > 0 && !o.wild {
		s = s.withZeros(o, s.zeros(o).with(0, o.size))
	}
	return a.assign(s, a.bind.reg(f, st.Dst), st.Dst.Type, domain.NewAny(st.Dst.Type), pointTo(o))
}

// free returns the state after a Free of addr in f. The lives of the objects that addr may point to end. Pointers to
// these objects become unknown, so no access through them is valid.
func (a *transfer[E]) free(s state[E], f *ir.Func, addr ir.Expr, kind ir.AllocKind) state[E] {
	p := a.pointer(s, f, addr)
	if p == nil {
		objs := a.reach(addr)
		a.noteFreed(f, objs...)
		return a.freeAll(s, objs, kind)
	}
	for _, t := range p.to {
		a.noteFreed(f, t.obj)
		if !p.null && len(p.to) == 1 && t.lo == 0 && t.hi == 0 && t.obj.isAlloc(kind) {
			s.kept = s.kept.Delete(uint32(t.obj.id))
			return a.end(s, t.obj)
		}
		s = a.freeAll(s, []*object{t.obj}, kind)
	}
	return s
}

// freeAll returns the state after a Free that may end the life of each of objs.
func (a *transfer[E]) freeAll(s state[E], objs []*object, kind ir.AllocKind) state[E] {
	var freed []*object
	for _, o := range objs {
		if !o.freedAs(kind) {
			continue
		}
		isGone := s.lifeOf(o) == gone
		if !isGone {
			freed = append(freed, o)
		}
		if !isGone || !a.voidContents[o] { // in the other case, the invariant implies that o has no instance
			s.kept = s.kept.Delete(uint32(o.id))
		}
	}
	return a.retireAll(s, freed)
}

// leave returns the state after a Return from f: the result has its value, and the lives of the activation's objects
// have ended.
func (a *transfer[E]) leave(s state[E], f *ir.Func, st *ir.Return) state[E] {
	d := a.bind.result(f)
	if st.Val == nil || f.Result.Kind == ir.None {
		s = a.forget(s, d)
	} else {
		s = a.assign(s, d, f.Result, a.source(s, f, st.Val), a.value(s, f, st.Val))
	}
	if f == a.bind.prog.Entry {
		return a.top() // at the end of the program, the state is not used
	}
	var dead []*object
	for _, o := range f.Objects {
		dead = append(dead, a.bind.byObj[o])
	}
	for _, e := range f.Edges {
		if al, ok := e.Stmt.(*ir.Alloc); ok && al.Kind == ir.Stack {
			dead = append(dead, a.bind.byEdge[e])
		}
	}
	s = a.retireAll(s, dead)
	if a.lives {
		for _, o := range dead {
			if o.lives() {
				s = s.withZeros(o, goneContents)
			}
		}
	}
	return a.keepDims(s, func(d domain.Dim) bool { return !a.bind.isLocal(d) })
}

// enter returns the state at the entry of the callee, for a call in f.
func (a *transfer[E]) enter(s state[E], f *ir.Func, c *ir.Call) state[E] {
	type arg struct {
		x *domain.Expr
		q *pointer
	}
	var args []arg
	for _, x := range c.Args {
		args = append(args, arg{a.source(s, f, x), a.value(s, f, x)})
	}
	r := a.bindTwins(s, f, c)
	r.kept = a.keptAll()
	// If f calls itself, arguments may read parameters, which the loop below overwrites. So replace the arguments by their
	// bounds.
	if c.Func == f {
		for i, p := range c.Func.Params {
			if i < len(args) && (numeric(p.Type) || numeric(args[i].x.T)) {
				t := args[i].x.T
				rg := a.dom.Bounds(s.num, args[i].x)
				args[i].x = domain.NewAny(t)
				if !rg.Empty && t.Kind != ir.Float {
					args[i].x = domain.NewRange(t, rg.Lo, rg.Hi)
				}
			}
		}
	}
	for i, p := range c.Func.Params {
		d := a.bind.reg(c.Func, p)
		if i < len(args) {
			r = a.assign(r, d, p.Type, args[i].x, args[i].q)
		} else {
			r = a.forget(r, d)
		}
	}
	keep := map[domain.Dim]bool{}
	for _, p := range c.Func.Params {
		keep[a.bind.reg(c.Func, p)] = true
	}
	for _, g := range a.bind.ghostsIn(c.Func) {
		keep[g.twin] = true
	}
	r.texts = nil
	r = a.keepDims(r, func(d domain.Dim) bool {
		return keep[d] || a.bind.isCell(d) || a.bind.isSym(d) || a.bind.isExtent(d) || int32(d) < a.bind.result0 &&
			!a.bind.isLocal(d)
	})
	if a.texty {
		r.texts = a.enterTexts(s, f, c, func(d domain.Dim) bool {
			return a.bind.isCell(d) || int32(d) < a.bind.result0 && !a.bind.isLocal(d)
		})
	}
	return a.enterGhosts(a.scoped(r), c.Func)
}

// resume returns the state after the call c in f. It has the facts of s, the state before the call, that survive the
// call, and the facts of exit, the state at the callee's exit.
func (a *transfer[E]) resume(s, exit state[E], f *ir.Func, c *ir.Call) state[E] {
	if a.isBottom(exit) {
		return a.bottom()
	}
	s = a.bindTwins(s, f, c)
	eff := a.bind.effects[c.Func.ID]
	s = a.retireAll(s, eff.renews)
	for kind, frees := range eff.Frees {
		if frees {
			s = a.freeAll(s, a.mayBeFreed(exit, ir.AllocKind(kind)), ir.AllocKind(kind))
		}
	}
	s = a.keepDims(s, func(d domain.Dim) bool {
		if a.bind.isCell(d) {
			return !eff.Memory
		}
		return !eff.globals[d]
	})
	res := a.bind.result(c.Func)
	if eff.Memory {
		s.texts = s.texts.keepObjects(func(o *object) bool { return o.fixed })
	}
	twins := map[domain.Dim]bool{}
	for _, g := range a.bind.ghostsIn(c.Func) {
		twins[g.twin] = true
	}
	exit = a.ghostsToTwins(a.scoped(exit), c.Func)
	exit = a.keepDims(exit, func(d domain.Dim) bool {
		return twins[d] || a.bind.isCell(d) || a.bind.isSym(d) || a.bind.isExtent(d) || d == res || !a.bind.isLocal(d) &&
			int32(d) < a.bind.result0
	})
	s, exit = a.dropExtents(s), a.dropExtents(exit)
	r := a.withoutTwins(state[E]{num: a.dom.Meet(s.num, exit.num), mem: exit.mem, kept: s.kept}, c.Func)
	if !eff.Memory {
		r.mem = s.mem
		for _, o := range eff.renews {
			if exit.lifeOf(o) == gone {
				r = r.withZeros(o, goneContents)
			}
		}
	}
	r.ptr = s.ptr.Union(exit.ptr, func(_ uint32, p, q *pointer) *pointer {
		if q.leq(p) {
			return q
		}
		return p
	})
	if a.isBottom(r) {
		return a.bottom()
	}
	if c.Dst != nil {
		t := c.Dst.Type
		d := a.bind.reg(f, c.Dst)
		x := domain.NewAny(t)
		if numeric(t) || t.Kind == ir.Ptr {
			x = a.held(t, res)
		}
		r = a.assign(r, d, t, x, r.pointer(res))
	}
	if a.texty {
		dst := noDim
		if c.Dst != nil {
			dst = a.bind.reg(f, c.Dst)
		}
		r.texts = nil
		r = a.forget(r, res)
		r.texts = resumeTexts(s.texts, exit.texts, res, dst)
		return a.boundTexts(r)
	}
	return a.forget(r, res)
}
