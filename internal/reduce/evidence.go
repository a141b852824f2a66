package reduce

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// A proof about a residual program proves nothing by itself, since no checker has shown that the residual program has
// all open executions. But a node of the residual program is a pair of a location and a state, and the part that
// restrict.Apply makes of the condition has the state in a register. So the invariant
//
//	of the part at L:     state == q and E    or    state == r and F    or ...
//
// follows from E and F at the pairs of L with q and with r. A pair that was cut contributes true. The checker knows the
// part and checks the proof there. If a conjunct is lost in the translation (because it mentions something that the
// part does not have), the proof may fail, but no verdict can be wrong.

// lift translates evidence of a residual program into evidence of a part.
type lift struct {
	r     *Residual
	part  *ir.Program
	state *ir.Var             // of the part
	at    map[*ir.Loc][]int   // by location of the program: the nodes of the plan
	vars  map[*ir.Var]*ir.Var // by register of the program: the register of the part
	exit  *ir.Var             // during the translation at an exit: the replacement of the residual's register for exits

	exprs   map[*ir.Loc][]ir.Expr     // by location of the residual: the invariants
	results map[*ir.Var]*ir.Func      // by pseudo register of the residual for a result: the function of the part
	entered map[*ir.Var]*ir.Var       // by pseudo register of the residual for a value at the entry: the one of the part
	made    map[*ir.Object]*ir.Object // by made object of the residual: the one of the part
	out     *verify.Inductive
}

// maxCases bounds the number of disjuncts of an invariant.
const maxCases = 4000

// Lift translates evidence of the residual program into evidence of part, which restrict.Apply made of the same program
// with the same condition and no other constraint. It returns nil if it cannot: it supports only the results of Product
// and Folded, and only inductive invariants, enumerations, and evidence that nothing is reached.
//
// The result may prove less than ev: a location with several copies in the residual program has one location in the
// part, on which several paths meet, and a fact that follows on one of these paths is stated only as far as an
// expression can. So if a checker does not confirm the result, or refutes it, this does not mean that ev was wrong.
func (r *Residual) Lift(part *ir.Program, ev verify.Evidence) verify.Evidence {
	if r.plan == nil { // a slice
		return nil
	}
	switch ev := ev.(type) { // sound: all others are not lifted
	case *verify.Inductive:
		return r.lift(part, ev)
	case *verify.Unreached:
		return r.lift(part, &verify.Inductive{})
	case *verify.Enumerated: // inputs have their numbers; loops that the residual unrolls use fuel in the part
		e := *ev
		e.Fuel = 4*e.Fuel + uint64(SizeOf(part).Edges)
		return &e
	case *verify.Parts:
		out := &verify.Parts{Of: map[int]verify.Evidence{}}
		for o, e := range ev.Of {
			if out.Of[o] = r.Lift(part, e); out.Of[o] == nil {
				return nil
			}
		}
		return out
	}
	return nil
}

