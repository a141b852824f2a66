package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// value is a C value: the result of lowering an expression.
type value struct {
	e      ir.Expr    // scalar value; the address of the bytes of an aggregate; nil for void, opaque and wide
	t      cc.Type    // nil for the result of arithmetic: the type of e is then its type
	opaque bool       // the type is opaque (types.go), so there is no value
	fresh  bool       // the address of a new object, which holds no pointers yet (ptrflow.go)
	parts  []ir.Expr  // the elements of a vector (vector.go), or the parts of a wide number (wide.go); then e is nil
	form   ctype.Form // the form of a wide number
}

// isVoid reports whether v is the value of a void expression.
func (v value) isVoid() bool { return v.e == nil && v.parts == nil && !v.opaque }

// aggregate reports whether v is the address of the bytes of an aggregate.
func (v value) aggregate() bool { return v.t != nil && v.e != nil && ctype.IsAggregate(v.t) }

// place is the location that an lvalue designates (6.3.2.1): registers, an address, or a function.
type place struct {
	t      cc.Type
	reg    *ir.Var
	addr   ir.Expr
	bit    *layout.FieldLoc // the bit-field in the unit at addr
	sym    *link.Symbol     // a function
	fn     *fn              // the lowering of the function
	opaque bool             // the type is opaque; if addr is nil, nothing is stored
	parts  []*ir.Var        // a vector or wide number in registers (vector.go, wide.go)

	volatile bool // lies in a volatile object
	fleeting bool // a machine register: a value stored there may not stay
}

// load returns the value at a place: it does lvalue conversion, and converts arrays and functions to pointers.
func (f *fn) load(p place, n cc.Node) value {
	if p.sym != nil {
		return value{e: f.calls.funcAddr(p.sym, n), t: p.t.Pointer()}
	}
	if v, ok := (accesses{f}).fromOutside(p); ok {
		return v
	}
	if p.t.Attributes().IsVolatile() && p.t.Kind() != cc.Array && !f.l.Cfg.VolatileInput && !f.volatile {
		f.volatile = true
		f.l.assume(f, ir.Assumed{Pos: f.pos, Text: "only the program changes its volatile objects"})
	}
	switch w, wide := f.l.WideForm(p.t); {
	case wide && !p.fleeting:
		return wides{f}.loadWide(p, w)
	case p.parts != nil:
		v := value{t: p.t}
		for _, r := range p.parts {
			v.parts = append(v.parts, ir.NewRef(r))
		}
		return v
	case ctype.IsVector(p.t):
		return vectors{f}.loadVector(p.addr, p.t, n)
	case p.t.Kind() == cc.Array:
		return value{e: p.addr, t: p.t.Decay()}
	case p.t.Kind() == cc.Function:
		return value{e: p.addr, t: p.t.Pointer()}
	case ctype.IsAggregate(p.t):
		return value{e: p.addr, t: p.t}
	case p.opaque || ctype.IsOpaque(p.t):
		f.dropped.readBytes(p, n)
		return value{t: p.t, opaque: true}
	case p.t.Kind() == cc.Void:
		return value{}
	case p.fleeting:
		if w, ok := f.l.WideForm(p.t); ok {
			return f.inputWide(ir.Approx, "register variable", w, p.t)
		}
		return value{e: f.approx("register variable", f.scalar(p.t, n)), t: p.t}
	case p.reg != nil:
		return value{e: ir.NewRef(p.reg), t: p.t}
	}
	it := f.scalar(p.t, n)
	if p.bit != nil {
		return value{e: accesses{f}.saysBits(accesses{f}.loadBits(p.addr, *p.bit, it), p.addr)}
	}
	e := f.def(it, func(v *ir.Var) ir.Stmt { return &ir.LoadStmt{Dst: v, Addr: p.addr} })
	f.lastTemp.Points = f.l.Points(p.t)
	accesses{f}.noteRead(p.t, n)
	if p.t.Kind() == cc.Bool { // an arbitrary byte may have any value, a _Bool only 0 or 1
		e = ir.NewCast(it, ir.NewBinary(ir.Ne, e, ir.NewConst(it, 0)))
	}
	return value{e: e, t: p.t}
}

// scalar returns the machine type of a scalar C type.
func (f *fn) scalar(t cc.Type, n cc.Node) ir.Type {
	if t.VectorSize() > 0 {
		f.fail(n, "a vector is not supported here")
	}
	it, ok := f.l.IRType(t)
	if !ok {
		f.fail(n, "a value of type %s is not supported here", ctype.TypeText(t))
	}
	return it
}

