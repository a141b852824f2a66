package automata

import "container/heap"

// nestedMoves are the moves of an automaton of nested words. They call f with letter and target of each move, and are
// not ok when the time is over.
type nestedMoves interface {
	start() []int
	internal(s int, f func(letter, to int)) (ok bool)
	call(s int, f func(letter, to int)) (ok bool)
	back(s, caller int, f func(letter, to int)) (ok bool)
	ends(s int) bool // back may have moves
}

// summaries say what an automaton of nested words can do between the begin of a call and its end: an item is the state
// behind a call, its entry (or an initial state), with a state to which words lead from there in which each call has
// ended. These are the edges of the saturated pushdown system (Reps, Horwitz, Sagiv: Precise interprocedural dataflow
// analysis via graph reachability, POPL 1995), found only for entries that are called. Each item has the lightest word
// that leads to it (Knuth, A generalization of Dijkstra's algorithm, IPL 6, 1977): one item's words are made of those
// of others that are no heavier, so that who is least is known for good.
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
	cost         // of the lightest word from the entry
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

// weigher says what a step weighs; caller is None but for returns.
type weigher func(from, caller int, s Symbol, to int) int

// summarise finds all items, those of little weight first; in the order Depth, the last that was found first. It is not
// ok if the time is over.
func summarise(a nestedMoves, o Order, weight weigher) (s *summaries, ok bool) {
	s = &summaries{number: map[[2]int]int{}, of: map[int][]int{}, sites: map[int][]site{}}
	exits := map[int][]int{} // by entry: its items at which a call may end
	todo, n := &front{}, 0
	reach := func(entry, state int, c cost, how origin) int {
		key := [2]int{entry, state}
		i, known := s.number[key]
		if !known {
			i = len(s.items)
			s.number[key], s.items = i, append(s.items, item{entry: entry, state: state, cost: c, how: how})
		} else if it := &s.items[i]; it.done || o == Depth || c.compare(it.cost) >= 0 {
			return i
		} else {
			it.cost, it.how = c, how
		}
		n++
		if o == Depth {
			heap.Push(todo, waiting{cost{}, -n, i})
		} else {
			heap.Push(todo, waiting{c, n, i})
		}
		return i
	}
	enter := func(entry int) int { return reach(entry, entry, cost{}, origin{None, None, 0, 0}) }
	joined := func(caller site, inside int) bool {
		at, end := s.items[caller.item], s.items[inside]
		return a.back(end.state, at.state, func(letter, to int) {
			c := at.plus(weight(at.state, None, Symbol{Call, caller.letter}, end.entry), 1)
			c = c.plus(end.weight+weight(end.state, at.state, Symbol{Return, letter}, to), end.length+1)
			after := reach(at.entry, to, c, origin{caller.item, inside, caller.letter, letter})
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
		ends := a.ends(it.state)
		if ends {
			exits[it.entry] = append(exits[it.entry], i)
		}
		ok = a.internal(it.state, func(letter, to int) {
			k := reach(it.entry, to, it.plus(weight(it.state, None, Symbol{Internal, letter}, to), 1),
				origin{i, None, 0, letter})
			s.steps = append(s.steps, [2]int{i, k})
		})
		ok = ok && a.call(it.state, func(letter, to int) {
			s.sites[to] = append(s.sites[to], site{i, letter})
			enter(to)
			for _, inside := range exits[to] {
				if inside != i { // that one comes below
					ok = joined(site{i, letter}, inside) && ok
				}
			}
		})
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

// flat weighs all steps alike.
func flat(int, int, Symbol, int) int { return 1 }

// all are the moves of an automaton.
type all[L comparable] struct{ a *Nested[L] }

func (x all[L]) start() []int { return x.a.initial }

func (x all[L]) internal(s int, f func(letter, to int)) bool {
	for _, m := range x.a.internal[s] {
		f(m.Letter, m.To)
	}
	return true
}

func (x all[L]) call(s int, f func(letter, to int)) bool {
	for _, m := range x.a.call[s] {
		f(m.Letter, m.To)
	}
	return true
}

func (x all[L]) ends(s int) bool { return len(x.a.back[s]) > 0 }

func (x all[L]) back(s, caller int, f func(letter, to int)) bool {
	for _, m := range x.a.behind(s, caller) {
		f(m.Letter, m.To)
	}
	return true
}
