package exec

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// randProgram returns a random program that ir.Check accepts. It prefers corner cases: odd
// widths, extreme constants, wild pointers, uninitialised memory, cycles of all shapes. It sometimes
// stores registers to memory, so that comparing memory after a run also compares computations.
func randProgram(seed uint64) *ir.Program {
	g := &irgen{r: rand.New(rand.NewPCG(seed, 1))}
	g.p = &ir.Program{Model: ir.ILP32}
	if seed%2 == 1 {
		g.p.Model = ir.LP64
	}
	// Some programs lack a part of the language, so that not all runs end early by an
	// invalid access or the like.
	g.ptrs = g.r.IntN(4) > 0
	g.floats = g.r.IntN(2) > 0
	g.tame = g.r.IntN(2) > 0
	g.p.NewObligation("assertion", "random", "f", ir.Pos{})
	if g.ptrs {
		g.objects(g.p.NewObject, 1+g.r.IntN(4))
		for _, o := range g.p.Objects {
			g.initialise(o)
		}
	}
	for i := range 1 + g.r.IntN(6) {
		v := g.p.NewGlobal(fmt.Sprintf("g%d", i), g.typ())
		if g.r.IntN(2) == 0 {
			v.Init = g.constant(v.Type)
			if v.Type.Kind == ir.Ptr && len(g.p.Objects) > 0 {
				v.Init = g.pointerTo(g.p.Objects[g.r.IntN(len(g.p.Objects))])
			}
		}
	}
	n := 1 + g.r.IntN(3)
	for i := range n {
		f := g.p.NewFunc(fmt.Sprintf("f%d", i), ir.Void, ir.Pos{})
		if i == 0 {
			g.p.Entry = f
		} else {
			if g.r.IntN(3) > 0 {
				f.Result = g.typ()
			}
			for j := range g.r.IntN(4) {
				f.Params = append(f.Params, f.NewVar(fmt.Sprintf("p%d", j), g.typ()))
			}
		}
	}
	for _, f := range g.p.Funcs {
		g.body(f)
	}
	return g.p
}

// irgen generates a random program.
type irgen struct {
	r            *rand.Rand
	p            *ir.Program
	f            *ir.Func     // the current function
	declared     []*ir.Object // local objects that the function declares at its beginning
	mortal       []*ir.Object // local objects with an End: only edges after a Decl name them
	ptrs, floats bool         // the program has pointers, floats
	tame         bool         // it has fewer invalid accesses
}

// objects makes n objects by add.
func (g *irgen) objects(add func(string, int64, int64) *ir.Object, n int) {
	for i := range n {
		size := int64(1 + g.r.IntN(40))
		if g.r.IntN(20) == 0 {
			size = 0
		}
		o := add(fmt.Sprintf("o%d", i), size, []int64{1, 4, 8, 32}[g.r.IntN(4)])
		if g.r.IntN(4) > 0 || o.Func != nil {
			o.Site = g.p.NewSite(ir.ObjectBytes, o.Name, ir.Void, o.Func, ir.Pos{})
			g.key(o.Site)
		}
	}
}

// key gives a site a unique key.
func (g *irgen) key(s *ir.Site) { s.Key = fmt.Sprintf("s%d", s.ID) }

// initialise gives a global object random properties and initial values.
func (g *irgen) initialise(o *ir.Object) {
	o.Const = g.r.IntN(6) == 0
	o.Uninit = o.Site != nil && g.r.IntN(4) == 0
	for off := int64(0); off+8 <= o.Size && !o.Uninit; off += 8 {
		t := g.storable()
		if g.r.IntN(2) == 0 {
			continue
		}
		var v ir.Expr = g.constant(t)
		if t.Kind == ir.Ptr && g.r.IntN(2) == 0 {
			v = g.pointerTo(g.p.Objects[g.r.IntN(o.ID+1)])
		}
		o.Init = append(o.Init, ir.InitItem{Off: off, Val: v})
	}
}

// pointerTo returns the address of o, maybe with an offset inside of it.
func (g *irgen) pointerTo(o *ir.Object) ir.Expr {
	t := g.p.Model.Ptr()
	var e ir.Expr = &ir.AddrOf{Obj: o, T: t}
	if g.r.IntN(2) == 0 && o.Size > 0 {
		e = &ir.PtrAdd{P: e, Index: &ir.Const{T: ir.I32, Bits: uint64(g.r.Int64N(o.Size + 1))}, Scale: 1}
	}
	return e
}

