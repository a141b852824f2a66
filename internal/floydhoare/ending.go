package floydhoare

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file parts the words of a program by their last letters. Words that end alike are infeasible for like reasons;
// of those that do not the reasons multiply: where n flags are each set and asked for alike, what is left without the
// words that contradict themselves in k of them remembers 2^k values.

// Last lists the letters that lead to final states, in order.
func (p *Program) Last() (letters []int) {
	for s := range p.Len() {
		for _, m := range p.Moves(s) {
			if p.Final(m.To) {
				letters = append(letters, m.Letter)
			}
		}
		for _, m := range p.Returns(s) {
			if p.Final(m.To) {
				letters = append(letters, m.Letter)
			}
		}
	}
	return sorted(letters)
}

// Ending returns the automaton of the words that end with a letter, over the same letters. None of its errors is asked
// for: it says nothing of the rest of the program.
func (p *Program) Ending(letter int) *Program {
	out := &Program{Prog: p.Prog, asked: func(*ir.Obligation) bool { return false }, blocks: p.blocks}
	b := automata.NewBuilder(p.Alphabet)
	locs := slices.Clone(p.Loc)
	for s := range p.Loc {
		b.State(s == 0, false)
	}
	ends := map[int]int{} // the same errors, at which words end
	target := func(l, to int) int {
		if l != letter || !p.Final(to) {
			return to
		}
		n, known := ends[to]
		if !known {
			n = b.State(false, true)
			ends[to], locs = n, append(locs, p.Loc[to])
		}
		return n
	}
	for s := range p.Loc {
		for _, m := range p.Moves(s) {
			b.Move(s, m.Letter, target(m.Letter, m.To))
		}
		for _, m := range p.Returns(s) {
			b.Return(s, m.Caller, m.Letter, target(m.Letter, m.To))
		}
	}
	out.trim(b.Build(), locs)
	return out
}
