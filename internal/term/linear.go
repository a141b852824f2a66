package term

import (
	"math/big"
	"slices"

	"github.com/tandem-verifier/tandem/internal/num"
)

// linear is a sum k + ts of bit-vectors (modulo 2^width) or integers. It is in normal
// form after norm.
type linear struct {
	c    *rewriter
	sort Sort
	k    val        // the literal
	ts   []monomial // the other summands
}

// monomial is the product k*t.
type monomial struct {
	t *Term // neither a literal nor a product with a literal
	k val   // not zero after norm
}

// linear returns the empty sum, of sort s.
func (c *rewriter) linear(s Sort) *linear { return &linear{c: c, sort: s, k: zeroVal(s)} }

// small returns the number i as a value of l's sort.
func (l *linear) small(i int64) val {
	if l.sort.Kind == Int {
		return val{w: uint64(i)}
	}
	if l.sort.Bits <= 64 {
		return val{w: num.Trunc(uint64(i), uint8(l.sort.Bits))}
	}
	return bvVal(big.NewInt(i), int(l.sort.Bits))
}

// plus returns x + y in l's sort.
func (l *linear) plus(x, y val) val {
	if l.sort.Kind == Int {
		return addMul(IAdd, x, y)
	}
	return binaryBV(BVAdd, int(l.sort.Bits), x, y)
}

// times returns x * y in l's sort.
func (l *linear) times(x, y val) val {
	if l.sort.Kind == Int {
		return addMul(IMul, x, y)
	}
	return binaryBV(BVMul, int(l.sort.Bits), x, y)
}

// isZero reports whether a number is 0.
func (v val) isZero() bool {
	if v.big != nil {
		return v.big.Sign() == 0
	}
	return v.w == 0
}

// isOne reports whether a number is 1.
func (v val) isOne() bool {
	if v.big != nil {
		return v.big.IsInt64() && v.big.Int64() == 1
	}
	return v.w == 1
}

// negative reports whether a factor is negative as a signed number.
func (l *linear) negative(v val) bool {
	if l.sort.Kind == Int {
		if v.big != nil {
			return v.big.Sign() < 0
		}
		return int64(v.w) < 0
	}
	if v.big != nil {
		return v.big.Bit(int(l.sort.Bits)-1) != 0
	}
	return v.w>>(l.sort.Bits-1)&1 != 0
}

// isLinear reports whether add splits t, rather than taking it as a monomial.
func isLinear(t *Term) bool {
	switch t.op {
	case BVAdd, IAdd:
		return len(t.args) <= flatLimit
	case BVMul, IMul:
		return t.args[0].op == Const
	case BVNot, Const:
		return true
	}
	return false
}

// add adds k*t to l.
func (l *linear) add(t *Term, k val) {
	switch {
	case !isLinear(t):
		l.ts = append(l.ts, monomial{t, k})
	case t.op == Const:
		l.k = l.plus(l.k, l.times(k, constVal(t)))
	case t.op == BVAdd || t.op == IAdd:
		for _, a := range t.args {
			l.add(a, k)
		}
	case t.op == BVNot:
		k = l.times(k, l.small(-1))
		l.k = l.plus(l.k, k)
		l.add(t.args[0], k)
	default:
		l.ts = append(l.ts, monomial{t.args[1], l.times(k, constVal(t.args[0]))})
	}
}

// norm orders the monomials by their terms, combines monomials of the same term, and drops those with factor zero.
func (l *linear) norm() {
	slices.SortFunc(l.ts, func(a, b monomial) int { return byID(a.t, b.t) })
	out := l.ts[:0]
	for _, m := range l.ts {
		if n := len(out); n > 0 && out[n-1].t == m.t {
			out[n-1].k = l.plus(out[n-1].k, m.k)
			continue
		}
		if n := len(out); n > 0 && out[n-1].k.isZero() {
			out = out[:n-1]
		}
		out = append(out, m)
	}
	if n := len(out); n > 0 && out[n-1].k.isZero() {
		out = out[:n-1]
	}
	l.ts = out
}

