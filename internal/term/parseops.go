package term

import "strings"

// indexed parses an application x whose operator h is a list: ((_ extract 7 0) x), ((as const S) v).
func (p *parser) indexed(x, h SExpr) *Term {
	c := p.c
	if h.head("as") && len(h.List) == 3 {
		if !h.List[1].Is("const") {
			return p.apply(SExpr{List: append([]SExpr{h.List[1]}, x.List[1:]...)})
		}
		p.arity(x, 2, 2)
		s, v := parseSort(h.List[2]), p.term(x.List[1])
		if s.Kind != Array || s.Elem != v.sort.Scalar {
			fail(x, "constant array of another sort")
		}
		return c.ConstArray(s.Index.Sort(), v)
	}
	if !h.head("_") || len(h.List) < 3 {
		fail(x, "unknown operator")
	}
	name := h.List[1].Atom
	switch name {
	case "to_fp", "to_fp_unsigned", "fp.to_sbv", "fp.to_ubv":
		return p.conversion(x, h, name)
	}
	p.arity(x, 2, 2)
	a, i := p.term(x.List[1]), p.index(h, 2)
	if name == "int2bv" || name == "int_to_bv" {
		return c.IntToBV(a, p.width(x, i))
	}
	if a.sort.Kind != BV {
		fail(x, "bit-vector expected")
	}
	n := int(a.sort.Bits)
	switch name {
	case "extract":
		return c.BVExtract(i, p.index(h, 3), a)
	case "zero_extend":
		return c.BVZext(a, p.width(x, n+i))
	case "sign_extend":
		return c.BVSext(a, p.width(x, n+i))
	case "repeat":
		p.width(x, n*i)
		t := a
		for ; i > 1; i-- {
			t = c.BVConcat(a, t)
		}
		return t
	case "rotate_left", "rotate_right":
		if i %= n; i == 0 {
			return a
		}
		if name == "rotate_right" {
			i = n - i
		}
		return c.BVConcat(c.BVExtract(n-i-1, 0, a), c.BVExtract(n-1, n-i, a))
	}
	fail(x, "unknown operator")
	return nil
}

// conversion parses a conversion x to or from floats, with the operator h. It fails for rounding modes other than
// the one of the operator in this package.
func (p *parser) conversion(x, h SExpr, name string) *Term {
	c := p.c
	if strings.HasPrefix(name, "fp.") {
		p.arity(x, 3, 3)
		if rounding(x.List[1]) != "RTZ" {
			fail(x, "rounding mode is not supported here")
		}
		if name == "fp.to_sbv" {
			return c.FPToSBV(p.term(x.List[2]), p.width(x, p.index(h, 2)))
		}
		return c.FPToUBV(p.term(x.List[2]), p.width(x, p.index(h, 2)))
	}
	n := p.floatWidth(h, 2)
	if len(x.List) == 2 && name == "to_fp" {
		a := p.term(x.List[1])
		if a.sort != BVSort(n) {
			fail(x, "bits of another width")
		}
		return c.FPOfBits(a)
	}
	p.arity(x, 3, 3)
	if rounding(x.List[1]) != "RNE" {
		fail(x, "rounding mode is not supported here")
	}
	a := p.term(x.List[2])
	switch {
	case name == "to_fp_unsigned":
		return c.FPOfUBV(a, n)
	case a.sort.Kind == FP && int(a.sort.Bits) == n:
		return a
	case a.sort.Kind == FP:
		return c.FPOfFP(a, n)
	}
	return c.FPOfSBV(a, n)
}

// rounding returns the short name of a rounding mode.
func rounding(x SExpr) string {
	switch x.Atom {
	case "roundNearestTiesToEven":
		return "RNE"
	case "roundTowardPositive":
		return "RTP"
	case "roundTowardNegative":
		return "RTN"
	case "roundTowardZero":
		return "RTZ"
	}
	return x.Atom
}

// apply parses an application of a named operator or function.
func (p *parser) apply(x SExpr) *Term {
	c, h := p.c, x.List[0]
	name := h.Atom
	rest := x.List[1:]
	if h.Quoted == 0 {
		switch name {
		case "fp.add", "fp.sub", "fp.mul", "fp.div", "fp.sqrt", "fp.roundToIntegral":
			return p.rounded(x, name)
		}
	}
	a := make([]*Term, len(rest))
	for i, r := range rest {
		a[i] = p.term(r)
	}
	if d, ok := p.funcs[unescape(name)]; ok {
		p.arity(x, len(d.Args)+1, len(d.Args)+1)
		for i, s := range d.Args {
			if a[i].sort != s {
				fail(x, "operand of sort "+a[i].sort.String()+", want "+s.String())
			}
		}
		if f := p.defs[d.Name]; f != nil {
			by := map[*Term]*Term{}
			for i, v := range f.Params {
				by[v] = a[i]
			}
			return c.Subst(f.Body, by)
		}
		return c.App(d.Name, d.Sort, a...)
	}
	if len(a) == 0 {
		return p.atom(h)
	}
	if op, ok := plain[name]; ok && h.Quoted == 0 {
		if f := narys[op]; f != nil {
			return f(c, a...)
		}
		if f := unaries[op]; f != nil {
			p.arity(x, 2, 2)
			return f(c, a[0])
		}
		if op == BVXor || op == IDiv {
			return p.left(a, binaries[op])
		}
		if op == ILe || op >= FPEq && op <= FPLe {
			return p.chain(x, a, binaries[op])
		}
		p.arity(x, 3, 3)
		return binaries[op](c, a[0], a[1])
	}
	if t := p.other(x, name, a); t != nil {
		return t
	}
	fail(x, "unknown function")
	return nil
}

