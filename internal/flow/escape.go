package flow

import "github.com/tandem-verifier/tandem/internal/ir"

// findEscapes marks the targets whose address may be in memory, in a global register or in a number. It also marks a
// local object if its function may return its address, or if a live register has its address when it is declared or
// ends.
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

// heldAt reports whether at l a live register of the function may have an address in t. After a declaration this is the
// address of an older instance, after an end the address of a dead one.
func (a *Points) heldAt(live *Live, l *ir.Loc, t *Target) bool {
	held := false
	live.locals(l, func(v *ir.Var) {
		if n, ok := a.s.regs[v]; ok {
			for _, q := range a.s.addressesOf(n) {
				held = held || a.s.pairs[q].Target == t
			}
		}
	})
	return held
}

// NonEscaping reports whether the address of an instance of the local object o is in no value after the end of the
// instance: after the function has returned, or o was declared again or ended. This is so if the address is never
// stored to memory, turned into a number, returned, or put into a global register, and no register that is live at a
// declaration or an end of o has it. A called function may get the address under the same conditions. NonEscaping is
// false for global objects.
func (a *Points) NonEscaping(o *ir.Object) bool {
	return o.Func != nil && !a.escapes[a.objs[o].ID]
}

// Held returns ir.Held.
func Held(p *ir.Program) map[*ir.Object]bool { return ir.Held(p) }