// ops returns the operators of l's sort.
func (l *linear) ops() (sum, product Op) {
	if l.sort.Kind == Int {
		return IAdd, IMul
	}
	return BVAdd, BVMul
}

// term returns the monomial m as a term.
func (l *linear) term(m monomial) *Term {
	if m.k.isOne() {
		return m.t
	}
	_, product := l.ops()
	return l.c.node(Term{op: product, sort: l.sort, args: []*Term{l.c.literal(l.sort, m.k), m.t}})
}

// build returns l as a term in normal form.
func (l *linear) build() *Term {
	l.norm()
	c := l.c
	switch {
	case len(l.ts) == 0:
		return c.literal(l.sort, l.k)
	case len(l.ts) == 1 && l.ts[0].k.isOne() && !l.k.isZero() && l.combinations(choiceLeaves) > 0:
		return c.by(R78, l.split(func(v val) *Term { return c.literal(l.sort, v) }))
	case len(l.ts) == 1 && l.k.isZero():
		return l.term(l.ts[0])
	case len(l.ts) == 1 && l.sort.Kind == BV:
		if m := l.small(-1); equalVals(l.k, m) && equalVals(l.ts[0].k, m) {
			return c.by(R32, c.BVNot(l.ts[0].t))
		}
	}
	args := make([]*Term, 0, len(l.ts)+1)
	if !l.k.isZero() {
		args = append(args, c.literal(l.sort, l.k))
	}
	for _, m := range l.ts {
		args = append(args, l.term(m))
	}
	sum, _ := l.ops()
	return c.node(Term{op: sum, sort: l.sort, args: args})
}

// rewriteSum applies R29 to a sum.
func (c *rewriter) rewriteSum(t *Term) *Term {
	l := c.linear(t.sort)
	for _, a := range t.args {
		l.add(a, l.small(1))
	}
	r := l.build()
	if r.op != t.op || !slices.Equal(r.args, t.args) {
		c.by(R29, r)
	}
	return r
}

// rewriteProduct applies R30 to a product.
func (c *rewriter) rewriteProduct(t *Term) *Term {
	l := c.linear(t.sort)
	k := l.small(1)
	var xs []*Term
	var put func(x *Term)
	put = func(x *Term) {
		switch {
		case x.op == Const:
			k = l.times(k, constVal(x))
		case x.op == t.op && len(x.args) <= flatLimit:
			for _, a := range x.args {
				put(a)
			}
		default:
			xs = append(xs, x)
		}
	}
	for _, a := range t.args {
		put(a)
	}
	slices.SortFunc(xs, byID)
	switch {
	case k.isZero() || len(xs) == 0:
		l.k = k
	case len(xs) == 1:
		l.add(xs[0], k)
	default:
		l.add(c.node(Term{op: t.op, sort: t.sort, args: xs}), k)
	}
	r := l.build()
	if r.op != t.op || !slices.Equal(r.args, t.args) {
		c.by(R30, r)
	}
	return r
}

// difference returns x - y in normal form.
func (c *rewriter) difference(x, y *Term) *linear {
	l := c.linear(x.sort)
	l.add(x, l.small(1))
	l.add(y, l.small(-1))
	l.norm()
	return l
}

// scale multiplies l by k.
func (l *linear) scale(k val) {
	for i := range l.ts {
		l.ts[i].k = l.times(l.ts[i].k, k)
	}
	l.k = l.times(l.k, k)
}

// divisor returns the greatest common divisor of the factors of an integer sum, without the literal.
func (l *linear) divisor() *big.Int {
	g := new(big.Int)
	for _, m := range l.ts {
		if m.k.isOne() || m.k.big == nil && int64(m.k.w) == -1 {
			return big.NewInt(1)
		}
		g.GCD(nil, nil, g, new(big.Int).Abs(m.k.int()))
	}
	return g
}

// divideTerms divides the factors, but not the literal, by g.
func (l *linear) divideTerms(g *big.Int) {
	if g.IsInt64() && g.Int64() == 1 {
		return
	}
	for i := range l.ts {
		l.ts[i].k = intVal(new(big.Int).Quo(l.ts[i].k.int(), g))
	}
}

