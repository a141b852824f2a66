package product

import (
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/congruence"
	"github.com/tandem-verifier/tandem/internal/domain/domaintest"
	"github.com/tandem-verifier/tandem/internal/domain/interval"
	"github.com/tandem-verifier/tandem/internal/ir"
)

const cases = 1500 // number of random cases of the laws; more if TANDEM_LONG is set

func TestLaws(t *testing.T) {
	for _, k := range []int{0, 4} {
		domaintest.Laws(t, New(interval.New(k), congruence.New()), domaintest.Config{Cases: cases, Seed: int64(k)})
	}
	domaintest.Laws(t, New(interval.New(4), congruence.New()), domaintest.Config{Cases: cases / 3, Floats: true})
	domaintest.Laws(t, New(congruence.New(), interval.New(0)), domaintest.Config{Cases: cases / 3})
	nested := New(New(interval.New(0), congruence.New()), interval.New(2))
	domaintest.Laws(t, nested, domaintest.Config{Cases: cases / 3})
}

var (
	x   = domain.NewDim(ir.I32, 0)
	bin = domain.NewBinary
)

func num(v int64) *domain.Expr { return domain.NewConst(ir.I32, v) }

func mod(x *domain.Expr, m, r int64) *domain.Expr {
	return bin(ir.Eq, bin(ir.Rem, x, num(m)), num(r))
}

func between(lo int64, x *domain.Expr, hi int64) *domain.Expr {
	return bin(ir.LAnd, bin(ir.Le, num(lo), x), bin(ir.Le, x, num(hi)))
}

// TestReduction checks that each component refines the other.
func TestReduction(t *testing.T) {
	d := New(interval.New(0), congruence.New())
	for _, c := range []struct {
		name  string
		conds []*domain.Expr
		y     *domain.Expr
		want  string
	}{
		{"ends", []*domain.Expr{mod(x, 4, 1), between(10, x, 20)}, nil,
			"(13:i32 <= d0), (d0 <= 17:i32), ((d0 & 3:i32) == 1:i32)"},
		{"one left", []*domain.Expr{between(10, x, 15), mod(x, 7, 5)}, nil, "(d0 == 12:i32)"},
		{"none left", []*domain.Expr{between(10, x, 11), mod(x, 7, 5)}, nil, "0:bool"},
		{"no wrap", []*domain.Expr{between(0, x, 100), mod(x, 3, 0)}, bin(ir.Add, x, num(1)),
			"(0:i32 <= d0), (d0 <= 99:i32), ((d0 % 3:i32) == 0:i32), (1:i32 <= d1), (d1 <= 100:i32), (((d1 % 3:i32) == " +
				"1:i32) || ((d1 % 3:i32) == -2:i32))"},
		{"a product of a range", []*domain.Expr{between(0, x, 9)}, bin(ir.Mul, x, num(12)),
			"(0:i32 <= d0), (d0 <= 9:i32), (0:i32 <= d1), (d1 <= 108:i32), ((d1 % 12:i32) == 0:i32)"},
		{"remainder of positive numbers", []*domain.Expr{bin(ir.Le, num(0), x), mod(x, 6, 5)}, bin(ir.Rem, x, num(3)),
			"(5:i32 <= d0), (d0 <= 2147483645:i32), (((d0 % 6:i32) == 5:i32) || ((d0 % 6:i32) == -1:i32)), (d1 == 2:i32)"},
	} {
		e := d.Top()
		for _, cond := range c.conds {
			e = d.Assume(e, cond)
		}
		if c.y != nil {
			e = d.Assign(e, 1, c.y)
		}
		var got []string
		for _, x := range d.Constraints(e) {
			got = append(got, x.String())
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, s, c.want)
		}
	}
	e := d.Assume(d.Assume(d.Top(), mod(x, 4, 2)), between(0, x, 100))
	if r := d.Bounds(e, bin(ir.Add, x, num(1))); r.Lo != domain.WideInt(3) || r.Hi != domain.WideInt(99) {
		t.Errorf("bounds of a sum: %s..%s", r.Lo, r.Hi)
	}
}

// wrong is the congruence domain with a fault in the bounds that it passes to the other component, or that it uses from
// there.
type wrong struct {
	congruence.Classes
	tighten func(r domain.Range) domain.Range
	with    func(bounds func(*domain.Expr) domain.Range) func(*domain.Expr) domain.Range
}

