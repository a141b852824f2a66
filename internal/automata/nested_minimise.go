package automata

import (
	"encoding/binary"
	"slices"
)

// NestedClasses is an automaton whose states are classes of states of another.
type NestedClasses[L comparable] struct {
	*Nested[L]
	Class []int // by state of the other: the class, None if no accepted word comes by
}

// MinimiseNested puts states of a deterministic automaton of nested words together: the same words, with fewer states.
// With colours (nil: all alike) only states of one colour are put together.
//
// An automaton with the fewest states is not unique, and hard to find. This is a bisimulation: states of a class are
// all final or none is, move into one class under each letter, or nowhere, and so does a return from a class to callers
// of a class. Where the state and the caller never meet, since no word ends a call of this caller there, nothing is
// asked of returns: which states are then put together depends on their order.
func MinimiseNested[L comparable](a *Nested[L], colour func(s int) int) *NestedClasses[L] {
	if !a.Deterministic() {
		panic("automata: minimise an automaton that is not deterministic")
	}
	t, was := TrimNested(a)
	p := newBisimulation(t, func(s int) int {
		if colour == nil {
			return 0
		}
		return colour(was[s])
	})
	for more := true; more; {
		p.moves()
		more = p.returns()
	}
	out := &NestedClasses[L]{Class: make([]int, a.Len())}
	for s := range out.Class {
		out.Class[s] = None
	}
	b := NewNestedBuilder(a.Alphabet)
	number := map[int]int{}
	var first []int
	for s, old := range was {
		c, known := number[p.class[s]]
		if !known {
			c = b.State(false, t.final[s])
			number[p.class[s]], first = c, append(first, s)
		}
		out.Class[old] = c
	}
	of := func(s int) int { return number[p.class[s]] }
	for _, s := range t.initial {
		b.a.initial = []int{of(s)}
	}
	for c, s := range first {
		for _, m := range t.internal[s] {
			b.Internal(c, m.Letter, of(m.To))
		}
		for _, m := range t.call[s] {
			b.Call(c, m.Letter, of(m.To))
		}
	}
	for s := range was {
		for _, m := range t.back[s] {
			b.Return(of(s), of(m.Caller), m.Letter, of(m.To))
		}
	}
	out.Nested = b.Build()
	return out
}

// bisimulation is a partition of states that is refined.
type bisimulation[L comparable] struct {
	a     *Nested[L]
	class []int
	n     int
	meet  [][2]int // states, with the callers whose calls may end there
}

func newBisimulation[L comparable](a *Nested[L], colour func(int) int) *bisimulation[L] {
	p := &bisimulation[L]{a: a, class: make([]int, a.Len())}
	keys := make([]string, a.Len())
	for s := range keys {
		kind := []int{colour(s), 0, 0}
		if a.final[s] {
			kind[1] = 1
		}
		if len(a.back[s]) > 0 { // those at which no call ends are not put together with others: of them nothing is asked
			kind[2] = 1
		}
		keys[s] = keyOf(kind)
	}
	p.part(keys)
	sum, _ := summarise(all[L]{a}, Shortest, flat)
	known := map[[2]int]bool{}
	for _, entry := range sum.entries() {
		for _, i := range sum.of[entry] {
			if len(a.back[sum.items[i].state]) == 0 {
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
	number := map[string]int{}
	for s, key := range keys {
		if _, known := number[key]; !known {
			number[key] = len(number)
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
			add(p.class[s])
			for _, all := range [][]Move{p.a.internal[s], p.a.call[s]} {
				add(len(all))
				for _, m := range all {
					add(m.Letter)
					add(p.class[m.To])
				}
			}
			keys[s] = string(key)
		}
		p.part(keys)
	}
}

// returns parts classes from which returns to one class of callers differ, or these callers; false if there is none.
func (p *bisimulation[L]) returns() (more bool) {
	type group struct {
		pairs  [][2]int
		values []string
	}
	groups := map[[2]int]*group{}
	var order [][2]int
	for _, m := range p.meet {
		var value []byte
		for _, r := range p.a.behind(m[0], m[1]) {
			value = binary.AppendUvarint(binary.AppendUvarint(value, uint64(r.Letter)), uint64(p.class[r.To]))
		}
		key := [2]int{p.class[m[0]], p.class[m[1]]}
		g := groups[key]
		if g == nil {
			g = &group{}
			groups[key], order = g, append(order, key)
		}
		g.pairs, g.values = append(g.pairs, m), append(g.values, string(value))
	}
	// A class is parted once at a time: what is said of it holds no more behind that.
	parted := map[int]bool{}
	apart := make([]string, len(p.class))
	split := func(class int, by map[int]string) bool {
		kinds := map[string]bool{}
		for _, v := range by {
			kinds[v] = true
		}
		if len(kinds) < 2 {
			return false
		}
		other := ""
		for s, c := range p.class { // states of which nothing is asked stay with the first of which something is
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

// values are the values of the pairs by their first or second part: all of them, as one.
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
