package csrc

// abstractPointer is rule 1. Token i is "(" and the next is "*". If they begin an abstract declarator of a pointer to
// function, `(*)(...)` or `(*const *)(...)`, it blanks the names of the parameters. It returns the last token to which
// no other rule applies.
func (r *rewriter) abstractPointer(i int) int {
	j := i + 1
	for r.is(j, "*") || r.isQualifier(j) {
		j++
	}
	// (*[3])(...) is such a declarator as well
	for r.is(j, "[") {
		if j = r.match(j); j < 0 {
			return i
		}
		j++
	}
	if !r.is(j, ")") || !r.is(j+1, "(") {
		return i
	}
	end := r.match(j + 1)
	if end < 0 {
		return i
	}
	// This is not an expression, since the * has no operand.
	r.parameters(j+2, end, 0)
	return i
}

// parameters blanks the names of the parameters in the tokens from..to-1.
func (r *rewriter) parameters(from, to, depth int) {
	if depth > 50 {
		return
	}
	start, level := from, 0
	for k := from; k <= to; k++ {
		switch {
		case k == to, level == 0 && r.is(k, ","):
			r.parameter(start, k, depth)
			start = k + 1
		case r.is(k, "("), r.is(k, "["), r.is(k, "{"):
			level++
		case r.is(k, ")"), r.is(k, "]"), r.is(k, "}"):
			level--
		}
	}
}

// parameter blanks the name of the parameter declaration from..to-1, if it has one.
func (r *rewriter) parameter(from, to, depth int) {
	types := 0   // type specifiers seen
	tag := false // the next name is a tag
	for k := from; k < to; k++ {
		t := r.toks[k]
		switch {
		case t.inDir && !r.toks[from].inDir:
			return
		case t.kind == tIdent:
			s := r.text(k)
			switch {
			case tag:
				tag = false
				types++
			case s == "struct" || s == "union" || s == "enum":
				tag = true
			case s == "__attribute__" || s == "__attribute" || s == "__extension__":
				if r.is(k+1, "(") {
					if m := r.match(k + 1); m > 0 && m < to {
						k = m
					}
				}
			case r.isQualifier(k):
			case keywords[s]:
				types++
			case types == 0:
				types++ // a typedef's name
			default:
				r.blank(k)
			}
		case r.is(k, "("):
			// A declarator in parentheses, or the parameters of one.
			m := r.match(k)
			if m < 0 || m > to {
				return
			}
			if r.is(k+1, "*") {
				for j := k + 1; j < m; j++ {
					if r.toks[j].kind == tIdent && !r.isQualifier(j) {
						r.blank(j)
						break
					}
					if !r.is(j, "*") && !r.isQualifier(j) {
						break
					}
				}
			} else {
				r.parameters(k+1, m, depth+1)
			}
			k = m
		case r.is(k, "["), r.is(k, "{"):
			m := r.match(k)
			if m < 0 || m > to {
				return
			}
			k = m
		}
	}
}

// isQualifier reports whether token i is in qualifiers.
func (r *editor) isQualifier(i int) bool {
	if i >= len(r.toks) || r.toks[i].kind != tIdent {
		return false
	}
	return qualifiers[r.text(i)]
}

// qualifiers are qualifiers and storage classes that may come before or after a type.
var qualifiers = map[string]bool{
	"const": true, "volatile": true, "restrict": true, "register": true, "static": true, "_Atomic": true,
	"__const": true, "__volatile": true, "__volatile__": true, "__restrict": true, "__restrict__": true,
}

// keywords are keywords that name types.
var keywords = map[string]bool{
	"void": true, "char": true, "short": true, "int": true, "long": true, "float": true, "double": true,
	"signed": true, "unsigned": true, "_Bool": true, "bool": true, "_Complex": true, "__signed__": true, "__signed": true,
	"__int128": true, "_Float128": true, "__builtin_va_list": true,
}
