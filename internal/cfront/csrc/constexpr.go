package csrc

import (
	"strings"

	"modernc.org/cc/v4"
)

// Rule 49: constexpr. An integer may be used where C requires a constant, so it becomes an enumerator, and also an
// object if the file takes its address. Other constants become const objects, with internal linkage at file scope.
//
//	constexpr size_t n = 4, m = n;   enum : size_t { n = 4 }; enum : size_t { m = n };
//	constexpr double d = 1.5;        static const double d = 1.5;
//	constexpr char *p = nullptr;     static char *const p = nullptr;

// objectPrefix is the prefix of the names of the objects that rule 49 adds.
const objectPrefix = "__tandem_object_"

// constexpr is rule 49 for token i.
func (r *rewriter) constexpr(i int) {
	if r.defined(i) {
		return
	}
	first := i
	for first > 0 && r.toks[first-1].kind == tIdent && !statementWords[r.text(first-1)] &&
		r.toks[first-1].inDir == r.toks[i].inDir &&
		!(r.toks[i].inDir && r.defined(first-1)) {
		first--
	}
	end := r.statementEnd(i)
	if r.is(first-1, "(") || end < 0 {
		r.replace(i, "const")
		return
	}
	d, scalar := r.constants(first, end)
	if scalar {
		r.enumerate(d, first, i, end)
		return
	}
	text := "const"
	if d.pointer > 0 {
		text = ""
		r.before(d.pointer, " const ")
	}
	if r.atFileScope(i) && !d.static {
		text = "static " + text
	}
	r.replace(i, text)
}

// constants has the specifiers and declarators of a declaration with constexpr.
type constants struct {
	drop    []int    // tokens that do not belong to the type: storage classes and qualifiers
	typ     string   // the type
	names   []int    // the tokens of the names
	values  []string // their initialisers
	auto    int      // the token auto, -1 if there is none
	pointer int      // the token of the first name, if that declares a pointer; else 0
	static  bool     // the declaration has the word static
}

// constants parses the declaration that the tokens first..end are. scalar is true if it declares numbers of an integer
// type.
func (r *rewriter) constants(first, end int) (d constants, scalar bool) {
	d.auto = -1
	k := first
	var words []string
	number := true
specifiers:
	for ; k < end; k++ {
		word := r.text(k)
		switch {
		case r.toks[k].kind != tIdent:
			break specifiers
		case word == "constexpr":
		case word == "auto":
			d.auto = k
		case word == "static" || word == "register" || qualifiers[word]:
			d.static = d.static || word == "static"
			d.drop = append(d.drop, k)
		case r.is(k+1, "=") || r.is(k+1, "["):
			break specifiers
		case r.is(k+1, "("): // typeof, _BitInt, alignas
			number = number && word != "alignas" && word != "_Alignas"
			last := r.match(k + 1)
			if last < 0 {
				return d, false
			}
			text, _ := r.copied(k, last+1)
			words = append(words, text)
			k = last
		default:
			number = number && r.integerWord(k)
			words = append(words, word)
		}
	}
	d.typ = strings.Join(words, " ")
	for p := k; r.is(p, "*") || p > k && r.isQualifier(p); p++ {
		d.pointer = p + 1
	}
	for ; k < end; k++ {
		next := r.part(k, end, ",")
		if k+2 >= next || r.toks[k].kind != tIdent || !r.is(k+1, "=") {
			return d, false
		}
		d.names = append(d.names, k)
		text, ok := r.copied(k+2, next)
		if !ok {
			return d, false
		}
		d.values = append(d.values, text)
		k = next
	}
	return d, number && len(d.names) > 0 && (d.typ != "" || d.auto >= 0 && !strings.ContainsAny(d.values[0], ".\"") &&
		len(d.names) == 1)
}

// integerWord reports whether token i, a word of a type, seems to belong to an integer type.
func (r *editor) integerWord(i int) bool {
	switch name := r.text(i); name {
	case "float", "double", "_Complex", "__complex__", "void", "struct", "union", "_Float16", "_Float32", "_Float64",
		"_Float32x", "_Float64x",
		"_Float128", "__float128", "float_t", "double_t", "nullptr_t":
		return false
	default:
		if r.is(i-1, "struct") || r.is(i-1, "union") {
			return false
		}
		return typeWords[name] || !r.otherTypedef(name)
	}
}

