package absint_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// gen generates small structured programs that cover all cases of the analysis: loops, calls (also recursive ones),
// inputs that are read once and several times, aliases, heap and local objects, accesses of several widths, statements
// on ranges of memory.
type gen struct {
	r      *rand.Rand
	p      *ir.Program
	f      *ir.Func
	at     *ir.Loc
	loops  int
	next   []*ir.Func // the functions that may be called
	ptrs   []*ir.Var  // pointer registers that have been assigned
	sites  []*ir.Site
	left   int  // the number of statements that may still be generated
	array  bool // many statements access a large object
	asks   bool // questions (ir.Valid) before accesses
	passes bool // functions have a parameter that points to a heap object
}

var types = []ir.Type{ir.I32, ir.I32, ir.I8, ir.U8}

// passing is the first of the seeds whose programs pass pointers to heap objects to functions that free them.
const passing = 1 << 40

// randomProgram returns the program of a seed.
func randomProgram(seed uint64) *ir.Program {
	g := &gen{r: rand.New(rand.NewPCG(seed, 11)), p: &ir.Program{Model: ir.ILP32}, asks: seed%5 < 2 || seed >= passing,
		passes: seed >= passing}
	if g.one(3) {
		g.p.Model = ir.LP64
	}
	for i := range 1 + g.r.IntN(2) {
		v := g.p.NewGlobal(fmt.Sprint("g", i), g.typ())
		if g.one(2) {
			v.Init = g.constant(v.Type)
		}
	}
	g.array = g.one(4)
	for i := range g.r.IntN(3) {
		size := []int64{4, 8, 12}[g.r.IntN(3)]
		filled := g.one(2)
		if i == 0 && g.array {
			size, filled = 96, g.one(4)
		}
		if g.one(6) {
			size = 96 // more offsets than a store distinguishes
		}
		o := g.p.NewObject(fmt.Sprint("o", i), size, 4)
		for off := int64(0); off < size && off < 12; off += 4 {
			if filled && g.one(2) {
				o.Init = append(o.Init, ir.InitItem{Off: off, Val: g.constant(ir.I32)})
			}
		}
		if size == 4 {
			o.Elem = ir.I32
		}
	}
	for i := range g.r.IntN(3) {
		f := g.p.NewFunc(fmt.Sprint("f", i), g.typ(), ir.Pos{})
		for j := range 1 + g.r.IntN(2) {
			f.Params = append(f.Params, f.NewVar(fmt.Sprint("p", j), g.typ()))
		}
		if g.passes {
			f.Params = append(f.Params, f.NewVar("h", g.p.Model.Ptr()))
		}
		g.function(f, 2+g.r.IntN(4))
		g.next = append(g.next, f)
	}
	g.p.Entry = g.p.NewFunc("main", ir.Void, ir.Pos{})
	g.function(g.p.Entry, 6+g.r.IntN(8))
	return g.p
}

// one returns true once in n times.
func (g *gen) one(n int) bool { return g.r.IntN(n) == 0 }

func (g *gen) typ() ir.Type { return types[g.r.IntN(len(types))] }

// constant returns a random literal of type t.
func (g *gen) constant(t ir.Type) ir.Expr {
	v := int64(g.r.IntN(8) - 2)
	switch g.r.IntN(8) {
	case 0:
		v = []int64{100, 120, 127, -128, 50, 1000}[g.r.IntN(6)]
	case 1:
		v = int64(num.MaxOf(t.Bits, t.Signed))
	}
	return ir.NewConst(t, v)
}

// emit adds an edge with s to a new location and continues there.
func (g *gen) emit(s ir.Stmt) *ir.Edge {
	to := g.f.NewLoc(ir.Pos{})
	e := g.f.NewEdge(g.at, to, s, ir.Pos{})
	g.at = to
	return e
}

func (g *gen) jump(to *ir.Loc, s ir.Stmt) { g.f.NewEdge(g.at, to, s, ir.Pos{}) }

