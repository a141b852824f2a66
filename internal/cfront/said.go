package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// mostSaid bounds the texts of places, in bytes: longer ones (of macros) are written from the program.
const mostSaid = 60

// named gives a place inside of an object, or behind a pointer, the text that n has in the source: checks and traces name it so. The
// node of the address becomes the place's own.
func (f *fn) named(p place, n cc.ExpressionNode) place {
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
	f.l.prog.Said.Places[p.addr] = func() string { return sourceText(n) }
	return p
}

// insideText says whether n is a member, an element, or what a pointer leads to.
func insideText(n cc.ExpressionNode) bool {
	switch x := n.(type) { // sound: others have no text
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

// sourceText is the text of a place in the source, "" if it is none to show.
func sourceText(n cc.ExpressionNode) string {
	text := strings.Join(strings.Fields(csrc.Source(n)), " ")
	if len(text) > mostSaid || strings.Contains(text, "__tandem_") {
		return ""
	}
	return text
}

// saysBits gives the value of a bit-field the text of its place.
func (f *fn) saysBits(v ir.Expr, addr ir.Expr) ir.Expr {
	if text := f.l.prog.Said.Places[addr]; text != nil {
		f.l.prog.Said.Values[v] = text
	}
	return v
}

// setup notes that a statement makes an input.
func (f *fn) setup(s ir.Stmt) ir.Stmt {
	f.l.prog.Said.Setup[s] = true
	return s
}
