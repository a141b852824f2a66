package automata

import (
	"cmp"
	"container/heap"
	"slices"
)

// Order says which accepted word Find looks for.
type Order uint8

// The orders.
const (
	Shortest Order = iota // of the fewest letters; of these the first that a breadth-first search comes to
	Depth                 // the first that a depth-first search comes to, by letters: no state is twice in its run
	Weighted              // of the least weight, and of these of the fewest letters (Dijkstra, 1959)
)

// Run is how a word is accepted: States[i] is where its first i letters lead.
type Run struct{ States, Word []int }

// steps is how states were reached.
type steps []struct{ from, letter int }

// run is the run that ends in s.
func (w steps) run(s int) Run {
	r := Run{States: []int{s}}
	for ; w[s].from != None; s = w[s].from {
		r.States, r.Word = append(r.States, w[s].from), append(r.Word, w[s].letter)
	}
	slices.Reverse(r.States)
	slices.Reverse(r.Word)
	return r
}

// Find searches for an accepted word; false if there is none. The weight of a move (nil: 1) is for Weighted only, and
// none is below 0.
func Find[L comparable](a *Automaton[L], o Order, weight func(from int, m Move) int) (Run, bool) {
	switch o {
	case Depth:
		return depthFirst(a)
	case Weighted:
		return lightest(a, weight)
	default: // Shortest
		return breadthFirst(a)
	}
}

func breadthFirst[L comparable](a *Automaton[L]) (Run, bool) {
	came := make(steps, a.Len())
	reached := make([]bool, a.Len())
	var queue []int
	add := func(s, from, letter int) {
		if !reached[s] {
			reached[s], came[s].from, came[s].letter = true, from, letter
			queue = append(queue, s)
		}
	}
	for _, s := range a.initial {
		add(s, None, 0)
	}
	for i := 0; i < len(queue); i++ {
		s := queue[i]
		if a.final[s] {
			return came.run(s), true
		}
		for _, m := range a.Moves(s) {
			add(m.To, s, m.Letter)
		}
	}
	return Run{}, false
}

func depthFirst[L comparable](a *Automaton[L]) (Run, bool) {
	came := make(steps, a.Len())
	reached := make([]bool, a.Len())
	type open struct {
		s    int
		left []Move
	}
	for _, start := range a.initial {
		if reached[start] {
			continue
		}
		var path []open
		enter := func(s, from, letter int) bool {
			reached[s], came[s].from, came[s].letter = true, from, letter
			path = append(path, open{s, a.Moves(s)})
			return a.final[s]
		}
		if enter(start, None, 0) {
			return came.run(start), true
		}
		for len(path) > 0 {
			top := &path[len(path)-1]
			if len(top.left) == 0 {
				path = path[:len(path)-1]
				continue
			}
			m := top.left[0]
			top.left = top.left[1:]
			if !reached[m.To] && enter(m.To, top.s, m.Letter) {
				return came.run(m.To), true
			}
		}
	}
	return Run{}, false
}

// cost is what a word weighs, and its length.
type cost struct{ weight, length int }

func (c cost) compare(d cost) int {
	return cmp.Or(cmp.Compare(c.weight, d.weight), cmp.Compare(c.length, d.length))
}

func (c cost) plus(weight, length int) cost { return cost{c.weight + weight, c.length + length} }

// front is what a search by cost may go on with: a heap. Among equals the first that came is the first.
type front []waiting

type waiting struct {
	cost
	nth, item int
}

func (f front) Len() int      { return len(f) }
func (f front) Swap(i, k int) { f[i], f[k] = f[k], f[i] }
func (f front) Less(i, k int) bool {
	return cmp.Or(f[i].compare(f[k].cost), cmp.Compare(f[i].nth, f[k].nth)) < 0
}
func (f *front) Push(x any) { *f = append(*f, x.(waiting)) }
func (f *front) Pop() any {
	last := (*f)[len(*f)-1]
	*f = (*f)[:len(*f)-1]
	return last
}

// lightest is Dijkstra's algorithm.
func lightest[L comparable](a *Automaton[L], weight func(int, Move) int) (Run, bool) {
	came := make(steps, a.Len())
	best := make([]cost, a.Len())
	seen, done := make([]bool, a.Len()), make([]bool, a.Len())
	todo, n := &front{}, 0
	add := func(s int, c cost, from, letter int) {
		if !seen[s] || c.compare(best[s]) < 0 {
			seen[s], best[s], came[s].from, came[s].letter = true, c, from, letter
			heap.Push(todo, waiting{c, n, s})
			n++
		}
	}
	for _, s := range a.initial {
		add(s, cost{}, None, 0)
	}
	for todo.Len() > 0 {
		s := heap.Pop(todo).(waiting).item
		if done[s] {
			continue
		}
		done[s] = true
		if a.final[s] {
			return came.run(s), true
		}
		for _, m := range a.Moves(s) {
			w := 1
			if weight != nil {
				w = max(0, weight(s, m))
			}
			add(m.To, best[s].plus(w, 1), s, m.Letter)
		}
	}
	return Run{}, false
}
