package triple

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file encodes the memory of unwindings that read or write through pointers. An instance has cells: a slot for
// each offset and size that is accessed, made at the first access. The value of a cell is
//
//	the cell is in the state            its value there
//	only cells that overlap it are      composed of their bytes, or unknown
//	neither                             the contents at the start: given, zero, or arbitrary
//
// An access through a pointer is valid if the instance to which the pointer belongs is alive and contains the bytes. An
// invalid read gives any value, and an invalid write is lost. Objects with direct accesses only are tracked differently
// (memory.go).

// An instance has two slots that are not cells. The slot alive is true if the instance has not ended; this is its value
// if it is not in the state. The slot blur is true if the bytes that are in no cell of the state are unknown; its value
// is false if it is not in the state.
const (
	aliveSlot = -1
	blurSlot  = -2
)

// alive returns the slot that states whether the instance has not ended.
func (in *instance) alive() slot { return slot{in: in, n: aliveSlot, t: ir.B} }

// blur returns the slot that states whether the bytes outside of all cells are unknown.
func (in *instance) blur() slot { return slot{in: in, n: blurSlot, t: ir.B} }

// maxIndexed bounds the number of cells that an access with a variable offset may reach.
const maxIndexed = maxGranules

// cellType returns the type of the cells for accesses of type t. ok is false if values of type t are not stored in
// cells.
func cellType(t ir.Type) (ir.Type, bool) {
	switch {
	case isNumber(t) && int(t.Bits) == 8*t.Size():
		return ir.Type{Kind: ir.Int, Bits: t.Bits}, true
	case t.Kind == ir.Float:
		return t, true
	}
	return t, false
}

// newInstance adds an instance to the query and gives it its number.
func (h *heapMemory) newInstance(in *instance) *instance {
	h.instances = append(h.instances, in)
	in.id = len(h.instances)
	in.align = max(in.align, 1)
	in.fixed = -1
	if n, ok := constOf(in.size); ok && n < 1<<62 {
		in.fixed = int64(n)
	}
	if in.id >= 1<<15 {
		h.broken = open("too many objects")
	}
	return in
}

// sizeLit returns n as a number of the address width.
func (f *formula) sizeLit(n int64) value { return f.a.lit(f.addressType(), uint64(max(n, 0))) }

// ofObject reports whether accesses to the named object o use instances.
func (c *checker) ofObject(o *ir.Object) bool {
	return c.mem.heap && (c.mem.memory[o] == nil || c.mem.memory[o].frozen)
}

// globalInstances adds the instances of global objects.
func (h *heapMemory) globalInstances() {
	h.global = map[*ir.Object]*instance{}
	for _, o := range h.c.prog.Objects {
		if h.c.ofObject(o) {
			h.global[o] = h.newInstance(&instance{obj: o, size: h.sizeLit(o.Size), align: o.Align, zeroed: !o.Uninit,
				locked: o.Const, depth: -1})
		}
	}
}

// addressOf returns the address of the present instance of a named object.
func (h *heapMemory) addressOf(s *state, o *ir.Object) value {
	v := h.q.read(s, s.object(o, addressOf))
	if in := h.global[o]; in != nil {
		in.base, in.roomy = v, false // addresses.apart has the facts that it does not overlap others
		v.at = h.startOf(in).at
	}
	return v
}

// codeAddress returns the address of a function. Reads there are invalid, and writes are lost.
func (h *heapMemory) codeAddress(f *ir.Func) value {
	o := h.c.codeOf(f)
	v := h.q.atStart(slot{o: o, n: addressOf})
	if !h.c.mem.heap {
		return v
	}
	in := h.global[o]
	if in == nil {
		in = h.newInstance(&instance{size: h.sizeLit(0), base: v, locked: true, code: true, depth: -1})
		h.global[o] = in
	}
	v.at = h.startOf(in).at
	return v
}

// declared encodes the declaration of a local object: it makes a new instance.
func (h *heapMemory) declared(s *state, o *ir.Object) {
	if !h.c.ofObject(o) {
		return
	}
	in := h.newInstance(&instance{obj: o, size: h.sizeLit(o.Size), align: o.Align, depth: s.depth})
	h.born(s, in)
	s.at[s.object(o, addressOf)] = h.startOf(in)
}