// store writes v, which has the type of the place, and returns the value of the assignment.
func (f *fn) store(p place, v value, n cc.Node) value {
	switch {
	case p.sym != nil:
		f.fail(n, "assignment to a function")
	case accesses{f}.lost(p):
		if p.bit != nil {
			it := v.e.Type()
			v.e = ir.NewCast(it, ctype.FitBits(ir.NewCast(ctype.Unsigned(it), v.e), p.bit.BitWidth, it.Signed))
		}
		return v
	case ctype.IsVector(p.t):
		return vectors{f}.storeVector(p, v, n)
	case ctype.IsAggregate(p.t):
		size := f.l.Size(p.t, f.at(n))
		if size > 0 && v.e != nil {
			accesses{f}.copyStruct(p.addr, v.e, p.t, size, f.pos)
		}
		return value{e: p.addr, t: p.t}
	case p.opaque || ctype.IsOpaque(p.t):
		if p.addr != nil {
			f.havocBytes(p.addr, f.l.Size(p.t, f.at(n)), ctype.TypeText(p.t))
		}
		return value{t: p.t, opaque: true}
	case p.fleeting:
		return v
	case v.wide():
		return wides{f}.storeWide(p, v, v.form)
	case p.reg != nil:
		f.assign(p.reg, v.e)
		return value{e: ir.NewRef(p.reg), t: p.t}
	case p.bit != nil:
		return value{e: accesses{f}.storeBits(p.addr, *p.bit, v.e)}
	}
	s := &ir.Store{Addr: p.addr, Val: v.e}
	if ofChars(p.t) {
		f.l.IR.Said.Stores[s] = ir.StoredObject{Char: true}
	}
	f.emit(s)
	return v
}

// ofChars reports whether t is char or a pointer to char.
func ofChars(t cc.Type) bool {
	if p, ok := t.(*cc.PointerType); ok {
		t = p.Elem()
	}
	return t.Kind() == cc.Char
}

// havocBytes makes n bytes arbitrary because their contents are not modelled.
func (f *fn) havocBytes(addr ir.Expr, n int64, what string) {
	if n <= 0 {
		return
	}
	site := f.l.IR.NewSite(ir.Approx, what, ir.Type{}, f.f, f.pos)
	f.emit(&ir.MemHavoc{Addr: addr, N: ir.NewConst(f.model().Size(), n), Site: site})
}

// --- bit-fields (6.7.2.1)

// bitType returns the type of the value of a bit-field of w bits that is declared with type it. The value is promoted
// to int if int has all its values; otherwise, as in gcc, the type has exactly w bits.
func bitType(it ir.Type, w int) ir.Type {
	switch {
	case w < 32 || w == 32 && it.Signed:
		return ir.I32
	}
	it.Bits = uint8(w)
	return it
}

// unitType returns the unsigned type with n bytes, the type of an access; n is a power of two.
func unitType(n int64) ir.Type { return ir.Type{Kind: ir.Int, Bits: uint8(8 * n)} }

// straddles reports whether a bit-field cannot be read by a single access.
func straddles(b layout.FieldLoc) bool {
	switch b.Unit {
	case 1, 2, 4, 8:
		return false
	}
	return true
}

// loadBits returns the value of the bit-field b, declared with type it, in the unit at addr.
func (f accesses) loadBits(addr ir.Expr, b layout.FieldLoc, it ir.Type) ir.Expr {
	var raw ir.Expr // the field in the low bits, with other bits above it
	var u ir.Type
	if !straddles(b) {
		u = unitType(b.Unit)
		word := f.def(u, func(v *ir.Var) ir.Stmt { return &ir.LoadStmt{Dst: v, Addr: addr} })
		raw = ir.NewBinary(ir.Shr, word, ir.NewConst(ir.U32, int64(b.BitOff)))
	} else {
		u = ir.U64
		raw = ir.NewConst(u, 0)
		for i := int64(0); i < b.Unit; i++ {
			at := ir.NewPtrAdd(addr, ir.NewConst(f.model().Diff(), i), 1)
			byt := f.def(ir.U8, func(v *ir.Var) ir.Stmt { return &ir.LoadStmt{Dst: v, Addr: at} })
			x := ir.NewCast(u, byt)
			if sh := 8*i - int64(b.BitOff); sh >= 0 {
				x = ir.NewBinary(ir.Shl, x, ir.NewConst(ir.U32, sh))
			} else {
				x = ir.NewBinary(ir.Shr, x, ir.NewConst(ir.U32, -sh))
			}
			raw = ir.NewBinary(ir.Or, raw, x)
		}
	}
	return ir.NewCast(bitType(it, b.BitWidth), ctype.FitBits(raw, b.BitWidth, it.Signed))
}