// oddWidths are widths of integers other than 8, 16, 32 and 64.
var oddWidths = []uint8{1, 2, 5, 7, 12, 15, 17, 24, 31, 33, 40, 48, 63}

// typ returns a random type that the program may have.
func (g *irgen) typ() ir.Type {
	switch k := g.r.IntN(20); {
	case k < 3 && g.ptrs:
		return g.p.Model.Ptr()
	case k < 5 && g.floats:
		return []ir.Type{ir.F32, ir.F64}[g.r.IntN(2)]
	case k == 6:
		return ir.B
	case k < 9:
		return ir.Type{Kind: ir.Int, Bits: oddWidths[g.r.IntN(len(oddWidths))], Signed: g.r.IntN(2) == 0}
	}
	return []ir.Type{ir.I32, ir.I32, ir.I32, ir.U32, ir.I64, ir.U64, ir.I8, ir.U8, ir.I16, ir.U16}[g.r.IntN(10)]
}

// intType returns a random Int type.
func (g *irgen) intType() ir.Type {
	for {
		if t := g.typ(); t.Kind == ir.Int {
			return t
		}
	}
}

// constant returns a random constant of type t.
func (g *irgen) constant(t ir.Type) ir.Expr {
	var bits uint64
	switch t.Kind {
	case ir.Bool:
		bits = g.r.Uint64N(2)
	case ir.Float:
		fs := []float64{0, 1, -1, 0.5, -2.75, 1e9, -3e9, 1e20, 127.5, math.Inf(1), math.Copysign(0, -1), 4294967296, 9.3e18,
			2147483648}
		bits = ir.FloatBits(t, fs[g.r.IntN(len(fs))])
	case ir.Ptr:
		if g.r.IntN(4) == 0 {
			bits = uint64(FirstObject + g.r.IntN(64))
		}
	default:
		switch g.r.IntN(8) {
		case 0:
			bits = num.MinOf(t.Bits, t.Signed)
		case 1:
			bits = num.MaxOf(t.Bits, t.Signed)
		case 2:
			bits = num.Mask(t.Bits)
		case 3:
			bits = g.r.Uint64()
		default:
			bits = g.r.Uint64N(8)
		}
		bits = num.Trunc(bits, t.Bits)
	}
	return &ir.Const{T: t, Bits: bits}
}

// vars returns the registers of type t that the current function can use.
func (g *irgen) vars(t ir.Type) []*ir.Var {
	var out []*ir.Var
	for _, vs := range [][]*ir.Var{g.p.Globals, g.f.Vars} {
		for _, v := range vs {
			if v.Type == t {
				out = append(out, v)
			}
		}
	}
	return out
}

// dst returns a register of type t, sometimes a new one.
func (g *irgen) dst(t ir.Type) *ir.Var {
	if vs := g.vars(t); len(vs) > 0 && g.r.IntN(5) > 0 {
		return vs[g.r.IntN(len(vs))]
	}
	return g.f.NewVar(fmt.Sprintf("v%d", len(g.f.Vars)), t)
}

// expr returns a random expression of type t with at most this depth, about.
func (g *irgen) expr(t ir.Type, depth int) ir.Expr {
	if depth == 0 || g.r.IntN(6) == 0 {
		if vs := g.vars(t); len(vs) > 0 && g.r.IntN(4) > 0 {
			return &ir.Ref{Var: vs[g.r.IntN(len(vs))]}
		}
		if t.Kind != ir.Ptr {
			return g.constant(t)
		}
	}
	switch t.Kind {
	case ir.Bool:
		return g.boolean(depth - 1)
	case ir.Float:
		return g.float(t, depth-1)
	case ir.Ptr:
		return g.pointer(t, depth-1)
	}
	return g.integer(t, depth-1)
}

