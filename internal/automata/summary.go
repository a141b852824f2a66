package automata

import (
	"cmp"
	"container/heap"
	"slices"
)

// stackMoves has the moves of an automaton with returns. The functions moves and returns call f with the letter and the
// target of each move; ok is false if the time is over.
type stackMoves interface {
	start() []int                                            // the initial states
	moves(s int, f func(letter, to int)) (ok bool)           // the moves of s except returns
	returns(s, caller int, f func(letter, to int)) (ok bool) // the returns of s that end a call of caller
	mayReturn(s int) bool                                    // reports whether s may have returns
}

// summaries has the possible steps of an automaton between the begin of a call and its end. An entry is the state after
// a call, or an initial state. An item is an entry with a state to which words lead from the entry in which each call
// has ended. These are the edges of the saturated pushdown system (T. Reps, S. Horwitz, M. Sagiv: Precise
// interprocedural dataflow analysis via graph reachability, POPL 1995), computed only for entries that are called. Each
// item has the shortest word that leads to it (D. Knuth, A generalization of Dijkstra's algorithm, IPL 6, 1977). The
// word of an item is made of words of items that are not longer, so the word of the shortest item in the heap is final.
type summaries struct {
	items  []item
	number map[[2]int]int // the items by entry and state
	of     map[int][]int  // by entry: its items
	sites  map[int][]site // by entry: its calls
	joins  []join
	steps  [][2]int // pairs of an item and its successor under an internal letter, with the same entry
}

// item is an entry with a state that it reaches.
type item struct {
	entry, state int
	length       int    // the length of the shortest word from the entry to the state
	done         bool   // length is final
	how          origin // the last step of this word
}

// origin is the last step of the word of an item: an internal letter after item before, or a call that began at item
// before and ended at item inside.
type origin struct {
	before, inside int // before is None for an entry, inside for an internal letter
	call, letter   int // the letter of the call, and the last letter
}

// site is a call: the item before it, and its letter.
type site struct{ item, letter int }

// join is a return: a call from item caller ends at item inside, and letter leads to item after.
type join struct{ caller, inside, letter, after int }

// waiting is an item, or an entry, in the heap of a search: the length of the word that leads to it, and the order of
// insertion.
type waiting struct{ length, nth, item int }

// front is the heap of a search: shorter words come first, and of equally long words the one that was inserted first.
type front []waiting

func (f front) Len() int      { return len(f) }
func (f front) Swap(i, k int) { f[i], f[k] = f[k], f[i] }
func (f front) Less(i, k int) bool {
	return cmp.Or(cmp.Compare(f[i].length, f[k].length), cmp.Compare(f[i].nth, f[k].nth)) < 0
}
func (f *front) Push(x any) { *f = append(*f, x.(waiting)) }
func (f *front) Pop() any {
	last := (*f)[len(*f)-1]
	*f = (*f)[:len(*f)-1]
	return last
}

