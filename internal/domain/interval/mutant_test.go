package interval

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/domaintest"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// mutant is the domain with one fault.
type mutant struct {
	Values
	assign func(v Values, e State, d domain.Dim, x *domain.Expr) State
	assume func(v Values, e State, c *domain.Expr) State
	join   func(v Values, a, b State) State
	meet   func(v Values, a, b State) State
	widen  func(v Values, a, b State, at domain.Thresholds) State
	leq    func(v Values, a, b State) bool
	forget func(v Values, e State, ds ...domain.Dim) State
}

func (m mutant) Assign(e State, d domain.Dim, x *domain.Expr) State {
	if m.assign != nil {
		return m.assign(m.Values, e, d, x)
	}
	return m.Values.Assign(e, d, x)
}

func (m mutant) Assume(e State, c *domain.Expr) State {
	if m.assume != nil {
		return m.assume(m.Values, e, c)
	}
	return m.Values.Assume(e, c)
}

func (m mutant) Join(a, b State) State {
	if m.join != nil {
		return m.join(m.Values, a, b)
	}
	return m.Values.Join(a, b)
}

func (m mutant) Meet(a, b State) State {
	if m.meet != nil {
		return m.meet(m.Values, a, b)
	}
	return m.Values.Meet(a, b)
}

func (m mutant) Widen(a, b State, at domain.Thresholds) State {
	if m.widen != nil {
		return m.widen(m.Values, a, b, at)
	}
	return m.Values.Widen(a, b, at)
}

func (m mutant) Leq(a, b State) bool {
	if m.leq != nil {
		return m.leq(m.Values, a, b)
	}
	return m.Values.Leq(a, b)
}

func (m mutant) Forget(e State, ds ...domain.Dim) State {
	if m.forget != nil {
		return m.forget(m.Values, e, ds...)
	}
	return m.Values.Forget(e, ds...)
}

// swapped returns a mutant that replaces nodes of expressions by f before it evaluates them.
func swapped(f func(x *domain.Expr) *domain.Expr) mutant {
	var walk func(x *domain.Expr) *domain.Expr
	walk = func(x *domain.Expr) *domain.Expr {
		if x == nil {
			return nil
		}
		c := *x
		c.X, c.Y = walk(x.X), walk(x.Y)
		return f(&c)
	}
	return mutant{
		assign: func(v Values, e State, d domain.Dim, x *domain.Expr) State { return v.Assign(e, d, walk(x)) },
		assume: func(v Values, e State, c *domain.Expr) State { return v.Assume(e, walk(c)) },
	}
}

// operator returns a mutant that replaces the operator from by to.
func operator(from, to ir.BinOp) mutant {
	return swapped(func(x *domain.Expr) *domain.Expr {
		if x.Kind == domain.KBinary && x.Bin == from && x.X.T.Kind != ir.Float {
			x.Bin = to
		}
		return x
	})
}

// TestMutants checks that the laws find each fault.
func TestMutants(t *testing.T) {
	// saturate clips values to the type instead of wrapping them.
	saturate := func(v Values, e State, d domain.Dim, x *domain.Expr) State {
		if x.Kind == domain.KBinary && x.T.Kind == ir.Int && (x.Bin == ir.Add || x.Bin == ir.Sub || x.Bin == ir.Mul) &&
			!e.bot {
			if lo, hi, ok := exact(x.Bin, v.eval(e, x.X), v.eval(e, x.Y)); ok {
				min, max := domain.Limits(x.T)
				lo, hi = domain.MinW(domain.MaxW(lo, min), max), domain.MinW(domain.MaxW(hi, min), max)
				return v.set(e, d, between(x.T, lo, hi))
			}
		}
		return v.Assign(e, d, x)
	}
	mutants := map[string]mutant{
		"no wrap":                {assign: saturate},
		"join keeps one side":    {join: func(_ Values, a, _ State) State { return a }},
		"join is meet":           {join: func(v Values, a, b State) State { return v.Meet(a, b) }},
		"join loses values":      {join: func(v Values, a, b State) State { return shrink(v.Join(a, b)) }},
		"meet is bottom":         {meet: func(v Values, a, b State) State { return v.Bottom() }},
		"meet is join":           {meet: func(v Values, a, b State) State { return v.Join(a, b) }},
		"widening keeps the old": {widen: func(_ Values, a, _ State, _ domain.Thresholds) State { return a }},
		"widening loses values": {widen: func(v Values, a, b State, at domain.Thresholds) State {
			return shrink(v.Widen(a, b, at))
		}},
		"all is below all":           {leq: func(Values, State, State) bool { return true }},
		"forget does nothing":        {forget: func(_ Values, e State, _ ...domain.Dim) State { return e }},
		"strict less-or-equal":       operator(ir.Le, ir.Lt),
		"equal is less":              operator(ir.Eq, ir.Lt),
		"shift left is right":        operator(ir.Shl, ir.Shr),
		"remainder is division":      operator(ir.Rem, ir.Div),
		"or is xor":                  operator(ir.Or, ir.Xor),
		"and is or":                  operator(ir.And, ir.Or),
		"disjunction is conjunction": operator(ir.LOr, ir.LAnd),
		"overflow of sums is of products": swapped(func(x *domain.Expr) *domain.Expr {
			if x.Kind == domain.KOverflows && x.Bin == ir.Add {
				x.Bin = ir.Mul
			}
			return x
		}),
		"casts keep the number": swapped(func(x *domain.Expr) *domain.Expr {
			if x.Kind == domain.KCast && x.T.Kind == ir.Int && x.X.T.Kind == ir.Int && x.X.Kind == domain.KConst {
				w := domain.Read(x.X.T, x.X.Bits)
				lo, hi := domain.Limits(x.T)
				return domain.NewRange(x.T, domain.MinW(domain.MaxW(w, lo), hi), domain.MinW(domain.MaxW(w, lo), hi))
			}
			return x
		}),
		"complement is negation": swapped(func(x *domain.Expr) *domain.Expr {
			if x.Kind == domain.KUnary && x.Un == ir.Not {
				x.Un = ir.Neg
			}
			return x
		}),
		"division rounds down": swapped(func(x *domain.Expr) *domain.Expr {
			if x.Kind == domain.KBinary && x.Bin == ir.Div && x.T.Signed && x.Y.Kind == domain.KConst && x.Y.Bits == 2 {
				return domain.NewBinary(ir.Shr, x.X, domain.NewConst(ir.I32, 1))
			}
			return x
		}),
		"conditions are ignored backward": {assume: func(v Values, e State, c *domain.Expr) State {
			if c.Kind == domain.KBinary && c.Bin == ir.Lt && c.X.Kind == domain.KDim && c.X.T.Kind == ir.Int && !e.bot {
				// x < y read as x < the least y
				y := v.eval(e, c.Y)
				return v.refine(e, c.X, between(c.X.T, domain.MinWide, y.lo.Sub(domain.WideInt(1))))
			}
			return v.Assume(e, c)
		}},
	}
	for name, m := range mutants {
		m.Values = Values{4}
		d := domain.Domain[State]{Lattice: m, Numeric: m}
		err := domaintest.Check(d, domaintest.Config{Cases: 2000})
		if err == nil {
			t.Errorf("%s: not found", name)
		}
	}
}

// shrink removes the greatest value from each dimension that has several values.
func shrink(e State) State {
	if e.bot {
		return e
	}
	m := e.m
	e.m.Each(func(k uint32, v *value) bool {
		if numeric(v.t) && v.lo != v.hi {
			w := v.without(v.hi)
			m = m.Set(k, &w)
		}
		return true
	})
	return State{m: m}
}
