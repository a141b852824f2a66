package csrc

import (
	"fmt"
	"strconv"
	"strings"
)

// literal is rules 9, 10 and 20.
func (r *rewriter) literal(i int) {
	t := r.toks[i]
	if c := r.src[t.off]; c == '<' || c == '"' && !hasEscape(r.src[t.off:t.end]) {
		return
	}
	s := r.text(i)
	if strings.Contains(s, "\n") {
		return
	}
	switch {
	case s[0] == '"':
		if n := escapes(s, false); n != s {
			r.replace(i, n)
		}
	case s[0] == 'L':
		if n := escapes(s, true); n != s {
			r.replace(i, n)
		}
	case strings.HasPrefix(s, "u8\""):
		r.replace(i, "  "+escapes(s[2:], false))
	case r.toks[i].kind == tStr && (s[0] == 'u' || s[0] == 'U'):
		r.errorf(i, "strings of char16_t and char32_t (%s) are not supported", s)
	case strings.HasPrefix(s, "u'"):
		r.replace(i, "((unsigned short)L"+escapes(s[1:], true)+")")
	case strings.HasPrefix(s, "U'"):
		r.replace(i, "((unsigned)L"+escapes(s[1:], true)+")")
	case strings.HasPrefix(s, "'"):
		if b, ok := charBytes(s[1 : len(s)-1]); ok && len(b) > 1 {
			v := uint32(0)
			for _, c := range b {
				v = v<<8 | uint32(c)
			}
			n := strconv.Itoa(int(int32(v)))
			if int32(v) == -1<<31 {
				n = "-2147483647-1"
			}
			r.replace(i, "("+n+")")
		} else if !ok || len(b) == 0 {
			r.errorf(i, "invalid character constant %s", s)
		} else if n := escapes(s, false); n != s {
			r.replace(i, n)
		}
	}
}

func hasEscape(s []byte) bool {
	for _, c := range s {
		if c == '\\' {
			return true
		}
	}
	return false
}

// escapes is rule 20: cc takes two digits of a hexadecimal escape, and bytes for
// code points.
func escapes(s string, wide bool) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 >= len(s) {
			b.WriteByte(s[i])
			i++
			continue
		}
		j := i + 2
		var v uint64
		switch c := s[i+1]; {
		case c == 'x':
			for j < len(s) && isHex(s[j]) {
				d, _ := strconv.ParseUint(s[j:j+1], 16, 8)
				v = v<<4&0xffffffff | d
				j++
			}
			if j > i+4 && !wide {
				fmt.Fprintf(&b, "\\%03o", v&0xff)
			} else if j > i+2 && wide {
				fmt.Fprintf(&b, "\\U%08X", v)
			} else {
				b.WriteString(s[i:j])
			}
		case c >= '0' && c <= '7' && wide:
			for j = i + 1; j < len(s) && j < i+4 && s[j] >= '0' && s[j] <= '7'; j++ {
				v = v<<3 | uint64(s[j]-'0')
			}
			fmt.Fprintf(&b, "\\U%08X", v)
		case c == 'E':
			b.WriteString("\\e")
		default:
			b.WriteString(s[i:j])
		}
		i = j
	}
	return b.String()
}

// charBytes decodes the characters of a narrow constant.
func charBytes(s string) (b []byte, ok bool) {
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			b = append(b, s[i])
			i++
			continue
		}
		if i++; i >= len(s) {
			return nil, false
		}
		switch c := s[i]; c {
		case 'n', 't', 'r', 'a', 'b', 'f', 'v', 'e':
			b = append(b, map[byte]byte{'n': 10, 't': 9, 'r': 13, 'a': 7, 'b': 8, 'f': 12, 'v': 11, 'e': 27}[c])
			i++
		case 'x':
			j := i + 1
			v := 0
			for ; j < len(s) && isHex(s[j]); j++ {
				d, _ := strconv.ParseUint(s[j:j+1], 16, 8)
				v = v<<4&0xff | int(d)
			}
			if j == i+1 {
				return nil, false
			}
			b = append(b, byte(v))
			i = j
		case 'u', 'U':
			return []byte{0}, true // cc decides
		default:
			if c < '0' || c > '7' {
				b = append(b, c)
				i++
				break
			}
			v, j := 0, i
			for ; j < len(s) && j < i+3 && s[j] >= '0' && s[j] <= '7'; j++ {
				v = v<<3 | int(s[j]-'0')
			}
			b = append(b, byte(v))
			i = j
		}
	}
	return b, true
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}
