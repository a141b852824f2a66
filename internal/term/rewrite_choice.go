package term

import "slices"

// A choice is a literal or an ite whose arms are choices: the value of a variable after branches that assign literals,
// such as an index that a loop moves. Conditions and reads that depend on choices only are decided arm by arm, so that
// the terms for the values drop out, and with them the arithmetic over them.

// Limits of the rules about choices.
const (
	choiceLeaves = 16 // the most literals of a choice, and of a sum of choices
	indexLeaves  = 8  // the most literals of an index that is split into literals
)

// leaves returns the number of literals of the choice t, counted once for each path from t; or 0 if t is no choice, or
// one with more than limit literals.
func leaves(t *Term, limit int) int {
	switch {
	case t.op == Const:
		return min(limit, 1)
	case t.op != Ite || limit < 2:
		return 0
	}
	n := leaves(t.args[1], limit-1)
	if n == 0 {
		return 0
	}
	m := leaves(t.args[2], limit-n)
	if m == 0 {
		return 0
	}
	return n + m
}

// combinations returns the number of combinations of the literals of l's terms, or 0 if a term is no choice or there
// are more than limit.
func (l *linear) combinations(limit int) int {
	n := 1
	for _, m := range l.ts {
		if m.t.op != Ite { // the common case
			return 0
		}
	}
	for _, m := range l.ts {
		k := leaves(m.t, limit/n)
		if k == 0 {
			return 0
		}
		n *= k
	}
	return n
}

// split returns at(v) for each value v of l, a sum of choices, below an ite for the choices.
func (l *linear) split(at func(v val) *Term) *Term {
	var from func(i int, sum val) *Term
	from = func(i int, sum val) *Term {
		if i == len(l.ts) {
			return at(sum)
		}
		return l.c.arms(l.ts[i].t, func(k *Term) *Term {
			return from(i+1, l.plus(sum, l.times(l.ts[i].k, constVal(k))))
		})
	}
	return from(0, l.k)
}

// arms returns the choice t with at(k) for each literal k.
func (c *rewriter) arms(t *Term, at func(k *Term) *Term) *Term {
	if t.op == Const {
		return at(t)
	}
	return c.Ite(t.args[0], c.arms(t.args[1], at), c.arms(t.args[2], at))
}

// literals appends the literals of the choice t to ks, each once.
func literals(t *Term, ks []*Term) []*Term {
	switch {
	case t.op != Const:
		return literals(t.args[2], literals(t.args[1], ks))
	case slices.Contains(ks, t):
		return ks
	}
	return append(ks, t)
}

// byLiteral applies R75 to ite(p, x, y), where x and y are choices: each literal occurs once, under the condition that
// the choice has this value. Without it, a variable with few values has a term that doubles at each join of paths. It
// returns nil if the rule does not apply.
func (c *rewriter) byLiteral(p, x, y *Term) *Term {
	n := leaves(x, choiceLeaves)
	if n == 0 {
		return nil
	}
	m := leaves(y, choiceLeaves)
	if m == 0 {
		return nil
	}
	ks := literals(y, literals(x, nil))
	if len(ks) == n+m || len(ks) > choiceLeaves {
		return nil
	}
	slices.SortFunc(ks, byID)
	last := len(ks) - 1
	r := ks[last]
	for _, k := range slices.Backward(ks[:last]) {
		r = c.Ite(c.Ite(p, c.Eq(x, k), c.Eq(y, k)), k, r)
	}
	return c.by(R75, r)
}

// given returns the condition cond simplified under the assumption that p is v (R76).
func (c *rewriter) given(cond, p *Term, v bool) *Term {
	for range 2 { // p, then its negation
		switch {
		case cond == p:
			return c.Bool(v)
		case (cond.op == And || cond.op == Or) && len(cond.args) <= flatLimit && has(cond.args, p):
			if v == (cond.op == Or) {
				return c.Bool(v)
			}
			rest := slices.DeleteFunc(slices.Clone(cond.args), func(q *Term) bool { return q == p })
			return c.junction(cond.op, c.Bool(cond.op == And), rest)
		}
		p, v = c.find(Term{op: Not, sort: BoolSort, args: []*Term{p}}), !v
		if p == nil {
			break
		}
	}
	return cond
}

