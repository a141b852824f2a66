package shape

import (
	"math"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// literal returns the number of a constant; ok is false if it does not fit.
func literal(k *ir.Const) (n int64, ok bool) {
	switch {
	case k.T.Kind == ir.Int && k.T.Signed:
		return num.Signed(k.Bits, k.T.Bits), true
	case k.T.Kind == ir.Int || k.T.Kind == ir.Ptr:
		return int64(k.Bits), k.Bits <= math.MaxInt64
	}
	return 0, false
}

// bounds returns the numbers of a type that fit into 64 bits with sign, and whether these are all.
func bounds(t ir.Type) (r verify.HeapRange, all bool) {
	if t.Kind != ir.Int {
		return r, false
	}
	if t.Signed {
		return verify.HeapRange{Lo: num.Signed(num.MinOf(t.Bits, true), t.Bits), Hi: int64(num.MaxOf(t.Bits, true))}, true
	}
	return verify.HeapRange{Hi: int64(min(num.MaxOf(t.Bits, false), math.MaxInt64))}, t.Bits < 64
}

// anyOf returns an arbitrary number of an integer type.
func (w world) anyOf(t ir.Type) verify.HeapValue {
	v := verify.HeapValue{Sym: w.fresh()}
	if r, all := bounds(t); all {
		w.Ranges[v.Sym] = r
	}
	return v
}

// span returns the range of an integer, nil if there is none.
func (w world) span(v verify.HeapValue) *verify.HeapRange {
	if v.Sym == 0 {
		return &verify.HeapRange{Lo: v.Off, Hi: v.Off}
	}
	if r, ok := w.Ranges[v.Sym]; ok && v.Off == 0 {
		return &r
	}
	return nil
}

// within reports whether an integer is in the range of a type.
func (w world) within(v verify.HeapValue, t ir.Type) bool {
	r := w.span(v)
	b, _ := bounds(t)
	return t.Kind == ir.Int && r != nil && b.Lo <= r.Lo && r.Hi <= b.Hi
}

// value evaluates an expression; nil means any value.
func (w world) value(x ir.Expr) *verify.HeapValue {
	switch x := x.(type) { // sound: any value
	case *ir.Const:
		if n, ok := literal(x); ok {
			return &verify.HeapValue{Off: n}
		}
	case *ir.Ref:
		if n, ok := w.Live[x.Var]; ok && !w.Junk && len(w.Lists) == 0 {
			for _, b := range w.Blocks {
				if b.Heap {
					n++
				}
			}
			if n >= 0 {
				return &verify.HeapValue{Off: n}
			}
		}
		if v, ok := w.Regs[x.Var]; ok {
			return &v
		}
	case *ir.AddrOf:
		if a, ok := w.Names[x.Obj]; ok {
			return &verify.HeapValue{Sym: a}
		}
	case *ir.PtrAdd:
		p, i := w.value(x.P), w.value(x.Index)
		if p == nil || i == nil || p.Sym == 0 || i.Sym != 0 || num.Abs(i.Off) > widest || num.Abs(x.Scale) > widest ||
			num.Abs(p.Off+i.Off*x.Scale) > widest {
			return nil
		}
		return &verify.HeapValue{Sym: p.Sym, Off: p.Off + i.Off*x.Scale}
	case *ir.Cast:
		return w.converted(x)
	case *ir.Binary:
		if x.Type().Kind == ir.Int {
			return w.result(x)
		}
	}
	return nil
}

// converted evaluates a cast.
func (w world) converted(x *ir.Cast) *verify.HeapValue {
	from := x.X.Type()
	if from.Kind == ir.Bool && x.T.Kind == ir.Int {
		may := func(want bool) bool { return w.copied().learn(x.X, want) }
		switch yes, no := may(true), may(false); {
		case !no:
			return &verify.HeapValue{Off: 1}
		case !yes:
			return &verify.HeapValue{}
		}
		v := verify.HeapValue{Sym: w.fresh()}
		w.Ranges[v.Sym] = verify.HeapRange{Lo: 0, Hi: 1}
		return &v
	}
	v := w.value(x.X)
	switch {
	case v == nil:
	case v.Sym == 0:
		if n, ok := literal(&ir.Const{T: x.T, Bits: ir.EvalCast(x.T, from, num.Trunc(uint64(v.Off), from.Bits))}); ok {
			return &verify.HeapValue{Off: n}
		}
	case from.Kind == ir.Int && x.T.Kind == ir.Int && w.within(*v, x.T):
		return v
	case from.Kind == ir.Int && x.T.Kind == ir.Int:
		n := w.anyOf(x.T)
		return &n
	}
	return nil
}

// result evaluates an operation on integers.
func (w world) result(x *ir.Binary) *verify.HeapValue {
	t := x.Type()
	out := w.anyOf(t)
	a, b := w.value(x.X), w.value(x.Y)
	if a == nil || b == nil {
		return &out
	}
	if a.Sym == 0 && b.Sym == 0 {
		yt := x.Y.Type()
		bits := ir.EvalBinary(x.Op, t, num.Trunc(uint64(a.Off), t.Bits), num.Trunc(uint64(b.Off), yt.Bits), yt)
		if n, ok := literal(&ir.Const{T: t, Bits: bits}); ok {
			return &verify.HeapValue{Off: n}
		}
		return &out
	}
	r, s := w.span(*a), w.span(*b)
	all, full := bounds(t)
	if r == nil || s == nil || !full || max(num.Abs(r.Lo), num.Abs(r.Hi), num.Abs(s.Lo), num.Abs(s.Hi)) > 1<<40 {
		return &out
	}
	by := *s
	if x.Op == ir.Sub {
		by = verify.HeapRange{Lo: -s.Hi, Hi: -s.Lo}
	}
	sum := verify.HeapRange{Lo: r.Lo + by.Lo, Hi: r.Hi + by.Hi}
	if (x.Op == ir.Add || x.Op == ir.Sub) && all.Lo <= sum.Lo && sum.Hi <= all.Hi {
		w.Ranges[out.Sym] = sum
		if len(w.prog.keys) > 0 && a.Sym != 0 {
			w.Below = append(w.Below, [2]verify.HeapValue{{Sym: a.Sym, Off: a.Off + by.Lo}, out},
				[2]verify.HeapValue{out, {Sym: a.Sym, Off: a.Off + by.Hi}})
		}
	}
	return &out
}

// learn restricts the heap to states in which a condition is true, or false. It returns false if there are none.
func (w world) learn(cond ir.Expr, want bool) bool {
	switch x := cond.(type) { // sound: nothing is learned
	case *ir.Const:
		return want == (x.Bits != 0)
	case *ir.Unary:
		return x.Op != ir.LNot || w.learn(x.X, !want)
	case *ir.Valid:
		is := w.question(x)
		return is == nil || *is == want
	case *ir.Binary:
		switch x.Op { // sound: nothing is learned
		case ir.LAnd, ir.LOr:
			if want == (x.Op == ir.LAnd) {
				return w.learn(x.X, want) && w.learn(x.Y, want)
			}
			a, b := w.copied(), w.copied()
			okA, okB := a.learn(x.X, want), b.learn(x.Y, want)
			if okA != okB {
				if okB {
					a = b
				}
				*w.Heap = *a.Heap
			}
			return okA || okB
		case ir.Eq, ir.Ne:
			return w.equality(x, want == (x.Op == ir.Eq))
		case ir.Lt, ir.Le:
			if x.X.Type().Kind != ir.Int {
				return true
			}
			a, b, strict := w.value(x.X), w.value(x.Y), x.Op == ir.Lt
			if !want {
				a, b, strict = b, a, !strict
			}
			return a == nil || b == nil || w.ordered(*a, *b, strict)
		}
	}
	return true
}

// equality learns that the sides of a comparison are equal, or differ.
func (w world) equality(x *ir.Binary, equal bool) bool {
	if c, ok := x.X.(*ir.Cast); ok && c.X.Type().Kind == ir.Bool && ir.Equal(x.Y, &ir.Const{T: c.T}) {
		return w.learn(c.X, !equal)
	}
	kind := x.X.Type().Kind
	if kind != ir.Int && kind != ir.Ptr {
		return true
	}
	a, b := w.value(x.X), w.value(x.Y)
	switch {
	case a == nil || b == nil:
		return true
	case equal:
		return w.same(*a, *b, kind == ir.Ptr) && w.settle()
	case *a == *b:
		return false
	case kind == ir.Int:
		for _, c := range [][2]verify.HeapValue{{*a, *b}, {*b, *a}} {
			if len(w.prog.keys) > 0 && w.atMost(c[0], c[1], false) && !w.note(c[0], c[1], true) {
				return false
			}
			r := w.span(c[0])
			if c[1].Sym == 0 && r != nil {
				k := c[1].Off
				if r.Lo == k {
					r.Lo++
				}
				if r.Hi == k {
					r.Hi--
				}
				if !w.clamp(c[0], *r) {
					return false
				}
			}
		}
	}
	if !w.distinct(*a, *b) {
		w.Apart = append(w.Apart, [2]verify.HeapValue{*a, *b})
	}
	return w.settle()
}

// ordered learns a <= b, or a < b.
func (w world) ordered(a, b verify.HeapValue, strict bool) bool {
	if len(w.prog.keys) > 0 && !w.note(a, b, strict) {
		return false
	}
	d := int64(0)
	if strict {
		d = 1
	}
	r, s := w.span(a), w.span(b)
	if s != nil && s.Hi > math.MinInt64 {
		lo := int64(math.MinInt64)
		if r != nil {
			lo = r.Lo
		}
		if !w.clamp(a, verify.HeapRange{Lo: lo, Hi: s.Hi - d}) {
			return false
		}
	}
	if r != nil && s != nil && r.Lo < math.MaxInt64 {
		return w.clamp(b, verify.HeapRange{Lo: r.Lo + d, Hi: s.Hi})
	}
	return true
}

// clamp restricts an integer to a range.
func (w world) clamp(v verify.HeapValue, r verify.HeapRange) bool {
	if old := w.span(v); old != nil {
		r = verify.HeapRange{Lo: max(r.Lo, old.Lo), Hi: min(r.Hi, old.Hi)}
	}
	if v.Sym != 0 && v.Off == 0 {
		w.Ranges[v.Sym] = r
		if r.Lo == r.Hi {
			w.rename(v.Sym, verify.HeapValue{Off: r.Lo})
		}
	}
	return r.Lo <= r.Hi
}

// question answers a question about objects; nil means any answer.
func (w world) question(x *ir.Valid) *bool {
	yes, no := true, false
	switch x.What { // sound: any answer
	case ir.Tracked:
		if w.reached(func(see func(verify.HeapValue)) {
			for _, r := range x.Roots {
				if v := w.value(r); v != nil && r.Type().Kind == ir.Ptr {
					see(*v)
				}
			}
		}) {
			return &yes
		}
	case ir.Freeable:
		a := w.value(x.Addr)
		if a == nil {
			return nil
		}
		if *a == (verify.HeapValue{}) {
			return &yes
		}
		if b := w.at(a.Sym); a.Sym != 0 && b != nil && b.Heap && a.Off == 0 {
			return &yes
		}
	case ir.Readable, ir.Writable:
		a, n := w.value(x.Addr), w.value(x.N)
		if a == nil || n == nil || n.Sym != 0 {
			return nil
		}
		if a.Sym == 0 && a.Off == 0 && n.Off > 0 {
			return &no
		}
		if b := w.at(a.Sym); a.Sym != 0 && b != nil {
			is := a.Off >= 0 && n.Off >= 0 && a.Off+n.Off <= b.Size && (x.What == ir.Readable || !b.Const)
			return &is
		}
	}
	return nil
}

// reached reports whether pointers lead from roots and from global objects to everything on the heap.
func (w world) reached(roots func(see func(verify.HeapValue))) bool {
	if w.Junk {
		return false
	}
	syms := map[int]bool{}
	see := func(v verify.HeapValue) { syms[v.Sym] = v.Sym != 0 }
	roots(see)
	w.globals(see)
	w.spread(syms)
	return !slices.ContainsFunc(w.Blocks, func(b verify.HeapBlock) bool { return b.Heap && !syms[b.Addr] }) &&
		!slices.ContainsFunc(w.Lists, func(l verify.HeapList) bool { return !syms[l.From.Sym] })
}

// globals calls see with the contents of global objects.
func (w world) globals(see func(verify.HeapValue)) {
	for o, a := range w.Names {
		if b := w.at(a); b != nil && o.Func == nil {
			for _, c := range b.Cells {
				see(c.Val)
			}
		}
	}
}

// spread adds to syms all symbols of heap objects to which pointers lead from objects at symbols of syms.
func (w world) spread(syms map[int]bool) {
	for n := -1; n < len(syms); {
		n = len(syms)
		for _, b := range w.Blocks {
			if b.Heap && syms[b.Addr] {
				for _, c := range b.Cells {
					syms[c.Val.Sym] = true
				}
			}
		}
		for _, l := range w.Lists {
			if l.Prev >= 0 && l.Last.Sym != 0 && syms[l.Last.Sym] {
				syms[l.From.Sym], syms[l.Back.Sym] = l.From.Sym != 0, true
			}
			if syms[l.From.Sym] {
				syms[l.To.Sym] = true
			}
		}
	}
}
