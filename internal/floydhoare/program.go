package floydhoare

import (
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// Program is the program automaton (Fig. 4 of Greitschus, Dietsch, Podelski, SAS 2017): states are the locations at
// which blocks begin and end, letters are statements, and final states are the errors of asked obligations. State 0 is
// the entry. Each other state lies on an accepted word. No word leads to two states, so a word is one path.
//
// Without calls all states belong to the entry function. With calls (BlockOptions.Calls) words are nested (M. Heizmann,
// J. Hoenicke, A. Podelski: Nested interpolants, POPL 2010): a call and the return from it are separate letters, and
// the return leads from the exit of the called function to the location after the call.
//
//	main   L0 -x = input-> L2 -call L2-> f's L0 ...    f's L1 -return L2-> L3
//
// It differs from the paper's automaton: equal statements at different locations are one letter, but equal statements
// that leave one location are two letters.
type Program struct {
	*automata.Automaton[*Letter]
	Prog  *ir.Program
	Loc   []*ir.Loc       // by state
	State map[*ir.Loc]int // inverse of Loc
	// Elsewhere has, without Calls, the asked obligations with errors in called functions. No word leads to these errors.
	Elsewhere []*ir.Obligation

	asked  func(*ir.Obligation) bool // reports whether an obligation is to be proved
	blocks map[occurrence]Block
}

// occurrence is a letter that leaves a location. The block of a return is the block of its call. A return leaves the
// exit of the callee; in flat automata (flat.go) it leaves the location of the call.
type occurrence struct {
	loc    *ir.Loc
	letter int
}

// BlockOptions configure a Program.
type BlockOptions struct {
	Asked func(*ir.Obligation) bool // reports whether an obligation is to be proved; nil: all are
	// Cut, if not nil, reports whether blocks end at a location. Without Cut, blocks end where several edges meet or part,
	// at entries and exits, before and after calls, and at errors.
	Cut func(*ir.Loc) bool
	// Paths bounds the paths between two locations that are one letter (blocks.go). If it is 0 or 1, letters are
	// sequences.
	Paths int
	// Calls makes a call lead to the entry of the called function. Otherwise a call is one letter, with the effects that
	// the function may have.
	Calls bool
}

// Kind is the kind of a letter.
type Kind = automata.Kind

// Kinds.
const (
	Internal = automata.Internal
	Call     = automata.Call
	Return   = automata.Return
)

// Letter is a statement, a sequence of statements, or all paths between two locations. It may occur at several
// locations. Letters with the same key have the same triples.
type Letter struct {
	ID    int // the number in the alphabet
	Kind  Kind
	Key   string
	Block Block // one of the occurrences, with the statements of the letter
	Loops bool  // an occurrence lies in a loop of the program
	Func  *ir.Func
}

// String returns the text of its statements.
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

// Edges lists the edges of the block, topologically sorted.
func (b Block) Edges() []*ir.Edge {
	out := make([]*ir.Edge, len(b.Graph.Steps))
	for i, s := range b.Graph.Steps {
		out[i] = s.Edge
	}
	return out
}

// From and To return the locations where a block begins and ends.
func (b Block) From() *ir.Loc { return b.At[0] }
func (b Block) To() *ir.Loc   { return b.At[len(b.At)-1] }

// straight returns the block of a sequence of edges.
func straight(es []*ir.Edge) Block {
	b := Block{Graph: vc.BlockOf(es), At: []*ir.Loc{es[0].From}}
	for _, e := range es {
		b.At = append(b.At, e.To)
	}
	return b
}

// NewProgram returns the automaton of the paths to errors of asked obligations.
func NewProgram(p *ir.Program, o BlockOptions) *Program {
	asked := o.Asked
	if asked == nil {
		asked = func(*ir.Obligation) bool { return true }
	}
	w := &construction{out: &Program{Prog: p, asked: asked, blocks: map[occurrence]Block{}}, o: o,
		state: map[*ir.Loc]int{}, known: map[string]*Letter{}}
	var sigma *automata.Alphabet[*Letter]
	if o.Calls {
		for _, f := range called(p) {
			reached := graph.Reachable(f.Graph(), f.Entry.ID)
			w.function(f, func(l *ir.Loc) bool { return reached[l.ID] })
		}
		sigma = automata.NewNestedAlphabet(func(l *Letter) Kind { return l.Kind }, w.letters...)
	} else {
		f := p.Entry
		var errors []int
		for _, l := range f.Locs {
			if l.Kind == ir.Error && asked(l.Obligation) {
				errors = append(errors, l.ID)
			}
		}
		from, to := graph.Reachable(f.Graph(), f.Entry.ID), graph.Reaching(f.Graph(), errors...)
		w.function(f, func(l *ir.Loc) bool { return from[l.ID] && to[l.ID] })
		w.out.Elsewhere = elsewhere(p, from, asked)
		sigma = automata.NewAlphabet(w.letters...)
	}
	b := automata.NewBuilder(sigma)
	for i, l := range w.out.Loc {
		b.State(i == 0, l.Kind == ir.Error && asked(l.Obligation))
	}
	for _, m := range w.moves {
		if sigma.Kind(m.letter.ID) == Return {
			b.Return(m.from, m.caller, m.letter.ID, m.to)
		} else {
			b.Move(m.from, m.letter.ID, m.to)
		}
	}
	w.out.trim(b.Build(), w.out.Loc)
	return w.out
}

// trim sets the automaton of p to the part of a whose states lie on accepted words, and the entry. locs has the
// locations of the states of a.
func (p *Program) trim(a *automata.Automaton[*Letter], locs []*ir.Loc) {
	t, was := automata.Trim(a)
	if len(was) == 0 { // no word is accepted
		b := automata.NewBuilder(a.Alphabet)
		b.State(true, false)
		t, was = b.Build(), []int{0}
	}
	p.Automaton, p.Loc, p.State = t, make([]*ir.Loc, len(was)), map[*ir.Loc]int{}
	for s, old := range was {
		p.Loc[s], p.State[locs[old]] = locs[old], s
	}
}

// called lists the functions that may run, the entry function first.
func called(p *ir.Program) []*ir.Func {
	out, seen := []*ir.Func{p.Entry}, map[*ir.Func]bool{p.Entry: true}
	for k := 0; k < len(out); k++ {
		reached := graph.Reachable(out[k].Graph(), out[k].Entry.ID)
		for _, e := range out[k].Edges {
			if c, is := e.Stmt.(*ir.Call); is && reached[e.From.ID] && !seen[c.Func] {
				seen[c.Func] = true
				out = append(out, c.Func)
			}
		}
	}
	return out
}

// construction is the state of NewProgram.
type construction struct {
	out     *Program
	o       BlockOptions
	state   map[*ir.Loc]int    // the states so far
	known   map[string]*Letter // the letters by name
	letters []*Letter
	moves   []move
}

// move is a move of the automaton; caller is the state before the call if letter is a return.
type move struct {
	from, caller, to int
	letter           *Letter
}

// at returns the state of a location. It makes the state if there is none.
func (w *construction) at(l *ir.Loc) int {
	s, ok := w.state[l]
	if !ok {
		s = len(w.out.Loc)
		w.state[l], w.out.Loc = s, append(w.out.Loc, l)
	}
	return s
}

// letter returns the letter with a name. It makes the letter if there is none.
func (w *construction) letter(name, key string, kind Kind, b Block) *Letter {
	a := w.known[name]
	if a == nil {
		a = &Letter{ID: len(w.letters), Kind: kind, Key: key, Block: b, Func: b.From().Func}
		w.known[name], w.letters = a, append(w.letters, a)
	}
	return a
}

// function adds the states and moves of a function. Only locations that satisfy allowed are considered.
func (w *construction) function(f *ir.Func, allowed func(*ir.Loc) bool) {
	_, comp := graph.SCC(f.Graph())
	again := w.o.Calls && slices.ContainsFunc(f.Edges, func(e *ir.Edge) bool {
		c, is := e.Stmt.(*ir.Call)
		return is && recursive(c.Func, f)
	})
	blocks := w.o.leaving(f, allowed)
	begun, seen := []*ir.Loc{f.Entry}, map[*ir.Loc]bool{f.Entry: true}
	w.at(f.Entry)
	for k := 0; k < len(begun); k++ {
		l := begun[k]
		times := map[string]int{}
		for _, b := range blocks(l) {
			e := b.Graph.Steps[0].Edge
			if c, is := e.Stmt.(*ir.Call); is && w.o.Calls {
				w.call(e, c, b, comp[e.From.ID] == comp[e.To.ID])
			} else {
				k, kind := key(b), Internal
				if is {
					kind = Call
				}
				times[k]++
				a := w.letter(fmt.Sprintf("%d %s", times[k], k), k, kind, b)
				for _, e := range b.Edges() {
					a.Loops = a.Loops || again || comp[e.From.ID] == comp[e.To.ID]
				}
				w.moves = append(w.moves, move{from: w.at(l), to: w.at(b.To()), letter: a})
				w.out.blocks[occurrence{l, a.ID}] = b
			}
			if !seen[b.To()] {
				seen[b.To()] = true
				begun = append(begun, b.To())
			}
		}
	}
}

// call adds the letters and moves of a call and of the return from it. loop reports whether the call lies in a loop of
// its function; a recursive call counts as a loop too.
func (w *construction) call(e *ir.Edge, c *ir.Call, b Block, loop bool) {
	f := e.From.Func
	k := fmt.Sprintf("%d e%d", f.ID, e.ID)
	begin, end := w.letter("call "+k, "call "+k, Call, b), w.letter("return "+k, "return "+k, Return, b)
	begin.Loops = loop || recursive(c.Func, f)
	end.Loops = begin.Loops
	w.moves = append(w.moves, move{from: w.at(e.From), to: w.at(c.Func.Entry), letter: begin},
		move{from: w.at(c.Func.Exit), caller: w.at(e.From), to: w.at(e.To), letter: end})
	w.out.blocks[occurrence{e.From, begin.ID}] = b
	w.out.blocks[occurrence{c.Func.Exit, end.ID}], w.out.blocks[occurrence{e.From, end.ID}] = b, b
}

// recursive reports whether the functions from and to are equal, or from may call to, directly or not.
func recursive(from, to *ir.Func) bool {
	return graph.Closure([]*ir.Func{from}, func(f *ir.Func, next func(*ir.Func)) {
		for _, e := range f.Edges {
			if c, is := e.Stmt.(*ir.Call); is {
				next(c.Func)
			}
		}
	})[to]
}

// HasCalls reports whether some path to an asked error has a call that the automaton does not follow.
func (p *Program) HasCalls() bool {
	if len(p.Elsewhere) > 0 {
		return true
	}
	for l := range p.Alphabet.Len() {
		if p.Alphabet.Letter(l).Kind == Call && p.Alphabet.Kind(l) == Internal {
			return true
		}
	}
	return false
}

// Callee returns the function that the block of a call calls.
func (b Block) Callee() *ir.Func { return b.Graph.Steps[0].Edge.Stmt.(*ir.Call).Func }

// Only returns the automaton of the paths to the asked errors for which asked is true, over the same letters.
func (p *Program) Only(asked func(*ir.Obligation) bool) *Program {
	out := &Program{Prog: p.Prog, blocks: p.blocks,
		asked: func(o *ir.Obligation) bool { return p.asked(o) && asked(o) }}
	for _, o := range p.Elsewhere {
		if asked(o) {
			out.Elsewhere = append(out.Elsewhere, o)
		}
	}
	out.trim(p.WithFinal(func(s int) bool { return p.Final(s) && asked(p.Loc[s].Obligation) }), p.Loc)
	return out
}

// elsewhere lists the asked obligations with errors in functions that may be called from reached locations of the entry
// function.
func elsewhere(p *ir.Program, reached []bool, asked func(*ir.Obligation) bool) (out []*ir.Obligation) {
	var roots []*ir.Func
	for _, e := range p.Entry.Edges {
		if c, is := e.Stmt.(*ir.Call); is && reached[e.From.ID] {
			roots = append(roots, c.Func)
		}
	}
	met := map[*ir.Obligation]bool{}
	graph.Closure(roots, func(f *ir.Func, next func(*ir.Func)) {
		for _, l := range f.Locs {
			if l.Kind == ir.Error && asked(l.Obligation) && !met[l.Obligation] {
				met[l.Obligation] = true
				out = append(out, l.Obligation)
			}
		}
		for _, e := range f.Edges {
			if c, is := e.Stmt.(*ir.Call); is {
				next(c.Func)
			}
		}
	})
	return out
}

// leaving returns a function that lists the blocks that begin at a location. Only locations that satisfy allowed are
// considered.
func (o BlockOptions) leaving(f *ir.Func, allowed func(*ir.Loc) bool) func(*ir.Loc) []Block {
	if o.Paths > 1 {
		inside := inner(f, o.Paths, o.Cut, allowed)
		return func(l *ir.Loc) []Block { return between(l, inside, allowed) }
	}
	return func(l *ir.Loc) (out []Block) {
		for _, e := range l.Out {
			if allowed(e.To) {
				out = append(out, straight(sequence(e, o.Cut, allowed)))
			}
		}
		return out
	}
}

// sequence lists the edges of the block that begins with e. The block continues as long as locations have one edge in
// and one edge out.
func sequence(e *ir.Edge, cut func(*ir.Loc) bool, allowed func(*ir.Loc) bool) []*ir.Edge {
	out := []*ir.Edge{e}
	calls := func(e *ir.Edge) bool {
		_, is := e.Stmt.(*ir.Call)
		return is
	}
	for !calls(e) {
		l := e.To
		f := l.Func
		if len(l.In) != 1 || len(l.Out) != 1 || l == f.Entry || l == f.Exit || l.Kind == ir.Error || cut != nil && cut(l) ||
			calls(l.Out[0]) || !allowed(l.Out[0].To) {
			break
		}
		e = l.Out[0]
		out = append(out, e)
	}
	return out
}

// block returns the occurrence of a letter that leaves a state.
func (p *Program) block(state, letter int) Block { return p.blocks[occurrence{p.Loc[state], letter}] }

// Block lists the occurrences of a letter between two states. There is at most one.
func (p *Program) Block(from, letter, to int) []Block {
	for _, m := range p.On(from, letter) {
		if m.To == to {
			return []Block{p.block(from, letter)}
		}
	}
	return nil
}

// next returns the state to which a letter leads from the state with number at; None if it leads to no state. callers
// has the states before the calls that have begun and not ended; next updates it.
func (p *Program) next(at int, callers *[]int, letter int) int {
	if p.Alphabet.Kind(letter) == Return {
		n := len(*callers)
		if n == 0 {
			return automata.None
		}
		caller := (*callers)[n-1]
		*callers = (*callers)[:n-1]
		for _, m := range p.ReturnsTo(at, caller) {
			if m.Letter == letter {
				return m.To
			}
		}
		return automata.None
	}
	moves := p.On(at, letter)
	if len(moves) == 0 {
		return automata.None
	}
	if p.Alphabet.Kind(letter) == Call {
		*callers = append(*callers, at)
	}
	return moves[0].To
}

// Trace returns a word, beginning with letter number from, as a path of package vc. Sequences become single edges,
// other letters become blocks. A return is not a step, since the step to the exit of the callee leads back to the
// caller. first has for each letter the index of its first step in the path, and at the end the number of steps. states
// has the states before and after each letter. If the word is not a path of the program, the result ends where it
// leaves the program.
func (p *Program) Trace(word []int, from int) (path vc.Path, first, states []int) {
	at := 0
	var callers []int
	for i, l := range word {
		to := p.next(at, &callers, l)
		if to == automata.None {
			break
		}
		if i >= from {
			if i == from && from > 0 {
				path.Start = vc.Point{Loc: p.Loc[at]}
			}
			first, states = append(first, len(path.Edges)), append(states, at)
			if p.Alphabet.Kind(l) != Return {
				path = p.block(at, l).appendTo(path)
			}
		}
		at = to
	}
	return path, append(first, len(path.Edges)), append(states, at)
}

// Path returns a path of a word, up to the point at which the word leaves the program: the edges, on a shortest path
// through each letter, and the states before and after each letter.
func (p *Program) Path(word []int) (edges []*ir.Edge, states []int) {
	_, _, states = p.Trace(word, 0)
	for i := range len(states) - 1 {
		if p.Alphabet.Kind(word[i]) != Return {
			edges = append(edges, p.block(states[i], word[i]).Path()...)
		}
	}
	return edges, states
}

// PathProgram returns the path program of a word (section 3): its letters, and the edges of all occurrences of these
// letters. key identifies the set of letters.
func (p *Program) PathProgram(word []int) (letters map[int]bool, edges []*ir.Edge, key string) {
	letters = map[int]bool{}
	for _, l := range word {
		letters[l] = true
	}
	return letters, p.Edges(letters), p.key(letters)
}

// Edges lists the edges of all occurrences of some letters.
func (p *Program) Edges(letters map[int]bool) (edges []*ir.Edge) {
	for s := range p.Len() {
		for _, m := range p.Moves(s) {
			if letters[m.Letter] {
				edges = append(edges, p.block(s, m.Letter).Edges()...)
			}
		}
	}
	return edges
}

// adj returns the graph of the automaton, without letters.
func (p *Program) adj() graph.Adj {
	adj := make(graph.Adj, p.Len())
	for s := range adj {
		for _, m := range p.Moves(s) {
			adj[s] = append(adj[s], m.To)
		}
		for _, m := range p.Returns(s) {
			adj[s] = append(adj[s], m.To)
		}
	}
	return adj
}
