package inductive

import "github.com/tandem-verifier/tandem/internal/ir"

// step returns the state after a statement other than a call. It may change s.
func (c *checker) step(s *state, e *ir.Edge) *state {
	if !c.relational {
		return c.stepFacts(s, e)
	}
	after := c.relationsAfter(s, e)
	s = c.stepFacts(s, e)
	s.relations = after
	if a, ok := e.Stmt.(*ir.Assume); ok && !s.empty {
		c.compared(s, e, a.Cond)
	}
	c.relate(s)
	return s
}

// stepFacts does what step does, for values and texts.
func (c *checker) stepFacts(s *state, e *ir.Edge) *state {
	if c.texty {
		return c.stepTexts(s, e)
	}
	return c.stepValues(s, e)
}

// stepValues is like step, but does not know the effect of a statement on what the state knows about texts, except for
// memory that is overwritten in bulk, and for objects that end.
func (c *checker) stepValues(s *state, e *ir.Edge) *state {
	switch st := e.Stmt.(type) {
	case *ir.Skip:
	case *ir.Assign:
		s.set(c.register(st.Dst), c.eval(s, st.Src))
	case *ir.Assume:
		return c.loaded(c.assume(s, st.Cond, true), e)
	case *ir.Input:
		n := c.register(st.Dst)
		s.forget(n)
		if o := c.makes[e]; o != nil {
			c.retire(s, o)
			s.forget(n)
			if !c.untracked(o) && st.Site.Kind != ir.Approx { // an approximation is any pointer
				s.set(n, value{t: st.Dst.Type, ptr: &places{null: true, to: []spot{{obj: o}}}})
			}
		}
	case *ir.LoadStmt:
		c.load(s, c.register(st.Dst), st.Dst.Type, c.eval(s, st.Addr).ptr)
	case *ir.Store:
		c.store(s, st.Addr, c.eval(s, st.Val))
	case *ir.Decl:
		c.retire(s, st.Obj)
	case *ir.End:
		c.end(s, st.Obj)
	case *ir.Alloc:
		o := c.makes[e]
		n := c.register(st.Dst)
		size := c.castTo(ir.U64, c.eval(s, st.Size))
		if c.retire(s, o); c.sized(o) {
			s.set(c.number(slot{kind: extent, obj: o}), size)
		}
		if st.Zeroed && c.size(o) > 0 && !c.untracked(o) {
			c.addZeros(s, o, 0, c.size(o))
		}
		s.set(n, c.pointTo(st.Dst.Type, spot{obj: o}))
	case *ir.Free:
		c.free(s, st.Addr, st.Kind)
	case *ir.MemCopy:
		c.memCopy(s, st.Dst, st.Src, c.bytes(s, st.N))
	case *ir.MemSet:
		c.memSet(s, st.Dst, c.eval(s, st.Val), c.bytes(s, st.N))
	case *ir.MemHavoc:
		c.scramble(s, st.Addr, c.bytes(s, st.N))
	case *ir.HavocAll:
		s.keep(func(n int) bool { k := c.slots[n]; return k.kind == kept || k.kind == register && !k.v.Global })
	case *ir.Return:
		c.leave(s, e.From.Func, st)
	case *ir.Math:
		v := c.math(s, st)
		s.forget(c.register(st.Dst))
		if v != nil {
			s.set(c.register(st.Dst), *v)
		}
	case *ir.Undefined:
		s.empty = true
	default: // sound: all is forgotten; follow handles calls
		s.facts, s.texts = nil, nil
	}
	return s
}

// bytes returns a number of bytes, or -1 if it is not constant.
func (c *checker) bytes(s *state, n ir.Expr) int64 {
	v := c.eval(s, n)
	if bits, ok := v.only(); ok {
		if w := number(v.t, bits); w.hi == 0 && w.lo < 1<<40 {
			return int64(w.lo)
		}
	}
	return -1
}

