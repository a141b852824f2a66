package triple

import (
	"math/big"
	"math/bits"
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/term"
)

// contents is the representation of a tracked object.
type contents uint8

const (
	cells contents = iota + 1 // one value per offset and type
	elems                     // an array of elements
	bytes
)

// cell is a scalar of a tracked object: its offset in bytes and its type.
type cell struct {
	off int64
	t   ir.Type
}

// tracked is a named object whose contents are part of states.
type tracked struct {
	obj    *ir.Object
	kind   contents
	cells  []cell  // of cells: the cells
	elem   ir.Type // of elems: the type of an element
	size   int64   // of elems and bytes: the size of an element in bytes
	frozen bool    // a constant: the contents never change
	held   bool    // a pointer may lead to the object, so that writes through pointers may change it
}

// rooted splits the address of a direct access into its object and its steps, the last one first. The object is nil if
// the access is not direct.
func rooted(addr ir.Expr) (*ir.Object, []*ir.PtrAdd) {
	var steps []*ir.PtrAdd
	for {
		switch a := addr.(type) { // sound: other addresses are not direct
		case *ir.PtrAdd:
			steps = append(steps, a)
			addr = a.P
			continue
		case *ir.AddrOf:
			return a.Obj, steps
		}
		return nil, nil
	}
}

// constOffset returns the sum of the steps modulo the address width; the result is false if a step is not constant.
func constOffset(p *ir.Program, steps []*ir.PtrAdd) (uint64, bool) {
	w := p.Model.Ptr().Bits
	var sum uint64
	for _, s := range steps {
		k, ok := s.Index.(*ir.Const)
		if !ok {
			return 0, false
		}
		sum = ir.EvalPtrAdd(p.Model.Ptr(), sum, k.Bits, k.T, s.Scale)
	}
	return num.Trunc(sum, w), true
}

// outside reports whether an access of type t at a constant offset is invalid.
func outside(o *ir.Object, off uint64, t ir.Type) bool {
	return off > uint64(o.Size) || uint64(o.Size)-off < uint64(t.Size())
}

// use is one direct access to a scalar of an object.
type use struct {
	t     ir.Type
	steps []*ir.PtrAdd // the steps from the object to the address, the last one first
	off   int64        // the offset in bytes, if fixed
	fixed bool         // the offset is constant
}

