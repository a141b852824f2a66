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

// instance is one object: made once, by the program's start, a Decl, an Alloc or
// the Input of a pointer, on the states that descend from there. Static instances
// (of global objects, of the current locals at an arbitrary state) are made with
// the encoder. Number 0 is no object, 1 stands for all objects that are not tracked:
// reading them gives anything, writing them is forgotten.
type instance struct {
	target *flow.Target
	size   *Value // in bytes
	shape  *shape
	konst  bool // writing is invalid
	// frame is the activation with which it dies, nil if it does not (static instances die
	// as the current ones of their objects).
	frame *Context
	base  *Value // its address as a number; nil: not asked for yet
	among bool   // of Encoder.based
}

const untracked = 1

// content is what an instance holds: by field a scalar, or an array.
type content struct {
	cells pmap.Map[*Value]     // stride 0; a missing cell is a fresh value, made when read
	arrs  pmap.Map[*arrayPair] // else
	alive *term.Term
}

// arrayPair is an array of values; obj for pointers, and for bytes among which pointers are (bytes.go).
type arrayPair struct{ t, obj *term.Term }

func (e *Encoder) makeStatic() {
	e.findShapes()
	for _, t := range e.pts.Targets {
		if t.Kind == flow.FuncCode {
			e.funcs[t.Func] = e.newInstance(t, 0)
		}
	}
	for _, t := range e.pts.Targets {
		switch {
		case t.Kind == flow.GlobalObj:
			e.static[t] = e.newInstance(t, t.Size)
			e.instances[e.static[t]].konst = t.Obj.Const
		case t.Kind == flow.LocalObj && e.pts.NonEscaping(t.Obj):
			e.static[t] = e.newInstance(t, t.Size)
		}
	}
}

func (e *Encoder) newInstance(t *flow.Target, size int64) int {
	return e.addInstance(t, e.a.konst(offset(e.Prog.Model.Ptr()), uint64(size)))
}

func (e *Encoder) addInstance(t *flow.Target, size *Value) int {
	sh := e.shapes[t]
	if sh == nil {
		sh = &shape{}
	}
	e.instances = append(e.instances, &instance{target: t, size: size, shape: sh})
	return len(e.instances) - 1
}

func (e *Encoder) funcID(f *ir.Func) int { return e.funcs[f] }

// sizeOf is the size of an instance; functions have none.
func (e *Encoder) sizeOf(id int) (*Value, bool) {
	if id <= untracked || id >= len(e.instances) {
		return nil, false
	}
	return e.instances[id].size, true
}

// among says what the object of a fresh pointer can be: none, an object that is not
// tracked, or an instance of one of the targets with a number below before.
type among struct {
	targets flow.Set
	before  int
}

// leaves takes the object of a pointer apart: plain instances, and constants
// that stand for many.
func (e *Encoder) leaves(obj *term.Term) (ids []int, groups []among) {
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
		g, ok := e.cands[t]
		if !ok {
			g = among{e.pts.Exposed(), len(e.instances)}
		}
		groups = append(groups, g)
	}
	visit(obj)
	return ids, groups
}

// freshPtr is an arbitrary pointer to one of the places.
func (e *Encoder) freshPtr(prefix string, t ir.Type, places []flow.Place) *Value {
	v := e.Fresh(prefix, t)
	g := among{before: len(e.instances)}
	for _, pl := range places { // an unknown place comes with the exposed objects
		if pl.Target != nil && (len(g.targets) == 0 || g.targets[len(g.targets)-1] != pl.Target) {
			g.targets = append(g.targets, pl.Target)
		}
	}
	e.cands[v.Obj] = g
	return v
}

// heldPtr is an arbitrary pointer in the bytes of an object.
func (e *Encoder) heldPtr(prefix string, t ir.Type, of *flow.Target) *Value {
	v := e.freshPtr(prefix, t, e.pts.Content(of))
	if e.pts.Guesses(of) {
		g := e.cands[v.Obj]
		g.before = math.MaxInt
		e.cands[v.Obj] = g
	}
	return v
}

