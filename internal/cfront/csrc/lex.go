package csrc

// kind is the kind of a raw token.
type kind uint8

const (
	tIdent kind = iota + 1
	tNumber
	tStr       // a string with its prefix: "a", L"a", u8"a"
	tChar      // a character constant with its prefix
	tPunct     // one operator or bracket; the longest match is not needed, see lex
	tHash      // the # that begins a directive
	tDirective // the name after it
	tNewline   // the end of a directive
	tStray     // a byte that begins no token
)

// tok is one raw token: the bytes off..end of the file, which may contain line splices.
type tok struct {
	kind     kind
	inDir    bool // part of a directive
	off, end int32
}

// isIdentStart and isIdent follow gcc: dollar signs and bytes of UTF-8 are letters.
func isIdentStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$' || c >= 0x80
}

func isIdent(c byte) bool { return isIdentStart(c) || c >= '0' && c <= '9' }

// lexError is the error about a token that does not end.
type lexError struct {
	off int
	msg string
}

// lex splits a file into raw tokens, before preprocessing. Each character of an operator is a token, except for the
// operators that the rules need: ##, ->, ++, --, &&, ||, ... and the comparison and shift operators. Comments and white
// space are dropped. It stops at the first string, character constant or comment that does not end.
func lex(src []byte) (toks []tok, bad *lexError) {
	toks = make([]tok, 0, len(src)/4+16)
	i, n := 0, len(src)
	bol := true // only white space since the beginning of the line
	inDir, wantName, header := false, false, false
	ifs := 0 // open #if groups
	for i < n {
		c := src[i]
		switch {
		case c == '\n':
			if inDir {
				toks = append(toks, tok{tNewline, true, int32(i), int32(i + 1)})
				inDir, header = false, false
			}
			bol = true
			i++
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			i++
		case c == '\\' && splice(src, i) > 0:
			i += splice(src, i)
		case c == '/' && i+1 < n && src[i+1] == '/':
			for i < n && src[i] != '\n' {
				if k := splice(src, i); k > 0 {
					i += k
					continue
				}
				i++
			}
		case c == '/' && i+1 < n && src[i+1] == '*':
			start := i
			for i += 2; ; i++ {
				if i+1 >= n {
					return toks, &lexError{start, "unterminated comment"}
				}
				if src[i] == '*' && src[i+1] == '/' {
					break
				}
			}
			i += 2
		case c == '#' && bol:
			toks = append(toks, tok{tHash, true, int32(i), int32(i + 1)})
			inDir, wantName, bol = true, true, false
			i++
		case isIdentStart(c):
			start := i
			for i < n && isIdent(src[i]) || splice(src, i) > 0 && i+splice(src, i) < n && isIdent(src[i+splice(src, i)]) {
				if k := splice(src, i); k > 0 {
					i += k
				} else {
					i++
				}
			}
			k := tIdent
			if wantName {
				k, wantName = tDirective, false
				s := string(src[start:i])
				switch s {
				case "if", "ifdef", "ifndef":
					ifs++
				case "endif":
					ifs--
				}
				header = s == "include" || s == "include_next" || s == "import" || s == "embed"
			} else if i < n && (src[i] == '"' || src[i] == '\'') && isPrefix(src[start:i]) {
				quote := src[i]
				end, ok := quoted(src, i)
				if !ok && ifs == 0 {
					return toks, &lexError{start, "missing terminating " + string(quote)}
				}
				i, k = end, tStr
				if quote == '\'' {
					k = tChar
				}
			}
			toks = append(toks, tok{k, inDir, int32(start), int32(i)})
			bol = false
		case c >= '0' && c <= '9' || c == '.' && i+1 < n && src[i+1] >= '0' && src[i+1] <= '9':
			start := i
			for i++; i < n; i++ {
				if d := src[i]; d == '+' || d == '-' {
					if e := src[i-1] | 0x20; e != 'e' && e != 'p' {
						break
					}
				} else if !isIdent(d) && d != '.' {
					break
				}
			}
			toks = append(toks, tok{tNumber, inDir, int32(start), int32(i)})
			bol, wantName = false, false
		case c == '"' || c == '\'':
			end, ok := quoted(src, i)
			if !ok {
				if inDir || ifs > 0 { // "#error don't", or text that #if may exclude
					i = end
					continue
				}
				if c == '\'' && i > 0 && src[i-1] >= '0' && src[i-1] <= '9' && i+1 < n && isIdent(src[i+1]) {
					return toks, &lexError{i, "missing terminating '; digit separators as in 1'000 need -std=c23"}
				}
				return toks, &lexError{i, "missing terminating " + string(c)}
			}
			k := tStr
			if c == '\'' {
				k = tChar
			}
			toks = append(toks, tok{k, inDir, int32(i), int32(end)})
			i, bol, wantName = end, false, false
		case header && c == '<':
			start := i
			for i < n && src[i] != '>' && src[i] != '\n' {
				i++
			}
			if i < n && src[i] == '>' {
				i++
			}
			toks = append(toks, tok{tStr, true, int32(start), int32(i)})
			header = false
		case c < 0x20 || c == 0x7f || c == '@' || c == '`':
			toks = append(toks, tok{tStray, inDir, int32(i), int32(i + 1)})
			bol = false
			i++
		default:
			k := 1
			if i+1 < n {
				switch d := src[i+1]; {
				case c == d && (c == '#' || c == '+' || c == '-' || c == '&' || c == '|' || c == '<' || c == '>' || c == '='),
					c == '-' && d == '>', d == '=' && (c == '<' || c == '>' || c == '!'):
					k = 2
				case c == '.' && d == '.' && i+2 < n && src[i+2] == '.':
					k = 3
				}
			}
			toks = append(toks, tok{tPunct, inDir, int32(i), int32(i + k)})
			bol, wantName = false, false
			i += k
		}
	}
	if inDir {
		toks = append(toks, tok{tNewline, true, int32(n), int32(n)})
	}
	return toks, nil
}

// splice returns the length of a backslash-newline at i, or 0.
func splice(src []byte, i int) int {
	if i >= len(src) || src[i] != '\\' {
		return 0
	}
	if i+1 < len(src) && src[i+1] == '\n' {
		return 2
	}
	if i+2 < len(src) && src[i+1] == '\r' && src[i+2] == '\n' {
		return 3
	}
	return 0
}

// isPrefix reports whether s is a prefix of string or character literals.
func isPrefix(s []byte) bool {
	switch string(s) {
	case "L", "u", "U", "u8":
		return true
	}
	return false
}

// quoted returns the end of the string or character constant at i; ok is false if it does not end.
func quoted(src []byte, i int) (end int, ok bool) {
	q := src[i]
	for i++; i < len(src); i++ {
		switch src[i] {
		case q:
			return i + 1, true
		case '\n':
			return i, false
		case '\\':
			if k := splice(src, i); k > 0 {
				i += k - 1
			} else {
				i++
			}
		}
	}
	return len(src), false
}