// allocated encodes an Alloc: it makes an instance and returns its address.
func (h *heapMemory) allocated(s *state, st *ir.Alloc) value {
	size := h.a.resize(h.addressType(), st.Size.Type(), h.q.expr(s, st.Size))
	in := &instance{size: size, heap: st.Kind == ir.Heap, zeroed: st.Zeroed, depth: -1, align: 16}
	if st.Kind != ir.Heap {
		in.depth, in.align = s.depth, 1
	}
	h.born(s, h.newInstance(in))
	in.most = h.mostOf(in)
	if st.Moved {
		for _, o := range h.instances {
			if o != in && o.heap {
				in.setCoexist(o, h.tc.False())
			}
		}
	}
	return h.startOf(in)
}

// mostOf returns a bound on the size of a new object, since its cells will be treated one by one; 0 if none is known.
// It asks the solver whether the size can exceed maxGranules, and then some smaller powers of two.
func (h *heapMemory) mostOf(in *instance) int64 {
	if in.fixed >= 0 || h.q.now.under == nil {
		return max(in.fixed, 0)
	}
	if hi := in.size.hi; hi != nil && hi.IsInt64() && hi.Int64() <= maxGranules {
		return hi.Int64()
	}
	nt := h.addressType()
	most := int64(0)
	for _, n := range []int64{maxGranules, maxGranules / 8, maxGranules / 4, maxGranules / 2} {
		if h.q.now.excluded([]arrival{*h.q.now.under}, h.a.compare(ir.Lt, nt, h.a.lit(nt, uint64(n)), in.size)) {
			most = n
			if n < maxGranules {
				break
			}
		} else if n == maxGranules {
			break
		}
	}
	return most
}

// pointed returns the value of a pointer input that is not null: the address of a new instance.
func (h *heapMemory) pointed(s *state, st *ir.Input) value {
	in := h.newInstance(&instance{size: h.sizeLit(st.FreshSize), depth: -1})
	h.born(s, in)
	return h.startOf(in)
}

// born records under which conditions other instances live at the same time as a new one.
func (h *heapMemory) born(s *state, in *instance) {
	for _, o := range h.instances {
		if o == in || !o.heap && o.depth < 0 {
			continue
		}
		if alive := h.q.read(s, o.alive()).t; !alive.IsTrue() {
			in.setCoexist(o, alive)
		}
	}
}

// setCoexist records the condition under which an older instance is alive when this instance is made.
func (in *instance) setCoexist(o *instance, alive *term.Term) {
	if in.coexist == nil {
		in.coexist = map[*instance]*term.Term{}
	}
	in.coexist[o] = alive
}

// die ends the lives of the instances that belong to the activation at a depth.
func (h *heapMemory) die(s *state, depth int) {
	for _, in := range h.instances {
		if in.depth == depth {
			s.at[in.alive()] = value{t: h.tc.False()}
		}
	}
}

// ended encodes the End of a local object.
func (h *heapMemory) ended(s *state, o *ir.Object) {
	if !h.c.ofObject(o) {
		return
	}
	at := h.target(h.q.read(s, s.object(o, addressOf)))
	for _, in := range h.instances {
		if in.obj != o {
			continue
		}
		dead := h.tc.False()
		if slices.Contains(at.to, in) {
			dead = h.is(at, in.id)
		}
		if at.any {
			dead = h.tc.Or(dead, h.tc.And(h.is(at, -1), h.fresh("ended", ir.B).t))
		}
		if !dead.IsFalse() {
			s.at[in.alive()] = value{t: h.tc.And(h.q.read(s, in.alive()).t, h.tc.Not(dead))}
		}
	}
}

// freed encodes a Free: if p is the beginning of an object, the object ends.
func (h *heapMemory) freed(s *state, p value, kind ir.AllocKind) {
	at := h.target(p)
	nt := h.addressType()
	begin := h.a.compare(ir.Eq, nt, at.off, h.a.lit(nt, 0))
	for _, in := range h.instances {
		dead := h.tc.False()
		if slices.Contains(at.to, in) {
			dead = h.tc.And(h.is(at, in.id), begin)
		}
		if at.any && !at.astray {
			dead = h.tc.Or(dead, h.tc.And(h.is(at, -1), h.fresh("freed", ir.B).t))
		}
		if in.freedAs(kind) && !dead.IsFalse() {
			s.at[in.alive()] = value{t: h.tc.And(h.q.read(s, in.alive()).t, h.tc.Not(dead))}
		}
	}
}