// integer returns a random expression of an Int type, see expr.
func (g *irgen) integer(t ir.Type, d int) ir.Expr {
	if d < 0 {
		return g.constant(t)
	}
	switch k := g.r.IntN(14); {
	case k < 8:
		op := []ir.BinOp{ir.Add, ir.Sub, ir.Mul, ir.Div, ir.Rem, ir.And, ir.Or, ir.Xor}[g.r.IntN(8)]
		return &ir.Binary{Op: op, X: g.expr(t, d), Y: g.expr(t, d)}
	case k < 9:
		op := []ir.BinOp{ir.Shl, ir.Shr}[g.r.IntN(2)]
		yt := g.intType()
		y := g.expr(yt, d)
		if g.r.IntN(2) == 0 {
			y = &ir.Const{T: yt, Bits: num.Trunc(g.r.Uint64N(uint64(t.Bits)+3), yt.Bits)}
		}
		return &ir.Binary{Op: op, X: g.expr(t, d), Y: y}
	case k < 10:
		return &ir.Unary{Op: []ir.UnOp{ir.Neg, ir.Not}[g.r.IntN(2)], X: g.expr(t, d)}
	case k < 11 && g.ptrs && t == g.p.Model.Diff():
		pt := g.p.Model.Ptr()
		return &ir.PtrDiff{P: g.expr(pt, d), Q: g.expr(pt, d)}
	}
	from := g.typ()
	if from.Kind == ir.Ptr && g.r.IntN(4) > 0 {
		from = ir.I32
	}
	return &ir.Cast{T: t, X: g.expr(from, d)}
}

// float returns a random expression of a Float type, see expr.
func (g *irgen) float(t ir.Type, d int) ir.Expr {
	if d < 0 {
		return g.constant(t)
	}
	switch k := g.r.IntN(10); {
	case k < 5:
		return &ir.Binary{Op: []ir.BinOp{ir.Add, ir.Sub, ir.Mul, ir.Div}[g.r.IntN(4)], X: g.expr(t, d), Y: g.expr(t, d)}
	case k < 7:
		op := []ir.UnOp{ir.Neg, ir.FAbs, ir.FSqrt, ir.FFloor, ir.FCeil, ir.FTrunc, ir.FNearest}[g.r.IntN(7)]
		return &ir.Unary{Op: op, X: g.expr(t, d)}
	case k < 8:
		return &ir.Cast{T: t, X: g.expr(ir.F32, d)}
	case k < 9:
		return &ir.Cast{T: t, X: g.expr(ir.F64, d)}
	}
	return &ir.Cast{T: t, X: g.expr(g.intType(), d)}
}

// pointer returns a random expression of a Ptr type, see expr.
func (g *irgen) pointer(t ir.Type, d int) ir.Expr {
	switch k := g.r.IntN(12); {
	case k < 3 && d >= 0:
		e := &ir.PtrAdd{P: g.expr(t, d), Index: g.expr(g.intType(), d), Scale: int64(g.r.IntN(12) - 1)}
		if g.tame || g.r.IntN(2) == 0 {
			e.Index = &ir.Binary{Op: ir.And, X: &ir.Cast{T: ir.U32, X: e.Index}, Y: &ir.Const{T: ir.U32, Bits: 7}}
		}
		return e
	case k == 3 && d >= 0 && !g.tame:
		return &ir.Cast{T: t, X: g.expr(g.intType(), d)}
	case k == 4 && !g.tame:
		return &ir.FuncAddr{Func: g.p.Funcs[g.r.IntN(len(g.p.Funcs))], T: t}
	case k == 5 && !g.tame:
		return g.constant(t)
	}
	var os []*ir.Object
	os = append(append(os, g.p.Objects...), g.declared...)
	if len(os) == 0 {
		return &ir.Const{T: t}
	}
	return g.pointerTo(os[g.r.IntN(len(os))])
}

