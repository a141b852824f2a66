package floydhoare

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file leaves out of a fixpoint the conjuncts that do not keep it from an error. A state says something of all
// registers, and so it belongs to the one path program that it was computed for:
//
//	lock1 = 1, lock2 = 0, p2 = 0    {..} assume lock1 != 1 {false}    needs lock1 = 1 only
//
// Taken apart into conjuncts, and back from the errors, only those are kept that a triple needs of which the post is
// needed: an inductive part of the fixpoint, small, by trying. Beyond the paper, whose data automata have the states as
// they are (FromStates); predicates that are needed have more words.

// mostTrials bounds the triples that are tried in the domain.
const mostTrials = 4_000

// slicer goes back from what is needed.
type slicer struct {
	ctx    context.Context
	p      *Program
	t      *Triples
	conj   [][]int // by state of the program: the conjuncts of the fixpoint; nil: it is not reached
	need   []map[int]bool
	todo   []needed
	known  []Known
	trials int
}

// needed is a conjunct that a state must have.
type needed struct{ state, pred int }

// Sliced is FromStates with the conjuncts that exclude the error only; not ok if conjuncts do not show in the domain of
// t what the states do, or there are several states at a location, or if the context ends.
func Sliced(ctx context.Context, p *Program, t *Triples, states map[*ir.Loc][]absint.State,
	letters map[int]bool) (preds []int, known []Known, ok bool) {
	m := t.Meaning
	w := &slicer{ctx: ctx, p: p, t: t, conj: make([][]int, p.Len()), need: make([]map[int]bool, p.Len())}
	for s, l := range p.Loc {
		switch xs := states[l]; {
		case len(xs) > 1:
			return nil, nil, false
		case len(xs) == 1 && xs[0] != nil:
			w.conj[s], w.need[s] = t.Each(l.Func, m.Expr(m.Stated(xs[0]))), map[int]bool{}
		}
	}
	leads := w.leads(letters)
	into := make([][]question, p.Len()) // moves between states that are reached, by where they lead
	for s := range p.Len() {
		for _, mv := range p.Moves(s) {
			switch {
			case !letters[mv.Letter] || w.conj[s] == nil || !leads[mv.To]:
			case w.conj[mv.To] == nil:
				if !w.show(s, mv.Letter, False) {
					return nil, nil, false
				}
			default:
				into[mv.To] = append(into[mv.To], question{s, mv.Letter})
			}
		}
	}
	for len(w.todo) > 0 {
		n := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		for _, x := range into[n.state] {
			if !w.show(x.state, x.letter, n.pred) {
				return nil, nil, false
			}
		}
	}
	for _, ns := range w.need {
		for n := range ns {
			preds = append(preds, n)
		}
	}
	return sorted(preds), w.known, true
}

// leads tells from which states the path program leads to an error.
func (w *slicer) leads(letters map[int]bool) []bool {
	adj := make(graph.Adj, w.p.Len())
	var errors []int
	for s := range adj {
		for _, mv := range w.p.Moves(s) {
			if letters[mv.Letter] {
				adj[s] = append(adj[s], mv.To)
			}
		}
		if w.p.Final(s) {
			errors = append(errors, s)
		}
	}
	return graph.Reaching(adj, errors...)
}

// show finds a small part of a state's conjuncts from which a letter leads to a predicate.
func (w *slicer) show(s, letter, q int) bool {
	l := w.p.Alphabet.Letter(letter)
	var part []int
	switch {
	case q == True:
	case q != False && w.t.kept(l, q) && slices.Contains(w.conj[s], q):
		part = []int{q}
	default:
		part, _ = w.t.relevant(w.conj[s], l, q)
		if !w.holds(part, l, q) {
			if part = slices.Clone(w.conj[s]); !w.holds(part, l, q) {
				return false
			}
		}
		part = w.shrink(s, part, l, q)
	}
	if w.exhausted() {
		return false
	}
	w.known = append(w.known, Known{part, l, q})
	for _, n := range part {
		if !w.need[s][n] {
			w.need[s][n] = true
			w.todo = append(w.todo, needed{s, n})
		}
	}
	return true
}

// shrink leaves conjuncts out, many at a time first, and first those that no triple needed so far.
func (w *slicer) shrink(s int, part []int, l *Letter, q int) []int {
	slices.SortStableFunc(part, func(a, b int) int {
		switch {
		case w.need[s][a] == w.need[s][b]:
			return a - b
		case w.need[s][a]:
			return 1
		}
		return -1
	})
	for size := (len(part) + 1) / 2; size > 0; size /= 2 {
		for at := 0; at < len(part) && !w.exhausted(); {
			less := slices.Concat(part[:at], part[min(at+size, len(part)):])
			if w.holds(less, l, q) {
				part = less
			} else {
				at += size
			}
		}
	}
	return sorted(part)
}

// exhausted reports whether the trials are used up, or the context ended.
func (w *slicer) exhausted() bool { return w.trials > mostTrials || w.ctx.Err() != nil }

func (w *slicer) holds(set []int, l *Letter, q int) bool {
	w.trials++
	m, s := w.t.Meaning, w.t.Meaning.Top()
	for _, n := range set {
		if s != nil {
			s = w.t.assume(s, n)
		}
	}
	return w.t.lies(after(m, s, l.Block), q)
}
