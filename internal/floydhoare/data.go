package floydhoare

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// Data is a data automaton (Greitschus, Dietsch, Podelski, SAS 2017, 3.1), enhanced (Fig. 7) or not, determinised: a
// state is the set of predicates that hold. It is made as it is asked for (automata.Lazy), and an answer is never
// another one later. A state in whose set False is is final, and so is all behind it, since nothing is executed there.
// It is for one goroutine.
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
	moves    map[place]int
	start    int           // None: not asked yet
	above    map[int][]int // predicates that one plainly implies

	local  map[int][]int       // for nested words: by function, the predicates that can be said there; nil: all
	passes map[nestedPlace]int // calls and returns
}

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

// NewData is the data automaton over some predicates, and False and True, for words over the letters of a program.
func NewData(p *Program, t *Triples, preds []int, o DataOptions) *Data {
	return &Data{data: newData(p.Alphabet, t, preds, o), ctx: context.Background()}
}

func newData(letters *automata.Alphabet[*Letter], t *Triples, preds []int, o DataOptions) *data {
	d := &data{t: t, letters: letters, enhanced: o.Enhanced, known: map[string][]Known{}, states: map[string]int{},
		moves: map[place]int{}, start: automata.None,
		above: map[int][]int{}}
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
	return d
}

// posts are the predicates that a letter of a function may lead to.
func (d *data) posts(f *ir.Func) []int {
	if d.local == nil {
		return d.preds
	}
	return d.local[f.ID]
}

// Plain is the automaton whose only moves are those that were known when it was made; nil if it is that already.
func (d *Data) Plain() *Data {
	if !d.enhanced {
		return nil
	}
	c := *d.data
	c.enhanced, c.sets, c.states, c.moves, c.start = false, nil, map[string]int{}, map[place]int{}, automata.None
	return &Data{data: &c, ctx: d.ctx}
}

// Within is the automaton asked under a context: Next is not ok when it ends.
func (d *Data) Within(ctx context.Context) *Data { return &Data{data: d.data, ctx: ctx} }

// Start is the state of what holds initially.
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

// state is the state of a set, True aside.
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

// implied are the other predicates that one plainly implies: sets have them, so that what a letter does not touch need
// not be looked for.
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

// Next is where a letter leads. It is automata.None where nothing holds, nor can anything hold later.
func (d *Data) Next(state, letter int) (to int, ok bool) {
	if d.asks++; d.asks%everyAsks == 0 && d.ctx.Err() != nil {
		return 0, false
	}
	k := place{state, letter}
	if to, ok := d.moves[k]; ok {
		return to, true
	}
	set, l := d.sets[state], d.letters.Letter(letter)
	var next []int
	switch {
	case d.Sink(state):
		return state, true
	case d.enhanced:
		posts := d.posts(l.Func)
		answers := d.t.Post(d.ctx, set, l, posts)
		if d.ctx.Err() != nil {
			return 0, false
		}
		for i, answer := range answers {
			if answer == vc.Yes {
				next = append(next, posts[i])
			}
		}
	default:
		for _, x := range d.known[l.Key] {
			if within(x.Pre, set) && x.Post != True {
				next = append(next, x.Post)
			}
		}
	}
	if to = automata.None; len(next) > 0 || d.enhanced || d.late {
		to = d.state(next)
	}
	d.moves[k] = to
	return to, true
}

// Return is not asked for in words without calls.
func (d *Data) Return(_, _, _ int) (to int, ok bool) { return automata.None, true }

// asked is Next as far as it was asked; None where it was not.
func (d *Data) asked(state, letter int) int {
	if state == automata.None || d.Sink(state) {
		return state
	}
	if to, ok := d.moves[place{state, letter}]; ok {
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

// Set is the set of a state, in order; True is in none.
func (d *Data) Set(state int) []int {
	if state == automata.None {
		return nil
	}
	return d.sets[state]
}

// Len is the number of states that were made so far.
func (d *Data) Len() int { return len(d.sets) }

// Accepts tells whether a word leads to False; not ok when the context ended.
func (d *Data) Accepts(word []int) (yes, ok bool) {
	return d.leads(d.Start(), word)
}

// Excludes tells whether a word leads to False whatever holds before it; not ok when the context ended.
func (d *Data) Excludes(word []int) (yes, ok bool) { return d.leads(d.state(nil), word) }

// Along are the sets of the states that a word leads through, as far as it does.
func (d *Data) Along(word []int) (sets [][]int) {
	at := d.Start()
	for i := 0; ; i++ {
		sets = append(sets, d.Set(at))
		if i == len(word) || at == automata.None || d.Sink(at) {
			return sets
		}
		at = d.asked(at, word[i])
	}
}

func (d *Data) leads(at int, word []int) (yes, ok bool) {
	for _, l := range word {
		if d.Sink(at) {
			break
		}
		if at, ok = d.Next(at, l); !ok || at == automata.None {
			return false, ok
		}
	}
	return d.Sink(at), true
}
