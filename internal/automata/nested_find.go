package automata

import (
	"container/heap"
	"slices"
)

// NestedRun is how a nested word is accepted: States[i] is where its first i letters lead. Begin[i] is the letter at
// which the call begins that letter i ends, None if letter i is no return.
type NestedRun struct {
	States []int
	Word   []Symbol
	Begin  []int
}

// FindNested searches for an accepted nested word; false if there is none. The weight of a step (nil: 1) is for
// Weighted only, and none is below 0; caller is the state in front of the call that a return ends, otherwise None.
// Depth gives some run, found with the newest first.
func FindNested[L comparable](a *Nested[L], o Order, weight func(from, caller int, s Symbol, to int) int) (NestedRun,
	bool) {
	w := flat
	if o == Weighted && weight != nil {
		w = func(from, caller int, s Symbol, to int) int { return max(0, weight(from, caller, s, to)) }
	}
	sum, _ := summarise(all[L]{a}, o, w)
	// An accepted word is a way through entries by calls that do not end, and one more item behind the last. Dijkstra's
	// algorithm finds the lightest.
	type call struct {
		from, letter int // the item; None: an initial state
		cost
		done bool
	}
	best := map[int]*call{} // by entry
	todo, n := &front{}, 0
	add := func(entry int, c call) {
		if old := best[entry]; old == nil || !old.done && c.compare(old.cost) < 0 {
			best[entry] = &c
			heap.Push(todo, waiting{c.cost, n, entry})
			n++
		}
	}
	calls := map[int][]struct{ entry, item, letter int }{} // by the entry that they are behind
	for _, entry := range sum.entries() {
		for _, x := range sum.sites[entry] {
			from := sum.items[x.item].entry
			calls[from] = append(calls[from], struct{ entry, item, letter int }{entry, x.item, x.letter})
		}
	}
	for _, q := range a.initial {
		add(q, call{from: None})
	}
	last, least := None, cost{}
	for todo.Len() > 0 {
		entry := heap.Pop(todo).(waiting).item
		at := best[entry]
		if at.done {
			continue
		}
		at.done = true
		for _, i := range sum.of[entry] {
			it := sum.items[i]
			if c := at.plus(it.weight, it.length); a.final[it.state] && (last == None || c.compare(least) < 0) {
				last, least = i, c
			}
		}
		for _, x := range calls[entry] {
			it := sum.items[x.item]
			c := at.plus(it.weight, it.length).plus(w(it.state, None, Symbol{Call, x.letter}, x.entry), 1)
			add(x.entry, call{from: x.item, letter: x.letter, cost: c})
		}
	}
	if last == None {
		return NestedRun{}, false
	}
	var way []int // items, the last first
	for i := last; i != None; i = best[sum.items[i].entry].from {
		way = append(way, i)
	}
	slices.Reverse(way)
	r := NestedRun{States: []int{sum.items[way[0]].entry}}
	for k, i := range way {
		sum.word(i, &r)
		if k+1 < len(way) {
			entry := sum.items[way[k+1]].entry
			r.step(Symbol{Call, best[entry].letter}, entry, None)
		}
	}
	return r, true
}

func (r *NestedRun) step(s Symbol, to, begin int) {
	r.Word, r.States, r.Begin = append(r.Word, s), append(r.States, to), append(r.Begin, begin)
}

// word adds the word of an item. Only calls within calls make it call itself.
func (s *summaries) word(i int, r *NestedRun) {
	var way []int
	for ; s.items[i].how.before != None; i = s.items[i].how.before {
		way = append(way, i)
	}
	slices.Reverse(way)
	for _, k := range way {
		it := s.items[k]
		if it.how.inside == None {
			r.step(Symbol{Internal, it.how.letter}, it.state, None)
			continue
		}
		begin := len(r.Word)
		r.step(Symbol{Call, it.how.call}, s.items[it.how.inside].entry, None)
		s.word(it.how.inside, r)
		r.step(Symbol{Return, it.how.letter}, it.state, begin)
	}
}
