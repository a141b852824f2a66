package cprint

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// This file computes bounds of registers, which allow i + 1 to be printed without casts where it cannot overflow: a
// forward interval analysis of one function, with a state for each location (Cousot and Cousot, POPL 1977). At back
// edges, bounds are widened to the bounds of the type at once; the tests of loops restore the bounds that matter here.
// Nothing is known of global registers, and nothing in large functions.

// interval bounds the value of a register or expression. If known is false, lo and hi have no meaning: any value is
// possible, perhaps one beyond 64 bits signed. If nonzero is set, the value is not 0.
type interval struct {
	lo, hi  int64
	nonzero bool
	known   bool
}

const rangesLimit = 1 << 20 // locations times registers

// ranges are the intervals of the registers of a function, by Loc.ID and Var.ID; nil if nothing is known.
type ranges [][]interval

// whole returns the interval of all values of a type.
func whole(t ir.Type) interval {
	switch {
	case t.Kind == ir.Bool:
		return interval{0, 1, false, true}
	case t.Kind != ir.Int || t.Bits == 64 && !t.Signed:
		return interval{}
	}
	if !t.Signed {
		return interval{0, int64(num.Mask(t.Bits)), false, true}
	}
	return interval{num.Signed(num.MinOf(t.Bits, true), t.Bits), num.Signed(num.MaxOf(t.Bits, true), t.Bits), false, true}
}

// in reports whether all values of r are values of t.
func (r interval) in(t ir.Type) bool {
	if !r.known {
		return false
	}
	if t.Bits == 64 && !t.Signed {
		return r.lo >= 0
	}
	w := whole(t)
	return w.known && r.lo >= w.lo && r.hi <= w.hi
}

// join returns the smallest interval that contains r and s.
func (r interval) join(s interval) interval {
	if !r.known || !s.known {
		return interval{nonzero: r.nonzero && s.nonzero}
	}
	return interval{min(r.lo, s.lo), max(r.hi, s.hi), r.nonzero && s.nonzero, true}
}

// newRanges analyses f. It returns nil if f is too large or has no registers.
func newRanges(f *ir.Func) ranges {
	n := len(f.Vars)
	if n == 0 || len(f.Locs)*n > rangesLimit {
		return nil
	}
	adj := make(graph.Adj, len(f.Locs))
	for _, l := range f.Locs {
		for _, e := range l.Out {
			adj[l.ID] = append(adj[l.ID], e.To.ID)
		}
	}
	order := graph.ReversePostOrder(adj, f.Entry.ID)
	pos := make([]int, len(f.Locs))
	for i, x := range order {
		pos[x] = i
	}
	r := make(ranges, len(f.Locs))
	start := make([]interval, n)
	for i, v := range f.Vars {
		start[i] = whole(v.Type)
	}
	r[f.Entry.ID] = start
	changed := make([]bool, len(f.Locs))
	changed[f.Entry.ID] = true
	for again := true; again; {
		again = false
		for _, x := range order {
			if !changed[x] {
				continue
			}
			changed[x] = false
			for _, e := range f.Locs[x].Out {
				out := r.step(e)
				if out == nil {
					continue
				}
				y := e.To.ID
				if r.meet(y, out, f, pos[y] <= pos[x]) {
					changed[y] = true
					again = again || pos[y] <= pos[x]
				}
			}
		}
	}
	return r
}

// meet joins the state out into the state of location y. If back is set, out arrives over a back edge, and the growing
// bounds are widened.
func (r ranges) meet(y int, out []interval, f *ir.Func, back bool) (changed bool) {
	if r[y] == nil {
		r[y] = out
		return true
	}
	next := r[y]
	for i := range out {
		j := next[i].join(out[i])
		if j == next[i] {
			continue
		}
		if !changed {
			next, changed = append([]interval(nil), next...), true
		}
		if w := whole(f.Vars[i].Type); back && j.known && !w.known {
			j = interval{nonzero: j.nonzero}
		} else if back && j.known {
			if j.lo < r[y][i].lo {
				j.lo = w.lo
			}
			if j.hi > r[y][i].hi {
				j.hi = w.hi
			}
		}
		next[i] = j
	}
	r[y] = next
	return changed
}

