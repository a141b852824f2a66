package ir

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseError is an error in the text form; Line and Col are 1-based.
type ParseError struct {
	Line, Col int
	Msg       string
}

func (e *ParseError) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg) }

// tokKind is the kind of a token.
type tokKind uint8

const (
	tEOF tokKind = iota
	tNewline
	tName   // identifier
	tString // quoted; text is the unquoted value
	tNumber // unsigned literal; text is the source text
	tPos    // @12:5, @"f":12:5, @-; value in pos
	tGlobal // @name, @"name"; text is the name
	tPunct  // operator or bracket
	tBad    // an error; text is the message
)

// token is a token of the text form.
type token struct {
	kind      tokKind
	text      string
	pos       Pos  // for tPos; unless named is set, File is "" and means the first file
	named     bool // the position has an explicit file, or is @-
	line, col int
	glued     bool // no blank before the token
}

func (t token) String() string {
	switch t.kind {
	case tEOF:
		return "end of text"
	case tNewline:
		return "end of line"
	case tString:
		return strconv.Quote(t.text)
	case tPos:
		return "position"
	case tGlobal:
		return "@" + t.text
	}
	return "'" + t.text + "'"
}

// lexer splits text into tokens; // begins a comment.
type lexer struct {
	src       string
	off       int
	line      int
	lineStart int
}

// lex returns the tokens of src; the last one is tEOF.
func lex(src string) ([]token, *ParseError) {
	l := &lexer{src: src, line: 1}
	var toks []token
	for {
		t := l.next()
		if t.kind == tBad {
			return nil, &ParseError{t.line, t.col, t.text}
		}
		toks = append(toks, t)
		if t.kind == tEOF {
			return toks, nil
		}
	}
}

// peek returns the i-th byte after the present one, 0 after the end.
func (l *lexer) peek(i int) byte {
	if l.off+i < len(l.src) {
		return l.src[l.off+i]
	}
	return 0
}

// next reads the next token.
func (l *lexer) next() token {
	start := l.off
	for l.off < len(l.src) {
		c := l.src[l.off]
		if c == '/' && l.peek(1) == '/' {
			for l.off < len(l.src) && l.src[l.off] != '\n' {
				l.off++
			}
			continue
		}
		if c != ' ' && c != '\t' && c != '\r' {
			break
		}
		l.off++
	}
	t := token{line: l.line, col: l.off - l.lineStart + 1, glued: l.off == start}
	if l.off >= len(l.src) {
		return t
	}
	switch c := l.src[l.off]; {
	case c == '\n':
		l.off++
		l.line++
		l.lineStart = l.off
		t.kind = tNewline
	case isNameByte(c, true):
		t.kind, t.text = tName, l.name()
	case isDigit(c):
		t.kind, t.text = tNumber, l.number()
	case c == '"':
		l.str(&t, tString)
	case c == '@':
		l.off++
		l.atToken(&t)
	default:
		l.punct(&t)
	}
	return t
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// name reads a plain name.
func (l *lexer) name() string {
	start := l.off
	for l.off < len(l.src) && isNameByte(l.src[l.off], false) {
		l.off++
	}
	return l.src[start:l.off]
}

// number reads a literal: a number in Go's syntax, perhaps with an exponent.
func (l *lexer) number() string {
	start := l.off
	hex := l.src[l.off] == '0' && (l.peek(1) == 'x' || l.peek(1) == 'X')
	for l.off < len(l.src) {
		c := l.src[l.off]
		prev := byte(0)
		if l.off > start {
			prev = l.src[l.off-1]
		}
		exp := prev == 'p' || prev == 'P' || (!hex && (prev == 'e' || prev == 'E'))
		if !(isNameByte(c, false) && c != '_' && c != '$') && !(exp && (c == '+' || c == '-')) {
			break
		}
		l.off++
	}
	return l.src[start:l.off]
}

// str reads a quoted string into t.
func (l *lexer) str(t *token, kind tokKind) {
	start := l.off
	for l.off++; l.off < len(l.src) && l.src[l.off] != '"' && l.src[l.off] != '\n'; l.off++ {
		if l.src[l.off] == '\\' && l.peek(1) != '\n' {
			l.off++
		}
	}
	if l.off >= len(l.src) || l.src[l.off] != '"' {
		t.kind, t.text = tBad, "string is not closed"
		return
	}
	l.off++
	s, err := strconv.Unquote(l.src[start:l.off])
	if err != nil {
		t.kind, t.text = tBad, "bad string"
		return
	}
	t.kind, t.text = kind, s
}

// atToken reads the rest of a token after its @ into t: a position or the name of a global.
func (l *lexer) atToken(t *token) {
	switch c := l.peek(0); {
	case c == '-':
		l.off++
		t.kind, t.named = tPos, true
	case isDigit(c):
		l.lineCol(t)
	case c == '"':
		l.str(t, tGlobal)
		if t.kind == tGlobal && l.peek(0) == ':' && isDigit(l.peek(1)) {
			l.off++
			file := t.text
			l.lineCol(t)
			t.pos.File, t.named = file, true
		}
	case isNameByte(c, true):
		t.kind, t.text = tGlobal, l.name()
	default:
		t.kind, t.text = tBad, "name or position expected after @"
	}
}

// lineCol reads line:column into t.
func (l *lexer) lineCol(t *token) {
	line, ok1 := l.digits()
	if l.peek(0) != ':' {
		t.kind, t.text = tBad, "position without column"
		return
	}
	l.off++
	col, ok2 := l.digits()
	if !ok1 || !ok2 {
		t.kind, t.text = tBad, "bad position"
		return
	}
	t.kind, t.text = tPos, ""
	t.pos.Line, t.pos.Col = line, col
}

// digits reads a decimal number; the result is false if there is none or it is too large.
func (l *lexer) digits() (int, bool) {
	start := l.off
	for isDigit(l.peek(0)) {
		l.off++
	}
	n, err := strconv.ParseInt(l.src[start:l.off], 10, 32)
	return int(n), err == nil
}

// punct reads an operator or a bracket into t.
func (l *lexer) punct(t *token) {
	two := ""
	if l.off+2 <= len(l.src) {
		two = l.src[l.off : l.off+2]
	}
	t.kind = tPunct
	switch two {
	case "->", "<<", ">>", "==", "!=", "<=", "&&", "||":
		t.text = two
		l.off += 2
		return
	}
	c := l.src[l.off]
	if strings.IndexByte("(){}[],:=+-*/%&|^<!~#", c) < 0 {
		t.kind, t.text = tBad, fmt.Sprintf("unexpected character %q", c)
		return
	}
	t.text = string(c)
	l.off++
}
