package automata

import (
	"cmp"
	"slices"
)

// Kind says what a letter of a nested word does with the stack of calls.
type Kind uint8

// The kinds of letters.
const (
	Internal Kind = iota // nothing
	Call                 // a call begins
	// the last call that has begun and not ended ends; a word in which there is none is no nested word
	Return
)

// Symbol is a letter of a nested word, by number. Calls that never end are allowed.
type Symbol struct {
	Kind   Kind
	Letter int
}

// ReturnMove leads to state To when a return with the number Letter ends a call that began in state Caller.
type ReturnMove struct{ Caller, Letter, To int }

func (m ReturnMove) compare(o ReturnMove) int {
	return cmp.Or(cmp.Compare(m.Caller, o.Caller), cmp.Compare(m.Letter, o.Letter), cmp.Compare(m.To, o.To))
}

// Nested is a nondeterministic automaton of nested words (Alur and Madhusudan, Adding nesting structure to words, JACM
// 56(3), 2009) in which what a call hands on to its return is the state in front of it (as in Heizmann, Hoenicke,
// Podelski: Nested interpolants, POPL 2010). A word with calls that have not ended is accepted if its last state is
// final. It is immutable.
type Nested[L comparable] struct {
	Alphabet       *Alphabet[L]
	initial        []int
	final          []bool
	internal, call [][]Move       // by state; sorted, each once
	back           [][]ReturnMove // by state at the end of the call
}

// Len is the number of states.
func (a *Nested[L]) Len() int { return len(a.final) }

// Initial lists the initial states in order. It is not to be changed.
func (a *Nested[L]) Initial() []int { return a.initial }

// Final reports whether a word may end in state s.
func (a *Nested[L]) Final(s int) bool { return a.final[s] }

// Internal lists the moves of a state under internal letters. It is not to be changed.
func (a *Nested[L]) Internal(s int) []Move { return a.internal[s] }

// Call lists the moves of a state by which a call begins. It is not to be changed.
func (a *Nested[L]) Call(s int) []Move { return a.call[s] }

// Return lists the moves of a state by which a call ends. It is not to be changed.
func (a *Nested[L]) Return(s int) []ReturnMove { return a.back[s] }

// Size is the number of moves.
func (a *Nested[L]) Size() (n int) {
	for s := range a.final {
		n += len(a.internal[s]) + len(a.call[s]) + len(a.back[s])
	}
	return n
}

// behind lists the moves of a state at the end of a call that began in the caller.
func (a *Nested[L]) behind(s, caller int) []ReturnMove {
	all := a.back[s]
	from, _ := slices.BinarySearchFunc(all, caller, func(m ReturnMove, c int) int { return cmp.Compare(m.Caller, c) })
	to := from
	for to < len(all) && all[to].Caller == caller {
		to++
	}
	return all[from:to]
}

// Deterministic reports whether no nested word leads to two states.
func (a *Nested[L]) Deterministic() bool {
	if len(a.initial) > 1 {
		return false
	}
	twice := func(all []Move) bool {
		for i := 1; i < len(all); i++ {
			if all[i].Letter == all[i-1].Letter {
				return true
			}
		}
		return false
	}
	for s, all := range a.back {
		for i := 1; i < len(all); i++ {
			if all[i].Caller == all[i-1].Caller && all[i].Letter == all[i-1].Letter {
				return false
			}
		}
		if twice(a.internal[s]) || twice(a.call[s]) {
			return false
		}
	}
	return true
}

// Accepts reports whether the nested word leads from an initial state to a final one.
func (a *Nested[L]) Accepts(word []Symbol) bool {
	d := FixedNested(a)
	s := d.Start()
	var callers []int
	for _, x := range word {
		if s == None {
			return false
		}
		switch x.Kind {
		case Internal:
			s, _ = d.Internal(s, x.Letter)
		case Call:
			callers = append(callers, s)
			s, _ = d.Call(s, x.Letter)
		case Return:
			if len(callers) == 0 {
				return false
			}
			s, _ = d.Return(s, callers[len(callers)-1], x.Letter)
			callers = callers[:len(callers)-1]
		}
	}
	return s != None && d.Final(s)
}

// NestedBuilder makes an automaton of nested words, state by state.
type NestedBuilder[L comparable] struct{ a Nested[L] }

// NewNestedBuilder begins with no states.
func NewNestedBuilder[L comparable](sigma *Alphabet[L]) *NestedBuilder[L] {
	return &NestedBuilder[L]{a: Nested[L]{Alphabet: sigma}}
}

// State adds a state and gives its number.
func (b *NestedBuilder[L]) State(initial, final bool) int {
	s := b.a.Len()
	if initial {
		b.a.initial = append(b.a.initial, s)
	}
	b.a.final = append(b.a.final, final)
	b.a.internal, b.a.call, b.a.back = append(b.a.internal, nil), append(b.a.call, nil), append(b.a.back, nil)
	return s
}

// Internal adds a move between states that were added; letter is a number of the alphabet.
func (b *NestedBuilder[L]) Internal(from, letter, to int) {
	_, _ = b.a.Alphabet.letters[letter], b.a.final[to] // out of range: a mistake of the caller
	b.a.internal[from] = append(b.a.internal[from], Move{letter, to})
}

// Call adds a move by which a call begins.
func (b *NestedBuilder[L]) Call(from, letter, to int) {
	_, _ = b.a.Alphabet.letters[letter], b.a.final[to]
	b.a.call[from] = append(b.a.call[from], Move{letter, to})
}

// Return adds a move by which a call ends that began in state caller.
func (b *NestedBuilder[L]) Return(from, caller, letter, to int) {
	_, _, _ = b.a.Alphabet.letters[letter], b.a.final[caller], b.a.final[to]
	b.a.back[from] = append(b.a.back[from], ReturnMove{caller, letter, to})
}

// Build gives the automaton. The NestedBuilder is not to be used any more.
func (b *NestedBuilder[L]) Build() *Nested[L] {
	a := b.a
	for s := range a.final {
		for _, list := range []*[]Move{&a.internal[s], &a.call[s]} {
			slices.SortFunc(*list, Move.compare)
			*list = slices.Compact(*list)
		}
		slices.SortFunc(a.back[s], ReturnMove.compare)
		a.back[s] = slices.Compact(a.back[s])
	}
	return &a
}

// UnionNested has the nested words that one of the automata accepts; there is one at least. Its states are theirs,
// those of the first before those of the second and so on.
func UnionNested[L comparable](as ...*Nested[L]) *Nested[L] {
	u := &Nested[L]{Alphabet: as[0].Alphabet}
	for _, a := range as {
		sameNested(u, a)
		first := u.Len()
		moved := func(all []Move) (out []Move) {
			for _, m := range all {
				out = append(out, Move{m.Letter, first + m.To})
			}
			return out
		}
		for _, s := range a.initial {
			u.initial = append(u.initial, first+s)
		}
		u.final = append(u.final, a.final...)
		for s := range a.final {
			u.internal, u.call = append(u.internal, moved(a.internal[s])), append(u.call, moved(a.call[s]))
			var back []ReturnMove
			for _, m := range a.back[s] {
				back = append(back, ReturnMove{first + m.Caller, m.Letter, first + m.To})
			}
			u.back = append(u.back, back)
		}
	}
	return u
}

// sameNested panics unless both automata have one alphabet.
func sameNested[L comparable](a, b *Nested[L]) {
	if a.Alphabet != b.Alphabet {
		panic("automata: two alphabets")
	}
}