// findMemory decides which objects are tracked, and in which representation, from the accesses in the program and in
// the formulas of the evidence, specs.
//
// If the address of an object occurs only at the root of direct accesses (flow.Held), no register, cell or argument
// ever holds a pointer made from it, so nothing else touches the object. For other objects, flow.Points returns the
// statements that may touch them. Locals of a function that may be active twice are not tracked. When a local is
// declared again, this makes another instance, with arbitrary contents. A write to the old instance then forgets the
// contents of the new one, which is sound.
func (c *checker) findMemory(specs []ir.Expr) {
	held := flow.Held(c.prog)
	c.findDirect(held)
	calls := flow.NewCalls(c.prog)
	uses := map[*ir.Object][]use{}
	havoc := false
	copied := map[*ir.Object]bool{}
	ranged := map[*ir.Object]bool{} // set or copied with a variable offset or length
	partners := map[*ir.Object][]*ir.Object{}
	bulk := func(n ir.Expr, addrs ...ir.Expr) {
		_, fixed := n.(*ir.Const)
		for _, a := range addrs {
			_, steps := rooted(a)
			_, ok := constOffset(c.prog, steps)
			fixed = fixed && ok
		}
		for _, a := range addrs {
			if o, _ := rooted(a); o != nil && !fixed {
				ranged[o] = true
			}
		}
	}
	add := func(addr ir.Expr, t ir.Type) {
		if o, steps := rooted(addr); o != nil {
			u := use{t: t, steps: steps}
			if off, ok := constOffset(c.prog, steps); ok {
				if outside(o, off, t) {
					return // never valid: a read gives any value, a write is lost
				}
				u.off, u.fixed = int64(off), true
			}
			uses[o] = append(uses[o], u)
		}
	}
	for _, f := range c.prog.Funcs {
		for _, e := range f.Edges {
			switch s := e.Stmt.(type) {
			case *ir.LoadStmt:
				add(c.directTo(s.Addr, s.Dst.Type), s.Dst.Type)
			case *ir.Store:
				add(c.directTo(s.Addr, s.Val.Type()), s.Val.Type())
			case *ir.MemCopy:
				bulk(s.N, s.Dst, s.Src)
				if a, b := ir.Root(s.Dst), ir.Root(s.Src); a != nil && b != nil && ranged[a] && ranged[b] {
					partners[a], partners[b] = append(partners[a], b), append(partners[b], a)
				}
				for _, addr := range []ir.Expr{s.Dst, s.Src} {
					if o := ir.Root(addr); o != nil {
						copied[o] = true
					}
				}
			case *ir.HavocAll:
				havoc = true
			case *ir.MemSet:
				bulk(s.N, s.Dst)
			case *ir.MemHavoc: // it forgets the bytes that it writes
			case *ir.Skip, *ir.Assign, *ir.Assume, *ir.Input, *ir.Decl, *ir.End, *ir.Alloc, *ir.Free, *ir.Call, *ir.Return,
				*ir.Math, *ir.Undefined:
			}
		}
	}
	for _, e := range specs {
		ir.Walk(e, func(x ir.Expr) bool {
			if l, ok := x.(*ir.Load); ok {
				add(l.Addr, l.T)
			}
			return true
		})
	}
	c.throughCopies(uses)
	aimed := c.aimedUses(held)
	c.wantsOwners(specs)
	c.mem.memory = map[*ir.Object]*tracked{}
	form := func(o *ir.Object) *tracked { return classify(o, uses[o], ranged[o]) }
	consider := func(o *ir.Object) {
		frozen := o.Func == nil && o.Const && !o.Uninit && !havoc
		if o.Size <= 0 || o.Func != nil && calls.Recursive(o.Func) || held[o] && len(uses[o])+len(aimed[o]) == 0 {
			return
		}
		var m *tracked
		if len(aimed[o]) > 0 && !ranged[o] {
			m = asCells(o, slices.Concat(uses[o], aimed[o]))
		}
		if m == nil {
			m = form(o)
		}
		if m != nil && len(partners[o]) > 0 {
			all := among(o, partners)
			is := func(test func(*ir.Object) bool) bool { return slices.ContainsFunc(all, test) }
			switch {
			case windows(all, form) && !(c.mem.heap && is(func(x *ir.Object) bool { return held[x] })):
			case c.mem.heap && !is(func(x *ir.Object) bool { return x.Size > maxGranules }):
				return // instances copy elements that consist of several scalars
			case c.mem.heap || is(func(x *ir.Object) bool { m := form(x); return m != nil && m.kind == bytes }):
				m = asBytes(o)
			}
		}
		if m != nil {
			m.frozen = frozen
			m.held = held[o] && !frozen
			small := o.Size <= maxIndexed*int64(c.prog.Model.Ptr().Size())
			if c.mem.heap && (m.held || copied[o] && m.kind == cells || m.kind != cells && holdsPointers(uses[o]) && small) {
				return // instances (heap.go) keep the contents more precisely
			}
			if m.held && c.mem.points == nil {
				c.findPoints()
			}
			c.mem.memory[o] = m
			c.mem.objects = append(c.mem.objects, m)
		}
	}
	c.findBlocks(specs)
	for _, o := range c.prog.Objects {
		consider(o)
	}
	for _, f := range c.prog.Funcs {
		for _, o := range f.Objects {
			consider(o)
		}
	}
}

