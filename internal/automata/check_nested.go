package automata

import (
	"fmt"
	"maps"
	"slices"
)

// Checks of results on nested words, by tables of all pairs of states that grow until nothing is new: slow, and nothing
// else than the definitions.

// table says what words do: inside[e][s], if e is initial or behind a call, and a word in which each call has ended
// leads from there to s. here[e][s]: from s a word is accepted in which the call of e does not end. live[e][s]: from s
// a word is accepted, with some stack of calls that may be below.
type table[L comparable] struct {
	a                  *Nested[L]
	inside, here, live map[int]map[int]bool
}

func tables[L comparable](a *Nested[L]) *table[L] {
	t := &table[L]{a: a, inside: map[int]map[int]bool{}, here: map[int]map[int]bool{}, live: map[int]map[int]bool{}}
	for _, s := range a.initial {
		mark(t.inside, s, s)
	}
	again(func() (more bool) {
		t.each(func(e, s int) {
			for _, m := range a.internal[s] {
				more = mark(t.inside, e, m.To) || more
			}
			for _, m := range a.call[s] {
				more = mark(t.inside, m.To, m.To) || more
				t.ends(s, m.To, func(_ int, r ReturnMove) { more = mark(t.inside, e, r.To) || more })
			}
		})
		return more
	})
	again(func() (more bool) {
		t.each(func(e, s int) {
			is := a.final[s] || slices.ContainsFunc(a.internal[s], func(m Move) bool { return t.here[e][m.To] })
			for _, m := range a.call[s] {
				is = is || t.here[m.To][m.To]
				t.ends(s, m.To, func(_ int, r ReturnMove) { is = is || t.here[e][r.To] })
			}
			more = is && mark(t.here, e, s) || more
		})
		return more
	})
	again(func() (more bool) {
		t.each(func(e, s int) {
			is := t.here[e][s] || slices.ContainsFunc(a.internal[s], func(m Move) bool { return t.live[e][m.To] })
			for _, m := range a.call[s] {
				t.ends(s, m.To, func(_ int, r ReturnMove) { is = is || t.live[e][r.To] })
			}
			more = is && mark(t.live, e, s) || more
			for _, m := range a.call[s] { // the ends of the calls that begin here
				t.ends(s, m.To, func(x int, r ReturnMove) { more = t.live[e][r.To] && mark(t.live, m.To, x) || more })
			}
		})
		return more
	})
	return t
}

func again(step func() bool) {
	for step() {
	}
}

func mark(t map[int]map[int]bool, e, s int) (fresh bool) {
	if t[e] == nil {
		t[e] = map[int]bool{}
	}
	fresh = !t[e][s]
	t[e][s] = true
	return fresh
}

// each calls f with all that is inside, as it is at the beginning.
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
		for _, r := range t.a.behind(x, caller) {
			f(x, r)
		}
	}
}

// CheckTrimNested tells what is wrong with a trimmed a: a state or a move that no accepted word takes, or one that is
// gone.
func CheckTrimNested[L comparable](a, t *Nested[L], was []int) error {
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
	b := NewNestedBuilder(a.Alphabet)
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
		for _, m := range a.internal[s] {
			if x.live[e][m.To] {
				b.Internal(now[s], m.Letter, now[m.To])
			}
		}
		for _, m := range a.call[s] {
			use := x.here[m.To][m.To]
			x.ends(s, m.To, func(end int, r ReturnMove) {
				if x.live[e][r.To] {
					use = true
					b.Return(now[end], now[s], r.Letter, now[r.To])
				}
			})
			if use {
				b.Call(now[s], m.Letter, now[m.To])
			}
		}
	})
	return equalNested(b.Build(), t)
}

// equalNested tells where two automata differ.
func equalNested[L comparable](want, got *Nested[L]) error {
	if !slices.Equal(want.initial, got.initial) || !slices.Equal(want.final, got.final) {
		return fmt.Errorf("initial are %v, final %v, not %v, %v", want.initial, want.final, got.initial, got.final)
	}
	for s := range want.final {
		if !slices.Equal(want.internal[s], got.internal[s]) || !slices.Equal(want.call[s], got.call[s]) ||
			!slices.Equal(want.back[s], got.back[s]) {
			return fmt.Errorf("state %d has the moves %v, %v, %v, not %v, %v, %v", s,
				want.internal[s], want.call[s], want.back[s], got.internal[s], got.call[s], got.back[s])
		}
	}
	return nil
}

