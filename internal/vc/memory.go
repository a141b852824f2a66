package vc

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain/pmap"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// instance is one object of a run. The start of the program, a Decl, an Alloc or the Input of a pointer makes it, once
// for all states that descend from that point. Static instances (global objects, and the current local objects of an
// arbitrary state) are made together with the encoder. Number 0 is no object. Number 1, untracked, represents all
// objects that are not tracked: reads of them are arbitrary, and writes to them have no effect.
type instance struct {
	target *flow.Target // the abstract object whose instance it is
	size   *Value       // in bytes
	shape  *shape       // how its contents are kept
	konst  bool         // writing is invalid
	// frame is the activation at whose end the instance dies. It is nil for an instance that no activation owns, and for
	// a static instance, which dies as the current instance of its object.
	frame   *Context
	base    *Value // its address as a number; nil if it was not needed so far
	isBased bool   // separate has handled the instance; it is in addresses.based if there was space
}

// untracked is the number of the instance that represents all objects that are not tracked.
const untracked = 1

// content holds the contents of an instance: a scalar or an array for each field.
type content struct {
	cells pmap.Map[*Value]     // by field, if the shape has stride 0; reading a missing cell gives a fresh value
	arrs  pmap.Map[*arrayPair] // by field, for other shapes
	alive *term.Term           // the condition that the instance is alive
}

// arrayPair has the array t of the values of a field. If the values are pointers, or bytes that hold pointers
// (bytes.go), a second array obj has the objects; else obj is nil.
type arrayPair struct{ t, obj *term.Term }

// makeStatic makes the instances of functions, of global objects and of local objects that do not escape.
func (ob *objects) makeStatic() {
	ob.findShapes()
	for _, t := range ob.pts.Targets {
		if t.Kind == flow.FuncCode {
			ob.funcs[t.Func] = ob.newInstance(t, 0)
		}
	}
	for _, t := range ob.pts.Targets {
		switch {
		case t.Kind == flow.GlobalObj:
			ob.static[t] = ob.newInstance(t, t.Size)
			ob.instances[ob.static[t]].konst = t.Obj.Const
		case t.Kind == flow.LocalObj && ob.pts.NonEscaping(t.Obj):
			ob.static[t] = ob.newInstance(t, t.Size)
		}
	}
}

// Past gives each Alloc that is executed at most once an instance in the states of Arbitrary, of any size, with any
// contents, and alive or not. Without Past, these states know nothing about allocated objects.
func (e *Encoder) Past() {
	for _, t := range e.objs.pts.Targets {
		if t.Kind == flow.AllocObj && e.Prog.Once(t.Edge) {
			e.objs.past = append(e.objs.past, e.objs.addInstance(t, e.Fresh("size", offset(e.Prog.Model.Ptr()))))
		}
	}
}

// onlyPast returns the instance of Past to which a pointer with the given places must lead if an access through it is
// valid; -1 if there may be others.
func (ob *objects) onlyPast(places []flow.Address) int {
	if len(ob.past) == 0 || len(places) == 0 {
		return -1
	}
	for _, pl := range places {
		if pl.Target == nil || pl.Target != places[0].Target {
			return -1
		}
	}
	i := slices.IndexFunc(ob.past, func(id int) bool { return ob.instances[id].target == places[0].Target })
	if i < 0 {
		return -1
	}
	return ob.past[i]
}

// fixedOffset returns the offset of a pointer with the given places; ok is false if they have several.
func fixedOffset(places []flow.Address) (off int64, ok bool) {
	if len(places) != 1 || places[0].Stride != 0 {
		return 0, false
	}
	return places[0].Off, true
}

// newInstance makes an instance of t with a constant size in bytes, and returns its number.
func (ob *objects) newInstance(t *flow.Target, size int64) int {
	return ob.addInstance(t, ob.a.konst(offset(ob.Prog.Model.Ptr()), uint64(size)))
}

// addInstance makes an instance of t with the given size in bytes, and returns its number.
func (ob *objects) addInstance(t *flow.Target, size *Value) int {
	sh := ob.shapes[t]
	if sh == nil {
		sh = &shape{}
	}
	ob.instances = append(ob.instances, &instance{target: t, size: size, shape: sh})
	return len(ob.instances) - 1
}

