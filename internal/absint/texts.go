package absint

import (
	"slices"
	"sort"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Texts. A state knows where texts end, as in M. Journault, A. Miné, A. Ouadjaout: Modular static analysis of string
// manipulations in C programs, SAS 2018. Instead of a dimension for the length there are facts about a base, which is
// the sum of the offset of a pointer and of an integer, each of which may be missing:
//
//	end      the object has a zero byte at an offset z with base + k <= z < hi
//	mirror   if a register is not 0, the byte at base + k of the object is not 0
//	echo     if a register is 0, the byte at base + k of the object is 0
//	alias    a register or cell equals another plus k
//
// If the base has a pointer, an end or a mirror holds if the pointer leads into the object. The condition *p != 0 makes
// base + 1 <= z of base <= z, and p++ moves the base; so p never passes the zero byte. An end gives an upper bound of
// its base. Formulas have the ends and mirrors only. Package check/inductive checks them by rules of its own.

// noDim stands for the missing part of a base.
const noDim = domain.Dim(-1)

const (
	fewWidenings = 6              // after so many widenings of a state, an end that was lost does not come back
	manyTexts    = 64             // bounds the ends, the mirrors and the aliases of a state
	sane         = int64(1) << 30 // bounds the numbers and offsets with which this file computes
)

// base is a sum of dimensions.
type base struct{ ptr, idx domain.Dim }

func (b base) has(d domain.Dim) bool { return b.ptr == d || b.idx == d }

// with returns b with the dimension y replaced by x.
func (b base) with(y, x domain.Dim) base {
	if b.ptr == y {
		b.ptr = x
	} else if b.idx == y {
		b.idx = x
	}
	return b
}

// textEnd states that obj has a zero byte at an offset z with base + k <= z < hi.
type textEnd struct {
	obj *object
	base
	k, hi int64
}

// mirror states that the byte at base + k of obj is not 0 if reg is not 0. If echo is set, it states that the byte is 0
// if reg is 0, and the byte is in the object, before hi. An echo without a base is only about some byte from k to
// hi - 1.
type mirror struct {
	reg domain.Dim
	obj *object
	base
	k    int64
	echo bool
	hi   int64
}

// wide reports whether m is not about a certain byte.
func (m mirror) wide() bool { return m.echo && m.base == (base{noDim, noDim}) }

// on returns m for another base and k.
func (m mirror) on(b base, k int64) mirror {
	m.base, m.k = b, k
	return m
}

// alias states x == y + k.
type alias struct {
	x, y domain.Dim
	k    int64
}

// texts is what a state knows about texts. It is immutable; nil is no knowledge.
type texts struct {
	ends    []textEnd
	mirrors []mirror
	aliases []alias
	lost    []textEnd // what late widenings of the state have dropped, without numbers
}

func (t *texts) copy() *texts {
	if t == nil {
		return &texts{}
	}
	return &texts{ends: slices.Clone(t.ends), mirrors: slices.Clone(t.mirrors), aliases: slices.Clone(t.aliases)}
}

func (t *texts) orNil() *texts {
	if t == nil || len(t.ends)+len(t.mirrors)+len(t.aliases)+len(t.lost) == 0 {
		return nil
	}
	return t
}

// keepDims returns t without the facts about dimensions for which keep returns false.
func (t *texts) keepDims(keep func(domain.Dim) bool) *texts {
	if t == nil {
		return nil
	}
	both := func(b base) bool { return (b.ptr < 0 || keep(b.ptr)) && (b.idx < 0 || keep(b.idx)) }
	r := &texts{}
	for _, e := range t.ends {
		if both(e.base) {
			r.ends = append(r.ends, e)
		}
	}
	for _, m := range t.mirrors {
		if both(m.base) && keep(m.reg) {
			r.mirrors = append(r.mirrors, m)
		}
	}
	for _, a := range t.aliases {
		if keep(a.x) && keep(a.y) {
			r.aliases = append(r.aliases, a)
		}
	}
	return r.orNil()
}

// without returns t without the facts about dimensions.
func (t *texts) without(ds ...domain.Dim) *texts {
	return t.keepDims(func(d domain.Dim) bool { return !slices.Contains(ds, d) })
}

// keepObjects returns t without the facts about the contents of objects for which keep returns false.
func (t *texts) keepObjects(keep func(*object) bool) *texts {
	if t == nil {
		return nil
	}
	r := t.copy()
	r.ends = slices.DeleteFunc(r.ends, func(e textEnd) bool { return !keep(e.obj) })
	r.mirrors = slices.DeleteFunc(r.mirrors, func(m mirror) bool { return !keep(m.obj) })
	return r.orNil()
}

// add adds an end. Of two ends with the same base it keeps the one that reaches farther.
func (t *texts) add(e textEnd) {
	for i, x := range t.ends {
		if x.obj == e.obj && x.base == e.base {
			if e.k > x.k || e.k == x.k && e.hi < x.hi {
				t.ends[i] = e
			}
			return
		}
	}
	if len(t.ends) < manyTexts {
		t.ends = append(t.ends, e)
	}
}

func (t *texts) reflect(m mirror) {
	if len(t.mirrors) < manyTexts && !slices.Contains(t.mirrors, m) {
		t.mirrors = append(t.mirrors, m)
	}
}

func (t *texts) equate(a alias) {
	if len(t.aliases) < manyTexts && a.x != a.y && !slices.Contains(t.aliases, a) {
		t.aliases = append(t.aliases, a)
	}
}

// copied adds to t the facts about y for x, which is y + k.
func (t *texts) copied(y, x domain.Dim, k int64) {
	for _, e := range slices.Clone(t.ends) {
		if e.base.has(y) {
			t.add(textEnd{e.obj, e.base.with(y, x), e.k - k, e.hi})
		}
	}
	for _, m := range slices.Clone(t.mirrors) {
		if m.base.has(y) {
			t.reflect(m.on(m.base.with(y, x), m.k-k))
		}
	}
	for _, a := range slices.Clone(t.aliases) {
		if a.x == y {
			t.equate(alias{x, a.y, a.k + k})
		}
	}
	t.equate(alias{x, y, k})
}

// shifted returns the facts after x = x + k.
func (t *texts) shifted(x domain.Dim, k int64) *texts {
	r := &texts{}
	for _, e := range t.ends {
		if e.base.has(x) {
			e.k -= k
		}
		r.ends = append(r.ends, e)
	}
	for _, m := range t.mirrors {
		if m.reg == x {
			continue
		}
		if m.base.has(x) {
			m.k -= k
		}
		r.mirrors = append(r.mirrors, m)
	}
	for _, a := range t.aliases {
		if a.x == x {
			a.k += k
		}
		if a.y == x {
			a.k -= k
		}
		r.aliases = append(r.aliases, a)
	}
	return r.orNil()
}

// span is a range of numbers. open is set if it may have numbers that are not sane above hi.
type span struct {
	lo, hi int64
	open   bool
}

// leadsInto returns the offsets of the pointer d in o. never is set if it does not lead into o, and always if it leads
// nowhere else. ok is false if the offsets are not known.
func (s state[E]) leadsInto(b *binding, d domain.Dim, o *object) (r span, never, always, ok bool) {
	p := s.pointer(d)
	if p == nil {
		return r, s.zeroCell(b, d), false, false
	}
	t, found := p.find(o)
	if !found {
		return r, true, false, true
	}
	return span{t.lo, t.hi, t.hi > sane}, false, !p.null && len(p.to) == 1, t.lo >= -sane && t.lo <= sane
}

// number returns the numbers that the integer d may have; ok is false if its lower bound is not sane.
func (a *evaluator[E]) number(s state[E], d domain.Dim) (r span, ok bool) {
	t := a.bind.typeOf(d)
	if t.Kind != ir.Int {
		return r, false
	}
	if s.zeroCell(a.bind, d) {
		return span{}, true
	}
	v := a.dom.Bounds(s.num, domain.NewDim(t, d))
	lo, ok1 := v.Lo.Int64()
	if v.Empty || !ok1 || lo < -sane || lo > sane {
		return r, false
	}
	hi, ok2 := v.Hi.Int64()
	return span{lo, hi, !ok2 || hi > sane}, true
}

// zeroCell reports whether d is a cell that consists of zero bytes.
func (s state[E]) zeroCell(b *binding, d domain.Dim) bool {
	if !b.isCell(d) {
		return false
	}
	c := b.cellOf(d)
	return c.off != everywhere && s.lifeOf(c.obj) == lives && s.zeros(c.obj).has(c.off, c.off+int64(c.t.Size()))
}

// linear returns e, an expression of f, as the sum of a base and k. If e is an address that names an object, o is this
// object, and the base has no pointer. ok is false if e is no such sum, or may wrap.
func (a *evaluator[E]) linear(s state[E], f *ir.Func, e ir.Expr) (b base, o *object, k int64, ok bool) {
	b = base{noDim, noDim}
	switch e := e.(type) { // sound: no sum
	case *ir.Ref:
		switch d := a.bind.reg(f, e.Var); e.Var.Type.Kind { // sound: no sum
		case ir.Ptr:
			return base{d, noDim}, nil, 0, true
		case ir.Int:
			return base{noDim, d}, nil, 0, true
		}
	case *ir.AddrOf:
		o = a.bind.byObj[e.Obj]
		return b, o, 0, o != nil
	case *ir.Const:
		if n, fits := domain.Read(e.T, e.Bits).Int64(); e.T.Kind == ir.Int && fits && n >= -sane && n <= sane {
			return b, nil, n, true
		}
	case *ir.PtrAdd:
		p, o, j, ok1 := a.linear(s, f, e.P)
		if !ok1 || e.Scale > sane || e.Scale < -sane {
			return b, nil, 0, false
		}
		i, _, k, ok2 := a.linear(s, f, e.Index)
		if !ok2 || i.idx != noDim && (e.Scale != 1 || p.idx != noDim) {
			return b, nil, 0, false
		}
		j += k * e.Scale
		return base{p.ptr, max(p.idx, i.idx)}, o, j, j >= -sane && j <= sane
	case *ir.Cast:
		from := e.X.Type()
		switch {
		case e.T.Kind == ir.Ptr && from.Kind == ir.Ptr:
			return a.linear(s, f, e.X)
		case e.T.Kind == ir.Int && from.Kind == ir.Int && a.fitsIn(e.T, a.bounds(s, f, e.X)):
			return a.linear(s, f, e.X)
		}
	case *ir.Binary:
		if e.Type().Kind != ir.Int || e.Op != ir.Add && e.Op != ir.Sub {
			return b, nil, 0, false
		}
		p, _, j, ok1 := a.linear(s, f, e.X)
		q, _, k, ok2 := a.linear(s, f, e.Y)
		if !ok1 || !ok2 || q.idx != noDim && (p.idx != noDim || e.Op == ir.Sub) {
			return b, nil, 0, false
		}
		x, y := a.bounds(s, f, e.X), a.bounds(s, f, e.Y)
		if x.Empty || y.Empty {
			return b, nil, 0, false
		}
		if e.Op == ir.Sub {
			y.Lo, y.Hi, k = y.Hi.Neg(), y.Lo.Neg(), -k
		}
		x.Lo, x.Hi = x.Lo.Add(y.Lo), x.Hi.Add(y.Hi)
		j += k
		return base{noDim, max(p.idx, q.idx)}, nil, j, a.fitsIn(e.Type(), x) && j >= -sane && j <= sane
	}
	return b, nil, 0, false
}

// fitsIn reports whether all integers in r are values of the type t.
func (a *evaluator[E]) fitsIn(t ir.Type, r domain.Range) bool {
	lo, hi := domain.Limits(t)
	return !r.Empty && !r.Lo.Less(lo) && !hi.Less(r.Hi)
}

// ahead returns a bound hi so that o has a zero byte at an offset z with base + k <= z < hi, if the pointer of the base
// leads into o; ok is false if it finds none.
func (a *evaluator[E]) ahead(s state[E], o *object, b base, k int64) (hi int64, ok bool) {
	found := func(n int64) {
		if !ok || n < hi {
			hi, ok = n, true
		}
	}
	top, never, bounded := a.topOf(s, o, b)
	if never {
		return 0, true
	}
	if bounded {
		if z, is := a.zeroFrom(s, o, k+top.ptr+top.idx); is {
			found(z + 1)
		}
	}
	a.eachEnd(s, o, b, top, bounded, func(most, end int64) {
		if most >= k {
			found(end)
		}
	})
	return hi, ok
}

// farthest is like ahead, for the largest k up to limit for which it finds a zero byte.
func (a *evaluator[E]) farthest(s state[E], o *object, b base, limit int64) (k, hi int64, ok bool) {
	if hi, ok := a.ahead(s, o, b, limit); ok {
		return limit, hi, true
	}
	if limit > 0 {
		_, ok = a.ahead(s, o, b, 0)
	}
	top, _, bounded := a.topOf(s, o, b)
	a.eachEnd(s, o, b, top, bounded, func(most, end int64) {
		if most > k || !ok {
			k, ok = most, true
		}
	})
	if !ok {
		return 0, 0, false
	}
	hi, ok = a.ahead(s, o, b, k)
	return k, hi, ok
}

// parts has a number for each part of a base.
type parts struct{ ptr, idx int64 }

// topOf returns upper bounds of the parts of a base; bounded is false if one has none. never is set if the pointer does
// not lead into o.
func (a *evaluator[E]) topOf(s state[E], o *object, b base) (t parts, never, bounded bool) {
	bounded = true
	if b.ptr != noDim {
		r, never, _, known := s.leadsInto(a.bind, b.ptr, o)
		if never {
			return t, true, false
		}
		t.ptr, bounded = r.hi, known && !r.open
	}
	if b.idx != noDim {
		r, known := a.number(s, b.idx)
		t.idx, bounded = r.hi, bounded && known && !r.open
	}
	return t, false, bounded
}

// eachEnd calls visit for each end of o in s: with the largest k so that base + k <= z follows, and the bound of z. top
// and bounded are the results of topOf.
func (a *evaluator[E]) eachEnd(s state[E], o *object, b base, top parts, bounded bool, visit func(k, hi int64)) {
	if s.texts == nil {
		return
	}
	for _, e := range s.texts.ends {
		if e.obj != o {
			continue
		}
		k, sound := e.k, true
		if e.ptr != b.ptr {
			if e.ptr != noDim {
				r, _, always, known := s.leadsInto(a.bind, e.ptr, o)
				k, sound = k+r.lo, sound && known && always
			}
			if b.ptr != noDim {
				k, sound = k-top.ptr, sound && bounded
			}
		}
		if e.idx != b.idx {
			if e.idx != noDim {
				r, known := a.number(s, e.idx)
				k, sound = k+r.lo, sound && known
			}
			if b.idx != noDim {
				k, sound = k-top.idx, sound && bounded
			}
		}
		if sound {
			visit(k, e.hi)
		}
	}
}

// beforeEnd reports whether n bytes at addr lie in o, if addr leads into o, because a text in o ends after them.
func (a *evaluator[E]) beforeEnd(s state[E], f *ir.Func, addr ir.Expr, o *object, n int64) bool {
	if o.fn != nil || o.wild || n > sane {
		return false
	}
	b, named, k, ok := a.linear(s, f, addr)
	if !ok || (b.ptr == noDim) == (named == nil) || named != nil && named != o {
		return false
	}
	least := k
	if b.ptr != noDim {
		r, _, _, known := s.leadsInto(a.bind, b.ptr, o)
		if least += r.lo; !known {
			return false
		}
	}
	if b.idx != noDim {
		r, known := a.number(s, b.idx)
		if least += r.lo; !known {
			return false
		}
	}
	hi, ok := a.ahead(s, o, b, k+n-1)
	return ok && least >= 0 && hi <= o.size
}

// zeroFrom returns the first byte of o from an offset on that is known to be zero.
func (a *evaluator[E]) zeroFrom(s state[E], o *object, from int64) (z int64, ok bool) {
	from = max(from, 0)
	if o.fixed {
		all := a.nuls(o)
		i := sort.Search(len(all), func(i int) bool { return all[i] >= from })
		if i == len(all) {
			return 0, false
		}
		return all[i], true
	}
	found := func(n int64) {
		if !ok || n < z {
			z, ok = n, true
		}
	}
	if s.lifeOf(o) != lives {
		return 0, false
	}
	if c := s.zeros(o); c != nil {
		for _, r := range c.zero {
			if lo := max(r.lo, from); lo < r.hi {
				found(lo)
			}
		}
	}
	for _, d := range a.bind.in(o) {
		c := a.bind.cellOf(d)
		if n := int64(c.t.Size()); c.off == everywhere || from >= c.off+n || ok && max(c.off, from) >= z {
			continue
		}
		if p := s.pointer(d); p != nil && p.null && len(p.to) == 0 {
			found(max(c.off, from))
		} else if c.t.Kind == ir.Int {
			if bits, is := a.dom.Bounds(s.num, domain.NewDim(c.t, d)).IsConst(); is && bits == 0 {
				found(max(c.off, from))
			}
		}
	}
	return z, ok
}

// nuls returns the offsets of the zero bytes of a const object, if it is not large.
func (a *evaluator[E]) nuls(o *object) []int64 {
	out, known := a.zeroBytes[o]
	if known || o.size > 1<<16 {
		return out
	}
	full := make([]bool, o.size)
	for _, it := range o.obj.Init {
		c, isConst := it.Val.(*ir.Const)
		for i := range int64(it.Val.Type().Size()) {
			if at := it.Off + i; at >= 0 && at < o.size && (!isConst || i >= 8 || c.Bits>>(8*i)&0xff != 0) {
				full[at] = true
			}
		}
	}
	for i, f := range full {
		if !f {
			out = append(out, int64(i))
		}
	}
	a.zeroBytes[o] = out
	return out
}

// boundTexts returns s in which the ends bound their bases: base < hi - k.
func (a *lattice[E]) boundTexts(s state[E]) state[E] {
	if s.texts == nil || a.isBottom(s) {
		return s
	}
	for _, e := range s.texts.ends {
		var ptr, idx span
		known, always, counted := true, true, true
		if e.ptr != noDim {
			ptr, _, always, known = s.leadsInto(a.bind, e.ptr, e.obj)
		}
		if e.idx != noDim {
			idx, counted = a.number(s, e.idx)
			if top := e.hi - 1 - e.k - ptr.lo; known && always && (!counted || idx.open || idx.hi > top) {
				s = a.atMost(s, e.idx, top)
			}
		}
		if p := s.pointer(e.ptr); e.ptr != noDim && counted && p != nil {
			s = s.withPointer(e.ptr, p.atMost(e.obj, e.hi-1-e.k-idx.lo))
			if top, all := s.longest(p, e.base); all && e.obj == p.to[0].obj && (idx.open || idx.hi > top) {
				s = a.atMost(s, e.idx, top)
			}
		}
		if a.isBottom(s) {
			return s
		}
	}
	return s
}

// boundAliases returns s in which a pointer that equals another plus k has the offsets of that one plus k: after the
// check of t in t = p; p++; *t = c, also p is bounded.
func (s state[E]) boundAliases() state[E] {
	if s.texts == nil {
		return s
	}
	near := func(x, y domain.Dim, k int64) { // x == y + k
		p, q := s.pointer(x), s.pointer(y)
		if p == nil || q == nil {
			return
		}
		r := &pointer{null: p.null, to: slices.Clone(p.to)}
		for i, t := range r.to {
			if u, ok := q.find(t.obj); ok && u.lo >= -sane && u.hi <= sane {
				if t = t.within(max(t.lo, u.lo+k), min(t.hi, u.hi+k)); t.lo <= t.hi {
					r.to[i] = t
				}
			}
		}
		s = s.withPointer(x, r)
	}
	for _, a := range s.texts.aliases {
		near(a.x, a.y, a.k)
		near(a.y, a.x, -a.k)
	}
	return s
}

// longest returns an upper bound of the integer of b, a base of the pointer p, that follows from ends in all objects
// into which p leads; all is false if one of several objects has no such end.
func (s state[E]) longest(p *pointer, b base) (top int64, all bool) {
	if b.idx == noDim || p.null || len(p.to) < 2 {
		return 0, false
	}
	top = minOff
	for _, t := range p.to {
		i := slices.IndexFunc(s.texts.ends, func(e textEnd) bool { return e.obj == t.obj && e.base == b })
		if i < 0 || t.lo < -sane {
			return 0, false
		}
		e := s.texts.ends[i]
		top = max(top, e.hi-1-e.k-t.lo)
	}
	return top, true
}

// atMost returns s in which the integer d is at most top.
func (a *lattice[E]) atMost(s state[E], d domain.Dim, top int64) state[E] {
	t := a.bind.typeOf(d)
	lo, hi := domain.Limits(t)
	switch w := domain.WideInt(top); {
	case t.Kind != ir.Int || !w.Less(hi):
	case w.Less(lo):
		return a.bottom()
	default:
		s.num = a.dom.Assume(s.num, domain.NewBinary(ir.Le, domain.NewDim(t, d), domain.NewBits(t, w.Bits())))
	}
	return s
}

// atMost returns p, whose offsets in o are at most top. It leaves p unchanged if none remain.
func (p *pointer) atMost(o *object, top int64) *pointer {
	t, ok := p.find(o)
	if !ok || t.hi <= top || t.lo > top || t.lo == minOff {
		return p
	}
	r := &pointer{null: p.null, to: slices.Clone(p.to)}
	for i := range r.to {
		if r.to[i].obj == o {
			r.to[i] = t.within(t.lo, top)
		}
	}
	return r
}

// stepTexts returns the state after e, an edge of f that is not a call. It applies stepValues.
func (a *transfer[E]) stepTexts(s state[E], f *ir.Func, e *ir.Edge) state[E] {
	s = a.boundTexts(s)
	if a.isBottom(s) {
		return s
	}
	plain := s
	plain.texts = nil
	var after *texts
	switch st := e.Stmt.(type) { // sound: stepValues forgets registers and memory that are written
	case *ir.Assume:
		r := a.stepValues(s, f, e)
		r.texts = s.texts
		return a.seenTexts(s, r.boundAliases(), f, st.Cond)
	case *ir.Assign:
		after = a.assigned(s, f, a.bind.reg(f, st.Dst), st.Dst.Type, st.Src)
	case *ir.LoadStmt:
		after = a.loadedText(s, f, a.bind.reg(f, st.Dst), st.Dst.Type, st.Addr)
	case *ir.Store:
		after = a.storedText(s, f, st)
	case *ir.Return:
		d := a.bind.result(f)
		s.texts = s.texts.without(d)
		if st.Val != nil {
			s.texts = a.assigned(s, f, d, f.Result, st.Val)
		}
		return a.stepValues(s, f, e)
	case *ir.HavocAll:
		return a.stepValues(plain, f, e)
	default:
		if v := ir.Def(e.Stmt); v != nil {
			s.texts = s.texts.without(a.bind.reg(f, v))
		}
		return a.stepValues(s, f, e)
	}
	r := a.stepValues(plain, f, e)
	r.texts = after
	return a.boundTexts(r)
}

// single returns the dimension y if e, of type t, is y + k.
func (a *evaluator[E]) single(s state[E], f *ir.Func, t ir.Type, e ir.Expr) (y domain.Dim, k int64, ok bool) {
	if t.Kind != ir.Int && t.Kind != ir.Ptr {
		return 0, 0, false
	}
	b, o, k, ok := a.linear(s, f, e)
	if !ok || o != nil || (b.ptr == noDim) == (b.idx == noDim) || (t.Kind == ir.Ptr) != (b.ptr != noDim) ||
		!a.steady(s, b) {
		return 0, 0, false
	}
	return max(b.ptr, b.idx), k, true
}

// steady reports whether the lower bounds of the parts of b are sane.
func (a *evaluator[E]) steady(s state[E], b base) bool {
	if b.ptr != noDim {
		p := s.pointer(b.ptr)
		if p == nil || slices.ContainsFunc(p.to, func(t target) bool { return t.lo < -sane }) {
			return false
		}
	}
	if b.idx == noDim {
		return true
	}
	_, ok := a.number(s, b.idx)
	return ok
}

// sound is like steady, but for both bounds.
func (a *evaluator[E]) sound(s state[E], b base) bool {
	if p := s.pointer(b.ptr); b.ptr != noDim &&
		(p == nil || slices.ContainsFunc(p.to, func(t target) bool { return t.lo < -sane || t.hi > sane })) {
		return false
	}
	if b.idx == noDim {
		return true
	}
	r, ok := a.number(s, b.idx)
	return ok && !r.open
}

// assigned returns the texts after x = e in f, where s is the state before.
func (a *transfer[E]) assigned(s state[E], f *ir.Func, x domain.Dim, t ir.Type, e ir.Expr) *texts {
	if _, is := e.(*ir.Ref); s.texts == nil && !is {
		return nil
	}
	old := s.texts.copy()
	var mirrored []mirror
	if t.Kind == ir.Int || t.Kind == ir.Bool {
		read := map[domain.Dim]bool{}
		ir.Vars(e, func(v *ir.Var) { read[a.bind.reg(f, v)] = true })
		for _, m := range old.mirrors {
			_, same := e.(*ir.Ref)
			if read[m.reg] && !m.base.has(x) && (same || !m.echo && a.zeroWith(s, f, e, m.reg)) {
				m.reg = x
				mirrored = append(mirrored, m)
			}
		}
	}
	var r *texts
	if y, k, ok := a.single(s, f, t, e); ok && y == x {
		r = old.shifted(x, k).copy()
	} else if r = old.without(x).copy(); ok {
		r.copied(y, x, k)
	} else if b, o, k, ok := a.linear(s, f, e); t.Kind == ir.Ptr && ok && b.idx != noDim && a.steady(s, b) {
		for _, e := range old.ends { // x = p + i + k, or x = &o + i + k
			if e.base == b && (o == nil || o == e.obj) {
				r.add(textEnd{e.obj, base{x, noDim}, e.k - k, e.hi})
			}
		}
		for _, m := range old.mirrors {
			if m.base == b && m.reg != x && (o == nil || o == m.obj) {
				r.reflect(m.on(base{x, noDim}, m.k-k))
			}
		}
	}
	for _, m := range mirrored {
		r.reflect(m)
	}
	return r.orNil()
}

// zeroWith reports whether e is 0 if the register d is 0.
func (a *transfer[E]) zeroWith(s state[E], f *ir.Func, e ir.Expr, d domain.Dim) bool {
	s.num = a.dom.Assign(s.num, d, domain.NewBits(a.bind.typeOf(d), 0))
	bits, ok := a.bounds(s, f, e).IsConst()
	return ok && bits == 0
}

// loadedText returns the texts after a load of type t to the register x of f, where s is the state before.
func (a *transfer[E]) loadedText(s state[E], f *ir.Func, x domain.Dim, t ir.Type, addr ir.Expr) *texts {
	p := a.pointer(s, f, addr)
	r := s.texts.without(x).copy()
	if t.Kind == ir.Ptr || t.Kind == ir.Int && t.Size() >= 4 {
		if w, ok := p.one(int64(t.Size())); ok && w.obj.holdsCursors() {
			d, has := a.bind.has(w.obj, w.off, t)
			if !has && s.zeros(w.obj).has(w.off, w.off+int64(t.Size())) && len(a.bind.in(w.obj)) < manyCells {
				d, has = a.bind.cell(w.obj, w.off, t), true // a cursor that starts at 0
			}
			if has {
				r.copied(d, x, 0)
			}
		}
	}
	if t.Kind != ir.Int || t.Size() != 1 || p == nil {
		return r.orNil()
	}
	b, o, k, ok := a.linear(s, f, addr)
	if !ok || b.has(x) || o == nil && b.ptr == noDim {
		return r.orNil()
	}
	for _, g := range p.to {
		if g.obj.fn != nil || g.obj.wild {
			continue
		}
		m := mirror{reg: x, obj: g.obj, base: b, k: k}
		r.reflect(m)
		for _, al := range slices.Clone(r.aliases) {
			if b.has(al.x) && al.y != x {
				r.reflect(m.on(b.with(al.x, al.y), k+al.k))
			}
			if b.has(al.y) && al.x != x {
				r.reflect(m.on(b.with(al.y, al.x), k-al.k))
			}
		}
	}
	return r.orNil()
}

// seenTexts returns r, the state after a condition of f, with the ends that follow because registers are not 0. s is
// the state before the condition.
func (a *transfer[E]) seenTexts(s, r state[E], f *ir.Func, cond ir.Expr) state[E] {
	if r.texts == nil || a.isBottom(r) || len(r.texts.mirrors) == 0 {
		return r
	}
	read := map[domain.Dim]bool{}
	ir.Vars(cond, func(v *ir.Var) { read[a.bind.reg(f, v)] = true })
	full := map[domain.Dim]bool{}
	t := r.texts.copy()
	for _, m := range r.texts.mirrors {
		if !read[m.reg] {
			continue
		}
		if m.echo {
			typ := a.bind.typeOf(m.reg)
			if bits, is := a.dom.Bounds(r.num, domain.NewDim(typ, m.reg)).IsConst(); is && bits == 0 {
				t.ended(m)
			}
			continue
		}
		if _, asked := full[m.reg]; !asked {
			full[m.reg] = a.notZero(s, r, f, cond, m.reg)
		}
		if !full[m.reg] {
			continue
		}
		// The state may imply the end by its bounds, which a widening loses. The end remains.
		if hi, ok := a.ahead(r, m.obj, m.base, m.k+1); ok {
			t.add(textEnd{m.obj, m.base, m.k + 1, hi})
		} else if hi, ok := a.ahead(r, m.obj, m.base, m.k); ok {
			t.add(textEnd{m.obj, m.base, m.k + 1, hi})
		}
	}
	r.texts = t.orNil()
	return a.boundTexts(r)
}

// ended adds the ends that follow from the echo m if its register is 0.
func (t *texts) ended(m mirror) {
	t.add(textEnd{m.obj, m.base, m.k, m.hi})
}

// notZero reports whether the register d is not 0 in r, the state after cond, where s is the state before.
func (a *transfer[E]) notZero(s, r state[E], f *ir.Func, cond ir.Expr, d domain.Dim) bool {
	t := a.bind.typeOf(d)
	zero := domain.NewBinary(ir.Eq, domain.NewDim(t, d), domain.NewBits(t, 0))
	if a.dom.IsBottom(a.dom.Assume(r.num, zero)) {
		return true
	}
	s.texts = nil
	s.num = a.dom.Assume(s.num, zero)
	return a.isBottom(a.assume(s, f, cond, true))
}

// holdsCursors reports whether cells of o are parts of bases. Facts about cells of a block may depend on its life.
func (o *object) holdsCursors() bool { return !o.fixed && !o.wild && o.edge == nil }

// touches reports whether an access of n bytes at p may be within the bytes lo <= i < hi of o. An unknown pointer leads
// into the objects of named.
func (p *pointer) touches(n int64, named []*object, o *object, lo, hi int64) bool {
	if p == nil {
		return slices.Contains(named, o)
	}
	t, ok := p.find(o)
	return ok && t.lo < hi && lo < t.hi+n
}

// storedText returns the texts after a store in f, where s is the state before.
func (a *transfer[E]) storedText(s state[E], f *ir.Func, st *ir.Store) *texts {
	v := st.Val.Type()
	p, n := a.pointer(s, f, st.Addr), int64(v.Size())
	zero := false
	if v.Kind == ir.Int {
		bits, is := a.bounds(s, f, st.Val).IsConst()
		zero = is && bits == 0
	} else if q := a.pointer(s, f, st.Val); v.Kind == ir.Ptr && q != nil {
		zero = q.null && len(q.to) == 0
	}
	if s.texts == nil && (p == nil || !zero && v.Kind != ir.Ptr && v.Kind != ir.Int) {
		return nil
	}
	var named []*object
	if p == nil {
		named = a.reach(st.Addr)
	}
	b, o, k, ok := a.linear(s, f, st.Addr)
	ok = ok && (b.ptr != noDim || o != nil) && a.sound(s, b)
	r := a.withoutCells(s.texts, func(x *object, lo, hi int64) bool { return p.touches(n, named, x, lo, hi) }).copy()
	r.ends = slices.DeleteFunc(r.ends, func(e textEnd) bool {
		if zero || !p.touches(n, named, e.obj, a.earliest(s, e), e.hi) {
			return false
		}
		// The store is before a zero byte that is not after the last one before e.hi.
		if hi, is := a.ahead(s, e.obj, b, k+n); ok && is && (o == nil || o == e.obj) && hi <= e.hi {
			return false
		}
		return true
	})
	r.mirrors = slices.DeleteFunc(r.mirrors, func(m mirror) bool {
		return p.touches(n, named, m.obj, minOff, maxOff) && !(ok && m.base == b && !m.wide() && (k+n <= m.k || m.k < k))
	})
	if w, is := p.one(n); is && w.obj.holdsCursors() && len(a.bind.in(w.obj)) < manyCells {
		if y, j, sum := a.single(s, f, v, st.Val); sum {
			r.copied(y, a.bind.cell(w.obj, w.off, v), j)
		}
	}
	if p == nil || p.null {
		return r.orNil()
	}
	for _, t := range p.to {
		if t.obj.fn != nil || t.obj.fixed || t.obj.wild || t.lo < 0 || t.hi > t.obj.size-n {
			continue
		}
		if d, is := a.zeroAs(f, st.Val); is && n == 1 && !zero {
			m := mirror{reg: d, obj: t.obj, base: base{noDim, noDim}, k: t.lo, echo: true, hi: t.hi + 1}
			if len(p.to) == 1 {
				r.reflect(m)
			}
			if ok && (b.ptr != noDim || o == t.obj) && b != m.base {
				r.reflect(m.on(b, k))
			}
			for _, al := range slices.Clone(r.aliases) {
				if ok && b.has(al.x) {
					r.reflect(m.on(b.with(al.x, al.y), k+al.k))
				}
			}
		}
		if !zero {
			continue
		}
		if len(p.to) == 1 && (!t.exact() || n == 1) {
			r.add(textEnd{t.obj, base{noDim, noDim}, t.lo, t.hi + 1})
		}
		if ok && b != (base{noDim, noDim}) && !t.exact() && (b.ptr != noDim || o == t.obj) {
			r.add(textEnd{t.obj, b, k, t.hi + 1})
		}
	}
	return r.orNil()
}

// zeroAs returns the register of f that makes e zero if it is zero, and e is a copy of it, perhaps with fewer bits.
func (a *evaluator[E]) zeroAs(f *ir.Func, e ir.Expr) (d domain.Dim, ok bool) {
	for {
		switch x := e.(type) { // sound: no such register
		case *ir.Ref:
			return a.bind.reg(f, x.Var), x.Var.Type.Kind == ir.Int
		case *ir.Cast:
			if x.T.Kind == ir.Int {
				e = x.X
				continue
			}
		}
		return 0, false
	}
}

// earliest returns a lower bound of the zero byte of e.
func (a *evaluator[E]) earliest(s state[E], e textEnd) int64 {
	lo := e.k
	if e.ptr != noDim {
		r, _, always, ok := s.leadsInto(a.bind, e.ptr, e.obj)
		if !ok || !always {
			return minOff
		}
		lo += r.lo
	}
	if e.idx != noDim {
		r, ok := a.number(s, e.idx)
		if !ok {
			return minOff
		}
		lo += r.lo
	}
	return lo
}

// withoutCells returns t without the facts whose bases are cells among the written bytes.
func (a *evaluator[E]) withoutCells(t *texts, written func(o *object, lo, hi int64) bool) *texts {
	return t.keepDims(func(d domain.Dim) bool {
		if !a.bind.isCell(d) {
			return true
		}
		c := a.bind.cellOf(d)
		return !written(c.obj, c.off, c.off+int64(c.t.Size()))
	})
}

// dropTexts returns t without what a write to the bytes lo <= i < hi of o may change, in s.
func (a *evaluator[E]) dropTexts(s state[E], o *object, lo, hi int64) *texts {
	if s.texts == nil {
		return nil
	}
	r := a.withoutCells(s.texts, func(x *object, c, d int64) bool { return x == o && c < hi && lo < d }).copy()
	r.ends = slices.DeleteFunc(r.ends, func(e textEnd) bool { return e.obj == o && lo < e.hi && a.earliest(s, e) < hi })
	r.mirrors = slices.DeleteFunc(r.mirrors, func(m mirror) bool { return m.obj == o })
	return r.orNil()
}

// joinTexts returns the ends of both states, which cuts keep. If few is set, the ends of s do not become weaker except
// that they may lie at the end of the object, and what s has lost is not added again. So a widening adds a base once.
func (a *evaluator[E]) joinTexts(s, t state[E], few bool) *texts {
	if s.texts == nil && t.texts == nil {
		return nil
	}
	r := &texts{}
	if few && s.texts != nil {
		r.lost = slices.Clone(s.texts.lost)
	}
	one := func(s, t state[E]) {
		for _, e := range s.texts.copy().ends {
			about := textEnd{obj: e.obj, base: e.base}
			if slices.Contains(r.lost, about) {
				continue
			}
			k, hi, ok := a.farthest(t, e.obj, e.base, e.k)
			if few && k < e.k {
				ok, k = ok && k >= 0, 0
			}
			if few && hi > e.hi {
				hi = e.obj.size
			}
			if ok && k > -sane {
				r.add(textEnd{e.obj, e.base, k, max(e.hi, hi)})
			} else if few {
				r.lost = append(r.lost, about)
			}
		}
	}
	one(s, t)
	one(t, s)
	for _, m := range s.texts.copy().mirrors {
		if a.mirrors(t, m) {
			r.mirrors = append(r.mirrors, m)
		}
	}
	for _, m := range t.texts.copy().mirrors {
		if !few && a.mirrors(s, m) {
			r.reflect(m)
		}
	}
	return r.orNil()
}

// mirrors reports whether s implies m.
func (a *evaluator[E]) mirrors(s state[E], m mirror) bool {
	if slices.Contains(s.texts.copy().mirrors, m) {
		return true
	}
	if m.echo {
		return false
	}
	t := a.bind.typeOf(m.reg)
	if bits, is := a.dom.Bounds(s.num, domain.NewDim(t, m.reg)).IsConst(); is && bits == 0 {
		return true
	}
	if m.ptr == noDim {
		return false
	}
	_, never, _, _ := s.leadsInto(a.bind, m.ptr, m.obj)
	return never
}

// leqTexts reports whether s implies the texts of t.
func (a *evaluator[E]) leqTexts(s, t state[E]) bool {
	if s.texts == t.texts || t.texts == nil {
		return true
	}
	for _, e := range t.texts.ends {
		if hi, ok := a.ahead(s, e.obj, e.base, e.k); !ok || hi > e.hi {
			return false
		}
	}
	for _, m := range t.texts.mirrors {
		if !a.mirrors(s, m) {
			return false
		}
	}
	return true
}

// enterTexts returns the texts at the entry of the callee, where s is the state before the call c in f. Of the other
// dimensions, only those that keep reports remain.
func (a *transfer[E]) enterTexts(s state[E], f *ir.Func, c *ir.Call, keep func(domain.Dim) bool) *texts {
	if s.texts == nil {
		return nil
	}
	// The callee may be the caller, so the parameters have temporary dimensions first.
	temporary := func(i int) domain.Dim { return noDim - 1 - domain.Dim(i) }
	r := s.texts.copy()
	for i, p := range c.Func.Params {
		if i >= len(c.Args) {
			break
		}
		if y, k, ok := a.single(s, f, p.Type, c.Args[i]); ok {
			r.copied(y, temporary(i), k)
		}
	}
	r.aliases = nil
	r = r.keepDims(func(d domain.Dim) bool { return d < noDim || keep(d) })
	if r == nil {
		return nil
	}
	for i, p := range c.Func.Params {
		r.rename(temporary(i), a.bind.reg(c.Func, p))
	}
	return r
}

// rename replaces the dimension y by x in ends and mirrors, and forgets the aliases. It changes t.
func (t *texts) rename(y, x domain.Dim) {
	for i := range t.ends {
		t.ends[i].base = t.ends[i].base.with(y, x)
	}
	for i := range t.mirrors {
		if t.mirrors[i].base = t.mirrors[i].base.with(y, x); t.mirrors[i].reg == y {
			t.mirrors[i].reg = x
		}
	}
	t.aliases = nil
}

// resumeTexts returns the texts after a call: those of s, which survive it, and the ends of exit, the state at the
// callee's exit. res is the dimension of the result, and dst the one that gets it, or noDim.
func resumeTexts(s, exit *texts, res, dst domain.Dim) *texts {
	r := s.without(dst).copy()
	for _, e := range exit.copy().ends {
		switch {
		case dst != noDim && e.base.has(dst): // a global register: the end is about its old value
		case !e.base.has(res):
			r.add(e)
		case dst != noDim:
			e.base = e.base.with(res, dst)
			r.add(e)
		}
	}
	return r.orNil()
}

// loadsBytes reports whether a program loads single bytes, so that it may have texts.
func loadsBytes(p *ir.Program) bool {
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if l, ok := e.Stmt.(*ir.LoadStmt); ok && l.Dst.Type.Kind == ir.Int && l.Dst.Type.Size() == 1 {
				return true
			}
		}
	}
	return false
}