// boolean returns a random expression of type Bool, see expr.
func (g *irgen) boolean(d int) ir.Expr {
	if d < 0 {
		return g.constant(ir.B)
	}
	switch k := g.r.IntN(12); {
	case k < 2:
		return &ir.Binary{Op: []ir.BinOp{ir.LAnd, ir.LOr}[g.r.IntN(2)], X: g.expr(ir.B, d), Y: g.expr(ir.B, d)}
	case k < 3:
		return &ir.Unary{Op: ir.LNot, X: g.expr(ir.B, d)}
	case k < 6:
		t := g.intType()
		op := []ir.BinOp{ir.Add, ir.Sub, ir.Mul, ir.Div}[g.r.IntN(4)]
		return &ir.Overflows{Op: op, X: g.expr(t, d), Y: g.expr(t, d)}
	}
	t := g.typ()
	ops := []ir.BinOp{ir.Eq, ir.Ne, ir.Lt, ir.Le}
	if t.Kind == ir.Bool {
		ops = ops[:2]
	}
	return &ir.Binary{Op: ops[g.r.IntN(len(ops))], X: g.expr(t, d), Y: g.expr(t, d)}
}

// body generates the body of f: a few declarations, then locations with random statements and
// random successors.
func (g *irgen) body(f *ir.Func) {
	g.f = f
	g.declared = nil
	if g.ptrs {
		g.objects(f.NewObject, g.r.IntN(3))
	}
	g.mortal = nil
	if g.ptrs && g.r.IntN(2) == 0 {
		old := len(f.Objects)
		g.objects(func(name string, size, align int64) *ir.Object { return f.NewObject("m"+name, size, align) }, 1)
		g.mortal = f.Objects[old:]
	}
	for range 2 {
		f.NewVar(fmt.Sprintf("v%d", len(f.Vars)), g.typ())
	}
	line := 0
	pos := func() ir.Pos { line++; return ir.Pos{File: "r.c", Line: 100*f.ID + line, Col: 1} }
	at := f.Entry
	g.declared = f.Objects[:len(f.Objects)-len(g.mortal)]
	for _, o := range g.declared {
		next := f.NewLoc(ir.Pos{})
		f.NewEdge(at, next, &ir.Decl{Obj: o}, pos())
		at = next
	}
	n := 3 + g.r.IntN(25)
	locs := []*ir.Loc{at}
	for range n {
		locs = append(locs, f.NewLoc(ir.Pos{File: "r.c", Line: 1000 + len(f.Locs), Col: 1}))
	}
	ends := []*ir.Loc{f.NewLoc(ir.Pos{}), f.NewLoc(ir.Pos{})}
	ends[0].Kind, ends[0].Obligation = ir.Error, g.p.Obligations[0]
	ends[1].Kind = ir.Halt
	// target returns a successor of the i-th location, mostly one of the next locations.
	target := func(i int) *ir.Loc {
		switch k := g.r.IntN(40); {
		case k == 0:
			return ends[g.r.IntN(2)]
		case k < 6:
			return locs[g.r.IntN(len(locs))]
		case k < 12:
			return locs[min(len(locs)-1, i+1+g.r.IntN(4))]
		}
		return locs[min(len(locs)-1, i+1)]
	}
	for i, l := range locs {
		switch {
		case i == len(locs)-1:
			ret := &ir.Return{}
			if f.Result.Kind != ir.None && g.r.IntN(8) > 0 {
				ret.Val = g.expr(f.Result, 2)
			}
			f.NewEdge(l, f.Exit, ret, pos())
		case g.r.IntN(3) == 0:
			g.branch(l, func() *ir.Loc { return target(i) }, pos)
		case len(g.mortal) > 0 && g.r.IntN(3) == 0:
			g.life(l, func() *ir.Loc { return target(i) }, pos)
		default:
			f.NewEdge(l, target(i), g.stmt(), pos())
		}
	}
}

// life adds an End of a mortal object, or a Decl with an assignment of its address to a register.
func (g *irgen) life(l *ir.Loc, target func() *ir.Loc, pos func() ir.Pos) {
	f, o := g.f, g.mortal[0]
	if g.r.IntN(2) == 0 {
		f.NewEdge(l, target(), &ir.End{Obj: o}, pos())
		return
	}
	pt := g.p.Model.Ptr()
	mid, next := f.NewLoc(ir.Pos{}), f.NewLoc(ir.Pos{})
	f.NewEdge(l, mid, &ir.Decl{Obj: o}, pos())
	addr := ir.Expr(&ir.AddrOf{Obj: o, T: pt})
	f.NewEdge(mid, next, &ir.Assign{Dst: g.dst(pt), Src: addr}, pos())
	if g.r.IntN(2) == 0 { // an access by name
		f.NewEdge(next, target(), &ir.Store{Addr: addr, Val: g.expr(ir.U8, 1)}, pos())
		return
	}
	f.NewEdge(next, target(), &ir.Skip{}, pos())
}

