package triple

import (
	"fmt"
	"math/big"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/term"
)

// expr returns the value of e in state s. Shared subexpressions are encoded once.
func (q *query) expr(s *state, e ir.Expr) value {
	outer := q.memo
	q.memo = map[ir.Expr]value{}
	v := q.rec(s, e)
	q.memo = outer
	return v
}

// cond returns the truth value of a Bool expression in state s.
func (q *query) cond(s *state, e ir.Expr) *term.Term { return q.expr(s, e).t }

// rec is like expr, but uses the values in q.memo, which belong to the same state.
func (q *query) rec(s *state, e ir.Expr) value {
	switch e := e.(type) { // sound: node encodes the others
	case *ir.Const:
		return q.literal(e.T, e.Bits)
	case *ir.Ref:
		return q.ref(s, e.Var)
	}
	if v, ok := q.memo[e]; ok {
		return v
	}
	v := q.node(s, e)
	q.memo[e] = v
	return v
}

// ref returns the value of a register, of a bound register of a quantifier, or of a pseudo register.
func (q *query) ref(s *state, v *ir.Var) value {
	if x, ok := q.bound[v]; ok {
		return x
	}
	if p := q.c.named.pseudo[v]; p != nil {
		return q.atStart(slot{v: p})
	}
	return q.read(s, s.register(v))
}

// literal returns the value of a constant.
func (q *query) literal(t ir.Type, bits uint64) value {
	switch {
	case t.Kind == ir.Bool:
		return value{t: q.tc.Bool(bits != 0)}
	case t.Kind == ir.Float:
		return value{t: q.tc.FP(bits, floatWidth(t))}
	}
	v := q.a.lit(t, bits)
	v.own = q.owners.numbered(t, v)
	return v
}

// node encodes an expression that is not in q.memo.
func (q *query) node(s *state, e ir.Expr) value {
	switch e := e.(type) { // sound: unknown
	case *ir.AddrOf:
		if q.c.mem.heap {
			return q.heap.addressOf(s, e.Obj)
		}
		v := q.read(s, s.object(e.Obj, addressOf))
		v.own = q.owners.ownObject(s, e.Obj)
		return v
	case *ir.FuncAddr:
		return q.heap.codeAddress(e.Func)
	case *ir.Unary:
		return q.unary(e, q.rec(s, e.X))
	case *ir.Binary:
		return q.binary(e, q.rec(s, e.X), q.rec(s, e.Y))
	case *ir.Cast:
		return q.cast(s, e, q.rec(s, e.X))
	case *ir.PtrAdd:
		p, i := q.rec(s, e.P), q.rec(s, e.Index)
		v := q.a.address(e.P.Type(), p, i, e.Index.Type(), e.Scale)
		if q.c.mem.heap {
			v.at = q.heap.shift(p, i, e.Index.Type(), e.Scale)
		}
		v.own = q.owners.moved(p, i, e.Index.Type(), e.Scale)
		return v
	case *ir.PtrDiff:
		p, x := q.rec(s, e.P), q.rec(s, e.Q)
		if sameObject(p, x) {
			return q.a.distance(e.Type(), p.at.off, x.at.off)
		}
		q.heap.look(p)
		q.heap.look(x)
		return q.heap.distance(e.Type(), p, x)
	case *ir.Overflows:
		x, y := q.rec(s, e.X), q.rec(s, e.Y)
		return value{t: q.a.overflows(e.Op, e.X.Type(), x, y)}
	case *ir.Valid:
		return value{t: q.answer(s, e)}
	case *ir.Load:
		return q.memory.specLoad(s, e)
	case *ir.Forall:
		return value{t: q.forall(s, e)}
	}
	return q.unknown(e.Type(), fmt.Sprintf("expression %T", e))
}

// unary encodes an operator applied to x.
func (f *formula) unary(e *ir.Unary, x value) value {
	t := e.X.Type()
	switch {
	case t.Kind == ir.Bool:
		return value{t: f.tc.Not(x.t)}
	case t.Kind == ir.Float:
		if r := floatUnary(f.tc, e.Op, x.t); r != nil {
			return value{t: r}
		}
		return f.unknown(t, "float operation")
	}
	v := f.a.unary(e.Op, t, x)
	if e.Op == ir.Neg {
		v.p = poly{}.plus(^uint64(0), f.polyOf(x))
	}
	return v
}

// binary encodes an operator applied to x and y.
func (q *query) binary(e *ir.Binary, x, y value) value {
	c, t := q.tc, e.X.Type()
	b := func(t *term.Term) value { return value{t: t} }
	switch {
	case t.Kind == ir.Bool:
		switch e.Op { // sound: unknown, below
		case ir.LAnd:
			return b(c.And(x.t, y.t))
		case ir.LOr:
			return b(c.Or(x.t, y.t))
		case ir.Eq:
			return b(c.Iff(x.t, y.t))
		case ir.Ne:
			return b(c.Not(c.Iff(x.t, y.t)))
		}
	case t.Kind == ir.Float:
		if r := floatBinary(c, e.Op, x.t, y.t); r != nil {
			return b(r)
		}
	default:
		nt := numberType(t)
		if t.Kind == ir.Ptr && q.c.mem.heap {
			switch {
			case e.Op == ir.Eq || e.Op == ir.Ne:
				if same := q.heap.samePointer(x, y); same != nil {
					if e.Op == ir.Ne {
						same = c.Not(same)
					}
					return b(same)
				}
			default:
				if a, b, ok := q.heap.ordered(x, y); ok {
					x, y = a, b
				}
			}
			q.heap.look(x)
			q.heap.look(y)
		}
		if e.Op == ir.Eq || e.Op == ir.Ne {
			if equal, known := q.equalPoly(nt, x, y); known {
				return b(c.Bool(equal == (e.Op == ir.Eq)))
			}
		}
		switch e.Op { // sound: arithmetic, or unknown
		case ir.Eq, ir.Lt, ir.Le:
			return b(q.a.compare(e.Op, nt, x, y))
		case ir.Ne:
			return b(c.Not(q.a.compare(ir.Eq, nt, x, y)))
		}
		if v, ok := q.a.binary(e.Op, t, x, y, e.Y.Type()); ok {
			if t.Kind == ir.Int && q.c.mem.heap {
				v.at = q.heap.computed(e, x, y, v)
			}
			return q.withPoly(e.Op, v, x, y)
		}
		return q.bounded(e, t, q.unknownOf(t, e.Op.String()+e.Y.Type().String(), x, y), x, y)
	}
	return q.unknown(e.Type(), "operation")
}