// among returns o and all objects that copies connect with it. Each map entry has the partners of one object.
func among(o *ir.Object, partners map[*ir.Object][]*ir.Object) []*ir.Object {
	all := []*ir.Object{o}
	for i := 0; i < len(all); i++ {
		for _, x := range partners[all[i]] {
			if !slices.Contains(all, x) {
				all = append(all, x)
			}
		}
	}
	return all
}

// windows reports whether copies with variable ranges among the objects transfer contents if each object has the
// representation that form returns (copyWindow).
func windows(all []*ir.Object, form func(*ir.Object) *tracked) bool {
	first := form(all[0])
	return !slices.ContainsFunc(all, func(o *ir.Object) bool {
		m := form(o)
		return first == nil || m == nil || m.size != 1 || m.kind != first.kind || !alike(m.byteType(), first.byteType())
	})
}

// holdsPointers reports whether an object may hold pointers. Only instances know where the pointers in memory lead.
func holdsPointers(us []use) bool {
	return slices.ContainsFunc(us, func(u use) bool { return u.t.Kind == ir.Ptr })
}

// classify returns the representation of an object, from its uses; nil if it cannot be tracked. If ranged is set, bulk
// operations with variable bounds access the object, and an object of single bytes becomes an array instead of cells.
func classify(o *ir.Object, us []use, ranged bool) *tracked {
	wide := slices.ContainsFunc(us, func(u use) bool { return u.t.Size() > 1 })
	if m := asCells(o, us); m != nil && (wide || !ranged) {
		return m
	}
	if m := asElems(o, us); m != nil {
		return m
	}
	return asBytes(o)
}

// asBytes returns o as an array of bytes; nil if it begins with a float that is not constant.
func asBytes(o *ir.Object) *tracked {
	for _, it := range o.Init {
		if it.Val.Type().Kind == ir.Float {
			if _, ok := it.Val.(*ir.Const); !ok {
				return nil
			}
		}
	}
	return &tracked{obj: o, kind: bytes, size: 1}
}

// alike reports whether a value of one type can be stored as a value of the other: both have the same bits, perhaps
// read with another sign or as a pointer.
func alike(a, b ir.Type) bool {
	return a == b || isNumber(a) && isNumber(b) && a.Bits == b.Bits
}

// asCells returns o as a set of cells; nil if a use has no constant offset, if cells overlap, or if there are too many.
func asCells(o *ir.Object, us []use) *tracked {
	const most = 512
	m := &tracked{obj: o, kind: cells}
	at := map[int64]int{}
	for _, u := range us {
		if !u.fixed {
			return nil
		}
		if i, ok := at[u.off]; ok {
			if !alike(m.cells[i].t, u.t) {
				return nil
			}
			continue
		}
		at[u.off] = len(m.cells)
		m.cells = append(m.cells, cell{u.off, u.t})
	}
	if len(m.cells) > most {
		return nil
	}
	clash := func(off int64, t ir.Type) bool {
		for _, k := range m.cells {
			if k.off == off && alike(k.t, t) {
				continue
			}
			if k.off < off+int64(t.Size()) && off < k.off+int64(k.t.Size()) {
				return true
			}
		}
		return false
	}
	for _, k := range m.cells {
		if clash(k.off, k.t) {
			return nil
		}
	}
	for _, it := range o.Init {
		if clash(it.Off, it.Val.Type()) {
			return nil
		}
	}
	return m
}

// asElems returns o as an array of elements; nil if the uses differ in type, or may access a part of an element.
func asElems(o *ir.Object, us []use) *tracked {
	if len(us) == 0 {
		return nil
	}
	t := us[0].t
	n := int64(t.Size())
	if n&(n-1) != 0 {
		return nil
	}
	for _, u := range us {
		if !alike(t, u.t) || u.fixed && u.off%n != 0 {
			return nil
		}
		for _, s := range u.steps {
			if k, ok := s.Index.(*ir.Const); ok {
				if ir.EvalPtrAdd(ir.P64, 0, k.Bits, k.T, s.Scale)%uint64(n) != 0 {
					return nil
				}
			} else if s.Scale%n != 0 {
				return nil
			}
		}
	}
	for _, it := range o.Init {
		if !alike(t, it.Val.Type()) || it.Off%n != 0 {
			return nil
		}
	}
	return &tracked{obj: o, kind: elems, elem: t, size: n}
}

