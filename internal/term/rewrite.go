package term

import "slices"

// flatLimit is the most operands of a term that is flattened into another term of the same
// operator. Without it, a conjunction that grows by one operand at a time would be copied each time.
const flatLimit = 32

// rewriter applies the rules of rules.go. It makes the resulting terms in its context.
type rewriter struct {
	*Ctx
	fired    [ruleCount]int       // by rule: how often it was applied
	extracts map[extraction]*Term // cache of the results of R55
}

// rewrite returns a term that is equal to t, or nil if t is in normal form. The argument t is not in the table yet. If
// rewrite returns nil, it may have changed t's operands, for example their order. Rules only inspect a few levels of
// operands, which are in normal form already.
func (c *rewriter) rewrite(t *Term) *Term {
	if r := c.fold(t); r != nil {
		return r
	}
	switch t.op {
	case Not:
		if x := t.args[0]; x.op == Not {
			return c.by(R2, x.args[0])
		}
	case And, Or:
		return c.rewriteJunction(t)
	case Eq:
		return c.rewriteEq(t)
	case Ite:
		return c.rewriteIte(t)
	case Forall, Exists:
		if b := t.args[len(t.args)-1]; b.op == Const {
			return c.by(R7, b)
		}
	case BVAdd, IAdd:
		return c.rewriteSum(t)
	case BVMul, IMul:
		return c.rewriteProduct(t)
	case BVNeg:
		l := c.linear(t.sort)
		l.add(t.args[0], l.small(-1))
		return c.by(R31, l.build())
	case BVNot:
		return c.rewriteNot(t)
	case BVAnd, BVOr:
		return c.rewriteBitwise(t)
	case BVXor:
		return c.rewriteXor(t)
	case BVShl, BVLShr, BVAShr:
		return c.rewriteShift(t)
	case BVUDiv, BVSDiv:
		return c.rewriteDiv(t)
	case BVURem, BVSRem:
		return c.rewriteRem(t)
	case BVExtract:
		return c.rewriteExtract(t)
	case BVConcat:
		return c.rewriteConcat(t)
	case BVZext, BVSext:
		return c.rewriteExtend(t)
	case BVUlt:
		return c.by(R60, c.Not(c.BVUle(t.args[1], t.args[0])))
	case BVSlt:
		return c.by(R60, c.Not(c.BVSle(t.args[1], t.args[0])))
	case BVUle, BVSle:
		return c.rewriteCompare(t)
	case ILe:
		if r := c.choiceCompare(t); r != nil {
			return r
		}
		return c.rewriteILe(t)
	case IDiv, IMod:
		return c.rewriteIDivMod(t)
	case BVToInt, IntToBV:
		return c.rewriteIntConversion(t)
	case Select:
		return c.rewriteSelect(t)
	case Store:
		return c.rewriteStore(t)
	}
	if t.op >= FPOfBits {
		return c.rewriteFP(t)
	}
	return nil
}

// fold computes an operator of literals (R1), or a unary operator of an ite of literals (R28). It returns nil for
// others.
func (c *rewriter) fold(t *Term) *Term {
	var buf [4]val
	vals := buf[:0]
	for _, a := range t.args {
		if a.op != Const {
			if len(t.args) == 1 && t.op != Not && leaves(a, choiceLeaves) > 0 {
				return c.foldChoice(t, a)
			}
			return nil
		}
		vals = append(vals, constVal(a))
	}
	if v, ok := apply(t, vals); ok {
		return c.by(R1, c.literal(t.sort, v))
	}
	return nil
}

// foldChoice computes t, a unary operator of a choice, for each literal (R28).
func (c *rewriter) foldChoice(t, choice *Term) *Term {
	ok := true
	r := c.arms(choice, func(k *Term) *Term {
		v, has := apply(t, []val{constVal(k)})
		if ok = ok && has; !ok {
			return k
		}
		return c.literal(t.sort, v)
	})
	if !ok {
		return nil
	}
	return c.by(R28, r)
}