// storeBits writes v to the bit-field b in the unit at addr, and returns the value of the assignment. The type of that
// value is the type of v, which is the declared type, or bitType for a field wider than int.
func (f accesses) storeBits(addr ir.Expr, b layout.FieldLoc, v ir.Expr) ir.Expr {
	it := v.Type()
	v = f.hold(v)
	mask := ^uint64(0) >> (64 - b.BitWidth)
	if !straddles(b) {
		u := unitType(b.Unit)
		part := ir.NewBinary(ir.And, ir.NewCast(u, v), ir.NewBits(u, mask))
		if b.BitWidth < int(u.Bits) {
			word := f.def(u, func(d *ir.Var) ir.Stmt { return &ir.LoadStmt{Dst: d, Addr: addr} })
			keep := ir.NewBinary(ir.And, word, ir.NewBits(u, ^(mask<<b.BitOff)&(^uint64(0)>>(64-u.Bits))))
			part = ir.NewBinary(ir.Or, keep, ir.NewBinary(ir.Shl, part, ir.NewConst(ir.U32, int64(b.BitOff))))
		}
		f.emitBits(&ir.Store{Addr: addr, Val: part}, int64(b.BitOff), int64(b.BitWidth),
			ir.Field{Off: b.BitOff, Width: b.BitWidth, Signed: it.Signed})
	} else {
		f.storeStraddling(addr, b, it.Signed, ir.NewBinary(ir.And, ir.NewCast(ir.U64, v), ir.NewBits(ir.U64, mask)))
	}
	e := ctype.FitBits(ir.NewCast(ctype.Unsigned(it), v), b.BitWidth, it.Signed)
	if b.BitWidth > 32 {
		it = bitType(it, b.BitWidth)
	}
	return ir.NewCast(it, e)
}

// emitBits emits a store that changes only width bits, beginning at bit off of its first byte. These bits are the given
// field, or a part of it.
func (f accesses) emitBits(s *ir.Store, off, width int64, field ir.Field) {
	f.l.consts.bitStores[s] = bitRange{off, width}
	f.l.IR.Said.Stores[s] = ir.StoredObject{Bits: &field}
	f.emit(s)
}

// storeStraddling writes the low bits of v to the bit-field b byte by byte.
func (f accesses) storeStraddling(addr ir.Expr, b layout.FieldLoc, signed bool, v ir.Expr) {
	say := f.l.IR.Said.Places[addr]
	for i := int64(0); i < b.Unit; i++ {
		at := ir.NewPtrAdd(addr, ir.NewConst(f.model().Diff(), i), 1)
		if say != nil && at != addr {
			f.l.IR.Said.Places[at] = say
		}
		lo, hi := 8*i-int64(b.BitOff), 8*i-int64(b.BitOff)+8 // bits of the field in this byte
		part := v
		if lo >= 0 {
			part = ir.NewBinary(ir.Shr, v, ir.NewConst(ir.U32, lo))
		} else {
			part = ir.NewBinary(ir.Shl, v, ir.NewConst(ir.U32, -lo))
		}
		mask := uint64(0xff)
		if lo < 0 {
			mask &= 0xff << -lo
		}
		if w := int64(b.BitWidth); hi > w {
			mask &= 0xff >> (hi - w)
		}
		byt := ir.NewBinary(ir.And, ir.NewCast(ir.U8, part), ir.NewBits(ir.U8, mask))
		if mask != 0xff {
			old := f.def(ir.U8, func(d *ir.Var) ir.Stmt { return &ir.LoadStmt{Dst: d, Addr: at} })
			byt = ir.NewBinary(ir.Or, ir.NewBinary(ir.And, old, ir.NewBits(ir.U8, ^mask&0xff)), byt)
		}
		from, to := max(lo, 0), min(hi, int64(b.BitWidth))
		f.emitBits(&ir.Store{Addr: at, Val: byt}, from-lo, to-from, ir.Field{Off: int(-lo), Width: b.BitWidth,
			Signed: signed})
	}
}

// --- conversions (6.3)

