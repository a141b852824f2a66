package witness

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// typeName reads the name of a type, if one comes next, up to the bracket after it. ok is false if the text is not a
// type. A type that is not understood gets type void, or pointer to void, and p.later records it.
func (p *cparser) typeName() (t ctype, ok bool, err error) {
	start := p.at
	t, known, sure, err := p.specifiers()
	if err != nil || p.at == start {
		return t, false, err
	}
	base := p.at
	for p.punct("*") {
		elem := t
		t, known = ctype{t: p.model.Ptr(), elem: &elem}, true
		for qualifier[p.peek().text] {
			p.at++
		}
	}
	plain := p.at == base
	sure = sure || p.abstract()
	for sure && (p.isPunct("(") || p.isPunct("[")) { // functions, arrays, pointers to them
		known = false
		open := p.peek().text
		if err := p.skip(open, map[string]string{"(": ")", "[": "]"}[open]); err != nil {
			return t, false, err
		}
	}
	switch {
	case !p.isPunct(")") && !sure, !sure && plain && !p.operandNext():
		p.at = start // an expression in brackets
		return t, false, nil
	case !p.isPunct(")"):
		return t, false, p.unexpected()
	}
	if !known {
		p.outside("the type %s", p.spelled(start))
	}
	return t, true, nil
}

// abstract reports whether the brackets that come next can only belong to a type: (*) or [].
func (p *cparser) abstract() bool {
	if p.isPunct("[") {
		return p.ahead(1).text == "]"
	}
	if !p.isPunct("(") || p.ahead(1).text != "*" {
		return false
	}
	n := 1
	for p.ahead(n).text == "*" || qualifier[p.ahead(n).text] {
		n++
	}
	return p.ahead(n).text == ")"
}

// operandNext reports whether the token after the closing bracket that comes next can only begin the operand of a cast,
// or the list of a compound literal.
func (p *cparser) operandNext() bool {
	next := p.ahead(1)
	return next.kind != 0 && next.kind != 'p' || next.text == "!" || next.text == "~" || next.text == "{"
}

// spelled returns the text of the tokens from start to the present one.
func (p *cparser) spelled(start int) string {
	var words []string
	for _, t := range p.toks[start:p.at] {
		words = append(words, t.text)
	}
	return strings.Join(words, " ")
}

// specifiers reads the words of a type before its stars. known reports whether t is the type; sure reports whether the
// words can only be a type.
func (p *cparser) specifiers() (t ctype, known, sure bool, err error) {
	var words []string
	opaque, named := false, false
	for p.peek().kind == 'w' {
		w := p.peek().text
		switch {
		case w == "__attribute__" || w == "__attribute" || w == "_Alignas" || w == "_Atomic" && p.ahead(1).text == "(":
			p.at++
			opaque, sure = opaque || w == "_Atomic", true
			err = p.skip("(", ")")
		case qualifier[w]:
			p.at++
			sure = true
		case typeWord[w]:
			words = append(words, w)
			p.at++
			sure = true
		case otherType.MatchString(w):
			p.at++
			opaque, sure = true, true
			if p.isPunct("(") {
				err = p.skip("(", ")") // _BitInt(7), typeof(x)
			}
		case w == "struct" || w == "union" || w == "enum":
			p.at++
			opaque, sure = true, true
			if p.isWord("__attribute__") {
				p.at++
				err = p.skip("(", ")")
			}
			if err == nil && p.peek().kind == 'w' {
				p.at++
			}
			if err == nil && p.isPunct("{") {
				err = p.skip("{", "}")
			}
		case len(words) == 0 && !opaque && !named && !reserved[w]:
			if p.types != nil {
				if of, ok := p.types(w); ok {
					t, known, sure = of, true, true
				}
			}
			p.at++
			named = true
		default:
			return t, known, sure, nil
		}
		if err != nil {
			return t, false, sure, err
		}
	}
	if len(words) > 0 && !opaque && !named {
		t, err = basicType(words, p.model)
		known = err == nil // otherwise it is long double or the like
	}
	return t, known, sure, nil
}

// qualifier has the words that qualify a type without changing the values.
var qualifier = map[string]bool{"const": true, "volatile": true, "restrict": true, "__restrict": true,
	"__restrict__": true, "__const": true,
	"__const__": true, "__volatile__": true, "__volatile": true, "_Atomic": true, "__extension__": true}

