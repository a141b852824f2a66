package shapes

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// far bounds the distance of a pointer from its symbol, and the sizes of objects: two numbers with the same symbol and
// different constants then differ, also modulo 2^32.
const far = 1 << 28

// null is the number of the null pointer.
var null = verify.HeapValue{}

// state is a heap that the checker changes.
type state struct {
	heap *verify.Heap
	next int     // a symbol that does not occur yet
	ptr  ir.Type // of pointers
}

// newState returns a state of p with a copy of h.
func newState(p *ir.Program, h *verify.Heap) *state {
	return &state{h.Copy(), h.Fresh(), p.Model.Ptr()}
}

// copied returns a copy of s.
func (s *state) copied() *state { return &state{s.heap.Copy(), s.next, s.ptr} }

// fresh returns a symbol that does not occur in s.
func (s *state) fresh() int {
	s.next++
	return s.next - 1
}

// number returns a fresh symbol for an arbitrary number of a type.
func (s *state) number(t ir.Type) verify.HeapValue {
	v := verify.HeapValue{Sym: s.fresh()}
	if r, ok := typeRange(t); ok {
		s.heap.Ranges[v.Sym] = r
	}
	return v
}

// typeRange returns the range of an integer type; ok is false if it does not fit into 64 bits with sign.
func typeRange(t ir.Type) (r verify.HeapRange, ok bool) {
	if t.Kind != ir.Int || t.Bits == 64 && !t.Signed {
		return verify.HeapRange{}, false
	}
	lo, hi := num.MinOf(t.Bits, t.Signed), num.MaxOf(t.Bits, t.Signed)
	if t.Signed {
		return verify.HeapRange{Lo: num.Signed(lo, t.Bits), Hi: num.Signed(hi, t.Bits)}, true
	}
	return verify.HeapRange{Lo: int64(lo), Hi: int64(hi)}, true
}

// rangeOf returns bounds of an integer; ok is false if there are none.
func (s *state) rangeOf(v verify.HeapValue) (r verify.HeapRange, ok bool) {
	if v.Sym == 0 {
		return verify.HeapRange{Lo: v.Off, Hi: v.Off}, true
	}
	r, ok = s.heap.Ranges[v.Sym]
	return r, ok && v.Off == 0
}

// fits reports whether an integer is in the range of a type.
func (s *state) fits(v verify.HeapValue, t ir.Type) bool {
	r, ok := s.rangeOf(v)
	if !ok {
		return false
	}
	if t.Kind == ir.Int && t.Bits == 64 && !t.Signed {
		return r.Lo >= 0
	}
	w, ok := typeRange(t)
	return ok && w.Lo <= r.Lo && r.Hi <= w.Hi
}

// block returns the block whose address is a symbol, nil if there is none.
func (s *state) block(sym int) *verify.HeapBlock {
	for i := range s.heap.Blocks {
		if s.heap.Blocks[i].Addr == sym && sym != 0 {
			return &s.heap.Blocks[i]
		}
	}
	return nil
}

// list returns the index of a list whose first object is at a symbol, -1 if there is none.
func (s *state) list(sym int) int {
	return slices.IndexFunc(s.heap.Lists, func(l verify.HeapList) bool { return sym != 0 && l.From.Sym == sym })
}

// locate returns the number of the block or list that has a live object at the symbol of v, if v points into it. Two
// pointers with different such numbers differ.
func (s *state) locate(v verify.HeapValue) (atom int, ok bool) {
	for i, b := range s.heap.Blocks {
		if v.Sym != 0 && b.Addr == v.Sym && v.Off >= 0 && v.Off < b.Size {
			return i, true
		}
	}
	for i, l := range s.heap.Lists {
		link := verify.HeapValue{Sym: v.Sym}
		if link != null && l.Min > 0 && v.Off >= -l.Link && v.Off < l.Size-l.Link &&
			(l.From == link || l.Prev >= 0 && l.Last == link) {
			return len(s.heap.Blocks) + i, true
		}
	}
	return 0, false
}

// carries reports whether a register whose value is another symbol keeps its promise if the symbol is replaced by v:
// the symbol of v is the address of a byte of a live object only if v is one of the same object.
func (s *state) carries(v verify.HeapValue) bool {
	_, in := s.locate(v)
	_, symIn := s.locate(verify.HeapValue{Sym: v.Sym})
	return v.Off == 0 || in && symIn
}

