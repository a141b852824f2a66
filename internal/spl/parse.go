package spl

import "github.com/tandem-verifier/tandem/internal/ir"

// The syntax tree.
type (
	program struct {
		procs []*proc
		main  *proc
	}
	proc struct {
		name    string
		pos     ir.Pos
		params  []decl
		results []decl
		vars    []decl
		body    []stmt
	}
	decl struct {
		name string
		pos  ir.Pos
		t    ir.Type
	}
	stmt struct {
		pos  ir.Pos
		op   string // skip halt fail assume assign call if while
		dst  []decl // assign, call; only name and pos
		x    *expr  // assume, assign, if, while
		proc string // call
		args []decl // call
		then []stmt // if, while
		els  []stmt
	}
	expr struct {
		pos    ir.Pos // the position; for an operation, the position of its operator
		t      ir.Type
		typed  bool   // t is known
		op     string // number, name, random, brandom, true, false, neg, cast, sqrt, not, or the operator
		text   string
		suffix string
		x, y   *expr
	}
)

// parser is a recursive-descent parser; tok is the next token.
type parser struct {
	*lexer
	tok   token
	depth int // of nesting
	ops   int // operators of the current expression
}

// Bounds on the tree, since the functions on it are recursive.
const (
	maxDepth = 500 // of nesting
	maxOps   = 300 // of an expression or a condition
)

// advance returns the next token and skips it.
func (p *parser) advance() token {
	t := p.tok
	p.tok = p.next()
	return t
}

// is reports whether the next token has the given text.
func (p *parser) is(text string) bool { return p.tok.kind != tEnd && p.tok.text == text }

// accept skips the next token if it has the given text, and reports whether it did.
func (p *parser) accept(text string) bool {
	if p.is(text) {
		p.advance()
		return true
	}
	return false
}

// expect skips the next token, which must have the given text.
func (p *parser) expect(text string) token {
	if !p.is(text) {
		p.fail(p.tok.pos, "%s, but '%s' is expected", p.tok, text)
	}
	return p.advance()
}

// deeper counts a level of nesting. The caller must call the result at the end of the level.
func (p *parser) deeper() func() {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.tok.pos, "nested more than %d deep (use variables or procedures)", maxDepth)
	}
	return func() { p.depth-- }
}

var keywords = map[string]bool{"proc": true, "var": true, "true": true, "false": true, "assume": true, "halt": true,
	"fail": true, "skip": true, "while": true, "do": true, "done": true, "begin": true, "end": true, "if": true,
	"then": true,
	"else": true, "endif": true, "returns": true, "int": true, "real": true, "not": true, "and": true, "or": true,
	"brandom": true, "random": true, "cast": true, "sqrt": true}

// node counts an operator of an expression, and returns its node.
func (p *parser) node(x *expr) *expr {
	if p.ops++; p.ops > maxOps {
		p.fail(x.pos, "more than %d operators in one expression (use several assignments)", maxOps)
	}
	return x
}

// name skips and returns a name. The parameter what describes the name in errors.
func (p *parser) name(what string) token {
	if p.tok.kind != tName || keywords[p.tok.text] {
		if keywords[p.tok.text] {
			p.fail(p.tok.pos, "%s is a keyword, but %s is expected", p.tok, what)
		}
		p.fail(p.tok.pos, "%s, but %s is expected", p.tok, what)
	}
	return p.advance()
}

// parse parses a whole program.
func (p *parser) parse() *program {
	p.advance()
	if p.tok.kind == tEnd {
		p.fail(p.tok.pos, "the file holds no program (the shortest: begin skip; end)")
	}
	out := &program{}
	for p.is("proc") {
		out.procs = append(out.procs, p.proc())
	}
	out.main = &proc{pos: p.tok.pos}
	p.body(out.main)
	p.accept(";")
	if p.tok.kind != tEnd {
		p.fail(p.tok.pos, "%s after the end of the program (procedures come before the main part)", p.tok)
	}
	return out
}

// proc parses a procedure.
func (p *parser) proc() *proc {
	p.expect("proc")
	n := p.name("a name of a procedure")
	f := &proc{name: n.text, pos: n.pos}
	p.expect("(")
	if !p.is(")") {
		f.params = p.decls()
	}
	p.expect(")")
	p.expect("returns")
	p.expect("(")
	if !p.is(")") {
		f.results = p.decls()
	}
	p.expect(")")
	p.body(f)
	p.accept(";")
	return f
}

