package vc

import (
	"math/big"
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Event is a read of an input, or the making of uninitialised bytes, on the
// executions that satisfy Guard.
type Event struct {
	Guard *term.Term
	Site  *ir.Site
	Type  ir.Type // of Value
	Value *Value  // nil: only bytes
	// Bytes are the arbitrary contents that the event made, if any.
	Bytes []Bytes
}

// Bytes is the arbitrary initial contents of a field: a scalar at Off, or an
// array over byte offsets, of which Off, Off+Stride, ... are used.
type Bytes struct {
	Type        ir.Type
	Off, Stride int64
	Value       *Value     // scalar
	Array       *term.Term // else
	Size        *Value     // of the object
}

// Initial is the state before the entry function.
func (e *Encoder) Initial() *State {
	s := &State{Ctx: e.root}
	for _, v := range e.Prog.Globals {
		x := e.literal(v.Type, 0)
		if v.Init != nil {
			x = e.Expr(s, v.Init)
		}
		s = e.withReg(s, v, x)
	}
	for _, o := range e.Prog.Objects {
		s = e.initObject(s, o)
	}
	return s
}

// initObject gives a global object its first contents.
func (e *Encoder) initObject(s *State, o *ir.Object) *State {
	id := e.static[e.pts.Object(o)]
	n := *s
	if o.Uninit {
		c := e.freshContent(id, o.Name)
		n.mem = s.mem.Set(uint32(id), c)
		e.Events = append(e.Events, Event{Guard: e.C.True(), Site: o.Site, Bytes: e.bytesOf(id, c)})
		return &n
	}
	c := e.zeroContent(id)
	for _, it := range o.Init {
		p := e.literal(e.Prog.Model.Ptr(), uint64(it.Off))
		c = e.initCell(s, it.Val.Type(), id, c, p, e.Expr(s, it.Val), it.Off)
	}
	n.mem = s.mem.Set(uint32(id), c)
	return &n
}

// initCell stores an initialiser. It may be wider or narrower than what the
// program accesses: then it goes byte by byte into what covers it, or makes that unknown.
func (e *Encoder) initCell(s *State, t ir.Type, id int, c *content, p, v *Value, off int64) *content {
	sh := e.instances[id].shape
	if sh.bytes || sh.find(off, t) >= 0 {
		return e.write(s, t, id, c, p, v)
	}
	n := *c
	for i, f := range sh.fields {
		if overlaps(sh, f, off, int64(t.Size())) {
			if sh.stride == 0 {
				n.cells = n.cells.Set(uint32(i), e.freshCell(id, "init", f))
				e.approximate("initial value of another size")
			} else {
				n.arrs = n.arrs.Delete(uint32(i))
			}
		}
	}
	return &n
}

// overlaps reports whether the bytes off..off+n meet an access to the field.
func overlaps(sh *shape, f field, off, n int64) bool {
	if sh.stride == 0 {
		return off < f.off+int64(f.t.Size()) && f.off < off+n
	}
	if n >= sh.stride {
		return true
	}
	d := ((off-f.off)%sh.stride + sh.stride) % sh.stride // distance of off from the field's start before it
	return d < int64(f.t.Size()) || d+n > sh.stride
}

func (e *Encoder) bytesOf(id int, c *content) []Bytes {
	sh := e.instances[id].shape
	var out []Bytes
	for i, f := range sh.fields {
		if v, ok := c.cells.Get(uint32(i)); ok {
			out = append(out, Bytes{Type: f.t, Off: f.off, Value: v})
		} else if a, ok := c.arrs.Get(uint32(i)); ok {
			out = append(out, Bytes{Type: f.t, Off: f.off, Stride: sh.stride, Array: a.t, Size: e.instances[id].size})
		}
	}
	return out
}

// Step executes an edge that is no Call or Return (those are Advance's).
// It returns nil if the edge plainly cannot be passed.
func (e *Encoder) Step(s *State, ed *ir.Edge) *State {
	if ir.Addresses(ed.Stmt) > 0 {
		e.edge = ed
		defer func() { e.edge = nil }()
	}
	switch st := ed.Stmt.(type) {
	case *ir.Skip:
		return s
	case *ir.Assign:
		return e.withReg(s, st.Dst, e.Expr(s, st.Src))
	case *ir.Assume:
		if e.proved[ed] {
			return e.beyond(s, ed, st)
		}
		n := e.Assume(s, e.Cond(s, st.Cond))
		if n == nil {
			return nil
		}
		return e.learn(n, st.Cond, true)
	case *ir.Input:
		return e.input(s, ed, st)
	case *ir.LoadStmt:
		v := e.load(s, st.Dst.Type, e.Expr(s, st.Addr))
		return e.withReg(s, st.Dst, e.narrow(v, st.Dst))
	case *ir.Store:
		return e.store(s, st.Val.Type(), e.Expr(s, st.Addr), e.Expr(s, st.Val))
	case *ir.Decl:
		return e.decl(s, st)
	case *ir.End:
		return e.end(s, st)
	case *ir.Alloc:
		return e.alloc(s, ed, st)
	case *ir.Free:
		return e.free(s, e.Expr(s, st.Addr), st.Kind)
	case *ir.MemCopy:
		return e.memCopy(s, st)
	case *ir.MemSet:
		return e.memSet(s, st)
	case *ir.MemHavoc:
		p := e.Expr(s, st.Addr)
		e.noteBulk(s, p, e.bulkLen(s, st.N), true)
		return e.havocAt(s, p)
	case *ir.HavocAll:
		return e.havocAll(s)
	case *ir.Math:
		if st.Fn == ir.Extent {
			return e.extent(s, st)
		}
		if ir.AsksObject(st.Fn) {
			return e.askObject(s, st)
		}
		return e.math(s, st)
	case *ir.Undefined:
		return nil
	case *ir.Call, *ir.Return:
		panic("vc: Step of a call")
	default:
		panic("vc: a statement of an unknown kind")
	}
}

// narrow gives an arbitrary pointer that was read the targets of its register.
func (e *Encoder) narrow(v *Value, dst *ir.Var) *Value {
	if dst.Type.Kind == ir.Ptr && v.Obj.Op() == term.Var {
		if _, ok := e.cands[v.Obj]; !ok {
			return e.freshPtr("any", dst.Type, e.pts.Reg(dst))
		}
	}
	return v
}

func (e *Encoder) input(s *State, ed *ir.Edge, st *ir.Input) *State {
	if st.Dst.Type.Kind != ir.Ptr {
		v := e.Fresh("in."+st.Dst.Name, st.Dst.Type)
		if st.Site.Kind == ir.Approx {
			e.approximate(st.Site.Name)
		}
		e.Events = append(e.Events, Event{Guard: e.met(s), Site: st.Site, Type: st.Dst.Type, Value: v})
		return e.withReg(s, st.Dst, v)
	}
	if st.Site.Kind == ir.Approx { // any pointer
		e.approximate(st.Site.Name)
		v := e.freshPtr("in."+st.Dst.Name, st.Dst.Type, e.pts.Reg(st.Dst))
		e.Events = append(e.Events, Event{Guard: e.met(s), Site: st.Site, Type: st.Dst.Type,
			Value: &Value{T: e.C.Not(e.C.Eq(v.Obj, e.objConst(0)))}})
		return e.withReg(s, st.Dst, v)
	}
	// Null or a fresh object.
	n, id, ev := e.newObject(s, e.pts.Made(ed), e.a.konst(offset(e.Prog.Model.Ptr()), uint64(st.FreshSize)), false,
		st.Site)
	null := e.C.Fresh("in.null", term.BoolSort)
	z := e.literal(st.Dst.Type, 0)
	v := &Value{Obj: e.C.Ite(null, e.objConst(0), e.objConst(id)), T: z.T, Lo: z.Lo, Hi: z.Hi}
	ev.Type, ev.Value = st.Dst.Type, &Value{T: e.C.Not(null)}
	e.Events = append(e.Events, ev)
	return e.withReg(n, st.Dst, v)
}

// newObject makes an instance with arbitrary or zero contents.
func (e *Encoder) newObject(s *State, t *flow.Target, size *Value, zeroed bool, site *ir.Site) (*State, int, Event) {
	id := e.addInstance(t, size)
	n := *s
	if zeroed {
		n.mem = s.mem.Set(uint32(id), e.zeroContent(id))
		return &n, id, Event{Guard: e.met(s), Site: site}
	}
	c := e.freshContent(id, "mem")
	n.mem = s.mem.Set(uint32(id), c)
	return &n, id, Event{Guard: e.met(s), Site: site, Bytes: e.bytesOf(id, c)}
}

func (e *Encoder) decl(s *State, st *ir.Decl) *State {
	t := e.pts.Object(st.Obj)
	k := e.key(varKey{ctx: s.Ctx, o: st.Obj})
	if old, ok := s.cur.Get(k); ok {
		s = e.retire(s, t, old.Obj)
	}
	n, id, ev := e.newObject(s, t, e.a.konst(offset(e.Prog.Model.Ptr()), uint64(st.Obj.Size)), false, st.Obj.Site)
	e.instances[id].frame = s.Ctx
	e.Events = append(e.Events, ev)
	n.cur = n.cur.Set(k, &Value{Obj: e.objConst(id)})
	return n
}

// retire ends the life of an instance that is not current any more: forgotten if
// nothing can remember its address, else it is dead only when the function
// returns (package ir) and stays until then.
func (e *Encoder) retire(s *State, t *flow.Target, obj *term.Term) *State {
	if t.Obj == nil || !e.pts.NonEscaping(t.Obj) {
		return s
	}
	ids, _ := e.leaves(obj)
	n := *s
	for _, id := range ids {
		n.mem = n.mem.Delete(uint32(id))
	}
	return &n
}

// end ends the life of the current instance. What the state keeps of it says that it is dead: at a join
// with a state in which it lives it is dead where it was.
func (e *Encoder) end(s *State, st *ir.End) *State {
	cur, ok := s.cur.Get(e.key(varKey{ctx: s.Ctx, o: st.Obj}))
	if !ok {
		if !e.pts.NonEscaping(st.Obj) {
			return e.forgetLives(s)
		}
		return s
	}
	ids, _ := e.leaves(cur.Obj)
	n := *s
	for _, id := range ids {
		c, ok := n.mem.Get(uint32(id))
		if !ok {
			continue
		}
		d := &content{alive: e.C.And(c.alive, e.C.Not(e.C.Eq(cur.Obj, e.objConst(id))))}
		if !d.alive.IsFalse() {
			d.cells, d.arrs = c.cells, c.arrs
		}
		n.mem = n.mem.Set(uint32(id), d)
	}
	return &n
}

func (e *Encoder) alloc(s *State, ed *ir.Edge, st *ir.Alloc) *State {
	ot := offset(e.Prog.Model.Ptr())
	// A size that does not fit offsets is one that exec cannot make; it blocks there (out of memory).
	size := e.a.cast(s, st.Size.Type(), ot, e.Expr(s, st.Size))
	n, id, ev := e.newObject(s, e.pts.Made(ed), size, st.Zeroed, st.Site)
	if st.Kind == ir.Stack {
		e.instances[id].frame = s.Ctx
	}
	if st.Site != nil {
		e.Events = append(e.Events, ev)
	}
	z := e.literal(st.Dst.Type, 0)
	return e.withReg(n, st.Dst, &Value{Obj: e.objConst(id), T: z.T, Lo: z.Lo, Hi: z.Hi})
}

// extent is the size of the heap object that begins at a pointer.
func (e *Encoder) extent(s *State, st *ir.Math) *State {
	p := e.Expr(s, st.Args[0])
	t, ot := st.Dst.Type, offset(e.Prog.Model.Ptr())
	ids, more := e.targets(s, p)
	v := e.a.konst(t, 0)
	for _, id := range ids {
		in := e.instances[id]
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
		hit := e.C.And(c.alive, e.C.Eq(p.Obj, e.objConst(id)), e.C.Eq(p.T, e.zero(e.Prog.Model.Ptr())))
		v = e.iteInt(hit, e.a.cast(s, ot, t, in.size), v)
	}
	if more {
		v = e.unknown(t, "size of a block")
	}
	return e.withReg(s, st.Dst, v)
}

// math gives a function of libm any result within its bounds, which are known of constant arguments.
func (e *Encoder) math(s *State, st *ir.Math) *State {
	args := make([]ir.FloatRange, len(st.Args))
	for i, a := range st.Args {
		bits, ok := e.Expr(s, a).T.Bits()
		if !ok {
			return e.withReg(s, st.Dst, e.unknown(st.Dst.Type, "function "+st.Fn))
		}
		x := ir.FloatOf(a.Type(), bits)
		args[i] = ir.FloatRange{Lo: x, Hi: x}
	}
	r, ok := ir.MathRange(st.Fn, st.Dst.Type, args)
	if ok && r.Lo == r.Hi && !r.NaN {
		return e.withReg(s, st.Dst, e.literal(st.Dst.Type, ir.FloatBits(st.Dst.Type, r.Lo)))
	}
	s = e.withReg(s, st.Dst, e.unknown(st.Dst.Type, "function "+st.Fn))
	if !ok {
		return s
	}
	return e.Assume(s, e.Cond(s, r.Holds(st.Dst)))
}

// askObject is the size of the object of a pointer, or its place there: 0 of what is in none.
func (e *Encoder) askObject(s *State, st *ir.Math) *State {
	p := e.Expr(s, st.Args[0])
	t, ot := st.Dst.Type, offset(e.Prog.Model.Ptr())
	ids, more := e.targets(s, p)
	v := e.a.konst(t, 0)
	for _, id := range ids {
		if id <= untracked {
			more = true
			continue
		}
		in := e.instances[id]
		if in.target.Kind == flow.FuncCode {
			continue
		}
		n := in.size
		if st.Fn == ir.Offset {
			n = &Value{T: p.T, Lo: p.Lo, Hi: p.Hi}
		}
		v = e.iteInt(e.C.Eq(p.Obj, e.objConst(id)), e.a.cast(s, ot, t, n), v)
	}
	if more || t.Bits > ot.Bits {
		v = e.unknown(t, st.Fn+" of an object")
	}
	return e.withReg(s, st.Dst, v)
}

func (e *Encoder) free(s *State, p *Value, kind ir.AllocKind) *State {
	ids, _ := e.targets(s, p)
	n := *s
	n.live = e.freedUnlisted(s, p, kind)
	for _, id := range ids {
		t := e.instances[id].target
		if t.Kind == flow.FuncCode || t.Obj != nil || kind == ir.Stack && (t.Edge == nil || !isStack(t.Edge.Stmt)) {
			continue // an invalid free: nothing happens
		}
		c, _ := n.mem.Get(uint32(id))
		d := *c
		hit := e.C.And(e.C.Eq(p.Obj, e.objConst(id)), e.C.Eq(p.T, e.zero(e.Prog.Model.Ptr())))
		d.alive = e.C.And(c.alive, e.C.Not(hit))
		n.mem = n.mem.Set(uint32(id), &d)
	}
	return &n
}

func isStack(s ir.Stmt) bool {
	a, ok := s.(*ir.Alloc)
	return ok && a.Kind == ir.Stack
}

// havocAt makes the objects that a pointer may mean arbitrary. Not only the
// bytes named: an over-approximation.
func (e *Encoder) havocAt(s *State, p *Value) *State {
	ids, _ := e.targets(s, p)
	n := *s
	for _, id := range ids {
		if e.instances[id].konst {
			continue
		}
		c, _ := s.mem.Get(uint32(id))
		f := e.havocContent(id, c)
		n.mem = n.mem.Set(uint32(id), e.iteContent(e.C.Eq(p.Obj, e.objConst(id)), f, c))
	}
	e.approximate("havoc of an object")
	return &n
}

func (e *Encoder) havocAll(s *State) *State {
	e.approximate("unknown function")
	for _, v := range e.Prog.Globals {
		x := e.Fresh("havoc", v.Type)
		if v.Type.Kind == ir.Ptr {
			x = e.freshPtr("havoc", v.Type, e.pts.Reg(v))
		}
		s = e.withReg(s, v, x)
	}
	n := *e.forgetLives(s)
	s.mem.Each(func(k uint32, c *content) bool {
		if e.instances[k].target != nil && !e.instances[k].konst {
			f := e.havocContent(int(k), c)
			if e.instances[k].target.Obj == nil { // it may have been freed
				f.alive = e.C.And(c.alive, e.C.Fresh("alive", term.BoolSort))
			}
			n.mem = n.mem.Set(k, f)
		}
		return true
	})
	return &n
}

func (e *Encoder) memSet(s *State, st *ir.MemSet) *State {
	p, nb := e.Expr(s, st.Dst), e.bulkLen(s, st.N)
	sure := e.noteBulk(s, p, nb, true)
	k, ok := constOff(nb)
	if ok && k == 0 {
		return s
	}
	ids, _ := e.targets(s, p)
	off, okOff := constOff(p)
	n := *s
	for _, id := range ids {
		in := e.instances[id]
		if in.konst || in.target.Kind == flow.FuncCode {
			continue
		}
		c, _ := s.mem.Get(uint32(id))
		var w *content
		if size, okSize := constOff(in.size); okSize && ok && okOff && off == 0 && k == size {
			w = e.fill(s, id, c, st.Val)
		}
		if w == nil {
			w = e.setPlaces(s, id, c, p, nb, sure, "memset of a part",
				func(_ *Value, t ir.Type) *Value { return e.repeated(s, t, st.Val) })
		}
		if w == nil {
			w = e.havocContent(id, c)
			e.approximate("memset")
		}
		n.mem = n.mem.Set(uint32(id), e.iteContent(e.C.And(e.C.Eq(p.Obj, e.objConst(id)), c.alive), w, c))
	}
	return &n
}

// fill is contents c with all bytes set to the low byte of b; nil if some place then has no constant.
func (e *Encoder) fill(s *State, id int, c *content, b ir.Expr) *content {
	for _, f := range e.instances[id].shape.fields {
		if v := e.repeated(s, f.t, b); v == nil || !v.T.IsConst() {
			return nil
		}
	}
	w := e.constContent(id, func(t ir.Type) *Value { return e.repeated(s, t, b) })
	w.alive = c.alive
	return w
}

// repeated is a value of type t whose bytes are all the low byte of b; nil if no term says it.
func (e *Encoder) repeated(s *State, t ir.Type, b ir.Expr) *Value {
	u8 := ir.Type{Kind: ir.Int, Bits: 8}
	u := ir.Type{Kind: ir.Int, Bits: uint8(8 * t.Size())}
	ones := uint64(0)
	for range t.Size() {
		ones = ones<<8 | 1
	}
	v := e.Expr(s, ir.NewBinary(ir.Mul, ir.NewCast(u, ir.NewCast(u8, b)), &ir.Const{T: u, Bits: ones}))
	if t.Kind == ir.Int {
		return e.retype(s, u, t, v)
	}
	n, ok := v.T.Big()
	if !ok || t.Kind == ir.Ptr && n.Sign() != 0 || t.Kind == ir.Bool && n.Cmp(big.NewInt(1)) > 0 {
		return nil
	}
	return e.literal(t, n.Uint64())
}

// memCopy copies place by place, and whole arrays of one shape; all else becomes arbitrary.
func (e *Encoder) memCopy(s *State, st *ir.MemCopy) *State {
	dst, src, nb := e.Expr(s, st.Dst), e.Expr(s, st.Src), e.bulkLen(s, st.N)
	sure := e.noteBulk(s, src, nb, false)
	fits := e.noteBulk(s, dst, nb, true)
	k, ok := constOff(nb)
	if ok && k == 0 {
		return s
	}
	ids, _ := e.targets(s, dst)
	from, more := e.targets(s, src)
	n := *s
	for _, id := range ids {
		in := e.instances[id]
		if in.konst || in.target.Kind == flow.FuncCode {
			continue
		}
		c, _ := s.mem.Get(uint32(id))
		var w *content
		for i, f := range from {
			x := e.copyPlaces(s, id, c, dst, f, src, nb, sure, fits)
			if x == nil {
				x = e.havocContent(id, c)
				e.approximate("copy of memory")
			}
			if i == 0 && !more {
				w = x
				continue
			}
			if w == nil {
				w = e.havocContent(id, c)
			}
			w = e.iteContent(e.C.Eq(src.Obj, e.objConst(f)), x, w)
		}
		if w == nil {
			w = e.havocContent(id, c)
			e.approximate("copy of memory")
		}
		n.mem = n.mem.Set(uint32(id), e.iteContent(e.C.And(e.C.Eq(dst.Obj, e.objConst(id)), c.alive), w, c))
	}
	return &n
}

// copyPlaces is contents c of instance to with n bytes copied in; nil if that is not said. sure: they can be read, or
// there are none; fits: they can be written.
func (e *Encoder) copyPlaces(s *State, to int, c *content, dst *Value, from int, src, n *Value, sure,
	fits bool) *content {
	d, r := e.instances[to], e.instances[from]
	old, _ := s.mem.Get(uint32(from))
	readable := e.valid(s, from, old, src, n)
	if readable.IsFalse() {
		return nil
	}
	all := func(size, p *Value) bool { off, ok := constOff(p); return ok && off == 0 && n.T == size.T }
	if d.shape.stride > 0 && sameShape(d.shape, r.shape) && all(d.size, dst) && all(r.size, src) {
		w := *c
		w.arrs = old.arrs
		return &w
	}
	ot := offset(e.Prog.Model.Ptr())
	shift := e.a.binary(nil, ir.Sub, ot, src, dst)
	w := e.setPlaces(s, to, c, dst, n, fits, "copy of memory", func(at *Value, t ir.Type) *Value {
		at = e.a.binary(nil, ir.Add, ot, at, shift)
		if off, ok := constOff(at); ok && !r.shape.bytes && r.shape.find(off, t) < 0 {
			if t.Size() == 1 && t.Kind == ir.Int {
				return e.bytePart(s, from, old, at)
			}
			return nil
		}
		return e.read(s, t, from, old, at)
	})
	w = e.copyHints(s, to, w, dst, from, old, shift, n)
	if w == nil || sure || readable.IsTrue() {
		return w
	}
	return e.iteContent(readable, w, e.havocContent(to, c))
}

func sameShape(a, b *shape) bool { return a.stride == b.stride && slices.Equal(a.fields, b.fields) }

// maxPlaces is how many places of an object are written one by one.
const maxPlaces = 64

// setPlaces writes each place within n bytes at p; what has no value, or is covered in part, becomes arbitrary, and
// so does everything if they leave the object, which they do not if that is sure. It gives nil if there are too many.
func (e *Encoder) setPlaces(s *State, id int, c *content, p, n *Value, sure bool, why string,
	val func(at *Value, t ir.Type) *Value) *content {
	in := e.instances[id]
	valid := e.valid(s, id, c, p, n)
	if valid.IsFalse() {
		return nil
	}
	if sure {
		valid = e.C.True()
	}
	sh := in.shape
	size, ok := constOff(in.size)
	off, fixed := constOff(p)
	k, isConst := constOff(n)
	ot := offset(e.Prog.Model.Ptr())
	w := c
	if !fixed && isConst && k <= maxPlaces && sh.stride == 1 && len(sh.fields) == 1 {
		for i := range k {
			at := e.a.binary(nil, ir.Add, ot, p, e.a.konst(ot, uint64(i)))
			w = e.write(s, sh.fields[0].t, id, w, at, e.orFresh(id, val(at, sh.fields[0].t), sh.fields[0], why))
		}
		return e.ifValid(valid, w, id, c)
	}
	if !fixed || !isConst {
		off, k = 0, size
		if !ok {
			return nil
		}
	}
	places := sh.places(off, k)
	if len(places) > maxPlaces {
		return nil
	}
	end := e.a.binary(nil, ir.Add, ot, p, n)
	for _, f := range places {
		at, after := e.a.konst(ot, uint64(f.off)), e.a.konst(ot, uint64(f.off)+uint64(f.t.Size()))
		all := e.C.And(e.a.compare(s, ir.Le, ot, p, at), e.a.compare(s, ir.Le, ot, after, end))
		some := all
		if f.t.Size() > 1 {
			some = e.C.And(e.a.compare(s, ir.Lt, ot, p, after), e.a.compare(s, ir.Lt, ot, at, end))
		}
		var v *Value
		if !all.IsFalse() {
			v = val(at, f.t)
		}
		v = e.orFresh(id, v, f, why)
		if some != all && !all.IsTrue() && !all.IsFalse() {
			v = e.ite(all, v, e.orFresh(id, nil, f, why))
		}
		if !some.IsTrue() {
			v = e.ite(some, v, e.read(s, f.t, id, c, at))
		}
		w = e.write(s, f.t, id, w, at, v)
	}
	return e.ifValid(valid, w, id, c)
}

// ifValid is contents w where an access is valid, else arbitrary.
func (e *Encoder) ifValid(valid *term.Term, w *content, id int, c *content) *content {
	if valid.IsTrue() {
		return w
	}
	return e.iteContent(valid, w, e.havocContent(id, c))
}

// orFresh is a value for a place, an arbitrary one if there is none.
func (e *Encoder) orFresh(id int, v *Value, f field, why string) *Value {
	if v != nil && v.T != nil {
		return v
	}
	e.approximate(why)
	return e.freshCell(id, "part", f)
}

// Arbitrary is any state in which control may be at a location, with the
// constants that stand for its registers: those that are live, and the
// global ones.
func (e *Encoder) Arbitrary(p Point) *State {
	s := &State{Ctx: p.Ctx}
	put := func(v *ir.Var) {
		x := (*Value)(nil)
		if v.Type.Kind == ir.Ptr {
			x = e.freshPtr(v.Name, v.Type, e.pts.Reg(v))
		} else {
			x = e.Fresh(v.Name, v.Type)
		}
		s = e.withReg(s, v, x)
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
	if e.owners {
		n.live = e.freshLive()
	}
	for _, t := range e.pts.Targets {
		id, ok := e.static[t]
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
		n.mem = n.mem.Set(uint32(id), e.freshContent(id, t.Obj.Name))
	}
	return &n
}

// activation is the only activation of f in a call string; nil if there is none
// or are several.
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

// Live is the liveness of a function.
func (e *Encoder) Live(f *ir.Func) *flow.Live {
	l := e.live[f]
	if l == nil {
		l = flow.NewLive(e.Prog, f, func(g *ir.Func) []*ir.Var { return e.pts.Of(g).GlobalReads })
		e.live[f] = l
	}
	return l
}

// Points is the points-to analysis in use.
func (e *Encoder) Points() *flow.Points { return e.pts }
