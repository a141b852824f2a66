package floydhoare

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// Data is a data automaton (Greitschus, Dietsch, Podelski, SAS 2017, 3.1), enhanced (Fig. 7) or not, determinised: a
// state is the set of predicates that hold. It is computed on demand (automata.Lazy): each move is decided when a
// caller first needs it, and then kept. A state whose set has False is final, and so are all states after it, since no
// execution gets there. It is for one goroutine.
//
// The paper's automaton has one state per predicate. Sets of predicates accept more words: if x = 0 and y > 0 hold, a
// later triple may need both.
type Data struct {
	*data
	ctx  context.Context // ends the decisions
	asks int             // the number of calls of Next
}

// data is the part of a Data that all its copies with other contexts (Within) share.
type data struct {
	t        *Triples
	letters  *automata.Alphabet[*Letter]
	preds    []int // the predicates, with False first and without True
	enhanced bool
	known    map[string][]Known     // by key of the letter
	late     bool                   // some Known has an empty Pre, or only True
	sets     [][]int                // by state: its set, sorted
	states   map[string]int         // by set
	moves    map[question]int       // the moves decided so far
	returns  map[returnQuestion]int // the moves of returns decided so far
	start    int                    // the initial state; None if it is not computed yet
	above    map[int][]int          // results of implied

	local map[int][]int // for words with calls, by Func.ID: the predicates that may hold in the function; nil: all may
}

// question identifies a move: a state and a letter.
type question struct{ state, letter int }

// returnQuestion identifies a move of a return: the state at the exit of the callee, the state before the call, and the
// letter.
type returnQuestion struct{ state, caller, letter int }

// DataOptions configure a data automaton.
type DataOptions struct {
	// Enhanced makes a move of each triple between the predicates that holds (Fig. 7). Otherwise only triples in Known are
	// moves.
	Enhanced bool
	Known    []Known // triples that are known to hold
}

// Known is a triple that is known to hold: the set Pre of predicates, the letter, and the predicate Post.
type Known struct {
	Pre    []int
	Letter *Letter
	Post   int
}

// NewData returns the data automaton over the given predicates, and False and True, for words over the letters of a
// program. In words with calls, a state is the set of predicates of the running activation that hold, and the move of a
// return depends on the predicates at the exit of the callee and the predicates before the call.
func NewData(p *Program, t *Triples, preds []int, o DataOptions) *Data {
	d := &data{t: t, letters: p.Alphabet, enhanced: o.Enhanced, known: map[string][]Known{}, states: map[string]int{},
		moves: map[question]int{}, returns: map[returnQuestion]int{}, start: automata.None, above: map[int][]int{}}
	d.preds = []int{False}
	in := map[int]bool{False: true, True: true}
	for _, n := range preds {
		if !in[n] {
			in[n] = true
			d.preds = append(d.preds, n)
		}
	}
	for _, k := range o.Known {
		t.learn(k.Pre, k.Letter, k.Post)
		k.Pre = sorted(append([]int(nil), k.Pre...))
		d.known[k.Letter.Key] = append(d.known[k.Letter.Key], k)
		d.late = d.late || within(k.Pre, nil)
	}
	if p.Alphabet.Nested() {
		d.local = map[int][]int{}
		for _, f := range p.Prog.Funcs {
			for _, n := range d.preds {
				if x := t.all[n]; n == False || x.f == f || !x.local() {
					d.local[f.ID] = append(d.local[f.ID], n)
				}
			}
		}
	}
	return &Data{data: d, ctx: context.Background()}
}

// posts lists the predicates that may hold in a function.
func (d *data) posts(f *ir.Func) []int {
	if d.local == nil {
		return d.preds
	}
	return d.local[f.ID]
}

// Plain returns the automaton without Enhanced, whose only moves are the triples in DataOptions.Known. It returns nil
// if d is not enhanced.
func (d *Data) Plain() *Data {
	if !d.enhanced {
		return nil
	}
	c := *d.data
	c.enhanced, c.sets, c.states, c.start = false, nil, map[string]int{}, automata.None
	c.moves, c.returns = map[question]int{}, map[returnQuestion]int{}
	return &Data{data: &c, ctx: d.ctx}
}

// Within returns the same automaton with another context: Next and Return are not ok after the context has ended.
func (d *Data) Within(ctx context.Context) *Data { return &Data{data: d.data, ctx: ctx} }

// Start returns the initial state: the set of predicates that hold in all initial states of the program.
func (d *Data) Start() int {
	if d.start != automata.None {
		return d.start
	}
	var set []int
	posts := d.posts(d.t.prog.Entry)
	for i, answer := range d.t.Initially(d.ctx, posts) {
		if answer == vc.Yes {
			set = append(set, posts[i])
		}
	}
	d.start = d.state(set)
	return d.start
}

// state returns the state of a set of predicates. With Enhanced, it adds the predicates that a predicate of the set
// implies.
func (d *Data) state(set []int) int {
	if set = sorted(set); len(set) > 0 && set[0] == False {
		set = set[:1]
	} else if d.enhanced {
		for _, n := range set {
			set = append(set, d.implied(n)...)
		}
		set = sorted(set)
	}
	k := setKey(set)
	s, ok := d.states[k]
	if !ok {
		s = len(d.sets)
		d.states[k], d.sets = s, append(d.sets, set)
	}
	return s
}

// implied lists the other predicates that n implies in the domain. The sets of states have these predicates too, so
// that a predicate which a letter does not change is found in the set.
func (d *data) implied(n int) []int {
	out, ok := d.above[n]
	if !ok {
		for _, q := range d.preds {
			if q != n && (d.local == nil || d.t.all[q].f == d.t.all[n].f || !d.t.all[q].local()) && d.t.implies(n, q) {
				out = append(out, q)
			}
		}
		d.above[n] = out
	}
	return out
}

