package flow

import "github.com/tandem-verifier/tandem/internal/ir"

// findEscapes marks the targets whose address may be held by memory, a
// global register or a number; local objects also if their function may return it.
func (a *Points) findEscapes() {
	a.escapes = make([]bool, len(a.Targets))
	seen := map[int32]bool{}
	mark := func(n int32) {
		n = a.s.find(n)
		if seen[n] {
			return
		}
		seen[n] = true
		for _, q := range a.s.addressesOf(n) {
			if t := a.s.pairs[q].Target; t != nil {
				a.escapes[t.ID] = true
			}
		}
	}
	for _, t := range a.exposed {
		a.escapes[t.ID] = true
	}
	for _, m := range a.s.mem {
		for _, c := range m.cells {
			mark(c.node)
		}
	}
	for _, v := range a.Prog.Globals {
		if n, ok := a.s.regs[v]; ok {
			mark(n)
		}
	}
	for _, f := range a.Prog.Funcs {
		for _, q := range a.s.addressesOf(a.s.rets[f.ID]) {
			if t := a.s.pairs[q].Target; t != nil && t.Func == f && t.Kind != FuncCode {
				a.escapes[t.ID] = true
			}
		}
	}
	for _, f := range a.Prog.Funcs {
		var live *Live
		for _, e := range f.Edges {
			o := ir.Lives(e.Stmt)
			if o == nil || a.escapes[a.objs[o].ID] {
				continue
			}
			if live == nil {
				live = NewLive(a.Prog, f, func(*ir.Func) []*ir.Var { return nil })
			}
			a.escapes[a.objs[o].ID] = a.heldAt(live, e.To, a.objs[o])
		}
	}
}

// heldAt reports whether a live register of the function may hold an address in t at l: after its declaration, the
// address of an older instance; after its end, the address of a dead one.
func (a *Points) heldAt(live *Live, l *ir.Loc, t *Target) bool {
	held := false
	live.Locals(l, func(v *ir.Var) {
		if n, ok := a.s.regs[v]; ok {
			for _, q := range a.s.addressesOf(n) {
				held = held || a.s.pairs[q].Target == t
			}
		}
	})
	return held
}

// NonEscaping reports whether nothing can remember the address of an instance of
// the local object o after its function returned, o was declared again or ended: it is
// never stored to memory, turned into a number, returned, or put into a global
// register, and no register that is live at a declaration or an end holds it. Passing it
// to a callee that keeps to the same is fine. False for global objects.
func (a *Points) NonEscaping(o *ir.Object) bool {
	return o.Func != nil && !a.escapes[a.objs[o].ID]
}

// Held returns ir.Held.
func Held(p *ir.Program) map[*ir.Object]bool { return ir.Held(p) }
