package vc

import (
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file executes single paths, for package symex. In addition to Step, this needs calls and returns, memory
// accesses that are known to be valid because a run has made them, and a means to replace over-approximated values by
// concrete ones. States along such a path have no path condition: the caller keeps the conditions.

// Follow executes any edge except an Assume, whose condition the caller handles. A Call leads to the entry of the
// function, a Return to the location after the call; the Return of the entry function does not change the state. valid
// is the condition that the accesses of the edge are valid, and next is the state after the edge if valid holds. next
// is nil if no execution takes the edge.
func (tr *transfer) Follow(s *State, ed *ir.Edge) (next *State, valid *term.Term) {
	valid = tr.C.True()
	switch st := ed.Stmt.(type) { // sound: Step executes all other statements
	case *ir.Call:
		return tr.pushed(s, st, tr.ctxs.Enter(s.Ctx, ed)), valid
	case *ir.Return:
		if s.Ctx.Parent == nil {
			return s, valid
		}
		return tr.popped(tr.returned(s, st, s.Ctx), s.Ctx), valid
	case *ir.LoadStmt:
		v, ok := tr.acc.sureLoad(s, st.Dst.Type, tr.ev.Expr(s, st.Addr))
		if v == nil {
			return tr.Step(s, ed), valid
		}
		return tr.ctxs.withReg(s, st.Dst, v), ok
	case *ir.Store:
		if n, ok := tr.acc.sureStore(s, st.Val.Type(), tr.ev.Expr(s, st.Addr), tr.ev.Expr(s, st.Val)); n != nil {
			return n, ok
		}
	}
	return tr.Step(s, ed), valid
}

// choices returns the tracked instances to which a pointer may lead, if its object is an if-then-else of constants; nil
// if its object is symbolic.
func (ob *objects) choices(s *State, p *Value) []int {
	all, groups := ob.leaves(p.Obj)
	if len(groups) > 0 {
		return nil
	}
	var ids []int
	for _, id := range all {
		if _, ok := s.mem.Get(uint32(id)); ok && ob.instances[id].target != nil &&
			ob.instances[id].target.Kind != flow.FuncCode {
			ids = append(ids, id)
		}
	}
	return ids
}

// sureLoad returns the value of type t to which p points, and the condition ok that the access is valid. v is nil if p
// leads to no known instance.
func (ac *accesses) sureLoad(s *State, t ir.Type, p *Value) (v *Value, ok *term.Term) {
	ids := ac.objs.choices(s, p)
	ok = ac.C.False()
	for i := len(ids) - 1; i >= 0; i-- {
		c, _ := s.mem.Get(uint32(ids[i]))
		here := ac.C.Eq(p.Obj, ac.objConst(ids[i]))
		fits := ac.C.And(here, ac.valid(s, ids[i], c, p, ac.size(t)))
		if fits.IsFalse() {
			continue
		}
		ok = ac.C.Or(fits, ok)
		x := ac.cells.read(s, t, ids[i], c, p)
		if v == nil {
			v = x
		} else {
			v = ac.ite(here, x, v)
		}
	}
	return v, ok
}

// sureStore returns the state after a write through p, and the condition ok that the access is valid. n is nil if p
// leads to no known instance.
func (ac *accesses) sureStore(s *State, t ir.Type, p, v *Value) (n *State, ok *term.Term) {
	ok = ac.C.False()
	for _, id := range ac.objs.choices(s, p) {
		if ac.objs.instances[id].konst {
			continue
		}
		c, _ := s.mem.Get(uint32(id))
		here := ac.C.Eq(p.Obj, ac.objConst(id))
		fits := ac.C.And(here, ac.valid(s, id, c, p, ac.size(t)))
		if fits.IsFalse() {
			continue
		}
		ok = ac.C.Or(fits, ok)
		if n == nil {
			m := *s
			n = &m
		}
		n.mem = n.mem.Set(uint32(id), ac.cells.iteContent(here, ac.cells.write(s, t, id, c, p, v), c))
	}
	return n, ok
}

// Instances returns the number of instances so far. The next instance that an edge makes has this number.
func (e *Encoder) Instances() int { return len(e.objs.instances) }

// StaticInstance returns the number of the instance of a global object.
func (e *Encoder) StaticInstance(o *ir.Object) int { return e.objs.static[e.pts.Object(o)] }

// PointerTo returns the address of the byte at off in an instance; for instance 0, the plain number off.
func (sy *symbols) PointerTo(id int, off int64) *Value {
	k := sy.a.konst(offset(sy.Prog.Model.Ptr()), num.Trunc(uint64(off), sy.Prog.Model.Ptr().Bits))
	return &Value{Obj: sy.objConst(id), T: k.T, Lo: k.Lo, Hi: k.Hi}
}

// Resolve returns the instance to which a pointer leads and the offset in it; ok is false unless both are constants.
func (sy *symbols) Resolve(p *Value) (id int, off int64, ok bool) {
	o, isConst := p.Obj.Big()
	off, okOff := constOff(p)
	if !isConst || !okOff {
		return 0, 0, false
	}
	return int(o.Int64()), off, true
}

// Cell is a scalar of an instance: its offset in bytes and its type.
type Cell struct {
	Off  int64
	Type ir.Type
}

// Cells lists the cells of an instance that overlap the n bytes at off. ok is false if there are more than limit cells,
// or if they are not known.
func (e *Encoder) Cells(id int, off, n int64, limit int) (out []Cell, ok bool) {
	sh := e.objs.instances[id].shape
	if sh.stride == 0 {
		for i, f := range sh.fields {
			if overlaps(sh, sh.fields[i], off, n) {
				out = append(out, Cell{f.off, f.t})
			}
		}
		return out, len(out) <= limit
	}
	if n/sh.stride*int64(len(sh.fields)) > int64(limit) || off < 0 {
		return nil, false
	}
	for base := (off / sh.stride) * sh.stride; base < off+n; base += sh.stride {
		for _, f := range sh.fields {
			if at := base + f.off; at < off+n && off < at+int64(f.t.Size()) {
				out = append(out, Cell{at, f.t})
			}
		}
	}
	return out, true
}

// HasCell reports whether ReadCell and WriteCell can access a cell of an instance.
func (e *Encoder) HasCell(id int, c Cell) bool {
	sh := e.objs.instances[id].shape
	return sh.bytes && (c.Type.Kind != ir.Ptr || e.objs.hinted(sh)) || sh.find(c.Off, c.Type) >= 0 || e.objs.inPart(sh, c)
}

// inPart reports whether a cell is one byte of a larger field.
func (ob *objects) inPart(sh *shape, c Cell) bool {
	return ob.Enc == Bits && !sh.bytes && canon(c.Type) == ir.U8 && sh.find(c.Off, c.Type) < 0 &&
		len(sh.places(c.Off, 1)) > 0
}

// ReadCell returns the value of a cell of an instance, which must be alive and large enough. It returns nil if the
// state does not have the instance.
func (e *Encoder) ReadCell(s *State, id int, c Cell) *Value {
	m, ok := s.mem.Get(uint32(id))
	if !ok {
		return nil
	}
	at := e.PointerTo(id, c.Off)
	if e.objs.inPart(e.objs.instances[id].shape, c) {
		return e.cells.bytePart(s, id, m, at)
	}
	return e.cells.read(s, c.Type, id, m, at)
}

// CopyHints returns s with the objects of the pointers among n copied bytes. In s, the bytes were copied to offset dst
// of instance to. They come from offset src of instance from in the state before.
func (e *Encoder) CopyHints(s *State, to int, dst int64, before *State, from int, src, n int64) *State {
	w, ok := s.mem.Get(uint32(to))
	c, there := before.mem.Get(uint32(from))
	if !ok || !there || e.objs.instances[to].konst {
		return s
	}
	at := func(k int64) *Value { return e.a.konst(offset(e.Prog.Model.Ptr()), uint64(k)) }
	out := *s
	out.mem = s.mem.Set(uint32(to), e.cells.copyHints(s, to, w, at(dst), from, c, at(src-dst), at(n)))
	return &out
}

// WriteCell returns s with the value v in a cell.
func (e *Encoder) WriteCell(s *State, id int, c Cell, v *Value) *State {
	m, ok := s.mem.Get(uint32(id))
	if !ok || e.objs.instances[id].konst {
		return s
	}
	n := *s
	n.mem = s.mem.Set(uint32(id), e.cells.write(s, c.Type, id, m, e.PointerTo(id, c.Off), v))
	return &n
}
