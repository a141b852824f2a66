package spl

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Error is a fault of the program.
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
	return "'" + t.text + "'"
}

type lexer struct {
	src       []byte
	file      string
	at        int
	line, col int
}

func (l *lexer) pos() ir.Pos { return ir.Pos{File: l.file, Line: l.line, Col: l.col} }

func (l *lexer) fail(p ir.Pos, format string, args ...any) {
	panic(&Error{p, fmt.Sprintf(format, args...)})
}

func (l *lexer) peek(k int) byte {
	if l.at+k < len(l.src) {
		return l.src[l.at+k]
	}
	return 0
}

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
		case c == '/' && l.peek(1) == '*':
			l.comment("*/")
		case c == '(' && l.peek(1) == '*':
			l.comment("*)")
		default:
			return
		}
	}
}

func (l *lexer) comment(end string) {
	start := l.pos()
	for l.skip(2); l.at < len(l.src); l.skip(1) {
		if l.peek(0) == end[0] && l.peek(1) == end[1] {
			l.skip(2)
			return
		}
	}
	l.fail(start, "a comment that does not end")
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }

// next is the next token.
func (l *lexer) next() token {
	l.blanks()
	t := token{pos: l.pos()}
	start := l.at
	c := l.peek(0)
	switch {
	case l.at >= len(l.src):
		return t
	case letter(c):
		for letter(l.peek(0)) || digit(l.peek(0)) || l.peek(0) == '\'' {
			l.skip(1)
		}
		t.kind, t.text = tName, string(l.src[start:l.at])
		for _, f := range []string{"cast", "sqrt"} { // cast_i,0
			if t.text == f || len(t.text) > 5 && t.text[:5] == f+"_" {
				t.suffix, t.text = t.text[len(f):], f
				if t.suffix != "" {
					t.suffix = t.suffix[1:] + l.rounding()
				}
			}
		}
	case digit(c) || c == '.' && digit(l.peek(1)):
		for digit(l.peek(0)) || l.peek(0) == '.' || letter(l.peek(0)) || (l.peek(0) == '+' || l.peek(0) == '-') && l.src[l.at-1]|0x20 == 'e' {
			l.skip(1)
		}
		t.kind, t.text = tNumber, string(l.src[start:l.at])
	default:
		n := 1
		switch two := string(c) + string(l.peek(1)); two {
		case "<=", ">=", "==", "!=":
			n = 2
		default:
			switch c {
			case '+', '-', '*', '/', '%', '<', '>', '=', '(', ')', ',', ';', ':':
			default:
				l.fail(t.pos, "unexpected character %q", rune(c))
			}
		}
		l.skip(n)
		t.kind, t.text = tOp, string(l.src[start:l.at])
		if (c == '+' || c == '-' || c == '*' || c == '/' || c == '%') && l.peek(0) == '_' {
			l.skip(1)
			from := l.at
			for letter(l.peek(0)) && l.peek(0) != '_' {
				l.skip(1)
			}
			t.suffix = string(l.src[from:l.at]) + l.rounding()
		}
	}
	return t
}

// rounding is the ",n" behind a type.
func (l *lexer) rounding() string {
	if l.peek(0) != ',' {
		return ""
	}
	for _, r := range []string{",+oo", ",-oo", ",n", ",0", ",?"} {
		if l.at+len(r) <= len(l.src) && string(l.src[l.at:l.at+len(r)]) == r {
			l.skip(len(r))
			return r
		}
	}
	return ""
}
