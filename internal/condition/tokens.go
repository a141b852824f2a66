package condition

import (
	"regexp"
	"slices"
	"strings"
)

// source are the tokens of the files of a program, for one question: whether a text stands at one place only. A text
// that an edge is named by may be that of others, which have no name here, as theirs are several, or do not begin where
// the text does:
//
//	if (x < 5)                      [x < 5]
//	for (; x < 5; i++)              [x < 5], to CPAchecker, which cuts all conditions into branches
//	r = a && x < 5 ? 1 : 2;         likewise
//
// Macros are not expanded.
type source struct {
	tokens []string
	at     map[string][]int // by the text of a token: where it stands
}

var token = regexp.MustCompile(
	`(?s)/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[A-Za-z_]\w*|\.?\d(?:[eEpP][+-]|[\w.])*|->|\+\+|--|<<=|>>=|<<|>>|&&|\|\||[-+*/%&|^<>=!]=|\S`)

func tokens(text string) []string {
	return slices.DeleteFunc(token.FindAllString(text, -1), func(t string) bool {
		return strings.HasPrefix(t, "/*") ||
			strings.HasPrefix(t, "//")
	})
}

// add adds a file.
func (s *source) add(text string) {
	if s.at == nil {
		s.at = map[string][]int{}
	}
	for _, t := range append(tokens(text), ";") {
		s.at[t] = append(s.at[t], len(s.tokens))
		s.tokens = append(s.tokens, t)
	}
}

// The brackets around a condition, and around a statement.
var (
	beforeCondition = strings.Fields("( ; && || ! ? : , = return { }")
	behindCondition = strings.Fields(") ; && || ?")
	beforeStatement = strings.Fields("; { } ) ( : , else do")
	behindStatement = strings.Fields("; ) ,")
)

// several reports whether a text stands at more than one place, as a condition or else as a statement.
func (s *source) several(text string, condition bool) bool {
	words := tokens(strings.TrimSuffix(strings.TrimSpace(text), ";"))
	if len(words) == 0 {
		return true
	}
	before, behind := beforeStatement, behindStatement
	if condition {
		before, behind = beforeCondition, behindCondition
	}
	found := 0
	for _, i := range s.at[words[0]] {
		end := i + len(words)
		if end < len(s.tokens) && slices.Equal(s.tokens[i:end], words) &&
			(i == 0 || slices.Contains(before, s.tokens[i-1])) && slices.Contains(behind, s.tokens[end]) {
			found++
		}
		if found > 1 {
			return true
		}
	}
	return false
}
