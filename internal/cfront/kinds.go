package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file computes the kinds of the objects that pointers point to (ir/parts.go). A pointer that the program did not
// compute points to objects whose type fits: to any address where a subobject has the type that the pointer points to
// (6.5p7; the signs of integers do not matter, and a union has all of its members). void * and pointers to characters
// may point anywhere.

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
	e := ctype.Elem(t)
	if e != nil && e.Kind() == cc.Function { // a function: no pointer to an object points to it
		return []ir.Part{{Kind: ctype.CodeKind}}
	}
	if e == nil || e.Kind() == cc.Void || e.IsIncomplete() {
		return nil
	}
	n, err := l.Layout.Sizeof(e)
	if err != nil {
		return nil
	}
	if l.pointed == nil {
		l.pointed = map[*ir.Site]pointed{}
	}
	l.pointed[site] = pointed{char: l.KindOf(e) == ctype.CharKind, size: n, align: l.Align(e, site.Pos)}
	if l.Points(t) == "" {
		return nil
	}
	return l.PartsOf(e, n < size)
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
	e := ctype.Elem(t)
	if !ok || e == nil || e.Kind() == cc.Void {
		return
	}
	n, err := f.l.Layout.Sizeof(e)
	if m.typed { // used as two types: the parts are unknown
		if k := f.l.KindOf(e); len(m.site.Parts) == 0 || m.site.Parts[0].Kind != k {
			m.site.Parts = nil
		}
		return
	}
	m.typed = true
	f.made[r.Var] = m
	if e.IsIncomplete() || err != nil || n == 0 || f.l.Points(t) == "" || !multiple(m.size, n) {
		return
	}
	c, isConst := m.size.(*ir.Const)
	if isConst && int64(c.Bits) == n && !f.u.Model {
		f.l.inputs.unread.noteAlloc(m.site, e)
	}
	m.site.Parts = f.l.PartsOf(e, !isConst || int64(c.Bits) != n)
}

// typeLoaded records that v, a pointer of no kind that was just read, is converted to type t.
func (f *fn) typeLoaded(v value, t cc.Type) {
	r, ok := v.e.(*ir.Ref)
	if ok && r.Var == f.lastTemp && f.lastEdge != nil && f.lastEdge.To == f.cur && r.Var.Points == "" &&
		r.Var.Source == "" {
		r.Var.Points = f.l.Points(t)
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
	guess := l.Cfg.MissingBodies == "havoc"
	for _, f := range l.IR.Funcs {
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
	for _, v := range l.IR.Globals {
		v.Points = ""
	}
	for _, o := range l.IR.Objects {
		o.Parts = nil
	}
	for _, s := range l.IR.Sites {
		s.Parts = nil
	}
	for _, f := range l.IR.Funcs {
		for _, v := range f.Vars {
			v.Points = ""
		}
		for _, o := range f.Objects {
			o.Parts = nil
		}
	}
}
