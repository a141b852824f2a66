package cfront

import (
	"cmp"
	"slices"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Initialisation (6.7.9). The list of an aggregate is first resolved into
// items, each a scalar (or a whole struct, or a string) at an offset: cc's own
// offsets follow its own layout and are not used.

// initItem initialises the subobject of type t at off with expr.
type initItem struct {
	off  int64
	t    cc.Type
	bit  *layout.FieldLoc
	expr cc.ExpressionNode
	str  bool // expr is a string literal for the array t
}

// resolver turns initialiser lists into items, in the order of the text.
type resolver struct {
	f     *fn
	items []initItem
	end   int64 // highest byte that is initialised + 1
	// member is the member of a union that was initialised last.
	member map[unionAt]int
}

// unionAt is a union at an offset.
type unionAt struct {
	t   cc.Type
	off int64
}

// drop forgets what was said of an aggregate before it is initialised as a whole: as gcc
// does, nothing of that stays (6.7.9 p19).
func (r *resolver) drop(t cc.Type, off int64) {
	if off >= r.end {
		return
	}
	to := r.end // a flexible array is the last
	if !t.IsIncomplete() {
		to = off + r.f.l.size(t, r.f.pos)
	}
	r.items = slices.DeleteFunc(r.items, func(it initItem) bool { return off <= it.off && it.off < to })
}

// whole are the items without those structures that are given as a value and then
// overridden in part: gcc does not look at the value any more, the rest is zero.
func (r *resolver) whole() []initItem {
	var out []initItem
	for i, it := range r.items {
		part := false
		if isAggregate(it.t) && !it.str {
			to := it.off + r.f.l.size(it.t, r.f.pos)
			part = slices.ContainsFunc(r.items[i+1:], func(x initItem) bool { return it.off <= x.off && x.off < to })
		}
		if !part {
			out = append(out, it)
		}
	}
	return out
}

// inOrder are the items in the order in which gcc evaluates them: that of the
// members, whatever that of the text is. Of several for one member it drops all but
// the last, with their side effects.
func (r *resolver) inOrder() []initItem {
	items := r.whole()
	bit := func(it initItem) int {
		if it.bit != nil {
			return it.bit.BitOff
		}
		return 0
	}
	last := map[[2]int64]int{}
	for i, it := range items {
		if !it.str {
			last[[2]int64{it.off, int64(bit(it))}] = i
		}
	}
	var out []initItem
	for i, it := range items {
		if it.str || last[[2]int64{it.off, int64(bit(it))}] == i || r.f.l.size(it.t, r.f.pos) == 0 {
			out = append(out, it)
		}
	}
	slices.SortStableFunc(out, func(a, b initItem) int {
		return cmp.Or(cmp.Compare(a.off, b.off), cmp.Compare(bit(a), bit(b)))
	})
	return out
}

// choose notes which member of a union comes next; of another one nothing stays.
func (r *resolver) choose(t cc.Type, off int64, i int) {
	at := unionAt{t, off}
	if old, ok := r.member[at]; ok && old != i {
		r.drop(t, off)
	}
	if r.member == nil {
		r.member = map[unionAt]int{}
	}
	r.member[at] = i
}

func (r *resolver) add(it initItem) {
	n := int64(0)
	if it.str {
		n = r.stringSize(it)
	} else {
		n = r.f.l.size(it.t, r.f.at(it.expr))
	}
	if it.off+n > r.end {
		r.end = it.off + n
	}
	r.items = append(r.items, it)
}

// stringSize is how many bytes a string literal initialises.
func (r *resolver) stringSize(it initItem) int64 {
	a := it.t.(*cc.ArrayType)
	us, w := literalUnits(it.expr.Value(), a, r.f)
	n := int64(len(us) * w)
	if k, ok, _ := r.f.l.lay.ArrayLen(a); ok && !a.IsIncomplete() && k*int64(w) < n && k > 0 {
		n = k * int64(w)
	}
	return n
}

// object resolves one initialiser of an object of type t.
func (r *resolver) object(t cc.Type, off int64, bit *layout.FieldLoc, n *cc.Initializer) {
	if isAggregate(t) {
		r.drop(t, off)
	}
	if n.Case == cc.InitializerExpr {
		e := n.AssignmentExpression
		r.add(initItem{off: off, t: t, bit: bit, expr: e, str: r.f.isStringFor(t, e)})
		return
	}
	list := n.InitializerList
	if list == nil {
		return
	}
	r.list(t, off, bit, list)
}

// list resolves what stands between braces.
func (r *resolver) list(t cc.Type, off int64, bit *layout.FieldLoc, list *cc.InitializerList) {
	if t.Kind() == cc.Array && list.InitializerList == nil && list.Designation == nil && list.Initializer.Case == cc.InitializerExpr {
		if e := list.Initializer.AssignmentExpression; r.f.isStringFor(t, e) {
			r.add(initItem{off: off, t: t, expr: e, str: true})
			return
		}
	}
	switch k := t.Kind(); {
	case isVector(t), k == cc.Array, k == cc.Struct, k == cc.Union:
		if rest := r.walk(list, t, off, true, nil); rest != nil {
			r.f.fail(rest, "too many initialisers")
		}
	default:
		r.object(t, off, bit, list.Initializer)
		if list.InitializerList != nil {
			r.f.fail(list.InitializerList, "too many initialisers for a scalar")
		}
	}
}

// isStringFor says whether e is a string literal that initialises the array t.
func (f *fn) isStringFor(t cc.Type, e cc.ExpressionNode) bool {
	a, ok := t.(*cc.ArrayType)
	if !ok {
		return false
	}
	x, ok := strip(e).(*cc.PrimaryExpression)
	if !ok || x.Case != cc.PrimaryExpressionString && x.Case != cc.PrimaryExpressionLString {
		return false
	}
	lit, ok := undecay(x.Type()).(*cc.ArrayType)
	if !ok || !cc.IsIntegerType(a.Elem()) {
		return false
	}
	ta, ok1 := f.l.irType(a.Elem())
	tb, ok2 := f.l.irType(lit.Elem())
	return ok1 && ok2 && ta.Bits == tb.Bits
}

// walk initialises the aggregate t with the head of list and returns the rest.
// top: t has braces of its own, and designators in list start from it. dl: the
// part of a designator that leads on from t.
func (r *resolver) walk(list *cc.InitializerList, t cc.Type, off int64, top bool, dl *cc.DesignatorList) *cc.InitializerList {
	if isVector(t) && dl == nil {
		return r.walkVector(list, t, off)
	}
	switch t := t.(type) {
	case *cc.ArrayType:
		return r.walkArray(list, t, off, top, dl)
	case *cc.StructType, *cc.UnionType:
		return r.walkFields(list, t, off, top, dl)
	}
	r.f.fail(list, "designator into %s", typeText(t))
	return nil
}

// designator is the next one to follow: dl, or that of the list at the top
// level. stop: the list has a designator that belongs to an outer aggregate.
func designator(list *cc.InitializerList, top bool, dl *cc.DesignatorList) (d *cc.DesignatorList, stop bool) {
	if dl != nil {
		return dl, false
	}
	if list.Designation != nil {
		if !top {
			return nil, true
		}
		return list.Designation.DesignatorList, false
	}
	return nil, false
}

func (r *resolver) walkArray(list *cc.InitializerList, t *cc.ArrayType, off int64, top bool, dl *cc.DesignatorList) *cc.InitializerList {
	el := t.Elem()
	size := r.f.l.size(el, r.f.at(list))
	n, fixed, err := r.f.l.lay.ArrayLen(t)
	if err != nil {
		r.f.fail(list, "%v", err)
	}
	for i := int64(0); list != nil; i++ {
		d, stop := designator(list, top, dl)
		dl = nil
		if stop {
			return list
		}
		hi := i
		if d != nil {
			i, hi = r.indices(d.Designator)
			if fixed && hi >= n {
				r.f.fail(d.Designator, "array index %d out of range", hi)
			}
		} else if fixed && i >= n {
			return list
		}
		var rest *cc.InitializerList
		for ; ; i++ {
			if d != nil && d.DesignatorList != nil {
				rest = r.walk(list, el, off+i*size, false, d.DesignatorList)
			} else {
				rest = r.element(list, el, off+i*size, nil)
			}
			if i >= hi {
				break
			}
		}
		list = rest
	}
	return nil
}

// indices is the range of an array designator.
func (r *resolver) indices(d *cc.Designator) (lo, hi int64) {
	switch d.Case {
	case cc.DesignatorIndex:
		lo = r.f.constInt(d.ConstantExpression).Int64()
		hi = lo
	case cc.DesignatorIndex2:
		lo = r.f.constInt(d.ConstantExpression).Int64()
		hi = r.f.constInt(d.ConstantExpression2).Int64()
	default:
		r.f.fail(d, "an array index is needed here")
	}
	if lo < 0 || hi < lo {
		r.f.fail(d, "bad array designator")
	}
	return lo, hi
}

func (r *resolver) walkFields(list *cc.InitializerList, t cc.Type, off int64, top bool, dl *cc.DesignatorList) *cc.InitializerList {
	fs := fields(t)
	union := t.Kind() == cc.Union
	for i := 0; list != nil; i++ {
		d, stop := designator(list, top, dl)
		dl = nil
		if stop {
			return list
		}
		var via *cc.DesignatorList // still to be followed from the member
		if d != nil {
			name := fieldName(d.Designator)
			i = findField(fs, name)
			if i < 0 {
				r.f.fail(d.Designator, "%s has no member %s", typeText(t), name)
			}
			if via = d.DesignatorList; fs[i].Name() != name {
				via = d // through an anonymous member
			}
		} else {
			for i < len(fs) && fs[i].IsBitfield() && fs[i].Name() == "" {
				i++
			}
			if i >= len(fs) || union && i > 0 && !firstNamed(fs, i) {
				return list
			}
		}
		loc, err := r.f.l.lay.Field(t, fs[i])
		if err != nil {
			r.f.fail(list, "%v", err)
		}
		if union {
			r.choose(t, off, i)
		}
		if via != nil {
			list = r.walk(list, fs[i].Type(), off+loc.Off, false, via)
		} else {
			var bit *layout.FieldLoc
			if loc.BitWidth > 0 {
				bit = &loc
			}
			list = r.element(list, fs[i].Type(), off+loc.Off, bit)
		}
		if union {
			i = len(fs) // a union has one member initialised, unless designators follow
		}
	}
	return nil
}

// firstNamed says whether i is the first member that can be initialised.
func firstNamed(fs []*cc.Field, i int) bool {
	for _, f := range fs[:i] {
		if !f.IsBitfield() || f.Name() != "" {
			return false
		}
	}
	return true
}

func fieldName(d *cc.Designator) string {
	switch d.Case {
	case cc.DesignatorField:
		return d.Token2.SrcStr()
	case cc.DesignatorField2:
		return d.Token.SrcStr()
	}
	return ""
}

// findField is the index of the member called name, or of the anonymous member
// that contains it; -1 if there is none.
func findField(fs []*cc.Field, name string) int {
	for i, f := range fs {
		if f.Name() == name && name != "" {
			return i
		}
	}
	for i, f := range fs {
		if f.Name() == "" && !f.IsBitfield() && findField(fields(f.Type()), name) >= 0 {
			return i
		}
	}
	return -1
}

// element initialises one subobject with the head of list; braces may have
// been left out.
func (r *resolver) element(list *cc.InitializerList, t cc.Type, off int64, bit *layout.FieldLoc) *cc.InitializerList {
	n := list.Initializer
	if n.Case == cc.InitializerInitList || !isAggregate(t) || r.f.isStringFor(t, n.AssignmentExpression) {
		r.object(t, off, bit, n)
		return list.InitializerList
	}
	if isVector(t) {
		if isVector(r.f.typeOf(n.AssignmentExpression)) {
			r.object(t, off, nil, n)
			return list.InitializerList
		}
		inner := *list
		inner.Designation = nil
		return r.walkVector(&inner, t, off)
	}
	if t.Kind() != cc.Array {
		if et := r.f.typeOf(n.AssignmentExpression); et.Kind() == t.Kind() && compatible(et, t, nil) {
			r.object(t, off, nil, n)
			return list.InitializerList
		}
	}
	if t.Kind() != cc.Array && len(fields(t)) == 0 || t.Kind() == cc.Array && r.f.l.size(t, r.f.at(n)) == 0 {
		if a, ok := t.(*cc.ArrayType); !ok || a.Len() >= 0 {
			r.f.fail(n, "too many initialisers")
		}
	}
	// The designation of list, if any, led here already.
	inner := *list
	inner.Designation = nil
	return r.walk(&inner, t, off, false, nil)
}

// --- local objects

// initialiser initialises a declared variable.
func (f *fn) initialiser(p place, n *cc.Initializer) {
	if n.Case == cc.InitializerExpr && !f.isStringFor(p.t, n.AssignmentExpression) {
		pos := f.pos
		e := n.AssignmentExpression
		v := f.rvalue(e)
		if p.t.Kind() == cc.Array {
			if a := f.typeOf(e); a.Kind() == cc.Array {
				v = value{e: f.lvalue(e).addr, t: p.t}
			}
		}
		v = f.convert(v, p.t, n)
		f.pos = pos
		f.store(p, v, n)
		return
	}
	if !isAggregate(p.t) {
		r := &resolver{f: f}
		r.object(p.t, 0, nil, n)
		if len(r.items) == 0 {
			if p.opaque {
				return
			}
			f.store(p, f.convert(value{e: ir.NewConst(ir.I32, 0)}, p.t, n), n)
			return
		}
		f.store(p, f.convert(f.rvalue(r.items[0].expr), p.t, n), n)
		return
	}
	r := &resolver{f: f}
	r.object(p.t, 0, nil, n)
	if p.parts != nil {
		f.initVector(p, r.items, n)
		return
	}
	f.initItems(p, r.inOrder(), n)
}

// initialise initialises a compound literal.
func (f *fn) initialise(p place, list *cc.InitializerList, n cc.Node) {
	r := &resolver{f: f}
	if list != nil {
		if isAggregate(p.t) {
			if e := list.Initializer; list.InitializerList == nil && list.Designation == nil &&
				e.Case == cc.InitializerExpr && f.isStringFor(p.t, e.AssignmentExpression) {
				r.object(p.t, 0, nil, e)
			} else if rest := r.walk(list, p.t, 0, true, nil); rest != nil {
				f.fail(rest, "too many initialisers")
			}
		} else {
			r.object(p.t, 0, nil, list.Initializer)
		}
	}
	f.initItems(p, r.inOrder(), n)
}

// manyItems is the number of constant items from which on a local aggregate is
// copied from a constant object.
const manyItems = 24

// initItems zeroes an object and stores the items.
func (f *fn) initItems(p place, items []initItem, n cc.Node) {
	pos := f.pos
	size := f.l.size(p.t, f.at(n))
	if size > 0 && !f.covers(items, size) {
		f.emit(&ir.MemSet{Dst: p.addr, Val: ir.NewConst(ir.U8, 0), N: ir.NewConst(f.model().Size(), size)})
	}
	if len(items) >= manyItems {
		if o := f.template(items, p.t, size); o != nil {
			if last := f.lastMemSet(p.addr); last != nil {
				last.Stmt = &ir.MemCopy{Dst: p.addr, Src: f.addrOf(o), N: ir.NewConst(f.model().Size(), size)}
				return
			}
			f.emit(&ir.MemCopy{Dst: p.addr, Src: f.addrOf(o), N: ir.NewConst(f.model().Size(), size)})
			return
		}
	}
	vals := map[cc.ExpressionNode]value{} // of ranges: evaluated once
	for i, it := range items {
		f.pos = pos
		v, ok := vals[it.expr]
		if !ok && !it.str {
			v = f.convert(f.rvalue(it.expr), it.t, it.expr)
			if !it.expr.Pure() && slices.ContainsFunc(items[i+1:], func(x initItem) bool { return x.expr == it.expr }) {
				v = f.holdValue(v)
				vals[it.expr] = v
			}
		}
		f.pos = pos
		f.initItem(p, it, v)
	}
	f.pos = pos
}

// covers says whether one item initialises all bytes.
func (f *fn) covers(items []initItem, size int64) bool {
	if len(items) != 1 || items[0].off != 0 || items[0].bit != nil {
		return false
	}
	it := items[0]
	if it.str {
		return (&resolver{f: f}).stringSize(it) >= size
	}
	return f.l.size(it.t, f.at(it.expr)) >= size
}

func (f *fn) lastMemSet(addr ir.Expr) *ir.Edge {
	if len(f.cur.In) != 1 {
		return nil
	}
	e := f.cur.In[0]
	if s, ok := e.Stmt.(*ir.MemSet); ok && ir.Equal(s.Dst, addr) {
		return e
	}
	return nil
}

// initItem stores one item; v is its value if it is no string.
func (f *fn) initItem(p place, it initItem, v value) {
	addr := f.offset(p.addr, it.off)
	if it.str {
		us, w := literalUnits(it.expr.Value(), it.t.(*cc.ArrayType), f)
		n := (&resolver{f: f}).stringSize(it)
		if n > int64(len(us)*w) {
			n = int64(len(us) * w)
		}
		src := f.stringLit(strip(it.expr).(*cc.PrimaryExpression))
		f.emit(&ir.MemCopy{Dst: addr, Src: src.addr, N: ir.NewConst(f.model().Size(), n)})
		return
	}
	q := place{t: it.t, addr: addr, bit: it.bit, opaque: isOpaque(it.t)}
	f.store(q, v, it.expr)
}

// --- static objects

// constant lowers a constant expression; ok is false if it is none.
func (f *fn) constant(n cc.ExpressionNode, t cc.Type) (e ir.Expr, ok bool) {
	if x, ok := strip(n).(*cc.PrimaryExpression); ok {
		switch x.Case {
		case cc.PrimaryExpressionInt, cc.PrimaryExpressionChar, cc.PrimaryExpressionFloat:
			// Tables are long: no need for a scratch function.
			if v := f.convert(f.literal(x), t, n); v.e != nil && isConstExpr(v.e) {
				return v.e, true
			}
		}
	}
	v, ok := f.constantValue(n, t)
	if !ok || v.e == nil || !isConstExpr(v.e) {
		return nil, false
	}
	return v.e, true
}

// constantValue lowers an expression without statements.
func (f *fn) constantValue(n cc.ExpressionNode, t cc.Type) (v value, ok bool) {
	c := f.l.scratch(f)
	if x, is := strip(n).(*cc.PostfixExpression); is && x.Case == cc.PostfixExpressionComplit && cc.IsScalarType(x.TypeName.Type()) && x.InitializerList != nil {
		// gcc takes the value of a compound literal in a static initialiser.
		r := &resolver{f: f}
		r.object(x.TypeName.Type(), 0, nil, x.InitializerList.Initializer)
		if len(r.items) == 1 {
			in, ok := f.constantValue(r.items[0].expr, x.TypeName.Type())
			if !ok {
				return in, false
			}
			v = c.convert(in, t, n)
			return v, c.cur == c.f.Entry && !v.opaque
		}
	}
	v = c.convert(c.rvalue(n), t, n)
	return v, c.cur == c.f.Entry && !v.opaque
}

// constantParts lowers a constant expression of a wide type.
func (f *fn) constantParts(n cc.ExpressionNode, t cc.Type) ([]ir.Expr, bool) {
	v, ok := f.constantValue(n, t)
	return v.parts, ok && v.wide() && v.literal()
}

// scratch is a lowering whose statements are thrown away: for constant
// expressions in the scope of f.
func (l *linker) scratch(f *fn) *fn {
	tmp := &ir.Program{Model: l.cfg.Model}
	c := l.newFn(f.u, tmp.NewFunc(f.f.Name, ir.Void, f.pos))
	c.f.Source = f.f.Source
	c.vars = f.vars
	c.sym = f.sym
	c.outer = f
	c.consts = true
	c.pos = f.pos
	return c
}

// fileScope stands for the scope outside of functions.
func (l *linker) fileScope(u *unit, pos ir.Pos) *fn {
	return &fn{l: l, u: u, f: l.start.f, pos: pos, vars: map[*cc.Declarator]*place{}}
}

// isConstExpr says whether e has no registers and no local objects.
func isConstExpr(e ir.Expr) bool {
	ok := true
	ir.Walk(e, func(x ir.Expr) bool {
		switch x := x.(type) {
		case *ir.Ref:
			ok = false
		case *ir.AddrOf:
			ok = ok && x.Obj.Func == nil
		}
		return ok
	})
	return ok
}

// template is a constant object with the items, nil if one is not constant.
func (f *fn) template(items []initItem, t cc.Type, size int64) *ir.Object {
	for _, it := range items {
		if it.str {
			continue
		}
		if isAggregate(it.t) || isOpaque(it.t) || f.l.isWide(it.t) || !it.expr.Pure() {
			return nil
		}
		if _, ok := f.constant(it.expr, it.t); !ok {
			return nil
		}
	}
	o := f.l.prog.NewObject(f.l.names.uniq("init"), size, f.l.align(t, f.pos))
	o.Const, o.Pos, o.CType = true, f.pos, typeText(t)
	o.Elem, o.Parts = f.l.scalarElem(t), f.l.partsOf(t, false)
	f.staticItems(o, items)
	return o
}

// staticItems fills the contents of a global object.
func (f *fn) staticItems(o *ir.Object, items []initItem) {
	img := &image{f: f, o: o, bits: map[int64]*ir.Const{}}
	for _, it := range items {
		img.put(it)
	}
	img.done()
}

// image collects the initial contents of an object; later items win.
type image struct {
	f     *fn
	o     *ir.Object
	items []ir.InitItem
	bits  map[int64]*ir.Const // bytes that hold bit-fields
	end   int64               // nothing is stored from here on
}

func (m *image) put(it initItem) {
	f := m.f
	switch {
	case it.str:
		a := it.t.(*cc.ArrayType)
		us, w := literalUnits(it.expr.Value(), a, f)
		n := (&resolver{f: f}).stringSize(it) / int64(w)
		el, _ := f.l.irType(a.Elem())
		m.clear(it.off, n*int64(w))
		for i := int64(0); i < n && i < int64(len(us)); i++ {
			if us[i] != 0 {
				m.items = append(m.items, ir.InitItem{Off: it.off + i*int64(w), Val: ir.NewConst(el, int64(us[i]))})
			}
		}
	case isAggregate(it.t):
		m.aggregate(it)
	case isOpaque(it.t):
		f.l.warn(f.at(it.expr), "the initial value of type %s is taken as arbitrary", typeText(it.t))
		f.l.uninit(m.o, m.o.Source)
	case f.l.isWide(it.t):
		m.wide(it)
	default:
		e, ok := f.constant(it.expr, it.t)
		if !ok {
			f.fail(it.expr, "the initialiser is not constant")
		}
		if it.bit != nil {
			m.bitField(it, e)
			return
		}
		m.clear(it.off, int64(e.Type().Size()))
		if c, ok := e.(*ir.Const); ok && c.Bits == 0 {
			return
		}
		m.items = append(m.items, ir.InitItem{Off: it.off, Val: e})
	}
}

// wide stores the parts of a number.
func (m *image) wide(it initItem) {
	parts, ok := m.f.constantParts(it.expr, it.t)
	if !ok {
		m.f.fail(it.expr, "the initialiser is not constant")
	}
	w, _ := m.f.l.wideForm(it.t)
	m.clear(it.off, w.size(m.f.model()))
	for i, off := range w.offsets(m.f.model()) {
		if bits(parts[i]) != 0 {
			m.items = append(m.items, ir.InitItem{Off: it.off + off, Val: parts[i]})
		}
	}
}

// aggregate copies the contents of a compound literal.
func (m *image) aggregate(it initItem) {
	x, ok := strip(it.expr).(*cc.PostfixExpression)
	for !ok {
		c, is := strip(it.expr).(*cc.CastExpression)
		if !is {
			break
		}
		it.expr = c.CastExpression
		x, ok = strip(it.expr).(*cc.PostfixExpression)
	}
	if !ok || x.Case != cc.PostfixExpressionComplit {
		m.f.fail(it.expr, "the initialiser is not constant")
	}
	r := &resolver{f: m.f}
	if x.InitializerList != nil {
		r.list(x.TypeName.Type(), it.off, nil, x.InitializerList)
	}
	m.clear(it.off, m.f.l.size(it.t, m.f.at(x)))
	for _, sub := range r.items {
		m.put(sub)
	}
}

// clear removes what was stored in a range of bytes.
func (m *image) clear(off, n int64) {
	end := m.end
	m.end = max(end, off+n)
	if off >= end {
		return
	}
	keep := m.items[:0]
	for _, x := range m.items {
		if x.Off < off || x.Off >= off+n {
			keep = append(keep, x)
		}
	}
	m.items = keep
	for i := off; i < off+n && len(m.bits) > 0; i++ {
		delete(m.bits, i)
	}
}

// bitField sets the bits of one bit-field.
func (m *image) bitField(it initItem, e ir.Expr) {
	c, ok := e.(*ir.Const)
	if !ok {
		m.f.fail(it.expr, "the initialiser of a bit-field is not a number")
	}
	m.end = max(m.end, it.off+it.bit.Unit)
	for i := 0; i < it.bit.BitWidth; i++ {
		at := it.bit.BitOff + i
		byt := it.off + int64(at/8)
		old := uint64(0)
		if b := m.bits[byt]; b != nil {
			old = b.Bits
		}
		bit := uint64(1) << (at % 8)
		if c.Bits>>i&1 != 0 {
			old |= bit
		} else {
			old &^= bit
		}
		m.bits[byt] = ir.NewBits(ir.U8, old)
	}
}

func (m *image) done() {
	m.o.Init = append(m.o.Init, m.items...)
	for off := int64(0); off < m.o.Size && len(m.bits) > 0; off++ {
		if b := m.bits[off]; b != nil {
			if b.Bits != 0 {
				m.o.Init = append(m.o.Init, ir.InitItem{Off: off, Val: b})
			}
			delete(m.bits, off)
		}
	}
	sortInit(m.o.Init)
}

// initGlobal lowers the initialiser of a global that has been made; from is the
// function of a static local, else nil.
func (l *linker) initGlobal(s *symbol, from *fn) {
	p := s.place
	if s.init == nil || p.opaque && p.addr == nil {
		return
	}
	f := from
	if f == nil {
		f = l.fileScope(s.unit, s.pos)
	}
	f = l.scratch(f)
	f.pos = s.pos
	if o := l.objectOf(p); o != nil {
		if o.Uninit && !o.Const && l.cfg.HavocGlobals {
			return
		}
		r := &resolver{f: f}
		r.object(p.t, 0, nil, s.init)
		if len(r.items) == 1 && !r.items[0].str && isAggregate(r.items[0].t) && r.items[0].off == 0 {
			// struct s x = (struct s){...}
			img := &image{f: f, o: o, bits: map[int64]*ir.Const{}}
			img.put(r.items[0])
			img.done()
			return
		}
		f.staticItems(o, r.items)
		return
	}
	r := &resolver{f: f}
	r.object(p.t, 0, nil, s.init)
	if len(r.items) == 0 {
		return
	}
	if p.parts != nil {
		parts, ok := f.constantParts(r.items[0].expr, p.t)
		if !ok {
			f.fail(r.items[0].expr, "the initialiser of %s is not constant", s.name)
		}
		for i, r := range p.parts {
			r.Init = parts[i]
		}
		return
	}
	e, ok := f.constant(r.items[0].expr, p.t)
	if !ok {
		f.fail(r.items[0].expr, "the initialiser of %s is not constant", s.name)
	}
	p.reg.Init = e
}

// flexibleSize is the size of an object whose flexible array member is
// initialised; 0 if it has none.
func (l *linker) flexibleSize(s *symbol) int64 {
	st, ok := s.typ.(*cc.StructType)
	if !ok || !st.HasFlexibleArrayMember() || s.init.Case != cc.InitializerInitList {
		return 0
	}
	f := l.scratch(l.fileScope(s.unit, s.pos))
	r := &resolver{f: f}
	r.object(s.typ, 0, nil, s.init)
	return r.end
}

// staticLiteral is the object of a compound literal outside of functions.
func (l *linker) staticLiteral(u *unit, x *cc.PostfixExpression, t cc.Type, pos ir.Pos) *ir.Object {
	o := l.prog.NewObject(l.names.uniq("lit"), l.size(t, pos), l.align(t, pos))
	o.Pos, o.CType, o.Elem, o.Parts = pos, typeText(t), l.scalarElem(t), l.partsOf(t, false)
	f := l.scratch(l.fileScope(u, pos))
	r := &resolver{f: f}
	if x.InitializerList != nil {
		r.list(t, 0, nil, x.InitializerList)
	}
	f.staticItems(o, r.items)
	return o
}
