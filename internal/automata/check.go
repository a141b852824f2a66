package automata

import (
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
)

// Checks of results: each says in a few lines why the result is right, by the definition, and looks at nothing that the
// operation did.

// CheckIntersect tells what is wrong with a product of a and b. Each pair has exactly the
// moves that both of its states have, and is final if both are.
func CheckIntersect[L comparable](a, b *Automaton[L], p *Pairs[L]) error {
	return p.check(func(q [2]int) bool { return a.final[q[0]] && b.final[q[1]] },
		func(yield func([2]int)) {
			for _, s := range a.initial {
				for _, t := range b.initial {
					yield([2]int{s, t})
				}
			}
		}, func(q [2]int, letter int, yield func([2]int)) {
			for _, m := range a.On(q[0], letter) {
				for _, n := range b.On(q[1], letter) {
					yield([2]int{m.To, n.To})
				}
			}
		})
}

// check compares an automaton of pairs with what pairs should have.
func (p *Pairs[L]) check(final func([2]int) bool, initial func(func([2]int)),
	moves func([2]int, int, func([2]int))) error {
	if len(p.Pair) != p.Len() {
		return fmt.Errorf("%d pairs for %d states", len(p.Pair), p.Len())
	}
	number := map[[2]int]int{}
	for s, q := range p.Pair {
		if t, twice := number[q]; twice {
			return fmt.Errorf("states %d and %d are both %v", t, s, q)
		}
		number[q] = s
	}
	missing := error(nil)
	state := func(q [2]int) int {
		s, ok := number[q]
		if !ok && missing == nil {
			missing = fmt.Errorf("%v is no state", q)
		}
		return s
	}
	var start []int
	initial(func(q [2]int) { start = append(start, state(q)) })
	slices.Sort(start)
	if start = slices.Compact(start); missing == nil && !slices.Equal(start, p.initial) {
		return fmt.Errorf("the initial states are %v, not %v", start, p.initial)
	}
	for s, q := range p.Pair {
		if final(q) != p.final[s] {
			return fmt.Errorf("state %d is %v, which is final: %v", s, q, final(q))
		}
		var want []Move
		for l := range p.Alphabet.Len() {
			moves(q, l, func(r [2]int) { want = append(want, Move{l, state(r)}) })
		}
		slices.SortFunc(want, Move.compare)
		if want = slices.Compact(want); missing == nil && !slices.Equal(want, p.Moves(s)) {
			return fmt.Errorf("state %d is %v: its moves are %v, not %v", s, q, want, p.Moves(s))
		}
	}
	return missing
}

// Check tells what is wrong with a determinised a. The initial state is the set of the initial states, and a move leads
// from a set to all that its states move to: so a word leads to the set of the states that it leads to in a.
func (d *Subsets[L]) Check(a *Automaton[L]) error {
	if !d.Deterministic() {
		return fmt.Errorf("not deterministic")
	}
	if len(d.Sets) != d.Len() {
		return fmt.Errorf("%d sets for %d states", len(d.Sets), d.Len())
	}
	if (len(a.initial) > 0) != (len(d.initial) > 0) {
		return fmt.Errorf("one of both has no initial state")
	}
	for _, s := range d.initial {
		if !slices.Equal(d.Sets[s], a.initial) {
			return fmt.Errorf("the initial set is %v, not %v", d.Sets[s], a.initial)
		}
	}
	for s, set := range d.Sets {
		if d.final[s] != slices.ContainsFunc(set, a.Final) {
			return fmt.Errorf("state %d: final is %v", s, d.final[s])
		}
		for l := range d.Alphabet.Len() {
			on, to := d.On(s, l), a.post(set, l)
			if (len(on) == 0) != (len(to) == 0) || len(on) > 0 && !slices.Equal(d.Sets[on[0].To], to) {
				return fmt.Errorf("state %d, letter %v: moves to %v, not to the set %v", s, d.Alphabet.Letter(l), on, to)
			}
		}
	}
	return nil
}

// Check tells what is wrong with a minimised a: whether a state and its class have the same moves, up to classes, and
// agree on final; states without a class are never left for one with it that is final, or are never reached. With
// colours, whether those of a class have one. That there are no fewer states is CheckMinimal's.
func (c *Classes[L]) Check(a *Automaton[L], colour func(int) int) error {
	if !c.Deterministic() || !a.Deterministic() {
		return fmt.Errorf("not deterministic")
	}
	if len(c.Class) != a.Len() {
		return fmt.Errorf("%d classes for %d states", len(c.Class), a.Len())
	}
	first := map[int]int{}
	reached := graph.Reachable(a.adj(), a.initial...)
	for s, k := range c.Class {
		if k == None {
			if !reached[s] {
				continue
			}
			if a.final[s] {
				return fmt.Errorf("state %d is final and has no class", s)
			}
			for _, m := range a.Moves(s) {
				if c.Class[m.To] != None {
					return fmt.Errorf("state %d has no class and moves to %d, which has one", s, m.To)
				}
			}
			continue
		}
		if t, ok := first[k]; !ok {
			first[k] = s
		} else if colour != nil && colour(s) != colour(t) {
			return fmt.Errorf("states %d and %d are of one class and have two colours", t, s)
		}
		if a.final[s] != c.final[k] {
			return fmt.Errorf("state %d and its class differ: only one is final", s)
		}
		for l := range a.Alphabet.Len() {
			to := None
			for _, m := range a.On(s, l) {
				to = c.Class[m.To]
			}
			if got := c.next(k, l); got != to {
				return fmt.Errorf("state %d, letter %v: to class %d, its class moves to %d", s, a.Alphabet.Letter(l), to, got)
			}
		}
	}
	for _, s := range a.initial {
		if k := c.Class[s]; k == None && len(c.initial) > 0 || k != None && !slices.Equal(c.initial, []int{k}) {
			return fmt.Errorf("the initial state has class %d, and %v is initial", k, c.initial)
		}
	}
	return nil
}

