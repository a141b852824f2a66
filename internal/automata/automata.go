// Package automata has automata over words with calls and returns (nested words), for any letters: difference,
// minimisation, trimming, accepted runs, a text form and drawings. A word without calls is a nested word too, so there
// is only one kind of automaton, and one algorithm for each operation. An automaton without returns is a finite
// automaton; on it, each operation costs what it costs for finite automata, up to a small factor.
//
// # The idea
//
// An Alphabet numbers the letters, for example the edges of a program. Automata can be combined only if they have the
// same Alphabet. An Automaton is nondeterministic, has no silent moves, and never changes once it is built.
//
//	sigma := automata.NewAlphabet("a", "b")
//	b := automata.NewBuilder(sigma)
//	b.State(true, false)  // state 0 is initial
//	b.State(false, true)  // state 1 is final
//	b.Move(0, 0, 1)       // 0 -a-> 1
//	b.Move(1, 1, 1)       // 1 -b-> 1
//	a := b.Build()        // accepts a, ab, abb and so on
//	m := automata.Minimise(a, nil)
//	fmt.Print(m.Automaton)
//
// The automaton that is subtracted in a difference may be built on demand: a Lazy automaton computes its states and
// moves when Subtract calls for them, and Subtract needs only moves that words of the first automaton take.
//
//	p, ok := automata.Subtract(a, data) // the words of a that data does not accept; state s is the pair p.Pair[s]
//	r, found := automata.Find(p.Automaton, automata.Shortest)
//
// The alphabet determines which letters begin calls and which letters end them (a visibly pushdown alphabet: R. Alur,
// P. Madhusudan: Visibly pushdown languages, STOC 2004). The move of a return depends on the state in which its call
// began. In the following automaton, written in the text form, the function with entry 1 is called in the states 0 and
// 2, and each call returns to a state of its own:
//
//	initial 0
//	final 3
//	0 call f 1
//	1 x 1
//	1 return 0 ret 2
//	2 call f 1
//	1 return 2 ret 3
//
// # Types
//
//	Alphabet     letters by number, and which of them begin or end calls
//	Automaton    states, moves, returns, which states are initial and final
//	Builder      makes an Automaton
//	Lazy         a deterministic automaton that computes its moves on demand
//	Pairs        difference: a state is a pair of states
//	Classes      minimisation: the class of each state; with returns the result need not be minimal
//	Run          an accepted word with its states; Find searches for the shortest word, or by depth
//
// The results are checked in the tests of this package, against the definitions and all short words.
//
// # Not modelled
//
// Infinite words, weights, silent moves; words with returns whose call is not in the word.
package automata

import (
	"cmp"
	"slices"
)

// Kind is the effect of a letter on the stack of open calls.
type Kind uint8

// The kinds of letters.
const (
	Internal Kind = iota // leaves the stack as it is
	Call                 // begins a call
	Return               // ends the last open call; a word with a return and no open call is not accepted
)

func (k Kind) String() string { return [...]string{"internal", "call", "return"}[k] }

// None is not a state. It is the target of a word if no continuation of the word is accepted.
const None = -1

// Alphabet numbers letters from 0, in the order in which they were given, and has the kind of each letter.
type Alphabet[L comparable] struct {
	letters []L
	number  map[L]int
	kinds   []Kind // by letter; nil: all letters are internal
}

// NewAlphabet returns the alphabet of the letters without repetitions. All letters are internal.
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

// NewNestedAlphabet returns the alphabet of the letters without repetitions; kind returns the kind of a letter.
func NewNestedAlphabet[L comparable](kind func(L) Kind, letters ...L) *Alphabet[L] {
	a := NewAlphabet(letters...)
	a.kinds = make([]Kind, len(a.letters))
	for n, l := range a.letters {
		a.kinds[n] = kind(l)
	}
	return a
}

// Len returns the number of letters.
func (a *Alphabet[L]) Len() int { return len(a.letters) }

// Letter returns the letter with number n.
func (a *Alphabet[L]) Letter(n int) L { return a.letters[n] }

// Kind returns the kind of the letter with number n.
func (a *Alphabet[L]) Kind(n int) Kind {
	if a.kinds == nil {
		return Internal
	}
	return a.kinds[n]
}

// Nested reports whether there are letters that begin or end calls.
func (a *Alphabet[L]) Nested() bool {
	return slices.ContainsFunc(a.kinds, func(k Kind) bool { return k != Internal })
}

// Number returns the number of a letter; the result is false if the alphabet does not have the letter.
func (a *Alphabet[L]) Number(l L) (int, bool) {
	n, ok := a.number[l]
	return n, ok
}

// Move leads to state To under the letter with number Letter, which is not a return.
type Move struct{ Letter, To int }

func (m Move) compare(o Move) int {
	return cmp.Or(cmp.Compare(m.Letter, o.Letter), cmp.Compare(m.To, o.To))
}

// ReturnMove leads to state To when the return with number Letter ends a call that began in state Caller.
type ReturnMove struct{ Caller, Letter, To int }

func (m ReturnMove) compare(o ReturnMove) int {
	return cmp.Or(cmp.Compare(m.Caller, o.Caller), cmp.Compare(m.Letter, o.Letter), cmp.Compare(m.To, o.To))
}

// Automaton is a nondeterministic automaton of nested words (R. Alur, P. Madhusudan: Adding nesting structure to words,
// JACM 56(3), 2009). The move of a return depends on the state before its call (as in M. Heizmann, J. Hoenicke, A.
// Podelski: Nested interpolants, POPL 2010). A word with open calls at its end is accepted if its last state is final.
//
// States are the numbers from 0 to Len-1. An Automaton is immutable.
type Automaton[L comparable] struct {
	Alphabet *Alphabet[L]
	initial  []int
	final    []bool
	at       []int32 // the moves of state s are moves[at[s]:at[s+1]], sorted, without repeats
	moves    []Move
	returnAt []int32 // the returns of state s are returns[returnAt[s]:returnAt[s+1]]; nil if there are no returns
	returns  []ReturnMove
}