// function generates the body of f with about n statements. The first edge does nothing, so observers see the entry.
func (g *gen) function(f *ir.Func, n int) {
	g.f, g.at, g.ptrs, g.left, g.sites = f, f.Entry, nil, 3*n, nil
	for i := range 2 + g.r.IntN(2) {
		f.NewVar(fmt.Sprint("x", i), g.typ())
	}
	g.emit(&ir.Skip{})
	objs := append([]*ir.Object{}, g.p.Objects...)
	if g.one(3) {
		o := f.NewObject("l", 8, 4)
		o.Site = g.site(ir.ObjectBytes, ir.Type{})
		g.emit(&ir.Decl{Obj: o})
		objs = append(objs, o)
	}
	for i, o := range objs {
		v := f.NewVar(fmt.Sprint("q", i), g.p.Model.Ptr())
		g.emit(&ir.Assign{Dst: v, Src: &ir.AddrOf{Obj: o, T: v.Type}})
		g.ptrs = append(g.ptrs, v)
	}
	switch {
	case g.passes && f == g.p.Entry:
		g.alloc(f.NewVar("h", g.p.Model.Ptr()))
		g.alloc(f.NewVar("h2", g.p.Model.Ptr()))
		g.alloc(f.NewVar("h3", g.p.Model.Ptr()))
	case g.passes:
		g.ptrs = append(g.ptrs, f.Params[len(f.Params)-1])
	case g.one(3):
		g.alloc(f.NewVar("h", g.p.Model.Ptr()))
	}
	if f.Result.Kind != ir.None && g.one(2) {
		g.recursion(f)
	}
	g.block(n)
	var ret ir.Stmt = &ir.Return{}
	if f.Result.Kind != ir.None {
		ret = &ir.Return{Val: g.expr(f.Result, 1)}
	}
	g.jump(f.Exit, ret)
}

func (g *gen) site(k ir.SiteKind, t ir.Type) *ir.Site {
	s := g.p.NewSite(k, "n", t, g.f, ir.Pos{})
	s.Key = fmt.Sprint("n", s.ID)
	return s
}

// alloc generates an allocation whose address is assigned to v.
func (g *gen) alloc(v *ir.Var) {
	size := ir.Expr(ir.NewConst(g.p.Model.Size(), 8))
	if vs := g.numbers(); g.asks && len(vs) > 0 && g.one(2) { // a variable size: between 0 and 15, or at most 40
		size = &ir.Cast{T: size.Type(), X: ir.NewRef(vs[g.r.IntN(len(vs))])}
		if g.one(2) {
			size = &ir.Binary{Op: ir.And, X: size, Y: ir.NewConst(size.Type(), 15)}
		} else {
			g.assume(&ir.Binary{Op: ir.Le, X: size, Y: ir.NewConst(size.Type(), 40)})
		}
	}
	g.emit(&ir.Alloc{Dst: v, Size: size, Zeroed: g.one(2), Site: g.site(ir.ObjectBytes, ir.Type{})})
	if len(g.ptrs) == 0 || g.ptrs[len(g.ptrs)-1] != v {
		g.ptrs = append(g.ptrs, v)
	}
	if g.one(2) {
		g.emit(&ir.LoadStmt{Dst: g.dst(ir.I32), Addr: ir.NewRef(v)})
	}
}

// recursion generates "if (0 < p0) x = f(p0 - 1, ...)".
func (g *gen) recursion(f *ir.Func) {
	p := f.Params[0]
	c := &ir.Binary{Op: ir.Lt, X: ir.NewConst(p.Type, 0), Y: ir.NewRef(p)}
	join := f.NewLoc(ir.Pos{})
	g.jump(join, &ir.Assume{Cond: ir.NotExpr(c), Mark: ir.False})
	g.emit(&ir.Assume{Cond: c, Mark: ir.True})
	args := []ir.Expr{&ir.Binary{Op: ir.Sub, X: ir.NewRef(p), Y: ir.NewConst(p.Type, 1)}}
	for _, q := range f.Params[1:] {
		if q.Type.Kind == ir.Ptr {
			args = append(args, ir.NewRef(q))
			continue
		}
		args = append(args, g.expr(q.Type, 1))
	}
	g.block(1)
	g.emit(&ir.Call{Dst: g.dst(f.Result), Func: f, Args: args})
	g.jump(join, &ir.Skip{})
	g.at = join
}

