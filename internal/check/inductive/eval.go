package inductive

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// few bounds the number of combinations of operands that are computed one by one.
const few = 256

// exactly returns the bits of e if all registers in e have only one value; otherwise ok is false.
func (c *checker) exactly(s *state, e ir.Expr) (bits uint64, ok bool) {
	switch e := e.(type) { // sound: no constant
	case *ir.Const:
		return e.Bits, e.T.Bits <= 64
	case *ir.Ref:
		v := s.find(c.register(e.Var))
		if v == nil || !isInt(v.t) {
			return 0, false
		}
		return v.only()
	case *ir.Unary:
		x, ok := c.exactly(s, e.X)
		if !ok {
			return 0, false
		}
		return ir.EvalUnary(e.Op, e.X.Type(), x), true
	case *ir.Cast:
		from := e.X.Type()
		if from.Kind == ir.Float || from.Kind == ir.Ptr || e.T.Kind == ir.Ptr {
			return 0, false
		}
		x, ok := c.exactly(s, e.X)
		if !ok {
			return 0, false
		}
		return ir.EvalCast(e.T, from, x), true
	case *ir.Binary:
		if e.X.Type().Kind == ir.Ptr {
			return 0, false
		}
		x, ok := c.exactly(s, e.X)
		if !ok {
			return 0, false
		}
		y, ok := c.exactly(s, e.Y)
		if !ok {
			return 0, false
		}
		return ir.EvalBinary(e.Op, e.X.Type(), x, y, e.Y.Type()), true
	case *ir.Overflows:
		x, ok := c.exactly(s, e.X)
		if !ok {
			return 0, false
		}
		y, ok := c.exactly(s, e.Y)
		if !ok {
			return 0, false
		}
		if ir.EvalOverflows(e.Op, e.X.Type(), x, y) {
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

// eval returns a superset of the values that e can have in s.
func (c *checker) eval(s *state, e ir.Expr) value {
	t := e.Type()
	if t.Kind != ir.Ptr {
		if bits, ok := c.exactly(s, e); ok {
			return constant(t, bits)
		}
	}
	switch e := e.(type) { // sound: any value
	case *ir.Const:
		v := constant(e.T, e.Bits)
		if e.Bits == 0 && c.isAddress(e.T) {
			v.ptr = &places{null: true}
		}
		return v
	case *ir.Ref:
		if v := s.find(c.register(e.Var)); v != nil {
			return *v
		}
		return anything(t)
	case *ir.AddrOf:
		return c.pointTo(t, spot{obj: e.Obj})
	case *ir.FuncAddr:
		return c.pointTo(t, spot{fn: e.Func})
	case *ir.PtrAdd:
		v := anything(t)
		v.ptr = c.eval(s, e.P).ptr.move(c.eval(s, e.Index), e.Scale, c.width)
		return v
	case *ir.PtrDiff:
		return c.distance(t, c.eval(s, e.P).ptr, c.eval(s, e.Q).ptr)
	case *ir.Unary:
		return unaryOp(e.Op, c.eval(s, e.X))
	case *ir.Cast:
		return c.castTo(e.T, c.eval(s, e.X))
	case *ir.Overflows:
		return overflowOp(e.Op, c.eval(s, e.X), c.eval(s, e.Y))
	case *ir.Valid:
		return c.answer(s, e)
	case *ir.Binary:
		x, y := c.eval(s, e.X), c.eval(s, e.Y)
		if r, ok := e.X.(*ir.Ref); ok && isInt(x.t) && !x.none() {
			if q, ok := e.Y.(*ir.Ref); ok && q.Var == r.Var {
				if v, ok := withItself(e.Op, x.t); ok {
					return v
				}
			}
		}
		if v, ok := c.onAddresses(e.Op, x, y); ok {
			return v
		}
		v := binaryOp(e.Op, t, x, y)
		v.ptr = c.addressSum(e.Op, x, y)
		return v
	}
	return anything(t)
}

// withItself returns the value of x op x; false for operators whose result depends on x.
func withItself(op ir.BinOp, t ir.Type) (value, bool) {
	switch op { // sound: not decided
	case ir.Eq, ir.Le:
		return constant(ir.B, 1), true
	case ir.Ne, ir.Lt:
		return constant(ir.B, 0), true
	case ir.Sub, ir.Xor:
		return constant(t, 0), true
	}
	return value{}, false
}

// unaryOp returns the values of an operator applied to the values in x.
func unaryOp(op ir.UnOp, x value) value {
	t := x.t
	if x.none() {
		return x
	}
	if isFloat(t) {
		return floatUnary(op, x)
	}
	if !isInt(t) {
		return anything(t)
	}
	if vs, ok := x.list(maxRanges); ok {
		return each(t, vs, func(a uint64) uint64 { return ir.EvalUnary(op, t, a) })
	}
	var out []rng
	for _, r := range x.ints {
		switch op {
		case ir.Neg:
			out = append(out, fit(t, negate(r.hi), negate(r.lo))...)
		case ir.Not: // -x - 1
			out = append(out, fit(t, minus(negate(r.hi), one), minus(negate(r.lo), one))...)
		default: // sound: any value
			return anything(t)
		}
	}
	return ranges(t, out...)
}

// each returns the set of the values f(v) for all v in vs.
func each(t ir.Type, vs []uint64, f func(uint64) uint64) value {
	out := make([]rng, len(vs))
	for i, a := range vs {
		w := number(t, f(a))
		out[i] = rng{w, w}
	}
	return ranges(t, out...)
}

// fit returns the numbers lo..hi wrapped to the type t, as one or two ranges.
func fit(t ir.Type, lo, hi wide) []rng {
	all := limits(t)
	if lessEq(all.lo, lo) && lessEq(hi, all.hi) {
		return []rng{{lo, hi}}
	}
	size := power(uint(t.Bits))
	if lessEq(size, minus(hi, lo)) {
		return []rng{all}
	}
	turns := floorShift(minus(lo, all.lo), uint(t.Bits)) // number of whole multiples of the size
	back, ok := times(turns, size)
	if t.Bits == 64 {
		back, ok = wide{int64(turns.lo), 0}, turns.hi == int64(turns.lo)>>63
	}
	if !ok {
		return []rng{all}
	}
	lo, hi = minus(lo, back), minus(hi, back)
	if lessEq(hi, all.hi) {
		return []rng{{lo, hi}}
	}
	return []rng{{lo, all.hi}, {all.lo, minus(hi, size)}}
}

// binaryOp returns the values of x op y, of type t.
func binaryOp(op ir.BinOp, t ir.Type, x, y value) value {
	switch {
	case isFloat(x.t):
		return floatBinary(op, t, x, y)
	case !isInt(x.t) || !isInt(y.t):
		return anything(t)
	case x.none() || y.none():
		return value{t: t}
	}
	if xs, ok := x.list(few); ok {
		if ys, ok := y.list(few / len(xs)); ok {
			var out []rng
			for _, a := range xs {
				for _, b := range ys {
					w := number(t, ir.EvalBinary(op, x.t, a, b, y.t))
					out = append(out, rng{w, w})
				}
			}
			return ranges(t, out...)
		}
	}
	if op >= ir.Eq {
		return compareInts(op, x, y)
	}
	var out []rng
	for _, a := range x.ints {
		for _, b := range y.ints {
			out = append(out, rangeOp(op, x.t, a, b)...)
		}
	}
	return ranges(t, out...)
}

// compareInts returns the truth values of a comparison or logical operator.
func compareInts(op ir.BinOp, x, y value) value {
	a, b := x.hull(), y.hull()
	switch op {
	case ir.Eq:
		return yesNo(true, !x.apart(y)) // two constants were computed before
	case ir.Ne:
		return yesNo(!x.apart(y), true)
	case ir.Lt:
		return yesNo(lessEq(b.lo, a.hi), less(a.lo, b.hi))
	case ir.Le:
		return yesNo(less(b.lo, a.hi), lessEq(a.lo, b.hi))
	case ir.LAnd, ir.LOr:
		xn, xy := x.canBe()
		yn, yy := y.canBe()
		if op == ir.LAnd {
			return yesNo(xn || yn, xy && yy)
		}
		return yesNo(xn && yn, xy || yy)
	default: // sound: any truth value
		return anything(ir.B)
	}
}

// rangeOp returns the results of an operator applied to two ranges of type t.
func rangeOp(op ir.BinOp, t ir.Type, a, b rng) []rng {
	switch op { // sound: any value
	case ir.Add:
		return fit(t, plus(a.lo, b.lo), plus(a.hi, b.hi))
	case ir.Sub:
		return fit(t, minus(a.lo, b.hi), minus(a.hi, b.lo))
	case ir.Mul:
		if lo, hi, ok := products(a, b); ok {
			return fit(t, lo, hi)
		}
	case ir.Div:
		return quotients(t, a, b)
	case ir.Rem:
		return remainders(t, a, b)
	case ir.And, ir.Or, ir.Xor:
		return bitwise(op, t, a, b)
	case ir.Shl:
		return shiftsLeft(t, a, b)
	case ir.Shr:
		return shiftsRight(t, a, b)
	}
	return []rng{limits(t)}
}

// products returns the exact bounds of the products of two ranges; ok is false if they do not fit.
func products(a, b rng) (lo, hi wide, ok bool) {
	first := true
	for _, x := range []wide{a.lo, a.hi} {
		for _, y := range []wide{b.lo, b.hi} {
			p, fits := times(x, y)
			if !fits {
				return lo, hi, false
			}
			if first {
				lo, hi, first = p, p, false
			}
			lo, hi = smaller(lo, p), larger(hi, p)
		}
	}
	return lo, hi, true
}

// nonzero returns the parts of a range below and above zero.
func nonzero(b rng) (out []rng) {
	if r := (rng{b.lo, smaller(b.hi, fromInt(-1))}); lessEq(r.lo, r.hi) {
		out = append(out, r)
	}
	if r := (rng{larger(b.lo, one), b.hi}); lessEq(r.lo, r.hi) {
		out = append(out, r)
	}
	return out
}

// hasZero reports whether a range contains zero.
func hasZero(b rng) bool { return lessEq(b.lo, wide{}) && lessEq(wide{}, b.hi) }

// quotients returns the results of Div.
func quotients(t ir.Type, a, b rng) (out []rng) {
	for _, d := range nonzero(b) {
		q := divide(a.lo, d.lo)
		lo, hi := q, q
		for _, q := range []wide{divide(a.lo, d.hi), divide(a.hi, d.lo), divide(a.hi, d.hi)} {
			lo, hi = smaller(lo, q), larger(hi, q)
		}
		out = append(out, fit(t, lo, hi)...)
	}
	if hasZero(b) { // the results of a division by zero in package num
		if !t.Signed {
			return append(out, rng{limits(t).hi, limits(t).hi})
		}
		if less(a.lo, wide{}) {
			out = append(out, rng{one, one})
		}
		if lessEq(wide{}, a.hi) {
			out = append(out, rng{fromInt(-1), fromInt(-1)})
		}
	}
	return out
}

// absRange returns the least and the greatest absolute value of the bounds of a range.
func absRange(b rng) (lo, hi wide) {
	x, y := fromUint(magnitude(b.lo)), fromUint(magnitude(b.hi))
	return smaller(x, y), larger(x, y)
}

// remainders returns the results of Rem.
func remainders(t ir.Type, a, b rng) (out []rng) {
	if hasZero(b) {
		out = append(out, a)
	}
	for _, d := range nonzero(b) {
		least, most := absRange(d)
		_, amax := absRange(a)
		if less(amax, least) {
			out = append(out, a)
			continue
		}
		if least == most && !(less(a.lo, wide{}) && less(wide{}, a.hi)) {
			// There is one divisor and no change of sign. If all quotients are equal, the remainders are a shifted range.
			if q := divide(a.lo, most); q == divide(a.hi, most) {
				base, _ := times(q, most)
				out = append(out, rng{minus(a.lo, base), minus(a.hi, base)})
				continue
			}
		}
		r := rng{}
		if less(wide{}, a.hi) {
			r.hi = smaller(a.hi, minus(most, one))
		}
		if less(a.lo, wide{}) {
			r.lo = larger(a.lo, minus(one, most))
		}
		out = append(out, r)
	}
	return out
}

// shiftsLeft returns the results of Shl. A too large or negative amount gives 0.
func shiftsLeft(t ir.Type, a, n rng) (out []rng) {
	w := fromInt(int64(t.Bits))
	if less(n.lo, wide{}) || lessEq(w, n.hi) {
		out = append(out, rng{})
	}
	lo, hi := larger(n.lo, wide{}), smaller(n.hi, minus(w, one))
	if less(hi, lo) {
		return out
	}
	l, h, ok := products(a, rng{power(uint(lo.lo)), power(uint(hi.lo))})
	if !ok {
		return []rng{limits(t)}
	}
	return append(out, fit(t, l, h)...)
}

// shiftsRight returns the results of Shr. A too large or negative amount shifts out all bits but the sign.
func shiftsRight(t ir.Type, a, n rng) (out []rng) {
	w := fromInt(int64(t.Bits))
	if less(n.lo, wide{}) || lessEq(w, n.hi) { // only the sign is left
		out = append(out, rng{floorShift(a.lo, uint(t.Bits)), floorShift(a.hi, uint(t.Bits))})
	}
	lo, hi := larger(n.lo, wide{}), smaller(n.hi, minus(w, one))
	if less(hi, lo) {
		return out
	}
	p, q := uint(lo.lo), uint(hi.lo)
	return append(out, rng{
		smaller(floorShift(a.lo, p), floorShift(a.lo, q)),
		larger(floorShift(a.hi, p), floorShift(a.hi, q))})
}

// overflowOp returns the truth values of the test whether x op y overflows.
func overflowOp(op ir.BinOp, x, y value) value {
	if x.none() || y.none() {
		return value{t: ir.B}
	}
	if !isInt(x.t) {
		return anything(ir.B)
	}
	all := limits(x.t)
	canNo, canYes := false, false
	for _, a := range x.ints {
		for _, b := range y.ints {
			var lo, hi wide
			switch op {
			case ir.Add:
				lo, hi = plus(a.lo, b.lo), plus(a.hi, b.hi)
			case ir.Sub:
				lo, hi = minus(a.lo, b.hi), minus(a.hi, b.lo)
			case ir.Mul:
				var ok bool
				if lo, hi, ok = products(a, b); !ok {
					return anything(ir.B)
				}
			case ir.Div:
				overs := x.t.Signed && a.lo == all.lo && lessEq(b.lo, fromInt(-1)) && lessEq(fromInt(-1), b.hi)
				canYes = canYes || overs
				canNo = canNo || !overs || a.lo != a.hi || b.lo != b.hi
				continue
			default: // sound: any truth value
				return anything(ir.B)
			}
			canYes = canYes || less(lo, all.lo) || less(all.hi, hi)
			canNo = canNo || !(less(hi, all.lo) || less(all.hi, lo))
		}
	}
	return yesNo(canNo, canYes)
}

// castTo returns the values of x converted to type t.
func (m *model) castTo(t ir.Type, x value) value {
	from := x.t
	if x.none() {
		v := value{t: t}
		v.flo, v.fhi = 1, 0
		if t.Kind == ir.Ptr {
			v.ptr = &places{}
		}
		return v
	}
	v := anything(t)
	switch {
	case t.Kind == ir.Bool && isInt(from):
		no, yes := false, false
		for _, r := range x.ints {
			no = no || hasZero(r)
			yes = yes || r.lo != wide{} || r.hi != wide{}
		}
		v = yesNo(no, yes)
	case isInt(t) && isInt(from):
		if vs, ok := x.list(maxRanges); ok {
			v = each(t, vs, func(a uint64) uint64 { return ir.EvalCast(t, from, a) })
			break
		}
		var out []rng
		for _, r := range x.ints {
			out = append(out, fit(t, r.lo, r.hi)...)
		}
		v = ranges(t, out...)
	case isInt(t) && isFloat(from):
		v = floatToInt(t, x)
	case isFloat(t) && isInt(from):
		h := x.hull()
		v.flo = ir.FloatOf(t, ir.EvalCast(t, from, bitsOf(from, h.lo)))
		v.fhi = ir.FloatOf(t, ir.EvalCast(t, from, bitsOf(from, h.hi)))
		v.nan = false
	case isFloat(t) && isFloat(from):
		v.nan = x.nan
		v.flo, v.fhi = 1, 0
		if x.flo <= x.fhi {
			v.flo, v.fhi = round(t, x.flo), round(t, x.fhi)
		}
	}
	// Addresses.
	switch {
	case t.Kind == ir.Ptr && from.Kind == ir.Ptr:
		v.ptr = x.ptr
	case t.Kind == ir.Ptr && m.isAddress(from):
		v.ptr = m.byNumber(x)
	case m.isAddress(t) && from.Kind == ir.Ptr:
		v.ptr = x.ptr
		if x.ptr != nil && len(x.ptr.to) == 0 {
			v = constant(t, 0)
			v.ptr = x.ptr
		}
	case m.isAddress(t) && m.isAddress(from):
		v.ptr = x.ptr
	}
	return v
}

// round returns f rounded to a type of floats.
func round(t ir.Type, f float64) float64 { return ir.FloatOf(t, ir.FloatBits(t, f)) }

// floatToInt returns the values of x, rounded towards zero. If x has NaN or numbers outside of the type, the result is
// the set of all values.
func floatToInt(t ir.Type, x value) value {
	lo, hi := math.Trunc(x.flo), math.Trunc(x.fhi)
	min, end := 0.0, math.Ldexp(1, int(t.Bits))
	if t.Signed {
		end /= 2
		min = -end
	}
	if x.nan || x.flo > x.fhi || lo < min || hi >= end {
		return anything(t)
	}
	at := func(f float64) wide { return number(t, ir.EvalCast(t, ir.F64, math.Float64bits(f))) }
	return ranges(t, rng{at(lo), at(hi)})
}
