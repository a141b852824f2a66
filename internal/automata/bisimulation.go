package automata

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// This file puts states of a deterministic automaton with returns together. It is a bisimulation: states of a class are
// all final or none is, move into one class under each letter, or nowhere, and so does a return from a class to callers
// of a class. Where a state and a caller never meet, since no word ends a call of this caller there, returns do not
// matter: which states are then put together depends on their order.

// bisimilar returns the classes of the states of a trimmed automaton, and how many classes there are.
func bisimilar[L comparable](a *Automaton[L], colour func(int) int) (class []int32, n int) {
	p := newBisimulation(a, colour)
	for more := true; more; {
		p.moves()
		more = p.returns()
	}
	return p.class, p.n
}

// bisimulation is a partition of states that is refined.
type bisimulation[L comparable] struct {
	a     *Automaton[L]
	class []int32
	n     int
	meet  [][2]int // states, with the callers whose calls may end there
}

func newBisimulation[L comparable](a *Automaton[L], colour func(int) int) *bisimulation[L] {
	p := &bisimulation[L]{a: a, class: make([]int32, a.Len())}
	keys := make([]string, a.Len())
	for s := range keys {
		kind := [3]int{colour(s), 0, 0}
		if a.final[s] {
			kind[1] = 1
		}
		if len(a.returns[s]) > 0 { // states at which no call ends stay apart from the others
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

// part makes a class for each key.
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

// moves refines by internal moves and calls.
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

// returns parts classes from which returns to one class of callers differ, or these callers. It reports whether there
// were any.
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
	// A class is parted once a round: groups that were made of it do not hold after that.
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
		for s, c := range p.class { // states whose returns do not matter stay with the first whose returns do
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
		by := map[int]string{} // each has all values, the first caller too: of two states
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

// values joins the values of the pairs by their first or second part.
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