// numbers returns the integer registers in scope.
func (g *gen) numbers() []*ir.Var {
	var out []*ir.Var
	for _, v := range append(append([]*ir.Var{}, g.f.Vars...), g.p.Globals...) {
		if v.Type.Kind == ir.Int {
			out = append(out, v)
		}
	}
	return out
}

// dst returns a register of type t to assign to.
func (g *gen) dst(t ir.Type) *ir.Var {
	var of []*ir.Var
	for _, v := range g.numbers() {
		if v.Type == t {
			of = append(of, v)
		}
	}
	if len(of) == 0 {
		return g.f.NewVar(fmt.Sprint("t", len(g.f.Vars)), t)
	}
	return of[g.r.IntN(len(of))]
}

// expr returns a random expression of type t with at most depth nested operators.
func (g *gen) expr(t ir.Type, depth int) ir.Expr {
	if depth == 0 || g.one(4) {
		if g.one(4) {
			return g.constant(t)
		}
		vs := g.numbers()
		v := vs[g.r.IntN(len(vs))]
		if v.Type == t {
			return ir.NewRef(v)
		}
		return &ir.Cast{T: t, X: ir.NewRef(v)}
	}
	op := []ir.BinOp{ir.Add, ir.Add, ir.Sub, ir.Sub, ir.Mul, ir.And, ir.Rem}[g.r.IntN(7)]
	y := g.expr(t, depth-1)
	if op >= ir.Mul {
		y = g.constant(t)
	}
	return &ir.Binary{Op: op, X: g.expr(t, depth-1), Y: y}
}

// cond returns a random condition.
func (g *gen) cond() ir.Expr {
	if n := len(g.ptrs); n > 1 && g.one(5) {
		ops := 2
		if g.asks {
			ops = 4 // with comparisons by order
		}
		return &ir.Binary{Op: ir.Eq + ir.BinOp(g.r.IntN(ops)), X: ir.NewRef(g.ptrs[g.r.IntN(n)]),
			Y: ir.NewRef(g.ptrs[g.r.IntN(n)])}
	}
	t := g.typ()
	y := g.constant(t)
	if g.one(3) {
		y = g.expr(t, 1)
	}
	return &ir.Binary{Op: ir.Eq + ir.BinOp(g.r.IntN(4)), X: g.expr(t, g.r.IntN(2)), Y: y}
}

// block generates n statements.
func (g *gen) block(n int) {
	for ; n > 0 && g.left > 0; n-- {
		g.left--
		g.stmt()
	}
}

// stmt generates a random statement.
func (g *gen) stmt() {
	if g.array && g.one(2) && len(g.p.Objects) > 0 {
		g.element()
		return
	}
	vs := g.numbers()
	v := vs[g.r.IntN(len(vs))]
	switch g.r.IntN(16) {
	case 0, 1:
		g.input(v)
	case 2, 3:
		g.choice()
	case 4, 5:
		if g.loops < 2 {
			g.loop()
		}
	case 6, 7:
		g.assert()
	case 8, 9, 10:
		if len(g.ptrs) > 0 {
			g.access()
			return
		}
		g.emit(&ir.Assign{Dst: v, Src: g.expr(v.Type, 2)})
	case 11, 12:
		if len(g.next) > 0 {
			g.call()
		}
	case 13:
		if len(g.ptrs) > 0 {
			g.repoint()
		}
	default:
		g.emit(&ir.Assign{Dst: v, Src: g.expr(v.Type, 2)})
	}
}

