package smt

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/term"
)

// loop returns clauses for the invariant inv(x, y) of y = 0; while (x < n) { x++; y += d; }, and the claim about y at
// the end.
func loop(c *term.Ctx, d, claim int64) []*term.Term {
	x, y := c.Var("x", term.IntSort), c.Var("y", term.IntSort)
	inv := func(a, b *term.Term) *term.Term { return c.App("inv", term.BoolSort, a, b) }
	all := func(t *term.Term) *term.Term { return c.Forall([]*term.Term{x, y}, t) }
	n := c.Int(10)
	return []*term.Term{
		inv(c.Int(0), c.Int(0)),
		all(c.Implies(c.And(inv(x, y), c.ILt(x, n)), inv(c.IAdd(x, c.Int(1)), c.IAdd(y, c.Int(d))))),
		all(c.Implies(c.And(inv(x, y), c.ILe(n, x)), c.Eq(y, c.Int(claim)))),
	}
}

// nested returns clauses for: for (i = 0; i < n; i++) for (j = 0; j < i; j++) ; assert(j <= n), for all n >= 0.
func nested(c *term.Ctx) []*term.Term {
	i, j, n := c.Var("i", term.IntSort), c.Var("j", term.IntSort), c.Var("n", term.IntSort)
	vs := []*term.Term{i, j, n}
	outer := func(i, n *term.Term) *term.Term { return c.App("outer", term.BoolSort, i, n) }
	inner := func(i, j, n *term.Term) *term.Term { return c.App("inner", term.BoolSort, i, j, n) }
	all := func(t *term.Term) *term.Term { return c.Forall(vs, t) }
	one := c.Int(1)
	return []*term.Term{
		all(c.Implies(c.ILe(c.Int(0), n), outer(c.Int(0), n))),
		all(c.Implies(c.And(outer(i, n), c.ILt(i, n)), inner(i, c.Int(0), n))),
		all(c.Implies(c.And(inner(i, j, n), c.ILt(j, i)), inner(i, c.IAdd(j, one), n))),
		all(c.Implies(c.And(inner(i, j, n), c.ILe(i, j)), outer(c.IAdd(i, one), n))),
		all(c.Implies(inner(i, j, n), c.ILe(j, n))),
	}
}

// apply returns the body of a function with its parameters replaced by the operands.
func apply(c *term.Ctx, f *term.Func, args []*term.Term) *term.Term {
	by := map[*term.Term]*term.Term{}
	for i, p := range f.Params {
		by[p] = args[i]
	}
	return c.Subst(f.Body, by)
}

// interpret returns a clause with the predicates replaced by their interpretations.
func interpret(c *term.Ctx, m *term.Model, t *term.Term) *term.Term {
	by := map[*term.Term]*term.Term{}
	term.Walk(t, func(u *term.Term) bool {
		if u.Op() == term.App {
			by[u] = apply(c, m.Funcs[u.Name()], u.Args())
		}
		return true
	})
	return c.Subst(t, by)
}

// TestHorn checks that the interpretation of a safe system satisfies its clauses, and that an unsafe system is Unsat.
func TestHorn(t *testing.T) {
	cfg := has(t, "z3")
	c := term.New()
	h, err := OpenHorn(c, cfg)
	if err != nil {
		t.Fatal(err)
	}
	b := ample
	for name, clauses := range map[string][]*term.Term{"safe": loop(c, 2, 20), "nested": nested(c)} {
		a, m := h.Horn(context.Background(), b, clauses)
		if a.Result != Sat || m == nil {
			t.Fatal(name, a, m)
		}
		// The interpretation satisfies each clause: the negated clauses are unsatisfiable.
		s := open(t, c, cfg)
		for _, k := range clauses {
			body := interpret(c, m, quantified(k))
			if len(term.Decls(body)) == 0 && body.IsTrue() {
				continue
			}
			s.Push()
			s.Assert(c.Not(body))
			check(t, s, Unsat)
			s.Pop()
		}
	}
	if a, m := h.Horn(context.Background(), b, loop(c, 2, 21)); a.Result != Unsat || m != nil {
		t.Error(a, m)
	}
}

// quantified returns the body of a clause, with its variables free.
func quantified(t *term.Term) *term.Term {
	for t.Op() == term.Forall {
		t = t.Arg(len(t.Args()) - 1)
	}
	return t
}

// phases returns clauses for a loop in which x counts to n, and y counts from m only in the second half. They are hard
// for Spacer.
func phases(c *term.Ctx) []*term.Term {
	x, y := c.Var("x", term.IntSort), c.Var("y", term.IntSort)
	inv := func(a, b *term.Term) *term.Term { return c.App("inv", term.BoolSort, a, b) }
	all := func(t *term.Term) *term.Term { return c.Forall([]*term.Term{x, y}, t) }
	one, n, m := c.Int(1), c.Int(10_000), c.Int(5_000)
	return []*term.Term{
		inv(c.Int(0), m),
		all(c.Implies(c.And(inv(x, y), c.ILt(x, n)), inv(c.IAdd(x, one), c.Ite(c.ILe(m, x), c.IAdd(y, one), y)))),
		all(c.Implies(c.And(inv(x, y), c.ILe(n, x)), c.Eq(y, n))),
	}
}

// TestHornLimit checks that a query that is too hard ends by its time limit.
func TestHornLimit(t *testing.T) {
	c := term.New()
	h, err := OpenHorn(c, has(t, "z3"))
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	a, _ := h.Horn(context.Background(), Budget{Time: 300 * time.Millisecond}, phases(c))
	if took := time.Since(begin); a != unknown(ReasonTime) || took > slack {
		t.Errorf("%v after %v", a, took)
	}
	if a, _ := h.Horn(context.Background(), Budget{Work: 500_000}, phases(c)); a.Reason != ReasonWork ||
		a.Result != Unknown || a.Work < 500_000 || a.Work > 1_000_000 {
		t.Error(a)
	}
	begin = time.Now()
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(200*time.Millisecond, cancel)
	a, _ = h.Horn(ctx, Budget{}, phases(c))
	if took := time.Since(begin); a != unknown(ReasonCanceled) || took > slack {
		t.Errorf("%v after %v", a, took)
	}
}

// TestHornFaults checks that faults of the process are answered with Unknown.
func TestHornFaults(t *testing.T) {
	c := term.New()
	for mode, reason := range map[string]string{"hang": ReasonTime, "garbage": "solver says", "crash": "solver ended"} {
		h, err := OpenHorn(c, fakeConfig("horn-"+mode))
		if err != nil {
			t.Fatal(err)
		}
		b := ample
		if mode == "hang" {
			b.Time = 100 * time.Millisecond
		}
		a, m := h.Horn(context.Background(), b, loop(c, 1, 10))
		if a.Result != Unknown || m != nil || !strings.Contains(a.Reason, reason) {
			t.Error(mode, a)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	h, err := OpenHorn(c, fakeConfig("horn-hang"))
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	if a, _ := h.Horn(ctx, Budget{}, loop(c, 1, 10)); a.Reason != ReasonTime || time.Since(begin) > slack {
		t.Error(a, time.Since(begin))
	}
}
