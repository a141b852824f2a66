package condition

import (
	"regexp"
	"slices"
	"strings"
)

// source has the tokens of the files of a program. It decides whether a text occurs only once. The text of an edge may
// also be the text of edges that have no name here, since several edges have it or the edge does not begin at the text:
//
//	if (x < 5)                      [x < 5]
//	for (; x < 5; i++)              [x < 5] in CPAchecker, which splits all conditions into branches
//	r = a && x < 5 ? 1 : 2;         likewise
//
// Macros are not expanded.
type source struct {
	tokens []string
	at     map[string][]int // by token: its indices in tokens
}

var token = regexp.MustCompile(
	`(?s)/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[A-Za-z_]\w*|\.?\d(?:[eEpP][+-]|[\w.])*|->|\+\+|--|<<=|>>=|<<|>>|&&|\|\||[-+*/%&|^<>=!]=|\S`)

// tokens splits a text into tokens, without comments.
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

// Tokens that may come before or after a condition, and before or after a statement.
var (
	beforeCondition = strings.Fields("( ; && || ! ? : , = return { }")
	behindCondition = strings.Fields(") ; && || ?")
	beforeStatement = strings.Fields("; { } ) ( : , else do")
	behindStatement = strings.Fields("; ) ,")
)

// several reports whether a text occurs more than once, as a condition if condition is set, otherwise as a statement.
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