// amount returns a number of bytes.
func (g *gen) amount() ir.Expr {
	vs := g.numbers()
	if len(vs) == 0 || g.one(3) {
		return ir.NewConst(ir.U64, int64(g.r.IntN(13)))
	}
	v := vs[g.r.IntN(len(vs))]
	x := ir.Expr(ir.NewRef(v))
	if g.one(2) {
		x = &ir.Cast{T: g.p.Model.Size(), X: x}
	}
	return x
}

// ask generates a question about an access of type t at the address at, which is computed from the pointer p.
func (g *gen) ask(p *ir.Var, at ir.Expr, t ir.Type) {
	n := ir.Expr(ir.NewConst(ir.U64, int64(t.Size())))
	if g.one(4) {
		n = g.amount()
	}
	what := []ir.Question{ir.Readable, ir.Writable, ir.Freeable, ir.Same}[max(g.r.IntN(8)-4, 0)]
	v := &ir.Valid{What: what, Addr: at, N: n}
	switch what {
	case ir.Freeable:
		v.N = nil
	case ir.Same:
		v.N = ir.NewRef(g.ptrs[g.r.IntN(len(g.ptrs))])
	}
	if g.one(4) { // as an assumption, not as an obligation
		join := g.f.NewLoc(ir.Pos{})
		g.jump(join, &ir.Assume{Cond: ir.NotExpr(v)})
		g.emit(&ir.Assume{Cond: v})
		g.block(1)
		g.jump(join, &ir.Skip{})
		g.at = join
		return
	}
	g.demand(v)
}

// demand generates an obligation that the answer to v is yes.
func (g *gen) demand(v *ir.Valid) {
	bad := g.f.NewLoc(ir.Pos{})
	bad.Kind, bad.Obligation = ir.Error, g.p.NewObligation(ir.ValidDeref, "x", g.f.Name, ir.Pos{})
	g.jump(bad, &ir.Assume{Cond: &ir.Unary{Op: ir.LNot, X: v}})
	g.emit(&ir.Assume{Cond: v})
}

// assume generates an assumption.
func (g *gen) assume(c ir.Expr) { g.emit(&ir.Assume{Cond: c, Guard: ir.UserAssume}) }

// input generates an input, sometimes of a site that other statements read, too.
func (g *gen) input(v *ir.Var) {
	for _, s := range g.sites {
		if s.Type == v.Type && g.one(2) {
			g.emit(&ir.Input{Dst: v, Site: s})
			return
		}
	}
	s := g.site(ir.Nondet, v.Type)
	g.sites = append(g.sites, s)
	g.emit(&ir.Input{Dst: v, Site: s})
	if g.one(2) { // often restrict the input to small values
		k := ir.NewConst(v.Type, int64(3+g.r.IntN(8)))
		g.emit(&ir.Assume{Cond: &ir.Binary{Op: ir.Le, X: ir.NewRef(v), Y: k}, Guard: ir.UserAssume})
	}
}

func (g *gen) choice() { g.choose(g.cond()) }

// choose generates a branch on c.
func (g *gen) choose(c ir.Expr) {
	from, join := g.at, g.f.NewLoc(ir.Pos{})
	g.emit(&ir.Assume{Cond: c, Mark: ir.True})
	g.block(1 + g.r.IntN(2))
	g.jump(join, &ir.Skip{})
	g.at = from
	g.emit(&ir.Assume{Cond: ir.NotExpr(c), Mark: ir.False})
	if g.one(2) {
		g.block(1 + g.r.IntN(2))
	}
	g.jump(join, &ir.Skip{})
	g.at = join
}

