package automata

import "slices"

// Emptiness says whether an automaton accepts a word.
type Emptiness struct {
	Empty   bool
	Word    []int  // if not empty: a shortest accepted word, as numbers of letters; the first in the order of the alphabet
	Reached []bool // if empty: the states that some word reaches
}

// Empty searches for an accepted word, breadth first.
func Empty[L comparable](a *Automaton[L]) Emptiness {
	if r, found := Find(a, Shortest, nil); found {
		return Emptiness{Word: r.Word}
	}
	return Emptiness{Empty: true, Reached: a.reached()}
}

// Inclusion says whether all words of an automaton are words of another.
type Inclusion struct {
	Included bool
	Word     []int       // if not: a word of the first that is none of the second
	Chain    []StateSets // if so: by state of the first, sets of states of the second
}

// StateSets are sets of states, none of which contains another.
type StateSets [][]int

// Included decides inclusion by antichains (De Wulf, Doyen, Henzinger and Raskin, CAV 2006, algorithm for universality,
// forward, with a state of a beside each set): from a state of a with a set of states of b, a larger set accepts more,
// so that only smallest sets are gone on from. b need not be deterministic.
func Included[L comparable](a, b *Automaton[L]) Inclusion {
	same(a, b)
	type node struct {
		s, from, letter int
		set             []int
	}
	var nodes []node
	chain := make([]StateSets, a.Len())
	add := func(n node) {
		if slices.ContainsFunc(chain[n.s], func(t []int) bool { return subset(t, n.set) }) {
			return
		}
		chain[n.s] = append(slices.DeleteFunc(chain[n.s], func(t []int) bool { return subset(n.set, t) }), n.set)
		nodes = append(nodes, n)
	}
	for _, s := range a.initial {
		add(node{s, None, 0, b.initial})
	}
	for i := 0; i < len(nodes); i++ {
		n := nodes[i]
		if a.final[n.s] && !b.anyFinal(n.set) {
			var word []int
			for k := i; nodes[k].from != None; k = nodes[k].from {
				word = append(word, nodes[k].letter)
			}
			slices.Reverse(word)
			return Inclusion{Word: word}
		}
		if !slices.ContainsFunc(chain[n.s], func(t []int) bool { return slices.Equal(t, n.set) }) {
			continue // a smaller set has come since: its successors are smaller
		}
		for _, m := range a.Moves(n.s) {
			add(node{m.To, i, m.Letter, b.post(n.set, m.Letter)})
		}
	}
	return Inclusion{Included: true, Chain: chain}
}

// subset reports whether all of x is in y; both are sorted.
func subset(x, y []int) bool {
	if len(x) > len(y) {
		return false
	}
	for _, s := range x {
		i, found := slices.BinarySearch(y, s)
		if !found {
			return false
		}
		y = y[i+1:]
	}
	return true
}
