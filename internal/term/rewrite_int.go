package term

import (
	"math/big"
	"slices"
)

// rewriteIDivMod applies R66 and R67 to IDiv and IMod by a literal. It does not rewrite a division by 0, whose value
// SMT-LIB does not specify.
func (c *rewriter) rewriteIDivMod(t *Term) *Term {
	x, y := t.args[0], t.args[1]
	if y.op != Const || y.big.Sign() == 0 {
		return nil
	}
	k := y.big
	if k.Sign() < 0 {
		// x = k*q + r = (-k)*(-q) + r
		r := c.bin(t.op, Int, IntSort, x, c.IntBig(new(big.Int).Neg(k)))
		if t.op == IDiv {
			r = c.INeg(r)
		}
		return c.by(R66, r)
	}
	if k.IsInt64() && k.Int64() == 1 {
		if t.op == IDiv {
			return c.by(R66, x)
		}
		return c.by(R66, c.Int(0))
	}
	if x.op == IDiv && t.op == IDiv && x.args[1].op == Const && x.args[1].big.Sign() > 0 {
		return c.by(R67, c.IDiv(x.args[0], c.IntBig(new(big.Int).Mul(x.args[1].big, k))))
	}
	// Split x into k*out + in, where the factors of in are small.
	in, out := c.linear(IntSort), c.linear(IntSort)
	in.add(x, in.small(1))
	if t.op == IMod && in.dropMods(k) {
		return c.by(R67, c.IMod(in.build(), y))
	}
	in.norm()
	changed := false
	half := new(big.Int).Rsh(k, 1)
	for i := range in.ts {
		// The remainder r has -k/2 < r <= k/2, so that a factor -1 stays -1.
		f := in.ts[i].k.int()
		q, r := new(big.Int).DivMod(f, k, new(big.Int))
		if r.Cmp(half) > 0 {
			r.Sub(r, k)
			q.Add(q, big.NewInt(1))
		}
		if q.Sign() != 0 {
			changed = true
			out.ts = append(out.ts, monomial{in.ts[i].t, intVal(q)})
			in.ts[i].k = intVal(r)
		}
	}
	q, r := new(big.Int).DivMod(in.k.int(), k, new(big.Int))
	if q.Sign() != 0 {
		changed = true
		out.k, in.k = intVal(q), intVal(r)
	}
	in.ts = slices.DeleteFunc(in.ts, func(m monomial) bool { return m.k.isZero() })
	if lo, hi := in.bounds(); lo != nil && lo.Sign() >= 0 && hi.Cmp(k) < 0 {
		if t.op == IMod {
			return c.by(R67, in.build())
		}
		return c.by(R67, out.build())
	}
	if !changed {
		return nil
	}
	rest := in.build()
	if t.op == IMod {
		return c.by(R67, c.IMod(rest, y))
	}
	return c.by(R67, c.IAdd(out.build(), c.IDiv(rest, y)))
}

// dropMods replaces each IMod(x, m) in l by x if m is a multiple of k. It reports whether l has changed.
func (l *linear) dropMods(k *big.Int) bool {
	changed := false
	for i := 0; i < len(l.ts); i++ {
		m := l.ts[i]
		if m.t.op != IMod || m.t.args[1].op != Const || m.t.args[1].big.Sign() == 0 ||
			new(big.Int).Rem(m.t.args[1].big, k).Sign() != 0 {
			continue
		}
		l.ts = slices.Delete(l.ts, i, i+1)
		i--
		l.add(m.t.args[0], m.k)
		changed = true
	}
	return changed
}

// rewriteIntConversion applies R68 to BVToInt and IntToBV.
func (c *rewriter) rewriteIntConversion(t *Term) *Term {
	x := t.args[0]
	n := int(t.sort.Bits)
	switch {
	case t.op == BVToInt && x.op == IntToBV:
		return c.by(R68, c.IMod(x.args[0], c.IntBig(pow2(int(x.sort.Bits)))))
	case t.op == BVToInt && x.op == BVZext:
		return c.by(R68, c.BVToInt(x.args[0]))
	case t.op == IntToBV && x.op == BVToInt:
		a := x.args[0]
		if m := int(a.sort.Bits); m > n {
			return c.by(R68, c.BVExtract(n-1, 0, a))
		}
		return c.by(R68, c.BVZext(a, n))
	case t.op == IntToBV && x.op == IMod && x.args[1].op == Const:
		if k, ok := power(x.args[1].big); ok && k >= n {
			return c.by(R68, c.IntToBV(x.args[0], n))
		}
	}
	return nil
}

