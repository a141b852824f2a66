package automata

// Classes is an automaton whose states are classes of states of another automaton. States of one class accept the same
// words.
type Classes[L comparable] struct {
	*Automaton[L]
	Class []int // by state of the other automaton: its class; None if the state lies on no accepted word
}

// Minimise returns the deterministic automaton with the fewest states for the words of a deterministic automaton a. It
// leaves out states that lie on no accepted word. If colour is not nil, only states of one colour are merged; a colour
// may encode the annotation of a state. Minimise panics if a is not deterministic.
//
// It is Hopcroft's refinement (1971) in the form of A. Valmari (Fast brief practical DFA minimization, IPL 112, 2012),
// which needs no moves for all letters. States are partitioned into blocks, and moves into cords: a cord has the moves
// under one letter to one block. The cost is proportional to the moves times the logarithm of the states. Deviation:
// the first partition is by colour too, not only by whether states are final.
//
// With returns, an automaton with the fewest states is not unique, and hard to find. Minimise then returns an automaton
// with fewer states, but not always the fewest (bisimulation.go).
func Minimise[L comparable](a *Automaton[L], colour func(s int) int) *Classes[L] {
	if !a.deterministic() {
		panic("automata: minimise an automaton that is not deterministic")
	}
	t, was := Trim(a)
	of := func(s int) int {
		if colour == nil {
			return 0
		}
		return colour(was[s])
	}
	block, n := []int32(nil), 0
	if t.returns != nil {
		block, n = bisimilar(t, of)
	} else {
		p := refine(t, of)
		block, n = p.of, p.n
	}
	out := &Classes[L]{Class: make([]int, a.Len())}
	for s := range out.Class {
		out.Class[s] = None
	}
	b := NewBuilder(a.Alphabet)
	number := make([]int, n)
	for k := range number {
		number[k] = None
	}
	var first []int           // by class: its first state
	for s, old := range was { // number the classes by their first states
		k := block[s]
		if number[k] == None {
			number[k], first = b.State(false, t.final[s]), append(first, s)
		}
		out.Class[old] = number[k]
	}
	class := func(s int) int { return number[block[s]] }
	for _, s := range t.initial {
		b.a.initial = []int{class(s)}
	}
	for c, s := range first {
		for _, m := range t.Moves(s) {
			b.Move(c, m.Letter, class(m.To))
		}
	}
	for s, all := range t.returns {
		for _, m := range all {
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

// refine returns the coarsest partition of the states of a trimmed automaton without returns into blocks with these
// properties: all states of a block are final or none is, all have one colour, and under each letter all have a move
// into one block or none has a move.
func refine[L comparable](a *Automaton[L], colour func(int) int) *partition {
	type kind struct {
		final  bool
		colour int
	}
	kinds := map[kind]int32{}
	of := make([]int32, a.Len())
	for s := range of {
		x := kind{a.final[s], colour(s)}
		k, known := kinds[x]
		if !known {
			k = int32(len(kinds))
			kinds[x] = k
		}
		of[s] = k
	}
	blocks := newPartition(of, len(kinds))

	letters := make([]int32, a.Alphabet.Len())
	of, n := make([]int32, a.Size()), int32(0)
	for i, m := range a.moves {
		if letters[m.Letter] == 0 {
			n++
			letters[m.Letter] = n
		}
		of[i] = letters[m.Letter] - 1
	}
	cords := newPartition(of, int(n))
	from := a.sources()
	at, in := a.incoming()
	// Each cord separates the states with a move of the cord from the other states. Each block separates the moves of
	// cords that lead to it. The first block need not do so: its moves are the moves that lead to no other block. For the
	// same reason, one half of a block is enough after it was split.
	for b, c := 1, 0; c < cords.n; c++ {
		for _, i := range cords.list[cords.from[c]:cords.to[c]] {
			blocks.mark(from[i])
		}
		blocks.split()
		for ; b < blocks.n; b++ {
			for _, s := range blocks.list[blocks.from[b]:blocks.to[b]] {
				for _, i := range in[at[s]:at[s+1]] {
					cords.mark(i)
				}
			}
			cords.split()
		}
	}
	return blocks
}
