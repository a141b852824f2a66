package csrc

import (
	"strings"

	"modernc.org/cc/v4"
)

// Source returns the text of a node for messages, without the additions of rules 32 and 33.
func Source(n cc.Node) string { return Shown(cc.NodeSource(n)) }

// Shown returns a text of the program, such as a string that a macro has made, without the additions of rules 32 and
// 33.
func Shown(text string) string {
	text = strings.ReplaceAll(text, "(!__tandem_false)", "true")
	if !strings.Contains(text, "__tandem_n") {
		return text
	}
	text = strings.ReplaceAll(text, "__tandem_null", "NULL")
	for range 100 {
		i := strings.Index(text, "(__tandem_none,")
		if i < 0 {
			break
		}
		last, end := listEnd(text[i:])
		if end < 0 {
			break
		}
		if before, ok := strings.CutSuffix(text[:i], ", default: "); ok {
			text = before + text[i+end+1:]
		} else {
			text = text[:i] + strings.TrimSpace(text[i+last+1:i+end]) + text[i+end+1:]
		}
	}
	return text
}

// listEnd returns the offsets of the last comma and of the closing bracket of the list with which text begins; end is
// -1 if the list has no end.
func listEnd(text string) (last, end int) {
	toks, _ := lex([]byte(text))
	depth := 0
	for _, t := range toks {
		if t.kind != tPunct {
			continue
		}
		switch text[t.off] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return last, int(t.off)
			}
		case ',':
			if depth == 1 {
				last = int(t.off)
			}
		}
	}
	return 0, -1
}
