package automata

import "slices"

// Trim returns an automaton of the same words without the states and moves that lie on no accepted word. was[s] is the
// state of a that became s.
func Trim[L comparable](a *Automaton[L]) (t *Automaton[L], was []int) {
	s, _ := summarise(a.Alphabet, movesOf[L]{a}, Shortest, nil)
	here, live := a.live(s)
	number := make([]int, a.Len()) // by state: its new number
	for q := range number {
		number[q] = None
	}
	used, n := make([]bool, a.Size()), 0 // by number of a move
	use := func(move int32) {
		if !used[move] {
			used[move] = true
			n++
		}
	}
	for i, it := range s.items {
		if !live[i] {
			continue
		}
		number[it.state] = 0
		f := s.frames[it.frame]
		for k := a.at[it.state]; k < a.at[it.state+1]; k++ {
			if m := a.moves[k]; a.Alphabet.Kind(m.Letter) == Internal && live[f.item(m.To)] {
				use(k)
			}
		}
	}
	for _, x := range s.links {
		if x.kind == begins && here[x.to] || x.kind != begins && live[x.to] {
			use(x.move)
		}
	}
	for q, n := range number {
		if n != None {
			number[q], was = len(was), append(was, q)
		}
	}
	if len(was) == a.Len() && n == a.Size() {
		return a, was
	}
	t = &Automaton[L]{Alphabet: a.Alphabet, at: []int32{0}, moves: make([]Move, 0, n)}
	for _, s := range was { // the new numbers are in the order of the old ones, so the moves stay sorted
		for i := a.at[s]; i < a.at[s+1]; i++ {
			if m := a.moves[i]; used[i] {
				t.moves = append(t.moves, Move{m.Letter, number[m.To]})
			}
		}
		t.at, t.final = append(t.at, int32(len(t.moves))), append(t.final, a.final[s])
	}
	if n > len(t.moves) {
		t.returnAt = []int32{0}
		for _, s := range was {
			for i := a.returnAt[s]; i < a.returnAt[s+1]; i++ {
				if m := a.returns[i]; used[len(a.moves)+int(i)] {
					t.returns = append(t.returns, ReturnMove{number[m.Caller], m.Letter, number[m.To]})
				}
			}
			t.returnAt = append(t.returnAt, int32(len(t.returns)))
		}
	}
	for _, s := range a.initial {
		if number[s] != None {
			t.initial = append(t.initial, number[s])
		}
	}
	return t, was
}

// live reports for each item whether a continuation from it is accepted. For here, the continuation must not end the
// call of the item's frame; for live it may.
func (a *Automaton[L]) live(s *summaries) (here, live []bool) {
	first, in := a.incoming()
	from := a.sources()
	begin := make([]int32, len(s.items)+2) // the links to item i are links[begin[i]:begin[i+1]]
	links := make([]link, len(s.links))
	group(s.links, links, begin, func(x link) int32 { return x.to })
	var todo []int32
	follow := func(marks []bool, but linkKind) []bool {
		visit := func(i int32) {
			if !marks[i] {
				marks[i], todo = true, append(todo, i)
			}
		}
		for i, is := range marks {
			if is {
				todo = append(todo, int32(i))
			}
		}
		for len(todo) > 0 {
			i := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			it := s.items[i]
			f := s.frames[it.frame]
			for _, m := range in[first[it.state]:first[it.state+1]] {
				if k := f.item(int(from[m])); k != None && a.Alphabet.Kind(a.moves[m].Letter) == Internal {
					visit(int32(k))
				}
			}
			for _, x := range links[begin[i]:begin[i+1]] {
				if x.kind != but {
					visit(x.from)
				}
			}
		}
		return marks
	}
	here = make([]bool, len(s.items))
	for i, it := range s.items {
		here[i] = a.final[it.state]
	}
	follow(here, leaves)
	if len(s.frames) == 1 {
		return here, here
	}
	return here, follow(slices.Clone(here), begins)
}

// group sorts the elements of all into out by key, keeping their order: out[begin[k]:begin[k+1]] has the elements with
// key k. begin has two elements more than there are keys.
func group[E any](all, out []E, begin []int32, key func(E) int32) {
	for _, x := range all {
		begin[key(x)+2]++
	}
	for k := 2; k < len(begin); k++ {
		begin[k] += begin[k-1]
	}
	for _, x := range all { // begin[k+1] is the index for the next element with key k; at the end it is their end
		k := key(x)
		out[begin[k+1]] = x
		begin[k+1]++
	}
}

// incoming returns the moves by their targets: the numbers of the moves to s are list[at[s]:at[s+1]], in order.
func (a *Automaton[L]) incoming() (at, list []int32) {
	at, list = make([]int32, a.Len()+2), make([]int32, len(a.moves))
	all := make([]int32, len(a.moves))
	for i := range all {
		all[i] = int32(i)
	}
	group(all, list, at, func(i int32) int32 { return int32(a.moves[i].To) })
	return at, list
}

// sources returns for each move the state that it leaves.
func (a *Automaton[L]) sources() []int32 {
	from := make([]int32, len(a.moves))
	for s := range a.Len() {
		for i := a.at[s]; i < a.at[s+1]; i++ {
			from[i] = int32(s)
		}
	}
	return from
}
