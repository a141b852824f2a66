package floydhoare

import (
	"github.com/tandem-verifier/tandem/internal/automata"
)

// Flat returns the automaton of all functions without the stack: a call leads to the callee's entry, and a return from
// the location of its call to the one after it, whatever activation ends there. So the words of the nested automaton
// are among its words, as far as calls are left open or left out. States are the same.
//
//	main   L0 -call L0-> f's L0 ...    L0 -return L0-> L1
func (p *Program) Flat() *Program {
	letters := make([]*Letter, p.Alphabet.Len())
	for l := range letters {
		letters[l] = p.Alphabet.Letter(l)
	}
	out := &Program{Prog: p.Prog, Loc: p.Loc, State: p.State, asked: p.asked, blocks: p.blocks}
	b := automata.NewBuilder(automata.NewAlphabet(letters...))
	for s := range p.Loc {
		b.State(s == 0, p.Final(s))
	}
	for s := range p.Loc {
		for _, m := range p.Moves(s) {
			b.Move(s, m.Letter, m.To)
		}
		for _, m := range p.Returns(s) {
			b.Move(m.Caller, m.Letter, m.To)
		}
	}
	out.Automaton = b.Build()
	return out
}