// differ reports whether two numbers differ in all states of the heap.
func (s *state) differ(a, b verify.HeapValue) bool {
	if a.Sym == b.Sym {
		return a.Off != b.Off
	}
	i, inA := s.locate(a)
	j, inB := s.locate(b)
	if inA && (b == null || inB && i != j) || inB && a == null {
		return true
	}
	if x, ok := s.rangeOf(a); ok {
		if y, ok := s.rangeOf(b); ok && (x.Hi < y.Lo || y.Hi < x.Lo) {
			return true
		}
	}
	return slices.Contains(s.heap.Apart, [2]verify.HeapValue{a, b}) ||
		slices.Contains(s.heap.Apart, [2]verify.HeapValue{b, a})
}

// apart records that two numbers differ. It returns false if there is no such state.
func (s *state) apart(a, b verify.HeapValue) bool {
	if a == b {
		return false
	}
	if !s.differ(a, b) {
		s.heap.Apart = append(s.heap.Apart, [2]verify.HeapValue{a, b})
	}
	return s.normal()
}

// le reports whether a is at most b in all states of the heap, or less if strict. It follows chains of the facts about
// sums, from a on (R. Bellman: On a routing problem. Quarterly of Applied Mathematics 16, 1958).
func (s *state) le(a, b verify.HeapValue, strict bool) bool {
	x, okX := s.rangeOf(a)
	if y, ok := s.rangeOf(b); ok && okX && (x.Hi < y.Lo || !strict && x.Hi == y.Lo) {
		return true
	}
	facts := slices.Clone(s.heap.Below)
	for sym, r := range s.heap.Ranges {
		v := verify.HeapValue{Sym: sym}
		facts = append(facts, pair{{Off: r.Lo}, v}, pair{v, {Off: r.Hi}})
	}
	for _, l := range s.heap.Lists {
		if o := l.Order; o != nil {
			p := o.Pair(o.Before, o.After)
			if o.Strict {
				p[0].Off++
			}
			facts = append(facts, p)
		}
	}
	small := func(p pair) bool { return max(num.Abs(p[0].Off), num.Abs(p[1].Off)) <= 1<<40 }
	if !small(pair{a, b}) {
		return false
	}
	facts = slices.DeleteFunc(facts, func(p pair) bool { return !small(p) })
	least := map[int]int64{a.Sym: -a.Off} // of symbols minus a
	for n, changed := 0, true; changed && n <= len(facts); n++ {
		changed = false
		for _, f := range facts {
			low, ok := least[f[0].Sym]
			low += f[0].Off - f[1].Off
			if old, is := least[f[1].Sym]; ok && (!is || low > old) {
				least[f[1].Sym], changed = low, true
			}
		}
	}
	low, ok := least[b.Sym]
	return ok && (low+b.Off > 0 || !strict && low+b.Off == 0)
}

// follows reports whether b may come after a in an order, or strictly after it.
func (s *state) follows(o *verify.HeapOrder, a, b verify.HeapValue, strict bool) bool {
	p := o.Pair(a, b)
	return s.le(p[0], p[1], strict)
}

// learn records that a is at most b, or less if strict. It returns false if there is no such state.
func (s *state) learn(a, b verify.HeapValue, strict bool) bool {
	if s.le(b, a, !strict) {
		return false
	}
	if !s.le(a, b, strict) {
		if strict {
			a.Off++
		}
		s.heap.Below = append(s.heap.Below, pair{a, b})
	}
	return true
}

// comes records that b comes after a in an order. It returns false if there is no such state.
func (s *state) comes(o *verify.HeapOrder, a, b verify.HeapValue) bool {
	p := o.Pair(a, b)
	return s.learn(p[0], p[1], o.Strict)
}

// pair has two numbers.
type pair = [2]verify.HeapValue

// unify records that two numbers are equal, or learns nothing if they are not of a form in which one symbol can be
// replaced. It returns false if there is no such state.
func (s *state) unify(a, b verify.HeapValue, pointers bool) bool {
	return s.equate([]pair{{a, b}}, pointers) && s.normal()
}

