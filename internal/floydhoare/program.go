package floydhoare

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// Program is the program automaton (Fig. 4 of Greitschus, Dietsch, Podelski, SAS 2017): states are locations of the
// entry function at which blocks begin and end, letters are statements, final states are errors that are asked for.
// Only locations from which one is reached are states; state 0 is the entry. No word leads to two states, so a word is
// one path.
//
// It differs from the paper's: what returns alike from different places is one letter, but what leaves one location
// alike is two.
type Program struct {
	*automata.Automaton[*Letter]
	Prog  *ir.Program
	Loc   []*ir.Loc // by state
	State map[*ir.Loc]int
	// Elsewhere are obligations that are asked for and have errors in functions that the entry function calls: no word
	// leads there.
	Elsewhere []*ir.Obligation

	asked  func(*ir.Obligation) bool
	blocks map[place]map[int]Block // by where they begin and letter: to where
}

// place is a state and a letter.
type place struct{ state, letter int }

// BlockOptions say what is one letter.
type BlockOptions struct {
	Asked func(*ir.Obligation) bool // nil: all
	// Cut says where blocks end beside the places at which they must: where several edges meet or part, at entries and
	// exits, around calls, at errors. nil: nowhere.
	Cut func(*ir.Loc) bool
	// Ways is how many ways between two locations are one letter at most (blocks.go), 0: letters are sequences.
	Ways int
}

// Kind is what a letter does: a call leads into a function, in a Program and back, by what is known of it.
type Kind = automata.Kind

// Kinds.
const (
	Internal = automata.Internal
	Call     = automata.Call
	Return   = automata.Return
)

// Letter is a statement, a sequence, or all ways between two places, wherever it stands. Letters with one key have the
// same triples.
type Letter struct {
	ID    int // in the alphabet
	Kind  Kind
	Key   string
	Block Block // one occurrence: what the letter means
	Loops bool  // some occurrence lies in a loop of the program
	Func  *ir.Func
}

// String is the text of its statements.
func (l *Letter) String() string {
	if l.Kind == Return {
		return "return from " + l.Block.String()
	}
	return l.Block.String()
}

// Block is an occurrence of a letter.
type Block struct {
	Graph vc.Block
	At    []*ir.Loc // by node of Graph
}

// Edges are all of the block, those to a place before those from it.
func (b Block) Edges() []*ir.Edge {
	out := make([]*ir.Edge, len(b.Graph.Steps))
	for i, s := range b.Graph.Steps {
		out[i] = s.Edge
	}
	return out
}

// From and To are where a block begins and ends.
func (b Block) From() *ir.Loc { return b.At[0] }
func (b Block) To() *ir.Loc   { return b.At[len(b.At)-1] }

// straight is the block of a sequence.
func straight(es []*ir.Edge) Block {
	b := Block{Graph: vc.BlockOf(es), At: []*ir.Loc{es[0].From}}
	for _, e := range es {
		b.At = append(b.At, e.To)
	}
	return b
}

// NewProgram makes the automaton of what may lead to asked errors.
func NewProgram(p *ir.Program, o BlockOptions) *Program {
	asked := o.Asked
	if asked == nil {
		asked = func(*ir.Obligation) bool { return true }
	}
	out := &Program{Prog: p, State: map[*ir.Loc]int{}, asked: asked, blocks: map[place]map[int]Block{}}
	f := p.Entry
	var errors []int
	for _, l := range f.Locs {
		if l.Kind == ir.Error && asked(l.Obligation) {
			errors = append(errors, l.ID)
		}
	}
	from, to := graph.Reachable(f.Graph(), f.Entry.ID), graph.Reaching(f.Graph(), errors...)
	in := func(l *ir.Loc) bool { return from[l.ID] && to[l.ID] }
	out.Elsewhere = elsewhere(p, from, asked)

	leaving := o.leaving(f, in)
	_, comp := graph.SCC(f.Graph())
	var begun []*ir.Loc
	state := func(l *ir.Loc) int {
		s, ok := out.State[l]
		if !ok {
			s = len(out.Loc)
			out.State[l], out.Loc, begun = s, append(out.Loc, l), append(begun, l)
		}
		return s
	}
	type move struct {
		from, to int
		letter   *Letter
	}
	var moves []move
	var letters []*Letter
	known := map[string]*Letter{}
	state(f.Entry)
	for len(begun) > 0 {
		l := begun[0]
		begun = begun[1:]
		seen := map[string]int{}
		for _, b := range leaving(l) {
			k := key(b)
			seen[k]++
			name := fmt.Sprintf("%d %s", seen[k], k)
			a := known[name]
			if a == nil {
				a = &Letter{ID: len(letters), Key: k, Block: b, Func: f}
				if _, is := b.Graph.Steps[0].Edge.Stmt.(*ir.Call); is {
					a.Kind = Call
				}
				known[name], letters = a, append(letters, a)
			}
			for _, e := range b.Edges() {
				a.Loops = a.Loops || comp[e.From.ID] == comp[e.To.ID]
			}
			m := move{state(l), state(b.To()), a}
			moves = append(moves, m)
			at := place{m.from, a.ID}
			out.blocks[at] = map[int]Block{m.to: b}
		}
	}
	sigma := automata.NewAlphabet(letters...)
	build := automata.NewBuilder(sigma)
	for i, l := range out.Loc {
		build.State(i == 0, l.Kind == ir.Error && asked(l.Obligation))
	}
	for _, m := range moves {
		build.Move(m.from, m.letter.ID, m.to)
	}
	out.Automaton = build.Build()
	return out
}

