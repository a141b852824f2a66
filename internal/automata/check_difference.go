package automata

import (
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
)

// CheckDifference tells what is wrong with a difference of a and d.
func CheckDifference[L comparable](a, d *Automaton[L], p *Pairs[L]) error {
	return p.CheckSubtract(a, Fixed(d))
}

// CheckSubtract tells what is wrong with a without the words of d. A pair is final if only its first part is, and has
// the moves of its first part, each with that of d beside. What is left out can be left out: from there no final pair
// is reached. What is not, is reached and reaches one.
func (p *Pairs[L]) CheckSubtract(a *Automaton[L], d Lazy) error {
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
	for s, live := range p.live() {
		if !live {
			return fmt.Errorf("state %d is of no use", s)
		}
	}
	leads := a.reach()
	final := func(q [2]int) bool { return a.final[q[0]] && (q[1] == None || !d.Final(q[1])) }
	sink := func(t int) bool { return t != None && d.Sink(t) } // d says that nothing is to be asked any more
	next := func(q [2]int, letter int) (int, error) {
		if q[1] == None {
			return None, nil
		}
		if t, ok := d.Next(q[1], letter); ok {
			return t, nil
		}
		return None, fmt.Errorf("what is taken away gives no answer any more")
	}
	var out [][2]int // pairs that were left out
	seen := map[[2]int]bool{}
	leave := func(q [2]int) {
		if leads[q[0]] && !sink(q[1]) && !seen[q] {
			seen[q], out = true, append(out, q)
		}
	}
	var initial []int
	for _, s := range a.initial {
		q := [2]int{s, d.Start()}
		if n, is := number[q]; is && !sink(q[1]) {
			initial = append(initial, n)
		} else {
			leave(q)
		}
	}
	slices.Sort(initial)
	if !slices.Equal(initial, p.initial) {
		return fmt.Errorf("the initial states are %v, not %v", initial, p.initial)
	}
	for s, q := range p.Pair {
		if sink(q[1]) || final(q) != p.final[s] {
			return fmt.Errorf("state %d is %v: all is taken away there, or final is not as said", s, q)
		}
		var want []Move
		for _, m := range a.Moves(q[0]) {
			t, err := next(q, m.Letter)
			if err != nil {
				return err
			}
			r := [2]int{m.To, t}
			if n, is := number[r]; is {
				want = append(want, Move{m.Letter, n})
			} else {
				leave(r)
			}
		}
		slices.SortFunc(want, Move.compare)
		if !slices.Equal(want, p.Moves(s)) {
			return fmt.Errorf("state %d is %v: its moves are %v, not %v", s, q, want, p.Moves(s))
		}
	}
	for i := 0; i < len(out); i++ {
		q := out[i]
		if _, is := number[q]; is || final(q) {
			return fmt.Errorf("%v is left out, and a word is accepted from there", q)
		}
		for _, m := range a.Moves(q[0]) {
			t, err := next(q, m.Letter)
			if err != nil {
				return err
			}
			leave([2]int{m.To, t})
		}
	}
	return nil
}

// CheckTrim tells what is wrong with a trimmed a: a state that is of no use, one that is and is gone, or that has other
// moves than it had.
func CheckTrim[L comparable](a, t *Automaton[L], was []int) error {
	if len(was) != t.Len() {
		return fmt.Errorf("%d old states for %d", len(was), t.Len())
	}
	now := map[int]int{}
	for s, old := range was {
		now[old] = s
	}
	if len(now) != len(was) {
		return fmt.Errorf("two states were one")
	}
	for s, live := range a.live() {
		if _, is := now[s]; is != live {
			return fmt.Errorf("state %d: of use is %v, kept is %v", s, live, is)
		}
	}
	for s, old := range was {
		var want []Move
		for _, m := range a.Moves(old) {
			if to, is := now[m.To]; is {
				want = append(want, Move{m.Letter, to})
			}
		}
		slices.SortFunc(want, Move.compare)
		if t.final[s] != a.final[old] || slices.Contains(t.initial, s) != slices.Contains(a.initial, old) ||
			!slices.Equal(want, t.Moves(s)) {
			return fmt.Errorf("state %d is not as %d was", s, old)
		}
	}
	return nil
}

// CheckUnion tells what is wrong with a union: its states are those of the automata, one after the other, and all is as
// it is there.
func CheckUnion[L comparable](u *Automaton[L], as ...*Automaton[L]) error {
	first := 0
	for i, a := range as {
		if first+a.Len() > u.Len() {
			return fmt.Errorf("%d states are too few", u.Len())
		}
		for s := range a.Len() {
			moved := slices.Clone(a.Moves(s))
			for k := range moved {
				moved[k].To += first
			}
			if t := first + s; u.final[t] != a.final[s] || slices.Contains(u.initial, t) != slices.Contains(a.initial, s) ||
				!slices.Equal(moved, u.Moves(t)) {
				return fmt.Errorf("state %d is not as %d of automaton %d", t, s, i)
			}
		}
		first += a.Len()
	}
	if u.Len() != first {
		return fmt.Errorf("%d states, not %d", u.Len(), first)
	}
	return nil
}

// CheckRun tells what is wrong with what Find said: a run is one of a and accepted, and none is shorter, or lighter;
// where there is none, no final state is reached.
func CheckRun[L comparable](a *Automaton[L], o Order, weight func(from int, m Move) int, r Run, found bool) error {
	if !found {
		for s, is := range graph.Reachable(a.adj(), a.initial...) {
			if is && a.final[s] {
				return fmt.Errorf("state %d is reached and final", s)
			}
		}
		return nil
	}
	if len(r.States) != len(r.Word)+1 || !slices.Contains(a.initial, r.States[0]) || !a.final[r.States[len(r.Word)]] {
		return fmt.Errorf("%v does not lead from an initial state to a final one", r)
	}
	sum := 0
	cost := func(s int, m Move) int {
		if o == Weighted && weight != nil {
			return weight(s, m)
		}
		return 1
	}
	for i, l := range r.Word {
		m := Move{l, r.States[i+1]}
		if !slices.Contains(a.Moves(r.States[i]), m) {
			return fmt.Errorf("step %d: state %d has no move %v", i, r.States[i], m)
		}
		sum += cost(r.States[i], m)
	}
	if o == Depth {
		return nil
	}
	least := map[int]int{} // as Bellman and Ford have it
	for _, s := range a.initial {
		least[s] = 0
	}
	for changed := true; changed; {
		changed = false
		for s := range a.Len() {
			c, is := least[s]
			for _, m := range a.Moves(s) {
				if d, known := least[m.To]; is && (!known || c+cost(s, m) < d) {
					least[m.To], changed = c+cost(s, m), true
				}
			}
		}
	}
	for s, c := range least {
		if a.final[s] && c < sum {
			return fmt.Errorf("state %d is reached at %d, less than %d", s, c, sum)
		}
	}
	return nil
}
