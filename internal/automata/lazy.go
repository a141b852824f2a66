package automata

import "slices"

// Lazy is a deterministic automaton whose states appear as they are asked for: a state's answers never change once they
// are given. It is what is taken away in the difference "on the fly" of trace abstraction (Heizmann, Hoenicke,
// Podelski: Refinement of trace abstraction, SAS 2009), where each move of the subtrahend is a question to a solver.
type Lazy interface {
	// Start is the initial state, None if no word is accepted.
	Start() int
	// Next is where a state goes; None: no word that goes on there is accepted. Not ok: the time is over.
	Next(state, letter int) (to int, ok bool)
	// Final tells whether a word may end in a state.
	Final(state int) bool
	// Sink tells whether all words that lead to a state are accepted, and all that go on from it: nothing more is asked of
	// it.
	Sink(state int) bool
}

// Subtract is a without the words of d, trimmed: the first part of each pair is of a, the second of d, or None. d is
// asked only where words of a go that still can be accepted. It is not ok if d's time is over.
func Subtract[L comparable](a *Automaton[L], d Lazy) (p *Pairs[L], ok bool) {
	live, second := a.reaching(), d.Start()
	var start [][2]int
	for _, s := range a.initial {
		if live[s] && (second == None || !d.Sink(second)) {
			start = append(start, [2]int{s, second})
		}
	}
	p, ok = pairs(a.Alphabet, start, func(q [2]int) bool { return a.final[q[0]] && (q[1] == None || !d.Final(q[1])) },
		func(q [2]int, to func(int, [2]int)) bool {
			next, asked := None, None
			for _, m := range a.Moves(q[0]) {
				if !live[m.To] {
					continue
				}
				if m.Letter != asked && q[1] != None { // asked once for all moves under a letter
					if next, ok = d.Next(q[1], m.Letter); !ok {
						return false
					}
					asked = m.Letter
				}
				if next == None || !d.Sink(next) {
					to(m.Letter, [2]int{m.To, next})
				}
			}
			return true
		})
	if !ok {
		return nil, false
	}
	t, was := Trim(p.Automaton)
	pair := make([][2]int, len(was))
	for s, old := range was {
		pair[s] = p.Pair[old]
	}
	return &Pairs[L]{t, pair}, true
}

// fixed is an automaton, determinised as asked for: a state is a set of its states.
type fixed[L comparable] struct {
	a      *Automaton[L]
	all    []bool // all words are accepted from the state
	sets   [][]int
	number map[string]int
	next   map[[2]int]int
}

// Fixed is an automaton as one whose states are asked for, by the subset construction (Rabin and Scott, 1959) where it
// is not deterministic.
func Fixed[L comparable](a *Automaton[L]) Lazy {
	all := a.everything()
	if a.Deterministic() {
		return plain[L]{a, all}
	}
	return &fixed[L]{a: a, all: all, number: map[string]int{}, next: map[[2]int]int{}}
}

func (f *fixed[L]) state(set []int) int {
	if len(set) == 0 {
		return None
	}
	key := keyOf(set)
	s, known := f.number[key]
	if !known {
		s = len(f.sets)
		f.number[key], f.sets = s, append(f.sets, set)
	}
	return s
}

func (f *fixed[L]) Start() int { return f.state(f.a.initial) }

func (f *fixed[L]) Next(state, letter int) (int, bool) {
	to, known := f.next[[2]int{state, letter}]
	if !known {
		to = f.state(f.a.post(f.sets[state], letter))
		f.next[[2]int{state, letter}] = to
	}
	return to, true
}

func (f *fixed[L]) Final(state int) bool { return f.a.anyFinal(f.sets[state]) }

func (f *fixed[L]) Sink(state int) bool {
	return slices.ContainsFunc(f.sets[state], func(s int) bool { return f.all[s] })
}

// plain is an automaton that is deterministic.
type plain[L comparable] struct {
	a   *Automaton[L]
	all []bool
}

func (p plain[L]) Start() int {
	for _, s := range p.a.initial {
		return s
	}
	return None
}

func (p plain[L]) Next(state, letter int) (int, bool) {
	if on := p.a.On(state, letter); len(on) > 0 {
		return on[0].To, true
	}
	return None, true
}

func (p plain[L]) Final(state int) bool { return p.a.final[state] }

func (p plain[L]) Sink(state int) bool { return p.all[state] }

// everything marks states from which all words are accepted, since each letter leads to such a state: the greatest such
// set. (Others of an automaton that is not deterministic may accept all words too.)
func (a *Automaton[L]) everything() []bool {
	all := slices.Clone(a.final)
	for changed := true; changed; {
		changed = false
		for s, is := range all {
			if is && !a.stays(s, all) {
				all[s], changed = false, true
			}
		}
	}
	return all
}

// stays reports whether each letter leads from s to a state of the set.
func (a *Automaton[L]) stays(s int, set []bool) bool {
	moves := a.Moves(s)
	if len(moves) < a.Alphabet.Len() {
		return false
	}
	letters, last := 0, None
	for _, m := range moves {
		if m.Letter != last && set[m.To] {
			letters, last = letters+1, m.Letter
		}
	}
	return letters == a.Alphabet.Len()
}
