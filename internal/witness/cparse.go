package witness

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// cnode is a node of a C expression as witnesses have them. Op is "num",
// "name", "cast", "call", "index", "member", "?:", a unary operator with "u"
// before it ("u-", "u*", "u&"), or a binary operator as C spells it.
type cnode struct {
	op   string
	args []*cnode
	name string    // name, call, member
	typ  ctype     // cast, num
	val  *ir.Const // num
}

// ctype is the type of a value: a scalar, or a pointer with what it points to.
type ctype struct {
	t    ir.Type
	elem *ctype // of a pointer; nil: unknown, or void
	size int64  // of an array that it stands for, in bytes; 0: none
}

// unsupported says that an expression may be fine C but is not understood here.
type unsupported struct{ what string }

func (e *unsupported) Error() string { return e.what + " is not supported in witnesses" }

func notYet(format string, args ...any) error { return &unsupported{fmt.Sprintf(format, args...)} }

type ctoken struct {
	kind byte // 'n' number, 'w' word, 'p' punctuation, 'c' character, 0 end
	text string
}

var cpunct = []string{"<<=", ">>=", "...", "==>", "<=", ">=", "==", "!=", "&&", "||", "<<", ">>", "->", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="}

// cother is the punctuation of expressions beside the binary operators.
var cother = map[string]bool{"(": true, ")": true, "[": true, "]": true, "!": true, "~": true, "?": true, ":": true, ".": true, "->": true, ",": true, "++": true, "--": true}

func ctokens(s string) ([]ctoken, error) {
	var out []ctoken
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
		case c == '\\' && strings.HasPrefix(s[i:], `\result`):
			out = append(out, ctoken{'w', `\result`})
			i += len(`\result`)
		case c >= '0' && c <= '9' || c == '.' && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9':
			j := i
			for j < len(s) && (isIdent(s[j]) || s[j] == '.' || (s[j] == '+' || s[j] == '-') && exponent(s[i:j])) {
				j++
			}
			out = append(out, ctoken{'n', s[i:j]})
			i = j
		case isIdent(c):
			j := i
			for j < len(s) && isIdent(s[j]) {
				j++
			}
			out = append(out, ctoken{'w', s[i:j]})
			i = j
		case c == '\'':
			j := i + 1
			for j < len(s) && s[j] != '\'' {
				if s[j] == '\\' {
					j++
				}
				j++
			}
			if j >= len(s) {
				return nil, fmt.Errorf("character constant without end in %q", s)
			}
			out = append(out, ctoken{'c', s[i : j+1]})
			i = j + 1
		default:
			p := string(c)
			for _, q := range cpunct {
				if strings.HasPrefix(s[i:], q) {
					p = q
					break
				}
			}
			if cprec[p] == 0 && !cother[p] {
				return nil, fmt.Errorf("unexpected %q in %q", p, s)
			}
			out = append(out, ctoken{'p', p})
			i += len(p)
		}
	}
	return out, nil
}

// exponent says whether a sign after num belongs to it.
func exponent(num string) bool {
	last := num[len(num)-1] | 0x20
	hex := len(num) > 1 && num[1]|0x20 == 'x'
	return last == 'e' && !hex || last == 'p' && hex
}

type cparser struct {
	toks  []ctoken
	at    int
	model ir.DataModel
	text  string
	depth int
}

// parseC reads a C expression without side effects. The error is *unsupported where the text may be C all the same.
func parseC(s string, model ir.DataModel) (*cnode, error) {
	n, err := parsePlainC(s, model)
	var un *unsupported
	if err != nil && !errors.As(err, &un) && beyond.MatchString(s) && balanced(s) {
		return nil, notYet("the syntax of %q", s)
	}
	return n, err
}

// beyond has what stands in expressions of C but not in those that are read here.
var beyond = regexp.MustCompile("[{};\"#@`$]|\\b(struct|union|enum|sizeof|typeof|__\\w+|_[A-Z]\\w*|L'|u'|U')|\\w\\s*\\(")

func parsePlainC(s string, model ir.DataModel) (*cnode, error) {
	toks, err := ctokens(s)
	if err != nil {
		return nil, err
	}
	p := &cparser{toks: toks, model: model, text: s}
	n, err := p.cond()
	if err != nil {
		return nil, err
	}
	if p.at < len(toks) {
		return nil, fmt.Errorf("unexpected %q in %q", toks[p.at].text, s)
	}
	return n, nil
}

func (p *cparser) peek() ctoken {
	if p.at < len(p.toks) {
		return p.toks[p.at]
	}
	return ctoken{}
}

func (p *cparser) punct(s string) bool {
	if t := p.peek(); t.kind == 'p' && t.text == s {
		p.at++
		return true
	}
	return false
}

func (p *cparser) expect(s string) error {
	if !p.punct(s) {
		return fmt.Errorf("%q expected in %q", s, p.text)
	}
	return nil
}

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
	a, err := p.cond()
	if err == nil {
		err = p.expect(":")
	}
	if err != nil {
		return nil, err
	}
	b, err := p.cond()
	return &cnode{op: "?:", args: []*cnode{c, a, b}}, err
}

