package witness

import (
	"errors"
	"fmt"
	"regexp"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// cnode is a node of a C expression in a witness. The operator op is "num", "name", "cast", "call", "index", "member",
// "?:", "sizeof" (of an expression), or "beyond" (C that is not understood); a unary operator after a "u" ("u-", "u*",
// "u&"); or a binary operator as C spells it, "," included.
type cnode struct {
	op   string
	args []*cnode
	name string    // if op is name, call or member
	typ  ctype     // if op is cast or num
	val  *ir.Const // if op is num
}

// ctype is a C type: a scalar, or a pointer with the type to which it points.
type ctype struct {
	t    ir.Type
	elem *ctype // the type to which a pointer points; nil: unknown or void
	size int64  // if it is an array that is represented by its address: the size in bytes; otherwise 0
}

// unsupported is the error for an expression that may be correct C but is not understood here.
type unsupported struct{ what string }

func (e *unsupported) Error() string { return e.what + " is not supported in witnesses" }

// notYet returns an error of type *unsupported.
func notYet(format string, args ...any) error { return &unsupported{fmt.Sprintf(format, args...)} }

// typeNames returns the type of a typedef of the program; ok is false for any other word.
type typeNames func(name string) (t ctype, ok bool)

// cparser parses the tokens of a C expression.
type cparser struct {
	toks  []ctoken
	at    int
	model ir.DataModel
	types typeNames // nil: there are no typedefs
	text  string
	depth int
	later error // the first *unsupported; parsing continues, as the rest of the text may be no C
	quiet int   // the number of operators around whose operands are not evaluated: side effects are allowed there
}

// parseC parses a C expression without side effects. The error is of type *unsupported if the text may be C all the
// same.
func parseC(s string, model ir.DataModel, types typeNames) (*cnode, error) {
	n, err := parsePlainC(s, model, types)
	var un *unsupported
	if err != nil && !errors.As(err, &un) && beyond.MatchString(s) && balanced(s) {
		return nil, notYet("the syntax of %q", s)
	}
	return n, err
}

// beyond matches characters and words that occur in expressions of C, but in none that this parser understands.
var beyond = regexp.MustCompile("[{};\"#@`$]|\\b(struct|union|enum|typeof|__\\w+|_[A-Z]\\w*)\\b")

// parsePlainC is parseC for expressions without the syntax that beyond matches.
func parsePlainC(s string, model ir.DataModel, types typeNames) (*cnode, error) {
	toks, err := ctokens(s)
	if err != nil {
		return nil, err
	}
	p := &cparser{toks: toks, model: model, types: types, text: s}
	n, err := p.comma()
	if err == nil && p.at < len(toks) {
		err = p.unexpected()
	}
	if err == nil {
		err = p.later
	}
	if err != nil {
		return nil, err
	}
	return n, nil
}

// outside records that a part of the expression is not understood, and returns a node for it.
func (p *cparser) outside(format string, args ...any) *cnode {
	if p.later == nil {
		p.later = notYet(format, args...)
	}
	return &cnode{op: "beyond"}
}

// unexpected returns the error that the next token cannot continue the expression.
func (p *cparser) unexpected() error {
	if p.at >= len(p.toks) {
		return fmt.Errorf("%q ends too early", p.text)
	}
	return fmt.Errorf("unexpected %q in %q", p.toks[p.at].text, p.text)
}

// effect returns the error for a side effect; nil in an operand that is not evaluated.
func (p *cparser) effect() error {
	if p.quiet > 0 {
		return nil
	}
	return fmt.Errorf("%q has a side effect", p.text)
}

// ahead returns the n-th token after the next one; the zero token at the end.
func (p *cparser) ahead(n int) ctoken {
	if p.at+n < len(p.toks) {
		return p.toks[p.at+n]
	}
	return ctoken{}
}

// peek returns the next token.
func (p *cparser) peek() ctoken { return p.ahead(0) }

// isPunct reports whether the next token is the punctuation s.
func (p *cparser) isPunct(s string) bool { t := p.peek(); return t.kind == 'p' && t.text == s }

// isWord reports whether the next token is the word s.
func (p *cparser) isWord(s string) bool { t := p.peek(); return t.kind == 'w' && t.text == s }

// punct skips the next token if it is the punctuation s, and reports whether it is.
func (p *cparser) punct(s string) bool {
	if p.isPunct(s) {
		p.at++
		return true
	}
	return false
}

// expect skips the next token, which must be the punctuation s.
func (p *cparser) expect(s string) error {
	if !p.punct(s) {
		return fmt.Errorf("%q expected in %q", s, p.text)
	}
	return nil
}

// skip moves past a pair of brackets and the tokens between them.
func (p *cparser) skip(open, end string) error {
	if err := p.expect(open); err != nil {
		return err
	}
	for depth := 1; depth > 0; p.at++ {
		switch {
		case p.at >= len(p.toks):
			return p.unexpected()
		case p.isPunct(open):
			depth++
		case p.isPunct(end):
			depth--
		}
	}
	return nil
}

// comma parses the non-terminal "expression" of the C grammar.
func (p *cparser) comma() (*cnode, error) {
	x, err := p.assignment()
	for err == nil && p.punct(",") {
		var y *cnode
		if y, err = p.assignment(); err == nil {
			x = &cnode{op: ",", args: []*cnode{x, y}}
		}
	}
	return x, err
}

// assignment parses the non-terminal "assignment-expression"; an assignment is an error if it is evaluated.
func (p *cparser) assignment() (*cnode, error) {
	x, err := p.cond()
	if t := p.peek(); err != nil || t.kind != 'p' || !cassign[t.text] {
		return x, err
	}
	if err := p.effect(); err != nil {
		return nil, err
	}
	p.at++
	_, err = p.assignment()
	return x, err
}

// cond parses the non-terminal "conditional-expression".
func (p *cparser) cond() (*cnode, error) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > 500 {
		return nil, fmt.Errorf("expression is nested too deeply")
	}
	c, err := p.binary(1)
	if err != nil || !p.punct("?") {
		return c, err
	}
	a := c // c ?: b is c ? c : b
	if !p.isPunct(":") {
		a, err = p.comma()
	}
	if err == nil {
		err = p.expect(":")
	}
	if err != nil {
		return nil, err
	}
	b, err := p.cond()
	return &cnode{op: "?:", args: []*cnode{c, a, b}}, err
}

