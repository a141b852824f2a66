package term

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// SExpr is an S-expression of SMT-LIB: an atom, or a list if List is not nil. The list may be empty.
type SExpr struct {
	Atom   string // symbol without its bars, numeral, #b.., #x.., keyword, or string without its quotes
	Quoted byte   // '|' for |symbols|, '"' for strings, else 0
	List   []SExpr
}

// Is reports whether s is the given symbol, without bars.
func (s SExpr) Is(symbol string) bool { return s.List == nil && s.Quoted == 0 && s.Atom == symbol }

// head reports whether s is a list that begins with the given symbol, without bars.
func (s SExpr) head(symbol string) bool { return len(s.List) > 0 && s.List[0].Is(symbol) }

// String returns the text of s on one line.
func (s SExpr) String() string {
	var b strings.Builder
	s.write(&b)
	return b.String()
}

// write writes the text of s.
func (s SExpr) write(b *strings.Builder) {
	switch {
	case s.List != nil:
		b.WriteByte('(')
		for i, x := range s.List {
			if i > 0 {
				b.WriteByte(' ')
			}
			x.write(b)
		}
		b.WriteByte(')')
	case s.Quoted == '|':
		b.WriteString("|" + s.Atom + "|")
	case s.Quoted == '"':
		b.WriteString(`"` + strings.ReplaceAll(s.Atom, `"`, `""`) + `"`)
	default:
		b.WriteString(s.Atom)
	}
}

// Limits of the input: invalid output of a solver must lead to an error, not exhaust the memory.
const (
	maxNesting = 300_000
	maxAtom    = 1 << 26
)

// sexprReader reads a stream of S-expressions, such as the answers of a solver.
type sexprReader struct{ r *bufio.Reader }

// read returns the next expression. The error is io.EOF if there is none, and
// io.ErrUnexpectedEOF if the text ends within an expression. After an unquoted atom, read waits for the next byte.
func (r *sexprReader) read() (SExpr, error) {
	var stack [][]SExpr
	for {
		b, err := r.skip()
		if err != nil {
			if len(stack) > 0 && err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return SExpr{}, err
		}
		var x SExpr
		switch b {
		case '(':
			if len(stack) >= maxNesting {
				return SExpr{}, errors.New("term: S-expression is nested too deeply")
			}
			stack = append(stack, []SExpr{})
			continue
		case ')':
			if len(stack) == 0 {
				return SExpr{}, errors.New("term: unexpected )")
			}
			x.List = stack[len(stack)-1]
			stack = stack[:len(stack)-1]
		default:
			if x, err = r.atom(b); err != nil {
				return SExpr{}, err
			}
		}
		if len(stack) == 0 {
			return x, nil
		}
		stack[len(stack)-1] = append(stack[len(stack)-1], x)
	}
}

// skip skips blanks and comments and returns the byte after them.
func (r *sexprReader) skip() (byte, error) {
	comment := false
	for {
		b, err := r.r.ReadByte()
		switch {
		case err != nil:
			return 0, err
		case b == '\n':
			comment = false
		case comment || b == ' ' || b == '\t' || b == '\r':
		case b == ';':
			comment = true
		default:
			return b, nil
		}
	}
}

// atom reads the atom that begins with b.
func (r *sexprReader) atom(b byte) (SExpr, error) {
	var s []byte
	if b == '|' || b == '"' {
		for {
			n, err := r.r.ReadByte()
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			if err != nil {
				return SExpr{}, err
			}
			if n == b {
				if b == '|' {
					break
				}
				// A quote in a string is doubled. On an interactive stream Peek may wait for the next byte, but
				// there is one, since a string is never the end of an answer.
				if p, err := r.r.Peek(1); err != nil || p[0] != '"' {
					break
				}
				r.r.ReadByte()
			}
			if s = append(s, n); len(s) > maxAtom {
				return SExpr{}, errors.New("term: atom is too long")
			}
		}
		return SExpr{Atom: string(s), Quoted: b}, nil
	}
	s = append(s, b)
	for {
		n, err := r.r.ReadByte()
		if err == io.EOF {
			break
		}
		if err != nil {
			return SExpr{}, err
		}
		if strings.IndexByte(" \t\r\n();\"|", n) >= 0 {
			r.r.UnreadByte()
			break
		}
		if s = append(s, n); len(s) > maxAtom {
			return SExpr{}, errors.New("term: atom is too long")
		}
	}
	return SExpr{Atom: string(s)}, nil
}

// ParseSExprs reads all expressions of r.
func ParseSExprs(r io.Reader) ([]SExpr, error) {
	size := 1 << 16
	if s, ok := r.(*strings.Reader); ok {
		size = min(size, s.Len()) // many short texts are parsed
	}
	in := &sexprReader{bufio.NewReaderSize(r, size)}
	var out []SExpr
	for {
		x, err := in.read()
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return out, err
		}
		out = append(out, x)
	}
}

// SyntaxError is the error of the parser for text that is not a term.
type SyntaxError struct {
	At  string // the expression at fault, shortened
	Msg string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("term: %s: %s", e.Msg, e.At) }
