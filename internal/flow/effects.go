package flow

import (
	"maps"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Effects has the objects and registers that a function may read and write, including the functions that it calls. Sets
// are over-approximations.
type Effects struct {
	Reads, Writes Set       // abstract objects; Decl, Alloc and Free count as writes
	GlobalReads   []*ir.Var // the global registers that may be read, ordered by ID
	GlobalWrites  []*ir.Var // the global registers that may be written, ordered by ID
	Havoc         bool      // a HavocAll may run: it writes all objects and global registers

	Memory bool       // some bytes may be written, or an object may begin or end
	Frees  [2]bool    // by ir.AllocKind: a Free may run
	Active []*ir.Func // the function and all functions that it may call, directly or not, ordered by ID
}

// Of returns the effects of a call of f.
func (a *Points) Of(f *ir.Func) *Effects { return a.effects[f.ID] }

// access has the objects that an edge reads and writes, without the effects of a call.
type access struct{ reads, writes Set }

// Reads returns the set of objects whose bytes edge e may read, by a load, by a copy, or in a call.
func (a *Points) Reads(e *ir.Edge) Set {
	if c, ok := e.Stmt.(*ir.Call); ok {
		return a.effects[c.Func.ID].Reads
	}
	return a.access[e].reads
}

// Writes returns the set of objects that e may change: by a store, copy, set or
// havoc, by beginning (Decl, Alloc, Input of a pointer) or ending (Free) an instance,
// or by a call.
func (a *Points) Writes(e *ir.Edge) Set {
	if c, ok := e.Stmt.(*ir.Call); ok {
		return a.effects[c.Func.ID].Writes
	}
	return a.access[e].writes
}

// findAccess computes the accesses of all edges.
func (a *Points) findAccess() {
	a.access = map[*ir.Edge]access{}
	for _, f := range a.Prog.Funcs {
		for i, e := range f.Edges {
			if i%256 == 0 && a.s.stop != nil && a.s.stop() {
				a.s.over, a.s.stopped = true, true
				return
			}
			var x access
			switch s := e.Stmt.(type) {
			case *ir.LoadStmt:
				x.reads = a.Pointees(s.Addr)
			case *ir.MemCopy:
				x.reads, x.writes = a.Pointees(s.Src), a.Pointees(s.Dst)
			case *ir.Store:
				x.writes = a.Pointees(s.Addr)
			case *ir.MemSet:
				x.writes = a.Pointees(s.Dst)
			case *ir.MemHavoc:
				x.writes = a.Pointees(s.Addr)
			case *ir.Free:
				x.writes = a.Pointees(s.Addr)
			case *ir.End:
				x.writes = Set{a.objs[s.Obj]}
			case *ir.Decl:
				x.writes = Set{a.objs[s.Obj]}
			case *ir.Alloc, *ir.Input:
				if t := a.edges[e]; t != nil {
					x.writes = Set{t}
				}
			case *ir.HavocAll:
				x.writes = a.all()
			case *ir.Call: // Reads and Writes return the effects of the function
			case *ir.Skip, *ir.Assign, *ir.Assume, *ir.Return, *ir.Math, *ir.Undefined:
			}
			if x.reads != nil || x.writes != nil {
				a.access[e] = x
			}
		}
	}
}

// all returns the set of all objects with bytes that are not constant.
func (a *Points) all() Set {
	var out Set
	for _, t := range a.Targets {
		if t.Kind != FuncCode && (t.Obj == nil || !t.Obj.Const) {
			out = append(out, t)
		}
	}
	return out
}

// GlobalWrites lists the global registers that e may write.
func (a *Points) GlobalWrites(e *ir.Edge) []*ir.Var {
	called, all := ir.Elsewhere(e.Stmt)
	if all {
		return a.Prog.Globals
	}
	var w []*ir.Var
	if called != nil {
		w = a.effects[called.ID].GlobalWrites
	}
	if v := ir.Def(e.Stmt); v != nil && v.Global && !slices.Contains(w, v) {
		w = append(slices.Clone(w), v)
	}
	return w
}

// globalsIn lists the global registers that a statement reads itself, perhaps with repeats.
func globalsIn(s ir.Stmt) []*ir.Var {
	var out []*ir.Var
	ir.Uses(s, func(v *ir.Var) {
		if v.Global {
			out = append(out, v)
		}
	})
	return out
}

// sortedVars sorts registers by ID and drops repeats.
func sortedVars(vs []*ir.Var) []*ir.Var {
	slices.SortFunc(vs, func(a, b *ir.Var) int { return a.ID - b.ID })
	return slices.Compact(vs)
}

// findEffects computes the effects of all functions; the functions of one component share them.
func (a *Points) findEffects() {
	calls := NewCalls(a.Prog)
	a.effects = calls.Effects()
	for _, comp := range calls.Components() {
		reads, writes := map[*Target]bool{}, map[*Target]bool{}
		for _, f := range comp {
			for _, e := range f.Edges { // the effects of calls inside the component are still empty, and add nothing
				for _, t := range a.Reads(e) {
					reads[t] = true
				}
				for _, t := range a.Writes(e) {
					writes[t] = true
				}
			}
		}
		eff := a.effects[comp[0].ID]
		eff.Reads, eff.Writes = setOf(slices.Collect(maps.Keys(reads))), setOf(slices.Collect(maps.Keys(writes)))
	}
}

// Effects returns the effects of all functions, by Func.ID, without Reads and Writes, which need points-to sets.
func (c *Calls) Effects() []*Effects {
	all := make([]*Effects, len(c.Prog.Funcs))
	for _, comp := range c.Components() {
		eff := &Effects{Active: slices.Clone(comp)}
		for _, f := range comp {
			all[f.ID] = eff
		}
		for _, f := range comp {
			for _, e := range f.Edges {
				eff.add(e, all)
			}
		}
		slices.SortFunc(eff.Active, func(f, g *ir.Func) int { return f.ID - g.ID })
		eff.Active = slices.Compact(eff.Active)
		eff.GlobalReads, eff.GlobalWrites = sortedVars(eff.GlobalReads), sortedVars(eff.GlobalWrites)
		if eff.Havoc {
			eff.GlobalWrites = c.Prog.Globals
		}
	}
	return all
}

// add adds the effects of an edge; all has the effects of the called functions.
func (x *Effects) add(e *ir.Edge, all []*Effects) {
	x.GlobalReads = append(x.GlobalReads, globalsIn(e.Stmt)...)
	if v := ir.Def(e.Stmt); v != nil && v.Global {
		x.GlobalWrites = append(x.GlobalWrites, v)
	}
	switch s := e.Stmt.(type) {
	case *ir.Store, *ir.MemCopy, *ir.MemSet, *ir.MemHavoc, *ir.Decl, *ir.End, *ir.Alloc:
		x.Memory = true
	case *ir.Input:
		x.Memory = x.Memory || s.Dst.Type.Kind == ir.Ptr
	case *ir.Free:
		x.Memory, x.Frees[s.Kind] = true, true
	case *ir.HavocAll:
		x.Memory, x.Havoc = true, true
	case *ir.Call:
		c := all[s.Func.ID]
		if c == x {
			return
		}
		x.Active = append(x.Active, c.Active...)
		x.GlobalReads = append(x.GlobalReads, c.GlobalReads...)
		x.GlobalWrites = append(x.GlobalWrites, c.GlobalWrites...)
		x.Havoc, x.Memory = x.Havoc || c.Havoc, x.Memory || c.Memory
		for kind, frees := range c.Frees {
			x.Frees[kind] = x.Frees[kind] || frees
		}
	case *ir.Skip, *ir.Assign, *ir.Assume, *ir.LoadStmt, *ir.Return, *ir.Math, *ir.Undefined:
		// registers only
	}
}
