package automata

import (
	"cmp"
	"slices"
)

// fixedNested is an automaton of nested words, determinised as asked for: a state is a set of pairs, of a state in
// front of the innermost call that has not ended (None: there is none) and a state to which the word leads from there.
type fixedNested[L comparable] struct {
	a      *Nested[L]
	sets   [][][2]int // by state: sorted, each pair once
	number map[string]int
}

// FixedNested is an automaton of nested words as one whose states are asked for, determinised (Alur and Madhusudan,
// theorem 1).
func FixedNested[L comparable](a *Nested[L]) NestedLazy {
	return &fixedNested[L]{a: a, number: map[string]int{}}
}

func (f *fixedNested[L]) state(set [][2]int) int {
	if len(set) == 0 {
		return None
	}
	slices.SortFunc(set, func(p, q [2]int) int { return cmp.Or(cmp.Compare(p[0], q[0]), cmp.Compare(p[1], q[1])) })
	set = slices.Compact(set)
	flat := make([]int, 0, 2*len(set))
	for _, p := range set {
		flat = append(flat, p[0]+1, p[1])
	}
	key := keyOf(flat)
	s, known := f.number[key]
	if !known {
		s = len(f.sets)
		f.number[key], f.sets = s, append(f.sets, set)
	}
	return s
}

func (f *fixedNested[L]) Start() int {
	var set [][2]int
	for _, s := range f.a.initial {
		set = append(set, [2]int{None, s})
	}
	return f.state(set)
}

func (f *fixedNested[L]) Internal(state, letter int) (int, bool) {
	var set [][2]int
	for _, p := range f.sets[state] {
		for _, m := range f.a.internal[p[1]] {
			if m.Letter == letter {
				set = append(set, [2]int{p[0], m.To})
			}
		}
	}
	return f.state(set), true
}

func (f *fixedNested[L]) Call(state, letter int) (int, bool) {
	var set [][2]int
	for _, p := range f.sets[state] {
		for _, m := range f.a.call[p[1]] {
			if m.Letter == letter {
				set = append(set, [2]int{p[1], m.To})
			}
		}
	}
	return f.state(set), true
}

func (f *fixedNested[L]) Return(state, caller, letter int) (int, bool) {
	var set [][2]int
	for _, c := range f.sets[caller] {
		for _, p := range f.sets[state] {
			if p[0] != c[1] {
				continue
			}
			for _, m := range f.a.behind(p[1], p[0]) {
				if m.Letter == letter {
					set = append(set, [2]int{c[0], m.To})
				}
			}
		}
	}
	return f.state(set), true
}

func (f *fixedNested[L]) Final(state int) bool {
	return slices.ContainsFunc(f.sets[state], func(p [2]int) bool { return f.a.final[p[1]] })
}

// Sink is false: nobody asks automata of nested words that are made beforehand for it.
func (f *fixedNested[L]) Sink(int) bool { return false }
