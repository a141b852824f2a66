package symex

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file makes one step of several branches whose paths differ only in data (Options.Merge).
//
//	if (c == ' ' || c == '\t' || c == '\n') skip(); else stop();
//
// has four paths and two ends. A region has the branches and, for each end, the condition under which an execution
// leaves there; a Branch node at its head has one arc for each end. Within a region are only conditions, assignments
// and reads of memory. Where paths meet, a register that is still read becomes an if-then-else. Registers that the
// region writes and that are read after a meeting at its end would carry the decision on, and later branches on them
// would ask for it again: assignments to them stay outside, unless no condition, address, size or argument depends on
// the register (the estimate of the cost).
//
// Regions are the static ones of T. Avgerinos, A. Rebert, S. Cha, D. Brumley, Enhancing symbolic execution with
// Veritesting (ICSE 2014). The estimate follows V. Kuznetsov, J. Kinder, S. Bucur, G. Candea, Efficient state merging
// in symbolic execution (PLDI 2012), without their counts of queries to come.

// Region is a set of locations, entered at its head only, without cycles.
type Region struct {
	Locs []*ir.Loc // the head, then the inner locations, each after those from which edges lead to it

	inside map[*ir.Loc]bool // the inner locations
	writes []*ir.Var        // the registers that edges of the region write
}

// maxRegion bounds the inner locations of a region.
const maxRegion = 64

// edges passes the edges that begin in the region to visit.
func (r *Region) edges(visit func(e *ir.Edge)) {
	for _, l := range r.Locs {
		for _, e := range l.Out {
			visit(e)
		}
	}
}

// Leaving lists the edges that leave the region for a location.
func (r *Region) Leaving(to *ir.Loc) (out []*ir.Edge) {
	r.edges(func(e *ir.Edge) {
		if e.To == to && !r.inside[to] {
			out = append(out, e)
		}
	})
	return out
}

// region returns the region with a given head; nil if there is none that saves a path.
func (x *Explorer) region(head *ir.Loc) *Region {
	r, ok := x.regions[head]
	if !ok {
		r = x.findRegion(head)
		x.regions[head] = r
	}
	return r
}

// findRegion implements region. It leaves locations out until no assignment is to stay outside.
func (x *Explorer) findRegion(head *ir.Loc) *Region {
	if !asks(head) {
		return nil
	}
	out := map[*ir.Loc]bool{}
	for {
		r := growRegion(head, out)
		into := map[*ir.Loc]int{}
		joins := false
		r.edges(func(e *ir.Edge) {
			into[e.To]++
			joins = joins || into[e.To] > 1
		})
		if !joins {
			return nil
		}
		changed := false
		r.edges(func(e *ir.Edge) {
			v := ir.Def(e.Stmt)
			if v == nil || !x.steers(v, e.From.Func) {
				return
			}
			for to, n := range into {
				if n > 1 && !r.inside[to] && x.enc.Live(head.Func).At(to, v) {
					out[e.From], changed = true, true
				}
			}
		})
		if !changed {
			return r
		}
	}
}

// growRegion returns the largest region with a given head, up to maxRegion, without the locations in out.
func growRegion(head *ir.Loc, out map[*ir.Loc]bool) *Region {
	r := &Region{Locs: []*ir.Loc{head}, inside: map[*ir.Loc]bool{}}
	met := map[*ir.Loc]int{} // the number of edges from the region
	for work := []*ir.Loc{head}; len(work) > 0; work = work[1:] {
		for _, e := range work[0].Out {
			l := e.To
			if met[l]++; met[l] < len(l.In) || out[l] || l == head || l == l.Func.Entry || len(r.Locs) > maxRegion {
				continue
			}
			if v, ok := writes(l); ok || asks(l) {
				if v != nil && !slices.Contains(r.writes, v) {
					r.writes = append(r.writes, v)
				}
				r.inside[l] = true
				r.Locs = append(r.Locs, l)
				work = append(work, l)
			}
		}
	}
	return r
}

// asks reports whether a location has only conditions, at least two.
func asks(l *ir.Loc) bool {
	return len(l.Out) > 1 && !slices.ContainsFunc(l.Out, func(e *ir.Edge) bool {
		_, ok := e.Stmt.(*ir.Assume)
		return !ok
	})
}

// writes reports whether a location has a single edge, which changes nothing except a register of the function, and
// returns this register; nil if it changes nothing.
func writes(l *ir.Loc) (v *ir.Var, ok bool) {
	if len(l.Out) != 1 {
		return nil, false
	}
	switch s := l.Out[0].Stmt.(type) { // sound: other edges are not in regions
	case *ir.Skip:
		return nil, true
	case *ir.Assign:
		return s.Dst, !s.Dst.Global
	case *ir.LoadStmt:
		return s.Dst, !s.Dst.Global
	}
	return nil, false
}

// steers reports whether a condition, an address, a size or an argument of the function may depend on a register:
// directly, or through other registers.
func (x *Explorer) steers(v *ir.Var, f *ir.Func) bool {
	set, ok := x.steering[f]
	if !ok {
		set = steering(f)
		x.steering[f] = set
	}
	return set[v]
}

