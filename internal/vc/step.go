package vc

import (
	"math/big"
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Event is a read of an input, or the creation of an object with arbitrary contents, in the executions that satisfy
// Guard.
type Event struct {
	Guard *term.Term
	Site  *ir.Site // the site that reads the input or makes the object
	Type  ir.Type  // the type of Value; for a pointer, Value is the condition that the pointer is not null
	Value *Value   // nil if the event only creates bytes
	// Bytes has the arbitrary contents of the object that the event creates, if any.
	Bytes []Bytes
}

// Bytes is the arbitrary initial contents of a field: a scalar at Off, or an array over byte offsets, of which the
// elements at Off, Off+Stride, ... belong to the field.
type Bytes struct {
	Type        ir.Type
	Off, Stride int64
	Value       *Value     // the scalar; nil if the field is an array
	Array       *term.Term // the array; nil if the field is a scalar
	Size        *Value     // the size of the object, in bytes; for arrays only
}

// Initial returns the state at the entry of the program, with initialised globals.
func (tr *transfer) Initial() *State {
	s := &State{Ctx: tr.ctxs.root}
	for _, v := range tr.Prog.Globals {
		x := tr.literal(v.Type, 0)
		if v.Init != nil {
			x = tr.ev.Expr(s, v.Init)
		}
		s = tr.ctxs.withReg(s, v, x)
	}
	for _, o := range tr.Prog.Objects {
		s = tr.initObject(s, o)
	}
	return s
}

// initObject gives a global object its initial contents.
func (tr *transfer) initObject(s *State, o *ir.Object) *State {
	id := tr.objs.static[tr.ctxs.pts.Object(o)]
	n := *s
	if o.Uninit {
		c := tr.cells.freshContent(id, o.Name)
		n.mem = s.mem.Set(uint32(id), c)
		tr.log.Events = append(tr.log.Events, Event{Guard: tr.C.True(), Site: o.Site, Bytes: tr.objs.bytesOf(id, c)})
		return &n
	}
	c := tr.cells.zeroContent(id)
	for _, it := range o.Init {
		t := it.Val.Type()
		if sh := tr.objs.instances[id].shape; sh.bytes || sh.find(it.Off, t) >= 0 { // else no access reads the value
			c = tr.cells.write(s, t, id, c, tr.literal(tr.Prog.Model.Ptr(), uint64(it.Off)), tr.ev.Expr(s, it.Val))
		}
	}
	n.mem = s.mem.Set(uint32(id), c)
	return &n
}

// overlaps reports whether the n bytes at off overlap the field, in any of its occurrences.
func overlaps(sh *shape, f field, off, n int64) bool {
	if sh.stride == 0 {
		return off < f.off+int64(f.t.Size()) && f.off < off+n
	}
	if n >= sh.stride {
		return true
	}
	d := ((off-f.off)%sh.stride + sh.stride) % sh.stride // distance from the last occurrence that begins before off
	return d < int64(f.t.Size()) || d+n > sh.stride
}

// bytesOf returns the contents of an instance as the Bytes of an event.
func (ob *objects) bytesOf(id int, c *content) []Bytes {
	sh := ob.instances[id].shape
	var out []Bytes
	for i, f := range sh.fields {
		if v, ok := c.cells.Get(uint32(i)); ok {
			out = append(out, Bytes{Type: f.t, Off: f.off, Value: v})
		} else if a, ok := c.arrs.Get(uint32(i)); ok {
			out = append(out, Bytes{Type: f.t, Off: f.off, Stride: sh.stride, Array: a.t, Size: ob.instances[id].size})
		}
	}
	return out
}

// Step returns the state after an edge other than a Call or Return (Advance executes these). It returns nil if no
// execution takes the edge from s.
func (tr *transfer) Step(s *State, ed *ir.Edge) *State {
	if ir.Addresses(ed.Stmt) > 0 {
		tr.log.edge = ed
		defer func() { tr.log.edge = nil }()
	}
	switch st := ed.Stmt.(type) {
	case *ir.Skip:
		return s
	case *ir.Assign:
		return tr.ctxs.withReg(s, st.Dst, tr.ev.Expr(s, st.Src))
	case *ir.Assume:
		if tr.proved[ed] {
			return tr.passProved(s, ed, st)
		}
		n := tr.Assume(s, tr.ev.Cond(s, st.Cond))
		if n == nil {
			return nil
		}
		return tr.ev.learn(n, st.Cond, true)
	case *ir.Input:
		return tr.input(s, ed, st)
	case *ir.LoadStmt:
		v := tr.acc.load(s, st.Dst.Type, tr.ev.Expr(s, st.Addr))
		return tr.ctxs.withReg(s, st.Dst, tr.narrow(v, st.Dst))
	case *ir.Store:
		return tr.acc.store(s, st.Val.Type(), tr.ev.Expr(s, st.Addr), tr.ev.Expr(s, st.Val))
	case *ir.Decl:
		return tr.decl(s, st)
	case *ir.End:
		return tr.end(s, st)
	case *ir.Alloc:
		return tr.alloc(s, ed, st)
	case *ir.Free:
		return tr.free(s, tr.ev.Expr(s, st.Addr), st.Kind)
	case *ir.MemCopy:
		return tr.memCopy(s, st)
	case *ir.MemSet:
		return tr.memSet(s, st)
	case *ir.MemHavoc:
		p := tr.ev.Expr(s, st.Addr)
		tr.acc.noteBulk(s, p, tr.ev.bulkLen(s, st.N), true)
		return tr.havocAt(s, p)
	case *ir.HavocAll:
		return tr.havocAll(s)
	case *ir.Math:
		if st.Fn == ir.Extent {
			return tr.extent(s, st)
		}
		if ir.AsksObject(st.Fn) {
			return tr.askObject(s, st)
		}
		return tr.math(s, st)
	case *ir.Undefined:
		return nil
	case *ir.Call, *ir.Return:
		panic("vc: Step of a call")
	default:
		panic("vc: a statement of an unknown kind")
	}
}

// narrow restricts an arbitrary pointer to the points-to set of the register into which it is loaded.
func (tr *transfer) narrow(v *Value, dst *ir.Var) *Value {
	if dst.Type.Kind == ir.Ptr && v.Obj.Op() == term.Var {
		if _, ok := tr.objs.cands[v.Obj]; !ok {
			return tr.objs.freshPtr("any", dst.Type, tr.ctxs.pts.Reg(dst))
		}
	}
	return v
}

// input executes a read of an input. A pointer is null or leads to a fresh object.
func (tr *transfer) input(s *State, ed *ir.Edge, st *ir.Input) *State {
	if st.Dst.Type.Kind != ir.Ptr {
		v := tr.Fresh("in."+st.Dst.Name, st.Dst.Type)
		if st.Site.Kind == ir.Approx {
			tr.approximate(st.Site.Name)
		}
		tr.log.Events = append(tr.log.Events, Event{Guard: tr.eventGuard(s), Site: st.Site, Type: st.Dst.Type, Value: v})
		return tr.ctxs.withReg(s, st.Dst, v)
	}
	if st.Site.Kind == ir.Approx { // any pointer in the points-to set of the register
		tr.approximate(st.Site.Name)
		v := tr.objs.freshPtr("in."+st.Dst.Name, st.Dst.Type, tr.ctxs.pts.Reg(st.Dst))
		tr.log.Events = append(tr.log.Events, Event{Guard: tr.eventGuard(s), Site: st.Site, Type: st.Dst.Type,
			Value: &Value{T: tr.C.Not(tr.C.Eq(v.Obj, tr.objConst(0)))}})
		return tr.ctxs.withReg(s, st.Dst, v)
	}
	// The pointer is null or leads to a fresh object.
	n, id, ev := tr.newObject(s, tr.ctxs.pts.Made(ed), tr.a.konst(offset(tr.Prog.Model.Ptr()), uint64(st.FreshSize)),
		false, st.Site)
	null := tr.C.Fresh("in.null", term.BoolSort)
	z := tr.literal(st.Dst.Type, 0)
	v := &Value{Obj: tr.C.Ite(null, tr.objConst(0), tr.objConst(id)), T: z.T, Lo: z.Lo, Hi: z.Hi}
	ev.Type, ev.Value = st.Dst.Type, &Value{T: tr.C.Not(null)}
	tr.log.Events = append(tr.log.Events, ev)
	return tr.ctxs.withReg(n, st.Dst, v)
}

// newObject makes an instance with arbitrary or zero contents. It returns the state with the instance, its number, and
// the event of its creation, which the caller may complete and record.
func (tr *transfer) newObject(s *State, t *flow.Target, size *Value, zeroed bool, site *ir.Site) (*State, int, Event) {
	id := tr.objs.addInstance(t, size)
	n := *s
	if zeroed {
		n.mem = s.mem.Set(uint32(id), tr.cells.zeroContent(id))
		return &n, id, Event{Guard: tr.eventGuard(s), Site: site}
	}
	c := tr.cells.freshContent(id, "mem")
	n.mem = s.mem.Set(uint32(id), c)
	return &n, id, Event{Guard: tr.eventGuard(s), Site: site, Bytes: tr.objs.bytesOf(id, c)}
}

// decl executes a declaration: it makes a new current instance of the object.
func (tr *transfer) decl(s *State, st *ir.Decl) *State {
	t := tr.ctxs.pts.Object(st.Obj)
	k := tr.ctxs.key(varKey{ctx: s.Ctx, o: st.Obj})
	if old, ok := s.cur.Get(k); ok {
		s = tr.retire(s, t, old.Obj)
	}
	n, id, ev := tr.newObject(s, t, tr.a.konst(offset(tr.Prog.Model.Ptr()), uint64(st.Obj.Size)), false, st.Obj.Site)
	tr.objs.instances[id].frame = s.Ctx
	tr.log.Events = append(tr.log.Events, ev)
	n.cur = n.cur.Set(k, &Value{Obj: tr.objConst(id)})
	return n
}

// retire handles an instance that is no longer the current one of its object. If no pointer can have its address, the
// state drops it. Otherwise the instance dies only when the function returns (package ir), and the state keeps it until
// then.
func (tr *transfer) retire(s *State, t *flow.Target, obj *term.Term) *State {
	if t.Obj == nil || !tr.ctxs.pts.NonEscaping(t.Obj) {
		return s
	}
	ids, _ := tr.objs.leaves(obj)
	n := *s
	for _, id := range ids {
		n.mem = n.mem.Delete(uint32(id))
	}
	return &n
}

// end ends the life of the current instance of an object. The state keeps the instance, marked dead. So after a join
// with a state in which the instance lives, the instance is dead in exactly the executions that have passed the end of
// its life.
func (tr *transfer) end(s *State, st *ir.End) *State {
	cur, ok := s.cur.Get(tr.ctxs.key(varKey{ctx: s.Ctx, o: st.Obj}))
	if !ok {
		if !tr.ctxs.pts.NonEscaping(st.Obj) {
			return tr.owners.forget(s)
		}
		return s
	}
	ids, _ := tr.objs.leaves(cur.Obj)
	n := *s
	for _, id := range ids {
		c, ok := n.mem.Get(uint32(id))
		if !ok {
			continue
		}
		d := &content{alive: tr.C.And(c.alive, tr.C.Not(tr.C.Eq(cur.Obj, tr.objConst(id))))}
		if !d.alive.IsFalse() {
			d.cells, d.arrs = c.cells, c.arrs
		}
		n.mem = n.mem.Set(uint32(id), d)
	}
	return &n
}

// alloc executes an Alloc: it makes an instance, and a pointer to it.
func (tr *transfer) alloc(s *State, ed *ir.Edge, st *ir.Alloc) *State {
	ot := offset(tr.Prog.Model.Ptr())
	// If the size does not fit into an offset, the concrete execution (package exec) blocks: it is out of memory.
	size := tr.a.cast(s, st.Size.Type(), ot, tr.ev.Expr(s, st.Size))
	n, id, ev := tr.newObject(s, tr.ctxs.pts.Made(ed), size, st.Zeroed, st.Site)
	if st.Kind == ir.Stack {
		tr.objs.instances[id].frame = s.Ctx
	}
	if st.Site != nil {
		tr.log.Events = append(tr.log.Events, ev)
	}
	z := tr.literal(st.Dst.Type, 0)
	return tr.ctxs.withReg(n, st.Dst, &Value{Obj: tr.objConst(id), T: z.T, Lo: z.Lo, Hi: z.Hi})
}

// extent executes ir.Extent, whose result is the size of the heap object to whose start a pointer leads, and 0 for any
// other pointer.
func (tr *transfer) extent(s *State, st *ir.Math) *State {
	p := tr.ev.Expr(s, st.Args[0])
	t, ot := st.Dst.Type, offset(tr.Prog.Model.Ptr())
	ids, more := tr.objs.targets(s, p)
	v := tr.a.konst(t, 0)
	for _, id := range ids {
		in := tr.objs.instances[id]
		made := in.target.Edge
		if made == nil {
			more = more || in.target.Kind == flow.FreshObj
			continue
		}
		if a, ok := made.Stmt.(*ir.Alloc); !ok || a.Kind != ir.Heap {
			more = more || !ok
			continue
		}
		c, _ := s.mem.Get(uint32(id))
		hit := tr.C.And(c.alive, tr.C.Eq(p.Obj, tr.objConst(id)), tr.C.Eq(p.T, tr.zero(tr.Prog.Model.Ptr())))
		v = tr.iteInt(hit, tr.a.cast(s, ot, t, in.size), v)
	}
	if more {
		v = tr.unknown(t, "size of a block")
	}
	return tr.ctxs.withReg(s, st.Dst, v)
}

// math executes a function of libm. The result is any value within bounds, which depend on the arguments if these are
// constant.
func (tr *transfer) math(s *State, st *ir.Math) *State {
	args := make([]ir.FloatRange, len(st.Args))
	for i, a := range st.Args {
		bits, ok := tr.ev.Expr(s, a).T.Bits()
		if !ok {
			return tr.ctxs.withReg(s, st.Dst, tr.unknown(st.Dst.Type, "function "+st.Fn))
		}
		x := ir.FloatOf(a.Type(), bits)
		args[i] = ir.FloatRange{Lo: x, Hi: x}
	}
	r, ok := ir.MathRange(st.Fn, st.Dst.Type, args)
	if ok && r.Lo == r.Hi && !r.NaN {
		return tr.ctxs.withReg(s, st.Dst, tr.literal(st.Dst.Type, ir.FloatBits(st.Dst.Type, r.Lo)))
	}
	s = tr.ctxs.withReg(s, st.Dst, tr.unknown(st.Dst.Type, "function "+st.Fn))
	if !ok {
		return s
	}
	return tr.Assume(s, tr.ev.Cond(s, r.Holds(st.Dst)))
}

// askObject executes a question for the size of a pointer's object, or for the pointer's offset in it. The result is 0
// if the pointer leads to no object.
func (tr *transfer) askObject(s *State, st *ir.Math) *State {
	p := tr.ev.Expr(s, st.Args[0])
	t, ot := st.Dst.Type, offset(tr.Prog.Model.Ptr())
	ids, more := tr.objs.targets(s, p)
	v := tr.a.konst(t, 0)
	for _, id := range ids {
		if id <= untracked {
			more = true
			continue
		}
		in := tr.objs.instances[id]
		if in.target.Kind == flow.FuncCode {
			continue
		}
		n := in.size
		if st.Fn == ir.Offset {
			n = &Value{T: p.T, Lo: p.Lo, Hi: p.Hi}
		}
		v = tr.iteInt(tr.C.Eq(p.Obj, tr.objConst(id)), tr.a.cast(s, ot, t, n), v)
	}
	if more || t.Bits > ot.Bits {
		v = tr.unknown(t, st.Fn+" of an object")
	}
	return tr.ctxs.withReg(s, st.Dst, v)
}

// free executes a Free of p: the object to whose start p leads dies.
func (tr *transfer) free(s *State, p *Value, kind ir.AllocKind) *State {
	ids, _ := tr.objs.targets(s, p)
	n := *s
	n.live = tr.owners.freed(s, p, kind)
	for _, id := range ids {
		t := tr.objs.instances[id].target
		if t.Kind == flow.FuncCode || t.Obj != nil || kind == ir.Stack && (t.Edge == nil || !isStack(t.Edge.Stmt)) {
			continue // an invalid free has no effect
		}
		c, _ := n.mem.Get(uint32(id))
		d := *c
		hit := tr.C.And(tr.C.Eq(p.Obj, tr.objConst(id)), tr.C.Eq(p.T, tr.zero(tr.Prog.Model.Ptr())))
		d.alive = tr.C.And(c.alive, tr.C.Not(hit))
		n.mem = n.mem.Set(uint32(id), &d)
	}
	return &n
}

// isStack reports whether a statement allocates memory on the stack.
func isStack(s ir.Stmt) bool {
	a, ok := s.(*ir.Alloc)
	return ok && a.Kind == ir.Stack
}

// havocAt makes all objects to which a pointer may lead arbitrary. This is an over-approximation if the statement is
// about a part of their bytes only.
func (tr *transfer) havocAt(s *State, p *Value) *State {
	ids, _ := tr.objs.targets(s, p)
	n := *s
	for _, id := range ids {
		if tr.objs.instances[id].konst {
			continue
		}
		c, _ := s.mem.Get(uint32(id))
		f := tr.cells.havocContent(id, c)
		n.mem = n.mem.Set(uint32(id), tr.cells.iteContent(tr.C.Eq(p.Obj, tr.objConst(id)), f, c))
	}
	tr.approximate("havoc of an object")
	return &n
}

// havocAll executes an unknown function: all globals and all tracked objects become arbitrary, and heap objects may be
// freed.
func (tr *transfer) havocAll(s *State) *State {
	tr.approximate("unknown function")
	for _, v := range tr.Prog.Globals {
		x := tr.Fresh("havoc", v.Type)
		if v.Type.Kind == ir.Ptr {
			x = tr.objs.freshPtr("havoc", v.Type, tr.ctxs.pts.Reg(v))
		}
		s = tr.ctxs.withReg(s, v, x)
	}
	n := *tr.owners.forget(s)
	s.mem.Each(func(k uint32, c *content) bool {
		if tr.objs.instances[k].target != nil && !tr.objs.instances[k].konst {
			f := tr.cells.havocContent(int(k), c)
			if tr.objs.instances[k].target.Obj == nil { // the function may have freed it
				f.alive = tr.C.And(c.alive, tr.C.Fresh("alive", term.BoolSort))
			}
			n.mem = n.mem.Set(k, f)
		}
		return true
	})
	return &n
}

// memSet executes a MemSet. Fields whose value no term expresses become arbitrary.
func (tr *transfer) memSet(s *State, st *ir.MemSet) *State {
	p, nb := tr.ev.Expr(s, st.Dst), tr.ev.bulkLen(s, st.N)
	sure := tr.acc.noteBulk(s, p, nb, true)
	k, ok := constOff(nb)
	if ok && k == 0 {
		return s
	}
	ids, _ := tr.objs.targets(s, p)
	off, okOff := constOff(p)
	n := *s
	for _, id := range ids {
		in := tr.objs.instances[id]
		if in.konst || in.target.Kind == flow.FuncCode {
			continue
		}
		c, _ := s.mem.Get(uint32(id))
		var w *content
		if size, okSize := constOff(in.size); okSize && ok && okOff && off == 0 && k == size {
			w = tr.fill(s, id, c, st.Val)
		}
		if w == nil {
			w = tr.setPlaces(s, id, c, p, nb, sure, "memset of a part",
				func(_ *Value, t ir.Type) *Value { return tr.repeated(s, t, st.Val) })
		}
		if w == nil {
			w = tr.cells.havocContent(id, c)
			tr.approximate("memset")
		}
		n.mem = n.mem.Set(uint32(id), tr.cells.iteContent(tr.C.And(tr.C.Eq(p.Obj, tr.objConst(id)), c.alive), w, c))
	}
	return &n
}

// fill returns the contents c with all bytes set to the low byte of b; nil if the value of some field would not be
// constant.
func (tr *transfer) fill(s *State, id int, c *content, b ir.Expr) *content {
	for _, f := range tr.objs.instances[id].shape.fields {
		if v := tr.repeated(s, f.t, b); v == nil || !v.T.IsConst() {
			return nil
		}
	}
	w := tr.cells.constContent(id, func(t ir.Type) *Value { return tr.repeated(s, t, b) })
	w.alive = c.alive
	return w
}

// repeated returns a value of type t whose bytes are all equal to the low byte of b; nil if no term expresses it.
func (tr *transfer) repeated(s *State, t ir.Type, b ir.Expr) *Value {
	u8 := ir.Type{Kind: ir.Int, Bits: 8}
	u := ir.Type{Kind: ir.Int, Bits: uint8(8 * t.Size())}
	ones := uint64(0)
	for range t.Size() {
		ones = ones<<8 | 1
	}
	v := tr.ev.Expr(s, ir.NewBinary(ir.Mul, ir.NewCast(u, ir.NewCast(u8, b)), &ir.Const{T: u, Bits: ones}))
	if t.Kind == ir.Int {
		return tr.retype(s, u, t, v)
	}
	n, ok := v.T.Big()
	if !ok || t.Kind == ir.Ptr && n.Sign() != 0 || t.Kind == ir.Bool && n.Cmp(big.NewInt(1)) > 0 {
		return nil
	}
	return tr.literal(t, n.Uint64())
}

// memCopy executes a MemCopy: it copies arrays as a whole between objects of one shape, and otherwise field by field.
// Bytes that it cannot copy become arbitrary.
func (tr *transfer) memCopy(s *State, st *ir.MemCopy) *State {
	dst, src, nb := tr.ev.Expr(s, st.Dst), tr.ev.Expr(s, st.Src), tr.ev.bulkLen(s, st.N)
	sure := tr.acc.noteBulk(s, src, nb, false)
	fits := tr.acc.noteBulk(s, dst, nb, true)
	k, ok := constOff(nb)
	if ok && k == 0 {
		return s
	}
	ids, _ := tr.objs.targets(s, dst)
	from, more := tr.objs.targets(s, src)
	n := *s
	for _, id := range ids {
		in := tr.objs.instances[id]
		if in.konst || in.target.Kind == flow.FuncCode {
			continue
		}
		c, _ := s.mem.Get(uint32(id))
		var w *content
		for i, f := range from {
			x := tr.copyPlaces(s, id, c, dst, f, src, nb, sure, fits)
			if x == nil {
				x = tr.cells.havocContent(id, c)
				tr.approximate("copy of memory")
			}
			if i == 0 && !more {
				w = x
				continue
			}
			if w == nil {
				w = tr.cells.havocContent(id, c)
			}
			w = tr.cells.iteContent(tr.C.Eq(src.Obj, tr.objConst(f)), x, w)
		}
		if w == nil {
			w = tr.cells.havocContent(id, c)
			tr.approximate("copy of memory")
		}
		n.mem = n.mem.Set(uint32(id), tr.cells.iteContent(tr.C.And(tr.C.Eq(dst.Obj, tr.objConst(id)), c.alive), w, c))
	}
	return &n
}

// copyPlaces returns the contents of an instance after n bytes were copied into it: from src in the instance numbered
// from, to dst in the instance numbered to, which had the contents c. It returns nil if no term expresses the result.
// sure promises that the source is readable or n is 0; fits promises that the target is writable.
func (tr *transfer) copyPlaces(s *State, to int, c *content, dst *Value, from int, src, n *Value, sure,
	fits bool) *content {
	d, r := tr.objs.instances[to], tr.objs.instances[from]
	old, _ := s.mem.Get(uint32(from))
	readable := tr.acc.valid(s, from, old, src, n)
	if readable.IsFalse() {
		return nil
	}
	all := func(size, p *Value) bool { off, ok := constOff(p); return ok && off == 0 && n.T == size.T }
	if d.shape.stride > 0 && sameShape(d.shape, r.shape) && all(d.size, dst) && all(r.size, src) {
		w := *c
		w.arrs = old.arrs
		return &w
	}
	ot := offset(tr.Prog.Model.Ptr())
	shift := tr.a.binary(nil, ir.Sub, ot, src, dst)
	w := tr.setPlaces(s, to, c, dst, n, fits, "copy of memory", func(at *Value, t ir.Type) *Value {
		at = tr.a.binary(nil, ir.Add, ot, at, shift)
		if off, ok := constOff(at); ok && !r.shape.bytes && r.shape.find(off, t) < 0 {
			if t.Size() == 1 && t.Kind == ir.Int {
				return tr.cells.bytePart(s, from, old, at)
			}
			return nil
		}
		return tr.cells.read(s, t, from, old, at)
	})
	w = tr.cells.copyHints(s, to, w, dst, from, old, shift, n)
	if w == nil || sure || readable.IsTrue() {
		return w
	}
	return tr.cells.iteContent(readable, w, tr.cells.havocContent(to, c))
}

// sameShape reports whether contents of both shapes have the same fields.
func sameShape(a, b *shape) bool { return a.stride == b.stride && slices.Equal(a.fields, b.fields) }

// maxPlaces bounds the fields of an object that one MemSet or MemCopy writes one by one; maxFixed is the bound for a
// constant number of bytes.
const (
	maxPlaces = 64
	maxFixed  = 512
)

// setPlaces writes val(offset, type) to each field within n bytes at p. A field becomes arbitrary if val returns nil or
// if the bytes cover only a part of it. All fields become arbitrary if the bytes leave the object; sure promises that
// they do not. The result is nil if there are too many fields.
func (tr *transfer) setPlaces(s *State, id int, c *content, p, n *Value, sure bool, why string,
	val func(at *Value, t ir.Type) *Value) *content {
	in := tr.objs.instances[id]
	valid := tr.acc.valid(s, id, c, p, n)
	if valid.IsFalse() {
		return nil
	}
	if sure {
		valid = tr.C.True()
	}
	sh := in.shape
	size, ok := constOff(in.size)
	off, fixed := constOff(p)
	k, isConst := constOff(n)
	length := k
	ot := offset(tr.Prog.Model.Ptr())
	w := c
	if !fixed && isConst && k <= maxFixed && sh.stride == 1 && len(sh.fields) == 1 {
		for i := range k {
			at := tr.a.binary(nil, ir.Add, ot, p, tr.a.konst(ot, uint64(i)))
			w = tr.cells.write(s, sh.fields[0].t, id, w, at, tr.orFresh(id, val(at, sh.fields[0].t), sh.fields[0], why))
		}
		return tr.ifValid(valid, w, id, c)
	}
	if !fixed || !isConst {
		off, k = 0, size
		if !ok {
			return nil
		}
	}
	most := maxPlaces
	if isConst && fixed {
		most = maxFixed
	}
	places := sh.places(off, k)
	if len(places) > most {
		return nil
	}
	end := tr.a.binary(nil, ir.Add, ot, p, n)
	for _, f := range places {
		at, after := tr.a.konst(ot, uint64(f.off)), tr.a.konst(ot, uint64(f.off)+uint64(f.t.Size()))
		all := tr.C.And(tr.a.compare(s, ir.Le, ot, p, at), tr.a.compare(s, ir.Le, ot, after, end))
		some := all
		if f.t.Size() > 1 && !(isConst && wholly(sh, f, p, length)) {
			some = tr.C.And(tr.a.compare(s, ir.Lt, ot, p, after), tr.a.compare(s, ir.Lt, ot, at, end))
		}
		var v *Value
		if !all.IsFalse() {
			v = val(at, f.t)
		}
		v = tr.orFresh(id, v, f, why)
		if some != all && !all.IsTrue() && !all.IsFalse() {
			v = tr.ite(all, v, tr.orFresh(id, nil, f, why))
		}
		if !some.IsTrue() {
			v = tr.ite(some, v, tr.cells.read(s, f.t, id, c, at))
		}
		w = tr.cells.write(s, f.t, id, w, at, v)
	}
	return tr.ifValid(valid, w, id, c)
}

// wholly reports whether k bytes at p, whole elements of the shape, contain either all bytes of the field or none.
func wholly(sh *shape, f field, p *Value, k int64) bool {
	if sh.stride == 0 || k%sh.stride != 0 {
		return false
	}
	r, ok := residue(p.T, sh.stride)
	d := ((f.off-r)%sh.stride + sh.stride) % sh.stride // the distance from the beginning of the element that has it
	return ok && d+int64(f.t.Size()) <= sh.stride
}

// ifValid returns the contents that equal w where valid holds, and are arbitrary elsewhere.
func (tr *transfer) ifValid(valid *term.Term, w *content, id int, c *content) *content {
	if valid.IsTrue() {
		return w
	}
	return tr.cells.iteContent(valid, w, tr.cells.havocContent(id, c))
}

// orFresh returns v, or an arbitrary value for the field f if v is nil or has no term.
func (tr *transfer) orFresh(id int, v *Value, f field, why string) *Value {
	if v != nil && v.T != nil {
		return v
	}
	tr.approximate(why)
	return tr.cells.freshCell(id, "part", f)
}

// Arbitrary returns a state that represents all concrete states at a point. The live registers of all activations and
// the global registers are fresh constants.
func (e *Encoder) Arbitrary(p Point) *State {
	s := &State{Ctx: p.Ctx}
	put := func(v *ir.Var) {
		x := (*Value)(nil)
		switch id := e.objs.onlyPast(e.pts.Reg(v)); {
		case v.Type.Kind != ir.Ptr:
			x = e.Fresh(v.Name, v.Type)
		case id >= 0: // into the only instance, or an invalid pointer
			x = e.Fresh(v.Name, v.Type)
			there := e.C.Fresh(v.Name+".there", term.BoolSort)
			if off, ok := fixedOffset(e.pts.Reg(v)); ok && off == 0 { // else it is null
				x = e.a.konst(offset(v.Type), 0)
				x = &Value{T: x.T, Lo: x.Lo, Hi: x.Hi}
			} else if ok {
				x = e.iteInt(there, e.a.konst(offset(v.Type), uint64(off)), x)
			}
			x.Obj = e.C.Ite(there, e.objConst(id), e.objConst(0))
		default:
			x = e.objs.freshPtr(v.Name, v.Type, e.pts.Reg(v))
		}
		s = e.withReg(s, v, x)
	}
	for _, id := range e.objs.past {
		c := e.cells.freshContent(id, "past")
		c.alive = e.Fresh("alive", ir.B).T
		s.mem = s.mem.Set(uint32(id), c)
	}
	for _, v := range e.Prog.Globals {
		put(v)
	}
	for c, l := p.Ctx, p.Loc; ; c, l = c.Parent, c.Call.To {
		s.Ctx = c
		live := e.Live(c.Func)
		for _, v := range c.Func.Vars {
			if live.At(l, v) {
				put(v)
			}
		}
		if c.Parent == nil {
			break
		}
	}
	n := *s
	n.Ctx = p.Ctx
	if e.owners.enabled {
		n.live = e.owners.fresh()
	}
	for _, t := range e.pts.Targets {
		id, ok := e.objs.static[t]
		switch {
		case !ok:
			continue
		case t.Kind == flow.GlobalObj && t.Obj.Const:
			n = *e.initObject(&n, t.Obj)
			continue
		case t.Kind == flow.LocalObj:
			c := activation(p.Ctx, t.Obj.Func)
			if c == nil {
				continue
			}
			n.cur = n.cur.Set(e.key(varKey{ctx: c, o: t.Obj}), &Value{Obj: e.objConst(id)})
		}
		n.mem = n.mem.Set(uint32(id), e.cells.freshContent(id, t.Obj.Name))
	}
	s = &n
	ot := offset(e.Prog.Model.Ptr())
	for _, id := range e.objs.past {
		s = e.Assume(s, e.a.compare(s, ir.Le, ot, e.a.konst(ot, 0), e.objs.instances[id].size))
	}
	return s
}

// activation returns the only activation of f in a call string; nil if there is none or more than one.
func activation(c *Context, f *ir.Func) *Context {
	var found *Context
	for ; c != nil; c = c.Parent {
		if c.Func == f {
			if found != nil {
				return nil
			}
			found = c
		}
	}
	return found
}

// Live returns the liveness analysis of a function.
func (cx *contexts) Live(f *ir.Func) *flow.Live {
	l := cx.live[f]
	if l == nil {
		l = flow.NewLive(cx.Prog, f, func(g *ir.Func) []*ir.Var { return cx.pts.Of(g).GlobalReads })
		cx.live[f] = l
	}
	return l
}

// Points returns the points-to analysis in use.
func (cx *contexts) Points() *flow.Points { return cx.pts }
