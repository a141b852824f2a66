package automata

import (
	"strconv"

	"github.com/tandem-verifier/tandem/internal/graph"
)

// Dot draws the automaton for Graphviz: states as state says (nil: by number), with "start" and "accepts" below, and letters as letter says.
func (a *Automaton[L]) Dot(state func(int) string, letter func(L) string) string {
	return graph.Dot(a.adj(), func(s int) string {
		return a.label(s, state)
	}, func(s, i int) (string, bool) { return letter(a.Alphabet.letters[a.Moves(s)[i].Letter]), false })
}

func (a *Automaton[L]) label(s int, state func(int) string) string {
	text := strconv.Itoa(s)
	if state != nil {
		text = state(s)
	}
	for _, t := range a.initial {
		if s == t {
			text += "\nstart"
		}
	}
	if a.final[s] {
		text += "\naccepts"
	}
	return text
}