// question returns a random ir.Valid.
func (g *irgen) question() ir.Expr {
	pt := g.p.Model.Ptr()
	v := &ir.Valid{What: ir.Question(1 + g.r.IntN(int(ir.Tracked))), Addr: g.expr(pt, 2)}
	switch v.What {
	case ir.Readable, ir.Writable:
		v.N = ir.NewConst(ir.U64, []int64{0, 1, 1, 2, 4, 8, 16, -1}[g.r.IntN(8)])
		if g.r.IntN(3) == 0 {
			v.N = g.expr(g.intType(), 1)
		}
	case ir.Same:
		v.N = g.expr(pt, 2)
	case ir.Tracked:
		v.Addr = nil
		for range g.r.IntN(3) {
			v.Roots = append(v.Roots, g.expr([]ir.Type{pt, {Kind: ir.Int, Bits: pt.Bits}}[g.r.IntN(2)], 1))
		}
	case ir.Freeable, ir.Dynamic:
	}
	return v
}

// branch adds the edges of a random branch at l: an if, a switch, a guard, or one that is not exhaustive.
func (g *irgen) branch(l *ir.Loc, target func() *ir.Loc, pos func() ir.Pos) {
	f := g.f
	cond := g.expr(ir.B, 3)
	mark := func(m ir.Mark) ir.Mark {
		if g.r.IntN(4) == 0 {
			return ir.NoMark
		}
		return m
	}
	if g.ptrs && g.r.IntN(8) == 0 {
		cond = g.question()
	}
	switch k := g.r.IntN(10); {
	case ir.Asks(cond) != nil:
		f.NewEdge(l, target(), &ir.Assume{Cond: cond, Mark: mark(ir.True)}, pos())
		f.NewEdge(l, target(), &ir.Assume{Cond: &ir.Unary{Op: ir.LNot, X: cond}, Mark: mark(ir.False)}, pos())
	case k == 0: // a guard
		f.NewEdge(l, target(), &ir.Assume{Cond: cond, Guard: ir.Guard(1 + g.r.IntN(4))}, pos())
	case k == 1: // a switch, with or without default
		t := g.intType()
		x := g.expr(t, 1)
		var all []ir.Expr
		for i := range 1 + g.r.IntN(4) {
			c := &ir.Binary{Op: ir.Eq, X: x, Y: &ir.Const{T: t, Bits: num.Trunc(uint64(i), t.Bits)}}
			f.NewEdge(l, target(), &ir.Assume{Cond: c, Mark: mark(ir.True)}, pos())
			all = append(all, ir.NotExpr(c))
		}
		if g.r.IntN(4) > 0 {
			f.NewEdge(l, target(), &ir.Assume{Cond: ir.NewAnd(all...), Mark: mark(ir.False)}, pos())
		}
	case k == 2: // not exhaustive
		f.NewEdge(l, target(), &ir.Assume{Cond: cond, Mark: mark(ir.True)}, pos())
		f.NewEdge(l, target(), &ir.Assume{Cond: ir.NewBinary(ir.LAnd, ir.NotExpr(cond), g.expr(ir.B, 2)),
			Mark: mark(ir.False)}, pos())
	default:
		a, b := cond, ir.NotExpr(cond)
		if g.r.IntN(2) == 0 {
			a, b = b, a
		}
		f.NewEdge(l, target(), &ir.Assume{Cond: a, Mark: mark(ir.True)}, pos())
		f.NewEdge(l, target(), &ir.Assume{Cond: b, Mark: mark(ir.False)}, pos())
	}
}

// site makes a site with values of type t in the current function.
func (g *irgen) site(kind ir.SiteKind, t ir.Type) *ir.Site {
	s := g.p.NewSite(kind, "x", t, g.f, ir.Pos{})
	g.key(s)
	return s
}

