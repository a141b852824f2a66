package vc

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file explains paths with calls by predicates over one activation each: nested interpolants (M. Heizmann, J.
// Hoenicke, A. Podelski: Nested interpolants, POPL 2010). A predicate after a return follows from two other predicates:
// the predicate before the call and the predicate at the exit of the called function.
//
//	main   x = input                       x >= 0
//	       call f(x)         n >= 0
//	  f    return n + 1                    n >= 0 && result == n + 1        over result and n, which f does not assign
//	       y = result        {x >= 0, n >= 0 && result == n + 1} return {y >= 1}
//
// Deviations: there is no interpolating solver. Strongest postconditions are computed forward over the constraints of
// one activation, as in interpolate.go. An activation that has returned contributes to its caller's predicates what its
// constraints imply for its parameters and its result. Weakest preconditions are computed backward. They take from the
// strongest postconditions the predicates before calls, and the predicates of an activation before its last call that
// has returned. If a function assigns a parameter or a global register, predicates also refer to the value of this
// register at the entry (Frames). This file does not check the predicates.

// Frames has registers that serve as names of values of other activations, for the predicates of one activation.
type Frames struct {
	Results map[*ir.Func]*ir.Var             // the name of the returned value, at the exit
	Entered map[*ir.Func]map[*ir.Var]*ir.Var // the names of values of parameters and global registers at the entry
}

// Frame lets predicates of functions that are encoded on their own (RootOf) refer to the names in f. It must be called
// before all queries.
func (pr *predicates) Frame(f Frames) {
	pr.frames = f
	for _, fn := range pr.E.Prog.Funcs {
		c := pr.E.RootOf(fn)
		if r := f.Results[fn]; r != nil {
			pr.Track(c, r)
		}
		pr.entries(fn, func(_ int, _, was *ir.Var) { pr.Track(c, was) })
	}
}

// entries calls the callback for each register v of f whose value at the entry has a name. The register was is this
// name. param is the index of v among the parameters, or -1 if v is a global register.
func (pr *predicates) entries(f *ir.Func, visit func(param int, v, was *ir.Var)) {
	for i, v := range f.Params {
		if was := pr.frames.Entered[f][v]; was != nil {
			visit(i, v, was)
		}
	}
	for _, v := range pr.E.Prog.Globals {
		if was := pr.frames.Entered[f][v]; was != nil {
			visit(-1, v, was)
		}
	}
}

// entering binds the names of values at the entry in at, a state of a called function. Their values come from s, the
// state before the call.
func (pr *predicates) entering(at, s *State, call *ir.Call) *State {
	pr.entries(call.Func, func(i int, v, was *ir.Var) {
		x := pr.E.reg(s, v)
		if i >= 0 {
			x = pr.E.Expr(s, call.Args[i])
		}
		at = pr.E.withReg(at, was, x)
	})
	return at
}

// leaving returns s with the name of the returned value bound, if the edge is the return of a function that is encoded
// on its own. For other edges it returns s.
func (pr *predicates) leaving(s *State, ed *ir.Edge) *State {
	st, is := ed.Stmt.(*ir.Return)
	if !is || s.Ctx.Parent != nil {
		return s
	}
	r := pr.frames.Results[ed.From.Func]
	switch {
	case r == nil:
		return s
	case st.Val == nil:
		return pr.E.withReg(s, r, pr.E.Fresh("result", r.Type))
	}
	return pr.E.withReg(s, r, pr.E.Expr(s, st.Val))
}

// Nested is a sequence of predicates along a path with calls, over functions that are encoded on their own. A nil
// predicate is unknown.
type Nested struct {
	How   string    // the name of the method
	Exprs []ir.Expr // by point of the path
	Exits []ir.Expr // by edge that returns from a call: the predicate at the exit of the called function
}

// NestedSequences returns one or two sequences for a path without an execution: weakest preconditions first, then
// strongest postconditions. They are made from a core of the path, or from all its constraints if whole is set.
func (p *Prover) NestedSequences(ctx context.Context, path Path, whole bool) (out []*Nested, err error) {
	t, err := p.trace(ctx, path)
	if err != nil {
		return nil, err
	}
	if p.decide(ctx, t); t.Result != smt.Unsat {
		return nil, ErrFeasible
	}
	parts := t.core
	if whole {
		parts = t.constraints
	}
	var sp, wp *nestedPath
	if left := p.E.C.Until(ctx, func() {
		if sp = p.nestedPath(t, parts); sp != nil && sp.forward(ctx) {
			if wp = p.nestedPath(t, parts); !wp.backward(ctx, sp) {
				wp = nil
			}
		} else {
			sp = nil
		}
	}); left != nil {
		return nil, left
	}
	for _, x := range []*nestedPath{wp, sp} {
		if x != nil {
			out = append(out, x.lifted(ctx))
		}
	}
	if len(out) == 0 {
		return nil, ErrNoInterpolants
	}
	return out, nil
}

// nestedPath computes one sequence along a path. An activation is identified by the point at which it began, 0 for the
// first.
type nestedPath struct {
	*Prover
	t      *ssa
	how    string                            // the name of the method
	last   int                               // the last point that an execution may reach
	by     [][]*term.Term                    // by point: the constraints of the step before it
	began  []int                             // by point: its activation
	calls  map[int]int                       // by edge that returns from a call: the edge that calls
	entry  map[int]map[*term.Term]*term.Term // by activation: names (canonical constants) of the constants at its entry
	names  []map[*term.Term]*term.Term       // by point: names of the constants there
	equal  [][]*term.Term                    // by point: equalities with values at the entry that still hold
	exits  map[int]map[*term.Term]*term.Term // by edge that returns from a call: names of the constants at the exit
	first  map[*term.Term]int                // the point after the first constraint that contains a constant
	latest map[*term.Term]int                // the point after the last such constraint

	at   []*term.Term       // the predicates by point, over constants of the path
	exit map[int]*term.Term // the predicates at exits, by edge that returns from a call

	asked int // the size of the predicate after queries last made it smaller
}

// nestedPath prepares the computation of a sequence from the constraints parts: activations, calls and names.
func (p *Prover) nestedPath(t *ssa, parts []constraint) *nestedPath {
	n := len(t.edges)
	x := &nestedPath{Prover: p, t: t, last: min(n, t.end), by: make([][]*term.Term, n+1), began: make([]int, n+1),
		calls: map[int]int{},
		entry: map[int]map[*term.Term]*term.Term{}, names: make([]map[*term.Term]*term.Term, n+1),
		equal: make([][]*term.Term, n+1),
		exits: map[int]map[*term.Term]*term.Term{}, first: map[*term.Term]int{}, latest: map[*term.Term]int{},
		at: make([]*term.Term, n+1), exit: map[int]*term.Term{}}
	for _, q := range parts {
		x.by[q.at+1] = append(x.by[q.at+1], q.t)
	}
	for i, ts := range x.by {
		for _, u := range ts {
			for _, v := range term.FreeVars(u) {
				if _, met := x.first[v]; !met {
					x.first[v] = i
				}
				x.latest[v] = i
			}
		}
	}
	up := map[int]int{} // by activation: the activation of its caller
	for i := range t.edges {
		switch a := x.began[i]; t.last(i).Stmt.(type) { // sound: other statements stay in the activation
		case *ir.Call:
			up[i+1], x.began[i+1] = a, i+1
		case *ir.Return:
			if x.began[i+1] = a; a > 0 {
				x.calls[i], x.began[i+1] = a-1, up[a]
			}
		default:
			x.began[i+1] = a
		}
	}
	for i := 0; i <= x.last; i++ {
		x.name(i)
	}
	for i := range x.calls {
		if i < x.last {
			x.nameExit(i)
		}
	}
	return x
}

// last returns an edge at the end of a step. The last edges of a block are all returns, or none is a call or a return.
func (t *ssa) last(i int) *ir.Edge {
	if ed := t.edges[i]; ed != nil {
		return ed
	}
	steps := t.path.Blocks[i].Steps
	return steps[len(steps)-1].Edge
}

// name computes the names of constants at a point: entry, names and equal.
func (x *nestedPath) name(i int) {
	at, a := x.t.Points[i], x.began[i]
	in := x.E.RootOf(at.Ctx.Func)
	now := map[*term.Term]*term.Term{}
	for v, canon := range x.namesAt(x.t, i, x.first) {
		s := x.owner[canon]
		switch {
		case s.Type.Kind == ir.Ptr:
		case s.Ctx == nil:
			now[v] = canon
		case s.Ctx == at.Ctx:
			s.Ctx = in
			now[v] = x.value(s).T
		}
	}
	if a == i && i > 0 {
		writes := x.E.pts.Of(in.Func)
		keeps := func(v *ir.Var) bool {
			if v.Global {
				return !writes.Havoc && !slices.Contains(writes.GlobalWrites, v)
			}
			return !assigned(in.Func, v)
		}
		x.entry[a] = map[*term.Term]*term.Term{}
		for v, canon := range now {
			s := x.owner[canon]
			if s.Var == nil {
				continue
			}
			if keeps(s.Var) {
				x.entry[a][v] = canon
			} else if was := x.frames.Entered[in.Func][s.Var]; was != nil {
				x.entry[a][v] = x.value(Slot{Ctx: in, Var: was, Type: was.Type}).T
			}
		}
	}
	for v, was := range x.entry[a] {
		is, there := now[v]
		switch {
		case !there:
			now[v] = was
		case is != was && x.linked(a, v):
			x.equal[i] = append(x.equal[i], x.E.C.Eq(is, was))
		}
	}
	slices.SortFunc(x.equal[i], func(a, b *term.Term) int { return a.ID() - b.ID() })
	x.names[i] = now
}

// nameExit computes the names of constants at the exit to which the edge i returns: exits.
func (x *nestedPath) nameExit(i int) {
	a := x.began[i]
	f := x.t.Points[i].Ctx.Func
	out := map[*term.Term]*term.Term{}
	for v, was := range x.entry[a] {
		out[v] = was
	}
	dst := x.t.edges[x.calls[i]].Stmt.(*ir.Call).Dst
	for v, canon := range x.namesAt(x.t, i+1, x.first) {
		s := x.owner[canon]
		switch {
		case s.Type.Kind == ir.Ptr:
		case s.Var != nil && s.Var == dst && (s.Ctx == nil || s.Ctx == x.t.Points[i+1].Ctx):
			if r := x.frames.Results[f]; r != nil {
				out[v] = x.value(Slot{Ctx: x.E.RootOf(f), Var: r, Type: r.Type}).T
			}
		case s.Ctx == nil:
			out[v] = canon
		}
	}
	x.exits[i] = out
}

// linked reports whether a constraint at or before the beginning of the activation a contains the constant v.
func (x *nestedPath) linked(a int, v *term.Term) bool {
	first, met := x.first[v]
	return met && first <= a
}

// over eliminates from the conjunction of ts all constants for which keep is false; nil if the result is too large.
func (x *nestedPath) over(ctx context.Context, keep func(*term.Term) bool, choices int, ts ...[]*term.Term) *term.Term {
	t, _ := x.project(ctx, func(v *term.Term) bool { return !keep(v) }, slices.Concat(ts...), false, choices)
	if ctx.Err() != nil || term.Size(t) > hugeTerm {
		return nil
	}
	return t
}

// forward computes strongest postconditions. It returns false if a predicate grows too large.
func (x *nestedPath) forward(ctx context.Context) bool {
	x.how = "nested sp"
	c := x.E.C
	// A constant is kept if it has a name at point i and occurs in a later constraint, or if it is a value at the entry
	// of the activation and occurs in an earlier constraint.
	needed := func(i int) func(*term.Term) bool {
		return func(v *term.Term) bool {
			_, old := x.entry[x.began[i]][v]
			return x.names[i][v] != nil && (x.latest[v] > i || old && x.linked(x.began[i], v))
		}
	}
	x.at[0] = x.over(ctx, needed(0), 0, x.by[0])
	for i := range x.t.edges {
		if i >= x.last || x.at[i] == nil || x.at[i].IsFalse() {
			if x.at[i] == nil {
				return false
			}
			x.at[i+1] = c.False()
			if _, ret := x.calls[i]; ret {
				x.exit[i] = c.False()
			}
			continue
		}
		here := []*term.Term{x.at[i]}
		k, ret := x.calls[i]
		if ret {
			a := x.began[i]
			e := x.over(ctx, func(v *term.Term) bool {
				_, old := x.entry[a][v]
				return x.exits[i][v] != nil && (x.latest[v] > i+1 || old && x.linked(a, v))
			}, 0, here, x.by[i+1])
			if e == nil {
				return false
			}
			x.exit[i] = e
			here = append([]*term.Term{e, x.at[k]}, x.by[k+1]...)
			x.at[i+1] = x.over(ctx, needed(i+1), 0, here)
			continue
		}
		x.at[i+1] = x.over(ctx, needed(i+1), 0, here, x.by[i+1])
	}
	return x.at[len(x.t.edges)] != nil
}

// backward computes weakest preconditions. It takes from sp the predicates before calls that have returned, and all
// earlier predicates of the same activation. It returns false if a predicate grows too large.
func (x *nestedPath) backward(ctx context.Context, sp *nestedPath) bool {
	x.how = "nested wp"
	c := x.E.C
	returned := map[int]bool{} // by edge that calls: whether the call has returned
	for i := x.last + 1; i < len(x.at); i++ {
		x.at[i] = c.False()
	}
	for i, k := range x.calls {
		if returned[k] = i < x.last; !returned[k] {
			x.exit[i] = c.False()
		}
	}
	known := func(i int) func(*term.Term) bool { // a constant is kept if it has a name and an earlier constraint has it
		return func(v *term.Term) bool { return x.names[i][v] != nil && x.linked(i, v) }
	}
	given := map[int]bool{} // by activation: point i is before its last call that has returned
	not := c.True()
	if x.last < len(x.t.edges) {
		not = x.over(ctx, known(x.last), maxChoices, x.by[x.last+1])
	}
	for i := x.last; i >= 0; i-- {
		if i < x.last {
			k, ret := x.calls[i]
			_, call := x.t.last(i).Stmt.(*ir.Call)
			if given[x.began[i+1]] || call && returned[i] {
				given[x.began[i]], x.at[i] = true, sp.at[i]
				if ret {
					x.exit[i] = sp.exit[i]
				}
				continue
			}
			if ret {
				not = x.over(ctx, func(v *term.Term) bool { return x.exits[i][v] != nil && x.linked(i+1, v) }, maxChoices,
					[]*term.Term{not}, x.by[k+1], []*term.Term{sp.at[k]})
				if not == nil {
					return false
				}
				not = x.weakened(ctx, i+1, not)
				x.exit[i] = c.Not(not)
			}
			not = x.over(ctx, known(i), maxChoices, []*term.Term{not}, x.by[i+1])
		}
		if not == nil {
			return false
		}
		not = x.weakened(ctx, i, not)
		x.at[i] = c.Not(not)
	}
	return true
}

// weakened drops disjuncts of not, the negation of the predicate at point i, that the constraints before the point
// exclude.
func (x *nestedPath) weakened(ctx context.Context, i int, not *term.Term) *term.Term {
	c := x.E.C
	if not = tightest(c, not); i > 0 && term.Size(not) > x.asked {
		not = c.Not(x.clauses(ctx, slices.Concat(x.by[:i+1]...), c.Not(not)))
		x.asked = term.Size(not)
	}
	return not
}

// withoutAxioms drops conjuncts of a predicate that follow from the axioms of its constants.
func (x *nestedPath) withoutAxioms(ctx context.Context, t *term.Term) *term.Term {
	if term.Size(t) <= smallTerm {
		return t
	}
	c := x.E.C
	var out []*term.Term
	for _, u := range Conjuncts(c, tightest(c, t)) {
		if term.Size(u) > smallTerm {
			if x.askIn(ctx, x.brief(), c.Not(u)) == smt.Unsat {
				continue
			}
			u = x.simplify(ctx, u, 4)
		}
		out = append(out, u)
	}
	return c.And(out...)
}

// lifted returns the sequence as expressions.
func (x *nestedPath) lifted(ctx context.Context) *Nested {
	out := &Nested{How: x.how, Exprs: make([]ir.Expr, len(x.at)), Exits: make([]ir.Expr, len(x.t.edges))}
	lift := func(t *term.Term, f *ir.Func, names map[*term.Term]*term.Term, more []*term.Term) ir.Expr {
		if t == nil {
			return nil
		}
		if t.IsFalse() {
			return ir.NewBool(false)
		}
		in := x.E.RootOf(f)
		var said []*term.Term
		for _, u := range Conjuncts(x.E.C, t) {
			if !slices.ContainsFunc(term.FreeVars(u), func(v *term.Term) bool { return names[v] == nil }) {
				said = append(said, u)
			}
		}
		y := x.withoutAxioms(ctx, x.E.C.Subst(x.E.C.And(said...), names))
		if e, ok := x.Lift(in, x.E.C.And(append([]*term.Term{y}, more...)...)); ok &&
			exprSize(e, map[ir.Expr]int{}) <= 4*largeExpr {
			return e
		}
		return nil
	}
	for i, t := range x.at {
		if i <= x.last {
			out.Exprs[i] = lift(t, x.t.Points[i].Ctx.Func, x.names[i], x.equal[i])
		} else {
			out.Exprs[i] = ir.NewBool(false)
		}
	}
	for i, t := range x.exit {
		if i < x.last {
			out.Exits[i] = lift(t, x.t.Points[i].Ctx.Func, x.exits[i], nil)
		} else {
			out.Exits[i] = ir.NewBool(false)
		}
	}
	return out
}
