package vc_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// chain is a random program without branches, a path. Its registers are so narrow that a test can enumerate all states.
type chain struct {
	r    *rand.Rand
	p    *ir.Program
	vars []*ir.Var // the first register is global
	bits bool
}

// narrow has the types of the registers.
var narrow = []ir.Type{{Kind: ir.Int, Bits: 2}, {Kind: ir.Int, Bits: 3}, {Kind: ir.Int, Bits: 4, Signed: true}, ir.B}

// newChain returns a random chain of n statements; bits allows bit operations.
func newChain(seed uint64, n int, bits bool) *chain {
	g := &chain{r: rand.New(rand.NewPCG(seed, 11)), bits: bits}
	p := &ir.Program{Model: ir.ILP32}
	f := p.NewFunc("main", ir.Void, ir.Pos{})
	p.Entry = f
	g.p = p
	for i, t := range narrow {
		name := string(rune('g' + i))
		var v *ir.Var
		if i == 0 {
			v = p.NewGlobal(name, t)
			v.Init = ir.NewConst(t, int64(g.r.IntN(4)))
		} else {
			v = f.NewVar(name, t)
		}
		g.vars = append(g.vars, v)
	}
	at := f.Entry
	for range n {
		to := f.NewLoc(ir.Pos{})
		f.NewEdge(at, to, g.stmt(), ir.Pos{})
		at = to
	}
	return g
}

// pick returns a random register of a type.
func (g *chain) pick(t ir.Type) *ir.Var {
	var fit []*ir.Var
	for _, v := range g.vars {
		if v.Type == t {
			fit = append(fit, v)
		}
	}
	return fit[g.r.IntN(len(fit))]
}

// stmt returns a random statement.
func (g *chain) stmt() ir.Stmt {
	v := g.vars[g.r.IntN(len(g.vars))]
	switch g.r.IntN(9) {
	case 0:
		return &ir.Input{Dst: v, Site: g.site(v.Type)}
	case 1, 2, 3, 4:
		if v.Type == ir.B {
			return &ir.Assign{Dst: v, Src: g.cond(2)}
		}
		if g.r.IntN(3) == 0 {
			return &ir.Assign{Dst: v, Src: ir.NewBinary(ir.Add, ir.NewRef(v), ir.NewConst(v.Type, 1))}
		}
		return &ir.Assign{Dst: v, Src: g.num(v.Type, 2)}
	}
	return &ir.Assume{Cond: g.cond(1 + g.r.IntN(2))}
}

// site returns a new site of an input.
func (g *chain) site(t ir.Type) *ir.Site {
	s := g.p.NewSite(ir.Nondet, "in", t, g.p.Entry, ir.Pos{})
	s.Key = fmt.Sprintf("in%d", s.ID)
	return s
}

// num returns a random integer expression of type t and depth d.
func (g *chain) num(t ir.Type, d int) ir.Expr {
	if d <= 0 || g.r.IntN(4) == 0 {
		if g.r.IntN(2) == 0 {
			return ir.NewConst(t, int64(g.r.IntN(16)))
		}
		return ir.NewRef(g.pick(t))
	}
	ops := []ir.BinOp{ir.Add, ir.Sub, ir.Add, ir.Sub, ir.Mul, ir.Div, ir.Rem}
	if g.bits {
		ops = append(ops, ir.And, ir.Or, ir.Xor, ir.Shl, ir.Shr)
	}
	switch g.r.IntN(8) {
	case 0:
		return &ir.Unary{Op: []ir.UnOp{ir.Neg, ir.Not}[g.r.IntN(2)], X: g.num(t, d-1)}
	case 1, 2:
		from := narrow[g.r.IntN(3)]
		if from == t {
			break
		}
		return &ir.Cast{T: t, X: g.num(from, d-1)}
	case 3:
		return &ir.Cast{T: t, X: g.cond(d - 1)}
	}
	return &ir.Binary{Op: ops[g.r.IntN(len(ops))], X: g.num(t, d-1), Y: g.num(t, d-1)}
}

// cond returns a random condition of depth d.
func (g *chain) cond(d int) ir.Expr {
	if d <= 0 && g.r.IntN(3) == 0 {
		return ir.NewRef(g.pick(ir.B))
	}
	if d > 0 {
		switch g.r.IntN(6) {
		case 0:
			return &ir.Binary{Op: []ir.BinOp{ir.LAnd, ir.LOr}[g.r.IntN(2)], X: g.cond(d - 1), Y: g.cond(d - 1)}
		case 1:
			return &ir.Unary{Op: ir.LNot, X: g.cond(d - 1)}
		}
	}
	t := narrow[g.r.IntN(3)]
	x, y := g.num(t, d-1), g.num(t, d-1)
	if g.r.IntN(8) == 0 {
		return &ir.Overflows{Op: []ir.BinOp{ir.Add, ir.Sub, ir.Mul}[g.r.IntN(3)], X: x, Y: y}
	}
	return &ir.Binary{Op: []ir.BinOp{ir.Eq, ir.Ne, ir.Lt, ir.Le}[g.r.IntN(4)], X: x, Y: y}
}

