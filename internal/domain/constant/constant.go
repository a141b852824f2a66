// Package constant is the domain of explicit values: each dimension has a known value, any value, or any value but
// zero.
//
// # The idea
//
// It is Kildall's lattice for constant propagation (POPL 1973), with refinement by conditions: from x + 1 == 4 it
// infers x == 3. Used by a model checker that does not join states, the domain yields the explicit-value analysis
// (Beyer, Löwe, FASE 2013).
//
//	d := constant.New()
//	e := d.Assume(d.Top(), x + 1 == 4)   // x == 3
//	d.Join(e, d.Assign(e, y, 5))         // x == 3: the common values
//
// # What is not modelled
//
// Anything but equality with a literal: bounds, relations, and disequalities other than x != 0.
package constant

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/pmap"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// State is an element: the dimensions that have a known value.
type State struct {
	m   pmap.Hashed[value] // by dimension
	bot bool
}

// value is a number of a type, as canonical bits, or any number but 0.
type value struct {
	bits    uint64
	t       ir.Type
	nonzero bool // any number but 0 of an Int; bits is 0
}

// notZero returns the value of any number but 0.
func notZero(t ir.Type) value { return value{0, t, true} }

// isNot reports whether v is a number other than zero.
func (v value) isNot() bool { return v.nonzero || v.t.Kind == ir.Int && v.bits != 0 }

// leq reports whether w includes v.
func (v value) leq(w value) bool { return v == w || w.nonzero && v.t == w.t && v.isNot() }

// HashAt implements pmap.Hashable.
func (v value) HashAt(k uint32) uint64 {
	h := uint64(k)<<32 | uint64(v.t.Kind)<<8 | uint64(v.t.Bits)
	if v.nonzero {
		h |= 1 << 24
	}
	return pmap.Mix(h, v.bits)
}

// Constants is the domain.
type Constants struct{}

// New returns the domain.
func New() domain.Domain[State] {
	return domain.Domain[State]{Lattice: Constants{}, Numeric: Constants{}}
}

// Top returns the element of all points.
func (Constants) Top() State { return State{} }

// Bottom returns the element without points.
func (Constants) Bottom() State { return State{bot: true} }

// IsBottom reports whether e has no points.
func (Constants) IsBottom(e State) bool { return e.bot }

// Leq reports whether b includes a.
func (Constants) Leq(a, b State) bool {
	if a.bot || b.bot {
		return a.bot
	}
	return a.m.Covers(b.m.Map, func(_ uint32, x, y value) bool { return x.leq(y) })
}

// Join keeps the values that a and b have in common.
func (Constants) Join(a, b State) State {
	switch {
	case a.bot:
		return b
	case b.bot:
		return a
	}
	return State{m: a.m.Intersect(b.m, func(_ uint32, x, y value) (value, bool) {
		if x != y && x.t == y.t && x.isNot() && y.isNot() {
			return notZero(x.t), true
		}
		return x, x == y
	})}
}

// Widen returns Join. Chains are finite, since each join that changes an element loses values.
func (d Constants) Widen(old, next State, _ domain.Thresholds) State { return d.Join(old, next) }

// Meet returns the element with the values of a and the values of b.
func (Constants) Meet(a, b State) State {
	if a.bot || b.bot {
		return State{bot: true}
	}
	bot := false
	m := a.m.Union(b.m, func(_ uint32, x, y value) value {
		if y.leq(x) {
			return y
		}
		bot = bot || !x.leq(y)
		return x
	})
	if bot {
		return State{bot: true}
	}
	return State{m: m}
}

// Narrow returns Meet. Chains are finite.
func (d Constants) Narrow(old, next State) State { return d.Meet(old, next) }

// Assign implements domain.Numeric.
func (d Constants) Assign(e State, dim domain.Dim, x *domain.Expr) State {
	if e.bot {
		return e
	}
	bits, ok := d.eval(e, x)
	switch {
	case ok:
		return set(e, dim, value{bits, x.T, false})
	case d.nonzero(e, x):
		return set(e, dim, notZero(x.T))
	}
	return State{m: e.m.Delete(uint32(dim))}
}

// set returns e with value v for dim.
func set(e State, dim domain.Dim, v value) State {
	return State{m: e.m.Set(uint32(dim), v)}
}

