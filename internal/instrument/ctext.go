package instrument

import (
	"fmt"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// cText is an expression for people, as C has it: variables by their C names,
// casts that keep the value left out. It is not meant to be parsed.
func cText(e ir.Expr) string {
	var b strings.Builder
	writeC(&b, e, false)
	return b.String()
}

// writeC writes e, in parentheses if inner and not a single word.
func writeC(b *strings.Builder, e ir.Expr, inner bool) {
	switch n := e.(type) {
	case *ir.Const:
		switch {
		case n.T.Kind == ir.Int && n.T.Signed:
			fmt.Fprintf(b, "%d", num.Signed(n.Bits, n.T.Bits))
		case n.T.Kind == ir.Float || n.T.Kind == ir.Bool:
			text, _, _ := strings.Cut(ir.ExprString(n), ":")
			b.WriteString(text)
		default:
			fmt.Fprintf(b, "%d", n.Bits)
		}
	case *ir.Ref:
		if n.Var.Source != "" {
			b.WriteString(n.Var.Source)
		} else {
			b.WriteString(n.Var.Name)
		}
	case *ir.Unary:
		switch n.Op {
		case ir.Neg, ir.Not, ir.LNot:
			b.WriteString(n.Op.String())
			writeC(b, n.X, true)
		default: // sound: written as a function
			b.WriteString(n.Op.String() + "(")
			writeC(b, n.X, false)
			b.WriteString(")")
		}
	case *ir.Binary:
		if inner {
			b.WriteString("(")
		}
		writeC(b, n.X, true)
		b.WriteString(" " + n.Op.String() + " ")
		writeC(b, n.Y, true)
		if inner {
			b.WriteString(")")
		}
	case *ir.Cast:
		if from := n.X.Type(); from.Kind == ir.Bool || keeps(from, n.T) {
			writeC(b, n.X, inner)
			return
		}
		name := n.T.C()
		if name == "" {
			name = n.T.String()
		}
		fmt.Fprintf(b, "(%s)", name)
		writeC(b, n.X, true)
	case *ir.AddrOf:
		b.WriteString("&" + objectText(n.Obj))
	case *ir.PtrAdd:
		writeC(b, n.P, true)
		b.WriteString(" + ")
		writeC(b, n.Index, true)
	default: // sound: a text for people
		b.WriteString(ir.ExprString(e))
	}
}

func objectText(o *ir.Object) string {
	if o.Source != "" {
		return o.Source
	}
	return o.Name
}

// placeText is the place that an address leads to: x, *p, p[i], byte 8 of *p.
func placeText(addr ir.Expr) string {
	switch n := addr.(type) { // sound: a text for people
	case *ir.AddrOf:
		return objectText(n.Obj)
	case *ir.PtrAdd:
		base := cText(n.P)
		switch p := n.P.(type) { // sound: a text for people
		case *ir.AddrOf:
			base = objectText(p.Obj)
		case *ir.PtrAdd:
			base = placeText(p)
		}
		if k, ok := ir.IsConst(n.Index); ok && n.Scale == 1 {
			return fmt.Sprintf("byte %d of %s", num.Signed(k, n.Index.Type().Bits), strings.TrimPrefix("*"+base, "**"))
		}
		return base + "[" + cText(n.Index) + "]"
	}
	var b strings.Builder
	b.WriteString("*")
	writeC(&b, addr, true)
	return b.String()
}
