package instrument

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// words writes the expressions of a function for people, as C has them: variables by their C names, casts that keep
// the value left out. It is not meant to be parsed. A temporary is what it was given, where one place gives it: a
// for t.1 after t.1 = load &a, and f(...) for the result of a call.
type words struct {
	given map[*ir.Var]ir.Stmt // nil: several places give it
	said  *ir.Said            // C texts of places and values
	left  int                 // how many more temporaries are written as what they were given
}

// mostGiven bounds how many temporaries one text replaces.
const mostGiven = 8

// newWords looks for what is given to the temporaries of a function.
func newWords(f *ir.Func, said *ir.Said) *words {
	w := &words{said: said, given: map[*ir.Var]ir.Stmt{}}
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
func (w *words) expr(e ir.Expr) string {
	w.left = mostGiven
	return w.text(e)
}

func (w *words) text(e ir.Expr) string {
	var b strings.Builder
	w.write(&b, e, false)
	return b.String()
}

// temporary writes a register without a name in C.
func (w *words) temporary(b *strings.Builder, v *ir.Var, inner bool) {
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

// read returns the text of what a load reads.
func (w *words) read(s *ir.LoadStmt) string {
	if text := w.said.Place(s.Addr); text != "" {
		return bracketed(text)
	}
	text := w.place(s.Addr)
	if strings.Contains(text, " ") {
		text = "(" + text + ")"
	}
	return text
}

// bracketed puts a C text that begins with an operator in brackets: what stands around it may bind closer.
func bracketed(text string) string {
	if strings.HasPrefix(text, "*") {
		return "(" + text + ")"
	}
	return text
}

// callText stands for the result of a call.
func callText(name string) string {
	if !plainName.MatchString(name) {
		return "(...)"
	}
	return name + "(...)"
}

var plainName = regexp.MustCompile(`^[A-Za-z]\w*$`)

// write writes e, in parentheses if inner and not a single word.
func (w *words) write(b *strings.Builder, e ir.Expr, inner bool) {
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

func objectText(o *ir.Object) string {
	if o.Source != "" {
		return o.Source
	}
	return o.Name
}

// placeOf returns the place that an address leads to: x, *p, p[i], byte 8 of *p.
func (w *words) placeOf(addr ir.Expr) string {
	w.left = mostGiven
	return w.place(addr)
}

func (w *words) place(addr ir.Expr) string {
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
