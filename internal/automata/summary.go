package automata

import (
	"cmp"
	"container/heap"
)

// stackMoves has the moves of an automaton. The functions moves and returns call f with the number, the letter and the
// target of each move; ok is false if the time is over.
type stackMoves interface {
	start() []int                                               // the initial states
	moves(s int, f func(n, letter, to int)) (ok bool)           // the moves of s except returns
	returns(s, caller int, f func(n, letter, to int)) (ok bool) // the returns of s that end a call of caller
	mayReturn(s int) bool                                       // reports whether s may have returns
}

// summaries has the possible steps of an automaton between the begin of a call and its end. A frame stands for all
// calls into one state; the first frame stands for the part of a word outside of all calls that end. An item is a frame
// with a state to which words lead from the begin of the frame, in which each call has ended. These are the edges of
// the saturated pushdown system (T. Reps, S. Horwitz, M. Sagiv: Precise interprocedural dataflow analysis via graph
// reachability, POPL 1995), computed only for states that are called. Without calls there is one frame, and its items
// are the reached states.
//
// In the order Shortest, items are processed by the length of the shortest word that leads to them (D. Knuth, A
// generalization of Dijkstra's algorithm, IPL 6, 1977). Such a word is made of words of items that are processed
// before.
type summaries struct {
	items  []item
	frames []*frame
	called map[int]int // by state after a call: its frame
	links  []link      // the steps of calls and returns
	last   int         // the item at which the search stopped; None if it did not stop
}

// frame is the state after a call; the first frame has the initial states instead.
type frame struct {
	entry  int         // the state after the call; None for the first frame
	from   site        // the first call
	length int         // the length of a shortest word that leads to entry
	begin  int         // the item of entry
	number map[int]int // by state: its item; nil for the first frame
	first  []int32     // by state: its item in the first frame, plus 1; 0 if there is none
	sites  []site      // the calls
	exits  []int       // the items at which a call may end
}

// item is a frame with a state that it reaches.
type item struct {
	frame, state int32
	length       int    // the length of the shortest word from an initial state, of those found so far
	how          origin // the last step of this word
	done         bool   // the item is processed, and length is final
}

// origin is the last step of the word of an item: an internal letter after item before, or a call that began at item
// before and ended at item inside.
type origin struct {
	before, inside int32 // before is None at the begin of a frame, inside for an internal letter
	call, letter   int32 // the letter of the call, and the last letter
}

// site is a call: the item before it, and the number and the letter of its move.
type site struct{ item, move, letter int }

// link is a step of a call or return between two items; move is the number of the move.
type link struct {
	kind           linkKind
	from, to, move int32
}

// linkKind is the kind of a link.
type linkKind uint8

const (
	over   linkKind = iota // a call that ends; the move is the call
	begins                 // a call, from the item before it to the item of the callee's entry
	leaves                 // a return, from the item inside of the callee to the item after the call
)

// waiting is an item in a heap: the length of the word that leads to it, and the order of insertion.
type waiting struct{ length, nth, item int }

// heaped is a heap of items: shorter words come first, and of equally long words the one that was inserted first.
type heaped []waiting

func (h heaped) Len() int      { return len(h) }
func (h heaped) Swap(i, k int) { h[i], h[k] = h[k], h[i] }
func (h heaped) Less(i, k int) bool {
	return cmp.Or(cmp.Compare(h[i].length, h[k].length), cmp.Compare(h[i].nth, h[k].nth)) < 0
}
func (h *heaped) Push(x any) { *h = append(*h, x.(waiting)) }
func (h *heaped) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// queue has the items that are found and not processed. In the order Shortest, a heap has the items after calls that
// end. The words of all other items have the length of the last processed item or one letter more, so these items are
// in order without a heap. In the order Depth, near is a stack of all items.
type queue struct {
	order  Order
	near   []int32
	at     int // the first item of near that was not removed
	heaped heaped
	n      int // the number of items that were put into the heap
}

// push adds an item with the length of its word and of the last step of the word.
func (q *queue) push(item, length, steps int) {
	if steps == 1 || q.order == Depth {
		q.near = append(q.near, int32(item))
		return
	}
	q.n++
	heap.Push(&q.heaped, waiting{length, q.n, item})
}

// pop removes the next item; it returns None if there is none.
func (q *queue) pop(items []item) int {
	switch {
	case len(q.heaped) > 0 && (q.at == len(q.near) || q.heaped[0].length < items[q.near[q.at]].length):
		return heap.Pop(&q.heaped).(waiting).item
	case q.at == len(q.near):
		return None
	case q.order == Depth:
		last := q.near[len(q.near)-1]
		q.near = q.near[:len(q.near)-1]
		return int(last)
	}
	q.at++
	return int(q.near[q.at-1])
}

// search is the state of summarise.
type search struct {
	*summaries
	a    stackMoves
	todo queue
}

