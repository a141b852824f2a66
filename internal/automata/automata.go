// Package automata has automata of finite words and of nested words (with calls and returns) over any letters: text
// form, drawing, union, product, difference, determinisation, minimisation, accepted runs, emptiness and inclusion (of
// words without nesting). Each result brings what a check needs to see that it is right (check.go): the operations may
// be clever, the checks are not.
//
// # The idea
//
// Letters are numbered by an Alphabet that all automata which meet share: the
// edges of a program, say. An Automaton is nondeterministic, has no silent
// moves, and never changes once it is built.
//
//	sigma := automata.NewAlphabet("a", "b")
//	a, _ := automata.Parse(sigma, `
//	    initial 0
//	    final 1
//	    0 a 0
//	    0 b 0
//	    0 a 1
//	`)
//	d := automata.Determinise(a)           // d.Sets[s]: the states of a that s stands for
//	m := automata.Minimise(d.Automaton, nil)
//	fmt.Print(m.Automaton)                 // two states: does the word end with an a?
//
// A difference takes away an automaton that need not be there beforehand: the states of a Lazy one appear as they are
// asked for, and what no word of the first automaton needs is never asked. Fixed makes one of an Automaton.
//
//	p, ok := automata.Subtract(a, automata.Fixed(b)) // the words of a that are none of b; p.Pair[s]: the states that s stands for
//	r, found := automata.Find(p.Automaton, automata.Shortest, nil)
//
// In a nested word, each letter is an internal one, begins a call, or ends the last call that has begun. A Nested
// automaton has moves of three kinds; that of a return depends on the state in which the call began. In this one, the
// function from state 1 is called in 0 and in 2, and each call returns to its place:
//
//	a, _ := automata.ParseNested(automata.NewAlphabet("f", "x"), `
//	    initial 0
//	    final 3
//	    0 call f 1
//	    1 x 1
//	    1 return 0 f 2
//	    2 call f 1
//	    1 return 2 f 3
//	`)
//	r, found := automata.FindNested(a, automata.Shortest, nil) // call, return, call, return
//
// # Types
//
//	Alphabet     letters by number
//	Automaton    states, moves, which are initial and final
//	Builder      makes an Automaton
//	Lazy         a deterministic automaton, by questions
//	Pairs        product and difference: a state is a pair
//	Subsets      determinisation: a state is a set
//	Classes      minimisation: where each state went
//	Run          how a word is accepted: Find searches for the shortest, by depth, or for the lightest
//	Emptiness    a shortest accepted word, or the reachable states
//	Inclusion    a word of the one and not the other, or an antichain
//	Nested, NestedBuilder, NestedLazy, NestedPairs, NestedClasses, NestedRun
//	             the same of nested words; there, minimised is not minimal
//
// # Not modelled
//
// Infinite words, weights, silent moves; nested words with returns whose call is not in the word.
package automata

import (
	"cmp"
	"slices"
)

// Alphabet numbers letters from 0, in the order in which they were given.
type Alphabet[L comparable] struct {
	letters []L
	number  map[L]int
}

// NewAlphabet gives the alphabet of the letters; repetitions are left out.
func NewAlphabet[L comparable](letters ...L) *Alphabet[L] {
	a := &Alphabet[L]{number: make(map[L]int, len(letters))}
	for _, l := range letters {
		if _, known := a.number[l]; !known {
			a.number[l] = len(a.letters)
			a.letters = append(a.letters, l)
		}
	}
	return a
}

// Len is the number of letters.
func (a *Alphabet[L]) Len() int { return len(a.letters) }

// Letter is the letter with this number.
func (a *Alphabet[L]) Letter(n int) L { return a.letters[n] }

// Number is the number of a letter, false if it is none of the alphabet.
func (a *Alphabet[L]) Number(l L) (int, bool) {
	n, ok := a.number[l]
	return n, ok
}

// Move leads to state To when the letter with number Letter is read.
type Move struct{ Letter, To int }

func (m Move) compare(o Move) int {
	return cmp.Or(cmp.Compare(m.Letter, o.Letter), cmp.Compare(m.To, o.To))
}

// Automaton is a nondeterministic finite automaton: its states are the numbers
// from 0 to Len. It is immutable.
type Automaton[L comparable] struct {
	Alphabet *Alphabet[L]
	initial  []int
	final    []bool
	at       []int32 // by state: where its moves begin, and behind all of them; moves of a state are sorted, each once
	moves    []Move
}

// Len is the number of states.
func (a *Automaton[L]) Len() int { return len(a.final) }

// Initial lists the initial states in order. It is not to be changed.
func (a *Automaton[L]) Initial() []int { return a.initial }

// Final reports whether a word may end in state s.
func (a *Automaton[L]) Final(s int) bool { return a.final[s] }

