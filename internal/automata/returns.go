package automata

import (
	"encoding/binary"
	"maps"
	"slices"
)

// meetings lists the pairs of a state and a caller whose call may end in the state.
func (a *Automaton[L]) meetings() (meet [][2]int) {
	if len(a.returns) == 0 {
		return nil
	}
	s, _ := summarise(a.Alphabet, movesOf[L]{a}, Shortest, nil)
	known := map[[2]int]bool{}
	for _, f := range s.frames {
		for _, i := range f.exits {
			for _, x := range f.sites {
				if m := [2]int{int(s.items[i].state), int(s.items[x.item].state)}; !known[m] {
					known[m] = true
					meet = append(meet, m)
				}
			}
		}
	}
	return meet
}

// byReturns splits blocks of states, or blocks of callers, whose returns differ. It reports whether there were any.
func (r *refinement[L]) byReturns(meet [][2]int) (more bool) {
	type group struct {
		pairs  [][2]int
		values []string
	}
	groups := map[[2]int32]*group{}
	var order [][2]int32
	for _, m := range meet {
		var value []byte
		for _, x := range r.a.ReturnsTo(m[0], m[1]) {
			value = binary.AppendUvarint(binary.AppendUvarint(value, uint64(x.Letter)), uint64(r.blocks.of[x.To]))
		}
		key := [2]int32{r.blocks.of[m[0]], r.blocks.of[m[1]]}
		g := groups[key]
		if g == nil {
			g = &group{}
			groups[key], order = g, append(order, key)
		}
		g.pairs, g.values = append(g.pairs, m), append(g.values, string(value))
	}
	// A block is split at most once a round, since its groups are out of date after the split.
	parted := map[int32]bool{}
	var apart [][]int // sets of states that are blocks of their own from now on
	split := func(block int32, by map[int]string) bool {
		sets := map[string][]int{}
		states := slices.Sorted(maps.Keys(by))
		for _, s := range states {
			sets[by[s]] = append(sets[by[s]], s)
		}
		if len(sets) < 2 {
			return false
		}
		// States whose returns do not matter stay with the first state whose returns matter.
		delete(sets, by[states[0]])
		for _, value := range slices.Sorted(maps.Keys(sets)) {
			apart = append(apart, sets[value])
		}
		parted[block] = true
		return true
	}
	for _, key := range order {
		g := groups[key]
		if parted[key[0]] || parted[key[1]] ||
			!slices.ContainsFunc(g.values, func(v string) bool { return v != g.values[0] }) {
			continue
		}
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
	for _, set := range apart {
		for _, s := range set {
			r.blocks.mark(int32(s))
		}
		r.blocks.split()
	}
	return len(apart) > 0
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
