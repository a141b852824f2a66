package triple

import (
	"fmt"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// recursion returns a random program of one or two functions that call themselves and each other. Their parameters
// decrease, and are assigned before, by and after the calls. The program also has globals.
func (g *gen) recursion() *ir.Program {
	r, p := g.r, g.p
	o := p.NewObligation("assertion", "x", "main", ir.Pos{})
	g.main = p.NewFunc("main", ir.Void, ir.Pos{})
	p.Entry = g.main
	small := func() ir.Type { return ir.Type{Kind: ir.Int, Bits: uint8(1 + r.IntN(2)), Signed: r.IntN(2) == 0} }
	if r.IntN(4) > 0 {
		v := p.NewGlobal("gl", small())
		v.Init = ir.NewConst(v.Type, int64(r.IntN(2)))
	}
	if r.IntN(5) == 0 {
		g.obj = p.NewObject("a", 2, 1)
	}
	result := small()
	var fs []*ir.Func
	for i := range 1 + r.IntN(2) {
		f := p.NewFunc(fmt.Sprintf("f%d", i), result, ir.Pos{})
		for k := range 1 + r.IntN(2) {
			f.Params = append(f.Params, f.NewVar(fmt.Sprintf("q%d", k), small()))
		}
		f.NewVar("l", result)
		fs = append(fs, f)
	}
	g.g = fs[0]
	for _, f := range fs {
		g.recursive(f, fs, o)
	}
	g.main.NewVar("x0", fs[0].Params[0].Type)
	g.main.NewVar("x1", result)
	c := &chain{f: g.main, at: g.main.Entry}
	for _, v := range g.main.Vars {
		c.add(&ir.Assign{Dst: v, Src: g.constant(v.Type)})
	}
	c.add(&ir.Input{Dst: g.main.Vars[0], Site: g.site(g.main.Vars[0].Type, g.main)})
	for range 1 + r.IntN(2) {
		c.add(g.call(g.main, fs[r.IntN(len(fs))], 0))
		if r.IntN(2) == 0 {
			c.add(g.stmt(g.main))
		}
	}
	c.assert(g, o)
	c.end(&ir.Return{})
	return p
}

// recursive makes the body of f: a case without a call and a case with one.
func (g *gen) recursive(f *ir.Func, fs []*ir.Func, o *ir.Obligation) {
	r := g.r
	q := f.Params[0]
	c := &chain{f: f, at: f.Entry}
	for _, v := range f.Vars[len(f.Params):] {
		c.add(&ir.Assign{Dst: v, Src: g.constant(v.Type)})
	}
	var cond ir.Expr = &ir.Binary{Op: ir.Eq, X: ir.NewRef(q), Y: ir.NewConst(q.Type, 0)}
	if r.IntN(5) == 0 {
		cond = g.expr(f, ir.B, 1)
	}
	base := &chain{f: f, at: c.at}
	base.add(&ir.Assume{Cond: cond, Mark: ir.True})
	c.add(&ir.Assume{Cond: ir.NotExpr(cond), Mark: ir.False})
	down := uint64(1)
	switch r.IntN(3) {
	case 0:
		c.add(&ir.Assign{Dst: q, Src: &ir.Binary{Op: ir.Sub, X: ir.NewRef(q), Y: ir.NewConst(q.Type, 1)}})
		down = 0
	case 1:
		c.add(g.stmt(f))
	}
	c.add(g.call(f, fs[r.IntN(len(fs))], down))
	for range r.IntN(3) {
		c.add(g.stmt(f))
	}
	if r.IntN(5) == 0 {
		c.assert(g, o)
	}
	for range r.IntN(2) {
		base.add(g.stmt(f))
	}
	for _, c := range []*chain{base, c} {
		s := &ir.Return{Val: g.expr(f, f.Result, 2)}
		if r.IntN(12) == 0 {
			s.Val = nil
		}
		c.end(s)
	}
}

// call returns a call with random arguments, but in most cases the first one is the first parameter of f minus down.
func (g *gen) call(f, to *ir.Func, down uint64) *ir.Call {
	r := g.r
	s := &ir.Call{Func: to}
	for i, p := range to.Params {
		arg := g.expr(f, p.Type, 1)
		if i == 0 && r.IntN(6) > 0 {
			arg = &ir.Cast{T: p.Type, X: &ir.Binary{Op: ir.Sub, X: ir.NewRef(f.Vars[0]), Y: ir.NewBits(f.Vars[0].Type, down)}}
			if p.Type == f.Vars[0].Type {
				arg = arg.(*ir.Cast).X
			}
		}
		s.Args = append(s.Args, arg)
	}
	var dst []*ir.Var
	for _, v := range g.regs(f) {
		if v.Type == to.Result {
			dst = append(dst, v)
		}
	}
	if len(dst) > 0 && r.IntN(8) > 0 {
		s.Dst = dst[r.IntN(len(dst))]
	}
	return s
}

// chain builds straight code.
type chain struct {
	f  *ir.Func
	at *ir.Loc
}

// add adds a statement.
func (c *chain) add(s ir.Stmt) {
	l := c.f.NewLoc(ir.Pos{})
	c.f.NewEdge(c.at, l, s, ir.Pos{})
	c.at = l
}

// assert adds a random assertion.
func (c *chain) assert(g *gen, o *ir.Obligation) {
	cond := g.expr(c.f, ir.B, 2)
	bad := c.f.NewLoc(ir.Pos{})
	bad.Kind, bad.Obligation = ir.Error, o
	c.f.NewEdge(c.at, bad, &ir.Assume{Cond: cond, Mark: ir.True}, ir.Pos{})
	c.add(&ir.Assume{Cond: ir.NotExpr(cond), Mark: ir.False})
}

// end adds the last statement.
func (c *chain) end(s ir.Stmt) { c.f.NewEdge(c.at, c.f.Exit, s, ir.Pos{}) }

// TestSoundContracts is TestSound for contracts of recursive functions with values at the entry.
func TestSoundContracts(t *testing.T) {
	count := tally{}
	begin := time.Now()
	n := 0
	for ; n < *mutants || *mutants == 0 && (n < 4 || time.Since(begin) < 2*time.Second); n++ {
		oneRecursion(t, *firstSeed+uint64(n), count)
		if t.Failed() {
			break
		}
	}
	t.Logf("%d programs: %v", n, count)
	count.summary(t)
	if *mutants == 0 && !t.Failed() && (count["exact confirmed"] == 0 || count["swapped refuted"] == 0) {
		t.Error("the test says little")
	}
}

// oneRecursion tests one random program.
func oneRecursion(t *testing.T, seed uint64, count tally) {
	g := newGen(seed)
	p := g.recursion()
	if err := ir.Check(p); err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, ir.Print(p))
	}
	results := map[*ir.Func]*ir.Var{}
	g.entries = map[*ir.Func][]entry{}
	entered := map[*ir.Func]map[*ir.Var]*ir.Var{}
	all := g.r.IntN(3) > 0 // false: only some values at entries have names
	for _, f := range p.Funcs {
		if f.Result.Kind != ir.None {
			results[f] = &ir.Var{Name: "r", Type: f.Result, ID: len(f.Vars)}
		}
		entered[f] = map[*ir.Var]*ir.Var{}
		for _, v := range append(append([]*ir.Var{}, f.Params...), p.Globals...) {
			if all || g.r.IntN(2) == 0 {
				was := &ir.Var{Name: v.Name + ".in", Type: v.Type, ID: len(f.Vars) + 1 + len(g.entries[f])}
				entered[f][v] = was
				g.entries[f] = append(g.entries[f], entry{v, was})
			}
		}
	}
	tr := visitAll(p, results, g.entries, nil, []map[int]uint64{nil})
	judge := func(kind string, invs []verify.Invariant, must bool) {
		c := Config{Only: Encoding(g.r.IntN(3)), Time: 5 * time.Second}
		if must && c.Only != Ints {
			c.Time = ample
		}
		v, why := run(p, &verify.Inductive{Invariants: invs, Results: results, Entered: entered}, c)
		count.add(kind, v)
		fail := func(what string) {
			text := ""
			for _, i := range invs {
				text += fmt.Sprintf("%s L%d: %s\n", i.Loc.Func.Name, i.Loc.ID, ir.ExprString(i.Expr))
			}
			t.Errorf("seed %d: %s (%v): %.300s (%s)\n%s%.5000s", seed, kind, c.Only, what, why, ir.Print(p), text)
		}
		switch {
		case v == Confirmed && tr.bad:
			fail("confirmed, but an error is reached")
		case v == Confirmed:
			for _, i := range invs {
				if !tr.holds(i.Loc, i.Expr) {
					fail("confirmed, but not true: " + ir.ExprString(i.Expr))
				}
			}
		case must && (c.Only != Ints || v == Refuted):
			fail(v.String() + ", but it is a proof")
		}
	}
	// The exact formulas of states and entries together are a proof; memory at the entry has no name.
	if exact := tr.exact(); exact != nil {
		judge("exact", exact, all && !tr.partial && !tr.bad && g.obj == nil)
		judge("weaker", g.weaken(exact), false)
		for range 2 {
			if wrong := tr.remove(g, exact); wrong != nil {
				judge("removed", wrong, false)
			}
		}
		for range 4 {
			judge("swapped", tr.swap(g, exact), false)
		}
	}
	for range 3 {
		judge("atoms", tr.atoms(g), false)
	}
	for range 4 {
		if wrong := g.otherProgram(p, results, []map[int]uint64{nil}); wrong != nil {
			judge("other program", wrong, false)
		}
	}
}

// swap returns invariants in which the contracts of a function mention a wrong register of the same type: the last
// value of a parameter instead of the first, or the value of another activation.
func (t *truth) swap(g *gen, invs []verify.Invariant) []verify.Invariant {
	f := t.p.Funcs[g.r.IntN(len(t.p.Funcs))]
	vs := t.visible(f.Exit)
	a := vs[g.r.IntN(len(vs))]
	b := a
	for range 10 {
		if v := vs[g.r.IntN(len(vs))]; v != a && v.Type == a.Type {
			b = v
		}
	}
	both := g.r.IntN(2) == 0
	out := append([]verify.Invariant{}, invs...)
	for i, x := range out {
		if x.Loc.Func != f || x.Loc != f.Exit && (a == t.results[f] || b == t.results[f] || g.r.IntN(3) == 0) {
			continue
		}
		out[i].Expr = ir.Map(x.Expr, func(e ir.Expr) ir.Expr {
			if r, ok := e.(*ir.Ref); ok && r.Var == a {
				return ir.NewRef(b)
			} else if ok && r.Var == b && both {
				return ir.NewRef(a)
			}
			return e
		})
	}
	return out
}
