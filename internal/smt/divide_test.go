package smt

import (
	"context"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/term"
)

// TestDivisionNames checks, for all operands of four bits: the results of a division satisfy the lemmas about its
// names; no other values satisfy lemmas and definition; and the term that replaces a division has the value of the
// division. Divisors are literals and variables.
func TestDivisionNames(t *testing.T) {
	const width, all = 4, 1 << 4
	sort := term.BVSort(width)
	for divisor := -1; divisor < all; divisor++ {
		c := term.New()
		x, y := c.Var("x", sort), c.Var("y", sort)
		if divisor >= 0 {
			y = c.BV(uint64(divisor), width)
		}
		for _, whole := range []*term.Term{c.BVUDiv(x, y), c.BVURem(x, y), c.BVSDiv(x, y), c.BVSRem(x, y)} {
			s := newDivided(c, &script{}, 1)
			named := s.names.Of(whole)
			if len(s.byKey) == 0 {
				if divisor < 0 {
					t.Fatalf("%v has no names", whole)
				}
				continue // a rule has replaced the division by a literal
			}
			for _, d := range s.byKey {
				for vx := range uint64(all) {
					for vy := range uint64(all) {
						if divisor >= 0 && int(vy) != divisor {
							continue
						}
						namesAt(t, c, d, map[string]uint64{"x": vx, "y": vy}, whole, named)
					}
				}
			}
		}
	}
}

// namesAt checks the names of a division where the operands have the given values. whole is a term with the division,
// and named the term by which it is replaced.
func namesAt(t *testing.T, c *term.Ctx, d *division, at map[string]uint64, whole, named *term.Term) {
	t.Helper()
	m := term.NewModel()
	for name, v := range at {
		m.Vars[name] = c.BV(v, 4)
	}
	quotients, remainders := 16, 16
	if d.q == nil {
		quotients = 1
	}
	if d.r == nil {
		remainders = 1
	}
	found := 0
	for q := range quotients {
		for r := range remainders {
			right := true
			if d.q != nil {
				m.Vars[d.q.Name()] = c.BV(uint64(q), 4)
				right = right && holds(t, c, m, c.Eq(d.q, c.BVUDiv(d.key.x, d.key.y)))
			}
			if d.r != nil {
				m.Vars[d.r.Name()] = c.BV(uint64(r), 4)
				right = right && holds(t, c, m, c.Eq(d.r, c.BVURem(d.key.x, d.key.y)))
			}
			lemmas := holds(t, c, m, d.lemmas...)
			if right {
				found++
				if !lemmas {
					t.Fatalf("%v at %v: a lemma does not hold for quotient %d, remainder %d", whole, at, q, r)
				}
				if !holds(t, c, m, c.Eq(whole, named)) {
					t.Fatalf("%v at %v has another value than %v", whole, at, named)
				}
			}
			if both := lemmas && holds(t, c, m, d.define...); both != right {
				t.Fatalf("%v at %v: quotient %d, remainder %d: right %v, defined %v", whole, at, q, r, right, both)
			}
		}
	}
	if found != 1 {
		t.Fatalf("%v at %v: %d right results", whole, at, found)
	}
}

// holds reports whether all terms are true in a model.
func holds(t *testing.T, c *term.Ctx, m *term.Model, ts ...*term.Term) bool {
	t.Helper()
	ok, err := c.Holds(m, c.And(ts...))
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

// TestDivided compares answers, models and cores with an enumeration of all values, where each division has names.
func TestDivided(t *testing.T) {
	z := has(t, "z3")
	counts := map[Result]int{}
	named := 0
	for seed := range int64(size(3, 60)) {
		c := term.New()
		s := newDivided(c, open(t, c, z), 1)
		session(t, newGen(seed+500, c), s, 120, counts)
		named += len(s.byKey)
	}
	enough(t, counts)
	if named < 20 {
		t.Errorf("%d divisions had names", named)
	}
}

// count is a solver that counts the questions to another one.
type count struct {
	Solver
	n int
}

func (s *count) Check(ctx context.Context, b Budget, assume ...*term.Term) Answer {
	s.n++
	return s.Solver.Check(ctx, b, assume...)
}

// TestDividedQuestions checks how many questions the next solver gets.
func TestDividedQuestions(t *testing.T) {
	z := has(t, "z3")
	for _, test := range []struct {
		name  string
		f     func(c *term.Ctx, x, y *term.Term) *term.Term
		want  Result
		asked int
	}{
		{"a lemma decides", func(c *term.Ctx, x, y *term.Term) *term.Term {
			return c.And(c.BVUlt(c.BV(2, 32), y), c.BVUle(y, c.BVURem(x, y)))
		}, Unsat, 1},
		{"the model is repaired", func(c *term.Ctx, x, y *term.Term) *term.Term {
			return c.And(c.Eq(c.BVURem(x, c.BV(7, 32)), c.BV(5, 32)), c.Eq(c.BVUDiv(x, c.BV(7, 32)), c.BV(4, 32)))
		}, Sat, 1},
		{"the definition is needed", func(c *term.Ctx, x, y *term.Term) *term.Term {
			return c.And(c.Eq(c.BVURem(x, c.BV(10, 32)), c.BV(3, 32)), c.Eq(c.BVURem(x, c.BV(5, 32)), c.BV(2, 32)))
		}, Unsat, 2},
	} {
		c := term.New()
		next := &count{Solver: open(t, c, z)}
		s := newDivided(c, next, narrowest)
		s.Assert(test.f(c, c.Var("x", term.BVSort(32)), c.Var("y", term.BVSort(32))))
		a := s.Check(context.Background(), Budget{Time: 20 * time.Second})
		if a.Result != test.want || next.n != test.asked {
			t.Errorf("%s: %v after %d questions, want %v after %d", test.name, a, next.n, test.want, test.asked)
		}
		if m, err := s.Model(); (err == nil) != (test.want == Sat) {
			t.Errorf("%s: model %v, %v", test.name, m, err)
		}
	}
}
