package instrument

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// cText writes the expressions of a function as C text for messages, with the C names of variables and without casts
// that keep the value. The text is not meant to be parsed. A temporary with a single assignment is replaced by the
// assigned value: t.1 by a after t.1 = load &a, the result of a call by f(...).
type cText struct {
	given map[*ir.Var]ir.Stmt // the only assignment of each temporary; nil if it has several
	said  *ir.Said            // C texts of objects and values; may be nil
	left  int                 // the number of temporaries that may still be replaced in the present text
}

// mostGiven bounds the number of temporaries that are replaced in one text.
const mostGiven = 8

// newWords returns a cText for f, with the assignments of the temporaries of f.
func newWords(f *ir.Func, said *ir.Said) *cText {
	w := &cText{said: said, given: map[*ir.Var]ir.Stmt{}}
	for _, e := range f.Edges {
		if v := ir.Def(e.Stmt); v != nil && v.Source == "" {
			if _, twice := w.given[v]; twice {
				w.given[v] = nil
			} else {
				w.given[v] = e.Stmt
			}
		}
	}
	return w
}

// expr returns the text of an expression.
func (w *cText) expr(e ir.Expr) string {
	w.left = mostGiven
	return w.text(e)
}

// text does what expr does, as a part of a larger text.
func (w *cText) text(e ir.Expr) string {
	var b strings.Builder
	w.write(&b, e, false)
	return b.String()
}

// temporary writes a register without a name in C. inner has the meaning that it has for write.
func (w *cText) temporary(b *strings.Builder, v *ir.Var, inner bool) {
	def := w.given[v]
	if w.left--; w.left < 0 {
		def = nil
	}
	switch s := def.(type) { // sound: a text for people
	case *ir.Assign:
		w.write(b, s.Src, inner)
	case *ir.LoadStmt:
		b.WriteString(w.read(s))
	case *ir.Call:
		b.WriteString(callText(s.Func.Source))
	case *ir.Input:
		b.WriteString(callText(s.Site.Name))
	default:
		b.WriteString("(...)")
	}
}

// read returns the text of the value that a load reads.
func (w *cText) read(s *ir.LoadStmt) string {
	if text := w.said.Place(s.Addr); text != "" {
		return bracketed(text)
	}
	text := w.place(s.Addr)
	if strings.Contains(text, " ") {
		text = "(" + text + ")"
	}
	return text
}

// bracketed puts a C text that begins with an operator in parentheses, since an operator around it may have a higher
// precedence.
func bracketed(text string) string {
	if strings.HasPrefix(text, "*") {
		return "(" + text + ")"
	}
	return text
}

// callText returns the text for the result of a call of the function with this name.
func callText(name string) string {
	if !plainName.MatchString(name) {
		return "(...)"
	}
	return name + "(...)"
}

// plainName matches names that are C identifiers.
var plainName = regexp.MustCompile(`^[A-Za-z]\w*$`)

// write writes e, in parentheses if inner is set and e is a binary operation.
func (w *cText) write(b *strings.Builder, e ir.Expr, inner bool) {
	if text := w.said.Value(e); text != "" {
		b.WriteString(bracketed(text))
		return
	}
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
			w.temporary(b, n.Var, inner)
		}
	case *ir.Unary:
		switch n.Op {
		case ir.Neg, ir.Not, ir.LNot:
			b.WriteString(n.Op.String())
			w.write(b, n.X, true)
		default: // sound: written as a function
			b.WriteString(n.Op.String() + "(")
			w.write(b, n.X, false)
			b.WriteString(")")
		}
	case *ir.Binary:
		if inner {
			b.WriteString("(")
		}
		w.write(b, n.X, true)
		b.WriteString(" " + n.Op.String() + " ")
		w.write(b, n.Y, true)
		if inner {
			b.WriteString(")")
		}
	case *ir.Cast:
		if from := n.X.Type(); from.Kind == ir.Bool || keeps(from, n.T) {
			w.write(b, n.X, inner)
			return
		}
		name := n.T.C()
		if name == "" {
			name = n.T.String()
		}
		fmt.Fprintf(b, "(%s)", name)
		w.write(b, n.X, true)
	case *ir.AddrOf:
		b.WriteString("&" + objectText(n.Obj))
	case *ir.PtrAdd:
		w.write(b, n.P, true)
		b.WriteString(" + ")
		w.write(b, n.Index, true)
	default: // sound: a text for people
		b.WriteString(ir.ExprString(e))
	}
}

// objectText returns the name of an object for messages.
func objectText(o *ir.Object) string {
	if o.Source != "" {
		return o.Source
	}
	return o.Name
}

// placeOf returns the text of the object or part of an object at addr: x, *p, p[i], byte 8 of *p.
func (w *cText) placeOf(addr ir.Expr) string {
	w.left = mostGiven
	return w.place(addr)
}

// place does what placeOf does, as a part of a larger text.
func (w *cText) place(addr ir.Expr) string {
	if text := w.said.Place(addr); text != "" {
		return text
	}
	switch n := addr.(type) { // sound: a text for people
	case *ir.AddrOf:
		return objectText(n.Obj)
	case *ir.PtrAdd:
		base := w.text(n.P)
		switch p := n.P.(type) { // sound: a text for people
		case *ir.AddrOf:
			base = objectText(p.Obj)
		case *ir.PtrAdd:
			base = w.place(p)
		}
		if k, ok := ir.IsConst(n.Index); ok && n.Scale == 1 {
			return fmt.Sprintf("byte %d of %s", num.Signed(k, n.Index.Type().Bits), strings.TrimPrefix("*"+base, "**"))
		}
		return base + "[" + w.text(n.Index) + "]"
	}
	var b strings.Builder
	b.WriteString("*")
	w.write(&b, addr, true)
	return b.String()
}