// Moves lists the moves of state s by letter, then by target. It is not to be changed.
func (a *Automaton[L]) Moves(s int) []Move { return a.moves[a.at[s]:a.at[s+1]:a.at[s+1]] }

// Size is the number of moves.
func (a *Automaton[L]) Size() int { return len(a.moves) }

// On lists the moves of state s under a letter.
func (a *Automaton[L]) On(s, letter int) []Move {
	all := a.Moves(s)
	from, end := 0, len(all)
	for from < end {
		if m := (from + end) / 2; all[m].Letter < letter {
			from = m + 1
		} else {
			end = m
		}
	}
	to := from
	for to < len(all) && all[to].Letter == letter {
		to++
	}
	return all[from:to]
}

// Deterministic reports whether no word leads to two states. There may be words that lead to none.
func (a *Automaton[L]) Deterministic() bool {
	if len(a.initial) > 1 {
		return false
	}
	for s := range a.final {
		all := a.Moves(s)
		for i := 1; i < len(all); i++ {
			if all[i].Letter == all[i-1].Letter {
				return false
			}
		}
	}
	return true
}

// Accepts reports whether the word, as numbers of letters, leads from an initial state to a final one.
func (a *Automaton[L]) Accepts(word []int) bool {
	set := a.initial
	for _, l := range word {
		set = a.post(set, l)
	}
	return a.anyFinal(set)
}

// post is where a set of states leads under a letter: sorted, each once.
func (a *Automaton[L]) post(set []int, letter int) (out []int) {
	for _, s := range set {
		for _, m := range a.On(s, letter) {
			out = append(out, m.To)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (a *Automaton[L]) anyFinal(set []int) bool {
	return slices.ContainsFunc(set, a.Final)
}

// letters are the letters under which a state of the set has a move: sorted, each once.
func (a *Automaton[L]) letters(set []int) (out []int) {
	for _, s := range set {
		all := a.Moves(s)
		for i, m := range all {
			if i == 0 || m.Letter != all[i-1].Letter {
				out = append(out, m.Letter)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Word gives the letters of a word.
func (a *Automaton[L]) Word(word []int) []L {
	out := make([]L, len(word))
	for i, l := range word {
		out[i] = a.Alphabet.letters[l]
	}
	return out
}

// Builder makes an automaton, state by state. It is fastest when the moves come in the order of the states that they
// leave.
type Builder[L comparable] struct {
	a     Automaton[L]
	from  []int32 // by move
	mixed bool    // moves did not come in the order of their states
}

// NewBuilder begins with no states.
func NewBuilder[L comparable](sigma *Alphabet[L]) *Builder[L] {
	return &Builder[L]{a: Automaton[L]{Alphabet: sigma}}
}

// State adds a state and gives its number.
func (b *Builder[L]) State(initial, final bool) int {
	s := len(b.a.final)
	b.a.final = append(b.a.final, final)
	if initial {
		b.a.initial = append(b.a.initial, s)
	}
	return s
}

// Move adds a move between states that were added; letter is a number of the alphabet.
func (b *Builder[L]) Move(from, letter, to int) {
	_, _, _ = b.a.Alphabet.letters[letter], b.a.final[from], b.a.final[to] // out of range: a mistake of the caller
	b.mixed = b.mixed || len(b.from) > 0 && int(b.from[len(b.from)-1]) > from
	b.from, b.a.moves = append(b.from, int32(from)), append(b.a.moves, Move{letter, to})
}

// Build gives the automaton. The Builder is not to be used any more.
func (b *Builder[L]) Build() *Automaton[L] {
	a := b.a
	a.at = make([]int32, a.Len()+1)
	for _, s := range b.from {
		a.at[s+1]++
	}
	for s := range a.Len() {
		a.at[s+1] += a.at[s]
	}
	if b.mixed {
		place := slices.Clone(a.at)
		moves := make([]Move, len(a.moves))
		for i, s := range b.from {
			moves[place[s]] = a.moves[i]
			place[s]++
		}
		a.moves = moves
	}
	n, begin := int32(0), int32(0)
	for s := range a.Len() { // a state's moves end where the next one's begin, until they are moved forward
		all := a.moves[begin:a.at[s+1]]
		begin = a.at[s+1]
		if !slices.IsSortedFunc(all, Move.compare) {
			slices.SortFunc(all, Move.compare)
		}
		for i, m := range all {
			if i == 0 || m != a.moves[n-1] {
				a.moves[n] = m
				n++
			}
		}
		a.at[s+1] = n
	}
	a.moves = a.moves[:n]
	return &a
}

// same panics unless both automata have one alphabet: the numbers of letters would mean different things.
func same[L comparable](a, b *Automaton[L]) {
	if a.Alphabet != b.Alphabet {
		panic("automata: two alphabets")
	}
}