// freedAs reports whether a Free of the given kind may end an instance.
func (in *instance) freedAs(kind ir.AllocKind) bool {
	if kind == ir.Heap {
		return in.heap
	}
	return in.obj == nil && !in.heap && in.depth >= 0
}

// askObject returns the result of a Math that depends on the object of the pointer p: the object's size or extent, or
// the offset of p.
func (h *heapMemory) askObject(s *state, st *ir.Math, p value) value {
	t, nt := st.Dst.Type, h.addressType()
	if st.Fn == ir.Extent {
		return h.extent(s, t, p)
	}
	if t.Bits > nt.Bits {
		return h.fresh(st.Fn, t)
	}
	at := h.target(p)
	r := h.a.lit(t, 0)
	for _, in := range at.to {
		n := in.size
		if st.Fn == ir.Offset {
			if n = at.off; in.obj == nil && in.locked { // code is not an object
				n = h.a.lit(nt, 0)
			}
		}
		r = h.choose(t, h.is(at, in.id), h.a.resize(t, nt, n), r)
	}
	if at.any {
		r = h.choose(t, h.is(at, -1), h.fresh(st.Fn, t), r)
	}
	return r
}

// extent returns the size of the object of the heap that begins at a pointer and is alive, or 0 if there is none.
func (h *heapMemory) extent(s *state, t ir.Type, p value) value {
	at := h.target(p)
	nt := h.addressType()
	begin := h.a.compare(ir.Eq, nt, at.off, h.a.lit(nt, 0))
	r := h.a.lit(t, 0)
	for _, in := range at.to {
		if in.heap {
			r = h.choose(t, h.tc.And(h.is(at, in.id), h.q.read(s, in.alive()).t, begin), h.a.resize(t, nt, in.size), r)
		}
	}
	if at.any {
		r = h.choose(t, h.is(at, -1), h.fresh("extent", t), r)
	}
	return r
}

// forgetInstances makes the contents of all instances arbitrary if cond holds.
func (h *heapMemory) forgetInstances(s *state, cond *term.Term) {
	for _, in := range h.instances {
		h.forgetInstance(s, in, cond)
	}
}

// forgetInstance makes the contents of an instance arbitrary if cond holds.
func (h *heapMemory) forgetInstance(s *state, in *instance, cond *term.Term) {
	if in.locked || cond.IsFalse() {
		return
	}
	s.at[in.blur()] = value{t: h.tc.Or(h.q.read(s, in.blur()).t, cond)}
	for _, k := range in.cells {
		v, there := s.at[k]
		switch {
		case !there:
		case cond.IsTrue():
			delete(s.at, k)
		case v.t != nil:
			s.at[k] = h.choose(k.t, cond, h.fresh("cell", k.t), v)
		}
	}
	h.offsetsForgotten(s, in, cond)
}

// readCell returns the value of a slot of an instance. If the slot is not in the state, it adds it.
func (h *heapMemory) readCell(s *state, k slot) value {
	if v, ok := s.at[k]; ok {
		if v.t == nil {
			v = h.fresh("cell", k.t)
			s.at[k] = v
		}
		return v
	}
	switch k.n {
	case aliveSlot:
		return value{t: h.tc.True()}
	case blurSlot:
		return value{t: h.tc.False()}
	}
	if k.n <= firstOffsetCell {
		s.at[k] = h.fresh("cell", k.t)
		return s.at[k]
	}
	h.mark(k)
	v, ok := h.pieced(s, k)
	if !ok {
		v = h.unknown(k.t, "bytes that are read in another form than they are written")
	}
	s.at[k] = v
	return v
}

// pieced returns the value of a cell that is not in the state: its contents at the start, or a composition of the bytes
// of overlapping cells. The result is false if the value is unknown.
func (h *heapMemory) pieced(s *state, k slot) (value, bool) {
	if !slices.ContainsFunc(k.in.cells, func(c slot) bool { _, there := s.at[c]; return there && overlap(c, k) }) {
		v, ok := h.original(k)
		if !ok {
			return v, false
		}
		return h.choose(k.t, h.q.read(s, k.in.blur()).t, h.fresh("cell", k.t), v), true
	}
	if k.t.Kind == ir.Float {
		v, ok := h.pieced(s, slot{in: k.in, n: k.n, t: ir.Type{Kind: ir.Int, Bits: k.t.Bits}})
		if n, isConst := constOf(v); ok && isConst {
			return h.q.literal(k.t, n), true
		}
		return value{}, false
	}
	var parts []value
	for i := range k.t.Size() {
		b, ok := h.byteAt(s, k.in, k.n+i)
		if !ok {
			return value{}, false
		}
		parts = append(parts, b)
	}
	return h.glue(k.t, parts)
}

