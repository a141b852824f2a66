package ir

import (
	"fmt"
	"math"
	"strconv"

	"github.com/tandem-verifier/tandem/internal/num"
)

// maxDepth bounds the nesting of expressions in the text.
const maxDepth = 10000

// Tokens.

// tok returns the next token without taking it.
func (ps *parser) tok() token { return ps.toks[ps.i] }

// take returns the next token and advances to the one after it, but not beyond tEOF.
func (ps *parser) take() token {
	t := ps.toks[ps.i]
	ps.atEnd = t.kind == tEOF
	if !ps.atEnd {
		ps.i++
	}
	return t
}

// fail panics with an error at the next token.
func (ps *parser) fail(format string, args ...any) {
	t := ps.tok()
	panic(&ParseError{t.line, t.col, fmt.Sprintf(format, args...)})
}

// failBefore panics with an error at the last taken token.
func (ps *parser) failBefore(format string, args ...any) {
	if ps.i > 0 && !ps.atEnd {
		ps.i--
	}
	ps.fail(format, args...)
}

func (ps *parser) skipNewlines() {
	for ps.tok().kind == tNewline {
		ps.take()
	}
}

// endLine takes the end of a line or of the text.
func (ps *parser) endLine() {
	if k := ps.tok().kind; k != tNewline && k != tEOF {
		ps.fail("unexpected %s, end of line expected", ps.tok())
	}
	ps.take()
}

// name takes an unquoted word and returns it.
func (ps *parser) name() string {
	if ps.tok().kind != tName {
		ps.fail("unexpected %s, word expected", ps.tok())
	}
	return ps.take().text
}

// anyName takes a name, plain or quoted, and returns it.
func (ps *parser) anyName() string {
	if k := ps.tok().kind; k != tName && k != tString {
		ps.fail("unexpected %s, name expected", ps.tok())
	}
	return ps.take().text
}

// word takes the word w, which must come next.
func (ps *parser) word(w string) {
	if !ps.opt(w) {
		ps.fail("unexpected %s, %s expected", ps.tok(), w)
	}
}

// opt takes the word w if it comes next, and reports whether it did.
func (ps *parser) opt(w string) bool {
	if t := ps.tok(); t.kind == tName && t.text == w {
		ps.take()
		return true
	}
	return false
}

// punct takes the operator or bracket s, which must come next.
func (ps *parser) punct(s string) {
	if !ps.optPunct(s) {
		ps.fail("unexpected %s, '%s' expected", ps.tok(), s)
	}
}

// optPunct takes the operator or bracket s if it comes next, and reports whether it did.
func (ps *parser) optPunct(s string) bool {
	if t := ps.tok(); t.kind == tPunct && t.text == s {
		ps.take()
		return true
	}
	return false
}

// str takes a quoted string and returns its value.
func (ps *parser) str() string {
	if ps.tok().kind != tString {
		ps.fail("unexpected %s, string expected", ps.tok())
	}
	return ps.take().text
}

// int takes a number, perhaps with a sign, and returns it.
func (ps *parser) int() int64 {
	sign := ""
	if ps.optPunct("-") {
		sign = "-"
	}
	if ps.tok().kind != tNumber {
		ps.fail("unexpected %s, number expected", ps.tok())
	}
	n, err := strconv.ParseInt(sign+ps.take().text, 10, 64)
	if err != nil {
		ps.failBefore("bad number")
	}
	return n
}

// numbered reads a letter with a number, such as L3 or O3, and returns the number.
func (ps *parser) numbered(letter byte) int {
	t := ps.tok()
	if t.kind == tName && len(t.text) > 1 && t.text[0] == letter {
		if n, err := strconv.ParseUint(t.text[1:], 10, 31); err == nil {
			ps.take()
			return int(n)
		}
	}
	ps.fail("unexpected %s, %cn expected", t, letter)
	return 0
}

// pos takes a position and returns it.
func (ps *parser) pos() Pos {
	t := ps.tok()
	if t.kind != tPos {
		ps.fail("unexpected %s, position expected", t)
	}
	ps.take()
	if !t.named {
		t.pos.File = ps.file
	}
	return t.pos
}

// at reads a position if it comes next, and returns it; otherwise it returns the zero position.
func (ps *parser) at() Pos {
	if ps.tok().kind == tPos {
		return ps.pos()
	}
	return Pos{}
}

// oneOf reads one of words and returns its index. what describes the words in messages.
func (ps *parser) oneOf(words []string, what string) int {
	w := ps.name()
	for i, x := range words {
		if x == w {
			return i
		}
	}
	ps.failBefore("unknown %s %s", what, w)
	return 0
}