// bounded adds facts with simple bounds of v, the result of a bit operation whose exact value is unknown. It returns v.
func (f *formula) bounded(e *ir.Binary, t ir.Type, v, x, y value) value {
	if f.enc != Ints || x.lo.Sign() < 0 || y.lo.Sign() < 0 {
		return v
	}
	c := f.tc
	switch e.Op { // sound: nothing is known of the value
	case ir.And:
		f.fact(c.And(c.ILe(c.Int(0), v.t), c.ILe(v.t, x.t), c.ILe(v.t, y.t)))
	case ir.Or:
		f.fact(c.And(c.ILe(x.t, v.t), c.ILe(y.t, v.t), c.ILe(v.t, c.IAdd(x.t, y.t))))
	case ir.Xor:
		f.fact(c.And(c.ILe(c.Int(0), v.t), c.ILe(v.t, c.IAdd(x.t, y.t))))
	case ir.Shr:
		f.fact(c.And(c.ILe(c.Int(0), v.t), c.ILe(v.t, x.t)))
	}
	return v
}

// cast encodes a conversion of x.
func (q *query) cast(s *state, e *ir.Cast, x value) value {
	from, to := e.X.Type(), e.T
	switch {
	case from.Kind == ir.Bool && to.Kind == ir.Int:
		return q.a.truth(to, x.t)
	case isNumber(from) && isNumber(to):
		v := q.a.resize(numberType(to), numberType(from), x)
		if to.Bits <= from.Bits {
			v.p = q.polyOf(x)
		}
		q.heap.look(x)
		switch {
		case to.Bits != from.Bits:
		case to.Kind == ir.Ptr && from.Kind == ir.Int:
			v.at = q.heap.fromNumber(s, x).at
		case from.Kind == ir.Ptr:
			v.at = x.at.asNumber()
		default:
			v.at = x.at
		}
		return v
	case isNumber(from) && to.Kind == ir.Float:
		if f, ok := q.a.toFloat(from, x, floatWidth(to)); ok {
			return value{t: f}
		}
		return q.unknownOf(to, "cast to float from "+from.String(), x)
	case from.Kind == ir.Float && to.Kind == ir.Int:
		if v, ok := q.a.ofFloat(to, x.t); ok {
			return v
		}
		return q.unknownOf(to, "cast from float", x)
	case from.Kind == ir.Float && to.Kind == ir.Float:
		return value{t: q.tc.FPOfFP(x.t, floatWidth(to))}
	}
	return q.unknown(to, "cast")
}

// few bounds the number of instances with which a quantifier is expanded.
const few = 12

// forall encodes a quantifier over the numbers of the bound register's type from Lo to below Hi. If the body contains
// an unknown value, which may differ between instances, the truth value of the outermost quantifier is unknown.
func (q *query) forall(s *state, e *ir.Forall) *term.Term {
	c, t := q.tc, e.Bound.Type
	lo, hi := q.rec(s, e.Lo), q.rec(s, e.Hi)
	was, had := q.bound[e.Bound]
	defer func() {
		if had {
			q.bound[e.Bound] = was
		} else {
			delete(q.bound, e.Bound)
		}
	}()
	if l, ok := ir.IsConst(e.Lo); ok {
		if h, ok := ir.IsConst(e.Hi); ok {
			if !num.Less(l, h, t.Bits, t.Signed) {
				return c.True()
			}
			if num.Trunc(h-l, t.Bits) <= few {
				var all []*term.Term
				for ; l != h; l = num.Trunc(l+1, t.Bits) {
					q.bound[e.Bound] = q.a.lit(t, l)
					all = append(all, q.cond(s, e.Body))
				}
				return c.And(all...)
			}
		}
	}
	i := c.Fresh(q.enc.String()+".i", q.a.sort(t))
	v := q.a.number(t, i)
	q.bound[e.Bound] = v
	outerFacts, outerUnclear := q.local, q.unclear
	q.local, q.unclear = nil, false
	q.nested++
	body := q.cond(s, e.Body)
	q.nested--
	facts, unclear := q.local, q.unclear
	q.local, q.unclear = outerFacts, outerUnclear
	if unclear {
		if q.nested > 0 {
			q.unclear = true
			return c.True()
		}
		return q.unknown(ir.B, "a quantifier over something unknown").t
	}
	guard := []*term.Term{q.a.compare(ir.Le, t, lo, v), q.a.compare(ir.Lt, t, v, hi)}
	if r := q.a.inRange(t, i); r != nil {
		guard = append(guard, r)
	}
	guard = append(guard, facts...)
	return c.Forall([]*term.Term{i}, c.Implies(c.And(guard...), body))
}

func bigOf(v int64) *big.Int { return big.NewInt(v) }