// arraySort returns the sort of the contents of an object that is an array.
func (f *formula) arraySort(m *tracked) term.Sort {
	elem := term.BVSort(8)
	if m.kind == elems {
		elem = f.sort(m.elem)
	}
	return term.ArraySort(f.a.sort(f.c.prog.Model.Ptr()), elem)
}

// knows returns the tracked object of o; nil if this encoding does not track o.
func (mem *namedMemory) knows(o *ir.Object) *tracked {
	m := mem.c.mem.memory[o]
	if m != nil && m.kind == bytes && mem.enc != Bits {
		mem.lossy = true
		return nil
	}
	return m
}

// readOnly reports whether writes to the object are lost.
func (m *tracked) readOnly() bool { return m.obj.Const && m.obj.Func == nil }

// slots returns the number of slots for the contents of the object in a state.
func (m *tracked) slots() int {
	if m.kind == cells {
		return len(m.cells)
	}
	return 1
}

// forgetObject makes the contents arbitrary, in the activation at depth if the object is local.
func (mem *namedMemory) forgetObject(s *state, m *tracked, depth int) {
	if m.frozen {
		return
	}
	k := slot{o: m.obj, depth: depth}
	if m.obj.Func == nil {
		k.depth = 0
	}
	for k.n = 0; k.n < m.slots(); k.n++ {
		s.forget(k)
	}
}

// contents returns the value of cell n, or the array of all contents.
func (mem *namedMemory) contents(s *state, m *tracked, n int) value {
	if m.frozen {
		k := slot{o: m.obj, n: n}
		v, ok := mem.q.start[k]
		if !ok {
			v = mem.initial(m, n)
			mem.q.start[k] = v
		}
		return v
	}
	return mem.q.read(s, s.object(m.obj, n))
}

// index returns the index of the element to which the steps lead, modulo the address width, and the condition that this
// element is in the array.
func (mem *namedMemory) index(s *state, m *tracked, steps []*ir.PtrAdd) (i value, inside *term.Term) {
	pt := mem.c.prog.Model.Ptr()
	nt := numberType(pt)
	count := m.obj.Size / m.size
	if mem.enc == Ints {
		// All byte offsets are multiples of the element's size, and so is 2^w: computing with element indices is exact.
		sum := mem.a.lit(nt, 0)
		a := mem.a.(integers)
		var rest big.Int // constant bytes
		for _, p := range steps {
			if k, ok := p.Index.(*ir.Const); ok {
				rest.Add(&rest, new(big.Int).Mul(a.lit(k.T, k.Bits).lo, bigOf(p.Scale)))
				continue
			}
			x, lo, hi := a.exact(ir.Mul, mem.q.rec(s, p.Index), a.big(bigOf(p.Scale/m.size)))
			t, lo, hi := a.exact(ir.Add, sum, value{t: x, lo: lo, hi: hi})
			sum = value{t: t, lo: lo, hi: hi}
		}
		rest.Quo(&rest, bigOf(m.size)) // exact
		t, lo, hi := a.exact(ir.Add, sum, a.big(&rest))
		top := new(big.Int).Quo(power(nt.Bits), bigOf(m.size))
		i = a.wrapInto(zero, top.Sub(top, one), t, lo, hi)
		in := mem.tc.True()
		if i.hi.Cmp(bigOf(count-1)) > 0 {
			in = mem.tc.ILe(i.t, mem.tc.Int(count-1))
		}
		if i.lo.Sign() < 0 {
			in = mem.tc.And(in, mem.tc.ILe(mem.tc.Int(0), i.t))
		}
		return i, in
	}
	off := mem.a.lit(nt, 0)
	for _, p := range steps {
		off = mem.a.address(pt, off, mem.q.rec(s, p.Index), p.Index.Type(), p.Scale)
	}
	w := int(nt.Bits)
	if count == 0 {
		return off, mem.tc.False()
	}
	last := mem.tc.BV(uint64((count-1)*m.size), w)
	inside = mem.tc.BVUle(off.t, last)
	if m.size > 1 {
		off.t = mem.tc.BVLShr(off.t, mem.tc.BV(uint64(bits.TrailingZeros64(uint64(m.size))), w))
	}
	return off, inside
}

