package absint

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Summaries. Ghosts relate the exit of a function to its entry. A ghost is a dimension with the value that a
// parameter, or a global register that a call may change, had when the running activation was entered (P. Cousot, R.
// Cousot: Static determination of dynamic properties of recursive procedures, IFIP 1977; B. Jeannet, W. Serwe:
// Abstracting call-stacks for interprocedural verification of imperative programs, AMAST 2004).
//
//	int sum(int n) { if (n <= 0) return 0; return sum(n - 1) + n; }    exit: result >= n.in
//
// A state of f has the ghosts of f only, and only a call of f assigns to them. The state after a call is computed from
// the states before the call and at the callee's exit. For this, the callee's ghosts are renamed to their twins, and
// the state before the call equates the twins with the arguments and globals. Without twins, the ghosts of caller and
// callee would be confused when a function calls itself. In evidence, the variables of verify.Inductive's Entered
// denote the values of ghosts.

// ghost is the value of a register at the entry of the running activation.
type ghost struct {
	f     *ir.Func
	of    *ir.Var // a parameter of f, or global
	param int     // the index of the parameter; -1 for a global
	d     domain.Dim
	twin  domain.Dim // replaces d in states that combine caller and callee
}

// manyGhosts bounds the number of ghosts of a function.
const manyGhosts = 12

// addGhosts makes the ghosts of all functions that are called.
func (b *binding) addGhosts() {
	b.ghostsOf = make([][]*ghost, len(b.prog.Funcs))
	for _, f := range b.prog.Funcs {
		if f == b.prog.Entry || len(b.calls.Sites(f)) == 0 {
			continue
		}
		add := func(v *ir.Var, i int) {
			if (v.Type.Kind == ir.Int || v.Type.Kind == ir.Bool) && len(b.ghostsOf[f.ID]) < manyGhosts {
				g := &ghost{f: f, of: v, param: i}
				b.ghostsOf[f.ID] = append(b.ghostsOf[f.ID], g)
				b.ghosts = append(b.ghosts, g)
			}
		}
		for i, p := range f.Params {
			add(p, i)
		}
		for _, v := range b.effects[f.ID].GlobalWrites {
			add(v, -1)
		}
	}
	n := int32(len(b.ghosts))
	for i, g := range b.ghosts {
		g.d = domain.Dim(b.ghost0 + int32(i))
		g.twin = g.d + domain.Dim(n)
	}
	b.sym0 += 2 * n
}

// ghost returns the ghost whose dimension or twin is d.
func (b *binding) ghost(d domain.Dim) *ghost {
	return b.ghosts[(int32(d)-b.ghost0)%int32(len(b.ghosts))]
}

// ghostOf returns the ghost of the register v in f, nil if v has none.
func (b *binding) ghostOf(f *ir.Func, v *ir.Var) *ghost {
	if b.ghostsOf == nil {
		return nil
	}
	for _, g := range b.ghostsOf[f.ID] {
		if g.of == v {
			return g
		}
	}
	return nil
}

// ghostsIn returns the ghosts of f, nil without Config.Summaries.
func (b *binding) ghostsIn(f *ir.Func) []*ghost {
	if b.ghostsOf == nil {
		return nil
	}
	return b.ghostsOf[f.ID]
}

// bindTwins assigns the arguments of the call c in f, and the globals, to the twins of the callee's ghosts.
func (a *transfer[E]) bindTwins(s state[E], f *ir.Func, c *ir.Call) state[E] {
	gs := a.bind.ghostsIn(c.Func)
	if len(gs) == 0 {
		return s
	}
	r := s
	for _, g := range gs {
		x := domain.NewAny(g.of.Type)
		switch {
		case g.param < 0:
			x = domain.NewDim(g.of.Type, a.bind.reg(f, g.of))
		case g.param < len(c.Args) && c.Args[g.param].Type() == g.of.Type:
			x = a.numExpr(s, f, c.Args[g.param])
		}
		r.num = a.dom.Assign(r.num, g.twin, x)
	}
	return r
}

// enterGhosts returns the state at the entry of f: it assigns the twins to the ghosts and parameters of f, and forgets
// the twins.
func (a *transfer[E]) enterGhosts(s state[E], f *ir.Func) state[E] {
	for _, g := range a.bind.ghostsIn(f) {
		t := g.of.Type
		s.num = a.dom.Assign(s.num, g.d, domain.NewDim(t, g.twin))
		if g.param >= 0 {
			s.num = a.dom.Assign(s.num, a.bind.reg(f, g.of), domain.NewDim(t, g.twin))
		}
	}
	return a.withoutTwins(s, f)
}

// ghostsToTwins renames the ghosts of a state at the exit of f to their twins.
func (a *transfer[E]) ghostsToTwins(s state[E], f *ir.Func) state[E] {
	for _, g := range a.bind.ghostsIn(f) {
		s.num = a.dom.Assign(s.num, g.twin, domain.NewDim(g.of.Type, g.d))
	}
	for _, g := range a.bind.ghostsIn(f) {
		s.num = a.dom.Forget(s.num, g.d)
	}
	return s
}

// withoutTwins forgets the twins of the ghosts of f.
func (a *lattice[E]) withoutTwins(s state[E], f *ir.Func) state[E] {
	for _, g := range a.bind.ghostsIn(f) {
		s.num = a.dom.Forget(s.num, g.twin)
	}
	return s
}
