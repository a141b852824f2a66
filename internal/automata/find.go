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
	switch {
	case a.returns != nil:
		return findNested(a, o)
	case o == Depth:
		return depthFirst(a)
	}
	return breadthFirst(a)
}

// steps has for each state the move by which a search reached it; from is None for the first state.
type steps []struct{ from, letter int }

// run returns the run of the search that ends in s.
func (w steps) run(s int) Run {
	r := Run{States: []int{s}}
	for ; w[s].from != None; s = w[s].from {
		r.States, r.Word = append(r.States, w[s].from), append(r.Word, w[s].letter)
	}
	slices.Reverse(r.States)
	slices.Reverse(r.Word)
	return r
}

// breadthFirst is Find for the order Shortest in an automaton without returns.
func breadthFirst[L comparable](a *Automaton[L]) (Run, bool) {
	came := make(steps, a.Len())
	reached := make([]bool, a.Len())
	var queue []int
	add := func(s, from, letter int) {
		if !reached[s] {
			reached[s], came[s].from, came[s].letter = true, from, letter
			queue = append(queue, s)
		}
	}
	for _, s := range a.initial {
		add(s, None, 0)
	}
	for i := 0; i < len(queue); i++ {
		s := queue[i]
		if a.final[s] {
			return came.run(s), true
		}
		for _, m := range a.Moves(s) {
			add(m.To, s, m.Letter)
		}
	}
	return Run{}, false
}

// depthFirst is Find for the order Depth in an automaton without returns.
func depthFirst[L comparable](a *Automaton[L]) (Run, bool) {
	came := make(steps, a.Len())
	reached := make([]bool, a.Len())
	type open struct {
		s    int
		left []Move
	}
	for _, start := range a.initial {
		if reached[start] {
			continue
		}
		var path []open
		enter := func(s, from, letter int) bool {
			reached[s], came[s].from, came[s].letter = true, from, letter
			path = append(path, open{s, a.Moves(s)})
			return a.final[s]
		}
		if enter(start, None, 0) {
			return came.run(start), true
		}
		for len(path) > 0 {
			top := &path[len(path)-1]
			if len(top.left) == 0 {
				path = path[:len(path)-1]
				continue
			}
			m := top.left[0]
			top.left = top.left[1:]
			if !reached[m.To] && enter(m.To, top.s, m.Letter) {
				return came.run(m.To), true
			}
		}
	}
	return Run{}, false
}
