package powerset

import (
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/domaintest"
	"github.com/tandem-verifier/tandem/internal/domain/interval"
	"github.com/tandem-verifier/tandem/internal/domain/octagon"
	"github.com/tandem-verifier/tandem/internal/domain/relation"
	"github.com/tandem-verifier/tandem/internal/ir"
)

const cases = 800 // number of random cases of the laws; more if TANDEM_LONG is set

func TestLaws(t *testing.T) {
	for _, max := range []int{1, 3} {
		domaintest.Laws(t, New(interval.New(0), max), domaintest.Config{Cases: cases, Seed: int64(max)})
	}
	domaintest.Laws(t, New(interval.New(3), 4), domaintest.Config{Cases: cases / 2, Floats: true})
	oct := relation.New(interval.New(0), octagon.New(6))
	domaintest.Laws(t, New(oct, 3), domaintest.Config{Cases: cases / 4})
}

var (
	x, y = domain.NewDim(ir.I32, 0), domain.NewDim(ir.I32, 1)
	bin  = domain.NewBinary
)

func num(v int64) *domain.Expr { return domain.NewConst(ir.I32, v) }

// TestDisjunctions checks that conditions with disjunctions yield the expected disjuncts, and the nearest disjuncts are
// joined.
func TestDisjunctions(t *testing.T) {
	d := New(interval.New(0), 3)
	between := func(lo int64, x *domain.Expr, hi int64) *domain.Expr {
		return bin(ir.LAnd, bin(ir.Le, num(lo), x), bin(ir.Le, x, num(hi)))
	}
	or := func(x, y *domain.Expr) *domain.Expr { return bin(ir.LOr, x, y) }
	for _, c := range []struct {
		name  string
		conds []*domain.Expr
		want  string
	}{
		{"not zero", []*domain.Expr{bin(ir.Ne, x, num(5))}, "((d0 <= 4:i32) || (6:i32 <= d0))"},
		{"common", []*domain.Expr{between(0, y, 9), or(bin(ir.Eq, x, num(1)), bin(ir.Eq, x, num(7)))},
			"(0:i32 <= d1), (d1 <= 9:i32), ((d0 == 1:i32) || (d0 == 7:i32))"},
		{"nearest", []*domain.Expr{or(or(between(0, x, 3), between(5, x, 6)),
			or(between(100, x, 103), between(300, x, 303)))},
			"((((100:i32 <= d0) && (d0 <= 103:i32)) || ((300:i32 <= d0) && (d0 <= 303:i32))) || ((0:i32 <= d0) && (d0 <= " +
				"6:i32)))"},
		{"one left", []*domain.Expr{bin(ir.Ne, x, num(5)), bin(ir.Le, num(5), x)}, "(6:i32 <= d0)"},
		{"not both", []*domain.Expr{domain.NewUnary(ir.LNot, bin(ir.LAnd, bin(ir.Le, x, num(3)), bin(ir.Le, y, num(4))))},
			"((4:i32 <= d0) || ((d0 <= 3:i32) && (5:i32 <= d1)))"},
	} {
		e := d.Top()
		for _, cond := range c.conds {
			e = d.Assume(e, cond)
		}
		var got []string
		for _, x := range d.Constraints(e) {
			got = append(got, x.String())
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, s, c.want)
		}
	}
}

// steps analyses a loop that increments x, with widening, and returns the number of iterations (100 if it does not end)
// and the result. Both disjuncts must be widened separately.
func steps(d domain.Domain[State[interval.State]]) (int, State[interval.State]) {
	e := d.Join(d.Assign(d.Top(), 0, num(0)), d.Assign(d.Top(), 0, num(-1000)))
	for k := 0; k < 100; k++ {
		up := d.Assign(d.Assume(e, bin(ir.LAnd, bin(ir.Le, num(0), x), bin(ir.Le, x, num(1<<20)))), 0, bin(ir.Add, x, num(1)))
		next := d.Join(e, up)
		if d.Leq(next, e) {
			return k, e
		}
		e = d.Widen(e, next, domain.Thresholds{})
	}
	return 100, e
}

// TestWidening checks that widening ends soon and keeps the disjuncts.
func TestWidening(t *testing.T) {
	k, e := steps(New(interval.New(0), 4))
	if k > 5 || len(e.Parts()) != 2 {
		t.Errorf("%d steps, %d parts", k, len(e.Parts()))
	}
}

// mutant is the lattice of the domain with one fault.
type mutant struct {
	lattice[interval.State]
	join, meet func(l lattice[interval.State], a, b state) state
	widen      func(l lattice[interval.State], a, b state) state
	leq        func(l lattice[interval.State], a, b state) bool
}

type state = State[interval.State]

