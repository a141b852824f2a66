package witness

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// ctoken is a token of a C text.
type ctoken struct {
	kind byte // 'n' number, 'w' word, 'p' punctuation, 'c' character, 's' string, 0 the end
	text string
}

// cpunct has the punctuation of more than one character, the longest first.
var cpunct = []string{"<<=", ">>=", "...", "==>", "<=", ">=", "==", "!=", "&&", "||", "<<", ">>", "->", "++", "--",
	"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="}

// digraphs maps alternative spellings of brackets to the brackets.
var digraphs = map[string]string{"<:": "[", ":>": "]", "<%": "{", "%>": "}"}

// cother has the punctuation that occurs in expressions, except for binary operators and assignments.
var cother = map[string]bool{"(": true, ")": true, "[": true, "]": true, "{": true, "}": true, "!": true, "~": true,
	"?": true, ":": true,
	".": true, "->": true, ",": true, "++": true, "--": true, ";": true, "...": true}

// cassign has the assignment operators.
var cassign = map[string]bool{"=": true, "+=": true, "-=": true, "*=": true, "/=": true, "%=": true, "&=": true,
	"|=": true, "^=": true, "<<=": true, ">>=": true}

// ctokens returns the tokens of a C text, without comments.
func ctokens(s string) ([]ctoken, error) {
	var out []ctoken
	text := []byte(s)
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case strings.IndexByte(" \t\n\r\v\f", c) >= 0:
			i++
		case strings.HasPrefix(s[i:], "/*") && !strings.Contains(s[i+2:], "*/"):
			return nil, fmt.Errorf("comment without end in %q", s)
		case skipBlank(text, i) > i:
			i = skipBlank(text, i)
		case c == '\\' && strings.HasPrefix(s[i:], `\result`):
			out = append(out, ctoken{'w', `\result`})
			i += len(`\result`)
		case c >= '0' && c <= '9' || c == '.' && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9':
			j := i
			for j < len(s) && (isIdent(s[j]) || s[j] == '.' || separator(s, j) || (s[j] == '+' || s[j] == '-') &&
				exponent(s[i:j])) {
				j++
			}
			out = append(out, ctoken{'n', s[i:j]})
			i = j
		case isLetter(c):
			j := i
			for j < len(s) && isLetter(s[j]) {
				j++
			}
			if word := s[i:j]; j < len(s) && (s[j] == '\'' || s[j] == '"') && literalPrefix[word] {
				end, err := quotedEnd(s, j)
				if err != nil {
					return nil, err
				}
				out = append(out, ctoken{map[byte]byte{'\'': 'c', '"': 's'}[s[j]], s[i:end]})
				i = end
				continue
			}
			out = append(out, ctoken{'w', s[i:j]})
			i = j
		case c == '\'' || c == '"':
			end, err := quotedEnd(s, i)
			if err != nil {
				return nil, err
			}
			out = append(out, ctoken{map[byte]byte{'\'': 'c', '"': 's'}[c], s[i:end]})
			i = end
		default:
			p := string(c)
			for _, q := range cpunct {
				if strings.HasPrefix(s[i:], q) {
					p = q
					break
				}
			}
			n := len(p)
			if i+2 <= len(s) && digraphs[s[i:i+2]] != "" {
				p, n = digraphs[s[i:i+2]], 2
			}
			if cprec[p] == 0 && !cother[p] && !cassign[p] {
				return nil, fmt.Errorf("unexpected %q in %q", p, s)
			}
			out = append(out, ctoken{'p', p})
			i += n
		}
	}
	return out, nil
}

// isLetter reports whether a byte may be part of a name. This holds for each byte of a UTF-8 letter outside of ASCII.
func isLetter(c byte) bool { return isIdent(c) || c >= 0x80 }

// literalPrefix has the words that may precede a character constant or a string.
var literalPrefix = map[string]bool{"L": true, "u": true, "U": true, "u8": true}

// quotedEnd returns the offset after the character constant or string that begins at i.
func quotedEnd(s string, i int) (int, error) {
	j := i + 1
	for j < len(s) && s[j] != s[i] && s[j] != '\n' {
		if s[j] == '\\' {
			j++
		}
		j++
	}
	if j >= len(s) || s[j] != s[i] {
		return 0, fmt.Errorf("character constant or string without end in %q", s)
	}
	return j + 1, nil
}

