package witness

import (
	"bytes"
	"path/filepath"
	"regexp"
	"sort"
	"unicode/utf8"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Sources holds the texts of source files by name. If a file is missing, results are less precise (columns, checks),
// but stay correct.
type Sources map[string][]byte

// get returns the text of a file, whose name is matched as in Info.fileName.
func (s Sources) get(file string) ([]byte, bool) {
	if d, ok := s[file]; ok {
		return d, true
	}
	names := make([]string, 0, len(s))
	for n := range s {
		names = append(names, n)
	}
	sort.Strings(names)
	d, ok := s[matchFile(file, names)]
	return d, ok
}

// mayHave reports whether the sources may contain a function of this name: the name is followed by a bracket, or a
// macro glues names together.
func (s Sources) mayHave(function string) bool {
	re, err := regexp.Compile(`\b` + regexp.QuoteMeta(function) + `\b\s*\)?\s*\(`)
	if err != nil {
		return true
	}
	for _, text := range s {
		if re.Match(text) || bytes.Contains(text, []byte("##")) {
			return true
		}
	}
	return len(s) == 0
}

// known caches the results of Sources.mayHave.
type known map[string]bool

// function reports whether the sources may contain a function of this name.
func (k *known) function(s Sources, name string) bool {
	if *k == nil {
		*k = known{}
	}
	if _, ok := (*k)[name]; !ok {
		(*k)[name] = s.mayHave(name)
	}
	return (*k)[name]
}

// lineStart returns the offset of a line, counted from 1; ok is false if there is no such line.
func lineStart(text []byte, line int) (off int, ok bool) {
	if line < 1 {
		return 0, false
	}
	for ; line > 1; line-- {
		i := bytes.IndexByte(text[off:], '\n')
		if i < 0 {
			return 0, false
		}
		off += i + 1
	}
	return off, off < len(text) || off == 0
}

// lineStarts returns the offsets at which the lines begin.
func lineStarts(text []byte) []int {
	starts := []int{0}
	for i, c := range text {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// lineAt returns the text of a line without its end.
func lineAt(text []byte, line int) ([]byte, bool) {
	off, ok := lineStart(text, line)
	if !ok {
		return nil, false
	}
	rest := text[off:]
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	return bytes.TrimSuffix(rest, []byte("\r")), true
}

// offset returns the byte offset of a line and a column. Columns count characters, as in witnesses.
func offset(text []byte, line, col int) (int, bool) {
	l, ok := lineAt(text, line)
	if !ok || col < 1 {
		return 0, false
	}
	start, _ := lineStart(text, line)
	n := 0
	for ; col > 1; col-- {
		if n >= len(l) {
			return 0, false
		}
		_, size := utf8.DecodeRune(l[n:])
		n += size
	}
	if n >= len(l) {
		return 0, false
	}
	return start + n, true
}

// lineCol returns the line and the column of a byte offset. Columns count characters.
func lineCol(text []byte, off int) (line, col int) {
	line = 1 + bytes.Count(text[:off], []byte("\n"))
	start := bytes.LastIndexByte(text[:off], '\n') + 1
	return line, 1 + utf8.RuneCount(text[start:off])
}

// byteOffset returns the offset of a position of the front end, whose columns count bytes.
func byteOffset(text []byte, p ir.Pos) (int, bool) {
	l, ok := lineAt(text, p.Line)
	if !ok || p.Col < 1 || p.Col > len(l) {
		return 0, false
	}
	start, _ := lineStart(text, p.Line)
	return start + p.Col - 1, true
}

// isIdent reports whether c may be part of an identifier.
func isIdent(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// startsWord reports whether text has the word at off, and not only as a part of a longer word.
func startsWord(text []byte, off int, word string) bool {
	end := off + len(word)
	return off >= 0 && end <= len(text) && string(text[off:end]) == word &&
		(end == len(text) || !isIdent(text[end])) && (off == 0 || !isIdent(text[off-1]))
}

// skipBlank returns the offset after the white space and the comments at i.
func skipBlank(text []byte, i int) int {
	for i < len(text) {
		switch {
		case text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == '\r':
			i++
		case text[i] == '\\' && i+1 < len(text) && text[i+1] == '\n':
			i += 2
		case bytes.HasPrefix(text[i:], []byte("//")):
			for i < len(text) && text[i] != '\n' {
				i++
			}
		case bytes.HasPrefix(text[i:], []byte("/*")):
			n := bytes.Index(text[i+2:], []byte("*/"))
			if n < 0 {
				return len(text)
			}
			i += n + 4
		default:
			return i
		}
	}
	return i
}

// closing returns the offset of the bracket that closes the round bracket at open.
func closing(text []byte, open int) (int, bool) {
	depth := 0
	for i := open; i < len(text); {
		switch c := text[i]; c {
		case '(':
			depth++
			i++
		case ')':
			if depth--; depth == 0 {
				return i, true
			}
			i++
		case '"', '\'':
			for i++; i < len(text) && text[i] != c && text[i] != '\n'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			i++
		default:
			if j := skipBlank(text, i); j > i {
				i = j
			} else {
				i++
			}
		}
	}
	return 0, false
}

// callEnd returns the position of the closing bracket of the call of name that begins at pos. The columns of pos count
// bytes, as in the front end, and the returned column counts characters, as in witnesses. If pos is not the call itself
// (a macro is expanded there), callEnd looks for the only call of that name in the line.
func callEnd(text []byte, pos ir.Pos, name string) (line, col int, ok bool) {
	off, ok := byteOffset(text, pos)
	if !ok || !startsWord(text, off, name) {
		if off, ok = onlyWord(text, pos.Line, name); !ok {
			return 0, 0, false
		}
	}
	open := skipBlank(text, off+len(name))
	if open >= len(text) || text[open] != '(' {
		return 0, 0, false
	}
	end, ok := closing(text, open)
	if !ok {
		return 0, 0, false
	}
	line, col = lineCol(text, end)
	return line, col, true
}

// onlyWord returns the offset of a word in a line; the result is false unless the word occurs exactly once.
func onlyWord(text []byte, line int, word string) (int, bool) {
	l, ok := lineAt(text, line)
	if !ok || word == "" {
		return 0, false
	}
	start, _ := lineStart(text, line)
	found, n := 0, 0
	for i := range l {
		if startsWord(text, start+i, word) {
			found = start + i
			n++
		}
	}
	return found, n == 1
}

// AddHeaders adds the headers that a file includes by a quoted name, relative to its own folder, and the headers that
// these include. A header that cannot be read is left out.
func (s Sources) AddHeaders(file string, read func(name string) ([]byte, error)) {
	s.addHeaders(file, read, 0)
}

const maxIncludes = 20 // depth of nested includes

// addHeaders is AddHeaders for a file that is included deep times.
func (s Sources) addHeaders(file string, read func(name string) ([]byte, error), deep int) {
	for _, name := range included(s[file]) {
		h := filepath.Join(filepath.Dir(file), name)
		if _, ok := s[h]; ok || deep == maxIncludes {
			continue
		}
		if text, err := read(h); err == nil {
			s[h] = text
			s.addHeaders(h, read, deep+1)
		}
	}
}

var quotedInclude = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"`)

// included returns the quoted names in the include directives of a text.
func included(text []byte) (names []string) {
	for _, m := range quotedInclude.FindAllSubmatch(text, -1) {
		names = append(names, string(m[1]))
	}
	return names
}

// names is fileNames for a file with its headers: a name that a header declares has the offset of the directive that
// includes the header.
func (s Sources) names(file string, text []byte, deep int) map[string]int {
	first := fileNames(text, func(directive string, at int, first map[string]int) {
		for _, name := range included([]byte(directive)) {
			h := filepath.Join(filepath.Dir(file), name)
			if text, ok := s[h]; ok && deep < maxIncludes {
				for n := range s.names(h, text, deep+1) {
					if _, ok := first[n]; !ok {
						first[n] = at
					}
				}
			}
		}
	})
	return first
}

// fileNames returns the identifiers that occur at the outermost level of a file, outside of all brackets, with the
// offsets of their first occurrences. A global that the file declares is among them, and is declared from that offset
// on. fileNames calls directive for each preprocessor directive on that level, which may add names.
func fileNames(text []byte, directive func(text string, at int, first map[string]int)) map[string]int {
	first := map[string]int{}
	depth := 0
	newLine := true
	for i := 0; i < len(text); {
		if j := skipBlank(text, i); j > i {
			newLine = newLine || bytes.IndexByte(text[i:j], '\n') >= 0
			i = j
			continue
		}
		c := text[i]
		switch {
		case c == '#' && newLine: // a directive, with its continued lines
			start := i
			for i < len(text) && text[i] != '\n' {
				if text[i] == '\\' {
					i++
				}
				i++
			}
			if depth == 0 {
				directive(string(text[start:min(i, len(text))]), start, first)
			}
			continue
		case c == '"' || c == '\'':
			for i++; i < len(text) && text[i] != c && text[i] != '\n'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			i++
		case isIdent(c):
			start := i
			for i < len(text) && isIdent(text[i]) {
				i++
			}
			if name := string(text[start:i]); depth == 0 {
				if _, ok := first[name]; !ok {
					first[name] = start
				}
			}
		default:
			switch c {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth--
			}
			i++
		}
		newLine = false
	}
	return first
}