// free changes s for a Free: the objects to which addr may point end.
func (c *checker) free(s *state, addr ir.Expr, kind ir.AllocKind) {
	ends := c.onHeap
	if kind == ir.Stack {
		ends = c.onStack
	}
	p := c.eval(s, addr).ptr
	if p == nil {
		for _, o := range c.within(addr) {
			if ends(o) && c.lifeIn(s, o) != never {
				c.retire(s, o)
				c.forgetKept(s, o)
			}
		}
		return
	}
	if !p.null && len(p.to) == 1 && p.to[0].lo == 0 && p.to[0].hi == 0 {
		if e := c.made[p.to[0].obj]; e != nil && ends(p.to[0].obj) {
			if _, ok := e.Stmt.(*ir.Alloc); ok {
				c.end(s, p.to[0].obj)
				c.forgetKept(s, p.to[0].obj)
				return
			}
		}
	}
	for _, sp := range p.to {
		if sp.obj != nil && ends(sp.obj) && c.lifeIn(s, sp.obj) != never {
			c.retire(s, sp.obj)
			c.forgetKept(s, sp.obj)
		}
	}
}

// onStack reports whether an object is stack memory.
func (m *model) onStack(o *ir.Object) bool {
	e, ok := m.made[o]
	return ok && isStack(e.Stmt)
}

// isStack reports whether a statement allocates stack memory.
func isStack(s ir.Stmt) bool {
	a, ok := s.(*ir.Alloc)
	return ok && a.Kind == ir.Stack
}

// onHeap reports whether a Free of heap memory may end an object.
func (m *model) onHeap(o *ir.Object) bool {
	e, ok := m.made[o]
	if !ok {
		return false
	}
	a, ok := e.Stmt.(*ir.Alloc)
	return !ok || a.Kind == ir.Heap
}

// leave changes s for a return from f: it sets the pseudo register of the result, and removes the objects and registers
// of the activation.
func (c *checker) leave(s *state, f *ir.Func, st *ir.Return) {
	res := c.register(c.result(f))
	if c.texty && st.Val != nil {
		s.texts = c.assigned(s, res, f.Result, st.Val)
	}
	if st.Val != nil && f.Result.Kind != ir.None {
		s.set(res, c.eval(s, st.Val))
	} else {
		s.forget(res)
	}
	if s.empty {
		return
	}
	for _, o := range f.Objects {
		c.end(s, o)
	}
	for _, e := range f.Edges {
		if a, ok := e.Stmt.(*ir.Alloc); ok && a.Kind == ir.Stack {
			c.end(s, c.makes[e])
		}
	}
	s.keep(func(n int) bool { k := c.slots[n]; return k.kind != register || k.v.Global || n == res })
}

// result returns the pseudo register of the value that f returns.
func (c *checker) result(f *ir.Func) *ir.Var {
	if v := c.ev.Results[f]; v != nil {
		return v
	}
	v := c.results[f]
	if v == nil {
		v = &ir.Var{Name: f.Name + ".result", Type: f.Result}
		c.results[f] = v
	}
	return v
}

// effect is a superset of the changes that a call of a function may make, functions that it calls included.
type effect struct {
	globals map[*ir.Var]bool // registers that are written
	memory  bool             // memory may be written, or objects made or ended
	renewed []*ir.Object     // objects that may get new instances or end
	frees   bool             // objects may be freed

	freesStack bool // stack memory may be freed
}

// effect returns the joined effects of f and of the functions that it may call.
func (m *model) effect(f *ir.Func) *effect {
	if e := m.effects[f]; e != nil {
		return e
	}
	eff := &effect{globals: map[*ir.Var]bool{}}
	seen := map[*ir.Func]bool{f: true}
	for work := []*ir.Func{f}; len(work) > 0; {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		own := m.ownEffect(g)
		eff.renewed = append(eff.renewed, own.renewed...)
		for v := range own.globals {
			eff.globals[v] = true
		}
		eff.memory, eff.frees, eff.freesStack = eff.memory || own.memory, eff.frees || own.frees, eff.freesStack ||
			own.freesStack
		for _, h := range m.calls[g] {
			if !seen[h] {
				seen[h] = true
				work = append(work, h)
			}
		}
	}
	m.effects[f] = eff
	return eff
}

// ownEffect returns the effect of the statements of f other than calls.
func (m *model) ownEffect(f *ir.Func) *effect {
	if e := m.own[f]; e != nil {
		return e
	}
	eff := &effect{globals: map[*ir.Var]bool{}, renewed: f.Objects[:len(f.Objects):len(f.Objects)]}
	for _, e := range f.Edges {
		if v := ir.Def(e.Stmt); v != nil && v.Global {
			eff.globals[v] = true
		}
		if o := m.makes[e]; o != nil {
			eff.memory = true
			eff.renewed = append(eff.renewed, o)
		}
		switch st := e.Stmt.(type) {
		case *ir.Call, *ir.Skip, *ir.Assign, *ir.Assume, *ir.LoadStmt, *ir.Return, *ir.Math, *ir.Undefined, *ir.Input:
		case *ir.Free:
			eff.memory, eff.frees = true, true
			eff.freesStack = eff.freesStack || st.Kind == ir.Stack
		case *ir.HavocAll:
			eff.memory = true
			for _, v := range m.prog.Globals {
				eff.globals[v] = true
			}
		default: // sound: a statement that is not listed may write anything
			eff.memory = true
		}
	}
	m.own[f] = eff
	return eff
}

