package triple

import (
	"fmt"
	"math/rand/v2"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// gen makes small random programs over registers of a few bits, so that all their states can be visited.
type gen struct {
	r       *rand.Rand
	p       *ir.Program
	main    *ir.Func
	g       *ir.Func // a function that main may call; nil: none
	obj     *ir.Object
	ptr     *ir.Var              // may point to obj; nil: there is none
	tidy    bool                 // all registers are assigned before they are read
	entries map[*ir.Func][]entry // names of values at entries that evidence may use
	names   []entry              // names that formulas may use in addition to the program's registers
}

// newGen returns a generator.
func newGen(seed uint64) *gen {
	g := &gen{r: rand.New(rand.NewPCG(seed, 7)), p: &ir.Program{Model: ir.ILP32}}
	if g.r.IntN(3) == 0 {
		g.p.Model = ir.LP64
	}
	g.tidy = g.r.IntN(2) == 0
	return g
}

// typ returns a small integer type.
func (g *gen) typ() ir.Type {
	return ir.Type{Kind: ir.Int, Bits: uint8(1 + g.r.IntN(3)), Signed: g.r.IntN(2) == 0}
}

// program returns a random program.
func (g *gen) program() *ir.Program {
	p := g.p
	o := p.NewObligation("assertion", "x", "main", ir.Pos{})
	g.main = p.NewFunc("main", ir.Void, ir.Pos{})
	p.Entry = g.main
	if g.r.IntN(3) == 0 {
		v := p.NewGlobal("gl", g.typ())
		v.Init = ir.NewConst(v.Type, int64(g.r.IntN(3)))
	}
	if g.r.IntN(3) == 0 {
		g.obj = p.NewObject("a", int64(2+g.r.IntN(2)), 1)
		if g.r.IntN(2) == 0 {
			g.obj.Init = []ir.InitItem{{Off: 1, Val: ir.NewConst(ir.U8, int64(g.r.IntN(4)))}}
		}
		g.obj.Const = g.r.IntN(6) == 0
	}
	if g.r.IntN(3) == 0 {
		g.g = p.NewFunc("g", g.typ(), ir.Pos{})
		if g.r.IntN(2) == 0 {
			g.g.Params = append(g.g.Params, g.g.NewVar("q", g.typ()))
		}
		g.g.NewVar("l", g.typ())
		g.body(g.g, 2+g.r.IntN(3), o)
	}
	for i := range 2 + g.r.IntN(2) {
		g.main.NewVar(fmt.Sprintf("x%d", i), g.typ())
	}
	if g.obj != nil {
		g.main.NewVar("b", ir.U8)
		if g.r.IntN(2) == 0 {
			g.ptr = g.main.NewVar("p", p.Model.Ptr())
		}
	}
	if g.r.IntN(3) == 0 {
		g.main.NewVar("t", ir.B)
	}
	g.body(g.main, 4+g.r.IntN(5), o)
	return p
}

// body makes an automaton of n inner locations with random edges.
func (g *gen) body(f *ir.Func, n int, o *ir.Obligation) {
	bad := f.NewLoc(ir.Pos{})
	bad.Kind, bad.Obligation = ir.Error, o
	inner := []*ir.Loc{}
	for range n {
		inner = append(inner, f.NewLoc(ir.Pos{}))
	}
	to := func(i int) *ir.Loc {
		if i+1 < n && g.r.IntN(3) > 0 {
			return inner[i+1]
		}
		if g.r.IntN(8) == 0 {
			return bad
		}
		return inner[g.r.IntN(n)]
	}
	// Registers have arbitrary values at first. Half of the programs assign them, so that there are few states.
	at := f.Entry
	for _, v := range f.Vars[len(f.Params):] {
		if g.tidy {
			l := f.NewLoc(ir.Pos{})
			f.NewEdge(at, l, &ir.Assign{Dst: v, Src: g.constant(v.Type)}, ir.Pos{})
			at = l
		}
	}
	f.NewEdge(at, inner[0], g.stmt(f), ir.Pos{})
	for i, l := range inner {
		switch {
		case i == n-1 || g.r.IntN(8) == 0:
			var s ir.Stmt = &ir.Return{}
			if f.Result.Kind != ir.None && g.r.IntN(8) > 0 {
				s = &ir.Return{Val: g.expr(f, f.Result, 2)}
			}
			f.NewEdge(l, f.Exit, s, ir.Pos{})
		case g.r.IntN(5) < 3:
			c := g.expr(f, ir.B, 2)
			f.NewEdge(l, to(i), &ir.Assume{Cond: c, Mark: ir.True}, ir.Pos{})
			dst := to(i)
			if g.r.IntN(3) == 0 {
				dst = bad
			}
			f.NewEdge(l, dst, &ir.Assume{Cond: ir.NotExpr(c), Mark: ir.False}, ir.Pos{})
		default:
			f.NewEdge(l, to(i), g.stmt(f), ir.Pos{})
		}
	}
}

// site returns a new input site.
func (g *gen) site(t ir.Type, f *ir.Func) *ir.Site {
	s := g.p.NewSite(ir.Nondet, "n", t, f, ir.Pos{})
	s.Key = fmt.Sprintf("n%d", s.ID)
	return s
}

// regs returns the registers that a statement or formula in f may use.
func (g *gen) regs(f *ir.Func) []*ir.Var {
	vs := append(append([]*ir.Var{}, f.Vars...), g.p.Globals...)
	for _, x := range g.names {
		vs = append(vs, x.was)
	}
	return vs
}

// stmt returns a random statement.
func (g *gen) stmt(f *ir.Func) ir.Stmt {
	vs := g.regs(f)
	v := vs[g.r.IntN(len(vs))]
	switch k := g.r.IntN(12); {
	case k < 2 && v.Type.Kind != ir.Ptr && v.Type != ir.U8:
		return &ir.Input{Dst: v, Site: g.site(v.Type, f)}
	case k == 2 && f == g.main && g.g != nil:
		c := &ir.Call{Func: g.g}
		for _, p := range g.g.Params {
			c.Args = append(c.Args, g.expr(f, p.Type, 1))
		}
		for _, w := range vs {
			if w.Type == g.g.Result {
				c.Dst = w
			}
		}
		return c
	case k < 6 && g.obj != nil:
		if v.Type == ir.U8 {
			return &ir.LoadStmt{Dst: v, Addr: g.addr(f)}
		}
		return &ir.Store{Addr: g.addr(f), Val: &ir.Cast{T: ir.U8, X: g.expr(f, ir.Type{Kind: ir.Int, Bits: 2}, 1)}}
	case k == 6:
		return &ir.Skip{}
	case k == 7 && g.obj != nil && !g.obj.Const:
		val := ir.Expr(ir.NewConst(ir.U8, int64(g.r.IntN(3))))
		if g.r.IntN(2) == 0 {
			val = &ir.Cast{T: ir.U8, X: g.expr(f, ir.Type{Kind: ir.Int, Bits: 2}, 1)}
		}
		dst, n := ir.Expr(&ir.AddrOf{Obj: g.obj, T: g.p.Model.Ptr()}),
			ir.Expr(ir.NewConst(ir.U32, int64(g.r.IntN(int(g.obj.Size)+1))))
		if g.r.IntN(3) == 0 {
			dst = g.addr(f)
		}
		if g.r.IntN(3) == 0 {
			n = &ir.Cast{T: ir.U32, X: g.expr(f, ir.Type{Kind: ir.Int, Bits: 2}, 1)}
		}
		if g.r.IntN(3) == 0 {
			return &ir.MemCopy{Dst: dst, Src: g.addr(f), N: n}
		}
		return &ir.MemSet{Dst: dst, Val: val, N: n}
	}
	return &ir.Assign{Dst: v, Src: g.expr(f, v.Type, 2)}
}

// addr returns a random address, seldom outside of the object.
func (g *gen) addr(f *ir.Func) ir.Expr {
	base := &ir.AddrOf{Obj: g.obj, T: g.p.Model.Ptr()}
	if f == g.main && g.ptr != nil && g.r.IntN(2) == 0 {
		return ir.NewRef(g.ptr)
	}
	if g.r.IntN(2) == 0 {
		return ir.NewPtrAdd(base, ir.NewConst(ir.U8, int64(g.r.IntN(int(g.obj.Size)))), 1)
	}
	t := ir.Type{Kind: ir.Int, Bits: uint8(1 + g.r.IntN(2))}
	return &ir.PtrAdd{P: base, Index: g.expr(f, t, 1), Scale: 1}
}

// constant returns a random constant.
func (g *gen) constant(t ir.Type) ir.Expr {
	if t.Kind == ir.Bool {
		return ir.NewBool(g.r.IntN(2) == 0)
	}
	if t.Kind == ir.Ptr {
		return ir.NewPtrAdd(&ir.AddrOf{Obj: g.obj, T: t}, ir.NewConst(ir.U8, int64(g.r.IntN(int(g.obj.Size)))), 1)
	}
	v := g.r.Uint64()
	if t.Bits > 4 {
		v %= 5
	}
	return ir.NewBits(t, num.Trunc(v, t.Bits))
}

// expr returns a random expression of type t. It may use every operator; operands of other types are cast.
func (g *gen) expr(f *ir.Func, t ir.Type, depth int) ir.Expr {
	r := g.r
	if depth == 0 || r.IntN(5) == 0 {
		vs := g.regs(f)
		v := vs[r.IntN(len(vs))]
		switch {
		case v.Type == t:
			return ir.NewRef(v)
		case r.IntN(3) == 0 || t.Kind == ir.Bool:
			return g.constant(t)
		}
		return &ir.Cast{T: t, X: ir.NewRef(v)}
	}
	other := g.typ()
	if t.Kind == ir.Ptr {
		return g.constant(t)
	}
	if t.Kind == ir.Bool {
		switch r.IntN(10) {
		case 0:
			return &ir.Unary{Op: ir.LNot, X: g.expr(f, ir.B, depth-1)}
		case 1, 2:
			return &ir.Binary{Op: ir.LAnd + ir.BinOp(r.IntN(2)), X: g.expr(f, ir.B, depth-1), Y: g.expr(f, ir.B, depth-1)}
		case 3:
			return &ir.Overflows{Op: []ir.BinOp{ir.Add, ir.Sub, ir.Mul, ir.Div}[r.IntN(4)], X: g.expr(f, other, depth-1),
				Y: g.expr(f, other, depth-1)}
		}
		return &ir.Binary{Op: ir.Eq + ir.BinOp(r.IntN(4)), X: g.expr(f, other, depth-1), Y: g.expr(f, other, depth-1)}
	}
	switch r.IntN(8) {
	case 0:
		return &ir.Unary{Op: ir.Neg + ir.UnOp(r.IntN(2)), X: g.expr(f, t, depth-1)}
	case 1:
		return &ir.Cast{T: t, X: g.expr(f, []ir.Type{other, ir.B}[r.IntN(2)], depth-1)}
	}
	op := ir.Add + ir.BinOp(r.IntN(int(ir.Shr-ir.Add)+1))
	if r.IntN(2) == 0 {
		op = ir.Add + ir.BinOp(r.IntN(3))
	}
	y := t
	if op == ir.Shl || op == ir.Shr {
		y = other
	}
	return &ir.Binary{Op: op, X: g.expr(f, t, depth-1), Y: g.expr(f, y, depth-1)}
}