// plain has the names of the operators whose constructors take only operands.
var plain = plainOperators()

// plainOperators returns the value of plain.
func plainOperators() map[string]Op {
	m := map[string]Op{"bv2int": BVToInt, "ubv_to_int": BVToInt,
		// z3's names for divisions by a divisor that is not 0
		"bvudiv_i": BVUDiv, "bvurem_i": BVURem, "bvsdiv_i": BVSDiv, "bvsrem_i": BVSRem}
	for op := range opsCount {
		if s := spelling[op]; s != "" && !strings.Contains(s, " ") && (narys[op] != nil || unaries[op] != nil ||
			binaries[op] != nil) {
			m[s] = op
		}
	}
	return m
}

// left applies a left-associative operator f to the operands a.
func (p *parser) left(a []*Term, f func(*Ctx, *Term, *Term) *Term) *Term {
	t := a[0]
	for _, y := range a[1:] {
		t = f(p.c, t, y)
	}
	return t
}

// chain returns the conjunction of f over all pairs of adjacent operands, as in x < y < z.
func (p *parser) chain(x SExpr, a []*Term, f func(*Ctx, *Term, *Term) *Term) *Term {
	p.arity(x, 3, len(x.List))
	var out []*Term
	for i := range a[1:] {
		out = append(out, f(p.c, a[i], a[i+1]))
	}
	return p.c.And(out...)
}

// flip returns f with its operands exchanged.
func flip(f func(*Ctx, *Term, *Term) *Term) func(*Ctx, *Term, *Term) *Term {
	return func(c *Ctx, x, y *Term) *Term { return f(c, y, x) }
}

// other returns the application of an operator that is not in plain, in terms of the operators of this package. It
// returns nil for an unknown operator.
func (p *parser) other(x SExpr, name string, a []*Term) *Term {
	c := p.c
	switch name {
	case "not":
		p.arity(x, 2, 2)
		return c.Not(a[0])
	case "and":
		return c.And(a...)
	case "or":
		return c.Or(a...)
	case "=", "iff":
		return p.chain(x, a, (*Ctx).Eq)
	case "<":
		return p.chain(x, a, (*Ctx).ILt)
	case ">":
		return p.chain(x, a, flip((*Ctx).ILt))
	case ">=":
		return p.chain(x, a, flip((*Ctx).ILe))
	case "fp.gt":
		return p.chain(x, a, flip((*Ctx).FPLt))
	case "fp.geq":
		return p.chain(x, a, flip((*Ctx).FPLe))
	case "=>", "implies":
		t := a[len(a)-1]
		for i := len(a) - 2; i >= 0; i-- {
			t = c.Implies(a[i], t)
		}
		return t
	case "distinct":
		var out []*Term
		for i := range a {
			for _, y := range a[:i] {
				out = append(out, c.Not(c.Eq(y, a[i])))
			}
		}
		return c.And(out...)
	case "xor":
		return p.left(a, func(c *Ctx, x, y *Term) *Term {
			must(x.sort == BoolSort, "xor of sort %v", x.sort)
			return c.Not(c.Eq(x, y))
		})
	case "-":
		if len(a) == 1 {
			return c.INeg(a[0])
		}
		return p.left(a, (*Ctx).ISub)
	case "bvsub":
		return p.left(a, (*Ctx).BVSub)
	case "concat":
		t := a[len(a)-1]
		for i := len(a) - 2; i >= 0; i-- {
			t = c.BVConcat(a[i], t)
		}
		return t
	}
	if len(a) == 3 {
		switch name {
		case "ite", "if":
			return c.Ite(a[0], a[1], a[2])
		case "store":
			return c.Store(a[0], a[1], a[2])
		}
	}
	if len(a) == 2 {
		return p.other2(name, a[0], a[1])
	}
	if len(a) == 1 {
		return p.other1(name, a[0])
	}
	return nil
}

