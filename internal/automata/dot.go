package automata

import (
	"slices"
	"strconv"

	"github.com/tandem-verifier/tandem/internal/graph"
)

// Dot returns the automaton in the format of Graphviz. state returns the text of a state, or may be nil for its number;
// Dot adds "start" and "accepts". letter returns the text of a letter. Returns are dashed, and show the state before
// their call.
func (a *Automaton[L]) Dot(state func(int) string, letter func(L) string) string {
	adj := make(graph.Adj, a.Len())
	texts := make([][]string, a.Len())
	for s := range adj {
		for _, m := range a.Moves(s) {
			adj[s], texts[s] = append(adj[s], m.To), append(texts[s], a.prefix(m.Letter)+letter(a.Alphabet.letters[m.Letter]))
		}
		for _, m := range a.Returns(s) {
			adj[s], texts[s] = append(adj[s], m.To),
				append(texts[s], "return to "+strconv.Itoa(m.Caller)+" "+letter(a.Alphabet.letters[m.Letter]))
		}
	}
	return graph.Dot(adj, func(s int) string {
		text := strconv.Itoa(s)
		if state != nil {
			text = state(s)
		}
		if slices.Contains(a.initial, s) {
			text += "\nstart"
		}
		if a.final[s] {
			text += "\naccepts"
		}
		return text
	}, func(s, i int) (string, bool) { return texts[s][i], i >= len(a.Moves(s)) })
}

// prefix returns the text before a letter in the text form: "call " for a letter that begins a call, else "".
func (a *Automaton[L]) prefix(letter int) string {
	if a.Alphabet.Kind(letter) == Call {
		return "call "
	}
	return ""
}
