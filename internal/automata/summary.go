package automata

import (
	"cmp"
	"container/heap"
	"slices"
)

// stackMoves are the moves of an automaton with returns. The functions call f with letter and target of each move, and
// return ok false when the time is over.
type stackMoves interface {
	start() []int
	moves(s int, f func(letter, to int)) (ok bool)
	returns(s, caller int, f func(letter, to int)) (ok bool)
	mayReturn(s int) bool // returns may have moves
}

// summaries say what an automaton can do between the begin of a call and its end: an item is the state after a call,
// its entry (or an initial state), with a state to which words lead from there in which each call has ended. These are
// the edges of the saturated pushdown system (T. Reps, S. Horwitz, M. Sagiv: Precise interprocedural dataflow analysis
// via graph reachability, POPL 1995), found only for entries that are called. Each item has the shortest word that
// leads to it (D. Knuth, A generalization of Dijkstra's algorithm, IPL 6, 1977): the words of an item are made of words
// of items that are no longer, so that the word of the shortest item is known for good.
type summaries struct {
	items  []item
	number map[[2]int]int // by entry and state
	of     map[int][]int  // by entry: its items
	sites  map[int][]site // by entry: who calls it
	joins  []join
	steps  [][2]int // from an item to one with the same entry, by an internal letter
}

type item struct {
	entry, state int
	length       int // of the shortest word from the entry
	done         bool
	how          origin
}

// origin is the last step to an item: nothing, an internal letter, or a call that began at item before and ended at
// item inside.
type origin struct {
	before, inside int // None: there is none
	call, letter   int
}

// site is an item that calls, with the letter of the call.
type site struct{ item, letter int }

// join says that a call from item caller ends in item inside, with a letter that leads to item after.
type join struct{ caller, inside, letter, after int }

// waiting is an item, or an entry, with the length of the word that leads there; nth counts them.
type waiting struct{ length, nth, item int }

// front is a heap of the work of a search: the shortest first, and of these the one that came first.
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

// summarise finds all items, those with short words first; in the order Depth, the last that was found first. It
// returns ok false if the time is over.
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
				if inside != i { // that one comes below
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

// live reports of each item whether a word is accepted that goes on from there: here, if the call does not end; live,
// at all.
func (s *summaries) live(final func(state int) bool) (here, live []bool) {
	before := make([][]int, len(s.items)) // items from which a step or a call that ends leads here
	begins := make([][]int, len(s.items)) // items from which a call begins here
	leaves := make([][]int, len(s.items)) // items from which a return leads here
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

// movesOf are the moves of an automaton.
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

// trimNested is Trim of an automaton with returns, from its summaries: without moves that no accepted word takes, too.
func trimNested[L comparable](a *Automaton[L], s *summaries) (t *Automaton[L], was []int) {
	here, live := s.live(func(q int) bool { return a.final[q] })
	keep := make([]bool, a.Len())
	type step struct { // from a state to another one
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

// findNested is Find of an automaton with returns. In the order Depth it gives some run, found with the newest item
// first.
func findNested[L comparable](a *Automaton[L], o Order) (Run, bool) {
	sum, _ := summarise(a.Alphabet, movesOf[L]{a}, o)
	// An accepted word is a path through entries by calls that do not end, and one more item after the last. Dijkstra's
	// algorithm finds the shortest.
	type call struct {
		from, letter int // the item; None: an initial state
		length       int
		done         bool
	}
	best := map[int]*call{} // by entry
	todo, n := &front{}, 0
	add := func(entry int, c call) {
		if old := best[entry]; old == nil || !old.done && c.length < old.length {
			best[entry] = &c
			heap.Push(todo, waiting{c.length, n, entry})
			n++
		}
	}
	calls := map[int][]struct{ entry, item, letter int }{} // by the entry from which they are made
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
	var path []int // items, the last first
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

func (r *Run) step(letter, to int) { r.Word, r.States = append(r.Word, letter), append(r.States, to) }

// word adds the word of an item. Only calls within calls make it call itself.
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