// convert returns a value as a value of an alike type.
func (f *formula) convert(to, from ir.Type, v value) value {
	if to == from || !isNumber(to) {
		return v
	}
	r := f.a.resize(numberType(to), numberType(from), v)
	if to.Bits == from.Bits {
		r.at = v.at
	}
	return r
}

// load reads a scalar of type t. ok is false if the value is unknown. If spec is set, the access is part of a formula,
// which may read out of bounds: the value there is a ghost.
func (mem *namedMemory) load(s *state, addr ir.Expr, t ir.Type, spec bool) (v value, ok bool) {
	if o, steps := mem.c.block(addr); o != nil {
		return mem.loadBlock(s, o, steps, addr, t, spec)
	}
	if !mem.q.heap.direct(addr) {
		return mem.q.heap.heapLoad(s, mem.q.expr(s, addr), t), true
	}
	o, steps := rooted(addr)
	if o == nil {
		return mem.aimed(s, addr, t)
	}
	m := mem.knows(o)
	if m == nil {
		return value{}, false
	}
	off, fixed := constOffset(mem.c.prog, steps)
	if fixed && outside(o, off, t) {
		if spec {
			return value{}, false
		}
		return mem.fresh("invalid", t), true
	}
	switch m.kind {
	case cells:
		if !fixed {
			return value{}, false
		}
		for i, k := range m.cells {
			if uint64(k.off) == off && alike(k.t, t) {
				return mem.convert(t, k.t, mem.contents(s, m, i)), true
			}
		}
		return value{}, false
	case elems:
		i, inside := mem.index(s, m, steps)
		if !alike(m.elem, t) {
			return value{}, false
		}
		v := mem.element(m, mem.tc.Select(mem.contents(s, m, 0).t, i.t))
		v = mem.convert(t, m.elem, v)
		if !spec && !inside.IsTrue() {
			other := mem.fresh("invalid", t)
			v = mem.ite(t, inside, v, other)
		}
		return v, true
	}
	n := int64(t.Size())
	i, _ := mem.index(s, m, steps)
	arr := mem.contents(s, m, 0).t
	v = value{t: mem.joinBytes(arr, i.t, n)}
	if t.Kind == ir.Float {
		v.t = mem.tc.FPOfBits(v.t)
	}
	if !spec {
		inside := mem.insideBytes(m, i, n)
		if !inside.IsTrue() {
			v = mem.ite(t, inside, v, mem.fresh("invalid", t))
		}
	}
	return v, true
}

// joinBytes reads n bytes of an array at index i as one little-endian number.
func (f *formula) joinBytes(arr, i *term.Term, n int64) *term.Term {
	w := int(f.c.prog.Model.Ptr().Bits)
	var b *term.Term
	for k := n - 1; k >= 0; k-- {
		x := f.tc.Select(arr, f.tc.BVAdd(i, f.tc.BV(uint64(k), w)))
		if b == nil {
			b = x
		} else {
			b = f.tc.BVConcat(b, x)
		}
	}
	return b
}

// insideBytes returns the condition that n bytes at index i lie in the object.
func (mem *namedMemory) insideBytes(m *tracked, i value, n int64) *term.Term {
	if m.obj.Size < n {
		return mem.tc.False()
	}
	return mem.tc.BVUle(i.t, mem.tc.BV(uint64(m.obj.Size-n), int(mem.c.prog.Model.Ptr().Bits)))
}