// cprec has the precedences of the binary operators: a higher one binds tighter.
var cprec = map[string]int{"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, "<=": 7, ">": 7, ">=": 7,
	"<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10}

// binary parses an expression of binary operators with precedence min or higher.
func (p *cparser) binary(min int) (*cnode, error) {
	x, err := p.unary()
	for err == nil {
		t := p.peek()
		prec := cprec[t.text]
		if t.kind != 'p' || prec < min {
			return x, nil
		}
		p.at++
		var y *cnode
		if y, err = p.binary(prec + 1); err == nil {
			x = &cnode{op: t.text, args: []*cnode{x, y}}
		}
	}
	return nil, err
}

// sizeWords has the operators that are words and do not evaluate their operand.
var sizeWords = map[string]bool{"sizeof": true, "_Alignof": true, "alignof": true, "__alignof__": true,
	"__alignof": true}

// unary parses the non-terminals "unary-expression" and "cast-expression".
func (p *cparser) unary() (*cnode, error) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > 500 {
		return nil, fmt.Errorf("expression is nested too deeply")
	}
	t := p.peek()
	if t.kind == 'w' {
		switch {
		case sizeWords[t.text]:
			p.at++
			return p.size(t.text)
		case t.text == "__extension__":
			p.at++
			return p.unary()
		case t.text == "__real__" || t.text == "__imag__" || t.text == "__real" || t.text == "__imag":
			p.at++
			_, err := p.unary()
			return p.outside("%s", t.text), err
		}
	}
	if t.kind == 'p' {
		switch t.text {
		case "-", "+", "!", "~", "*", "&":
			p.at++
			x, err := p.unary()
			return &cnode{op: "u" + t.text, args: []*cnode{x}}, err
		case "&&":
			if p.ahead(1).kind == 'w' {
				p.at += 2
				return p.outside("the address of a label"), nil
			}
		case "++", "--":
			p.at++
			if err := p.effect(); err != nil {
				return nil, err
			}
			return p.unary()
		case "(":
			p.at++
			return p.bracket()
		}
	}
	x, err := p.primary()
	if err != nil {
		return nil, err
	}
	return p.postfix(x)
}

// bracket parses the text after an opening bracket: a cast, a compound literal, a statement expression, or an
// expression.
func (p *cparser) bracket() (*cnode, error) {
	if p.isPunct("{") {
		if err := p.skip("{", "}"); err != nil {
			return nil, err
		}
		if err := p.expect(")"); err != nil {
			return nil, err
		}
		return p.postfix(p.outside("a statement in an expression"))
	}
	typ, isType, err := p.typeName()
	if err != nil {
		return nil, err
	}
	if isType {
		if err := p.expect(")"); err != nil {
			return nil, err
		}
		if p.isPunct("{") {
			if err := p.skip("{", "}"); err != nil {
				return nil, err
			}
			return p.postfix(p.outside("a compound literal"))
		}
		x, err := p.unary()
		return &cnode{op: "cast", typ: typ, args: []*cnode{x}}, err
	}
	x, err := p.comma()
	if err == nil {
		err = p.expect(")")
	}
	if err != nil {
		return nil, err
	}
	return p.postfix(x)
}