// rewriteILe applies R63 to R65. It writes the inequality as S + k <= 0, where S has no literal and the factors of S
// have the greatest common divisor g; then it is S/g <= floor(-k/g).
func (c *rewriter) rewriteILe(t *Term) *Term {
	l := c.difference(t.args[0], t.args[1])
	if len(l.ts) == 0 {
		return c.by(R63, c.Bool(l.k.int().Sign() <= 0))
	}
	g := l.divisor()
	l.divideTerms(g)
	bound := new(big.Int).Div(new(big.Int).Neg(l.k.int()), g) // Div rounds down, since g > 0
	l.k = val{}
	flip := l.negative(l.ts[0].k)
	if flip {
		// -S <= b is S >= -b, which is the negation of S <= -b-1.
		l.scale(l.small(-1))
		bound.Not(bound)
	}
	r := c.atMost(l, bound)
	if r == nil {
		s, k := l.build(), c.IntBig(bound)
		if !flip && s == t.args[0] && k == t.args[1] {
			return nil
		}
		r = c.by(R63, c.node(Term{op: ILe, sort: BoolSort, args: []*Term{s, k}}))
	}
	if flip {
		return c.by(R63, c.Not(r))
	}
	return r
}

// atMost applies R64 and R65 to l <= k, where the literal of l is 0. It returns nil if none applies.
func (c *rewriter) atMost(l *linear, k *big.Int) *Term {
	if lo, hi := l.bounds(); lo != nil {
		if hi.Cmp(k) <= 0 {
			return c.by(R64, c.t)
		}
		if lo.Cmp(k) > 0 {
			return c.by(R64, c.f)
		}
	}
	x := l.ts[0]
	if x.t.op != BVToInt || !x.k.isOne() {
		return nil
	}
	bv := x.t.args[0]
	if len(l.ts) == 1 {
		return c.by(R65, c.BVUle(bv, c.BVBig(k, int(bv.sort.Bits))))
	}
	y := l.ts[1]
	if len(l.ts) == 2 && y.t.op == BVToInt && y.t.args[0].sort == bv.sort && k.IsInt64() && y.k.big == nil &&
		int64(y.k.w) == -1 {
		switch k.Int64() {
		case 0:
			return c.by(R65, c.BVUle(bv, y.t.args[0]))
		case -1:
			return c.by(R65, c.BVUlt(bv, y.t.args[0]))
		}
	}
	return nil
}

// bounds returns the least and the greatest value of an integer sum, as far as the bounds of BVToInt and IMod give
// them. It returns nil if a term has no such bounds.
func (l *linear) bounds() (lo, hi *big.Int) {
	if len(l.ts) > 8 {
		return nil, nil
	}
	lo, hi = new(big.Int).Set(l.k.int()), new(big.Int).Set(l.k.int())
	for _, m := range l.ts {
		// The term is between 0 and top-1.
		var top *big.Int
		switch {
		case m.t.op == BVToInt:
			top = pow2(int(m.t.args[0].sort.Bits))
		case m.t.op == IMod && m.t.args[1].op == Const && m.t.args[1].big.Sign() != 0:
			top = new(big.Int).Abs(m.t.args[1].big)
		default:
			return nil, nil
		}
		top.Sub(top, big.NewInt(1))
		top.Mul(top, m.k.int())
		if top.Sign() < 0 {
			lo.Add(lo, top)
		} else {
			hi.Add(hi, top)
		}
	}
	return lo, hi
}

// balance returns the two sides of an equation that is equivalent to l = 0. The terms whose factors have the sign of
// the first term's factor are on the left, the others and the literal on the right.
func (l *linear) balance() (x, y *Term) {
	if l.negative(l.ts[0].k) {
		l.scale(l.small(-1))
	}
	a, b := l.c.linear(l.sort), l.c.linear(l.sort)
	for _, m := range l.ts {
		if l.negative(m.k) {
			b.ts = append(b.ts, monomial{m.t, l.times(m.k, l.small(-1))})
		} else {
			a.ts = append(a.ts, m)
		}
	}
	b.k = l.times(l.k, l.small(-1))
	return a.build(), b.build()
}
