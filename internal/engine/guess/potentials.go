package guess

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file bounds counters of steps by the work that is left: to prove cost <= max(0, n) after a loop that counts x up
// to n, it finds that cost + max(0, n - x) <= max(0, n) holds in the loop. The added term is the potential of amortised
// analysis ( Q. Carbonneaux, J. Hoffmann, Z. Shao, Compositional certified resource bounds, PLDI 2015). The goal gives
// the inequality, conditions of the program suggest the terms for the remaining work, and small constants their
// weights. An inequality with max on its left side is a conjunction, and each conjunct is a candidate of its own:
//
//	!(n > 0) || cost <= n           the goal, without the loop's own condition
//	!(n > 0) || cost + (n-x) <= n   with one term

// Limits of potentials.
const (
	maxForms      = 24      // terms for the remaining work
	maxPotentials = 500     // candidates of one location
	perClause     = 90      // candidates of one clause
	maxWeight     = 1 << 11 // weight of a term
)

// lin is a linear form with a constant, over the registers of a table.
type lin struct {
	coef []int64 // coefficients by column
	k    int64
}

// plus returns a + n*b.
func (a lin) plus(b lin, n int64) lin {
	r := lin{slices.Clone(a.coef), a.k + n*b.k}
	for i, c := range b.coef {
		r.coef[i] += n * c
	}
	return r
}

// less returns a - 1.
func (a lin) less() lin { return lin{a.coef, a.k - 1} }

// constant reports whether a has no register.
func (a lin) constant() bool {
	return !slices.ContainsFunc(a.coef, func(c int64) bool { return c != 0 })
}

// at returns the value of a in the state row.
func (a lin) at(row []int64) int64 {
	s := a.k
	for i, c := range a.coef {
		if c != 0 {
			s += c * row[i]
		}
	}
	return s
}

// linearize returns x as a linear form; ok is false if it has no such form, or may wrap.
func (t *table) linearize(x ir.Expr) (lin, bool) {
	switch x := x.(type) { // sound: not linear
	case *ir.Const:
		v, ok := value(x.T, x.Bits)
		return lin{make([]int64, len(t.vars)), v}, ok && x.T.Kind == ir.Int && v < 1<<40 && v > -(1<<40)
	case *ir.Ref:
		r := lin{coef: make([]int64, len(t.vars))}
		c := t.col(x.Var)
		if c < 0 || x.Var.Type.Bits > 32 {
			return r, false
		}
		r.coef[c] = 1
		return r, true
	case *ir.Cast:
		from := x.X.Type()
		if from.Kind != ir.Int || x.T.Kind != ir.Int || x.T.Bits < from.Bits || from.Signed && !x.T.Signed {
			return lin{}, false
		}
		return t.linearize(x.X)
	case *ir.Unary:
		if r, ok := t.linearize(x.X); ok && x.Op == ir.Neg {
			return lin{make([]int64, len(t.vars)), 0}.plus(r, -1), true
		}
	case *ir.Binary:
		a, ok1 := t.linearize(x.X)
		b, ok2 := t.linearize(x.Y)
		switch {
		case !ok1 || !ok2:
		case x.Op == ir.Add:
			return a.plus(b, 1), true
		case x.Op == ir.Sub:
			return a.plus(b, -1), true
		case x.Op == ir.Mul && a.constant():
			return lin{make([]int64, len(t.vars)), 0}.plus(b, a.k), true
		case x.Op == ir.Mul && b.constant():
			return lin{make([]int64, len(t.vars)), 0}.plus(a, b.k), true
		}
	}
	return lin{}, false
}

// inequality returns a form f such that f <= 0 is equivalent to the comparison x; ok is false if there is none.
func (t *table) inequality(x ir.Expr) (lin, bool) {
	b, ok := x.(*ir.Binary)
	if !ok || b.Op != ir.Lt && b.Op != ir.Le || b.X.Type().Kind != ir.Int {
		return lin{}, false
	}
	l, ok1 := t.linearize(b.X)
	r, ok2 := t.linearize(b.Y)
	if !ok1 || !ok2 {
		return lin{}, false
	}
	f := l.plus(r, -1)
	if b.Op == ir.Lt {
		f.k++
	}
	return f, true
}

// expr returns f <= 0 as an expression.
func (t *table) expr(f lin) ir.Expr { return linear(t.vars, f.coef, f.k).compare(ir.Le) }

// tasks returns forms that may be the remaining work: single registers, and for each condition f <= 0 of a loop the
// forms f, f-1, -f+1 and -f. One of f and -f+1 is positive while the loop continues.
func (g *engine) tasks(t *table) []lin {
	var out []lin
	add := func(f lin) {
		if f.constant() || len(out) >= maxForms ||
			slices.ContainsFunc(f.coef, func(c int64) bool { return c > 1 || c < -1 }) {
			return
		}
		for _, o := range out {
			if o.k == f.k && slices.Equal(o.coef, f.coef) {
				return
			}
		}
		out = append(out, f)
	}
	neg := func(f lin) lin {
		r := lin{make([]int64, len(t.vars)), 1}
		return r.plus(f, -1)
	}
	for _, l := range g.info.locs {
		for _, k := range g.walks[l].links {
			for i, x := range k.conds.lits {
				if f, ok := t.inequality(x); ok && k.conds.loop[i] {
					add(neg(f))
					add(f)
					add(neg(f).less())
					add(f.less())
				}
			}
		}
	}
	vars := g.related(t)
	for _, v := range vars[:min(len(vars), 6)] {
		f := lin{coef: make([]int64, len(t.vars))}
		f.coef[t.col(v)] = 1
		add(f)
	}
	return out
}

// potentials returns strengthened inequalities of goals: the inequality with up to two terms for the remaining work
// added.
func (g *engine) potentials() []*cand {
	weights := []int64{1, 2}
	for _, c := range g.info.plain {
		if c > 2 && c <= maxWeight && len(weights) < 6 {
			weights = append(weights, c)
		}
	}
	var out []*cand
	for t := range g.tables() {
		tasks := g.tasks(t)
		n := len(out)
		for _, c := range g.clauses[t.loc] {
			last := len(c.lits) - 1
			f, ok := t.inequality(c.lits[last])
			if !ok {
				continue
			}
			var conds []ir.Expr
			for i, x := range c.lits[:last] {
				if !c.loop[i] {
					conds = append(conds, x)
				}
			}
			// s has the states in which the inequality has to hold.
			s := t
			if len(conds) > 0 {
				free := t.eval(or(conds))
				s = t.sub(func(i int) bool { return !free[i] })
			}
			type found struct {
				f  lin
				hi int64
			}
			var all []found
			try := func(f lin) bool {
				hi := int64(-1 << 62)
				for _, row := range s.rows {
					if hi = max(hi, f.at(row)); hi > 0 {
						return false
					}
				}
				all = append(all, found{f, hi})
				return true
			}
			if len(s.rows) == 0 {
				continue
			}
			try(f)
			for i, e := range tasks {
				for _, a := range weights {
					fe := f.plus(e, a)
					try(fe)
					for _, d := range tasks[:i] {
						for _, b := range weights {
							try(fe.plus(d, b))
						}
					}
				}
			}
			// Tight inequalities come first.
			slices.SortStableFunc(all, func(a, b found) int { return int(max(min(b.hi-a.hi, 1), -1)) })
			for _, x := range all[:min(len(all), perClause)] {
				if len(out)-n < maxPotentials {
					out = append(out, &cand{Loc: t.loc, Expr: or(append(slices.Clone(conds), t.expr(x.f)))})
				}
			}
		}
	}
	return out
}