// Forget implements domain.Numeric.
func (Constants) Forget(e State, dims ...domain.Dim) State {
	for _, dim := range dims {
		e.m = e.m.Delete(uint32(dim))
	}
	return e
}

// Project implements domain.Projector.
func (Constants) Project(e State, keep func(domain.Dim) bool) State {
	e.m = e.m.Filter(func(k uint32, _ value) bool { return keep(domain.Dim(k)) })
	return e
}

func numeric(t ir.Type) bool { return t.Kind == ir.Int || t.Kind == ir.Bool }

// Bounds implements domain.Numeric.
func (d Constants) Bounds(e State, x *domain.Expr) domain.Range {
	r := domain.Range{T: x.T, Empty: e.bot}
	bits, ok := uint64(0), false
	if !e.bot {
		bits, ok = d.eval(e, x)
	}
	switch {
	case numeric(x.T):
		r.Lo, r.Hi = domain.Limits(x.T)
		if ok {
			r.Lo = domain.Read(x.T, bits)
			r.Hi = r.Lo
		} else if x.Kind == domain.KAny {
			r.Lo, r.Hi = x.Lo, x.Hi
		}
	case x.T.Kind == ir.Float:
		r.FLo, r.FHi, r.NaN = math.Inf(-1), math.Inf(1), !e.bot
		if f := ir.FloatOf(x.T, bits); ok && f != f {
			r.FLo, r.FHi = math.Inf(1), math.Inf(-1)
		} else if ok {
			r.FLo, r.FHi, r.NaN = f, f, false
		}
	}
	return r
}

// Constraints implements domain.Numeric.
func (d Constants) Constraints(e State) (out []*domain.Expr) {
	if e.bot {
		return []*domain.Expr{domain.NewConst(ir.B, 0)}
	}
	e.m.Each(func(k uint32, v value) bool {
		if !v.isNaN() {
			out = append(out, v.constraint(k))
		}
		return true
	})
	return out
}

// constraint returns the condition which states that the dimension k has the value v, or a value that is equal to v
// (zeros of floats).
func (v value) constraint(k uint32) *domain.Expr {
	op := ir.Eq
	if v.nonzero {
		op = ir.Ne
	}
	return domain.NewBinary(op, domain.NewDim(v.t, domain.Dim(k)), domain.NewBits(v.t, v.bits))
}

// isNaN reports whether v is a NaN.
func (v value) isNaN() bool {
	return v.t.Kind == ir.Float && ir.FloatOf(v.t, v.bits) != ir.FloatOf(v.t, v.bits)
}

// Each implements domain.Sharer.
func (d Constants) Each(e State, f func(dim domain.Dim, part any, give func() []*domain.Expr)) {
	if e.bot {
		f(-1, nil, func() []*domain.Expr { return d.Constraints(e) })
		return
	}
	e.m.Each(func(k uint32, v value) bool {
		if !v.isNaN() {
			f(domain.Dim(k), v, func() []*domain.Expr { return []*domain.Expr{v.constraint(k)} })
		}
		return true
	})
}

// Stated removes the values that equations cannot express: NaNs, and the signs of zeros.
func (Constants) Stated(e State) State {
	e.m = e.m.Filter(func(_ uint32, v value) bool {
		return v.t.Kind != ir.Float || !v.isNaN() && ir.FloatOf(v.t, v.bits) != 0
	})
	return e
}

// Changed calls f for each dimension whose value in t is known and differs from its value in s, with a hash of the
// value.
func (Constants) Changed(s, t State, f func(d domain.Dim, v uint64)) {
	s.m.Diff(t.m.Map, func(k uint32, v value, _ bool, w value, is bool) bool {
		if is {
			f(domain.Dim(k), w.HashAt(k))
		}
		return true
	})
}

// Hash returns a hash, which is equal for equal elements.
func (Constants) Hash(e State) uint64 { return e.m.Hash() }

// Shape returns a hash of the dimensions with values.
func (Constants) Shape(e State) uint64 { return e.m.Keys() }

// HashAs returns the hash of e restricted to the dimensions that have values in f. It returns false if e lacks a value
// for one of them.
func (Constants) HashAs(e, f State) (uint64, bool) { return e.m.HashAs(f.m) }

// Known reports whether a dimension has a value, or is not zero.
func (Constants) Known(e State, dim domain.Dim) bool {
	_, ok := e.m.Get(uint32(dim))
	return ok
}