// ends calls add with the formula of each end of s:
//
//	!forall q in [0, hi): q < base + k || load u8 (&o + q) != 0
//
// Before it stand the other targets of the base's pointer, as disjuncts.
func (w *writer[E]) ends(s state[E], add func(ir.Expr)) {
	if s.texts == nil {
		return
	}
	m := w.a.bind.prog.Model
	for _, e := range s.texts.ends {
		if e.hi > e.obj.size || e.obj.size > sane || e.k < -sane || e.k > sane {
			continue
		}
		sum := ir.Expr(ir.NewConst(ir.I64, e.k))
		var rest *pointer
		if e.ptr != noDim {
			p := s.pointer(e.ptr)
			if p == nil || !p.ranges() {
				continue
			}
			if _, found := p.find(e.obj); !found {
				continue
			}
			rest = &pointer{null: p.null, to: slices.DeleteFunc(slices.Clone(p.to),
				func(t target) bool { return t.obj == e.obj })}
			at := ir.NewCast(ir.I64, &ir.PtrDiff{P: w.dim(e.ptr, nil), Q: w.object(e.obj)})
			sum = &ir.Binary{Op: ir.Add, X: at, Y: sum}
		}
		if e.idx != noDim {
			sum = &ir.Binary{Op: ir.Add, X: ir.NewCast(ir.I64, w.dim(e.idx, nil)), Y: sum}
		}
		q := &ir.Var{Name: "q", Type: m.Size()}
		load := &ir.Load{T: ir.U8, Addr: &ir.PtrAdd{P: w.object(e.obj), Index: ir.NewRef(q), Scale: 1}}
		var x ir.Expr = &ir.Unary{Op: ir.LNot, X: &ir.Forall{Bound: q, Lo: ir.NewConst(m.Size(), 0),
			Hi: ir.NewConst(m.Size(), e.hi), Body: &ir.Binary{Op: ir.LOr,
				X: &ir.Binary{Op: ir.Lt, X: ir.NewCast(ir.I64, ir.NewRef(q)), Y: sum},
				Y: &ir.Binary{Op: ir.Ne, X: load, Y: ir.NewConst(ir.U8, 0)}}}}
		if rest != nil && (rest.null || len(rest.to) > 0) {
			x = &ir.Binary{Op: ir.LOr, X: w.pointer(e.ptr, rest), Y: x}
		}
		add(x)
	}
}

