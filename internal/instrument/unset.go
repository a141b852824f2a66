package instrument

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Variables without a value (kind uninit-branch). A register that is read before it was assigned has an arbitrary
// value, or the behaviour is undefined (6.3.2.1p2). An obligation is added where such a value decides a branch, and
// where it leaves the registers (is stored, passed, returned, or part of an address) and may decide a branch elsewhere.
// A data flow analysis finds the registers that may be without a value. Each of them gets a ghost register, which is 1
// while the register is without a value and decides the obligation:
//
//	l0 -> l1: x = input #0 (uninit)     becomes    l0 -> l3: x = input #0;  l3 -> l1: x.unset = 1
//	l1 -> l2: x = y + 1                            l1 -> l4: x = y + 1;     l4 -> l2: x.unset = y.unset
//	l2 -> l5: assume x != 0 [T]                    l2 -> error: assume x.unset != 0
//	                                               l2 -> l6: assume x.unset == 0;  l6 -> l5: assume x != 0 [T]
//
// Values in memory are not checked; assumeWritten adds the assumption that they are written before they are read.
type unset struct {
	may    map[*ir.Loc]varSet     // the registers that may be without a value at a location
	ghosts map[*ir.Var]*ir.Var    // by register: its ghost
	uses   map[*ir.Edge][]*ir.Var // the registers to check before an edge
}

// varSet is a set of registers.
type varSet map[*ir.Var]bool

// unsetIn adds ghosts to the function and returns the registers to check; nil if there are none.
func (g *guarder) unsetIn() *unset {
	u := &unset{may: map[*ir.Loc]varSet{}, ghosts: map[*ir.Var]*ir.Var{}, uses: map[*ir.Edge][]*ir.Var{}}
	u.flow(g.f)
	if len(u.may) == 0 {
		return nil
	}
	for _, e := range g.f.Edges {
		if list := u.used(e); len(list) > 0 {
			u.uses[e] = list
			for _, v := range list {
				u.need(g, v)
			}
		}
	}
	if len(u.uses) == 0 {
		return nil
	}
	for again := true; again; { // registers whose values are copied to registers with a ghost need ghosts, too
		again = false
		for _, e := range g.f.Edges {
			if s, ok := e.Stmt.(*ir.Assign); ok && u.ghosts[s.Dst] != nil {
				for _, v := range u.among(s.Src, e.From) {
					again = u.need(g, v) || again
				}
			}
		}
	}
	u.remember(g)
	return u
}

// If p loads from memory other than global objects, assumeWritten adds the assumption to p.Assumed that values read
// from memory have been written.
func assumeWritten(p *ir.Program) {
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if s, ok := e.Stmt.(*ir.LoadStmt); ok {
				if o := ir.Root(s.Addr); o == nil || o.Func != nil {
					p.Assumed = append(p.Assumed, ir.Assumed{Text: "what is read from memory has been written (uninit-branch looks " +
						"at variables without an address)"})
					return
				}
			}
		}
	}
}

// need makes the ghost of v, and reports whether v had none.
func (u *unset) need(g *guarder, v *ir.Var) bool {
	if u.ghosts[v] != nil {
		return false
	}
	u.ghosts[v] = g.names.temp(g.f, v.Name+".unset", ir.U8)
	return true
}

// flow computes u.may.
func (u *unset) flow(f *ir.Func) {
	var work []*ir.Loc
	for _, e := range f.Edges {
		if isUnset(e.Stmt) {
			work = append(work, e.From)
		}
	}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.Out {
			if u.join(e.To, u.after(e)) {
				work = append(work, e.To)
			}
		}
	}
}

// isUnset reports whether s is the read of a variable without a value.
func isUnset(s ir.Stmt) bool {
	in, ok := s.(*ir.Input)
	return ok && in.Site.Kind == ir.Uninit
}

// after returns the registers that may be without a value after an edge.
func (u *unset) after(e *ir.Edge) varSet {
	d := ir.Def(e.Stmt)
	if d == nil {
		return u.may[e.From]
	}
	s, copied := e.Stmt.(*ir.Assign)
	out := varSet{}
	for v := range u.may[e.From] {
		if v != d {
			out[v] = true
		}
	}
	if isUnset(e.Stmt) || copied && !d.Global && len(u.among(s.Src, e.From)) > 0 {
		out[d] = true
	}
	return out
}

