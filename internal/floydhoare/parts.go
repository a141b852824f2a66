package floydhoare

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file makes a data automaton from a fixpoint whose states are partitioned: it has several states for a location
// (absint.Config.Parts). In the paper a fixpoint has one state for each location (Greitschus, Dietsch, Podelski, SAS
// 2017, 3.1). Here all states of a location become one predicate, their disjunction:
//
//	L4: flag == 0 && x == y  or  flag == 1 && x == y + 1
//
// One predicate for each state is not enough: executions from one state may reach several states of the next location,
// and then no Hoare triple leads from that state to a single state.

// FromParts is like FromStates, but makes one predicate for each location: the disjunction of its states. For each move
// that has one of the given letters it checks in the domain of t, separately for each state of the source, whether the
// move's Hoare triple holds. It returns the triples that hold, as known; when ctx ends, it checks no more moves.
func FromParts(ctx context.Context, p *Program, t *Triples, states map[*ir.Loc][]absint.State,
	letters map[int]bool) (preds []int, known []Known) {
	m := t.Meaning
	all := make([][]absint.State, p.Len())
	at := make([]int, p.Len()) // the predicate of each location
	for s, l := range p.Loc {
		for _, x := range states[l] {
			if x = m.Stated(x); x != nil {
				all[s] = append(all[s], x)
			}
		}
		switch len(all[s]) {
		case 0:
			at[s] = False
		case 1:
			at[s] = t.ofState(l.Func, m, all[s][0])
		default:
			var or ir.Expr = ir.NewBool(false)
			for _, x := range all[s] {
				or = ir.NewBinary(ir.LOr, or, m.Expr(x))
			}
			at[s] = t.Of(l.Func, or)
		}
		preds = append(preds, at[s])
	}
	for s := range p.Len() {
		if ctx.Err() != nil {
			break
		}
		for _, mv := range p.Moves(s) {
			if !letters[mv.Letter] || len(all[s]) == 0 {
				continue
			}
			l := p.Alphabet.Letter(mv.Letter)
			for _, b := range p.Block(s, mv.Letter, mv.To) {
				if t.carries(all[s], b, all[mv.To], at[mv.To]) {
					known = append(known, Known{[]int{at[s]}, l, at[mv.To]})
				}
			}
		}
	}
	return sorted(preds), known
}

// carries reports whether the domain proves that each execution of block b from a state of the list from ends in a
// state of the list to. Predicate n is the disjunction of the list to.
func (t *Triples) carries(from []absint.State, b Block, to []absint.State, n int) bool {
	for _, x := range from {
		y := after(t.Meaning, x, b)
		in := y == nil
		for _, z := range to {
			in = in || t.Meaning.Leq(y, z)
		}
		if !in && !t.implied(y, n) {
			return false
		}
	}
	return true
}