// body parses the variables and statements of f.
func (p *parser) body(f *proc) {
	if p.accept("var") {
		if !p.is(";") {
			f.vars = p.decls()
		}
		p.expect(";")
	}
	open := p.expect("begin")
	f.body = p.block(open, "end")
	p.expect("end")
}

// decls parses a list of declarations of variables.
func (p *parser) decls() []decl {
	var out []decl
	for {
		n := p.name("a variable")
		p.expect(":")
		d := decl{n.text, n.pos, ir.I32}
		switch {
		case p.accept("int"):
		case p.accept("real"):
			d.t = ir.F64
		default:
			p.fail(p.tok.pos, "%s, but the type of %s is expected: int or real", p.tok, short(n.text))
		}
		out = append(out, d)
		if !p.accept(",") {
			return out
		}
	}
}

// block parses statements up to one of the words in ends, which it does not skip. open is the token with which the
// block begins, for errors.
func (p *parser) block(open token, ends ...string) []stmt {
	defer p.deeper()()
	var out []stmt
	for {
		for _, e := range ends {
			if p.is(e) {
				return out
			}
		}
		switch w := p.tok.text; {
		case p.tok.kind == tEnd, w == "end", w == "endif", w == "done", w == "else", w == "proc", w == "begin", w == "then",
			w == "do", w == "var":
			p.fail(p.tok.pos, "%s, but a statement or '%s' is expected: '%s' at %d:%d is open", p.tok, ends[len(ends)-1],
				open.text, open.pos.Line, open.pos.Col)
		}
		out = append(out, p.stmt())
	}
}

// stmt parses a statement.
func (p *parser) stmt() stmt {
	open := p.tok
	s := stmt{pos: open.pos, op: open.text}
	p.ops = 0
	switch {
	case p.is("skip"), p.is("halt"), p.is("fail"):
		p.advance()
	case p.accept("assume"):
		s.x = p.bexpr()
	case p.accept("if"):
		s.x = p.bexpr()
		p.expect("then")
		s.then = p.block(open, "else", "endif")
		if p.accept("else") {
			s.els = p.block(open, "endif")
		}
		p.expect("endif")
	case p.accept("while"):
		s.x = p.bexpr()
		p.expect("do")
		s.then = p.block(open, "done")
		p.expect("done")
	case p.accept("("):
		s.op = "call"
		if !p.is(")") {
			s.dst = p.names()
		}
		p.expect(")")
		p.expect("=")
		p.call(&s, p.name("a procedure"))
	default:
		n := p.name("a statement")
		s.dst = []decl{{name: n.text, pos: n.pos}}
		p.expect("=")
		if p.tok.kind == tName && !keywords[p.tok.text] {
			at, tok := *p.lexer, p.tok
			f := p.advance()
			if p.is("(") {
				s.op = "call"
				p.call(&s, f)
				break
			}
			*p.lexer, p.tok = at, tok
		}
		s.op, s.x = "assign", p.expr()
	}
	if !p.is(";") {
		p.fail(p.tok.pos, "%s, but ';' is expected after the statement of line %d", p.tok, s.pos.Line)
	}
	p.advance()
	return s
}

// call parses the arguments of a call of the procedure f into s.
func (p *parser) call(s *stmt, f token) {
	s.proc = f.text
	p.expect("(")
	if !p.is(")") {
		s.args = p.names()
	}
	p.expect(")")
}

// names parses a list of variables.
func (p *parser) names() []decl {
	var out []decl
	for {
		n := p.name("a variable")
		out = append(out, decl{name: n.text, pos: n.pos})
		if !p.accept(",") {
			return out
		}
	}
}

// bexpr parses a condition: a disjunction of band. band is a conjunction of bnot, which is a negation, a constant, a
// comparison or a condition in parentheses.
func (p *parser) bexpr() *expr {
	x := p.band()
	for p.is("or") {
		t := p.advance()
		x = p.node(&expr{pos: t.pos, op: "or", x: x, y: p.band()})
	}
	return x
}

// band parses a conjunction.
func (p *parser) band() *expr {
	x := p.bnot()
	for p.is("and") {
		t := p.advance()
		x = p.node(&expr{pos: t.pos, op: "and", x: x, y: p.bnot()})
	}
	return x
}