// lift translates inductive invariants; see Lift.
func (r *Residual) lift(part *ir.Program, ev *verify.Inductive) verify.Evidence {
	l := &lift{
		r: r, part: part, at: map[*ir.Loc][]int{}, exprs: map[*ir.Loc][]ir.Expr{}, vars: map[*ir.Var]*ir.Var{},
		results: map[*ir.Var]*ir.Func{}, entered: map[*ir.Var]*ir.Var{}, made: map[*ir.Object]*ir.Object{},
		out: &verify.Inductive{Results: map[*ir.Func]*ir.Var{}, Entered: map[*ir.Func]map[*ir.Var]*ir.Var{},
			Made: map[*ir.Edge]*ir.Object{}},
	}
	if part.Origin != r.Map.To || !r.plan.returnsAlike() {
		return nil
	}
	for _, v := range part.Globals {
		if l.vars[v.Origin] = v; v.Origin == nil {
			if l.state != nil {
				return nil
			}
			l.state = v
		}
	}
	for _, f := range part.Funcs {
		for _, v := range f.Vars {
			l.vars[v.Origin] = v
		}
	}
	for n, x := range r.plan.nodes {
		l.at[x.loc] = append(l.at[x.loc], n)
	}
	for _, i := range ev.Invariants {
		l.exprs[i.Loc] = append(l.exprs[i.Loc], i.Expr)
	}
	for f, v := range ev.Results {
		g := l.funcOf(f.Origin)
		l.results[v] = g
		if l.out.Results[g] == nil {
			l.out.Results[g] = &ir.Var{Name: v.Name, Type: v.Type}
		}
	}
	for f, vs := range ev.Entered {
		g := l.funcOf(f.Origin)
		if l.out.Entered[g] == nil {
			l.out.Entered[g] = map[*ir.Var]*ir.Var{}
		}
		for v, in := range vs {
			w := l.variable(v)
			if w == nil {
				continue
			}
			if l.out.Entered[g][w] == nil {
				l.out.Entered[g][w] = &ir.Var{Name: in.Name, Type: in.Type}
			}
			l.entered[in] = l.out.Entered[g][w]
		}
	}
	for e, o := range ev.Made {
		if len(e.Origin) != 1 {
			continue
		}
		d := l.edgeOf(e.Origin[0])
		if l.out.Made[d] == nil {
			x := *o
			x.Func = d.From.Func
			l.out.Made[d] = &x
		}
		l.made[o] = l.out.Made[d]
	}
	delete(l.vars, nil)
	for _, f := range part.Funcs {
		for _, at := range f.Locs {
			if !l.location(at) {
				return nil
			}
		}
	}
	return l.out
}

// returnsAlike reports whether each function returns in the same states, whatever its state at the entry. Invariants at
// its exit in the part cannot depend on the state at the entry.
func (pl *plan) returnsAlike() bool {
	exits := map[*ir.Func][]int{}
	for _, g := range pl.copies {
		states := slices.Sorted(slices.Values(g.exits))
		if old, known := exits[g.f]; known && !slices.Equal(old, states) {
			return false
		}
		exits[g.f] = states
	}
	return true
}

// The part is a copy of the program with additions at the end of all lists, so the original functions and edges have
// the same numbers in both.

func (l *lift) funcOf(f *ir.Func) *ir.Func { return l.part.Funcs[f.ID] }
func (l *lift) edgeOf(e *ir.Edge) *ir.Edge { return l.funcOf(e.From.Func).Edges[e.ID] }

// location adds the invariant of a location of the part, unless the invariant follows from the preceding location. It
// returns false if the invariant has too many cases.
func (l *lift) location(at *ir.Loc) bool {
	f := at.Func
	if len(at.Out) == 0 && at != f.Exit || len(at.In) == 1 && at != f.Entry && at != f.Exit || at.Origin == nil {
		return true // it follows from the preceding location, or no location follows
	}
	var cases []ir.Expr
	add := func(states []int, es []ir.Expr) {
		for _, s := range states {
			for _, e := range es {
				cases = append(cases, conjunction(l.isIn(s), e))
			}
		}
	}
	switch o := at.Origin; {
	case at == f.Exit:
		for in, g := range l.r.plan.copies {
			if l.funcOf(g.f) != f {
				continue
			}
			for x, state := range l.exits(in) {
				if l.r.plan.joined {
					x = 0
				}
				es := []ir.Expr{ir.NewBool(true)}
				if h := l.r.funcs[in]; h != nil && l.r.kept.in[l.r.kept.exit[in]+x] {
					l.exit = l.state
					es = l.known(h.Exit)
					l.exit = nil
				}
				add([]int{state}, es)
			}
		}
	case at.ID < len(o.Func.Locs): // it is the location itself
		for _, n := range l.at[o] {
			x := l.r.plan.nodes[n]
			add(x.states, l.node(n))
		}
	case at == f.Entry: // the part ends there
		return true
	default: // between the step of the condition and the edge
		for _, n := range l.at[o] {
			x := l.r.plan.nodes[n]
			for _, m := range x.moves {
				for _, w := range m.ways {
					if m.edge.To.Kind != ir.Exit && len(m.edge.To.Out) == 0 {
						return true // an execution that ends there may be in any state
					}
					if w.to != none && len(at.Out) == 1 && slices.Equal(at.Out[0].Origin, []*ir.Edge{m.edge}) {
						add(l.statesAfter(x.copy, m.edge, w), l.node(n))
					}
				}
			}
		}
	}
	if len(cases) > maxCases {
		return false
	}
	all := ir.Expr(ir.NewBool(false))
	for i, e := range cases {
		if i == 0 {
			all = e
		} else {
			all = ir.NewBinary(ir.LOr, all, e)
		}
	}
	l.out.Invariants = append(l.out.Invariants, verify.Invariant{Loc: at, Expr: all})
	return true
}

