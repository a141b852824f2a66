package vc

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file computes Pre (see pre.go) of calls and returns. Each predicate is about one function, which is encoded on
// its own (RootOf). A call edge leads to the entry of the called function, and has a Pre as other edges have. A return
// combines a state before the call with a state at the exit of the called function. A predicate after the call
// constrains both:
//
//	y = f(x)       with y != x + 1 after it
//	               Pre at the call, if result == n.in + 1 at the exit of f:     false
//	               Pre at the exit of f:                                        result != n.in + 1
//
// SMASH makes queries about called functions in this way (Godefroid, Nori, Rajamani, Tetali, Compositional may-must
// program analysis, POPL 2010). A query of SMASH has a predicate at the entry and a predicate at the exit; here one
// predicate at the exit suffices, since it may refer to the values at the entry (Frames).

// PreimageOfCall returns the states before a call that satisfy within and lead to the predicate post at the entry of
// the called function.
func (p *Prover) PreimageOfCall(ctx context.Context, call *ir.Edge, within, post ir.Expr) Preimage {
	x := p.callRelation(call)
	known, _ := p.Term(p.E.RootOf(call.From.Func), within)
	q, exact := p.Term(p.E.RootOf(call.Stmt.(*ir.Call).Func), post)
	return p.ofCaller(ctx, call, append([]*term.Term{p.put(q, x.in.next)}, x.in.conds...), known, exact)
}

// PreimageOfReturn returns the states before a call that satisfy within and lead to the predicate post after the call,
// if exit holds at the exit of the called function.
func (p *Prover) PreimageOfReturn(ctx context.Context, call *ir.Edge, within, exit, post ir.Expr) Preimage {
	x := p.callRelation(call)
	c := p.E.RootOf(call.From.Func)
	known, _ := p.Term(c, within)
	at, sure := p.Term(p.E.RootOf(call.Stmt.(*ir.Call).Func), exit)
	q, exact := p.Term(c, post)
	return p.ofCaller(ctx, call, append([]*term.Term{p.put(q, x.out.next), p.put(at, x.exit)}, x.out.conds...), known,
		exact && sure)
}

// ofCaller returns the conjunction of ts as a preimage over the slots of the calling function.
func (p *Prover) ofCaller(ctx context.Context, call *ir.Edge, ts []*term.Term, known *term.Term, exact bool) Preimage {
	defer func(a *allowance) { p.spare = a }(p.spare)
	p.spare = &allowance{questionsOfPre}
	cubes, sure := p.toSlots(ctx, ts, known, nil)
	cubes, open := p.smaller(ctx, known, cubes)
	return p.preimageOf(p.E.RootOf(call.From.Func), cubes, exact && sure, open)
}

// ExitsBefore returns the states at the exit of the called function that satisfy within and from which the return may
// lead to post, if the state before the call satisfies before. If before is the literal true, the result leaves out
// equations such as n.in == 5 for a constant argument 5.
func (p *Prover) ExitsBefore(ctx context.Context, call *ir.Edge, before, within, post ir.Expr) Preimage {
	x, e := p.callRelation(call), p.E
	f := call.Stmt.(*ir.Call).Func
	c, in := e.RootOf(call.From.Func), e.RootOf(f)
	s, sure := p.Term(c, before)
	q, exact := p.Term(c, post)
	known, _ := p.Term(in, within)
	// The slots of the calling function are renamed, since the function may call itself.
	names := map[*term.Term]*term.Term{}
	renamed := func(t *term.Term) *term.Term {
		for _, v := range term.FreeVars(t) {
			if y, is := p.owner[v]; is && names[v] == nil {
				names[v] = e.C.Fresh("caller", v.Sort())
				if y.Var != nil && y.Type.Kind != ir.Ptr {
					names[v] = e.Fresh(y.Var.Name, y.Type).T
				}
			}
		}
		return e.C.Subst(t, names)
	}
	var ts []*term.Term
	for _, t := range append([]*term.Term{p.put(q, x.out.next), s}, x.out.conds...) {
		ts = append(ts, renamed(t))
	}
	reads := map[*term.Term]bool{}
	read := func(t *term.Term) {
		for _, v := range term.FreeVars(t) {
			reads[v] = true
		}
	}
	for _, t := range ts {
		read(t)
	}
	type link struct{ at, is *term.Term }
	var links []link
	for _, y := range p.exitSlots(in) {
		at := p.value(y).T
		links = append(links, link{at, renamed(p.put(at, x.exit))})
	}
	// Add the equations whose values have a constant in common with ts or with an equation added before, and, unless
	// before is true, the equations whose values are fixed.
	for again := true; again; {
		again = false
		for i, l := range links {
			if l.at == nil {
				continue
			}
			vs := term.FreeVars(l.is)
			if !slices.ContainsFunc(vs, func(v *term.Term) bool { return reads[v] }) && (len(vs) > 0 || ir.IsTrue(before)) {
				continue
			}
			read(l.is)
			ts, links[i].at, again = append(ts, e.C.Eq(l.at, l.is)), nil, true
		}
	}
	defer func(a *allowance) { p.spare = a }(p.spare)
	p.spare = &allowance{questionsOfPre}
	cubes, there := p.toSlots(ctx, ts, known, nil)
	cubes, open := p.smaller(ctx, known, cubes)
	return p.preimageOf(in, cubes, exact && sure && there, open)
}

