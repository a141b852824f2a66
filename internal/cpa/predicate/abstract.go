package predicate

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Limits of the number of combinations of predicates that an abstraction computes, and of the models of a block that
// are kept.
const (
	maxCombinations = 100
	maxModels       = 60
)

// block has the results that are cached for a symbolic state at the end of a block.
type block struct {
	guard  *term.Term
	values map[int32]*term.Term   // by predicate: its value at the end of the block
	models []*term.Interpretation // executions through the block
}

// block returns the cache entry of s.
func (a *Analysis) block(s *vc.State) *block {
	b := a.cache.blocks[s]
	if b == nil {
		b = &block{guard: a.e.Guard(s), values: map[int32]*term.Term{}}
		a.cache.blocks[s] = b
	}
	return b
}

// value returns the predicate p at the end of the block.
func (a *Analysis) value(b *block, s *vc.State, p int32) *term.Term {
	v := b.values[p]
	if v == nil {
		v = a.p.Put(a.preds[p].term, s)
		b.values[p] = v
	}
	return v
}

// number returns the predicate with the expression x in a context.
func (a *Analysis) number(c *vc.Context, x ir.Expr) *lit {
	k := exprKey{c, x}
	l := a.exprs[k]
	if l == nil {
		l = &lit{number: -1}
		if t, exact := a.p.Term(c, x); exact && !t.IsConst() {
			if t.Op() == term.Not {
				t, x, l.not = t.Arg(0), ir.NotExpr(x), true
			}
			n, known := a.known[t]
			if !known {
				n = int32(len(a.preds))
				a.known[t] = n
				a.preds = append(a.preds, &predicate{t, x})
			}
			l.number = n
		}
		a.exprs[k] = l
	}
	return l
}

// at returns the predicates of a precision at l.
func (a *Analysis) at(pi *verify.Precision, l *ir.Loc) []int32 {
	k := listKey{pi, l}
	list, known := a.lists[k]
	if !known {
		seen := map[int32]bool{}
		for _, x := range pi.Predicates(l) {
			if !a.readable(l, x) {
				continue
			}
			if p := a.number(a.e.RootOf(l.Func), x); p.number >= 0 && !seen[p.number] {
				seen[p.number] = true
				list = append(list, p.number)
			}
		}
		a.lists[k] = list
	}
	return list
}

// readable reports whether x can be evaluated at l: it reads only global registers, live registers of the function, and
// at its exit the result.
func (a *Analysis) readable(l *ir.Loc, x ir.Expr) bool {
	ok := true
	live := a.e.Live(l.Func)
	ir.Vars(x, func(v *ir.Var) {
		own := v.ID < len(l.Func.Vars) && l.Func.Vars[v.ID] == v
		result := l == l.Func.Exit && v == a.cfg.Results[l.Func]
		if !v.Global && !result && (!own || !live.At(l, v)) {
			ok = false
		}
	})
	ir.Walk(x, func(y ir.Expr) bool {
		if o, is := y.(*ir.AddrOf); is && o.Obj.Func != nil && o.Obj.Func != l.Func {
			ok = false
		}
		return ok
	})
	return ok
}

// ask decides the conjunction of ts, in a new level of the solver.
func (a *Analysis) ask(ctx context.Context, b *block, budget smt.Budget, ts ...*term.Term) smt.Result {
	a.p.S.Push()
	defer a.p.S.Pop()
	a.p.S.Assert(a.e.WithAxioms(ts...)...)
	return a.check(ctx, b, budget)
}

// check decides the asserted formulas, and keeps a model.
func (a *Analysis) check(ctx context.Context, b *block, budget smt.Budget) smt.Result {
	r := a.p.S.Check(ctx, budget).Result
	if r == smt.Sat {
		m, err := a.p.S.Model()
		if err != nil {
			return smt.Unknown
		}
		b.keep(a.e.C.In(m))
	}
	return r
}

// keep keeps a model of the block.
func (b *block) keep(m *term.Interpretation) {
	if len(b.models) >= maxModels {
		b.models = b.models[len(b.models)/2:]
	}
	b.models = append(b.models, m)
}

