package ctype

import (
	"slices"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// maxParts bounds the parts of an object. If there are more, each kind may be at any offset.
const maxParts = 256

// Points returns the kind of the objects that a pointer of type t points to, or "" if t may point anywhere or is not a
// pointer.
func (l *Table) Points(t cc.Type) string {
	e := Elem(t)
	if e == nil {
		return ""
	}
	k := l.KindOf(e)
	if k == CharKind {
		return ""
	}
	return k
}

const (
	CharKind = "i8"   // the kind of characters
	CodeKind = "code" // the kind of functions
)

// KindOf returns the kind of an object type or function type; "" fits any kind.
func (l *Table) KindOf(t cc.Type) string {
	switch x := t.(type) {
	case *cc.ArrayType:
		return l.KindOf(x.Elem())
	case *cc.FunctionType:
		return CodeKind
	case *cc.StructType:
		return "struct " + tagText(x.Tag())
	case *cc.UnionType:
		return "union " + tagText(x.Tag())
	case *cc.PointerType:
		return "ptr"
	}
	it, ok := l.IRType(t)
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

// PartsOf returns the parts of an object of type t, repeated without end if again is set. It returns nil if any kind
// may be anywhere.
func (l *Table) PartsOf(t cc.Type, again bool) []ir.Part {
	c := &partList{l: l}
	stride := int64(0)
	if again {
		var err error
		if stride, err = l.Layout.Sizeof(t); err != nil {
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
	l     *Table
	parts []ir.Part
}

// add adds the parts of a subobject of type t at offset off, which repeats every stride bytes if stride is not 0. It
// returns false if any kind may be in it.
func (c *partList) add(t cc.Type, off, stride int64, depth int) bool {
	if depth > 20 || len(c.parts) > 64*maxParts {
		return false
	}
	if a, ok := t.(*cc.ArrayType); ok {
		n, known, err := c.l.Layout.ArrayLen(a)
		if err != nil {
			return false
		}
		if known && n == 1 {
			return c.add(a.Elem(), off, stride, depth+1)
		}
		size, err := c.l.Layout.Sizeof(a.Elem())
		if err != nil || size == 0 {
			return false
		}
		return c.add(a.Elem(), off, num.GCD(stride, size), depth+1)
	}
	kind := c.l.KindOf(t)
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
		loc, err := c.l.Layout.Field(t, f)
		if err != nil || !c.add(f.Type(), off+loc.Off, stride, depth+1) {
			return false
		}
	}
	return true
}
