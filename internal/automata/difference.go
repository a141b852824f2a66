package automata

// Lazy is a deterministic automaton that is computed on demand. An answer about a state never changes once it is given.
// It is the subtrahend of the on-the-fly difference of trace abstraction (M. Heizmann, J. Hoenicke, A. Podelski:
// Refinement of trace abstraction, SAS 2009), in which each move is a query to a solver.
type Lazy interface {
	// Start returns the initial state; None if no word is accepted.
	Start() int
	// Next returns the state to which a letter leads, for letters other than returns. It returns None if no continuation
	// of the word is accepted. ok is false if the time is over.
	Next(state, letter int) (to int, ok bool)
	// Return is Next for a return; caller is the state before the call that it ends. Subtract does not call Return if the
	// minuend has no returns.
	Return(state, caller, letter int) (to int, ok bool)
	// Final reports whether a word may end in a state.
	Final(state int) bool
	// Sink reports whether all words that lead to a state and all their continuations are accepted, including
	// continuations that end the open calls. Subtract needs no moves of such a state.
	Sink(state int) bool
}

// Pairs is a difference: an automaton whose states are pairs of a state of the minuend and a state of the subtrahend.
type Pairs[L comparable] struct {
	*Automaton[L]
	Pair [][2]int // by state; the second is None if the subtrahend accepts no continuation
}

// Subtract returns the trimmed automaton of the words of a that d does not accept. It needs moves of d only for words
// that a can still accept. ok is false if the time of d is over.
func Subtract[L comparable](a *Automaton[L], d Lazy) (p *Pairs[L], ok bool) {
	if a.returns != nil {
		return subtractNested(a, d)
	}
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
				if m.Letter != asked && q[1] != None { // call Next once for all moves under a letter
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
	return &Pairs[L]{t, p.of(was)}, true
}

// of returns the pairs of the given states.
func (p *Pairs[L]) of(states []int) [][2]int {
	out := make([][2]int, len(states))
	for i, s := range states {
		out[i] = p.Pair[s]
	}
	return out
}

// pairs builds an automaton of pairs from start, breadth first. ok is false if moves reports that the time is over.
func pairs[L comparable](sigma *Alphabet[L], start [][2]int, final func([2]int) bool,
	moves func(p [2]int, to func(letter int, q [2]int)) (ok bool)) (out *Pairs[L], ok bool) {
	b, number := NewBuilder(sigma), map[uint64]int32{}
	out = &Pairs[L]{}
	state := func(p [2]int, initial bool) int {
		key := uint64(p[0])<<32 | uint64(uint32(p[1])) // both are less than 2^31, or None
		s, known := number[key]
		if !known {
			s = int32(b.State(initial, final(p)))
			number[key], out.Pair = s, append(out.Pair, p)
		}
		return int(s)
	}
	for _, p := range start {
		state(p, true)
	}
	for s := 0; s < len(out.Pair); s++ {
		if !moves(out.Pair[s], func(letter int, q [2]int) { b.Move(s, letter, state(q, false)) }) {
			return nil, false
		}
	}
	out.Automaton = b.Build()
	return out, true
}

// subtractNested is Subtract for an automaton with returns, in which the possible returns depend on the open calls.
func subtractNested[L comparable](a *Automaton[L], d Lazy) (p *Pairs[L], ok bool) {
	a, was := Trim(a)
	x := &product[L]{a: a, d: d, b: NewBuilder(a.Alphabet), number: map[[2]int]int{}, returned: map[[2]int][]Move{}}
	s, ok := summarise(a.Alphabet, x, Shortest)
	if !ok {
		return nil, false
	}
	t, used := trimNested(x.b.Build(), s)
	for i, q := range x.pair {
		x.pair[i][0] = was[q[0]]
	}
	return &Pairs[L]{t, (&Pairs[L]{Pair: x.pair}).of(used)}, true
}

// product is the automaton of pairs in a difference with returns. It computes its moves on demand, and keeps them.
type product[L comparable] struct {
	a        *Automaton[L]
	d        Lazy
	b        *Builder[L]
	pair     [][2]int          // by state
	number   map[[2]int]int    // inverse of pair
	made     [][]Move          // by state: its moves; nil if they are not computed yet
	returned map[[2]int][]Move // by state and caller: its returns
}

// state returns the number of a pair. It gives a new pair a number.
func (x *product[L]) state(s, t int, initial bool) int {
	q := [2]int{s, t}
	n, known := x.number[q]
	if !known {
		n = x.b.State(initial, x.a.final[s] && (t == None || !x.d.Final(t)))
		x.number[q], x.pair, x.made = n, append(x.pair, q), append(x.made, nil)
	}
	return n
}

// drops reports whether all words that lead to, or through, a state of the subtrahend are subtracted.
func (x *product[L]) drops(second int) bool { return second != None && x.d.Sink(second) }

// start returns the initial pairs.
func (x *product[L]) start() (out []int) {
	second := x.d.Start()
	if x.drops(second) {
		return nil
	}
	for _, s := range x.a.initial {
		out = append(out, x.state(s, second, true))
	}
	return out
}

// moves calls f with the moves of s except returns.
func (x *product[L]) moves(s int, f func(letter, to int)) bool {
	if x.made[s] == nil {
		q, made := x.pair[s], []Move{}
		for _, m := range x.a.Moves(q[0]) {
			to, ok := None, true
			if q[1] != None {
				if to, ok = x.d.Next(q[1], m.Letter); !ok {
					return false
				}
			}
			if !x.drops(to) {
				n := x.state(m.To, to, false)
				x.b.Move(s, m.Letter, n)
				made = append(made, Move{m.Letter, n})
			}
		}
		x.made[s] = made
	}
	for _, m := range x.made[s] {
		f(m.Letter, m.To)
	}
	return true
}

// mayReturn reports whether s may have returns.
func (x *product[L]) mayReturn(s int) bool { return len(x.a.Returns(x.pair[s][0])) > 0 }

// returns calls f with the returns of s to caller.
func (x *product[L]) returns(s, caller int, f func(letter, to int)) bool {
	at, from := x.pair[s], x.pair[caller]
	key := [2]int{s, caller}
	moves, known := x.returned[key]
	if !known {
		for _, m := range x.a.ReturnsTo(at[0], from[0]) {
			to, ok := None, true
			if at[1] != None && from[1] != None {
				if to, ok = x.d.Return(at[1], from[1], m.Letter); !ok {
					return false
				}
			}
			if !x.drops(to) {
				q := x.state(m.To, to, false)
				x.b.Return(s, caller, m.Letter, q)
				moves = append(moves, Move{m.Letter, q})
			}
		}
		x.returned[key] = moves
	}
	for _, m := range moves {
		f(m.Letter, m.To)
	}
	return true
}
