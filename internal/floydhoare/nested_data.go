package floydhoare

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// NestedData is a data automaton for nested words: a state is the set of predicates of the running activation that
// hold, and a return decides by that at the exit and that in front of the call (automata.NestedLazy). It has all
// triples that can be shown. Once False holds nothing is executed, in the callers neither.
type NestedData struct{ *Data }

// NewNestedData is the data automaton over some predicates, and False and True, for nested words over the letters of a
// program.
func NewNestedData(p *NestedProgram, t *Triples, preds []int) *NestedData {
	d := newData(p.Alphabet, t, preds, DataOptions{Enhanced: true})
	d.local = map[int][]int{}
	for _, f := range p.Prog.Funcs {
		for _, n := range d.preds {
			if x := t.all[n]; n == False || x.f == f || !x.local() {
				d.local[f.ID] = append(d.local[f.ID], n)
			}
		}
	}
	return &NestedData{&Data{data: d, ctx: context.Background()}}
}

// Within is the automaton asked under a context: no answer is ok when it ends.
func (d *NestedData) Within(ctx context.Context) *NestedData { return &NestedData{d.Data.Within(ctx)} }

// Next is where a letter leads; for a call what holds at the callee's entry.
func (d *NestedData) Next(state, letter int) (to int, ok bool) {
	if d.letters.Kind(letter) == Internal {
		return d.Data.Next(state, letter)
	}
	l := d.letters.Letter(letter)
	return d.nested(nestedPlace{state, automata.None, letter}, l.Block.Callee().ID, func(posts []int) []vc.Truth {
		return d.t.Call(d.ctx, d.sets[state], l, posts)
	})
}

// Return is where a return leads, from the callee's exit to the caller, of which something is known in front of the
// call.
func (d *NestedData) Return(state, caller, letter int) (to int, ok bool) {
	l := d.letters.Letter(letter)
	return d.nested(nestedPlace{state, caller, letter}, l.Func.ID, func(posts []int) []vc.Truth {
		return d.t.Return(d.ctx, d.sets[state], d.sets[caller], l, posts)
	})
}

// nestedPlace is a state, the one in front of the call that ends, and a letter.
type nestedPlace struct{ state, caller, letter int }

func (d *NestedData) nested(k nestedPlace, f int, post func(posts []int) []vc.Truth) (to int, ok bool) {
	if to, ok := d.passes[k]; ok {
		return to, true
	}
	if d.Sink(k.state) {
		return k.state, true
	}
	posts := d.local[f]
	answers := post(posts)
	if d.ctx.Err() != nil {
		return 0, false
	}
	var next []int
	for i, answer := range answers {
		if answer == vc.Yes {
			next = append(next, posts[i])
		}
	}
	to = d.state(next)
	if d.passes == nil {
		d.passes = map[nestedPlace]int{}
	}
	d.passes[k] = to
	return to, true
}

// askedNested is a move as far as it was asked; None where it was not.
func (d *NestedData) askedNested(state, caller, letter int, returns bool) int {
	if state == automata.None || returns && caller == automata.None {
		return automata.None
	}
	if d.Sink(state) {
		return state
	}
	if to, ok := d.passes[nestedPlace{state, caller, letter}]; ok {
		return to
	}
	return automata.None
}

// Accepts tells whether a nested word leads to False; not ok when the context ended.
func (d *NestedData) Accepts(word []int) (yes, ok bool) {
	states, ok := d.along(word)
	return ok && d.Sink(states[len(states)-1]), ok
}

// Along are the sets of the states that a nested word leads through, up to False; nil when the context ended.
func (d *NestedData) Along(word []int) (sets [][]int) {
	states, ok := d.along(word)
	if !ok {
		return nil
	}
	for _, s := range states {
		sets = append(sets, d.Set(s))
	}
	return sets
}

func (d *NestedData) along(word []int) (states []int, ok bool) {
	at := d.Start()
	states = append(states, at)
	var callers []int
	for _, x := range word {
		if d.Sink(at) {
			break
		}
		switch d.letters.Kind(x) {
		case automata.Internal:
			at, ok = d.Next(at, x)
		case automata.Call:
			callers = append(callers, at)
			at, ok = d.Next(at, x)
		case automata.Return:
			at, ok = d.Return(at, callers[len(callers)-1], x)
			callers = callers[:len(callers)-1]
		}
		if !ok {
			return nil, false
		}
		states = append(states, at)
	}
	return states, true
}