// isIn returns the condition that the part is in a state.
func (l *lift) isIn(state int) ir.Expr {
	if l.state == nil {
		return ir.NewBool(true)
	}
	return &ir.Binary{Op: ir.Eq, X: ir.NewRef(l.state), Y: ir.NewConst(l.state.Type, int64(state))}
}

// exits returns the states in which an instance returns.
func (l *lift) exits(in int) []int {
	if pl := l.r.plan; pl.joined {
		return pl.left[in]
	}
	return l.r.plan.copies[in].exits
}

// statesAfter returns the states after an edge.
func (l *lift) statesAfter(in int, e *ir.Edge, w way) []int {
	if _, returns := e.Stmt.(*ir.Return); !returns {
		return l.r.plan.nodes[w.to].states
	}
	if l.r.plan.joined {
		return l.r.plan.left[in]
	}
	return []int{l.r.plan.copies[in].exits[w.to]}
}

// node returns the cases of the invariant at a node; true if the node was cut.
func (l *lift) node(n int) []ir.Expr {
	if at := l.r.locs[n]; at != nil {
		return l.known(at)
	}
	return []ir.Expr{ir.NewBool(true)}
}

// known returns the invariant at a location of the residual program, as cases over the part.
func (l *lift) known(at *ir.Loc) []ir.Expr {
	cases := [][]ir.Expr{nil}
	for _, e := range l.facts(at, 0) {
		var next [][]ir.Expr
		for _, c := range cases {
			for _, d := range disjuncts(e) {
				if len(next) > maxCases {
					return []ir.Expr{ir.NewBool(true)}
				}
				next = append(next, append(slices.Clip(c), ir.Conjuncts(d)...))
			}
		}
		cases = next
	}
	var out []ir.Expr
	for _, c := range cases {
		out = append(out, l.expr(c))
	}
	return out
}

// maxBack bounds the number of edges over which facts follows a fact.
const maxBack = 40

// facts returns expressions that hold at a location of the residual program: its invariants in the evidence, or else
// the facts before the single edge that leads there which still hold after it.
func (l *lift) facts(at *ir.Loc, depth int) []ir.Expr {
	if es := l.exprs[at]; len(es) > 0 {
		return es
	}
	if len(at.In) != 1 || at == at.Func.Entry || depth == maxBack {
		return nil
	}
	before := l.facts(at.In[0].From, depth+1)
	var out []ir.Expr
	switch s := at.In[0].Stmt.(type) {
	case *ir.Skip:
		return before
	case *ir.Assume:
		if out = slices.Clone(before); ir.Asks(s.Cond) == nil {
			out = append(out, s.Cond)
		}
		return out
	case *ir.Assign:
		if old := undone(s); old != nil {
			for _, e := range before {
				out = append(out, ir.Replace(e, func(v *ir.Var) ir.Expr {
					if v == s.Dst {
						return old
					}
					return nil
				}))
			}
			return out
		}
		if out = without(before, s.Dst, false); s.Dst.Type.Kind == ir.Int && !ir.Reads(s.Src, s.Dst) {
			out = append(out, &ir.Binary{Op: ir.Eq, X: ir.NewRef(s.Dst), Y: s.Src})
		}
		return out
	case *ir.Input, *ir.LoadStmt, *ir.Math:
		if ir.Def(s).Type.Kind != ir.Ptr {
			return without(before, ir.Def(s), false)
		}
		return without(before, ir.Def(s), true)
	case *ir.Store, *ir.Decl, *ir.End, *ir.Alloc, *ir.Free, *ir.MemCopy, *ir.MemSet, *ir.MemHavoc:
		return without(before, ir.Def(s), true)
	case *ir.Call, *ir.HavocAll, *ir.Return, *ir.Undefined:
	}
	return nil
}