// enter returns the state at the callee's entry.
func (c *checker) enter(s *state, call *ir.Call) *state {
	var args []value
	for _, x := range call.Args {
		args = append(args, c.eval(s, x))
	}
	in := s.clone()
	shared := func(n int) bool { k := c.slots[n]; return k.kind != kept && (k.kind != register || k.v.Global) }
	in.relations = nil
	in.keep(shared)
	in.texts = c.enterTexts(s, call, shared)
	c.keepAll(in, call.Func)
	for i, p := range call.Func.Params {
		if i < len(args) {
			in.set(c.register(p), args[i])
		}
	}
	return in
}

// resume returns the state after a call, for the state s before the call and a state exit at the callee's exit.
func (c *checker) resume(s, exit *state, call *ir.Call) *state {
	eff := c.effect(call.Func)
	out := s.clone()
	out.relations = c.resumed(s, call, eff)
	for _, o := range eff.renewed {
		c.retire(out, o)
	}
	if eff.frees {
		for _, o := range c.madeList {
			if (c.onHeap(o) && c.mayFree(call.Func, o) && !c.isKept(exit, o) || eff.freesStack && c.onStack(o)) &&
				c.lifeIn(out, o) != never {
				c.retire(out, o)
				c.forgetKept(out, o)
			}
		}
	}
	out.keep(func(n int) bool {
		k := c.slots[n]
		if k.kind != register {
			return k.kind == extent || k.kind == kept || !eff.memory
		}
		return !k.v.Global || !eff.globals[k.v]
	})
	c.dropExtents(out)
	res := c.register(c.result(call.Func))
	var result *value
	for _, x := range exit.facts {
		if k := c.slots[x.slot]; k.kind == kept || k.kind == extent && !led(exit, k.obj) {
			continue
		}
		if x.slot == res {
			result = x.val
			continue
		}
		v := *x.val
		if old := out.find(x.slot); old != nil {
			if c.slots[x.slot].kind == zeros {
				v.ints = joined(append(append([]rng{}, v.ints...), old.ints...))
			} else {
				v = common(*old, v)
			}
		}
		out.set(x.slot, v)
	}
	if call.Dst != nil {
		if result != nil {
			out.set(c.register(call.Dst), *result)
		} else {
			out.forget(c.register(call.Dst))
		}
		c.resumeTexts(out, exit, res, c.register(call.Dst))
	} else {
		c.resumeTexts(out, exit, res, none)
	}
	return out
}

// initial returns the state in which the program starts.
func (c *checker) initial() *state {
	s := &state{}
	for _, v := range c.prog.Globals {
		if v.Init != nil {
			s.set(c.register(v), c.eval(&state{}, v.Init))
		} else {
			s.set(c.register(v), constant(v.Type, 0))
		}
	}
	for _, o := range c.prog.Objects {
		if o.Uninit || c.constantObject(o) {
			continue
		}
		if t := o.Elem; t.Kind == ir.Int {
			if v, ok := c.allItems(o, t); ok {
				s.set(c.number(slot{kind: elements, obj: o, t: t}), v)
			}
		}
		c.writeInit(s, o, 0, o.Size, o, 0)
	}
	for o := range c.mortal {
		c.setLife(s, o, never)
	}
	c.keepAll(s, c.prog.Entry)
	return s
}

// allItems returns the set of values of the elements of an initialised array; false if an initial item is not an
// element.
func (c *checker) allItems(o *ir.Object, t ir.Type) (value, bool) {
	n := int64(t.Size())
	var rs []rng
	for _, it := range o.Init {
		k, ok := it.Val.(*ir.Const)
		if !ok || k.T != t || it.Off%n != 0 {
			return value{}, false
		}
		w := number(t, k.Bits)
		rs = append(rs, rng{w, w})
	}
	if int64(len(rs))*n < o.Size || len(rs) == 0 {
		rs = append(rs, rng{})
	}
	return ranges(t, rs...), true
}
