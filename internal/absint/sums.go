package absint

import (
	"cmp"
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Sums that a relational domain should bound. In
//
//	for (int i = 0; i < rows; i++)
//		for (int j = 0; j < 8; j++)
//			if (input()) s->count += 2;
//
// count changes by at most 2 in a round of the inner loop, so by at most 16 in a round of the outer one: count - 16*i -
// 2*j does not grow. i and j are clocks: quantities that only grow, or only shrink, in the rounds of their loop, and
// that intervals bound. The sums are proposals. The domain finds out which are bounded.

// Quantity is an integer: a register, or a cell of a named object, or each element of an array in one (everywhere).
type Quantity struct {
	reg  domain.Dim
	obj  *object
	cell cellKey
}

// Sum is a sum of quantities with coefficients.
type Sum struct {
	terms []quantityTerm // sorted
}

type quantityTerm struct {
	q    Quantity
	coef int64
}

// compareQuantities orders quantities.
func compareQuantities(a, b Quantity) int {
	id := func(q Quantity) int32 {
		if q.obj == nil {
			return -1
		}
		return q.obj.id
	}
	return cmp.Or(cmp.Compare(a.reg, b.reg), cmp.Compare(id(a), id(b)), cmp.Compare(a.cell.off, b.cell.off),
		cmp.Compare(a.cell.t.Bits, b.cell.t.Bits))
}

// compareSums orders sums.
func compareSums(a, b Sum) int {
	return slices.CompareFunc(a.terms, b.terms, func(x, y quantityTerm) int {
		return cmp.Or(compareQuantities(x.q, y.q), cmp.Compare(x.coef, y.coef))
	})
}

// Dims says what the dimensions of a domain are.
type Dims struct{ b *binding }

// TypeOf returns the type of d.
func (x Dims) TypeOf(d domain.Dim) ir.Type { return x.b.typeOf(d) }

// Single reports whether d stands for one number only: it is no summary of elements.
func (x Dims) Single(d domain.Dim) bool { return !x.b.isCell(d) || x.b.cellOf(d).off != everywhere }

// InSums returns a Domain that bounds the given sums: of returns a domain for them, given what the
// dimensions are.
func InSums[E any](name string, sums []Sum, of func([]linear.Form, Dims) domain.Domain[E]) Domain {
	return Domain{name, false, func(p *Program, cfg Config, w *watch) Meaning {
		b := newBinding(p, cfg.Symbols, cfg.Summaries)
		var forms []linear.Form
		for _, s := range sums {
			f := linear.Const(0)
			for _, t := range s.terms {
				d := t.q.reg
				if t.q.obj != nil {
					d = b.cell(t.q.obj, t.q.cell.off, t.q.cell.t)
				}
				f, _ = f.Plus(linear.Form{Terms: []linear.Term{{D: d, C: t.coef}}})
			}
			forms = append(forms, f)
		}
		return newMeaning(b, of(forms, Dims{b}), false, cfg, w)
	}}
}

// Target implements Reader.
func (a *reader[E]) Target(s State, f *ir.Func, addr ir.Expr, t ir.Type) (Quantity, bool) {
	if t.Kind != ir.Int {
		return Quantity{}, false
	}
	p, n := a.pointer(a.take(s), f, addr), int64(t.Size())
	if p == nil || p.null || len(p.to) != 1 {
		return Quantity{}, false
	}
	g := p.to[0]
	if g.obj.fixed || g.obj.fn != nil || g.obj.wild || g.lo < 0 || g.hi > g.obj.size-n {
		return Quantity{}, false
	}
	if g.exact() {
		return Quantity{obj: g.obj, cell: cellKey{g.lo, t}}, true
	}
	return Quantity{obj: g.obj, cell: cellKey{everywhere, t}}, g.lo%n == 0 && g.step%n == 0
}

// Span implements Reader.
func (a *reader[E]) Span(st State, q Quantity) (lo, hi domain.Wide, ok bool) {
	s, t, d := a.take(st), q.cell.t, q.reg
	if q.obj == nil {
		t = a.bind.typeOf(d)
	} else if at := max(q.cell.off, 0); s.zeros(q.obj).has(at, at+int64(t.Size())) && q.cell.off != everywhere {
		return domain.Wide{}, domain.Wide{}, true
	} else if d, ok = a.bind.has(q.obj, q.cell.off, t); !ok {
		return lo, hi, false
	}
	r := a.dom.Bounds(s.num, domain.NewDim(t, d))
	return r.Lo, r.Hi, !r.Empty
}

// change is an addition to a quantity: a number between lo and hi.
type change struct{ lo, hi domain.Wide }

// with returns the hull of two changes.
func (c change) with(d change) change {
	return change{domain.MinW(c.lo, d.lo), domain.MaxW(c.hi, d.hi)}
}

// addition is an expression base + x, or base - x, for which by has the possible values of x or -x.
type addition struct {
	base *ir.Var
	by   change
}

// proposer collects the changes of quantities in a program.
type proposer struct {
	r       *Result
	loaded  map[*ir.Var]Quantity    // the quantity that all loads of a register read
	mixed   map[*ir.Var]bool        // registers without such a quantity, or with several assignments
	adds    map[*ir.Edge][]addition // by assignment and store
	stored  map[*ir.Edge]Quantity   // where stores write
	defs    map[*ir.Var]*ir.Edge    // the only assignment of a register
	heads   map[*ir.Loc]State       // by location: a state
	changes []update
	at      map[*ir.Edge][]update         // the changes of an edge
	tested  map[*ir.Loc]map[Quantity]bool // by head: quantities in conditions that leave the loop
}

// update is a change of q in the innermost loop with the given heads, outermost first.
type update struct {
	q     Quantity
	f     *ir.Func
	loops []int
	by    change
}

// maxSums bounds the number of sums.
const maxSums = 60

// Sums proposes sums that are bounded in the states of r, the result of an analysis with one state for each location.
func (r *Result) Sums() []Sum {
	p := &proposer{r: r, loaded: map[*ir.Var]Quantity{}, mixed: map[*ir.Var]bool{}, adds: map[*ir.Edge][]addition{},
		stored: map[*ir.Edge]Quantity{}, defs: map[*ir.Var]*ir.Edge{}, heads: map[*ir.Loc]State{},
		tested: map[*ir.Loc]map[Quantity]bool{}, at: map[*ir.Edge][]update{}}
	loops := false
	for _, f := range r.prog.prog.Funcs {
		for _, l := range f.Locs {
			loops = loops || r.prog.wto[f.ID].Pos(l.ID) >= 0 && r.prog.wto[f.ID].IsHead(l.ID)
		}
	}
	if !loops {
		return nil
	}
	r.Each(p.see)
	if r.solver.stop != Done {
		return nil
	}
	for _, f := range r.prog.prog.Funcs {
		p.resolve(f)
	}
	var out, compared []Sum
	for _, f := range r.prog.prog.Funcs {
		a, b := p.propose(f)
		out, compared = append(out, a...), append(compared, b...)
	}
	return append(some(out, maxSums), some(compared, maxSums)...)
}

// some returns at most n different sums of all, sorted.
func some(all []Sum, n int) (out []Sum) {
	for _, s := range all {
		if i, has := slices.BinarySearchFunc(out, s, compareSums); !has && len(out) < n {
			out = slices.Insert(out, i, s)
		}
	}
	return out
}

// see records the edge e, before which the analysis has the state s.
func (p *proposer) see(s State, e *ir.Edge) {
	f := e.From.Func
	if old := p.heads[e.From]; old == nil {
		p.heads[e.From] = s
	} else if old != s {
		p.heads[e.From] = p.r.Join(old, s)
	}
	switch st := e.Stmt.(type) { // sound: proposals need no proof
	case *ir.LoadStmt:
		q, ok := p.r.Target(s, f, st.Addr, st.Dst.Type)
		if old, has := p.loaded[st.Dst]; !ok || has && old != q {
			p.mixed[st.Dst] = true
		}
		p.loaded[st.Dst] = q
	case *ir.Assign:
		if old := p.defs[st.Dst]; old != nil && old != e {
			p.mixed[st.Dst] = true
		}
		p.defs[st.Dst] = e
		p.add(s, e, st.Src)
	case *ir.Store:
		q, ok := p.r.Target(s, f, st.Addr, st.Val.Type())
		if old, has := p.stored[e]; !ok || has && old != q {
			q = Quantity{}
		}
		p.stored[e] = q
		p.add(s, e, st.Val)
	}
}

// add records the additions that x, which e assigns or stores, may be.
func (p *proposer) add(s State, e *ir.Edge, x ir.Expr) {
	b, ok := uncast(x).(*ir.Binary)
	if !ok || b.Op != ir.Add && b.Op != ir.Sub {
		return
	}
	var found []addition
	try := func(base, by ir.Expr, minus bool) {
		ref, ok := uncast(base).(*ir.Ref)
		if !ok || by.Type().Kind != ir.Int {
			return
		}
		r := p.r.Bounds(s, e.From.Func, by)
		if r.Empty {
			return
		}
		c := change{r.Lo, r.Hi}
		if half := domain.WideInt(1).Shl(uint(by.Type().Bits - 1)); !by.Type().Signed && r.Lo == r.Hi && !r.Lo.Less(half) {
			c = change{r.Lo.Sub(half.Shl(1)), r.Hi.Sub(half.Shl(1))} // n + 4294967295
		}
		if minus {
			c = change{c.hi.Neg(), c.lo.Neg()}
		}
		found = append(found, addition{ref.Var, c})
	}
	try(b.X, b.Y, b.Op == ir.Sub)
	if b.Op == ir.Add {
		try(b.Y, b.X, false)
	}
	for i, old := range p.adds[e] { // from another state
		if i < len(found) {
			found[i].by = found[i].by.with(old.by)
		}
	}
	p.adds[e] = found
}

// uncast returns x without casts between integers.
func uncast(x ir.Expr) ir.Expr {
	for {
		c, ok := x.(*ir.Cast)
		if !ok || c.T.Kind != ir.Int || c.X.Type().Kind != ir.Int {
			return x
		}
		x = c.X
	}
}

// of returns the quantity that a register has: of the cell from which it was loaded, or the register itself.
func (p *proposer) of(f *ir.Func, v *ir.Var) Quantity {
	if q, ok := p.loaded[v]; ok && !p.mixed[v] {
		return q
	}
	return Quantity{reg: p.r.prog.reg(f, v)}
}

// resolve finds the changes that the edges of f make, and the quantities that its conditions test.
func (p *proposer) resolve(f *ir.Func) {
	wto := p.r.prog.wto[f.ID]
	for _, e := range f.Edges {
		var inside []int // the loops that e stays in
		if wto.Pos(e.From.ID) >= 0 && wto.Pos(e.To.ID) >= 0 {
			for _, h := range wto.Heads(e.From.ID) {
				if slices.Contains(wto.Heads(e.To.ID), h) {
					inside = append(inside, h)
				}
			}
		}
		if a, ok := e.Stmt.(*ir.Assume); ok && wto.Pos(e.From.ID) >= 0 {
			for _, h := range wto.Heads(e.From.ID) {
				if slices.Contains(inside, h) || e.To.Kind == ir.Error {
					continue
				}
				head := f.Locs[h]
				if p.tested[head] == nil {
					p.tested[head] = map[Quantity]bool{}
				}
				ir.Vars(a.Cond, func(v *ir.Var) { p.tested[head][p.of(f, v)] = true })
			}
		}
		if len(inside) == 0 {
			continue
		}
		var to Quantity
		var val ir.Expr
		switch st := e.Stmt.(type) { // sound: as above
		case *ir.Assign:
			to, val = Quantity{reg: p.r.prog.reg(f, st.Dst)}, st.Src
		case *ir.Store:
			to, val = p.stored[e], st.Val
			if to == (Quantity{}) {
				continue
			}
		default:
			continue
		}
		adds := p.adds[e]
		if r, ok := uncast(val).(*ir.Ref); ok && p.defs[r.Var] != nil && !p.mixed[r.Var] {
			adds = p.adds[p.defs[r.Var]]
		}
		for _, a := range adds {
			if p.of(f, a.base) == to || (Quantity{reg: p.r.prog.reg(f, a.base)}) == to {
				u := update{to, f, inside, a.by}
				p.changes, p.at[e] = append(p.changes, u), append(p.at[e], u)
			}
		}
	}
}

// loop is a loop of a function, with what changes in its rounds.
type loop struct {
	head   int
	outer  *loop
	inner  []*loop
	state  State
	own    map[Quantity][]change // changes in the loop, outside of inner loops
	clocks []clock
}

// clock is a quantity that only grows (sign 1) or only shrinks (sign -1) in a loop, at most rounds times in a row.
type clock struct {
	q      Quantity
	sign   int64
	rounds domain.Wide
	tested bool
}

// propose returns sums for the loops of f: of single quantities, and of those that f compares.
func (p *proposer) propose(f *ir.Func) (out, compared []Sum) {
	loops := map[int]*loop{}
	var order []*loop
	var get func(hs []int) *loop
	get = func(hs []int) *loop {
		h := hs[len(hs)-1]
		if loops[h] == nil {
			l := &loop{head: h, state: p.heads[f.Locs[h]], own: map[Quantity][]change{}}
			loops[h] = l
			if len(hs) > 1 {
				l.outer = get(hs[:len(hs)-1])
				l.outer.inner = append(l.outer.inner, l)
			}
			order = append(order, l)
		}
		return loops[h]
	}
	for _, c := range p.changes {
		if c.f == f {
			l := get(c.loops)
			l.own[c.q] = append(l.own[c.q], c.by)
		}
	}
	for _, l := range order {
		if l.state != nil {
			p.findClocks(f, l)
		}
	}
	open := map[Quantity]map[int64]bool{} // the directions in which intervals have no bound
	for _, l := range order {
		for q := range l.own {
			for _, sign := range []int64{1, -1} {
				if l.state != nil && p.unbounded(l.state, q, sign) {
					if open[q] == nil {
						open[q] = map[int64]bool{}
					}
					open[q][sign] = true
				}
			}
		}
	}
	for _, l := range order {
		for q := range l.all() {
			for sign := range open[q] {
				out = append(out, p.sumsOf(f, l, q, sign)...)
			}
		}
	}
	slices.SortFunc(out, compareSums)
	return out, p.comparedSums(f, order)
}

// all returns the quantities that change in l.
func (l *loop) all() map[Quantity]bool {
	out := map[Quantity]bool{}
	for q := range l.own {
		out[q] = true
	}
	for _, i := range l.inner {
		for q := range i.all() {
			out[q] = true
		}
	}
	return out
}

// typeOf returns the type of a quantity.
func (p *proposer) typeOf(q Quantity) ir.Type {
	if q.obj != nil {
		return q.cell.t
	}
	return p.r.prog.typeOf(q.reg)
}

// unbounded reports whether s has no bound of q: an upper one if sign is 1, a lower one if it is -1.
func (p *proposer) unbounded(s State, q Quantity, sign int64) bool {
	lo, hi, ok := p.r.Span(s, q)
	min, max := domain.Limits(p.typeOf(q))
	return !ok || sign > 0 && hi == max || sign < 0 && lo == min && lo.Sign() < 0
}

// maxClocks bounds the clocks of a loop.
const maxClocks = 3

// findClocks finds the clocks of l. Those that a condition tests which leaves the loop come first.
func (p *proposer) findClocks(f *ir.Func, l *loop) {
	for q, cs := range l.own {
		if q.obj != nil && q.cell.off == everywhere {
			continue
		}
		by := cs[0]
		for _, c := range cs[1:] {
			by = by.with(c)
		}
		k := clock{q: q, tested: p.tested[f.Locs[l.head]][q]}
		switch {
		case by.lo.Sign() >= 0 && by.hi.Sign() > 0:
			k.sign = 1
		case by.hi.Sign() <= 0 && by.lo.Sign() < 0:
			k.sign = -1
		default:
			continue
		}
		lo, hi, ok := p.r.Span(l.state, q)
		if k.rounds = hi.Sub(lo); !ok || p.unbounded(l.state, q, k.sign) {
			continue
		}
		l.clocks = append(l.clocks, k)
	}
	slices.SortFunc(l.clocks, func(a, b clock) int {
		if a.tested != b.tested {
			if a.tested {
				return -1
			}
			return 1
		}
		return compareQuantities(a.q, b.q)
	})
	l.clocks = l.clocks[:min(len(l.clocks), maxClocks)]
}

// growth returns bounds of the growth of q in one round of l, in the direction of sign; ok is false if there is none.
func (l *loop) growth(q Quantity, sign int64) (sum domain.Wide, ok bool) {
	for _, c := range l.own[q] {
		sum = sum.Add(c.towards(sign))
	}
	for _, i := range l.inner {
		g, ok := i.growth(q, sign)
		switch {
		case !ok:
			return sum, false
		case g.Sign() == 0:
		case len(i.clocks) == 0:
			return sum, false
		default:
			sum = sum.Add(g.Mul(i.clocks[0].rounds))
		}
	}
	return sum, true
}

// towards returns the largest growth in the direction of sign, or 0.
func (c change) towards(sign int64) domain.Wide {
	g := c.hi
	if sign < 0 {
		g = c.lo.Neg()
	}
	return domain.MaxW(g, domain.Wide{})
}

// sumsOf returns sums with q for the loop l: for each clock of l, with the first clocks of none, one or more of the
// loops around it.
func (p *proposer) sumsOf(f *ir.Func, l *loop, q Quantity, sign int64) (out []Sum) {
	for _, k := range l.clocks {
		if k.q != q {
			out = append(out, p.pacedSums(f, l, []quantityTerm{{q, sign}}, k)...)
		}
	}
	total, ok := l.growth(q, sign)
	if !ok || total.Sign() == 0 {
		return out
	}
	rates := []domain.Wide{total}
	if len(l.inner) == 0 {
		most := domain.Wide{}
		for _, c := range l.own[q] {
			most = domain.MaxW(most, c.towards(sign))
		}
		if most != total {
			rates = append(rates, most)
		}
	}
	for _, k := range l.clocks {
		if k.q == q {
			continue
		}
		for _, rate := range rates {
			ts := map[Quantity]domain.Wide{q: domain.WideInt(sign), k.q: rate.Mul(domain.WideInt(-k.sign))}
			out = append(out, newSum(ts)...)
			for o := l.outer; o != nil && len(o.clocks) > 0; o = o.outer {
				g, ok := o.growth(q, sign)
				c := o.clocks[0]
				if _, has := ts[c.q]; !ok || has {
					break
				}
				ts[c.q] = g.Mul(domain.WideInt(-c.sign))
				out = append(out, newSum(ts)...)
			}
		}
	}
	return out
}

// newSum returns the sum of terms, or none if a coefficient is too large.
func newSum(ts map[Quantity]domain.Wide) []Sum {
	var s Sum
	for q, w := range ts {
		c, ok := w.Int64()
		if !ok || c > 1<<31 || c < -1<<31 {
			return nil
		}
		s.terms = append(s.terms, quantityTerm{q, c})
	}
	slices.SortFunc(s.terms, func(a, b quantityTerm) int { return compareQuantities(a.q, b.q) })
	return []Sum{s}
}
