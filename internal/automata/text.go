package automata

import (
	"fmt"
	"strconv"
	"strings"
)

// The text form of an automaton has these lines:
//
//	initial 0          the initial states; states are the numbers from 0 to the largest in the text
//	final 1 2          the final states
//	0 a 1              a move: from, letter, to
//	1 "x > 0" 2        letters with spaces, quotes or // are quoted as in Go
//	2 call f 3         a move that begins a call
//	3 return 2 ret 4   a move that ends a call which began in state 2
//	states 9           the number of states, if there are more than the text mentions

// String returns the text form, in which fmt.Sprint writes the letters.
func (a *Automaton[L]) String() string { return a.Text(func(l L) string { return fmt.Sprint(l) }) }

// Text returns the text form; name returns the text of a letter.
func (a *Automaton[L]) Text(name func(L) string) string {
	var w strings.Builder
	named := 0 // one more than the largest state in the text
	w.WriteString("initial")
	for _, s := range a.initial {
		fmt.Fprint(&w, " ", s)
		named = max(named, s+1)
	}
	w.WriteString("\nfinal")
	for s, is := range a.final {
		if is {
			fmt.Fprint(&w, " ", s)
			named = max(named, s+1)
		}
	}
	w.WriteString("\n")
	letter := func(l int) string { return quoted(name(a.Alphabet.letters[l])) }
	for s := range a.Len() {
		for _, m := range a.Moves(s) {
			fmt.Fprintf(&w, "%d %s%s %d\n", s, a.prefix(m.Letter), letter(m.Letter), m.To)
			named = max(named, s+1, m.To+1)
		}
		for _, m := range a.Returns(s) {
			fmt.Fprintf(&w, "%d return %d %s %d\n", s, m.Caller, letter(m.Letter), m.To)
			named = max(named, s+1, m.Caller+1, m.To+1)
		}
	}
	if named < a.Len() {
		fmt.Fprintf(&w, "states %d\n", a.Len())
	}
	return w.String()
}

// quoted returns a letter as it stands in the text form.
func quoted(s string) string {
	if s == "" || strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r == '"' || r == '`' || r > '~' }) ||
		strings.Contains(s, "//") {
		return strconv.Quote(s)
	}
	return s
}
