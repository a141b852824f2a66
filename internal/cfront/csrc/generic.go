package csrc

// generic is rule 32. Token i is _Generic. cc stops at the first association whose type it considers compatible, and
// its notion of compatible types differs from C's. So the controlling expression gets all associations, and package
// layout chooses among them:
//
//	_Generic(x, int: f, default: g)
//
// becomes
//
//	_Generic((__tandem_none, (int)0, f, __tandem_none, g, x), int: f, default: g)
//
// Without a default the rule adds one, which names the first association, since cc would report an error. If
// associations come from macros, cc chooses, and package layout reports an error if the choice is wrong.
func (r *rewriter) generic(i int) {
	end := r.match(i + 1)
	if !r.is(i+1, "(") || end < 0 {
		return
	}
	list, first, other := "", "", false
	control := r.part(i+2, end, ",")
	for from := control + 1; from < end; {
		colon := r.part(from, end, ":")
		to := r.part(colon+1, end, ",")
		name, ok1 := r.copied(from, colon)
		text, ok2 := r.copied(colon+1, to)
		if !ok1 || !ok2 || colon >= end || r.part(from, end, ",") < colon {
			return
		}
		if r.is(from, "default") {
			list, other = list+"__tandem_none,"+text+", ", true
		} else {
			list += "(" + name + ")0," + text + ", "
		}
		if first == "" {
			first = text
		}
		from = to + 1
	}
	if first == "" {
		return
	}
	r.before(i+2, "(__tandem_none, "+list)
	r.before(control, ")")
	if !other {
		r.before(end, ", default: (__tandem_none,"+first+")")
	}
}

// part returns the index of the first token sep outside of brackets in the tokens from..end-1, or end if there is none.
func (r *editor) part(from, end int, sep string) int {
	depth := 0
	for k := from; k < end; k++ {
		switch {
		case r.is(k, "("), r.is(k, "["), r.is(k, "{"):
			depth++
		case r.is(k, ")"), r.is(k, "]"), r.is(k, "}"):
			depth--
		case depth == 0 && r.is(k, sep):
			return k
		}
	}
	return end
}

// copied returns the text of the tokens from..to-1 in one line; ok is false if the text must not occur twice.
func (r *rewriter) copied(from, to int) (text string, ok bool) {
	for k := from; k < to; k++ {
		t := r.toks[k]
		switch {
		case t.kind == tHash, t.kind == tDirective, r.is(k, "_Generic"), r.is(k, "__COUNTER__"), r.is(k, "goto"):
			return "", false
		case t.kind == tNewline, r.is(k, "\\"):
			continue
		}
		if text == "" || t.off != r.toks[k-1].end {
			text += " "
		}
		if r.cfg.c23() && (r.is(k, "_BitInt") || r.signed(k) && r.is(k+1, "_BitInt")) {
			if r.signed(k) {
				k++
			}
			name, last, _ := r.bitInt(k)
			text, k = text+name, last
			continue
		}
		if r.dotsAlone(k) {
			text += "void, "
		}
		text += r.text(k)
	}
	return text, text != ""
}

// functionTypes is rule 34. Token i is __builtin_types_compatible_p. cc does not parse function types there, so
// int(char) becomes typeof(*(int(*)(char))0).
func (r *rewriter) functionTypes(i int) {
	end := r.match(i + 1)
	if !r.is(i+1, "(") || end < 0 {
		return
	}
	for from := i + 2; from < end; {
		to := r.part(from, end, ",")
		for k := from + 1; k < to; k++ {
			if !r.is(k, "(") {
				continue
			}
			closed := r.match(k)
			switch r.text(k - 1) {
			case "typeof", "typeof_unqual", "__typeof__", "__typeof", "_Atomic", "__attribute__":
				k = closed
				continue
			}
			if closed == to-1 && !r.is(k+1, "*") && !r.is(k+1, "(") && !r.is(k+1, "[") {
				r.before(from, "__typeof__(*(")
				r.before(k, "(*)")
				r.before(to, ")0)")
			}
			break
		}
		from = to + 1
	}
}

// unnamedEnum is rule 35. Token i is enum.
func (r *rewriter) unnamedEnum(i int) {
	if i+2 >= len(r.toks) || r.toks[i+1].kind != tIdent || !r.is(i+2, ":") {
		return
	}
	for k := i + 3; k < len(r.toks) && !r.is(k, ";") && !r.is(k, ","); k++ {
		if r.is(k, "{") {
			return // an enumeration with an explicit type
		}
	}
	if r.cfg.c23() && r.toks[i+3].kind == tIdent && (typeWords[r.text(i+3)] || !r.inStruct(i)) {
		return // a declaration of an enumeration
	}
	r.before(i+2, " const ")
}

// null is rule 33. Token i is ?. If a null pointer constant of type void * is between it and its colon, cc gives the
// conditional expression the type void *. The constant becomes an enumerator, which is 0 for cc and a void * for
// package layout.
func (r *rewriter) null(i int) {
	for _, p := range nullConstants {
		k := i + 1
		for _, s := range p {
			if !r.is(k, s) {
				break
			}
			k++
		}
		if k != i+1+len(p) || !r.is(k, ":") || r.is(k+1, "0") || r.is(k+1, "NULL") || r.is(k+1, "(") && r.is(k+2, "(") &&
			r.is(k+3, "void") ||
			r.is(k+1, "(") && r.is(k+2, "void") {
			continue
		}
		r.replace(i+1, " __tandem_null")
		for j := i + 2; j < k; j++ {
			r.blank(j)
		}
		return
	}
}

// nullConstants are the tokens of the null pointer constants that rule 33 replaces.
var nullConstants = [][]string{
	{"NULL"},
	{"(", "void", "*", ")", "0"},
	{"(", "(", "void", "*", ")", "0", ")"},
}