// glue returns the number that consists of the given bytes, the lowest first; false if the encoding cannot express it.
func (f *formula) glue(t ir.Type, parts []value) (value, bool) {
	var bits uint64
	all := true
	for i, b := range parts {
		n, ok := constOf(b)
		all = all && ok
		bits |= n << (8 * i)
	}
	switch {
	case all:
		return f.a.lit(t, bits), true
	case f.enc != Bits:
		f.lossy = true
		return value{}, false
	}
	r := parts[len(parts)-1].t
	for i := len(parts) - 2; i >= 0; i-- {
		r = f.tc.BVConcat(r, parts[i].t)
	}
	return value{t: r}, true
}

// overlap reports whether two cells of one instance have a byte in common.
func overlap(a, b slot) bool {
	return a.n < b.n+b.t.Size() && b.n < a.n+a.t.Size()
}

// byteAt returns the byte of an instance at an offset; false if it is unknown.
func (h *heapMemory) byteAt(s *state, in *instance, off int) (value, bool) {
	found := false
	for _, c := range in.cells {
		v, there := s.at[c]
		if !there || off < c.n || off >= c.n+c.t.Size() {
			continue
		}
		found = true
		if v.t == nil {
			continue
		}
		if b, ok := h.byteOf(v, c.t, off-c.n); ok {
			return b, true
		}
	}
	if found {
		return value{}, false
	}
	v, ok := h.original(slot{in: in, n: off, t: ir.U8})
	if !ok {
		return v, false
	}
	return h.choose(ir.U8, h.q.read(s, in.blur()).t, h.fresh("cell", ir.U8), v), true
}

// byteOf returns byte i of a value of type t, the lowest byte for 0; false if the encoding cannot express it.
func (f *formula) byteOf(v value, t ir.Type, i int) (value, bool) {
	if t.Kind == ir.Float {
		if bits, ok := v.t.Bits(); ok && ir.FloatOf(t, bits) == ir.FloatOf(t, bits) {
			return f.a.lit(ir.U8, bits>>(8*i)&0xff), true
		}
		return value{}, false
	}
	if t.Size() == 1 {
		return v, true
	}
	if n, ok := constOf(v); ok {
		return f.a.lit(ir.U8, n>>(8*i)&0xff), true
	}
	if f.enc != Bits {
		f.lossy = true
		return value{}, false
	}
	return value{t: f.tc.BVExtract(8*i+7, 8*i, v.t)}, true
}

// original returns the value that a cell has when its instance is made; false if the encoding cannot express it.
func (h *heapMemory) original(k slot) (value, bool) {
	o := k.in.obj
	if o == nil || o.Func != nil || o.Uninit || k.in.past {
		if k.in.zeroed {
			return h.q.literal(k.t, 0), true
		}
		// The contents are unknown, but each read of this cell before a write gives the same value.
		v, ok := h.q.start[k]
		if !ok {
			v = h.fresh("cell", k.t)
			h.q.start[k] = v
		}
		return v, true
	}
	var parts []value
	for i := range k.t.Size() {
		parts = append(parts, h.a.lit(ir.U8, 0))
		for _, it := range o.Init {
			t := it.Val.Type()
			if c, ok := cellType(t); ok && it.Off == int64(k.n) && c == k.t {
				return h.convert(k.t, t, h.q.expr(newState(0), it.Val)), true
			}
			at := int64(k.n+i) - it.Off
			if at < 0 || at >= int64(t.Size()) {
				continue
			}
			c, ok := it.Val.(*ir.Const)
			if !ok {
				return value{}, false
			}
			parts[i] = h.a.lit(ir.U8, c.Bits>>(8*at)&0xff)
		}
	}
	if k.t.Kind == ir.Float {
		v, _ := h.glue(ir.Type{Kind: ir.Int, Bits: k.t.Bits}, parts)
		n, ok := constOf(v)
		if !ok {
			return value{}, false
		}
		return h.q.literal(k.t, n), true
	}
	return h.glue(k.t, parts)
}

// reach is a possible target of an access: an offset in an instance, under a condition.
type reach struct {
	in   *instance
	off  int
	cond *term.Term
}

