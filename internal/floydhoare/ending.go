package floydhoare

import (
	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/graph"
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
	}
	return sorted(letters)
}

// Ending is the automaton of the words that end with a letter, over the same letters. Of what is beside them it says
// nothing: no error is one of it.
func (p *Program) Ending(letter int) *Program {
	into := make(graph.Adj, p.Len())
	var ends []int // states in front of the last letter
	last := func(m automata.Move) bool { return m.Letter == letter && p.Final(m.To) }
	for s := range into {
		for _, m := range p.Moves(s) {
			if last(m) {
				ends = append(ends, s)
			} else {
				into[s] = append(into[s], m.To)
			}
		}
	}
	to := graph.Reaching(into, ends...)
	out := &Program{Prog: p.Prog, State: map[*ir.Loc]int{}, asked: func(*ir.Obligation) bool { return false },
		blocks: map[place]map[int]Block{}}
	build := automata.NewBuilder(p.Alphabet)
	number := make([]int, p.Len())
	for s, l := range p.Loc {
		if s == 0 || to[s] {
			number[s] = build.State(s == 0, false)
			out.State[l], out.Loc = number[s], append(out.Loc, l)
		}
	}
	end := map[int]int{} // the same errors, at which words end
	for s := range p.Len() {
		if !to[s] {
			continue
		}
		for _, m := range p.Moves(s) {
			at, then := place{number[s], m.Letter}, 0
			switch {
			case last(m):
				n, known := end[m.To]
				if !known {
					n = build.State(false, true)
					end[m.To], out.Loc = n, append(out.Loc, p.Loc[m.To])
				}
				then = n
			case to[m.To]:
				then = number[m.To]
			default:
				continue
			}
			build.Move(at.state, at.letter, then)
			out.blocks[at] = map[int]Block{then: p.blocks[place{s, m.Letter}][m.To]}
		}
	}
	out.Automaton = build.Build()
	return out
}
