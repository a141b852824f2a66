package csrc

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Literals of wchar_t, char16_t and char32_t (rules 9 and 22). cc supports wchar_t, if the values are code points. The
// other literals become
//
//	u'x'                    ((unsigned short)120), in #if 120
//	u"x"                    (*(unsigned short (*)[2])"x\000\000\000")
//	char16_t a[] = u"x";    char16_t a[] = {120,0};

// wideKind is the type of the characters of a literal.
type wideKind struct {
	ctype  string
	size   int
	suffix string // the suffix of a constant of that type; "" for char16_t
}

// wideKind returns the type for the prefix of a literal.
func (r *rewriter) wideKind(prefix byte) wideKind {
	switch {
	case prefix == 'u', prefix == 'L' && r.cfg.ShortWchar:
		return wideKind{"unsigned short", 2, ""}
	case prefix == 'U':
		return wideKind{"unsigned", 4, "u"}
	case r.model == ir.ILP32:
		return wideKind{"long", 4, "l"}
	}
	return wideKind{"int", 4, ""}
}

// number returns a constant of the type.
func (k wideKind) number(v uint32) string {
	if k.suffix == "u" || k.size <= 2 {
		return strconv.FormatUint(uint64(v), 10) + k.suffix
	}
	if v == 1<<31 {
		return "(-2147483647" + k.suffix + "-1)"
	}
	if s := int32(v); s < 0 {
		return "(" + strconv.Itoa(int(s)) + k.suffix + ")"
	}
	return strconv.Itoa(int(v)) + k.suffix
}

// charUnits decodes the contents of a literal into units of 1, 2 or 4 bytes; ok is false for contents that gcc rejects.
func charUnits(s string, size int) (us []uint32, ok bool) {
	point := func(c rune) {
		switch {
		case size == 1:
			for _, b := range []byte(string(c)) {
				us = append(us, uint32(b))
			}
		case size == 2 && c > 0xffff:
			hi, lo := utf16.EncodeRune(c)
			us = append(us, uint32(hi), uint32(lo))
		default:
			us = append(us, uint32(c))
		}
	}
	mask := uint32(uint64(1)<<(8*size) - 1)
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			if size == 1 {
				us = append(us, uint32(s[i]))
				i++
				continue
			}
			c, n := utf8.DecodeRuneInString(s[i:])
			if c == utf8.RuneError && n == 1 {
				return nil, false
			}
			point(c)
			i += n
			continue
		}
		if i++; i >= len(s) {
			return nil, false
		}
		c := s[i]
		i++
		switch {
		case strings.IndexByte("ntrabfveE", c) >= 0:
			us = append(us, map[byte]uint32{'n': 10, 't': 9, 'r': 13, 'a': 7, 'b': 8, 'f': 12, 'v': 11, 'e': 27, 'E': 27}[c])
		case c == 'x':
			v, j := uint32(0), i
			for ; j < len(s) && isHex(s[j]); j++ {
				d, _ := strconv.ParseUint(s[j:j+1], 16, 8)
				v = v<<4 | uint32(d)
			}
			if j == i {
				return nil, false
			}
			us = append(us, v&mask)
			i = j
		case c == 'u' || c == 'U':
			n := 4
			if c == 'U' {
				n = 8
			}
			if i+n > len(s) {
				return nil, false
			}
			v, err := strconv.ParseUint(s[i:i+n], 16, 32)
			if err != nil || v > utf8.MaxRune || v >= 0xd800 && v < 0xe000 {
				return nil, false
			}
			point(rune(v))
			i += n
		case c >= '0' && c <= '7':
			v, j := uint32(c-'0'), i
			for ; j < len(s) && j < i+2 && s[j] >= '0' && s[j] <= '7'; j++ {
				v = v<<3 | uint32(s[j]-'0')
			}
			us = append(us, v&mask)
			i = j
		default:
			us = append(us, uint32(c))
		}
	}
	return us, true
}

// wideChar replaces L'...', u'...' and U'...'.
func (r *rewriter) wideChar(i int, s string) {
	k := r.wideKind(s[0])
	if strings.HasPrefix(s, "u8") {
		k = wideKind{"unsigned char", 1, ""}
	}
	us, ok := charUnits(s[strings.IndexByte(s, '\'')+1:len(s)-1], k.size)
	if !ok || len(us) == 0 {
		r.errorf(i, "invalid character constant %s", s)
		return
	}
	v := us[len(us)-1] // gcc uses the last of several
	switch {
	case s[0] == 'L' && len(s) == 4:
		// cc reads it.
	case k.size <= 2 && !(r.toks[i].inDir && !r.inDefine(i)):
		r.replace(i, fmt.Sprintf("((%s)%d)", k.ctype, v))
	default:
		r.replace(i, k.number(v))
	}
}

