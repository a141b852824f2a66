package build

import (
	"fmt"
	"strings"
)

// split splits a command into words like a shell, with blanks, quotes and backslashes, but without expansions.
func split(s string) (words []string, err error) {
	var w strings.Builder
	open := false // a word has begun
	end := func() {
		if open {
			words = append(words, w.String())
		}
		w.Reset()
		open = false
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case ' ', '\t', '\n', '\r':
			end()
		case '\'':
			j := strings.IndexByte(s[i+1:], '\'')
			if j < 0 {
				return nil, fmt.Errorf("a quote (') is not closed")
			}
			w.WriteString(s[i+1 : i+1+j])
			open = true
			i += j + 1
		case '"':
			open = true
			for i++; ; i++ {
				if i >= len(s) {
					return nil, fmt.Errorf("a quote (\") is not closed")
				}
				if s[i] == '"' {
					break
				}
				if s[i] == '\\' && i+1 < len(s) && strings.IndexByte("\"\\$`", s[i+1]) >= 0 {
					i++
				}
				w.WriteByte(s[i])
			}
		case '\\':
			if i++; i < len(s) {
				w.WriteByte(s[i])
			}
			open = true
		default:
			w.WriteByte(c)
			open = true
		}
	}
	end()
	return words, nil
}
