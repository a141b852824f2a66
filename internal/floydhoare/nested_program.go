package floydhoare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// NestedProgram is the program automaton where functions are called: its words are nested (M. Heizmann, J. Hoenicke, A.
// Podelski: Nested interpolants, POPL 2010), so that what returns from a call goes on behind this one. Letters and
// blocks are as in Program; a call and the return from it are letters of their own.
//
//	main   L0 -x = input-> L2 -call L2-> f's L0 ...    f's L1 -return L2-> L3
//
// Only states are there that lie on a word. No word leads to two states.
type NestedProgram struct {
	*automata.Automaton[*Letter]
	Prog *ir.Program
	Loc  []*ir.Loc // by state

	asked  func(*ir.Obligation) bool
	blocks map[leaving]Block
}

// leaving is a location and a letter.
type leaving struct {
	loc    *ir.Loc
	letter int
}

// HasCalls reports whether a call lies on a way to an asked error: then Program does not do.
func (p *Program) HasCalls() bool {
	if len(p.Elsewhere) > 0 {
		return true
	}
	for l := range p.Alphabet.Len() {
		if p.Alphabet.Letter(l).Kind == Call {
			return true
		}
	}
	return false
}

// NewNestedProgram makes the automaton of what may lead to asked errors.
func NewNestedProgram(p *ir.Program, o BlockOptions) *NestedProgram {
	asked := o.Asked
	if asked == nil {
		asked = func(*ir.Obligation) bool { return true }
	}
	w := &nesting{out: &NestedProgram{Prog: p, asked: asked, blocks: map[leaving]Block{}}, o: o, state: map[*ir.Loc]int{},
		known: map[string]*Letter{}}
	for _, f := range called(p) {
		w.function(f)
	}
	b := automata.NewBuilder(automata.NewNestedAlphabet(func(l *Letter) Kind { return l.Kind }, w.letters...))
	for _, l := range w.out.Loc {
		b.State(l == p.Entry.Entry, l.Kind == ir.Error && asked(l.Obligation))
	}
	for _, m := range w.moves {
		if m.letter.Kind == Return {
			b.Return(m.from, m.caller, m.letter.ID, m.to)
		} else {
			b.Move(m.from, m.letter.ID, m.to)
		}
	}
	w.out.trim(b.Build())
	return w.out
}

// trim takes over what lies on words.
func (p *NestedProgram) trim(a *automata.Automaton[*Letter]) {
	t, was := automata.Trim(a)
	locs := make([]*ir.Loc, len(was))
	for s, old := range was {
		locs[s] = p.Loc[old]
	}
	p.Automaton, p.Loc = t, locs
}

// called are the functions that may run, the entry function first.
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

// nesting is the making of a NestedProgram.
type nesting struct {
	out     *NestedProgram
	o       BlockOptions
	state   map[*ir.Loc]int
	known   map[string]*Letter
	letters []*Letter
	moves   []nestedMove
}

type nestedMove struct {
	from, caller, to int
	letter           *Letter
}

func (w *nesting) at(l *ir.Loc) int {
	s, ok := w.state[l]
	if !ok {
		s = len(w.out.Loc)
		w.state[l], w.out.Loc = s, append(w.out.Loc, l)
	}
	return s
}

func (w *nesting) letter(name, key string, kind Kind, b Block, f *ir.Func) *Letter {
	a := w.known[name]
	if a == nil {
		a = &Letter{ID: len(w.letters), Kind: kind, Key: key, Block: b, Func: f}
		w.known[name], w.letters = a, append(w.letters, a)
	}
	return a
}

// function adds what happens in a function, and where it calls others.
func (w *nesting) function(f *ir.Func) {
	_, comp := graph.SCC(f.Graph())
	reached := graph.Reachable(f.Graph(), f.Entry.ID)
	in := func(l *ir.Loc) bool { return reached[l.ID] }
	again := slices.ContainsFunc(f.Edges, func(e *ir.Edge) bool {
		c, is := e.Stmt.(*ir.Call)
		return is && w.recursive(c.Func, f)
	})
	blocks := w.o.leaving(f, in)
	begun, seen := []*ir.Loc{f.Entry}, map[*ir.Loc]bool{f.Entry: true}
	w.at(f.Entry)
	for k := 0; k < len(begun); k++ {
		l := begun[k]
		times := map[string]int{}
		for _, b := range blocks(l) {
			e := b.Graph.Steps[0].Edge
			if c, is := e.Stmt.(*ir.Call); is {
				w.call(e, c, b, comp[e.From.ID] == comp[e.To.ID])
			} else {
				k := key(b)
				times[k]++
				a := w.letter(fmt.Sprintf("%d %s", times[k], k), k, Internal, b, f)
				for _, e := range b.Edges() {
					a.Loops = a.Loops || again || comp[e.From.ID] == comp[e.To.ID]
				}
				w.moves = append(w.moves, nestedMove{from: w.at(l), to: w.at(b.To()), letter: a})
				w.out.blocks[leaving{l, a.ID}] = b
			}
			if !seen[b.To()] {
				seen[b.To()] = true
				begun = append(begun, b.To())
			}
		}
	}
}

