package term

import (
	"math/big"
	"strconv"
	"strings"
)

// parse parses one term. Its names are the declared names and the names that the text itself binds.
// The result is rewritten like any other term.
func (c *Ctx) parse(text string, decls []Decl) (*Term, error) {
	xs, err := ParseSExprs(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	if len(xs) != 1 {
		return nil, &SyntaxError{At: shorten(text), Msg: "one term expected"}
	}
	return c.ParseSExpr(xs[0], decls)
}

// ParseSExpr is Parse for an S-expression.
func (c *Ctx) ParseSExpr(x SExpr, decls []Decl) (t *Term, err error) {
	p := newParser(c, decls)
	err = catch(func() { t = p.term(x) })
	return t, err
}

// catch runs f and returns the panics of the parser (SyntaxError) and of constructors (sortError) as errors.
func catch(f func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *SyntaxError:
			err = r
		case sortError:
			err = r
		default:
			panic(r)
		}
	}()
	f()
	return nil
}

// fail panics with a SyntaxError at x.
func fail(x SExpr, msg string) { panic(&SyntaxError{At: shorten(x.text(200)), Msg: msg}) }

// text is String truncated after about n bytes. It does not build the rest of the text.
func (s SExpr) text(n int) string {
	if s.List == nil || n < 2 {
		if s.List != nil {
			return "(...)"
		}
		return s.String()
	}
	var b strings.Builder
	b.WriteByte('(')
	for i, x := range s.List {
		if i > 0 {
			b.WriteByte(' ')
		}
		if b.Len() > n {
			b.WriteString("...")
			break
		}
		b.WriteString(x.text((n - b.Len()) / 2))
	}
	b.WriteByte(')')
	return b.String()
}

// shorten returns s truncated to 80 bytes.
func shorten(s string) string {
	if len(s) > 80 {
		return s[:80] + "..."
	}
	return s
}

// parser parses terms of SMT-LIB. On an error it panics, see catch.
type parser struct {
	c     *Ctx
	vars  map[string]*Term   // declared constants
	funcs map[string]Decl    // declared functions
	defs  map[string]*Func   // functions with a define-fun
	bound map[string][]*Term // names bound by let and quantifiers: their terms, innermost last
	lets  int                // number of let bindings around the current term
}

// newParser returns a parser for terms with these declarations.
func newParser(c *Ctx, decls []Decl) *parser {
	p := &parser{c: c, vars: map[string]*Term{}, funcs: map[string]Decl{}, defs: map[string]*Func{},
		bound: map[string][]*Term{}}
	for _, d := range decls {
		p.declare(d)
	}
	return p
}

// declare adds a declaration.
func (p *parser) declare(d Decl) {
	if len(d.Args) == 0 {
		p.vars[d.Name] = p.c.Var(d.Name, d.Sort)
	} else {
		p.funcs[d.Name] = d
	}
}

// bind binds name to t until unbind.
func (p *parser) bind(name string, t *Term) { p.bound[name] = append(p.bound[name], t) }
func (p *parser) unbind(name string)        { p.bound[name] = p.bound[name][:len(p.bound[name])-1] }

// symbol returns the term of a bound name or declared constant, nil if there is none.
func (p *parser) symbol(x SExpr) *Term {
	if s := p.bound[x.Atom]; len(s) > 0 {
		return s[len(s)-1]
	}
	return p.vars[unescape(x.Atom)]
}

// term parses a term.
func (p *parser) term(x SExpr) *Term {
	if x.List == nil {
		return p.atom(x)
	}
	if len(x.List) == 0 {
		fail(x, "term expected")
	}
	switch h := x.List[0]; {
	case h.List != nil:
		return p.indexed(x, h)
	case h.Quoted == '|':
		return p.apply(x)
	case h.Is("let"):
		return p.let(x)
	case h.Is("forall"), h.Is("exists"):
		return p.quantifier(x)
	case h.Is("lambda"):
		f := p.lambda(x)
		if t := arrayOfFunc(p.c, f); t != nil {
			return t
		}
		fail(x, "lambda that is no finite array")
	case h.Is("!"):
		p.arity(x, 2, len(x.List))
		return p.term(x.List[1])
	case h.Is("_"):
		return p.indexedConst(x)
	case h.Is("as"):
		p.arity(x, 3, 3)
		return p.term(x.List[1])
	case h.Is("fp"):
		return p.float(x)
	}
	return p.apply(x)
}