// step returns the state after e, or nil if e is never taken.
func (r ranges) step(e *ir.Edge) []interval {
	at := r[e.From.ID]
	switch s := e.Stmt.(type) { // sound: other statements may set a register to any value
	case *ir.Assign:
		if s.Dst.Global {
			return at
		}
		v := r.of(e.From, s.Src)
		if !v.in(s.Dst.Type) {
			nz := v.nonzero
			v = whole(s.Dst.Type)
			v.nonzero = nz
		}
		out := append([]interval(nil), at...)
		out[s.Dst.ID] = v
		return out
	case *ir.Assume:
		out := append([]interval(nil), at...)
		if !assume(out, s.Cond, r, true) {
			return nil
		}
		return out
	default:
		if d := ir.Def(s); d != nil && !d.Global {
			out := append([]interval(nil), at...)
			out[d.ID] = whole(d.Type)
			return out
		}
	}
	return at
}

// assume narrows a state to the executions in which cond has the truth value want. It returns false if there are no
// such executions.
func assume(at []interval, cond ir.Expr, r ranges, want bool) bool {
	switch c := cond.(type) { // sound: other conditions narrow nothing
	case *ir.Const:
		return (c.Bits != 0) == want
	case *ir.Unary:
		if c.Op == ir.LNot {
			return assume(at, c.X, r, !want)
		}
	case *ir.Binary:
		if c.Op == ir.LAnd && want || c.Op == ir.LOr && !want {
			return assume(at, c.X, r, want) && assume(at, c.Y, r, want)
		}
		t := c.X.Type()
		if c.Op < ir.Eq || c.Op > ir.Le || t.Kind != ir.Int {
			return true
		}
		x, y := r.at(at, c.X), r.at(at, c.Y)
		op, l, rt, a, b := c.Op, c.X, c.Y, x, y
		if !want {
			switch op { // sound: there are no others here
			case ir.Eq:
				op = ir.Ne
			case ir.Ne:
				op = ir.Eq
			case ir.Lt: // y <= x
				op, l, rt, a, b = ir.Le, c.Y, c.X, y, x
			case ir.Le:
				op, l, rt, a, b = ir.Lt, c.Y, c.X, y, x
			}
		}
		return narrow(at, op, l, rt, a, b)
	}
	return true
}

// narrow narrows a state by the comparison l op rt, whose operands have the intervals a and b. It returns false if the
// comparison is false.
func narrow(at []interval, op ir.BinOp, l, rt ir.Expr, a, b interval) bool {
	set := func(e ir.Expr, v interval) bool {
		ref, ok := e.(*ir.Ref)
		if v.known && v.lo > v.hi {
			return false
		}
		if ok && !ref.Var.Global {
			at[ref.Var.ID] = v
		}
		return true
	}
	one := int64(0)
	switch op { // sound: other operators narrow nothing
	case ir.Eq:
		if a.known && b.known {
			m := interval{max(a.lo, b.lo), min(a.hi, b.hi), a.nonzero || b.nonzero, true}
			return set(l, m) && set(rt, m)
		}
		if a.known {
			return set(rt, a)
		}
		if b.known {
			return set(l, b)
		}
	case ir.Ne:
		without := func(e ir.Expr, v, k interval) bool {
			if !k.known || k.lo != k.hi {
				return true
			}
			v.nonzero = v.nonzero || k.lo == 0
			if v.known && v.lo == k.lo && v.lo < math.MaxInt64 {
				v.lo++
			}
			if v.known && v.hi == k.lo && v.hi > math.MinInt64 {
				v.hi--
			}
			return set(e, v)
		}
		return without(l, a, b) && without(rt, b, a)
	case ir.Lt, ir.Le:
		if op == ir.Lt {
			one = 1
		}
		if b.known && b.hi-one <= b.hi {
			switch {
			case a.known:
				a.hi = min(a.hi, b.hi-one)
			case !l.Type().Signed && b.hi-one >= 0: // u64
				a = interval{0, b.hi - one, a.nonzero, true}
			}
		}
		if !set(l, a) {
			return false
		}
		if a.known && b.known && a.lo+one >= a.lo {
			b.lo = max(b.lo, a.lo+one)
		}
		return set(rt, b)
	}
	return true
}

// of returns the interval of e at location l.
func (r ranges) of(l *ir.Loc, e ir.Expr) interval {
	if r == nil || l == nil || r[l.ID] == nil {
		return r.at(nil, e)
	}
	return r.at(r[l.ID], e)
}