// any is an arbitrary value read from the bytes of an object.
func (e *Encoder) any(t ir.Type, of *flow.Target, why string) *Value {
	if t.Kind != ir.Ptr || of == nil {
		return e.unknown(t, why)
	}
	e.approximate(why)
	return e.heldPtr("any", t, of)
}

// addressOf is the address of the current instance of an object.
func (e *Encoder) addressOf(s *State, o *ir.Object) *Value {
	z := e.a.konst(offset(e.Prog.Model.Ptr()), 0)
	at := func(id *term.Term) *Value { return &Value{Obj: id, T: z.T, Lo: z.Lo, Hi: z.Hi} }
	if o.Func == nil {
		return at(e.objConst(e.static[e.pts.Object(o)]))
	}
	if v, ok := s.cur.Get(e.key(varKey{ctx: s.Ctx, o: o})); ok {
		return at(v.Obj)
	}
	return at(e.objConst(untracked))
}

// targets are the instances that a pointer value may mean in a state; more says
// that it may be something else as well: nothing, or an object that is not tracked.
func (e *Encoder) targets(s *State, p *Value) (ids []int, more bool) {
	all, groups := e.leaves(p.Obj)
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
			if int(k) < g.before && !seen[int(k)] && g.targets.Has(e.instances[k].target) {
				seen[int(k)] = true
				ids = append(ids, int(k))
			}
		}
		return true
	})
	return ids, true
}

// load reads a value of type t.
func (e *Encoder) load(s *State, t ir.Type, p *Value) *Value {
	ids, more := e.targets(s, p)
	sure := e.noteAccess(s, ids, p, e.size(t), false)
	var r *Value
	if !more && len(ids) > 0 {
		// One of them it is; an invalid access gives a fresh value.
		last := ids[len(ids)-1]
		r = e.loadFrom(s, t, last, p, sure)
		ids = ids[:len(ids)-1]
	} else {
		r = e.unknownRead(t)
	}
	for _, id := range ids {
		r = e.ite(e.C.Eq(p.Obj, e.objConst(id)), e.loadFrom(s, t, id, p, sure), r)
	}
	return r
}

func (e *Encoder) unknownRead(t ir.Type) *Value {
	return e.unknown(t, "read through an unknown pointer")
}

// loadFrom reads from an instance; sure: if it is the one, the access is valid.
func (e *Encoder) loadFrom(s *State, t ir.Type, id int, p *Value, sure bool) *Value {
	c, _ := s.mem.Get(uint32(id))
	ok := e.valid(s, id, c, p, e.size(t))
	if ok.IsFalse() {
		return e.unknownRead(t)
	}
	v := e.read(s, t, id, c, p)
	if sure || ok.IsTrue() {
		return v
	}
	return e.ite(ok, v, e.Fresh("invalid", t))
}

// read is a load that is known to be valid.
func (e *Encoder) read(s *State, t ir.Type, id int, c *content, p *Value) *Value {
	sh, of := e.instances[id].shape, e.instances[id].target
	if sh.bytes {
		return e.readBytes(s, t, of, c, p)
	}
	off, konst := constOff(p)
	if sh.stride == 0 {
		if !konst {
			return e.readAny(s, t, id, c, p)
		}
		i := sh.find(off, t)
		if i < 0 {
			return e.any(t, of, "access that points-to does not know")
		}
		if v, ok := c.cells.Get(uint32(i)); ok {
			return e.retype(s, sh.fields[i].t, t, v)
		}
		return e.any(t, of, "cell without a value")
	}
	i := e.fieldOf(sh, t, p)
	if i < 0 && konst {
		return e.any(t, of, "access that points-to does not know")
	}
	if i < 0 {
		return e.readAmong(s, t, id, c, p)
	}
	a, ok := c.arrs.Get(uint32(i))
	if !ok {
		return e.any(t, of, "array without a value")
	}
	return e.retype(s, sh.fields[i].t, t, e.element(s, sh.fields[i].t, of, a, p.T))
}

