package shape

import (
	"maps"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// keys returns the cells among loads by which the program may sort: integers of a type of which it compares two that
// are not constant.
func keys(p *ir.Program, loads []verify.HeapCell) (out []verify.HeapCell) {
	compared := map[ir.Type]bool{}
	for _, e := range p.Entry.Edges {
		if s, is := e.Stmt.(*ir.Assume); is {
			ir.Walk(s.Cond, func(x ir.Expr) bool {
				if b, is := x.(*ir.Binary); is && (b.Op == ir.Lt || b.Op == ir.Le) {
					_, constX := b.X.(*ir.Const)
					_, constY := b.Y.(*ir.Const)
					compared[b.X.Type()] = compared[b.X.Type()] || !constX && !constY
				}
				return true
			})
		}
	}
	for _, c := range loads {
		if b, all := bounds(c.Type); all && (compared[c.Type] || slices.ContainsFunc(slices.Collect(maps.Keys(compared)),
			func(t ir.Type) bool { // compared after a promotion
				wide, all := bounds(t)
				return compared[t] && all && wide.Lo <= b.Lo && b.Hi <= wide.Hi
			})) {
			out = append(out, c)
		}
	}
	return out
}

// unbounded returns the bounds of the integers of a type that an order has if nothing else is known. They are the same
// whether it is strict or not; a strict one of 64 bits has none.
func unbounded(o verify.HeapOrder) (before, after verify.HeapValue, ok bool) {
	r, all := bounds(o.Type)
	if o.Type.Bits == 64 {
		all = !o.Strict
	} else {
		r.Lo--
		r.Hi++
	}
	if o.Desc {
		r.Lo, r.Hi = r.Hi, r.Lo
	}
	return verify.HeapValue{Off: r.Lo}, verify.HeapValue{Off: r.Hi}, all
}

// atMost reports whether a <= b, or a < b.
func (w world) atMost(a, b verify.HeapValue, strict bool) bool {
	if r, s := w.span(a), w.span(b); r != nil && s != nil && (r.Hi < s.Lo || !strict && r.Hi == s.Lo) {
		return true
	}
	const far = 1 << 40
	type edge struct {
		from, to int
		by       int64
	}
	var edges []edge
	fact := func(a, b verify.HeapValue, strict bool) {
		if max(num.Abs(a.Off), num.Abs(b.Off)) > far {
			return
		}
		d := a.Off - b.Off
		if strict {
			d++
		}
		edges = append(edges, edge{a.Sym, b.Sym, d})
	}
	for _, f := range w.Below {
		fact(f[0], f[1], false)
	}
	for s, r := range w.Ranges {
		fact(verify.HeapValue{Off: r.Lo}, verify.HeapValue{Sym: s}, false)
		fact(verify.HeapValue{Sym: s}, verify.HeapValue{Off: r.Hi}, false)
	}
	for _, l := range w.Lists {
		if o := l.Order; o != nil {
			p := o.Pair(o.Before, o.After)
			fact(p[0], p[1], o.Strict)
		}
	}
	if max(num.Abs(a.Off), num.Abs(b.Off)) > far {
		return false
	}
	known := map[int]int64{a.Sym: -a.Off}
	for range edges {
		more := false
		for _, e := range edges {
			if d, ok := known[e.from]; ok {
				if old, is := known[e.to]; !is || d+e.by > old {
					known[e.to], more = d+e.by, true
				}
			}
		}
		if !more {
			break
		}
	}
	d, ok := known[b.Sym]
	return ok && (d+b.Off > 0 || !strict && d+b.Off == 0)
}

// after reports whether b may come after a in an order.
func (w world) after(o *verify.HeapOrder, a, b verify.HeapValue, strict bool) bool {
	p := o.Pair(a, b)
	return w.atMost(p[0], p[1], strict)
}

// note records a <= b, or a < b. It returns false if there is no such state.
func (w world) note(a, b verify.HeapValue, strict bool) bool {
	if w.atMost(b, a, !strict) {
		return false
	}
	if !w.atMost(a, b, strict) {
		if strict {
			a.Off++
		}
		w.Below = append(w.Below, [2]verify.HeapValue{a, b})
	}
	return true
}

// noteAfter records that b comes after a.
func (w world) noteAfter(o *verify.HeapOrder, a, b verify.HeapValue) bool {
	p := o.Pair(a, b)
	return w.note(p[0], p[1], o.Strict)
}

// link is what a part of a list contributes to its order: bounds, or the integer of an object itself.
type link struct {
	order verify.HeapOrder
	exact bool
	some  bool // it has an object
}

// last returns a number that no integer of the part comes after.
func (l link) last() verify.HeapValue {
	v := l.order.After
	switch {
	case l.exact || !l.order.Strict:
	case l.order.Desc:
		v.Off++
	default:
		v.Off--
	}
	return v
}

// orders returns the links that a piece may be.
func (w world) orders(p piece) (out []link) {
	if p.block == nil {
		if p.list.Order != nil {
			out = append(out, link{*p.list.Order, false, p.list.Min > 0})
		}
		return out
	}
	for _, k := range w.prog.keys {
		if v := w.cell(p.block, k.Off, k.Type); v != nil {
			out = append(out, link{verify.HeapOrder{Off: k.Off, Type: k.Type, Before: *v, After: *v}, true, true})
		}
	}
	return out
}

// chain returns the order of two neighbours, nil if they have none.
func (w world) chain(a, b piece) *verify.HeapOrder {
	for _, x := range w.orders(a) {
		for _, y := range w.orders(b) {
			if x.order.Off != y.order.Off || x.order.Type != y.order.Type ||
				x.exact && y.exact && x.order.After == y.order.Before && x.order.After.Sym == 0 {
				continue
			}
			for _, strict := range []bool{true, false} {
				for _, desc := range []bool{false, true} {
					if o := w.chained(x, y, strict, desc); o != nil {
						return o
					}
				}
			}
		}
	}
	return nil
}

// chained returns the order of two neighbours, if it can be as wanted.
func (w world) chained(x, y link, strict, desc bool) *verify.HeapOrder {
	for _, l := range []link{x, y} {
		if !l.exact && (l.order.Desc != desc || strict && !l.order.Strict) {
			return nil
		}
	}
	out := verify.HeapOrder{Off: x.order.Off, Type: x.order.Type, Strict: strict, Desc: desc, Before: x.order.Before,
		After: y.last()}
	if !w.after(&out, x.last(), y.order.Before, strict && y.exact) {
		return nil
	}
	one := int64(1)
	if desc {
		one = -1
	}
	switch { // the bounds of a strict order differ from the integers
	case strict && x.exact:
		out.Before.Off -= one
	case !strict && x.order.Strict && x.some:
		out.Before.Off += one
	}
	if strict {
		out.After.Off += one
	}
	return &out
}

// loses reports whether the integer of a block is known to be below or above another one that remains, and would no
// longer be if the block were a part of a list with an order.
func (w world) loses(p piece, o verify.HeapOrder) bool {
	if p.block == nil {
		return false
	}
	v := w.cell(p.block, o.Off, o.Type)
	ends := o.Pair(o.Before, o.After)
	if o.Strict {
		ends[0].Off++
		ends[1].Off--
	}
	bare := world{&verify.Heap{Ranges: w.Ranges}, w.prog, w.last}
	for _, s := range w.candidates(nil) {
		c := verify.HeapValue{Sym: s}
		if s != 0 && c != *v && (w.atMost(*v, c, false) && !w.atMost(ends[1], c, false) && !bare.atMost(*v, c, false) ||
			w.atMost(c, *v, false) && !w.atMost(c, ends[0], false) && !bare.atMost(c, *v, false)) {
			return true
		}
	}
	return false
}

// bound replaces the bounds of orders that occur nowhere else by others, which remain.
func (w world) bound() {
	held, ends := map[int]bool{}, map[int]int{}
	w.fixed(func(v verify.HeapValue) { held[v.Sym] = v.Sym > 0 })
	for _, l := range w.Lists {
		if o := l.Order; o != nil {
			ends[o.Before.Sym]++
			if o.After.Sym != o.Before.Sym {
				ends[o.After.Sym]++
			}
		}
	}
	remains := func(s int) bool { return s != 0 && (held[s] || ends[s] > 1) }
	syms := w.candidates(ends)
	for i := range w.Lists {
		o := w.Lists[i].Order
		if o == nil {
			continue
		}
		before, after, ok := unbounded(*o)
		if !ok { // a strict one without bounds
			o.Strict = false
			before, after, _ = unbounded(*o)
		}
		best := func(v, none verify.HeapValue, low bool) verify.HeapValue {
			if remains(v.Sym) {
				return v
			}
			out := none
			for _, s := range syms {
				c := verify.HeapValue{Sym: s}
				if !remains(s) || low && !w.after(o, c, v, false) || !low && !w.after(o, v, c, false) {
					continue
				}
				if out == none || low && w.after(o, out, c, false) || !low && w.after(o, c, out, false) {
					out = c
				}
			}
			return out
		}
		o.Before, o.After = best(o.Before, before, true), best(o.After, after, false)
	}
	for _, l := range w.Lists {
		if o := l.Order; o != nil {
			held[o.Before.Sym], held[o.After.Sym] = true, true
		}
	}
	w.project(func(s int) bool { return held[s] })
}

// candidates returns the symbols that may be bounds of orders: those of objects first.
func (w world) candidates(ends map[int]int) (syms []int) {
	for _, b := range w.Blocks {
		for _, c := range b.Cells {
			if slices.ContainsFunc(w.prog.keys, func(k verify.HeapCell) bool { return k.Off == c.Off && k.Type == c.Type }) {
				syms = append(syms, c.Val.Sym)
			}
		}
	}
	for _, s := range slices.Sorted(maps.Keys(ends)) {
		if ends[s] > 1 {
			syms = append(syms, s)
		}
	}
	for _, r := range slices.SortedFunc(maps.Keys(w.Regs), byID) {
		if _, counts := w.Live[r]; !counts {
			syms = append(syms, w.Regs[r].Sym)
		}
	}
	return syms
}

// fixed calls see with the values of registers and cells.
func (w world) fixed(see func(verify.HeapValue)) {
	for _, v := range w.Regs {
		see(v)
	}
	for _, b := range w.Blocks {
		for _, c := range b.Cells {
			see(c.Val)
		}
	}
}

// related returns the symbols of facts a <= b, and of orders.
func (w world) related() map[int]bool {
	out := map[int]bool{}
	for _, f := range w.Below {
		out[f[0].Sym], out[f[1].Sym] = true, true
	}
	for _, l := range w.Lists {
		if o := l.Order; o != nil {
			out[o.Before.Sym], out[o.After.Sym] = true, true
		}
	}
	delete(out, 0)
	return out
}

// project removes symbols from the facts a <= b, which then are all that follow.
func (w world) project(remains func(sym int) bool) {
	if len(w.Below) == 0 {
		return
	}
	var out [][2]verify.HeapValue
	syms := slices.DeleteFunc(slices.Sorted(maps.Keys(w.related())), func(s int) bool { return !remains(s) })
	bare := world{&verify.Heap{Ranges: w.Ranges, Lists: w.Lists}, w.prog, w.last}
	for _, s := range syms {
		for _, t := range syms {
			a, b := verify.HeapValue{Sym: s}, verify.HeapValue{Sym: t}
			if s == t || len(syms) > mostRelated {
				continue
			}
			for _, strict := range []bool{true, false} {
				if w.atMost(a, b, strict) {
					if !bare.atMost(a, b, strict) {
						if strict {
							a.Off++
						}
						out = append(out, [2]verify.HeapValue{a, b})
					}
					break
				}
			}
		}
	}
	w.Below = out
}

// mostRelated bounds the symbols between which there are facts a <= b.
const mostRelated = 24
