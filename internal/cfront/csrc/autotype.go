package csrc

import "strings"

// autoPrefix is the prefix of the names of the variables that rule 43 adds.
const autoPrefix = "__tandem_auto_"

// SourceName returns the name of a variable in the source, "" for a variable that a rule of this package adds.
func SourceName(name string) string {
	if strings.HasPrefix(name, autoPrefix) {
		return ""
	}
	return name
}

// autoType is rule 43. Token i is __auto_type. cc accepts it only if the declaration has no other specifiers, and only
// as a statement.
//
//	const __auto_type x = e;           __auto_type __tandem_auto_x = e; const __typeof__(__tandem_auto_x) x = __tandem_auto_x;
//	for (__auto_type x = e; ...)       for (__typeof__((0, (e))) __tandem_auto_x = e, x = __tandem_auto_x; ...)
//
// The names in e belong to the enclosing scope, even the name x: nested macros have x = (x). So e must not occur where
// x is declared already, as the second e of __typeof__(e) x = e would. The first form contains e once: a text that is
// doubled at each level of macros has 2^n copies. Static variables are left to cc, which rejects them: their
// initialisers must be constant.
func (r *rewriter) autoType(i int) {
	first, name := i, i+1
	static := false
	for ; first > 0 && r.isQualifier(first-1); first-- {
		static = static || r.is(first-1, "static")
	}
	for ; r.isQualifier(name); name++ {
		static = static || r.is(name, "static")
	}
	loop := r.is(first-1, "(") && r.is(first-2, "for")
	if r.is(i, "auto") && !loop {
		if static || r.atFileScope(i) {
			r.staticAuto(i, name)
			return
		}
		r.replace(i, "__auto_type")
	}
	if static || first == i && name == i+1 && !loop || name >= len(r.toks) || r.toks[name].kind != tIdent ||
		!r.is(name+1, "=") {
		return
	}
	end := r.statementEnd(name + 2)
	if end < 0 {
		return
	}
	hidden := autoPrefix + r.text(name)
	if loop {
		if e, ok := r.copied(name+2, end); ok {
			r.replace(i, "__typeof__((0, ("+e+" )))")
			r.before(end, ", "+r.text(name)+" = "+hidden)
			r.replace(name, hidden)
		}
		return
	}
	var words []string
	for k := first; k < name; k++ {
		if k != i {
			words = append(words, r.text(k))
			r.blank(k)
		}
	}
	r.edits = append(r.edits, edit{int(r.toks[end].end), 0,
		" " + strings.Join(words, " ") + " __typeof__(" + hidden + ") " + r.text(name) + " = " + hidden + ";"})
	r.replace(name, hidden)
}

// autoWord is rule 43 for C23's auto without a type, token i; with a type it is a storage class.
func (r *rewriter) autoWord(i int) {
	first, name := i, i+1
	constant := false
	for first > 0 && (r.isQualifier(first-1) || r.is(first-1, "constexpr")) {
		first--
		constant = constant || r.is(first, "constexpr")
	}
	for r.isQualifier(name) || r.is(name, "constexpr") {
		constant = constant || r.is(name, "constexpr")
		name++
	}
	typed := first > 0 && (r.toks[first-1].kind == tIdent && !r.is(first-1, "else") && !r.is(first-1, "do") ||
		r.is(first-1, "*"))
	if typed || r.defined(i) || name >= len(r.toks) || r.toks[name].kind != tIdent || !r.is(name+1, "=") &&
		!r.is(name+1, "[") {
		return
	}
	if constant {
		r.staticAuto(i, name)
		return
	}
	r.autoType(i)
}

// constant23 reports whether the declaration with auto at token i also has constexpr and is one that rule 49 turns into
// an enumerator.
func (r *rewriter) constant23(i int) bool {
	first := i
	for first > 0 && (r.isQualifier(first-1) || r.is(first-1, "constexpr")) {
		first--
	}
	for k := first; k < len(r.toks) && r.toks[k].kind == tIdent; k++ {
		if r.is(k, "constexpr") {
			end := r.statementEnd(i)
			if end < 0 {
				return false
			}
			_, scalar := r.constants(first, end)
			return scalar
		}
	}
	return false
}

// staticAuto gives the variable at token name the type of its initialiser, which is constant.
func (r *rewriter) staticAuto(i, name int) {
	if end := r.statementEnd(name + 1); end > name+2 && r.is(name+1, "=") {
		if e, ok := r.copied(name+2, end); ok {
			r.replace(i, "__typeof__((0, ("+e+" )))")
		}
	}
}

// atFileScope reports whether no brace is open at token i.
func (r *editor) atFileScope(i int) bool {
	depth := 0
	for k := range i {
		switch {
		case r.is(k, "{"):
			depth++
		case r.is(k, "}"):
			depth--
		}
	}
	return depth <= 0
}

// statementEnd returns the index of the semicolon that ends the statement or declaration of token i, -1 if there is
// none in the same directive.
func (r *editor) statementEnd(i int) int {
	depth := 0
	for k := i; k < len(r.toks); k++ {
		t := r.toks[k]
		switch {
		case t.inDir != r.toks[i].inDir, t.inDir && t.kind == tNewline:
			return -1
		case r.is(k, "("), r.is(k, "["), r.is(k, "{"):
			depth++
		case r.is(k, ")"), r.is(k, "]"), r.is(k, "}"):
			if depth--; depth < 0 {
				return -1
			}
		case depth == 0 && r.is(k, ";"):
			return k
		}
	}
	return -1
}
