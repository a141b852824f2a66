package csrc

import (
	"fmt"
	"strconv"
	"strings"
)

// literal applies rules 9, 10, 20 and 22 to the literal at token i.
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
	case r.toks[i].kind == tChar && s[0] != '\'':
		r.wideChar(i, s)
	case s[0] == 'L':
		if n := escapes(s, true); n != s {
			r.replace(i, n)
		}
	case strings.HasPrefix(s, "u8\""):
		r.replace(i, "  "+escapes(s[2:], false))
	case strings.HasPrefix(s, "'"):
		if b, ok := charUnits(s[1:len(s)-1], 1); ok && len(b) > 1 {
			v := uint32(0)
			for _, c := range b {
				v = v<<8 | c
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

// hasEscape reports whether a literal contains a backslash.
func hasEscape(s []byte) bool {
	for _, c := range s {
		if c == '\\' {
			return true
		}
	}
	return false
}

// escapes is rule 20: cc reads only two digits of a hexadecimal escape, and treats the values of wide escapes as bytes
// instead of code points.
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

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}
