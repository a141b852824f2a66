package inductive

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// What a call frees (Inductive.Frees) is claimed for each function, and taken for true where the function is called. So each Free of a
// function, and each function that it calls, may free no more than is claimed for it: by induction over the steps of an execution, no
// call does.

// mayFree reports whether a call of f may free o, as is claimed.
func (c *checker) mayFree(f *ir.Func, o *ir.Object) bool {
	claimed, ok := c.frees[f]
	return !ok || claimed[o]
}

// checkFree checks a Free against the claim for its function.
func (c *checker) checkFree(from *ir.Loc, s *state, e *ir.Edge, st *ir.Free) error {
	f := e.From.Func
	if _, ok := c.frees[f]; !ok || st.Kind != ir.Heap {
		return nil
	}
	var objs []*ir.Object
	if p := c.eval(s, st.Addr).ptr; p == nil {
		objs = c.holders.within(st.Addr)
	} else {
		for _, sp := range p.to {
			objs = append(objs, sp.obj)
		}
	}
	for _, o := range objs {
		if o == nil || !c.onHeap(o) || c.mayFree(f, o) {
			continue
		}
		if c.weak == nil {
			return &failure{from: from, edge: e, to: e.To, what: fmt.Sprintf("a call of %s is claimed not to free %s", f.Name, o.Name)}
		}
		c.dropFrees(f)
		return nil
	}
	return nil
}

// checkFrees checks the claims of functions against those of the functions that they call.
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
			if c.weak == nil {
				return fmt.Errorf("what a call of %s frees is claimed without what %s frees", f.Name, call.Func.Name)
			}
			c.dropFrees(f)
		}
	}
	return nil
}

// claimsNoMore reports whether calls of g free no more than what is claimed for f.
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

// dropFrees gives up the claim for f, and those for the functions that call it.
func (c *checker) dropFrees(f *ir.Func) {
	seen := map[*ir.Func]bool{f: true}
	for work := []*ir.Func{f}; len(work) > 0; {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		delete(c.frees, g)
		for _, h := range c.weak.callers[g] {
			for _, l := range h.Locs {
				if c.cut[l] {
					c.weak.dirty[l] = true
				}
			}
			if !seen[h] {
				seen[h] = true
				work = append(work, h)
			}
		}
	}
}
