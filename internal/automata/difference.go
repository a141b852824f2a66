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
	a, was := Trim(a)
	x := &product[L]{a: a, d: d, b: NewBuilder(a.Alphabet), number: map[uint64]int32{}, returned: map[[2]int][2]int{}}
	if _, ok := summarise(a.Alphabet, x, Shortest, nil); !ok {
		return nil, false
	}
	t, used := Trim(x.b.Build())
	p = &Pairs[L]{t, make([][2]int, len(used))}
	for s, old := range used {
		p.Pair[s] = [2]int{was[x.pair[old][0]], x.pair[old][1]}
	}
	return p, true
}

// product is the automaton of pairs in a difference. It computes its moves on demand, and keeps them.
type product[L comparable] struct {
	a        *Automaton[L]
	d        Lazy
	b        *Builder[L]
	pair     [][2]int          // by state
	number   map[uint64]int32  // inverse of pair
	made     [][2]int          // by state: the range of its moves in the builder; empty with None if they are not computed
	returned map[[2]int][2]int // by state and caller: the range of the returns in the builder
}

// state returns the number of a pair. It gives a new pair a number.
func (x *product[L]) state(s, t int, initial bool) int {
	key := uint64(s)<<32 | uint64(uint32(t)) // both are less than 2^31, or None
	n, known := x.number[key]
	if !known {
		n = int32(x.b.State(initial, x.a.final[s] && (t == None || !x.d.Final(t))))
		x.number[key], x.pair, x.made = n, append(x.pair, [2]int{s, t}), append(x.made, [2]int{None, None})
	}
	return int(n)
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
func (x *product[L]) moves(s int, f func(n, letter, to int)) bool {
	if x.made[s][0] == None {
		q, begin := x.pair[s], len(x.b.a.moves)
		to, asked := None, None
		for _, m := range x.a.Moves(q[0]) {
			if m.Letter != asked && q[1] != None { // call Next once for all moves under a letter
				var ok bool
				if to, ok = x.d.Next(q[1], m.Letter); !ok {
					return false
				}
				asked = m.Letter
			}
			if !x.drops(to) {
				x.b.Move(s, m.Letter, x.state(m.To, to, false))
			}
		}
		x.made[s] = [2]int{begin, len(x.b.a.moves)}
	}
	for i := x.made[s][0]; i < x.made[s][1]; i++ {
		m := x.b.a.moves[i]
		f(i, m.Letter, m.To)
	}
	return true
}

// mayReturn reports whether s may have returns.
func (x *product[L]) mayReturn(s int) bool { return len(x.a.Returns(x.pair[s][0])) > 0 }

// returns calls f with the returns of s to caller.
func (x *product[L]) returns(s, caller int, f func(n, letter, to int)) bool {
	key := [2]int{s, caller}
	made, known := x.returned[key]
	if !known {
		at, from, begin := x.pair[s], x.pair[caller], len(x.b.returns)
		for _, m := range x.a.ReturnsTo(at[0], from[0]) {
			to, ok := None, true
			if at[1] != None && from[1] != None {
				if to, ok = x.d.Return(at[1], from[1], m.Letter); !ok {
					return false
				}
			}
			if !x.drops(to) {
				x.b.Return(s, caller, m.Letter, x.state(m.To, to, false))
			}
		}
		made = [2]int{begin, len(x.b.returns)}
		x.returned[key] = made
	}
	for i := made[0]; i < made[1]; i++ {
		m := x.b.returns[i]
		f(i, m.Letter, m.To)
	}
	return true
}
