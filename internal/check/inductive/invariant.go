package inductive

import "sort"

// invariant is a disjunction of states. It has an index by some registers that have a single value in each state.
type invariant struct {
	states []*state
	all    *state                       // the union of states as one state; nil: there is none
	keys   []int                        // the slots of the registers of the index; empty if there is no index
	by     map[[maxKeys]uint64][]*state // the states, by the values of keys
}

// maxKeys bounds the number of registers of an index.
const maxKeys = 6

// index returns an invariant with an index by the registers that distinguish the states best: registers with a single
// value in each state, and among these the ones with the most different values.
func index(c *checker, states []*state) *invariant {
	inv := &invariant{states: states}
	if len(states) < 4 {
		return inv
	}
	values := map[int]map[uint64]bool{}
	count := map[int]int{}
	for _, s := range states {
		for _, x := range s.facts {
			if bits, ok := x.val.only(); ok && c.slots[x.slot].kind == register {
				if values[x.slot] == nil {
					values[x.slot] = map[uint64]bool{}
				}
				values[x.slot][bits] = true
				count[x.slot]++
			}
		}
	}
	for n, k := range count {
		if k == len(states) && len(values[n]) > 1 {
			inv.keys = append(inv.keys, n)
		}
	}
	sort.Slice(inv.keys, func(i, j int) bool {
		a, b := inv.keys[i], inv.keys[j]
		if x, y := len(values[a]), len(values[b]); x != y {
			return x > y
		}
		return a < b
	})
	if len(inv.keys) > maxKeys {
		inv.keys = inv.keys[:maxKeys]
	}
	inv.by = map[[maxKeys]uint64][]*state{}
	for _, s := range states {
		key, _ := inv.key(s)
		inv.by[key] = append(inv.by[key], s)
	}
	return inv
}

// key returns the values of inv.keys in s; false if one of them has several values.
func (inv *invariant) key(s *state) (key [maxKeys]uint64, ok bool) {
	for i, n := range inv.keys {
		v := s.find(n)
		if v == nil {
			return key, false
		}
		bits, single := v.only()
		if !single {
			return key, false
		}
		key[i] = bits
	}
	return key, true
}

// candidates returns the states that s may satisfy; s satisfies none of the others.
func (inv *invariant) candidates(s *state) []*state {
	if len(inv.keys) == 0 {
		return inv.states
	}
	key, ok := inv.key(s)
	if !ok {
		return inv.states
	}
	return inv.by[key]
}