// Len returns the number of states.
func (a *Automaton[L]) Len() int { return len(a.final) }

// Initial lists the initial states in order. Callers must not change it.
func (a *Automaton[L]) Initial() []int { return a.initial }

// Final reports whether a word may end in state s.
func (a *Automaton[L]) Final(s int) bool { return a.final[s] }

// Moves lists the moves of state s, except returns, sorted by letter and target. Callers must not change it.
func (a *Automaton[L]) Moves(s int) []Move { return a.moves[a.at[s]:a.at[s+1]:a.at[s+1]] }

// Returns lists the returns of state s, sorted by caller, letter and target. Callers must not change it.
func (a *Automaton[L]) Returns(s int) []ReturnMove {
	if a.returnAt == nil {
		return nil
	}
	return a.returns[a.returnAt[s]:a.returnAt[s+1]:a.returnAt[s+1]]
}

// Size returns the number of moves, including returns.
func (a *Automaton[L]) Size() int { return len(a.moves) + len(a.returns) }

// On lists the moves of state s under a letter that is not a return.
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

// ReturnsTo lists the returns of state s that end a call which began in state caller.
func (a *Automaton[L]) ReturnsTo(s, caller int) []ReturnMove {
	from, to := a.returnsTo(s, caller)
	return a.returns[from:to]
}

// returnsTo returns the range of ReturnsTo in the list of all returns.
func (a *Automaton[L]) returnsTo(s, caller int) (from, to int) {
	if a.returnAt == nil {
		return 0, 0
	}
	all := a.Returns(s)
	from, _ = slices.BinarySearchFunc(all, caller, func(m ReturnMove, c int) int { return cmp.Compare(m.Caller, c) })
	for to = from; to < len(all) && all[to].Caller == caller; to++ {
	}
	return int(a.returnAt[s]) + from, int(a.returnAt[s]) + to
}

// deterministic reports whether no word leads to two states. There may be words that lead to none.
func (a *Automaton[L]) deterministic() bool {
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
		back := a.Returns(s)
		for i := 1; i < len(back); i++ {
			if back[i].Caller == back[i-1].Caller && back[i].Letter == back[i-1].Letter {
				return false
			}
		}
	}
	return true
}

// WithFinal returns the automaton with other final states.
func (a *Automaton[L]) WithFinal(final func(s int) bool) *Automaton[L] {
	b := *a
	b.final = make([]bool, a.Len())
	for s := range b.final {
		b.final[s] = final(s)
	}
	return &b
}

// Builder makes an automaton, state by state. It is fastest when the moves come in the order of the states that they
// leave.
type Builder[L comparable] struct {
	a       Automaton[L]
	from    []int32 // by move
	mixed   bool    // the moves are not in the order of the states that they leave
	returns []returnOf
}

// returnOf is a return that leaves state from.
type returnOf struct {
	from int
	ReturnMove
}

func (r returnOf) compare(o returnOf) int {
	return cmp.Or(cmp.Compare(r.from, o.from), r.ReturnMove.compare(o.ReturnMove))
}

// NewBuilder returns a builder of an automaton over sigma, without states.
func NewBuilder[L comparable](sigma *Alphabet[L]) *Builder[L] {
	return &Builder[L]{a: Automaton[L]{Alphabet: sigma}}
}

// State adds a state and returns its number.
func (b *Builder[L]) State(initial, final bool) int {
	s := len(b.a.final)
	b.a.final = append(b.a.final, final)
	if initial {
		b.a.initial = append(b.a.initial, s)
	}
	return s
}

// Move adds a move between two existing states; letter is a number of the alphabet. Move panics if the letter is a
// return.
func (b *Builder[L]) Move(from, letter, to int) {
	_, _, _ = b.a.Alphabet.letters[letter], b.a.final[from], b.a.final[to] // panics if a number is out of range
	if b.a.Alphabet.Kind(letter) == Return {
		panic("automata: a return as a plain move")
	}
	b.mixed = b.mixed || len(b.from) > 0 && int(b.from[len(b.from)-1]) > from
	b.from, b.a.moves = append(b.from, int32(from)), append(b.a.moves, Move{letter, to})
}

// Return adds a move that ends a call which began in state caller. It panics if the letter is not a return.
func (b *Builder[L]) Return(from, caller, letter, to int) {
	_, _, _ = b.a.final[from], b.a.final[caller], b.a.final[to]
	if b.a.Alphabet.Kind(letter) != Return {
		panic("automata: a return by a letter that is none")
	}
	b.returns = append(b.returns, returnOf{from, ReturnMove{caller, letter, to}})
}

// Build returns the automaton. The Builder must not be used any more.
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
		next := slices.Clone(a.at)
		moves := make([]Move, len(a.moves))
		for i, s := range b.from {
			moves[next[s]] = a.moves[i]
			next[s]++
		}
		a.moves = moves
	}
	n, begin := int32(0), int32(0)
	for s := range a.Len() { // move the moves of each state forward, without repeats
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
	if len(b.returns) > 0 {
		slices.SortFunc(b.returns, returnOf.compare)
		a.returnAt = make([]int32, a.Len()+1)
		for _, r := range slices.Compact(b.returns) {
			a.returns = append(a.returns, r.ReturnMove)
			a.returnAt[r.from+1]++
		}
		for s := range a.Len() {
			a.returnAt[s+1] += a.returnAt[s]
		}
	}
	return &a
}
