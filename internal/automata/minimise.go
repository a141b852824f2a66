package automata

// Classes is an automaton whose states are classes of states of another that
// accept the same words.
type Classes[L comparable] struct {
	*Automaton[L]
	Class []int // by state of the other: the class, None if no word is accepted from it, or none reaches it
}

// Minimise gives the deterministic automaton with the fewest states for the
// words of a deterministic one (states that lead nowhere are left out). With colours
// (nil: all alike) only states of one colour are put together: a colour may say what
// an annotated state means.
//
// It is Hopcroft's refinement (1971) in the form of Valmari (Fast brief practical DFA minimization, IPL 112, 2012),
// which takes automata with missing moves as they are: states are parted into blocks, and moves into cords, those of
// one letter to one block. What it costs is in proportion to the moves, times the logarithm of the states. The one
// deviation: blocks begin by colours, not only by which states are final.
func Minimise[L comparable](a *Automaton[L], colour func(s int) int) *Classes[L] {
	if !a.Deterministic() {
		panic("automata: minimise an automaton that is not deterministic")
	}
	t, was := Trim(a)
	blocks := refine(t, func(s int) int {
		if colour == nil {
			return 0
		}
		return colour(was[s])
	})
	out := &Classes[L]{Class: make([]int, a.Len())}
	for s := range out.Class {
		out.Class[s] = None
	}
	b := NewBuilder(a.Alphabet)
	number := make([]int, blocks.n)
	for k := range number {
		number[k] = None
	}
	var first []int           // by class: its first state
	for s, old := range was { // classes are numbered by it
		k := blocks.of[s]
		if number[k] == None {
			number[k], first = b.State(false, t.final[s]), append(first, s)
		}
		out.Class[old] = number[k]
	}
	for _, s := range t.initial {
		b.a.initial = []int{number[blocks.of[s]]}
	}
	for c, s := range first {
		for _, m := range t.Moves(s) {
			b.Move(c, m.Letter, number[blocks.of[m.To]])
		}
	}
	out.Automaton = b.Build()
	return out
}

// partition is a partition of the numbers below a bound. Numbers of a set may be marked; split parts them from the
// others.
type partition struct {
	list, place []int32 // the numbers, those of a set side by side; where each is
	of          []int32 // the set of each
	from, to    []int32 // by set: its part of the list
	marked      []int32 // by set: so many of its first are marked
	touched     []int32 // sets with marks
	n           int     // sets
}

// newPartition parts numbers by their kinds, which count from 0.
func newPartition(of []int32, kinds int) *partition {
	n := len(of)
	p := &partition{list: make([]int32, n), place: make([]int32, n), of: of, n: kinds,
		from: make([]int32, max(n, kinds)+1), to: make([]int32, max(n, kinds)), marked: make([]int32, max(n, kinds))}
	for _, k := range of {
		p.from[k+1]++
	}
	for k := range kinds {
		p.from[k+1] += p.from[k]
		p.to[k] = p.from[k]
	}
	for i, k := range of {
		p.list[p.to[k]], p.place[i] = int32(i), p.to[k]
		p.to[k]++
	}
	return p
}

func (p *partition) mark(i int32) {
	k, at := p.of[i], p.place[i]
	to := p.from[k] + p.marked[k]
	if at < to {
		return
	}
	if p.marked[k] == 0 {
		p.touched = append(p.touched, k)
	}
	p.marked[k]++
	other := p.list[to]
	p.list[at], p.place[other] = other, at
	p.list[to], p.place[i] = i, to
}

// split makes two sets of each that is marked in part: the smaller one is new.
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

// refine is the coarsest partition of the states of a trimmed automaton in which states of a block are all final or
// none is, have one colour, and move into one block under each letter, or nowhere.
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
	// States without a move of a cord are told from those with it. The first block need part no cords: what leads to it is
	// what leads to none of the others, and of two halves of a block one is enough.
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
