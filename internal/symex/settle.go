package symex

import (
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file removes arbitrary values from terms if the path implies that the terms do not depend on them. For example,
// a pointer that was read from the bytes of a table leads into a known object if an earlier edge has read through it.
//
//	t = ite(c, x, any), and the path implies c: then t is x
//
// The solver need not decide c. It is enough that t has the same value for all values of any.

// settle returns for each given term a term over inputs only that has the same value on the path. ok is false if the
// solver does not prove within a small budget that the terms do not depend on arbitrary values.
func (w *walker) settle(ts ...*term.Term) (out []*term.Term, ok bool) {
	x, c := w.x, w.x.c
	zero := map[*term.Term]*term.Term{}
	for _, t := range ts {
		if t == nil || x.isPlain(t) {
			continue
		}
		for _, v := range term.FreeVars(t) {
			if x.isPlain(v) {
				continue
			}
			if v.Sort().Kind == term.Array {
				return nil, false
			}
			zero[v] = c.Zero(v.Sort())
		}
	}
	var differ []*term.Term
	for _, t := range ts {
		if t == nil || x.isPlain(t) {
			out = append(out, t)
			continue
		}
		s := c.Subst(t, zero)
		out = append(out, s)
		differ = append(differ, c.Not(c.Eq(t, s)))
	}
	cs, _ := x.slices.Slice(w.node.Constraints(), []*term.Term{c.Or(differ...)})
	_, ans := x.ask(w.ctx, cs, smt.Budget{Work: soon})
	return out, ans.Result == smt.Unsat
}

// settled is like settle, for the terms of a value.
func (w *walker) settled(v *vc.Value) (*vc.Value, bool) {
	if v == nil || v.T == nil {
		return nil, false
	}
	ts, ok := w.settle(v.T, v.Obj)
	if !ok {
		return nil, false
	}
	return &vc.Value{T: ts[0], Obj: ts[1], Lo: v.Lo, Hi: v.Hi}, true
}

// cond returns a condition in the state at the end of the stretch, without arbitrary values if settle succeeds.
func (w *walker) cond(e ir.Expr) *term.Term {
	c := w.x.enc.Cond(w.node.state, e)
	if w.x.isPlain(c) {
		return c
	}
	if ts, ok := w.settle(c); ok {
		return ts[0]
	}
	return c
}