// exitSlots returns the slots at the exit of a function that carry information for its callers: global registers, the
// result, values at the entry, parameters that the function does not assign, and cells of global objects.
func (p *Prover) exitSlots(in *Context) (out []Slot) {
	add := func(c *Context, v *ir.Var) {
		if v.Type.Kind == ir.Int || v.Type.Kind == ir.Bool {
			out = append(out, Slot{Ctx: c, Var: v, Type: v.Type})
		}
	}
	for _, v := range p.E.Prog.Globals {
		add(nil, v)
	}
	if r := p.frames.Results[in.Func]; r != nil {
		add(in, r)
	}
	p.entries(in.Func, func(_ int, _, was *ir.Var) { add(in, was) })
	for _, v := range in.Func.Params {
		if p.frames.Entered[in.Func][v] == nil && !assigned(in.Func, v) {
			add(in, v)
		}
	}
	for _, y := range p.E.Slots(Point{in, in.Func.Exit}) {
		if y.Var == nil && y.Ctx == nil {
			out = append(out, y)
		}
	}
	return out
}

// PathThroughCall summarises one path through the called function, way, as a predicate at its exit. The predicate
// states the conditions under which the path is taken, over the values at the entry, and the values at the exit that
// post reads after the call. The predicate is true if the path has no encoding.
func (p *Prover) PathThroughCall(ctx context.Context, call *ir.Edge, way []*ir.Edge, post ir.Expr) Preimage {
	e := p.E
	f := call.Stmt.(*ir.Call).Func
	in := e.RootOf(f)
	x, through := p.callRelation(call), p.relation(ctx, in, BlockOf(way))
	if !through.ok || through.next == nil {
		return Preimage{Cubes: [][]ir.Expr{nil}}
	}
	q, _ := p.Term(e.RootOf(call.From.Func), post)
	reads := map[*term.Term]bool{}
	for _, v := range term.FreeVars(p.put(q, x.out.next)) {
		reads[v] = true
	}
	// The terms of the path read slots at the entry. A predicate at the exit refers to the values of these by the names
	// in Frames. A global register without a name has the same value at the exit. Other values without a name become
	// arbitrary.
	names := map[*term.Term]*term.Term{}
	was := map[*ir.Var]*ir.Var{}
	p.entries(f, func(_ int, v, w *ir.Var) { was[v] = w })
	renamed := func(t *term.Term) *term.Term {
		for _, v := range term.FreeVars(t) {
			y, is := p.owner[v]
			if !is || names[v] != nil {
				continue
			}
			names[v] = e.C.Fresh("entry", v.Sort())
			switch w := was[y.Var]; {
			case y.Var == nil:
			case w != nil:
				names[v] = p.value(Slot{Ctx: in, Var: w, Type: w.Type}).T
			case y.Ctx == nil && y.Type.Kind != ir.Ptr:
				names[v] = v
			}
		}
		return e.C.Subst(t, names)
	}
	var ts []*term.Term
	for _, t := range through.conds {
		ts = append(ts, renamed(t))
	}
	for _, y := range p.exitSlots(in) {
		at := p.value(y).T
		if vs := term.FreeVars(p.put(at, x.exit)); slices.ContainsFunc(vs, func(v *term.Term) bool {
			return reads[v] &&
				!p.isSlot(v)
		}) {
			ts = append(ts, e.C.Eq(at, renamed(p.put(at, through.next))))
		}
	}
	defer func(a *allowance) { p.spare = a }(p.spare)
	p.spare = &allowance{questionsOfPre}
	yes := e.C.True()
	cubes, exact := p.toSlots(ctx, ts, yes, through.inputs)
	cubes, open := p.smaller(ctx, yes, cubes)
	return p.preimageOf(in, cubes, exact, open)
}