// summarise computes all items. In the order Shortest it processes items with short words first, in the order Depth the
// newest item first. ok is false if the time is over.
func summarise[L comparable](sigma *Alphabet[L], a stackMoves, o Order) (s *summaries, ok bool) {
	s = &summaries{number: map[[2]int]int{}, of: map[int][]int{}, sites: map[int][]site{}}
	exits := map[int][]int{} // by entry: its items at which a call may end
	todo, n := &front{}, 0
	reach := func(entry, state, length int, how origin) int {
		key := [2]int{entry, state}
		i, known := s.number[key]
		if !known {
			i = len(s.items)
			s.number[key], s.items = i, append(s.items, item{entry: entry, state: state, length: length, how: how})
		} else if it := &s.items[i]; it.done || o == Depth || length >= it.length {
			return i
		} else {
			it.length, it.how = length, how
		}
		n++
		if o == Depth {
			heap.Push(todo, waiting{0, -n, i})
		} else {
			heap.Push(todo, waiting{length, n, i})
		}
		return i
	}
	enter := func(entry int) int { return reach(entry, entry, 0, origin{None, None, 0, 0}) }
	joined := func(caller site, inside int) bool {
		at, end := s.items[caller.item], s.items[inside]
		return a.returns(end.state, at.state, func(letter, to int) {
			after := reach(at.entry, to, at.length+1+end.length+1, origin{caller.item, inside, caller.letter, letter})
			s.joins = append(s.joins, join{caller.item, inside, letter, after})
		})
	}
	for _, q := range a.start() {
		enter(q)
	}
	for todo.Len() > 0 {
		i := heap.Pop(todo).(waiting).item
		if s.items[i].done {
			continue
		}
		s.items[i].done = true
		it := s.items[i]
		s.of[it.entry] = append(s.of[it.entry], i)
		ends := a.mayReturn(it.state)
		if ends {
			exits[it.entry] = append(exits[it.entry], i)
		}
		back := true
		ok = a.moves(it.state, func(letter, to int) {
			if sigma.Kind(letter) == Internal {
				k := reach(it.entry, to, it.length+1, origin{i, None, 0, letter})
				s.steps = append(s.steps, [2]int{i, k})
				return
			}
			s.sites[to] = append(s.sites[to], site{i, letter})
			enter(to)
			for _, inside := range exits[to] {
				if inside != i { // i itself is handled at the end of the iteration
					back = joined(site{i, letter}, inside) && back
				}
			}
		})
		ok = ok && back
		for k := 0; ends && ok && k < len(s.sites[it.entry]); k++ {
			ok = joined(s.sites[it.entry][k], i)
		}
		if !ok {
			return nil, false
		}
	}
	return s, true
}

// entries lists the entries, in the order in which they were found.
func (s *summaries) entries() (out []int) {
	for _, it := range s.items {
		if it.entry == it.state && it.how.before == None {
			out = append(out, it.entry)
		}
	}
	return out
}