// otherTypedef reports whether the file has a typedef of the given name for a type other than an integer type, judged
// by the text alone.
func (r *editor) otherTypedef(name string) bool {
	for k := range r.toks {
		if !r.is(k, "typedef") {
			continue
		}
		other := false
		for j := k + 1; j < len(r.toks) && !r.is(j, ";"); j++ {
			switch {
			case r.is(j, "{"):
				if j = r.match(j); j < 0 {
					return false
				}
			case r.is(j, "float"), r.is(j, "double"), r.is(j, "struct"), r.is(j, "union"), r.is(j, "*"), r.is(j, "["):
				other = true
			case r.is(j, name) && (r.is(j+1, ";") || r.is(j+1, ",") || r.is(j+1, "[")):
				return other || r.is(j+1, "[")
			}
		}
	}
	return false
}

// enumerate replaces the constants in a declaration by enumerators. The declaration has the tokens first..end, and
// token i is constexpr.
func (r *rewriter) enumerate(d constants, first, i, end int) {
	typ := d.typ
	if typ == "" {
		typ = "__typeof__((0, (" + d.values[0] + ")))"
	}
	start := "enum : "
	if d.typ == "" {
		start += typ
	}
	r.before(first, start)
	r.blank(i)
	for _, k := range d.drop {
		r.blank(k)
	}
	if d.auto >= 0 {
		r.blank(d.auto)
	}
	objects := ""
	for n, k := range d.names {
		name := r.text(k)
		r.before(k, "{ ")
		close := end
		if n+1 < len(d.names) {
			close = d.names[n+1] - 1
			r.replace(close, " }; enum : "+typ)
		} else {
			r.replace(close, " };")
		}
		if value := strings.TrimSpace(d.values[n]); strings.HasPrefix(value, "{") { // = {4}
			if value = strings.TrimSpace(strings.Trim(value, "{}")); value == "" {
				r.replace(k+2, "0")
				r.blank(close - 1)
			} else {
				r.blank(k + 2)
				r.blank(close - 1)
			}
		}
		if r.addressed(name) {
			objects += " static const " + typ + " " + objectPrefix + name + " = " + d.values[n] + ";"
		}
	}
	if objects != "" {
		r.edits = append(r.edits, edit{int(r.toks[end].end), 0, objects})
	}
}

// addressed replaces the name in each &name of the file by the name of the object, and reports whether there is one.
func (r *editor) addressed(name string) bool {
	found := false
	for k := range r.toks {
		if !r.is(k, name) || !r.is(k-1, "&") {
			continue
		}
		if p := k - 2; p >= 0 && (r.toks[p].kind == tIdent && !statementWords[r.text(p)] && !r.is(p, "sizeof") ||
			r.toks[p].kind == tNumber || r.is(p, ")") || r.is(p, "]")) {
			continue // a binary &
		}
		r.replace(k, objectPrefix+name)
		found = true
	}
	return found
}

// constexprObjects reports errors for the objects of rule 49 whose names are declared again elsewhere: &name might
// refer to the other declaration.
func (c *checker) constexprObjects() {
	others := map[string]int{}
	var objects []*cc.Declarator
	Walk(c.u.AST.TranslationUnit, func(n cc.Node) bool {
		if d, ok := n.(*cc.Declarator); ok {
			others[d.Name()]++
			if strings.HasPrefix(d.Name(), objectPrefix) {
				objects = append(objects, d)
			}
		}
		if e, ok := n.(*cc.Enumerator); ok {
			others[e.Token.SrcStr()]++
		}
		return true
	})
	for _, d := range objects {
		if name := strings.TrimPrefix(d.Name(), objectPrefix); others[name] > 1 || others[d.Name()] > 1 {
			c.errorf(d, "the address of the constexpr %s is not supported where the file has another %s", name, name)
		}
	}
}