// ite returns the value "if c then x else y" of type t, without pointer targets and owners.
func (f *formula) ite(t ir.Type, c *term.Term, x, y value) value {
	r := f.tc.Ite(c, x.t, y.t)
	if isNumber(t) {
		return f.a.number(t, r)
	}
	return value{t: r}
}

// element returns the element x of an array as a value, with the fact that it is in the range of its type.
func (f *formula) element(m *tracked, x *term.Term) value {
	if !isNumber(m.elem) {
		return value{t: x}
	}
	f.fact(f.a.inRange(m.elem, x))
	return f.a.number(m.elem, x)
}

// specLoad encodes a read of memory in a formula.
func (mem *namedMemory) specLoad(s *state, e *ir.Load) value {
	if v, ok := mem.load(s, e.Addr, e.T, true); ok {
		return v
	}
	return mem.unknown(e.T, "memory that is not tracked")
}

// store writes the scalar that val returns. It forgets the object's contents if the encoding cannot express the write.
func (mem *namedMemory) store(s *state, addr ir.Expr, t ir.Type, val func() value) {
	if o, steps := mem.c.block(addr); o != nil {
		mem.storeBlock(s, o, steps, addr, t, val())
		return
	}
	if !mem.q.heap.direct(addr) {
		mem.q.heap.heapStore(s, mem.q.expr(s, addr), t, val)
		return
	}
	o, steps := rooted(addr)
	if o == nil {
		return
	}
	m := mem.knows(o)
	if m == nil || m.readOnly() {
		return
	}
	off, fixed := constOffset(mem.c.prog, steps)
	if fixed && outside(o, off, t) {
		return
	}
	switch m.kind {
	case cells:
		for i, k := range m.cells {
			if uint64(k.off) == off && alike(k.t, t) {
				s.at[s.object(o, i)] = mem.q.owners.keptOwner(mem.convert(k.t, t, val()))
			}
		}
	case elems:
		i, inside := mem.index(s, m, steps)
		arr := mem.contents(s, m, 0).t
		v := mem.convert(m.elem, t, val()).t
		if !inside.IsTrue() {
			v = mem.tc.Ite(inside, v, mem.element(m, mem.tc.Select(arr, i.t)).t)
		}
		s.at[s.object(o, 0)] = value{t: mem.tc.Store(arr, i.t, v)}
	default:
		i, _ := mem.index(s, m, steps)
		old := mem.contents(s, m, 0).t
		n := int64(t.Size())
		arr := mem.writeBytes(old, i.t, mem.bitsOf(t, val()), n)
		s.at[s.object(o, 0)] = value{t: mem.tc.Ite(mem.insideBytes(m, i, n), arr, old)}
	}
}

// writeBytes returns the array arr with the n bytes of the number b at index i, in little-endian order.
func (f *formula) writeBytes(arr, i, b *term.Term, n int64) *term.Term {
	w := int(f.c.prog.Model.Ptr().Bits)
	for k := int64(0); k < n; k++ {
		arr = f.tc.Store(arr, f.tc.BVAdd(i, f.tc.BV(uint64(k), w)), f.tc.BVExtract(int(8*k+7), int(8*k), b))
	}
	return arr
}

// bitsOf returns a scalar as a bit-vector (Bits only). The bits of a NaN are unknown.
func (f *formula) bitsOf(t ir.Type, v value) *term.Term {
	if t.Kind != ir.Float {
		return v.t
	}
	if x, ok := v.t.Bits(); ok && ir.FloatOf(t, x) == ir.FloatOf(t, x) {
		return f.tc.BV(x, int(t.Bits))
	}
	f.inexact("the bits of a float")
	b := f.tc.Fresh("bits.float", term.BVSort(int(t.Bits)))
	f.facts = append(f.facts, f.tc.Eq(f.tc.FPOfBits(b), v.t))
	return b
}
