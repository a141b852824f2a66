package csrc

import "regexp"

// Rule 42: an enumeration is compatible with its integer type (C17 6.7.2.2), so a name may be declared with either.

// maxMixed bounds the number of names that are declared with both types: each needs another parse.
const maxMixed = 20

var conflict = regexp.MustCompile(`conflicting types for '(\w+)'`)

// enumNames is the information that one parse passes to the next for rule 42.
type enumNames struct {
	mixed map[string]bool // names with declarations that cc reports as incompatible
	types map[string]bool // typedefs of enumerations
}

// mixedName returns the name whose declarations cc reports as incompatible, "" for other errors.
func mixedName(err error) string {
	if m := conflict.FindStringSubmatch(err.Error()); m != nil {
		return m[1]
	}
	return ""
}

// again reports whether another parse may succeed after one that failed with err. types is the number of typedefs that
// were known at the beginning of that parse.
func (n *enumNames) again(err error, types int) bool {
	name := mixedName(err)
	switch {
	case name == "" || n.mixed[name] && len(n.types) == types || !n.mixed[name] && len(n.mixed) == maxMixed:
		return false
	case n.mixed == nil:
		n.mixed, n.types = map[string]bool{}, map[string]bool{}
	}
	n.mixed[name] = true
	return true
}

// enumTypedef records the names that `typedef enum` at token i declares.
func (r *rewriter) enumTypedef(i int) {
	depth := 0
	for k := i + 2; k < len(r.toks) && !(depth == 0 && r.is(k, ";")); k++ {
		switch {
		case r.is(k, "{"):
			depth++
		case r.is(k, "}"):
			depth--
		case depth == 0 && r.toks[k].kind == tIdent && (r.is(k+1, ";") || r.is(k+1, ",")) && !r.is(k-1, "*"):
			r.enums.types[r.text(k)] = true
		}
	}
}

// enumInteger changes each enumeration to the integer type in the declaration whose declarator is token i.
func (r *rewriter) enumInteger(i int) {
	if r.toks[i].inDir {
		return
	}
	from := i
	for from > 0 && !r.toks[from-1].inDir && !r.is(from-1, ";") && !r.is(from-1, "{") && !r.is(from-1, "}") {
		from--
	}
	depth := 0
	for k := from; k < len(r.toks) && !r.toks[k].inDir; k++ {
		switch {
		case r.is(k, "("):
			depth++
		case r.is(k, ")"):
			depth--
		case depth == 0 && (r.is(k, ";") || r.is(k, "=") || r.is(k, "{")):
			return
		case r.is(k, "enum") && k+2 < len(r.toks) && r.toks[k+1].kind == tIdent && !r.is(k+2, "{"):
			r.before(k, "__typeof__((")
			r.edits = append(r.edits, edit{int(r.toks[k+1].end), 0, ")0 + 0)"})
			k++
		case r.toks[k].kind == tIdent && k != i && r.enums.types[r.text(k)]:
			r.replace(k, "__typeof__(("+r.text(k)+")0 + 0)")
		}
	}
}