// holds reports whether t is true in m.
func holds(m *term.Interpretation, t *term.Term) bool {
	ok, err := m.Holds(t)
	return ok && err == nil
}

// excluded reports whether the solver shows that s has no executions.
func (a *Analysis) excluded(ctx context.Context, s *state) bool {
	b := a.block(s.s)
	if a.settled(b, s) {
		return a.e.C.And(s.a.term, b.guard).IsFalse()
	}
	return a.ask(ctx, b, a.p.Budget, s.a.term, b.guard) == smt.Unsat
}

// settled reports whether it is known without a query whether s has executions: its formula is true, or false, or has a
// known model.
func (a *Analysis) settled(b *block, s *state) bool {
	a.asked(1)
	t := a.e.C.And(s.a.term, b.guard)
	if t.IsTrue() || t.IsFalse() ||
		slices.ContainsFunc(b.models, func(m *term.Interpretation) bool { return holds(m, s.a.term) }) {
		a.spared(1)
		return true
	}
	return false
}

// If the precision has no predicates at the end of a block, it helps little to know that the block cannot be passed. So
// the query gets little time. It is skipped if nothing is known at the beginning of the block, or if earlier queries of
// this kind had too little time. When a refinement finds no predicates, these queries get the usual time (patient).
const (
	littleTime   = 50 * time.Millisecond
	mostCutShort = 2
)

// passable reports whether executions may reach the end of a block that has no predicates there. sure is false if that
// is only assumed.
func (a *Analysis) passable(ctx context.Context, s *state) (yes, sure bool) {
	if a.unanswered.patient {
		return !a.excluded(ctx, s), true
	}
	if a.unanswered.cutShort >= mostCutShort || s.a.set == a.sets.yes && s.a.id != 0 {
		return !a.e.C.And(s.a.term, a.block(s.s).guard).IsFalse(), false
	}
	switch b := a.block(s.s); {
	case a.settled(b, s):
		return !a.e.C.And(s.a.term, b.guard).IsFalse(), true
	default:
		switch a.ask(ctx, b, smt.Budget{Time: littleTime, Work: smt.WorkOf(littleTime)}, s.a.term, b.guard) {
		case smt.Unsat:
			return false, true
		case smt.Sat:
			return true, true
		case smt.Unknown:
		}
		a.unanswered.cutShort++
		return true, false
	}
}

// resultKey is the key of an abstraction: the abstraction at the beginning of the block, the state and location at its
// end, and the predicates.
type resultKey struct {
	from  uint64
	s     *vc.State
	loc   *ir.Loc
	preds string
}

// abstract returns the abstraction of s at the end of its block, nil if no execution gets there.
func (a *Analysis) abstract(ctx context.Context, s *state, at cpa.At) *abstraction {
	var preds []int32
	if at.Loc != a.prog.Entry.Exit {
		preds = a.at(at.Precision, at.Loc)
	}
	k := resultKey{s.a.id, s.s, at.Loc, fmt.Sprint(preds)}
	a.asked(len(preds))
	if r, known := a.cache.results[k]; known {
		a.asked(1)
		a.spared(len(preds) + 1)
		return r
	}
	var r *abstraction
	yes, sure := true, true
	if len(preds) == 0 {
		yes, sure = a.passable(ctx, s)
	}
	if yes {
		if set := a.combine(ctx, s, preds); set != a.sets.no {
			r = a.made(at.Loc, set)
			if a.cfg.Note != nil {
				a.note("%s: %d predicates: %s", r.loc, len(preds), ir.ExprString(r.expr))
			}
		}
	}
	if ctx.Err() == nil {
		a.cache.results[k] = r
		if !sure {
			a.unanswered.results = append(a.unanswered.results, k)
		}
	}
	return r
}

// made returns the abstraction with the combinations set at l.
func (a *Analysis) made(l *ir.Loc, set *diagram) *abstraction {
	k := absKey{l, set}
	n := a.cache.abs[k]
	if n == nil {
		n = &abstraction{id: uint64(len(a.cache.abs) + 1), loc: l, set: set, term: a.termOf(set), expr: a.exprOf(set),
			start: a.p.Base(a.e.RootOf(l.Func))}
		a.cache.abs[k] = n
	}
	return n
}

