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
	return pairs(a.Alphabet, start, func(p [2]int) bool { return a.final[p[0]] && b.final[p[1]] },
		func(p [2]int, to func(int, [2]int)) {
			// Both lists are sorted: those under one letter are side by side.
			for x, y := a.moves[p[0]], b.moves[p[1]]; len(x) > 0 && len(y) > 0; {
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
		})
}

// Difference has the words that a accepts and d does not; d must be deterministic (Determinise).
func Difference[L comparable](a, d *Automaton[L]) *Pairs[L] {
	same(a, d)
	if !d.Deterministic() {
		panic("automata: difference with an automaton that is not deterministic")
	}
	second := None
	if len(d.initial) > 0 {
		second = d.initial[0]
	}
	var start [][2]int
	for _, s := range a.initial {
		start = append(start, [2]int{s, second})
	}
	return pairs(a.Alphabet, start, func(p [2]int) bool { return a.final[p[0]] && (p[1] == None || !d.final[p[1]]) },
		func(p [2]int, to func(int, [2]int)) {
			for _, m := range a.moves[p[0]] {
				to(m.Letter, [2]int{m.To, d.next(p[1], m.Letter)})
			}
		})
}

// next is where a deterministic automaton goes, None if nowhere.
func (a *Automaton[L]) next(s, letter int) int {
	if s == None {
		return None
	}
	if on := a.On(s, letter); len(on) > 0 {
		return on[0].To
	}
	return None
}

// pairs explores pairs from start, breadth first.
func pairs[L comparable](sigma *Alphabet[L], start [][2]int, final func([2]int) bool, moves func(p [2]int, to func(letter int, q [2]int))) *Pairs[L] {
	b, out, number := NewBuilder(sigma), &Pairs[L]{}, map[[2]int]int{}
	state := func(p [2]int, initial bool) int {
		s, known := number[p]
		if !known {
			s = b.State(initial, final(p))
			number[p], out.Pair = s, append(out.Pair, p)
		}
		return s
	}
	for _, p := range start {
		state(p, true)
	}
	for s := 0; s < len(out.Pair); s++ {
		moves(out.Pair[s], func(letter int, q [2]int) { b.Move(s, letter, state(q, false)) })
	}
	out.Automaton = b.Build()
	return out
}
