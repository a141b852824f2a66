package cprint

import (
	"fmt"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file writes pointers and accesses of readable text. Each pointer has a C type. A step by a multiple of the size
// of its target is written p + i; other steps go through char *.

// pointer is a C expression of pointer type.
type pointer struct {
	term
	points string   // the C type of its target; anything: the pointer converts to all pointer types
	array  string   // a C lvalue for the target, such as a[i], if that reads better than *p; else ""
	bytes  *pointer // for an address of a member: the same address, written as a step from the structure; else nil
}

// stepped returns the pointer from which further steps are made. If x is the address of a member, that is a step from
// the structure, since further steps may leave the member.
func (x pointer) stepped() pointer {
	if x.bytes != nil {
		return *x.bytes
	}
	return x
}

// to converts a pointer to a pointer to c.
func (x pointer) to(c string) term {
	if x.points == c || x.points == anything && x.s == "0" {
		return x.term
	}
	return term{fmt.Sprintf("(%s)%s", pointerTo(c), x.at(pUnary)), pUnary}
}

// sure converts a pointer to a pointer to c, with a cast also if it is a null pointer.
func (x pointer) sure(c string) term {
	if x.s == "0" {
		return term{fmt.Sprintf("(%s)0", pointerTo(c)), pUnary}
	}
	return x.to(c)
}

// assigned writes the pointer as a value for a variable that points to c. It leaves out the cast if C converts by
// itself, from or to void *.
func (x pointer) assigned(c string) term {
	if x.points == anything || c == anything {
		return x.term
	}
	return x.to(c)
}

// pointer writes an expression of type Ptr, without conversion to another type.
func (r *terms) pointer(e ir.Expr) pointer {
	switch e := e.(type) { // sound: refused
	case *ir.Const:
		if e.Bits == 0 {
			return pointer{term: term{"0", pAtom}, points: anything}
		}
		return pointer{term: r.cast("char *", term{literal(r.p.Model.Size(), e.Bits), pAtom}), points: "char"}
	case *ir.Ref:
		if x, ok := r.forwarded(e.Var); ok {
			return pointer{term: x, points: anything}
		}
		return pointer{term: term{r.names.vars[e.Var], pAtom}, points: r.pointee[e.Var]}
	case *ir.AddrOf:
		return r.addressOf(e.Obj)
	case *ir.FuncAddr:
		return pointer{term: r.cast("void *", term{r.names.funcs[e.Func], pAtom}), points: anything}
	case *ir.Cast:
		if e.X.Type().Kind == ir.Ptr {
			return r.pointer(e.X)
		}
		return pointer{term: r.cast("char *", r.address(e.X)), points: "char"}
	case *ir.PtrAdd:
		return r.step(e)
	}
	r.fail("%T as a pointer", e)
	return pointer{term: term{"0", pAtom}, points: anything}
}

// address writes an integer as a number that is as wide as a pointer.
func (r *terms) address(e ir.Expr) term {
	t, x := e.Type(), r.expr(e)
	size := r.p.Model.Size()
	size.Signed = t.Signed && t.Bits < size.Bits
	if t.Kind == ir.Int && t.Bits == size.Bits {
		return x
	}
	return r.cast(size.C(), x)
}

// arrayOf returns the C type and the number of the elements that o is declared with. A scalar has one element.
func (r *printing) arrayOf(o *ir.Object) (c string, n int64) {
	if k, n := r.recordIn(o); k != nil {
		return k.c(), n
	}
	if k, ok := elements(o); ok && inMemory(o.Elem) != "" {
		return inMemory(o.Elem), k
	}
	return "char", max(o.Size, 1)
}

// single reports whether an object is declared as a variable and not as an array.
func (r *printing) single(o *ir.Object) bool {
	if k, n := r.recordIn(o); k != nil {
		return n == 1 && !r.onHeap[o]
	}
	k, ok := elements(o)
	return ok && k == 1 && inMemory(o.Elem) != "" && !r.onHeap[o]
}

// addressOf writes the address of an object; it points to the type of the elements. For constants it casts away const.
func (r *terms) addressOf(o *ir.Object) pointer {
	c, _ := r.arrayOf(o)
	x := pointer{term: term{r.names.objs[o], pAtom}, points: c}
	switch {
	case r.literals[o] != "":
		x.term = term{r.literals[o], pAtom}
		return x
	case r.single(o):
		x.term = term{"&" + x.s, pUnary}
	}
	if k := r.structOf(c); k != nil && !r.single(o) {
		x.array = x.s + "[0]"
	}
	if o.Const && o.Func == nil {
		x.array = ""
		x.term = r.cast(pointerTo(c), x.term)
	}
	return x
}

// constStep returns the number of bytes of a step whose index is constant; otherwise ok is false.
func constStep(e *ir.PtrAdd) (bytes int64, ok bool) {
	c, ok := ir.IsConst(e.Index)
	if !ok {
		return 0, false
	}
	return int64(ir.EvalPtrAdd(ir.P64, 0, c, e.Index.Type(), e.Scale)), true
}

// step writes e: as the address of a member if e leads to one, otherwise as a step among elements or bytes.
func (r *terms) step(e *ir.PtrAdd) pointer {
	base := r.pointer(e.P)
	if x, m, ok := r.within(base, e); ok {
		if m.array {
			return pointer{term: x, points: inMemory(m.typ)}
		}
		bytes := r.steps(base, e)
		return pointer{term: term{"&" + x.s, pUnary}, points: inMemory(m.typ), bytes: &bytes}
	}
	return r.steps(base, e)
}

// steps writes e as a step from base among elements or bytes.
func (r *terms) steps(base pointer, e *ir.PtrAdd) pointer {
	base = base.stepped()
	op, i, c := r.index(e, base.points)
	if c != base.points {
		base = pointer{term: base.sure(c), points: c}
	}
	if i.s == "0" {
		return base
	}
	x := pointer{term: infix(base.term, op, i), points: c}
	if op == ir.Add && r.structOf(c) != nil {
		x.array = fmt.Sprintf("%s[%s]", base.at(pPostfix), i.s)
	}
	return x
}

// within returns the member of the structure at base to which e leads. ok is false if the index is not constant, if e
// leads to the beginning of a structure, or if no member is there.
func (r *terms) within(base pointer, e *ir.PtrAdd) (x term, m member, ok bool) {
	c := r.structOf(base.points)
	off, isConst := constStep(e)
	if r.p.Model == ir.ILP32 {
		off = int64(int32(off))
	}
	if c == nil || !isConst || c.size > 0 && off%c.size == 0 || off == 0 {
		return term{}, member{}, false
	}
	return r.memberOf(base, c, off)
}

// index returns the length of a step, and the operator Add or Sub. The unit is c if the length is a multiple of its
// size, else char.
func (r *terms) index(e *ir.PtrAdd, c string) (op ir.BinOp, i term, unit string) {
	size := r.sizeOf(c)
	if bytes, ok := constStep(e); ok {
		if r.p.Model == ir.ILP32 {
			bytes = int64(int32(bytes))
		}
		if size == 0 || bytes%size != 0 {
			c, size = "char", 1
		}
		if n := bytes / size; n < 0 {
			return ir.Sub, term{fmt.Sprint(-n), pAtom}, c
		} else {
			return ir.Add, term{fmt.Sprint(n), pAtom}, c
		}
	}
	if size == 0 || e.Scale%size != 0 {
		c, size = "char", 1
	}
	op, times := ir.Add, e.Scale/size
	if times < 0 {
		op, times = ir.Sub, -times
	}
	return op, r.times(e.Index, times), c
}

// times writes n*e. The product has the width of a pointer, unless it fits into int.
func (r *terms) times(e ir.Expr, n int64) term {
	x := r.expr(e)
	if e.Type().Bits > r.p.Model.Size().Bits {
		x = r.cast(r.p.Model.Size().C(), x)
	}
	if n == 1 {
		return x
	}
	t := e.Type()
	k := term{fmt.Sprint(n), pAtom}
	v := r.facts.of(r.loc, e)
	if product(v, interval{n, n, true, true}).in(ir.I32) && t.Bits <= 32 {
		return infix(k, ir.Mul, x)
	}
	size := r.p.Model.Size()
	if t.Bits < size.Bits { // no overflow
		return infix(k, ir.Mul, r.cast(r.p.Model.Diff().C(), x))
	}
	return infix(r.constant(&ir.Const{T: size, Bits: uint64(n)}), ir.Mul, x)
}

// place returns the C lvalue of type t at an address; t has a C type in memory. write is set if the lvalue is assigned.
func (r *terms) place(t ir.Type, addr ir.Expr, write bool) term {
	c := inMemory(t)
	byName := func(o *ir.Object) bool { return r.literals[o] == "" && !(write && o.Const) }
	if a, ok := addr.(*ir.AddrOf); ok && byName(a.Obj) {
		if have, _ := r.arrayOf(a.Obj); have == c {
			if r.single(a.Obj) {
				return term{r.names.objs[a.Obj], pAtom}
			}
			return term{r.names.objs[a.Obj] + "[0]", pPostfix}
		}
	}
	if x, ok := r.memberAt(t, addr); ok {
		return x
	}
	if a, ok := addr.(*ir.PtrAdd); ok {
		base := r.pointer(a.P).stepped()
		if o, ok := a.P.(*ir.AddrOf); ok && !r.single(o.Obj) && byName(o.Obj) { // no cast is needed: the lvalue is only read
			base.term = term{r.names.objs[o.Obj], pAtom}
		}
		if base.points == c {
			if op, i, unit := r.index(a, c); unit == c {
				if op == ir.Sub {
					i = term{"-" + i.at(pPostfix), pUnary}
				}
				return term{fmt.Sprintf("%s[%s]", base.at(pPostfix), i.s), pPostfix}
			}
		}
	}
	x := r.pointer(addr)
	return term{"*" + x.to(c).at(pUnary), pUnary}
}

// memberAt returns the lvalue of the member of type t at an address; the result is false if the address leads to no
// such member.
func (r *terms) memberAt(t ir.Type, addr ir.Expr) (term, bool) {
	base, off := r.pointer(addr), int64(0)
	if a, ok := addr.(*ir.PtrAdd); ok {
		if bytes, ok := constStep(a); ok {
			base, off = r.pointer(a.P), bytes
			if r.p.Model == ir.ILP32 {
				off = int64(int32(off))
			}
		}
	}
	c := r.structOf(base.points)
	if c == nil {
		return term{}, false
	}
	x, m, ok := r.memberOf(base, c, off)
	if !ok || m.typ != t {
		return term{}, false
	}
	if !m.array {
		return x, true
	}
	if s, i, ok := strings.Cut(x.s, " + "); ok && x.p == pAdd {
		return term{fmt.Sprintf("%s[%s]", s, i), pPostfix}, true
	}
	return term{x.s + "[0]", pPostfix}, true
}

// aligned reports whether the offsets of an address, and the alignment of its object if it is known, agree with an
// access of type t. Alignments above 4 are not required.
func (r *terms) aligned(t ir.Type, addr ir.Expr) bool {
	var off int64
	for {
		a, ok := addr.(*ir.PtrAdd)
		if !ok {
			break
		}
		if bytes, ok := constStep(a); ok {
			off += bytes
		} else {
			off |= a.Scale
		}
		addr = a.P
	}
	size := int64(t.Size())
	if a, ok := addr.(*ir.AddrOf); ok && a.Obj.Align%min(size, 4) != 0 {
		return false
	}
	return off%min(size, 4) == 0
}

// load writes a read of memory; it calls a helper if the type has no C type or the address may not be aligned.
func (r *terms) load(t ir.Type, addr ir.Expr) term {
	if inMemory(t) == "" {
		r.need("tandem_load_n", cText("load_bytes", nil))
		x := fmt.Sprintf("tandem_load_n(%s, %d)", r.text(addr), t.Size())
		if t.Kind == ir.Bool {
			return infix(term{x, pPostfix}, ir.And, term{"1", pAtom})
		}
		return r.wrapped(t, term{x, pPostfix})
	}
	if !r.aligned(t, addr) {
		name := "tandem_load_" + suffix(t)
		r.need(name, fmt.Sprintf("static inline %s(const void *p) {\n  %s;\n  __builtin_memcpy(&x, p, sizeof x);\n  "+
			"return x;\n}", withName(result(t), name), withName(result(t), "x")))
		return term{fmt.Sprintf("%s(%s)", name, r.text(addr)), pPostfix}
	}
	return r.place(t, addr, false)
}

// store writes a statement that stores val; it calls a helper in the same cases as load.
func (r *terms) store(t ir.Type, addr, val ir.Expr) string {
	switch {
	case inMemory(t) == "":
		r.need("tandem_store_n", cText("store_bytes", nil))
		u := ir.Type{Kind: ir.Int, Bits: t.Bits}
		return fmt.Sprintf("tandem_store_n(%s, %s, %d);", r.text(addr), r.wrapped(u, r.expr(val)).s, t.Size())
	case !r.aligned(t, addr):
		name := "tandem_store_" + suffix(t)
		r.need(name, fmt.Sprintf("static inline void %s(void *p, %s) {\n  __builtin_memcpy(p, &x, sizeof x);\n}", name,
			withName(result(t), "x")))
		return fmt.Sprintf("%s(%s, %s);", name, r.text(addr), r.text(val))
	}
	return fmt.Sprintf("%s = %s;", r.place(t, addr, true).s, r.value(t, inMemory(t), val))
}

// value writes e as the value of an assignment to a variable or memory of type t. c is the C type of the variable if t
// is Ptr; for memory it is inMemory(t). Conversions that C makes by itself are left out.
func (r *terms) value(t ir.Type, c string, e ir.Expr) string {
	if t.Kind == ir.Ptr {
		return r.pointer(e).assigned(elemOf(c)).s
	}
	if k, ok := e.(*ir.Const); ok && k.T.Kind == ir.Int && k.T.Bits >= 32 && !odd(k.T) {
		if x, ok := r.loose(k, k.T); ok {
			return x.s
		}
	}
	if k, ok := e.(*ir.Cast); ok && k.T.Kind == ir.Int { // C widens by itself
		if from := k.X.Type(); from.Kind == ir.Int && !odd(from) && !odd(t) && from.Bits < k.T.Bits {
			return r.text(k.X)
		}
	}
	return r.text(e)
}

// elemOf returns the target type of a C pointer type, or the constant anything if c is not a pointer type.
func elemOf(c string) string {
	n := len(c) - 1
	if c[n] != '*' {
		return anything
	}
	if c[n-1] == ' ' {
		return c[:n-1]
	}
	return c[:n]
}
