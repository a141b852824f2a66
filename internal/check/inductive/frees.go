package inductive

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file checks the claims about Free. For each function, the evidence claims a set of objects; a call of the
// function frees no others (Inductive.Frees). The checker assumes the claim where the function is called. It checks for
// each function that each Free in it, and each function that it calls, frees only objects in the function's claim. Then
// the claims hold, by induction over the steps of an execution.

// A state records objects that a call may free, but that have not been freed since the function was entered:
//
//	kept(&o)
//
// If an object is kept at the exit of a called function, a call that returns from this exit has not freed it.

// keptSlot returns the slot of kept(&o).
func (m *model) keptSlot(o *ir.Object) int {
	return m.number(slot{kind: kept, off: int64(m.madeAt[o]), t: ir.B})
}

// keepAll records in s, a state at the entry of f, that all objects in the claim of f are kept.
func (c *checker) keepAll(s *state, f *ir.Func) {
	for o := range c.frees[f] {
		if _, ok := c.madeAt[o]; ok {
			s.set(c.keptSlot(o), constant(ir.B, 1))
		}
	}
}

// isKept reports whether s has kept(&o).
func (c *checker) isKept(s *state, o *ir.Object) bool {
	_, ok := c.madeAt[o]
	return ok && s.find(c.keptSlot(o)) != nil
}

// forgetKept changes s for the case that o may have been freed.
func (c *checker) forgetKept(s *state, o *ir.Object) {
	if _, ok := c.madeAt[o]; ok {
		s.forget(c.keptSlot(o))
	}
}

// keptIn returns the object o if x is kept(&o), otherwise nil.
func (m *model) keptIn(x ir.Expr) *ir.Object {
	q, ok := x.(*ir.Valid)
	if !ok || q.What != ir.Kept {
		return nil
	}
	if at, ok := q.Addr.(*ir.AddrOf); ok {
		if _, made := m.madeAt[at.Obj]; made {
			return at.Obj
		}
	}
	return nil
}

// mayFree reports whether a call of f may free o according to the claim.
func (c *checker) mayFree(f *ir.Func, o *ir.Object) bool {
	claimed, ok := c.frees[f]
	return !ok || claimed[o]
}

// checkFree checks the Free st at e, in state s, against the claim for its function. from is the cut where the walk
// began. If the claim is wrong, checkFree returns an error, unless c.gaps is set.
func (c *checker) checkFree(from *ir.Loc, s *state, e *ir.Edge, st *ir.Free) error {
	f := e.From.Func
	if _, ok := c.frees[f]; !ok || st.Kind != ir.Heap {
		return nil
	}
	var objs []*ir.Object
	if p := c.eval(s, st.Addr).ptr; p == nil {
		objs = c.within(st.Addr)
	} else {
		for _, sp := range p.to {
			objs = append(objs, sp.obj)
		}
	}
	for _, o := range objs {
		if o == nil || !c.onHeap(o) || c.mayFree(f, o) {
			continue
		}
		if c.gaps != nil {
			c.gaps.Frees(f)
			return nil
		}
		return &failure{from: from, edge: e, to: e.To, what: fmt.Sprintf("a call of %s is claimed not to free %s", f.Name,
			o.Name)}
	}
	return nil
}

// checkFrees checks the claim for each function against the claims for the functions that it calls.
func (c *checker) checkFrees() error {
	for _, f := range c.prog.Funcs {
		if _, ok := c.frees[f]; !ok {
			continue
		}
		for _, e := range f.Edges {
			call, is := e.Stmt.(*ir.Call)
			if !is || !c.effect(call.Func).frees || c.claimsNoMore(call.Func, f) {
				continue
			}
			if c.gaps == nil {
				return fmt.Errorf("what a call of %s frees is claimed without what %s frees", f.Name, call.Func.Name)
			}
			c.gaps.Frees(f)
		}
	}
	return nil
}

// claimsNoMore reports whether the claim for g is a subset of the claim for f.
func (c *checker) claimsNoMore(g, f *ir.Func) bool {
	claimed, ok := c.frees[g]
	if !ok {
		return false
	}
	for o := range claimed {
		if !c.frees[f][o] {
			return false
		}
	}
	return true
}
