package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers functions of other verifiers (CBMC, ESBMC, KLEE, Frama-C) that query objects and overflow, or change
// whole objects. Like builtins, they need no declaration, and their arguments are not converted. Functions that are
// called like ordinary C functions are in dialect.go. Other names with these prefixes are refused (package library).

// intrinsicPrefixes has the prefixes of the names of other verifiers' functions, here called intrinsics.
var intrinsicPrefixes = []string{"__CPROVER_", "__ESBMC_", "__SMACK_", "klee_", "Frama_C_"}

// isIntrinsic reports whether name has one of intrinsicPrefixes.
func isIntrinsic(name string) bool {
	for _, p := range intrinsicPrefixes {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// intrinsics returns the handler of the intrinsic called name, or nil if there is none. The arguments of its calls are
// not converted.
func intrinsics(name string) handlerFunc {
	switch name {
	case "__CPROVER_r_ok", "__ESBMC_r_ok":
		return func(f *fn, c *call) value { return intrinsicCalls{f}.mayAccess(c, ir.Readable) }
	case "__CPROVER_w_ok", "__ESBMC_w_ok", "__CPROVER_rw_ok", "__ESBMC_rw_ok": // writable memory is readable
		return func(f *fn, c *call) value { return intrinsicCalls{f}.mayAccess(c, ir.Writable) }
	case "klee_check_memory_access":
		return by(intrinsicCalls.checkAccess)
	case "__CPROVER_OBJECT_SIZE", "__ESBMC_get_object_size", "klee_get_obj_size", "__CPROVER_buffer_size":
		return func(f *fn, c *call) value {
			return value{e: ir.NewCast(f.model().Size(), intrinsicCalls{f}.sizeOfObject(intrinsicCalls{f}.pointerArg(c, 0))),
				t: f.u.AST.ULong}
		}
	case "__CPROVER_POINTER_OFFSET", "__ESBMC_POINTER_OFFSET", "Frama_C_offset":
		return func(f *fn, c *call) value {
			t := f.u.AST.Long
			if c.name == "Frama_C_offset" {
				t = f.u.AST.ULong
			}
			return value{e: ir.NewCast(f.scalar(t, c.n), intrinsicCalls{f}.offsetInObject(intrinsicCalls{f}.pointerArg(c, 0))),
				t: t}
		}
	case "__CPROVER_same_object", "__ESBMC_same_object":
		return func(f *fn, c *call) value {
			return intrinsicCalls{f}.asked(&ir.Valid{What: ir.Same, Addr: intrinsicCalls{f}.pointerArg(c, 0),
				N: intrinsicCalls{f}.pointerArg(c, 1)})
		}
	case "__CPROVER_DYNAMIC_OBJECT":
		return func(f *fn, c *call) value {
			return intrinsicCalls{f}.asked(&ir.Valid{What: ir.Dynamic, Addr: intrinsicCalls{f}.pointerArg(c, 0)})
		}
	case "__CPROVER_POINTER_OBJECT", "__ESBMC_POINTER_OBJECT":
		return func(f *fn, c *call) value {
			f.fail(c.n, "%s is supported only on both sides of == or !=: use __CPROVER_same_object", c.name)
			return value{}
		}
	case "__CPROVER_havoc_object", "__ESBMC_init_object":
		return by(intrinsicCalls.havocWhole)
	case "__CPROVER_array_set":
		return by(intrinsicCalls.arraySet)
	case "__CPROVER_array_copy", "__CPROVER_array_replace":
		return by(intrinsicCalls.arrayCopy)
	case "__CPROVER_allocate":
		return by(intrinsicCalls.allocate)
	case "__CPROVER_overflow_plus", "__CPROVER_overflow_minus", "__CPROVER_overflow_mult":
		return by(intrinsicCalls.wouldOverflow)
	case "__CPROVER_overflow_shl":
		return by(intrinsicCalls.wouldOverflowShift)
	case "__CPROVER_overflow_unary_minus":
		return by(intrinsicCalls.wouldOverflowMinus)
	}
	return nil
}

// unevaluated has the statements of specifications that have no effect and are not evaluated, with the reason.
var unevaluated = map[string]string{
	"__ESBMC_loop_invariant": "loop invariants of the source are neither assumed nor checked",
}

// idle has the functions that only evaluate their arguments.
var idle = map[string]bool{
	"__CPROVER_cover": true, "__ESBMC_cover": true, "__CPROVER_input": true, "__CPROVER_output": true,
	"__CPROVER_fence": true,
	"__ESBMC_unroll":  true, "klee_prefer_cex": true, "klee_posix_prefer_cex": true, "klee_print_expr": true,
	"klee_print_range": true,
}

// intrinsicCalls lowers calls of intrinsics.
type intrinsicCalls struct{ *fn }

// intrinsic lowers a call of an intrinsic. It returns false if name is not an intrinsic of this file, or if the program
// defines it.
func (f intrinsicCalls) intrinsic(c *call, name string) (value, bool) {
	if !isIntrinsic(name) || f.u.Model || f.defines(name) {
		return value{}, false
	}
	if strings.HasPrefix(name, "Frama_C_show_each") || strings.HasPrefix(name, "Frama_C_domain_show_each") ||
		strings.HasPrefix(name, "Frama_C_dump_each") {
		f.evalArgsRaw(c)
		return value{}, true
	}
	if why, ok := unevaluated[name]; ok {
		f.l.Warn(c.pos, "%s is ignored: %s", name, why)
		return value{}, true
	}
	if idle[name] {
		f.evalArgsRaw(c)
		return value{}, true
	}
	h := intrinsics(name)
	if h == nil {
		return value{}, false
	}
	c.name, c.ft = name, nil
	f.evalArgsRaw(c)
	v := h(f.fn, c)
	if v.e != nil && !v.wide() && !v.aggregate() && !v.fresh {
		f.answer(name, v.e)
	}
	return v, true
}

// answer keeps e, the result or effect of a function of another verifier, in a register that a harness recognises: the
// harness passes the value to the compiled program.
func (f intrinsicCalls) answer(name string, e ir.Expr) {
	if f.l.Cfg.Answers {
		v := f.temp(e.Type())
		v.CType = ir.AnswerTo(name)
		f.emit(&ir.Assign{Dst: v, Src: e})
	}
}

// defines reports whether the program has a body for a name.
func (f intrinsicCalls) defines(name string) bool {
	if s := f.u.Locals[name]; s != nil && s.Body != nil {
		return true
	}
	s := f.l.Syms[name]
	return s != nil && s.Body != nil
}

// pointerArg returns argument i as a pointer.
func (f intrinsicCalls) pointerArg(c *call, i int) ir.Expr {
	if i >= len(c.vals) {
		f.fail(c.n, "%s needs %d arguments", c.name, i+1)
	}
	v := c.vals[i]
	if isInt(v) {
		v = f.convert(v, f.u.AST.PVoid, c.args[i])
	}
	if !isPtr(v) {
		f.fail(c.n, "argument %d of %s must be a pointer", i+1, c.name)
	}
	return f.hold(v.e)
}

// asked returns 1 if the answer to the question q is yes, and 0 otherwise.
func (f intrinsicCalls) asked(q *ir.Valid) value {
	t := f.temp(ir.I32)
	yes, no, join := f.newLoc(), f.newLoc(), f.newLoc()
	f.edge(f.cur, yes, &ir.Assume{Cond: q, Guard: ir.OtherGuard}, f.pos)
	f.edge(f.cur, no, &ir.Assume{Cond: &ir.Unary{Op: ir.LNot, X: q}, Guard: ir.OtherGuard}, f.pos)
	for i, l := range []*ir.Loc{no, yes} {
		f.cur = l
		f.emit(&ir.Assign{Dst: t, Src: ir.NewConst(ir.I32, int64(i))})
		f.goTo(join)
	}
	f.cur = join
	return value{e: ir.NewRef(t), t: f.u.AST.Int}
}

// accessed returns the question of r_ok(p, n) or r_ok(p). The latter concerns the object of p's type at p.
func (f intrinsicCalls) accessed(c *call, what ir.Question) *ir.Valid {
	p := f.pointerArg(c, 0)
	var n ir.Expr
	if len(c.vals) > 1 {
		n = f.hold(f.sizeOf(c.vals[1], c))
	} else {
		size := int64(1) // void, or a number
		if e := ctype.Elem(f.typeOf(c.args[0]).Decay()); e != nil && e.Kind() != cc.Void && e.Kind() != cc.Function {
			size = f.l.Size(e, c.pos)
		}
		n = ir.NewConst(f.model().Size(), size)
	}
	return &ir.Valid{What: what, Addr: p, N: n}
}

// mayAccess lowers a call such as r_ok(p, n).
func (f intrinsicCalls) mayAccess(c *call, what ir.Question) value {
	return f.asked(f.accessed(c, what))
}

// checkAccess asserts that n bytes at p are readable.
func (f intrinsicCalls) checkAccess(c *call) value {
	v := f.mayAccess(c, ir.Readable)
	f.holds(c, f.truth(v, c.n), c.text())
	return value{}
}

// holds adds the assertion that cond is true.
func (f intrinsicCalls) holds(c *call, cond ir.Expr, text string) {
	bad, ok := f.newLoc(), f.newLoc()
	f.split(cond, ok, bad, c.pos)
	f.cur = bad
	verifierCalls(f).failedAssertion(c, text)
	f.cur = ok
}

// sizeOfObject returns the size in bytes of the object that p was made from.
func (f intrinsicCalls) sizeOfObject(p ir.Expr) ir.Expr {
	if o := ir.Root(p); o != nil {
		return ir.NewConst(f.model().Size(), o.Size)
	}
	return f.def(f.model().Size(), func(v *ir.Var) ir.Stmt { return &ir.Math{Dst: v, Fn: ir.Size, Args: []ir.Expr{p}} })
}

// offsetInObject returns the offset of p in the object that it was made from.
func (f intrinsicCalls) offsetInObject(p ir.Expr) ir.Expr {
	if o := ir.Root(p); o != nil {
		return &ir.PtrDiff{P: p, Q: &ir.AddrOf{Obj: o, T: f.ptr()}}
	}
	return f.def(f.model().Diff(), func(v *ir.Var) ir.Stmt { return &ir.Math{Dst: v, Fn: ir.Offset, Args: []ir.Expr{p}} })
}

// begin returns the address of the first byte of the object of p.
func (f intrinsicCalls) begin(p ir.Expr) ir.Expr {
	if o := ir.Root(p); o != nil {
		return &ir.AddrOf{Obj: o, T: f.ptr()}
	}
	return f.hold(ir.NewPtrAdd(p, f.offsetInObject(p), -1))
}

// havocWhole makes the whole object of a pointer arbitrary.
func (f intrinsicCalls) havocWhole(c *call) value {
	p := f.pointerArg(c, 0)
	f.l.inputs.pointersInside = true
	f.havocMemory(f.begin(p), f.sizeOfObject(p), c.name, ir.ObjectBytes)
	f.answer(c.name, f.offsetInObject(p))
	f.answer(c.name, f.sizeOfObject(p))
	return value{}
}

// arraySet sets all bytes of the object of a pointer to a byte, or all elements to zero.
func (f intrinsicCalls) arraySet(c *call) value {
	p := f.pointerArg(c, 0)
	if len(c.vals) != 2 || !isInt(c.vals[1]) {
		f.fail(c.n, "%s needs a pointer and a number", c.name)
	}
	size := int64(1)
	if e := ctype.Elem(f.typeOf(c.args[0]).Decay()); e != nil && e.Kind() != cc.Void {
		size = f.l.Size(e, c.pos)
	}
	if k, ok := c.vals[1].e.(*ir.Const); size != 1 && (!ok || k.Bits != 0) {
		f.fail(c.n, "%s of elements of more than a byte is supported for zeros only", c.name)
	}
	f.emit(&ir.MemSet{Dst: f.begin(p), Val: ir.NewCast(ir.U8, c.vals[1].e), N: f.sizeOfObject(p)})
	f.answer(c.name, f.offsetInObject(p))
	f.answer(c.name, f.sizeOfObject(p))
	return value{}
}

// arrayCopy copies one object over another, up to the smaller size.
func (f intrinsicCalls) arrayCopy(c *call) value {
	to, from := f.pointerArg(c, 0), f.pointerArg(c, 1)
	n := f.temp(f.model().Size())
	f.emit(&ir.Assign{Dst: n, Src: f.sizeOfObject(from)})
	size := f.sizeOfObject(to)
	f.when(ir.NewBinary(ir.Lt, size, ir.NewRef(n)), func() { f.emit(&ir.Assign{Dst: n, Src: size}) })
	f.emit(&ir.MemCopy{Dst: f.begin(to), Src: f.begin(from), N: ir.NewRef(n)})
	f.answer(c.name, f.offsetInObject(to))
	f.answer(c.name, f.offsetInObject(from))
	f.answer(c.name, ir.NewRef(n))
	return value{}
}

// allocate lowers __CPROVER_allocate(n, zeroed), which returns n bytes of the heap.
func (f intrinsicCalls) allocate(c *call) value {
	if len(c.vals) != 2 {
		f.fail(c.n, "%s needs two arguments", c.name)
	}
	n := f.hold(f.sizeOf(c.vals[0], c))
	r := f.temp(f.ptr())
	site := f.l.IR.NewSite(ir.ObjectBytes, c.name, ir.Type{}, f.f, c.pos)
	f.either(f.truth(c.vals[1], c.n),
		func() { f.emit(&ir.Alloc{Dst: r, Size: n, Kind: ir.Heap, Zeroed: true, Site: site}) },
		func() { f.emit(&ir.Alloc{Dst: r, Size: n, Kind: ir.Heap, Site: site}) })
	return value{e: ir.NewRef(r), t: f.u.AST.PVoid, fresh: true}
}

// --- overflow

var overflowsOf = map[string]ir.BinOp{"plus": ir.Add, "minus": ir.Sub, "mult": ir.Mul}

// wouldOverflow returns whether the result of a op b is outside of the type that C gives it.
func (f intrinsicCalls) wouldOverflow(c *call) value {
	op := overflowsOf[strings.TrimPrefix(c.name, "__CPROVER_overflow_")]
	if len(c.vals) != 2 || !isInt(c.vals[0]) || !isInt(c.vals[1]) {
		f.fail(c.n, "%s needs two integers", c.name)
	}
	x, y := f.arith(c.vals[0], c.args[0]), f.arith(c.vals[1], c.args[1])
	t := commonInt(x.e.Type(), y.e.Type())
	over := ir.Expr(&ir.Overflows{Op: op, X: ir.NewCast(t, x.e), Y: ir.NewCast(t, y.e)})
	return value{e: ir.NewCast(ir.I32, f.holdCond(over)), t: f.u.AST.Int}
}

// commonInt returns the type of the usual arithmetic conversions of promoted integers.
func commonInt(a, b ir.Type) ir.Type {
	switch {
	case a.Bits != b.Bits:
		if a.Bits > b.Bits {
			return a
		}
		return b
	case !a.Signed:
		return a
	}
	return b
}

// holdCond computes a condition once.
func (f intrinsicCalls) holdCond(e ir.Expr) ir.Expr {
	return f.def(ir.B, func(v *ir.Var) ir.Stmt { return &ir.Assign{Dst: v, Src: e} })
}

// wouldOverflowShift returns whether a * 2^b is outside of the type of a << b.
func (f intrinsicCalls) wouldOverflowShift(c *call) value {
	if len(c.vals) != 2 || !isInt(c.vals[0]) || !isInt(c.vals[1]) {
		f.fail(c.n, "%s needs two integers", c.name)
	}
	x, n := f.hold(f.arith(c.vals[0], c.args[0]).e), f.hold(f.arith(c.vals[1], c.args[1]).e)
	t, nt := x.Type(), n.Type()
	r := f.temp(ir.I32)
	f.emit(&ir.Assign{Dst: r, Src: ir.NewConst(ir.I32, 0)})
	one := func() { f.emit(&ir.Assign{Dst: r, Src: ir.NewConst(ir.I32, 1)}) }
	positive := ir.Expr(ir.NewBinary(ir.Lt, ir.NewConst(nt, 0), n))
	f.when(ir.NewAnd(positive, ir.NewBinary(ir.Ne, x, ir.NewConst(t, 0))), func() {
		f.either(ir.NewBinary(ir.Le, ir.NewConst(nt, int64(t.Bits)), n), one, func() {
			u := t
			u.Signed = false
			// the form of this term shows that the amount is in range
			k := f.hold(ir.NewBinary(ir.And, ir.NewCast(ir.U32, n), ir.NewConst(ir.U32, int64(t.Bits)-1)))
			k = ir.NewBinary(ir.And, k, ir.NewConst(ir.U32, int64(t.Bits)-1))
			up := ir.NewCast(t, ir.NewBinary(ir.Shl, ir.NewCast(u, x), k))
			back := f.hold(ir.NewBinary(ir.Shr, up, k))
			f.when(ir.NewBinary(ir.Ne, back, x), one)
		})
	})
	return value{e: ir.NewRef(r), t: f.u.AST.Int}
}

// wouldOverflowMinus returns whether -a is outside of its type.
func (f intrinsicCalls) wouldOverflowMinus(c *call) value {
	if len(c.vals) != 1 || !isInt(c.vals[0]) {
		f.fail(c.n, "%s needs an integer", c.name)
	}
	x := f.arith(c.vals[0], c.args[0]).e
	over := ir.Expr(&ir.Overflows{Op: ir.Sub, X: ir.NewConst(x.Type(), 0), Y: x})
	return value{e: ir.NewCast(ir.I32, f.holdCond(over)), t: f.u.AST.Int}
}

// sameObject lowers __CPROVER_POINTER_OBJECT(p) == __CPROVER_POINTER_OBJECT(q). It returns false if a and b are not
// such calls.
func (f intrinsicCalls) sameObject(a, b cc.ExpressionNode) (value, bool) {
	var ps [2]ir.Expr
	for i, n := range []cc.ExpressionNode{a, b} {
		x, ok := csrc.Strip(n).(*cc.PostfixExpression)
		if !ok || x.Case != cc.PostfixExpressionCall {
			return value{}, false
		}
		p, ok := csrc.Strip(x.PostfixExpression).(*cc.PrimaryExpression)
		if !ok || p.Case != cc.PrimaryExpressionIdent {
			return value{}, false
		}
		name := p.Token.SrcStr()
		if name != "__CPROVER_POINTER_OBJECT" && name != "__ESBMC_POINTER_OBJECT" || f.defines(name) {
			return value{}, false
		}
		c := &call{f: f.fn, n: x, pos: f.at(x), name: name, args: csrc.ArgNodes(x.ArgumentExpressionList), want: true}
		f.evalArgsRaw(c)
		ps[i] = f.pointerArg(c, 0)
	}
	return f.asked(&ir.Valid{What: ir.Same, Addr: ps[0], N: ps[1]}), true
}
