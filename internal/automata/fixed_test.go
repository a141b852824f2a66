package automata

import (
	"cmp"
	"fmt"
	"slices"
)

// fixed is an automaton, determinised on demand (R. Alur, P. Madhusudan: Adding nesting structure to words, JACM 2009,
// theorem 1). A state is a set of pairs: the state before the innermost open call, or None, and a state to which the
// word leads from there.
type fixed[L comparable] struct {
	a      *Automaton[L]
	all    []bool     // by state of a: whether all words are accepted from it
	sets   [][][2]int // by state: its set, sorted, without repeats
	number map[string]int
}

func newFixed[L comparable](a *Automaton[L]) *fixed[L] {
	return &fixed[L]{a: a, all: everything(a), number: map[string]int{}}
}

// state returns the state of a set; None for the empty set.
func (f *fixed[L]) state(set [][2]int) int {
	if len(set) == 0 {
		return None
	}
	slices.SortFunc(set, func(p, q [2]int) int { return cmp.Or(cmp.Compare(p[0], q[0]), cmp.Compare(p[1], q[1])) })
	set = slices.Compact(set)
	key := fmt.Sprint(set)
	s, known := f.number[key]
	if !known {
		s = len(f.sets)
		f.number[key], f.sets = s, append(f.sets, set)
	}
	return s
}

func (f *fixed[L]) Start() int {
	var set [][2]int
	for _, s := range f.a.initial {
		set = append(set, [2]int{None, s})
	}
	return f.state(set)
}

func (f *fixed[L]) Next(state, letter int) (int, bool) {
	var set [][2]int
	for _, p := range f.sets[state] {
		for _, m := range f.a.On(p[1], letter) {
			if f.a.Alphabet.Kind(letter) == Call {
				set = append(set, [2]int{p[1], m.To})
			} else {
				set = append(set, [2]int{p[0], m.To})
			}
		}
	}
	return f.state(set), true
}

func (f *fixed[L]) Return(state, caller, letter int) (int, bool) {
	var set [][2]int
	for _, c := range f.sets[caller] {
		for _, p := range f.sets[state] {
			if p[0] != c[1] {
				continue
			}
			for _, m := range f.a.ReturnsTo(p[1], p[0]) {
				if m.Letter == letter {
					set = append(set, [2]int{c[0], m.To})
				}
			}
		}
	}
	return f.state(set), true
}

func (f *fixed[L]) Final(state int) bool {
	return slices.ContainsFunc(f.sets[state], func(p [2]int) bool { return f.a.final[p[1]] })
}

func (f *fixed[L]) Sink(state int) bool {
	return slices.ContainsFunc(f.sets[state], func(p [2]int) bool { return f.all[p[1]] })
}

// everything returns states from which all words are accepted: the greatest set in which each state is final and each
// letter leads to a state of the set. It returns no state if letters are calls or returns.
func everything[L comparable](a *Automaton[L]) []bool {
	all := slices.Clone(a.final)
	if a.Alphabet.kinds != nil {
		clear(all)
	}
	again(func() (changed bool) {
		for s, is := range all {
			for l := range a.Alphabet.Len() {
				is = is && slices.ContainsFunc(a.On(s, l), func(m Move) bool { return all[m.To] })
			}
			changed = changed || is != all[s]
			all[s] = is
		}
		return changed
	})
	return all
}

// plain is a deterministic automaton without returns as a Lazy automaton.
type plain[L comparable] struct {
	a   *Automaton[L]
	all []bool
}

func (p plain[L]) Start() int { return p.a.initial[0] }
func (p plain[L]) Next(state, letter int) (int, bool) {
	if on := p.a.On(state, letter); len(on) > 0 {
		return on[0].To, true
	}
	return None, true
}
func (p plain[L]) Return(int, int, int) (int, bool) { panic("a return") }
func (p plain[L]) Final(state int) bool             { return p.a.final[state] }
func (p plain[L]) Sink(state int) bool              { return p.all[state] }

// complement accepts the words that another automaton does not accept. State 0 is a sink, state s+1 is state s of the
// other automaton.
type complement struct{ Lazy }

func (c complement) Start() int { return c.Lazy.Start() + 1 }
func (c complement) Next(state, letter int) (int, bool) {
	to, ok := c.Lazy.Next(state-1, letter)
	return to + 1, ok
}
func (c complement) Return(state, caller, letter int) (int, bool) {
	to, ok := c.Lazy.Return(state-1, caller-1, letter)
	return to + 1, ok
}
func (c complement) Final(state int) bool { return state == 0 || !c.Lazy.Final(state-1) }
func (c complement) Sink(state int) bool  { return state == 0 }

// determinised returns a deterministic automaton with the words of a.
func determinised(a *Automaton[string]) *Automaton[string] {
	d, _ := Subtract(anything(a.Alphabet), complement{newFixed(a)})
	return d.Automaton
}
