package vc

import (
	"context"
	"math/rand"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// qeCase is a random conjunction over few values, so that quantifiers can be expanded.
type qeCase struct {
	*gen
	gone  map[*term.Term]bool
	width int // the width of bit-vectors; 0 for integers
	order int // for bit-vectors: 1 for mostly unsigned comparisons, 2 for signed, 0 for both
}

// less returns x < y or x <= y in the order that the case prefers.
func (q *qeCase) less(x, y *term.Term, strict bool) *term.Term {
	f := [][]func(x, y *term.Term) *term.Term{{q.c.BVUle, q.c.BVUlt}, {q.c.BVSle, q.c.BVSlt}}[q.order-1]
	if strict {
		return f[1](x, y)
	}
	return f[0](x, y)
}

// num returns a random linear term.
func (q *qeCase) num() *term.Term {
	c := q.c
	v := q.vars[q.r.Intn(len(q.vars))]
	k := int64(q.r.Intn(9) - 4)
	if q.width > 0 {
		return c.BVAdd(c.BVMul(c.BV(uint64(k), q.width), v), c.BV(uint64(q.r.Intn(8)), q.width))
	}
	return c.IAdd(c.IMul(c.Int(k), v), c.Int(int64(q.r.Intn(7)-3)))
}

// atom returns a random condition.
func (q *qeCase) atom() *term.Term {
	c := q.c
	x, y := q.num(), q.num()
	if q.width > 0 && q.order != 0 && q.r.Intn(4) > 0 { // a comparison of the order
		x = q.vars[2+q.r.Intn(2)]
		if q.r.Intn(2) == 0 {
			x, y = y, x
		}
		switch k := q.r.Intn(4); {
		case k == 0:
			return c.Not(q.less(x, y, true))
		case k == 1:
			return c.Not(q.less(x, y, false))
		default:
			return q.less(x, y, k == 2)
		}
	}
	if q.r.Intn(3) == 0 {
		x, y = q.vars[q.r.Intn(len(q.vars))], q.vars[q.r.Intn(len(q.vars))]
	}
	switch q.r.Intn(8) {
	case 0:
		y = c.Ite(q.atom(), q.num(), y)
	case 1:
		return c.Or(q.atom(), q.atom())
	case 2:
		return c.Not(c.Eq(x, y))
	case 3, 4:
		return c.Eq(x, y)
	}
	switch {
	case q.width == 0 && q.r.Intn(2) == 0:
		return c.ILt(x, y)
	case q.width == 0:
		return c.ILe(x, y)
	}
	switch q.r.Intn(4) {
	case 0:
		return c.BVSlt(x, y)
	case 1:
		return c.BVSle(x, y)
	case 2:
		return c.BVUlt(x, y)
	}
	return c.BVUle(x, y)
}

// qeLow and qeHigh bound the integers.
const qeLow, qeHigh = -3, 4

// value returns the i-th value.
func (q *qeCase) value(i int) *term.Term {
	if q.width > 0 {
		return q.c.BV(uint64(i), q.width)
	}
	return q.c.Int(int64(i + qeLow))
}

// each sets the variables in m to all values in turn and calls f, until f returns false. It reports whether f always
// returned true.
func (q *qeCase) each(m *term.Model, vars []*term.Term, f func() bool) bool {
	if len(vars) == 0 {
		return f()
	}
	n := qeHigh - qeLow + 1
	if q.width > 0 {
		n = 1 << q.width
	}
	for i := range n {
		m.Vars[vars[0].Name()] = q.value(i)
		if !q.each(m, vars[1:], f) {
			return false
		}
	}
	return true
}

// TestProjection compares elimination with expansion of the quantifiers: the result must follow from the conjunction,
// and an exact result must be equivalent to it.
func TestProjection(t *testing.T) {
	count := tally{}
	for seed := range int64(360) {
		q := &qeCase{gen: &gen{r: rand.New(rand.NewSource(seed)), c: term.New()}, gone: map[*term.Term]bool{}}
		q.width = []int{0, 0, 2, 3}[seed%4]
		q.order = int(seed / 4 % 3)
		s := term.IntSort
		if q.width > 0 {
			s = term.BVSort(q.width)
		}
		for i, name := range []string{"a", "b", "x", "y"} {
			v := q.c.Var(name, s)
			q.vars = append(q.vars, v)
			q.gone[v] = i >= 2
		}
		var ts []*term.Term
		for range 2 + q.r.Intn(4) {
			ts = append(ts, q.atom())
		}
		if q.width == 0 { // the bounds within which quantifiers are expanded
			for _, v := range q.vars[2:] {
				ts = append(ts, q.c.ILe(q.c.Int(qeLow), v), q.c.ILe(v, q.c.Int(qeHigh)))
			}
		}
		p := &projection{c: q.c, gone: func(v *term.Term) bool { return q.gone[v] }, exact: true, choices: int(seed % 3)}
		p.unsat = func([]*term.Term, bool) bool { return false }
		got := p.run(ts)
		for _, v := range term.FreeVars(got) {
			if q.gone[v] {
				t.Fatalf("seed %d: %s is left in %s", seed, v.Name(), term.Print(got))
			}
		}
		all, m := q.c.And(ts...), term.NewModel()
		kind := "bits"
		if q.width == 0 {
			kind = "ints"
		}
		if p.exact {
			count[kind+" exact"]++
		}
		if !got.IsTrue() && !got.IsFalse() {
			count[kind+" proper"]++
		}
		q.each(m, q.vars[:2], func() bool {
			want := !q.each(m, q.vars[2:], func() bool { ok, _ := q.c.Holds(m, all); return !ok })
			has, err := q.c.Holds(m, got)
			if err != nil {
				t.Fatal(err)
			}
			if want && !has || p.exact && has && !want {
				t.Errorf("seed %d (exact %v): exists x, y. %s\n is not %s\n for %v", seed, p.exact, term.Print(all),
					term.Print(got), m.Vars)
				return false
			}
			return true
		})
		if t.Failed() {
			return
		}
	}
	t.Log(count)
	for _, what := range []string{"ints exact", "bits exact", "ints proper", "bits proper"} {
		if count[what] < 40 {
			t.Errorf("met too seldom: %s", what)
		}
	}
}

// TestSimplify checks that Simplify drops implied conjuncts.
func TestSimplify(t *testing.T) {
	c := term.New()
	p := &ir.Program{Model: ir.ILP32}
	p.Entry = p.NewFunc("main", ir.Void, ir.Pos{})
	x := p.Entry.NewVar("x", ir.I32)
	sol := solver(t, c)
	defer sol.Close()
	pr := NewProver(New(c, p, Options{Enc: Ints}), sol, smt.Budget{Time: time.Minute, Work: 5_000_000})
	ctx := context.Background()
	v := pr.value(Slot{Ctx: pr.E.Root(), Var: x, Type: x.Type}).T
	le := func(k int64) *term.Term { return c.ILe(v, c.Int(k)) }
	for _, test := range []struct{ in, want *term.Term }{
		{c.And(le(3), c.Not(c.Eq(v, c.Int(7)))), le(3)},
		{c.And(c.Not(c.Eq(v, c.Int(7))), c.Not(c.Eq(v, c.Int(3)))), nil},
		{c.Or(le(3), c.Eq(v, c.Int(2))), le(3)},
		{le(1 << 40), c.True()}, // implied by the type
		{c.And(c.Or(le(3), c.Eq(v, c.Int(2))), c.Or(le(9), c.Eq(v, c.Int(12)))), nil},
	} {
		want := test.want
		if want == nil {
			want = test.in
		}
		got := pr.simplify(ctx, test.in, 20)
		if got != want && term.Size(got) >= term.Size(test.in) && test.want != nil {
			t.Errorf("%s became %s", term.Print(test.in), term.Print(got))
		}
		if pr.ImpliesTerm(ctx, got, test.in) != Yes || pr.ImpliesTerm(ctx, test.in, got) != Yes {
			t.Errorf("%s changed into %s", term.Print(test.in), term.Print(got))
		}
	}
	in := c.And(le(3), le(5), c.Or(le(4), c.Eq(v, c.Int(9))))
	if got := pr.simplify(ctx, in, 0); got != in {
		t.Errorf("without questions it became %s", term.Print(got))
	}
}

// TestCheckRefuses checks that a sequence that is not an explanation fails the checks in both directions.
func TestCheckRefuses(t *testing.T) {
	c := term.New()
	p := &ir.Program{Model: ir.ILP32}
	f := p.NewFunc("main", ir.Void, ir.Pos{})
	p.Entry = f
	x := f.NewVar("x", ir.I32)
	ref := ir.NewRef(x)
	var edges []*ir.Edge
	at := f.Entry
	for _, s := range []ir.Stmt{
		&ir.Assign{Dst: x, Src: ir.NewConst(ir.I32, 1)},
		&ir.Assign{Dst: x, Src: ir.NewBinary(ir.Add, ref, ir.NewConst(ir.I32, 1))},
		&ir.Assume{Cond: ir.NewBinary(ir.Lt, ref, ir.NewConst(ir.I32, 2))},
	} {
		to := f.NewLoc(ir.Pos{})
		edges = append(edges, f.NewEdge(at, to, s, ir.Pos{}))
		at = to
	}
	sol := solver(t, c)
	defer sol.Close()
	pr := NewProver(New(c, p, Options{Enc: Ints}), sol, smt.Budget{Time: time.Minute, Work: 5_000_000})
	ctx := context.Background()
	path := Path{Edges: edges}
	tr, err := pr.trace(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	v := pr.value(Slot{Ctx: pr.E.Root(), Var: x, Type: x.Type}).T
	is := func(k int64) *term.Term { return c.Eq(v, c.Int(k)) }
	from := func(k int64) *term.Term { return c.ILe(c.Int(k), v) }
	yes, no := c.True(), c.False()
	for _, test := range []struct {
		seq  [4]*term.Term
		want bool
	}{
		{[4]*term.Term{yes, is(1), is(2), no}, true},
		{[4]*term.Term{yes, c.And(from(1), c.ILe(v, c.Int(5))), from(2), no}, true},
		{[4]*term.Term{yes, from(1), from(2), no}, false}, // x + 1 wraps
		{[4]*term.Term{yes, is(2), is(2), no}, false},
		{[4]*term.Term{yes, is(1), is(1), no}, false},
		{[4]*term.Term{yes, yes, is(2), no}, false},
		{[4]*term.Term{yes, is(1), yes, no}, false},
		{[4]*term.Term{no, no, no, no}, false},
		{[4]*term.Term{yes, is(1), c.Eq(c.Fresh("other", term.IntSort), v), no}, false},
	} {
		back := pr.checkBackward(ctx, tr, path, test.seq[:]) != nil
		fore := pr.checkForward(ctx, tr, path, test.seq[:]) != nil
		if back != test.want || fore != test.want {
			t.Errorf("%v: backward %v, forward %v", test.seq, back, fore)
		}
	}
	start := []*term.Term{is(0), is(1), is(2), no} // the first predicate does not hold initially, and is not needed
	if pr.checkForward(ctx, tr, path, start) != nil {
		t.Errorf("a path may start in other states")
	}
	if got := pr.checkBackward(ctx, tr, path, start); got == nil || !got[0].IsTrue() {
		t.Errorf("backward it becomes %v", got)
	}
}