// Only is the automaton of what may lead to some of the asked errors, over the same letters.
func (p *Program) Only(asked func(*ir.Obligation) bool) *Program {
	adj := make(graph.Adj, p.Len())
	var errors []int
	for s, l := range p.Loc {
		for _, m := range p.Moves(s) {
			adj[s] = append(adj[s], m.To)
		}
		if p.Final(s) && asked(l.Obligation) {
			errors = append(errors, s)
		}
	}
	to := graph.Reaching(adj, errors...)
	out := &Program{Prog: p.Prog, State: map[*ir.Loc]int{}, asked: func(o *ir.Obligation) bool {
		return p.asked(o) &&
			asked(o)
	}, blocks: map[place]map[int]Block{}}
	for _, o := range p.Elsewhere {
		if asked(o) {
			out.Elsewhere = append(out.Elsewhere, o)
		}
	}
	build := automata.NewBuilder(p.Alphabet)
	for s, l := range p.Loc {
		if s == 0 || to[s] {
			out.State[l] = build.State(s == 0, p.Final(s) && asked(l.Obligation))
			out.Loc = append(out.Loc, l)
		}
	}
	for s, l := range p.Loc {
		for _, m := range p.Moves(s) {
			if !to[s] || !to[m.To] {
				continue
			}
			at := place{out.State[l], m.Letter}
			end := out.State[p.Loc[m.To]]
			build.Move(at.state, at.letter, end)
			out.blocks[at] = map[int]Block{end: p.blocks[place{s, m.Letter}][m.To]}
		}
	}
	out.Automaton = build.Build()
	return out
}

// elsewhere are the asked obligations with errors in functions that may be called from locations that are reached.
func elsewhere(p *ir.Program, reached []bool, asked func(*ir.Obligation) bool) (out []*ir.Obligation) {
	seen := map[*ir.Func]bool{p.Entry: true}
	var todo []*ir.Func
	calls := func(e *ir.Edge) {
		if c, is := e.Stmt.(*ir.Call); is && !seen[c.Func] {
			seen[c.Func] = true
			todo = append(todo, c.Func)
		}
	}
	for _, e := range p.Entry.Edges {
		if reached[e.From.ID] {
			calls(e)
			if c, is := e.Stmt.(*ir.Call); is && c.Func == p.Entry && !seen[nil] {
				seen[nil] = true
				todo = append(todo, p.Entry)
			}
		}
	}
	met := map[*ir.Obligation]bool{}
	for len(todo) > 0 {
		f := todo[0]
		todo = todo[1:]
		for _, l := range f.Locs {
			if l.Kind == ir.Error && asked(l.Obligation) && !met[l.Obligation] {
				met[l.Obligation] = true
				out = append(out, l.Obligation)
			}
		}
		for _, e := range f.Edges {
			calls(e)
		}
	}
	return out
}

// leaving are the blocks that leave a location of a function. Locations that are not in do not count.
func (o BlockOptions) leaving(f *ir.Func, in func(*ir.Loc) bool) func(*ir.Loc) []Block {
	if o.Ways > 1 {
		inside := inner(f, o.Ways, o.Cut, in)
		return func(l *ir.Loc) []Block { return between(l, inside, in) }
	}
	return func(l *ir.Loc) (out []Block) {
		for _, e := range l.Out {
			if in(e.To) {
				out = append(out, straight(sequence(e, o.Cut, in)))
			}
		}
		return out
	}
}

// sequence is the block that begins with an edge: it goes on as long as there is one way in and one way on.
func sequence(e *ir.Edge, cut func(*ir.Loc) bool, in func(*ir.Loc) bool) []*ir.Edge {
	out := []*ir.Edge{e}
	calls := func(e *ir.Edge) bool {
		_, is := e.Stmt.(*ir.Call)
		return is
	}
	for !calls(e) {
		l := e.To
		f := l.Func
		if len(l.In) != 1 || len(l.Out) != 1 || l == f.Entry || l == f.Exit || l.Kind == ir.Error || cut != nil && cut(l) ||
			calls(l.Out[0]) || !in(l.Out[0].To) {
			break
		}
		e = l.Out[0]
		out = append(out, e)
	}
	return out
}

// Block lists the occurrences of a letter between two states.
func (p *Program) Block(from, letter, to int) []Block {
	if b, ok := p.blocks[place{from, letter}][to]; ok {
		return []Block{b}
	}
	return nil
}

// Path is a path of a word, as far as it is one: its edges, on a shortest way through each letter, and the states
// before and after each letter.
func (p *Program) Path(word []int) (edges []*ir.Edge, states []int) {
	at := 0
	states = append(states, at)
	for _, l := range word {
		on := p.On(at, l)
		if len(on) == 0 {
			break
		}
		edges = append(edges, p.blocks[place{at, l}][on[0].To].Way()...)
		at = on[0].To
		states = append(states, at)
	}
	return edges, states
}

// PathProgram is the path program of a word (section 3): all occurrences of its letters. The key is the same for words
// with the same letters.
func (p *Program) PathProgram(word []int) (letters map[int]bool, edges []*ir.Edge, key string) {
	letters = map[int]bool{}
	for _, l := range word {
		letters[l] = true
	}
	return letters, p.Edges(letters), p.key(letters)
}

// Edges are those of all occurrences of some letters.
func (p *Program) Edges(letters map[int]bool) (edges []*ir.Edge) {
	for s := range p.Len() {
		for _, m := range p.Moves(s) {
			if letters[m.Letter] {
				edges = append(edges, p.blocks[place{s, m.Letter}][m.To].Edges()...)
			}
		}
	}
	return edges
}
