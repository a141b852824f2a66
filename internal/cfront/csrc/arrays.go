package csrc

// Rules 38 to 41: types without qualifiers, and the contents of the brackets of arrays.

// typeofUnqual is rule 38: `typeof_unqual(x)` at token i becomes `__typeof__(*(__typeof__(x)*)__tandem_unqual)`.
func (r *rewriter) typeofUnqual(i int) {
	end := r.match(i + 1)
	if !r.is(i+1, "(") || end < 0 || r.is(i-1, "define") {
		return
	}
	r.replace(i, "__typeof__")
	r.edits = append(r.edits, edit{int(r.toks[i+1].end), 0, "*(__typeof__("})
	r.typeof(i)
	r.before(end, ")*)__tandem_unqual")
}

// innerRange is rule 39. Token i is [.
func (r *rewriter) innerRange(i int) {
	end := r.match(i)
	follows := r.is(i-1, "]") || i > 1 && r.toks[i-1].kind == tIdent && r.is(i-2, ".")
	if end < 0 || !follows && !r.is(end+1, "[") && !r.is(end+1, ".") {
		return
	}
	dots := r.part(i+1, end, "...")
	if dots == end || dots == i+1 || dots+1 == end {
		return
	}
	low, ok := r.copied(i+1, dots)
	if !ok {
		return
	}
	for k := i + 1; k <= dots; k++ {
		r.blank(k)
	}
	r.before(dots+1, "__tandem_range ? (")
	r.before(end, ") : ("+low+" )")
}

// emptyArray is rule 40. Token i is [.
func (r *rewriter) emptyArray(i int) {
	if !r.is(i+1, "]") {
		return
	}
	k := i + 2
	for r.is(k, "[") {
		if k = r.match(k) + 1; k == 0 {
			return
		}
	}
	if (r.is(k, "=") || r.is(k, ")")) && r.is(k+1, "{") && r.is(k+2, "}") {
		r.before(i+1, "0")
	}
}

// staticLength is rule 41. Token i is [: `int [static 3]`, `T *[const]`, and `f(T [static 3])` where the declaration
// consists of the name before the bracket.
func (r *rewriter) staticLength(i int) {
	last := i + 1
	for r.is(last, "static") || qualifierNames[r.text(last)] {
		last++
	}
	if last == i+1 {
		return
	}
	named := r.toks[i-1].kind == tIdent && !typeWords[r.text(i-1)] && !r.is(i-2, ",") && !r.is(i-2, "(") &&
		!r.is(i-2, "struct") && !r.is(i-2, "union") && !r.is(i-2, "enum") && !qualifierNames[r.text(i-2)]
	if i < 2 || named || r.is(i-1, ")") && !r.is(i-2, "*") {
		return
	}
	for k := i + 1; k < last; k++ {
		r.blank(k)
	}
}

// typeWords are words that may end the specifiers of a declaration.
var typeWords = map[string]bool{
	"void": true, "char": true, "short": true, "int": true, "long": true, "float": true, "double": true, "signed": true,
	"unsigned": true, "_Bool": true, "bool": true, "_Complex": true, "__int128": true, "const": true, "volatile": true,
	"restrict": true,
}