// stmt returns a random statement.
func (g *irgen) stmt() ir.Stmt {
	pt := g.p.Model.Ptr()
	if g.ptrs && g.r.IntN(2) == 0 {
		switch k := g.r.IntN(20); {
		case k < 6:
			t := g.storable()
			return &ir.LoadStmt{Dst: g.dst(t), Addr: g.expr(pt, 2)}
		case k < 12:
			return &ir.Store{Addr: g.expr(pt, 2), Val: g.expr(g.storable(), 2)}
		case k < 13 && len(g.declared) > 0:
			return &ir.Decl{Obj: g.declared[g.r.IntN(len(g.declared))]}
		case k < 15:
			s := &ir.Alloc{Dst: g.dst(pt), Size: g.length(), Kind: ir.AllocKind(g.r.IntN(2)), Zeroed: g.r.IntN(3) == 0}
			s.Site = g.site(ir.ObjectBytes, ir.Void)
			return s
		case k < 16:
			return &ir.Free{Addr: g.expr(pt, 1), Kind: ir.AllocKind(g.r.IntN(6) / 5)}
		case k < 18:
			return &ir.MemCopy{Dst: g.expr(pt, 1), Src: g.expr(pt, 1), N: g.length()}
		case k < 19:
			return &ir.MemSet{Dst: g.expr(pt, 1), Val: g.expr(ir.I32, 1), N: g.length()}
		}
		return &ir.MemHavoc{Addr: g.expr(pt, 1), N: g.length(), Site: g.site(ir.ObjectBytes, ir.Void)}
	}
	switch k := g.r.IntN(20); {
	case k < 3:
		t := g.typ()
		kind := ir.Nondet
		if g.r.IntN(8) == 0 {
			kind = ir.Approx
		}
		s := &ir.Input{Dst: g.dst(t), Site: g.site(kind, t)}
		if t.Kind == ir.Ptr {
			s.FreshSize = int64(g.r.IntN(20))
		}
		return s
	case k < 5 && len(g.p.Funcs) > 1:
		f := g.p.Funcs[1+g.r.IntN(len(g.p.Funcs)-1)]
		s := &ir.Call{Func: f}
		for _, q := range f.Params {
			s.Args = append(s.Args, g.expr(q.Type, 2))
		}
		if f.Result.Kind != ir.None && g.r.IntN(3) > 0 {
			s.Dst = g.dst(f.Result)
		}
		return s
	case k == 5 && g.ptrs && g.r.IntN(3) == 0:
		fn := []string{ir.Extent, ir.Size, ir.Offset}[g.r.IntN(3)]
		return &ir.Math{Dst: g.dst(g.intType()), Fn: fn, Args: []ir.Expr{g.expr(g.p.Model.Ptr(), 2)}}
	case k == 5 && g.floats:
		fn := []string{"sin", "floor", "pow", "fmaxf", "unknown"}[g.r.IntN(5)]
		t := []ir.Type{ir.F32, ir.F64}[g.r.IntN(2)]
		s := &ir.Math{Dst: g.dst(t), Fn: fn, Args: []ir.Expr{g.expr(t, 1)}}
		if fn == "pow" || fn == "fmaxf" {
			s.Args = append(s.Args, g.expr(t, 1))
		}
		return s
	case k == 6 && g.r.IntN(6) == 0:
		return &ir.Undefined{Kind: "random"}
	case k == 6 && g.r.IntN(6) == 0:
		return &ir.HavocAll{Why: "random"}
	case k == 7:
		return &ir.Skip{}
	}
	t := g.typ()
	return &ir.Assign{Dst: g.dst(t), Src: g.expr(t, 4)}
}

// storable returns a random type for loads and stores.
func (g *irgen) storable() ir.Type {
	for {
		t := g.typ()
		switch {
		case t.Kind == ir.Bool:
		case t.Bits == 8 || t.Bits == 16 || t.Bits == 32 || t.Bits == 64:
			return t
		}
	}
}

// length returns a random number of bytes, mostly below 16.
func (g *irgen) length() ir.Expr {
	if g.r.IntN(8) == 0 && !g.tame {
		return g.expr(g.intType(), 1)
	}
	t := []ir.Type{ir.I32, ir.U32, ir.U64}[g.r.IntN(3)]
	return &ir.Binary{Op: ir.And, X: g.expr(t, 1), Y: &ir.Const{T: t, Bits: 15}}
}
