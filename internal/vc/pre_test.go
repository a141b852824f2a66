package vc_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// leads returns the states from which a block leads to a predicate.
func (g *chain) leads(t *testing.T, block vc.Block, post ir.Expr) map[state]bool {
	to := map[state]bool{}
	at := make([]map[state]bool, block.Nodes)
	for i := range at {
		at[i] = map[state]bool{}
	}
	g.all(func(s state) {
		if g.truth(t, s, post) {
			at[block.Nodes-1][s] = true
		}
	})
	for _, step := range slices.Backward(block.Steps) {
		g.all(func(s state) {
			for _, n := range g.step(s, step.Edge.Stmt) {
				if at[step.To][n] {
					at[step.From][s] = true
				}
			}
		})
	}
	for s := range at[0] {
		to[s] = true
	}
	return to
}

// diamonds makes a block of n parts of a chain, some of which are two parallel paths.
func (g *chain) diamonds(n int) vc.Block {
	f := g.p.Entry
	at := f.NewLoc(ir.Pos{})
	block := vc.Block{Nodes: 1}
	step := func(from int, a, b *ir.Loc, to int, s ir.Stmt) {
		block.Steps = append(block.Steps, vc.BlockStep{From: from, To: to, Edge: f.NewEdge(a, b, s, ir.Pos{})})
	}
	for range n {
		last, to := block.Nodes-1, f.NewLoc(ir.Pos{})
		if g.r.IntN(2) == 0 {
			step(last, at, to, last+1, g.stmt())
			block.Nodes++
			at = to
			continue
		}
		c := g.cond(1)
		l, r := f.NewLoc(ir.Pos{}), f.NewLoc(ir.Pos{})
		step(last, at, l, last+1, &ir.Assume{Cond: c})
		step(last, at, r, last+2, &ir.Assume{Cond: ir.NotExpr(c)})
		step(last+1, l, to, last+3, g.stmt())
		step(last+2, r, to, last+3, g.stmt())
		block.Nodes += 3
		at = to
	}
	return block
}

// TestPre compares preimages of random blocks with the states that lead to the predicate.
func TestPre(t *testing.T) {
	open := provers(t)
	count := map[string]int{}
	ctx := context.Background()
	for _, enc := range []vc.Encoding{vc.Ints, vc.Bits} {
		for seed := range seeds(8) {
			g := newChain(seed+2000, 4, enc == vc.Bits)
			blocks := []vc.Block{vc.BlockOf(g.p.Entry.Edges[:1]), vc.BlockOf(g.p.Entry.Edges[1:2]),
				vc.BlockOf(g.p.Entry.Edges[1:4]), vc.BlockOf(g.p.Entry.Edges)}
			blocks = append(blocks, g.diamonds(1), g.diamonds(3))
			p := open(g.p, enc)
			for i, block := range blocks {
				within, post := ir.Expr(ir.NewBool(true)), g.cond(1)
				if i%2 == 1 {
					within = g.cond(1)
				}
				root := p.E.Root()
				got := p.Preimage(ctx, root, block, within, post)
				g.checkPre(t, block, within, post, got, count)
				if t.Failed() {
					t.Fatalf("%v seed %d block %d: {%s} %v\npre of %s\nis %s (exact %v)", enc, seed, i, ir.ExprString(within),
						block.Steps, ir.ExprString(post), ir.ExprString(got.Expr()), got.Exact)
				}
				pre, ok := p.Term(root, ir.NewAnd(within, ir.NotExpr(got.Expr())))
				not, sure := p.Term(root, ir.NotExpr(post))
				if !ok || !sure {
					count["approximated"]++
					continue
				}
				switch p.HoldBlock(ctx, root, pre, block, []*term.Term{not})[0] {
				case vc.No:
					t.Errorf("%v seed %d block %d: outside of %s a state leads to %s", enc, seed, i, ir.ExprString(got.Expr()),
						ir.ExprString(post))
				case vc.Yes:
					count["holds"]++
				case vc.Open:
					count["open"]++
				}
			}
		}
	}
	t.Log(count)
	for _, what := range []string{"exact", "proper", "holds", "suitable", "smaller"} {
		if count[what] < 5 {
			t.Errorf("met too seldom: %s", what)
		}
	}
	if count["inexact"] > count["exact"]/4 {
		t.Errorf("too often inexact")
	}
}

// checkPre checks the preimage of one block by enumeration of states.
func (g *chain) checkPre(t *testing.T, block vc.Block, within, post ir.Expr, got vc.Preimage, count map[string]int) {
	t.Helper()
	leads, x := g.leads(t, block, post), got.Expr()
	var outside []state
	g.all(func(s state) {
		if t.Failed() || !g.truth(t, s, within) {
			return
		}
		in := g.truth(t, s, x)
		switch {
		case leads[s] && !in:
			t.Errorf("%v leads there", s)
		case got.Exact && in && !leads[s]:
			t.Errorf("%v does not lead there", s)
		}
		if !in {
			outside = append(outside, s)
		}
	})
	if got.Exact {
		count["exact"]++
	} else {
		count["inexact"]++
	}
	if len(outside) == 0 || ir.IsFalse(x) {
		return
	}
	count["proper"]++
	some := []state{outside[g.r.IntN(len(outside))], outside[g.r.IntN(len(outside))]}
	few, ok := got.Suitable(len(some), func(i int, x ir.Expr) bool { return g.truth(t, some[i], x) })
	if !ok {
		t.Errorf("%v are outside, and not left out", some)
		return
	}
	count["suitable"]++
	y := few.Expr()
	if len(ir.ExprString(y)) < len(ir.ExprString(x)) {
		count["smaller"]++
	}
	for _, s := range some {
		if g.truth(t, s, y) {
			t.Errorf("%s has %v", ir.ExprString(y), s)
		}
	}
	g.all(func(s state) {
		if g.truth(t, s, x) && !g.truth(t, s, y) {
			t.Errorf("%s does not follow from %s", ir.ExprString(y), ir.ExprString(x))
		}
	})
}

