package shapes

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// eval returns the value of an Int or Ptr expression; ok is false if the heap does not have it. Integers that are not
// constant may become new symbols with a range.
func (s *state) eval(e ir.Expr) (v verify.HeapValue, ok bool) {
	switch e := e.(type) { // sound: other expressions have any value
	case *ir.Const:
		return constant(e.T, e.Bits)
	case *ir.Ref:
		if n, ok := s.count(e.Var); ok {
			return n, true
		}
		v, ok = s.heap.Regs[e.Var]
		return v, ok
	case *ir.AddrOf:
		a, ok := s.heap.Names[e.Obj]
		return verify.HeapValue{Sym: a}, ok
	case *ir.PtrAdd:
		p, okP := s.eval(e.P)
		i, okI := s.eval(e.Index)
		if !okP || !okI || i.Sym != 0 || p.Sym == 0 || i.Off < -far || i.Off > far || e.Scale < 0 || e.Scale > far {
			return null, false
		}
		p.Off += i.Off * e.Scale
		return p, p.Off >= -far && p.Off <= far
	case *ir.Cast:
		return s.cast(e)
	case *ir.Binary:
		return s.arithmetic(e)
	}
	return null, false
}

// constant returns the value of a literal.
func constant(t ir.Type, bits uint64) (v verify.HeapValue, ok bool) {
	if t.Kind == ir.Int && t.Signed {
		return verify.HeapValue{Off: num.Signed(bits, t.Bits)}, true
	}
	return verify.HeapValue{Off: int64(bits)}, (t.Kind == ir.Int || t.Kind == ir.Ptr) && int64(bits) >= 0
}

// count returns the value of a register that counts heap objects, if the heap says how many there are.
func (s *state) count(r *ir.Var) (v verify.HeapValue, ok bool) {
	n, ok := s.heap.Live[r]
	if !ok || s.heap.Junk || len(s.heap.Lists) > 0 {
		return null, false
	}
	for _, b := range s.heap.Blocks {
		if b.Heap {
			n++
		}
	}
	return verify.HeapValue{Off: n}, n >= 0 && n <= far
}

// cast evaluates a cast.
func (s *state) cast(e *ir.Cast) (v verify.HeapValue, ok bool) {
	from := e.X.Type()
	if from.Kind == ir.Bool && e.T.Kind == ir.Int {
		switch yes, no := s.copied().assume(e.X, true), s.copied().assume(e.X, false); {
		case yes && no:
			v = verify.HeapValue{Sym: s.fresh()}
			s.heap.Ranges[v.Sym] = verify.HeapRange{Lo: 0, Hi: 1}
			return v, true
		case yes:
			return verify.HeapValue{Off: 1}, true
		}
		return null, true
	}
	if v, ok = s.eval(e.X); !ok {
		return null, false
	}
	if v.Sym == 0 {
		return constant(e.T, ir.EvalCast(e.T, from, num.Trunc(uint64(v.Off), from.Bits)))
	}
	if from.Kind != ir.Int || e.T.Kind != ir.Int {
		return null, false
	}
	if s.fits(v, e.T) {
		return v, true
	}
	return s.number(e.T), true
}

// arithmetic evaluates an operation on integers.
func (s *state) arithmetic(e *ir.Binary) (v verify.HeapValue, ok bool) {
	t := e.Type()
	if t.Kind != ir.Int {
		return null, false
	}
	x, okX := s.eval(e.X)
	y, okY := s.eval(e.Y)
	if okX && okY && x.Sym == 0 && y.Sym == 0 {
		yt := e.Y.Type()
		return constant(t, ir.EvalBinary(e.Op, t, num.Trunc(uint64(x.Off), t.Bits), num.Trunc(uint64(y.Off), yt.Bits), yt))
	}
	v = s.number(t)
	a, hasA := s.rangeOf(x)
	b, hasB := s.rangeOf(y)
	const most = 1 << 61
	if !okX || !okY || !hasA || !hasB || min(a.Lo, b.Lo) < -most || max(a.Hi, b.Hi) > most {
		return v, true
	}
	var r verify.HeapRange
	switch e.Op { // sound: other operations have any result
	case ir.Add:
		r = verify.HeapRange{Lo: a.Lo + b.Lo, Hi: a.Hi + b.Hi}
	case ir.Sub:
		r = verify.HeapRange{Lo: a.Lo - b.Hi, Hi: a.Hi - b.Lo}
		b.Lo, b.Hi = -b.Hi, -b.Lo
	default:
		return v, true
	}
	if all, ok := typeRange(t); ok && all.Lo <= r.Lo && r.Hi <= all.Hi {
		s.heap.Ranges[v.Sym] = r
		low, high := x, x
		low.Off, high.Off = low.Off+b.Lo, high.Off+b.Hi
		s.heap.Below = append(s.heap.Below, pair{low, v}, pair{v, high})
	}
	return v, true
}

// assume restricts s to the states in which a condition has the truth value want. It returns false if there are none.
func (s *state) assume(cond ir.Expr, want bool) bool {
	switch e := cond.(type) { // sound: nothing is learned
	case *ir.Const:
		return (e.Bits != 0) == want
	case *ir.Unary:
		if e.Op == ir.LNot {
			return s.assume(e.X, !want)
		}
	case *ir.Valid:
		is, known := s.asked(e)
		return !known || is == want
	case *ir.Binary:
		switch e.Op { // sound: nothing is learned
		case ir.LAnd, ir.LOr:
			if (e.Op == ir.LAnd) == want {
				return s.assume(e.X, want) && s.assume(e.Y, want)
			}
			x, y := s.copied().assume(e.X, want), s.copied().assume(e.Y, want)
			switch {
			case x && !y:
				return s.assume(e.X, want)
			case y && !x:
				return s.assume(e.Y, want)
			}
			return x
		case ir.Eq, ir.Ne:
			return s.compare(e.X, e.Y, (e.Op == ir.Eq) == want)
		case ir.Lt, ir.Le:
			if want {
				return s.order(e.X, e.Y, e.Op == ir.Lt)
			}
			return s.order(e.Y, e.X, e.Op == ir.Le)
		}
	}
	return true
}

