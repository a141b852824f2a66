package floydhoare

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// Data is a data automaton (Greitschus, Dietsch, Podelski, SAS 2017, 3.1), enhanced (Fig. 7) or not, determinised: a
// state is the set of predicates that hold. It is made as it is asked for (automata.Lazy), and an answer is never
// another one later. A state whose set has False is final, and so are all states after it, since nothing is executed
// there. It is for one goroutine.
//
// The paper's automaton has one state per predicate. Sets of them accept more words: if x = 0 and y > 0 hold, both may
// be needed for what comes next.
type Data struct {
	*data
	ctx  context.Context
	asks int
}

type data struct {
	t        *Triples
	letters  *automata.Alphabet[*Letter]
	preds    []int // False first; without True
	enhanced bool
	known    map[string][]Known // by key of the letter
	late     bool               // some Known needs nothing
	sets     [][]int            // by state, sorted
	states   map[string]int
	moves    map[question]int
	returns  map[returnQuestion]int
	start    int           // None: not asked yet
	above    map[int][]int // predicates that one plainly implies

	local map[int][]int // for words with calls: by function, the predicates that can be said there; nil: all
}

// question is a state and a letter: where does it lead?
type question struct{ state, letter int }

// returnQuestion is a state at the end of a call, the state before the call, and the letter of the return.
type returnQuestion struct{ state, caller, letter int }

// DataOptions say which triples are moves.
type DataOptions struct {
	// Enhanced asks for all triples between the predicates (Fig. 7). Without it only what is known is a move.
	Enhanced bool
	Known    []Known // triples that were shown: learnt at once
}

// Known is a triple that was shown.
type Known struct {
	Pre    []int
	Letter *Letter
	Post   int
}

// NewData returns the data automaton over some predicates, and False and True, for words over the letters of a program.
// With calls a state is the set of predicates of the running activation that hold, and a return depends on those at the
// exit and those before its call.
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
		t.Learn(k.Pre, k.Letter, k.Post)
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

// posts lists the predicates that may hold after a letter of a function.
func (d *data) posts(f *ir.Func) []int {
	if d.local == nil {
		return d.preds
	}
	return d.local[f.ID]
}

// Plain returns the automaton whose only moves are the triples that were known when it was made; nil if it is that
// already.
func (d *Data) Plain() *Data {
	if !d.enhanced {
		return nil
	}
	c := *d.data
	c.enhanced, c.sets, c.states, c.start = false, nil, map[string]int{}, automata.None
	c.moves, c.returns = map[question]int{}, map[returnQuestion]int{}
	return &Data{data: &c, ctx: d.ctx}
}

// Within returns the automaton asked under a context: Next and Return are not ok when it ends.
func (d *Data) Within(ctx context.Context) *Data { return &Data{data: d.data, ctx: ctx} }

// Start returns the state of the predicates that hold initially.
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

// state returns the state of a set; True is left out.
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

// implied lists the other predicates that one plainly implies. Sets have them, so that a predicate which a letter does
// not touch is found in the set.
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

// everyAsks is how many questions are answered between two looks at the context where nothing is to be shown.
const everyAsks = 1024

// Next returns where a letter leads; for a call, the state of what holds at the callee's entry. It is automata.None
// where nothing holds, nor can anything hold later.
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

// Return returns where a return leads, from a state at the exit of the callee to its caller, of which something is
// known before the call.
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

// after returns the state of the posts in a function that hold after a letter; or, of an automaton that is not
// enhanced, of those that are known to hold after letter l and a set (l nil: none is known).
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

// asked is Next as far as it was asked; None where it was not.
func (d *Data) asked(state, letter int) int {
	if state == automata.None || d.Sink(state) {
		return state
	}
	if to, ok := d.moves[question{state, letter}]; ok {
		return to
	}
	return automata.None
}

// askedReturn is Return as far as it was asked; None where it was not.
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

// Sink reports whether False holds, then and for ever.
func (d *Data) Sink(state int) bool {
	set := d.sets[state]
	return len(set) > 0 && set[0] == False
}

// Set returns the set of a state, in order; True is in none.
func (d *Data) Set(state int) []int {
	if state == automata.None {
		return nil
	}
	return d.sets[state]
}

// Len returns the number of states that were made so far.
func (d *Data) Len() int { return len(d.sets) }

// Accepts reports whether a word leads to False; ok is false when the context ended.
func (d *Data) Accepts(word []int) (yes, ok bool) { return d.leads(d.Start(), word) }

// Excludes reports whether a word leads to False whatever holds before it; ok is false when the context ended. A word
// that returns from calls which are not in it does not.
func (d *Data) Excludes(word []int) (yes, ok bool) { return d.leads(d.state(nil), word) }

// Along returns the sets of the states that a word leads through, as far as it was asked where the word leads.
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
