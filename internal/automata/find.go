package automata

import "slices"

// Order selects the accepted word that Find returns.
type Order uint8

// The orders.
const (
	Shortest Order = iota // a word with the fewest letters: the first that a breadth-first search finds
	Depth                 // the first word that a depth-first search finds; without returns it repeats no state
)

// Run is an accepted word with its states: the first i letters lead to States[i].
type Run struct{ States, Word []int }

// Find searches for an accepted word; the result is false if there is none.
func Find[L comparable](a *Automaton[L], o Order) (Run, bool) {
	s, _ := summarise(a.Alphabet, movesOf[L]{a}, o, a.Final)
	if s.last == None {
		return Run{}, false
	}
	path := []int{s.last} // the items of the word before each call that does not end, and at the end; the last first
	for f := s.frames[s.items[s.last].frame]; f.entry != None; f = s.frames[s.items[f.from.item].frame] {
		path = append(path, f.from.item)
	}
	var r Run
	for n, i := range slices.Backward(path) {
		s.word(int32(i), &r)
		if n > 0 {
			f := s.frames[s.items[path[n-1]].frame]
			r.Word = append(r.Word, f.from.letter)
		}
	}
	return r, true
}

// word adds the word of an item to r, from the state at the begin of its frame. It recurses only for calls within
// calls.
func (s *summaries) word(i int32, r *Run) {
	var path []int32
	for ; i != None; i = s.items[i].how.before {
		path = append(path, i)
	}
	for _, k := range slices.Backward(path) {
		switch it := s.items[k]; {
		case it.how.before == None:
		case it.how.inside == None:
			r.Word = append(r.Word, int(it.how.letter))
		default:
			r.Word = append(r.Word, int(it.how.call))
			s.word(it.how.inside, r)
			r.Word = append(r.Word, int(it.how.letter))
		}
		r.States = append(r.States, int(s.items[k].state))
	}
}