// convert returns v converted to type t, as by assignment or cast.
func (f *fn) convert(v value, t cc.Type, n cc.Node) value {
	switch {
	case t.Kind() == cc.Void:
		return value{}
	case ctype.IsVector(t):
		return vectors{f}.toVector(v, t, n)
	case ctype.IsAggregate(t):
		if v.opaque || v.e == nil || v.t == nil || !ctype.IsAggregate(v.t) && v.t.Kind() != cc.Ptr {
			f.fail(n, "cannot convert to %s", ctype.TypeText(t))
		}
		return value{e: v.e, t: t}
	case ctype.IsOpaque(t):
		return value{t: t, opaque: true}
	case v.wide() || f.l.IsWide(t):
		return wides{f}.convertWide(v, t, n)
	}
	it := f.scalar(t, n)
	f.noteCast(v, t)
	switch {
	case v.isVec():
		return vectors{f}.fromVector(v, it, t, n)
	case v.opaque:
		f.l.Warn(f.at(n), "a value of type %s is taken as arbitrary", ctype.TypeText(v.t))
		e := f.approx(ctype.TypeText(v.t), it)
		if t.Kind() == cc.Bool {
			e = ir.NewCast(ir.U8, ir.NewBinary(ir.Ne, e, ir.NewConst(it, 0)))
		}
		return value{e: e, t: t}
	case v.e == nil:
		f.fail(n, "the value of an expression of type void is used")
	case v.aggregate():
		f.fail(n, "a value of type %s is used as %s", ctype.TypeText(v.t), ctype.TypeText(t))
	case t.Kind() == cc.Bool:
		return value{e: ir.NewCast(it, f.truth(v, n)), t: t}
	}
	from := v.e.Type()
	if from.Kind == ir.Float && it.Kind == ir.Ptr || from.Kind == ir.Ptr && it.Kind == ir.Float {
		f.fail(n, "cannot convert %s to %s", from, ctype.TypeText(t))
	}
	switch {
	case it.Kind == ir.Ptr:
		f.typeMade(v, t)
		f.typeLoaded(v, t)
	case from.Kind == ir.Float || it.Kind == ir.Float:
		return value{e: operations{f}.castTo(it, v.e), t: t}
	}
	return value{e: ir.NewCast(it, v.e), t: t, fresh: v.fresh}
}

// truth returns the condition v != 0.
func (f *fn) truth(v value, n cc.Node) ir.Expr {
	if v.opaque {
		f.l.Warn(f.at(n), "a condition on a value of type %s is taken as arbitrary", ctype.TypeText(v.t))
		e := f.approx(ctype.TypeText(v.t), ir.U8)
		return ir.NewBinary(ir.Ne, e, ir.NewConst(ir.U8, 0))
	}
	if v.wide() {
		return wides{f}.truthWide(v)
	}
	if v.e == nil || v.aggregate() {
		f.fail(n, "a scalar value is needed here")
	}
	e := v.e
	for {
		c, ok := e.(*ir.Cast)
		if !ok || c.T.Kind != ir.Int {
			break
		}
		from := c.X.Type()
		if from.Kind == ir.Bool {
			return c.X
		}
		inner, ok := c.X.(*ir.Cast)
		if from.Kind != ir.Int || from.Bits > c.T.Bits || !ok {
			break
		}
		e = inner
	}
	if a, ok := e.(*ir.AddrOf); ok && a.Obj != nil {
		return ir.NewBool(true)
	}
	if _, ok := e.(*ir.FuncAddr); ok {
		return ir.NewBool(true)
	}
	return ir.NewBinary(ir.Ne, e, ir.NewConst(e.Type(), 0))
}

// fromBool returns the int 0 or 1 of a condition.
func fromBool(cond ir.Expr) value { return value{e: ir.NewCast(ir.I32, cond)} }

// promoted applies the integer promotions. A bit-field that fits into int becomes an int.
func (f *fn) promoted(v value, n cc.Node) value {
	if v.opaque || v.wide() {
		return v
	}
	f.needScalar(v, n)
	return value{e: ir.NewCast(ctype.Promote(v.e.Type()), v.e)}
}

// needScalar fails unless v is a scalar that consists of one machine value.
func (f *fn) needScalar(v value, n cc.Node) {
	if v.e == nil || v.aggregate() {
		f.fail(n, "a scalar value is needed here")
	}
}

// defaultPromoted applies the default argument promotions (6.5.2.2).
func (f *fn) defaultPromoted(v value, n cc.Node) value {
	if v.opaque || v.aggregate() || v.e == nil {
		return v
	}
	if v.e.Type() == ir.F32 {
		return value{e: ir.NewCast(ir.F64, v.e)}
	}
	if v.e.Type().Kind == ir.Ptr {
		f.l.flow.noteCast(v.t, nil, !f.calls.harmless)
		return v
	}
	return f.promoted(v, n)
}