// call adds the letters of a call and of the return from it. What is recursive is a loop.
func (w *nesting) call(e *ir.Edge, c *ir.Call, b Block, loop bool) {
	f := e.From.Func
	k := fmt.Sprintf("%d e%d", f.ID, e.ID)
	begin := w.letter("call "+k, "call "+k, Call, b, f)
	end := w.letter("return "+k, "return "+k, Return, b, f)
	begin.Loops = loop || w.recursive(c.Func, f)
	end.Loops = begin.Loops
	w.moves = append(w.moves, nestedMove{from: w.at(e.From), to: w.at(c.Func.Entry), letter: begin},
		nestedMove{from: w.at(c.Func.Exit), caller: w.at(e.From), to: w.at(e.To), letter: end})
	w.out.blocks[leaving{e.From, begin.ID}], w.out.blocks[leaving{c.Func.Exit, end.ID}] = b, b
}

// recursive reports whether one function may call another.
func (w *nesting) recursive(from, to *ir.Func) bool {
	seen, todo := map[*ir.Func]bool{from: true}, []*ir.Func{from}
	for len(todo) > 0 {
		f := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if f == to {
			return true
		}
		for _, e := range f.Edges {
			if c, is := e.Stmt.(*ir.Call); is && !seen[c.Func] {
				seen[c.Func] = true
				todo = append(todo, c.Func)
			}
		}
	}
	return false
}

// Callee is what the block of a call calls.
func (b Block) Callee() *ir.Func { return b.Graph.Steps[0].Edge.Stmt.(*ir.Call).Func }

// Only is the automaton of what may lead to some of the asked errors, over the same letters.
func (p *NestedProgram) Only(asked func(*ir.Obligation) bool) *NestedProgram {
	out := &NestedProgram{Prog: p.Prog, Loc: p.Loc, asked: func(o *ir.Obligation) bool { return p.asked(o) && asked(o) },
		blocks: p.blocks}
	b := automata.NewBuilder(p.Alphabet)
	for s, l := range p.Loc {
		b.State(l == p.Prog.Entry.Entry, p.Final(s) && asked(l.Obligation))
	}
	for s := range p.Loc {
		for _, m := range p.Moves(s) {
			b.Move(s, m.Letter, m.To)
		}
		for _, m := range p.Returns(s) {
			b.Return(s, m.Caller, m.Letter, m.To)
		}
	}
	out.trim(b.Build())
	return out
}

// Trace is a word as a path of package vc, through calls and returns, and the locations before and after each letter:
// see Program.Trace.
func (p *NestedProgram) Trace(word []int) (path vc.Path, places []*ir.Loc) {
	at := p.Prog.Entry.Entry
	places = append(places, at)
	for _, x := range word {
		b := p.blocks[leaving{at, x}]
		switch p.Alphabet.Kind(x) {
		case automata.Internal:
			path, at = b.behind(path), b.To()
		case automata.Call:
			path, at = b.behind(path), b.Callee().Entry
		case automata.Return: // the edge to the exit has led there
			at = b.To()
		}
		places = append(places, at)
	}
	return path, places
}

// Path is a path of a word: its edges, through calls and returns, on a shortest way through each letter.
func (p *NestedProgram) Path(word []int) (edges []*ir.Edge) {
	at := p.Prog.Entry.Entry
	for _, x := range word {
		b := p.blocks[leaving{at, x}]
		switch p.Alphabet.Kind(x) {
		case automata.Internal:
			edges, at = append(edges, b.Way()...), b.To()
		case automata.Call:
			edges, at = append(edges, b.Way()...), b.Callee().Entry
		case automata.Return:
			at = b.To()
		}
	}
	return edges
}

// PathProgram is the path program of a word, as for Program.
func (p *NestedProgram) PathProgram(word []int) (letters map[int]bool, edges []*ir.Edge, key string) {
	letters = map[int]bool{}
	for _, x := range word {
		letters[x] = true
	}
	for s, l := range p.Loc {
		for _, m := range p.Moves(s) {
			if letters[m.Letter] {
				edges = append(edges, p.blocks[leaving{l, m.Letter}].Edges()...)
			}
		}
	}
	b := []byte(strings.Repeat(".", p.Alphabet.Len()))
	for l := range letters {
		b[l] = 'x'
	}
	return letters, edges, string(b)
}
