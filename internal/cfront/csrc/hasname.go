package csrc

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// __has_attribute, __has_c_attribute and __has_builtin. cc supports only the last one: it calls hasBuiltin for the
// values, but does not treat it as defined.

//go:embed predef/has.txt
var hasText string

// hasNames returns the set of names that gcc knows; attributes have the prefix attributePrefix.
var hasNames = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	section := ""
	for _, line := range strings.Split(hasText, "\n") {
		switch {
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			section = strings.Trim(line, "[]")
		default:
			for _, w := range strings.Fields(line) {
				switch section {
				case "attributes":
					names[attributePrefix+w] = true
				case "functions: also with __builtin_":
					names[w], names["__builtin_"+w] = true, true
				case "builtins":
					names[w] = true
				default:
					names["64 "+w] = true
				}
			}
		}
	}
	return names
})

// attributePrefix is the prefix of the names by which __has_builtin queries attributes.
const attributePrefix = "__tandem_attribute_"

// standardAttributes maps the attributes of C23 that gcc 12 has to their dates.
var standardAttributes = map[string]int{"deprecated": 201904, "fallthrough": 201904, "maybe_unused": 201904,
	"nodiscard": 202003}

// hasBuiltin returns the function by which cc evaluates __has_builtin.
func (f *files) hasBuiltin(lp64 bool) func(string) bool {
	return func(name string) bool {
		names := hasNames()
		if a, ok := strings.CutPrefix(name, attributePrefix); ok {
			return names[attributePrefix+bareAttribute(a)]
		}
		if strings.HasPrefix(name, "__builtin_ia32_") && f.err == nil {
			f.err = &Error{Msg: f.file + ": __has_builtin(" + name + ") is not supported"}
		}
		return names[name] || lp64 && names["64 "+name]
	}
}

// bareAttribute returns the name of an attribute without underscores around it: noreturn for __noreturn__.
func bareAttribute(s string) string {
	if len(s) > 4 && strings.HasPrefix(s, "__") && strings.HasSuffix(s, "__") {
		return s[2 : len(s)-2]
	}
	return s
}

// hasOperator is rule 23. Token i is one of the names. Token first is the name of the directive, which ends before
// token end.
func (r *rewriter) hasOperator(i, first, end int) {
	if r.is(i-1, "defined") || r.is(i-1, "(") && r.is(i-2, "defined") || i == first+1 &&
		(r.is(first, "ifdef") || r.is(first, "ifndef")) {
		r.replace(i, "__TANDEM__") // it is defined
		return
	}
	if r.is(i, "__has_builtin") || !r.is(i+1, "(") {
		return
	}
	j := i + 2 // the name, after gnu::
	scoped := r.is(j+1, ":") && r.is(j+2, ":") && (r.is(j, "gnu") || r.is(j, "__gnu__"))
	standard := r.is(i, "__has_c_attribute") && !scoped
	if scoped {
		j += 3
	}
	if j >= end || r.toks[j].kind != tIdent || !r.is(j+1, ")") {
		r.errorf(i, "%s of this is not supported", r.text(i))
		return
	}
	name := bareAttribute(r.text(j))
	if r.is(first, "define") && r.hasParameter(first, name) {
		r.replace(i, "__has_builtin")
		for k := i + 2; k < j; k++ {
			r.blank(k)
		}
		r.before(j, attributePrefix+"##")
		if standard { // attributes without a date have the value 0
			r.before(i, "(201904L * ")
			r.before(j+1, ")")
		}
		return
	}
	value := 0
	if v, ok := standardAttributes[name]; ok {
		value = v
	} else if !standard && hasNames()[attributePrefix+name] {
		value = 1
	}
	r.replace(i, strconv.Itoa(value))
	for k := i + 1; k <= j+1; k++ {
		r.blank(k)
	}
}

// hasParameter reports whether the macro that the directive at token first defines has a parameter with the given name.
func (r *editor) hasParameter(first int, name string) bool {
	if !r.is(first+2, "(") || r.toks[first+1].end != r.toks[first+2].off {
		return false
	}
	for j := first + 3; j < len(r.toks) && !r.is(j, ")"); j++ {
		if r.is(j, name) {
			return true
		}
	}
	return false
}