// mirrors calls add with the formula of each mirror of s that formulas can express:
//
//	reg == 0 || load u8 (base + k) != 0
func (w *writer[E]) mirrors(s state[E], add func(ir.Expr)) {
	if s.texts == nil {
		return
	}
	var done []mirror
	for _, x := range s.texts.mirrors {
		if !w.a.writable(s, x) {
			continue
		}
		var at ir.Expr
		if x.ptr != noDim {
			at, x.obj = w.dim(x.ptr, nil), nil // one formula for all objects
		} else {
			at = w.object(x.obj)
		}
		if slices.Contains(done, x) {
			continue
		}
		done = append(done, x)
		sum := ir.Expr(ir.NewConst(ir.I64, x.k))
		if x.idx != noDim {
			sum = &ir.Binary{Op: ir.Add, X: ir.NewCast(ir.I64, w.dim(x.idx, nil)), Y: sum}
		}
		load := &ir.Load{T: ir.U8, Addr: &ir.PtrAdd{P: at, Index: sum, Scale: 1}}
		t := w.a.bind.typeOf(x.reg)
		add(&ir.Binary{Op: ir.LOr, X: &ir.Binary{Op: ir.Eq, X: w.dim(x.reg, nil), Y: ir.NewConst(t, 0)},
			Y: &ir.Binary{Op: ir.Ne, X: load, Y: ir.NewConst(ir.U8, 0)}})
	}
}

