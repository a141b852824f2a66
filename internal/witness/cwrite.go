package witness

import (
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// C returns the expression as C text in a normal form, which does not depend on the tool that wrote the witness.
// Constants have the suffix of their type, and operands other than names and constants are in brackets. Parsing the
// text gives the tree of n again, with numbers for true, false and NULL. ok is false if the expression has an operator
// that lower does not accept.
func (n *cnode) C() (text string, ok bool) {
	switch n.op {
	case "num":
		return constText(n.val.T, n.val.Bits)
	case "name":
		switch n.name {
		case "true":
			return "1", true
		case "false", "NULL":
			return "0", true
		}
		return n.name, isCName(n.name)
	case "cast":
		t, ok1 := n.typ.C()
		x, ok2 := n.args[0].operand()
		return "(" + t + ")" + x, ok1 && ok2
	case "index":
		x, ok1 := n.args[0].operand()
		i, ok2 := n.args[1].C()
		return x + "[" + i + "]", ok1 && ok2
	case "u-", "u+", "u!", "u~", "u*", "u&":
		x, ok := n.args[0].operand()
		return n.op[1:] + x, ok
	case "sizeof":
		x, ok := n.args[0].operand()
		return "sizeof " + x, ok
	case "member", "call", "beyond":
		return "", false
	}
	var parts []string
	for _, a := range n.args {
		part, ok := n.side(a)
		if !ok {
			return "", false
		}
		parts = append(parts, part)
	}
	if n.op == "?:" {
		return parts[0] + " ? " + parts[1] + " : " + parts[2], true
	}
	return strings.Join(parts, " "+n.op+" "), true
}

// side returns the text of a, an operand of the binary or conditional operator of n. It has brackets if they are
// needed, or if gcc would warn without them.
func (n *cnode) side(a *cnode) (string, bool) {
	if a.op == "cast" { // a cast binds tighter than every binary operator
		return a.C()
	}
	if a.op == "u-" && slices.Contains(comparisons, n.op) {
		return a.C()
	}
	logical := n.op == "&&" || n.op == "||"
	if logical && (a.op == n.op && a == n.args[0] || slices.Contains(comparisons, a.op) || a.op == "u!") {
		return a.C()
	}
	return a.operand()
}

// comparisons lists the comparison operators.
var comparisons = []string{"==", "!=", "<", "<=", ">", ">="}

// operand returns the text of n as an operand of any operator: in brackets if some operator needs them.
func (n *cnode) operand() (string, bool) {
	s, ok := n.C()
	switch n.op {
	case "name", "index":
		return s, ok
	case "num":
		if ok && s[0] != '-' {
			return s, true
		}
	}
	if strings.HasPrefix(s, "(") && closesAtEnd(s) {
		return s, ok
	}
	return "(" + s + ")", ok
}

// C returns the name of the type in C; the result is false if C has no name for it.
func (t ctype) C() (string, bool) {
	if t.elem == nil && t.t.Kind == ir.None {
		return "void", true
	}
	if t.elem == nil {
		name := t.t.C()
		return name, name != ""
	}
	name, ok := t.elem.C()
	return name + " *", ok
}

// truthValue returns the truth value of n if its text alone determines it: a constant, true, false, or the negation of
// one of these.
func (n *cnode) truthValue() (value, known bool) {
	switch {
	case n.op == "num":
		return n.val.Bits != 0, true
	case n.op == "name" && (n.name == "true" || n.name == "false"):
		return n.name == "true", true
	case n.op == "u!":
		v, ok := n.args[0].truthValue()
		return !v, ok
	}
	return false, false
}

// operands returns the operands of nested applications of the binary operator op, from left to right: a, b and c for
// a && (b && c). If n has another operator, it returns n alone.
func (n *cnode) operands(op string) []*cnode {
	if n.op != op {
		return []*cnode{n}
	}
	var out []*cnode
	for _, a := range n.args {
		out = append(out, a.operands(op)...)
	}
	return out
}
