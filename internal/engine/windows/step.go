package windows

import (
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// far bounds constant offsets, so that sums of offsets do not overflow.
const far = 1 << 30

// apply returns the value of the expression k, a new symbol if it has none yet.
func (s *state) apply(k app) val {
	v, ok := s.apps[k]
	if !ok {
		v = s.fresh()
		s.apps[k] = v
	}
	return v
}

// value returns the value of e in s.
func (r *run) value(s *state, e ir.Expr) val {
	switch e := e.(type) { // sound: other expressions have values of their own
	case *ir.Const:
		return s.apply(app{op: opConst, t: e.T, x: int64(e.Bits)})
	case *ir.Ref:
		v, ok := s.regs[e.Var]
		if !ok {
			v = s.fresh()
			s.regs[e.Var] = v
		}
		return v
	case *ir.AddrOf:
		k := app{op: opAddr, t: e.T, p: e.Obj}
		_, old := s.apps[k]
		v := s.apply(k)
		if !old && e.Obj.Size > 0 && e.Obj.Size < far {
			all := extent{read: offsets{0, e.Obj.Size}, at: r.regionOf(e)}
			if !e.Obj.Const {
				all.write = all.read
			}
			s.extents[v.sym] = all
		}
		return v
	case *ir.FuncAddr:
		return s.apply(app{op: opFunc, t: e.T, p: e.Func})
	case *ir.PtrAdd:
		p := r.value(s, e.P)
		if n, ok := constant(e.Index); ok && n > -far && n < far && e.Scale > -far && e.Scale < far {
			if d := n * e.Scale; d > -far && d < far && p.off+d > -far && p.off+d < far {
				return val{p.sym, p.off + d}
			}
		}
		return s.apply(app{op: opAdd, a: p, b: r.value(s, e.Index), x: e.Scale})
	case *ir.Unary:
		return s.apply(app{op: opUnary + ops(e.Op), a: r.value(s, e.X)})
	case *ir.Binary:
		return s.apply(app{op: opBinary + ops(e.Op), a: r.value(s, e.X), b: r.value(s, e.Y)})
	case *ir.Cast:
		return s.apply(app{op: opCast, t: e.T, a: r.value(s, e.X)})
	case *ir.PtrDiff:
		return s.apply(app{op: opDiff, a: r.value(s, e.P), b: r.value(s, e.Q)})
	case *ir.Overflows:
		return s.apply(app{op: opOverflows + ops(e.Op), a: r.value(s, e.X), b: r.value(s, e.Y)})
	}
	return s.fresh()
}

// constant returns the value of e if it is a constant integer, extended by its sign. ok is false if it is not constant,
// or too large.
func constant(e ir.Expr) (int64, bool) {
	c, ok := e.(*ir.Const)
	if !ok || c.T.Kind != ir.Int {
		return 0, false
	}
	n := int64(c.Bits)
	if c.T.Signed && c.T.Bits < 64 {
		n = n << (64 - c.T.Bits) >> (64 - c.T.Bits)
	}
	return n, c.T.Signed || n >= 0
}

// asked handles a question q whether a constant number of bytes is readable or writable. It returns the value of the
// address and the bytes relative to it; ok is false if q is another kind of question.
func (r *run) asked(s *state, q *ir.Valid) (at val, bytes offsets, ok bool) {
	if q.What != ir.Readable && q.What != ir.Writable {
		return at, bytes, false
	}
	n, known := constant(q.N)
	if !known || n <= 0 || n > far {
		return at, bytes, false
	}
	at = r.value(s, q.Addr)
	return at, offsets{at.off, at.off + n}, true
}

// question returns the value of a question q whether a variable number of bytes is readable or writable. ok is false if
// q is another kind of question, which may depend on more than its operands.
func (r *run) question(s *state, q *ir.Valid) (v val, ok bool) {
	if q.What != ir.Readable && q.What != ir.Writable {
		return v, false
	}
	return s.apply(app{op: opValid + ops(q.What), a: r.value(s, q.Addr), b: r.value(s, q.N)}), true
}

// assume adds to s that the condition e is true (if is is set) or false. It returns false if that contradicts s.
func (r *run) assume(s *state, e ir.Expr, is bool) bool {
	return r.assumeWith(&decider{run: r, s: s}, s, e, is)
}

// assumeWith does what assume does, with a decider for s.
func (r *run) assumeWith(d *decider, s *state, e ir.Expr, is bool) bool {
	if truth, known := d.decide(e); known {
		return truth == is
	}
	switch e := e.(type) { // sound: other conditions are handled below
	case *ir.Unary:
		if e.Op == ir.LNot {
			return r.assumeWith(d, s, e.X, !is)
		}
	case *ir.Binary:
		if e.Op == ir.LAnd && is || e.Op == ir.LOr && !is {
			return r.assumeAll(d, s, e, is)
		}
	case *ir.Valid:
		if at, bytes, ok := r.asked(s, e); ok {
			has := s.extents[at.sym]
			known := has.read
			if e.What == ir.Writable && !has.plain() {
				known = has.write
			}
			switch {
			case known.has(bytes):
				return is
			case !is:
				return true
			}
			has.read = has.read.hull(bytes)
			if e.What == ir.Writable {
				has.write = has.write.hull(bytes)
			}
			if has.at == nil {
				has.at = r.regionOf(e.Addr)
			}
			s.extents[at.sym] = has
		} else if e.What == ir.Same {
			return r.same(s, e, is)
		} else if v, ok := r.question(s, e); ok {
			if old, known := s.truth[v.sym]; known {
				return old == is
			}
			s.truth[v.sym] = is
		}
		return true
	}
	if is && r.no(s, e) {
		return false
	}
	k, flip, ok := r.condition(s, e)
	if !ok {
		return true
	}
	if old, known := s.truth[k.sym]; known {
		return old == (is != flip)
	}
	s.truth[k.sym] = is != flip
	return true
}

// assumeAll assumes the operands of e and of operands with the same operator, which are many in a test before a call
// through a pointer: each is decided once.
func (r *run) assumeAll(d *decider, s *state, e *ir.Binary, is bool) bool {
	for _, x := range []ir.Expr{e.X, e.Y} {
		ok := true
		if b, same := x.(*ir.Binary); same && b.Op == e.Op {
			ok = r.assumeAll(d, s, b, is)
		} else {
			ok = r.assumeWith(d, s, x, is)
		}
		if !ok {
			return false
		}
	}
	return true
}

// decider evaluates comparisons of pointers to functions and null in a state, as in the tests before a call through a
// pointer.
type decider struct {
	run  *run
	s    *state
	code map[int32]app // by symbol: the function or null whose address it is; nil as long as it is not asked for
}

// decide returns the truth value of e; known is false if the values of functions and null do not decide it.
func (d *decider) decide(e ir.Expr) (is, known bool) {
	switch e := e.(type) { // sound: not known
	case *ir.Unary:
		if e.Op == ir.LNot {
			is, known = d.decide(e.X)
			return !is, known
		}
	case *ir.Binary:
		switch {
		case e.Op == ir.LAnd || e.Op == ir.LOr:
			decides := e.Op == ir.LOr
			x, known := d.decide(e.X)
			if known && x == decides {
				return x, true
			}
			y, alsoKnown := d.decide(e.Y)
			return y, alsoKnown && (known || y == decides)
		case (e.Op == ir.Eq || e.Op == ir.Ne) && (isCode(e.X) || isCode(e.Y)):
			x, y := d.run.value(d.s, e.X), d.run.value(d.s, e.Y)
			if x == y {
				return e.Op == ir.Eq, true
			}
			return e.Op == ir.Ne, x.off == 0 && y.off == 0 && d.literal(x.sym) && d.literal(y.sym)
		}
	}
	return false, false
}

// isCode reports whether e is the address of a function, or null.
func isCode(e ir.Expr) bool {
	switch e := e.(type) { // sound: other pointers are not decided
	case *ir.FuncAddr:
		return true
	case *ir.Const:
		return e.T.Kind == ir.Ptr && e.Bits == 0
	}
	return false
}

// literal reports whether the value of a symbol is the address of a function, or null.
func (d *decider) literal(sym int32) bool {
	if d.code == nil {
		d.code = map[int32]app{}
		for k, v := range d.s.apps {
			if v.off == 0 && (k.op == opFunc || k.op == opConst && k.t.Kind == ir.Ptr && k.x == 0) {
				d.code[v.sym] = k
			}
		}
	}
	_, ok := d.code[sym]
	return ok
}

// same does what assume does, for the question whether two pointers point to the same object (or are equal if they
// point to none). The offsets of pointers into an object do not matter.
func (r *run) same(s *state, q *ir.Valid, is bool) bool {
	x, y := r.value(s, q.Addr), r.value(s, q.N)
	inside := !s.extents[x.sym].read.empty() || !s.extents[y.sym].read.empty()
	if is && inside && !r.regionOf(q.Addr).set.Overlaps(r.regionOf(q.N).set) {
		return false
	}
	own := app{op: opValid + ops(ir.Same), a: x, b: y}
	for k, v := range s.apps {
		if old, known := s.truth[v.sym]; known && k.op == own.op && (k == own || inside && k.a.sym == x.sym &&
			k.b.sym == y.sym) {
			return old == is
		}
	}
	s.truth[s.apply(own).sym] = is
	return true
}

// no reports whether e is certainly false, since it compares a pointer that is known not to be null with null.
func (r *run) no(s *state, e ir.Expr) bool {
	b, ok := e.(*ir.Binary)
	if !ok || b.Op != ir.Eq || b.X.Type().Kind != ir.Ptr {
		return false
	}
	for _, x := range [][2]ir.Expr{{b.X, b.Y}, {b.Y, b.X}} {
		if c, ok := x[1].(*ir.Const); ok && c.Bits == 0 {
			v := r.value(s, x[0])
			return s.extents[v.sym].read.has(offsets{v.off, v.off + 1})
		}
	}
	return false
}

// condition returns the value of a condition in a normal form that e and its negation share. flip reports whether e is
// the negation of this form.
func (r *run) condition(s *state, e ir.Expr) (k val, flip, ok bool) {
	if b, is := e.(*ir.Binary); is {
		kind := b.X.Type().Kind
		switch {
		case b.Op == ir.Ne:
			return s.apply(app{op: opBinary + ops(ir.Eq), a: r.value(s, b.X), b: r.value(s, b.Y)}), true, true
		case b.Op == ir.Le && (kind == ir.Int || kind == ir.Ptr):
			return s.apply(app{op: opBinary + ops(ir.Lt), a: r.value(s, b.Y), b: r.value(s, b.X)}), true, true
		}
	}
	return r.value(s, e), false, true
}

// step executes a statement other than a call or a return. It returns false if no execution continues.
func (r *run) step(s *state, e *ir.Edge) bool {
	switch st := e.Stmt.(type) {
	case *ir.Skip:
	case *ir.Assign:
		r.assign(s, st.Dst, r.value(s, st.Src))
	case *ir.Assume:
		return r.assume(s, st.Cond, true)
	case *ir.Input:
		r.assign(s, st.Dst, s.fresh())
	case *ir.Math:
		r.assign(s, st.Dst, s.fresh())
	case *ir.LoadStmt:
		r.load(s, st)
	case *ir.Store:
		r.store(s, st)
	case *ir.MemCopy:
		r.write(s, st.Dst, st.N)
	case *ir.MemSet:
		r.write(s, st.Dst, st.N)
	case *ir.MemHavoc:
		r.write(s, st.Addr, st.N)
	case *ir.Decl:
		r.end(s, flow.Set{r.points.Object(st.Obj)})
		delete(s.apps, app{op: opAddr, t: r.address, p: st.Obj})
	case *ir.End:
		r.end(s, flow.Set{r.points.Object(st.Obj)})
		delete(s.apps, app{op: opAddr, t: r.address, p: st.Obj})
	case *ir.Free:
		r.end(s, mortal(r.points.Pointees(st.Addr)))
	case *ir.Alloc:
		n, ok := constant(st.Size)
		v := s.fresh()
		r.assign(s, st.Dst, v)
		if ok && n > 0 && n < far {
			s.extents[v.sym] = extent{offsets{0, n}, offsets{0, n}, r.regionOf(&ir.Ref{Var: st.Dst})}
		}
	case *ir.HavocAll:
		clear(s.cells)
		r.forgetGlobals(s, r.prog.Globals)
	case *ir.Undefined:
		return false
	case *ir.Call, *ir.Return: // see run.from
	}
	return true
}

// assign sets register v to x.
func (r *run) assign(s *state, v *ir.Var, x val) { s.regs[v] = x }

// forgetGlobals drops the values of vs.
func (r *run) forgetGlobals(s *state, vs []*ir.Var) {
	for _, v := range vs {
		delete(s.regs, v)
	}
}

// load executes a load. Two loads of the same cell give the same value only if its bytes are known to be readable,
// since an invalid read gives a new arbitrary value each time.
func (r *run) load(s *state, st *ir.LoadStmt) {
	at := r.value(s, st.Addr)
	n := int64(st.Dst.Type.Size())
	if !s.extents[at.sym].read.has(offsets{at.off, at.off + n}) {
		r.assign(s, st.Dst, s.fresh())
		return
	}
	k := cell{at, st.Dst.Type}
	c, ok := s.cells[k]
	if !ok {
		c = content{s.fresh(), r.regionOf(st.Addr)}
		s.cells[k] = c
	}
	r.assign(s, st.Dst, c.v)
}

// store executes a store. It keeps the value only if the bytes are known to be writable.
func (r *run) store(s *state, st *ir.Store) {
	at, v := r.value(s, st.Addr), r.value(s, st.Val)
	n := int64(st.Val.Type().Size())
	reg := r.regionOf(st.Addr)
	r.lose(s, at, n, reg)
	if s.extents[at.sym].write.has(offsets{at.off, at.off + n}) {
		s.cells[cell{at, st.Val.Type()}] = content{v, reg}
	}
}

// write drops the cells in n bytes at addr.
func (r *run) write(s *state, addr, n ir.Expr) {
	size, ok := constant(n)
	if !ok || size < 0 || size > far {
		size = 0
	} else if size == 0 {
		return
	}
	r.lose(s, r.value(s, addr), size, r.regionOf(addr))
}

// lose drops the cells that n bytes at an address of region reg may overlap (any number of bytes if n is 0).
func (r *run) lose(s *state, at val, n int64, reg *region) {
	for k, c := range s.cells {
		m := int64(k.t.Size())
		if k.addr.sym == at.sym && n > 0 {
			if k.addr.off+m <= at.off || at.off+n <= k.addr.off {
				continue
			}
		} else if !r.overlap(c.at, m, reg, n) {
			continue
		}
		delete(s.cells, k)
	}
}

// end drops the facts about objects in dead, whose lifetime may have ended.
func (r *run) end(s *state, dead flow.Set) {
	if len(dead) == 0 {
		return
	}
	for k, x := range s.extents {
		if x.at.set.Overlaps(dead) {
			delete(s.extents, k)
		}
	}
	for k, c := range s.cells {
		if c.at.set.Overlaps(dead) {
			delete(s.cells, k)
		}
	}
	for k, v := range s.apps { // drop questions about lifetimes
		if k.op&^0xff == opValid && k.op != opValid+ops(ir.Same) {
			delete(s.truth, v.sym)
			delete(s.apps, k)
		}
	}
}

// mortal returns the objects of set that a Free may end.
func mortal(set flow.Set) (out flow.Set) {
	for _, t := range set {
		if t.Kind == flow.AllocObj {
			out = append(out, t)
		}
	}
	return out
}

// after changes s, the state of the caller before the call c on edge e, to the state after the call.
func (r *run) after(s *state, e *ir.Edge, c *ir.Call) {
	x := r.points.Of(c.Func)
	r.forgetGlobals(s, r.points.GlobalWrites(e))
	if x.Havoc {
		clear(s.cells)
	}
	writes := r.points.Writes(e)
	for k, ct := range s.cells {
		if ct.at.set.Overlaps(writes) {
			delete(s.cells, k)
		}
	}
	var dead flow.Set
	for _, t := range writes {
		ofCall := t.Kind == flow.LocalObj || t.Kind == flow.AllocObj && stacked(t)
		if ofCall && r.calls.Recursive(t.Func) || t.Kind == flow.AllocObj && !stacked(t) && x.Frees[ir.Heap] {
			dead = append(dead, t)
		}
	}
	r.end(s, dead)
	if c.Dst != nil {
		r.assign(s, c.Dst, s.fresh())
	}
}

// dropLocal drops the addresses of local objects.
func dropLocal(s *state) {
	for k := range s.apps {
		if o, ok := k.p.(*ir.Object); ok && o.Func != nil {
			delete(s.apps, k)
		}
	}
}

// stacked reports whether the lifetime of the objects of the Alloc t ends when its function returns.
func stacked(t *flow.Target) bool {
	a, ok := t.Edge.Stmt.(*ir.Alloc)
	return ok && a.Kind == ir.Stack
}

// enter returns the state at the callee's entry for a call in state s.
func (r *run) enter(s *state, c *ir.Call) *state {
	in := s.clone()
	args := make([]val, len(c.Args))
	for i, a := range c.Args {
		args[i] = r.value(in, a)
	}
	old := in.regs
	in.regs = map[*ir.Var]val{}
	for v, x := range old {
		if v.Global {
			in.regs[v] = x
		}
	}
	for i, p := range c.Func.Params[:min(len(args), len(c.Func.Params))] {
		in.regs[p] = args[i]
	}
	dropLocal(in)
	return in
}
