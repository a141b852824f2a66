package spl

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Error is an error in the program.
type Error struct {
	Pos ir.Pos
	Msg string
}

func (e *Error) Error() string { return fmt.Sprintf("%s: error: %s", e.Pos, e.Msg) }

type tokenKind uint8

const (
	tEnd tokenKind = iota
	tName
	tNumber
	tOp // operators and punctuation; text without a suffix
)

// token is a token of SPL.
type token struct {
	kind   tokenKind
	text   string
	suffix string // of an operator, cast or sqrt: "i", "d,n"
	pos    ir.Pos
}

func (t token) String() string {
	if t.kind == tEnd {
		return "the end of the file"
	}
	return "'" + short(t.text) + "'"
}

// short returns at most 40 bytes of a name or number, for messages.
func short(s string) string {
	if len(s) > 40 {
		return s[:40] + "..."
	}
	return s
}

// lexer splits a program into tokens; at is the offset of the next byte.
type lexer struct {
	src       []byte
	file      string
	at        int
	line, col int
}

func (l *lexer) pos() ir.Pos { return ir.Pos{File: l.file, Line: l.line, Col: l.col} }

// fail panics with an *Error at p.
func (l *lexer) fail(p ir.Pos, format string, args ...any) {
	panic(&Error{p, fmt.Sprintf(format, args...)})
}

// peek returns the k-th byte from here on, 0 after the end.
func (l *lexer) peek(k int) byte {
	if l.at+k < len(l.src) {
		return l.src[l.at+k]
	}
	return 0
}

// skip advances by n bytes.
func (l *lexer) skip(n int) {
	for ; n > 0 && l.at < len(l.src); n-- {
		if l.src[l.at] == '\n' {
			l.line, l.col = l.line+1, 0
		}
		l.at++
		l.col++
	}
}

// blanks skips white space and comments.
func (l *lexer) blanks() {
	for l.at < len(l.src) {
		switch c := l.peek(0); {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			l.skip(1)
		case c == '/' && l.peek(1) == '/':
			for l.at < len(l.src) && l.peek(0) != '\n' {
				l.skip(1)
			}
		case c == '/' && l.peek(1) == '*':
			l.comment("/*", "*/")
		case c == '(' && l.peek(1) == '*':
			l.comment("(*", "*)")
		default:
			return
		}
	}
}

// comment skips a comment and the comments nested in it.
func (l *lexer) comment(begin, end string) {
	start := l.pos()
	for depth := 0; l.at < len(l.src); {
		switch {
		case l.ahead(begin):
			depth++
			l.skip(2)
		case l.ahead(end):
			l.skip(2)
			if depth--; depth == 0 {
				return
			}
		default:
			l.skip(1)
		}
	}
	l.fail(start, "a comment that does not end: %s is missing", end)
}

// ahead reports whether the text continues with s.
func (l *lexer) ahead(s string) bool {
	return l.at+len(s) <= len(l.src) && string(l.src[l.at:l.at+len(s)]) == s
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }

func inName(c byte) bool { return letter(c) || digit(c) }

// next returns the next token.
func (l *lexer) next() token {
	l.blanks()
	t := token{pos: l.pos()}
	start := l.at
	c := l.peek(0)
	switch {
	case l.at >= len(l.src):
		return t
	case letter(c):
		for inName(l.peek(0)) {
			l.skip(1)
		}
		t.kind, t.text = tName, string(l.src[start:l.at])
		for _, f := range []string{"cast", "sqrt"} { // cast_i,0
			if len(t.text) == len(f)+2 && strings.HasPrefix(t.text, f+"_") && strings.Contains(types, t.text[len(f)+1:]) {
				t.text, t.suffix = f, t.text[len(f)+1:]+l.rounding()
			}
		}
	case digit(c) || c == '.' && digit(l.peek(1)):
		l.number(t.pos)
		t.kind, t.text = tNumber, string(l.src[start:l.at])
	default:
		n := 1
		switch two := string(c) + string(l.peek(1)); two {
		case "<=", ">=", "==", "!=":
			n = 2
		default:
			if !strings.ContainsRune("+-*/%<>=(),;:", rune(c)) {
				l.strange(t.pos)
			}
		}
		l.skip(n)
		t.kind, t.text = tOp, string(l.src[start:l.at])
		if strings.ContainsRune("+-*/%", rune(c)) && l.peek(0) == '_' {
			if !strings.Contains(types, string(l.peek(1))) || inName(l.peek(2)) {
				l.fail(t.pos, "after %c_ a type is expected: i, f or d (write a blank before a name)", c)
			}
			t.suffix = string(l.peek(1))
			l.skip(2)
			t.suffix += l.rounding()
		}
	}
	return t
}

// types are the letters of types of operations.
const types = "ifdlq"

// strange fails for a character that begins no token.
func (l *lexer) strange(p ir.Pos) {
	r, n := utf8.DecodeRune(l.src[l.at:])
	switch {
	case r == utf8.RuneError && n < 2 || r < ' ' || r == 0x7f:
		l.fail(p, "byte %#02x is no text: is this a program in SPL?", l.peek(0))
	case r == '!':
		l.fail(p, "unexpected character '!' (SPL writes not, and !=)")
	case r == '&', r == '|':
		l.fail(p, "unexpected character '%c' (SPL writes and, or)", r)
	case r == '{', r == '}':
		l.fail(p, "unexpected character '%c' (SPL writes begin and end, then and endif, do and done)", r)
	}
	l.fail(p, "unexpected character %q", r)
}

// number skips 12, 1.5, .5, 2.5e-3 and the rational number 1/3.
func (l *lexer) number(p ir.Pos) {
	start := l.at
	digits := func() {
		for digit(l.peek(0)) {
			l.skip(1)
		}
	}
	digits()
	if l.peek(0) == '/' && digit(l.peek(1)) {
		l.skip(1)
		digits()
	} else {
		if l.peek(0) == '.' {
			l.skip(1)
			digits()
		}
		if l.peek(0)|0x20 == 'e' {
			l.skip(1)
			if c := l.peek(0); c == '+' || c == '-' {
				l.skip(1)
			}
			if !digit(l.peek(0)) {
				l.fail(p, "%s is no number: digits are missing after the e", short(string(l.src[start:l.at])))
			}
			digits()
		}
	}
	if inName(l.peek(0)) || l.peek(0) == '.' {
		for inName(l.peek(0)) || l.peek(0) == '.' {
			l.skip(1)
		}
		l.fail(p, "%s is neither a number nor a name", short(string(l.src[start:l.at])))
	}
	if l.at-start > maxNumber {
		l.fail(p, "a number of %d characters (%d are enough)", l.at-start, maxNumber)
	}
}

// maxNumber bounds the text of a number.
const maxNumber = 500

// rounding skips and returns a rounding mode after a type, such as ",n"; "" if there is none.
func (l *lexer) rounding() string {
	for _, r := range []string{",+oo", ",-oo", ",n", ",0", ",?"} {
		if l.ahead(r) {
			l.skip(len(r))
			return r
		}
	}
	return ""
}