// undone returns the old value of a register to which a constant is added or subtracted, in terms of its new value; nil
// for other assignments. Arithmetic wraps around, so this is exact.
func undone(s *ir.Assign) ir.Expr {
	b, is := s.Src.(*ir.Binary)
	if !is || s.Dst.Type.Kind != ir.Int {
		return nil
	}
	x, isRef := b.X.(*ir.Ref)
	k, isConst := b.Y.(*ir.Const)
	switch {
	case !isRef || !isConst || x.Var != s.Dst:
	case b.Op == ir.Add:
		return &ir.Binary{Op: ir.Sub, X: ir.NewRef(s.Dst), Y: k}
	case b.Op == ir.Sub:
		return &ir.Binary{Op: ir.Add, X: ir.NewRef(s.Dst), Y: k}
	}
	return nil
}

// without returns the conjuncts of es that do not read v and, if memory is set, do not depend on memory.
func without(es []ir.Expr, v *ir.Var, memory bool) (out []ir.Expr) {
	for _, e := range es {
		for _, c := range ir.Conjuncts(e) {
			touched := v != nil && ir.Reads(c, v)
			ir.Walk(c, func(x ir.Expr) bool {
				switch x.(type) { // sound: others do not look at memory
				case *ir.Load, *ir.Forall, *ir.Valid, *ir.AddrOf, *ir.PtrDiff, *ir.PtrAdd:
					touched = touched || memory
				}
				return !touched
			})
			if !touched {
				out = append(out, c)
			}
		}
	}
	return out
}

// expr returns the conjunction of es over the part, without the conjuncts that have no image there.
func (l *lift) expr(es []ir.Expr) ir.Expr {
	var out []ir.Expr
	for _, e := range es {
		lost := false
		var bound []*ir.Var
		ir.Walk(e, func(x ir.Expr) bool {
			if q, is := x.(*ir.Forall); is {
				bound = append(bound, q.Bound)
			}
			return true
		})
		sub := &ir.Subst{
			Var: func(v *ir.Var) *ir.Var {
				if slices.Contains(bound, v) {
					return v
				}
				w := l.variable(v)
				lost = lost || w == nil
				return w
			},
			Obj: func(o *ir.Object) *ir.Object {
				if m := l.made[o]; m != nil {
					return m
				}
				if o.Origin == nil {
					lost = true
					return nil
				}
				if o.Func == nil {
					return l.part.Objects[o.Origin.ID]
				}
				return l.funcOf(o.Origin.Func).Objects[o.Origin.ID]
			},
			Func: func(f *ir.Func) *ir.Func { return l.funcOf(f.Origin) },
		}
		if e = sub.Expr(e); !lost {
			out = append(out, e)
		}
	}
	return conjunction(out...)
}

// variable returns the register of the part for a register of the residual program, nil if there is none.
func (l *lift) variable(v *ir.Var) *ir.Var {
	switch {
	case l.results[v] != nil:
		return l.out.Results[l.results[v]]
	case l.entered[v] != nil:
		return l.entered[v]
	case v == l.r.exit:
		return l.exit
	}
	return l.vars[v.Origin]
}

// conjunction returns the conjunction of expressions, without those that are true.
func conjunction(es ...ir.Expr) ir.Expr {
	out := ir.Expr(ir.NewBool(true))
	for _, e := range es {
		if ir.IsTrue(out) {
			out = e
		} else if !ir.IsTrue(e) {
			out = ir.NewBinary(ir.LAnd, out, e)
		}
	}
	return out
}

// disjuncts returns the operands of nested disjunctions.
func disjuncts(e ir.Expr) []ir.Expr {
	if b, is := e.(*ir.Binary); is && b.Op == ir.LOr {
		return append(disjuncts(b.X), disjuncts(b.Y)...)
	}
	return []ir.Expr{e}
}
