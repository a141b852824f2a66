package automata

// Classes is an automaton whose states are classes of states of another automaton. States of one class accept the same
// words.
type Classes[L comparable] struct {
	*Automaton[L]
	Class []int // by state of the other automaton: its class; None if the state lies on no accepted word
}

// Minimise merges states of a deterministic automaton. It leaves out states that lie on no accepted word. Without
// returns, the result is the automaton with the fewest states. With returns, such an automaton is not unique, and hard
// to find; the result has fewer states, but not always the fewest. If colour is not nil, only states of one colour are
// merged; a colour may encode the annotation of a state. Minimise panics if a is not deterministic.
//
// The classes are a bisimulation: the states of a class are all final or all not final; under each letter their moves
// lead to one class, or none of them has a move; and the same holds for returns from a class to the callers of a class.
// If no word ends a call of a caller in a state, the returns of this state to this caller do not matter. Which states
// are merged then depends on their order.
//
// It is Hopcroft's refinement (1971) in the form of A. Valmari (Fast brief practical DFA minimization, IPL 112, 2012),
// which needs no moves for all letters. States are partitioned into blocks, and moves into cords: a cord has the moves
// under one letter to one block. The cost is proportional to the moves times the logarithm of the states. Deviations:
// the first partition is by colour too, not only by whether states are final; and when the moves separate no more
// states, the returns may (returns.go), after which the moves are considered again.
func Minimise[L comparable](a *Automaton[L], colour func(s int) int) *Classes[L] {
	if !a.deterministic() {
		panic("automata: minimise an automaton that is not deterministic")
	}
	t, was := Trim(a)
	r := newRefinement(t, func(s int) int {
		if colour == nil {
			return 0
		}
		return colour(was[s])
	})
	meet := t.meetings()
	for more := true; more; more = r.byReturns(meet) {
		r.byMoves()
	}
	out := &Classes[L]{Class: make([]int, a.Len())}
	for s := range out.Class {
		out.Class[s] = None
	}
	b := NewBuilder(a.Alphabet)
	number := make([]int, r.blocks.n)
	for k := range number {
		number[k] = None
	}
	var first []int           // by class: its first state
	for s, old := range was { // number the classes by their first states
		k := r.blocks.of[s]
		if number[k] == None {
			number[k], first = b.State(false, t.final[s]), append(first, s)
		}
		out.Class[old] = number[k]
	}
	class := func(s int) int { return number[r.blocks.of[s]] }
	for _, s := range t.initial {
		b.a.initial = []int{class(s)}
	}
	for c, s := range first {
		for _, m := range t.Moves(s) {
			b.Move(c, m.Letter, class(m.To))
		}
	}
	for s := range t.final {
		for _, m := range t.Returns(s) {
			b.Return(class(s), class(m.Caller), m.Letter, class(m.To))
		}
	}
	out.Automaton = b.Build()
	return out
}

// partition is a partition of the numbers less than a bound into sets. Numbers may be marked; split separates the
// marked numbers of each set from its other numbers.
type partition struct {
	list, where []int32 // the numbers, set by set; the index of each number in the list
	of          []int32 // the set of each number
	from, to    []int32 // by set: its part of the list is list[from:to]
	marked      []int32 // by set: the number of its marked numbers, which come first in its part
	touched     []int32 // the sets with marked numbers
	n           int     // the number of sets
}

// newPartition returns a partition of the numbers less than len(of), in which number i is in set of[i]. kinds is the
// number of sets.
func newPartition(of []int32, kinds int) *partition {
	n := len(of)
	p := &partition{list: make([]int32, n), where: make([]int32, n), of: of, n: kinds,
		from: make([]int32, max(n, kinds)+1), to: make([]int32, max(n, kinds)), marked: make([]int32, max(n, kinds))}
	for _, k := range of {
		p.from[k+1]++
	}
	for k := range kinds {
		p.from[k+1] += p.from[k]
		p.to[k] = p.from[k]
	}
	for i, k := range of {
		p.list[p.to[k]], p.where[i] = int32(i), p.to[k]
		p.to[k]++
	}
	return p
}

// mark marks the number i.
func (p *partition) mark(i int32) {
	k, at := p.of[i], p.where[i]
	to := p.from[k] + p.marked[k]
	if at < to {
		return
	}
	if p.marked[k] == 0 {
		p.touched = append(p.touched, k)
	}
	p.marked[k]++
	other := p.list[to]
	p.list[at], p.where[other] = other, at
	p.list[to], p.where[i] = i, to
}

// split splits each set that is marked in part into two. The smaller of them is the new set.
func (p *partition) split() {
	for _, k := range p.touched {
		half := p.from[k] + p.marked[k]
		p.marked[k] = 0
		if half == p.to[k] {
			continue
		}
		n := int32(p.n)
		p.n++
		if half-p.from[k] <= p.to[k]-half {
			p.from[n], p.to[n] = p.from[k], half
			p.from[k] = half
		} else {
			p.from[n], p.to[n] = half, p.to[k]
			p.to[k] = half
		}
		for _, i := range p.list[p.from[n]:p.to[n]] {
			p.of[i] = n
		}
	}
	p.touched = p.touched[:0]
}

// set lists the numbers of a set.
func (p *partition) set(k int) []int32 { return p.list[p.from[k]:p.to[k]] }

// refinement is a partition of the states of a trimmed automaton into blocks, and of its moves into cords. It is
// refined step by step.
type refinement[L comparable] struct {
	a             *Automaton[L]
	blocks, cords *partition
	block, cord   int     // the blocks and cords below these have separated all that they separate
	from          []int32 // by move: the state that it leaves
	at, in        []int32 // the moves to state s are in[at[s]:at[s+1]]
}

// newRefinement returns the first partition: blocks by colour, by whether states are final, and by whether they have
// returns; cords by letter.
func newRefinement[L comparable](a *Automaton[L], colour func(int) int) *refinement[L] {
	type kind struct {
		final, returns bool
		colour         int
	}
	kinds := map[kind]int32{}
	of := make([]int32, a.Len())
	for s := range of {
		x := kind{a.final[s], len(a.Returns(s)) > 0, colour(s)}
		k, known := kinds[x]
		if !known {
			k = int32(len(kinds))
			kinds[x] = k
		}
		of[s] = k
	}
	letters := make([]int32, a.Alphabet.Len())
	by, n := make([]int32, len(a.moves)), int32(0)
	for i, m := range a.moves {
		if letters[m.Letter] == 0 {
			n++
			letters[m.Letter] = n
		}
		by[i] = letters[m.Letter] - 1
	}
	// The first block need not separate cords: its moves are the moves that lead to no other block. For the same reason,
	// one half of a block is enough after it was split.
	r := &refinement[L]{a: a, blocks: newPartition(of, len(kinds)), cords: newPartition(by, int(n)), block: 1,
		from: a.sources()}
	r.at, r.in = a.incoming()
	return r
}

// byMoves refines the partition by internal letters and calls, until they separate no more states: each cord separates
// the states with a move of the cord from the other states, each block the moves of cords that lead to it.
func (r *refinement[L]) byMoves() {
	for r.cord < r.cords.n || r.block < r.blocks.n {
		for ; r.block < r.blocks.n; r.block++ {
			for _, s := range r.blocks.set(r.block) {
				for _, i := range r.in[r.at[s]:r.at[s+1]] {
					r.cords.mark(i)
				}
			}
			r.cords.split()
		}
		if r.cord < r.cords.n {
			for _, i := range r.cords.set(r.cord) {
				r.blocks.mark(r.from[i])
			}
			r.blocks.split()
			r.cord++
		}
	}
}