// typ reads a type.
func (ps *parser) typ() Type {
	w := ps.name()
	t, ok := parseType(w)
	if !ok {
		ps.failBefore("unknown type %s", w)
	}
	return t
}

// parseType returns the type with the text form w; false if there is none.
func parseType(w string) (Type, bool) {
	switch w {
	case "void":
		return Void, true
	case "bool":
		return B, true
	case "f32":
		return F32, true
	case "f64":
		return F64, true
	case "ptr32":
		return P32, true
	case "ptr64":
		return P64, true
	}
	if len(w) < 2 || len(w) > 3 || (w[0] != 'i' && w[0] != 'u') || w[1] == '0' {
		return Void, false
	}
	n, err := strconv.ParseUint(w[1:], 10, 8)
	if err != nil || n < 1 || n > 64 {
		return Void, false
	}
	return Type{Int, uint8(n), w[0] == 'i'}, true
}

// siteRef reads the number of a site and returns the site.
func (ps *parser) siteRef() *Site {
	ps.punct("#")
	n := ps.int()
	if n < 0 || n >= int64(len(ps.p.Sites)) {
		ps.failBefore("no site #%d", n)
	}
	return ps.p.Sites[n]
}

// funcRef reads the name of a function and returns the function.
func (ps *parser) funcRef() *Func {
	n := ps.anyName()
	f := ps.funcs[n]
	if f == nil {
		ps.failBefore("function %s is not defined", n)
	}
	return f
}

// varRef reads the name of a register and returns the register.
func (ps *parser) varRef() *Var {
	t := ps.take()
	var v *Var
	switch t.kind {
	case tGlobal:
		v = ps.globals[t.text]
	case tName, tString:
		v = ps.regs[t.text]
	}
	if v == nil {
		ps.failBefore("no register %s", t)
	}
	return v
}

// Statements.

// stmt reads a statement.
func (ps *parser) stmt() Stmt {
	t := ps.tok()
	next := ps.toks[ps.i]
	if ps.i+1 < len(ps.toks) {
		next = ps.toks[ps.i+1]
	}
	if (t.kind == tName || t.kind == tString || t.kind == tGlobal) && next.kind == tPunct && next.text == "=" {
		dst := ps.varRef()
		ps.punct("=")
		return ps.assignment(dst)
	}
	switch w := ps.name(); w {
	case "skip":
		return &Skip{}
	case "assume":
		return ps.assume()
	case "store":
		e := ps.list(2)
		return &Store{e[0], e[1]}
	case "decl":
		return &Decl{ps.objRef()}
	case "end":
		return &End{ps.objRef()}
	case "free":
		s := &Free{Addr: ps.expr(0)}
		if ps.opt(Stack.String()) {
			s.Kind = Stack
		}
		s.Kept = ps.opt("kept")
		return s
	case "memcopy":
		e := ps.list(3)
		return &MemCopy{e[0], e[1], e[2]}
	case "memset":
		e := ps.list(3)
		return &MemSet{e[0], e[1], e[2]}
	case "memhavoc":
		e := ps.list(2)
		return &MemHavoc{e[0], e[1], ps.siteRef()}
	case "havocall":
		return &HavocAll{ps.str()}
	case "call":
		return &Call{nil, ps.funcRef(), ps.args()}
	case "undefined":
		return &Undefined{ps.str()}
	case "return":
		if t := ps.tok(); t.kind == tNewline || t.kind == tEOF || t.kind == tPos || (t.kind == tName && t.text == "inline") {
			return &Return{}
		}
		return &Return{ps.expr(0)}
	default:
		ps.failBefore("unknown statement %s", w)
	}
	return nil
}

// assignment reads the rest of a statement after "dst =".
func (ps *parser) assignment(dst *Var) Stmt {
	switch {
	case ps.opt("input"):
		s := &Input{Dst: dst, Site: ps.siteRef()}
		if ps.opt("fresh") {
			s.FreshSize = ps.int()
		}
		return s
	case ps.opt("load"):
		return &LoadStmt{dst, ps.expr(0)}
	case ps.opt("alloc"):
		s := &Alloc{Dst: dst, Kind: AllocKind(ps.oneOf(allocKinds, "kind of memory"))}
		s.Size = ps.expr(0)
		s.Zeroed = ps.opt("zeroed")
		s.Kept = ps.opt("kept")
		s.Moved = ps.opt("moved")
		if t := ps.tok(); t.kind == tPunct && t.text == "#" {
			s.Site = ps.siteRef()
		}
		return s
	case ps.opt("call"):
		return &Call{dst, ps.funcRef(), ps.args()}
	case ps.opt("math"):
		return &Math{dst, ps.anyName(), ps.args()}
	}
	return &Assign{dst, ps.expr(0)}
}

