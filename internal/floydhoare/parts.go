package floydhoare

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file takes a data automaton from a fixpoint that keeps several states of a location apart (absint.Config.Parts).
// The paper's domains have one state a location (Greitschus, Dietsch, Podelski, SAS 2017, 3.1). Here
//
//	L4: flag == 0 && x == y  or  flag == 1 && x == y + 1     is one predicate
//
// since what leaves a part of one location may arrive in several parts of the next.

// FromParts is FromStates with one predicate for each location, the disjunction of its states. Moves are tried state by
// state in the domain of t, until the context ends.
func FromParts(ctx context.Context, p *Program, t *Triples, states map[*ir.Loc][]absint.State,
	letters map[int]bool) (preds []int, known []Known) {
	m := t.Meaning
	all := make([][]absint.State, p.Len())
	at := make([]int, p.Len()) // predicates
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
			at[s] = t.OfState(l.Func, m, all[s][0])
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

// carries reports whether a block leads from each of some states into others, whose disjunction is predicate n.
func (t *Triples) carries(from []absint.State, b Block, to []absint.State, n int) bool {
	for _, x := range from {
		y := after(t.Meaning, x, b)
		in := y == nil
		for _, z := range to {
			in = in || t.Meaning.Leq(y, z)
		}
		if !in && !t.lies(y, n) {
			return false
		}
	}
	return true
}