func (m mutant) Join(a, b state) state {
	if m.join != nil {
		return m.join(m.lattice, a, b)
	}
	return m.lattice.Join(a, b)
}

func (m mutant) Meet(a, b state) state {
	if m.meet != nil {
		return m.meet(m.lattice, a, b)
	}
	return m.lattice.Meet(a, b)
}

func (m mutant) Widen(a, b state, at domain.Thresholds) state {
	if m.widen != nil {
		return m.widen(m.lattice, a, b)
	}
	return m.lattice.Widen(a, b, at)
}

func (m mutant) Leq(a, b state) bool {
	if m.leq != nil {
		return m.leq(m.lattice, a, b)
	}
	return m.lattice.Leq(a, b)
}

// faulty is the numeric part of the domain with one fault.
type faulty struct {
	numeric[interval.State]
	assume      func(n numeric[interval.State], e state, c *domain.Expr) state
	bounds      func(n numeric[interval.State], e state, x *domain.Expr) domain.Range
	constraints func(n numeric[interval.State], e state) []*domain.Expr
}

func (f faulty) Assume(e state, c *domain.Expr) state {
	if f.assume != nil {
		return f.assume(f.numeric, e, c)
	}
	return f.numeric.Assume(e, c)
}

func (f faulty) Bounds(e state, x *domain.Expr) domain.Range {
	if f.bounds != nil && len(e.parts) > 0 {
		return f.bounds(f.numeric, e, x)
	}
	return f.numeric.Bounds(e, x)
}

func (f faulty) Constraints(e state) []*domain.Expr {
	if f.constraints != nil && len(e.parts) > 0 {
		return f.constraints(f.numeric, e)
	}
	return f.numeric.Constraints(e)
}

func TestMutants(t *testing.T) {
	s := &sets[interval.State]{Domain: interval.New(0), max: 2}
	first := func(e state) state {
		if len(e.parts) > 1 {
			e.parts = e.parts[:1]
		}
		return e
	}
	l, n := lattice[interval.State]{s}, numeric[interval.State]{s}
	for name, d := range map[string]domain.Domain[state]{
		"parts are dropped beyond the limit": {Numeric: n,
			Lattice: mutant{join: func(l lattice[interval.State], a, b state) state {
				parts := append(a.parts[:len(a.parts):len(a.parts)], b.parts...)
				return state{parts[:min(len(parts), 2)]}
			}}},
		"meets are of the first parts": {Numeric: n,
			Lattice: mutant{meet: func(l lattice[interval.State], a, b state) state { return first(l.Meet(a, b)) }}},
		"one part below is enough": {Numeric: n, Lattice: mutant{leq: func(l lattice[interval.State], a, b state) bool {
			return len(a.parts) == 0 || l.Leq(first(a), b)
		}}},
		"widening is joining": {Numeric: n,
			Lattice: mutant{widen: func(l lattice[interval.State], a, b state) state { return l.Join(a, b) }}},
		"widening keeps the old parts": {Numeric: n,
			Lattice: mutant{widen: func(l lattice[interval.State], a, b state) state {
				if len(a.parts) == 0 {
					return b
				}
				return a
			}}},
		"disjunctions are their left sides": {Lattice: l,
			Numeric: faulty{assume: func(n numeric[interval.State], e state, c *domain.Expr) state {
				if c.Kind == domain.KBinary && c.Bin == ir.LOr {
					return n.Assume(e, c.X)
				}
				return n.Assume(e, c)
			}}},
		"different is less": {Lattice: l,
			Numeric: faulty{assume: func(n numeric[interval.State], e state, c *domain.Expr) state {
				if c.Kind == domain.KBinary && c.Bin == ir.Ne && c.X.T.Kind == ir.Int {
					return n.Assume(e, bin(ir.Lt, c.X, c.Y))
				}
				return n.Assume(e, c)
			}}},
		"bounds are those of the first part": {Lattice: l,
			Numeric: faulty{bounds: func(n numeric[interval.State], e state, x *domain.Expr) domain.Range {
				return n.Bounds(first(e), x)
			}}},
		"what one part says is true": {Lattice: l,
			Numeric: faulty{constraints: func(n numeric[interval.State], e state) []*domain.Expr {
				return n.Domain.Constraints(e.parts[0])
			}}},
	} {
		if m, ok := d.Lattice.(mutant); ok {
			m.lattice = l
			d.Lattice = m
		}
		if f, ok := d.Numeric.(faulty); ok {
			f.numeric = n
			d.Numeric = f
		}
		if k, _ := steps(d); k < 100 && domaintest.Check(d, domaintest.Config{Cases: 2000}) == nil {
			t.Errorf("%s: not found", name)
		}
	}
}
