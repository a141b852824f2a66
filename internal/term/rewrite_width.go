package term

// extraction is a BVExtract, as a key of rewriter.extracts.
type extraction struct {
	x      *Term
	hi, lo int
}

// rewriteExtract applies R51 to R55.
func (c *rewriter) rewriteExtract(t *Term) *Term {
	x, hi, lo := t.args[0], int(t.p), int(t.q)
	n := hi - lo + 1
	if k, y := shifted(x); y != nil {
		switch {
		case lo >= k:
			return c.by(R54, c.BVExtract(hi-k, lo-k, y))
		case hi < k:
			return c.by(R54, c.zeros(n))
		}
		return c.by(R54, c.BVConcat(c.BVExtract(hi-k, 0, y), c.zeros(k-lo)))
	}
	switch x.op {
	case BVExtract:
		return c.by(R51, c.BVExtract(hi+int(x.q), lo+int(x.q), x.args[0]))
	case BVConcat:
		a, b := x.args[0], x.args[1]
		m := int(b.sort.Bits)
		switch {
		case lo >= m:
			return c.by(R52, c.BVExtract(hi-m, lo-m, a))
		case hi < m:
			return c.by(R52, c.BVExtract(hi, lo, b))
		}
		return c.by(R52, c.BVConcat(c.BVExtract(hi-m, 0, a), c.BVExtract(m-1, lo, b)))
	case BVZext, BVSext:
		a := x.args[0]
		m := int(a.sort.Bits)
		switch {
		case hi < m:
			return c.by(R53, c.BVExtract(hi, lo, a))
		case lo < m:
			return c.by(R53, c.extend(x.op, c.BVExtract(m-1, lo, a), n))
		case x.op == BVZext:
			return c.by(R53, c.zeros(n))
		}
		return c.by(R53, c.BVSext(c.BVExtract(m-1, m-1, a), n))
	case BVNot:
		return c.by(R55, c.BVNot(c.BVExtract(hi, lo, x.args[0])))
	case BVAdd, BVMul:
		if lo != 0 || len(x.args) > flatLimit {
			return nil
		}
		for _, a := range x.args {
			if a.op == BVMul && a.args[0].op == Const {
				a = a.args[1]
			}
			if a.op != Const && a.op != BVZext && a.op != BVSext {
				return nil
			}
		}
	case BVAnd, BVOr, BVXor:
		if x.args[0].op != Const || len(x.args) > flatLimit {
			return nil
		}
	default:
		return nil
	}
	// The results are cached, since operands may share operands at each level.
	key := extraction{x, hi, lo}
	if r := c.extracts[key]; r != nil {
		return c.by(R55, r)
	}
	args := make([]*Term, len(x.args))
	for i, a := range x.args {
		args[i] = c.BVExtract(hi, lo, a)
	}
	var r *Term
	if x.op == BVXor {
		r = c.BVXor(args[0], args[1])
	} else {
		r = c.nary(x.op, BV, args)
	}
	c.extracts[key] = r
	return c.by(R55, r)
}

// rewriteConcat applies R56 to R58.
func (c *rewriter) rewriteConcat(t *Term) *Term {
	x, y := t.args[0], t.args[1]
	n := int(t.sort.Bits)
	switch {
	case x.op == BVConcat:
		return c.by(R56, c.BVConcat(x.args[0], c.BVConcat(x.args[1], y)))
	case x.op == Const && constVal(x).isZero():
		return c.by(R56, c.BVZext(y, n))
	case x.op == BVZext || x.op == BVSext:
		return c.by(R58, c.extend(x.op, c.BVConcat(x.args[0], y), n))
	case x.op == Const && y.op == BVZext:
		a := y.args[0]
		gap := int(y.sort.Bits) - int(a.sort.Bits)
		return c.by(R58, c.BVConcat(c.BVConcat(x, c.zeros(gap)), a))
	}
	if r := c.joined(x, y); r != nil {
		return c.by(R57, r)
	}
	if y.op == BVConcat {
		if r := c.joined(x, y.args[0]); r != nil {
			return c.by(R57, c.BVConcat(r, y.args[1]))
		}
	}
	return nil
}

// joined returns concat(x, y) if it is a single literal or a single extract, or an ite of such terms; else nil. The
// bytes of a value that was chosen by conditions are ites of extracts, with the same conditions for each byte.
func (c *rewriter) joined(x, y *Term) *Term {
	switch {
	case x.op == Const && y.op == Const:
		return c.BVConcat(x, y)
	case x.op == BVExtract && y.op == BVExtract && x.args[0] == y.args[0] && x.q == y.p+1:
		return c.BVExtract(int(x.p), int(y.q), x.args[0])
	case x.op == Ite && y.op == Ite && x.args[0] == y.args[0]:
		budget := joinLimit
		return c.joinedArms(x, y, &budget)
	}
	return nil
}

// joinLimit is the most ites that joined passes.
const joinLimit = 64

// joinedArms is joined for two ites with the same condition, for as many ites as the budget allows.
func (c *rewriter) joinedArms(x, y *Term, budget *int) *Term {
	if *budget--; *budget < 0 {
		return nil
	}
	var arms [2]*Term
	for i := range arms {
		a, b := x.args[i+1], y.args[i+1]
		if a.op == Ite && b.op == Ite && a.args[0] == b.args[0] {
			arms[i] = c.joinedArms(a, b, budget)
		} else if a.op != Ite && b.op != Ite {
			arms[i] = c.joined(a, b)
		}
		if arms[i] == nil {
			return nil
		}
	}
	return c.Ite(x.args[0], arms[0], arms[1])
}

// rewriteExtend applies R59.
func (c *rewriter) rewriteExtend(t *Term) *Term {
	x := t.args[0]
	if x.op == t.op || x.op == BVZext && t.op == BVSext {
		return c.by(R59, c.extend(x.op, x.args[0], int(t.sort.Bits)))
	}
	return nil
}
