package floydhoare

import (
	"github.com/tandem-verifier/tandem/internal/graph"
)

// This file has programs between the path program of a word and the whole program. They have more letters, so a
// fixpoint on them excludes more words if it excludes the error.

// LoopProgram returns the letters of the path program of a word, with all letters of the loops through which the word
// passes, on any path through these loops. key is as in PathProgram.
func (p *Program) LoopProgram(word []int) (letters map[int]bool, key string) {
	_, comp := graph.SCC(p.adj())
	letters = map[int]bool{}
	met := map[int]bool{}
	_, _, states := p.Trace(word, 0)
	for i, l := range word[:len(states)-1] {
		letters[l], met[comp[states[i]]] = true, true
	}
	for s := range p.Len() {
		for _, m := range p.Moves(s) {
			if comp[s] == comp[m.To] && met[comp[s]] {
				letters[m.Letter] = true
			}
		}
		for _, m := range p.Returns(s) {
			if comp[s] == comp[m.To] && met[comp[s]] {
				letters[m.Letter] = true
			}
		}
	}
	return letters, p.key(letters)
}

// All returns all letters.
func (p *Program) All() (letters map[int]bool, key string) {
	letters = map[int]bool{}
	for l := range p.Alphabet.Len() {
		letters[l] = true
	}
	return letters, p.key(letters)
}

// key returns a text that identifies a set of letters.
func (p *Program) key(letters map[int]bool) string {
	b := make([]byte, p.Alphabet.Len())
	for l := range b {
		b[l] = '.'
		if letters[l] {
			b[l] = 'x'
		}
	}
	return string(b)
}