// equate is unify for several pairs, without normal.
func (s *state) equate(pairs []pair, pointers bool) bool {
	for k := range pairs {
		a, b := pairs[k][0], pairs[k][1]
		if a == b {
			continue
		}
		if s.differ(a, b) {
			return false
		}
		if b.Sym == 0 || s.block(b.Sym) != nil {
			a, b = b, a // replace the symbol of b, which is not the address of a block
		}
		to := verify.HeapValue{Sym: a.Sym, Off: a.Off - b.Off}
		switch {
		case b.Sym == 0, s.block(b.Sym) != nil, a.Sym != 0 && !s.carries(to), a.Sym == 0 && b.Off != 0,
			a.Sym == 0 && pointers && a != null:
			continue // nothing is learned
		}
		if !s.replace(b.Sym, to, pairs[k+1:]) {
			return false
		}
	}
	return true
}

// replace replaces a symbol by a symbol or a constant, also in pairs. It returns false if there is no such state.
func (s *state) replace(sym int, to verify.HeapValue, pairs []pair) bool {
	put := func(v *verify.HeapValue) {
		if v.Sym == sym {
			*v = verify.HeapValue{Sym: to.Sym, Off: v.Off + to.Off}
		}
	}
	s.heap.Values(put)
	for i := range pairs {
		put(&pairs[i][0])
		put(&pairs[i][1])
	}
	for o, named := range s.heap.Names {
		if named == sym {
			delete(s.heap.Names, o)
		}
	}
	r, ok := s.heap.Ranges[sym]
	delete(s.heap.Ranges, sym)
	if !ok || to.Sym == 0 || to.Off != 0 {
		return true
	}
	if old, ok := s.heap.Ranges[to.Sym]; ok {
		r.Lo, r.Hi = max(r.Lo, old.Lo), min(r.Hi, old.Hi)
	}
	s.heap.Ranges[to.Sym] = r
	return r.Lo <= r.Hi
}

// bound records that an integer is in a range. It returns false if there is no such state.
func (s *state) bound(v verify.HeapValue, r verify.HeapRange) bool {
	if old, ok := s.rangeOf(v); ok {
		r.Lo, r.Hi = max(r.Lo, old.Lo), min(r.Hi, old.Hi)
	}
	if r.Lo > r.Hi {
		return false
	}
	if v.Sym == 0 || v.Off != 0 {
		return true
	}
	s.heap.Ranges[v.Sym] = r
	return r.Lo < r.Hi || s.replace(v.Sym, verify.HeapValue{Off: r.Lo}, nil) && s.normal()
}

// normal removes lists that are empty, and learns which are not. It returns false if the heap describes no state.
func (s *state) normal() bool {
	for _, a := range s.heap.Apart {
		if a[0] == a[1] {
			return false
		}
	}
	for i := range s.heap.Lists {
		l := &s.heap.Lists[i]
		if l.Min == 0 && l.From != l.To && s.differ(l.From, l.To) {
			l.Min = 1
			return s.normal()
		}
		taken := func(v verify.HeapValue) bool { // no object of the list is there
			at, in := s.locate(v)
			return v == null || in && at != len(s.heap.Blocks)+i
		}
		if !taken(l.From) && (l.Prev < 0 || !taken(l.Last)) {
			continue
		}
		return l.Min == 0 && s.empty(i) && s.normal()
	}
	return true
}

// empty removes a list that has no object. It returns false if there is no such state.
func (s *state) empty(i int) bool {
	l := s.heap.Lists[i]
	s.heap.Lists = slices.Delete(s.heap.Lists, i, i+1)
	if o := l.Order; o != nil && !s.comes(o, o.Before, o.After) {
		return false
	}
	pairs := []pair{{l.From, l.To}}
	if l.Prev >= 0 {
		pairs = append(pairs, pair{l.Back, l.Last})
	}
	return s.equate(pairs, true)
}

// anchored reports whether a pointer is null, or its symbol is the address of a byte of a live object.
func (s *state) anchored(v verify.HeapValue) bool {
	v.Off = 0
	for n := 0; n <= len(s.heap.Lists); n++ {
		if _, in := s.locate(v); in || v == null {
			return true
		}
		i := s.list(v.Sym) // the pointer is the link of an object of the list, or the end of the list
		if i < 0 || v.Off != 0 {
			return false
		}
		v = s.heap.Lists[i].To
	}
	return false
}