// state has the values of the registers.
type state [4]uint8

// env returns a state as an environment of expressions.
func (g *chain) env(s *state) *ir.Env {
	return &ir.Env{Reg: func(v *ir.Var) uint64 { return uint64(s[v.Name[0]-'g']) }}
}

// truth evaluates a condition in a state.
func (g *chain) truth(t *testing.T, s state, x ir.Expr) bool {
	t.Helper()
	b, ok := ir.EvalExpr(x, g.env(&s))
	if !ok {
		t.Fatalf("%s has no value", ir.ExprString(x))
	}
	return b != 0
}

// all calls f with each state.
func (g *chain) all(f func(state)) {
	for i := range 4 * 8 * 16 * 2 {
		f(state{uint8(i & 3), uint8(i >> 2 & 7), uint8(i >> 5 & 15), uint8(i >> 9)})
	}
}

// step lists the states after a statement.
func (g *chain) step(s state, st ir.Stmt) []state {
	switch st := st.(type) {
	case *ir.Assume:
		if b, _ := ir.EvalExpr(st.Cond, g.env(&s)); b == 0 {
			return nil
		}
	case *ir.Assign:
		b, _ := ir.EvalExpr(st.Src, g.env(&s))
		s[st.Dst.Name[0]-'g'] = uint8(b)
	case *ir.Input:
		var out []state
		for b := range 1 << st.Dst.Type.Bits {
			s[st.Dst.Name[0]-'g'] = uint8(b)
			out = append(out, s)
		}
		return out
	}
	return []state{s}
}

// initial returns the initial states.
func (g *chain) initial() map[state]bool {
	out := map[state]bool{}
	k, _ := ir.IsConst(g.vars[0].Init)
	g.all(func(s state) {
		if s[0] == uint8(k) {
			out[s] = true
		}
	})
	return out
}

// run returns the states in which executions of a path end.
func (g *chain) run(path []*ir.Edge) map[state]bool {
	now := g.initial()
	for _, ed := range path {
		next := map[state]bool{}
		for s := range now {
			for _, n := range g.step(s, ed.Stmt) {
				next[n] = true
			}
		}
		now = next
	}
	return now
}

// triple decides {pre} st {post} by enumeration of all states.
func (g *chain) triple(t *testing.T, pre ir.Expr, st ir.Stmt, post ir.Expr) bool {
	ok := true
	g.all(func(s state) {
		if !ok || !g.truth(t, s, pre) {
			return
		}
		for _, n := range g.step(s, st) {
			ok = ok && g.truth(t, n, post)
		}
	})
	return ok
}

// seeds returns n, or 30 times as much with TANDEM_LONG.
func seeds(n uint64) uint64 {
	if os.Getenv("TANDEM_LONG") != "" {
		return 30 * n
	}
	return n
}

// TestRandomPaths checks that a random path is infeasible if and only if it has no execution. Then its predicates hold
// in the initial states, are inductive along the path, and are false at the end.
func TestRandomPaths(t *testing.T) {
	open := provers(t)
	count := map[string]int{}
	for _, enc := range []vc.Encoding{vc.Ints, vc.Bits} {
		for seed := range seeds(30) {
			g := newChain(seed, 6+int(seed%5), enc == vc.Bits || seed%5 == 0)
			if err := ir.Check(g.p); err != nil {
				t.Fatal(err)
			}
			p := open(g.p, enc)
			path := g.p.Entry.Edges
			ends := g.run(path)
			f, err := p.Check(context.Background(), vc.Path{Edges: path})
			if err != nil {
				t.Fatal(err)
			}
			count[enc.String()+" "+f.Result.String()]++
			switch {
			case f.Result == smt.Unsat && len(ends) > 0:
				t.Errorf("%v seed %d: a path with executions is called infeasible\n%s", enc, seed, ir.Print(g.p))
			case f.Result == smt.Sat && f.Exact && len(ends) == 0:
				t.Errorf("%v seed %d: a path without executions is called feasible\n%s", enc, seed, ir.Print(g.p))
			}
			if f.Result != smt.Unsat {
				continue
			}
			all, err := p.Attempts(context.Background(), vc.Path{Edges: path}, 5)
			if err != nil && !errors.Is(err, vc.ErrNoInterpolants) {
				t.Error(err)
			}
			if len(all) == 0 {
				count[enc.String()+" unexplained"]++
			}
			for _, ip := range all {
				count[enc.String()+" "+ip.How]++
				g.checkSequence(t, path, ip, count)
				if t.Failed() {
					t.Fatalf("%v seed %d %s\n%s\n%s", enc, seed, ip.How, sequence(ip), ir.Print(g.p))
				}
			}
		}
	}
	t.Log(count)
	for _, what := range []string{"ints sp", "ints wp", "bits sp", "bits wp", "ints sat", "bits sat", "lifted"} {
		if count[what] < 5 {
			t.Errorf("met too seldom: %s", what)
		}
	}
	if n := count["ints unexplained"] + count["bits unexplained"]; n > 8 {
		t.Errorf("%d infeasible paths without predicates", n)
	}
}