// wideString replaces the adjacent string literals that begin at token i, if one of them is wide. It returns the last
// token to which no other rule applies, i-1 if it replaces nothing.
func (r *rewriter) wideString(i int) int {
	last, prefix := i, byte(0)
	for j := i; j < len(r.toks) && r.toks[j].kind == tStr && r.src[r.toks[j].off] != '<' &&
		r.toks[j].inDir == r.toks[i].inDir; j++ {
		if c := r.src[r.toks[j].off]; c != '"' && !strings.HasPrefix(r.text(j), "u8") && prefix == 0 {
			prefix = c
		}
		last = j
	}
	if prefix == 0 && r.cfg.c23() {
		return r.utf8String(i, last)
	}
	if prefix == 0 || r.toks[i].inDir && !r.inDefine(i) {
		return i - 1
	}
	k := r.wideKind(prefix)
	var us []uint32
	plain := prefix == 'L'
	for j := i; j <= last; j++ {
		s := r.text(j)
		if c := s[0]; c != '"' && c != prefix || strings.Contains(s, "\n") {
			r.errorf(j, "string literal %s cannot stand here", s)
			return last
		}
		part, ok := charUnits(s[strings.IndexByte(s, '"')+1:len(s)-1], k.size)
		if !ok {
			r.errorf(j, "invalid string literal %s", s)
			return last
		}
		us = append(us, part...)
		plain = plain && !(r.cfg.ShortWchar && strings.Contains(s, "\\"))
	}
	for _, u := range us {
		plain = plain && u <= utf8.MaxRune && (u < 0xd800 || u >= 0xe000)
	}
	if plain {
		if r.src[r.toks[i].off] == '"' {
			r.before(i, "L")
		}
		return i - 1 // cc reads it, rule 20 helps
	}
	for j := i + 1; j <= last; j++ {
		r.blank(j)
	}
	if open, ok := r.initialises(i, last); ok {
		var b strings.Builder
		b.WriteByte('{')
		if open {
			us = append(us, 0)
		}
		for n, u := range us {
			if n > 0 {
				b.WriteByte(',')
			}
			b.WriteString(k.number(u))
		}
		b.WriteByte('}')
		r.replace(i, b.String())
		return last
	}
	var b strings.Builder
	fmt.Fprintf(&b, "(*(%s (*)[%d])\"", k.ctype, len(us)+1)
	for n, u := range append(us, 0) {
		for j := 0; j < k.size; j++ {
			if n == len(us) && j == k.size-1 {
				break // the terminating null of the literal
			}
			fmt.Fprintf(&b, "\\%03o", u>>(8*j)&0xff)
		}
	}
	b.WriteString("\")")
	r.replace(i, b.String())
	return last
}

// utf8String gives the literals i..last, if one has the prefix u8, their type of C23, an array of unsigned char, where
// that may make a difference. It returns the last token to which no other rule applies.
func (r *rewriter) utf8String(i, last int) int {
	found, text := false, ""
	for j := i; j <= last; j++ {
		s := r.text(j)
		found = found || s[0] == 'u'
		text += " " + escapes(s[strings.IndexByte(s, '"'):], false)
	}
	list := r.is(i-1, "{") || r.is(i-1, ",") || r.is(i-1, "=") && r.is(i-2, "]")
	if !found || list && !r.is(last+1, "[") || r.toks[i].inDir && !r.inDefine(i) || strings.Contains(text, "\n") {
		return i - 1
	}
	r.replace(i, "(*(unsigned char (*)[sizeof("+text[1:]+")])("+text[1:]+"))")
	for j := i + 1; j <= last; j++ {
		r.blank(j)
	}
	return last
}

// initialises reports whether the literal i..last is the initialiser of a declared array, `a[] = u"x"`; open is set if
// the array gets its length from the literal.
func (r *editor) initialises(i, last int) (open, ok bool) {
	return r.is(i-2, "]") && r.is(i-3, "["), r.is(i-1, "=") && r.is(i-2, "]") &&
		(r.is(last+1, ";") || r.is(last+1, ",")) && r.declares(i-2)
}

// declares reports whether the ] at token i ends a declarator, `T a[n]`, instead of an expression, `a[n]`.
func (r *editor) declares(i int) bool {
	depth := 0
	for ; i >= 0; i-- {
		switch {
		case r.is(i, "]"):
			depth++
		case r.is(i, "["):
			depth--
		case depth == 0:
			return r.toks[i].kind == tIdent && i > 0 && (r.toks[i-1].kind == tIdent || r.is(i-1, ",") || r.is(i-1, "*")) &&
				!r.is(i-1, "return")
		}
	}
	return false
}
