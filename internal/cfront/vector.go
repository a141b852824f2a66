package cfront

import (
	"fmt"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Vectors (GNU C: attribute vector_size). The value of a vector is the tuple of its elements (value.parts), and their
// machine types determine its type. In memory the elements lie one after the other. A variable lives in registers, one
// for each element, if it has at most maxLanes elements, its address is not taken, and all its subscripts are constant.
// Calls pass vectors like structures.

// maxLanes is the greatest number of elements of a vector that is held in registers.
const maxLanes = 16

// isVec reports whether v is a vector, as a tuple or as an address.
func (v value) isVec() bool { return v.parts != nil && !v.wide() || v.e != nil && ctype.IsVector(v.t) }

// vectorElem returns the scalar type of a kind, nil if vectors cannot have such elements.
func vectorElem(a *cc.AST, k cc.Kind) cc.Type {
	switch k {
	case cc.Char:
		return a.Char
	case cc.SChar:
		return a.SChar
	case cc.UChar:
		return a.UChar
	case cc.Short:
		return a.Short
	case cc.UShort:
		return a.UShort
	case cc.Int:
		return a.Int
	case cc.UInt:
		return a.UInt
	case cc.Long:
		return a.Long
	case cc.ULong:
		return a.ULong
	case cc.LongLong:
		return a.LongLong
	case cc.ULongLong:
		return a.ULongLong
	case cc.Float:
		return a.Float
	case cc.Double:
		return a.Double
	}
	return nil
}

// vectors lowers GNU's vectors.
type vectors struct{ *fn }

// lane returns the C type and the machine type of the elements of vector type t, and their number.
func (f vectors) lane(t cc.Type, n cc.Node) (c cc.Type, it ir.Type, count int) {
	size := f.l.Size(t, f.at(n))
	c = vectorElem(f.u.AST, t.Kind())
	it, ok := f.l.KindType(t.Kind())
	if c == nil || !ok {
		f.fail(n, "a vector of this type is not supported: %s", ctype.TypeText(t))
	}
	return c, it, int(size) / it.Size()
}

// --- values

// loadVector reads the elements at an address.
func (f vectors) loadVector(addr ir.Expr, t cc.Type, n cc.Node) value {
	_, it, count := f.lane(t, n)
	v := value{t: t}
	for i := range count {
		at := f.offset(addr, int64(i*it.Size()))
		v.parts = append(v.parts, f.def(it, func(d *ir.Var) ir.Stmt { return &ir.LoadStmt{Dst: d, Addr: at} }))
	}
	return v
}

// vecParts returns the elements of a vector.
func (f vectors) vecParts(v value, n cc.Node) []ir.Expr {
	switch {
	case v.parts != nil:
		return v.parts
	case v.isVec():
		return f.loadVector(v.e, v.t, n).parts
	}
	f.fail(n, "a vector is needed here")
	return nil
}

// spill copies a vector to a new object, unless it is in memory already. The object has type t, which has the size of
// v.
func (f vectors) spill(v value, t cc.Type, n cc.Node) value {
	if v.parts == nil {
		return v
	}
	o := f.object("vec", t, f.pos)
	f.storeParts(f.addrOf(o), v.parts)
	return value{e: f.addrOf(o), t: t}
}

// storeParts stores the elements of a vector at addr.
func (f vectors) storeParts(addr ir.Expr, parts []ir.Expr) {
	off := int64(0)
	for _, e := range parts {
		f.emit(&ir.Store{Addr: f.offset(addr, off), Val: e})
		off += int64(e.Type().Size())
	}
}

// storeVector writes v to a place of vector type, and returns the value of the assignment.
func (f vectors) storeVector(p place, v value, n cc.Node) value {
	parts := f.vecParts(v, n)
	if p.parts == nil {
		f.storeParts(p.addr, parts)
		return value{t: p.t, parts: parts}
	}
	parts = append([]ir.Expr(nil), parts...)
	for i, e := range parts { // an element must be read before its register is written
		crosses := false
		ir.Vars(e, func(r *ir.Var) {
			for k, q := range p.parts {
				crosses = crosses || r == q && k < i
			}
		})
		if crosses {
			parts[i] = f.hold(e)
		}
	}
	out := value{t: p.t}
	for i, e := range parts {
		f.emit(&ir.Assign{Dst: p.parts[i], Src: e})
		out.parts = append(out.parts, ir.NewRef(p.parts[i]))
	}
	return out
}

// toVector converts v, a vector or integer of the same size, to vector type t. The bytes do not change.
func (f vectors) toVector(v value, t cc.Type, n cc.Node) value {
	_, it, count := f.lane(t, n)
	var parts []ir.Expr
	switch {
	case v.isVec():
		parts = f.vecParts(v, n)
	case v.e != nil && !v.aggregate() && v.e.Type().Kind == ir.Int:
		parts = []ir.Expr{v.e}
	default:
		f.fail(n, "cannot convert to %s", ctype.TypeText(t))
	}
	if len(parts)*parts[0].Type().Size() != count*it.Size() {
		f.fail(n, "a vector or number of another size cannot become a %s", ctype.TypeText(t))
	}
	return value{t: t, parts: f.recast(parts, it, t, n)}
}

// fromVector converts a vector to t, an integer type of the same size and of machine type it.
func (f vectors) fromVector(v value, it ir.Type, t cc.Type, n cc.Node) value {
	parts := f.vecParts(v, n)
	if it.Kind != ir.Int || len(parts)*parts[0].Type().Size() != it.Size() || t.Kind() == cc.Bool {
		f.fail(n, "a vector cannot become a %s", ctype.TypeText(t))
	}
	vt := v.t
	if vt == nil {
		vt = t
	}
	return value{e: f.recast(parts, it, vt, n)[0], t: t}
}

// recast returns the bytes of parts as elements of type it; t is a C type of the size of all parts.
func (f vectors) recast(parts []ir.Expr, it ir.Type, t cc.Type, n cc.Node) []ir.Expr {
	from := parts[0].Type()
	if from == it {
		return parts
	}
	var out []ir.Expr
	if from.Kind != ir.Int || it.Kind != ir.Int {
		v := f.spill(value{parts: parts}, t, n)
		for i := 0; i < len(parts)*from.Size(); i += it.Size() {
			at := f.offset(v.e, int64(i))
			out = append(out, f.def(it, func(d *ir.Var) ir.Stmt { return &ir.LoadStmt{Dst: d, Addr: at} }))
		}
		return out
	}
	switch r := it.Size() / from.Size(); {
	case from.Bits == it.Bits:
		for _, e := range parts {
			out = append(out, ir.NewCast(it, e))
		}
	case r > 1: // little endian
		for i := 0; i < len(parts); i += r {
			e := ir.Expr(ir.NewConst(ctype.Unsigned(it), 0))
			for k, p := range parts[i : i+r] {
				x := ir.NewCast(ctype.Unsigned(it), ir.NewCast(ctype.Unsigned(from), p))
				e = ir.NewBinary(ir.Or, e, ir.NewBinary(ir.Shl, x, ir.NewConst(ir.U32, int64(k)*int64(from.Bits))))
			}
			out = append(out, ir.NewCast(it, e))
		}
	default:
		for _, p := range parts {
			p = f.once(p)
			for k := range from.Size() / it.Size() {
				x := ir.NewBinary(ir.Shr, ir.NewCast(ctype.Unsigned(from), p), ir.NewConst(ir.U32, int64(k)*int64(it.Bits)))
				out = append(out, ir.NewCast(it, x))
			}
		}
	}
	return out
}

// --- operators

// vecOperands returns the elements of two operands, at least one of which is a vector. A number is converted to the
// type of the vector's elements, and repeated for each element.
func (f vectors) vecOperands(a, b value, n cc.Node) (pa, pb []ir.Expr) {
	splat := func(v value, like []ir.Expr) []ir.Expr {
		it := like[0].Type()
		if v.opaque || v.e == nil || v.aggregate() || v.e.Type().Kind == ir.Ptr ||
			v.e.Type().Kind == ir.Float && it.Kind != ir.Float {
			f.fail(n, "a vector and a value of another kind have no operator")
		}
		e := f.once(operations(f).castTo(it, v.e))
		out := make([]ir.Expr, len(like))
		for i := range out {
			out[i] = e
		}
		return out
	}
	switch {
	case !a.isVec():
		pb = f.vecParts(b, n)
		pa = splat(a, pb)
	case !b.isVec():
		pa = f.vecParts(a, n)
		pb = splat(b, pa)
	default:
		pa, pb = f.vecParts(a, n), f.vecParts(b, n)
	}
	ta, tb := pa[0].Type(), pb[0].Type()
	if len(pa) != len(pb) || ta.Kind != tb.Kind || ta.Bits != tb.Bits {
		f.fail(n, "vectors of different types have no operator")
	}
	return pa, pb
}

// vecApply returns a op b, computed for each element in the type of the left vector, without promotion.
func (f vectors) vecApply(op ir.BinOp, a, b value, n cc.Node) value {
	var t cc.Type
	if a.isVec() {
		t = a.t
	} else {
		t = b.t
	}
	var pa, pb []ir.Expr
	if (op == ir.Shl || op == ir.Shr) && a.isVec() && !b.isVec() {
		f.needScalar(b, n)
		pa = f.vecParts(a, n)
		count := f.once(b.e)
		for range pa {
			pb = append(pb, count)
		}
	} else {
		pa, pb = f.vecOperands(a, b, n)
	}
	it := pa[0].Type()
	switch op { // sound: the other operators take floats too
	case ir.Rem, ir.And, ir.Or, ir.Xor, ir.Shl, ir.Shr:
		if it.Kind != ir.Int || pb[0].Type().Kind != ir.Int {
			f.fail(n, "this operator needs integers")
		}
	}
	out := value{t: t}
	for i := range pa {
		y := pb[i]
		if op != ir.Shl && op != ir.Shr {
			y = ir.NewCast(it, y)
		}
		if it.Kind == ir.Float {
			out.parts = append(out.parts, operations(f).floatArith(op, pa[i], y))
			continue
		}
		out.parts = append(out.parts, ir.NewBinary(op, pa[i], y))
	}
	return out
}

// vecCompare returns a vector of signed integers of the elements' size: -1 where a op b holds, and 0 elsewhere. The
// comparison is unsigned if the elements of one of the vectors are.
func (f vectors) vecCompare(op ir.BinOp, a, b value, n cc.Node) value {
	pa, pb := f.vecOperands(a, b, n)
	t := pa[0].Type()
	if t.Kind == ir.Int && !pb[0].Type().Signed {
		t.Signed = false
	}
	u := ir.Type{Kind: ir.Int, Bits: t.Bits}
	s := u
	s.Signed = true
	var out value
	for i := range pa {
		c := ir.NewBinary(op, ir.NewCast(t, pa[i]), ir.NewCast(t, pb[i]))
		out.parts = append(out.parts, ir.NewCast(s, ir.NewUnary(ir.Neg, ir.NewCast(u, c))))
	}
	return out
}

// vecUnary returns op v for - or ~.
func (f vectors) vecUnary(op ir.UnOp, v value, n cc.Node) value {
	out := value{t: v.t}
	for _, e := range f.vecParts(v, n) {
		if op == ir.Not && e.Type().Kind != ir.Int {
			f.fail(n, "~ needs integers")
		}
		out.parts = append(out.parts, ir.NewUnary(op, e))
	}
	return out
}

// vecMerge joins the arms of ?:, whose values are v1 and v2 and which end at end1 and end2.
func (f vectors) vecMerge(v1 value, end1 *ir.Loc, v2 value, end2 *ir.Loc, n cc.Node) value {
	join := f.newLoc()
	out := value{t: v1.t}
	f.cur = end1
	var regs []*ir.Var
	for _, e := range f.vecParts(v1, n) {
		r := f.temp(e.Type())
		f.emit(&ir.Assign{Dst: r, Src: e})
		regs = append(regs, r)
		out.parts = append(out.parts, ir.NewRef(r))
	}
	f.goTo(join)
	f.cur = end2
	p2 := f.vecParts(v2, n)
	if len(p2) != len(regs) || p2[0].Type() != regs[0].Type {
		f.fail(n, "the arms of ?: are vectors of different types")
	}
	for i, e := range p2 {
		f.emit(&ir.Assign{Dst: regs[i], Src: e})
	}
	f.goTo(join)
	f.cur = join
	return out
}

// --- elements

// vecSubscript returns the vector, the subscript and the vector type of v[i] or i[v]; nil for other subscripts.
func (f vectors) vecSubscript(x *cc.PostfixExpression) (base, index cc.ExpressionNode, t cc.Type) {
	i := layout.Subscript(x.ExpressionList)
	if t, elem := layout.VectorOf(x.PostfixExpression); t != nil && !elem {
		return x.PostfixExpression, i, t
	}
	if t, elem := layout.VectorOf(i); t != nil && !elem && cc.IsIntegerType(x.PostfixExpression.Type()) {
		return i, x.PostfixExpression, t
	}
	return nil, nil, nil
}

// vecElement returns the place of the element of base at index.
func (f vectors) vecElement(x *cc.PostfixExpression, base, index cc.ExpressionNode) place {
	var p place
	var v value
	if csrc.IsLvalue(base) {
		p = f.lvalue(base)
		p.addr = operations(f).holdFor(p.addr, operations(f).effectsOf(index))
	} else {
		v = operations(f).holdValueFor(f.rvalue(base), operations(f).effectsOf(index))
		p.t = v.t
	}
	k, constant, err := f.l.Layout.ConstInt(index)
	constant = constant && err == nil && k.IsInt64()
	if p.addr == nil { // the vector is in registers
		count := len(p.parts) + len(v.parts)
		if constant && k.Int64() >= 0 && k.Int64() < int64(count) {
			i := k.Int64()
			if v.parts == nil {
				return place{t: f.laneType(p.t, p.parts[i].Type), reg: p.parts[i]}
			}
			r := f.temp(v.parts[i].Type())
			f.emit(&ir.Assign{Dst: r, Src: v.parts[i]})
			return place{t: f.laneType(p.t, r.Type), reg: r}
		}
		if v.parts == nil && p.parts != nil {
			f.fail(x, "a subscript of a vector in registers that is not constant") // cannot happen: see inRegisters
		}
		t := f.typeOf(base)
		v = f.spill(v, t, x)
		it := f.vecParts(v, x)[0].Type()
		p = place{t: t, addr: v.e}
		if len(v.parts) > 0 {
			it = v.parts[0].Type()
		}
		return f.vecAt(p, f.laneType(t, it), base, index, x)
	}
	c, _, _ := f.lane(p.t, x)
	return f.vecAt(p, c, base, index, x)
}

// laneType returns the C type of the elements of a vector of type t whose elements have machine type it. After a
// comparison, that machine type differs from the machine type of t's elements.
func (f vectors) laneType(t cc.Type, it ir.Type) cc.Type {
	if t != nil {
		if k, ok := f.l.KindType(t.Kind()); ok && k == it {
			return vectorElem(f.u.AST, t.Kind())
		}
	}
	for _, k := range []cc.Kind{cc.SChar, cc.UChar, cc.Short, cc.UShort, cc.Int, cc.UInt, cc.LongLong, cc.ULongLong,
		cc.Float, cc.Double} {
		if m, ok := f.l.KindType(k); ok && m == it {
			return vectorElem(f.u.AST, k)
		}
	}
	return nil
}

// vecAt returns the place of the element at index, of type c, of the vector in memory at p.
func (f vectors) vecAt(p place, c cc.Type, base, index cc.ExpressionNode, x *cc.PostfixExpression) place {
	n := f.l.Size(p.t, f.at(x)) / f.l.Size(c, f.at(x))
	i := operations(f).checkLane(x, base, f.indexOf(f.rvalue(index), x), n)
	q := f.ptrAdd(value{e: p.addr, t: c.Pointer()}, i, false, x)
	return place{t: c, addr: q.e}
}

// inRegisters reports whether a local vector is held in registers.
func (f vectors) inRegisters(d *cc.Declarator, t cc.Type) bool {
	if f.stmts.inMemory(d) || f.decls.captured(d) || f.sym == nil || f.sym.Body == nil || t.Attributes().IsVolatile() {
		return false
	}
	if it, ok := f.l.KindType(t.Kind()); !ok || int(t.VectorSize())/it.Size() > maxLanes {
		return false
	}
	if f.decls.indexed == nil {
		f.decls.indexed = map[*cc.Declarator]bool{}
		csrc.Walk(f.sym.Body.CompoundStatement, f.noteIndexed)
	}
	return !f.decls.indexed[d]
}

// noteIndexed records a vector variable that n accesses by a subscript, if the subscript is not constant or out of
// range. The result is always true, so that the walk continues.
func (f vectors) noteIndexed(n cc.Node) bool {
	x, ok := n.(*cc.PostfixExpression)
	if !ok || x.Case != cc.PostfixExpressionIndex {
		return true
	}
	base, index, t := f.vecSubscript(x)
	if base == nil {
		return true
	}
	p, ok := csrc.Strip(base).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		return true
	}
	if d, ok := p.ResolvedTo().(*cc.Declarator); ok {
		k, constant, err := f.l.Layout.ConstInt(index)
		it, known := f.l.KindType(t.Kind())
		if !known || err != nil || !constant || k.Sign() < 0 || !k.IsInt64() || k.Int64() >= t.VectorSize()/int64(it.Size()) {
			f.decls.indexed[d] = true
		}
	}
	return true
}

