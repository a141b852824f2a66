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
//
// and for nested words
//
//	2 call f 3         a call begins
//	3 return 2 f 4     a call that began in state 2 ends

// String is the text form, with letters as fmt.Sprint writes them.
func (a *Automaton[L]) String() string { return a.Text(func(l L) string { return fmt.Sprint(l) }) }

// Text is the text form, with letters as name writes them. Parse reads it if no two letters have one name.
func (a *Automaton[L]) Text(name func(L) string) string {
	w := textWriter{quoted: func(l int) string { return quoted(name(a.Alphabet.letters[l])) }}
	w.states(a.initial, a.final)
	for s := range a.Len() {
		w.moves(s, "", a.Moves(s))
	}
	return w.end(a.Len())
}

// String is the text form, with letters as fmt.Sprint writes them.
func (a *Nested[L]) String() string { return a.Text(func(l L) string { return fmt.Sprint(l) }) }

// Text is the text form, with letters as name writes them. ParseNested reads it if no two letters have one name.
func (a *Nested[L]) Text(name func(L) string) string {
	w := textWriter{quoted: func(l int) string { return quoted(name(a.Alphabet.letters[l])) }}
	w.states(a.initial, a.final)
	for s := range a.Len() {
		w.moves(s, "", a.internal[s])
		w.moves(s, "call ", a.call[s])
		for _, m := range a.back[s] {
			w.move(s, fmt.Sprintf("return %d ", m.Caller), Move{m.Letter, m.To})
			w.named = max(w.named, m.Caller+1)
		}
	}
	return w.end(a.Len())
}

type textWriter struct {
	strings.Builder
	quoted func(letter int) string
	named  int // states up to here are named
}

func (w *textWriter) states(initial []int, final []bool) {
	w.WriteString("initial")
	for _, s := range initial {
		fmt.Fprint(w, " ", s)
		w.named = max(w.named, s+1)
	}
	w.WriteString("\nfinal")
	for s, is := range final {
		if is {
			fmt.Fprint(w, " ", s)
			w.named = max(w.named, s+1)
		}
	}
	w.WriteString("\n")
}

func (w *textWriter) moves(from int, how string, all []Move) {
	for _, m := range all {
		w.move(from, how, m)
	}
}

func (w *textWriter) move(from int, how string, m Move) {
	fmt.Fprintf(w, "%d %s%s %d\n", from, how, w.quoted(m.Letter), m.To)
	w.named = max(w.named, from+1, m.To+1)
}

func (w *textWriter) end(states int) string {
	if w.named < states {
		fmt.Fprintf(w, "states %d\n", states)
	}
	return w.String()
}

func quoted(s string) string {
	if s == "" || strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r == '"' || r == '`' || r > '~' }) ||
		strings.Contains(s, "//") {
		return strconv.Quote(s)
	}
	return s
}

// maxStates is what Parse takes: a state that is named by a large number brings all below it.
const maxStates = 1 << 24

// Parse reads the text form. Letters must be of the alphabet. An error says the line.
func Parse(sigma *Alphabet[string], text string) (*Automaton[string], error) {
	r := reader{sigma: sigma, initial: map[int]bool{}}
	if err := r.read(text); err != nil {
		return nil, err
	}
	b := NewBuilder(sigma)
	for s, is := range r.final {
		b.State(r.initial[s], is)
	}
	for _, m := range r.moves {
		b.Move(m.from, m.letter, m.to)
	}
	return b.Build(), nil
}

// ParseNested reads the text form of an automaton of nested words.
func ParseNested(sigma *Alphabet[string], text string) (*Nested[string], error) {
	r := reader{sigma: sigma, nested: true, initial: map[int]bool{}}
	if err := r.read(text); err != nil {
		return nil, err
	}
	b := NewNestedBuilder(sigma)
	for s, is := range r.final {
		b.State(r.initial[s], is)
	}
	for _, m := range r.moves {
		switch m.kind {
		case Internal:
			b.Internal(m.from, m.letter, m.to)
		case Call:
			b.Call(m.from, m.letter, m.to)
		case Return:
			b.Return(m.from, m.caller, m.letter, m.to)
		}
	}
	return b.Build(), nil
}

type reader struct {
	sigma   *Alphabet[string]
	nested  bool
	initial map[int]bool
	final   []bool // by state
	moves   []textMove
}

type textMove struct {
	kind                     Kind
	from, caller, letter, to int
}

func (r *reader) read(text string) error {
	for n, line := range strings.Split(text, "\n") {
		if err := r.line(line); err != nil {
			return fmt.Errorf("line %d: %w", n+1, err)
		}
	}
	return nil
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
				r.final[s] = true
			}
		}
		return nil
	case words[0] == "states" && len(words) == 2:
		n, err := strconv.Atoi(words[1])
		if err != nil || n < 0 || n > maxStates {
			return fmt.Errorf("%q is no number of states", words[1])
		}
		r.grow(n)
		return nil
	case len(words) == 3:
		return r.move(Internal, words[0], "", words[1], words[2])
	case r.nested && len(words) == 4 && words[1] == "call":
		return r.move(Call, words[0], "", words[2], words[3])
	case r.nested && len(words) == 5 && words[1] == "return":
		return r.move(Return, words[0], words[2], words[3], words[4])
	}
	more := ""
	if r.nested {
		more = ", FROM call LETTER TO, FROM return CALLER LETTER TO"
	}
	return fmt.Errorf("%q is no statement: initial STATES, final STATES, states N, or FROM LETTER TO%s",
		strings.TrimSpace(line), more)
}

// move reads a move; caller is "" for moves that are no returns.
func (r *reader) move(kind Kind, from, caller, letter, to string) (err error) {
	m := textMove{kind: kind, caller: None}
	if m.from, err = r.state(from); err != nil {
		return err
	}
	if kind == Return {
		if m.caller, err = r.state(caller); err != nil {
			return err
		}
	}
	if m.to, err = r.state(to); err != nil {
		return err
	}
	ok := false
	if m.letter, ok = r.sigma.Number(letter); !ok {
		return fmt.Errorf("%q is no letter of the alphabet", letter)
	}
	r.moves = append(r.moves, m)
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
	if k := n - len(r.final); k > 0 {
		r.final = append(r.final, make([]bool, k)...)
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