// TestPreStates checks the cubes of given preimages.
func TestPreStates(t *testing.T) {
	open := provers(t)
	p := &ir.Program{Model: ir.ILP32}
	f := p.NewFunc("main", ir.Void, ir.Pos{})
	p.Entry = f
	x, y := f.NewVar("x", ir.I32), f.NewVar("y", ir.I32)
	site := p.NewSite(ir.Nondet, "in", ir.I32, f, ir.Pos{})
	site.Key = "in"
	rx, ry, k := ir.NewRef(x), ir.NewRef(y), func(n int64) ir.Expr { return ir.NewConst(ir.I32, n) }
	less := func(a, b ir.Expr) ir.Expr { return ir.NewBinary(ir.Lt, a, b) }
	edge := func(s ir.Stmt) *ir.Edge { return f.NewEdge(f.NewLoc(ir.Pos{}), f.NewLoc(ir.Pos{}), s, ir.Pos{}) }
	for _, test := range []struct {
		stmt         ir.Stmt
		within, post ir.Expr
		want         string
	}{
		{&ir.Input{Dst: x, Site: site}, ir.NewBool(true), less(rx, ry), "0:i64 <= i64(y) + 2147483647:i64"},
		{&ir.Input{Dst: x, Site: site}, ir.NewBool(true), less(rx, k(5)), "true"},
		{&ir.Assume{Cond: less(k(0), rx)}, ir.NewBool(true), ir.NewBool(true), "0:i64 < i64(x)"},
		{&ir.Assume{Cond: less(k(0), rx)}, less(rx, k(-3)), less(ry, rx), "false"},
		{&ir.Assign{Dst: x, Src: ir.NewBinary(ir.Add, rx, k(1))}, less(rx, k(9)), ir.NewBinary(ir.Eq, rx, k(4)),
			"3:i64 == i64(x)"},
		{&ir.Assign{Dst: x, Src: ir.NewBinary(ir.Add, rx, k(1))}, less(rx, k(9)), less(rx, k(4)), "i64(x) <= 2:i64"},
		{&ir.Assign{Dst: y, Src: ir.NewBinary(ir.Add, ry, rx)}, ir.NewAnd(less(ry, k(9)), less(k(-9), ry), less(rx, k(9)),
			less(k(-9), rx)), less(ry, k(0)), "i64(x) + i64(y) < 0:i64"},
	} {
		pr := open(p, vc.Ints)
		got := pr.Preimage(context.Background(), pr.E.Root(), vc.BlockOf([]*ir.Edge{edge(test.stmt)}), test.within,
			test.post)
		if s := ir.ExprString(got.Expr()); s != test.want || !got.Exact {
			t.Errorf("pre of %s through %s is %s (exact %v), not %s", ir.ExprString(test.post), edge(test.stmt), s, got.Exact,
				test.want)
		}
	}
}

// aliased reads one of two objects through a pointer to its start.
const aliased = `program ILP32
site nondet "n@a.c:1:2" type i32
object s size 8 align 4
object t size 4 align 4
entry main
func main() void {
  reg n i32
  reg p ptr32
  reg x i32
  locs 9
  L0 -> L2: n = input #0
  L2 -> L3: assume n == 0:i32 [T]
  L2 -> L4: assume n != 0:i32 [F]
  L3 -> L5: p = &@s
  L4 -> L5: p = &@t
  L5 -> L6: store p, n
  L6 -> L7: x = load p
  L7 -> L8: n = x
  L8 -> L1: return
}
`

// TestPreAlias checks that a preimage about a value read through a pointer has one case for each object to whose start
// the pointer may lead. If the pointer may lead inside of an object, the preimage does not state it.
func TestPreAlias(t *testing.T) {
	open := provers(t)
	for _, c := range []struct {
		name, text string
		want       []string // each is a conjunct of some cube, in both encodings
	}{
		{"starts", aliased, []string{"p == &@s", "p == &@t"}},
		{"inside", strings.Replace(aliased, "p = &@s", "p = ptradd(&@s, 4:i32, 1)", 1), nil},
	} {
		for _, enc := range []vc.Encoding{vc.Ints, vc.Bits} {
			p := open(irtest.Program(t, c.text), enc)
			f := p.E.Prog.Entry
			load := slices.IndexFunc(f.Edges, func(e *ir.Edge) bool { _, is := e.Stmt.(*ir.LoadStmt); return is })
			x := irtest.Var(t, p.E.Prog, f, "x")
			got := p.Preimage(context.Background(), p.E.Root(), vc.BlockOf(f.Edges[load:load+1]), ir.NewBool(true),
				ir.NewBinary(ir.Eq, ir.NewRef(x), ir.NewConst(ir.I32, -1)))
			text := ir.ExprString(got.Expr())
			for _, w := range c.want {
				if !strings.Contains(text, w) {
					t.Errorf("%s, %v: no %s in %s", c.name, enc, w, text)
				}
			}
			if c.want == nil && strings.Contains(text, "p ==") {
				t.Errorf("%s, %v: %s", c.name, enc, text)
			}
		}
	}
}