// vecRegisters makes the registers of a local vector, one for each element.
func (f vectors) vecRegisters(name string, t cc.Type, pos ir.Pos, n cc.Node) place {
	c, it, count := f.lane(t, n)
	p := place{t: t}
	for i := range count {
		v := f.f.NewVar(f.names.uniq(name), it)
		v.Source, v.CType, v.Scope = fmt.Sprintf("%s[%d]", name, i), ctype.TypeText(c), f.decls.scopeFrom(pos)
		p.parts = append(p.parts, v)
	}
	return p
}

// --- initialisers

// walkVector initialises the vector at offset off with the first elements of list, and returns the others.
func (r *resolver) walkVector(list *cc.InitializerList, t cc.Type, off int64) *cc.InitializerList {
	c, it, count := vectors{r.f}.lane(t, list)
	for i := range count {
		if list == nil || list.Designation != nil {
			break
		}
		r.object(c, off+int64(i*it.Size()), nil, list.Initializer)
		list = list.InitializerList
	}
	return list
}

// initVector initialises a vector in registers with items.
func (f vectors) initVector(p place, items []initItem, n cc.Node) {
	pos := f.pos
	parts := f.vecValue(p.t, items, n)
	f.pos = pos
	f.storeVector(p, value{t: p.t, parts: parts}, n)
}