// compare restricts s to the states in which x and y are equal, or different. It returns false if there are none.
func (s *state) compare(x, y ir.Expr, equal bool) bool {
	if c, is := x.(*ir.Cast); is && c.X.Type().Kind == ir.Bool {
		if k, is := y.(*ir.Const); is && k.Bits == 0 {
			return s.assume(c.X, !equal)
		}
	}
	t := x.Type()
	if t.Kind != ir.Int && t.Kind != ir.Ptr {
		return true
	}
	a, okA := s.eval(x)
	b, okB := s.eval(y)
	if !okA || !okB {
		return true
	}
	if equal {
		return s.unify(a, b, t.Kind == ir.Ptr)
	}
	for range 2 {
		if k, ok := s.rangeOf(b); ok && k.Lo == k.Hi && t.Kind == ir.Int {
			if r, ok := s.rangeOf(a); ok && r.Lo == k.Lo && !s.bound(a, verify.HeapRange{Lo: r.Lo + 1, Hi: r.Hi}) {
				return false
			}
			if r, ok := s.rangeOf(a); ok && r.Hi == k.Lo && !s.bound(a, verify.HeapRange{Lo: r.Lo, Hi: r.Hi - 1}) {
				return false
			}
		}
		if t.Kind == ir.Int && s.le(a, b, false) && !s.learn(a, b, true) {
			return false
		}
		a, b = b, a
	}
	return s.apart(a, b)
}

// order restricts s to the states in which x <= y, or x < y if strict. It returns false if there are none.
func (s *state) order(x, y ir.Expr, strict bool) bool {
	if x.Type().Kind != ir.Int {
		return true
	}
	a, okA := s.eval(x)
	b, okB := s.eval(y)
	return !okA || !okB || s.below(a, b, strict)
}

// asked returns the answer to a question about objects; known is false if the heap does not have it.
func (s *state) asked(v *ir.Valid) (is, known bool) {
	switch v.What { // sound: the answer is not known
	case ir.Tracked:
		return true, s.tracked(v.Roots)
	case ir.Readable, ir.Writable:
		n, okN := s.eval(v.N)
		a, okA := s.eval(v.Addr)
		switch {
		case !okN || n.Sym != 0 || n.Off < 0:
			return false, false
		case n == null:
			return true, true
		case !okA:
			return false, false
		case a == null:
			return false, true
		}
		b := s.block(a.Sym)
		if b == nil {
			return false, false
		}
		return a.Off >= 0 && n.Off <= b.Size && a.Off <= b.Size-n.Off && (v.What == ir.Readable || !b.Const), true
	case ir.Freeable:
		a, ok := s.eval(v.Addr)
		switch b := s.block(a.Sym); {
		case ok && a == null:
			return true, true
		case !ok || b == nil:
			return false, false
		default:
			return b.Heap && a.Off == 0, true
		}
	}
	return false, false
}

// tracked reports whether pointers lead from the roots and from static objects to all heap objects.
func (s *state) tracked(roots []ir.Expr) bool {
	var todo []verify.HeapValue
	for _, r := range roots {
		if v, ok := s.eval(r); ok && r.Type().Kind == ir.Ptr {
			todo = append(todo, v)
		}
	}
	for o, a := range s.heap.Names {
		if b := s.block(a); b != nil && o.Func == nil {
			for _, c := range b.Cells {
				if c.Type.Kind == ir.Ptr {
					todo = append(todo, c.Val)
				}
			}
		}
	}
	seen := map[int]bool{}
	blocks, lists := map[int]bool{}, map[int]bool{}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if v.Sym == 0 || v.Off < 0 || seen[v.Sym] {
			continue
		}
		for i, b := range s.heap.Blocks {
			if b.Heap && b.Addr == v.Sym && v.Off <= b.Size {
				blocks[i], seen[v.Sym] = true, true
				for _, c := range b.Cells {
					if c.Type.Kind == ir.Ptr {
						todo = append(todo, c.Val)
					}
				}
			}
		}
		for i, l := range s.heap.Lists {
			if l.From == v {
				lists[i], seen[v.Sym] = true, true
				todo = append(todo, l.To)
			}
		}
	}
	for i, b := range s.heap.Blocks {
		if b.Heap && !blocks[i] {
			return false
		}
	}
	return !s.heap.Junk && len(lists) == len(s.heap.Lists)
}

// below restricts s to the states in which a <= b, or a < b if strict. It returns false if there are none.
func (s *state) below(a, b verify.HeapValue, strict bool) bool {
	if !s.learn(a, b, strict) {
		return false
	}
	x, okX := s.rangeOf(a)
	y, okY := s.rangeOf(b)
	d := int64(0)
	if strict {
		d = 1
	}
	const least, most = -1 << 62, 1 << 62
	if okY && y.Hi > least && !s.bound(a, verify.HeapRange{Lo: math.MinInt64, Hi: y.Hi - d}) {
		return false
	}
	if _, ok := s.rangeOf(b); ok && okX && x.Lo < most { // without a range, it may be above 2^63
		return s.bound(b, verify.HeapRange{Lo: x.Lo + d, Hi: math.MaxInt64})
	}
	return true
}