// writable reports whether formulas can express m: it is no echo, the byte lies in its object, and if its pointer has
// several targets, s has a mirror for each.
func (a *evaluator[E]) writable(s state[E], m mirror) bool {
	if m.echo || a.bind.typeOf(m.reg).Kind != ir.Int || m.k < -sane || m.k > sane {
		return false
	}
	inside := func(o *object) bool {
		var ptr, idx span
		ok := true
		if m.ptr != noDim {
			ptr, _, _, ok = s.leadsInto(a.bind, m.ptr, o)
		}
		if m.idx != noDim {
			var known bool
			idx, known = a.number(s, m.idx)
			ok = ok && known
		}
		return ok && o.size <= sane && !ptr.open && !idx.open && ptr.lo+idx.lo+m.k >= 0 && ptr.hi+idx.hi+m.k < o.size
	}
	if m.ptr == noDim {
		return inside(m.obj)
	}
	p := s.pointer(m.ptr)
	if p == nil || p.null {
		return false
	}
	for _, t := range p.to {
		of := m
		if of.obj = t.obj; t.obj.fn != nil || !slices.Contains(s.texts.mirrors, of) || !inside(t.obj) {
			return false
		}
	}
	return true
}

// ranges reports whether all offsets of p are bounded from below by a sane number.
func (p *pointer) ranges() bool {
	return !slices.ContainsFunc(p.to, func(t target) bool { return t.lo < -sane })
}
