package vc

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// randomSums returns random conditions on a few integers, with bounds for each of them.
func randomSums(c *term.Ctx, r *rand.Rand, vars []*term.Term, n int) []*term.Term {
	var num func(d int) *term.Term
	cond := func(d int) *term.Term {
		t := c.ILe(num(d), num(d))
		if r.IntN(3) == 0 {
			t = c.Eq(num(d), num(d))
		}
		if r.IntN(3) == 0 {
			t = c.Not(t)
		}
		return t
	}
	num = func(d int) *term.Term {
		switch k := r.IntN(6); {
		case d == 0 || k < 2:
			if r.IntN(3) == 0 {
				return c.Int(int64(r.IntN(9) - 4))
			}
			return vars[r.IntN(len(vars))]
		case k == 2:
			return c.IMul(c.Int(int64(r.IntN(7)-3)), num(d-1))
		case k == 3:
			return c.Ite(cond(d-1), num(d-1), num(d-1))
		case k == 4:
			return c.IMod(num(d-1), c.Int(int64(2+r.IntN(3))))
		}
		return c.IAdd(num(d-1), num(d-1))
	}
	var out []*term.Term
	for range n {
		out = append(out, cond(2))
	}
	return out
}

// TestExcluded checks that conditions that ranges exclude are unsatisfiable, and that ranges exclude a large part of
// the unsatisfiable conditions.
func TestExcluded(t *testing.T) {
	p := &ir.Program{Model: ir.ILP32}
	p.Entry = p.NewFunc("main", ir.Void, ir.Pos{})
	found, none := 0, 0
	for seed := range uint64(400) {
		c := term.New()
		e := New(c, p, Options{Enc: Ints})
		pr := NewProver(e, nil, smt.Budget{})
		r := rand.New(rand.NewPCG(seed, 3))
		var vars []*term.Term
		for i := range 3 {
			v := c.Fresh(fmt.Sprint("x", i), term.IntSort)
			e.axiom(v, c.And(c.ILe(c.Int(-4), v), c.ILe(v, c.Int(4))))
			vars = append(vars, v)
		}
		ts := randomSums(c, r, vars, 2+r.IntN(3))
		possible := false
		for k := range 9 * 9 * 9 {
			m := term.NewModel()
			for i, v := range vars {
				m.Vars[v.Name()] = c.Int(int64(k/[]int{1, 9, 81}[i]%9) - 4)
			}
			possible = possible || pr.satisfies(m, ts)
		}
		excluded := pr.excluded(ts)
		if excluded && possible {
			t.Fatalf("seed %d: %v has a solution", seed, ts)
		}
		if !possible {
			none++
		}
		if excluded {
			found++
		}
	}
	t.Logf("%d of %d", found, none)
	if found < none/4 {
		t.Errorf("only %d of %d are seen", found, none)
	}
}

// TestLeast checks that a core contradicts the facts, and is minimal. A long core of definitions takes only a few
// queries.
func TestLeast(t *testing.T) {
	p := &ir.Program{Model: ir.ILP32}
	p.Entry = p.NewFunc("main", ir.Void, ir.Pos{})
	ctx := context.Background()
	least := func(pr *Prover, facts, all []*term.Term) {
		need, ok := pr.least(ctx, facts, all, 0, 1000)
		if !ok {
			t.Fatal("no core")
		}
		excludes := func(ts []*term.Term) bool { return pr.ask(ctx, append(slices.Clone(facts), ts...)...) == smt.Unsat }
		if !excludes(need) {
			t.Errorf("no core of %v: %v", all, need)
		}
		for i, x := range need {
			if excludes(slices.Delete(slices.Clone(need), i, i+1)) {
				t.Errorf("%v is left in %v", x, need)
			}
		}
	}
	pr, _ := counted(t, p, Ints)
	e, c := pr.E, pr.E.C
	cores := 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 5))
		var vars []*term.Term
		for i := range 4 {
			v := c.Fresh(fmt.Sprint("x", i), term.IntSort)
			e.axiom(v, c.And(c.ILe(c.Int(-4), v), c.ILe(v, c.Int(4))))
			vars = append(vars, v)
		}
		ts := randomSums(c, r, vars, 4+r.IntN(12))
		if _, _, res := pr.core(ctx, pr.Budget, ts[:1], ts[1:]); res == smt.Unsat {
			cores++
			least(pr, ts[:1], ts[1:])
		}
	}
	if cores < 10 {
		t.Errorf("only %d cores", cores)
	}
	// x0 = 0, x1 = x0 + 1, ..., 100 < x60
	var ts []*term.Term
	x := c.Int(0)
	for i := range 61 {
		v := c.Fresh(fmt.Sprint("y", i), term.IntSort)
		ts = append(ts, c.Eq(v, x))
		x = c.IAdd(v, c.Int(1))
	}
	ts = append(ts, c.ILt(c.Int(100), x))
	was := pr.Queries
	need, ok := pr.least(ctx, nil, ts, 0, 1000)
	if n := pr.Queries - was; !ok || len(need) != len(ts) || n > 5 {
		t.Errorf("%d questions for a core of %d of %d", n, len(need), len(ts))
	}
}

// TestChanged checks that all slots that an edge changes are in the result of changed.
func TestChanged(t *testing.T) {
	met := 0
	for seed := range uint64(24) {
		p := program(t, seed)
		path := runOf(t, p, seed)
		c := term.New()
		e := New(c, p, Options{Enc: []Encoding{Ints, Bits}[seed%2]})
		pr := NewProver(e, nil, smt.Budget{})
		s, at := e.Initial(), e.Start()
		tr := &ssa{names: newNaming(), edges: path, end: len(path)}
		tr.Points = append(tr.Points, at)
		s = pr.version(tr, -1, &State{Ctx: at.Ctx}, plain(s), at, pr.slotsAt(at))
		for i, ed := range path {
			n := e.pass(s, ed)
			if n == nil {
				break
			}
			n = plain(n)
			at = e.after(at, ed)
			tr.Points = append(tr.Points, at)
			changed := pr.changed(s, n, at)
			for _, x := range pr.slotsAt(at) {
				v := e.slotValue(n, x)
				if v == e.slotValue(s, x) && v != nil {
					continue
				}
				if met++; (v != nil || x.Var != nil) && !slices.Contains(changed, x) {
					t.Fatalf("seed %d: %v changes %v, which is not looked at", seed, ed, x)
				}
			}
			s = pr.version(tr, i, s, n, at, changed)
			for _, x := range pr.slotsAt(at) { // each slot has a named constant
				v := e.slotValue(s, x)
				if v == nil || v.T == nil || x.Type.Kind == ir.Ptr {
					continue
				}
				if got := pr.nameAt(tr, i+1, v.T); got != pr.value(x).T {
					t.Fatalf("seed %d: at point %d %v is called %v", seed, i+1, x, got)
				}
			}
		}
	}
	if met < 1000 {
		t.Errorf("only %d changes", met)
	}
}
