// Package flowtest makes random programs for tests of analyses and passes:
// structured control flow with bounded loops, calls (also recursive), pointers into
// global, local and heap objects, divisions, shifts, inputs, error locations.
//
// Programs pass ir.Check and terminate; a few have invalid accesses. The seed determines the program.
package flowtest

import (
	"fmt"
	"math/rand/v2"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Random makes a program of about size statements per function.
func Random(seed uint64, size int) *ir.Program {
	g := &gen{r: rand.New(rand.NewPCG(seed, 1)), p: &ir.Program{Model: ir.ILP32, Files: []ir.File{{Name: "r.c"}}},
		names: map[string]int{}}
	g.numbers, g.tableNumbers = g.chance(30), g.chance(40)
	g.heavy = g.chance(40)
	g.globals()
	for range 6 { // tables have pointers only
		o := g.p.NewObject(g.name("PT"), 16, 4)
		o.Source = o.Name
		g.tables = append(g.tables, o)
	}
	n := 2 + g.r.IntN(4)
	for range n {
		g.function(size)
	}
	g.entry()
	for i, f := range g.p.Funcs {
		f.ID = i
	}
	return g.p
}

// types has the types of integer registers, with their frequencies.
var types = []ir.Type{ir.I32, ir.I32, ir.I32, ir.U32, ir.I8, ir.I64, ir.U16}

// gen is the state of the generator.
type gen struct {
	r     *rand.Rand
	p     *ir.Program
	names map[string]int
	line  int

	f            *ir.Func     // the present function
	cur          *ir.Loc      // the location at which the next statement is added
	ints         []*ir.Var    // the integer registers in scope
	ptrs         []*ir.Var    // the pointer registers in scope
	objs         []*ir.Object // the local objects in scope
	tables       []*ir.Object // global tables of pointers
	numbers      bool         // pointers are converted to integers and back
	tableNumbers bool         // pointers to tables are converted to integers and back
	heavy        bool         // many statements are about tables
	depth        int          // the nesting depth of branches and loops
	fuel         *ir.Var      // the parameter that bounds the recursion of the function; nil if it is not recursive
}

// name returns a new name that begins with base.
func (g *gen) name(base string) string {
	g.names[base]++
	return fmt.Sprintf("%s%d", base, g.names[base])
}

// pos returns the position of the present line.
func (g *gen) pos() ir.Pos { return ir.Pos{File: "r.c", Line: g.line, Col: 1} }

// chance returns true with the given probability.
func (g *gen) chance(percent int) bool { return g.r.IntN(100) < percent }

// globals makes the global registers and objects.
func (g *gen) globals() {
	for range 1 + g.r.IntN(3) {
		v := g.p.NewGlobal(g.name("g"), types[g.r.IntN(len(types))])
		v.Source = v.Name
		v.Init = ir.NewConst(v.Type, int64(g.r.IntN(5)))
	}
	for range g.r.IntN(2) {
		v := g.p.NewGlobal(g.name("gp"), ir.P32)
		v.Source = v.Name
	}
	for range 1 + g.r.IntN(3) {
		o := g.p.NewObject(g.name("G"), int64(8+4*g.r.IntN(3)), 4)
		o.Source = o.Name
		if g.chance(50) {
			o.Elem = ir.I32
		}
	}
}

// function makes a function that may call itself and the functions made before.
func (g *gen) function(size int) {
	g.line++
	name := g.name("f")
	result := ir.I32
	if g.chance(25) {
		result = ir.P32
	}
	f := g.p.NewFunc(name, result, g.pos())
	g.f, g.cur, g.ints, g.ptrs, g.objs, g.fuel = f, f.Entry, nil, nil, nil, nil
	for range g.r.IntN(3) {
		v := f.NewVar(g.name("a"), types[g.r.IntN(len(types))])
		g.ints = append(g.ints, v)
	}
	if g.chance(50) {
		g.ptrs = append(g.ptrs, f.NewVar(g.name("p"), ir.P32))
	}
	if g.chance(25) {
		g.fuel = f.NewVar(g.name("fuel"), ir.U8)
	}
	f.Params = f.Vars
	for _, v := range f.Params {
		v.Source = v.Name
	}
	for range 2 {
		v := f.NewVar(g.name("x"), types[g.r.IntN(len(types))])
		g.step(&ir.Assign{Dst: v, Src: ir.NewConst(v.Type, int64(g.r.IntN(7)-2))})
		g.ints = append(g.ints, v)
		if g.chance(60) {
			v.Source = v.Name
		}
	}
	for range g.r.IntN(2) {
		v := f.NewVar(g.name("q"), ir.P32)
		g.step(&ir.Assign{Dst: v, Src: ir.NewConst(ir.P32, 0)})
		g.ptrs = append(g.ptrs, v)
	}
	g.block(size)
	g.line++
	val := g.ptrExpr()
	if result == ir.I32 {
		val = g.cast(ir.I32, g.intExpr(2))
	}
	f.NewEdge(g.cur, f.Exit, &ir.Return{Val: val}, g.pos())
}

// entry makes the entry function.
func (g *gen) entry() {
	last := g.p.Funcs[len(g.p.Funcs)-1]
	g.line++
	f := g.p.NewFunc("_start", ir.Void, ir.Pos{})
	g.f, g.cur, g.ints, g.ptrs, g.objs, g.fuel = f, f.Entry, nil, nil, nil, nil
	for range 2 {
		v := f.NewVar(g.name("in"), ir.I32)
		g.input(v)
		g.ints = append(g.ints, v)
	}
	g.call(last)
	g.call(g.p.Funcs[g.r.IntN(len(g.p.Funcs)-1)])
	g.p.Entry = f
	f.NewEdge(g.cur, f.Exit, &ir.Return{}, ir.Pos{})
}

// step adds an edge with a statement.
func (g *gen) step(s ir.Stmt) {
	g.line++
	next := g.f.NewLoc(g.pos())
	g.f.NewEdge(g.cur, next, s, g.pos())
	g.cur = next
}

// input adds a read of an input.
func (g *gen) input(v *ir.Var) {
	kind := []ir.SiteKind{ir.Nondet, ir.Uninit, ir.Library}[g.r.IntN(3)]
	if v.Global { // tests compare the final values of globals, so the input must not be pruned
		kind = ir.Nondet
	}
	g.line++
	s := g.p.NewSite(kind, v.Name, v.Type, g.f, g.pos())
	s.Key = fmt.Sprintf("in_%s@r.c:%d:1", v.Name, g.line)
	g.step(&ir.Input{Dst: v, Site: s})
}

// block adds n statements in a scope.
func (g *gen) block(n int) {
	objs, ptrs, ints := len(g.objs), len(g.ptrs), len(g.ints)
	for range n {
		g.statement()
	}
	// The objects declared here go out of scope. Later statements do not use registers with pointers to them, but memory
	// may have such pointers.
	for _, o := range g.objs[objs:] {
		if o.ID%3 > 0 {
			g.step(&ir.End{Obj: o})
		}
	}
	g.objs, g.ptrs, g.ints = g.objs[:objs], g.ptrs[:ptrs], g.ints[:ints]
}

// statement adds a random statement.
func (g *gen) statement() {
	if g.heavy && g.chance(50) {
		g.table()
		return
	}
	switch g.r.IntN(20) {
	case 0, 1, 2, 3:
		v := g.intVar()
		g.step(&ir.Assign{Dst: v, Src: g.cast(v.Type, g.intExpr(3))})
	case 4, 5: // a temporary
		v := g.f.NewVar(g.name("t"), types[g.r.IntN(len(types))])
		g.step(&ir.Assign{Dst: v, Src: g.cast(v.Type, g.intExpr(2))})
		g.ints = append(g.ints, v)
	case 6:
		g.input(g.intVar())
	case 7, 8:
		g.branch()
	case 9:
		g.loop()
	case 10:
		g.table()
	case 11:
		g.pointer()
	case 12, 13:
		v := g.intVar()
		g.step(&ir.LoadStmt{Dst: v, Addr: g.address(v.Type)})
	case 14, 15:
		e := g.intExpr(2)
		if len(g.ptrs) > 0 && g.chance(25) {
			p := ir.NewRef(g.ptrs[g.r.IntN(len(g.ptrs))])
			if a := g.untyped(); a != nil {
				g.step(&ir.Store{Addr: a, Val: p})
			}
			return
		}
		g.step(&ir.Store{Addr: g.address(e.Type()), Val: e})
	case 16:
		if k := len(g.p.Funcs); k > 1 {
			g.call(g.p.Funcs[g.r.IntN(k-1)])
		}
		if g.fuel != nil && g.chance(60) {
			g.recurse()
		}
	case 17:
		if g.chance(50) {
			g.check()
		}
	case 18:
		g.object()
	case 19:
		if g.chance(50) {
			n := int64(4 * g.r.IntN(3))
			if dst := g.untyped(); dst != nil {
				g.step(&ir.MemCopy{Dst: dst, Src: g.object4(), N: ir.NewConst(ir.U32, n)})
			}
		} else {
			g.step(&ir.MemSet{Dst: g.object4(), Val: g.cast(ir.I32, g.intExpr(1)), N: ir.NewConst(ir.U32, 4)})
		}
	}
}

// intVar returns an integer register in scope, or a global one.
func (g *gen) intVar() *ir.Var {
	if g.chance(20) {
		var vs []*ir.Var
		for _, v := range g.p.Globals {
			if v.Type.Kind == ir.Int {
				vs = append(vs, v)
			}
		}
		return vs[g.r.IntN(len(vs))]
	}
	for {
		v := g.ints[g.r.IntN(len(g.ints))]
		if v != g.fuel {
			return v
		}
	}
}

// cast returns e converted to the type t.
func (g *gen) cast(t ir.Type, e ir.Expr) ir.Expr {
	if e.Type() == t {
		return e
	}
	return &ir.Cast{T: t, X: e}
}

// intExpr returns an expression of type I32, U32 or I64, as promoted C expressions have.
func (g *gen) intExpr(depth int) ir.Expr {
	t := []ir.Type{ir.I32, ir.I32, ir.I32, ir.U32, ir.I64}[g.r.IntN(5)]
	return g.typed(t, depth)
}

// typed returns an expression of the integer type t.
func (g *gen) typed(t ir.Type, depth int) ir.Expr {
	if depth == 0 || g.chance(20) {
		if g.chance(30) {
			return ir.NewConst(t, int64(g.r.IntN(9)-3))
		}
		return g.cast(t, ir.NewRef(g.intVar()))
	}
	ops := []ir.BinOp{ir.Add, ir.Sub, ir.Mul, ir.Add, ir.Sub, ir.Div, ir.Rem, ir.And, ir.Or, ir.Xor, ir.Shl, ir.Shr}
	switch g.r.IntN(8) {
	case 0:
		return &ir.Unary{Op: []ir.UnOp{ir.Neg, ir.Not}[g.r.IntN(2)], X: g.typed(t, depth-1)}
	case 1:
		return g.cast(t, g.intExpr(depth-1))
	case 2:
		return &ir.Cast{T: t, X: g.cond(depth - 1)}
	}
	op := ops[g.r.IntN(len(ops))]
	if (op == ir.Div || op == ir.Rem) && g.chance(80) { // a divisor that is not 0
		return &ir.Binary{Op: op, X: g.typed(t, depth-1), Y: &ir.Binary{Op: ir.Or, X: g.typed(t, depth-1),
			Y: ir.NewConst(t, 1)}}
	}
	y := g.typed(t, depth-1)
	if op == ir.Shl || op == ir.Shr {
		if g.chance(70) {
			y = ir.NewConst(ir.I32, int64(g.r.IntN(34)))
		}
	}
	return &ir.Binary{Op: op, X: g.typed(t, depth-1), Y: y}
}

// cond returns a condition.
func (g *gen) cond(depth int) ir.Expr {
	t := []ir.Type{ir.I32, ir.U32, ir.I64}[g.r.IntN(3)]
	op := []ir.BinOp{ir.Eq, ir.Ne, ir.Lt, ir.Le}[g.r.IntN(4)]
	if g.chance(15) {
		return ir.NotExpr(g.cond(depth))
	}
	if g.chance(25) { // compare a truth value as a number
		return &ir.Binary{Op: op, X: &ir.Cast{T: t, X: &ir.Binary{Op: op, X: g.typed(t, 0), Y: g.typed(t, 0)}},
			Y: ir.NewConst(t, int64(g.r.IntN(2)))}
	}
	return &ir.Binary{Op: op, X: g.typed(t, depth), Y: g.typed(t, depth)}
}

// split adds a branch on the condition c, and returns its successors.
func (g *gen) split(c ir.Expr) (yes, no *ir.Loc) {
	g.line++
	yes, no = g.f.NewLoc(g.pos()), g.f.NewLoc(g.pos())
	g.f.NewEdge(g.cur, yes, &ir.Assume{Cond: c, Mark: ir.True}, g.pos())
	g.f.NewEdge(g.cur, no, &ir.Assume{Cond: ir.NotExpr(c), Mark: ir.False}, g.pos())
	return yes, no
}

// branch adds an if-then-else.
func (g *gen) branch() {
	if g.depth > 2 {
		return
	}
	g.depth++
	yes, no := g.split(g.cond(2))
	join := g.f.NewLoc(g.pos())
	for _, l := range []*ir.Loc{yes, no} {
		g.cur = l
		g.block(g.r.IntN(4))
		g.f.NewEdge(g.cur, join, &ir.Skip{}, g.pos())
	}
	g.cur = join
	g.depth--
}

// loop adds a loop with a small bound.
func (g *gen) loop() {
	if g.depth > 1 {
		return
	}
	g.depth++
	i := g.f.NewVar(g.name("i"), ir.I32)
	i.Source = i.Name
	g.step(&ir.Assign{Dst: i, Src: ir.NewConst(ir.I32, 0)})
	head := g.cur
	head.Loop = &ir.Loop{Pos: g.pos(), Keyword: "while"}
	yes, no := g.split(&ir.Binary{Op: ir.Lt, X: ir.NewRef(i), Y: ir.NewConst(ir.I32, int64(1+g.r.IntN(5)))})
	g.cur = yes
	g.block(1 + g.r.IntN(5))
	g.line++
	g.f.NewEdge(g.cur, head, &ir.Assign{Dst: i, Src: &ir.Binary{Op: ir.Add, X: ir.NewRef(i), Y: ir.NewConst(ir.I32, 1)}},
		g.pos())
	g.cur = no
	g.depth--
}

// table adds a store, load or copy of pointers. Stores are to the first half of the tables only; the second half is
// written by copies only.
func (g *gen) table() {
	half := len(g.tables) / 2
	entry := func(i, last int) ir.Expr {
		var index ir.Expr = ir.NewConst(ir.I32, int64(g.r.IntN(last+1)))
		if last == 3 && g.chance(20) {
			index = &ir.Binary{Op: ir.And, X: g.cast(ir.I32, ir.NewRef(g.intVar())), Y: ir.NewConst(ir.I32, 3)}
		}
		var at ir.Expr = &ir.AddrOf{Obj: g.tables[i], T: ir.P32}
		if g.tableNumbers && g.chance(30) { // a number that analyses do not follow, and back
			at = &ir.Cast{T: ir.P32, X: &ir.Binary{Op: ir.Mul, X: &ir.Cast{T: ir.U32, X: at}, Y: ir.NewConst(ir.U32, 1)}}
		}
		return &ir.PtrAdd{P: at, Index: index, Scale: 4}
	}
	switch g.r.IntN(6) {
	case 0, 1:
		n := int64(4 * (1 + g.r.IntN(2)))
		g.step(&ir.MemCopy{Dst: entry(half+g.r.IntN(half), 2), Src: entry(g.r.IntN(2*half), 2), N: ir.NewConst(ir.U32, n)})
	case 2, 3:
		g.step(&ir.Store{Addr: entry(g.r.IntN(half), 3), Val: g.ptrExpr()})
	default:
		q := g.f.NewVar(g.name("q"), ir.P32)
		g.step(&ir.LoadStmt{Dst: q, Addr: entry(g.r.IntN(2*half), 3)})
		g.ptrs = append(g.ptrs, q)
		if g.chance(60) {
			g.use(q)
		}
	}
}

// untyped returns the address of a visible object without element type; nil if it finds none. Pointers are stored in
// such objects only, so tests may compare the bytes of all other objects.
func (g *gen) untyped() ir.Expr {
	for _, o := range append(g.objs[:len(g.objs):len(g.objs)], g.p.Objects...) {
		if o.Elem == ir.Void && g.chance(50) {
			return &ir.AddrOf{Obj: o, T: ir.P32}
		}
	}
	return nil
}

// object4 returns the address of a visible object of at least 4 bytes.
func (g *gen) object4() ir.Expr {
	var os []*ir.Object
	os = append(os, g.p.Objects[:len(g.p.Objects)-len(g.tables)]...)
	os = append(os, g.objs...)
	return &ir.AddrOf{Obj: os[g.r.IntN(len(os))], T: ir.P32}
}

// ptrExpr returns a pointer expression.
func (g *gen) ptrExpr() ir.Expr {
	var vs []*ir.Var
	vs = append(vs, g.ptrs...)
	for _, v := range g.p.Globals {
		if v.Type.Kind == ir.Ptr {
			vs = append(vs, v)
		}
	}
	if len(vs) == 0 || g.chance(60) {
		return g.object4()
	}
	return ir.NewRef(vs[g.r.IntN(len(vs))])
}

// address returns an address at which a value of type t may be accessed.
func (g *gen) address(t ir.Type) ir.Expr {
	if t.Size() <= 4 && g.chance(30) {
		return &ir.PtrAdd{P: g.object4(), Index: ir.NewConst(ir.I32, int64(g.r.IntN(2))), Scale: 4}
	}
	return g.object4()
}

// pointer adds an assignment of a pointer, from a random source.
func (g *gen) pointer() {
	var dst *ir.Var
	if len(g.ptrs) > 0 && g.chance(70) {
		dst = g.ptrs[g.r.IntN(len(g.ptrs))]
	} else {
		dst = g.f.NewVar(g.name("q"), ir.P32)
		defer func() { g.ptrs = append(g.ptrs, dst) }()
	}
	kind := g.r.IntN(7)
	if kind == 3 && !g.numbers {
		kind = 6
	}
	switch kind {
	case 0:
		g.line++
		s := g.p.NewSite(ir.ObjectBytes, "malloc", ir.Void, g.f, g.pos())
		s.Key = fmt.Sprintf("malloc@r.c:%d:1", g.line)
		g.step(&ir.Alloc{Dst: dst, Size: ir.NewConst(ir.U32, int64(8+4*g.r.IntN(3))), Zeroed: g.chance(50), Site: s})
	case 1:
		g.step(&ir.LoadStmt{Dst: dst, Addr: g.address(ir.P32)})
	case 2:
		g.step(&ir.Assign{Dst: dst,
			Src: &ir.PtrAdd{P: g.object4(), Index: &ir.Binary{Op: ir.And, X: g.cast(ir.I32, ir.NewRef(g.intVar())),
				Y: ir.NewConst(ir.I32, 1)}, Scale: 4}})
	case 3:
		g.step(&ir.Assign{Dst: dst, Src: &ir.Cast{T: ir.P32, X: &ir.Cast{T: ir.U32, X: g.ptrExpr()}}})
	case 4:
		for _, v := range g.p.Globals {
			if v.Type.Kind == ir.Ptr {
				g.step(&ir.Assign{Dst: v, Src: g.ptrExpr()})
				break
			}
		}
		g.step(&ir.Assign{Dst: dst, Src: g.ptrExpr()})
	default:
		g.step(&ir.Assign{Dst: dst, Src: g.ptrExpr()})
	}
	if kind != 1 && kind != 2 && g.chance(60) || g.chance(10) {
		g.use(dst)
	}
}

// use adds a load through p, under the condition that p is not null.
func (g *gen) use(p *ir.Var) {
	v := g.intVar()
	if v.Type.Size() > 4 {
		return
	}
	yes, no := g.split(&ir.Binary{Op: ir.Ne, X: ir.NewRef(p), Y: ir.NewConst(ir.P32, 0)})
	g.f.NewEdge(yes, no, &ir.LoadStmt{Dst: v, Addr: ir.NewRef(p)}, g.pos())
	g.cur = no
}

// object adds the declaration of a local object.
func (g *gen) object() {
	g.line++
	o := g.f.NewObject(g.name("l"), int64(8+4*g.r.IntN(3)), 4)
	o.Source = o.Name
	o.Pos = g.pos()
	o.Site = g.p.NewSite(ir.ObjectBytes, o.Name, ir.Void, g.f, g.pos())
	o.Site.Key = fmt.Sprintf("%s@r.c:%d:1", o.Name, g.line)
	g.step(&ir.Decl{Obj: o})
	if g.chance(70) {
		g.step(&ir.MemSet{Dst: &ir.AddrOf{Obj: o, T: ir.P32}, Val: ir.NewConst(ir.I32, 0), N: ir.NewConst(ir.U32, o.Size)})
	}
	g.objs = append(g.objs, o)
}

// call adds a call of h, with a small bound if it is recursive.
func (g *gen) call(h *ir.Func) { g.callWith(h, ir.NewConst(ir.U8, int64(g.r.IntN(3)))) }

// callWith adds a call of h with the recursion bound fuel.
func (g *gen) callWith(h *ir.Func, fuel ir.Expr) {
	var args []ir.Expr
	for _, v := range h.Params {
		switch {
		case v.Type == ir.U8:
			args = append(args, fuel)
		case v.Type.Kind == ir.Ptr:
			args = append(args, g.ptrExpr())
		default:
			args = append(args, g.cast(v.Type, g.intExpr(1)))
		}
	}
	var dst *ir.Var
	if g.chance(70) {
		dst = g.f.NewVar(g.name("r"), h.Result)
	}
	g.step(&ir.Call{Dst: dst, Func: h, Args: args})
	switch {
	case dst == nil:
	case h.Result.Kind == ir.Ptr:
		g.ptrs = append(g.ptrs, dst)
	default:
		g.ints = append(g.ints, dst)
	}
}

// recurse adds a recursive call of the function, under the condition that its bound is positive.
func (g *gen) recurse() {
	yes, no := g.split(&ir.Binary{Op: ir.Lt, X: ir.NewConst(ir.U8, 0), Y: ir.NewRef(g.fuel)})
	g.cur = yes
	ints, ptrs := len(g.ints), len(g.ptrs)
	g.callWith(g.f, &ir.Binary{Op: ir.Sub, X: ir.NewRef(g.fuel), Y: ir.NewConst(ir.U8, 1)})
	g.ints, g.ptrs = g.ints[:ints], g.ptrs[:ptrs]
	g.f.NewEdge(g.cur, no, &ir.Skip{}, g.pos())
	g.cur = no
}

// check adds an assertion that rarely fails.
func (g *gen) check() {
	o := g.p.NewObligation("assertion", "c", g.f.Name, g.pos())
	yes, no := g.split(&ir.Binary{Op: ir.Eq, X: g.typed(ir.I32, 1), Y: ir.NewConst(ir.I32, int64(g.r.IntN(30)-3))})
	o.Pos = g.pos()
	yes.Kind, yes.Obligation = ir.Error, o
	g.cur = no
}