// funcID returns the number of the instance that is the code of f.
func (ob *objects) funcID(f *ir.Func) int { return ob.funcs[f] }

// sizeOf returns the size of an instance; ok is false for functions and objects that are not tracked.
func (ob *objects) sizeOf(id int) (*Value, bool) {
	if id <= untracked || id >= len(ob.instances) {
		return nil, false
	}
	return ob.instances[id].size, true
}

// candidates is the set of objects to which a fresh pointer may lead: no object, an object that is not tracked, or an
// instance of one of the targets with a number less than before.
type candidates struct {
	targets flow.Set
	before  int
}

// leaves splits the object of a pointer, an if-then-else of constants: ids has the instances, and groups has the
// candidates of each symbolic constant.
func (ob *objects) leaves(obj *term.Term) (ids []int, groups []candidates) {
	seen := map[*term.Term]bool{}
	var visit func(t *term.Term)
	visit = func(t *term.Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		if v, ok := t.Big(); ok {
			ids = append(ids, int(v.Int64()))
			return
		}
		if t.Op() == term.Ite {
			visit(t.Arg(1))
			visit(t.Arg(2))
			return
		}
		g, ok := ob.cands[t]
		if !ok {
			g = candidates{ob.pts.Exposed(), len(ob.instances)}
		}
		groups = append(groups, g)
	}
	visit(obj)
	return ids, groups
}

// freshPtr returns an arbitrary pointer into the objects of the given addresses.
func (ob *objects) freshPtr(prefix string, t ir.Type, places []flow.Address) *Value {
	v := ob.Fresh(prefix, t)
	g := candidates{before: len(ob.instances)}
	for _, pl := range places { // if an address is unknown, the exposed objects are in places too
		if pl.Target != nil && (len(g.targets) == 0 || g.targets[len(g.targets)-1] != pl.Target) {
			g.targets = append(g.targets, pl.Target)
		}
	}
	ob.cands[v.Obj] = g
	return v
}

// heldPtr returns an arbitrary pointer that the bytes of a target may have.
func (ob *objects) heldPtr(prefix string, t ir.Type, of *flow.Target) *Value {
	v := ob.freshPtr(prefix, t, ob.pts.Content(of))
	if ob.pts.Guesses(of) {
		g := ob.cands[v.Obj]
		g.before = math.MaxInt
		ob.cands[v.Obj] = g
	}
	return v
}

// any returns an arbitrary value of type t for a read from the bytes of a target, and counts the approximation.
func (ob *objects) any(t ir.Type, of *flow.Target, why string) *Value {
	if t.Kind != ir.Ptr || of == nil {
		return ob.unknown(t, why)
	}
	ob.approximate(why)
	return ob.heldPtr("any", t, of)
}

// addressOf returns the address of the current instance of an object.
func (ob *objects) addressOf(s *State, o *ir.Object) *Value {
	z := ob.a.konst(offset(ob.Prog.Model.Ptr()), 0)
	at := func(id *term.Term) *Value { return &Value{Obj: id, T: z.T, Lo: z.Lo, Hi: z.Hi} }
	if o.Func == nil {
		return at(ob.objConst(ob.static[ob.pts.Object(o)]))
	}
	if v, ok := s.cur.Get(ob.ctxs.key(varKey{ctx: s.Ctx, o: o})); ok {
		return at(v.Obj)
	}
	return at(ob.objConst(untracked))
}

// targets returns the instances of a state to which a pointer may lead. more reports whether the pointer may also be a
// number, or lead to an object that is not tracked.
func (ob *objects) targets(s *State, p *Value) (ids []int, more bool) {
	all, groups := ob.leaves(p.Obj)
	seen := map[int]bool{}
	for _, id := range all {
		if _, ok := s.mem.Get(uint32(id)); ok && !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		} else if !ok {
			more = true
		}
	}
	if len(groups) == 0 {
		return ids, more
	}
	s.mem.Each(func(k uint32, _ *content) bool {
		for _, g := range groups {
			if int(k) < g.before && !seen[int(k)] && g.targets.Has(ob.instances[k].target) {
				seen[int(k)] = true
				ids = append(ids, int(k))
			}
		}
		return true
	})
	return ids, true
}

