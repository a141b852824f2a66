package build

import (
	"os"
	"strings"
)

// A compilation database does not have the definitions in its files. Defining finds them approximately, by looking at
// the text alone; a caller that has to be sure must parse the files.

// Defining returns the units whose text seems to define the name at file scope.
func (d *Database) Defining(name string) (us []*Unit) {
	for _, u := range d.Units {
		if u.defines == nil {
			u.defines = map[string]bool{}
			if text, err := os.ReadFile(u.File); err == nil {
				u.defines = definitions(string(text))
			}
		}
		if u.defines[name] {
			us = append(us, u)
		}
	}
	return us
}

// definitions returns the names that seem to be defined at file scope: f in `f(...) {`, and v in `v =`, `v;`, `v[`,
// `v,` and `v)` (a pointer to a function). After an #else, the depth of braces is that at the #if, so that braces which
// occur in both branches count once.
func definitions(src string) map[string]bool {
	out := map[string]bool{}
	toks := scan(src)
	depth, ifs := 0, []int(nil)
	for i := 0; i < len(toks); i++ {
		switch t := toks[i]; {
		case t == "#if":
			ifs = append(ifs, depth)
		case t == "#else":
			if len(ifs) > 0 {
				depth = ifs[len(ifs)-1]
			}
		case t == "#endif":
			ifs = ifs[:max(0, len(ifs)-1)]
		case t == "{":
			depth++
		case t == "}":
			depth = max(0, depth-1)
		case i+1 < len(toks) && isName(t):
			switch next := toks[i+1]; {
			case next == "(":
				if end := closing(toks, i+1); end+1 < len(toks) && (toks[end+1] == "{" || isName(toks[end+1])) {
					out[t] = true
				}
			case depth == 0 && strings.Contains("=;[,)", next):
				out[t] = true
			}
		}
	}
	return out
}

// closing returns the index of the parenthesis that closes the one at i.
func closing(toks []string, i int) int {
	n := 0
	for ; i < len(toks); i++ {
		switch toks[i] {
		case "(":
			n++
		case ")":
			if n--; n == 0 {
				return i
			}
		}
	}
	return i
}

// isName reports whether t begins like a name.
func isName(t string) bool {
	return t != "" && (t[0] == '_' || 'a' <= t[0] && t[0] <= 'z' || 'A' <= t[0] && t[0] <= 'Z')
}

// scan splits C into names, single characters, and #if, #else and #endif. It omits comments, literals and other
// directives.
func scan(s string) (toks []string) {
	start := true // at the start of a line
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '\n':
			start = true
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			i++
			continue
		case c == '\\':
			i++
			continue
		case strings.HasPrefix(s[i:], "//"):
			i = lineEnd(s, i)
			continue
		case strings.HasPrefix(s[i:], "/*"):
			if j := strings.Index(s[i+2:], "*/"); j >= 0 {
				i += j + 4
			} else {
				i = len(s)
			}
			continue
		case c == '"' || c == '\'':
			for i++; i < len(s) && s[i] != c && s[i] != '\n'; i++ {
				if s[i] == '\\' {
					i++
				}
			}
			i++
		case c == '#' && start:
			end := lineEnd(s, i)
			word := strings.TrimLeft(s[i+1:end], " \t")
			switch {
			case strings.HasPrefix(word, "if"):
				toks = append(toks, "#if")
			case strings.HasPrefix(word, "el"):
				toks = append(toks, "#else")
			case strings.HasPrefix(word, "endif"):
				toks = append(toks, "#endif")
			}
			i = end
			continue
		case isName(s[i : i+1]):
			j := i
			for j < len(s) && (isName(s[j:j+1]) || '0' <= s[j] && s[j] <= '9') {
				j++
			}
			toks = append(toks, s[i:j])
			i = j
		default:
			toks = append(toks, s[i:i+1])
			i++
		}
		start = false
	}
	return toks
}

// lineEnd returns the end of the line at i, including lines that a backslash joins to it.
func lineEnd(s string, i int) int {
	for ; i < len(s) && s[i] != '\n'; i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
	}
	return i
}
