package csrc

import "strings"

// Rule 44: [[...]], which gcc accepts in every version of the language. The attributes that Tandem needs, noreturn and
// gcc's own ones, become __attribute__((...)) at a position where cc accepts that.
//
//	[[noreturn]] void f(void);           __attribute__((__noreturn__)) void f(void);
//	[[gnu::aligned(8), nodiscard]] T x;  __attribute__((aligned(8))) T x;
//	int f [[gnu::cold]] (void);          __attribute__((cold)) int f (void);
//	int a [[gnu::aligned(8)]] [3];       int a [3] __attribute__((aligned(8)));
//
// As in gcc, the rule ignores attributes after the parameters of a function, the } of a structure and the * of a
// pointer, at enumerators and at statements.

// standardAttribute is rule 44. Token i is [. It returns the last token of the attribute, i if there is none.
func (r *rewriter) standardAttribute(i int) int {
	if !r.is(i+1, "[") {
		return i
	}
	end := r.match(i)
	if end < 0 || !r.is(end-1, "]") {
		return i
	}
	var list []string
	for from := i + 2; from < end-1; {
		to := r.part(from, end-1, ",")
		if a := r.gnuAttribute(from, to); a != "" {
			list = append(list, "__attribute__(("+a+"))")
		}
		from = to + 1
	}
	text := strings.Join(list, " ")
	here := ""
	switch {
	case text == "" || r.unattributed(i, end):
	case r.is(i-1, "enum"):
		r.afterEnumerators(end, text)
	case i > 0 && r.toks[i-1].kind == tIdent && r.is(end+1, "("): // a function's name
		r.before(r.declarationStart(i), text+" ")
	case r.is(end+1, "["):
		k := end + 1
		for r.is(k, "[") && !r.is(k+1, "[") {
			if k = r.match(k) + 1; k == 0 {
				return end
			}
		}
		r.before(k, text)
	default:
		here = text + " "
	}
	r.replace(i, here)
	for k := i + 1; k <= end; k++ {
		r.blank(k)
	}
	return end
}

// gnuAttribute returns the attribute that the tokens from..to-1 are, in gcc's syntax; "" if Tandem does not need it.
func (r *rewriter) gnuAttribute(from, to int) string {
	if r.is(from+1, ":") && r.is(from+2, ":") {
		if prefix := bareAttribute(r.text(from)); prefix != "gnu" {
			return ""
		}
		if bareAttribute(r.text(from+3)) == "vector_size" {
			r.vectors = true
		}
		text, _ := r.copied(from+3, to)
		return strings.TrimSpace(text)
	}
	if name := bareAttribute(r.text(from)); to == from+1 && (name == "noreturn" || name == "_Noreturn") {
		return "__noreturn__"
	}
	return ""
}

// unattributed reports whether gcc ignores the attribute that the tokens i..end are, because of its position.
func (r *editor) unattributed(i, end int) bool {
	switch {
	case r.is(i-1, "*"), r.is(i-1, ")"), r.is(i-1, "}") && !r.startsDeclaration(end+1):
		return true
	case i > 0 && r.toks[i-1].kind == tIdent && (r.is(end+1, "=") || r.is(end+1, ",") || r.is(end+1, "}")) &&
		r.inEnumerators(i):
		return true
	}
	if r.is(end+1, ";") && (r.is(i-1, ";") || r.is(i-1, "{") || r.is(i-1, "}") || r.is(i-1, ":")) {
		return true
	}
	return statementWords[r.text(end+1)] || r.is(end+1, "{") && !r.is(i-1, "struct") && !r.is(i-1, "union") &&
		!r.is(i-1, "enum") ||
		(r.is(i-1, ";") || r.is(i-1, "{") || r.is(i-1, "}")) && r.is(end+2, ":")
}

// statementWords are keywords that begin a statement, and labels.
var statementWords = map[string]bool{
	"if": true, "else": true, "while": true, "for": true, "do": true, "switch": true, "return": true, "goto": true,
	"break":    true,
	"continue": true, "case": true, "default": true,
}

// startsDeclaration reports whether a declaration seems to begin at token i, not an expression, a declarator or a
// statement.
func (r *editor) startsDeclaration(i int) bool {
	if i >= len(r.toks) || r.toks[i].kind != tIdent || statementWords[r.text(i)] {
		return false
	}
	return declKeywords[r.text(i)] || i+1 < len(r.toks) && (r.toks[i+1].kind == tIdent || r.is(i+1, "*"))
}

// inEnumerators reports whether token i is between the braces of an enumeration.
func (r *editor) inEnumerators(i int) bool {
	for depth := 0; i >= 0; i-- {
		switch {
		case r.is(i, ";"):
			return false
		case r.is(i, ")"), r.is(i, "]"), r.is(i, "}"):
			depth++
		case r.is(i, "("), r.is(i, "["):
			depth--
		case r.is(i, "{"):
			if depth--; depth < 0 {
				for j := i - 1; j >= 0 && j > i-30; j-- {
					if r.is(j, "enum") {
						return true
					}
					if r.is(j, ";") || r.is(j, "{") || r.is(j, "}") || r.is(j, "=") || r.is(j, ")") && !r.is(j-1, ")") &&
						!r.is(j-1, "]") {
						return false
					}
				}
				return false
			}
		}
	}
	return false
}

// afterEnumerators moves an attribute of an enumeration, which ends at token end, to the position where cc accepts it.
func (r *editor) afterEnumerators(end int, text string) {
	for k := end + 1; k < len(r.toks) && k < end+30; k++ {
		if r.is(k, ";") {
			return
		}
		if r.is(k, "{") {
			if m := r.match(k); m > 0 {
				r.edits = append(r.edits, edit{int(r.toks[m].end), 0, " " + text})
			}
			return
		}
	}
}

// declarationStart returns the first token of the declaration that token i belongs to.
func (r *editor) declarationStart(i int) int {
	depth := 0
	for ; i > 0; i-- {
		switch j := i - 1; {
		case r.toks[j].inDir != r.toks[i].inDir, r.toks[j].kind == tDirective:
			return i
		case r.is(j, ")"), r.is(j, "]"):
			depth++
		case r.is(j, "("), r.is(j, "["):
			if depth--; depth < 0 {
				return i
			}
		case depth == 0 && (r.is(j, ";") || r.is(j, "{") || r.is(j, "}")):
			return i
		}
	}
	return i
}
