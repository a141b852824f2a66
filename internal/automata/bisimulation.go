package automata

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// This file merges states of a deterministic automaton with returns into classes. The partition is a bisimulation: the
// states of a class are all final or all not final; under each letter their moves lead to one class, or none of them
// has a move; and the same holds for returns from a class to the callers of a class. If no word ends a call of a caller
// in a state, the returns of this state to this caller do not matter. Which states are merged then depends on their
// order.

// bisimilar returns the class of each state of a trimmed automaton, and the number of classes. Only states of one
// colour are merged.
func bisimilar[L comparable](a *Automaton[L], colour func(int) int) (class []int32, n int) {
	p := newBisimulation(a, colour)
	for more := true; more; {
		p.moves()
		more = p.returns()
	}
	return p.class, p.n
}

// bisimulation is a partition of states, refined step by step.
type bisimulation[L comparable] struct {
	a     *Automaton[L]
	class []int32  // by state
	n     int      // the number of classes
	meet  [][2]int // pairs of a state and a caller whose call may end in the state
}

// newBisimulation returns the first partition: by colour, by whether states are final, and by whether they have
// returns.
func newBisimulation[L comparable](a *Automaton[L], colour func(int) int) *bisimulation[L] {
	p := &bisimulation[L]{a: a, class: make([]int32, a.Len())}
	keys := make([]string, a.Len())
	for s := range keys {
		kind := [3]int{colour(s), 0, 0}
		if a.final[s] {
			kind[1] = 1
		}
		if len(a.returns[s]) > 0 { // states without returns are kept apart from states with returns
			kind[2] = 1
		}
		keys[s] = fmt.Sprint(kind)
	}
	p.part(keys)
	sum, _ := summarise(a.Alphabet, movesOf[L]{a}, Shortest)
	known := map[[2]int]bool{}
	for _, entry := range sum.entries() {
		for _, i := range sum.of[entry] {
			if len(a.returns[sum.items[i].state]) == 0 {
				continue
			}
			for _, x := range sum.sites[entry] {
				if m := [2]int{sum.items[i].state, sum.items[x.item].state}; !known[m] {
					known[m] = true
					p.meet = append(p.meet, m)
				}
			}
		}
	}
	return p
}

// part makes one class of all states with the same key.
func (p *bisimulation[L]) part(keys []string) {
	number := map[string]int32{}
	for s, key := range keys {
		if _, known := number[key]; !known {
			number[key] = int32(len(number))
		}
		p.class[s] = number[key]
	}
	p.n = len(number)
}

// moves refines the partition by internal moves and calls, until nothing changes.
func (p *bisimulation[L]) moves() {
	for n := -1; n != p.n; {
		n = p.n
		keys := make([]string, len(p.class))
		var key []byte
		add := func(x int) { key = binary.AppendUvarint(key, uint64(x)) }
		for s := range keys {
			key = key[:0]
			add(int(p.class[s]))
			for _, m := range p.a.Moves(s) {
				add(m.Letter)
				add(int(p.class[m.To]))
			}
			keys[s] = string(key)
		}
		p.part(keys)
	}
}

// returns splits classes of states, or classes of callers, whose returns differ. It reports whether there were any.
func (p *bisimulation[L]) returns() (more bool) {
	type group struct {
		pairs  [][2]int
		values []string
	}
	groups := map[[2]int32]*group{}
	var order [][2]int32
	for _, m := range p.meet {
		var value []byte
		for _, r := range p.a.ReturnsTo(m[0], m[1]) {
			value = binary.AppendUvarint(binary.AppendUvarint(value, uint64(r.Letter)), uint64(p.class[r.To]))
		}
		key := [2]int32{p.class[m[0]], p.class[m[1]]}
		g := groups[key]
		if g == nil {
			g = &group{}
			groups[key], order = g, append(order, key)
		}
		g.pairs, g.values = append(g.pairs, m), append(g.values, string(value))
	}
	// A class is split at most once a round, since its groups are out of date after the split.
	parted := map[int32]bool{}
	apart := make([]string, len(p.class))
	split := func(class int32, by map[int]string) bool {
		kinds := map[string]bool{}
		for _, v := range by {
			kinds[v] = true
		}
		if len(kinds) < 2 {
			return false
		}
		other := ""
		for s, c := range p.class { // states whose returns do not matter stay with the first state whose returns matter
			if v, is := by[s]; is && c == class {
				other = v
				break
			}
		}
		for s, c := range p.class {
			if c == class {
				if v, is := by[s]; is {
					apart[s] = v
				} else {
					apart[s] = other
				}
			}
		}
		parted[class] = true
		return true
	}
	for _, key := range order {
		g := groups[key]
		if parted[key[0]] || parted[key[1]] ||
			!slices.ContainsFunc(g.values, func(v string) bool { return v != g.values[0] }) {
			continue
		}
		more = true
		if split(key[0], values(g.pairs, g.values, 0)) || split(key[1], values(g.pairs, g.values, 1)) {
			continue
		}
		by := map[int]string{} // both splits failed, so split the states by their returns to the first caller
		for i, m := range g.pairs {
			if m[1] == g.pairs[0][1] {
				by[m[0]] = g.values[i]
			}
		}
		split(key[0], by)
	}
	if more {
		keys := make([]string, len(p.class))
		for s, v := range apart {
			keys[s] = string(binary.AppendUvarint(nil, uint64(p.class[s]))) + v
		}
		p.part(keys)
	}
	return more
}

// values groups values by one component (0 or 1) of their pairs. It returns the set of values of each component, as a
// text.
func values(pairs [][2]int, values []string, part int) map[int]string {
	sets := map[int][]string{}
	for i, m := range pairs {
		sets[m[part]] = append(sets[m[part]], values[i])
	}
	out := map[int]string{}
	for s, set := range sets {
		slices.Sort(set)
		var key []byte
		for _, v := range slices.Compact(set) {
			key = append(binary.AppendUvarint(key, uint64(len(v))), v...)
		}
		out[s] = string(key)
	}
	return out
}
