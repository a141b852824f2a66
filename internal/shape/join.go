package shape

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// widening says how numbers may grow in a join.
type widening struct {
	marks []int64
	far   bool // ranges grow to the next mark
}

// cover compares a heap t with a heap h. Without a widening, it reports whether t describes each state of h. With one,
// it returns a copy of t that does so, if t and h only differ in integers.
func cover(p *program, t, h *verify.Heap, wide *widening) (*verify.Heap, bool) {
	m := &matching{wide: wide, t: newWorld(p, t), h: newWorld(p, h), whole: newWorld(p, h), old: newWorld(p, t),
		is: map[int]verify.HeapValue{}, was: map[int]verify.HeapValue{}}
	if m.registers() && m.objects() && m.facts() && m.below() {
		return m.t.Heap, true
	}
	return nil, false
}

// matching finds which symbols and objects of h those of t stand for.
type matching struct {
	wide  *widening
	t, h  world // what is matched of h is removed; t grows
	is    map[int]verify.HeapValue
	whole world                    // h as it was
	old   world                    // t as it was
	was   map[int]verify.HeapValue // what new symbols of t were before
}

// pair matches a value of t with one of h.
func (m *matching) pair(t *verify.HeapValue, h verify.HeapValue, typ ir.Type) bool {
	if t.Sym == 0 && *t == h {
		return true
	}
	is, known := m.is[t.Sym]
	switch {
	case t.Sym == 0:
	case known && is == verify.HeapValue{Sym: h.Sym, Off: h.Off - t.Off}:
		return true
	case !known && h.Sym != 0 && m.whole.together(verify.HeapValue{Sym: h.Sym, Off: h.Off - t.Off}) ||
		!known && (h.Sym != 0 && h.Off == t.Off || h.Sym == 0 && t.Off == 0 && (typ.Kind == ir.Int || h.Off == 0)):
		m.is[t.Sym] = verify.HeapValue{Sym: h.Sym, Off: h.Off - t.Off}
		return true
	}
	if m.wide == nil || typ.Kind != ir.Int {
		return false
	}
	r, s := m.t.span(*t), m.h.span(h) // another symbol with the hull
	was := *t
	*t = verify.HeapValue{Sym: m.t.fresh()}
	m.is[t.Sym], m.was[t.Sym] = h, was
	if all, full := bounds(typ); full && r != nil && s != nil {
		m.t.Ranges[t.Sym] = m.wide.grow(*r, *s, all)
	}
	return true
}

// grow returns the hull of two ranges, widened in the directions in which r grows.
func (w *widening) grow(r, s, all verify.HeapRange) verify.HeapRange {
	out := verify.HeapRange{Lo: min(r.Lo, s.Lo), Hi: max(r.Hi, s.Hi)}
	if !w.far {
		return out
	}
	if out.Hi > r.Hi {
		k, _ := slices.BinarySearch(w.marks, out.Hi)
		if k < len(w.marks) {
			out.Hi = min(w.marks[k], all.Hi)
		} else {
			out.Hi = all.Hi
		}
	}
	if out.Lo < r.Lo {
		k, exact := slices.BinarySearch(w.marks, out.Lo)
		if !exact {
			k--
		}
		if k >= 0 {
			out.Lo = max(w.marks[k], all.Lo)
		} else {
			out.Lo = all.Lo
		}
	}
	return out
}

// registers matches the registers.
func (m *matching) registers() bool {
	for o, s := range m.t.Names {
		a, ok := m.h.Names[o]
		if !ok || !m.pair(&verify.HeapValue{Sym: s}, verify.HeapValue{Sym: a}, m.t.prog.Model.Ptr()) {
			return false
		}
	}
	for pass := range 2 { // pointers first
		for _, r := range slices.SortedFunc(maps.Keys(m.t.Regs), byID) {
			v := m.t.Regs[r]
			if (r.Type.Kind == ir.Ptr) != (pass == 0) {
				continue
			}
			h := m.h.value(&ir.Ref{Var: r})
			switch {
			case h != nil && m.t.prog.flags[r] && v.Sym == 0 && h.Sym == 0 && v != *h:
				return false
			case h != nil && m.pair(&v, *h, r.Type):
				m.t.Regs[r] = v
			case m.wide != nil && r.Type.Kind == ir.Int:
				delete(m.t.Regs, r)
			default:
				return false
			}
		}
	}
	for r, n := range m.t.Live {
		if k, ok := m.h.Live[r]; !ok || k != n {
			if m.wide == nil {
				return false
			}
			delete(m.t.Live, r)
		}
	}
	return true
}

