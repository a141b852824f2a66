package automata

// Pairs is an automaton whose states are pairs of states of two others.
type Pairs[L comparable] struct {
	*Automaton[L]
	Pair [][2]int // by state; a part that is None is a state that was left for good
}

// None is the second state of a difference once no word of the second automaton can be meant any more.
const None = -1

// Intersect is the product: the words that both accept. It has the pairs that
// some word reaches.
func Intersect[L comparable](a, b *Automaton[L]) *Pairs[L] {
	same(a, b)
	var start [][2]int
	for _, s := range a.initial {
		for _, t := range b.initial {
			start = append(start, [2]int{s, t})
		}
	}
	p, _ := pairs(a.Alphabet, start, func(p [2]int) bool { return a.final[p[0]] && b.final[p[1]] },
		func(p [2]int, to func(int, [2]int)) bool {
			// Both lists are sorted: those under one letter are side by side.
			for x, y := a.Moves(p[0]), b.Moves(p[1]); len(x) > 0 && len(y) > 0; {
				switch {
				case x[0].Letter < y[0].Letter:
					x = x[1:]
				case x[0].Letter > y[0].Letter:
					y = y[1:]
				default:
					for _, m := range y {
						if m.Letter != x[0].Letter {
							break
						}
						to(m.Letter, [2]int{x[0].To, m.To})
					}
					x = x[1:]
				}
			}
			return true
		})
	return p
}

// Difference has the words that a accepts and d does not, trimmed; d must be deterministic (Determinise, or Subtract
// with Fixed).
func Difference[L comparable](a, d *Automaton[L]) *Pairs[L] {
	same(a, d)
	if !d.Deterministic() {
		panic("automata: difference with an automaton that is not deterministic")
	}
	p, _ := Subtract(a, Fixed(d))
	return p
}

// pairs explores pairs from start, breadth first, until moves says that the time is over.
func pairs[L comparable](sigma *Alphabet[L], start [][2]int, final func([2]int) bool,
	moves func(p [2]int, to func(letter int, q [2]int)) (ok bool)) (out *Pairs[L], ok bool) {
	b, number := NewBuilder(sigma), map[uint64]int32{}
	out = &Pairs[L]{}
	state := func(p [2]int, initial bool) int {
		key := uint64(p[0])<<32 | uint64(uint32(p[1])) // both are below 2^31, or None
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
