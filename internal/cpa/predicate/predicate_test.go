package predicate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// has reports whether a combination of truth values is in the set x.
func has(x *diagram, d *diagrams, truth func(p int32) bool) bool {
	for x != d.yes && x != d.no {
		if truth(x.predicate) {
			x = x.high
		} else {
			x = x.low
		}
	}
	return x == d.yes
}

// TestDiagrams compares random sets over four predicates with their tables.
func TestDiagrams(t *testing.T) {
	d := newDiagrams()
	r := rand.New(rand.NewPCG(1, 2))
	type set struct {
		x     *diagram
		table uint16
	}
	sets := []set{{d.yes, 0xffff}, {d.no, 0}}
	for p := range int32(4) {
		for _, truth := range []bool{true, false} {
			s := set{x: d.literal(p, truth)}
			for i := range 16 {
				if (i>>p&1 == 1) == truth {
					s.table |= 1 << i
				}
			}
			sets = append(sets, s)
		}
	}
	for range 3000 {
		x, y := sets[r.IntN(len(sets))], sets[r.IntN(len(sets))]
		var s set
		switch r.IntN(3) {
		case 0:
			s = set{d.and(x.x, y.x), x.table & y.table}
		case 1:
			s = set{d.or(x.x, y.x), x.table | y.table}
		default:
			s = set{d.not(x.x), ^x.table}
		}
		for i := range 16 {
			if has(s.x, d, func(p int32) bool { return i>>p&1 == 1 }) != (s.table>>i&1 == 1) {
				t.Fatalf("combination %d of %016b", i, s.table)
			}
		}
		if d.leq(x.x, y.x) != (x.table&^y.table == 0) {
			t.Fatalf("%016b in %016b", x.table, y.table)
		}
		for _, o := range sets {
			if (o.table == s.table) != (o.x == s.x) {
				t.Fatalf("two diagrams of %016b, or one of two sets", s.table)
			}
		}
		if len(sets) < 200 {
			sets = append(sets, s)
		}
	}
}

// little is a program with one block up to a loop head, over two registers of 8 bits. The function run computes the
// values of x and y at the head from the inputs.
type little struct {
	p          *ir.Program
	head       *ir.Loc
	x, y       *ir.Var
	predicates []ir.Expr
	run        func(x, y uint64) (uint64, uint64)
}

// randomLittle returns a random program with four predicates.
func randomLittle(r *rand.Rand) *little {
	l := &little{p: &ir.Program{Model: ir.ILP32}}
	f := l.p.NewFunc("main", ir.Void, ir.Pos{})
	l.p.Entry = f
	typ := ir.Type{Kind: ir.Int, Bits: 8, Signed: r.IntN(2) == 0}
	l.x, l.y = f.NewVar("x", typ), f.NewVar("y", typ)
	site := l.p.NewSite(ir.Nondet, "n", typ, f, ir.Pos{})
	site.Key = "n"
	num := func() ir.Expr {
		v := ir.Expr(ir.NewRef(l.x))
		if r.IntN(2) == 0 {
			v = ir.NewRef(l.y)
		}
		switch r.IntN(5) {
		case 0:
			return ir.NewBinary(ir.Add, v, ir.NewConst(typ, int64(r.IntN(20)-10)))
		case 1:
			return ir.NewBinary(ir.Sub, ir.NewRef(l.x), ir.NewRef(l.y))
		case 2:
			return ir.NewBinary(ir.Mul, v, ir.NewConst(typ, int64(r.IntN(4))))
		case 3:
			return ir.NewConst(typ, int64(r.IntN(6)))
		}
		return v
	}
	cond := func() ir.Expr {
		return ir.NewBinary([]ir.BinOp{ir.Eq, ir.Lt, ir.Le, ir.Ne}[r.IntN(4)], num(), num())
	}
	at := f.Entry
	then := func(from *ir.Loc, s ir.Stmt) *ir.Loc {
		to := f.NewLoc(ir.Pos{})
		f.NewEdge(from, to, s, ir.Pos{})
		return to
	}
	at = then(at, &ir.Input{Dst: l.x, Site: site})
	at = then(at, &ir.Input{Dst: l.y, Site: site})
	var steps []func(env map[*ir.Var]uint64)
	eval := func(e ir.Expr, env map[*ir.Var]uint64) uint64 {
		bits, _ := ir.EvalExpr(e, &ir.Env{Reg: func(v *ir.Var) uint64 { return env[v] }})
		return bits
	}
	assign := func() (*ir.Assign, func(map[*ir.Var]uint64)) {
		dst := l.x
		if r.IntN(2) == 0 {
			dst = l.y
		}
		e := num()
		return &ir.Assign{Dst: dst, Src: e}, func(env map[*ir.Var]uint64) { env[dst] = eval(e, env) }
	}
	for range 3 {
		if r.IntN(2) == 0 {
			s, do := assign()
			at = then(at, s)
			steps = append(steps, do)
			continue
		}
		c := cond()
		s, do := assign()
		yes := then(at, &ir.Assume{Cond: c, Mark: ir.True})
		meet := then(yes, s)
		f.NewEdge(at, meet, &ir.Assume{Cond: ir.NotExpr(c), Mark: ir.False}, ir.Pos{})
		at = meet
		steps = append(steps, func(env map[*ir.Var]uint64) {
			if eval(c, env) == 1 {
				do(env)
			}
		})
	}
	l.head = then(at, &ir.Skip{})
	c := ir.NewBinary(ir.Lt, ir.NewRef(l.x), ir.NewRef(l.y))
	body := then(l.head, &ir.Assume{Cond: c, Mark: ir.True})
	f.NewEdge(body, l.head, &ir.Skip{}, ir.Pos{})
	out := then(l.head, &ir.Assume{Cond: ir.NotExpr(c), Mark: ir.False})
	f.NewEdge(out, f.Exit, &ir.Return{}, ir.Pos{})
	for range 4 {
		l.predicates = append(l.predicates, cond())
	}
	l.run = func(x, y uint64) (uint64, uint64) {
		env := map[*ir.Var]uint64{l.x: x, l.y: y}
		for _, s := range steps {
			s(env)
		}
		return env[l.x], env[l.y]
	}
	return l
}

