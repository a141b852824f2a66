package csrc

import (
	"fmt"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Rules 11 to 17, 50 and 52, on GNU extensions.

// attribute applies the rules for the `__attribute__((...))` that begins at token i.
func (r *rewriter) attribute(i int) {
	if !r.is(i+1, "(") || !r.is(i+2, "(") {
		return
	}
	end := r.match(i + 1)
	if end < 0 {
		return
	}
	if r.is(i-1, "enum") { // rule 11
		packed := false
		for k := i + 3; k < end; k++ {
			switch strings.Trim(r.text(k), "_") {
			case "mode":
				r.errorf(k, "attribute mode of enumerations is not supported")
				return
			case "packed":
				packed = true
			}
		}
		open := end + 1
		if !r.is(open, "{") {
			open++ // the tag
		}
		if packed && r.is(open, "{") {
			if m := r.match(open); m > 0 {
				r.replace(m, "} __attribute__((packed))")
			}
		}
		for k := i; k <= end; k++ {
			r.blank(k)
		}
		return
	}
	r.splitAttributes(i, end)
	for k := i + 3; k < end; k++ {
		switch { // rule 52
		case r.is(k, "visibility"), r.is(k, "__visibility__"):
			r.replace(k, "__tandem_visible__")
		case (r.is(k, "aligned") || r.is(k, "__aligned__")) && !r.is(k+1, "("):
			r.replace(k, "aligned(16)")
		}
		if r.is(k, "vector_size") || r.is(k, "__vector_size__") {
			r.vectors = true
			if i > 0 && r.toks[i-1].kind == tIdent && r.is(end+1, "=") && r.is(end+2, "{") && !r.toks[i].inDir { // rule 28
				r.before(end+2, "(__typeof__("+r.text(i-1)+"))")
			}
		}
		if r.is(k+1, "(") && (r.is(k, "mode") || r.is(k, "__mode__")) {
			r.mode(i, k)
			return
		}
	}
	if r.is(end+1, ",") {
		r.midAttribute(i, end)
	}
}

// length is rule 36 for the brackets at i, if they contain a condition on a size, and a difference.
func (r *rewriter) length(i int) {
	end := r.match(i)
	size, cond, minus := r.is(i-1, "char") || r.is(i-1, "int"), false, false // sizeof(char[...]): no subscript
	for k := i + 1; k < end; k++ {
		switch {
		case r.is(k, "sizeof"), r.is(k, "_Alignof"), r.is(k, "alignof"), r.is(k, "__alignof__"),
			r.is(k, "__builtin_offsetof"), r.is(k, "offsetof"):
			size = true
		case r.is(k, "!"), r.is(k, "?"):
			cond = true
		case r.is(k, "-"):
			minus = true
		}
	}
	if size && cond && minus {
		r.before(i+1, "(__tandem_length)(")
		r.before(end, ")")
	}
}

// mode is rule 12: the mode at token k of the attribute at i selects another size for the integer type of the
// declaration.
func (r *rewriter) mode(i, k int) {
	var spec string
	m := strings.Trim(r.text(k+2), "_")
	switch {
	case m == "QI" || m == "byte":
		spec = "char"
	case m == "HI":
		spec = "short"
	case m == "SI":
		spec = "int"
	case m == "DI" && r.model == ir.ILP32:
		spec = "long long"
	case m == "DI" || m == "word" || m == "pointer" || m == "unwind_word":
		spec = "long"
	case m == "TI" && r.model == ir.LP64:
		spec = "__int128"
	case m == "SF":
		spec = "float"
	case m == "DF":
		spec = "double"
	case m == "XF":
		spec = "long double"
	case m == "HF":
		spec = "_Float16"
	case m == "TF":
		spec = "_Float128"
	default:
		r.errorf(k, "attribute mode(%s) is not supported", r.text(k+2))
		return
	}
	// The specifiers are the keywords between the beginning of the declaration and the declarator.
	start := i - 1
	for start >= 0 && !r.is(start, ";") && !r.is(start, "{") && !r.is(start, "}") && !r.toks[start].inDir &&
		r.toks[start].kind != tNewline {
		start--
	}
	sign, first := "signed ", -1
	for j := start + 1; j < i; j++ {
		switch s := r.text(j); s {
		case "unsigned", "__unsigned__":
			sign = "unsigned "
			fallthrough
		case "int", "signed", "__signed__", "__signed", "char", "short", "long", "float", "double":
			if first < 0 {
				first = j
			} else {
				r.blank(j)
			}
		}
	}
	if first < 0 {
		r.errorf(k, "attribute mode on a type that is not written out is not supported")
		return
	}
	if strings.HasSuffix(m, "F") {
		sign = ""
	}
	r.replace(first, sign+spec)
	for j := k; j < len(r.toks); j++ {
		closed := r.is(j, ")")
		r.blank(j)
		if closed {
			break
		}
	}
}

// splitAttributes is rule 37: cc keeps only the first and the last attribute of a list.
func (r *rewriter) splitAttributes(i, end int) {
	var commas []int
	depth := 0
	for k := i + 3; k < end; k++ {
		switch {
		case r.is(k, "("):
			depth++
		case r.is(k, ")"):
			depth--
		case r.is(k, ",") && depth == 0:
			commas = append(commas, k)
		}
	}
	if len(commas) < 2 {
		return
	}
	for _, k := range commas {
		r.replace(k, ")) __attribute__((")
	}
}

// midAttribute is rule 13: within a struct, `int a ATTR, b;` becomes `int a ATTR; int b;`. The attribute is i..end, and
// a comma follows.
func (r *rewriter) midAttribute(i, end int) {
	start, depth := i-1, 0
	for ; start >= 0; start-- {
		t := r.toks[start]
		if t.inDir {
			return
		}
		if t.kind != tPunct {
			continue
		}
		switch r.src[t.off] {
		case ')', ']', '}':
			depth++
			continue
		case '(', '[':
			if depth--; depth < 0 {
				return // an argument
			}
			continue
		case ',', ';':
			if depth == 0 && r.src[t.off] == ';' {
				goto found
			}
			continue
		case '{':
			if depth--; depth < 0 {
				goto found
			}
		}
	}
	return
found:
	if !r.inStruct(start) {
		return
	}
	// Specifiers: everything before the first declarator.
	name := start + 1
	for j := start + 1; j < i; j++ {
		if r.is(j, "{") || r.is(j, "__attribute__") {
			return // it would be defined or applied twice: cc reports an error
		}
		if r.is(j, "*") || r.is(j, "(") || r.is(j, "[") || r.is(j, ":") || r.is(j, ",") {
			name = j
			break
		}
		name = j
	}
	if r.is(name, "[") || r.is(name, ":") || r.is(name, ",") {
		name--
	}
	if name <= start+1 {
		return // no specifiers: the parser reports an error
	}
	from, to := int(r.toks[start+1].off), int(r.toks[name].off)
	text := strings.Join(strings.Fields(string(r.src[from:to])), " ")
	if text == "" || strings.Contains(text, "//") {
		return
	}
	t := r.toks[end+1]
	r.edits = append(r.edits, edit{int(t.off), 1, "; " + text + " "})
}

// inStruct reports whether the token at i (a brace or semicolon) is in the body of a struct or union.
func (r *editor) inStruct(i int) bool {
	depth := 0
	for ; i >= 0; i-- {
		t := r.toks[i]
		if t.kind != tPunct || t.inDir {
			continue
		}
		switch r.src[t.off] {
		case '}':
			depth++
		case '{':
			if depth == 0 {
				for j := i - 1; j >= 0 && j > i-40; j-- {
					switch {
					case r.is(j, "struct"), r.is(j, "union"):
						return true
					case r.is(j, ";"), r.is(j, "{"), r.is(j, "}"), r.is(j, "="):
						return false
					}
				}
				return false
			}
			depth--
		}
	}
	return false
}

// localLabels is rule 14: the labels that `__label__ a, b;` at token i declares get unique names within the block.
func (r *rewriter) localLabels(i int) {
	if r.toks[i].inDir {
		return
	}
	names := map[string]string{}
	j := i + 1
	for ; j < len(r.toks) && !r.is(j, ";"); j++ {
		if r.toks[j].kind == tIdent {
			names[r.text(j)] = fmt.Sprintf("%s__%d", r.text(j), r.toks[i].off)
		}
	}
	depth := 0
	inner := map[int]map[string]bool{} // by depth: names that inner blocks declare again
	for k := i + 1; k < len(r.toks); k++ {
		switch {
		case r.is(k, "{"):
			depth++
		case r.is(k, "}"):
			delete(inner, depth)
			if depth--; depth < 0 {
				return
			}
		case r.is(k, "__label__"):
			inner[depth] = map[string]bool{}
			for k++; k < len(r.toks) && !r.is(k, ";"); k++ {
				inner[depth][r.text(k)] = true
			}
		case r.toks[k].kind == tIdent && names[r.text(k)] != "":
			if k > j && !r.is(k-1, "goto") && !r.is(k-1, "&&") &&
				!(r.is(k+1, ":") && (r.is(k-1, ";") || r.is(k-1, "{") || r.is(k-1, "}") || r.is(k-1, ":") || r.is(k-1, ")"))) {
				continue
			}
			again := false
			for _, in := range inner {
				again = again || in[r.text(k)]
			}
			if !again {
				r.replace(k, names[r.text(k)])
			}
		}
	}
}

// variadic is rule 15: `#define f(x, rest...)` becomes `#define f(x, ...)` and rest __VA_ARGS__. Token i is "define";
// the line ends before token end.
func (r *rewriter) variadic(i, end int) {
	if i+2 >= end || !r.is(i+2, "(") || r.toks[i+1].end != r.toks[i+2].off {
		return
	}
	for j := i + 3; j < end && !r.is(j, ")"); j++ {
		if !r.is(j, "...") || r.toks[j-1].kind != tIdent {
			continue
		}
		name := r.text(j - 1)
		for k := j - 1; k < end; k++ {
			if r.toks[k].kind != tIdent || r.text(k) != name {
				continue
			}
			switch {
			case k == j-1:
				r.replace(k, "")
			case r.is(k-1, "##") && r.is(k-2, ",") && r.toks[k-2].end == r.toks[k-1].off:
				r.before(k-1, " ") // rule 4
				r.replace(k, "__VA_ARGS__")
			default:
				r.replace(k, "__VA_ARGS__")
			}
		}
		return
	}
}

// starArray is rule 16: `[*]` in a prototype.
func (r *rewriter) starArray(i int) {
	if r.is(i+1, "*") && r.is(i+2, "]") {
		if r.is(i-1, "]") {
			r.replace(i+1, "1")
		} else {
			r.blank(i + 1)
		}
	}
}

// digraphs is rule 17. Token i is < : or %.
func (r *rewriter) digraphs(i int) {
	t := r.toks[i]
	if t.end-t.off != 1 || int(t.end) >= len(r.src) || i+1 >= len(r.toks) || r.toks[i+1].off != t.end ||
		r.toks[i+1].end != t.end+1 {
		return
	}
	to := map[string]string{"<:": "[", ":>": "]", "<%": "{", "%>": "}"}[string(r.src[t.off:t.end+1])]
	if to != "" {
		r.replace(i, to)
		r.blank(i + 1)
	}
}

// stringArray is rule 29. Token i is [.
func (r *rewriter) stringArray(i int) {
	if !r.is(i+1, "]") || !r.is(i+2, ")") || !r.is(i+3, "{") {
		return
	}
	text, j := "", i+4
	for ; j < len(r.toks) && r.toks[j].kind == tStr; j++ {
		text += " " + r.text(j)
	}
	if r.is(j, ",") {
		j++
	}
	if text != "" && r.is(j, "}") && !strings.Contains(text, `\x`) {
		r.before(i+1, "sizeof("+text[1:]+")/sizeof(*"+text[1:]+")")
	}
}

// arrayParam is rule 30. Token i is [.
func (r *rewriter) arrayParam(i int) {
	end := r.match(i)
	if i < 2 || end < 0 || r.toks[i-1].kind != tIdent || !r.is(end+1, ",") && !r.is(end+1, ")") && !r.is(end+1, "[") {
		return
	}
	for k := i + 1; k < end; k++ {
		if r.toks[k].kind != tNumber && r.toks[k].kind != tIdent && !strings.Contains("+-*/ ( )", r.text(k)) ||
			r.is(k, "(") && r.toks[k-1].kind == tIdent {
			return // the length may have a side effect
		}
	}
	switch before := r.text(i - 2); before {
	case "const", "volatile", "restrict", "struct", "union", "enum", "sizeof", "return":
		return
	default:
		if before != "*" && r.toks[i-2].kind != tIdent {
			return
		}
	}
	depth := 0
	for j := i - 2; j >= 0; j-- {
		switch {
		case r.is(j, ")"), r.is(j, "]"), r.is(j, "}"):
			depth++
		case r.is(j, "("), r.is(j, "["), r.is(j, "{"):
			if depth--; depth < 0 {
				if r.is(j, "(") {
					r.before(i-1, "(*")
					r.replace(i, ")")
					for k := i + 1; k <= end; k++ {
						r.blank(k)
					}
				}
				return
			}
		case depth == 0 && r.is(j, ";"):
			return
		}
	}
}

// subscript is rule 21. Token i is [.
func (r *rewriter) subscript(i int) {
	if !r.is(i-1, ")") {
		return
	}
	if end := r.match(i); end > i+1 {
		r.before(i+1, "(__tandem_subscript)(")
		r.before(end, ")")
	}
}

// asmInline is rule 50. Token i is inline.
func (r *rewriter) asmInline(i int) {
	for j := i - 1; j >= 0; j-- {
		switch r.text(j) {
		case "volatile", "__volatile__", "__volatile", "goto":
		case "asm", "__asm__", "__asm":
			r.blank(i)
			return
		default:
			return
		}
	}
}
