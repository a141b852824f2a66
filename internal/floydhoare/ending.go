package floydhoare

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file splits the words of a program by their last letters. Words with the same last letter are often infeasible
// for similar reasons. For words with different last letters the reasons multiply. For example, let a program set and
// test each of n flags. After the words that contradict themselves in k of the flags are subtracted, the automaton of
// the remaining words distinguishes 2^k values of these flags.

// Last lists the letters that lead to final states, sorted.
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

// Ending returns the automaton of the words that end with a letter, over the same letters. It has no asked errors: a
// proof for it does not cover the rest of the program.
func (p *Program) Ending(letter int) *Program {
	out := &Program{Prog: p.Prog, asked: func(*ir.Obligation) bool { return false }, blocks: p.blocks}
	b := automata.NewBuilder(p.Alphabet)
	locs := slices.Clone(p.Loc)
	for s := range p.Loc {
		b.State(s == 0, false)
	}
	ends := map[int]int{} // by final state: its copy, at which words end
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
