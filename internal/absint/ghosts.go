package absint

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Summaries: the exit of a function is related to its entry by ghosts, dimensions with the
// values that parameters, and global registers that a call may change, had when the running
// activation was entered (P. Cousot, R. Cousot: Static determination of dynamic properties of
// recursive procedures, IFIP 1977; B. Jeannet, W. Serwe: Abstracting call-stacks for
// interprocedural verification of imperative programs, AMAST 2004).
//
//	int sum(int n) { if (n <= 0) return 0; return sum(n - 1) + n; }    exit: result >= n.in
//
// A state of f has the ghosts of f only. A call gives them their values, nothing else does. At
// a return they become the twins, for a moment: the state before the call knows
// those as the arguments and the globals, so that the callee may be the caller, whose
// own ghosts are those dimensions, too. Evidence calls a ghost what verify.Inductive's
// Entered calls it.

// ghost is the value of a register at the entry of the running activation.
type ghost struct {
	f     *ir.Func
	of    *ir.Var // a parameter of f, or global
	param int     // its place; -1: global
	d     domain.Dim
	twin  domain.Dim // of the callee, while caller and callee are joined
}

// manyGhosts is how many registers of a function have ghosts.
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

// ghost is the ghost whose dimension, or whose twin, d is.
func (b *binding) ghost(d domain.Dim) *ghost {
	return b.ghosts[(int32(d)-b.ghost0)%int32(len(b.ghosts))]
}

// ghostOf is the ghost of a register in f, if there is one.
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

// ghostsIn lists the ghosts of f; without Config.Summaries there are none.
func (b *binding) ghostsIn(f *ir.Func) []*ghost {
	if b.ghostsOf == nil {
		return nil
	}
	return b.ghostsOf[f.ID]
}

// passed gives the twins of the callee's ghosts what a call in s passes.
func (a *transfer[E]) passed(s state[E], f *ir.Func, c *ir.Call) state[E] {
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

// haunted turns the twins of a state at the entry of f into parameters and ghosts.
func (a *transfer[E]) haunted(s state[E], f *ir.Func) state[E] {
	for _, g := range a.bind.ghostsIn(f) {
		t := g.of.Type
		s.num = a.dom.Assign(s.num, g.d, domain.NewDim(t, g.twin))
		if g.param >= 0 {
			s.num = a.dom.Assign(s.num, a.bind.reg(f, g.of), domain.NewDim(t, g.twin))
		}
	}
	return a.withoutTwins(s, f)
}

// returned turns the ghosts of a state at the exit of f into twins.
func (a *transfer[E]) returned(s state[E], f *ir.Func) state[E] {
	for _, g := range a.bind.ghostsIn(f) {
		s.num = a.dom.Assign(s.num, g.twin, domain.NewDim(g.of.Type, g.d))
	}
	for _, g := range a.bind.ghostsIn(f) {
		s.num = a.dom.Forget(s.num, g.d)
	}
	return s
}

func (a *lattice[E]) withoutTwins(s state[E], f *ir.Func) state[E] {
	for _, g := range a.bind.ghostsIn(f) {
		s.num = a.dom.Forget(s.num, g.twin)
	}
	return s
}