func (w wrong) Tighten(e congruence.State, x *domain.Expr, r domain.Range) domain.Range {
	r = w.Classes.Tighten(e, x, r)
	if w.tighten != nil && !r.Empty {
		return w.tighten(r)
	}
	return r
}

func (w wrong) With(bounds func(*domain.Expr) domain.Range) domain.Numeric[congruence.State] {
	if w.with != nil {
		bounds = w.with(bounds)
	}
	return told{w, w.Classes.With(bounds).(congruence.Classes)}
}

// told is a wrong that has got the (faulty) bounds of the other component.
type told struct {
	w wrong
	congruence.Classes
}

func (w told) Tighten(e congruence.State, x *domain.Expr, r domain.Range) domain.Range {
	return w.w.Tighten(e, x, r)
}

// lattice is the product with a fault in its lattice.
type lattice struct {
	domain.Lattice[State[interval.State, congruence.State]]
	leq   func(a, b State[interval.State, congruence.State]) bool
	join  func(a, b State[interval.State, congruence.State]) State[interval.State, congruence.State]
	meet  func(a, b State[interval.State, congruence.State]) State[interval.State, congruence.State]
	widen func(a, b State[interval.State, congruence.State]) State[interval.State, congruence.State]
}

func (l lattice) Leq(a, b State[interval.State, congruence.State]) bool {
	if l.leq != nil && !a.bot && !b.bot {
		return l.leq(a, b)
	}
	return l.Lattice.Leq(a, b)
}

func (l lattice) Join(a, b State[interval.State, congruence.State]) State[interval.State, congruence.State] {
	if l.join != nil && !a.bot && !b.bot {
		return l.join(a, b)
	}
	return l.Lattice.Join(a, b)
}

func (l lattice) Meet(a, b State[interval.State, congruence.State]) State[interval.State, congruence.State] {
	if l.meet != nil && !a.bot && !b.bot {
		return l.meet(a, b)
	}
	return l.Lattice.Meet(a, b)
}

func (l lattice) Widen(a, b State[interval.State, congruence.State], at domain.Thresholds) State[interval.State,
	congruence.State] {
	if l.widen != nil && !a.bot && !b.bot {
		return l.widen(a, b)
	}
	return l.Lattice.Widen(a, b, at)
}

func TestMutants(t *testing.T) {
	type state = State[interval.State, congruence.State]
	sides := map[string]wrong{
		"ranges lose their end": {tighten: func(r domain.Range) domain.Range {
			if r.Lo.Less(r.Hi) {
				r.Hi = r.Hi.Sub(domain.WideInt(1))
			}
			return r
		}},
		"ranges are one number": {tighten: func(r domain.Range) domain.Range { r.Hi = r.Lo; return r }},
		"ends of the range are taken for a number": {with: func(b func(*domain.Expr) domain.Range) func(
			*domain.Expr) domain.Range {
			return func(x *domain.Expr) domain.Range { r := b(x); r.Hi = r.Lo; return r }
		}},
	}
	for name, w := range sides {
		c := domain.Domain[congruence.State]{Lattice: w, Numeric: w}
		if domaintest.Check(New(interval.New(0), c), domaintest.Config{Cases: 3000}) == nil {
			t.Errorf("%s: not found", name)
		}
	}
	d := New(interval.New(0), congruence.New())
	for name, l := range map[string]lattice{
		"only the right side is compared": {leq: func(a, b state) bool { return congruence.Classes{}.Leq(a.B, b.B) }},
		"the right side is not joined":    {join: func(a, b state) state { j := d.Join(a, b); j.B = a.B; return j }},
		"the right side is not met": {meet: func(a, b state) state {
			if m := d.Meet(a, b); !m.bot {
				m.B = a.B
				return m
			}
			return d.Bottom()
		}},
		"the right side is not widened": {widen: func(a, b state) state {
			w := d.Widen(a, b, domain.Thresholds{})
			w.B = a.B
			return w
		}},
	} {
		l.Lattice = d.Lattice
		if domaintest.Check(domain.Domain[state]{Lattice: l, Numeric: d.Numeric}, domaintest.Config{Cases: 3000}) == nil {
			t.Errorf("%s: not found", name)
		}
	}
}