// summarise computes all items. In the order Shortest it processes items with short words first, in the order Depth the
// newest item first. If stop is not nil, it ends at the first processed item for whose state stop returns true. ok is
// false if the time is over.
func summarise[L comparable](sigma *Alphabet[L], a stackMoves, o Order, stop func(state int) bool) (s *summaries,
	ok bool) {
	w := &search{&summaries{called: map[int]int{}, last: None}, a, queue{order: o}}
	s = w.summaries
	s.frames = []*frame{{entry: None}}
	for _, q := range a.start() {
		w.reach(0, q, 0, 1, origin{None, None, 0, 0})
	}
	i, fine := None, true // the item at work; fine is false if a return has found the time over
	step := func(n, letter, to int) {
		if it := &s.items[i]; sigma.Kind(letter) == Internal {
			w.reach(int(it.frame), to, it.length+1, 1, origin{int32(i), None, 0, int32(letter)})
		} else {
			fine = w.call(site{i, n, letter}, to) && fine
		}
	}
	for i = w.todo.pop(s.items); i != None; i = w.todo.pop(s.items) {
		it := &s.items[i]
		if it.done {
			continue
		}
		it.done = true
		state := int(it.state)
		if stop != nil && stop(state) {
			s.last = i
			return s, true
		}
		if !a.moves(state, step) || !fine || !w.exit(i) {
			return nil, false
		}
	}
	return s, true
}

// reach adds an item to which a word of the given length leads, whose last step has the given number of letters. If the
// item is known and not processed, it gets the new word: in the order Shortest if it is shorter, in the order Depth
// always. reach returns the item.
func (w *search) reach(f, state, length, steps int, how origin) int {
	at := w.frames[f]
	i := at.item(state)
	switch {
	case i == None:
		i = len(w.items)
		at.add(state, i)
		w.items = append(w.items, item{frame: int32(f), state: int32(state), length: length, how: how})
	case w.items[i].done || w.todo.order == Shortest && length >= w.items[i].length:
		return i
	default:
		w.items[i].length, w.items[i].how = length, how
	}
	w.todo.push(i, length, steps)
	return i
}

// item returns the item of a state; None if there is none.
func (f *frame) item(state int) int {
	if f.entry != None {
		if i, known := f.number[state]; known {
			return i
		}
		return None
	}
	if state < len(f.first) {
		return int(f.first[state]) - 1
	}
	return None
}

// add adds an item of a state.
func (f *frame) add(state, item int) {
	if f.entry != None {
		f.number[state] = item
		return
	}
	for len(f.first) <= state {
		f.first = append(f.first, 0)
	}
	f.first[state] = int32(item) + 1
}

// call adds a call into a state, and the returns from it that are known. It returns false if the time is over.
func (w *search) call(x site, to int) (ok bool) {
	k, known := w.called[to]
	if !known {
		k = len(w.frames)
		length := w.items[x.item].length + 1
		f := &frame{entry: to, from: x, length: length, number: map[int]int{}}
		w.called[to], w.frames = k, append(w.frames, f)
		f.begin = w.reach(k, to, length, 1, origin{None, None, 0, 0})
	}
	f := w.frames[k]
	f.sites = append(f.sites, x)
	w.links = append(w.links, link{begins, int32(x.item), int32(f.begin), int32(x.move)})
	for n := 0; n < len(f.exits); n++ {
		if !w.join(x, f.exits[n]) {
			return false
		}
	}
	return true
}

// exit adds the returns from an item to the known calls of its frame. It returns false if the time is over.
func (w *search) exit(i int) (ok bool) {
	f := w.frames[w.items[i].frame]
	if f.entry == None || !w.a.mayReturn(int(w.items[i].state)) {
		return true
	}
	f.exits = append(f.exits, i)
	for _, x := range f.sites {
		if !w.join(x, i) {
			return false
		}
	}
	return true
}

// join adds the returns from an item to a call. It returns false if the time is over.
func (w *search) join(caller site, end int) (ok bool) {
	at, from := w.items[caller.item], w.items[end]
	steps := 1 + from.length - w.frames[from.frame].length + 1
	return w.a.returns(int(from.state), int(at.state), func(n, letter, to int) {
		k := w.reach(int(at.frame), to, at.length+steps, steps,
			origin{int32(caller.item), int32(end), int32(caller.letter), int32(letter)})
		w.links = append(w.links, link{over, int32(caller.item), int32(k), int32(caller.move)},
			link{leaves, int32(end), int32(k), int32(n)})
	})
}

// movesOf has the moves of an automaton. A return has the number of its place in the list of all returns, plus the
// number of moves.
type movesOf[L comparable] struct{ a *Automaton[L] }

func (x movesOf[L]) start() []int { return x.a.initial }

func (x movesOf[L]) moves(s int, f func(n, letter, to int)) bool {
	for i := x.a.at[s]; i < x.a.at[s+1]; i++ {
		f(int(i), x.a.moves[i].Letter, x.a.moves[i].To)
	}
	return true
}

func (x movesOf[L]) mayReturn(s int) bool { return len(x.a.Returns(s)) > 0 }

func (x movesOf[L]) returns(s, caller int, f func(n, letter, to int)) bool {
	from, to := x.a.returnsTo(s, caller)
	for i := from; i < to; i++ {
		f(len(x.a.moves)+i, x.a.returns[i].Letter, x.a.returns[i].To)
	}
	return true
}
