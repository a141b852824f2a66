package csrc

import (
	"bytes"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// packPrefix is the prefix of the tags of the empty struct declarations that represent #pragma pack: the n-th pragma of
// the unit has the tag packPrefix + n.
const packPrefix = "__tandem_pack_"

// rewriter works around constructs that cc rejects or misreads, by edits of the text that preserve lines and meaning.
// The rules, with these constructs:
//
//  1. names of parameters in abstract function types, `(void (*)(int x))p`:
//     cc declares x in the scope around the cast. The names are removed.
//  2. `typeof(T)` as a declaration specifier: becomes typeof of an lvalue of
//     that type.
//  3. decimal constants of 2^63..2^64-1 without u: gcc gives them __int128
//     (LP64) or wraps them to long long (ILP32); so do the casts put here.
//  4. `,##__VA_ARGS__`: cc needs a blank before ##.
//  5. `_Static_assert(e, m)`: becomes `_Static_assert(((e), 1), m)`; package layout
//     checks e, since cc uses wrong sizes. A missing m is added.
//  6. a label before `}` or before a declaration (C23): gets an empty statement.
//  7. `#pragma pack(...)`: becomes a declaration that package layout finds in
//     the tree.
//  8. `#line` and `# 12 "file.c"`: positions stay in the file itself, __LINE__ and
//     __FILE__ follow (lines.go).
//  9. u8"a": the prefix is removed. u'a', U'a': casts of numbers.
//  10. 'ab': becomes its number, as gcc computes it.
//  11. `enum __attribute__((...)) E`: the attribute is removed; packed moves after the closing brace.
//  12. `__attribute__((mode(HI)))` on integer types: the type is written out.
//  13. `int a __attribute__((...)), b;` in structs: becomes two declarations.
//  14. `__label__ a;`: a gets a unique name, as cc puts all labels of a
//     function into one scope. (Not in macros.)
//  15. `#define f(rest...)`: becomes `...` and __VA_ARGS__.
//  16. `[*]` in prototypes: becomes `[]` or `[1]`.
//  17. digraphs: become the tokens that they denote.
//  18. `#elifdef`, `#elifndef`: become `#elif defined`.
//  19. `_Complex _Float32` and similar types: the standard type of the same format, or a
//     name of the prologue.
//  20. escapes: `\x041` takes all its digits, wide `\x` and octal ones are code
//     points, `\E` is `\e`.
//  21. `(a + b)[i]` where a and b are vectors, whose sum cc takes for a number: i is
//     cast to a vector of one int, which cc takes for a vector that is indexed.
//     Only after cc has reported an error, since the rule applies to every `)[`.
//  22. u"a", U"a" and wide strings with values that are not code points: bytes that are accessed as
//     an array of their type, or the elements of an initialiser (wide.go). "a" L"b": L"a" L"b".
//  23. __has_attribute, __has_c_attribute: their values; if the value depends on the
//     parameter of a macro, another question to __has_builtin (hasname.go).
//  24. universal character names outside of literals: their characters.
//  25. __INCLUDE_LEVEL__ in the main file: 0.
//  26. __VA_OPT__(x): a macro that keeps or drops x (vaopt.go).
//  27. _Float16, _Float32, ... and constants with their suffixes: names of the prologue and
//     casts (floatn.go). 1e400: a product.
//  28. `int x __attribute__((vector_size(16))) = {1, 2}`: cc checks the list before it
//     looks at the attribute; it becomes a compound literal of typeof x.
//  29. `(char[]){"abc"}`: cc takes it for one element; the length is written out.
//  30. `f(char s[])`: becomes `f(char (*s))`, whose size cc knows. Only after cc has
//     reported an array whose size it does not know.
//  31. contracts of loops and functions, quantifiers and bit-vectors of CBMC (contracts.go).
//  32. `_Generic` without a default: gets one, as cc knows not all types (generic.go).
//  33. `c ? NULL : p`: cc takes it for a void * (generic.go).
//  34. `__builtin_types_compatible_p(f, int(char))`: function types are written otherwise (generic.go).
//  35. `enum E : 3;` in a structure: cc expects a type after the colon; a qualifier is inserted before it (generic.go).
//  36. `[1 - 2 * !!(sizeof(S) != 8)]`: cc refuses it where it misjudges the size of S. It becomes
//     `[(__tandem_length)(...)]`, unsigned for cc, whose original value package layout computes. Only after cc has
//     reported an error.
//  37. `__attribute__((a, b, c))`: three attributes of one each, as cc keeps the first and the last of a list.
//  38. `typeof_unqual(x)`: becomes a typeof from which package layout removes the qualifiers (arrays.go).
//  39. `[0 ... 2][1 ... 3].x = 7`: cc supports one range, at the front; other ranges become their upper end
//     for cc (arrays.go).
//  40. `int a[] = {}`: gets the length 0 (arrays.go).
//  41. `int f(int [static 3])`: the words before the length are removed, as cc accepts them only if the parameter has
//     a name (arrays.go).
//  42. `extern enum E x; unsigned x;`: cc takes an enumeration and its integer type for incompatible; the declarations
//     of such a name get the integer type (enums.go). Only after cc has reported an error.
//  43. `const __auto_type x = e;`, `for (__auto_type x = e; ...)`: cc accepts no other words there, and no such
//     declaration in a loop (autotype.go).
//  44. `[[noreturn]]`, `[[gnu::aligned(8)]]`: attributes in the syntax of gcc; others are removed (attributes.go).
//  45. `#ifdef true`, `#undef true` in C23, where true is a macro for cc only (standard.go).
//  46. `f(...)` in C23: becomes `f(void, ...)`, which is how cc represents a function with variable arguments only.
//  47. `#embed "file" limit(9)`: becomes numbers; __has_embed in C23: its value (embed.go).
//  48. 4294967295 in C90 under ILP32: gets the suffix ul.
//  49. `constexpr int n = 4;`: becomes an enumerator, or const (constexpr.go).
//  50. `asm inline ("...")`: cc does not know the word, which only affects inlining; it is removed.
//  51. `_BitInt(5)`, `7wb` in C23: names of the prologue and casts (bitint.go).
//  52. `visibility("hidden")` in attributes: becomes a name that cc does not know, as the prologue has types that are
//     distinguished by their visibility; `aligned` without a number: the machine's, as cc forgets it if there are
//     pointers to the type.
type rewriter struct {
	editor
	files *files // nil if no files are read
	lines lineState

	optionalRules
	ownTrue bool    // the file defines a macro true
	vectors bool    // attribute vector_size was seen
	packs   *[]Pack // the #pragma packs of the unit
}

// optionalRules selects the rules that are applied only to files which cc has rejected without them.
type optionalRules struct {
	subs    bool      // apply rule 21
	params  bool      // apply rule 30
	lengths bool      // apply rule 36
	enums   enumNames // for rule 42
}

// editor holds the tokens of a file and the edits that the rules make, and answers questions about the tokens around a
// token.
type editor struct {
	src   []byte
	toks  []tok
	cfg   *Config
	model ir.DataModel
	file  string
	main  bool // file is the one given to Parse
	edits []edit
	errs  ErrorList
	ifs   int // the number of open #if groups: their lines may be excluded
}

// text returns the text of token i, "" if there is none.
func (r *editor) text(i int) string {
	if i < 0 || i >= len(r.toks) {
		return ""
	}
	t := r.toks[i]
	return string(r.src[t.off:t.end])
}

// is reports whether token i is spelled s, without making a string.
func (r *editor) is(i int, s string) bool {
	if i < 0 || i >= len(r.toks) {
		return false
	}
	t := r.toks[i]
	return int(t.end-t.off) == len(s) && string(r.src[t.off:t.end]) == s
}

// replace replaces token i by s.
func (r *editor) replace(i int, s string) {
	t := r.toks[i]
	r.edits = append(r.edits, edit{int(t.off), int(t.end - t.off), s})
}

// before inserts s before token i.
func (r *editor) before(i int, s string) {
	r.edits = append(r.edits, edit{int(r.toks[i].off), 0, s})
}

// blank replaces token i by spaces.
func (r *editor) blank(i int) {
	t := r.toks[i]
	for j := t.off; j < t.end; j++ {
		if r.src[j] == '\n' {
			return // spliced: leave it
		}
	}
	r.replace(i, strings.Repeat(" ", int(t.end-t.off)))
}

// errorf reports a construct that cc would misread. Within an #if group, which may be excluded, it reports nothing: the
// text stays as it is, and cc or check will report an error.
func (r *editor) errorf(i int, format string, args ...any) {
	if r.ifs > 0 {
		return
	}
	r.errs = append(r.errs, errorf(posAt(r.file, r.src, int(r.toks[i].off)), format, args...))
}

// posAt returns the position of an offset.
func posAt(file string, src []byte, off int) ir.Pos {
	p := ir.Pos{File: file, Line: 1, Col: 1}
	for _, c := range src[:off] {
		if c == '\n' {
			p.Line++
			p.Col = 1
		} else {
			p.Col++
		}
	}
	return p
}

// run applies all rules to one file.
func (r *rewriter) run() {
	for i := 0; i < len(r.toks); i++ {
		t := r.toks[i]
		switch t.kind {
		case tHash:
			if isLine(r.src, r.toks, i) {
				i = r.lineDirective(i)
			}
		case tDirective:
			i = r.directive(i)
		case tIdent:
			if len(r.enums.mixed) > 0 {
				if r.enums.mixed[r.text(i)] {
					r.enumInteger(i)
				} else if r.is(i, "typedef") && r.is(i+1, "enum") {
					r.enumTypedef(i)
				}
			}
			switch r.src[t.off] {
			case 'a':
				if r.is(i, "auto") && r.cfg.c23() && !r.constant23(i) {
					r.autoWord(i)
				}
			case 'c':
				if r.is(i, "constexpr") && r.cfg.c23() {
					r.constexpr(i)
				}
			case 'e':
				if r.is(i, "enum") {
					r.unnamedEnum(i)
				}
			case 's':
				if r.is(i, "static_assert") && r.cfg.c23() && !r.defined(i) {
					r.staticAssert(i)
				}
			case 'i':
				if r.is(i, "inline") {
					r.asmInline(i)
				}
			case 't', '_':
				switch {
				case r.is(i, "__inline"), r.is(i, "__inline__"):
					r.asmInline(i)
				case r.is(i, "typeof") && r.isKeyword(i), r.is(i, "__typeof__"), r.is(i, "__typeof"):
					r.typeof(i)
				case r.is(i, "typeof_unqual") && r.isKeyword(i), r.is(i, "__typeof_unqual__"), r.is(i, "__typeof_unqual"):
					r.typeofUnqual(i)
				case r.is(i, "_Generic"):
					r.generic(i)
				case r.is(i, "__builtin_types_compatible_p"):
					r.functionTypes(i)
				case r.is(i, "_Static_assert"):
					r.staticAssert(i)
				case r.is(i, "__attribute__"), r.is(i, "__attribute"):
					r.attribute(i)
				case r.is(i, "_BitInt") && r.cfg.c23():
					i = r.replaceBitInt(i)
				case r.is(i, "__label__"):
					r.localLabels(i)
				case r.is(i, "__auto_type"):
					r.autoType(i)
				case r.is(i, "_Complex"), r.is(i, "__complex__"):
					r.complexFloat(i)
				case bytes.HasPrefix(r.src[t.off:t.end], []byte("__CPROVER_")):
					i = r.contract(i)
				case bytes.HasPrefix(r.src[t.off:t.end], []byte("_Float")), r.is(i, "__float128"), r.is(i, "__float80"):
					r.floatName(i)
				case r.is(i, "__LINE__"), r.is(i, "__FILE__"):
					r.place(i)
				case !t.inDir && (r.is(i, "__has_attribute") || r.is(i, "__has_c_attribute")):
					r.hasOperator(i, -1, len(r.toks))
				case r.is(i, "__INCLUDE_LEVEL__"):
					if r.main && !t.inDir {
						r.replace(i, "0")
					} else {
						r.errorf(i, "__INCLUDE_LEVEL__ is not supported here")
					}
				}
			}
		case tNumber:
			if r.cfg.standard() < C99 && t.end-t.off >= 10 && r.longConstant(i) {
				continue
			}
			if t.end-t.off >= 19 {
				r.constant(i)
			}
			if t.end-t.off >= 3 {
				r.floatNumber(i)
				if r.cfg.c23() {
					r.bitNumber(i)
				}
			}
			if t.end-t.off >= 5 {
				r.hugeFloat(i)
			}
		case tStr:
			if last := r.wideString(i); last >= i {
				i = last
				continue
			}
			r.literal(i)
		case tChar:
			r.literal(i)
		case tPunct:
			switch r.src[t.off] {
			case '(':
				if r.is(i+1, "*") {
					i = r.abstractPointer(i)
				}
			case '\\':
				r.universal(i)
			case '[':
				if last := r.standardAttribute(i); last > i {
					i = last
					continue
				}
				r.starArray(i)
				r.stringArray(i)
				r.innerRange(i)
				r.emptyArray(i)
				r.staticLength(i)
				if r.params {
					r.arrayParam(i)
				}
				if r.lengths {
					r.length(i)
				}
				if r.subs {
					r.subscript(i)
				}
				if r.is(i+1, "]") && r.is(i-1, "]") && !t.inDir {
					r.errorf(i, "array type has an incomplete element type")
				}
			case '?':
				r.null(i)
			case '.':
				if r.dotsAlone(i) {
					r.before(i, "void, ") // rule 46
				}
			case '<', '%':
				r.digraphs(i)
			case ':':
				r.digraphs(i)
				r.label(i)
			}
		}
		if len(r.errs) > 20 {
			return
		}
	}
}

// match returns the index of the bracket that closes the one at i, or -1.
func (r *editor) match(i int) int {
	depth := 0
	for j := i; j < len(r.toks); j++ {
		t := r.toks[j]
		if t.kind == tNewline && r.toks[i].inDir {
			return -1
		}
		if t.kind != tPunct || t.inDir != r.toks[i].inDir {
			continue
		}
		switch r.src[t.off] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return -1
}

// directive applies the rules for directives; token i is the name of one. It returns the last token to which no other
// rule applies.
func (r *rewriter) directive(i int) int {
	end := i
	for end < len(r.toks) && r.toks[end].kind != tNewline {
		end++
	}
	if r.cfg.c23() {
		for j := i + 1; j < end && (j == i+1 || !r.is(i, "define")); j++ {
			if r.is(j, "true") {
				r.ownTrue = r.ownTrue || r.is(i, "define")
				r.keywordTrue(j)
			}
		}
	}
	switch r.text(i) {
	case "pragma":
		if r.is(i+1, "pack") {
			r.pack(i, end)
		}
		return end
	case "embed":
		r.embed(i, end)
	case "elifdef", "elifndef": // rule 18
		if i+1 < end {
			not := ""
			if r.is(i, "elifndef") {
				not = "!"
			}
			r.replace(i, "elif "+not+"defined")
		}
	case "define": // rules 4 and 15; the other rules apply to the body
		r.variadic(i, end)
		r.vaOpt(i, end)
		for j := i + 1; j < end; j++ {
			if r.is(j, "__has_attribute") || r.is(j, "__has_c_attribute") || r.is(j, "__has_builtin") {
				r.hasOperator(j, i, end)
			}
		}
		for j := i; j < end; j++ {
			if r.is(j, "##") && r.is(j-1, ",") && r.is(j+1, "__VA_ARGS__") && r.toks[j-1].end == r.toks[j].off {
				r.before(j, " ")
			}
		}
		return i
	case "ifdef", "ifndef":
		r.ifs++
		r.inCondition(i, end)
	case "endif":
		r.ifs--
	case "if", "elif":
		if r.is(i, "if") {
			r.ifs++
		}
		r.inCondition(i, end)
		for j := i; j < end; j++ {
			if r.toks[j].kind == tNumber && r.toks[j].end-r.toks[j].off >= 19 {
				if v, ok := bigDecimal(r.text(j)); ok {
					r.replace(j, "0x"+v.Text(16))
				}
			}
		}
	}
	return end
}

// lineDirective handles the #line whose # is token i. It returns the last token of the directive.
func (r *rewriter) lineDirective(i int) int {
	end := i
	for end+1 < len(r.toks) && r.toks[end].kind != tNewline {
		end++
	}
	first := i + 1
	if r.toks[first].kind == tDirective {
		first++
	}
	r.line(i, first, end)
	return end
}

// inCondition applies the rules for the condition of #if and similar directives.
func (r *rewriter) inCondition(i, end int) {
	for j := i + 1; j < end; j++ {
		switch {
		case r.toks[j].kind == tChar:
			r.literal(j)
		case r.toks[j].kind != tIdent || r.src[r.toks[j].off] != '_':
		case r.is(j, "__LINE__"), r.is(j, "__FILE__"):
			r.place(j)
		case r.is(j, "__has_attribute"), r.is(j, "__has_c_attribute"), r.is(j, "__has_builtin"):
			r.hasOperator(j, i, end)
		case r.is(j, "__has_embed") && r.cfg.c23():
			r.hasEmbed(j, i, end)
		}
	}
}

// universal is rule 24: \u00e9 at token i.
func (r *rewriter) universal(i int) {
	at := int(r.toks[i].off)
	n := 0
	switch {
	case at+6 <= len(r.src) && r.src[at+1] == 'u':
		n = 4
	case at+10 <= len(r.src) && r.src[at+1] == 'U':
		n = 8
	default:
		return
	}
	v, err := strconv.ParseUint(string(r.src[at+2:at+2+n]), 16, 32)
	if err != nil || v < 0xa0 || v > unicode.MaxRune || v >= 0xd800 && v < 0xe000 {
		return
	}
	r.edits = append(r.edits, edit{at, n + 2, string(rune(v))})
}

// typeof is rule 2. Applying it to an expression by mistake does no harm.
func (r *rewriter) typeof(i int) {
	if !r.is(i+1, "(") || i+2 >= len(r.toks) || r.toks[i+2].kind != tIdent {
		return
	}
	j := r.match(i + 1)
	if j < 0 {
		return
	}
	r.before(i+2, "*(__typeof__(")
	first, quals := i+2, ""
	for ; qualifierNames[r.text(first)]; first++ { // cc wants them after the first specifier
		quals += " " + r.text(first)
		r.blank(first)
	}
	if quals != "" && first < j {
		if r.is(first, "struct") || r.is(first, "union") || r.is(first, "enum") {
			first++
		}
		r.before(first+1, quals+" ")
	}
	r.before(j, ")*)0")
}

var qualifierNames = map[string]bool{"const": true, "volatile": true, "restrict": true, "__const": true,
	"__volatile__": true, "__restrict": true, "_Atomic": true}

// constant is rule 3.
func (r *rewriter) constant(i int) {
	v, ok := bigDecimal(r.text(i))
	if !ok {
		return
	}
	if v.BitLen() > 64 {
		r.errorf(i, "integer constant %s does not fit in 64 bits", r.text(i))
		return
	}
	t := "__int128"
	if r.model == ir.ILP32 {
		t = "long long"
	}
	r.replace(i, fmt.Sprintf("((%s)0x%s)", t, v.Text(16)))
}

// longConstant is rule 48: in C90, a decimal constant that does not fit in long is unsigned long.
func (r *editor) longConstant(i int) bool {
	text := r.text(i)
	digits := strings.TrimRight(text, "lL")
	bits := 64
	if r.model == ir.ILP32 {
		bits = 32
	}
	v, err := strconv.ParseUint(digits, 10, bits)
	if err != nil || digits[0] == '0' || v>>(bits-1) == 0 || len(text) > len(digits)+1 || r.toks[i].inDir &&
		!r.inDefine(i) {
		return false
	}
	r.replace(i, digits+"ul")
	return true
}

// bigDecimal parses a decimal constant without the suffix u that fits in no signed 64-bit type; the result is false for
// other constants.
func bigDecimal(s string) (*big.Int, bool) {
	s = strings.TrimRight(s, "lL")
	if s == "" || s[0] == '0' {
		return nil, false
	}
	v, ok := new(big.Int).SetString(s, 10)
	return v, ok && v.BitLen() > 63
}

// staticAssert is rule 5.
func (r *rewriter) staticAssert(i int) {
	if !r.is(i+1, "(") {
		return
	}
	j := r.match(i + 1)
	if j < 0 {
		return
	}
	depth, comma := 0, -1
	for k := i + 1; k < j && comma < 0; k++ {
		switch {
		case r.is(k, "("), r.is(k, "["), r.is(k, "{"):
			depth++
		case r.is(k, ")"), r.is(k, "]"), r.is(k, "}"):
			depth--
		case depth == 1 && r.is(k, ","):
			comma = k
		}
	}
	r.edits = append(r.edits, edit{int(r.toks[i+1].end), 0, "(("})
	if comma < 0 {
		r.before(j, `), 1), ""`)
	} else {
		r.before(comma, "), 1)")
	}
}

// label is rule 6: the colon at i ends a label if a brace or a keyword that begins a declaration follows.
func (r *rewriter) label(i int) {
	if i == 0 || r.toks[i].inDir || i+1 >= len(r.toks) {
		return
	}
	next := i + 1
	for next < len(r.toks) && r.toks[next].inDir {
		next++
	}
	if r.is(next, "}") || next < len(r.toks) && r.toks[next].kind == tIdent && declKeywords[r.text(next)] &&
		r.afterLabel(i) {
		r.edits = append(r.edits, edit{int(r.toks[i].end), 0, ";"})
	}
}

// afterLabel reports whether the colon at i ends a label, not the declarator of a bit-field, an association of _Generic
// or an operand: a name or a case comes before it.
func (r *editor) afterLabel(i int) bool {
	if r.is(i-1, "default") {
		return true
	}
	if r.is(i-1, "enum") || r.is(i-2, "enum") {
		return false
	}
	if r.toks[i-1].kind == tIdent && (r.is(i-2, ";") || r.is(i-2, "{") || r.is(i-2, "}") || r.is(i-2, ":")) {
		return true
	}
	for j := i - 1; j >= 0 && j > i-16; j-- {
		if r.is(j, "case") {
			return true
		}
		if r.is(j, ";") || r.is(j, "{") || r.is(j, "}") {
			return false
		}
	}
	return false
}

// declKeywords are words that begin a declaration and nothing else.
var declKeywords = map[string]bool{
	"auto": true, "register": true, "static": true, "extern": true, "typedef": true,
	"const": true, "volatile": true, "void": true, "char": true, "short": true, "int": true, "long": true,
	"float": true, "double": true, "signed": true, "unsigned": true, "_Bool": true,
	"struct": true, "union": true, "enum": true,
	"bool": true, "constexpr": true, "static_assert": true, "_Static_assert": true, "alignas": true, "_Alignas": true,
	"thread_local": true, "_Thread_local": true, "typeof": true, "__typeof__": true, "typeof_unqual": true,
	"_BitInt": true,
}

// isKeyword reports whether the word at token i, typeof or typeof_unqual, is not a name.
func (r *editor) isKeyword(i int) bool { return (!r.cfg.Strict || r.cfg.c23()) && !r.defined(i) }

// defined reports whether token i is the name of the macro in a #define or #undef.
func (r *editor) defined(i int) bool { return r.is(i-1, "define") || r.is(i-1, "undef") }
