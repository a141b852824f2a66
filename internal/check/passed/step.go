package passed

import (
	"maps"
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// pass changes s to the state after edge e. It returns false if no execution continues within the function after e.
func (c *checker) pass(s *state, e *ir.Edge) bool {
	switch st := e.Stmt.(type) {
	case *ir.Skip:
	case *ir.Assign:
		s.regs[st.Dst] = c.value(s, st.Src)
	case *ir.Assume:
		return c.assume(s, st.Cond, true)
	case *ir.Input:
		s.regs[st.Dst] = c.unknown()
	case *ir.Math:
		s.regs[st.Dst] = c.unknown()
	case *ir.LoadStmt:
		at, n := c.value(s, st.Addr), int64(st.Dst.Type.Size())
		v := c.unknown()
		if s.there[at.base].covers(at.off, at.off+n, false) { // an invalid read may return another value each time
			v = c.value(s, &ir.Load{T: st.Dst.Type, Addr: st.Addr})
		}
		s.regs[st.Dst] = v
	case *ir.Store:
		at, v, n := c.value(s, st.Addr), c.value(s, st.Val), int64(st.Val.Type().Size())
		in := c.where(st.Addr)
		s.overwrite(at, n, in)
		if s.there[at.base].covers(at.off, at.off+n, true) { // an invalid write is lost
			s.cells = append(s.cells, held{at, st.Val.Type(), v, in})
		}
	case *ir.MemCopy:
		c.fill(s, st.Dst, st.N)
	case *ir.MemSet:
		c.fill(s, st.Dst, st.N)
	case *ir.MemHavoc:
		c.fill(s, st.Addr, st.N)
	case *ir.Decl:
		s.die(flow.Set{c.points.Object(st.Obj)})
		delete(s.locals, st.Obj)
	case *ir.End:
		s.die(flow.Set{c.points.Object(st.Obj)})
		delete(s.locals, st.Obj)
	case *ir.Free:
		s.die(allocated(c.points.Pointees(st.Addr)))
	case *ir.Alloc:
		v := c.unknown()
		s.regs[st.Dst] = v
		if n, ok := number(st.Size); ok && n > 0 && n < most {
			s.there[v.base] = known{0, n, 0, n, c.where(ir.NewRef(st.Dst))}
		}
	case *ir.HavocAll:
		s.cells = nil
		maps.DeleteFunc(s.regs, func(v *ir.Var, _ address) bool { return v.Global })
	case *ir.Call:
		c.arrive(st.Func.Entry, c.entering(s, st))
		c.called(s, e, st)
	case *ir.Return, *ir.Undefined:
		return false
	}
	return true
}

// fill changes s for a write of n bytes with unknown values.
func (c *checker) fill(s *state, addr, n ir.Expr) {
	k, ok := number(n)
	switch {
	case ok && k == 0:
		return
	case !ok || k < 0 || k >= most:
		k = 0
	}
	s.overwrite(c.value(s, addr), k, c.where(addr))
}

// overwrite forgets the facts that a write of n bytes at an address may change; n is 0 if the number of bytes is
// unknown.
func (s *state) overwrite(at address, n int64, in *targets) {
	s.cells = slices.DeleteFunc(slices.Clone(s.cells), func(h held) bool {
		m := int64(h.t.Size())
		if h.at.base == at.base && n > 0 {
			return h.at.off < at.off+n && at.off < h.at.off+m
		}
		return h.in.meet(m, in, n)
	})
}

// die forgets the facts about the given objects, which may have ended.
func (s *state) die(of flow.Set) {
	if len(of) == 0 {
		return
	}
	maps.DeleteFunc(s.there, func(_ *term, k known) bool { return k.in.hits(of) })
	s.cells = slices.DeleteFunc(slices.Clone(s.cells), func(h held) bool { return h.in.hits(of) })
	clear(s.asked)
}

// allocated returns those of the given targets that an ir.Alloc makes.
func allocated(all flow.Set) flow.Set {
	return slices.DeleteFunc(slices.Clone(all), func(t *flow.Target) bool { return t.Kind != flow.AllocObj })
}

// entering returns the state at the entry of a callee: parameters have the terms of the arguments, and the caller's
// registers and objects are forgotten.
func (c *checker) entering(s *state, call *ir.Call) *state {
	in := s.copied()
	regs := map[*ir.Var]address{}
	for i, p := range call.Func.Params {
		if i < len(call.Args) {
			regs[p] = c.value(in, call.Args[i])
		}
	}
	for v, x := range in.regs {
		if v.Global {
			regs[v] = x
		}
	}
	in.regs, in.locals = regs, map[*ir.Object]address{}
	return in
}

// called changes s to the state after a call. It keeps only facts that neither the callee nor its callees can change.
func (c *checker) called(s *state, e *ir.Edge, call *ir.Call) {
	x := c.points.Of(call.Func)
	for _, g := range c.points.GlobalWrites(e) {
		delete(s.regs, g)
	}
	writes := c.points.Writes(e)
	if x.Havoc {
		s.cells = nil
	}
	s.cells = slices.DeleteFunc(slices.Clone(s.cells), func(h held) bool { return h.in.hits(writes) })
	// The call can end an object of the caller or of a pointer in s only if the object is on the heap, or if the function
	// of the object was active already: other local objects of callees did not exist before the call.
	var dead flow.Set
	for _, t := range writes {
		switch t.Kind {
		case flow.LocalObj:
			if c.calls.Recursive(t.Func) {
				dead = append(dead, t)
			}
		case flow.AllocObj:
			if onHeap(t) && x.Frees[ir.Heap] || !onHeap(t) && (x.Frees[ir.Stack] || c.calls.Recursive(t.Func)) {
				dead = append(dead, t)
			}
		case flow.GlobalObj, flow.FreshObj, flow.FuncCode: // these never end
		}
	}
	s.die(dead)
	if call.Dst != nil {
		s.regs[call.Dst] = c.unknown()
	}
}

// onHeap reports whether a target is made by an allocation on the heap.
func onHeap(t *flow.Target) bool {
	a, ok := t.Edge.Stmt.(*ir.Alloc)
	return ok && a.Kind == ir.Heap
}
