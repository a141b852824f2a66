package automata

import "encoding/binary"

// Subsets is a deterministic automaton whose states are sets of states of another.
type Subsets[L comparable] struct {
	*Automaton[L]
	Sets [][]int // by state; sorted, never empty: where no move is, the set would be
}

// Determinise is the subset construction (Rabin and Scott, 1959): the same
// words, and no word leads to two states. It can have exponentially more of them.
func Determinise[L comparable](a *Automaton[L]) *Subsets[L] {
	b, out, number := NewBuilder(a.Alphabet), &Subsets[L]{}, map[string]int{}
	state := func(set []int, initial bool) int {
		key := keyOf(set)
		s, known := number[key]
		if !known {
			s = b.State(initial, a.anyFinal(set))
			number[key], out.Sets = s, append(out.Sets, set)
		}
		return s
	}
	if len(a.initial) > 0 {
		state(a.initial, true)
	}
	for s := 0; s < len(out.Sets); s++ {
		for _, l := range a.letters(out.Sets[s]) {
			b.Move(s, l, state(a.post(out.Sets[s], l), false))
		}
	}
	out.Automaton = b.Build()
	return out
}

// keyOf is a set as a key of a map.
func keyOf(set []int) string {
	key := make([]byte, 0, 2*len(set))
	last := 0
	for _, s := range set {
		key = binary.AppendUvarint(key, uint64(s-last))
		last = s
	}
	return string(key)
}