// load returns the value of type t to which p points, and records the access.
func (ac *accesses) load(s *State, t ir.Type, p *Value) *Value {
	ids, more := ac.objs.targets(s, p)
	sure := ac.noteAccess(s, ids, p, ac.size(t), false)
	var r *Value
	if !more && len(ids) > 0 {
		// The pointer leads to one of the instances; an invalid access gives a fresh value.
		last := ids[len(ids)-1]
		r = ac.loadFrom(s, t, last, p, sure)
		ids = ids[:len(ids)-1]
	} else {
		r = ac.cells.unknownRead(t)
	}
	for _, id := range ids {
		r = ac.ite(ac.C.Eq(p.Obj, ac.objConst(id)), ac.loadFrom(s, t, id, p, sure), r)
	}
	return r
}

// unknownRead returns the value of a read through a pointer that leads to no instance.
func (ct *contents) unknownRead(t ir.Type) *Value {
	return ct.unknown(t, "read through an unknown pointer")
}

// loadFrom reads from an instance. sure promises that the access is valid if the pointer leads to this instance.
func (ac *accesses) loadFrom(s *State, t ir.Type, id int, p *Value, sure bool) *Value {
	c, _ := s.mem.Get(uint32(id))
	ok := ac.valid(s, id, c, p, ac.size(t))
	if ok.IsFalse() {
		return ac.cells.unknownRead(t)
	}
	v := ac.cells.read(s, t, id, c, p)
	if sure || ok.IsTrue() || ac.log.edge == nil && ac.objs.openArray(id) {
		return v
	}
	return ac.ite(ok, v, ac.Fresh("invalid", t))
}

// openArray reports whether an instance is an array whose size may be open. If a specification reads such an array at
// an index outside of it, the value is the array's element there, which is arbitrary, but the same each time.
func (ob *objects) openArray(id int) bool {
	in := ob.instances[id]
	return in.target.Kind == flow.AllocObj && in.shape.stride > 0 && !in.shape.bytes
}

// read reads a value of type t at p from the contents c of an instance, by an access that is known to be valid.
func (ct *contents) read(s *State, t ir.Type, id int, c *content, p *Value) *Value {
	sh, of := ct.objs.instances[id].shape, ct.objs.instances[id].target
	if sh.bytes {
		return ct.readBytes(s, t, of, c, p)
	}
	off, konst := constOff(p)
	if sh.stride == 0 {
		if !konst {
			return ct.readAny(s, t, id, c, p)
		}
		i := sh.find(off, t)
		if i < 0 {
			return ct.objs.any(t, of, "access that points-to does not know")
		}
		if v, ok := c.cells.Get(uint32(i)); ok {
			return ct.retype(s, sh.fields[i].t, t, v)
		}
		return ct.objs.any(t, of, "cell without a value")
	}
	i := ct.fieldOf(sh, t, p)
	if i < 0 && konst {
		return ct.objs.any(t, of, "access that points-to does not know")
	}
	if i < 0 {
		return ct.readAmong(s, t, id, c, p)
	}
	a, ok := c.arrs.Get(uint32(i))
	if !ok {
		return ct.objs.any(t, of, "array without a value")
	}
	return ct.retype(s, sh.fields[i].t, t, ct.element(s, sh.fields[i].t, of, a, p.T))
}

// readAny reads from an instance that is kept as scalars, at an offset that is not constant.
func (ct *contents) readAny(s *State, t ir.Type, id int, c *content, p *Value) *Value {
	sh := ct.objs.instances[id].shape
	r := ct.objs.any(t, ct.objs.instances[id].target, "access at an odd offset")
	ot := offset(ct.Prog.Model.Ptr())
	for i, f := range sh.fields {
		if f.t != canon(t) {
			continue
		}
		if v, ok := c.cells.Get(uint32(i)); ok {
			at := ct.a.compare(s, ir.Eq, ot, p, ct.a.konst(ot, uint64(f.off)))
			r = ct.ite(at, ct.retype(s, f.t, t, v), r)
		}
	}
	return r
}

