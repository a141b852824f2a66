package flow

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// Points is a points-to analysis of a whole program: inclusion-based
// (Andersen 1994), flow- and context-insensitive, with difference propagation;
// objects have one cell per constant offset at which something is stored, and a cell for
// all other offsets. Immutable once made.
//
// Pointers are followed through integers: a number computed from an address is
// taken to point into the same object, at any offset, once it is cast back. A
// pointer made from any other number, or from arbitrary bytes, is unknown: it may point
// into each exposed object, one whose address was once turned into a number (with
// a HavocAll in the program: into each object). So an execution that guesses the
// address of an object that was never exposed is not covered; exec marks such runs
// (Run.Addr).
type Points struct {
	Prog    *ir.Program
	Targets []*Target

	objs    map[*ir.Object]*Target
	edges   map[*ir.Edge]*Target
	funcs   []*Target
	s       *solver
	effects []*Effects // by Func.ID
	escapes []bool     // by Target.ID
	lives   map[*ir.Func]*Live
}

// NewPoints analyses p.
func NewPoints(p *ir.Program) *Points {
	a := &Points{Prog: p, objs: map[*ir.Object]*Target{}, edges: map[*ir.Edge]*Target{}}
	a.makeTargets()
	a.s = newSolver(a)
	a.s.generate()
	a.s.solve()
	a.findEscapes()
	a.findEffects()
	return a
}

func (a *Points) makeTargets() {
	add := func(t *Target) *Target {
		t.ID = len(a.Targets)
		a.Targets = append(a.Targets, t)
		return t
	}
	for _, o := range a.Prog.Objects {
		a.objs[o] = add(&Target{Kind: GlobalObj, Obj: o, Size: o.Size})
	}
	for _, f := range a.Prog.Funcs {
		a.funcs = append(a.funcs, add(&Target{Kind: FuncCode, Func: f}))
	}
	for _, f := range a.Prog.Funcs {
		for _, o := range f.Objects {
			a.objs[o] = add(&Target{Kind: LocalObj, Obj: o, Func: f, Size: o.Size})
		}
		for _, e := range f.Edges {
			switch s := e.Stmt.(type) {
			case *ir.Alloc:
				a.edges[e] = add(&Target{Kind: AllocObj, Edge: e, Func: f, Size: constSize(s.Size)})
			case *ir.Input:
				if s.Dst.Type.Kind == ir.Ptr {
					a.edges[e] = add(&Target{Kind: FreshObj, Edge: e, Func: f, Size: s.FreshSize})
				}
			}
		}
	}
}

func constSize(e ir.Expr) int64 {
	if c, ok := e.(*ir.Const); ok {
		if v := constInt(c); v >= 0 {
			return v
		}
	}
	return -1
}

// constInt reads an Int literal by its sign; 64-bit unsigned ones as int64.
func constInt(c *ir.Const) int64 {
	if c.T.Signed {
		return num.Signed(c.Bits, c.T.Bits)
	}
	return int64(c.Bits)
}

// Object is the abstract object of an ir object.
func (a *Points) Object(o *ir.Object) *Target { return a.objs[o] }

// Made is the abstract object of an Alloc or Ptr Input edge, nil for others.
func (a *Points) Made(e *ir.Edge) *Target { return a.edges[e] }

// Code is the abstract object of a function's address.
func (a *Points) Code(f *ir.Func) *Target { return a.funcs[f.ID] }

// Reg lists what a register may hold at any time, ordered by target and offset.
func (a *Points) Reg(v *ir.Var) []Place { return a.places(a.s.nodes[a.s.reg(v)].pts) }

// Expr lists what a pointer expression may point to (also what a number may
// have been computed from).
func (a *Points) Expr(e ir.Expr) []Place {
	if r, ok := e.(*ir.Ref); ok {
		return a.Reg(r.Var)
	}
	var out []Place
	a.s.sources(e, same, func(n int32, x transform) {
		for _, q := range a.s.nodes[n].pts {
			out = append(out, x.apply(a.s.pairs[q]))
		}
	}, func(pl Place) { out = append(out, pl) })
	return a.tidy(out)
}

func (a *Points) places(qs []int32) []Place {
	out := make([]Place, len(qs))
	for i, q := range qs {
		out[i] = a.s.pairs[q]
	}
	return a.tidy(out)
}

// tidy sorts, drops repeats, and adds the exposed objects to an unknown pointer.
func (a *Points) tidy(out []Place) []Place {
	if slices.ContainsFunc(out, func(pl Place) bool { return pl.Target == nil }) {
		for _, q := range a.s.nodes[a.s.exposed].pts {
			out = append(out, a.s.pairs[q])
		}
	}
	slices.SortFunc(out, func(x, y Place) int {
		if d := x.id() - y.id(); d != 0 {
			return d
		}
		switch {
		case x.Off < y.Off:
			return -1
		case x.Off > y.Off:
			return 1
		}
		return 0
	})
	return slices.Compact(out)
}

func (p Place) id() int {
	if p.Target == nil {
		return -1
	}
	return p.Target.ID
}

// Pointees is the set of objects with bytes that an access through addr may
// touch.
func (a *Points) Pointees(addr ir.Expr) Set {
	var ts []*Target
	for _, pl := range a.Expr(addr) {
		if pl.Target != nil && pl.Target.Kind != FuncCode {
			ts = append(ts, pl.Target)
		}
	}
	return setOf(ts)
}

// Exposed is the set of objects whose address was turned into a number.
func (a *Points) Exposed() Set {
	var ts []*Target
	for _, q := range a.s.nodes[a.s.exposed].pts {
		ts = append(ts, a.s.pairs[q].Target)
	}
	return setOf(ts)
}

// Content lists what pointers the bytes of t may hold, at any offset.
func (a *Points) Content(t *Target) []Place {
	var out []int32
	for _, c := range a.s.mem[t.ID].cells {
		out = append(out, a.s.nodes[c.node].pts...)
	}
	slices.Sort(out)
	return a.places(slices.Compact(out))
}