// loop generates a loop that increments a register.
func (g *gen) loop() {
	i := g.dst(g.typ())
	g.emit(&ir.Assign{Dst: i, Src: g.constant(i.Type)})
	g.emit(&ir.Skip{})
	head := g.at
	end := ir.Expr(ir.NewConst(i.Type, int64(2+g.r.IntN(12))))
	if g.one(3) {
		end = g.expr(i.Type, 0)
	}
	c := &ir.Binary{Op: ir.Lt, X: ir.NewRef(i), Y: end}
	after := g.f.NewLoc(ir.Pos{})
	g.jump(after, &ir.Assume{Cond: ir.NotExpr(c), Mark: ir.False})
	g.emit(&ir.Assume{Cond: c, Mark: ir.True})
	g.loops++
	for _, p := range g.ptrs {
		if p.Name == "h" && g.one(2) {
			g.alloc(p)
		}
	}
	g.block(1 + g.r.IntN(3))
	g.loops--
	g.emit(&ir.Assign{Dst: i, Src: &ir.Binary{Op: ir.Add, X: ir.NewRef(i), Y: ir.NewConst(i.Type, int64(1+g.r.IntN(2)))}})
	g.jump(head, &ir.Skip{})
	g.at = after
}

// assert generates an assertion of a random condition.
func (g *gen) assert() {
	c := g.cond()
	bad := g.f.NewLoc(ir.Pos{})
	bad.Kind, bad.Obligation = ir.Error, g.p.NewObligation("assertion", "x", g.f.Name, ir.Pos{})
	g.jump(bad, &ir.Assume{Cond: ir.NotExpr(c), Mark: ir.False})
	g.emit(&ir.Assume{Cond: c, Mark: ir.True})
}

// call generates a call of one of the functions in next.
func (g *gen) call() {
	c := &ir.Call{Func: g.next[g.r.IntN(len(g.next))]}
	for _, p := range c.Func.Params {
		if p.Type.Kind == ir.Ptr {
			c.Args = append(c.Args, ir.NewRef(g.ptrs[len(g.ptrs)-1-g.r.IntN(min(3, len(g.ptrs)))]))
			continue
		}
		if g.one(2) {
			c.Args = append(c.Args, ir.NewConst(p.Type, int64(g.r.IntN(5))))
		} else {
			c.Args = append(c.Args, g.expr(p.Type, 1))
		}
	}
	if g.r.IntN(4) > 0 {
		c.Dst = g.dst(c.Func.Result)
	}
	g.emit(c)
}

// repoint generates a statement that moves a pointer, copies a pointer, or copies one of two pointers.
func (g *gen) repoint() {
	p, q := g.ptrs[g.r.IntN(len(g.ptrs))], g.ptrs[g.r.IntN(len(g.ptrs))]
	if g.asks && g.one(2) {
		switch g.r.IntN(3) {
		case 0:
			g.emit(&ir.Assign{Dst: p, Src: ir.NewConst(p.Type, 0)})
		case 1:
			g.emit(&ir.Assign{Dst: p, Src: ir.NewPtrAdd(ir.NewRef(p), ir.NewConst(ir.I32, -1), 4)})
		default:
			g.emit(&ir.Assign{Dst: p, Src: &ir.PtrAdd{P: ir.NewRef(p), Index: g.expr(ir.I32, 0), Scale: 2}})
		}
		return
	}
	switch g.r.IntN(4) {
	case 0:
		g.emit(&ir.Assign{Dst: p, Src: ir.NewRef(q)})
		return
	case 1:
		g.emit(&ir.Assign{Dst: p, Src: ir.NewPtrAdd(ir.NewRef(p), ir.NewConst(ir.I32, 1), 4)})
		return
	}
	c := g.cond()
	join := g.f.NewLoc(ir.Pos{})
	g.jump(join, &ir.Assume{Cond: ir.NotExpr(c), Mark: ir.False})
	g.emit(&ir.Assume{Cond: c, Mark: ir.True})
	g.emit(&ir.Assign{Dst: p, Src: ir.NewRef(q)})
	g.jump(join, &ir.Skip{})
	g.at = join
}

