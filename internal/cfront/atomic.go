package cfront

import (
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers gcc's builtins for atomic operations, which <stdatomic.h> is made of. Programs have one thread, so
// they are plain operations. A weak exchange does not fail spuriously, as on x86. Arithmetic wraps, and arithmetic on
// pointers counts bytes. Arguments for memory orders are evaluated and have no effect.

// atomicOps maps the operators in the names of the builtins to operators of the IR; nand is And, followed by Not.
var atomicOps = map[string]ir.BinOp{"add": ir.Add, "sub": ir.Sub, "or": ir.Or, "and": ir.And, "xor": ir.Xor,
	"nand": ir.And}

// atomicCall is a call of such a builtin with evaluated arguments. It operates on the object of type t at addr.
type atomicCall struct {
	f    *fn
	c    *call
	t    cc.Type
	addr ir.Expr
}

// atomic lowers a call of a builtin __sync_... or __atomic_...; other names are errors.
func (f builtins) atomic(c *call, name string) (value, bool) {
	n, sync := strings.CutPrefix(name, "__sync_")
	n = strings.TrimPrefix(n, "__atomic_")
	c.ft = nil
	switch n {
	case "synchronize", "thread_fence", "signal_fence":
		f.evalArgsRaw(c)
		return value{}, true
	case "always_lock_free", "is_lock_free":
		return f.lockFree(c, n), true
	}
	if len(c.args) == 0 {
		f.fail(c.n, "%s needs arguments", name)
	}
	f.evalArgsRaw(c)
	p := c.vals[0]
	if !isPtr(p) || ctype.Elem(p.t) == nil {
		f.fail(c.n, "%s: the first argument must be a pointer", name)
	}
	a := &atomicCall{f: f.fn, c: c, t: ctype.Elem(p.t), addr: p.e}
	if base, k := sizeSuffix(n); k > 0 { // the object is an unsigned integer of k bytes
		n = base
		if n == "load" || n == "store" || n == "exchange" || n == "compare_exchange" {
			n += "_n"
		}
		a.t = vectorElem(f.u.AST, map[int]cc.Kind{1: cc.UChar, 2: cc.UShort, 4: cc.UInt, 8: cc.ULongLong}[k])
		if a.t == nil {
			f.fail(c.n, "%s is not supported", name)
		}
	}
	need := func(k int) {
		if len(c.vals) < k {
			f.fail(c.n, "%s needs more arguments", name)
		}
	}
	if n == "test_and_set" || n == "clear" {
		a.t = vectorElem(f.u.AST, cc.UChar)
	} else if a.t.Kind() == cc.Void || a.t.Kind() == cc.Function {
		f.fail(c.n, "%s: the first argument points to no object", name)
	}
	for word, op := range atomicOps {
		before := n == "fetch_"+word || sync && n == "fetch_and_"+word
		after := n == word+"_fetch" || sync && n == word+"_and_fetch"
		if before || after {
			need(2)
			return a.update(op, word == "nand", after), true
		}
	}
	switch n {
	case "load_n":
		return a.f.holdValue(a.load()), true
	case "load":
		need(2)
		a.put(1, a.load())
		return value{}, true
	case "store_n":
		need(2)
		a.store(c.vals[1])
		return value{}, true
	case "store":
		need(2)
		a.store(a.get(1))
		return value{}, true
	case "exchange_n", "lock_test_and_set":
		need(2)
		old := a.old()
		a.store(c.vals[1])
		return old, true
	case "exchange":
		need(3)
		v := a.copied(a.get(1))
		old := a.old()
		a.store(v)
		a.put(2, old)
		return value{}, true
	case "compare_exchange_n":
		need(3)
		return a.compareExchange(c.vals[2]), true
	case "compare_exchange":
		need(3)
		return a.compareExchange(a.get(2)), true
	case "val_compare_and_swap", "bool_compare_and_swap":
		need(3)
		old := a.old()
		same := f.hold(operations(f).comparison(ir.Eq, old, f.convert(c.vals[1], a.t, c.n), c.n))
		f.when(same, func() { a.store(c.vals[2]) })
		if n[0] == 'v' {
			return old, true
		}
		return fromBool(same), true
	case "lock_release", "clear":
		a.store(value{e: ir.NewConst(ir.I32, 0)})
		return value{}, true
	case "test_and_set":
		old := a.old()
		a.store(value{e: ir.NewConst(ir.I32, 1)})
		return old, true
	}
	f.fail(c.n, "%s is not supported", name)
	return value{}, false
}

// sizeSuffix splits a name such as fetch_add_4 into fetch_add and 4. The size is 0 if name has no such suffix.
func sizeSuffix(n string) (base string, size int) {
	i := strings.LastIndexByte(n, '_')
	if i < 0 {
		return n, 0
	}
	if k, err := strconv.Atoi(n[i+1:]); err == nil {
		return n[:i], k
	}
	return n, 0
}

func (a *atomicCall) place() place { return place{t: a.t, addr: a.addr, opaque: ctype.IsOpaque(a.t)} }

func (a *atomicCall) load() value { return a.f.load(a.place(), a.c.n) }

// old returns the object's value, as it is before the write that follows.
func (a *atomicCall) old() value { return a.copied(a.load()) }

// copied returns v in temporaries, or as a copy if it is an aggregate, so that later writes do not change it.
func (a *atomicCall) copied(v value) value {
	if !v.aggregate() || v.isVec() {
		return a.f.holdValue(v)
	}
	o := a.f.object("old", a.t, a.f.pos)
	a.f.store(place{t: a.t, addr: a.f.addrOf(o)}, v, a.c.n)
	return value{e: a.f.addrOf(o), t: a.t}
}

// store writes v, converted to t, to the object.
func (a *atomicCall) store(v value) {
	a.f.store(a.place(), a.f.convert(v, a.t, a.c.n), a.c.n)
}

// other returns the object that argument i points to, as a place of type t.
func (a *atomicCall) other(i int) place {
	v := a.c.vals[i]
	if !isPtr(v) {
		a.f.fail(a.c.n, "%s: argument %d must be a pointer", a.c.name, i+1)
	}
	return place{t: a.t, addr: v.e, opaque: ctype.IsOpaque(a.t)}
}

// get reads, and put writes, the object that argument i points to.
func (a *atomicCall) get(i int) value    { return a.f.load(a.other(i), a.c.n) }
func (a *atomicCall) put(i int, v value) { a.f.store(a.other(i), v, a.c.n) }

// update lowers fetch_OP, whose result is the old value, or OP_fetch (after is set), whose result is the new value. If
// not is set, the operation ends with a bitwise complement.
func (a *atomicCall) update(op ir.BinOp, not, after bool) value {
	f, c := a.f, a.c
	it := f.scalar(a.t, c.n)
	old := a.old()
	if a.t.Kind() == cc.Bool || it.Kind != ir.Int && it.Kind != ir.Ptr {
		f.fail(c.n, "an atomic operator needs an integer or a pointer")
	}
	x := c.vals[1]
	f.needScalar(x, c.n)
	var e ir.Expr
	if it.Kind == ir.Ptr && (op == ir.Add || op == ir.Sub) {
		scale := int64(1)
		if op == ir.Sub {
			scale = -1
		}
		e = ir.NewPtrAdd(old.e, ir.NewCast(f.model().Diff(), x.e), scale)
	} else {
		u := ir.Type{Kind: ir.Int, Bits: it.Bits}
		e = ir.NewBinary(op, ir.NewCast(u, old.e), ir.NewCast(u, ir.NewCast(builtins{f}.asInt(it), x.e)))
		if not {
			e = ir.NewUnary(ir.Not, e)
		}
		e = ir.NewCast(it, e)
	}
	v := value{e: f.once(e), t: a.t}
	f.store(a.place(), v, c.n)
	if after {
		return v
	}
	return old
}

// asInt returns t, or if t is a pointer type, the unsigned integer type of the same width.
func (f builtins) asInt(t ir.Type) ir.Type {
	if t.Kind == ir.Ptr {
		return f.model().Size()
	}
	return t
}

// compareExchange stores v if the object has the same bytes as the object that argument 1 points to. Otherwise it
// copies the object to the latter. The result is 1 or 0.
func (a *atomicCall) compareExchange(v value) value {
	f := a.f
	v = a.copied(f.convert(v, a.t, a.c.n))
	expected := a.other(1)
	same := f.hold(a.sameBytes(expected.addr))
	r := f.temp(ir.I32)
	yes, no, join := f.newLoc(), f.newLoc(), f.newLoc()
	f.edge(f.cur, yes, &ir.Assume{Cond: same, Guard: ir.OtherGuard}, f.pos)
	f.edge(f.cur, no, &ir.Assume{Cond: ir.NotExpr(same), Guard: ir.OtherGuard}, f.pos)
	f.cur = yes
	a.store(v)
	f.emit(&ir.Assign{Dst: r, Src: ir.NewConst(ir.I32, 1)})
	f.goTo(join)
	f.cur = no
	f.store(expected, a.load(), a.c.n)
	f.emit(&ir.Assign{Dst: r, Src: ir.NewConst(ir.I32, 0)})
	f.goTo(join)
	f.cur = join
	return value{e: ir.NewRef(r)}
}

// sameBytes returns a term for the comparison of all bytes of the object with the bytes at addr. Integers and pointers
// are compared as values.
func (a *atomicCall) sameBytes(addr ir.Expr) ir.Expr {
	f := a.f
	if it, ok := f.l.IRType(a.t); ok && it.Kind != ir.Float {
		x := f.load(a.place(), a.c.n)
		y := f.load(place{t: a.t, addr: addr}, a.c.n)
		return ir.NewBinary(ir.Eq, x.e, y.e)
	}
	size := f.l.Size(a.t, f.pos)
	if size > 256 {
		f.fail(a.c.n, "a comparison of %d bytes is not supported", size)
	}
	same := ir.Expr(ir.NewBool(true))
	for off := int64(0); off < size; {
		n := int64(8)
		for off+n > size {
			n /= 2
		}
		word := func(p ir.Expr) ir.Expr {
			return f.def(unitType(n), func(d *ir.Var) ir.Stmt { return &ir.LoadStmt{Dst: d, Addr: f.offset(p, off)} })
		}
		same = ir.NewAnd(same, ir.NewBinary(ir.Eq, word(a.addr), word(addr)))
		off += n
	}
	return same
}

// lockFree lowers __atomic_always_lock_free and __atomic_is_lock_free; n is the name without __atomic_. The machine has
// operations of 1, 2, 4 and 8 bytes on objects aligned to their size. For other objects is_lock_free, which libatomic
// answers, is arbitrary.
func (f builtins) lockFree(c *call, n string) value {
	if len(c.args) != 2 {
		f.fail(c.n, "__atomic_%s needs two arguments", n)
	}
	f.evalArgsRaw(c)
	k, ok, err := f.l.Layout.ConstInt(c.args[0])
	known := ok && err == nil && k.IsInt64()
	if n == "always_lock_free" && !known {
		f.fail(c.n, "__atomic_always_lock_free needs a constant size")
	}
	free := false
	if known {
		switch s := k.Int64(); s {
		case 1, 2, 4, 8:
			free = true
			// The argument has been converted to a pointer to void; this is its type before.
			if t := ctype.Elem(f.typeOf(c.args[1]).Decay()); t != nil && t.Kind() != cc.Void && t.Kind() != cc.Function &&
				!t.IsIncomplete() {
				free = f.l.Align(t, c.pos) >= s
			}
		}
	}
	if n == "is_lock_free" && !free {
		e := f.approx("__atomic_is_lock_free", ir.U8)
		return fromBool(ir.NewBinary(ir.Ne, e, ir.NewConst(ir.U8, 0)))
	}
	return fromBool(ir.NewBool(free))
}