// termOf returns a diagram as a term.
func (a *Analysis) termOf(x *diagram) *term.Term {
	switch x {
	case a.sets.yes:
		return a.e.C.True()
	case a.sets.no:
		return a.e.C.False()
	}
	t := a.cache.terms[x]
	if t == nil {
		t = a.e.C.Ite(a.preds[x.predicate].term, a.termOf(x.high), a.termOf(x.low))
		a.cache.terms[x] = t
	}
	return t
}

// exprOf returns a diagram as an expression.
func (a *Analysis) exprOf(x *diagram) ir.Expr {
	switch x {
	case a.sets.yes:
		return ir.NewBool(true)
	case a.sets.no:
		return ir.NewBool(false)
	}
	e := a.cache.formulas[x]
	if e == nil {
		p := a.preds[x.predicate].expr
		not := ir.NotExpr(p)
		and := func(p ir.Expr, x *diagram) ir.Expr {
			if x == a.sets.yes {
				return p
			}
			return ir.NewBinary(ir.LAnd, p, a.exprOf(x))
		}
		switch {
		case x.low == a.sets.no:
			e = and(p, x.high)
		case x.high == a.sets.no:
			e = and(not, x.low)
		case x.low == a.sets.yes:
			e = ir.NewBinary(ir.LOr, not, a.exprOf(x.high))
		case x.high == a.sets.yes:
			e = ir.NewBinary(ir.LOr, p, a.exprOf(x.low))
		default:
			e = ir.NewBinary(ir.LOr, and(p, x.high), and(not, x.low))
		}
		a.cache.formulas[x] = e
	}
	return e
}

// combine returns the combinations of the predicates preds that executions in s may have.
func (a *Analysis) combine(ctx context.Context, s *state, preds []int32) *diagram {
	d := a.sets
	b := a.block(s.s)
	fixed := d.yes
	var open []int32
	var values []*term.Term
	for _, p := range preds {
		v := a.value(b, s.s, p)
		switch pos, neg := d.literal(p, true), d.literal(p, false); {
		case v.IsTrue(), v == a.preds[p].term && d.leq(s.a.set, pos):
			fixed = d.and(fixed, pos)
			a.spared(1)
		case v.IsFalse(), v == a.preds[p].term && d.leq(s.a.set, neg):
			fixed = d.and(fixed, neg)
			a.spared(1)
		default:
			open, values = append(open, p), append(values, v)
		}
	}
	if len(open) == 0 {
		if len(preds) > 0 && a.excluded(ctx, s) {
			return d.no
		}
		return fixed
	}
	n := &search{a: a, b: b, open: open, values: values, found: d.no, yes: make([]bool, len(open)),
		no: make([]bool, len(open))}
	for _, m := range b.models {
		if holds(m, s.a.term) {
			n.add(m)
		}
	}
	seeds := n.count
	a.p.S.Push()
	defer a.p.S.Pop()
	ts := append([]*term.Term{s.a.term, b.guard}, values...)
	a.p.S.Assert(append([]*term.Term{s.a.term, b.guard}, a.e.Axioms(ts...)...)...)
	if a.cfg.Cartesian {
		fixed = d.and(fixed, n.cartesian(ctx))
	} else {
		fixed = d.and(fixed, n.boolean(ctx))
	}
	if seeds > 0 {
		for i := range open { // the kept models show both values
			if n.seeded(i, seeds) {
				a.spared(1)
			}
		}
	}
	return fixed
}

// search computes the combinations of the open predicates.
type search struct {
	a      *Analysis
	b      *block
	open   []int32      // the predicates
	values []*term.Term // by index in open: the value of the predicate at the end of the block
	found  *diagram     // the combinations so far
	yes    []bool       // the predicate is true in some combination
	no     []bool       // the predicate is false in some combination
	count  int          // number of combinations
	// by index in open: the number (from 1) of the first combination in which the predicate is true, and of the first in
	// which it is false; 0 if there is none
	when [][2]int
}