// arity fails unless the list x has lo to hi elements, including the operator.
func (p *parser) arity(x SExpr, lo, hi int) {
	if n := len(x.List); n < lo || n > hi {
		fail(x, "wrong number of operands")
	}
}

// atom parses a name or literal.
func (p *parser) atom(x SExpr) *Term {
	if x.Quoted == '"' {
		fail(x, "string")
	}
	if t := p.symbol(x); t != nil {
		return t
	}
	a := x.Atom
	switch {
	case x.Quoted != 0 || a == "":
	case a == "true":
		return p.c.True()
	case a == "false":
		return p.c.False()
	case a[0] >= '0' && a[0] <= '9':
		if v, ok := new(big.Int).SetString(a, 10); ok && len(a) < 1<<16 && isDigits(a) {
			return p.c.IntBig(v)
		}
	case strings.HasPrefix(a, "#b"):
		if v, ok := new(big.Int).SetString(a[2:], 2); ok && a[2] != '-' && a[2] != '+' && a[2] != '_' {
			return p.c.BVBig(v, p.width(x, len(a)-2))
		}
	case strings.HasPrefix(a, "#x"):
		if v, ok := new(big.Int).SetString(a[2:], 16); ok && a[2] != '-' && a[2] != '+' {
			return p.c.BVBig(v, p.width(x, 4*(len(a)-2)))
		}
	}
	fail(x, "unknown symbol")
	return nil
}

// isDigits reports whether s is a sequence of one or more decimal digits.
func isDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// width returns n, and fails if n is not a valid width of a bit-vector.
func (p *parser) width(x SExpr, n int) int {
	if n < 1 || n > maxWidth {
		fail(x, "width of a bit-vector")
	}
	return n
}

// let parses nested lets by a loop rather than by recursion, since Print nests as many lets as a term has shared nodes.
func (p *parser) let(x SExpr) *Term {
	var names []string
	for x.head("let") {
		p.arity(x, 3, 3)
		vals := make([]*Term, len(x.List[1].List))
		for i, b := range x.List[1].List {
			if len(b.List) != 2 || b.List[0].List != nil {
				fail(x, "bindings of let")
			}
			vals[i] = p.term(b.List[1])
		}
		for i, b := range x.List[1].List {
			p.bind(b.List[0].Atom, vals[i])
			names = append(names, b.List[0].Atom)
			p.lets++
		}
		x = x.List[2]
	}
	t := p.term(x)
	for _, n := range names {
		p.unbind(n)
	}
	p.lets -= len(names)
	return t
}

// params makes the variables that list declares for the quantifier, lambda or definition x, and binds them.
func (p *parser) params(x, list SExpr) []*Term {
	var out []*Term
	for _, b := range list.List {
		if len(b.List) != 2 || b.List[0].List != nil || b.List[0].Quoted == '"' {
			fail(x, "list of variables")
		}
		name, s := unescape(b.List[0].Atom), parseSort(b.List[1])
		v := p.c.Var(name, s)
		// The value of a let may have a free variable of this name, which must not be captured.
		if p.lets > 0 && p.symbol(b.List[0]) != nil {
			v = p.c.Fresh(name, s)
		}
		for _, o := range out {
			if o.name == name {
				fail(x, "variable bound twice")
			}
		}
		out = append(out, v)
	}
	for i, b := range list.List {
		p.bind(b.List[0].Atom, out[i])
	}
	return out
}

// unbindAll removes the bindings of params.
func (p *parser) unbindAll(list SExpr) {
	for _, b := range list.List {
		p.unbind(b.List[0].Atom)
	}
}

// quantifier parses a forall or exists.
func (p *parser) quantifier(x SExpr) *Term {
	p.arity(x, 3, 3)
	vars := p.params(x, x.List[1])
	body := p.term(x.List[2])
	p.unbindAll(x.List[1])
	if x.head("forall") {
		return p.c.Forall(vars, body)
	}
	return p.c.Exists(vars, body)
}

