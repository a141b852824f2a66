package restrict

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxDecisions bounds the length of the paths that ParsePaths accepts.
const MaxDecisions = 1 << 24

// plain is the maximum length of a path that is printed without run-length coding.
const plain = 40

// String prints a path: short ones decision by decision, others with the lengths of their runs.
//
//	TTF        T1000FT3
func (p Path) String() string {
	if len(p) <= plain {
		return string(p)
	}
	var b strings.Builder
	for i := 0; i < len(p); {
		n := i + 1
		for n < len(p) && p[n] == p[i] {
			n++
		}
		b.WriteByte(p[i])
		switch n -= i; {
		case n == 2:
			b.WriteByte(p[i])
		case n > 2:
			b.WriteString(strconv.Itoa(n))
		}
		i += n
	}
	return b.String()
}

// String prints a range of paths.
func (r *PathRange) String() string {
	text := r.Lo.String() + ".."
	if !r.NoUpper {
		if r.Before {
			text += "<"
		}
		text += r.Hi.String()
	}
	if r.Form != "" {
		text += "@" + r.Form
	}
	return text
}

// PathError is a syntax error in the text of a path or of a range of paths. Col counts from 1.
type PathError struct {
	Col int
	Msg string
}

func (e *PathError) Error() string { return fmt.Sprintf("column %d: %s", e.Col, e.Msg) }

// parsePath parses a path. Its text begins after col columns of the whole text, and its error messages begin with the
// parameter what.
func parsePath(text string, col int, what string) (Path, error) {
	fault := func(i int, format string, args ...any) (Path, error) {
		return "", &PathError{col + i + 1, what + fmt.Sprintf(format, args...)}
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		c := text[i]
		if strings.IndexByte(" \t\r\n", c) >= 0 {
			i++
			continue
		}
		if c != 'T' && c != 'F' {
			r := []rune(text[i:])[0]
			if '0' <= c && c <= '9' && b.Len() == 0 {
				return fault(i, "a number stands after the decision that it repeats, as in T1000")
			}
			return fault(i, "decisions are T or F, not %q", string(r))
		}
		end := i + 1
		for end < len(text) && '0' <= text[end] && text[end] <= '9' {
			end++
		}
		n := 1
		if end > i+1 {
			var err error
			if n, err = strconv.Atoi(text[i+1 : end]); err != nil || n > MaxDecisions {
				return fault(i+1, "more than %d decisions", MaxDecisions)
			}
			if n == 0 {
				return fault(i+1, "a decision stands 0 times")
			}
		}
		if b.Len()+n > MaxDecisions {
			return fault(i, "more than %d decisions", MaxDecisions)
		}
		for range n {
			b.WriteByte(c)
		}
		i = end
	}
	return Path(b.String()), nil
}

// ParsePaths parses a range of paths, which may be empty. It ignores white space between decisions. An error is a
// *PathError.
func ParsePaths(text string) (*PathRange, error) {
	lo, hi, ok := strings.Cut(text, "..")
	if !ok {
		return nil, &PathError{len(text) + 1, "two bounds are needed: LOWER..UPPER"}
	}
	r := &PathRange{}
	at := len(lo) + len("..")
	hi, form, formed := strings.Cut(hi, "@")
	if formed {
		if r.Form = strings.TrimSpace(form); !isForm(r.Form) {
			return nil, &PathError{at + len(hi) + 2,
				fmt.Sprintf("after @ stands the fingerprint of a form of the program, %d digits and letters a to f", formDigits)}
		}
	}
	var err error
	if r.Lo, err = parsePath(lo, 0, "lower bound: "); err != nil {
		return nil, err
	}
	if trimmed := strings.TrimLeft(hi, " \t\r\n"); strings.HasPrefix(trimmed, "<") {
		r.Before = true
		at += len(hi) - len(trimmed) + 1
		hi = trimmed[1:]
	}
	if r.Hi, err = parsePath(hi, at, "upper bound: "); err != nil {
		return nil, err
	}
	r.NoUpper = r.Hi == "" && !r.Before
	return r, nil
}
