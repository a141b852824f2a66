package derive

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Expr translates e, an expression at a location of From, into an expression at the origin of this location in To. Both
// have the same value there.
func (m *Map) Expr(at *ir.Loc, e ir.Expr) (ir.Expr, error) {
	if m.Loc(at) == nil {
		return nil, fmt.Errorf("location L%d of %s has no image", at.ID, at.Func.Name)
	}
	r := renaming{
		vars: func(v *ir.Var) (*ir.Var, error) {
			if !m.same(at, v) {
				return nil, fmt.Errorf("register %s may have another value there", v.Name)
			}
			return m.Var(v), nil
		},
		objs: func(o *ir.Object) *ir.Object {
			if o.Func != nil && o.Inline != at.Inline { // of a caller
				return nil
			}
			return m.Object(o)
		},
		funs: func(f *ir.Func) *ir.Func { return m.Func(f) },
	}
	return r.expr(e)
}

// ExprAt translates e in the other direction: from the origin, in To, of a location of From into an expression at this
// location.
func (m *Map) ExprAt(at *ir.Loc, e ir.Expr) (ir.Expr, error) {
	if m.Loc(at) == nil {
		return nil, fmt.Errorf("location L%d of %s has no image", at.ID, at.Func.Name)
	}
	r := renaming{
		vars: func(v *ir.Var) (*ir.Var, error) {
			for _, w := range m.Vars(v) {
				if m.same(at, w) {
					return w, nil
				}
			}
			return nil, fmt.Errorf("no register has the value of %s there", v.Name)
		},
		objs: func(o *ir.Object) *ir.Object {
			for _, q := range m.Objects(o) {
				if q.Func == nil || q.Func == at.Func && q.Inline == at.Inline {
					return q
				}
			}
			return nil
		},
		funs: m.FuncOf,
	}
	return r.expr(e)
}

// same reports whether v, a register of From, surely has the same value at a location as its origin. This holds if v
// belongs to the running activation, and at each step it is live in both programs, or is assigned wherever its origin
// is.
func (m *Map) same(at *ir.Loc, v *ir.Var) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !runs(at, v) {
		return false
	}
	for i := range m.hops() {
		to, o := at.Origin, v.Origin
		if to == nil || o == nil || !runs(to, o) {
			return false
		}
		if !m.kept(m.steps[i], v) && !(m.isLive(m.steps[i], at, v) && m.isLive(m.steps[i+1], to, o)) {
			return false
		}
		at, v = to, o
	}
	return true
}

// runs reports whether v is a register of the activation that runs at a location, or a global one.
func runs(at *ir.Loc, v *ir.Var) bool {
	return v.Global || v.Inline == at.Inline && v.ID < len(at.Func.Vars) && at.Func.Vars[v.ID] == v
}

// isLive reports whether v is live at a location of p.
func (m *Map) isLive(p *ir.Program, at *ir.Loc, v *ir.Var) bool {
	l := m.live[at.Func]
	if l == nil {
		if m.live == nil {
			m.live = map[*ir.Func]*flow.Live{}
		}
		l = flow.NewLive(p, at.Func, nil)
		m.live[at.Func] = l
	}
	return l.At(at, v)
}

// kept reports whether every edge of p that corresponds to an assignment of v's origin assigns v. It returns false for
// registers that come from inlining: such a register keeps its value when its origin begins a new activation.
func (m *Map) kept(p *ir.Program, v *ir.Var) bool {
	if depth(v.Inline) != depth(v.Origin.Inline) {
		return false
	}
	lost := m.lost[p]
	if lost == nil {
		lost = map[*ir.Var]bool{}
		if p.Slice {
			cutDefs(p, lost)
		}
		for _, f := range p.Funcs {
			for _, e := range f.Edges {
				def := ir.Def(e.Stmt)
				if def != nil && def.Origin != nil && (len(e.Origin) == 0 || ir.Def(e.Origin[len(e.Origin)-1].Stmt) != def.Origin) {
					lost[def.Origin] = true
				}
				for _, es := range [2][]*ir.Edge{e.Origin, e.After} {
					for _, o := range es {
						if d := ir.Def(o.Stmt); d != nil && (def == nil || def.Origin != d) {
							lost[d] = true
						}
					}
				}
			}
		}
		if m.lost == nil {
			m.lost = map[*ir.Program]map[*ir.Var]bool{}
		}
		m.lost[p] = lost
	}
	return !lost[v.Origin]
}

// cutDefs adds to lost the registers of the original of p, a slice, that have lost an assignment.
func cutDefs(p *ir.Program, lost map[*ir.Var]bool) {
	here := map[*ir.Edge]bool{}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			for _, o := range e.Origin {
				here[o] = true
			}
		}
	}
	for _, f := range p.Origin.Funcs {
		for _, e := range f.Edges {
			if here[e] {
				continue
			}
			if d := ir.Def(e.Stmt); d != nil {
				lost[d] = true
			}
			if called, all := ir.Elsewhere(e.Stmt); called != nil || all {
				for _, v := range p.Origin.Globals { // a call may assign any of them
					lost[v] = true
				}
			}
		}
	}
}

// depth returns the nesting depth of an inlined activation.
func depth(in *ir.Inlined) (n int) {
	for ; in != nil; in = in.Parent {
		n++
	}
	return n
}

// renaming is a substitution that may fail.
type renaming struct {
	vars func(*ir.Var) (*ir.Var, error)
	objs func(*ir.Object) *ir.Object
	funs func(*ir.Func) *ir.Func
}

// expr applies the renaming to an expression.
func (r *renaming) expr(e ir.Expr) (ir.Expr, error) {
	var err error
	bound := map[*ir.Var]bool{} // registers of a Forall are of no program
	ir.Walk(e, func(x ir.Expr) bool {
		if q, ok := x.(*ir.Forall); ok {
			bound[q.Bound] = true
		}
		return true
	})
	fail := func(format string, args ...any) {
		if err == nil {
			err = fmt.Errorf(format, args...)
		}
	}
	s := &ir.Subst{
		Var: func(v *ir.Var) *ir.Var {
			if bound[v] {
				return v
			}
			w, e := r.vars(v)
			if e != nil {
				fail("%w", e)
			}
			return w
		},
		Obj: func(o *ir.Object) *ir.Object {
			q := r.objs(o)
			if q == nil {
				fail("object %s has no image there", o.Name)
			}
			return q
		},
		Func: func(f *ir.Func) *ir.Func {
			g := r.funs(f)
			if g == nil {
				fail("function %s has no image", f.Name)
			}
			return g
		},
	}
	out := s.Expr(e)
	if err != nil {
		return nil, err
	}
	return out, nil
}