// at returns the interval of e in a state: the exact interval if the last operation of e cannot overflow, and otherwise
// the interval of all values of its type.
func (r ranges) at(at []interval, e ir.Expr) interval {
	all := whole(e.Type())
	v := r.exact(at, e)
	if _, ok := e.(*ir.Ref); !ok && !v.in(e.Type()) {
		return all
	}
	if v.known && (v.lo > 0 || v.hi < 0) {
		v.nonzero = true
	}
	return v
}

// exact returns the interval of the exact result of the last operation of e, before it is wrapped to the type.
func (r ranges) exact(at []interval, e ir.Expr) interval {
	all := whole(e.Type())
	switch e := e.(type) { // sound: others may be anything of their type
	case *ir.Const:
		if e.T.Kind == ir.Int && all.known {
			x := int64(e.Bits)
			if e.T.Signed {
				x = num.Signed(e.Bits, e.T.Bits)
			}
			return interval{x, x, x != 0, true}
		}
		if e.T.Kind == ir.Int && e.Bits <= math.MaxInt64 {
			return interval{int64(e.Bits), int64(e.Bits), e.Bits != 0, true}
		}
	case *ir.Ref:
		if at != nil && !e.Var.Global && e.Var.ID < len(at) {
			return at[e.Var.ID]
		}
	case *ir.Cast:
		if e.X.Type().Kind == ir.Int && e.T.Kind == ir.Int || e.X.Type().Kind == ir.Bool {
			return r.at(at, e.X)
		}
	case *ir.Unary:
		if e.Op == ir.Neg && e.Type().Kind == ir.Int {
			return sum(interval{0, 0, false, true}, r.at(at, e.X), -1)
		}
	case *ir.Binary:
		if e.Type().Kind != ir.Int {
			return all
		}
		x, y := r.at(at, e.X), r.at(at, e.Y)
		switch e.Op { // sound: others may be anything of their type
		case ir.Add:
			return sum(x, y, 1)
		case ir.Sub:
			return sum(x, y, -1)
		case ir.Mul:
			return product(x, y)
		case ir.And:
			if y.known && y.lo >= 0 {
				return interval{0, y.hi, false, true}
			}
			if x.known && x.lo >= 0 {
				return interval{0, x.hi, false, true}
			}
		case ir.Rem:
			if y.known && y.lo > 0 && x.known {
				return interval{max(min(x.lo, 0), 1-y.hi), min(max(x.hi, 0), y.hi-1), false, true}
			}
		case ir.Div:
			if y.known && y.lo > 0 && x.known {
				return interval{min(x.lo, 0), max(x.hi, 0), false, true}
			}
		case ir.Shr:
			if x.known && x.lo >= 0 && y.known && y.lo >= 0 && y.hi < 64 {
				return interval{0, x.hi >> uint(y.lo), false, true}
			}
		case ir.Shl:
			if x.known && x.lo >= 0 && y.known && y.lo == y.hi && y.lo >= 0 && y.lo < 62 {
				return product(x, interval{1 << uint(y.lo), 1 << uint(y.lo), true, true})
			}
		}
	}
	return all
}

// sum returns the interval of x + sign*y.
func sum(x, y interval, sign int64) interval {
	if !x.known || !y.known {
		return interval{}
	}
	if sign < 0 {
		if y.lo == math.MinInt64 {
			return interval{}
		}
		y.lo, y.hi = -y.hi, -y.lo
	}
	lo, hi := x.lo+y.lo, x.hi+y.hi
	if y.lo < 0 != (lo < x.lo) || y.hi < 0 != (hi < x.hi) {
		return interval{}
	}
	return interval{lo, hi, false, true}
}

// product returns the interval of x * y; it is unknown if the bounds are so large that they may overflow.
func product(x, y interval) interval {
	const limit = 1 << 31
	small := func(v interval) bool { return v.known && v.lo >= -limit && v.hi < limit<<1 }
	if !small(x) || !small(y) || x.hi >= limit && y.hi >= limit {
		return interval{}
	}
	a, b, c, d := x.lo*y.lo, x.lo*y.hi, x.hi*y.lo, x.hi*y.hi
	return interval{min(a, b, c, d), max(a, b, c, d), x.nonzero && y.nonzero, true}
}
