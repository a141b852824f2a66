package inductive

import "sort"

// invariant is a disjunction of states, with an index by registers that have a single value in each state.
type invariant struct {
	states []*state
	all    *state // if not nil: the union of states, in one
	keys   []int  // slots
	by     map[[maxKeys]uint64][]*state
}

const maxKeys = 6

// index builds the index by the slots that distinguish the states best.
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

// candidates returns the states that may hold in s.
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