// bnot parses an operand of a conjunction.
func (p *parser) bnot() *expr {
	defer p.deeper()()
	pos := p.tok.pos
	switch {
	case p.accept("not"):
		return &expr{pos: pos, op: "not", x: p.bnot()}
	case p.is("true"), p.is("false"), p.is("brandom"):
		return &expr{pos: pos, op: p.advance().text}
	}
	var deep *Error
	if p.is("(") { // a condition in parentheses, or an expression
		at, tok, depth, ops := *p.lexer, p.tok, p.depth, p.ops
		var x *expr
		if x, deep = p.try(p.nested); x != nil {
			return x
		}
		*p.lexer, p.tok, p.depth, p.ops = at, tok, depth, ops
	}
	x, err := p.try(p.comparison)
	if err != nil { // report the error of the attempt that came farther
		if deep != nil && (deep.Pos.Line > err.Pos.Line || deep.Pos.Line == err.Pos.Line && deep.Pos.Col > err.Pos.Col) {
			err = deep
		}
		panic(err)
	}
	return x
}

// comparison parses a comparison of two expressions.
func (p *parser) comparison() *expr {
	x := p.expr()
	switch p.tok.text {
	case "==", "!=", "<", "<=", ">", ">=":
		t := p.advance()
		return &expr{pos: t.pos, op: t.text, x: x, y: p.expr()}
	case "=":
		p.fail(p.tok.pos, "'=' assigns; a comparison is ==")
	}
	p.fail(p.tok.pos, "%s, but a comparison is expected", p.tok)
	return nil
}

// try calls read and returns its result, or the *Error with which it panics.
func (p *parser) try(read func() *expr) (x *expr, err *Error) {
	defer func() {
		if e := recover(); e != nil {
			var ok bool
			if err, ok = e.(*Error); !ok {
				panic(e)
			}
			x = nil
		}
	}()
	return read(), nil
}

// nested parses "(" bexpr ")". It returns nil if an operator on numbers follows.
func (p *parser) nested() *expr {
	p.expect("(")
	x := p.bexpr()
	p.expect(")")
	switch p.tok.text {
	case "+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=":
		return nil
	}
	return x
}

// expr parses an expression: a sum of terms. A term is a product of factors, and a factor is an atom with signs.
func (p *parser) expr() *expr {
	x := p.term()
	for p.is("+") || p.is("-") {
		t := p.advance()
		x = p.node(&expr{pos: t.pos, op: t.text, suffix: t.suffix, x: x, y: p.term()})
	}
	return x
}

// term parses a product.
func (p *parser) term() *expr {
	x := p.factor()
	for p.is("*") || p.is("/") || p.is("%") {
		t := p.advance()
		x = p.node(&expr{pos: t.pos, op: t.text, suffix: t.suffix, x: x, y: p.factor()})
	}
	return x
}

// factor parses an atom with signs. A sign before a number becomes part of the number.
func (p *parser) factor() *expr {
	t := p.tok
	if !p.accept("-") {
		return p.atom()
	}
	defer p.deeper()()
	if t.suffix == "" && p.tok.kind == tNumber { // -2147483648
		n := p.advance()
		return &expr{pos: t.pos, op: "number", text: "-" + n.text}
	}
	return p.node(&expr{pos: t.pos, op: "neg", suffix: t.suffix, x: p.factor()})
}

// atom parses an operand: a number, a name, random, a cast or sqrt of an atom, or an expression in parentheses.
func (p *parser) atom() *expr {
	defer p.deeper()()
	t := p.tok
	switch {
	case p.accept("("):
		x := p.expr()
		p.expect(")")
		return x
	case p.accept("cast"), p.accept("sqrt"):
		return p.node(&expr{pos: t.pos, op: t.text, suffix: t.suffix, x: p.atom()})
	case p.accept("random"):
		return &expr{pos: t.pos, op: "random"}
	case t.kind == tNumber:
		p.advance()
		return &expr{pos: t.pos, op: "number", text: t.text}
	}
	n := p.name("an expression")
	if p.is("(") {
		p.fail(p.tok.pos, "a call stands alone: x = %s(...); with variables in the parentheses", short(n.text))
	}
	return &expr{pos: n.pos, op: "name", text: n.text}
}