// join adds s to the set at l, and reports whether the set has grown.
func (u *unset) join(l *ir.Loc, s varSet) (grown bool) {
	for v := range s {
		if !u.may[l][v] {
			if u.may[l] == nil {
				u.may[l] = varSet{}
			}
			u.may[l][v] = true
			grown = true
		}
	}
	return grown
}

// among returns the registers of e that may be without a value at a location, each once. e may be nil.
func (u *unset) among(e ir.Expr, at *ir.Loc) (list []*ir.Var) {
	may := u.may[at]
	if e == nil || len(may) == 0 {
		return nil
	}
	seen := varSet{}
	ir.Vars(e, func(v *ir.Var) {
		if may[v] && !seen[v] {
			seen[v] = true
			list = append(list, v)
		}
	})
	return list
}

// used returns the registers that may be without a value and that e uses for anything but an assignment of a register.
func (u *unset) used(e *ir.Edge) (list []*ir.Var) {
	switch s := e.Stmt.(type) { // sound: all registers in other statements are used
	case *ir.Assume:
		if s.Guard == ir.Branch {
			return u.among(s.Cond, e.From)
		}
	case *ir.Assign:
		if s.Dst.Global || s.Dst.Passed {
			return u.among(s.Src, e.From)
		}
	case *ir.Input, *ir.Undefined:
	default:
		seen := varSet{}
		for _, x := range ir.StmtExprs(s) {
			for _, v := range u.among(x, e.From) {
				if !seen[v] {
					seen[v] = true
					list = append(list, v)
				}
			}
		}
	}
	return list
}

// remember inserts assignments of the ghosts after the assignments of their registers.
func (u *unset) remember(g *guarder) {
	u.given(g)
	for _, e := range g.f.Edges[:len(g.f.Edges):len(g.f.Edges)] {
		d := ir.Def(e.Stmt)
		ghost := u.ghosts[d]
		if d == nil || ghost == nil {
			continue
		}
		is := ir.Expr(ir.NewConst(ir.U8, 0))
		if isUnset(e.Stmt) {
			is = ir.NewConst(ir.U8, 1)
		} else if s, ok := e.Stmt.(*ir.Assign); ok {
			for i, v := range u.among(s.Src, e.From) {
				if i == 0 {
					is = ir.NewRef(u.ghosts[v])
				} else {
					is = ir.NewBinary(ir.Or, is, ir.NewRef(u.ghosts[v]))
				}
			}
		}
		if r, ok := is.(*ir.Ref); ok && r.Var == ghost {
			continue
		}
		g.edge = e
		to := e.To
		mid := g.f.NewLoc(e.Pos)
		e.SetTo(mid)
		g.link(mid, to, &ir.Assign{Dst: ghost, Src: is})
		u.may[mid] = u.may[to]
	}
}

// given clears the ghosts of parameters at the entry, since callers pass values but no edge assigns them.
func (u *unset) given(g *guarder) {
	for _, v := range g.f.Params {
		ghost := u.ghosts[v]
		if ghost == nil || len(g.f.Entry.Out) == 0 {
			continue
		}
		g.edge = g.f.Entry.Out[0]
		mid := g.f.NewLoc(g.f.Entry.Pos)
		for _, e := range slices.Clone(g.f.Entry.Out) {
			e.SetFrom(mid)
		}
		for _, e := range slices.Clone(g.f.Entry.In) { // loops to the entry must not clear the ghost again
			e.SetTo(mid)
		}
		g.link(g.f.Entry, mid, &ir.Assign{Dst: ghost, Src: ir.NewConst(ir.U8, 0)})
		u.may[mid] = u.may[g.f.Entry]
	}
}

// ask appends the checks of the registers that e uses. u may be nil.
func (u *unset) ask(g *guarder, e *ir.Edge) {
	if u == nil {
		return
	}
	text := " is used without a value"
	if _, branch := e.Stmt.(*ir.Assume); branch {
		text = " decides a branch without a value"
	}
	for _, v := range u.uses[e] {
		ghost := ir.NewRef(u.ghosts[v])
		if _, done := g.once(ghost); done {
			continue
		}
		zero := ir.NewConst(ir.U8, 0)
		name := v.Source
		if name == "" {
			name = "what is read here"
		}
		g.demand(ir.UninitBranch, name+text, ir.NewBinary(ir.Eq, ghost, zero), ir.NewBinary(ir.Ne, ghost, zero),
			ir.OtherGuard)
		g.seen = append(g.seen, done{ghost, ghost})
	}
}
