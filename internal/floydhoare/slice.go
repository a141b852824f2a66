package floydhoare

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file removes from a fixpoint the conjuncts that are not needed to exclude an error. A state has facts about all
// registers, so its predicate is useful only for the one path program for which it was computed:
//
//	lock1 = 1, lock2 = 0, p2 = 0    {..} assume lock1 != 1 {false}    needs lock1 = 1 only
//
// The states are split into conjuncts. Going backward from the errors, a conjunct is kept only if a triple with a
// needed post needs it. The result is an inductive part of the fixpoint, made small by trying to leave conjuncts out.
// The paper does not have this step: its data automata have the states unchanged (FromStates). Automata with fewer
// conjuncts accept more words.

// mostTrials bounds the triples that are checked in the domain.
const mostTrials = 4_000

// slicer is the state of Sliced.
type slicer struct {
	ctx    context.Context
	p      *Program
	t      *Triples
	conj   [][]int        // by state of the program: the conjuncts of the fixpoint; nil if it is unreachable
	need   []map[int]bool // by state of the program: the conjuncts that are needed so far
	todo   []needed       // needed conjuncts whose incoming triples are not shown yet
	known  []Known        // the triples shown
	trials int            // the number of triples checked
}

// needed is a conjunct that a state must have.
type needed struct{ state, pred int }

// Sliced is FromStates with only the conjuncts that are needed to exclude the error. ok is false if the domain of t
// cannot show with the conjuncts the triples that it shows with the states, if a location has several states, if the
// trials are used up, or if the context ends.
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
	into := make([][]question, p.Len()) // by target: the moves between reachable states
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

// leads returns the states from which the path program leads to an error.
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

// show finds a small part of the conjuncts of state s with {part} letter {q}, and records the triple and the needed
// conjuncts. It returns false if it finds none.
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

// shrink leaves conjuncts out of part, as long as {part} l {q} holds. It tries to leave out many at a time first,
// beginning with conjuncts that no triple has needed so far.
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

// exhausted reports whether the trials are used up or the context has ended.
func (w *slicer) exhausted() bool { return w.trials > mostTrials || w.ctx.Err() != nil }

// holds reports whether the domain proves {set} l {q}.
func (w *slicer) holds(set []int, l *Letter, q int) bool {
	w.trials++
	m, s := w.t.Meaning, w.t.Meaning.Top()
	for _, n := range set {
		if s != nil {
			s = w.t.assume(s, n)
		}
	}
	return w.t.implied(after(m, s, l.Block), q)
}
