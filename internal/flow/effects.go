package flow

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Effects is what executing a function, with all that it calls, or one edge
// may touch. Sets are over-approximations.
type Effects struct {
	Reads, Writes Set       // abstract objects; Decl, Alloc and Free write
	GlobalReads   []*ir.Var // global registers, ordered by ID
	GlobalWrites  []*ir.Var
	Havoc         bool // a HavocAll may run: everything above is written besides
}

// Of is the effect of calling f.
func (a *Points) Of(f *ir.Func) *Effects { return a.effects[f.ID] }

// access is what one edge itself touches.
type access struct{ reads, writes Set }

// Reads is the set of objects whose bytes edge e may read: a load, the source
// of a copy, what a call may read.
func (a *Points) Reads(e *ir.Edge) Set {
	if c, ok := e.Stmt.(*ir.Call); ok {
		return a.effects[c.Func.ID].Reads
	}
	return a.access[e].reads
}

// Writes is the set of objects that e may change: by a store, copy, set or
// havoc, by beginning (Decl, Alloc, Input of a pointer) or ending (Free) an instance,
// or by a call.
func (a *Points) Writes(e *ir.Edge) Set {
	if c, ok := e.Stmt.(*ir.Call); ok {
		return a.effects[c.Func.ID].Writes
	}
	return a.access[e].writes
}

// findAccess fills in what each edge itself touches.
func (a *Points) findAccess() {
	a.access = map[*ir.Edge]access{}
	for _, f := range a.Prog.Funcs {
		for _, e := range f.Edges {
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
			}
			if x.reads != nil || x.writes != nil {
				a.access[e] = x
			}
		}
	}
}

// all is the set of all objects with bytes that may be written.
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
	switch s := e.Stmt.(type) {
	case *ir.Call:
		w := a.effects[s.Func.ID].GlobalWrites
		if s.Dst != nil && s.Dst.Global && !slices.Contains(w, s.Dst) {
			w = append(slices.Clone(w), s.Dst)
		}
		return w
	case *ir.HavocAll:
		return a.Prog.Globals
	}
	if v := ir.Def(e.Stmt); v != nil && v.Global {
		return []*ir.Var{v}
	}
	return nil
}

// GlobalReads lists the global registers that e may read.
func (a *Points) GlobalReads(e *ir.Edge) []*ir.Var {
	out := globalsIn(e.Stmt)
	if s, ok := e.Stmt.(*ir.Call); ok {
		out = append(out, a.effects[s.Func.ID].GlobalReads...)
	}
	return sortedVars(out)
}

func globalsIn(s ir.Stmt) []*ir.Var {
	var out []*ir.Var
	ir.Uses(s, func(v *ir.Var) {
		if v.Global {
			out = append(out, v)
		}
	})
	return out
}

func sortedVars(vs []*ir.Var) []*ir.Var {
	slices.SortFunc(vs, func(a, b *ir.Var) int { return a.ID - b.ID })
	return slices.Compact(vs)
}

// findEffects goes bottom-up over the components of the call graph; the
// functions of one component share their effects.
func (a *Points) findEffects() {
	a.effects = make([]*Effects, len(a.Prog.Funcs))
	for _, comp := range NewCalls(a.Prog).Components() {
		eff := &Effects{}
		for _, f := range comp { // calls inside the component meet the empty effect
			a.effects[f.ID] = eff
		}
		sum := &gather{reads: map[*Target]bool{}, writes: map[*Target]bool{}}
		for _, f := range comp {
			for _, e := range f.Edges {
				sum.edge(a, e, eff)
			}
		}
		eff.Reads, eff.Writes = sum.set(sum.reads), sum.set(sum.writes)
		eff.GlobalReads, eff.GlobalWrites = sortedVars(sum.globalReads), sortedVars(sum.globalWrites)
		if eff.Havoc {
			eff.GlobalWrites = a.Prog.Globals
		}
	}
}

type gather struct {
	reads, writes             map[*Target]bool
	globalReads, globalWrites []*ir.Var
}

func (g *gather) edge(a *Points, e *ir.Edge, eff *Effects) {
	for _, t := range a.Reads(e) {
		g.reads[t] = true
	}
	for _, t := range a.Writes(e) {
		g.writes[t] = true
	}
	g.globalReads = append(g.globalReads, globalsIn(e.Stmt)...)
	if v := ir.Def(e.Stmt); v != nil && v.Global {
		g.globalWrites = append(g.globalWrites, v)
	}
	switch s := e.Stmt.(type) {
	case *ir.Call:
		c := a.effects[s.Func.ID]
		g.globalReads = append(g.globalReads, c.GlobalReads...)
		g.globalWrites = append(g.globalWrites, c.GlobalWrites...)
		eff.Havoc = eff.Havoc || c.Havoc
	case *ir.HavocAll:
		eff.Havoc = true
	}
}

func (g *gather) set(m map[*Target]bool) Set {
	ts := make([]*Target, 0, len(m))
	for t := range m {
		ts = append(ts, t)
	}
	return setOf(ts)
}
