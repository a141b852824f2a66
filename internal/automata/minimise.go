package automata

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
)

// Classes is an automaton whose states are classes of states of another that
// accept the same words.
type Classes[L comparable] struct {
	*Automaton[L]
	Class []int // by state of the other: the class, None if no word is accepted from it, or none reaches it
}

// Minimise gives the deterministic automaton with the fewest states for the
// words of a deterministic one (states that lead nowhere are left out). With colours
// (nil: all alike) only states of one colour are put together: a colour may say what
// an annotated state means.
//
// It is Hopcroft's refinement (1971): a class is split by which of its states move into
// a splitter; of two halves the smaller is the next splitter. What it costs is
// in proportion to the moves, times the logarithm of the states.
func Minimise[L comparable](a *Automaton[L], colour func(s int) int) *Classes[L] {
	if !a.Deterministic() {
		panic("automata: minimise an automaton that is not deterministic")
	}
	useful := a.useful()
	p := refine(a, useful, colour)
	out := &Classes[L]{Class: make([]int, a.Len())}
	b := NewBuilder(a.Alphabet)
	number := make([]int, len(p.blocks))
	for i := range number {
		number[i] = None
	}
	initial := None
	if len(a.initial) > 0 && useful[a.initial[0]] {
		initial = p.of[a.initial[0]]
	}
	for s := range a.Len() { // classes are numbered by their first state
		out.Class[s] = None
		if !useful[s] {
			continue
		}
		if c := p.of[s]; number[c] == None {
			number[c] = b.State(c == initial, a.final[s])
		}
		out.Class[s] = number[p.of[s]]
	}
	for _, block := range p.blocks {
		if len(block) == 0 {
			continue
		}
		for _, m := range a.moves[block[0]] {
			if useful[m.To] {
				b.Move(out.Class[block[0]], m.Letter, out.Class[m.To])
			}
		}
	}
	out.Automaton = b.Build()
	return out
}

// adj is the automaton without letters.
func (a *Automaton[L]) adj() graph.Adj {
	adj := make(graph.Adj, a.Len())
	for s, all := range a.moves {
		for _, m := range all {
			adj[s] = append(adj[s], m.To)
		}
	}
	return adj
}

// useful are the states that a word reaches and from which a word is accepted.
func (a *Automaton[L]) useful() []bool {
	adj := a.adj()
	var final []int
	for s, is := range a.final {
		if is {
			final = append(final, s)
		}
	}
	reached := graph.Reachable(adj, a.initial...)
	for s, live := range graph.Reaching(adj, final...) {
		reached[s] = reached[s] && live
	}
	return reached
}

// partition is a partition of some states.
type partition struct {
	blocks [][]int // the states of each block
	of     []int   // the block of each state
	at     []int   // its place in the block
}

// refine is the coarsest partition of the useful states in which states of a block are all final or none is, have one colour, and
// move into one block under each letter, or nowhere.
func refine[L comparable](a *Automaton[L], useful []bool, colour func(int) int) *partition {
	p := &partition{of: make([]int, a.Len()), at: make([]int, a.Len())}
	kinds := map[[2]int]int{}
	back := make([][]Move, a.Len()) // To is where the move comes from
	for s, all := range a.moves {
		if !useful[s] {
			continue
		}
		kind := [2]int{}
		if a.final[s] {
			kind[0] = 1
		}
		if colour != nil {
			kind[1] = colour(s)
		}
		k, known := kinds[kind]
		if !known {
			k = len(p.blocks)
			kinds[kind], p.blocks = k, append(p.blocks, nil)
		}
		p.put(s, k)
		for _, m := range all {
			if useful[m.To] {
				back[m.To] = append(back[m.To], Move{m.Letter, s})
			}
		}
	}
	todo := make([]int, len(p.blocks))
	waits := make([]bool, len(p.blocks))
	for i := range todo {
		todo[i], waits[i] = i, true
	}
	// A move that is missing goes to a dead state that is its own class. It is never a splitter: a state without the
	// move is told from one with it when the target's block is.
	for len(todo) > 0 {
		splitter := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		waits[splitter] = false
		into := map[int][]int{} // by letter: the states that move into the splitter
		for _, t := range p.blocks[splitter] {
			for _, m := range back[t] {
				into[m.Letter] = append(into[m.Letter], m.To)
			}
		}
		for _, l := range sortedKeys(into) {
			for _, half := range p.split(into[l]) {
				waits = append(waits, false)
				next := half[1] // the new block
				if !waits[half[0]] && len(p.blocks[half[0]]) < len(p.blocks[half[1]]) {
					next = half[0]
				}
				if !waits[next] {
					waits[next], todo = true, append(todo, next)
				}
			}
		}
	}
	return p
}

func sortedKeys(m map[int][]int) []int {
	keys := make([]int, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func (p *partition) put(s, block int) {
	p.of[s], p.at[s] = block, len(p.blocks[block])
	p.blocks[block] = append(p.blocks[block], s)
}

// split moves the given states (each once) out of their blocks, where others stay: what was split, and into what.
func (p *partition) split(states []int) (halves [][2]int) {
	touched := map[int][]int{}
	var order []int
	for _, s := range states {
		b := p.of[s]
		if touched[b] == nil {
			order = append(order, b)
		}
		touched[b] = append(touched[b], s)
	}
	for _, b := range order {
		out := touched[b]
		if len(out) == len(p.blocks[b]) {
			continue
		}
		fresh := len(p.blocks)
		p.blocks = append(p.blocks, nil)
		for _, s := range out {
			block := p.blocks[b]
			last := block[len(block)-1]
			block[p.at[s]], p.at[last] = last, p.at[s]
			p.blocks[b] = block[:len(block)-1]
			p.put(s, fresh)
		}
		halves = append(halves, [2]int{b, fresh})
	}
	return halves
}