// constOff returns the offset of a pointer as a signed number; the result is false if it is not constant.
func constOff(p *Value) (int64, bool) {
	if b, ok := p.T.Bits(); ok {
		w := p.T.Sort().Bits
		return int64(b<<(64-w)) >> (64 - w), true
	}
	if v, ok := p.T.Big(); ok && v.IsInt64() {
		return v.Int64(), true
	}
	return 0, false
}

// fieldOf returns the index of the field that an access reads or writes, or -1 if it is not known. If the offset is
// symbolic, this is the only field of the type, or the field at the residue of the offset modulo the stride.
func (ct *contents) fieldOf(sh *shape, t ir.Type, p *Value) int {
	if off, ok := constOff(p); ok {
		return sh.find(off, t)
	}
	found := -1
	for i, f := range sh.fields {
		if f.t != canon(t) {
			continue
		}
		if found >= 0 {
			return residueField(sh, t, p)
		}
		found = i
	}
	return found
}

// residueField returns the index of the field at the residue of the offset of p; -1 if the residue is not known.
func residueField(sh *shape, t ir.Type, p *Value) int {
	r, ok := residue(p.T, sh.stride)
	if !ok {
		return -1
	}
	return sh.find(r, t)
}

// residue returns the remainder of an offset modulo m, if the constants in the term determine it. For bit-vectors, m
// must be a power of two, or the signed range must show that no sum or product wraps around.
func residue(t *term.Term, m int64) (int64, bool) {
	mod := func(v *big.Int) int64 { return new(big.Int).Mod(v, big.NewInt(m)).Int64() }
	if t.Sort().Kind == term.BV && m&(m-1) != 0 {
		if _, _, ok := signedRange(t); !ok {
			return 0, false
		}
	}
	if v, ok := signedConst(t); ok {
		return mod(v), true
	}
	switch t.Op() {
	case term.IAdd, term.BVAdd:
		var sum int64
		for _, a := range t.Args() {
			r, ok := residue(a, m)
			if !ok {
				return 0, false
			}
			sum += r
		}
		return sum % m, true
	case term.IMul, term.BVMul:
		for _, a := range t.Args() {
			if v, ok := signedConst(a); ok && mod(v) == 0 {
				return 0, true
			}
		}
	case term.Ite:
		x, ok := residue(t.Arg(1), m)
		y, ok2 := residue(t.Arg(2), m)
		if ok && ok2 && x == y {
			return x, true
		}
	}
	return 0, false
}

// signedConst returns the value of a constant as a signed number; the result is false for other terms.
func signedConst(t *term.Term) (*big.Int, bool) {
	v, ok := t.Big()
	if w := uint(t.Sort().Bits); ok && t.Sort().Kind == term.BV && v.Bit(int(w)-1) == 1 {
		v = new(big.Int).Sub(v, new(big.Int).Lsh(big.NewInt(1), w))
	}
	return v, ok
}

// signedRange returns bounds of a bit-vector as a signed number; ok is false if it may have wrapped around.
func signedRange(t *term.Term) (lo, hi *big.Int, ok bool) {
	if v, isConst := signedConst(t); isConst {
		return v, v, true
	}
	half := func(w uint16) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(w-1)) }
	own := half(t.Sort().Bits)
	switch t.Op() { // sound: a term of another form is any number of its width
	case term.BVZext:
		w := t.Arg(0).Sort().Bits
		return new(big.Int), new(big.Int).Sub(half(w+1), big.NewInt(1)), w < t.Sort().Bits
	case term.BVSext:
		h := half(t.Arg(0).Sort().Bits)
		return new(big.Int).Neg(h), new(big.Int).Sub(h, big.NewInt(1)), true
	case term.BVAdd, term.BVMul:
		for i, a := range t.Args() {
			l, h, ok := signedRange(a)
			switch {
			case !ok:
				return nil, nil, false
			case i == 0:
				lo, hi = l, h
			case t.Op() == term.BVAdd:
				lo, hi = new(big.Int).Add(lo, l), new(big.Int).Add(hi, h)
			default:
				ps := []*big.Int{new(big.Int).Mul(lo, l), new(big.Int).Mul(lo, h), new(big.Int).Mul(hi, l), new(big.Int).Mul(hi, h)}
				lo, hi = slices.MinFunc(ps, (*big.Int).Cmp), slices.MaxFunc(ps, (*big.Int).Cmp)
			}
		}
		return lo, hi, lo.Cmp(new(big.Int).Neg(own)) >= 0 && hi.Cmp(own) < 0
	case term.Ite:
		l1, h1, ok1 := signedRange(t.Arg(1))
		l2, h2, ok2 := signedRange(t.Arg(2))
		if !ok1 || !ok2 {
			return nil, nil, false
		}
		return minBig(l1, l2), maxBig(h1, h2), true
	}
	return new(big.Int).Neg(own), new(big.Int).Sub(own, big.NewInt(1)), true
}

