package cfront

import (
	"cmp"
	"slices"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers initialisers (6.7.9). The list for an aggregate is first resolved into items. Each item is a scalar,
// a whole struct, or a string, at an offset. cc's own offsets follow its own layout and are not used.

// initItem initialises the subobject of type t at offset off with expr.
type initItem struct {
	off  int64
	t    cc.Type
	bit  *layout.FieldLoc // set for a bit-field
	expr cc.ExpressionNode
	str  bool // expr is a string literal for the array t
}

// resolver turns initialiser lists into items, in the order of the text.
type resolver struct {
	f     *fn
	items []initItem
	end   int64               // the end of the last byte that is initialised
	over  []cc.ExpressionNode // overridden initialisers, in the order of the text
	// member has the index of the member that was initialised last, for each union.
	member map[unionAt]int
}

// unionAt is a union at an offset.
type unionAt struct {
	t   cc.Type
	off int64
}

// drop removes the items of an aggregate before it is initialised as a whole. As in gcc, all of them lose their effect
// (6.7.9 p19).
func (r *resolver) drop(t cc.Type, off int64) {
	if off >= r.end {
		return
	}
	to := r.end // a flexible array extends to the end
	if !t.IsIncomplete() {
		to = off + r.f.l.Size(t, r.f.pos)
	}
	r.items = slices.DeleteFunc(r.items, func(it initItem) bool {
		gone := off <= it.off && it.off < to
		r.override(it, gone)
		return gone
	})
}

// override records the initialiser of an item as overridden if gone is set.
func (r *resolver) override(it initItem, gone bool) {
	if gone && !it.str {
		r.over = append(r.over, it.expr)
	}
}

// whole returns the items without those structures that are initialised by a value and then overridden in part. gcc
// ignores the value then, and the other members are zero.
func (r *resolver) whole() []initItem {
	var out []initItem
	for i, it := range r.items {
		part := false
		if ctype.IsAggregate(it.t) && !it.str {
			to := it.off + r.f.l.Size(it.t, r.f.pos)
			part = slices.ContainsFunc(r.items[i+1:], func(x initItem) bool { return it.off <= x.off && x.off < to })
		}
		if !part {
			out = append(out, it)
		}
		r.override(it, part)
	}
	return out
}

// inOrder returns the items in the order in which gcc evaluates them: the order of the members, not of the text. If
// there are several items for one member, it drops all but the last, including their side effects.
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
		if it.str || last[[2]int64{it.off, int64(bit(it))}] == i || r.f.l.Size(it.t, r.f.pos) == 0 {
			out = append(out, it)
		} else {
			r.override(it, true)
		}
	}
	slices.SortStableFunc(out, func(a, b initItem) int {
		return cmp.Or(cmp.Compare(a.off, b.off), cmp.Compare(bit(a), bit(b)))
	})
	return out
}

// choose records that member i of a union is initialised next, and drops the items of another member.
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

// add appends an item.
func (r *resolver) add(it initItem) {
	n := int64(0)
	if it.str {
		n = r.stringSize(it)
	} else {
		n = r.f.l.Size(it.t, r.f.at(it.expr))
	}
	if it.off+n > r.end {
		r.end = it.off + n
	}
	r.items = append(r.items, it)
}

// stringSize returns the number of bytes that a string literal initialises.
func (r *resolver) stringSize(it initItem) int64 {
	a := it.t.(*cc.ArrayType)
	us, w := literalUnits(it.expr.Value(), a, r.f)
	n := int64(len(us) * w)
	if k, ok, _ := r.f.l.Layout.ArrayLen(a); ok && !a.IsIncomplete() && k*int64(w) < n && k > 0 {
		n = k * int64(w)
	}
	return n
}

// object resolves n, an initialiser of an object of type t at offset off.
func (r *resolver) object(t cc.Type, off int64, bit *layout.FieldLoc, n *cc.Initializer) {
	if ctype.IsAggregate(t) {
		r.drop(t, off)
	}
	if n.Case == cc.InitializerExpr {
		e := n.AssignmentExpression
		r.add(initItem{off: off, t: t, bit: bit, expr: e, str: initialisers{r.f}.isStringFor(t, e)})
		return
	}
	list := n.InitializerList
	if list == nil {
		return
	}
	r.list(t, off, bit, list)
}