// add adds the combination that a model has. It returns its literals, and whether it is new.
func (n *search) add(m *term.Interpretation) (cube []*term.Term, fresh bool) {
	d := n.a.sets
	set := d.yes
	if n.when == nil {
		n.when = make([][2]int, len(n.open))
	}
	truths := make([]bool, len(n.open))
	for i := len(n.open) - 1; i >= 0; i-- {
		truths[i] = holds(m, n.values[i])
		set = d.and(set, d.literal(n.open[i], truths[i]))
		if truths[i] {
			cube = append(cube, n.values[i])
		} else {
			cube = append(cube, n.a.e.C.Not(n.values[i]))
		}
	}
	if d.leq(set, n.found) {
		return cube, false
	}
	n.count++
	for i, truth := range truths {
		k, seen := 1, n.no
		if truth {
			k, seen = 0, n.yes
		}
		if seen[i] = true; n.when[i][k] == 0 {
			n.when[i][k] = n.count
		}
	}
	n.found = d.or(n.found, set)
	return cube, true
}

// seeded reports whether the i-th predicate has both values in the first combinations, as many as seeds.
func (n *search) seeded(i, seeds int) bool {
	w := n.when[i]
	return w[0] > 0 && w[0] <= seeds && w[1] > 0 && w[1] <= seeds
}

// boolean computes all combinations (Boolean abstraction).
func (n *search) boolean(ctx context.Context) *diagram {
	a, c := n.a, n.a.e.C
	if n.count > 0 {
		a.p.S.Assert(c.Not(n.term(n.found)))
	}
	for n.count < maxCombinations {
		switch a.check(ctx, n.b, a.p.Budget) {
		case smt.Unsat:
			return n.found
		case smt.Unknown:
			return n.weak(ctx, false)
		case smt.Sat:
		}
		cube, fresh := n.add(n.b.models[len(n.b.models)-1])
		if !fresh { // the model is not evaluated exactly
			return n.weak(ctx, false)
		}
		a.p.S.Assert(c.Not(c.And(cube...)))
	}
	return n.weak(ctx, true)
}

// term returns a diagram over the open predicates as a term at the end of the block.
func (n *search) term(x *diagram) *term.Term {
	c := n.a.e.C
	by := map[int32]*term.Term{}
	for i, p := range n.open {
		by[p] = n.values[i]
	}
	memo := map[*diagram]*term.Term{n.a.sets.yes: c.True(), n.a.sets.no: c.False()}
	var make func(x *diagram) *term.Term
	make = func(x *diagram) *term.Term {
		t := memo[x]
		if t == nil {
			t = c.Ite(by[x.predicate], make(x.high), make(x.low))
			memo[x] = t
		}
		return t
	}
	return make(x)
}

// weak returns the fallback if not all combinations are known: the conjunction of the predicates and negations that
// hold in all executions. It makes a query for each predicate that has a single value in the known combinations, which
// the asserted formula excludes. If ask is not set, it makes no query and returns no predicate.
func (n *search) weak(ctx context.Context, ask bool) *diagram {
	d := n.a.sets
	r := d.yes
	if !ask || n.count == 0 {
		return r
	}
	for i, p := range n.open {
		if n.yes[i] && n.no[i] {
			continue
		}
		t, truth := n.values[i], n.yes[i]
		if truth {
			t = n.a.e.C.Not(t)
		}
		n.a.p.S.Push()
		n.a.p.S.Assert(t)
		x := n.a.check(ctx, n.b, n.a.p.Budget)
		n.a.p.S.Pop()
		switch x {
		case smt.Unsat:
			r = d.and(r, d.literal(p, truth))
		case smt.Sat:
			n.add(n.b.models[len(n.b.models)-1])
		case smt.Unknown:
		}
	}
	return r
}

// cartesian computes the predicates and the negations of predicates that hold in all executions (Cartesian
// abstraction).
func (n *search) cartesian(ctx context.Context) *diagram {
	a, d := n.a, n.a.sets
	if n.count == 0 {
		switch a.check(ctx, n.b, a.p.Budget) {
		case smt.Unsat:
			return d.no
		case smt.Unknown:
			return d.yes
		case smt.Sat:
			n.add(n.b.models[len(n.b.models)-1])
		}
	}
	return n.weak(ctx, true)
}
