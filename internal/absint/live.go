package absint

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Registers die: a register whose value is not read again is forgotten on the
// edge where that becomes certain, so that states stay small and do not differ in
// what does not matter. Computed per register, from its uses backward, which
// costs as much as there are live places.

// deaths lists by edge of f (Edge.ID) the dimensions to forget after it.
func (b *binding) deaths(f *ir.Func) [][]domain.Dim {
	uses := map[*ir.Var][]*ir.Loc{} // a location with an edge that reads the register
	defs := map[*ir.Var][]*ir.Edge{}
	use := func(v *ir.Var, l *ir.Loc) {
		if u := uses[v]; len(u) == 0 || u[len(u)-1] != l {
			uses[v] = append(u, l)
		}
	}
	for _, e := range f.Edges {
		ir.Uses(e.Stmt, func(v *ir.Var) { use(v, e.From) })
		if v := ir.Def(e.Stmt); v != nil {
			defs[v] = append(defs[v], e)
		}
		if _, ok := e.Stmt.(*ir.Call); ok { // the callee may read any global
			for _, v := range b.prog.Globals {
				use(v, e.From)
			}
		}
	}
	if f != b.prog.Entry {
		for _, v := range b.prog.Globals {
			use(v, f.Exit)
		}
	}
	out := make([][]domain.Dim, len(f.Edges))
	live := make([]int, len(f.Locs)) // by Loc.ID: the number of the register last found live
	work := []*ir.Loc{}
	vars := append(append([]*ir.Var{}, f.Vars...), b.prog.Globals...)
	for i, v := range vars {
		stamp := i + 1
		var at []*ir.Loc
		push := func(l *ir.Loc) {
			if live[l.ID] != stamp {
				live[l.ID] = stamp
				work = append(work, l)
				at = append(at, l)
			}
		}
		for _, l := range uses[v] {
			push(l)
		}
		for len(work) > 0 {
			l := work[len(work)-1]
			work = work[:len(work)-1]
			for _, e := range l.In {
				if ir.Def(e.Stmt) != v {
					push(e.From)
				}
			}
		}
		d := b.reg(f, v)
		for _, l := range at {
			for _, e := range l.Out {
				if live[e.To.ID] != stamp {
					out[e.ID] = append(out[e.ID], d)
				}
			}
		}
		for _, e := range defs[v] {
			if live[e.To.ID] != stamp && live[e.From.ID] != stamp {
				out[e.ID] = append(out[e.ID], d)
			}
		}
		// What the entry brings along and nobody reads.
		if live[f.Entry.ID] != stamp && (v.Global || v.ID < len(f.Params)) {
			for _, e := range f.Entry.Out {
				if live[e.To.ID] != stamp && ir.Def(e.Stmt) != v {
					out[e.ID] = append(out[e.ID], d)
				}
			}
		}
	}
	return out
}

// findTainted marks integer registers that may hold a number made from an
// address: only those may have pointers in a state.
func (a *analysis[E]) findTainted() {
	b := a.bind
	a.tainted = make([]bool, b.cell0)
	memory := false // memory may hold addresses
	mark := func(d domain.Dim, v bool) bool {
		if !v || a.tainted[d] {
			return false
		}
		a.tainted[d] = true
		return true
	}
	for _, v := range b.prog.Globals {
		a.tainted[v.ID] = v.Init != nil && a.addressed(v.Type) && mentionsPointer(v.Init)
	}
	for _, o := range b.prog.Objects {
		for _, it := range o.Init {
			memory = memory || mentionsPointer(it.Val)
		}
	}
	for again := true; again; {
		again = false
		for _, f := range b.prog.Funcs {
			for _, e := range f.Edges {
				holds := func(x ir.Expr) bool { return x != nil && (mentionsPointer(x) || a.mayHoldPointer(f, x)) }
				switch s := e.Stmt.(type) {
				case *ir.Assign:
					again = mark(b.reg(f, s.Dst), a.addressed(s.Dst.Type) && holds(s.Src)) || again
				case *ir.LoadStmt:
					again = mark(b.reg(f, s.Dst), a.addressed(s.Dst.Type) && memory) || again
				case *ir.Store:
					if !memory && holds(s.Val) {
						memory, again = true, true
					}
				case *ir.Call:
					for i, x := range s.Args {
						if i < len(s.Func.Params) {
							p := s.Func.Params[i]
							again = mark(b.reg(s.Func, p), a.addressed(p.Type) && holds(x)) || again
						}
					}
					if s.Dst != nil {
						again = mark(b.reg(f, s.Dst), a.addressed(s.Dst.Type) && a.tainted[b.result(s.Func)]) || again
					}
				case *ir.Return:
					again = mark(b.result(f), a.addressed(f.Result) && holds(s.Val)) || again
				}
			}
		}
	}
}