// CheckSubtract tells what is wrong with a without the nested words of d. It makes the pairs that are reached, one
// round after the other, and leaves out what is of no use, by definition.
func (p *NestedPairs[L]) CheckSubtract(a *Nested[L], d NestedLazy) error {
	return p.check(a, d, func(q [2]int) bool { return a.final[q[0]] && (q[1] == None || !d.Final(q[1])) },
		func(next int) bool { return next != None && d.Sink(next) })
}

// CheckIntersect tells what is wrong with a product of a and d.
func (p *NestedPairs[L]) CheckIntersect(a *Nested[L], d NestedLazy) error {
	return p.check(a, d, func(q [2]int) bool { return q[1] != None && a.final[q[0]] && d.Final(q[1]) },
		func(int) bool { return false })
}

func (p *NestedPairs[L]) check(a *Nested[L], d NestedLazy, final func([2]int) bool, drop func(next int) bool) error {
	if len(p.Pair) != p.Len() {
		return fmt.Errorf("%d pairs for %d states", len(p.Pair), p.Len())
	}
	b, number := NewNestedBuilder(a.Alphabet), map[[2]int]int{}
	var pair [][2]int
	over := false
	// state is the number of a pair, or None if it is dropped or there is no answer.
	state := func(s, t int, ok, initial bool) int {
		over = over || !ok
		if !ok || drop(t) {
			return None
		}
		q := [2]int{s, t}
		n, known := number[q]
		if !known {
			n = b.State(initial, final(q))
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
	for _, s := range a.initial {
		state(s, d.Start(), true, true)
	}
	var full *Nested[L]
	for moves := -1; ; {
		c := *b
		c.a.internal, c.a.call, c.a.back = slices.Clone(b.a.internal), slices.Clone(b.a.call), slices.Clone(b.a.back)
		for s := range c.a.final {
			c.a.internal[s], c.a.call[s], c.a.back[s] = slices.Clone(c.a.internal[s]), slices.Clone(c.a.call[s]),
				slices.Clone(c.a.back[s])
		}
		full = c.Build()
		if full.Size() == moves {
			break
		}
		moves = full.Size()
		x := tables(full)
		x.each(func(e, n int) {
			q := pair[n]
			for _, m := range a.internal[q[0]] {
				t, ok := ask(func() (int, bool) { return d.Internal(q[1], m.Letter) }, q[1])
				if to := state(m.To, t, ok, false); to != None {
					b.Internal(n, m.Letter, to)
				}
			}
			for _, m := range a.call[q[0]] {
				t, ok := ask(func() (int, bool) { return d.Call(q[1], m.Letter) }, q[1])
				if to := state(m.To, t, ok, false); to != None {
					b.Call(n, m.Letter, to)
				}
			}
			for _, c := range full.call[n] {
				for end := range x.inside[c.To] {
					r := pair[end]
					for _, m := range a.behind(r[0], q[0]) {
						t, ok := ask(func() (int, bool) { return d.Return(r[1], q[1], m.Letter) }, r[1], q[1])
						if to := state(m.To, t, ok, false); to != None {
							b.Return(end, n, m.Letter, to)
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
	// The pairs were found in another order.
	in := make([]int, full.Len())
	for s := range in {
		in[s] = None
	}
	for s, n := range was {
		in[n] = s
	}
	return CheckTrimNested(reorder(full, in), p.Nested, first(p.Len()))
}

// first are the numbers below n.
func first(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// reorder gives states other numbers: in[s], those with None behind all others.
func reorder[L comparable](a *Nested[L], in []int) *Nested[L] {
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
	b := NewNestedBuilder(a.Alphabet)
	for _, s := range order {
		b.State(slices.Contains(a.initial, s), a.final[s])
	}
	for s := range a.final {
		for _, m := range a.internal[s] {
			b.Internal(of[s], m.Letter, of[m.To])
		}
		for _, m := range a.call[s] {
			b.Call(of[s], m.Letter, of[m.To])
		}
		for _, m := range a.back[s] {
			b.Return(of[s], of[m.Caller], m.Letter, of[m.To])
		}
	}
	return b.Build()
}

// Check tells what is wrong with a minimised a: whether states and their classes have the same moves, up to classes,
// and agree on final; the returns of a state to a caller are compared where they meet. With colours, whether those of a
// class have one.
func (c *NestedClasses[L]) Check(a *Nested[L], colour func(int) int) error {
	if !c.Deterministic() || !a.Deterministic() {
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
		var internal, call []Move
		for e := range x.inside {
			if !x.inside[e][s] {
				continue
			}
			for _, m := range a.internal[s] {
				if x.live[e][m.To] {
					internal = append(internal, Move{m.Letter, c.Class[m.To]})
				}
			}
			for _, m := range a.call[s] {
				use := x.here[m.To][m.To]
				x.ends(s, m.To, func(_ int, r ReturnMove) { use = use || x.live[e][r.To] })
				if use {
					call = append(call, Move{m.Letter, c.Class[m.To]})
				}
			}
		}
		compare("internal", s, internal, c.internal[k])
		compare("calls", s, call, c.call[k])
	}
	x.each(func(e, s int) {
		for _, m := range a.call[s] {
			for end := range x.inside[m.To] {
				if c.Class[end] == None || c.Class[s] == None {
					continue
				}
				var want, got []Move
				for _, r := range a.behind(end, s) {
					for e := range x.inside {
						if x.inside[e][s] && x.live[e][r.To] {
							want = append(want, Move{r.Letter, c.Class[r.To]})
						}
					}
				}
				for _, r := range c.behind(c.Class[end], c.Class[s]) {
					got = append(got, Move{r.Letter, r.To})
				}
				compare(fmt.Sprintf("return to %d", s), end, want, got)
			}
		}
	})
	return wrong
}

// CheckRunNested tells what is wrong with what FindNested said: a run is one of a and accepted, and none is shorter, or
// lighter; where there is none, no final state is reached.
func CheckRunNested[L comparable](a *Nested[L], o Order, weight func(from, caller int, s Symbol, to int) int,
	r NestedRun, found bool) error {
	if o != Weighted || weight == nil {
		weight = flat
	}
	least, is := lightestNested(a, weight)
	if !found {
		if is {
			return fmt.Errorf("a word is accepted")
		}
		return nil
	}
	if slices.ContainsFunc(r.States, func(s int) bool { return s < 0 || s >= a.Len() }) {
		return fmt.Errorf("%v has other states", r)
	}
	if len(r.States) != len(r.Word)+1 || len(r.Begin) != len(r.Word) || !slices.Contains(a.initial, r.States[0]) ||
		!a.final[r.States[len(r.Word)]] {
		return fmt.Errorf("%v does not lead from an initial state to a final one", r)
	}
	var open []int // the letters of calls that have not ended
	sum := 0
	for i, x := range r.Word {
		from, to, begin, caller, ok := r.States[i], r.States[i+1], None, None, false
		switch x.Kind {
		case Internal:
			ok = slices.Contains(a.internal[from], Move{x.Letter, to})
		case Call:
			open = append(open, i)
			ok = slices.Contains(a.call[from], Move{x.Letter, to})
		case Return:
			if len(open) > 0 {
				begin = open[len(open)-1]
				open = open[:len(open)-1]
				caller = r.States[begin]
				ok = slices.Contains(a.back[from], ReturnMove{caller, x.Letter, to})
			}
		}
		if !ok || begin != r.Begin[i] {
			return fmt.Errorf("step %d: %v from state %d to %d is no move", i, x, from, to)
		}
		sum += weight(from, caller, x, to)
	}
	if o != Depth && least < sum {
		return fmt.Errorf("a word is accepted at %d, less than %d", least, sum)
	}
	return nil
}

// lightestNested is what the lightest accepted word weighs, by a table that is improved until nothing is lighter.
func lightestNested[L comparable](a *Nested[L], weight func(from, caller int, s Symbol, to int) int) (least int,
	found bool) {
	inside := map[[2]int]int{} // from an entry to a state
	begins := map[int]int{}    // to an entry
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
			for _, m := range a.internal[s] {
				better(e, m.To, w+weight(s, None, Symbol{Internal, m.Letter}, m.To))
			}
			for _, m := range a.call[s] {
				call := w + weight(s, None, Symbol{Call, m.Letter}, m.To)
				enter(m.To, begins[e]+call)
				for end, v := range maps.Clone(inside) {
					if end[0] != m.To {
						continue
					}
					for _, r := range a.behind(end[1], s) {
						better(e, r.To, call+v+weight(end[1], s, Symbol{Return, r.Letter}, r.To))
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