// live reports for each item whether a continuation from it is accepted. For here, the continuation must not end the
// call of the item's entry; for live it may.
func (s *summaries) live(final func(state int) bool) (here, live []bool) {
	before := make([][]int, len(s.items)) // by item: the items from which a step, or a call that ends, leads to it
	begins := make([][]int, len(s.items)) // by item of an entry: the items from which it is called
	leaves := make([][]int, len(s.items)) // by item: the items from which a return leads to it
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

// movesOf has the moves of an automaton.
type movesOf[L comparable] struct{ a *Automaton[L] }

func (x movesOf[L]) start() []int { return x.a.initial }

func (x movesOf[L]) moves(s int, f func(letter, to int)) bool {
	for _, m := range x.a.Moves(s) {
		f(m.Letter, m.To)
	}
	return true
}

func (x movesOf[L]) mayReturn(s int) bool { return len(x.a.Returns(s)) > 0 }

func (x movesOf[L]) returns(s, caller int, f func(letter, to int)) bool {
	for _, m := range x.a.ReturnsTo(s, caller) {
		f(m.Letter, m.To)
	}
	return true
}

// trimNested is Trim for an automaton with returns, by its summaries. It also leaves out moves that lie on no accepted
// word.
func trimNested[L comparable](a *Automaton[L], s *summaries) (t *Automaton[L], was []int) {
	here, live := s.live(func(q int) bool { return a.final[q] })
	keep := make([]bool, a.Len())
	type step struct { // a move that lies on an accepted word
		from, to int
		calls    bool
	}
	taken := map[step]bool{}
	returned := map[[2]int]map[Move]bool{} // by state and caller
	for i, it := range s.items {
		keep[it.state] = keep[it.state] || live[i]
	}
	for _, x := range s.steps {
		if live[x[1]] {
			taken[step{s.items[x[0]].state, s.items[x[1]].state, false}] = true
		}
	}
	for _, entry := range s.entries() {
		for _, x := range s.sites[entry] {
			if here[s.number[[2]int{entry, entry}]] {
				taken[step{s.items[x.item].state, entry, true}] = true
			}
		}
	}
	for _, j := range s.joins {
		if live[j.after] {
			caller, inside := s.items[j.caller].state, s.items[j.inside]
			taken[step{caller, inside.entry, true}] = true
			key := [2]int{inside.state, caller}
			if returned[key] == nil {
				returned[key] = map[Move]bool{}
			}
			returned[key][Move{j.letter, s.items[j.after].state}] = true
		}
	}
	number := make([]int, a.Len())
	b := NewBuilder(a.Alphabet)
	for q, is := range keep {
		if is {
			number[q], was = b.State(slices.Contains(a.initial, q), a.final[q]), append(was, q)
		}
	}
	for n, q := range was {
		for _, m := range a.Moves(q) {
			if taken[step{q, m.To, a.Alphabet.Kind(m.Letter) == Call}] {
				b.Move(n, m.Letter, number[m.To])
			}
		}
		for _, m := range a.Returns(q) {
			if returned[[2]int{q, m.Caller}][Move{m.Letter, m.To}] {
				b.Return(n, number[m.Caller], m.Letter, number[m.To])
			}
		}
	}
	return b.Build(), was
}

// findNested is Find for an automaton with returns. In the order Depth it returns a run that is found by processing the
// newest item first.
func findNested[L comparable](a *Automaton[L], o Order) (Run, bool) {
	sum, _ := summarise(a.Alphabet, movesOf[L]{a}, o)
	// An accepted word consists of words of items, joined by calls that do not end. It is a path in the graph of entries,
	// with one more item after the last entry. Dijkstra's algorithm finds the shortest.
	type call struct {
		from, letter int // from is the item before the call; None for an initial state
		length       int
		done         bool
	}
	best := map[int]*call{} // by entry: the call with the shortest word
	todo, n := &front{}, 0
	add := func(entry int, c call) {
		if old := best[entry]; old == nil || !old.done && c.length < old.length {
			best[entry] = &c
			heap.Push(todo, waiting{c.length, n, entry})
			n++
		}
	}
	calls := map[int][]struct{ entry, item, letter int }{} // by the entry of the item before the call
	for _, entry := range sum.entries() {
		for _, x := range sum.sites[entry] {
			from := sum.items[x.item].entry
			calls[from] = append(calls[from], struct{ entry, item, letter int }{entry, x.item, x.letter})
		}
	}
	for _, q := range a.initial {
		add(q, call{from: None})
	}
	last, least := None, 0
	for todo.Len() > 0 {
		entry := heap.Pop(todo).(waiting).item
		at := best[entry]
		if at.done {
			continue
		}
		at.done = true
		for _, i := range sum.of[entry] {
			it := sum.items[i]
			if c := at.length + it.length; a.final[it.state] && (last == None || c < least) {
				last, least = i, c
			}
		}
		for _, x := range calls[entry] {
			add(x.entry, call{from: x.item, letter: x.letter, length: at.length + sum.items[x.item].length + 1})
		}
	}
	if last == None {
		return Run{}, false
	}
	var path []int // the items of the word, the last first
	for i := last; i != None; i = best[sum.items[i].entry].from {
		path = append(path, i)
	}
	slices.Reverse(path)
	r := Run{States: []int{sum.items[path[0]].entry}}
	for k, i := range path {
		sum.word(i, &r)
		if k+1 < len(path) {
			entry := sum.items[path[k+1]].entry
			r.step(best[entry].letter, entry)
		}
	}
	return r, true
}

// step adds a letter and the state to which it leads.
func (r *Run) step(letter, to int) { r.Word, r.States = append(r.Word, letter), append(r.States, to) }

// word adds the word of an item to r. It recurses only for calls within calls.
func (s *summaries) word(i int, r *Run) {
	var path []int
	for ; s.items[i].how.before != None; i = s.items[i].how.before {
		path = append(path, i)
	}
	slices.Reverse(path)
	for _, k := range path {
		it := s.items[k]
		if it.how.inside == None {
			r.step(it.how.letter, it.state)
			continue
		}
		r.step(it.how.call, s.items[it.how.inside].entry)
		s.word(it.how.inside, r)
		r.step(it.how.letter, it.state)
	}
}