// places returns the possible targets of a valid access of n bytes through a pointer, and the instances vague in which
// the access may be at other offsets. whole reports whether the access is certainly at one of the targets.
func (h *heapMemory) places(s *state, at *pointer, n int64) (out []reach, vague []*instance, whole bool) {
	nt := h.addressType()
	k, fixed := constOf(at.off)
	whole = !at.any && !at.none
	for _, in := range at.to {
		is := h.is(at, in.id)
		alive := h.q.read(s, in.alive()).t
		switch {
		case is.IsFalse() || alive.IsFalse():
			whole = whole && is.IsFalse()
		case fixed && in.fixed >= 0:
			fits := k <= uint64(in.fixed) && uint64(in.fixed)-k >= uint64(n)
			whole = whole && fits && alive.IsTrue()
			if fits {
				out = append(out, reach{in, int(k), h.tc.And(is, alive)})
			}
		case fixed && k < 1<<20:
			whole = false
			fits := h.a.compare(ir.Le, nt, h.a.lit(nt, k+uint64(n)), in.size)
			out = append(out, reach{in, int(k), h.tc.And(is, alive, fits)})
		case in.fixed >= 0 && n > 0 && at.step >= n && in.fixed/n <= maxIndexed, in.fixed < 0 && n > 0 && at.step >= n &&
			h.mostBytes(in, n) >= 0:
			whole = false
			most := max(in.fixed, 0)
			if in.fixed < 0 {
				most = h.mostBytes(in, n)
			}
			for off := int64(0); off+n <= most; off += n {
				here := h.a.compare(ir.Eq, nt, at.off, h.a.lit(nt, uint64(off)))
				if in.fixed < 0 {
					here = h.tc.And(here, h.a.compare(ir.Le, nt, h.a.lit(nt, uint64(off+n)), in.size))
				}
				out = append(out, reach{in, int(off), h.tc.And(is, alive, here)})
			}
		default:
			whole = false
			vague = append(vague, in)
		}
	}
	return out, vague, whole && len(out) > 0
}

// heapLoad returns the value of type t that a read through the pointer p gives: a case distinction over the cells to
// which p may point, and an arbitrary value if the read is invalid.
func (h *heapMemory) heapLoad(s *state, p value, t ir.Type) value {
	at := h.target(p)
	ct, ok := cellType(t)
	if !ok {
		return h.unknown(t, "a value that is not encoded is read")
	}
	places, vague, whole := h.places(s, at, int64(t.Size()))
	if at.any && !at.astray || len(vague) > 0 {
		h.inexact("a read at a place that is not known")
	}
	var r value
	vs := make([]value, len(places))
	pointers := false
	for i, x := range places {
		vs[i] = h.loaded(s, t, ct, h.readCell(s, slot{in: x.in, n: x.off, t: ct}))
		pointers = pointers || vs[i].at != nil
	}
	if !whole && pointers && len(vague) == 0 { // an invalid read could give any pointer
		var valid []*term.Term
		for _, x := range places {
			valid = append(valid, x.cond)
		}
		whole = h.q.now.suppose(h.tc.Or(valid...), "a pointer that is read is there")
	}
	for i, x := range places {
		v := vs[i]
		if i == 0 {
			r = v
			if whole {
				continue
			}
			r = h.fresh("invalid", t)
		}
		r = h.choose(t, x.cond, v, r)
	}
	if len(places) == 0 {
		r = h.fresh("invalid", t)
	}
	for _, in := range vague {
		v, cond := h.loadAtOffset(s, at, in, ct)
		r = h.choose(t, cond, h.loaded(s, t, ct, v), r)
	}
	return r
}

// loaded returns the value of type t that a read of the cell value v, of type ct, gives. If an integer was stored and a
// pointer is read, the pointer belongs to the object in which the number lies.
func (h *heapMemory) loaded(s *state, t, ct ir.Type, v value) value {
	r := h.convert(t, ct, v)
	switch {
	case r.at == nil:
	case t.Kind != ir.Ptr:
		r.at = r.at.asNumber()
	case r.at.number:
		r = h.fromNumber(s, r)
	}
	return r
}