// analysis returns a predicate analysis with its own solver, and a function that closes the solver.
func analysis(t testing.TB, p *ir.Program, enc vc.Encoding, cfg Config) (*Analysis, func()) {
	e := vc.New(term.New(), p, vc.Options{Enc: enc})
	s, err := smt.Open(e.C, smt.Config{})
	if err != nil {
		benchtest.Missing(t, err)
	}
	return New(p, vc.NewProver(e, s, smt.Budget{Time: 5 * time.Second}), cfg), func() { s.Close() }
}

// TestAbstraction runs blocks on all values: Boolean abstraction is exact, and Cartesian abstraction is the least cube
// that contains it.
func TestAbstraction(t *testing.T) {
	programs := uint64(20)
	if os.Getenv("TANDEM_LONG") != "" {
		programs = 300
	}
	for seed := range programs {
		r := rand.New(rand.NewPCG(seed, 3))
		l := randomLittle(r)
		if err := ir.Check(l.p); err != nil {
			t.Fatal(err)
		}
		truths := func(x, y uint64) (k int) {
			for i, e := range l.predicates {
				bits, _ := ir.EvalExpr(e, &ir.Env{Reg: func(v *ir.Var) uint64 {
					if v == l.x {
						return x
					}
					return y
				}})
				k |= int(bits) << i
			}
			return k
		}
		want := map[int]bool{}
		for x := range uint64(256) {
			for y := range uint64(256) {
				a, b := l.run(x, y)
				want[truths(a, b)] = true
			}
		}
		for _, cartesian := range []bool{false, true} {
			a, end := analysis(t, l.p, vc.Encoding(seed%2), Config{Cartesian: cartesian})
			pi := (&verify.Precision{}).WithPredicates(verify.Scoped{Loc: map[*ir.Loc][]ir.Expr{l.head: l.predicates}})
			run := cpa.NewRun(l.p, cpa.Product(cpa.Errors(func(*ir.Obligation) bool { return true }), a), cpa.Orders()[0], pi)
			var first *abstraction
			for first == nil && !run.Explore(context.Background(), 1) {
				for k, b := range a.cache.results {
					if k.loc == l.head && k.from == 0 {
						first = b
					}
				}
			}
			// the predicates that are true in all combinations, and those that are true in none, as bits
			all, none := 1<<len(l.predicates)-1, 1<<len(l.predicates)-1
			for k := range want {
				all &= k
				none &^= k
			}
			for k := range 1 << len(l.predicates) {
				if consistent(a, l, k) == nil {
					continue
				}
				expected := want[k]
				if cartesian {
					expected = k&all == all && k&none == 0
				}
				if got := has(first.set, a.sets, consistent(a, l, k)); got != expected {
					t.Fatalf("seed %d, cartesian %v: combination %04b of %v: %v\n%s\n%s", seed, cartesian, k, texts(l.predicates), got,
						ir.ExprString(first.expr), ir.Print(l.p))
				}
			}
			end()
		}
	}
}