// isAt returns the condition that the offset of p, modulo the stride of the shape, is the offset of the field f.
func (sy *symbols) isAt(sh *shape, f field, p *Value) *term.Term {
	if sy.Enc == Ints {
		return sy.C.Eq(sy.C.IMod(p.T, sy.C.Int(sh.stride)), sy.C.Int(f.off))
	}
	w := p.T.Sort().Bits
	return sy.C.Eq(sy.C.BVURem(p.T, sy.C.BV(uint64(sh.stride), int(w))), sy.C.BV(uint64(f.off), int(w)))
}

// readAmong reads from an instance that is kept as arrays, at an offset whose field is not known.
func (ct *contents) readAmong(s *State, t ir.Type, id int, c *content, p *Value) *Value {
	sh, of := ct.objs.instances[id].shape, ct.objs.instances[id].target
	r := ct.objs.any(t, of, "access at an odd offset")
	for i, f := range sh.fields {
		if a, ok := c.arrs.Get(uint32(i)); ok && f.t == canon(t) {
			r = ct.ite(ct.isAt(sh, f, p), ct.retype(s, f.t, t, ct.element(s, f.t, of, a, p.T)), r)
		}
	}
	return r
}

// writeAmong writes to an instance that is kept as arrays, at an offset whose field is not known.
func (ct *contents) writeAmong(s *State, t ir.Type, id int, c *content, p, v *Value) *content {
	sh := ct.objs.instances[id].shape
	out := ct.havocContent(id, c)
	for i, f := range sh.fields {
		a, ok := c.arrs.Get(uint32(i))
		if f.t != canon(t) || !ok {
			continue
		}
		x := ct.retype(s, t, f.t, v)
		w := &arrayPair{t: ct.C.Store(a.t, p.T, x.T)}
		if a.obj != nil {
			w.obj = ct.C.Store(a.obj, p.T, x.Obj)
		}
		n := *c
		n.arrs = c.arrs.Set(uint32(i), w)
		out = ct.iteContent(ct.isAt(sh, f, p), &n, out)
	}
	return out
}

// element returns the array element a[i] as a value of the canonical type t. The array belongs to an object of the
// target.
func (ct *contents) element(s *State, t ir.Type, of *flow.Target, a *arrayPair, i *term.Term) *Value {
	v := &Value{T: ct.C.Select(a.t, i)}
	if v.T.Op() == term.Select && ct.Enc == Bits {
		if x, ok := ct.lookup(a.t, i, plainLeaf); ok {
			v.T = x
		}
	}
	if a.obj != nil {
		v.Obj = ct.C.Select(a.obj, i)
		if v.Obj.Op() == term.Select {
			if o, ok := ct.lookup(a.obj, i, func(o *term.Term) *term.Term { return ct.held(t, of, o) }); ok {
				v.Obj = o
			} else {
				v.Obj = ct.held(t, of, v.Obj)
			}
		}
	}
	if ct.Enc == Ints && (t.Kind == ir.Int || t.Kind == ir.Ptr) {
		v.Lo, v.Hi = limits(t)
		if v.T.Op() == term.Select {
			v.T = ct.boundedSelect(s, v.T, v.Lo, v.Hi)
		}
	}
	return v
}

