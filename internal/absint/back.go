package absint

import "github.com/tandem-verifier/tandem/internal/ir"

// Backward analysis: necessary preconditions of reaching an error, within the forward invariants (P. Cousot, R. Cousot:
// Abstract interpretation based program testing, SSGRR 2000; A. Mine, Tutorial on static inference of numeric
// invariants, 2017, 4.8). A concrete state in a forward state but not in its backward state cannot reach the error. So
// "forward, and not backward" is an inductive proof for the inputs that the backward state at the entry excludes.
//
// A cut has a backward state below each of its forward states. It is the join, over all paths to next cuts, of the
// preconditions of the backward states there. Preconditions are computed edge by edge. An assignment is undone by
// substitution if the domain supports it (domain.Substituter), and so is a store that changes a single cell; other
// statements forget the values that they change. The precondition of a call is the backward state at the callee's
// entry, and the backward state at the callee's exit comes from the locations after the calls.

// backward computes the backward states of all partitions for the error locations errs. It reports whether it
// terminated within the limits.
func (v *solver) backward(errs map[*ir.Loc]bool) bool {
	b := &back{v: v, errs: errs}
	for _, n := range v.order {
		for _, p := range n.partitions {
			p.back, p.backGrowths, p.backAll = nil, 0, false
		}
	}
	for changed := true; changed && v.stop == Done; {
		changed = false
		for i := len(v.order) - 1; i >= 0 && v.stop == Done; i-- {
			n := v.order[i]
			for _, p := range n.partitions {
				if p.backAll {
					continue
				}
				s := b.need(n, p)
				if v.m.Leq(s, p.back) {
					continue
				}
				j := v.m.Join(p.back, s)
				if p.backGrowths++; p.backGrowths > v.cfg.Delay {
					j = v.m.Meet(p.s, v.m.Widen(p.back, j, p.backGrowths-v.cfg.Delay-1))
					if p.backGrowths > 4*v.cfg.Delay+8 {
						j, p.backAll = p.s, true // Meet may undo widening each time, so the iteration might not end
					}
				}
				p.back = v.m.Stated(j)
				changed = true
			}
		}
	}
	for i := 0; i < v.cfg.Descend && v.stop == Done && b.descend(); i++ {
	}
	return v.stop == Done
}

// descend applies the equations once more to make states smaller, and reports whether some state has become smaller.
// Since operations are not monotone, the new states may not be a solution; in this case, descend restores the old
// states and returns false.
func (b *back) descend() bool {
	v := b.v
	saved, next := map[*partition]State{}, map[*partition]State{}
	for j := len(v.order) - 1; j >= 0; j-- {
		for _, p := range v.order[j].partitions {
			saved[p] = p.back
			if s := v.m.Stated(b.need(v.order[j], p)); v.m.Leq(s, p.back) && !v.m.Leq(p.back, s) {
				next[p] = s
			}
		}
	}
	if len(next) == 0 || v.stop != Done {
		return false
	}
	for p, s := range next {
		p.back = s
	}
	for _, n := range v.order {
		for _, p := range n.partitions {
			if !v.m.Leq(b.need(n, p), p.back) || v.stop != Done {
				for q, s := range saved {
					q.back = s
				}
				return false
			}
		}
	}
	return true
}

// back is a backward analysis for the error locations errs, over the forward states of v.
type back struct {
	v    *solver
	errs map[*ir.Loc]bool
}

// need returns the part of p's state at the cut n that may lead to an error.
func (b *back) need(n *node, p *partition) State {
	if n.loc == n.f.Exit {
		return b.atExit(n, p)
	}
	return b.from(p.s, n.loc)
}

// from returns the part of s, a state at l, that may lead to an error over the edges that leave l.
func (b *back) from(s State, l *ir.Loc) State {
	v := b.v
	var out State
	for _, e := range v.g.out(l) {
		v.tick()
		if v.stop != Done {
			return s
		}
		if c, ok := e.Stmt.(*ir.Call); ok {
			out = v.m.Join(out, b.call(s, e, c))
		} else if t := v.m.Step(s, e); t != nil {
			if after := b.after(t, e.To); after != nil {
				out = v.m.Join(out, v.m.Undo(s, e, after))
			}
		}
	}
	return out
}

// after returns the part of t, a state at the target l of an edge, that may lead to an error.
func (b *back) after(t State, l *ir.Loc) State {
	if to := b.v.cuts[l]; to != nil {
		var out State
		for _, p := range to.partitions {
			if p.back != nil {
				out = b.v.m.Join(out, b.v.m.Meet(t, p.back))
			}
		}
		return out
	}
	if l.Kind == ir.Error {
		if b.errs[l] {
			return t
		}
		return nil
	}
	return b.from(t, l)
}

// call returns the part of s, the state before the call e, that may lead to an error in the callee.
func (b *back) call(s State, e *ir.Edge, c *ir.Call) State {
	m := b.v.m
	entry := b.v.cuts[c.Func.Entry]
	if entry == nil || m.Enter(s, e) == nil {
		return nil
	}
	var need State
	for _, p := range entry.partitions {
		need = m.Join(need, p.back)
	}
	if need == nil {
		return nil
	}
	return m.UndoCall(s, e, need)
}

// atExit returns the part of p's state at the exit n of a function that may lead to an error after a return to some
// caller.
func (b *back) atExit(n *node, p *partition) State {
	m := b.v.m
	var out State
	for _, e := range b.v.g.sites(n.f) {
		from := b.v.cuts[e.From]
		if from == nil {
			continue
		}
		for _, q := range from.partitions {
			if t := m.Resume(q.s, p.s, e); t != nil {
				if after := b.after(t, e.To); after != nil {
					out = m.Join(out, m.UndoReturn(p.s, e, after))
				}
			}
		}
	}
	return out
}