// size parses the operand of sizeof or of _Alignof. The value has the type size_t.
func (p *cparser) size(operator string) (*cnode, error) {
	p.quiet++
	defer func() { p.quiet-- }()
	start := p.at
	if p.punct("(") {
		typ, isType, err := p.typeName()
		if err != nil {
			return nil, err
		}
		if isType {
			if err := p.expect(")"); err != nil {
				return nil, err
			}
			if !p.isPunct("{") {
				bytes := typ.bytes()
				if bytes == 0 || operator != "sizeof" {
					return p.outside("%s of this type", operator), nil
				}
				return number(sizeType(p.model), bytes), nil
			}
		}
		p.at = start
	}
	x, err := p.unary()
	if err != nil {
		return nil, err
	}
	if operator != "sizeof" {
		return p.outside("%s", operator), nil
	}
	return &cnode{op: "sizeof", args: []*cnode{x}}, nil
}

// number returns a constant as a node.
func number(t ir.Type, v int64) *cnode {
	return &cnode{op: "num", val: ir.NewConst(t, v), typ: ctype{t: t}}
}

// sizeType returns the type size_t.
func sizeType(model ir.DataModel) ir.Type { return ir.Type{Kind: ir.Int, Bits: model.Ptr().Bits} }

// lenient has the operators that look like calls, but whose operands need not be expressions.
var lenient = map[string]bool{"_Generic": true, "__builtin_offsetof": true, "offsetof": true,
	"__builtin_types_compatible_p": true,
	"__builtin_va_arg":             true, "__builtin_choose_expr": true, "__builtin_has_attribute": true, "va_arg": true}

// postfix parses the postfix operators after x.
func (p *cparser) postfix(x *cnode) (*cnode, error) {
	for {
		switch {
		case p.punct("["):
			i, err := p.comma()
			if err == nil {
				err = p.expect("]")
			}
			if err != nil {
				return nil, err
			}
			x = &cnode{op: "index", args: []*cnode{x, i}}
		case p.isPunct("."), p.isPunct("->"):
			if p.at++; p.peek().kind != 'w' {
				return nil, p.unexpected()
			}
			x = &cnode{op: "member", name: p.peek().text, args: []*cnode{x}}
			p.at++
		case x.op == "name" && lenient[x.name] && p.isPunct("("):
			if err := p.skip("(", ")"); err != nil {
				return nil, err
			}
			x = p.outside("%s", x.name)
		case p.punct("("):
			x = &cnode{op: "call", name: x.name, args: []*cnode{x}}
			for first := true; !p.punct(")"); first = false {
				if !first {
					if err := p.expect(","); err != nil {
						return nil, err
					}
				}
				a, err := p.assignment()
				if err != nil {
					return nil, err
				}
				x.args = append(x.args, a)
			}
		case p.punct("++"), p.punct("--"):
			if err := p.effect(); err != nil {
				return nil, err
			}
		default:
			return x, nil
		}
	}
}

// primary parses the non-terminal "primary-expression", except for brackets.
func (p *cparser) primary() (*cnode, error) {
	t := p.peek()
	switch t.kind {
	case 'n':
		c, err := cnumber(t.text, p.model)
		var un *unsupported
		if errors.As(err, &un) {
			p.at++
			return p.outside("%s", un.what), nil
		}
		if err != nil {
			return nil, err
		}
		p.at++
		return &cnode{op: "num", val: c, typ: ctype{t: c.T}}, nil
	case 'c':
		p.at++
		if v, ok := ccharacter(t.text); ok {
			if v < 0 { // C has no negative literals: use the node of -v
				return &cnode{op: "u-", args: []*cnode{number(ir.I32, -v)}}, nil
			}
			return number(ir.I32, v), nil
		}
		if len(t.text) == 2 {
			return nil, fmt.Errorf("empty character constant in %q", p.text)
		}
		return p.outside("the character constant %s", t.text), nil
	case 's':
		for p.peek().kind == 's' {
			p.at++
		}
		return p.outside("the string %s", t.text), nil
	case 'w':
		if reserved[t.text] {
			return nil, p.unexpected()
		}
		p.at++
		return &cnode{op: "name", name: t.text}, nil
	}
	return nil, p.unexpected()
}