var cprec = map[string]int{"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, "<=": 7, ">": 7, ">=": 7,
	"<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10}

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

func (p *cparser) unary() (*cnode, error) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > 500 {
		return nil, fmt.Errorf("expression is nested too deeply")
	}
	t := p.peek()
	if t.kind == 'p' {
		switch t.text {
		case "-", "+", "!", "~", "*", "&":
			p.at++
			x, err := p.unary()
			return &cnode{op: "u" + t.text, args: []*cnode{x}}, err
		case "++", "--":
			return nil, fmt.Errorf("%q has a side effect", p.text)
		case "(":
			p.at++
			typ, isType, err := p.typeName()
			if err != nil {
				return nil, err
			}
			if isType {
				if err := p.expect(")"); err != nil {
					return nil, err
				}
				x, err := p.unary()
				return &cnode{op: "cast", typ: typ, args: []*cnode{x}}, err
			}
			x, err := p.cond()
			if err == nil {
				err = p.expect(")")
			}
			if err != nil {
				return nil, err
			}
			if next := p.peek(); x.op == "name" && (next.kind == 'w' || next.kind == 'n' || next.kind == 'c' || next.text == "!" || next.text == "~") {
				return nil, notYet("the type %s", x.name)
			}
			return p.postfix(x)
		}
	}
	x, err := p.primary()
	if err != nil {
		return nil, err
	}
	return p.postfix(x)
}

func (p *cparser) postfix(x *cnode) (*cnode, error) {
	for {
		switch {
		case p.punct("["):
			i, err := p.cond()
			if err == nil {
				err = p.expect("]")
			}
			if err != nil {
				return nil, err
			}
			x = &cnode{op: "index", args: []*cnode{x, i}}
		case p.punct("."), p.punct("->"):
			x = &cnode{op: "member", name: p.peek().text, args: []*cnode{x}}
			p.at++
		case p.punct("("):
			x = &cnode{op: "call", name: x.name, args: []*cnode{x}}
			for first := true; !p.punct(")"); first = false {
				if !first {
					if err := p.expect(","); err != nil {
						return nil, err
					}
				}
				a, err := p.cond()
				if err != nil {
					return nil, err
				}
				x.args = append(x.args, a)
			}
		case p.punct("++"), p.punct("--"):
			return nil, fmt.Errorf("%q has a side effect", p.text)
		default:
			return x, nil
		}
	}
}

func (p *cparser) primary() (*cnode, error) {
	t := p.peek()
	p.at++
	switch t.kind {
	case 'n':
		c, err := cnumber(t.text, p.model)
		if err != nil {
			return nil, err
		}
		return &cnode{op: "num", val: c, typ: ctype{t: c.T}}, nil
	case 'c':
		r, _, tail, err := strconv.UnquoteChar(t.text[1:len(t.text)-1], '\'')
		if err != nil || tail != "" || r > 127 {
			if t.text == `'\0'` {
				r = 0
			} else {
				return nil, notYet("the character constant %s", t.text)
			}
		}
		return &cnode{op: "num", val: ir.NewConst(ir.I32, int64(r)), typ: ctype{t: ir.I32}}, nil
	case 'w':
		if t.text == "sizeof" {
			return nil, notYet("sizeof")
		}
		return &cnode{op: "name", name: t.text}, nil
	case 0:
		return nil, fmt.Errorf("%q ends too early", p.text)
	}
	return nil, fmt.Errorf("unexpected %q in %q", t.text, p.text)
}

// cnumber is a literal with the type that C gives it.
func cnumber(s string, model ir.DataModel) (*ir.Const, error) {
	low := strings.ToLower(s)
	hex := strings.HasPrefix(low, "0x")
	if strings.Contains(low, ".") || !hex && strings.Contains(low, "e") || hex && strings.Contains(low, "p") {
		t, body := ir.F64, low
		if strings.HasSuffix(low, "f") {
			t, body = ir.F32, low[:len(low)-1]
		} else if strings.HasSuffix(low, "l") {
			return nil, notYet("long double")
		}
		f, err := strconv.ParseFloat(body, map[bool]int{true: 32, false: 64}[t == ir.F32])
		if err != nil && !math.IsInf(f, 0) {
			return nil, fmt.Errorf("%q is no number", s)
		}
		return ir.NewFloat(t, f), nil
	}
	body := strings.TrimRight(low, "ul")
	suffix := low[len(body):]
	unsigned := strings.Contains(suffix, "u")
	longs := strings.Count(suffix, "l")
	if strings.Count(suffix, "u") > 1 || longs > 2 {
		return nil, fmt.Errorf("%q is no number", s)
	}
	decimal := !strings.HasPrefix(body, "0") || body == "0"
	v, err := strconv.ParseUint(strings.TrimSuffix(body, "'"), 0, 64)
	if err != nil || strings.Contains(body, "_") {
		return nil, fmt.Errorf("%q is no number", s)
	}
	long := 64
	if model == ir.ILP32 {
		long = 32
	}
	widths := []int{32, long, 64}[longs:]
	for _, w := range widths {
		if !unsigned && v < 1<<(w-1) {
			return ir.NewConst(ir.Type{Kind: ir.Int, Bits: uint8(w), Signed: true}, int64(v)), nil
		}
		if (unsigned || !decimal) && (w == 64 || v < 1<<w) {
			return ir.NewConst(ir.Type{Kind: ir.Int, Bits: uint8(w)}, int64(v)), nil
		}
	}
	if decimal && !unsigned {
		return ir.NewConst(ir.U64, int64(v)), nil // gcc: too large for long long
	}
	return nil, fmt.Errorf("%q is too large", s)
}