// isSum reports whether t may be a sum of choices that is no literal, without a look at the depth of its terms.
func isSum(t *Term) bool {
	switch t.op {
	case Ite:
		return t.args[1].op == Const || t.args[1].op == Ite
	case BVAdd, IAdd:
		return len(t.args) <= 4
	case BVMul, IMul:
		return t.args[0].op == Const
	case BVNot:
		return true
	}
	return false
}

// choiceCompare applies R11 to t, an equation or a comparison; it returns nil if the rule does not apply.
func (c *rewriter) choiceCompare(t *Term) *Term {
	x, y := t.args[0], t.args[1]
	if k := x.sort.Kind; k != BV && k != Int || !isSum(x) && x.op != Const || !isSum(y) && y.op != Const {
		return nil
	}
	if t.op == Eq || t.op == ILe {
		l := c.difference(x, y)
		if len(l.ts) == 0 || l.combinations(choiceLeaves) == 0 {
			return nil
		}
		return c.by(R11, l.split(func(v val) *Term {
			if t.op == Eq {
				return c.Bool(v.isZero())
			}
			return c.Bool(v.int().Sign() <= 0)
		}))
	}
	// The difference of bit-vectors does not tell their order.
	l, m := c.linear(x.sort), c.linear(x.sort)
	l.add(x, l.small(1))
	m.add(y, m.small(1))
	l.norm()
	m.norm()
	n := l.combinations(choiceLeaves)
	if n == 0 || len(l.ts)+len(m.ts) == 0 || m.combinations(choiceLeaves/n) == 0 {
		return nil
	}
	return c.by(R11, l.split(func(v val) *Term {
		return m.split(func(w val) *Term {
			r, _ := apply(t, []val{v, w})
			return c.Bool(r.w != 0)
		})
	}))
}

// choiceSelect applies R73 to the select of a at index i; it returns nil if the rule does not apply.
func (c *rewriter) choiceSelect(a, i *Term) *Term {
	if i.op == Const || !isSum(i) {
		return nil
	}
	l := c.linear(i.sort)
	l.add(i, l.small(1))
	l.norm()
	if l.combinations(indexLeaves) == 0 {
		return nil
	}
	return c.by(R73, l.split(func(v val) *Term { return c.Select(a, c.literal(i.sort, v)) }))
}

// ordered applies R74 to the operands xs of op, sorted by number. It returns the operands that are left, or nil and the
// value of the junction.
func (c *rewriter) ordered(op Op, xs []*Term) ([]*Term, *Term) {
	var drop map[*Term]bool
	for _, x := range xs {
		le, negated := x, false
		if x.op == Not {
			le, negated = x.args[0], true
		}
		if le.op != BVSle && le.op != BVUle {
			continue
		}
		rev := c.find(Term{op: le.op, sort: BoolSort, args: []*Term{le.args[1], le.args[0]}})
		if rev == nil {
			continue
		}
		switch {
		case !negated && op == Or && has(xs, rev):
			return nil, c.t
		case negated && op == And && c.hasNot(xs, rev):
			return nil, c.f
		case negated && has(xs, rev): // not x <= y implies y <= x
			if drop == nil {
				drop = map[*Term]bool{}
			}
			if op == And {
				drop[rev] = true
			} else {
				drop[x] = true
			}
		}
	}
	if drop == nil {
		return xs, nil
	}
	var rest []*Term
	for _, x := range xs {
		if !drop[x] {
			rest = append(rest, x)
		}
	}
	c.by(R74, nil)
	return rest, nil
}
