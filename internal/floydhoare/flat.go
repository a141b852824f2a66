package floydhoare

import (
	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Flat is the automaton of all functions without the stack: a call leads to the callee's entry, and a return from in
// front of its call to behind it, whatever activation ends there. So the words of the nested automaton are among its
// words, as far as calls are left open or left out. State 0 is the entry.
//
//	main   L0 -call L0-> f's L0 ...    L0 -return L0-> L1
func (p *NestedProgram) Flat() *Program {
	out := &Program{Prog: p.Prog, State: map[*ir.Loc]int{}, asked: p.asked, blocks: map[place]map[int]Block{}}
	letters := make([]*Letter, p.Alphabet.Len())
	for l := range letters {
		letters[l] = p.Alphabet.Letter(l)
	}
	b := automata.NewBuilder(automata.NewAlphabet(letters...))
	add := func(l *ir.Loc, final bool) {
		out.State[l] = b.State(len(out.Loc) == 0, final)
		out.Loc = append(out.Loc, l)
	}
	entry := p.Prog.Entry.Entry
	add(entry, false)
	for s, l := range p.Loc {
		if l != entry {
			add(l, p.Final(s))
		}
	}
	move := func(from, letter, to int) {
		at := place{out.State[p.Loc[from]], letter}
		end := out.State[p.Loc[to]]
		b.Move(at.state, letter, end)
		out.blocks[at] = map[int]Block{end: p.blocks[leaving{p.Loc[from], letter}]}
	}
	for s := range p.Loc {
		for _, m := range p.Moves(s) {
			move(s, m.Letter, m.To)
		}
		for _, m := range p.Returns(s) {
			move(m.Caller, m.Letter, m.To)
			out.blocks[place{out.State[p.Loc[m.Caller]], m.Letter}][out.State[p.Loc[m.To]]] =
				p.blocks[leaving{p.Loc[s], m.Letter}]
		}
	}
	out.Automaton = b.Build()
	return out
}