// assume reads the rest of an Assume after its first word.
func (ps *parser) assume() Stmt {
	s := &Assume{Cond: ps.expr(0)}
	for ps.optPunct("[") {
		w := ps.name()
		switch {
		case s.Guard == Branch && s.Mark == NoMark && (w == "T" || w == "F"):
			s.Mark = True
			if w == "F" {
				s.Mark = False
			}
		case s.Guard == Branch:
			for i, g := range guards {
				if g == w {
					s.Guard = Guard(i)
				}
			}
			if s.Guard == Branch {
				ps.failBefore("unknown mark or guard %s", w)
			}
		default:
			ps.failBefore("unexpected %s", w)
		}
		ps.punct("]")
	}
	return s
}

// list reads n expressions separated by commas.
func (ps *parser) list(n int) []Expr {
	es := make([]Expr, n)
	for i := range es {
		if i > 0 {
			ps.punct(",")
		}
		es[i] = ps.expr(0)
	}
	return es
}

// args reads arguments in parentheses.
func (ps *parser) args() []Expr {
	ps.punct("(")
	var es []Expr
	for !ps.optPunct(")") {
		if len(es) > 0 {
			ps.punct(",")
		}
		es = append(es, ps.expr(0))
	}
	return es
}

// objRef reads the name of an object and returns the object.
func (ps *parser) objRef() *Object {
	t := ps.take()
	var o *Object
	switch t.kind {
	case tGlobal:
		o = ps.objects[t.text]
	case tName, tString:
		o = ps.locals[t.text]
	}
	if o == nil {
		ps.failBefore("no object %s", t)
	}
	return o
}

// Expressions.

// expr reads an expression whose operators bind at least as tightly as prec.
func (ps *parser) expr(prec int) Expr {
	if ps.depth++; ps.depth > maxDepth {
		ps.fail("expression is nested too deeply")
	}
	defer func() { ps.depth-- }()
	x := ps.unary()
	for {
		t := ps.tok()
		op := binOpOf(t)
		if op == 0 || binPrec[op] < prec {
			return x
		}
		ps.take()
		x = &Binary{op, x, ps.expr(binPrec[op] + 1)}
	}
}

// binOpOf returns the binary operator that t denotes, 0 if there is none.
func binOpOf(t token) BinOp {
	if t.kind != tPunct {
		return 0
	}
	for i, s := range binOps {
		if s != "" && s == t.text {
			return BinOp(i)
		}
	}
	return 0
}

// unary reads an expression without binary operators outside of parentheses.
func (ps *parser) unary() Expr {
	if ps.depth++; ps.depth > maxDepth {
		ps.fail("expression is nested too deeply")
	}
	defer func() { ps.depth-- }()
	t := ps.take()
	switch t.kind {
	case tNumber:
		return ps.literal(t, false)
	case tString:
		ps.i--
		return &Ref{ps.varRef()}
	case tGlobal:
		ps.i--
		return &Ref{ps.varRef()}
	case tName:
		return ps.word1(t)
	case tPunct:
		switch t.text {
		case "-":
			if n := ps.tok(); n.glued &&
				(n.kind == tNumber || (n.kind == tName && n.text == "inf" && ps.toks[ps.i+1].text == ":")) {
				ps.take()
				return ps.literal(n, true)
			}
			return &Unary{Neg, ps.unary()}
		case "~":
			return &Unary{Not, ps.unary()}
		case "!":
			return &Unary{LNot, ps.unary()}
		case "&":
			return &AddrOf{ps.objRef(), ps.p.Model.Ptr()}
		case "(":
			e := ps.expr(0)
			ps.punct(")")
			return e
		}
	}
	ps.failBefore("unexpected %s, expression expected", t)
	return nil
}

// word1 reads the rest of an expression that begins with the word t: a literal, a function form, a cast, or a register.
func (ps *parser) word1(t token) Expr {
	switch t.text {
	case "true", "false":
		return NewBool(t.text == "true")
	case "inf", "nan":
		return ps.literal(t, false)
	}
	if !(ps.tok().kind == tPunct && ps.tok().text == "(") {
		ps.i--
		return &Ref{ps.varRef()}
	}
	if ty, ok := parseType(t.text); ok {
		ps.take()
		x := ps.expr(0)
		ps.punct(")")
		return &Cast{ty, x}
	}
	for i, s := range unOps {
		if s == t.text {
			ps.take()
			x := ps.expr(0)
			ps.punct(")")
			return &Unary{UnOp(i), x}
		}
	}
	ps.take()
	e := ps.form(t)
	ps.punct(")")
	return e
}