// texts returns expressions as text.
func texts(es []ir.Expr) (out []string) {
	for _, e := range es {
		out = append(out, ir.ExprString(e))
	}
	return out
}

// consistent returns combination k as truth values of numbered predicates. It returns nil if k gives a predicate two
// values, or a constant predicate the wrong one.
func consistent(a *Analysis, l *little, k int) func(int32) bool {
	values := map[int32]bool{}
	for i, e := range l.predicates {
		truth := k>>i&1 == 1
		n := a.number(a.e.Root(), e)
		if n.number < 0 {
			t, _ := a.p.Term(a.e.Root(), e)
			if t.IsTrue() != truth {
				return nil
			}
			continue
		}
		truth = truth != n.not
		if old, known := values[n.number]; known && old != truth {
			return nil
		}
		values[n.number] = truth
	}
	return func(p int32) bool { return values[p] }
}

// TestCoverage checks that, if a state covers another by their diagrams, the solver confirms the implication of their
// formulas.
func TestCoverage(t *testing.T) {
	for seed := range uint64(6) {
		l := randomLittle(rand.New(rand.NewPCG(seed, 4)))
		a, end := analysis(t, l.p, vc.Ints, Config{})
		var all []*abstraction
		r := rand.New(rand.NewPCG(seed, 5))
		for range 12 {
			set := a.sets.no
			for range 2 {
				cube := a.sets.yes
				for _, e := range l.predicates {
					if n := a.number(a.e.Root(), e); n.number >= 0 && r.IntN(3) > 0 {
						cube = a.sets.and(cube, a.sets.literal(n.number, r.IntN(2) == 0))
					}
				}
				set = a.sets.or(set, cube)
			}
			all = append(all, a.made(l.head, set))
		}
		for _, x := range all {
			if y, exact := a.p.Term(a.e.Root(), x.expr); !exact ||
				a.p.ImpliesTerm(context.Background(), a.e.C.Not(a.e.C.Iff(y, x.term)), a.e.C.False()) != vc.Yes {
				t.Fatalf("the expression %s is another than the term %s", ir.ExprString(x.expr), term.Print(x.term))
			}
			for _, y := range all {
				s, u := &state{a: x, s: x.start, kind: begins}, &state{a: y, s: y.start, kind: begins}
				if a.Leq(s, u) && a.p.ImpliesTerm(context.Background(), x.term, y.term) != vc.Yes {
					t.Fatalf("%s is not covered by %s", ir.ExprString(x.expr), ir.ExprString(y.expr))
				}
			}
		}
		end()
	}
}

// BenchmarkRefine refines a path of 1,000 edges over 200 loops. Either one edge or each loop matters for the error.
func BenchmarkRefine(b *testing.B) {
	for name, step := range map[string]int64{"one": 0, "all": 1} {
		b.Run(name, func(b *testing.B) { benchmarkRefine(b, long(200, step)) })
	}
}

// benchmarkRefine measures one refinement of the first path to the error of p.
func benchmarkRefine(b *testing.B, p *ir.Program) {
	for b.Loop() {
		b.StopTimer()
		a, end := analysis(b, p, vc.Ints, Config{})
		run := cpa.NewRun(p, cpa.Product(cpa.Errors(func(*ir.Obligation) bool { return true }), a), cpa.Orders()[0], nil)
		for run.Target() == nil && !run.Explore(context.Background(), 100) {
		}
		path := run.ARG.Path(run.Target())
		if len(path.Edges) < 1000 {
			b.Fatal(len(path.Edges))
		}
		b.StartTimer()
		c := run.Analysis.(cpa.Chooser)
		path = c.Choose(context.Background(), path)
		if f := run.Analysis.(cpa.Refiner).Refine(context.Background(), path, nil); f == nil {
			b.Fatal("no refinement")
		}
		b.StopTimer()
		end()
		b.StartTimer()
	}
}