// byID orders registers, so that the result does not depend on the order of a map.
func byID(a, b *ir.Var) int {
	switch {
	case a.Global == b.Global:
		return cmp.Compare(a.ID, b.ID)
	case a.Global:
		return -1
	}
	return 1
}

// objects matches blocks and lists whose address is known.
func (m *matching) objects() bool {
	blocks, lists := map[int]bool{}, map[int]bool{}
	for changed := true; changed; {
		changed = false
		for i := range m.t.Blocks {
			at, ok := m.is[m.t.Blocks[i].Addr]
			if !ok || blocks[i] {
				continue
			}
			if !m.block(&m.t.Blocks[i], at) {
				return false
			}
			blocks[i], changed = true, true
		}
		for i := range m.t.Lists {
			at, ok := m.is[m.t.Lists[i].From.Sym]
			if !ok || lists[i] {
				continue
			}
			if !m.list(&m.t.Lists[i], at) {
				return false
			}
			lists[i], changed = true, true
		}
	}
	rest := len(m.h.Lists) > 0 || m.h.Junk ||
		slices.ContainsFunc(m.h.Blocks, func(b verify.HeapBlock) bool { return b.Heap })
	return len(blocks) == len(m.t.Blocks) && len(lists) == len(m.t.Lists) && (m.t.Junk || !rest)
}

// block matches a block of t.
func (m *matching) block(t *verify.HeapBlock, at verify.HeapValue) bool {
	b := m.h.at(at.Sym)
	if at.Sym == 0 || at.Off != 0 || b == nil || b.Size != t.Size || b.Heap != t.Heap || b.Const != t.Const ||
		t.Zero && !b.Zero {
		return false
	}
	var cells []verify.HeapCell
	for _, c := range t.Cells {
		v := m.h.cell(b, c.Off, c.Type)
		switch {
		case v != nil && m.pair(&c.Val, *v, c.Type):
			cells = append(cells, c)
		case m.wide == nil || c.Type.Kind == ir.Ptr && v != nil:
			return false
		}
	}
	if t.Zero {
		for _, c := range b.Cells {
			if c.Val != (verify.HeapValue{}) && !slices.ContainsFunc(cells, func(d verify.HeapCell) bool {
				return d.Off == c.Off && d.Type == c.Type
			}) {
				return false
			}
		}
	}
	t.Cells = cells
	m.h.drop(at.Sym)
	return true
}

// list matches a list of t with blocks and lists of h.
func (m *matching) list(t *verify.HeapList, at verify.HeapValue) bool {
	ptr := m.t.prog.Model.Ptr()
	if len(t.Forks) > 0 {
		to, known := m.value(t.To)
		end := &to
		if !known {
			end = nil
		}
		at, ok := m.tree(t, at, end, t.Min)
		return ok && m.pair(&t.To, at, ptr)
	}
	var back *verify.HeapValue // nil: t does not say it
	n := 0
	var links []link
	for {
		to, known := m.is[t.To.Sym]
		to.Off += t.To.Off
		if known = known || t.To.Sym == 0; known && n >= t.Min && to == at {
			break
		}
		if !known && m.end(t, at) {
			break
		}
		p := m.part(t, at, back)
		if p == nil || !m.hold(t, p.facts) || !m.owns(t, p) {
			break
		}
		if m.take(p); t.Order != nil {
			if p.link == nil {
				if m.wide == nil {
					return false
				}
				t.Order = nil
			} else {
				links = append(links, *p.link)
			}
		}
		if t.Prev >= 0 && back == nil && !m.pair(&t.Back, p.back, ptr) {
			return false
		}
		at, back, n = p.to, &p.last, n+p.n
	}
	if n < t.Min || !m.pair(&t.To, at, ptr) || !m.order(t, links) {
		return false
	}
	switch {
	case t.Prev < 0:
		return true
	case back != nil:
		return m.pair(&t.Last, *back, ptr)
	}
	if last, ok := m.is[t.Last.Sym]; ok { // the list of h is empty
		return m.pair(&t.Back, verify.HeapValue{Sym: last.Sym, Off: last.Off + t.Last.Off}, ptr)
	}
	first, ok := m.is[t.Back.Sym]
	return t.Back == t.Last || ok && m.pair(&t.Last, verify.HeapValue{Sym: first.Sym, Off: first.Off + t.Back.Off}, ptr)
}