// lambda parses a lambda with one scalar parameter and a scalar body.
func (p *parser) lambda(x SExpr) *Func {
	p.arity(x, 3, 3)
	vars := p.params(x, x.List[1])
	body := p.term(x.List[2])
	p.unbindAll(x.List[1])
	if len(vars) != 1 || vars[0].sort.Kind == Array || body.sort.Kind == Array {
		fail(x, "lambda of other than one scalar")
	}
	return &Func{Params: vars, Body: body}
}

// indexedConst parses an indexed literal: (_ bv5 32), (_ +oo 8 24) and others.
func (p *parser) indexedConst(x SExpr) *Term {
	p.arity(x, 3, 4)
	name := x.List[1].Atom
	if len(x.List) == 3 {
		if v, ok := new(big.Int).SetString(strings.TrimPrefix(name, "bv"), 10); ok && strings.HasPrefix(name, "bv") &&
			isDigits(name[2:]) {
			return p.c.BVBig(v, p.width(x, p.index(x, 2)))
		}
		fail(x, "unknown constant")
	}
	n := p.floatWidth(x, 2)
	e, m := format(n)
	inf := uint64(1<<e-1) << (m - 1)
	switch name {
	case "+oo":
		return p.c.FP(inf, n)
	case "-oo":
		return p.c.FP(inf|1<<(n-1), n)
	case "+zero":
		return p.c.FP(0, n)
	case "-zero":
		return p.c.FP(1<<(n-1), n)
	case "NaN":
		return p.c.FP(quietNaN(n), n)
	}
	fail(x, "unknown constant")
	return nil
}

// index returns the numeral that is element i of an indexed identifier.
func (p *parser) index(x SExpr, i int) int {
	if i >= len(x.List) || !isDigits(x.List[i].Atom) {
		fail(x, "number expected")
	}
	n, err := strconv.Atoi(x.List[i].Atom)
	if err != nil || n > 1<<20 {
		fail(x, "number out of range")
	}
	return n
}

// floatWidth returns the width of the floats whose exponent and significand have the widths at elements i and i+1.
func (p *parser) floatWidth(x SExpr, i int) int {
	e, m := p.index(x, i), p.index(x, i+1)
	for _, n := range []int{32, 64} {
		if we, wm := format(n); e == we && m == wm {
			return n
		}
	}
	fail(x, "only binary32 and binary64 floats are supported")
	return 0
}

// float parses (fp sign exponent significand).
func (p *parser) float(x SExpr) *Term {
	p.arity(x, 4, 4)
	sign, exp, frac := p.term(x.List[1]), p.term(x.List[2]), p.term(x.List[3])
	bits := p.c.BVConcat(sign, p.c.BVConcat(exp, frac))
	if n := int(bits.sort.Bits); n == 32 || n == 64 {
		if e, m := format(n); int(exp.sort.Bits) == e && int(frac.sort.Bits) == m-1 {
			return p.c.FPOfBits(bits)
		}
	}
	fail(x, "only binary32 and binary64 floats are supported")
	return nil
}

// parseSort parses a sort.
func parseSort(x SExpr) Sort {
	p := (*parser)(nil)
	switch {
	case x.Is("Bool"):
		return BoolSort
	case x.Is("Int"):
		return IntSort
	case x.Is("Float32"):
		return FP32
	case x.Is("Float64"):
		return FP64
	case x.head("_") && len(x.List) == 3 && x.List[1].Is("BitVec"):
		return BVSort(p.width(x, p.index(x, 2)))
	case x.head("_") && len(x.List) == 4 && x.List[1].Is("FloatingPoint"):
		return fpSort(p.floatWidth(x, 2))
	case x.head("Array") && len(x.List) == 3:
		i, e := parseSort(x.List[1]), parseSort(x.List[2])
		if i.Kind == Array || e.Kind == Array {
			fail(x, "array of arrays")
		}
		return ArraySort(i, e)
	}
	fail(x, "unknown sort")
	return Sort{}
}
