package triple

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file is the memory of unwindings that read or write through pointers. An instance has cells: a slot for each
// place and size that is accessed, made when first met. What is in a state is right, so that
//
//	a cell in the state              its value
//	none, but one that overlaps      put together from the bytes of those, or unknown
//	none                             the contents at the start: given, zero, or arbitrary
//
// An access through a pointer is valid in the instance that the pointer belongs to, if that is alive and has
// the bytes. Else a read gives any value, and a write is lost. Objects that only direct accesses reach
// stay as they are (memory.go).

// The slots of an instance that are no cells: "not freed" (not in the state: true), and "what is in no cell of
// the state is unknown" (not in the state: false).
const (
	aliveSlot = -1
	blurSlot  = -2
)

func (in *instance) alive() slot { return slot{in: in, n: aliveSlot, t: ir.B} }
func (in *instance) blur() slot  { return slot{in: in, n: blurSlot, t: ir.B} }

// maxIndexed bounds the cells that an access at no constant place may reach.
const maxIndexed = 96

// cellType is how a cell of an accessed type is kept; ok is false where a cell is not.
func cellType(t ir.Type) (ir.Type, bool) {
	switch {
	case isNumber(t) && int(t.Bits) == 8*t.Size():
		return ir.Type{Kind: ir.Int, Bits: t.Bits}, true
	case t.Kind == ir.Float:
		return t, true
	}
	return t, false
}

// instance makes an object of the execution.
func (q *query) newInstance(in *instance) *instance {
	q.instances = append(q.instances, in)
	in.id = len(q.instances)
	in.align = max(in.align, 1)
	in.fixed = -1
	if n, ok := constOf(in.size); ok && n < 1<<62 {
		in.fixed = int64(n)
	}
	if in.id >= 1<<15 {
		q.broken = open("too many objects")
	}
	return in
}

func (q *query) sizeLit(n int64) value { return q.a.lit(q.addressType(), uint64(max(n, 0))) }

// ofObject reports whether accesses of o go by instances.
func (c *checker) ofObject(o *ir.Object) bool {
	return c.heap && (c.memory[o] == nil || c.memory[o].frozen)
}

// globalInstances are made before the execution starts.
func (q *query) globalInstances() {
	q.global = map[*ir.Object]*instance{}
	for _, o := range q.c.prog.Objects {
		if q.c.ofObject(o) {
			q.global[o] = q.newInstance(&instance{obj: o, size: q.sizeLit(o.Size), align: o.Align, zeroed: !o.Uninit,
				locked: o.Const, depth: -1})
		}
	}
}

// addressOf is the address of the running instance of an object.
func (q *query) addressOf(s *state, o *ir.Object) value {
	v := q.read(s, s.object(o, addressOf))
	if in := q.global[o]; in != nil {
		in.base, in.roomy = v, false // disjoint by state.apart
		v.at = q.startOf(in).at
	}
	return v
}

// codeAddress is the address of a function. Nothing is read or written there.
func (q *query) codeAddress(f *ir.Func) value {
	o := q.c.codeOf(f)
	v := q.atStart(slot{o: o, n: addressOf})
	if !q.c.heap {
		return v
	}
	in := q.global[o]
	if in == nil {
		in = q.newInstance(&instance{size: q.sizeLit(0), base: v, locked: true, depth: -1})
		q.global[o] = in
	}
	v.at = q.startOf(in).at
	return v
}

// declared is a new instance of a local object.
func (q *query) declared(s *state, o *ir.Object) {
	if !q.c.ofObject(o) {
		return
	}
	in := q.newInstance(&instance{obj: o, size: q.sizeLit(o.Size), align: o.Align, depth: s.depth})
	q.born(s, in)
	s.at[s.object(o, addressOf)] = q.startOf(in)
}

// allocated is the address of a new object of an Alloc.
func (q *query) allocated(s *state, st *ir.Alloc) value {
	size := q.a.resize(q.addressType(), st.Size.Type(), q.expr(s, st.Size))
	in := &instance{size: size, heap: st.Kind == ir.Heap, zeroed: st.Zeroed, depth: -1, align: 16}
	if st.Kind != ir.Heap {
		in.depth, in.align = s.depth, 1
	}
	q.born(s, q.newInstance(in))
	in.most = q.mostOf(in)
	if st.Moved {
		for _, o := range q.instances {
			if o != in && o.heap {
				in.setBeside(o, q.tc.False())
			}
		}
	}
	return q.startOf(in)
}