// end reports whether the object of t after the list, and the object of h at an address, are both the last of a list.
func (m *matching) end(t *verify.HeapList, at verify.HeapValue) bool {
	x, y := m.t.at(t.To.Sym), m.h.at(at.Sym)
	if t.To.Sym == 0 || at.Sym == 0 || x == nil || y == nil {
		return false
	}
	ptr := m.t.prog.Model.Ptr()
	v, w := m.t.cell(x, t.Next, ptr), m.h.cell(y, t.Next, ptr)
	return v != nil && w != nil && v.Sym == 0 && *v == *w
}

// part is a block or a list of h that can be a part of a list of t.
type part struct {
	from, to   verify.HeapValue
	back, last verify.HeapValue // if the list is doubly linked
	block      bool
	n          int // it has at least so many objects
	facts      func(verify.HeapFact) *verify.HeapRange
	link       *link // if t is in order, and the part can be
	owned      []own // of a list
}

// part returns the part of h at an address for the list t; nil if there is none. If back is not nil, the part has to
// lead back there.
func (m *matching) part(t *verify.HeapList, at verify.HeapValue, back *verify.HeapValue) *part {
	for _, l := range m.h.Lists {
		if l.From == at && alike(l, *t) && (t.Prev < 0 || back == nil || l.Back == *back) {
			var order *link
			if o := t.Order; o != nil && l.Order != nil && l.Order.Off == o.Off && l.Order.Type == o.Type &&
				l.Order.Desc == o.Desc {
				order = &link{*l.Order, false, l.Min > 0}
			}
			return &part{at, l.To, l.Back, l.Last, false, l.Min, func(f verify.HeapFact) *verify.HeapRange {
				k := slices.IndexFunc(l.Facts, func(g verify.HeapFact) bool { return g.Off == f.Off && g.Type == f.Type })
				if k < 0 {
					return nil
				}
				return &l.Facts[k].Range
			}, order, parsed(l.Owned)}
		}
	}
	b := m.h.at(at.Sym)
	if at.Sym == 0 || at.Off != t.Link || b == nil || !b.Heap || b.Size != t.Size {
		return nil
	}
	ptr := m.t.prog.Model.Ptr()
	next := m.h.cell(b, t.Next, ptr)
	if next == nil {
		return nil
	}
	prev := &verify.HeapValue{}
	if t.Prev >= 0 {
		if prev = m.h.cell(b, t.Prev, ptr); prev == nil || back != nil && *prev != *back {
			return nil
		}
	}
	var order *link
	if o := t.Order; o != nil {
		if v := m.h.cell(b, o.Off, o.Type); v != nil {
			order = &link{verify.HeapOrder{Before: *v, After: *v}, true, true}
		}
	}
	return &part{at, *next, *prev, at, true, 1, func(f verify.HeapFact) *verify.HeapRange {
		if v := m.h.cell(b, f.Off, f.Type); v != nil {
			return m.h.span(*v)
		}
		return nil
	}, order, nil}
}

// order matches the order of a list with those of the parts.
func (m *matching) order(t *verify.HeapList, links []link) bool {
	o := t.Order
	if o == nil || m.chained(o, links) {
		return true
	}
	if m.wide == nil {
		return false
	}
	for _, strict := range []bool{true, false} {
		for drop := range 4 { // the bounds that are given up
			n := *o
			n.Strict = strict
			before, after, ok := unbounded(n)
			if drop&2 != 0 {
				n.Before = before
			}
			if drop&1 != 0 {
				n.After = after
			}
			if (ok || drop == 0) && (o.Strict || !strict) && m.chained(&n, links) {
				t.Order = &n
				return true
			}
		}
	}
	t.Order = nil
	return true
}

// chained reports whether the parts of h are in the order of a list of t. If t does not say what its bounds are, they
// become those of the parts.
func (m *matching) chained(o *verify.HeapOrder, links []link) bool {
	last, known := m.value(o.Before)
	for _, l := range links {
		switch {
		case !l.exact && o.Strict && !l.order.Strict:
			return false
		case known && !m.whole.after(o, last, l.order.Before, o.Strict && l.exact):
			return false
		case !known && (l.exact && o.Strict || !m.pair(&o.Before, l.order.Before, o.Type)):
			return false
		}
		last, known = l.last(), true
	}
	if !known {
		return false
	}
	if after, ok := m.value(o.After); ok {
		return m.whole.after(o, last, after, o.Strict)
	}
	return !o.Strict && m.pair(&o.After, last, o.Type)
}

