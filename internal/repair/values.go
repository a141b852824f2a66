package repair

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/check/annotated"
	"github.com/tandem-verifier/tandem/internal/check/inductive"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Values proposes the part of the invariants that follows by values, and the obligations that this part proves. It
// drops conjuncts that package inductive cannot parse, and then those that do not follow, until the rest is inductive.
func Values(ctx context.Context, p *ir.Program, points *flow.Memo, obls []*ir.Obligation,
	ev *verify.Inductive) (proved []*ir.Obligation, rest *verify.Inductive, err error) {
	v := &values{p: p, inv: map[*ir.Loc]ir.Expr{}, dirty: map[*ir.Loc]bool{}, callers: map[*ir.Func][]*ir.Func{},
		frees: map[*ir.Func][]*ir.Object{}, start: true}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if c, is := e.Stmt.(*ir.Call); is && !slices.Contains(v.callers[c.Func], f) {
				v.callers[c.Func] = append(v.callers[c.Func], f)
			}
		}
	}
	for f, objs := range ev.Frees {
		v.frees[f] = objs
	}
	reached := map[*ir.Obligation]bool{}
	v.session = inductive.NewSession(ctx, p, points, obls, ev, &inductive.Gaps{Cut: v.weaken, Frees: v.unclaim,
		Error: func(o *ir.Obligation) { reached[o] = true }})
	if err := v.settle(ev); err != nil {
		return nil, nil, err
	}
	for _, o := range obls {
		if !reached[o] {
			proved = append(proved, o)
		}
	}
	return proved, &verify.Inductive{Invariants: v.list(), Results: ev.Results, Entered: ev.Entered, Made: ev.Made,
		Frees: v.frees}, nil
}

// values is the search for invariants that follow by values.
type values struct {
	p       *ir.Program
	session *inductive.Session
	inv     map[*ir.Loc]ir.Expr // the formulas so far
	cuts    []*ir.Loc
	dirty   map[*ir.Loc]bool // cuts whose paths have to be followed again
	callers map[*ir.Func][]*ir.Func
	frees   map[*ir.Func][]*ir.Object // the claims about what calls free so far
	start   bool                      // the initial state has to be checked again: it says what the claims say
}

// settle follows the paths from all cuts, and again from each cut whose formula was weakened, until none changes.
func (v *values) settle(ev *verify.Inductive) error {
	for _, i := range ev.Invariants {
		e := i.Expr
		if old := v.inv[i.Loc]; old != nil {
			e = &ir.Binary{Op: ir.LAnd, X: old, Y: e}
		}
		v.inv[i.Loc] = e
	}
	for l, e := range v.inv {
		v.inv[l] = readable(e, func(x ir.Expr) bool { return v.session.Reads(l, x) })
	}
	var err error
	if v.cuts, err = v.session.Begin(v.list()); err != nil {
		return err
	}
	for _, l := range v.cuts {
		v.dirty[l] = true
	}
	for again := true; again || v.start; {
		again = false
		if v.start {
			v.start = false
			if err := v.session.Start(); err != nil {
				return err
			}
		}
		for _, l := range v.cuts {
			if !v.dirty[l] {
				continue
			}
			delete(v.dirty, l)
			again = true
			if err := v.session.From(l); err != nil {
				return err
			}
		}
	}
	return nil
}

// list returns the formulas in the order of the program.
func (v *values) list() (out []verify.Invariant) {
	for _, f := range v.p.Funcs {
		for _, l := range f.Locs {
			if e := v.inv[l]; e != nil {
				out = append(out, verify.Invariant{Loc: l, Expr: e})
			}
		}
	}
	return out
}

// weaken weakens the formula of a cut, so that a state satisfies it.
func (v *values) weaken(to *ir.Loc, satisfies func(ir.Expr) bool) {
	e := v.inv[to]
	if e == nil {
		e = ir.NewBool(true)
	}
	v.inv[to] = weaker(e, satisfies)
	if v.session.Set(to, v.inv[to]) != nil {
		v.inv[to] = ir.NewBool(true)
		_ = v.session.Set(to, v.inv[to])
	}
	v.dirty[to] = true
	if to == to.Func.Exit {
		v.redo(to.Func)
	}
}

