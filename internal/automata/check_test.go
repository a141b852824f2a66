package automata

import (
	"fmt"
	"maps"
	"slices"
)

// This file checks results by tables of all pairs of states, computed as fixpoints. This is slow, but follows the
// definitions.

// table has the properties of pairs of an entry e, which is an initial state or the state after a call, and a state s:
//
//	inside[e][s]   a word in which each call has ended leads from e to s
//	here[e][s]     from s a word is accepted in which the call of e does not end
//	live[e][s]     from s a word is accepted, with some stack of open calls below
type table[L comparable] struct {
	a                  *Automaton[L]
	inside, here, live map[int]map[int]bool
}

// tables computes the table of an automaton.
func tables[L comparable](a *Automaton[L]) *table[L] {
	t := &table[L]{a: a, inside: map[int]map[int]bool{}, here: map[int]map[int]bool{}, live: map[int]map[int]bool{}}
	for _, s := range a.initial {
		mark(t.inside, s, s)
	}
	again(func() (more bool) {
		t.each(func(e, s int) {
			for _, m := range a.Moves(s) {
				if a.Alphabet.Kind(m.Letter) == Internal {
					more = mark(t.inside, e, m.To) || more
					continue
				}
				more = mark(t.inside, m.To, m.To) || more
				t.ends(s, m.To, func(_ int, r ReturnMove) { more = mark(t.inside, e, r.To) || more })
			}
		})
		return more
	})
	again(func() (more bool) {
		t.each(func(e, s int) {
			is := a.final[s]
			for _, m := range a.Moves(s) {
				if a.Alphabet.Kind(m.Letter) == Internal {
					is = is || t.here[e][m.To]
					continue
				}
				is = is || t.here[m.To][m.To]
				t.ends(s, m.To, func(_ int, r ReturnMove) { is = is || t.here[e][r.To] })
			}
			more = is && mark(t.here, e, s) || more
		})
		return more
	})
	again(func() (more bool) {
		t.each(func(e, s int) {
			is := t.here[e][s]
			for _, m := range a.Moves(s) {
				if a.Alphabet.Kind(m.Letter) == Internal {
					is = is || t.live[e][m.To]
					continue
				}
				t.ends(s, m.To, func(x int, r ReturnMove) {
					is = is || t.live[e][r.To]
					more = t.live[e][r.To] && mark(t.live, m.To, x) || more // the states at which the calls that begin here end
				})
			}
			more = is && mark(t.live, e, s) || more
		})
		return more
	})
	return t
}

// again calls step until it returns false.
func again(step func() bool) {
	for step() {
	}
}

// mark adds a pair to a table, and reports whether it is new.
func mark(t map[int]map[int]bool, e, s int) (fresh bool) {
	if t[e] == nil {
		t[e] = map[int]bool{}
	}
	fresh = !t[e][s]
	t[e][s] = true
	return fresh
}

// each calls f for all pairs of the table inside. It may leave out pairs that f adds.
func (t *table[L]) each(f func(e, s int)) {
	for _, e := range slices.Sorted(maps.Keys(t.inside)) {
		for _, s := range slices.Sorted(maps.Keys(t.inside[e])) {
			f(e, s)
		}
	}
}

// ends calls f with the states at which a call from the caller into the entry ends, and the moves there.
func (t *table[L]) ends(caller, entry int, f func(x int, r ReturnMove)) {
	for _, x := range slices.Sorted(maps.Keys(t.inside[entry])) {
		for _, r := range t.a.ReturnsTo(x, caller) {
			f(x, r)
		}
	}
}

// checkTrim returns an error if t, the result of Trim, has a state or a move that lies on no accepted word of a, or
// lacks one that lies on an accepted word.
func checkTrim[L comparable](a, t *Automaton[L], was []int) error {
	if len(was) != t.Len() {
		return fmt.Errorf("%d old states for %d", len(was), t.Len())
	}
	x := tables(a)
	now := map[int]int{}
	for s, old := range was {
		now[old] = s
	}
	if len(now) != len(was) {
		return fmt.Errorf("two states were one")
	}
	b := NewBuilder(a.Alphabet)
	live := map[int]bool{}
	for _, states := range x.live {
		maps.Copy(live, states)
	}
	for s := range a.Len() {
		if _, is := now[s]; is != live[s] {
			return fmt.Errorf("state %d: of use is %v, kept is %v", s, live[s], is)
		}
	}
	for _, old := range was {
		b.State(slices.Contains(a.initial, old), a.final[old])
	}
	x.each(func(e, s int) {
		for _, m := range a.Moves(s) {
			if a.Alphabet.Kind(m.Letter) == Internal {
				if x.live[e][m.To] {
					b.Move(now[s], m.Letter, now[m.To])
				}
				continue
			}
			use := x.here[m.To][m.To]
			x.ends(s, m.To, func(end int, r ReturnMove) {
				if x.live[e][r.To] {
					use = true
					b.Return(now[end], now[s], r.Letter, now[r.To])
				}
			})
			if use {
				b.Move(now[s], m.Letter, now[m.To])
			}
		}
	})
	return equal(b.Build(), t)
}