// value returns the value of h for one of t, if it is known.
func (m *matching) value(v verify.HeapValue) (verify.HeapValue, bool) {
	if v.Sym == 0 {
		return v, true
	}
	is, ok := m.is[v.Sym]
	return verify.HeapValue{Sym: is.Sym, Off: is.Off + v.Off}, ok
}

// take removes a part from h.
func (m *matching) take(p *part) {
	if p.block {
		m.h.drop(p.from.Sym)
		return
	}
	i := slices.IndexFunc(m.h.Lists, func(l verify.HeapList) bool { return l.From == p.from && l.To == p.to })
	m.h.Lists = slices.Delete(m.h.Lists, i, i+1)
}

// hold matches the facts of a list with the ranges of a part.
func (m *matching) hold(t *verify.HeapList, has func(verify.HeapFact) *verify.HeapRange) bool {
	var facts []verify.HeapFact
	for _, f := range t.Facts {
		r := has(f)
		switch {
		case r != nil && f.Range.Lo <= r.Lo && r.Hi <= f.Range.Hi:
			facts = append(facts, f)
		case m.wide == nil:
			return false
		case r != nil && f.Type.Kind == ir.Int:
			all, full := bounds(f.Type)
			if f.Range = m.wide.grow(f.Range, *r, all); full && f.Range != all {
				facts = append(facts, f)
			}
		}
	}
	t.Facts = facts
	return true
}

// facts matches ranges and inequations.
func (m *matching) facts() bool {
	for s, r := range maps.Clone(m.t.Ranges) {
		v, ok := m.is[s]
		var h *verify.HeapRange
		if ok {
			h = m.h.span(v)
		}
		switch {
		case h != nil && r.Lo <= h.Lo && h.Hi <= r.Hi:
		case m.wide == nil:
			return false
		case h == nil:
			delete(m.t.Ranges, s)
		default:
			m.t.Ranges[s] = m.wide.grow(r, *h, verify.HeapRange{Lo: math.MinInt64, Hi: math.MaxInt64})
		}
	}
	var apart [][2]verify.HeapValue
	for _, a := range m.t.Apart {
		if m.differ(a[0], a[1]) {
			apart = append(apart, a)
		} else if m.wide == nil {
			return false
		}
	}
	m.t.Apart = apart
	return true
}

// differ reports whether the values of h for two values of t differ.
func (m *matching) differ(a, b verify.HeapValue) bool {
	v, okV := m.value(a)
	w, okW := m.value(b)
	return okV && okW && m.whole.distinct(v, w)
}

// below matches facts a <= b. In a join, those remain that are true of both.
func (m *matching) below() bool {
	for _, f := range m.t.Below {
		a, okA := m.value(f[0])
		b, okB := m.value(f[1])
		if (!okA || !okB || !m.whole.atMost(a, b, false)) && m.wide == nil {
			return false
		}
	}
	if m.wide == nil || len(m.t.prog.keys) == 0 {
		m.t.Below = slices.DeleteFunc(m.t.Below, func(f [2]verify.HeapValue) bool {
			a, okA := m.value(f[0])
			b, okB := m.value(f[1])
			return !okA || !okB || !m.whole.atMost(a, b, false)
		})
		return true
	}
	var syms []int
	see := func(v verify.HeapValue) {
		_, ok := m.is[v.Sym]
		if _, ranged := m.t.Ranges[v.Sym]; ok && v.Sym != 0 && (ranged || m.was[v.Sym] != verify.HeapValue{}) &&
			!slices.Contains(syms, v.Sym) {
			syms = append(syms, v.Sym)
		}
	}
	m.t.fixed(see)
	for _, l := range m.t.Lists {
		if l.Order != nil {
			see(l.Order.Before)
			see(l.Order.After)
		}
	}
	slices.Sort(syms)
	m.t.Below = nil
	for _, a := range syms {
		for _, b := range syms {
			if a == b || len(syms) > mostRelated {
				continue
			}
			for _, strict := range []bool{true, false} {
				if m.old.atMost(m.before(a), m.before(b), strict) && m.whole.atMost(m.is[a], m.is[b], strict) {
					x := verify.HeapValue{Sym: a}
					if strict {
						x.Off++
					}
					m.t.Below = append(m.t.Below, [2]verify.HeapValue{x, {Sym: b}})
					break
				}
			}
		}
	}
	return true
}

// before returns what a symbol of t was before the join.
func (m *matching) before(sym int) verify.HeapValue {
	if v, ok := m.was[sym]; ok {
		return v
	}
	return verify.HeapValue{Sym: sym}
}