// questions maps the names of questions in the text form to the questions, except for Tracked.
var questions = map[string]Question{"readable": Readable, "writable": Writable, "freeable": Freeable, "same": Same,
	"dynamic": Dynamic, "live": Live, "kept": Kept}

// form reads the arguments of the function form named t, up to its closing parenthesis.
func (ps *parser) form(t token) Expr {
	switch t.text {
	case "func":
		return &FuncAddr{ps.funcRef(), ps.p.Model.Ptr()}
	case "ptradd":
		e := &PtrAdd{P: ps.expr(0)}
		ps.punct(",")
		e.Index = ps.expr(0)
		ps.punct(",")
		e.Scale = ps.int()
		return e
	case "ptrdiff":
		l := ps.list(2)
		return &PtrDiff{l[0], l[1]}
	case "overflows":
		b, ok := ps.expr(0).(*Binary)
		if !ok || (b.Op > Div) {
			ps.fail("overflows takes one of + - * /")
		}
		return &Overflows{b.Op, b.X, b.Y}
	case "freeable", "dynamic", "live":
		return &Valid{What: questions[t.text], Addr: ps.expr(0)}
	case "readable", "writable", "same":
		l := ps.list(2)
		return &Valid{What: questions[t.text], Addr: l[0], N: l[1]}
	case "tracked":
		e := &Valid{What: Tracked}
		for t := ps.tok(); t.kind != tPunct || t.text != ")"; t = ps.tok() {
			if len(e.Roots) > 0 {
				ps.punct(",")
			}
			e.Roots = append(e.Roots, ps.expr(0))
		}
		return e
	case "mem":
		e := &Load{T: ps.typ()}
		ps.punct(",")
		e.Addr = ps.expr(0)
		return e
	case "forall":
		v := &Var{Name: ps.anyName(), Type: ps.typ()}
		ps.punct(",")
		l := ps.list(2)
		ps.punct(",")
		old, had := ps.regs[v.Name]
		ps.regs[v.Name] = v
		body := ps.expr(0)
		delete(ps.regs, v.Name)
		if had {
			ps.regs[v.Name] = old
		}
		return &Forall{v, l[0], l[1], body}
	}
	ps.i -= 2
	ps.fail("unknown function %s", t)
	return nil
}

// literal reads the rest of a literal after its number t (":type", or "(bits):type" for nan) and returns the constant.
func (ps *parser) literal(t token, neg bool) Expr {
	var nan uint64
	if t.text == "nan" && t.kind == tName {
		ps.punct("(")
		n, err := strconv.ParseUint(ps.take().text, 0, 64)
		if err != nil {
			ps.failBefore("bad bits of nan")
		}
		nan = n
		ps.punct(")")
	}
	ps.punct(":")
	ty := ps.typ()
	text := t.text
	if neg {
		text = "-" + text
	}
	bits, ok := literalBits(ty, text, nan)
	if !ok {
		ps.failBefore("%s is not a value of %s", text, ty)
	}
	return &Const{ty, bits}
}

// literalBits returns the canonical bits of the literal text of type ty, or of nan if the text is "nan". ok is false if
// ty has no such value.
func literalBits(ty Type, text string, nan uint64) (bits uint64, ok bool) {
	switch ty.Kind {
	case Int:
		if !ty.Signed {
			n, err := strconv.ParseUint(text, 10, int(ty.Bits))
			return n, err == nil
		}
		n, err := strconv.ParseInt(text, 10, int(ty.Bits))
		return num.Trunc(uint64(n), ty.Bits), err == nil
	case Ptr:
		n, err := strconv.ParseUint(text, 10, int(ty.Bits))
		return n, err == nil
	case Float:
		if text == "nan" {
			if ty.Bits == 32 && nan>>32 != 0 {
				return 0, false
			}
			return nan, math.IsNaN(FloatOf(ty, nan))
		}
		size := 64
		if ty.Bits == 32 {
			size = 32
		}
		f, err := strconv.ParseFloat(text, size)
		return FloatBits(ty, f), err == nil
	case Bool, None: // have names
	}
	return 0, false
}
