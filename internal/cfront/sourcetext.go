package cfront

import (
	"fmt"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// named records the source text of n for the place p, if n is a member, an element or *p; checks and traces print that
// text. The node of the address is copied, since the text is recorded by node.
func (f accesses) named(p place, n cc.ExpressionNode) place {
	if !insideText(n) {
		return p
	}
	switch a := p.addr.(type) { // sound: other places have no text
	case *ir.AddrOf:
		own := *a
		p.addr = &own
	case *ir.Ref:
		own := *a
		p.addr = &own
	case *ir.PtrAdd:
		own := *a
		p.addr = &own
	default:
		return p
	}
	f.l.IR.Said.Places[p.addr] = func() string { return csrc.SourceText(n) }
	return p
}

// insideText reports whether n is a member, an element, or the object of a pointer.
func insideText(n cc.ExpressionNode) bool {
	switch x := n.(type) { // sound: other expressions have no text
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			return true
		}
	case *cc.UnaryExpression:
		return x.Case == cc.UnaryExpressionDeref
	}
	return false
}

// saysBits records the text of the bit-field at addr as the text of v, the value of the field, too. It returns v.
func (f accesses) saysBits(v ir.Expr, addr ir.Expr) ir.Expr {
	if text := f.l.IR.Said.Places[addr]; text != nil {
		f.l.IR.Said.Values[v] = text
	}
	return v
}

// setup records that s sets up an input, and returns s. Such a statement may write to const objects, like an
// initialisation.
func (f accesses) setup(s ir.Stmt) ir.Stmt {
	f.l.IR.Said.Setup[s] = true
	f.l.consts.inits[s] = true
	return s
}

// itemAt returns the address to which the item of an initialiser of p is written, and records its text.
func (f accesses) itemAt(p place, it initItem) ir.Expr {
	addr := f.offset(p.addr, it.off)
	add, ok := addr.(*ir.PtrAdd)
	whole, named := p.addr.(*ir.AddrOf)
	switch {
	case !named || whole.Obj.Source == "":
		return addr
	case !ok: // the item at offset 0
		own := *whole
		addr = &own
	default:
		own := *add
		addr = &own
	}
	f.l.IR.Said.Places[addr] = func() string {
		if path, ok := pathTo(f.l.Layout, p.t, it.off, it); ok {
			return whole.Obj.Source + path
		}
		return ""
	}
	return addr
}

// pathTo returns the C text of the path to an item of an initialiser at an offset in a type, for example .in.a[2].
func pathTo(lay *layout.Layout, t cc.Type, off int64, it initItem) (string, bool) {
	switch x := t.(type) {
	case *cc.ArrayType:
		size, err := lay.Sizeof(x.Elem())
		if err != nil || size <= 0 {
			return "", false
		}
		rest, ok := pathTo(lay, x.Elem(), off%size, it)
		return fmt.Sprintf("[%d]%s", off/size, rest), ok
	case *cc.StructType, *cc.UnionType:
		for _, m := range layout.Fields(t) {
			loc, err := lay.Field(t, m)
			if err != nil || m.IsBitfield() && it.bit == nil {
				continue
			}
			name := m.Name()
			if name != "" {
				name = "." + name
			}
			if m.IsBitfield() {
				if loc.Off == off && loc.BitOff == it.bit.BitOff && loc.BitWidth == it.bit.BitWidth {
					return name, true
				}
				continue
			}
			size, err := lay.Sizeof(m.Type())
			if err != nil || off < loc.Off || off >= loc.Off+size {
				continue
			}
			if rest, ok := pathTo(lay, m.Type(), off-loc.Off, it); ok {
				return name + rest, true
			}
		}
		return "", false
	}
	return "", off == 0 && it.bit == nil && t.Kind() == it.t.Kind()
}
