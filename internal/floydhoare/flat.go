package floydhoare

import (
	"github.com/tandem-verifier/tandem/internal/automata"
)

// Flat returns the automaton of all functions without a stack: a call leads to the entry of the callee, and a return
// leads from the location of its call to the location after it, independently of the callee. Each word of the nested
// automaton corresponds to words of the flat automaton that enter some of the called functions and do not return from
// them, and step over all other calls. The states are the same.
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