// held returns a constant that is equal to the term at, the object of a pointer in the bytes of a target. The
// candidates of the constant are the objects of all pointers that these bytes may have. The same term always gives the
// same constant.
func (ct *contents) held(t ir.Type, of *flow.Target, at *term.Term) *term.Term {
	if o, ok := ct.named[at]; ok {
		return o
	}
	o := ct.objs.heldPtr("elem", t, of).Obj
	ct.axiom(o, ct.C.Eq(o, at))
	ct.named[at] = o
	return o
}

// boundedSelect returns a constant for an array element, so that its bounds can be an axiom. The axiom is unconditional
// if the array is a constant. Otherwise it holds under the path condition only, since stored terms are in the bounds of
// their type only there.
func (ct *contents) boundedSelect(s *State, t *term.Term, lo, hi *big.Int) *term.Term {
	v, ok := ct.named[t]
	if !ok {
		v = ct.C.Fresh("elem", t.Sort())
		ct.axiom(v, ct.C.Eq(v, t))
		if t.Arg(0).Op() == term.Var {
			ct.bound(v, lo, hi)
		}
		ct.named[t] = v
	}
	if t.Arg(0).Op() != term.Var {
		in := ct.C.And(ct.C.ILe(ct.C.IntBig(lo), v), ct.C.ILe(v, ct.C.IntBig(hi)))
		f := ct.C.Implies(ct.Guard(s), in)
		ct.axiom(v, f)
	}
	return v
}

// retype converts a value from a canonical type to the type t of the same size.
func (sy *symbols) retype(s *State, from, t ir.Type, v *Value) *Value {
	if from == t || t.Kind != ir.Int || from.Kind != ir.Int {
		return v
	}
	return sy.a.cast(s, from, t, v)
}

// store returns s after writing v, of type t, at p, and records the access. An invalid write has no effect.
func (ac *accesses) store(s *State, t ir.Type, p, v *Value) *State {
	ids, more := ac.objs.targets(s, p)
	sure := ac.noteAccess(s, ids, p, ac.size(t), true)
	if more && len(ids) == 0 {
		return s // the pointer leads to an object that is not tracked, or to none
	}
	n := *s
	for _, id := range ids {
		in := ac.objs.instances[id]
		if in.konst || in.target.Kind == flow.FuncCode {
			continue
		}
		c, _ := s.mem.Get(uint32(id))
		here, ok := ac.C.Eq(p.Obj, ac.objConst(id)), ac.valid(s, id, c, p, ac.size(t))
		if here.IsFalse() || ok.IsFalse() {
			continue
		}
		if !sure {
			here = ac.C.And(here, ok)
		}
		w := ac.cells.write(s, t, id, c, p, v)
		n.mem = n.mem.Set(uint32(id), ac.cells.iteContent(here, w, c))
	}
	return &n
}

// write returns the contents c of an instance after writing v, of type t, at p, by an access that is known to be valid.
func (ct *contents) write(s *State, t ir.Type, id int, c *content, p, v *Value) *content {
	sh := ct.objs.instances[id].shape
	n := *c
	if sh.bytes {
		n.arrs = c.arrs.Set(0, ct.writeBytes(s, t, c, p, v))
		return &n
	}
	if sh.stride == 0 {
		off, ok := constOff(p)
		if !ok {
			return ct.writeAny(s, t, id, c, p, v)
		}
		i := sh.find(off, t)
		if i < 0 {
			return ct.havocContent(id, c)
		}
		n.cells = c.cells.Set(uint32(i), ct.retype(s, t, sh.fields[i].t, v))
		return &n
	}
	i := ct.fieldOf(sh, t, p)
	if i < 0 {
		return ct.writeAmong(s, t, id, c, p, v)
	}
	a, ok := c.arrs.Get(uint32(i))
	if !ok {
		return c
	}
	x := ct.retype(s, t, sh.fields[i].t, v)
	w := &arrayPair{t: ct.C.Store(a.t, p.T, x.T)}
	if a.obj != nil {
		w.obj = ct.C.Store(a.obj, p.T, x.Obj)
	}
	n.arrs = c.arrs.Set(uint32(i), w)
	return &n
}