// Singles calls f for each Int or Bool dimension with a known value, ascending.
func (Constants) Singles(e State, f func(dim domain.Dim, bits uint64)) {
	e.m.Each(func(k uint32, v value) bool {
		if numeric(v.t) && !v.nonzero {
			f(domain.Dim(k), v.bits)
		}
		return true
	})
}

// eval returns the value of x if x has the same value in all points of e, otherwise false. e is not bottom.
func (d Constants) eval(e State, x *domain.Expr) (uint64, bool) {
	switch x.Kind {
	case domain.KConst:
		return x.Bits, true
	case domain.KDim:
		v, ok := e.m.Get(uint32(x.D))
		return v.bits, ok && v.t == x.T && !v.nonzero
	case domain.KAny:
		if x.T.Kind == ir.Int && x.Lo == x.Hi {
			return ir.EvalCast(x.T, ir.I64, x.Lo.Lo), true
		}
		return 0, false
	case domain.KUnary:
		if v, ok := d.eval(e, x.X); ok {
			return ir.EvalUnary(x.Un, x.X.T, v), true
		}
	case domain.KCast:
		if v, ok := d.eval(e, x.X); ok {
			return ir.EvalCast(x.T, x.X.T, v), true
		}
	case domain.KBinary, domain.KOverflows:
		a, aok := d.eval(e, x.X)
		b, bok := d.eval(e, x.Y)
		switch {
		case aok && bok && x.Kind == domain.KOverflows:
			if ir.EvalOverflows(x.Bin, x.X.T, a, b) {
				return 1, true
			}
			return 0, true
		case aok && bok:
			return ir.EvalBinary(x.Bin, x.X.T, a, b, x.Y.T), true
		case x.Kind == domain.KBinary && (aok || bok) && numeric(x.X.T):
			if aok {
				if v, ok := againstZero(x.Bin, x.X.T, true); ok && a == 0 && d.nonzero(e, x.Y) {
					return v, true
				}
				return absorbs(x, a)
			}
			if v, ok := againstZero(x.Bin, x.X.T, false); ok && b == 0 && d.nonzero(e, x.X) {
				return v, true
			}
			return absorbs(x, b)
		}
	}
	return 0, false
}

// nonzero reports whether an Int is not zero in all points of e.
func (d Constants) nonzero(e State, x *domain.Expr) bool {
	if x.T.Kind != ir.Int {
		return false
	}
	switch x.Kind { // sound: it may be zero
	case domain.KConst:
		return x.Bits != 0
	case domain.KDim:
		v, ok := e.m.Get(uint32(x.D))
		return ok && v.t == x.T && v.isNot()
	case domain.KUnary:
		return x.Un == ir.Neg && d.nonzero(e, x.X)
	case domain.KCast:
		return x.X.T.Kind == ir.Int && x.X.T.Bits <= x.T.Bits && d.nonzero(e, x.X)
	}
	return false
}

// againstZero returns the value of a comparison of 0 with a number other than 0, if it does not depend on this number;
// left is true if 0 is on the left.
func againstZero(op ir.BinOp, t ir.Type, left bool) (uint64, bool) {
	switch op { // sound: the value depends on the other number
	case ir.Eq:
		return 0, true
	case ir.Ne:
		return 1, true
	case ir.Lt: // 0 < x
		return 1, left && !t.Signed
	case ir.Le: // x <= 0
		return 0, !left && !t.Signed
	}
	return 0, false
}

// absorbs returns the value of x if known, the value of one operand, determines it.
func absorbs(x *domain.Expr, known uint64) (uint64, bool) {
	switch x.Bin { // sound: the value depends on the other operand
	case ir.Mul, ir.And, ir.LAnd:
		return 0, known == 0
	case ir.LOr:
		return 1, known == 1
	}
	return 0, false
}

// Assume implements domain.Numeric.
func (d Constants) Assume(e State, c *domain.Expr) State { return d.refine(e, c, 1) }

