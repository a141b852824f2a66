package shape

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// initial returns the heap in which the program begins.
func initial(p *program) *verify.Heap {
	w := newWorld(p, verify.NewHeap())
	for _, o := range p.Objects {
		if o.Size > 0 && o.Size <= widest {
			w.Names[o] = w.fresh()
			w.Blocks = append(w.Blocks, verify.HeapBlock{Addr: w.Names[o], Size: o.Size, Const: o.Const})
		}
	}
	for _, o := range p.Objects {
		b := w.at(w.Names[o])
		if b == nil || w.Names[o] == 0 || o.Uninit || len(o.Init) > 64 {
			continue
		}
		b.Zero = true
		for _, i := range o.Init {
			w.write(b, i.Off, i.Val)
		}
	}
	for _, r := range p.Globals {
		if r.Init != nil {
			w.assign(r, r.Init)
		} else {
			w.assign(r, &ir.Const{T: r.Type})
		}
		if v, ok := w.Regs[r]; ok && v == (verify.HeapValue{}) && r.Type == p.Model.Size() {
			w.Live[r] = 0
		}
	}
	return w.Heap
}

// owner returns the object, a block (not negative) or list (negative), that is alive at the symbol of v, if v points
// into it.
func (w world) owner(v verify.HeapValue) (id int, ok bool) {
	if v.Sym == 0 {
		return 0, false
	}
	for i, b := range w.Blocks {
		if b.Addr == v.Sym {
			return i, 0 <= v.Off && v.Off < b.Size
		}
	}
	for i, l := range w.Lists {
		if l.Min > 0 && -l.Link <= v.Off && v.Off < l.Size-l.Link &&
			(l.From.Sym == v.Sym || l.Prev >= 0 && l.Last == verify.HeapValue{Sym: v.Sym}) {
			return -1 - i, true
		}
	}
	return 0, false
}

// distinct reports whether two numbers differ.
func (w world) distinct(a, b verify.HeapValue) bool {
	if a.Sym == b.Sym {
		return a.Off != b.Off
	}
	if a.Sym == 0 {
		a, b = b, a
	}
	i, ok := w.owner(a)
	if ok && b == (verify.HeapValue{}) {
		return true
	}
	if j, also := w.owner(b); ok && also && i != j {
		return true
	}
	if r, s := w.span(a), w.span(b); r != nil && s != nil && (r.Hi < s.Lo || s.Hi < r.Lo) {
		return true
	}
	return slices.Contains(w.Apart, [2]verify.HeapValue{a, b}) || slices.Contains(w.Apart, [2]verify.HeapValue{b, a})
}

// same makes two numbers equal, where one symbol can replace the other. It returns false if they differ.
func (w world) same(a, b verify.HeapValue, pointers bool) bool {
	if a == b {
		return true
	}
	if w.distinct(a, b) {
		return false
	}
	fixed := func(v verify.HeapValue) bool { return v.Sym == 0 || w.at(v.Sym) != nil }
	if fixed(b) {
		a, b = b, a
	}
	switch {
	case fixed(b), pointers && a.Sym == 0 && a.Off != 0:
	case a.Sym == 0 && b.Off == 0:
		w.rename(b.Sym, a)
	case a.Sym != 0 && a.Off == b.Off:
		r := w.span(verify.HeapValue{Sym: b.Sym})
		w.rename(b.Sym, verify.HeapValue{Sym: a.Sym})
		return r == nil || w.clamp(verify.HeapValue{Sym: a.Sym}, *r)
	case a.Sym != 0 && w.together(verify.HeapValue{Sym: a.Sym, Off: a.Off - b.Off}):
		w.rename(b.Sym, verify.HeapValue{Sym: a.Sym, Off: a.Off - b.Off})
	}
	return true
}

// together reports whether a number and its symbol are addresses in one live object.
func (w world) together(v verify.HeapValue) bool {
	_, a := w.owner(v)
	_, b := w.owner(verify.HeapValue{Sym: v.Sym})
	return a && b
}

// rename replaces a symbol.
func (w world) rename(sym int, to verify.HeapValue) {
	w.Values(func(v *verify.HeapValue) {
		if v.Sym == sym {
			*v = verify.HeapValue{Sym: to.Sym, Off: to.Off + v.Off}
		}
	})
	delete(w.Ranges, sym)
}

// vanish removes a list without objects. It returns false if it has some.
func (w world) vanish(i int) bool {
	l := w.Lists[i]
	w.Lists = slices.Delete(w.Lists, i, i+1)
	if o := l.Order; o != nil && !w.noteAfter(o, o.Before, o.After) {
		return false
	}
	held := []*ir.Var{{}, {}} // registers that belong to no function: their values change with the first equation
	if l.Prev >= 0 {
		w.Regs[held[0]], w.Regs[held[1]] = l.Back, l.Last
	}
	ok := w.same(l.From, l.To, true)
	b, c := w.Regs[held[0]], w.Regs[held[1]]
	delete(w.Regs, held[0])
	delete(w.Regs, held[1])
	return ok && w.same(b, c, true)
}

// settle draws conclusions. It returns false if the heap describes no state.
func (w world) settle() bool {
again:
	for _, a := range w.Apart {
		if a[0] == a[1] {
			return false
		}
	}
	for i := range w.Lists {
		l := &w.Lists[i]
		if l.Min == 0 && l.From != l.To && w.distinct(l.From, l.To) {
			l.Min = 1
			goto again
		}
		foreign := func(v verify.HeapValue) bool {
			id, ok := w.owner(v)
			return v == verify.HeapValue{} || ok && id != -1-i
		}
		if !foreign(l.From) && (l.Prev < 0 || !foreign(l.Last)) {
			continue
		}
		if l.Min > 0 || !w.vanish(i) {
			return false
		}
		goto again
	}
	return true
}