// element generates a read or write of an element of the first object, as an array.
func (g *gen) element() {
	at := ir.Expr(&ir.AddrOf{Obj: g.p.Objects[0], T: g.p.Model.Ptr()})
	if g.one(2) {
		at = ir.NewPtrAdd(at, ir.NewConst(ir.I32, int64(g.r.IntN(2))), 4)
	} else {
		at = &ir.PtrAdd{P: at, Index: &ir.Binary{Op: ir.And, X: g.expr(ir.I32, 0), Y: ir.NewConst(ir.I32, 31)}, Scale: 4}
	}
	if g.one(2) {
		g.emit(&ir.LoadStmt{Dst: g.dst(ir.I32), Addr: at})
	} else {
		g.emit(&ir.Store{Addr: at, Val: g.expr(ir.I32, 1)})
	}
}

// access generates reads or writes of memory.
func (g *gen) access() {
	p := g.ptrs[g.r.IntN(len(g.ptrs))]
	at, t := ir.Expr(ir.NewRef(p)), ir.I32
	switch g.r.IntN(4) {
	case 0:
		at = ir.NewPtrAdd(at, ir.NewConst(ir.I32, 1), 4)
		if g.one(2) { // access a byte in the middle
			at, t = ir.NewPtrAdd(ir.NewRef(p), ir.NewConst(ir.I32, int64(1+g.r.IntN(2))), 1), ir.I8
		}
	case 1:
		at = &ir.PtrAdd{P: at, Index: &ir.Binary{Op: ir.And, X: g.expr(ir.I32, 0),
			Y: ir.NewConst(ir.I32, int64([]int{1, 7, 31, 31}[g.r.IntN(4)]))}, Scale: 4}
	}
	if g.one(8) { // write a number, then read one of its bytes
		x := g.dst(ir.I8)
		g.emit(&ir.Store{Addr: ir.NewRef(p), Val: g.expr(ir.I32, 0)})
		g.emit(&ir.LoadStmt{Dst: x, Addr: ir.NewPtrAdd(ir.NewRef(p), ir.NewConst(ir.I32, int64(g.r.IntN(3))), 1)})
		g.choose(&ir.Binary{Op: ir.Le, X: ir.NewRef(x), Y: g.constant(x.Type)})
		return
	}
	if p.Name == "h" && g.one(6) {
		g.alloc(p)
		return
	}
	if g.passes && p.Name[0] == 'h' && g.one(5) {
		g.demand(&ir.Valid{What: ir.Freeable, Addr: ir.NewRef(p)})
		g.emit(&ir.Free{Addr: ir.NewRef(p)})
		return
	}
	if g.one(4) {
		t = g.typ()
	}
	size := g.p.Model.Size()
	if g.asks && g.one(3) {
		at = &ir.PtrAdd{P: at, Index: g.expr(ir.I32, 0), Scale: int64([]int{1, 4, 4, 1 << 30}[g.r.IntN(4)])}
		g.ask(p, at, t)
	} else if g.asks && g.one(2) {
		g.ask(p, at, t)
	}
	switch g.r.IntN(12) {
	case 0:
		n := ir.Expr(ir.NewConst(size, int64(4*g.r.IntN(2)+4)))
		if g.asks && g.one(2) {
			n = g.amount()
			g.demand(&ir.Valid{What: ir.Writable, Addr: at, N: n})
		}
		g.emit(&ir.MemSet{Dst: at, Val: ir.NewConst(ir.U8, int64(g.r.IntN(2))), N: n})
	case 1:
		q := g.ptrs[g.r.IntN(len(g.ptrs))]
		if g.asks && g.one(3) {
			g.demand(&ir.Valid{What: ir.Freeable, Addr: at})
			g.emit(&ir.Free{Addr: at})
			return
		}
		g.emit(&ir.MemCopy{Dst: at, Src: ir.NewRef(q), N: ir.NewConst(size, int64(2*g.r.IntN(2)+2))})
	case 2:
		g.emit(&ir.MemHavoc{Addr: at, N: ir.NewConst(size, 4), Site: g.site(ir.ObjectBytes, ir.Type{})})
	case 3, 4, 5, 6:
		g.emit(&ir.LoadStmt{Dst: g.dst(t), Addr: at})
	default:
		g.emit(&ir.Store{Addr: at, Val: g.expr(t, 1)})
	}
}