// everyAsks is the number of calls of Next between two checks of the context.
const everyAsks = 1024

// Next returns the state to which a letter leads. For a call, this is the state of the predicates that hold at the
// entry of the callee. It returns automata.None if no predicate holds, and none can hold later.
func (d *Data) Next(state, letter int) (to int, ok bool) {
	if d.asks++; d.asks%everyAsks == 0 && d.ctx.Err() != nil {
		return 0, false
	}
	k := question{state, letter}
	if to, ok := d.moves[k]; ok {
		return to, true
	}
	if d.Sink(state) {
		return state, true
	}
	l := d.letters.Letter(letter)
	if d.letters.Kind(letter) == Call {
		to, ok = d.after(nil, l.Block.Callee(), func(posts []int) []vc.Truth {
			return d.t.Call(d.ctx, d.sets[state], l, posts)
		})
	} else {
		to, ok = d.after(l, l.Func, func(posts []int) []vc.Truth { return d.t.Post(d.ctx, d.sets[state], l, posts) },
			d.sets[state]...)
	}
	if ok {
		d.moves[k] = to
	}
	return to, ok
}

// Return returns the state to which a return leads. state is the state at the exit of the callee, caller the state
// before the call.
func (d *Data) Return(state, caller, letter int) (to int, ok bool) {
	k := returnQuestion{state, caller, letter}
	if to, ok := d.returns[k]; ok {
		return to, true
	}
	if d.Sink(state) {
		return state, true
	}
	l := d.letters.Letter(letter)
	to, ok = d.after(nil, l.Func, func(posts []int) []vc.Truth {
		return d.t.Return(d.ctx, d.sets[state], d.sets[caller], l, posts)
	})
	if ok {
		d.returns[k] = to
	}
	return to, ok
}

// after returns the state after a letter, in the function f. If the automaton is enhanced, the callback decide decides
// which posts hold. Otherwise the posts are taken from the known triples of letter l whose pre is in set; if l is nil,
// no triple is known.
func (d *Data) after(l *Letter, f *ir.Func, decide func(posts []int) []vc.Truth, set ...int) (to int, ok bool) {
	var next []int
	if d.enhanced {
		posts := d.posts(f)
		answers := decide(posts)
		if d.ctx.Err() != nil {
			return 0, false
		}
		for i, answer := range answers {
			if answer == vc.Yes {
				next = append(next, posts[i])
			}
		}
	} else if l != nil {
		for _, x := range d.known[l.Key] {
			if within(x.Pre, set) && x.Post != True {
				next = append(next, x.Post)
			}
		}
	}
	if len(next) > 0 || d.enhanced || d.late {
		return d.state(next), true
	}
	return automata.None, true
}

// asked is like Next, but makes no decision: it returns None for a move that was not decided before.
func (d *Data) asked(state, letter int) int {
	if state == automata.None || d.Sink(state) {
		return state
	}
	if to, ok := d.moves[question{state, letter}]; ok {
		return to
	}
	return automata.None
}

// askedReturn is like Return, but makes no decision: it returns None for a move that was not decided before.
func (d *Data) askedReturn(state, caller, letter int) int {
	if state == automata.None || caller == automata.None {
		return automata.None
	}
	if d.Sink(state) {
		return state
	}
	if to, ok := d.returns[returnQuestion{state, caller, letter}]; ok {
		return to
	}
	return automata.None
}

// Final reports whether False holds.
func (d *Data) Final(state int) bool { return d.Sink(state) }

// Sink reports whether False holds, and so holds after any further letter.
func (d *Data) Sink(state int) bool {
	set := d.sets[state]
	return len(set) > 0 && set[0] == False
}

// Set returns the set of a state, sorted and without True.
func (d *Data) Set(state int) []int {
	if state == automata.None {
		return nil
	}
	return d.sets[state]
}

// Len returns the number of states made so far.
func (d *Data) Len() int { return len(d.sets) }

// Accepts reports whether a word leads to False; ok is false if the context has ended.
func (d *Data) Accepts(word []int) (yes, ok bool) { return d.leads(d.Start(), word) }

// Excludes reports whether a word leads to False from the state in which no predicate holds, and so from each state. ok
// is false if the context has ended. A word that returns from a call that is not in the word is not excluded.
func (d *Data) Excludes(word []int) (yes, ok bool) { return d.leads(d.state(nil), word) }

// Along returns the sets of the states along a word, up to the first move that was not decided before, or the first
// state with False.
func (d *Data) Along(word []int) (sets [][]int) {
	at := d.Start()
	var callers []int
	for i := 0; ; i++ {
		sets = append(sets, d.Set(at))
		if i == len(word) || at == automata.None || d.Sink(at) {
			return sets
		}
		switch d.letters.Kind(word[i]) {
		case Return:
			at = d.askedReturn(at, callers[len(callers)-1], word[i])
			callers = callers[:len(callers)-1]
		case Call:
			callers = append(callers, at)
			at = d.asked(at, word[i])
		case Internal:
			at = d.asked(at, word[i])
		}
	}
}

// leads reports whether a word leads from a state to False; ok is false if the context has ended.
func (d *Data) leads(at int, word []int) (yes, ok bool) {
	var callers []int
	for _, l := range word {
		if d.Sink(at) {
			break
		}
		kind := d.letters.Kind(l)
		if kind == Call {
			callers = append(callers, at)
		}
		if kind != Return {
			at, ok = d.Next(at, l)
		} else if n := len(callers); n > 0 {
			at, ok = d.Return(at, callers[n-1], l)
			callers = callers[:n-1]
		} else {
			return false, true
		}
		if !ok || at == automata.None {
			return false, ok
		}
	}
	return d.Sink(at), true
}