// readAny is a load at an offset that is one of the constants of the fields,
// but not plainly so.
func (e *Encoder) readAny(s *State, t ir.Type, id int, c *content, p *Value) *Value {
	sh := e.instances[id].shape
	r := e.any(t, e.instances[id].target, "access at an odd offset")
	ot := offset(e.Prog.Model.Ptr())
	for i, f := range sh.fields {
		if f.t != canon(t) {
			continue
		}
		if v, ok := c.cells.Get(uint32(i)); ok {
			at := e.a.compare(s, ir.Eq, ot, p, e.a.konst(ot, uint64(f.off)))
			r = e.ite(at, e.retype(s, f.t, t, v), r)
		}
	}
	return r
}

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

// fieldOf finds the array for an access at an offset that may be symbolic: the
// only field of the type, or the one that the residue of the offset tells.
func (e *Encoder) fieldOf(sh *shape, t ir.Type, p *Value) int {
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

// residueField uses that the offset is a sum: its constant part and the
// coefficients of the rest give the residue.
func residueField(sh *shape, t ir.Type, p *Value) int {
	r, ok := residue(p.T, sh.stride)
	if !ok {
		return -1
	}
	return sh.find(r, t)
}

// residue is the remainder of an offset by m, if it is plain. Bits wrap where m is no power of two, unless their signed
// range says that they do not.
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

// signedConst is a constant as a signed number.
func signedConst(t *term.Term) (*big.Int, bool) {
	v, ok := t.Big()
	if w := uint(t.Sort().Bits); ok && t.Sort().Kind == term.BV && v.Bit(int(w)-1) == 1 {
		v = new(big.Int).Sub(v, new(big.Int).Lsh(big.NewInt(1), w))
	}
	return v, ok
}

// signedRange bounds bits as a signed number; ok is false if they may have wrapped around.
func signedRange(t *term.Term) (lo, hi *big.Int, ok bool) {
	if v, isConst := signedConst(t); isConst {
		return v, v, true
	}
	half := func(w uint16) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(w-1)) }
	own := half(t.Sort().Bits)
	switch t.Op() { // sound: any number of its width
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

// isAt says that a valid offset leads to a field of an array.
func (e *Encoder) isAt(sh *shape, f field, p *Value) *term.Term {
	if e.Enc == Ints {
		return e.C.Eq(e.C.IMod(p.T, e.C.Int(sh.stride)), e.C.Int(f.off))
	}
	w := p.T.Sort().Bits
	return e.C.Eq(e.C.BVURem(p.T, e.C.BV(uint64(sh.stride), int(w))), e.C.BV(uint64(f.off), int(w)))
}

// readAmong is a load where no plain residue tells the field.
func (e *Encoder) readAmong(s *State, t ir.Type, id int, c *content, p *Value) *Value {
	sh, of := e.instances[id].shape, e.instances[id].target
	r := e.any(t, of, "access at an odd offset")
	for i, f := range sh.fields {
		if a, ok := c.arrs.Get(uint32(i)); ok && f.t == canon(t) {
			r = e.ite(e.isAt(sh, f, p), e.retype(s, f.t, t, e.element(s, f.t, of, a, p.T)), r)
		}
	}
	return r
}

// writeAmong is a store where no plain residue tells the field.
func (e *Encoder) writeAmong(s *State, t ir.Type, id int, c *content, p, v *Value) *content {
	sh := e.instances[id].shape
	out := e.havocContent(id, c)
	for i, f := range sh.fields {
		a, ok := c.arrs.Get(uint32(i))
		if f.t != canon(t) || !ok {
			continue
		}
		x := e.retype(s, t, f.t, v)
		w := &arrayPair{t: e.C.Store(a.t, p.T, x.T)}
		if a.obj != nil {
			w.obj = e.C.Store(a.obj, p.T, x.Obj)
		}
		n := *c
		n.arrs = c.arrs.Set(uint32(i), w)
		out = e.iteContent(e.isAt(sh, f, p), &n, out)
	}
	return out
}

// element is a[i] as a value of the canonical type.
func (e *Encoder) element(s *State, t ir.Type, of *flow.Target, a *arrayPair, i *term.Term) *Value {
	v := &Value{T: e.C.Select(a.t, i)}
	if v.T.Op() == term.Select && e.Enc == Bits {
		if x, ok := e.lookup(a.t, i, plainLeaf); ok {
			v.T = x
		}
	}
	if a.obj != nil {
		v.Obj = e.C.Select(a.obj, i)
		if v.Obj.Op() == term.Select {
			if o, ok := e.lookup(a.obj, i, func(o *term.Term) *term.Term { return e.held(t, of, o) }); ok {
				v.Obj = o
			} else {
				v.Obj = e.held(t, of, v.Obj)
			}
		}
	}
	if e.Enc == Ints && (t.Kind == ir.Int || t.Kind == ir.Ptr) {
		v.Lo, v.Hi = limits(t)
		if v.T.Op() == term.Select {
			v.T = e.boundedSelect(s, v.T, v.Lo, v.Hi)
		}
	}
	return v
}

// held names the object at a place: it is one of those to which the object holds pointers, the same for the same place.
func (e *Encoder) held(t ir.Type, of *flow.Target, at *term.Term) *term.Term {
	if o, ok := e.named[at]; ok {
		return o
	}
	o := e.heldPtr("elem", t, of).Obj
	e.axiom(o, e.C.Eq(o, at))
	e.named[at] = o
	return o
}

// boundedSelect names an array element, so that its bounds can be an axiom: for
// any array that is a constant, else on the path only, as stored terms keep to
// their type there only.
func (e *Encoder) boundedSelect(s *State, t *term.Term, lo, hi *big.Int) *term.Term {
	v, ok := e.named[t]
	if !ok {
		v = e.C.Fresh("elem", t.Sort())
		e.axiom(v, e.C.Eq(v, t))
		if t.Arg(0).Op() == term.Var {
			e.bound(v, lo, hi)
		}
		e.named[t] = v // complete
	}
	if t.Arg(0).Op() != term.Var {
		in := e.C.And(e.C.ILe(e.C.IntBig(lo), v), e.C.ILe(v, e.C.IntBig(hi)))
		f := e.C.Implies(e.Guard(s), in)
		e.axiom(v, f)
	}
	return v
}

// retype reads a value of a canonical type as one of t, of the same size.
func (e *Encoder) retype(s *State, from, t ir.Type, v *Value) *Value {
	if from == t || t.Kind != ir.Int || from.Kind != ir.Int {
		return v
	}
	return e.a.cast(s, from, t, v)
}

// store writes a value; an invalid write is lost.
func (e *Encoder) store(s *State, t ir.Type, p, v *Value) *State {
	ids, more := e.targets(s, p)
	sure := e.noteAccess(s, ids, p, e.size(t), true)
	if more && len(ids) == 0 {
		return s // an object that is not tracked, or none
	}
	n := *s
	for _, id := range ids {
		in := e.instances[id]
		if in.konst || in.target.Kind == flow.FuncCode {
			continue
		}
		c, _ := s.mem.Get(uint32(id))
		here, ok := e.C.Eq(p.Obj, e.objConst(id)), e.valid(s, id, c, p, e.size(t))
		if here.IsFalse() || ok.IsFalse() {
			continue
		}
		if !sure {
			here = e.C.And(here, ok)
		}
		w := e.write(s, t, id, c, p, v)
		n.mem = n.mem.Set(uint32(id), e.iteContent(here, w, c))
	}
	return &n
}

// write is a store that is known to be valid.
func (e *Encoder) write(s *State, t ir.Type, id int, c *content, p, v *Value) *content {
	sh := e.instances[id].shape
	n := *c
	if sh.bytes {
		n.arrs = c.arrs.Set(0, e.writeBytes(s, t, c, p, v))
		return &n
	}
	if sh.stride == 0 {
		off, ok := constOff(p)
		if !ok {
			return e.writeAny(s, t, id, c, p, v)
		}
		i := sh.find(off, t)
		if i < 0 {
			return e.havocContent(id, c)
		}
		n.cells = c.cells.Set(uint32(i), e.retype(s, t, sh.fields[i].t, v))
		return &n
	}
	i := e.fieldOf(sh, t, p)
	if i < 0 {
		return e.writeAmong(s, t, id, c, p, v)
	}
	a, ok := c.arrs.Get(uint32(i))
	if !ok {
		return c
	}
	x := e.retype(s, t, sh.fields[i].t, v)
	w := &arrayPair{t: e.C.Store(a.t, p.T, x.T)}
	if a.obj != nil {
		w.obj = e.C.Store(a.obj, p.T, x.Obj)
	}
	n.arrs = c.arrs.Set(uint32(i), w)
	return &n
}

func (e *Encoder) writeAny(s *State, t ir.Type, id int, c *content, p, v *Value) *content {
	sh := e.instances[id].shape
	ot := offset(e.Prog.Model.Ptr())
	n := *c
	for i, f := range sh.fields {
		at := e.a.compare(s, ir.Eq, ot, p, e.a.konst(ot, uint64(f.off)))
		if f.t == canon(t) {
			if old, ok := c.cells.Get(uint32(i)); ok {
				n.cells = n.cells.Set(uint32(i), e.ite(at, e.retype(s, t, f.t, v), old))
			}
			continue
		}
		n.cells = n.cells.Delete(uint32(i)) // it may overlap
	}
	return &n
}

// iteContent is a where c holds, else b.
func (e *Encoder) iteContent(c *term.Term, a, b *content) *content {
	if a == b || c.IsTrue() {
		return a
	}
	return &content{
		cells: a.cells.Intersect(b.cells, func(_ uint32, x, y *Value) (*Value, bool) { return e.ite(c, x, y), true }),
		arrs: a.arrs.Intersect(b.arrs, func(_ uint32, x, y *arrayPair) (*arrayPair, bool) {
			if x == y {
				return x, true
			}
			r := &arrayPair{t: e.C.Ite(c, x.t, y.t)}
			if x.obj != nil && y.obj != nil {
				r.obj = e.C.Ite(c, x.obj, y.obj)
			}
			return r, true
		}),
		alive: e.C.Ite(c, a.alive, b.alive),
	}
}

// indexSort is the sort of array indices: byte offsets.
func (e *Encoder) indexSort() term.Sort { return e.sort(offset(e.Prog.Model.Ptr())) }

// havocContent makes everything arbitrary.
func (e *Encoder) havocContent(id int, c *content) *content {
	n := e.freshContent(id, "havoc")
	n.alive = c.alive
	return n
}

// freshContent is arbitrary contents of an instance.
func (e *Encoder) freshContent(id int, prefix string) *content {
	sh := e.instances[id].shape
	c := &content{alive: e.C.True()}
	for i, f := range sh.fields {
		if sh.stride == 0 {
			c.cells = c.cells.Set(uint32(i), e.freshCell(id, prefix, f))
			continue
		}
		a := &arrayPair{t: e.C.Fresh(prefix, term.ArraySort(e.indexSort(), e.sort(f.t)))}
		if f.t.Kind == ir.Ptr || e.hinted(sh) {
			a.obj = e.C.Fresh(prefix+".obj", term.ArraySort(e.indexSort(), e.objSort()))
		}
		c.arrs = c.arrs.Set(uint32(i), a)
	}
	return c
}

func (e *Encoder) freshCell(id int, prefix string, f field) *Value {
	if f.t.Kind == ir.Ptr {
		return e.heldPtr(fmt.Sprintf("%s.%d", prefix, f.off), f.t, e.instances[id].target)
	}
	return e.Fresh(fmt.Sprintf("%s.%d", prefix, f.off), f.t)
}

// zeroContent is contents of zero bytes.
func (e *Encoder) zeroContent(id int) *content {
	return e.constContent(id, func(t ir.Type) *Value { return e.literal(t, 0) })
}

// constContent is contents where each place of a type has one constant.
func (e *Encoder) constContent(id int, val func(ir.Type) *Value) *content {
	sh := e.instances[id].shape
	c := &content{alive: e.C.True()}
	for i, f := range sh.fields {
		z := val(f.t)
		if sh.stride == 0 {
			c.cells = c.cells.Set(uint32(i), z)
			continue
		}
		a := &arrayPair{t: e.C.ConstArray(e.indexSort(), z.T)}
		switch {
		case f.t.Kind == ir.Ptr:
			a.obj = e.C.ConstArray(e.indexSort(), z.Obj)
		case e.hinted(sh):
			a.obj = e.C.ConstArray(e.indexSort(), e.objConst(0))
		}
		c.arrs = c.arrs.Set(uint32(i), a)
	}
	return c
}
