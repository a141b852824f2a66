package cfront

import (
	"slices"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// This file computes the kinds of the objects that pointers point to (ir/parts.go). A pointer that the program did not
// compute points to objects whose type fits: to any address where a subobject has the type that the pointer points to
// (6.5p7; the signs of integers do not matter, and a union has all of its members). void * and pointers to characters
// may point anywhere.

// maxParts bounds the parts of an object. If there are more, each kind may be at any offset.
const maxParts = 256

// points returns the kind of the objects that a pointer of type t points to, or "" if t may point anywhere or is not a
// pointer.
func (l *typeTable) points(t cc.Type) string {
	e := elem(t)
	if e == nil {
		return ""
	}
	k := l.kindOf(e)
	if k == charKind {
		return ""
	}
	return k
}

const (
	charKind = "i8"   // the kind of characters
	codeKind = "code" // the kind of functions
)

// kindOf returns the kind of an object type or function type; "" fits any kind.
func (l *typeTable) kindOf(t cc.Type) string {
	switch x := t.(type) {
	case *cc.ArrayType:
		return l.kindOf(x.Elem())
	case *cc.FunctionType:
		return codeKind
	case *cc.StructType:
		return "struct " + tagText(x.Tag())
	case *cc.UnionType:
		return "union " + tagText(x.Tag())
	case *cc.PointerType:
		return "ptr"
	}
	it, ok := l.irType(t)
	if !ok {
		return ""
	}
	it.Signed = false
	switch it.Kind {
	case ir.Int:
		return "i" + it.String()[1:]
	default: // sound: every other type is its own kind
		return it.String()
	}
}

// partsOf returns the parts of an object of type t, repeated without end if again is set. It returns nil if any kind
// may be anywhere.
func (l *typeTable) partsOf(t cc.Type, again bool) []ir.Part {
	c := &partList{l: l}
	stride := int64(0)
	if again {
		var err error
		if stride, err = l.lay.Sizeof(t); err != nil {
			return nil
		}
	}
	if !c.add(t, 0, stride, 0) {
		return nil
	}
	if len(c.parts) > maxParts {
		var coarse []ir.Part
		for _, p := range c.parts {
			p.Off, p.Stride = 0, 1
			if !slices.Contains(coarse, p) {
				coarse = append(coarse, p)
			}
		}
		return coarse
	}
	return c.parts
}

// partList collects the parts of an object.
type partList struct {
	l     *typeTable
	parts []ir.Part
}

// add adds the parts of a subobject of type t at offset off, which repeats every stride bytes if stride is not 0. It
// returns false if any kind may be in it.
func (c *partList) add(t cc.Type, off, stride int64, depth int) bool {
	if depth > 20 || len(c.parts) > 64*maxParts {
		return false
	}
	if a, ok := t.(*cc.ArrayType); ok {
		n, known, err := c.l.lay.ArrayLen(a)
		if err != nil {
			return false
		}
		if known && n == 1 {
			return c.add(a.Elem(), off, stride, depth+1)
		}
		size, err := c.l.lay.Sizeof(a.Elem())
		if err != nil || size == 0 {
			return false
		}
		return c.add(a.Elem(), off, num.GCD(stride, size), depth+1)
	}
	kind := c.l.kindOf(t)
	if kind == "" {
		return false
	}
	p := ir.Part{Kind: kind, Off: off, Stride: stride}
	if stride > 0 {
		p.Off = off % stride
	}
	if !slices.Contains(c.parts, p) {
		c.parts = append(c.parts, p)
	}
	switch x := t.(type) {
	case *cc.StructType:
		return c.members(x, x.NumFields(), x.FieldByIndex, off, stride, depth)
	case *cc.UnionType:
		return c.members(x, x.NumFields(), x.FieldByIndex, off, stride, depth)
	}
	return true
}

// members adds the parts of the n members of the structure or union t. It returns false if any kind may be in a member.
func (c *partList) members(t cc.Type, n int, field func(int) *cc.Field, off, stride int64, depth int) bool {
	if t.IsIncomplete() {
		return false
	}
	for i := range n {
		f := field(i)
		if f == nil || f.IsBitfield() {
			continue
		}
		if f.IsFlexibleArrayMember() {
			return false
		}
		loc, err := c.l.lay.Field(t, f)
		if err != nil || !c.add(f.Type(), off+loc.Off, stride, depth+1) {
			return false
		}
	}
	return true
}

// pointed describes the type that a pointer input points to: the pointer is aligned for the type, and the object has
// room for a value of the type (6.3.2.3p7).
type pointed struct {
	char        bool // the type is a character type
	size, align int64
}

// places restricts q, a part of an object of the given size, to the offsets that are aligned and have room: off, off +
// stride, and so on, count in all.
func (d pointed) places(q ir.Part, size int64) (off, stride, count int64) {
	off, stride = q.Off, q.Stride
	if stride > 0 && d.align > 1 && stride < d.align { // q has offsets that are not aligned: skip these
		off, stride = (off+d.align-1)/d.align*d.align, d.align
	}
	switch room := size - off - max(d.size, 1); {
	case room < 0:
		return off, stride, 0
	case stride > 0:
		return off, stride, room/stride + 1
	}
	return off, stride, 1
}

// freshParts returns the parts of the object of size bytes that a pointer input of type t may point to.
func (l *entryInputs) freshParts(site *ir.Site, t cc.Type, size int64) []ir.Part {
	e := elem(t)
	if e != nil && e.Kind() == cc.Function { // a function: no pointer to an object points to it
		return []ir.Part{{Kind: codeKind}}
	}
	if e == nil || e.Kind() == cc.Void || e.IsIncomplete() {
		return nil
	}
	n, err := l.lay.Sizeof(e)
	if err != nil {
		return nil
	}
	if l.pointed == nil {
		l.pointed = map[*ir.Site]pointed{}
	}
	l.pointed[site] = pointed{char: l.kindOf(e) == charKind, size: n, align: l.align(e, site.Pos)}
	if l.points(t) == "" {
		return nil
	}
	return l.partsOf(e, n < size)
}

// madeHere is an allocation whose type is not known yet.
type madeHere struct {
	site  *ir.Site
	size  ir.Expr
	typed bool
}

// typeMade records that v, a pointer to new memory, is converted to type t. If the size of the memory is a multiple of
// the size of the type that t points to, the memory consists of elements of that type.
func (f *fn) typeMade(v value, t cc.Type) {
	r, ok := v.e.(*ir.Ref)
	if !ok {
		return
	}
	m, ok := f.made[r.Var]
	e := elem(t)
	if !ok || e == nil || e.Kind() == cc.Void {
		return
	}
	n, err := f.l.lay.Sizeof(e)
	if m.typed { // used as two types: the parts are unknown
		if k := f.l.kindOf(e); len(m.site.Parts) == 0 || m.site.Parts[0].Kind != k {
			m.site.Parts = nil
		}
		return
	}
	m.typed = true
	f.made[r.Var] = m
	if e.IsIncomplete() || err != nil || n == 0 || f.l.points(t) == "" || !multiple(m.size, n) {
		return
	}
	c, isConst := m.size.(*ir.Const)
	if isConst && int64(c.Bits) == n && !f.u.model {
		f.l.inputs.unread.noteAlloc(m.site, e)
	}
	m.site.Parts = f.l.partsOf(e, !isConst || int64(c.Bits) != n)
}

// typeLoaded records that v, a pointer of no kind that was just read, is converted to type t.
func (f *fn) typeLoaded(v value, t cc.Type) {
	r, ok := v.e.(*ir.Ref)
	if ok && r.Var == f.lastTemp && f.lastEdge != nil && f.lastEdge.To == f.cur && r.Var.Points == "" &&
		r.Var.Source == "" {
		r.Var.Points = f.l.points(t)
		if u := f.l.inputs.unread.byEdge[f.lastEdge]; u != nil {
			u.t = t
		}
		if in, ok := f.lastEdge.Stmt.(*ir.Input); ok && in.Site.Parts == nil {
			in.Site.Parts = f.l.inputs.freshParts(in.Site, t, in.FreshSize)
		}
	}
}

// multiple reports whether a size is certainly a multiple of n.
func multiple(size ir.Expr, n int64) bool {
	switch x := size.(type) { // sound: other expressions are only known to be multiples of 1
	case *ir.Const:
		return int64(x.Bits)%n == 0
	case *ir.Binary:
		switch x.Op { // sound: other operators are only known to yield multiples of 1
		case ir.Mul:
			return multiple(x.X, n) || multiple(x.Y, n)
		case ir.Add:
			return multiple(x.X, n) && multiple(x.Y, n)
		}
	}
	return n == 1
}

// dropKinds removes kinds and parts from a program that computes all of its pointers: it reads none from inputs or
// memory, and makes none from integers. Kinds and parts have no effect there.
func (l *linker) dropKinds() {
	guess := l.cfg.MissingBodies == "havoc"
	for _, f := range l.prog.Funcs {
		for _, e := range f.Edges {
			switch s := e.Stmt.(type) {
			case *ir.LoadStmt:
				guess = guess || s.Dst.Type.Kind == ir.Ptr
			case *ir.Input:
				guess = guess || s.Dst.Type.Kind == ir.Ptr
			case *ir.Return:
				guess = guess || s.Val == nil && f.Result.Kind == ir.Ptr
			case *ir.Alloc, *ir.Assign, *ir.Assume, *ir.Call, *ir.Decl, *ir.End, *ir.Free,
				// these yield no guessed pointer
				*ir.HavocAll, *ir.Math, *ir.MemCopy, *ir.MemHavoc, *ir.MemSet, *ir.Skip, *ir.Store, *ir.Undefined:
			}
			for _, x := range ir.StmtExprs(e.Stmt) {
				ir.Walk(x, func(x ir.Expr) bool {
					c, ok := x.(*ir.Cast)
					guess = guess || ok && c.T.Kind == ir.Ptr && c.X.Type().Kind == ir.Int
					return true
				})
			}
		}
	}
	if guess {
		return
	}
	for _, v := range l.prog.Globals {
		v.Points = ""
	}
	for _, o := range l.prog.Objects {
		o.Parts = nil
	}
	for _, s := range l.prog.Sites {
		s.Parts = nil
	}
	for _, f := range l.prog.Funcs {
		for _, v := range f.Vars {
			v.Points = ""
		}
		for _, o := range f.Objects {
			o.Parts = nil
		}
	}
}
