package automata

import "slices"

// NestedLazy is a deterministic automaton of nested words whose states appear as they are asked for, as those of a Lazy
// one.
type NestedLazy interface {
	// Start is the initial state, None if no word is accepted.
	Start() int
	// Internal, Call and Return are where a state goes; caller is the state in front of the call that ends. None: no word
	// that goes on there is accepted. Not ok: the time is over.
	Internal(state, letter int) (to int, ok bool)
	Call(state, letter int) (to int, ok bool)
	Return(state, caller, letter int) (to int, ok bool)
	// Final tells whether a word may end in a state.
	Final(state int) bool
	// Sink tells whether all words that lead to a state are accepted, and all that go on from it, behind the calls that
	// have begun too.
	Sink(state int) bool
}

// NestedPairs is an automaton whose states are pairs of states of two others.
type NestedPairs[L comparable] struct {
	*Nested[L]
	Pair [][2]int // by state; a part that is None is a state that was left for good
}

// SubtractNested is a without the nested words of d, trimmed. d is asked only where words of a go that still can be
// accepted. It is not ok if d's time is over.
func SubtractNested[L comparable](a *Nested[L], d NestedLazy) (*NestedPairs[L], bool) {
	t, was := TrimNested(a)
	p, ok := product(t, d, func(q [2]int) bool { return t.final[q[0]] && (q[1] == None || !d.Final(q[1])) },
		func(next int) bool { return next != None && d.Sink(next) })
	if ok {
		for s := range p.Pair {
			p.Pair[s][0] = was[p.Pair[s][0]]
		}
	}
	return p, ok
}

// IntersectNested has the nested words that both accept, trimmed. It is not ok if d's time is over.
func IntersectNested[L comparable](a *Nested[L], d NestedLazy) (*NestedPairs[L], bool) {
	return product(a, d, func(q [2]int) bool { return a.final[q[0]] && d.Final(q[1]) },
		func(next int) bool { return next == None })
}

// product is the automaton of the pairs that some word reaches and from which one is accepted; those of which drop says
// so of the second part are none.
func product[L comparable](a *Nested[L], d NestedLazy, final func([2]int) bool, drop func(int) bool) (*NestedPairs[L],
	bool) {
	x := &nestedProduct[L]{a: a, d: d, final: final, drop: drop, b: NewNestedBuilder(a.Alphabet),
		number: map[[2]int]int{}, expanded: [2]map[int]bool{{}, {}}, returned: map[[2]int][]Move{}}
	s, ok := summarise(x, Shortest, flat)
	if !ok {
		return nil, false
	}
	t, was := trimNested(x.b.Build(), s)
	p := &NestedPairs[L]{t, make([][2]int, len(was))}
	for s, old := range was {
		p.Pair[s] = x.pair[old]
	}
	return p, true
}

// nestedProduct makes the moves of pairs as they are asked for, each once.
type nestedProduct[L comparable] struct {
	a        *Nested[L]
	d        NestedLazy
	final    func([2]int) bool
	drop     func(int) bool
	b        *NestedBuilder[L]
	pair     [][2]int
	number   map[[2]int]int
	expanded [2]map[int]bool   // by Kind: the states whose moves were made
	returned map[[2]int][]Move // by state and caller
}

// state is the number of a pair.
func (x *nestedProduct[L]) state(s, t int, initial bool) int {
	q := [2]int{s, t}
	n, known := x.number[q]
	if !known {
		n = x.b.State(initial, x.final(q))
		x.number[q], x.pair = n, append(x.pair, q)
	}
	return n
}

func (x *nestedProduct[L]) start() (out []int) {
	second := x.d.Start()
	if x.drop(second) {
		return nil
	}
	for _, s := range x.a.initial {
		out = append(out, x.state(s, second, true))
	}
	return out
}

func (x *nestedProduct[L]) internal(s int, f func(letter, to int)) bool {
	if !x.expanded[Internal][s] {
		x.expanded[Internal][s] = true
		if !x.expand(s, x.a.internal[x.pair[s][0]], x.d.Internal, x.b.Internal) {
			return false
		}
	}
	for _, m := range x.b.a.internal[s] {
		f(m.Letter, m.To)
	}
	return true
}

func (x *nestedProduct[L]) call(s int, f func(letter, to int)) bool {
	if !x.expanded[Call][s] {
		x.expanded[Call][s] = true
		if !x.expand(s, x.a.call[x.pair[s][0]], x.d.Call, x.b.Call) {
			return false
		}
	}
	for _, m := range x.b.a.call[s] {
		f(m.Letter, m.To)
	}
	return true
}

