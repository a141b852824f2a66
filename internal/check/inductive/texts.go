package inductive

import (
	"fmt"
	"slices"
	"sort"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file knows where texts end, as in M. Journault, A. Miné, A. Ouadjaout: Modular static analysis of string
// manipulations in C programs, SAS 2018. The length of a text is not a number here: an end states that a zero byte lies
// at or after a base. A base is the sum of the offset of a pointer and of an integer, each of which may be missing.
//
//	end      the object has a zero byte at an offset z with base + k <= z < hi
//	mirror   if a register is not 0, the byte at base + k of the object is not 0
//	echo     if a register is 0, the byte at base + k of the object is 0
//	alias    a register or cell equals another plus k
//
// If the base has a pointer, an end or a mirror holds if the pointer leads into the object. A byte that is not 0 moves
// an end by one: base + 1 + k <= z. An end bounds its base, so the intervals show that accesses lie inside. Only ends
// and mirrors occur in invariants; echoes and aliases last from one cut to the next.

// none stands for the missing part of a base.
const none = -1

// manyTexts bounds the number of ends, of mirrors and of aliases of a state.
const manyTexts = 64

// sane bounds the offsets with which this file computes: sums of these do not wrap.
const sane = int64(1) << 30

// base is a sum of slots.
type base struct{ ptr, idx int }

func (b base) has(n int) bool { return b.ptr == n || b.idx == n }

// with returns b with the part y replaced by x.
func (b base) with(y, x int) base {
	if b.ptr == y {
		b.ptr = x
	} else if b.idx == y {
		b.idx = x
	}
	return b
}

// end states that the object of the slot mark has a zero byte at an offset z with base + k <= z < hi.
type end struct {
	mark int
	base
	k, hi int64
}

// mirror states that a byte of the object of the slot mark, the one at base + k, is not 0 if the register reg is not 0.
// If echo is set, it states that the byte is 0 if reg is 0, and that it is in the object, before hi. An echo without a
// base is only about some byte from k to hi - 1.
type mirror struct {
	reg, mark int
	base
	k    int64
	echo bool
	hi   int64
}

// wide reports whether m is not about a certain byte.
func (m mirror) wide() bool { return m.echo && m.base == (base{none, none}) }

// on returns m for another base and k.
func (m mirror) on(b base, k int64) mirror {
	m.base, m.k = b, k
	return m
}

// alias states x == y + k. Pointers are also in the same object.
type alias struct {
	x, y int
	k    int64
}

// texts is what a state knows about texts. It is immutable; nil is no knowledge.
type texts struct {
	ends    []end
	mirrors []mirror
	aliases []alias
}

func (t *texts) copy() *texts {
	if t == nil {
		return &texts{}
	}
	return &texts{slices.Clone(t.ends), slices.Clone(t.mirrors), slices.Clone(t.aliases)}
}

// orNil returns t, or nil if t is empty.
func (t *texts) orNil() *texts {
	if t != nil && len(t.ends)+len(t.mirrors)+len(t.aliases) == 0 {
		return nil
	}
	return t
}

// keep returns t without the facts about a slot for which f returns false.
func (t *texts) keep(f func(int) bool) *texts {
	if t == nil {
		return nil
	}
	all := func(ns ...int) bool {
		for _, n := range ns {
			if n != none && !f(n) {
				return false
			}
		}
		return true
	}
	r := &texts{}
	for _, x := range t.ends {
		if all(x.mark, x.ptr, x.idx) {
			r.ends = append(r.ends, x)
		}
	}
	for _, x := range t.mirrors {
		if all(x.reg, x.mark, x.ptr, x.idx) {
			r.mirrors = append(r.mirrors, x)
		}
	}
	for _, x := range t.aliases {
		if all(x.x, x.y) {
			r.aliases = append(r.aliases, x)
		}
	}
	return r.orNil()
}

// add adds an end. Of two ends with the same base it keeps the one that reaches farther.
func (t *texts) add(e end) {
	for i, x := range t.ends {
		if x.mark == e.mark && x.base == e.base {
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

// reflect adds a mirror.
func (t *texts) reflect(m mirror) {
	if len(t.mirrors) < manyTexts && !slices.Contains(t.mirrors, m) {
		t.mirrors = append(t.mirrors, m)
	}
}

// equate adds an alias.
func (t *texts) equate(a alias) {
	if len(t.aliases) < manyTexts && a.x != a.y {
		t.aliases = append(t.aliases, a)
	}
}

// markOf returns the slot that stands for the contents of an object as a text.
func (m *model) markOf(o *ir.Object) int { return m.number(slot{kind: mark, obj: o}) }

// held returns the value of a slot.
func (c *checker) held(s *state, n int) value {
	if k := c.slots[n]; k.kind == cell && c.lifeIn(s, k.obj) == surely {
		return c.read(s, k.obj, k.off, k.t)
	}
	if v := s.find(n); v != nil && c.slots[n].kind == register {
		return *v
	}
	return anything(c.slotType(n))
}

// offsets returns bounds of the offset of the pointer in slot n, as far as it leads into o; ok is false if they are not
// sane. never reports that the pointer leads nowhere into o, and always that it leads nowhere else.
func (c *checker) offsets(s *state, n int, o *ir.Object) (lo, hi int64, ok, never, always bool) {
	p := c.held(s, n).ptr
	if p == nil {
		return 0, 0, false, false, false
	}
	never, always, ok = true, !p.null, true
	for _, sp := range p.to {
		if sp.obj != o {
			always = false
			continue
		}
		if never {
			lo, hi = sp.lo, sp.hi
		}
		never = false
		lo, hi = min(lo, sp.lo), max(hi, sp.hi)
	}
	return lo, hi, ok && lo >= -sane && hi <= sane, never, always
}

// numbers returns bounds of the integer in slot n; ok is false if they are not sane.
func (c *checker) numbers(s *state, n int) (lo, hi int64, ok bool) {
	v := c.held(s, n)
	if !isInt(v.t) || v.none() {
		return 0, 0, false
	}
	h := v.hull()
	if less(h.lo, fromInt(-sane)) || less(fromInt(sane), h.hi) {
		return 0, 0, false
	}
	return int64(h.lo.lo), int64(h.hi.lo), true
}

// linear returns e as the sum of a base and k. If the sum is the address of an object that e names, o is this object
// and the base has no pointer. ok is false if e is no such sum, or may wrap.
func (c *checker) linear(s *state, e ir.Expr) (b base, o *ir.Object, k int64, ok bool) {
	b = base{none, none}
	switch e := e.(type) { // sound: no sum
	case *ir.Ref:
		switch n := c.register(e.Var); e.Var.Type.Kind { // sound: no sum
		case ir.Ptr:
			return base{n, none}, nil, 0, true
		case ir.Int:
			return base{none, n}, nil, 0, true
		}
	case *ir.AddrOf:
		return b, e.Obj, 0, true
	case *ir.Const:
		w := number(e.T, e.Bits)
		if e.T.Kind == ir.Int && lessEq(fromInt(-sane), w) && lessEq(w, fromInt(sane)) {
			return b, nil, int64(w.lo), true
		}
	case *ir.PtrAdd:
		p, o, j, ok1 := c.linear(s, e.P)
		i, _, k, ok2 := c.linear(s, e.Index)
		if e.Scale != 1 && i.idx != none || e.Scale > sane || e.Scale < -sane {
			return b, nil, 0, false
		}
		j += k * e.Scale
		ok = ok1 && ok2 && (p.idx == none || i.idx == none) && j >= -sane && j <= sane
		return base{p.ptr, max(p.idx, i.idx)}, o, j, ok
	case *ir.Cast:
		from := e.X.Type()
		if e.T.Kind == ir.Ptr && from.Kind == ir.Ptr {
			return c.linear(s, e.X)
		}
		if e.T.Kind == ir.Int && from.Kind == ir.Int {
			v := c.eval(s, e.X)
			if h := limits(e.T); !v.none() && lessEq(h.lo, v.hull().lo) && lessEq(v.hull().hi, h.hi) {
				return c.linear(s, e.X)
			}
		}
	case *ir.Binary:
		if e.Type().Kind != ir.Int || e.Op != ir.Add && e.Op != ir.Sub {
			return b, nil, 0, false
		}
		x, y := c.eval(s, e.X), c.eval(s, e.Y)
		p, _, j, ok1 := c.linear(s, e.X)
		q, _, k, ok2 := c.linear(s, e.Y)
		if !ok1 || !ok2 || x.none() || y.none() || q.idx != none && (p.idx != none || e.Op == ir.Sub) {
			return b, nil, 0, false
		}
		lo, hi, all := plus(x.hull().lo, y.hull().lo), plus(x.hull().hi, y.hull().hi), limits(x.t)
		if e.Op == ir.Sub {
			lo, hi, k = minus(x.hull().lo, y.hull().hi), minus(x.hull().hi, y.hull().lo), -k
		}
		j += k
		return base{none, max(p.idx, q.idx)}, nil, j, lessEq(all.lo, lo) && lessEq(hi, all.hi) && j >= -sane && j <= sane
	}
	return b, nil, 0, false
}

// ahead returns a bound hi so that o has a zero byte at an offset z with base + k <= z < hi, if the pointer of the base
// leads into o; ok is false if it finds none.
func (c *checker) ahead(s *state, o *ir.Object, b base, k int64) (hi int64, ok bool) {
	found := func(n int64) {
		if !ok || n < hi {
			hi, ok = n, true
		}
	}
	most := k // an upper bound of base + k
	bounded := true
	if b.ptr != none {
		_, top, sound, never, _ := c.offsets(s, b.ptr, o)
		if never && sound {
			return 0, true
		}
		most, bounded = most+top, bounded && sound
	}
	if b.idx != none {
		_, top, sound := c.numbers(s, b.idx)
		most, bounded = most+top, bounded && sound
	}
	if bounded {
		if z, is := c.zeroFrom(s, o, most); is {
			found(z + 1)
		}
	}
	if s.texts == nil {
		return hi, ok
	}
	at := c.markOf(o)
	for _, e := range s.texts.ends {
		if e.mark != at {
			continue
		}
		if e.base == b {
			if e.k >= k {
				found(e.hi)
			}
			continue
		}
		// The known zero byte lies at e.base + e.k or later. Compare the parts that the bases do not share.
		least, sound := e.k, true
		if e.ptr != none && e.ptr != b.ptr {
			lo, _, fine, _, always := c.offsets(s, e.ptr, o)
			least, sound = least+lo, fine && always
		}
		if e.idx != none && e.idx != b.idx {
			lo, _, fine := c.numbers(s, e.idx)
			least, sound = least+lo, sound && fine
		}
		need := k
		if b.ptr != none && b.ptr != e.ptr {
			_, top, fine, _, _ := c.offsets(s, b.ptr, o)
			need, sound = need+top, sound && fine
		}
		if b.idx != none && b.idx != e.idx {
			_, top, fine := c.numbers(s, b.idx)
			need, sound = need+top, sound && fine
		}
		if sound && least >= need {
			found(e.hi)
		}
	}
	return hi, ok
}

// zeroFrom returns the first byte of o from an offset on that is known to be zero.
func (c *checker) zeroFrom(s *state, o *ir.Object, from int64) (z int64, ok bool) {
	from = max(from, 0)
	if c.constantObject(o) {
		all := c.nuls(o)
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
	for _, id := range c.of[o] {
		x := s.find(id)
		if x == nil {
			continue
		}
		switch k := c.slots[id]; k.kind { // sound: no byte is known
		case zeros:
			for _, r := range x.ints {
				if lo := max(int64(r.lo.lo), from); lo <= int64(r.hi.lo) {
					found(lo)
				}
			}
		case cell:
			if n := int64(k.t.Size()); from < k.off+n && c.isZero(*x) {
				found(max(k.off, from))
			}
		}
	}
	return z, ok
}

// nuls returns the offsets of the zero bytes of an object that is constant, if it is not large.
func (c *checker) nuls(o *ir.Object) []int64 {
	out, known := c.zeroBytes[o]
	if known || o.Size > 1<<16 {
		return out
	}
	full := make([]bool, o.Size)
	for _, it := range o.Init {
		k, isConst := it.Val.(*ir.Const)
		for i := range int64(it.Val.Type().Size()) {
			if at := it.Off + i; at >= 0 && at < o.Size && (!isConst || i >= 8 || k.Bits>>(8*i)&0xff != 0) {
				full[at] = true
			}
		}
	}
	for i, f := range full {
		if !f {
			out = append(out, int64(i))
		}
	}
	c.zeroBytes[o] = out
	return out
}

// boundTexts restricts the bases of the ends of s: a base is less than hi - k.
func (c *checker) boundTexts(s *state) {
	if s.texts == nil || s.empty {
		return
	}
	for _, e := range s.texts.ends {
		o := c.slots[e.mark].obj
		var ptrLo, idxLo int64
		sound, always := true, true
		if e.ptr != none {
			ptrLo, _, sound, _, always = c.offsets(s, e.ptr, o)
		}
		var fine bool
		if e.idx != none {
			idxLo, fine = c.least(s, e.idx)
			if sound && always {
				c.atMost(s, e.idx, e.hi-1-e.k-ptrLo)
			}
		} else {
			fine = true
		}
		if e.ptr != none && fine && !s.empty {
			c.pointsAtMost(s, e.ptr, o, e.hi-1-e.k-idxLo)
		}
		if e.idx != none && sound && !always && !s.empty {
			c.boundByAll(s, e.base)
		}
	}
}

// boundAliases restricts the offsets of pointers that equal others plus a constant.
func (c *checker) boundAliases(s *state) {
	near := func(x, y int, k int64) { // x == y + k
		v := c.held(s, x)
		if v.ptr == nil {
			return
		}
		out := &places{null: v.ptr.null}
		for _, sp := range v.ptr.to {
			if lo, hi, ok, never, _ := c.offsets(s, y, sp.obj); sp.obj != nil && ok && !never {
				if cut := sp.within(lo+k, hi+k); cut.lo <= cut.hi {
					sp = cut.normal()
				}
			}
			out.to = append(out.to, sp)
		}
		v.ptr = out
		s.set(x, v)
	}
	for _, a := range s.texts.aliases {
		near(a.x, a.y, a.k)
		near(a.y, a.x, -a.k)
	}
}

// within returns s restricted to the offsets between lo and hi; none are left if its bounds are in the wrong order.
func (s spot) within(lo, hi int64) spot {
	step := max(s.step, 1)
	switch {
	case s.lo <= -farOff:
		s.lo = lo
	case s.lo < lo:
		s.lo += (lo - s.lo + step - 1) / step * step
	}
	if s.hi > hi {
		s.hi = hi
		if s.lo <= hi {
			s.hi -= (hi - s.lo) % step
		}
	}
	return s
}

// boundByAll restricts the integer of a base if each object into which the pointer leads has an end of this base.
func (c *checker) boundByAll(s *state, b base) {
	p := c.held(s, b.ptr).ptr
	if p == nil || p.null {
		return
	}
	top := int64(-farOff)
	for _, sp := range p.to {
		if sp.obj == nil || sp.lo < -sane {
			return
		}
		i := slices.IndexFunc(s.texts.ends, func(e end) bool { return c.slots[e.mark].obj == sp.obj && e.base == b })
		if i < 0 {
			return
		}
		top = max(top, s.texts.ends[i].hi-1-s.texts.ends[i].k-sp.lo)
	}
	c.atMost(s, b.idx, top)
}

// beforeEnd reports whether n bytes at addr lie in o, if addr leads into o, because a text in o ends after them.
func (c *checker) beforeEnd(s *state, addr ir.Expr, o *ir.Object, n int64) bool {
	if o == nil || c.untracked(o) || n > sane {
		return false
	}
	b, named, k, ok := c.linear(s, addr)
	if !ok || (b.ptr == none) == (named == nil) || named != nil && named != o {
		return false
	}
	least := k
	if b.ptr != none {
		lo, _, sound, _, _ := c.offsets(s, b.ptr, o)
		if least += lo; !sound {
			return false
		}
	}
	if b.idx != none {
		lo, sound := c.least(s, b.idx)
		if least += lo; !sound {
			return false
		}
	}
	hi, ok := c.ahead(s, o, b, k+n-1)
	return ok && least >= 0 && hi <= c.size(o)
}

// least is like numbers, for the lower bound only.
func (c *checker) least(s *state, n int) (lo int64, ok bool) {
	v := c.held(s, n)
	if !isInt(v.t) || v.none() || less(v.hull().lo, fromInt(-sane)) || less(fromInt(sane), v.hull().lo) {
		return 0, false
	}
	return int64(v.hull().lo.lo), true
}

// atMost restricts the integer in slot n to values up to top.
func (c *checker) atMost(s *state, n int, top int64) {
	v := c.held(s, n)
	if !isInt(v.t) || v.none() || lessEq(v.hull().hi, fromInt(top)) {
		return
	}
	v.ints = intersect(v.ints, []rng{{limits(v.t).lo, fromInt(top)}})
	s.set(n, v)
}

// pointsAtMost restricts the offsets in o of the pointer in slot n to values up to top.
func (c *checker) pointsAtMost(s *state, n int, o *ir.Object, top int64) {
	v := c.held(s, n)
	if v.ptr == nil {
		return
	}
	out := &places{null: v.ptr.null}
	for _, sp := range v.ptr.to {
		if sp.obj == o && sp.hi > top {
			if sp.lo > top {
				continue
			}
			if sp.lo > -farOff {
				step := max(sp.step, 1)
				sp.hi = sp.lo + (top-sp.lo)/step*step
				sp = sp.normal()
			}
		}
		out.to = append(out.to, sp)
	}
	v.ptr = out
	s.set(n, v)
}

// without drops the facts about a slot that gets another value.
func (t *texts) without(x int) *texts { return t.keep(func(n int) bool { return n != x }) }

// assigned returns what s, the state before x = e, knows about texts after it. If zero reports that a register of e
// makes e zero, x mirrors what the register mirrors.
func (c *checker) assigned(s *state, x int, t ir.Type, e ir.Expr) *texts {
	if s.texts == nil && !isRegister(e) {
		return nil
	}
	old := s.texts.copy()
	var mirrored []mirror
	for _, m := range old.mirrors {
		if !isInt(t) || m.base.has(x) || c.slots[m.reg].v == nil || !mentions(e, c.slots[m.reg].v) {
			continue
		}
		if isRegister(e) || !m.echo && c.zeroWith(s, e, m.reg) {
			m.reg = x
			mirrored = append(mirrored, m)
		}
	}
	r := old.copy()
	b, o, k, ok := c.linear(s, e)
	switch pointer := t.Kind == ir.Ptr; {
	case !ok || b == (base{none, none}) || pointer != (b.ptr != none || o != nil) || t.Kind != ir.Int && !pointer,
		!c.steady(s, b):
		r = r.without(x).copy()
	case pointer && b.idx != none: // x = p + i + k, or x = &o + i + k
		r = r.without(x).copy()
		for _, e := range old.ends {
			if e.base == b && (o == nil || c.slots[e.mark].obj == o) {
				r.add(end{e.mark, base{x, none}, e.k - k, e.hi})
			}
		}
		for _, m := range old.mirrors {
			if m.base == b && m.reg != x && (o == nil || c.slots[m.mark].obj == o) {
				r.reflect(m.on(base{x, none}, m.k-k))
			}
		}
	case max(b.ptr, b.idx) == x:
		r = r.shifted(x, k)
	default:
		r = r.without(x).copy()
		r.copied(max(b.ptr, b.idx), x, k)
	}
	for _, m := range mirrored {
		r.reflect(m)
	}
	return r.orNil()
}

func isRegister(e ir.Expr) bool { _, ok := e.(*ir.Ref); return ok }

func mentions(e ir.Expr, v *ir.Var) (yes bool) {
	ir.Vars(e, func(w *ir.Var) { yes = yes || w == v })
	return yes
}

// zeroWith reports whether e is 0 in all states of s in which the register in slot n is 0.
func (c *checker) zeroWith(s *state, e ir.Expr, n int) bool {
	t := s.clone()
	t.set(n, constant(c.slotType(n), 0))
	bits, ok := c.eval(t, e).only()
	return ok && bits == 0
}

// steady reports whether sums with a base do not wrap downward. A sum that wraps upward is not below the end of a text.
func (c *checker) steady(s *state, b base) bool {
	if b.ptr != none {
		p := c.held(s, b.ptr).ptr
		if p == nil {
			return false
		}
		for _, sp := range p.to {
			if sp.lo < -sane {
				return false
			}
		}
	}
	if b.idx == none {
		return true
	}
	_, ok := c.least(s, b.idx)
	return ok
}

// sound reports whether the parts of a base are small, so that sums with the base do not wrap.
func (c *checker) sound(s *state, b base) bool {
	if b.ptr != none {
		p := c.held(s, b.ptr).ptr
		if p == nil {
			return false
		}
		for _, sp := range p.to {
			if sp.lo < -sane || sp.hi > sane {
				return false
			}
		}
	}
	if b.idx == none {
		return true
	}
	_, _, ok := c.numbers(s, b.idx)
	return ok
}

// copied adds to t the facts of slot y for slot x, which is y + k.
func (t *texts) copied(y, x int, k int64) {
	for _, e := range slices.Clone(t.ends) {
		if e.base.has(y) {
			t.add(end{e.mark, e.base.with(y, x), e.k - k, e.hi})
		}
	}
	for _, m := range slices.Clone(t.mirrors) {
		if m.base.has(y) {
			t.reflect(m.on(m.base.with(y, x), m.k-k))
		}
	}
	for _, a := range slices.Clone(t.aliases) {
		switch y {
		case a.x: // x = a.y + a.k + k
			t.equate(alias{x, a.y, a.k + k})
		}
	}
	t.equate(alias{x, y, k})
}

// shifted returns the facts after x = x + k.
func (t *texts) shifted(x int, k int64) *texts {
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
	return r
}

// loadedText returns what s, the state before the load of a scalar to the register x, knows about texts after it.
func (c *checker) loadedText(s *state, x int, t ir.Type, addr ir.Expr) *texts {
	p := c.eval(s, addr).ptr
	r := s.texts.without(x).copy()
	if t.Kind == ir.Ptr || t.Kind == ir.Int && t.Size() >= 4 { // x gets the value of a cell
		if o, off, ok := c.exact(p, int64(t.Size())); ok && !c.constantObject(o) && !c.untracked(o) {
			r.copied(c.number(slot{kind: cell, obj: o, off: off, t: t}), x, 0)
		}
	}
	b, o, k, ok := c.linear(s, addr)
	if t.Kind != ir.Int || t.Size() != 1 || !ok || p == nil || b.has(x) || o == nil && b.ptr == none {
		return r.orNil()
	}
	for _, sp := range p.to {
		if sp.obj == nil || c.untracked(sp.obj) {
			continue
		}
		m := mirror{reg: x, mark: c.markOf(sp.obj), base: b, k: k}
		r.reflect(m)
		for _, a := range slices.Clone(r.aliases) {
			if b.has(a.x) && a.y != x {
				r.reflect(m.on(b.with(a.x, a.y), k+a.k))
			}
			if b.has(a.y) && a.x != x {
				r.reflect(m.on(b.with(a.y, a.x), k-a.k))
			}
		}
	}
	return r.orNil()
}

// seenTexts moves the ends of s by the mirrors of registers that are not 0.
func (c *checker) seenTexts(s *state) {
	if s.texts == nil || s.empty {
		return
	}
	c.boundAliases(s)
	r := s.texts
	for _, m := range s.texts.mirrors {
		v := s.find(m.reg)
		if v == nil || !isInt(v.t) {
			continue
		}
		if m.echo {
			if c.isZero(*v) {
				r = r.copy()
				r.add(end{m.mark, m.base, m.k, m.hi})
			}
			continue
		}
		if len(intersect(v.ints, []rng{{}})) > 0 {
			continue
		}
		o := c.slots[m.mark].obj
		if _, ok := c.ahead(s, o, m.base, m.k+1); ok {
			continue
		}
		if hi, ok := c.ahead(s, o, m.base, m.k); ok {
			r = r.copy()
			r.add(end{m.mark, m.base, m.k + 1, hi})
		}
	}
	s.texts = r
	c.boundTexts(s)
}

// touches reports whether an access of n bytes at p may be within the bytes lo <= i < hi of o. named has the objects to
// which an unknown address may lead.
func touches(p *places, n int64, named map[*ir.Object]bool, o *ir.Object, lo, hi int64) bool {
	if p == nil {
		return named[o]
	}
	for _, sp := range p.to {
		if sp.obj == o && sp.lo < hi && lo < sp.hi+n {
			return true
		}
	}
	return false
}

// storedText returns what s, the state before the store of val at addr, knows about texts after it.
func (c *checker) storedText(s *state, addr, val ir.Expr) *texts {
	v := c.eval(s, val)
	p, n := c.eval(s, addr).ptr, int64(v.t.Size())
	b, named, k, ok := c.linear(s, addr)
	ok = ok && (b.ptr != none || named != nil) && c.sound(s, b)
	unknown := map[*ir.Object]bool{}
	if p == nil && s.texts != nil {
		for _, o := range c.within(addr) {
			unknown[o] = true
		}
	}
	zero := c.isZero(v)
	written := func(o *ir.Object, lo, hi int64) bool { return touches(p, n, unknown, o, lo, hi) }
	r := c.withoutCells(s.texts, written).copy()
	r.ends = slices.DeleteFunc(r.ends, func(e end) bool {
		o := c.slots[e.mark].obj
		if zero || !touches(p, n, unknown, o, c.earliest(s, o, e), e.hi) {
			return false
		}
		// The store is before a zero byte that is not after the last one before e.hi.
		if hi, is := c.ahead(s, o, b, k+n); ok && is && (named == nil || named == o) && hi <= e.hi {
			return false
		}
		return true
	})
	r.mirrors = slices.DeleteFunc(r.mirrors, func(m mirror) bool {
		o := c.slots[m.mark].obj
		return touches(p, n, unknown, o, -farOff, farOff) && !(ok && m.base == b && !m.wide() && (k+n <= m.k || m.k < k))
	})
	if o, off, is := c.exact(p, n); is && !c.constantObject(o) && !c.untracked(o) {
		x := c.number(slot{kind: cell, obj: o, off: off, t: v.t})
		if y, j, sum := c.single(s, v.t, val); sum {
			r.copied(y, x, j)
		}
	}
	if p == nil || p.null {
		return r.orNil()
	}
	reg, copied := c.zeroAs(val)
	single := len(hulls(p)) == 1
	for _, sp := range hulls(p) {
		if sp.obj == nil || c.constantObject(sp.obj) || c.untracked(sp.obj) || sp.lo < 0 || sp.hi > c.size(sp.obj)-n {
			continue
		}
		at := c.markOf(sp.obj)
		if !zero {
			if n != 1 || !copied {
				continue
			}
			m := mirror{reg: reg, mark: at, base: base{none, none}, k: sp.lo, echo: true, hi: sp.hi + 1}
			if single {
				r.reflect(m)
			}
			if ok && (b.ptr != none || named == sp.obj) {
				r.reflect(m.on(b, k))
				for _, a := range slices.Clone(r.aliases) {
					if b.has(a.x) {
						r.reflect(m.on(b.with(a.x, a.y), k+a.k))
					}
				}
			}
			continue
		}
		if single {
			r.add(end{at, base{none, none}, sp.lo, sp.hi + 1})
		}
		if ok && b != (base{none, none}) && (b.ptr != none || named == sp.obj) {
			r.add(end{at, b, k, sp.hi + 1})
		}
	}
	return r.orNil()
}

// hulls returns the spots of p with one for each object, which has the least and the greatest offset.
func hulls(p *places) (out []spot) {
	for _, sp := range p.to {
		i := slices.IndexFunc(out, sp.same)
		if i < 0 {
			out = append(out, sp)
			continue
		}
		out[i].lo, out[i].hi = min(out[i].lo, sp.lo), max(out[i].hi, sp.hi)
	}
	return out
}

// zeroAs returns the slot of the register that makes e zero if it is zero, where e is a copy of it, perhaps with fewer
// bits.
func (c *checker) zeroAs(e ir.Expr) (n int, ok bool) {
	for {
		switch x := e.(type) { // sound: no register
		case *ir.Ref:
			return c.register(x.Var), x.Var.Type.Kind == ir.Int
		case *ir.Cast:
			if x.T.Kind == ir.Int {
				e = x.X
				continue
			}
		}
		return 0, false
	}
}

// earliest returns a lower bound of the zero byte of e, an end in o.
func (c *checker) earliest(s *state, o *ir.Object, e end) int64 {
	lo := e.k
	if e.ptr != none {
		least, _, ok, _, always := c.offsets(s, e.ptr, o)
		if !ok || !always {
			return -farOff
		}
		lo += least
	}
	if e.idx != none {
		least, ok := c.least(s, e.idx)
		if !ok {
			return -farOff
		}
		lo += least
	}
	return lo
}

// withoutCells returns t without the facts whose bases are cells among the written bytes.
func (c *checker) withoutCells(t *texts, written func(o *ir.Object, lo, hi int64) bool) *texts {
	return t.keep(func(n int) bool {
		if n < 0 {
			return true
		}
		k := c.slots[n]
		return k.kind != cell || !written(k.obj, k.off, k.off+int64(k.t.Size()))
	})
}

// dropTexts forgets what a write to the bytes lo <= i < hi of an object may change.
func (c *checker) dropTexts(s *state, o *ir.Object, lo, hi int64) {
	if s.texts == nil {
		return
	}
	r := c.withoutCells(s.texts, func(x *ir.Object, a, b int64) bool { return x == o && a < hi && lo < b }).copy()
	at := c.markOf(o)
	r.ends = slices.DeleteFunc(r.ends, func(e end) bool {
		return e.mark == at && lo < e.hi && c.earliest(s, o, e) < hi
	})
	r.mirrors = slices.DeleteFunc(r.mirrors, func(m mirror) bool { return m.mark == at })
	s.texts = r.orNil()
}

// mergeTexts returns what both states know about texts.
func (c *checker) mergeTexts(a, b *state) *texts {
	r := &texts{}
	one := func(s, t *state) {
		for _, e := range s.texts.copy().ends {
			if hi, ok := c.ahead(t, c.slots[e.mark].obj, e.base, e.k); ok {
				e.hi = max(e.hi, hi)
				r.add(e)
			}
		}
	}
	one(a, b)
	one(b, a)
	other := b.texts.copy()
	for _, m := range a.texts.copy().mirrors {
		if c.mirrors(b, m) {
			r.mirrors = append(r.mirrors, m)
		}
	}
	for _, x := range a.texts.copy().aliases {
		if slices.Contains(other.aliases, x) {
			r.aliases = append(r.aliases, x)
		}
	}
	return r.orNil()
}

// followsTexts reports whether s satisfies the ends of inv; if not, failed is the slot of an object.
func (c *checker) followsTexts(s, inv *state) (ok bool, failed int) {
	if inv.texts == nil {
		return true, 0
	}
	for _, e := range inv.texts.ends {
		if hi, ok := c.ahead(s, c.slots[e.mark].obj, e.base, e.k); !ok || hi > e.hi {
			return false, e.mark
		}
	}
	for _, m := range inv.texts.mirrors {
		if !c.mirrors(s, m) {
			return false, m.mark
		}
	}
	return true, 0
}

// mirrors reports whether s implies m.
func (c *checker) mirrors(s *state, m mirror) bool {
	if s.texts != nil && slices.Contains(s.texts.mirrors, m) {
		return true
	}
	if m.echo {
		return false
	}
	if v := s.find(m.reg); v != nil && c.isZero(*v) {
		return true
	}
	if m.ptr == none {
		return false
	}
	_, _, _, never, _ := c.offsets(s, m.ptr, c.slots[m.mark].obj)
	return never
}

// renamed returns t with the slot y as x.
func (t *texts) renamed(y, x int) *texts {
	if t == nil {
		return nil
	}
	r := t.copy()
	for i := range r.ends {
		r.ends[i].base = r.ends[i].base.with(y, x)
	}
	for i := range r.mirrors {
		r.mirrors[i].base = r.mirrors[i].base.with(y, x)
		if r.mirrors[i].reg == y {
			r.mirrors[i].reg = x
		}
	}
	r.aliases = nil
	return r.orNil()
}

// enterTexts returns what s, the state before a call, knows about texts at the callee's entry, where only slots that
// keep reports remain, and the parameters.
func (c *checker) enterTexts(s *state, call *ir.Call, keep func(int) bool) *texts {
	if s.texts == nil {
		return nil
	}
	// The callee may be the caller, so the parameters have temporary slots first.
	temporary := func(i int) int { return none - 1 - i }
	r := s.texts.copy()
	for i, p := range call.Func.Params {
		if i >= len(call.Args) {
			break
		}
		if y, k, ok := c.single(s, p.Type, call.Args[i]); ok {
			r.copied(y, temporary(i), k)
		}
	}
	r = r.keep(func(n int) bool { return n < none || keep(n) })
	for i, p := range call.Func.Params {
		r = r.renamed(temporary(i), c.register(p))
	}
	return r
}

// single returns the slot y if e, of type t, is y + k.
func (c *checker) single(s *state, t ir.Type, e ir.Expr) (y int, k int64, ok bool) {
	b, o, k, ok := c.linear(s, e)
	if !ok || o != nil || (b.ptr == none) == (b.idx == none) || t.Kind != ir.Int && t.Kind != ir.Ptr ||
		(t.Kind == ir.Ptr) != (b.ptr != none) || !c.steady(s, b) {
		return 0, 0, false
	}
	return max(b.ptr, b.idx), k, true
}

// resumeTexts adds to s, the state after a call, what is known about texts at the callee's exit. res is the slot of the
// result, and dst the slot that gets it, or none.
func (c *checker) resumeTexts(s, exit *state, res, dst int) {
	if s.texts == nil && exit.texts == nil {
		return
	}
	r := s.texts.copy()
	if dst != none {
		r = r.without(dst).copy()
	}
	for _, e := range exit.texts.copy().ends {
		switch {
		case dst != none && e.base.has(dst): // a global register: the end is about its old value
		case !e.base.has(res):
			r.add(e)
		case dst != none:
			e.base = e.base.with(res, dst)
			r.add(e)
		}
	}
	s.texts = r.orNil()
	c.boundTexts(s)
}

// text parses a statement about the end of a text:
//
//	!forall q in [0, hi): q < base + k || load u8 (&o + q) != 0
//
// The base is a sum of p - &o and an integer. The places of p in other objects may stand before it, as disjuncts. Other
// facts of the state determine the places of p.
func (p *parser) text(s *state, x ir.Expr) error {
	bad := fmt.Errorf("not a statement about the end of a text: %s", ir.ExprString(x))
	ors := flatten(ir.LOr, x)
	q := notAll(ors[len(ors)-1])
	if q == nil {
		return bad
	}
	lo, ok1 := q.Lo.(*ir.Const)
	hi, ok2 := q.Hi.(*ir.Const)
	body, ok3 := q.Body.(*ir.Binary)
	if !ok1 || !ok2 || !ok3 || lo.Bits != 0 || hi.Bits > uint64(sane) || body.Op != ir.LOr {
		return bad
	}
	before, ok1 := body.X.(*ir.Binary)
	full, ok2 := body.Y.(*ir.Binary)
	if !ok1 || !ok2 || before.Op != ir.Lt || full.Op != ir.Ne || !isCounter(before.X, q.Bound) {
		return bad
	}
	load, ok1 := full.X.(*ir.Load)
	zero, ok2 := full.Y.(*ir.Const)
	if !ok1 || !ok2 || zero.Bits != 0 || load.T != ir.U8 {
		return bad
	}
	at, ok := load.Addr.(*ir.PtrAdd)
	if !ok || at.Scale != 1 {
		return bad
	}
	obj, ok1 := at.P.(*ir.AddrOf)
	index, ok2 := at.Index.(*ir.Ref)
	if !ok1 || !ok2 || index.Var != q.Bound {
		return bad
	}
	o := obj.Obj
	if !p.c.objects[o] || p.c.untracked(o) || int64(hi.Bits) > p.c.size(o) {
		return bad
	}
	e := end{mark: p.c.markOf(o), base: base{none, none}, hi: int64(hi.Bits)}
	for _, y := range flatten(ir.Add, before.Y) {
		if err := p.part(&e, o, y); err != nil {
			return err
		}
	}
	if e.ptr != none {
		others := &places{}
		if len(ors) > 1 {
			n, v, err := p.anyOf(ors[:len(ors)-1])
			if err != nil || n != e.ptr || v.ptr == nil {
				return bad
			}
			others = v.ptr
		}
		v := s.find(e.ptr)
		if v == nil || v.ptr == nil || v.ptr.null && !others.null {
			return bad
		}
		for _, sp := range others.to {
			if sp.obj == o {
				return bad
			}
		}
		for _, sp := range v.ptr.to {
			if sp.obj == o && sp.lo < -sane || sp.obj != o && !(&places{to: []spot{sp}}).within(others) {
				return bad
			}
		}
	} else if len(ors) > 1 {
		return bad
	}
	s.texts = s.texts.copy()
	s.texts.add(e)
	return nil
}

// mirror parses a statement about a byte that is not 0 if a register is not 0:
//
//	reg == 0 || load u8 (base + k) != 0
//
// Other facts of the state show that the byte lies in its object.
func (p *parser) mirror(s *state, x ir.Expr) error {
	bad := fmt.Errorf("not a statement about a byte of a text: %s", ir.ExprString(x))
	or, ok := x.(*ir.Binary)
	if !ok || or.Op != ir.LOr {
		return bad
	}
	empty, ok1 := or.X.(*ir.Binary)
	full, ok2 := or.Y.(*ir.Binary)
	if !ok1 || !ok2 || empty.Op != ir.Eq || full.Op != ir.Ne || !isZeroConst(empty.Y) || !isZeroConst(full.Y) {
		return bad
	}
	reg, ok1 := empty.X.(*ir.Ref)
	load, ok2 := full.X.(*ir.Load)
	if !ok1 || !ok2 || reg.Var.Type.Kind != ir.Int || load.T != ir.U8 {
		return bad
	}
	at, ok := load.Addr.(*ir.PtrAdd)
	if !ok || at.Scale != 1 {
		return bad
	}
	if err := p.visible(reg.Var); err != nil {
		return err
	}
	e := end{base: base{none, none}}
	for _, y := range flatten(ir.Add, at.Index) {
		if err := p.part(&e, nil, y); err != nil {
			return err
		}
	}
	var to []spot
	if o, ok := at.P.(*ir.AddrOf); ok {
		if !p.c.objects[o.Obj] || p.c.untracked(o.Obj) {
			return bad
		}
		to = []spot{{obj: o.Obj}}
	} else {
		n, err := p.term(at.P)
		if err != nil {
			return err
		}
		e.ptr = n
		v := s.find(n)
		if v == nil || v.ptr == nil || v.ptr.null {
			return bad
		}
		to = v.ptr.to
	}
	var idxLo, idxHi int64
	if e.idx != none {
		if idxLo, idxHi, ok = p.c.numbers(s, e.idx); !ok {
			return bad
		}
	}
	s.texts = s.texts.copy()
	for _, sp := range to {
		if sp.obj == nil || sp.lo < -sane || sp.hi > sane || sp.lo+idxLo+e.k < 0 || sp.hi+idxHi+e.k >= p.c.size(sp.obj) {
			return bad
		}
		s.texts.mirrors = append(s.texts.mirrors, mirror{reg: p.c.register(reg.Var), mark: p.c.markOf(sp.obj), base: e.base,
			k: e.k})
	}
	return nil
}

// isZeroConst reports whether e is the constant 0.
func isZeroConst(e ir.Expr) bool {
	k, ok := e.(*ir.Const)
	return ok && k.Bits == 0 && k.T.Kind == ir.Int
}

// reflects reports whether a conjunct of an invariant may be about a byte that is not 0 if a register is not 0.
func reflects(x ir.Expr) bool {
	or, ok := x.(*ir.Binary)
	if !ok || or.Op != ir.LOr {
		return false
	}
	full, ok := or.Y.(*ir.Binary)
	if !ok || full.Op != ir.Ne {
		return false
	}
	load, ok := full.X.(*ir.Load)
	if !ok || load.T != ir.U8 {
		return false
	}
	at, ok := load.Addr.(*ir.PtrAdd)
	if !ok {
		return false
	}
	// An atom about a cell has a constant index, and says nothing about a register.
	_, isSum := at.Index.(*ir.Binary)
	_, named := at.P.(*ir.AddrOf)
	of := false
	if empty, ok := or.X.(*ir.Binary); ok {
		_, of = empty.X.(*ir.Ref)
	}
	return isSum || !named || of
}

// part adds to the base of e, an end in o, the number x.
func (p *parser) part(e *end, o *ir.Object, x ir.Expr) error {
	bad := fmt.Errorf("not a part of a place in a text: %s", ir.ExprString(x))
	inner := x
	if w, ok := x.(*ir.Cast); ok && w.T == ir.I64 {
		inner = w.X
	}
	switch y := inner.(type) { // sound: a register or cell, or refused
	case *ir.Const:
		k := number(y.T, y.Bits)
		if y.T.Kind == ir.Int && e.k == 0 && lessEq(fromInt(-sane), k) && lessEq(k, fromInt(sane)) {
			e.k = int64(k.lo)
			return nil
		}
		return bad
	case *ir.PtrDiff:
		a, ok := y.Q.(*ir.AddrOf)
		if !ok || o == nil || a.Obj != o || e.ptr != none {
			return bad
		}
		n, err := p.term(y.P)
		e.ptr = n
		return err
	}
	n, err := p.term(inner)
	if err != nil {
		return err
	}
	if e.idx != none || p.c.slotType(n).Kind != ir.Int {
		return bad
	}
	e.idx = n
	return nil
}

// isCounter reports whether x is the register v, perhaps widened.
func isCounter(x ir.Expr, v *ir.Var) bool {
	if w, ok := x.(*ir.Cast); ok && w.T == ir.I64 {
		x = w.X
	}
	r, ok := x.(*ir.Ref)
	return ok && r.Var == v
}

// notAll returns the quantifier q if x is !q.
func notAll(x ir.Expr) *ir.Forall {
	if u, ok := x.(*ir.Unary); ok && u.Op == ir.LNot {
		q, _ := u.X.(*ir.Forall)
		return q
	}
	return nil
}

// ends reports whether a conjunct of an invariant is about the end of a text.
func ends(x ir.Expr) bool {
	for {
		or, ok := x.(*ir.Binary)
		if !ok || or.Op != ir.LOr {
			return notAll(x) != nil
		}
		x = or.Y
	}
}

// loadsBytes reports whether the program loads single bytes.
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

// stepTexts returns the state after a statement other than a call. It may change s.
func (c *checker) stepTexts(s *state, e *ir.Edge) *state {
	c.boundTexts(s)
	var after *texts
	switch st := e.Stmt.(type) { // sound: a written register has no facts, and stepValues drops facts about memory
	case *ir.Assume:
		s = c.stepValues(s, e)
		c.seenTexts(s)
		return s
	case *ir.Assign:
		after = c.assigned(s, c.register(st.Dst), st.Dst.Type, st.Src)
	case *ir.LoadStmt:
		after = c.loadedText(s, c.register(st.Dst), st.Dst.Type, st.Addr)
	case *ir.Store:
		after = c.storedText(s, st.Addr, st.Val)
	default:
		if v := ir.Def(e.Stmt); v != nil {
			s.texts = s.texts.without(c.register(v))
		}
		return c.stepValues(s, e)
	}
	s = c.stepValues(s, e)
	s.texts = after
	c.boundTexts(s)
	return s
}