// redo marks the cuts of the functions that call f as dirty.
func (v *values) redo(f *ir.Func) {
	for _, l := range v.cuts {
		if slices.Contains(v.callers[f], l.Func) {
			v.dirty[l] = true
		}
	}
}

// unclaim drops the claim about what calls of f free, and the claims for the functions that call it.
func (v *values) unclaim(f *ir.Func) {
	seen := map[*ir.Func]bool{f: true}
	for work := []*ir.Func{f}; len(work) > 0; {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		delete(v.frees, g)
		v.session.Unclaim(g)
		v.start = true
		v.redo(g)
		for _, h := range v.callers[g] {
			if !seen[h] {
				seen[h] = true
				work = append(work, h)
			}
		}
	}
}

// GraphValues proposes weaker formulas for the nodes of ev, which follow from each other by values.
func GraphValues(ctx context.Context, p *ir.Program, points *flow.Memo, ev *verify.Annotated) (formulas []ir.Expr,
	err error) {
	g, err := annotated.Read(p, ev)
	if err != nil {
		return nil, err
	}
	for _, n := range ev.Nodes {
		formulas = append(formulas, n.Formula)
	}
	dirty := make([]bool, len(g.Nodes))
	users := map[int][]int{} // by node at an exit: the nodes whose paths return from there
	var s *inductive.GraphSession
	set := func(i int, e ir.Expr) {
		if s.Set(i, e) != nil {
			e = ir.NewBool(true)
			_ = s.Set(i, e)
		}
		g.Nodes[i].Formula, formulas[i], dirty[i] = e, e, true
	}
	s = inductive.NewGraphSession(ctx, p, points, g, ev, func(i int, satisfies func(ir.Expr) bool) {
		set(i, weaker(g.Nodes[i].Formula, satisfies))
		for _, j := range users[i] {
			dirty[j] = true
		}
	})
	for _, i := range g.Order {
		if f := g.Nodes[i].Formula; f != nil {
			set(i, readable(f, func(x ir.Expr) bool { return s.Reads(i, x) }))
			for _, exit := range returns(g, i) {
				users[exit] = append(users[exit], i)
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	if err := s.Start(); err != nil {
		return nil, err
	}
	for again := true; again; {
		again = false
		for _, i := range g.Order {
			if !dirty[i] {
				continue
			}
			dirty[i], again = false, true
			if err := s.From(i); err != nil {
				return nil, err
			}
		}
	}
	return formulas, nil
}

// readable returns a formula without the conjuncts that reads does not accept; e itself if it accepts all.
func readable(e ir.Expr, reads func(ir.Expr) bool) ir.Expr {
	if reads(e) {
		return e
	}
	cases := casesOf(e)
	for i, c := range cases {
		if cases[i] = kept(c, reads); !reads(ir.NewAnd(cases[i]...)) {
			return ir.NewBool(true)
		}
	}
	return either(cases)
}

// weaker returns a formula that satisfies accepts. It drops conjuncts from the disjunct of e that loses the fewest.
func weaker(e ir.Expr, satisfies func(ir.Expr) bool) ir.Expr {
	cases := casesOf(e)
	best, least := 0, -1
	for i, c := range cases {
		lost := 0
		for _, x := range c {
			if lost == least {
				break
			}
			if !satisfies(x) {
				lost++
			}
		}
		if least < 0 || lost < least {
			best, least = i, lost
		}
	}
	if cases[best] = kept(cases[best], satisfies); len(cases[best]) == 0 {
		return ir.NewBool(true)
	}
	if e = either(cases); !satisfies(e) {
		return ir.NewBool(true)
	}
	return e
}

// kept returns the conjuncts that a test accepts: by themselves, without the bounds of distances (loose) or, for
// statements that depend on others, together with those that it accepts by themselves.
func kept(conj []ir.Expr, accepts func(ir.Expr) bool) (out []ir.Expr) {
	var rest []ir.Expr
	for _, x := range conj {
		if accepts(x) {
			out = append(out, x)
		} else if y := loose(x); y != nil && accepts(y) {
			out = append(out, y)
		} else {
			rest = append(rest, x)
		}
	}
	for _, x := range rest {
		if asksMemory(x) && accepts(ir.NewAnd(append(slices.Clone(out), x)...)) {
			out = append(out, x)
		}
	}
	return out
}

// asksMemory reports whether a formula tests memory: such a statement depends on where the pointer leads.
func asksMemory(e ir.Expr) (asks bool) {
	ir.Walk(e, func(x ir.Expr) bool {
		_, is := x.(*ir.Valid)
		asks = asks || is
		return !asks
	})
	return asks
}

// casesOf returns the disjuncts of a formula, each as a list of conjuncts.
func casesOf(e ir.Expr) (cases [][]ir.Expr) {
	for stack := []ir.Expr{e}; len(stack) > 0; {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if b, is := x.(*ir.Binary); is && b.Op == ir.LOr {
			stack = append(stack, b.Y, b.X)
		} else {
			cases = append(cases, withDistances(ir.Conjuncts(x)))
		}
	}
	return cases
}

// withDistances joins neighbours that restrict the distance of the same two pointers. One bound alone says nothing to
// package inductive, both together say that the pointers lead to one object:
//
//	0 <= p - &a, p - &a <= 8, (p - &a) % 4 == 0, x < 5    becomes    0 <= p - &a && p - &a <= 8 && ..., x < 5
func withDistances(conj []ir.Expr) (out []ir.Expr) {
	var last *ir.PtrDiff // the distance that the last element of out restricts
	for _, x := range conj {
		d := distanceOf(x)
		if d != nil && last != nil && ir.Equal(d, last) {
			out[len(out)-1] = ir.NewAnd(out[len(out)-1], x)
		} else {
			out = append(out, x)
		}
		last = d
	}
	return out
}

// distanceOf returns the distance that an atom of the form c <= p - q, p - q <= c or (p - q - c) % n == 0 restricts,
// nil for others.
func distanceOf(e ir.Expr) *ir.PtrDiff {
	b, is := e.(*ir.Binary)
	if !is {
		return nil
	}
	x := b.X
	switch _, bound := x.(*ir.Const); {
	case b.Op == ir.Le && bound:
		x = b.Y
	case b.Op == ir.Eq:
		if rem, is := x.(*ir.Binary); is && rem.Op == ir.Rem {
			if sub, is := rem.X.(*ir.Binary); is && sub.Op == ir.Sub {
				x = sub.X
			}
		}
	case b.Op != ir.Le:
		return nil
	}
	d, _ := x.(*ir.PtrDiff)
	return d
}

// loose returns a formula with the least and greatest bounds for its distances: pointers lead to the same objects, but
// anywhere there. It returns nil if e is no such formula, or if that changes nothing.
func loose(e ir.Expr) ir.Expr {
	cases := casesOf(e)
	changed := false
	for _, conj := range cases {
		for i, x := range conj {
			d := distanceOf(ir.Conjuncts(x)[0])
			if d == nil {
				continue
			}
			t := d.Type()
			most := int64(1)<<(t.Bits-1) - 1
			y := ir.NewAnd(&ir.Binary{Op: ir.Le, X: ir.NewConst(t, -most-1), Y: d},
				&ir.Binary{Op: ir.Le, X: d, Y: ir.NewConst(t, most)})
			if !ir.Equal(x, y) {
				conj[i], changed = y, true
			}
		}
	}
	if !changed {
		return nil
	}
	return either(cases)
}

// either returns the formula that one of the cases holds.
func either(cases [][]ir.Expr) ir.Expr {
	e := ir.NewAnd(cases[0]...)
	for _, c := range cases[1:] {
		e = ir.NewBinary(ir.LOr, e, ir.NewAnd(c...))
	}
	return e
}