// vecValue returns the elements of a vector of type t that is initialised with items.
func (f vectors) vecValue(t cc.Type, items []initItem, n cc.Node) []ir.Expr {
	_, it, count := f.lane(t, n)
	parts := make([]ir.Expr, count)
	for i := range parts {
		parts[i] = ir.NewConst(it, 0)
	}
	for k, x := range items {
		if ctype.IsVector(x.t) {
			copy(parts, f.toVector(f.rvalue(x.expr), t, n).parts)
			continue
		}
		v := f.convert(f.rvalue(x.expr), x.t, x.expr)
		var rest []cc.ExpressionNode
		for _, y := range items[k+1:] {
			rest = append(rest, y.expr)
		}
		parts[int(x.off)/it.Size()] = operations(f).holdFor(v.e, operations(f).effectsOf(rest...))
	}
	return parts
}

// vecLiteral returns the value of a compound literal of vector type; the result is false for other expressions.
func (f vectors) vecLiteral(n cc.ExpressionNode) (value, bool) {
	x, ok := csrc.Strip(n).(*cc.PostfixExpression)
	if !ok || x.Case != cc.PostfixExpressionComplit || !ctype.IsVector(x.TypeName.Type()) {
		return value{}, false
	}
	t := x.TypeName.Type()
	r := &resolver{f: f.fn}
	if x.InitializerList != nil {
		if rest := r.walk(x.InitializerList, t, 0, true, nil); rest != nil {
			f.fail(rest, "too many initialisers")
		}
	}
	return value{t: t, parts: f.vecValue(t, r.items, n)}, true
}

