package automata

// Union has the words that one of the automata accepts; there is one at least. Its states are theirs, those of the
// first before those of the second and so on.
func Union[L comparable](as ...*Automaton[L]) *Automaton[L] {
	u := &Automaton[L]{Alphabet: as[0].Alphabet, at: []int32{0}}
	for _, a := range as {
		same(u, a)
		first, moves := u.Len(), int32(len(u.moves))
		for _, s := range a.initial {
			u.initial = append(u.initial, first+s)
		}
		u.final = append(u.final, a.final...)
		for _, end := range a.at[1:] {
			u.at = append(u.at, moves+end)
		}
		for _, m := range a.moves {
			u.moves = append(u.moves, Move{m.Letter, first + m.To})
		}
	}
	return u
}