// equal returns an error with a difference between two automata; nil if they are equal.
func equal[L comparable](want, got *Automaton[L]) error {
	if !slices.Equal(want.initial, got.initial) || !slices.Equal(want.final, got.final) {
		return fmt.Errorf("initial are %v, final %v, not %v, %v", want.initial, want.final, got.initial, got.final)
	}
	for s := range want.final {
		if !slices.Equal(want.Moves(s), got.Moves(s)) || !slices.Equal(want.Returns(s), got.Returns(s)) {
			return fmt.Errorf("state %d has the moves %v, %v, not %v, %v", s, got.Moves(s), got.Returns(s),
				want.Moves(s), want.Returns(s))
		}
	}
	return nil
}

// checkSubtract returns an error unless p has exactly the words of a that d does not accept. It follows the definition:
// it makes the reachable pairs, round by round, and leaves out the pairs that lie on no accepted word.
func checkSubtract[L comparable](p *Pairs[L], a *Automaton[L], d Lazy) error {
	if len(p.Pair) != p.Len() {
		return fmt.Errorf("%d pairs for %d states", len(p.Pair), p.Len())
	}
	number := map[[2]int]int{}
	var pair [][2]int
	type move struct{ from, caller, letter, to int }
	made := map[move]bool{}
	over := false
	// state returns the number of a pair, or None if all its words are subtracted or there is no answer.
	state := func(s, t int, ok bool) int {
		over = over || !ok
		if !ok || t != None && d.Sink(t) {
			return None
		}
		q := [2]int{s, t}
		n, known := number[q]
		if !known {
			n = len(pair)
			number[q], pair = n, append(pair, q)
		}
		return n
	}
	ask := func(f func() (int, bool), states ...int) (int, bool) {
		if slices.Contains(states, None) {
			return None, true
		}
		return f()
	}
	initial := 0
	for _, s := range a.initial {
		state(s, d.Start(), true)
		initial = len(pair)
	}
	var full *Automaton[L]
	for moves := -1; moves != len(made); {
		moves = len(made)
		b := NewBuilder(a.Alphabet)
		for n, q := range pair {
			b.State(n < initial, a.final[q[0]] && (q[1] == None || !d.Final(q[1])))
		}
		for m := range made {
			if m.caller == None {
				b.Move(m.from, m.letter, m.to)
			} else {
				b.Return(m.from, m.caller, m.letter, m.to)
			}
		}
		full = b.Build()
		x := tables(full)
		x.each(func(e, n int) {
			q := pair[n]
			for _, m := range a.Moves(q[0]) {
				t, ok := ask(func() (int, bool) { return d.Next(q[1], m.Letter) }, q[1])
				if to := state(m.To, t, ok); to != None {
					made[move{n, None, m.Letter, to}] = true
				}
			}
			for _, c := range full.Moves(n) {
				if a.Alphabet.Kind(c.Letter) != Call {
					continue
				}
				for end := range x.inside[c.To] {
					r := pair[end]
					for _, m := range a.ReturnsTo(r[0], q[0]) {
						t, ok := ask(func() (int, bool) { return d.Return(r[1], q[1], m.Letter) }, r[1], q[1])
						if to := state(m.To, t, ok); to != None {
							made[move{end, n, m.Letter, to}] = true
						}
					}
				}
			}
		})
		if over {
			return fmt.Errorf("the other automaton gives no answer any more")
		}
	}
	was := make([]int, p.Len())
	for s, q := range p.Pair {
		n, known := number[q]
		if !known {
			return fmt.Errorf("no word leads to %v", q)
		}
		if slices.Contains(was[:s], n) {
			return fmt.Errorf("two states are %v", q)
		}
		was[s] = n
	}
	// Subtract may have found the pairs in another order.
	in := make([]int, full.Len())
	for s := range in {
		in[s] = None
	}
	for s, n := range was {
		in[n] = s
	}
	return checkTrim(reorder(full, in), p.Automaton, first(p.Len()))
}