// list resolves a list in braces for an object of type t at offset off.
func (r *resolver) list(t cc.Type, off int64, bit *layout.FieldLoc, list *cc.InitializerList) {
	if t.Kind() == cc.Array && list.InitializerList == nil && list.Designation == nil &&
		list.Initializer.Case == cc.InitializerExpr {
		if e := list.Initializer.AssignmentExpression; (initialisers{r.f}).isStringFor(t, e) {
			r.add(initItem{off: off, t: t, expr: e, str: true})
			return
		}
	}
	switch k := t.Kind(); {
	case ctype.IsVector(t), k == cc.Array, k == cc.Struct, k == cc.Union:
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

// initialisers lowers initialisers and constant expressions.
type initialisers struct{ *fn }

// isStringFor reports whether e is a string literal that initialises the array t.
func (f initialisers) isStringFor(t cc.Type, e cc.ExpressionNode) bool {
	a, ok := t.(*cc.ArrayType)
	if !ok {
		return false
	}
	x, ok := csrc.Strip(e).(*cc.PrimaryExpression)
	if !ok || x.Case != cc.PrimaryExpressionString && x.Case != cc.PrimaryExpressionLString {
		return false
	}
	lit, ok := csrc.Undecay(x.Type()).(*cc.ArrayType)
	if !ok || !cc.IsIntegerType(a.Elem()) {
		return false
	}
	ta, ok1 := f.l.IRType(a.Elem())
	tb, ok2 := f.l.IRType(lit.Elem())
	return ok1 && ok2 && ta.Bits == tb.Bits
}

// walk initialises the aggregate t with the beginning of list, and returns the rest of the list. If top is set, t has
// braces of its own, and designators in list start from t. dl is the rest of a designator, starting from t, or nil.
func (r *resolver) walk(list *cc.InitializerList, t cc.Type, off int64, top bool,
	dl *cc.DesignatorList) *cc.InitializerList {
	if ctype.IsVector(t) && dl == nil {
		return r.walkVector(list, t, off)
	}
	switch t := t.(type) {
	case *cc.ArrayType:
		return r.walkArray(list, t, off, top, dl)
	case *cc.StructType, *cc.UnionType:
		return r.walkFields(list, t, off, top, dl)
	}
	r.f.fail(list, "designator into %s", ctype.TypeText(t))
	return nil
}

// designator returns the designator to follow next: dl, or at the top level the designator of the list. It returns nil
// if there is none. If the list has a designator that belongs to an outer aggregate, stop is true.
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

// walkArray is walk for an array.
func (r *resolver) walkArray(list *cc.InitializerList, t *cc.ArrayType, off int64, top bool,
	dl *cc.DesignatorList) *cc.InitializerList {
	el := t.Elem()
	size := r.f.l.Size(el, r.f.at(list))
	n, fixed, err := r.f.l.Layout.ArrayLen(t)
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
		step := func(list *cc.InitializerList) *cc.InitializerList {
			if d != nil && d.DesignatorList != nil {
				return r.walk(list, el, off+i*size, false, d.DesignatorList)
			}
			return r.element(list, el, off+i*size, nil)
		}
		for ; i < hi; i++ { // the next initialiser continues after the last element
			one := *list
			one.InitializerList = nil
			step(&one)
		}
		list = step(list)
	}
	return nil
}

// indices returns the range of an array designator.
func (r *resolver) indices(d *cc.Designator) (lo, hi int64) {
	switch d.Case {
	case cc.DesignatorIndex:
		hi = r.f.stmts.constInt(d.ConstantExpression).Int64()
		lo = hi
		if low := layout.RangeStart(d.ConstantExpression); low != nil {
			lo = r.f.stmts.constInt(low).Int64()
		}
	case cc.DesignatorIndex2:
		lo = r.f.stmts.constInt(d.ConstantExpression).Int64()
		hi = r.f.stmts.constInt(d.ConstantExpression2).Int64()
	default:
		r.f.fail(d, "an array index is needed here")
	}
	if lo < 0 || hi < lo {
		r.f.fail(d, "bad array designator")
	}
	return lo, hi
}

// walkFields is walk for a structure or union.
func (r *resolver) walkFields(list *cc.InitializerList, t cc.Type, off int64, top bool,
	dl *cc.DesignatorList) *cc.InitializerList {
	fs := layout.Fields(t)
	union := t.Kind() == cc.Union
	for i := 0; list != nil; i++ {
		d, stop := designator(list, top, dl)
		dl = nil
		if stop {
			return list
		}
		var via *cc.DesignatorList // the rest of the designator, from the member on
		if d != nil {
			name := fieldName(d.Designator)
			i = findField(fs, name)
			if i < 0 {
				r.f.fail(d.Designator, "%s has no member %s", ctype.TypeText(t), name)
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
		loc, err := r.f.l.Layout.Field(t, fs[i])
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
			i = len(fs) // without further designators, only one member of a union is initialised
		}
	}
	return nil
}

// firstNamed reports whether member i is the first one that can be initialised.
func firstNamed(fs []*cc.Field, i int) bool {
	for _, f := range fs[:i] {
		if !f.IsBitfield() || f.Name() != "" {
			return false
		}
	}
	return true
}

// fieldName returns the name in a designator, or "" if it designates an array element.
func fieldName(d *cc.Designator) string {
	switch d.Case {
	case cc.DesignatorField:
		return d.Token2.SrcStr()
	case cc.DesignatorField2:
		return d.Token.SrcStr()
	}
	return ""
}

// findField returns the index of the member called name, or of the anonymous member that contains it, or -1.
func findField(fs []*cc.Field, name string) int {
	for i, f := range fs {
		if f.Name() == name && name != "" {
			return i
		}
	}
	for i, f := range fs {
		if f.Name() == "" && !f.IsBitfield() && findField(layout.Fields(f.Type()), name) >= 0 {
			return i
		}
	}
	return -1
}

// element initialises one subobject with the beginning of list, and returns the rest of the list. Braces may have been
// left out.
func (r *resolver) element(list *cc.InitializerList, t cc.Type, off int64, bit *layout.FieldLoc) *cc.InitializerList {
	n := list.Initializer
	if n.Case == cc.InitializerInitList || !ctype.IsAggregate(t) ||
		(initialisers{r.f}).isStringFor(t, n.AssignmentExpression) {
		r.object(t, off, bit, n)
		return list.InitializerList
	}
	if ctype.IsVector(t) {
		if ctype.IsVector(r.f.typeOf(n.AssignmentExpression)) {
			r.object(t, off, nil, n)
			return list.InitializerList
		}
		inner := *list
		inner.Designation = nil
		return r.walkVector(&inner, t, off)
	}
	if t.Kind() != cc.Array {
		if et := r.f.typeOf(n.AssignmentExpression); et.Kind() == t.Kind() && r.f.l.Compatible(et, t) {
			r.object(t, off, nil, n)
			return list.InitializerList
		}
	}
	if t.Kind() != cc.Array && len(layout.Fields(t)) == 0 || t.Kind() == cc.Array && r.f.l.Size(t, r.f.at(n)) == 0 {
		if a, ok := t.(*cc.ArrayType); !ok || a.Len() >= 0 {
			r.f.fail(n, "too many initialisers")
		}
	}
	// The designation of list, if any, has been followed to this subobject.
	inner := *list
	inner.Designation = nil
	return r.walk(&inner, t, off, false, nil)
}

// --- local objects

// initialiser initialises the declared variable at p.
func (f initialisers) initialiser(p place, n *cc.Initializer) {
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
	if !ctype.IsAggregate(p.t) {
		r := &resolver{f: f.fn}
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
	r := &resolver{f: f.fn}
	r.object(p.t, 0, nil, n)
	if p.parts != nil {
		vectors(f).initVector(p, r.items, n)
		return
	}
	f.initItems(p, f.itemsOf(r), n)
}

// initialise initialises the object of a compound literal.
func (f initialisers) initialise(p place, list *cc.InitializerList, n cc.Node) {
	r := &resolver{f: f.fn}
	if list != nil {
		r.list(p.t, 0, nil, list)
	}
	f.initItems(p, f.itemsOf(r), n)
}

// itemsOf returns the resolved items of an object of this function. C does not specify whether overridden initialisers
// are evaluated (6.7.9p19). Those without side effects are, so that undefined behaviour in them is found.
func (f initialisers) itemsOf(r *resolver) []initItem {
	items := r.inOrder()
	for _, e := range r.over {
		switch {
		case slices.ContainsFunc(items, func(it initItem) bool { return it.expr == e }): // of a range that another item uses
		case e.Pure():
			f.dropped.drop(e)
		default:
			f.l.assume(f.fn, ir.Assumed{Pos: f.at(e),
				Text: "an initialiser that a later one overrides is not evaluated, as in gcc"})
		}
	}
	return items
}

// manyItems is the least number of constant items for which a local aggregate is copied from a constant object.
const manyItems = 24

// initItems zeroes the object at p and stores the items.
func (f initialisers) initItems(p place, items []initItem, n cc.Node) {
	pos := f.pos
	size := f.l.Size(p.t, f.at(n))
	if size > 0 && !f.covers(items, size) {
		f.emit(&ir.MemSet{Dst: p.addr, Val: ir.NewConst(ir.U8, 0), N: ir.NewConst(f.model().Size(), size)})
	}
	if len(items) >= manyItems {
		if o := f.template(items, p.t, size); o != nil {
			if last := f.lastMemSet(p.addr); last != nil {
				last.Stmt = &ir.MemCopy{Dst: p.addr, Src: f.addrOf(o), N: ir.NewConst(f.model().Size(), size)}
				f.l.consts.inits[last.Stmt] = f.initialised != nil
				return
			}
			f.emit(&ir.MemCopy{Dst: p.addr, Src: f.addrOf(o), N: ir.NewConst(f.model().Size(), size)})
			return
		}
	}
	vals := map[cc.ExpressionNode]value{} // values of ranges, evaluated once
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

// covers reports whether a single item initialises all bytes of an object of the given size.
func (f initialisers) covers(items []initItem, size int64) bool {
	if len(items) != 1 || items[0].off != 0 || items[0].bit != nil {
		return false
	}
	it := items[0]
	if it.str {
		return (&resolver{f: f.fn}).stringSize(it) >= size
	}
	return f.l.Size(it.t, f.at(it.expr)) >= size
}

// lastMemSet returns the edge before the current location if it is a MemSet at addr, or nil.
func (f initialisers) lastMemSet(addr ir.Expr) *ir.Edge {
	if len(f.cur.In) != 1 {
		return nil
	}
	e := f.cur.In[0]
	if s, ok := e.Stmt.(*ir.MemSet); ok && ir.Equal(s.Dst, addr) {
		return e
	}
	return nil
}

// initItem stores one item; v is its value unless it is a string.
func (f initialisers) initItem(p place, it initItem, v value) {
	addr := accesses(f).itemAt(p, it)
	if it.str {
		us, w := literalUnits(it.expr.Value(), it.t.(*cc.ArrayType), f.fn)
		n := (&resolver{f: f.fn}).stringSize(it)
		if n > int64(len(us)*w) {
			n = int64(len(us) * w)
		}
		src := f.stringLit(csrc.Strip(it.expr).(*cc.PrimaryExpression))
		f.emit(&ir.MemCopy{Dst: addr, Src: src.addr, N: ir.NewConst(f.model().Size(), n)})
		return
	}
	q := place{t: it.t, addr: addr, bit: it.bit, opaque: ctype.IsOpaque(it.t)}
	f.store(q, v, it.expr)
}
