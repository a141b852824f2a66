package automata

import (
	"fmt"
	"strconv"
	"strings"
)

// maxStates bounds the number of states that parse accepts: a text with a large state has all smaller states too.
const maxStates = 1 << 24

// parse parses the text form, in which // begins a comment. Letters must belong to the alphabet. An error has the line.
func parse(sigma *Alphabet[string], text string) (*Automaton[string], error) {
	r := reader{sigma: sigma, initial: map[int]bool{}}
	for n, line := range strings.Split(text, "\n") {
		if err := r.line(line); err != nil {
			return nil, fmt.Errorf("line %d: %w", n+1, err)
		}
	}
	b := NewBuilder(sigma)
	for s, is := range r.final {
		b.State(r.initial[s], is)
	}
	for _, m := range r.moves {
		if sigma.Kind(m.letter) == Return {
			b.Return(m.from, m.caller, m.letter, m.to)
		} else {
			b.Move(m.from, m.letter, m.to)
		}
	}
	return b.Build(), nil
}

// reader is the state of parse.
type reader struct {
	sigma   *Alphabet[string]
	initial map[int]bool
	final   []bool // by state
	moves   []textMove
}

// textMove is a move or a return; caller is used for returns only.
type textMove struct{ from, caller, letter, to int }

// line parses one line.
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
	case len(words) == 4 && words[1] == "call":
		return r.move(Call, words[0], "", words[2], words[3])
	case len(words) == 5 && words[1] == "return":
		return r.move(Return, words[0], words[2], words[3], words[4])
	}
	return fmt.Errorf("%q is no statement: initial STATES, final STATES, states N, FROM LETTER TO, FROM call LETTER TO, "+
		"or FROM return CALLER LETTER TO", strings.TrimSpace(line))
}

// move parses a move; caller is "" for moves other than returns.
func (r *reader) move(kind Kind, from, caller, letter, to string) (err error) {
	m := textMove{caller: None}
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
	if k := r.sigma.Kind(m.letter); k != kind {
		return fmt.Errorf("%q is of the kind %v, not %v", letter, k, kind)
	}
	r.moves = append(r.moves, m)
	return nil
}

// state parses the number of a state.
func (r *reader) state(word string) (int, error) {
	s, err := strconv.Atoi(word)
	if err != nil || s < 0 || s >= maxStates {
		return 0, fmt.Errorf("%q is no state: a number from 0 to %d", word, maxStates-1)
	}
	r.grow(s + 1)
	return s, nil
}

// grow makes the states from 0 to n-1.
func (r *reader) grow(n int) {
	if k := n - len(r.final); k > 0 {
		r.final = append(r.final, make([]bool, k)...)
	}
}

// fields splits a line at spaces outside of quotes.
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