// refine restricts e to the points in which x may have the value want.
func (d Constants) refine(e State, x *domain.Expr, want uint64) State {
	if e.bot {
		return e
	}
	if v, ok := d.eval(e, x); ok {
		if v == want || x.T.Kind == ir.Float {
			return e
		}
		return State{bot: true}
	}
	if !numeric(x.T) {
		return e
	}
	if want == 0 && d.nonzero(e, x) {
		return State{bot: true}
	}
	switch x.Kind {
	case domain.KConst, domain.KAny, domain.KOverflows:
	case domain.KDim:
		return set(e, x.D, value{want, x.T, false})
	case domain.KUnary:
		if x.Un == ir.LNot || x.T.Kind == ir.Int && (x.Un == ir.Neg || x.Un == ir.Not) { // their own inverses
			return d.refine(e, x.X, ir.EvalUnary(x.Un, x.T, want))
		}
	case domain.KCast:
		if from := x.X.T; numeric(from) && from.Bits <= x.T.Bits && x.T.Kind == ir.Int {
			back := ir.EvalCast(from, x.T, want)
			if ir.EvalCast(x.T, from, back) != want {
				return State{bot: true}
			}
			return d.refine(e, x.X, back)
		}
	case domain.KBinary:
		return d.refineBinary(e, x, want)
	}
	return e
}

// refineBinary does what refine does, for an operation whose value is unknown.
func (d Constants) refineBinary(e State, x *domain.Expr, want uint64) State {
	a, aok := d.eval(e, x.X)
	b, bok := d.eval(e, x.Y)
	t := x.X.T
	switch x.Bin { // sound: nothing is learnt
	case ir.LAnd:
		if want == 1 {
			return d.refine(d.refine(e, x.X, 1), x.Y, 1)
		}
		if aok && a == 1 {
			return d.refine(e, x.Y, 0)
		}
		if bok && b == 1 {
			return d.refine(e, x.X, 0)
		}
	case ir.LOr:
		if want == 0 {
			return d.refine(d.refine(e, x.X, 0), x.Y, 0)
		}
		if aok && a == 0 {
			return d.refine(e, x.Y, 1)
		}
		if bok && b == 0 {
			return d.refine(e, x.X, 1)
		}
	case ir.Eq, ir.Ne:
		equal := (x.Bin == ir.Eq) == (want == 1)
		switch {
		case !equal && aok && a == 0:
			return d.differs(e, x.Y)
		case !equal && bok && b == 0:
			return d.differs(e, x.X)
		case !numeric(t) || !aok && !bok || !equal && t.Kind != ir.Bool:
		case aok:
			return d.refine(e, x.Y, flipped(a, equal))
		default:
			return d.refine(e, x.X, flipped(b, equal))
		}
	case ir.Lt, ir.Le: // 0 < x, x < 0, !(0 <= x), !(x <= 0)
		if strict := (x.Bin == ir.Lt) == (want == 1); strict && aok && a == 0 {
			return d.differs(e, x.Y)
		} else if strict && bok && b == 0 {
			return d.differs(e, x.X)
		}
	case ir.Add, ir.Xor, ir.Sub:
		if t.Kind != ir.Int {
			return e
		}
		switch {
		case aok && x.Bin == ir.Sub: // a - y == want
			return d.refine(e, x.Y, ir.EvalBinary(ir.Sub, t, a, want, t))
		case aok:
			return d.refine(e, x.Y, ir.EvalBinary(inverse(x.Bin), t, want, a, t))
		case bok:
			return d.refine(e, x.X, ir.EvalBinary(inverse(x.Bin), t, want, b, t))
		}
	}
	return e
}

// differs restricts e to the points in which x, whose value is unknown, is not zero.
func (d Constants) differs(e State, x *domain.Expr) State {
	switch from := x.X; {
	case x.T.Kind == ir.Bool:
		return d.refine(e, x, 1)
	case x.T.Kind != ir.Int:
	case x.Kind == domain.KDim:
		return set(e, x.D, notZero(x.T))
	case x.Kind == domain.KUnary && x.Un == ir.Neg, x.Kind == domain.KCast &&
		(from.T.Kind == ir.Int || from.T.Kind == ir.Bool) && from.T.Bits <= x.T.Bits:
		return d.differs(e, from)
	}
	return e
}

// flipped returns bits, the value of a Bool, if equal is set, else the other truth value.
func flipped(bits uint64, equal bool) uint64 {
	if equal {
		return bits
	}
	return 1 - bits
}

// inverse returns the operator that undoes op with the same right operand.
func inverse(op ir.BinOp) ir.BinOp {
	switch op { // sound: called for these two and Xor only
	case ir.Add:
		return ir.Sub
	case ir.Sub:
		return ir.Add
	}
	return ir.Xor
}
