package automata

import (
	"fmt"
	"strconv"
	"strings"
)

// The text form has a line for each statement; // begins a comment.
//
//	initial 0          states: 0 to the largest that is named
//	final 1 2
//	0 a 1              from, letter, to
//	1 "x > 0" 2        letters with spaces, quotes or // are quoted as in Go

// String is the text form, with letters as fmt.Sprint writes them.
func (a *Automaton[L]) String() string { return a.Text(func(l L) string { return fmt.Sprint(l) }) }

// Text is the text form, with letters as name writes them. Parse reads it if no two letters have one name.
func (a *Automaton[L]) Text(name func(L) string) string {
	var b strings.Builder
	list := func(word string, has func(int) bool) {
		b.WriteString(word)
		for s := range a.Len() {
			if has(s) {
				fmt.Fprint(&b, " ", s)
			}
		}
		b.WriteString("\n")
	}
	initial := make([]bool, a.Len())
	for _, s := range a.initial {
		initial[s] = true
	}
	named := 0
	list("initial", func(s int) bool { return initial[s] })
	list("final", a.Final)
	for s := range a.Len() {
		all := a.Moves(s)
		if initial[s] || a.final[s] || len(all) > 0 {
			named = max(named, s+1)
		}
		for _, m := range all {
			named = max(named, m.To+1)
			fmt.Fprintf(&b, "%d %s %d\n", s, quoted(name(a.Alphabet.letters[m.Letter])), m.To)
		}
	}
	if named < a.Len() {
		fmt.Fprintf(&b, "states %d\n", a.Len())
	}
	return b.String()
}

func quoted(s string) string {
	if s == "" || strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r == '"' || r == '`' || r > '~' }) || strings.Contains(s, "//") {
		return strconv.Quote(s)
	}
	return s
}

// maxStates is what Parse takes: a state that is named by a large number brings all below it.
const maxStates = 1 << 24

// Parse reads the text form. Letters must be of the alphabet. An error says the line.
func Parse(sigma *Alphabet[string], text string) (*Automaton[string], error) {
	r := reader{b: NewBuilder(sigma), initial: map[int]bool{}}
	for n, line := range strings.Split(text, "\n") {
		if err := r.line(line); err != nil {
			return nil, fmt.Errorf("line %d: %w", n+1, err)
		}
	}
	for s := range r.b.a.final {
		if r.initial[s] {
			r.b.a.initial = append(r.b.a.initial, s)
		}
	}
	return r.b.Build(), nil
}

type reader struct {
	b       *Builder[string]
	initial map[int]bool
}

// line reads one statement.
func (r *reader) line(line string) error {
	words, err := fields(line)
	if err != nil || len(words) == 0 {
		return err
	}
	switch {
	case words[0] == "initial" || words[0] == "final":
		for _, w := range words[1:] {
			s, err := r.state(w)
			if err != nil {
				return err
			}
			if words[0] == "initial" {
				r.initial[s] = true
			} else {
				r.b.a.final[s] = true
			}
		}
	case words[0] == "states" && len(words) == 2:
		n, err := strconv.Atoi(words[1])
		if err != nil || n < 0 || n > maxStates {
			return fmt.Errorf("%q is no number of states", words[1])
		}
		r.grow(n)
	case len(words) == 3:
		from, err := r.state(words[0])
		if err != nil {
			return err
		}
		to, err := r.state(words[2])
		if err != nil {
			return err
		}
		letter, ok := r.b.a.Alphabet.Number(words[1])
		if !ok {
			return fmt.Errorf("%q is no letter of the alphabet", words[1])
		}
		r.b.Move(from, letter, to)
	default:
		return fmt.Errorf("%q is no statement: initial STATES, final STATES, states N, or FROM LETTER TO", strings.TrimSpace(line))
	}
	return nil
}

// state reads the number of a state.
func (r *reader) state(word string) (int, error) {
	s, err := strconv.Atoi(word)
	if err != nil || s < 0 || s >= maxStates {
		return 0, fmt.Errorf("%q is no state: a number from 0 to %d", word, maxStates-1)
	}
	r.grow(s + 1)
	return s, nil
}

func (r *reader) grow(n int) {
	if k := n - len(r.b.a.final); k > 0 {
		r.b.a.final = append(r.b.a.final, make([]bool, k)...)
	}
}

// fields splits a line at spaces; quoted words keep theirs.
func fields(line string) (out []string, err error) {
	for {
		line = strings.TrimLeft(line, " \t\r")
		switch {
		case line == "" || strings.HasPrefix(line, "//"):
			return out, nil
		case line[0] == '"':
			q, err := strconv.QuotedPrefix(line)
			if err != nil {
				return nil, fmt.Errorf("a quote does not end: %s", line)
			}
			word, err := strconv.Unquote(q)
			if err != nil {
				return nil, err
			}
			out, line = append(out, word), line[len(q):]
		default:
			n := strings.IndexAny(line, " \t\r")
			if n < 0 {
				n = len(line)
			}
			out, line = append(out, line[:n]), line[n:]
		}
	}
}