// otherType matches words for types that no variable of a program here has.
var otherType = regexp.MustCompile(
	`^(_Float\d+x?|__float\d+|_Decimal\d+|_Complex|__complex__|__complex|_BitInt|(__)?typeof(__)?|__typeof|` +
		`(__)?typeof_unqual(__)?|__builtin_va_list|va_list|__auto_type)$`)

// typeWord has the words that name types which are understood.
var typeWord = map[string]bool{"signed": true, "unsigned": true, "char": true, "short": true, "int": true, "long": true,
	"float":  true,
	"double": true, "_Bool": true, "bool": true, "void": true, "__int128": true, "__int128_t": true, "__uint128_t": true,
	"int8_t": true, "int16_t": true, "int32_t": true, "int64_t": true, "uint8_t": true, "uint16_t": true, "uint32_t": true,
	"uint64_t": true,
	"size_t":   true, "ssize_t": true, "ptrdiff_t": true, "intptr_t": true, "uintptr_t": true, "__signed__": true,
	"__signed": true}

// reserved has the keywords of C, which cannot be names of variables.
var reserved = wordSet("auto break case char const continue default do double else enum extern float for goto if " +
	"inline int long " +
	"register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while " +
	"_Alignas _Atomic _Bool " +
	"_Complex _Imaginary _Noreturn _Static_assert _Thread_local _Alignof __attribute__ __extension__ asm __asm__ " +
	"typeof __typeof__")

// wordSet returns the set of the words in s.
func wordSet(s string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(s) {
		set[w] = true
	}
	return set
}

// bytes returns the size of a type in bytes; 0 if it is unknown.
func (t ctype) bytes() int64 {
	switch t.t.Kind {
	case ir.Bool:
		return 1
	case ir.Int, ir.Ptr:
		return int64(t.t.Size())
	case ir.Float:
		if t.t.Bits <= 64 {
			return int64(t.t.Size())
		}
	case ir.None:
	}
	return 0
}

// typedefs returns a function that resolves typedefs in the texts of the program. It finds only simple typedefs, of
// words and stars. A name has no type if two typedefs of it differ, or if it is also declared as something else.
func (s Sources) typedefs(model ir.DataModel) typeNames {
	known := map[string]*ctype{}
	var find func(name string, depth int) *ctype
	find = func(name string, depth int) *ctype {
		if t, ok := known[name]; ok || depth > 20 {
			return t
		}
		var found *ctype
		re := regexp.MustCompile(`\btypedef\b([\w\s*]*[\s*])` + regexp.QuoteMeta(name) + `\s*;`)
		word := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\s*(;|,|\[|=[^=])`)
		for _, text := range s {
			if !bytes.Contains(text, []byte(name)) {
				continue
			}
			all := re.FindAllSubmatch(text, -1)
			if len(all) < len(word.FindAllIndex(text, -1)) { // the name also has another kind of declaration
				found = nil
				break
			}
			for _, m := range all {
				t := declared(string(m[1]), model, func(n string) (ctype, bool) {
					if t := find(n, depth+1); t != nil {
						return *t, true
					}
					return ctype{}, false
				})
				if t == nil || found != nil && !found.same(*t) {
					known[name] = nil
					return nil
				}
				found = t
			}
		}
		known[name] = found
		return found
	}
	return func(name string) (ctype, bool) {
		if t := find(name, 0); t != nil {
			return *t, true
		}
		return ctype{}, false
	}
}

// same reports whether two types are the same, as far as they are known.
func (t ctype) same(u ctype) bool {
	if t.t != u.t || t.size != u.size || (t.elem == nil) != (u.elem == nil) {
		return false
	}
	return t.elem == nil || t.elem.same(*u.elem)
}

// declared returns the type whose name is s, words and stars; nil if it is not understood.
func declared(s string, model ir.DataModel, types typeNames) *ctype {
	toks, err := ctokens(s + ")")
	if err != nil {
		return nil
	}
	p := &cparser{toks: toks, model: model, types: types, text: s}
	t, isType, err := p.typeName()
	if err != nil || !isType || p.later != nil || p.at < len(toks)-1 {
		return nil
	}
	return &t
}

// basicType returns the type that specifiers such as "unsigned" and "long" form.
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

// declaredType returns the type of a variable as the front end spells it: "int", "unsigned char *", "int [4]". dims has
// the dimensions of an array. ok is false if the spelling is not understood.
func declaredType(s string, model ir.DataModel) (t ctype, dims []int64, ok bool) {
	base, rest, _ := strings.Cut(s, "[")
	of := declared(base, model, nil)
	if of == nil {
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
	return *of, dims, true
}