// first lists the numbers from 0 to n-1.
func first(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// reorder returns a with state s renumbered as in[s]; states with None get the numbers after all others.
func reorder[L comparable](a *Automaton[L], in []int) *Automaton[L] {
	last := 0
	for _, n := range in {
		last = max(last, n+1)
	}
	of := make([]int, a.Len())
	for s := range of {
		if of[s] = in[s]; in[s] == None {
			of[s] = last
			last++
		}
	}
	order := make([]int, a.Len())
	for s, n := range of {
		order[n] = s
	}
	b := NewBuilder(a.Alphabet)
	for _, s := range order {
		b.State(slices.Contains(a.initial, s), a.final[s])
	}
	for s := range a.final {
		for _, m := range a.Moves(s) {
			b.Move(of[s], m.Letter, of[m.To])
		}
		for _, m := range a.Returns(s) {
			b.Return(of[s], of[m.Caller], m.Letter, of[m.To])
		}
	}
	return b.Build()
}

// checkMinimise returns an error unless the states of a and their classes have the same moves, up to classes, and the
// same final states. The returns of a state to a caller are compared only if a call of the caller may end in the state.
// If colour is not nil, the states of a class must have one colour. checkMinimal checks that the number of states is
// minimal.
func checkMinimise[L comparable](c *Classes[L], a *Automaton[L], colour func(int) int) error {
	if !c.deterministic() || !a.deterministic() {
		return fmt.Errorf("not deterministic")
	}
	if len(c.Class) != a.Len() {
		return fmt.Errorf("%d classes for %d states", len(c.Class), a.Len())
	}
	x := tables(a)
	live := map[int]bool{}
	for _, states := range x.live {
		maps.Copy(live, states)
	}
	first := map[int]int{}
	for s, k := range c.Class {
		if (k != None) != live[s] {
			return fmt.Errorf("state %d: of use is %v, and its class is %d", s, live[s], k)
		}
		if k == None {
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
	}
	if len(first) != c.Len() {
		return fmt.Errorf("%d classes have states, of %d", len(first), c.Len())
	}
	for _, s := range a.initial {
		if k := c.Class[s]; k == None && len(c.initial) > 0 || k != None && !slices.Equal(c.initial, []int{k}) {
			return fmt.Errorf("the initial state has class %d, and %v is initial", k, c.initial)
		}
	}
	var wrong error
	compare := func(what string, s int, want, got []Move) {
		slices.SortFunc(want, Move.compare)
		if want = slices.Compact(want); !slices.Equal(want, got) && wrong == nil {
			wrong = fmt.Errorf("state %d, %s: to classes %v, its class moves to %v", s, what, want, got)
		}
	}
	for s, k := range c.Class {
		if k == None {
			continue
		}
		var moves []Move
		for e := range x.inside {
			if !x.inside[e][s] {
				continue
			}
			for _, m := range a.Moves(s) {
				use := x.live[e][m.To]
				if a.Alphabet.Kind(m.Letter) == Call {
					use = x.here[m.To][m.To]
					x.ends(s, m.To, func(_ int, r ReturnMove) { use = use || x.live[e][r.To] })
				}
				if use {
					moves = append(moves, Move{m.Letter, c.Class[m.To]})
				}
			}
		}
		compare("moves", s, moves, c.Moves(k))
	}
	x.each(func(e, s int) {
		for _, m := range a.Moves(s) {
			if a.Alphabet.Kind(m.Letter) != Call {
				continue
			}
			for end := range x.inside[m.To] {
				if c.Class[end] == None || c.Class[s] == None {
					continue
				}
				var want, got []Move
				for _, r := range a.ReturnsTo(end, s) {
					for e := range x.inside {
						if x.inside[e][s] && x.live[e][r.To] {
							want = append(want, Move{r.Letter, c.Class[r.To]})
						}
					}
				}
				for _, r := range c.ReturnsTo(c.Class[end], c.Class[s]) {
					got = append(got, Move{r.Letter, r.To})
				}
				compare(fmt.Sprintf("return to %d", s), end, want, got)
			}
		}
	})
	return wrong
}

// checkRun returns an error unless r is an accepted run of a, and a shortest one if o is Shortest. If no run was found,
// it returns an error if a word is accepted.
func checkRun[L comparable](a *Automaton[L], o Order, r Run, found bool) error {
	least, is := shortest(a)
	if !found {
		if is {
			return fmt.Errorf("a word is accepted")
		}
		return nil
	}
	if slices.ContainsFunc(r.States, func(s int) bool { return s < 0 || s >= a.Len() }) {
		return fmt.Errorf("%v has other states", r)
	}
	if len(r.States) != len(r.Word)+1 || !slices.Contains(a.initial, r.States[0]) || !a.final[r.States[len(r.Word)]] {
		return fmt.Errorf("%v does not lead from an initial state to a final one", r)
	}
	var callers []int // the states before the open calls
	for i, l := range r.Word {
		from, to, ok := r.States[i], r.States[i+1], false
		switch kind := a.Alphabet.Kind(l); {
		case kind != Return:
			ok = slices.Contains(a.Moves(from), Move{l, to})
			if kind == Call {
				callers = append(callers, from)
			}
		case len(callers) > 0:
			ok = slices.Contains(a.Returns(from), ReturnMove{callers[len(callers)-1], l, to})
			callers = callers[:len(callers)-1]
		}
		if !ok {
			return fmt.Errorf("step %d: %v from state %d to %d is no move", i, a.Alphabet.Letter(l), from, to)
		}
	}
	if o != Depth && least < len(r.Word) {
		return fmt.Errorf("a word of %d letters is accepted, less than %d", least, len(r.Word))
	}
	return nil
}

// shortest returns the length of the shortest accepted word, computed as a fixpoint; found is false if there is none.
func shortest[L comparable](a *Automaton[L]) (least int, found bool) {
	inside := map[[2]int]int{} // the shortest length from an entry to a state
	begins := map[int]int{}    // the shortest length to an entry
	more := true
	better := func(e, s, w int) {
		if old, known := inside[[2]int{e, s}]; !known || w < old {
			inside[[2]int{e, s}], more = w, true
		}
	}
	enter := func(e, w int) {
		if old, known := begins[e]; !known || w < old {
			begins[e], more = w, true
		}
		better(e, e, 0)
	}
	for _, s := range a.initial {
		enter(s, 0)
	}
	for more {
		more = false
		for k, w := range maps.Clone(inside) {
			e, s := k[0], k[1]
			for _, m := range a.Moves(s) {
				if a.Alphabet.Kind(m.Letter) == Internal {
					better(e, m.To, w+1)
					continue
				}
				enter(m.To, begins[e]+w+1)
				for end, v := range maps.Clone(inside) {
					if end[0] != m.To {
						continue
					}
					for _, r := range a.ReturnsTo(end[1], s) {
						better(e, r.To, w+1+v+1)
					}
				}
			}
		}
	}
	for k, w := range inside {
		if a.final[k[1]] && (!found || begins[k[0]]+w < least) {
			least, found = begins[k[0]]+w, true
		}
	}
	return least, found
}

// checkMinimal returns an error if two states of a deterministic automaton without returns accept the same words and
// have one colour, or if a state accepts none. A nil colour means that all states have one colour. The time is
// quadratic in the states (Moore, 1956).
func checkMinimal[L comparable](a *Automaton[L], colour func(int) int) error {
	n := a.Len()
	live := map[int]bool{}
	for _, states := range tables(a).live {
		maps.Copy(live, states)
	}
	if len(live) < n {
		return fmt.Errorf("%d of %d states are of no use", n-len(live), n)
	}
	next := func(s, letter int) int {
		if on := a.On(s, letter); len(on) > 0 {
			return on[0].To
		}
		return None
	}
	apart := make([]bool, n*n)
	for s := range n {
		for t := range n {
			apart[s*n+t] = a.final[s] != a.final[t] || colour != nil && colour(s) != colour(t)
		}
	}
	again(func() (changed bool) {
		for s := range n {
			for t := range s {
				for l := 0; l < a.Alphabet.Len() && !apart[s*n+t]; l++ {
					x, y := next(s, l), next(t, l)
					if x != y && (x == None || y == None || apart[x*n+y]) {
						apart[s*n+t], apart[t*n+s], changed = true, true, true
					}
				}
			}
		}
		return changed
	})
	for s := range n {
		for t := range s {
			if !apart[s*n+t] {
				return fmt.Errorf("states %d and %d accept the same words", t, s)
			}
		}
	}
	return nil
}