// --- builtins

// vecBuiltin lowers the builtins on vectors; the result is false for other names.
func (f vectors) vecBuiltin(c *call, name string) (value, bool) {
	switch name {
	case "__tandem_convertvector":
		if len(c.args) != 2 {
			return value{}, false
		}
		t, elem := layout.VectorOf(c.args[1])
		if t == nil || elem {
			f.fail(c.n, "__builtin_convertvector needs a vector type")
		}
		_, it, count := f.lane(t, c.n)
		parts := f.vecParts(f.rvalue(c.args[0]), c.n)
		if len(parts) != count {
			f.fail(c.n, "__builtin_convertvector needs vectors of one length")
		}
		out := value{t: t}
		for _, e := range parts {
			out.parts = append(out.parts, operations(f).castTo(it, e))
		}
		return out, true
	case "__builtin_shuffle":
		if len(c.args) == 2 || len(c.args) == 3 {
			return f.shuffle(c), true
		}
	case "__builtin_shufflevector":
		if len(c.args) > 2 {
			return f.shuffleVector(c), true
		}
	default:
		return value{}, false
	}
	f.fail(c.n, "%s: wrong number of arguments", name)
	return value{}, false
}

// shuffle lowers __builtin_shuffle(a, m) and (a, b, m). Element i of the result is element m[i], modulo their number,
// of a, or of a followed by b.
func (f vectors) shuffle(c *call) value {
	f.evalVectors(c, len(c.args))
	mask := f.vecParts(c.vals[len(c.vals)-1], c.n)
	var src []ir.Expr
	for _, v := range c.vals[:len(c.vals)-1] {
		src = append(src, f.vecParts(v, c.n)...)
	}
	if len(src) != len(mask)*(len(c.vals)-1) || mask[0].Type().Kind != ir.Int {
		f.fail(c.n, "__builtin_shuffle needs vectors of one length and a mask of integers")
	}
	out := value{t: c.vals[0].t}
	var at ir.Expr // the address of src in memory, for masks that are not constant; nil: not stored yet
	for _, m := range mask {
		if k, ok := m.(*ir.Const); ok {
			out.parts = append(out.parts, src[k.Bits%uint64(len(src))])
			continue
		}
		if at == nil {
			at = f.tuple(src)
		}
		i := ir.NewBinary(ir.And, ir.NewCast(ctype.Unsigned(m.Type()), m),
			ir.NewConst(ctype.Unsigned(m.Type()), int64(len(src)-1)))
		it := src[0].Type()
		addr := ir.NewPtrAdd(at, i, int64(it.Size()))
		out.parts = append(out.parts, f.def(it, func(d *ir.Var) ir.Stmt { return &ir.LoadStmt{Dst: d, Addr: addr} }))
	}
	return out
}