// checkSequence checks a sequence of predicates along a path by enumeration of states.
func (g *chain) checkSequence(t *testing.T, path []*ir.Edge, ip *vc.Interpolants, count map[string]int) {
	t.Helper()
	first, last := ip.Exprs[0], ip.Exprs[len(path)]
	if last == nil || !ir.IsFalse(last) {
		t.Errorf("the last predicate is not false")
	}
	for s := range g.initial() {
		if first != nil && !g.truth(t, s, first) {
			t.Errorf("the first predicate does not hold at the start")
			break
		}
	}
	for i, ed := range path {
		x, y := ip.Exprs[i], ip.Exprs[i+1]
		if x == nil || y == nil {
			count["not lifted"]++
			continue
		}
		count["lifted"]++
		if !g.triple(t, x, ed.Stmt, y) {
			t.Errorf("edge %d: {%s} does not lead to {%s}", i, ir.ExprString(x), ir.ExprString(y))
		}
	}
}

// TestRandomTriples compares Holds, Wp and Sp with the meaning of single edges.
func TestRandomTriples(t *testing.T) {
	open := provers(t)
	count := map[string]int{}
	for _, enc := range []vc.Encoding{vc.Ints, vc.Bits} {
		for seed := range seeds(16) {
			g := newChain(seed+1000, 3, enc == vc.Bits)
			p := open(g.p, enc)
			ctx := context.Background()
			root := p.E.Root()
			for _, ed := range g.p.Entry.Edges {
				pre := g.cond(1)
				posts := []ir.Expr{pre, g.cond(1), ir.NewBinary(ir.LOr, g.cond(1), g.cond(1)), g.cond(2)}
				got := p.HoldAll(ctx, nil, pre, ed, posts)
				for i, post := range posts {
					want := vc.No
					if g.triple(t, pre, ed.Stmt, post) {
						want = vc.Yes
					}
					count[enc.String()+" "+got[i].String()]++
					if got[i] != want && got[i] != vc.Open {
						t.Errorf("%v seed %d: {%s} %s {%s} is %v", enc, seed, ir.ExprString(pre), ed, ir.ExprString(post), got[i])
					}
					queries := p.Queries
					if p.Holds(ctx, nil, pre, ed, post) != got[i] || p.Queries != queries && got[i] != vc.Open {
						t.Errorf("another answer, or asked again")
					}
				}
				g.checkTransformers(t, p, root, ed, pre, posts[1], count)
			}
		}
	}
	t.Log(count)
	for _, what := range []string{"ints yes", "ints no", "bits yes", "bits no", "wp exact", "sp exact"} {
		if count[what] < 20 {
			t.Errorf("met too seldom: %s", what)
		}
	}
}

// checkTransformers checks Wp, Sp and Holds for one edge.
func (g *chain) checkTransformers(t *testing.T, p *vc.Prover, root *vc.Context, ed *ir.Edge, pre, post ir.Expr,
	count map[string]int) {
	t.Helper()
	ctx := context.Background()
	if y, ok := p.Term(root, post); ok {
		w, exact := p.Wp(ctx, root, ed, y)
		if x, ok := p.Lift(root, w); ok {
			if !g.triple(t, x, ed.Stmt, post) {
				t.Errorf("wp(%s, %s) is not %s", ed, ir.ExprString(post), ir.ExprString(x))
			}
			if exact {
				count["wp exact"]++
				g.all(func(s state) { // w is the weakest precondition
					all := true
					for _, n := range g.step(s, ed.Stmt) {
						all = all && g.truth(t, n, post)
					}
					if all && !g.truth(t, s, x) {
						t.Fatalf("wp(%s, %s) is weaker than %s: %v", ed, ir.ExprString(post), ir.ExprString(x), s)
					}
				})
			}
		}
	}
	x, ok := p.Term(root, pre)
	if !ok {
		return
	}
	s, exact := p.Sp(ctx, root, ed, x)
	y, ok := p.Lift(root, s)
	if !ok {
		return
	}
	if !g.triple(t, pre, ed.Stmt, y) {
		t.Errorf("sp(%s, %s) is not %s", ed, ir.ExprString(pre), ir.ExprString(y))
	}
	if !exact {
		return
	}
	count["sp exact"]++
	seen := func(s state) state { // the part of the state that is live
		for i, v := range g.vars {
			if !p.E.Live(g.p.Entry).At(ed.To, v) {
				s[i] = 0
			}
		}
		return s
	}
	next := map[state]bool{}
	g.all(func(s state) {
		if g.truth(t, s, pre) {
			for _, n := range g.step(s, ed.Stmt) {
				next[seen(n)] = true
			}
		}
	})
	g.all(func(s state) { // it is the strongest postcondition
		if g.truth(t, s, y) && !next[seen(s)] {
			t.Fatalf("sp(%s, %s) is stronger than %s: %v", ed, ir.ExprString(pre), ir.ExprString(y), s)
		}
	})
}