// typeName reads a type's name, if one comes next.
func (p *cparser) typeName() (t ctype, ok bool, err error) {
	start := p.at
	var words []string
	for p.peek().kind == 'w' && typeWord[p.peek().text] {
		words = append(words, p.peek().text)
		p.at++
	}
	if len(words) == 0 {
		if w := p.peek(); w.kind == 'w' && (w.text == "struct" || w.text == "union" || w.text == "enum") {
			return t, false, notYet("the type %s", w.text)
		}
		p.at = start
		return t, false, nil
	}
	t, err = basicType(words, p.model)
	if err != nil {
		return t, false, err
	}
	for p.punct("*") {
		elem := t
		t = ctype{t: p.model.Ptr(), elem: &elem}
		for p.peek().text == "const" {
			p.at++
		}
	}
	return t, true, nil
}

var typeWord = map[string]bool{"signed": true, "unsigned": true, "char": true, "short": true, "int": true, "long": true, "float": true,
	"double": true, "_Bool": true, "bool": true, "void": true, "const": true, "volatile": true, "__int128": true, "__int128_t": true, "__uint128_t": true,
	"int8_t": true, "int16_t": true, "int32_t": true, "int64_t": true, "uint8_t": true, "uint16_t": true, "uint32_t": true, "uint64_t": true,
	"size_t": true, "ssize_t": true, "ptrdiff_t": true, "intptr_t": true, "uintptr_t": true, "__signed__": true, "__inline": true}

func basicType(words []string, model ir.DataModel) (ctype, error) {
	count := map[string]int{}
	for _, w := range words {
		count[w]++
	}
	signed := count["unsigned"] == 0
	in := func(bits uint8) ctype { return ctype{t: ir.Type{Kind: ir.Int, Bits: bits, Signed: signed}} }
	ptr := model.Ptr().Bits
	for w := range count {
		switch w {
		case "__int128", "__int128_t", "__uint128_t":
			return ctype{}, notYet("__int128")
		case "size_t", "uintptr_t":
			return ctype{t: ir.Type{Kind: ir.Int, Bits: ptr}}, nil
		case "ssize_t", "ptrdiff_t", "intptr_t":
			return in(ptr), nil
		case "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t":
			n, _ := strconv.Atoi(strings.Trim(w, "uint_"))
			signed = w[0] == 'i'
			return in(uint8(n)), nil
		}
	}
	switch {
	case count["void"] > 0:
		return ctype{}, nil
	case count["_Bool"] > 0 || count["bool"] > 0:
		return ctype{t: ir.B}, nil
	case count["float"] > 0:
		return ctype{t: ir.F32}, nil
	case count["double"] > 0 && count["long"] > 0:
		return ctype{}, notYet("long double")
	case count["double"] > 0:
		return ctype{t: ir.F64}, nil
	case count["char"] > 0:
		return in(8), nil
	case count["short"] > 0:
		return in(16), nil
	case count["long"] == 1:
		return in(ptr), nil
	case count["long"] > 1:
		return in(64), nil
	}
	return in(32), nil
}

// declaredType reads a variable's type as the front end spells it: "int",
// "unsigned char *", "int [4]". What it cannot read has no pointed-to type.
func declaredType(s string, model ir.DataModel) (t ctype, dims []int64, ok bool) {
	base, rest, _ := strings.Cut(s, "[")
	p := &cparser{model: model, text: s}
	toks, err := ctokens(base)
	if err != nil {
		return ctype{}, nil, false
	}
	p.toks = toks
	t, isType, err := p.typeName()
	if err != nil || !isType || p.at < len(toks) {
		return ctype{}, nil, false
	}
	for rest != "" {
		var n string
		n, rest, _ = strings.Cut(rest, "]")
		v, err := strconv.ParseInt(strings.TrimSpace(n), 0, 64)
		if err != nil || v < 0 {
			return ctype{}, nil, false
		}
		dims = append(dims, v)
		rest = strings.TrimPrefix(strings.TrimSpace(rest), "[")
	}
	return t, dims, true
}