// other2 is like other, for two operands.
func (p *parser) other2(name string, x, y *Term) *Term {
	c := p.c
	switch name {
	case "select":
		return c.Select(x, y)
	case "bvuge":
		return c.BVUle(y, x)
	case "bvugt":
		return c.BVUlt(y, x)
	case "bvsge":
		return c.BVSle(y, x)
	case "bvsgt":
		return c.BVSlt(y, x)
	case "bvnand":
		return c.BVNot(c.BVAnd(x, y))
	case "bvnor":
		return c.BVNot(c.BVOr(x, y))
	case "bvxnor":
		return c.BVNot(c.BVXor(x, y))
	case "bvcomp":
		must(x.sort.Kind == BV, "bvcomp of sort %v", x.sort)
		return c.Ite(c.Eq(x, y), c.BV(1, 1), c.BV(0, 1))
	case "bvsmod", "bvsmod_i":
		// The result has the sign of the divisor.
		r, zero := c.BVSRem(x, y), c.BV(0, int(x.sort.Bits))
		return c.Ite(c.Or(c.Eq(r, zero), c.Eq(y, zero), c.Eq(c.BVSlt(r, zero), c.BVSlt(y, zero))), r, c.BVAdd(r, y))
	}
	return nil
}

// other1 is like other, for one operand.
func (p *parser) other1(name string, x *Term) *Term {
	c := p.c
	switch name {
	case "abs":
		return c.Ite(c.ILe(c.Int(0), x), x, c.INeg(x))
	case "sbv_to_int":
		must(x.sort.Kind == BV, "sbv_to_int of sort %v", x.sort)
		n := int(x.sort.Bits)
		return c.Ite(c.BVSlt(x, c.BV(0, n)), c.IAdd(c.BVToInt(x), c.INeg(c.IntBig(pow2(n)))), c.BVToInt(x))
	case "fp.isZero", "fp.isInfinite":
		must(x.sort.Kind == FP, "%s of sort %v", name, x.sort)
		n, b := int(x.sort.Bits), uint64(0)
		if e, m := format(n); name == "fp.isInfinite" {
			b = uint64(1<<e-1) << (m - 1)
		}
		return c.FPEq(c.FPAbs(x), c.FP(b, n))
	}
	return nil
}

// rounded parses an application x of a float operator that takes a rounding mode.
func (p *parser) rounded(x SExpr, name string) *Term {
	c := p.c
	p.arity(x, 3, 4)
	mode := rounding(x.List[1])
	a := p.term(x.List[2])
	if name == "fp.roundToIntegral" {
		p.arity(x, 3, 3)
		for m, s := range roundings {
			if s == mode {
				return c.FPRound(Rounding(m), a)
			}
		}
	}
	if mode != "RNE" {
		fail(x, "rounding mode is not supported here")
	}
	if name == "fp.sqrt" {
		p.arity(x, 3, 3)
		return c.FPSqrt(a)
	}
	p.arity(x, 4, 4)
	b := p.term(x.List[3])
	switch name {
	case "fp.add":
		return c.FPAdd(a, b)
	case "fp.sub":
		return c.FPSub(a, b)
	case "fp.mul":
		return c.FPMul(a, b)
	}
	return c.FPDiv(a, b)
}

// The constructors of the operators that take only operands, by the number of operands.
var narys = map[Op]func(*Ctx, ...*Term) *Term{
	BVAdd: (*Ctx).BVAdd, BVMul: (*Ctx).BVMul, BVAnd: (*Ctx).BVAnd, BVOr: (*Ctx).BVOr, IAdd: (*Ctx).IAdd, IMul: (*Ctx).IMul,
}

var binaries = map[Op]func(*Ctx, *Term, *Term) *Term{
	BVUDiv: (*Ctx).BVUDiv, BVURem: (*Ctx).BVURem, BVSDiv: (*Ctx).BVSDiv, BVSRem: (*Ctx).BVSRem, BVXor: (*Ctx).BVXor,
	BVShl: (*Ctx).BVShl, BVLShr: (*Ctx).BVLShr, BVAShr: (*Ctx).BVAShr,
	BVUlt: (*Ctx).BVUlt, BVUle: (*Ctx).BVUle, BVSlt: (*Ctx).BVSlt, BVSle: (*Ctx).BVSle,
	IDiv: (*Ctx).IDiv, IMod: (*Ctx).IMod, ILe: (*Ctx).ILe,
	FPAdd: (*Ctx).FPAdd, FPSub: (*Ctx).FPSub, FPMul: (*Ctx).FPMul, FPDiv: (*Ctx).FPDiv,
	FPEq: (*Ctx).FPEq, FPLt: (*Ctx).FPLt, FPLe: (*Ctx).FPLe,
}

var unaries = map[Op]func(*Ctx, *Term) *Term{
	BVNeg: (*Ctx).BVNeg, BVNot: (*Ctx).BVNot, BVToInt: (*Ctx).BVToInt, FPOfBits: (*Ctx).FPOfBits,
	FPNeg: (*Ctx).FPNeg, FPAbs: (*Ctx).FPAbs, FPSqrt: (*Ctx).FPSqrt, FPIsNaN: (*Ctx).FPIsNaN,
}