// storeLimit is the most stores that rewriteSelect passes.
const storeLimit = 256

// rewriteSelect applies R69 and R73.
func (c *rewriter) rewriteSelect(t *Term) *Term {
	a, i := t.args[0], t.args[1]
	if r := c.choiceSelect(a, i); r != nil {
		return r
	}
	for range storeLimit {
		if a.op == ConstArray {
			return c.by(R69, a.args[0])
		}
		if a.op != Store {
			break
		}
		if a.args[1] == i {
			return c.by(R69, a.args[2])
		}
		if !c.different(a.args[1], i) {
			break
		}
		a = a.args[0]
	}
	if a != t.args[0] {
		c.by(R69, nil)
		t.args = []*Term{a, i}
	}
	return nil
}

// rewriteStore applies R70.
func (c *rewriter) rewriteStore(t *Term) *Term {
	a, i, v := t.args[0], t.args[1], t.args[2]
	switch {
	case a.op == Store && a.args[1] == i:
		return c.by(R70, c.Store(a.args[0], i, v))
	case v.op == Select && v.args[0] == a && v.args[1] == i, a.op == ConstArray && a.args[0] == v:
		return c.by(R70, a)
	}
	return nil
}

// different reports whether x and y are different in all models: they are equal up to literal summands that differ, or
// sums of choices without a common value (R11).
func (c *rewriter) different(x, y *Term) bool {
	k, xs := offset(x)
	l, ys := offset(y)
	if k != l && slices.Equal(xs, ys) {
		return true
	}
	if !isSum(x) && !isSum(y) {
		return false
	}
	r := c.choiceCompare(&Term{op: Eq, sort: BoolSort, args: []*Term{x, y}})
	return r != nil && r.IsFalse()
}

// offset splits t into its literal summand k, nil for 0, and the other summands. A literal has
// no other summands. Since literals are unique, different values of k are different pointers.
func offset(t *Term) (k *Term, rest []*Term) {
	switch {
	case t.op == Const && constVal(t).isZero() && (t.sort.Kind == Int || t.sort.Kind == BV):
		return nil, nil
	case t.op == Const:
		return t, nil
	case (t.op == BVAdd || t.op == IAdd) && t.args[0].op == Const:
		return t.args[0], t.args[1:]
	case t.op == BVAdd || t.op == IAdd:
		return nil, t.args
	}
	return nil, []*Term{t}
}

// rewriteFP applies R71 and R72, and orders the operands (R20).
func (c *rewriter) rewriteFP(t *Term) *Term {
	x := t.args[0]
	switch t.op {
	case FPNeg:
		if x.op == FPNeg {
			return c.by(R71, x.args[0])
		}
	case FPAbs:
		if x.op == FPNeg || x.op == FPAbs {
			return c.by(R71, c.FPAbs(x.args[0]))
		}
	case FPOfFP:
		if x.op == FPOfFP && t.sort == FP32 {
			return c.by(R71, x.args[0])
		}
	case FPRound:
		if x.op == FPOfSBV || x.op == FPOfUBV || x.op == FPRound {
			return c.by(R71, x)
		}
	case FPIsNaN:
		switch x.op {
		case FPOfSBV, FPOfUBV:
			return c.by(R71, c.f)
		case FPNeg, FPAbs, FPRound, FPOfFP:
			return c.by(R71, c.FPIsNaN(x.args[0]))
		}
	case FPEq, FPLe, FPLt:
		if x == t.args[1] {
			if t.op == FPLt {
				return c.by(R72, c.f)
			}
			return c.by(R72, c.Not(c.FPIsNaN(x)))
		}
	}
	if y := len(t.args) - 1; y == 1 && (t.op == FPAdd || t.op == FPMul || t.op == FPEq) && x.id > t.args[1].id {
		c.by(R20, nil)
		t.args = []*Term{t.args[1], x}
	}
	return nil
}