// tuple stores parts in a new object and returns its address.
func (f vectors) tuple(parts []ir.Expr) ir.Expr {
	size := int64(len(parts) * parts[0].Type().Size())
	o := f.f.NewObject(f.names.uniq("vec"), size, size)
	o.Pos, o.Elem = f.pos, parts[0].Type()
	f.addSite(o, "vec")
	f.emit(&ir.Decl{Obj: o})
	f.storeParts(f.addrOf(o), parts)
	return f.addrOf(o)
}

// shuffleVector lowers __builtin_shufflevector(a, b, i, ...). The index -1 selects an arbitrary value.
func (f vectors) shuffleVector(c *call) value {
	f.evalVectors(c, 2)
	src := append(append([]ir.Expr(nil), f.vecParts(c.vals[0], c.n)...), f.vecParts(c.vals[1], c.n)...)
	var out value
	for _, a := range c.args[2:] {
		k := f.stmts.constInt(a).Int64()
		switch {
		case k == -1:
			out.parts = append(out.parts, f.approx("element of __builtin_shufflevector", src[0].Type()))
		case k < 0 || k >= int64(len(src)):
			f.fail(a, "__builtin_shufflevector has no element %d", k)
		default:
			out.parts = append(out.parts, src[k])
		}
	}
	if len(out.parts)&(len(out.parts)-1) != 0 {
		f.fail(c.n, "the length of a vector must be a power of two")
	}
	return out
}

// evalVectors evaluates the first n arguments, from right to left.
func (f vectors) evalVectors(c *call, n int) {
	c.vals = make([]value, n)
	for i := n - 1; i >= 0; i-- {
		c.vals[i] = operations(f).holdValueFor(f.rvalue(c.args[i]), operations(f).effectsOf(c.args[:i]...))
	}
}