// CheckMinimal tells of two states of a deterministic automaton that accept the same words and have one colour (nil:
// all have), or of a state that accepts none. It takes time in the square of the states (Moore, 1956).
func CheckMinimal[L comparable](a *Automaton[L], colour func(int) int) error {
	n := a.Len()
	for s, live := range a.live() {
		if !live {
			return fmt.Errorf("state %d is of no use", s)
		}
	}
	apart := make([]bool, n*n)
	for s := range n {
		for t := range n {
			apart[s*n+t] = a.final[s] != a.final[t] || colour != nil && colour(s) != colour(t)
		}
	}
	for changed := true; changed; {
		changed = false
		for s := range n {
			for t := range s {
				if apart[s*n+t] {
					continue
				}
				for l := range a.Alphabet.Len() {
					x, y := a.next(s, l), a.next(t, l)
					if x != y && (x == None || y == None || apart[max(x, y)*n+min(x, y)]) {
						apart[s*n+t], apart[t*n+s], changed = true, true, true
						break
					}
				}
			}
		}
	}
	for s := range n {
		for t := range s {
			if !apart[s*n+t] {
				return fmt.Errorf("states %d and %d accept the same words", t, s)
			}
		}
	}
	return nil
}

// CheckEmpty tells what is wrong with an answer about a: its word is not accepted, or what it reaches is not closed or
// has a final state.
func CheckEmpty[L comparable](a *Automaton[L], e Emptiness) error {
	if !e.Empty {
		if !a.Accepts(e.Word) {
			return fmt.Errorf("%v is not accepted", a.Word(e.Word))
		}
		return nil
	}
	if len(e.Reached) != a.Len() {
		return fmt.Errorf("%d marks for %d states", len(e.Reached), a.Len())
	}
	for _, s := range a.initial {
		if !e.Reached[s] {
			return fmt.Errorf("state %d is initial, and not reached", s)
		}
	}
	for s := range a.Len() {
		if !e.Reached[s] {
			continue
		}
		if a.final[s] {
			return fmt.Errorf("state %d is reached and final", s)
		}
		for _, m := range a.Moves(s) {
			if !e.Reached[m.To] {
				return fmt.Errorf("state %d is reached, and its successor %d is not", s, m.To)
			}
		}
	}
	return nil
}

// CheckIncluded tells what is wrong with an answer about a in b. A chain holds a set for each initial state, no set
// without a final state beside a final state, and a subset of each successor: by induction over words, b accepts what a
// does.
func CheckIncluded[L comparable](a, b *Automaton[L], i Inclusion) error {
	if !i.Included {
		if !a.Accepts(i.Word) || b.Accepts(i.Word) {
			return fmt.Errorf("%v is no word of the first alone", a.Word(i.Word))
		}
		return nil
	}
	if len(i.Chain) != a.Len() {
		return fmt.Errorf("%d lists of sets for %d states", len(i.Chain), a.Len())
	}
	within := func(s int, set []int) bool {
		return slices.ContainsFunc(i.Chain[s], func(t []int) bool {
			return !slices.ContainsFunc(t, func(x int) bool { return !slices.Contains(set, x) })
		})
	}
	for _, s := range a.initial {
		if !within(s, b.initial) {
			return fmt.Errorf("no set for the initial state %d", s)
		}
	}
	for s, sets := range i.Chain {
		for _, set := range sets {
			if a.final[s] && !slices.ContainsFunc(set, b.Final) {
				return fmt.Errorf("state %d is final, and no state of %v", s, set)
			}
			for _, m := range a.Moves(s) {
				if to := b.post(set, m.Letter); !within(m.To, to) {
					return fmt.Errorf("state %d with %v, letter %v: no set for %d within %v", s, set, a.Alphabet.Letter(m.Letter),
						m.To, to)
				}
			}
		}
	}
	return nil
}

// adj is the automaton without letters.
func (a *Automaton[L]) adj() graph.Adj {
	adj := make(graph.Adj, a.Len())
	for s := range adj {
		for _, m := range a.Moves(s) {
			adj[s] = append(adj[s], m.To)
		}
	}
	return adj
}

// reach marks the states from which a word is accepted.
func (a *Automaton[L]) reach() []bool {
	var final []int
	for s, is := range a.final {
		if is {
			final = append(final, s)
		}
	}
	return graph.Reaching(a.adj(), final...)
}

// live marks the states that a word reaches and from which a word is accepted.
func (a *Automaton[L]) live() []bool {
	out := a.reach()
	for s, is := range graph.Reachable(a.adj(), a.initial...) {
		out[s] = out[s] && is
	}
	return out
}

// next is where a deterministic automaton goes, None if nowhere.
func (a *Automaton[L]) next(s, letter int) int {
	if on := a.On(s, letter); len(on) > 0 {
		return on[0].To
	}
	return None
}