// writeAny writes to an instance that is kept as scalars, at an offset that is not constant.
func (ct *contents) writeAny(s *State, t ir.Type, id int, c *content, p, v *Value) *content {
	sh := ct.objs.instances[id].shape
	ot := offset(ct.Prog.Model.Ptr())
	n := *c
	for i, f := range sh.fields {
		at := ct.a.compare(s, ir.Eq, ot, p, ct.a.konst(ot, uint64(f.off)))
		if f.t == canon(t) {
			if old, ok := c.cells.Get(uint32(i)); ok {
				n.cells = n.cells.Set(uint32(i), ct.ite(at, ct.retype(s, t, f.t, v), old))
			}
			continue
		}
		n.cells = n.cells.Delete(uint32(i)) // the written bytes may overlap the cell
	}
	return &n
}

// iteContent returns the contents that equal a where c holds, else b.
func (ct *contents) iteContent(c *term.Term, a, b *content) *content {
	if a == b || c.IsTrue() {
		return a
	}
	return &content{
		cells: a.cells.Intersect(b.cells, func(_ uint32, x, y *Value) (*Value, bool) { return ct.ite(c, x, y), true }),
		arrs: a.arrs.Intersect(b.arrs, func(_ uint32, x, y *arrayPair) (*arrayPair, bool) {
			if x == y {
				return x, true
			}
			r := &arrayPair{t: ct.iteArray(c, x.t, y.t)}
			if x.obj != nil && y.obj != nil {
				r.obj = ct.iteArray(c, x.obj, y.obj)
			}
			return r, true
		}),
		alive: ct.C.Ite(c, a.alive, b.alive),
	}
}

// indexSort returns the sort of array indices: byte offsets.
func (sy *symbols) indexSort() term.Sort { return sy.sort(offset(sy.Prog.Model.Ptr())) }

// havocContent returns arbitrary contents of an instance that is alive under the same condition as c.
func (ct *contents) havocContent(id int, c *content) *content {
	n := ct.freshContent(id, "havoc")
	n.alive = c.alive
	return n
}

// freshContent returns arbitrary contents of an instance that is alive.
func (ct *contents) freshContent(id int, prefix string) *content {
	sh := ct.objs.instances[id].shape
	c := &content{alive: ct.C.True()}
	for i, f := range sh.fields {
		if sh.stride == 0 {
			c.cells = c.cells.Set(uint32(i), ct.freshCell(id, prefix, f))
			continue
		}
		a := &arrayPair{t: ct.C.Fresh(prefix, term.ArraySort(ct.indexSort(), ct.sort(f.t)))}
		if f.t.Kind == ir.Ptr || ct.objs.hinted(sh) {
			a.obj = ct.C.Fresh(prefix+".obj", term.ArraySort(ct.indexSort(), ct.objSort()))
		}
		c.arrs = c.arrs.Set(uint32(i), a)
	}
	return c
}

// freshCell returns an arbitrary value of a field.
func (ct *contents) freshCell(id int, prefix string, f field) *Value {
	if f.t.Kind == ir.Ptr {
		return ct.objs.heldPtr(fmt.Sprintf("%s.%d", prefix, f.off), f.t, ct.objs.instances[id].target)
	}
	return ct.Fresh(fmt.Sprintf("%s.%d", prefix, f.off), f.t)
}

// zeroContent returns contents that are all zero bytes.
func (ct *contents) zeroContent(id int) *content {
	return ct.constContent(id, func(t ir.Type) *Value { return ct.literal(t, 0) })
}

// constContent returns contents in which each field holds the constant that val returns for its type.
func (ct *contents) constContent(id int, val func(ir.Type) *Value) *content {
	sh := ct.objs.instances[id].shape
	c := &content{alive: ct.C.True()}
	for i, f := range sh.fields {
		z := val(f.t)
		if sh.stride == 0 {
			c.cells = c.cells.Set(uint32(i), z)
			continue
		}
		a := &arrayPair{t: ct.C.ConstArray(ct.indexSort(), z.T)}
		switch {
		case f.t.Kind == ir.Ptr:
			a.obj = ct.C.ConstArray(ct.indexSort(), z.Obj)
		case ct.objs.hinted(sh):
			a.obj = ct.C.ConstArray(ct.indexSort(), ct.objConst(0))
		}
		c.arrs = c.arrs.Set(uint32(i), a)
	}
	return c
}