// heapStore encodes a write through the pointer p. val returns the value, of type t.
func (h *heapMemory) heapStore(s *state, p value, t ir.Type, val func() value) {
	at := h.target(p)
	n := t.Size()
	places, vague, _ := h.places(s, at, int64(n))
	ct, ok := cellType(t)
	if ok && len(vague) > 0 {
		h.inexact("a write at a place that is not known")
		v := h.stored(h.convert(ct, t, val()))
		vague = slices.DeleteFunc(vague, func(in *instance) bool { return h.storeAtOffset(s, at, in, ct, v) })
	}
	h.forgetVague(s, at, vague)
	if !ok {
		h.inexact("a value that is not encoded is stored")
		for _, x := range places {
			h.smear(s, x, n)
		}
		return
	}
	v := h.stored(h.convert(ct, t, val()))
	for _, x := range places {
		h.put(s, x, ct, v)
	}
}

// forgetVague forgets the bytes that a write at an unknown offset in the instances vague, or through an unknown
// pointer, may change.
func (h *heapMemory) forgetVague(s *state, at *pointer, vague []*instance) {
	any := at.any && !at.astray &&
		!h.q.now.suppose(h.tc.Not(h.is(at, -1)), "a pointer that is written through leads to a known object")
	if !any && len(vague) == 0 {
		return
	}
	h.inexact("a write at a place that is not known")
	for _, in := range vague {
		h.forgetInstance(s, in, h.is(at, in.id))
	}
	if any {
		h.forgetInstances(s, h.is(at, -1))
	}
}

// put writes v as a cell of type t at the target x, under the condition of x.
func (h *heapMemory) put(s *state, x reach, t ir.Type, v value) {
	if x.in.locked {
		return
	}
	k := slot{in: x.in, n: x.off, t: t}
	old := v
	if !x.cond.IsTrue() {
		old = h.readCell(s, k)
	}
	h.smearCells(s, x, t.Size())
	h.offsetsWritten(s, x.in, x.cond, h.a.lit(h.addressType(), uint64(x.off)), t.Size(), t, v)
	for i := range t.Size() { // smearCells has made cells for bytes with arbitrary values
		delete(s.at, slot{in: x.in, n: x.off + i, t: ir.U8})
	}
	h.mark(k)
	s.at[k] = h.choose(t, x.cond, v, old)
}

// smear makes n bytes at the target x arbitrary, under the condition of x.
func (h *heapMemory) smear(s *state, x reach, n int) {
	if x.in.locked || n == 0 {
		return
	}
	h.smearCells(s, x, n)
	h.offsetsWritten(s, x.in, x.cond, h.a.lit(h.addressType(), uint64(x.off)), n, ir.Void, value{})
}

// smearCells makes n bytes at the target x arbitrary, under the condition of x, but does not change the offset cells.
func (h *heapMemory) smearCells(s *state, x reach, n int) {
	in := x.in
	for _, c := range slices.Clone(in.cells) {
		v, there := s.at[c]
		if !there || c.n >= x.off+n || x.off >= c.n+c.t.Size() {
			continue
		}
		switch {
		case v.t == nil:
		case !x.cond.IsTrue():
			s.at[c] = h.choose(c.t, x.cond, h.fresh("cell", c.t), v)
		case h.split(s, c, x.off, n):
			delete(s.at, c)
		default:
			s.forget(c)
		}
	}
	for i := x.off; i < x.off+n; i++ {
		k := slot{in: in, n: i, t: ir.U8}
		switch {
		case x.cond.IsTrue():
			h.mark(k)
			s.forget(k)
		case !slices.ContainsFunc(in.cells, func(c slot) bool {
			_, there := s.at[c]
			return there && c.n <= i &&
				i < c.n+c.t.Size()
		}):
			s.at[k] = h.choose(ir.U8, x.cond, h.fresh("cell", ir.U8), h.readCell(s, k))
		}
	}
}

// mark adds a cell to the cells of its instance.
func (h *heapMemory) mark(k slot) {
	if !slices.Contains(k.in.cells, k) {
		k.in.cells = append(k.in.cells, k)
	}
}

// split makes one cell for each byte of the cell c outside of the n bytes at off. It returns false if the encoding
// cannot express a byte.
func (h *heapMemory) split(s *state, c slot, off, n int) bool {
	v := s.at[c]
	for i := range c.t.Size() {
		at := c.n + i
		if off <= at && at < off+n {
			continue
		}
		k := slot{in: c.in, n: at, t: ir.U8}
		if w, there := s.at[k]; there && w.t != nil {
			continue
		}
		b, ok := h.byteOf(v, c.t, i)
		if !ok {
			return false
		}
		h.mark(k)
		s.at[k] = b
	}
	return true
}