// steering returns the registers of a function for which steers is true.
func steering(f *ir.Func) map[*ir.Var]bool {
	set := map[*ir.Var]bool{}
	from := map[*ir.Var][]ir.Expr{}
	var add func(e ir.Expr)
	add = func(e ir.Expr) {
		ir.Walk(e, func(e ir.Expr) bool {
			if r, ok := e.(*ir.Ref); ok && !set[r.Var] {
				set[r.Var] = true
				for _, y := range from[r.Var] {
					add(y)
				}
			}
			return true
		})
	}
	for _, e := range f.Edges {
		if s, ok := e.Stmt.(*ir.Assign); ok {
			from[s.Dst] = append(from[s.Dst], ir.StmtExprs(s)...)
		}
	}
	for _, e := range f.Edges {
		switch s := e.Stmt.(type) {
		case *ir.Assign:
		case *ir.Store:
			add(s.Addr)
		default: // sound: all that the statement reads counts, which only makes regions smaller
			for _, y := range ir.StmtExprs(s) {
				add(y)
			}
		}
	}
	return set
}

// meeting is a path, or several, from the head of a region to a location.
type meeting struct {
	cond  *term.Term // the condition under which an execution takes it
	state *vc.State
}

// exits returns the arcs of a node at the head of a region, one for each end of the region. It returns nil if a part of
// the region is not exact.
func (w *walker) exits(r *Region) []Arc {
	n, x := w.node, w.x
	approx, events := x.enc.Approx, len(x.enc.Events)
	to := map[*ir.Loc][]meeting{}
	var ends []*ir.Edge // one for each end
	for i, l := range r.Locs {
		m := meeting{x.c.True(), n.state}
		if i > 0 {
			if len(to[l]) == 0 {
				continue
			}
			var ok bool
			if m, ok = w.meet(r, l, to[l]); !ok {
				return nil
			}
		}
		for _, e := range l.Out {
			next, ok := w.within(m, e)
			if !ok || x.enc.Approx != approx || len(x.enc.Events) != events {
				return nil
			}
			if next.cond.IsFalse() {
				continue
			}
			if len(to[e.To]) == 0 && !r.inside[e.To] {
				ends = append(ends, e)
			}
			to[e.To] = append(to[e.To], next)
		}
	}
	var arcs []Arc
	for _, e := range ends {
		m, ok := w.meet(r, e.To, to[e.To])
		if !ok {
			return nil
		}
		arcs = append(arcs, Arc{Edge: e, cond: m.cond, state: m.state})
	}
	return arcs
}

// within follows an edge of a region. ok is false if its effect is not known in terms of inputs.
func (w *walker) within(m meeting, e *ir.Edge) (next meeting, ok bool) {
	x := w.x
	if a, is := e.Stmt.(*ir.Assume); is {
		c := x.enc.Cond(m.state, a.Cond)
		return meeting{x.c.And(m.cond, c), m.state}, x.isPlain(c)
	}
	s, valid := x.enc.Follow(m.state, e)
	if s == nil || !valid.IsTrue() && !(ir.Guarded(e) && x.isPlain(valid) && w.asked(m, valid)) {
		return next, false
	}
	if v := ir.Def(e.Stmt); v != nil && !x.plainValue(x.enc.Reg(s, v)) {
		return next, false
	}
	return meeting{m.cond, s}, true
}

// asked reports whether the conditions before a place in a region contain all conjuncts of t.
func (w *walker) asked(m meeting, t *term.Term) bool {
	have := vc.Conjuncts(w.x.c, m.cond)
	return w.x.includes(w.node, t) || !slices.ContainsFunc(vc.Conjuncts(w.x.c, t),
		func(p *term.Term) bool { return !slices.Contains(have, p) })
}

// meet joins paths at a location. ok is false if a register that is read later has no value in terms of inputs.
func (w *walker) meet(r *Region, l *ir.Loc, ms []meeting) (m meeting, ok bool) {
	x := w.x
	m = ms[len(ms)-1]
	if len(ms) == 1 {
		return m, true
	}
	live := x.enc.Live(l.Func)
	conds := make([]*term.Term, len(ms))
	for i := range ms {
		conds[i] = ms[i].cond
	}
	last := m.state
	for _, v := range r.writes {
		if !live.At(l, v) {
			continue
		}
		val := x.enc.Reg(last, v)
		for i := len(ms) - 2; i >= 0; i-- {
			other := x.enc.Reg(ms[i].state, v)
			if !x.plainValue(val) || !x.plainValue(other) {
				return m, false
			}
			val = x.enc.Choice(ms[i].cond, other, val)
		}
		m.state = x.enc.WithReg(m.state, v, val)
	}
	m.cond = x.c.Or(conds...)
	return m, true
}

// cross follows the run along an edge of the region of the present node.
func (w *walker) cross(e *ir.Edge, env exec.Env) {
	if !w.node.region.inside[e.To] {
		w.take(e, env)
	}
}
