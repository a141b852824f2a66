package floydhoare

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file makes predicates and triples from an analysis that goes forward, and then backward from the error within
// the forward states (P. Cousot, R. Cousot: Abstract interpretation based program testing, SSGRR 2000). The paper
// (Greitschus, Dietsch, Podelski, SAS 2017) goes forward only. For
//
//	i = 1; s = 0; while (i <= n) { s += 2; i++; } assert(s == 0 || s == 2 * n)
//
// polyhedra prove s = 2i - 2 at the loop's head, which is too weak. An execution that reaches the error is at some time
// at the head with i >= 2 and i >= n + 2. Since no execution begins with i >= 2, none ever is in such a state:
//
//	s = 2i - 2  and not (i >= 2 and i >= n + 2)
//
// is a predicate with which the loop's moves are triples.

// FromNeeds makes predicates and triples from the states of each location and the needs of these states: the backward
// states, from which the error may be reached. If some location has several states, the result is empty. Triples are
// checked in the domain of t, until the context ends.
func FromNeeds(ctx context.Context, p *Program, t *Triples, needs map[*ir.Loc][]absint.Need,
	letters map[int]bool) (preds []int, known []Known) {
	m := t.Meaning
	at := make([]absint.Need, p.Len())
	// The predicates by state of the program: the forward state, the backward state, and its negation.
	states, back, not := make([]int, p.Len()), make([]int, p.Len()), make([]int, p.Len())
	for s, l := range p.Loc {
		states[s], back[s], not[s] = True, False, True
		switch n := needs[l]; {
		case len(n) > 1:
			return nil, nil
		case p.Final(s):
			back[s], not[s] = True, False
		case len(n) == 0: // not reached
			states[s] = False
		default:
			at[s] = absint.Need{State: m.Stated(n[0].State)}
			states[s] = t.ofState(l.Func, m, at[s].State)
			if n[0].Back != nil {
				at[s].Back = m.Stated(n[0].Back)
				x := m.Expr(at[s].Back)
				back[s], not[s] = t.Of(l.Func, x), t.Of(l.Func, ir.NotExpr(x))
			}
		}
		preds = append(preds, states[s], not[s])
	}
	for s := range p.Len() {
		if ctx.Err() != nil {
			break
		}
		for _, mv := range p.Moves(s) {
			if !letters[mv.Letter] || at[s].State == nil {
				continue
			}
			l, to := p.Alphabet.Letter(mv.Letter), mv.To
			for _, b := range p.Block(s, mv.Letter, to) {
				steps := t.along(at[s].State, b)
				if steps == nil {
					known = append(known, Known{[]int{states[s]}, l, False})
					continue
				}
				last := steps[len(steps)-1]
				if states[to] != False && (at[to].State == nil || m.Leq(last, at[to].State)) {
					known = append(known, Known{[]int{states[s]}, l, states[to]})
				}
				// Use the predicate of the backward state after the block. It may be weaker than the state itself, and its negation
				// is the post of the triple.
				if m.Leq(t.undone(steps, b, back[to]), at[s].Back) {
					known = append(known, Known{[]int{states[s], not[s]}, l, not[to]})
				}
			}
		}
	}
	return sorted(preds), known
}

// along returns the states at each node of a block, nil for nodes that no execution reaches. The result is nil if no
// execution goes through the block.
func (t *Triples) along(s absint.State, b Block) []absint.State {
	at := make([]absint.State, b.Graph.Nodes)
	at[0] = s
	for _, st := range b.Graph.Steps {
		if at[st.From] != nil {
			at[st.To] = t.Meaning.Join(at[st.To], over(t.Meaning, at[st.From], st.Edge))
		}
	}
	if at[len(at)-1] == nil {
		return nil
	}
	return at
}

// undone returns the backward state at the first node of a block: the part of at[0] from which an execution may reach
// the last node with the predicate n.
func (t *Triples) undone(at []absint.State, b Block, n int) absint.State {
	back := make([]absint.State, len(at))
	if n != False {
		back[len(at)-1] = t.assume(at[len(at)-1], n)
	}
	for _, st := range slices.Backward(b.Graph.Steps) {
		if at[st.From] == nil || back[st.To] == nil {
			continue
		}
		if _, is := st.Edge.Stmt.(*ir.Call); is {
			return at[0]
		}
		back[st.From] = t.Meaning.Join(back[st.From], t.Meaning.Undo(at[st.From], st.Edge, back[st.To]))
	}
	return back[0]
}