// long returns a program of consecutive loops. After each loop x grows by step, and a wrong sum is an error.
func long(loops int, step int64) *ir.Program {
	p := &ir.Program{Model: ir.ILP32}
	f := p.NewFunc("main", ir.Void, ir.Pos{})
	p.Entry = f
	x := f.NewVar("x", ir.I32)
	site := p.NewSite(ir.Nondet, "n", ir.I32, f, ir.Pos{})
	site.Key = "n"
	at := f.Entry
	then := func(from *ir.Loc, s ir.Stmt) *ir.Loc {
		to := f.NewLoc(ir.Pos{})
		f.NewEdge(from, to, s, ir.Pos{})
		return to
	}
	ref := func(v *ir.Var) ir.Expr { return ir.NewRef(v) }
	at = then(at, &ir.Assign{Dst: x, Src: ir.NewConst(ir.I32, 0)})
	for i := range loops {
		y := f.NewVar(fmt.Sprint("y", i), ir.I32)
		at = then(at, &ir.Input{Dst: y, Site: site})
		c := ir.NewBinary(ir.Lt, ref(y), ir.NewConst(ir.I32, 0))
		body := then(at, &ir.Assume{Cond: c, Mark: ir.True})
		f.NewEdge(body, at, &ir.Assign{Dst: y, Src: ir.NewConst(ir.I32, 1)}, ir.Pos{})
		at = then(at, &ir.Assume{Cond: ir.NotExpr(c), Mark: ir.False})
		at = then(at, &ir.Skip{})
		at = then(at, &ir.Assign{Dst: x, Src: ir.NewBinary(ir.Add, ref(x), ir.NewConst(ir.I32, step))})
		at = then(at, &ir.Skip{})
	}
	bad := f.NewLoc(ir.Pos{})
	bad.Kind = ir.Error
	bad.Obligation = p.NewObligation("unreach-call", "e()", "main", ir.Pos{})
	c := ir.NewBinary(ir.Ne, ref(x), ir.NewConst(ir.I32, step*int64(loops)))
	f.NewEdge(at, bad, &ir.Assume{Cond: c, Mark: ir.True}, ir.Pos{})
	out := then(at, &ir.Assume{Cond: ir.NotExpr(c), Mark: ir.False})
	f.NewEdge(out, f.Exit, &ir.Return{}, ir.Pos{})
	return p
}

// locking takes and releases a lock in a loop. It is an error to take the lock twice.
const locking = `program ILP32
site nondet "n" name "n" type i32 in main
obligation "unreach-call" text "e()" in "main"
entry main

func main() void source "main" {
  reg lock i32
  reg n i32
  loc L0 entry
  loc L1 exit
  loc L2 loop "while" @-
  loc L3
  loc L4
  loc L5 error O0
  loc L6
  loc L7
  L0 -> L2: lock = 0:i32
  L2 -> L3: n = input #0
  L3 -> L5: assume lock != 0:i32 [T]
  L3 -> L4: assume lock == 0:i32 [F]
  L4 -> L6: lock = 1:i32
  L6 -> L7: assume n != 0:i32 [T]
  L6 -> L1: return
  L7 -> L2: lock = 0:i32
}
`

// TestRefinements compares all steps of a proof: the abstraction at each location, and the predicates of each
// refinement.
func TestRefinements(t *testing.T) {
	p, err := ir.Parse(strings.ReplaceAll(locking, "  L6 -> L1: return\n", ""))
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	a, end := analysis(t, p, vc.Ints, Config{Note: func(s string) { said = append(said, s) }})
	defer end()
	run := cpa.NewRun(p, cpa.Product(cpa.Errors(func(*ir.Obligation) bool { return true }), a), cpa.Orders()[0], nil)
	for !run.Explore(context.Background(), 0) {
		path := run.ARG.Path(run.Target())
		path = run.Analysis.(cpa.Chooser).Choose(context.Background(), path)
		f := run.Analysis.(cpa.Refiner).Refine(context.Background(), path, run.Precision)
		if f == nil {
			t.Fatalf("no refinement\n%s", strings.Join(said, "\n"))
		}
		run.Refine(f.From, f.Precision, f.Why)
	}
	want := `main:L2: 0 predicates: true
refinement 1 of 2 blocks, 3 edges: from N1@main:L2 wp: 0:i64 == i64(lock)
main:L2: 1 predicates: 0:i64 == i64(lock)
main:L2: 1 predicates: 0:i64 == i64(lock)`
	if got := strings.Join(said, "\n"); got != want {
		t.Errorf("said\n%s\nnot\n%s", got, want)
	}
	if 10*a.Spared < 3*a.Asked {
		t.Errorf("%d questions, %d answered before a solver", a.Asked, a.Spared)
	}
}
