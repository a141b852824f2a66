package automata

// Trim returns an automaton of the same words without the states that lie on no accepted word. If a has returns, it
// also leaves out moves that lie on no accepted word. was[s] is the state of a that became s.
func Trim[L comparable](a *Automaton[L]) (t *Automaton[L], was []int) {
	if a.returns != nil {
		s, _ := summarise(a.Alphabet, movesOf[L]{a}, Shortest)
		return trimNested(a, s)
	}
	keep := a.useful()
	t = &Automaton[L]{Alphabet: a.Alphabet, at: []int32{0}}
	number := make([]int, a.Len())
	moves := 0
	for s, is := range keep {
		number[s] = None
		if is {
			number[s], was = len(was), append(was, s)
			moves += int(a.at[s+1] - a.at[s])
		}
	}
	if len(was) == a.Len() {
		return a, was
	}
	t.moves = make([]Move, 0, moves)
	for _, s := range was { // the new numbers are in the order of the old ones, so the moves stay sorted
		for _, m := range a.Moves(s) {
			if to := number[m.To]; to != None {
				t.moves = append(t.moves, Move{m.Letter, to})
			}
		}
		t.at, t.final = append(t.at, int32(len(t.moves))), append(t.final, a.final[s])
	}
	for _, s := range a.initial {
		if keep[s] {
			t.initial = append(t.initial, number[s])
		}
	}
	return t, was
}

// reached returns the states that a word reaches.
func (a *Automaton[L]) reached() []bool {
	seen := make([]bool, a.Len())
	var todo []int
	visit := func(s int) {
		if !seen[s] {
			seen[s], todo = true, append(todo, s)
		}
	}
	for _, s := range a.initial {
		visit(s)
	}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, m := range a.Moves(s) {
			visit(m.To)
		}
	}
	return seen
}

// incoming returns the moves by their targets: the numbers of the moves to s are list[at[s]:at[s+1]], in order.
func (a *Automaton[L]) incoming() (at, list []int32) {
	at = make([]int32, a.Len()+2)
	for _, m := range a.moves {
		at[m.To+2]++
	}
	for s := range a.Len() {
		at[s+2] += at[s+1]
	}
	list = make([]int32, len(a.moves))
	for i, m := range a.moves { // at[s+1] is the index for the next move to s; at the end it is the end of its moves
		list[at[m.To+1]] = int32(i)
		at[m.To+1]++
	}
	return at[:a.Len()+1], list
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

// reaching returns the states from which some word is accepted.
func (a *Automaton[L]) reaching() []bool {
	at, in := a.incoming()
	from := a.sources()
	seen := make([]bool, a.Len())
	var todo []int32
	for s, is := range a.final {
		if is {
			seen[s], todo = true, append(todo, int32(s))
		}
	}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, i := range in[at[s]:at[s+1]] {
			if f := from[i]; !seen[f] {
				seen[f], todo = true, append(todo, f)
			}
		}
	}
	return seen
}

// useful returns the states that a word reaches and from which a word is accepted.
func (a *Automaton[L]) useful() []bool {
	out := a.reached()
	for s, live := range a.reaching() {
		out[s] = out[s] && live
	}
	return out
}