// ccharacter returns the value of a character constant without prefix; ok is false if it is not a single byte.
func ccharacter(text string) (v int64, ok bool) {
	body := text[1 : len(text)-1]
	switch {
	case len(body) == 1 && body[0] < 0x80 && body[0] != '\\':
		return int64(body[0]), true
	case len(body) < 2 || body[0] != '\\':
		return 0, false
	case len(body) == 2 && strings.IndexByte(`abfnrtve'"?\`, body[1]) >= 0:
		return int64("\a\b\f\n\r\t\v\x1b'\"?\\"[strings.IndexByte(`abfnrtve'"?\`, body[1])]), true
	case body[1] == 'x':
		n, err := strconv.ParseUint(body[2:], 16, 8)
		return int64(int8(n)), err == nil
	case len(body) <= 4:
		n, err := strconv.ParseUint(body[1:], 8, 8)
		return int64(int8(n)), err == nil
	}
	return 0, false
}

// separator reports whether the quote at j separates digits of a number.
func separator(s string, j int) bool {
	return s[j] == '\'' && isIdent(s[j-1]) && j+1 < len(s) && isIdent(s[j+1]) && !strings.Contains(s[j+1:min(j+4, len(s))],
		"'")
}

// exponent reports whether a sign after the text num belongs to the same number.
func exponent(num string) bool {
	last := num[len(num)-1] | 0x20
	hex := len(num) > 1 && num[1]|0x20 == 'x'
	return last == 'e' && !hex || last == 'p' && hex
}

// otherNumber matches numbers of types that no variable of a program here has: imaginary numbers, decimal floats, and
// numbers of more than 64 bits.
var otherNumber = regexp.MustCompile(`^(0x[0-9a-f.]+p[+-]?\d+|(\d*\.\d+|\d+\.?)(e[+-]?\d+)?|0x[0-9a-f]+|0b[01]+)` +
	`(l?[ij]|[ij]f?|u?wb|wbu?|f(16|32x?|64x?|128)|bf16|d[fdl]|[qw])$`)

// cnumber returns the value of a number, with its type in C.
func cnumber(s string, model ir.DataModel) (*ir.Const, error) {
	low := strings.ToLower(strings.ReplaceAll(s, "'", ""))
	if otherNumber.MatchString(low) {
		return nil, notYet("the number %s", s)
	}
	hex := strings.HasPrefix(low, "0x")
	if strings.Contains(low, ".") || !hex && strings.Contains(low, "e") || hex && strings.Contains(low, "p") {
		t, body := ir.F64, low
		if strings.HasSuffix(low, "f") {
			t, body = ir.F32, low[:len(low)-1]
		} else if strings.HasSuffix(low, "l") {
			return nil, notYet("long double")
		}
		f, err := strconv.ParseFloat(body, map[bool]int{true: 32, false: 64}[t == ir.F32])
		if err != nil && !math.IsInf(f, 0) {
			return nil, fmt.Errorf("%q is no number", s)
		}
		return ir.NewFloat(t, f), nil
	}
	body := strings.TrimRight(low, "ul")
	suffix := low[len(body):]
	unsigned := strings.Contains(suffix, "u")
	longs := strings.Count(suffix, "l")
	if strings.Count(suffix, "u") > 1 || longs > 2 {
		return nil, fmt.Errorf("%q is no number", s)
	}
	decimal := !strings.HasPrefix(body, "0") || body == "0"
	v, err := strconv.ParseUint(body, 0, 64)
	if errors.Is(err, strconv.ErrRange) {
		return nil, notYet("the number %s, which is larger than 64 bits,", s)
	}
	if err != nil || strings.ContainsAny(body, "_o") {
		return nil, fmt.Errorf("%q is no number", s)
	}
	long := 64
	if model == ir.ILP32 {
		long = 32
	}
	widths := []int{32, long, 64}[longs:]
	for _, w := range widths {
		if !unsigned && v < 1<<(w-1) {
			return ir.NewConst(ir.Type{Kind: ir.Int, Bits: uint8(w), Signed: true}, int64(v)), nil
		}
		if (unsigned || !decimal) && (w == 64 || v < 1<<w) {
			return ir.NewConst(ir.Type{Kind: ir.Int, Bits: uint8(w)}, int64(v)), nil
		}
	}
	if decimal && !unsigned {
		return ir.NewConst(ir.U64, int64(v)), nil // too large for long long: unsigned, as in gcc
	}
	return nil, notYet("the number %s, which is too large,", s)
}
