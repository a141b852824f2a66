package congruence

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/domaintest"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// mutant is the domain with one fault.
type mutant struct {
	Classes
	assign     func(e State, d domain.Dim, x *domain.Expr) State
	assume     func(e State, c *domain.Expr) State
	join       func(a, b State) State
	meet       func(a, b State) State
	leq        func(a, b State) bool
	forget     func(e State, ds []domain.Dim) State
	bounds     func(e State, x *domain.Expr) domain.Range
	substitute func(within, e State, d domain.Dim, x *domain.Expr) State
	say        func(c class, x *domain.Expr) *domain.Expr
}

func (m mutant) Assign(e State, d domain.Dim, x *domain.Expr) State {
	if m.assign != nil && !e.bot {
		return m.assign(e, d, x)
	}
	return m.Classes.Assign(e, d, x)
}

func (m mutant) Assume(e State, c *domain.Expr) State {
	if m.assume != nil && !e.bot {
		return m.assume(e, c)
	}
	return m.Classes.Assume(e, c)
}

func (m mutant) Join(a, b State) State {
	if m.join != nil {
		return m.join(a, b)
	}
	return m.Classes.Join(a, b)
}

func (m mutant) Meet(a, b State) State {
	if m.meet != nil {
		return m.meet(a, b)
	}
	return m.Classes.Meet(a, b)
}

func (m mutant) Leq(a, b State) bool {
	if m.leq != nil {
		return m.leq(a, b)
	}
	return m.Classes.Leq(a, b)
}

func (m mutant) Forget(e State, ds ...domain.Dim) State {
	if m.forget != nil {
		return m.forget(e, ds)
	}
	return m.Classes.Forget(e, ds...)
}

func (m mutant) Bounds(e State, x *domain.Expr) domain.Range {
	if m.bounds != nil {
		return m.bounds(e, x)
	}
	return m.Classes.Bounds(e, x)
}

func (m mutant) Substitute(within, e State, d domain.Dim, x *domain.Expr) State {
	if m.substitute != nil {
		return m.substitute(within, e, d, x)
	}
	return m.Classes.Substitute(within, e, d, x)
}

func (m mutant) Constraints(e State) []*domain.Expr {
	out := m.Classes.Constraints(e)
	if m.say != nil {
		e.m.Each(func(k uint32, c *class) bool {
			out = append(out, m.say(*c, domain.NewDim(c.t, domain.Dim(k))))
			return true
		})
	}
	return out
}

func TestMutants(t *testing.T) {
	small := Classes{bounds: func(x *domain.Expr) domain.Range { // claims that every number is 0 or 1
		r := whole(x.T)
		if x.T.Kind == ir.Int && x.T.Bits > 2 {
			r.Lo, r.Hi = zero, one
		}
		return r
	}}
	node := func(f func(e State, x *domain.Expr) (class, bool)) mutant {
		return mutant{assign: func(e State, d domain.Dim, x *domain.Expr) State {
			if c, ok := f(e, x); ok {
				return set(e, d, c)
			}
			return Classes{}.Assign(e, d, x)
		}}
	}
	mutants := map[string]mutant{
		"nothing wraps":               {assign: small.Assign},
		"nothing wraps in conditions": {assume: small.Assume},
		"nothing wraps backward":      {substitute: small.Substitute},
		"joins keep one side":         {join: func(a, _ State) State { return a }},
		"joins are meets":             {join: Classes{}.Meet},
		"meets are joins":             {meet: Classes{}.Join},
		"all is below all":            {leq: func(State, State) bool { return true }},
		"forgetting does nothing":     {forget: func(e State, _ []domain.Dim) State { return e }},
		"backward, the assigned stays": {substitute: func(w, e State, d domain.Dim,
			x *domain.Expr) State {
			return Classes{}.Meet(w, e)
		}},
		"joins forget the difference": {join: func(a, b State) State { return joined(a, b) }},
		"remainders are not negative": {say: func(c class, x *domain.Expr) *domain.Expr { return naive(c, x) }},
		"ranges end before their end": {bounds: func(e State,
			x *domain.Expr) domain.Range {
			return shorter(Classes{}.Bounds(e, x))
		}},
		"sums have the larger modulus":  node(func(e State, x *domain.Expr) (class, bool) { return wrongSum(e, x) }),
		"remainders have their operand": node(func(e State, x *domain.Expr) (class, bool) { return wrongRem(e, x) }),
	}
	for name, m := range mutants {
		d := domain.Domain[State]{Lattice: m, Numeric: m}
		if domaintest.Check(d, domaintest.Config{Cases: 10000}) == nil {
			t.Errorf("%s: not found", name)
		}
	}
}

// joined is a join with the fault that it ignores the difference of the remainders.
func joined(a, b State) State {
	if a.bot || b.bot {
		return Classes{}.Join(a, b)
	}
	return State{m: a.m.Intersect(b.m, func(_ uint32, x, y *class) (*class, bool) {
		c := newClass(x.t, x.r, gcd(x.m, y.m))
		return &c, !c.isTop() && !c.empty
	})}
}

// naive returns a constraint for a class that ignores the sign of remainders.
func naive(c class, x *domain.Expr) *domain.Expr {
	_, max := domain.Limits(c.t)
	if c.m.Sign() == 0 || max.Less(c.m) {
		return c.constraint(x)
	}
	num := func(w domain.Wide) *domain.Expr { return domain.NewBits(c.t, canonical(c.t, w)) }
	return domain.NewBinary(ir.Eq, domain.NewBinary(ir.Rem, x, num(c.m)), num(c.r))
}

// shorter returns r without its greatest number.
func shorter(r domain.Range) domain.Range {
	if r.Lo.Less(r.Hi) && r.T.Kind == ir.Int {
		r.Hi = r.Hi.Sub(one)
	}
	return r
}

// wrongSum returns a wrong class of a sum: its modulus is the greater of the two moduli.
func wrongSum(e State, x *domain.Expr) (class, bool) {
	if x.Kind != domain.KBinary || x.Bin != ir.Add || x.T.Kind != ir.Int {
		return class{}, false
	}
	a, b := Classes{}.eval(e, x.X), Classes{}.eval(e, x.Y)
	if a.empty || b.empty || a.isSingle() || b.isSingle() {
		return class{}, false
	}
	return wrapped(x.T, a.r.Add(b.r), domain.MaxW(a.m, b.m)), true
}

// wrongRem returns a wrong class of a remainder: the class of the dividend.
func wrongRem(e State, x *domain.Expr) (class, bool) {
	if x.Kind != domain.KBinary || x.Bin != ir.Rem || x.T.Kind != ir.Int {
		return class{}, false
	}
	a := Classes{}.eval(e, x.X)
	return a, !a.empty
}