// expand makes the moves of a pair of one kind.
func (x *nestedProduct[L]) expand(s int, moves []Move, next func(state, letter int) (int, bool),
	add func(from, letter, to int)) bool {
	second := x.pair[s][1]
	for _, m := range moves {
		to, ok := None, true
		if second != None {
			if to, ok = next(second, m.Letter); !ok {
				return false
			}
		}
		if !x.drop(to) {
			add(s, m.Letter, x.state(m.To, to, false))
		}
	}
	return true
}

func (x *nestedProduct[L]) ends(s int) bool { return len(x.a.back[x.pair[s][0]]) > 0 }

func (x *nestedProduct[L]) back(s, caller int, f func(letter, to int)) bool {
	at, from := x.pair[s], x.pair[caller]
	key := [2]int{s, caller}
	moves, known := x.returned[key]
	if !known {
		for _, m := range x.a.behind(at[0], from[0]) {
			to, ok := None, true
			if at[1] != None && from[1] != None {
				if to, ok = x.d.Return(at[1], from[1], m.Letter); !ok {
					return false
				}
			}
			if !x.drop(to) {
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

// TrimNested leaves out states and moves that no accepted word takes: the same nested words. was[s] is the state of a
// that s is.
func TrimNested[L comparable](a *Nested[L]) (t *Nested[L], was []int) {
	s, _ := summarise(all[L]{a}, Shortest, flat)
	return trimNested(a, s)
}

func trimNested[L comparable](a *Nested[L], s *summaries) (t *Nested[L], was []int) {
	here, live := s.live(func(q int) bool { return a.final[q] })
	keep := make([]bool, a.Len())
	type from struct{ state, to int }
	internal, call := map[from]bool{}, map[from]bool{}
	back := map[[2]int]map[Move]bool{} // by state and caller
	for i, it := range s.items {
		keep[it.state] = keep[it.state] || live[i]
	}
	for _, x := range s.steps {
		if live[x[1]] {
			internal[from{s.items[x[0]].state, s.items[x[1]].state}] = true
		}
	}
	for _, entry := range s.entries() {
		for _, x := range s.sites[entry] {
			if here[s.number[[2]int{entry, entry}]] {
				call[from{s.items[x.item].state, entry}] = true
			}
		}
	}
	for _, j := range s.joins {
		if live[j.after] {
			caller, inside := s.items[j.caller].state, s.items[j.inside]
			call[from{caller, inside.entry}] = true
			key := [2]int{inside.state, caller}
			if back[key] == nil {
				back[key] = map[Move]bool{}
			}
			back[key][Move{j.letter, s.items[j.after].state}] = true
		}
	}
	number := make([]int, a.Len())
	b := NewNestedBuilder(a.Alphabet)
	for q, is := range keep {
		if is {
			number[q], was = b.State(slices.Contains(a.initial, q), a.final[q]), append(was, q)
		}
	}
	for n, q := range was {
		for _, m := range a.internal[q] {
			if internal[from{q, m.To}] {
				b.Internal(n, m.Letter, number[m.To])
			}
		}
		for _, m := range a.call[q] {
			if call[from{q, m.To}] {
				b.Call(n, m.Letter, number[m.To])
			}
		}
		for _, m := range a.back[q] {
			if back[[2]int{q, m.Caller}][Move{m.Letter, m.To}] {
				b.Return(n, number[m.Caller], m.Letter, number[m.To])
			}
		}
	}
	return b.Build(), was
}

// live tells of items whether a word is accepted that goes on from there: here, if the call is not to end, or at all.
func (s *summaries) live(final func(state int) bool) (here, live []bool) {
	before := make([][]int, len(s.items)) // items from which a step or a call that ends leads here
	begins := make([][]int, len(s.items)) // those from which a call begins here
	leaves := make([][]int, len(s.items)) // those from which a return leads here
	for _, x := range s.steps {
		before[x[1]] = append(before[x[1]], x[0])
	}
	for _, j := range s.joins {
		before[j.after], leaves[j.after] = append(before[j.after], j.caller), append(leaves[j.after], j.inside)
	}
	for _, entry := range s.entries() {
		at := s.number[[2]int{entry, entry}]
		for _, x := range s.sites[entry] {
			begins[at] = append(begins[at], x.item)
		}
	}
	here = make([]bool, len(s.items))
	var todo []int
	visit := func(marks []bool, i int) {
		if !marks[i] {
			marks[i], todo = true, append(todo, i)
		}
	}
	follow := func(marks []bool, back ...[][]int) {
		for len(todo) > 0 {
			i := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, lists := range back {
				for _, k := range lists[i] {
					visit(marks, k)
				}
			}
		}
	}
	for i, it := range s.items {
		if final(it.state) {
			visit(here, i)
		}
	}
	follow(here, before, begins)
	live = make([]bool, len(s.items))
	for i, is := range here {
		if is {
			visit(live, i)
		}
	}
	follow(live, before, leaves)
	return here, live
}
