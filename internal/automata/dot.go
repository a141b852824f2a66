package automata

import (
	"slices"
	"strconv"

	"github.com/tandem-verifier/tandem/internal/graph"
)

// Dot draws the automaton for Graphviz: states as state says (nil: by number), with "start" and "accepts" below, and
// letters as letter says.
func (a *Automaton[L]) Dot(state func(int) string, letter func(L) string) string {
	return graph.Dot(a.adj(), label(state, a.initial, a.final), func(s, i int) (string, bool) {
		return letter(a.Alphabet.letters[a.Moves(s)[i].Letter]), false
	})
}

// Dot draws the automaton for Graphviz. Returns are dashed, and say the state in front of the call.
func (a *Nested[L]) Dot(state func(int) string, letter func(L) string) string {
	adj := make(graph.Adj, a.Len())
	texts := make([][]string, a.Len())
	for s := range adj {
		add := func(how string, l, to int) {
			adj[s], texts[s] = append(adj[s], to), append(texts[s], how+letter(a.Alphabet.letters[l]))
		}
		for _, m := range a.internal[s] {
			add("", m.Letter, m.To)
		}
		for _, m := range a.call[s] {
			add("call ", m.Letter, m.To)
		}
		for _, m := range a.back[s] {
			add("return to "+strconv.Itoa(m.Caller)+" ", m.Letter, m.To)
		}
	}
	return graph.Dot(adj, label(state, a.initial, a.final), func(s, i int) (string, bool) {
		return texts[s][i], i >= len(a.internal[s])+len(a.call[s])
	})
}

// label says what is written in states.
func label(state func(int) string, initial []int, final []bool) func(int) string {
	return func(s int) string {
		text := strconv.Itoa(s)
		if state != nil {
			text = state(s)
		}
		if slices.Contains(initial, s) {
			text += "\nstart"
		}
		if final[s] {
			text += "\naccepts"
		}
		return text
	}
}
