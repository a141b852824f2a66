package absint

import (
	"cmp"
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Sums of quantities that the program compares. In
//
//	if (c == 'f') { r.battery -= 2; if (free) r.steps++; else r.bumps++; }
//	...
//	assert(r.steps + r.bumps <= 20);                   if (p->got == p->length) p->state = DONE;
//
// the assertion compares steps + bumps with a constant, and the condition got with length. The difference of the two
// sides of a comparison is a sum that the domain should bound. If it grows in a loop, its pace is bounded along each
// way through a round: battery shrinks by 2 where steps + bumps grows by 1, so 2*steps + 2*bumps + battery does not
// grow.

// comparison is the difference of the two sides of a comparison.
type comparison struct {
	sum   []quantityTerm // one to three terms
	check bool           // the comparison decides whether an error is reached
	equal bool           // equality matters
}

// maxCompared bounds the terms of the difference.
const maxCompared = 3

// comparisons returns the comparisons of f that mention a quantity which a loop changes.
func (p *proposer) comparisons(f *ir.Func) (out []comparison) {
	changed := map[Quantity]bool{}
	for _, c := range p.changes {
		changed[c.q] = true
	}
	var see func(x ir.Expr, check bool)
	see = func(x ir.Expr, check bool) {
		switch x := x.(type) { // sound: proposals need no proof
		case *ir.Unary:
			see(x.X, check)
		case *ir.Binary:
			switch x.Op { // sound: as above
			case ir.LAnd, ir.LOr:
				see(x.X, check)
				see(x.Y, check)
			case ir.Lt, ir.Le, ir.Eq, ir.Ne:
				d := p.linear(f, x.X, 0).plus(-1, p.linear(f, x.Y, 0))
				if n := len(d); d == nil || n == 0 || n > maxCompared || n == 1 && !(check && changed[d[0].q]) ||
					!slices.ContainsFunc(d, func(t quantityTerm) bool { return changed[t.q] }) {
					return
				}
				out = append(out, comparison{d, check, x.Op == ir.Eq || x.Op == ir.Ne})
			}
		}
	}
	for _, e := range f.Edges {
		if a, ok := e.Stmt.(*ir.Assume); ok {
			see(a.Cond, slices.ContainsFunc(e.From.Out, func(x *ir.Edge) bool { return x.To.Kind == ir.Error }))
		}
	}
	slices.SortFunc(out, func(a, b comparison) int {
		return cmp.Or(compareSums(Sum{a.sum}, Sum{b.sum}), boolOrder(b.check, a.check))
	})
	return slices.CompactFunc(out, func(a, b comparison) bool { return compareSums(Sum{a.sum}, Sum{b.sum}) == 0 })
}

// boolOrder orders false before true.
func boolOrder(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// linearSum is a sum of quantities, sorted; nil if there is none, empty for a constant.
type linearSum []quantityTerm

// plus returns a + k*b.
func (a linearSum) plus(k int64, b linearSum) linearSum {
	if a == nil || b == nil || k > 1<<20 || k < -1<<20 {
		return nil
	}
	out := make(linearSum, 0, len(a)+len(b))
	out = append(out, a...)
	for _, t := range b {
		i, has := slices.BinarySearchFunc(out, t, func(x, y quantityTerm) int { return compareQuantities(x.q, y.q) })
		switch {
		case k*t.coef == 0:
		case !has:
			out = slices.Insert(out, i, quantityTerm{t.q, k * t.coef})
		default:
			if out[i].coef += k * t.coef; out[i].coef == 0 {
				out = slices.Delete(out, i, i+1)
			}
		}
	}
	return out
}

// manyDefs bounds the definitions that linear follows.
const manyDefs = 4

// linear returns x as a sum of quantities, without its constant. It follows registers that are assigned only once, a
// sum or a difference.
func (p *proposer) linear(f *ir.Func, x ir.Expr, depth int) linearSum {
	switch x := uncast(x).(type) { // sound: as in comparisons
	case *ir.Const:
		return linearSum{}
	case *ir.Ref:
		if x.Var.Type.Kind != ir.Int {
			return nil
		}
		if e := p.defs[x.Var]; e != nil && !p.mixed[x.Var] && depth < manyDefs {
			if _, ok := uncast(e.Stmt.(*ir.Assign).Src).(*ir.Binary); ok {
				if s := p.linear(f, e.Stmt.(*ir.Assign).Src, depth+1); s != nil {
					return s
				}
			}
		}
		return linearSum{{p.of(f, x.Var), 1}}
	case *ir.Unary:
		if x.Op == ir.Neg {
			return linearSum{}.plus(-1, p.linear(f, x.X, depth))
		}
	case *ir.Binary:
		if x.X.Type().Kind != ir.Int {
			return nil
		}
		switch x.Op { // sound: as above
		case ir.Add:
			return p.linear(f, x.X, depth).plus(1, p.linear(f, x.Y, depth))
		case ir.Sub:
			return p.linear(f, x.X, depth).plus(-1, p.linear(f, x.Y, depth))
		case ir.Mul:
			a, b := x.X, x.Y
			if _, ok := a.(*ir.Const); ok {
				a, b = b, a
			}
			if k, ok := b.(*ir.Const); ok {
				if n, ok := domain.Read(k.T, k.Bits).Int64(); ok {
					return linearSum{}.plus(n, p.linear(f, a, depth))
				}
			}
		}
	}
	return nil
}

// pace is how a sum and a clock change along a way through a round: the sum grows by at most grow, the clock advances
// by at least least and at most most.
type pace struct{ grow, least, most domain.Wide }

// manyPaces bounds the ways that are kept apart at a location.
const manyPaces = 24

// paces returns how the sum ts and the clock k change along the ways through one round of l. It returns nil if there
// are too many, or if an inner loop lets the sum grow without a bound.
func (p *proposer) paces(f *ir.Func, l *loop, ts []quantityTerm, k clock) []pace {
	wto := p.r.prog.wto[f.ID]
	at := map[int][]pace{l.head: {{}}}
	var ends []pace
	for _, n := range l.body(wto.Nodes(), wto.Heads) {
		for _, e := range f.Locs[n].Out {
			if wto.Pos(e.To.ID) < 0 || !slices.Contains(wto.Heads(e.To.ID), l.head) ||
				e.To.ID != l.head && wto.Pos(e.To.ID) <= wto.Pos(n) {
				continue // it leaves the loop, or returns to the head of an inner one
			}
			step := pace{}
			if last := wto.Heads(n); last[len(last)-1] == l.head {
				step = p.stepOf(e, ts, k)
			}
			if i := l.innerAt(e.To.ID); i != nil && e.To.ID != l.head {
				g, ok := i.growthOf(ts)
				if !ok {
					return nil
				}
				step.grow = step.grow.Add(g)
			}
			for _, a := range at[n] {
				b := pace{a.grow.Add(step.grow), a.least.Add(step.least), a.most.Add(step.most)}
				if e.To.ID == l.head {
					ends = addPace(ends, b)
				} else {
					at[e.To.ID] = addPace(at[e.To.ID], b)
				}
			}
			if len(at[e.To.ID]) > manyPaces || len(ends) > manyPaces {
				return nil
			}
		}
	}
	return ends
}

// addPace returns ps with p, unless another one is at least as fast.
func addPace(ps []pace, p pace) []pace {
	faster := func(a, b pace) bool { return !a.grow.Less(b.grow) && !b.least.Less(a.least) && !a.most.Less(b.most) }
	if slices.ContainsFunc(ps, func(a pace) bool { return faster(a, p) }) {
		return ps
	}
	return append(slices.DeleteFunc(ps, func(a pace) bool { return faster(p, a) }), p)
}

// stepOf returns how the edge e changes the sum ts and the clock k.
func (p *proposer) stepOf(e *ir.Edge, ts []quantityTerm, k clock) (s pace) {
	for _, u := range p.at[e] {
		for _, t := range ts {
			if t.q == u.q {
				s.grow = s.grow.Add(u.by.times(t.coef))
			}
		}
		if u.q == k.q {
			s.least, s.most = u.by.lo, u.by.hi
			if k.sign < 0 {
				s.least, s.most = u.by.hi.Neg(), u.by.lo.Neg()
			}
		}
	}
	return s
}

// times returns the largest value of coef times the change.
func (c change) times(coef int64) domain.Wide {
	if coef < 0 {
		return c.lo.Mul(domain.WideInt(coef))
	}
	return c.hi.Mul(domain.WideInt(coef))
}

// body returns the locations of the loop, in order. heads returns the heads of the loops around a location.
func (l *loop) body(nodes []int, heads func(int) []int) (out []int) {
	for _, n := range nodes {
		if slices.Contains(heads(n), l.head) {
			out = append(out, n)
		}
	}
	return out
}

// innerAt returns the loop directly inside of l that has the head n.
func (l *loop) innerAt(n int) *loop {
	for _, i := range l.inner {
		if i.head == n {
			return i
		}
	}
	return nil
}

// growthOf returns a bound of the growth of a sum in all rounds of an inner loop.
func (l *loop) growthOf(ts []quantityTerm) (all domain.Wide, ok bool) {
	for _, t := range ts {
		sign := int64(1)
		if t.coef < 0 {
			sign = -1
		}
		g, ok := l.growth(t.q, sign)
		if !ok || g.Sign() > 0 && len(l.clocks) == 0 {
			return all, false
		}
		if g.Sign() > 0 {
			all = all.Add(g.Mul(l.clocks[0].rounds).Mul(domain.WideInt(t.coef * sign)))
		}
	}
	return all, true
}

// rate returns the least num/den such that a sum grows by at most num where a clock advances by den, along all ways.
func rate(ps []pace) (num, den int64, ok bool) {
	for _, w := range ps {
		n, d := w.grow, w.most
		if n.Sign() > 0 {
			d = w.least
		}
		switch {
		case w.least.Sign() < 0 || n.Sign() > 0 && d.Sign() == 0:
			return 0, 0, false
		case d.Sign() == 0:
			continue // the clock stands, and the sum does not grow
		}
		a, oka := n.Int64()
		b, okb := d.Int64()
		if !oka || !okb || a > maxPace || a < -maxPace || b > maxPace {
			return 0, 0, false
		}
		if !ok || num*b < a*den {
			g := divisor(a, b)
			num, den, ok = a/g, b/g, true
		}
	}
	return num, den, ok
}

// maxPace bounds the numbers of a pace. Faster sums are of no use, since sums with a clock are soon too large.
const maxPace = 1 << 24

// pacedSums returns sums that bound the growth of ts by the clock k of the loop l, with the first clocks of none, one
// or more of the loops around it.
func (p *proposer) pacedSums(f *ir.Func, l *loop, ts []quantityTerm, k clock) (out []Sum) {
	num, den, ok := rate(p.paces(f, l, ts, k))
	if !ok {
		return nil
	}
	sum := linearSum{}.plus(den, ts).plus(-num*k.sign, linearSum{{k.q, 1}})
	if len(sum) > 1 {
		out = append(out, Sum{sum})
	}
	for o := l.outer; o != nil && len(o.clocks) > 0; o = o.outer {
		c := o.clocks[0]
		n, d, ok := rate(p.paces(f, o, ts, c))
		if !ok || d != 1 || slices.ContainsFunc(sum, func(t quantityTerm) bool { return t.q == c.q }) {
			break
		}
		sum = sum.plus(-n*den*c.sign, linearSum{{c.q, 1}})
		out = append(out, Sum{sum})
	}
	return out
}

// comparedSums returns the sums that f compares, in both directions, and what bounds their growth in the given loops.
func (p *proposer) comparedSums(f *ir.Func, loops []*loop) (out []Sum) {
	var others []Sum
	for _, c := range p.comparisons(f) {
		for _, sign := range []int64{1, -1} {
			ts := linearSum{}.plus(sign, c.sum)
			if len(ts) > 1 {
				others = append(others, Sum{ts})
			}
			if !c.check || len(ts) > 2 {
				continue
			}
			for _, l := range loops {
				all := l.all()
				if !slices.ContainsFunc(ts, func(t quantityTerm) bool { return all[t.q] }) {
					continue
				}
				for _, k := range l.clocks {
					if !slices.ContainsFunc(ts, func(t quantityTerm) bool { return t.q == k.q }) {
						out = append(out, p.pacedSums(f, l, ts, k)...)
					}
				}
			}
		}
	}
	return append(out, others...)
}

// divisor returns the greatest common divisor of |a| and b, for b > 0 (Euclid, Elements VII.2).
func divisor(a, b int64) int64 {
	if a < 0 {
		a = -a
	}
	for a != 0 {
		a, b = b%a, a
	}
	return b
}