// byID compares terms by their numbers.
func byID(a, b *Term) int { return int(a.id) - int(b.id) }

// has reports whether a list of terms, sorted by number, contains t.
func has(sorted []*Term, t *Term) bool {
	_, ok := slices.BinarySearchFunc(sorted, t, byID)
	return ok
}

// flatten returns args with nested terms of operator op replaced by their operands, sorted by number and without
// duplicates.
func flatten(op Op, args []*Term) []*Term {
	out := make([]*Term, 0, len(args)+4)
	for _, a := range args {
		if a.op == op && len(a.args) <= flatLimit {
			out = append(out, a.args...)
		} else {
			out = append(out, a)
		}
	}
	slices.SortFunc(out, byID)
	return slices.Compact(out)
}

// rewriteJunction applies R3 to R6 to And and Or.
func (c *rewriter) rewriteJunction(t *Term) *Term {
	unit, zero := c.t, c.f
	if t.op == Or {
		unit, zero = c.f, c.t
	}
	xs := flatten(t.op, t.args)
	// R5 and R6 may apply to the result of R6 again. The number of rounds is bounded, since each visits all operands.
	for round := 0; ; round++ {
		if xs[0] == unit || len(xs) > 1 && xs[1] == unit { // true and false have the smallest numbers
			xs = slices.DeleteFunc(xs, func(x *Term) bool { return x == unit })
		}
		if len(xs) == 0 {
			return c.by(R3, unit)
		}
		if xs[0] == zero {
			return c.by(R4, zero)
		}
		for _, x := range xs {
			if x.op == Not && has(xs, x.args[0]) {
				return c.by(R4, zero)
			}
		}
		if round == 3 || !c.absorb(t.op, &xs) {
			break
		}
		xs = flatten(t.op, xs)
	}
	xs, r := c.ordered(t.op, xs)
	switch {
	case r != nil:
		return c.by(R74, r)
	case len(xs) == 1:
		return c.by(R3, xs[0])
	}
	if !slices.Equal(xs, t.args) {
		c.by(R3, nil)
		t.args = xs
	}
	return nil
}

// absorb applies R5 and R6 to the operands xs of op: it simplifies small operands of the dual operator by the other
// operands. It reports whether an operand has changed. An operand that simplifies another has a smaller number, so all
// operands may be changed at once.
func (c *rewriter) absorb(op Op, xs *[]*Term) bool {
	dual, zero := Or, c.f
	if op == Or {
		dual, zero = And, c.t
	}
	var out []*Term
	for i, x := range *xs {
		y := x
		if x.op == dual && len(x.args) <= 8 {
			y = c.absorbIn(dual, zero, *xs, x)
		}
		if y != x && out == nil {
			out = slices.Clone((*xs)[:i])
		}
		if out != nil {
			out = append(out, y)
		}
	}
	if out == nil {
		return false
	}
	*xs = out
	return true
}

// absorbIn returns x, an operand of the dual operator, simplified by the other operands xs. zero is the unit of the
// dual operator.
func (c *rewriter) absorbIn(dual Op, zero *Term, xs []*Term, x *Term) *Term {
	var rest []*Term
	for i, y := range x.args {
		if has(xs, y) {
			return c.by(R5, c.Not(zero)) // the unit of op
		}
		gone := y.op == Not && has(xs, y.args[0]) || y.op != Not && c.hasNot(xs, y)
		if gone && rest == nil {
			rest = slices.Clone(x.args[:i])
			continue
		}
		if !gone && rest != nil {
			rest = append(rest, y)
		}
	}
	// Here rest is nil only if no operand is dropped.
	if len(rest) == len(x.args) || rest == nil {
		return x
	}
	return c.by(R6, c.junction(dual, zero, rest))
}

// hasNot reports whether a list of terms, sorted by number, contains the negation of y.
func (c *rewriter) hasNot(sorted []*Term, y *Term) bool {
	n := c.find(Term{op: Not, sort: BoolSort, args: []*Term{y}})
	return n != nil && has(sorted, n)
}