// mostOf bounds the size of an object that is being made, by a power of two: its cells are
// looked at one by one.
func (q *query) mostOf(in *instance) int64 {
	if in.fixed >= 0 || q.under == nil {
		return max(in.fixed, 0)
	}
	if hi := in.size.hi; hi != nil && hi.IsInt64() && hi.Int64() <= maxGranules {
		return hi.Int64()
	}
	nt := q.addressType()
	most := int64(0)
	for _, n := range []int64{maxGranules, maxGranules / 8, maxGranules / 4, maxGranules / 2} {
		if q.excluded([]arrival{*q.under}, q.a.compare(ir.Lt, nt, q.a.lit(nt, uint64(n)), in.size)) {
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

// pointed is the value of a pointer input that is not null.
func (q *query) pointed(s *state, st *ir.Input) value {
	in := q.newInstance(&instance{size: q.sizeLit(st.FreshSize), depth: -1})
	q.born(s, in)
	return q.startOf(in)
}

// born notes which instances live beside a new one.
func (q *query) born(s *state, in *instance) {
	for _, o := range q.instances {
		if o == in || !o.heap && o.depth < 0 {
			continue
		}
		if alive := q.read(s, o.alive()).t; !alive.IsTrue() {
			in.setBeside(o, alive)
		}
	}
}

func (in *instance) setBeside(o *instance, alive *term.Term) {
	if in.beside == nil {
		in.beside = map[*instance]*term.Term{}
	}
	in.beside[o] = alive
}

// die ends the lives of the instances of an activation.
func (q *query) die(s *state, depth int) {
	for _, in := range q.instances {
		if in.depth == depth {
			s.at[in.alive()] = value{t: q.tc.False()}
		}
	}
}

// ended ends the life of the running instance of a local object.
func (q *query) ended(s *state, o *ir.Object) {
	if !q.c.ofObject(o) {
		return
	}
	at := q.target(q.read(s, s.object(o, addressOf)))
	for _, in := range q.instances {
		if in.obj != o {
			continue
		}
		dead := q.tc.False()
		if slices.Contains(at.to, in) {
			dead = q.is(at, in.id)
		}
		if at.any {
			dead = q.tc.Or(dead, q.tc.And(q.is(at, -1), q.fresh("ended", ir.B).t))
		}
		if !dead.IsFalse() {
			s.at[in.alive()] = value{t: q.tc.And(q.read(s, in.alive()).t, q.tc.Not(dead))}
		}
	}
}

// freed ends the life of what a pointer leads to.
func (q *query) freed(s *state, p value, kind ir.AllocKind) {
	at := q.target(p)
	nt := q.addressType()
	begin := q.a.compare(ir.Eq, nt, at.off, q.a.lit(nt, 0))
	for _, in := range q.instances {
		dead := q.tc.False()
		if slices.Contains(at.to, in) {
			dead = q.tc.And(q.is(at, in.id), begin)
		}
		if at.any {
			dead = q.tc.Or(dead, q.tc.And(q.is(at, -1), q.fresh("freed", ir.B).t))
		}
		if in.freedAs(kind) && !dead.IsFalse() {
			s.at[in.alive()] = value{t: q.tc.And(q.read(s, in.alive()).t, q.tc.Not(dead))}
		}
	}
}

// freedAs reports whether a Free of a kind may end the life of an instance.
func (in *instance) freedAs(kind ir.AllocKind) bool {
	if kind == ir.Heap {
		return in.heap
	}
	return in.obj == nil && !in.heap && in.depth >= 0
}

// askObject is what a Math says of the object of a pointer.
func (q *query) askObject(s *state, st *ir.Math, p value) value {
	t, nt := st.Dst.Type, q.addressType()
	if st.Fn == ir.Extent {
		return q.extent(s, t, p)
	}
	if t.Bits > nt.Bits {
		return q.fresh(st.Fn, t)
	}
	at := q.target(p)
	r := q.a.lit(t, 0)
	for _, in := range at.to {
		n := in.size
		if st.Fn == ir.Offset {
			if n = at.off; in.obj == nil && in.locked { // code is no object
				n = q.a.lit(nt, 0)
			}
		}
		r = q.choose(t, q.is(at, in.id), q.a.resize(t, nt, n), r)
	}
	if at.any {
		r = q.choose(t, q.is(at, -1), q.fresh(st.Fn, t), r)
	}
	return r
}

// extent is the size of the live object of the heap that begins at a pointer.
func (q *query) extent(s *state, t ir.Type, p value) value {
	at := q.target(p)
	nt := q.addressType()
	begin := q.a.compare(ir.Eq, nt, at.off, q.a.lit(nt, 0))
	r := q.a.lit(t, 0)
	for _, in := range at.to {
		if in.heap {
			r = q.choose(t, q.tc.And(q.is(at, in.id), q.read(s, in.alive()).t, begin), q.a.resize(t, nt, in.size), r)
		}
	}
	if at.any {
		r = q.choose(t, q.is(at, -1), q.fresh("extent", t), r)
	}
	return r
}

// forgetInstances makes the contents of all instances arbitrary, where cond holds.
func (q *query) forgetInstances(s *state, cond *term.Term) {
	for _, in := range q.instances {
		q.forgetInstance(s, in, cond)
	}
}

func (q *query) forgetInstance(s *state, in *instance, cond *term.Term) {
	if in.locked || cond.IsFalse() {
		return
	}
	s.at[in.blur()] = value{t: q.tc.Or(q.read(s, in.blur()).t, cond)}
	for _, k := range in.cells {
		v, there := s.at[k]
		switch {
		case !there:
		case cond.IsTrue():
			delete(s.at, k)
		case v.t != nil:
			s.at[k] = q.choose(k.t, cond, q.fresh("cell", k.t), v)
		}
	}
}

// readCell is a slot of an instance.
func (q *query) readCell(s *state, k slot) value {
	if v, ok := s.at[k]; ok {
		if v.t == nil {
			v = q.fresh("cell", k.t)
			s.at[k] = v
		}
		return v
	}
	switch k.n {
	case aliveSlot:
		return value{t: q.tc.True()}
	case blurSlot:
		return value{t: q.tc.False()}
	}
	q.mark(k)
	v, ok := q.pieced(s, k)
	if !ok {
		v = q.unknown(k.t, "bytes that are read in another form than they are written")
	}
	s.at[k] = v
	return v
}

// pieced is the value of a cell that is not in the state; not ok: unknown.
func (q *query) pieced(s *state, k slot) (value, bool) {
	if !slices.ContainsFunc(k.in.cells, func(c slot) bool { _, there := s.at[c]; return there && overlap(c, k) }) {
		v, ok := q.original(k)
		if !ok {
			return v, false
		}
		return q.choose(k.t, q.read(s, k.in.blur()).t, q.fresh("cell", k.t), v), true
	}
	if k.t.Kind == ir.Float {
		v, ok := q.pieced(s, slot{in: k.in, n: k.n, t: ir.Type{Kind: ir.Int, Bits: k.t.Bits}})
		if n, isConst := constOf(v); ok && isConst {
			return q.literal(k.t, n), true
		}
		return value{}, false
	}
	var parts []value
	for i := range k.t.Size() {
		b, ok := q.byteAt(s, k.in, k.n+i)
		if !ok {
			return value{}, false
		}
		parts = append(parts, b)
	}
	return q.glue(k.t, parts)
}

// glue makes a number of its bytes.
func (q *query) glue(t ir.Type, parts []value) (value, bool) {
	var bits uint64
	all := true
	for i, b := range parts {
		n, ok := constOf(b)
		all = all && ok
		bits |= n << (8 * i)
	}
	switch {
	case all:
		return q.a.lit(t, bits), true
	case q.enc != Bits:
		q.lossy = true
		return value{}, false
	}
	r := parts[len(parts)-1].t
	for i := len(parts) - 2; i >= 0; i-- {
		r = q.tc.BVConcat(r, parts[i].t)
	}
	return value{t: r}, true
}

func overlap(a, b slot) bool {
	return a.n < b.n+b.t.Size() && b.n < a.n+a.t.Size()
}

// byteAt is one byte of an instance.
func (q *query) byteAt(s *state, in *instance, off int) (value, bool) {
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
		if b, ok := q.byteOf(v, c.t, off-c.n); ok {
			return b, true
		}
	}
	if found {
		return value{}, false
	}
	v, ok := q.original(slot{in: in, n: off, t: ir.U8})
	if !ok {
		return v, false
	}
	return q.choose(ir.U8, q.read(s, in.blur()).t, q.fresh("cell", ir.U8), v), true
}

// byteOf is one byte of a value.
func (q *query) byteOf(v value, t ir.Type, i int) (value, bool) {
	if t.Kind == ir.Float {
		if bits, ok := v.t.Bits(); ok && ir.FloatOf(t, bits) == ir.FloatOf(t, bits) {
			return q.a.lit(ir.U8, bits>>(8*i)&0xff), true
		}
		return value{}, false
	}
	if t.Size() == 1 {
		return v, true
	}
	if n, ok := constOf(v); ok {
		return q.a.lit(ir.U8, n>>(8*i)&0xff), true
	}
	if q.enc != Bits {
		q.lossy = true
		return value{}, false
	}
	return value{t: q.tc.BVExtract(8*i+7, 8*i, v.t)}, true
}

// original is a cell of an instance as it was made.
func (q *query) original(k slot) (value, bool) {
	o := k.in.obj
	if o == nil || o.Func != nil || o.Uninit {
		if k.in.zeroed {
			return q.literal(k.t, 0), true
		}
		// Contents of their own, but the same whenever this cell is read before a write.
		v, ok := q.start[k]
		if !ok {
			v = q.fresh("cell", k.t)
			q.start[k] = v
		}
		return v, true
	}
	var parts []value
	for i := range k.t.Size() {
		parts = append(parts, q.a.lit(ir.U8, 0))
		for _, it := range o.Init {
			t := it.Val.Type()
			if c, ok := cellType(t); ok && it.Off == int64(k.n) && c == k.t {
				return q.convert(k.t, t, q.expr(newState(0), it.Val)), true
			}
			at := int64(k.n+i) - it.Off
			if at < 0 || at >= int64(t.Size()) {
				continue
			}
			c, ok := it.Val.(*ir.Const)
			if !ok {
				return value{}, false
			}
			parts[i] = q.a.lit(ir.U8, c.Bits>>(8*at)&0xff)
		}
	}
	if k.t.Kind == ir.Float {
		v, _ := q.glue(ir.Type{Kind: ir.Int, Bits: k.t.Bits}, parts)
		n, ok := constOf(v)
		if !ok {
			return value{}, false
		}
		return q.literal(k.t, n), true
	}
	return q.glue(k.t, parts)
}

// reach is a place that an access may have: in an instance, under a condition.
type reach struct {
	in   *instance
	off  int
	cond *term.Term
}

// places lists where n bytes at a pointer may validly lie, and the instances in which they may lie elsewhere.
// whole says that it lies at one of the places for certain.
func (q *query) places(s *state, at *pointer, n int64) (out []reach, vague []*instance, whole bool) {
	nt := q.addressType()
	k, fixed := constOf(at.off)
	whole = !at.any && !at.none
	for _, in := range at.to {
		is := q.is(at, in.id)
		alive := q.read(s, in.alive()).t
		switch {
		case is.IsFalse() || alive.IsFalse():
			whole = whole && is.IsFalse()
		case fixed && in.fixed >= 0:
			fits := k <= uint64(in.fixed) && uint64(in.fixed)-k >= uint64(n)
			whole = whole && fits && alive.IsTrue()
			if fits {
				out = append(out, reach{in, int(k), q.tc.And(is, alive)})
			}
		case fixed && k < 1<<20:
			whole = false
			fits := q.a.compare(ir.Le, nt, q.a.lit(nt, k+uint64(n)), in.size)
			out = append(out, reach{in, int(k), q.tc.And(is, alive, fits)})
		case in.fixed >= 0 && n > 0 && at.step >= n && in.fixed/n <= maxIndexed, in.fixed < 0 && n > 0 && at.step >= n &&
			q.mostBytes(in, n) >= 0:
			whole = false
			most := max(in.fixed, 0)
			if in.fixed < 0 {
				most = q.mostBytes(in, n)
			}
			for off := int64(0); off+n <= most; off += n {
				here := q.a.compare(ir.Eq, nt, at.off, q.a.lit(nt, uint64(off)))
				if in.fixed < 0 {
					here = q.tc.And(here, q.a.compare(ir.Le, nt, q.a.lit(nt, uint64(off+n)), in.size))
				}
				out = append(out, reach{in, int(off), q.tc.And(is, alive, here)})
			}
		default:
			whole = false
			vague = append(vague, in)
		}
	}
	return out, vague, whole && len(out) > 0
}

// heapLoad reads through a pointer.
func (q *query) heapLoad(s *state, p value, t ir.Type) value {
	at := q.target(p)
	ct, ok := cellType(t)
	if !ok {
		return q.unknown(t, "a value that is not encoded is read")
	}
	places, vague, whole := q.places(s, at, int64(t.Size()))
	if at.any || len(vague) > 0 {
		q.inexact("a read at a place that is not known")
	}
	var r value
	vs := make([]value, len(places))
	pointers := false
	for i, x := range places {
		vs[i] = q.convert(t, ct, q.readCell(s, slot{in: x.in, n: x.off, t: ct}))
		pointers = pointers || vs[i].at != nil
	}
	if !whole && pointers && len(vague) == 0 { // what is read elsewhere could point anywhere
		var valid []*term.Term
		for _, x := range places {
			valid = append(valid, x.cond)
		}
		whole = q.suppose(q.tc.Or(valid...), "a pointer that is read is there")
	}
	for i, x := range places {
		v := vs[i]
		if i == 0 {
			r = v
			if whole {
				continue
			}
			r = q.fresh("invalid", t)
		}
		r = q.choose(t, x.cond, v, r)
	}
	if len(places) == 0 {
		return q.fresh("invalid", t)
	}
	return r
}

// heapStore writes through a pointer.
func (q *query) heapStore(s *state, p value, t ir.Type, val func() value) {
	at := q.target(p)
	n := t.Size()
	places, vague, _ := q.places(s, at, int64(n))
	q.forgetVague(s, at, vague)
	ct, ok := cellType(t)
	if !ok {
		q.inexact("a value that is not encoded is stored")
		for _, x := range places {
			q.smear(s, x, n)
		}
		return
	}
	v := q.stored(q.convert(ct, t, val()))
	for _, x := range places {
		q.put(s, x, ct, v)
	}
}

// forgetVague forgets what a write at a place that is not known may touch.
func (q *query) forgetVague(s *state, at *pointer, vague []*instance) {
	any := at.any && !q.suppose(q.tc.Not(q.is(at, -1)), "a pointer that is written through leads to a known object")
	if !any && len(vague) == 0 {
		return
	}
	q.inexact("a write at a place that is not known")
	for _, in := range vague {
		q.forgetInstance(s, in, q.is(at, in.id))
	}
	if any {
		q.forgetInstances(s, q.is(at, -1))
	}
}

// put writes a cell.
func (q *query) put(s *state, x reach, t ir.Type, v value) {
	if x.in.locked {
		return
	}
	k := slot{in: x.in, n: x.off, t: t}
	old := v
	if !x.cond.IsTrue() {
		old = q.readCell(s, k)
	}
	q.smear(s, x, t.Size())
	for i := range t.Size() { // smear left bytes for what it knows nothing of
		delete(s.at, slot{in: x.in, n: x.off + i, t: ir.U8})
	}
	q.mark(k)
	s.at[k] = q.choose(t, x.cond, v, old)
}

// smear makes n bytes arbitrary.
func (q *query) smear(s *state, x reach, n int) {
	if x.in.locked || n == 0 {
		return
	}
	in := x.in
	for _, c := range slices.Clone(in.cells) {
		v, there := s.at[c]
		if !there || c.n >= x.off+n || x.off >= c.n+c.t.Size() {
			continue
		}
		switch {
		case v.t == nil:
		case !x.cond.IsTrue():
			s.at[c] = q.choose(c.t, x.cond, q.fresh("cell", c.t), v)
		case q.split(s, c, x.off, n):
			delete(s.at, c)
		default:
			s.forget(c)
		}
	}
	for i := x.off; i < x.off+n; i++ {
		k := slot{in: in, n: i, t: ir.U8}
		switch {
		case x.cond.IsTrue():
			q.mark(k)
			s.forget(k)
		case !slices.ContainsFunc(in.cells, func(c slot) bool {
			_, there := s.at[c]
			return there && c.n <= i &&
				i < c.n+c.t.Size()
		}):
			s.at[k] = q.choose(ir.U8, x.cond, q.fresh("cell", ir.U8), q.readCell(s, k))
		}
	}
}

func (q *query) mark(k slot) {
	if !slices.Contains(k.in.cells, k) {
		k.in.cells = append(k.in.cells, k)
	}
}

// split keeps the bytes of a cell that lie outside of n bytes at off in cells of their own.
func (q *query) split(s *state, c slot, off, n int) bool {
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
		b, ok := q.byteOf(v, c.t, i)
		if !ok {
			return false
		}
		q.mark(k)
		s.at[k] = b
	}
	return true
}
