package term

import (
	"fmt"
	"math/big"
	"slices"
)

// True returns the literal true, False the literal false.
func (c *atoms) True() *Term  { return c.t }
func (c *atoms) False() *Term { return c.f }

// Bool returns the literal b.
func (c *atoms) Bool(b bool) *Term {
	if b {
		return c.t
	}
	return c.f
}

// BV returns the literal v modulo 2^bits, a bit-vector of this width.
func (c *atoms) BV(v uint64, bits int) *Term {
	if bits > 64 {
		return c.BVBig(new(big.Int).SetUint64(v), bits)
	}
	if bits < 64 {
		v &= 1<<bits - 1
	}
	return c.node(Term{op: Const, sort: BVSort(bits), bits: v})
}

// BVBig returns the literal v modulo 2^bits, a bit-vector of this width.
func (c *atoms) BVBig(v *big.Int, bits int) *Term {
	m := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	v = new(big.Int).Mod(v, m)
	if bits <= 64 {
		return c.BV(v.Uint64(), bits)
	}
	return c.node(Term{op: Const, sort: BVSort(bits), big: v})
}

// Int returns the literal v of sort Int.
func (c *atoms) Int(v int64) *Term { return c.IntBig(big.NewInt(v)) }

// IntBig returns the literal v of sort Int.
func (c *atoms) IntBig(v *big.Int) *Term {
	return c.node(Term{op: Const, sort: IntSort, big: new(big.Int).Set(v)})
}

// FP returns the float literal with these IEEE bits and width 32 or 64. All NaNs give the same literal.
func (c *atoms) FP(bits uint64, width int) *Term {
	s := FP32
	if width == 64 {
		s = FP64
	}
	if isNaN(bits, width) {
		bits = quietNaN(width)
	}
	return c.node(Term{op: Const, sort: s, bits: bits})
}

// isNaN reports whether the IEEE bits of a float are a NaN.
func isNaN(bits uint64, width int) bool {
	if width == 32 {
		return bits&0x7f800000 == 0x7f800000 && bits&0x7fffff != 0
	}
	return bits&0x7ff0000000000000 == 0x7ff0000000000000 && bits&0xfffffffffffff != 0
}

// quietNaN returns the bits of the NaN that all NaN literals have.
func quietNaN(width int) uint64 {
	if width == 32 {
		return 0x7fc00000
	}
	return 0x7ff8000000000000
}

// sortError is the value with which a constructor panics if its operands have wrong sorts, which is a
// mistake of the caller. The parser turns it into an error.
type sortError string

func (e sortError) Error() string { return "term: " + string(e) }

// must panics with a sortError unless ok is true.
func must(ok bool, format string, args ...any) {
	if !ok {
		panic(sortError(fmt.Sprintf(format, args...)))
	}
}

// maxWidth is the largest width of a bit-vector.
const maxWidth = 4096

// mk returns the term t after rewriting. It panics if a context that Until installed has ended.
func (c *Ctx) mk(t Term) *Term {
	if c.until != nil {
		c.look()
	}
	if !c.raw {
		if r := c.rules.rewrite(&t); r != nil {
			return r
		}
	}
	return c.node(t)
}

// un returns op(x) of sort s; x must be of kind k.
func (c *Ctx) un(op Op, k Kind, s Sort, x *Term) *Term {
	must(x.sort.Kind == k, "%v of sort %v", op, x.sort)
	return c.mk(Term{op: op, sort: s, args: []*Term{x}})
}

// bin returns op(x, y) of sort s; x and y must have the same sort, of kind k.
func (c *Ctx) bin(op Op, k Kind, s Sort, x, y *Term) *Term {
	must(x.sort.Kind == k && x.sort == y.sort, "%v of sorts %v and %v", op, x.sort, y.sort)
	return c.mk(Term{op: op, sort: s, args: []*Term{x, y}})
}

// nary returns op(xs...); the operands must have the same sort, of kind k.
func (c *Ctx) nary(op Op, k Kind, xs []*Term) *Term {
	must(len(xs) > 0, "%v without operands", op)
	for _, x := range xs {
		must(x.sort.Kind == k && x.sort == xs[0].sort, "%v of sorts %v and %v", op, xs[0].sort, x.sort)
	}
	if len(xs) == 1 {
		return xs[0]
	}
	return c.mk(Term{op: op, sort: xs[0].sort, args: slices.Clone(xs)})
}

// The logical operators. And() is true, Or() is false.
func (c *Ctx) Not(x *Term) *Term        { return c.un(Not, Bool, BoolSort, x) }
func (c *Ctx) And(xs ...*Term) *Term    { return c.junction(And, c.t, xs) }
func (c *Ctx) Or(xs ...*Term) *Term     { return c.junction(Or, c.f, xs) }
func (c *Ctx) Implies(x, y *Term) *Term { return c.Or(c.Not(x), y) }
func (c *Ctx) Iff(x, y *Term) *Term     { return c.Eq(x, y) }

// junction returns op(xs...) for And and Or, or the unit for no operands.
func (c *Ctx) junction(op Op, unit *Term, xs []*Term) *Term {
	if len(xs) == 0 {
		return unit
	}
	return c.nary(op, Bool, xs)
}

// Eq returns x = y; x and y must have the same sort.
func (c *Ctx) Eq(x, y *Term) *Term {
	must(x.sort == y.sort, "equality of sorts %v and %v", x.sort, y.sort)
	return c.mk(Term{op: Eq, sort: BoolSort, args: []*Term{x, y}})
}

// Ite returns the term that is equal to x if cond holds, else to y.
func (c *Ctx) Ite(cond, x, y *Term) *Term {
	must(cond.sort == BoolSort && x.sort == y.sort, "ite of sorts %v, %v and %v", cond.sort, x.sort, y.sort)
	return c.mk(Term{op: Ite, sort: x.sort, args: []*Term{cond, x, y}})
}

// Forall returns the quantifier that binds vars (Var terms) in body, or body if there are none.
func (c *Ctx) Forall(vars []*Term, body *Term) *Term { return c.quant(Forall, vars, body) }

// Exists returns the quantifier that binds vars (Var terms) in body, or body if there are none.
func (c *Ctx) Exists(vars []*Term, body *Term) *Term { return c.quant(Exists, vars, body) }

// quant implements Forall and Exists.
func (c *Ctx) quant(op Op, vars []*Term, body *Term) *Term {
	must(body.sort == BoolSort, "quantifier over sort %v", body.sort)
	for _, v := range vars {
		must(v.op == Var, "binding of a term that is no variable")
	}
	if len(vars) == 0 {
		return body
	}
	return c.mk(Term{op: op, sort: BoolSort, args: append(slices.Clone(vars), body)})
}

// The operators on bit-vectors, see Op. All operands must have the same width.
func (c *Ctx) BVNeg(x *Term) *Term     { return c.un(BVNeg, BV, x.sort, x) }
func (c *Ctx) BVAdd(xs ...*Term) *Term { return c.nary(BVAdd, BV, xs) }
func (c *Ctx) BVSub(x, y *Term) *Term  { return c.BVAdd(x, c.BVNeg(y)) }
func (c *Ctx) BVMul(xs ...*Term) *Term { return c.nary(BVMul, BV, xs) }
func (c *Ctx) BVUDiv(x, y *Term) *Term { return c.bin(BVUDiv, BV, x.sort, x, y) }
func (c *Ctx) BVURem(x, y *Term) *Term { return c.bin(BVURem, BV, x.sort, x, y) }
func (c *Ctx) BVSDiv(x, y *Term) *Term { return c.bin(BVSDiv, BV, x.sort, x, y) }
func (c *Ctx) BVSRem(x, y *Term) *Term { return c.bin(BVSRem, BV, x.sort, x, y) }
func (c *Ctx) BVNot(x *Term) *Term     { return c.un(BVNot, BV, x.sort, x) }
func (c *Ctx) BVAnd(xs ...*Term) *Term { return c.nary(BVAnd, BV, xs) }
func (c *Ctx) BVOr(xs ...*Term) *Term  { return c.nary(BVOr, BV, xs) }
func (c *Ctx) BVXor(x, y *Term) *Term  { return c.bin(BVXor, BV, x.sort, x, y) }
func (c *Ctx) BVShl(x, y *Term) *Term  { return c.bin(BVShl, BV, x.sort, x, y) }
func (c *Ctx) BVLShr(x, y *Term) *Term { return c.bin(BVLShr, BV, x.sort, x, y) }
func (c *Ctx) BVAShr(x, y *Term) *Term { return c.bin(BVAShr, BV, x.sort, x, y) }
func (c *Ctx) BVUlt(x, y *Term) *Term  { return c.bin(BVUlt, BV, BoolSort, x, y) }
func (c *Ctx) BVUle(x, y *Term) *Term  { return c.bin(BVUle, BV, BoolSort, x, y) }
func (c *Ctx) BVSlt(x, y *Term) *Term  { return c.bin(BVSlt, BV, BoolSort, x, y) }
func (c *Ctx) BVSle(x, y *Term) *Term  { return c.bin(BVSle, BV, BoolSort, x, y) }

// BVConcat returns the bit-vector whose high bits are hi and whose low bits are lo.
func (c *Ctx) BVConcat(hi, lo *Term) *Term {
	n := int(hi.sort.Bits) + int(lo.sort.Bits)
	must(hi.sort.Kind == BV && lo.sort.Kind == BV && n <= maxWidth, "concat of %v and %v", hi.sort, lo.sort)
	return c.mk(Term{op: BVConcat, sort: BVSort(n), args: []*Term{hi, lo}})
}

// BVExtract returns the bits hi down to lo of x.
func (c *Ctx) BVExtract(hi, lo int, x *Term) *Term {
	must(x.sort.Kind == BV && 0 <= lo && lo <= hi && hi < int(x.sort.Bits), "extract %d..%d of %v", hi, lo, x.sort)
	if lo == 0 && hi == int(x.sort.Bits)-1 {
		return x
	}
	return c.mk(Term{op: BVExtract, sort: BVSort(hi - lo + 1), p: int32(hi), q: int32(lo), args: []*Term{x}})
}

// BVZext extends x with zeros to the given width, BVSext with its sign. Both return x if it
// has this width.
func (c *Ctx) BVZext(x *Term, bits int) *Term { return c.extend(BVZext, x, bits) }
func (c *Ctx) BVSext(x *Term, bits int) *Term { return c.extend(BVSext, x, bits) }

// extend implements BVZext and BVSext.
func (c *Ctx) extend(op Op, x *Term, bits int) *Term {
	must(x.sort.Kind == BV && bits >= int(x.sort.Bits) && bits <= maxWidth, "extension of %v to %d bits", x.sort, bits)
	if bits == int(x.sort.Bits) {
		return x
	}
	return c.un(op, BV, BVSort(bits), x)
}

// The operators on unbounded integers, see Op.
func (c *Ctx) IAdd(xs ...*Term) *Term { return c.nary(IAdd, Int, xs) }
func (c *Ctx) INeg(x *Term) *Term {
	if x.op == Const && x.sort.Kind == Int {
		return c.IntBig(new(big.Int).Neg(x.big))
	}
	return c.IMul(c.Int(-1), x)
}
func (c *Ctx) ISub(x, y *Term) *Term  { return c.IAdd(x, c.INeg(y)) }
func (c *Ctx) IMul(xs ...*Term) *Term { return c.nary(IMul, Int, xs) }
func (c *Ctx) IDiv(x, y *Term) *Term  { return c.bin(IDiv, Int, IntSort, x, y) }
func (c *Ctx) IMod(x, y *Term) *Term  { return c.bin(IMod, Int, IntSort, x, y) }
func (c *Ctx) ILe(x, y *Term) *Term   { return c.bin(ILe, Int, BoolSort, x, y) }
func (c *Ctx) ILt(x, y *Term) *Term   { return c.Not(c.ILe(y, x)) }

// BVToInt returns the unsigned value of a bit-vector as an integer; IntToBV returns x modulo 2^bits as a bit-vector.
func (c *Ctx) BVToInt(x *Term) *Term { return c.un(BVToInt, BV, IntSort, x) }
func (c *Ctx) IntToBV(x *Term, bits int) *Term {
	must(bits >= 1 && bits <= maxWidth, "width %d", bits)
	return c.un(IntToBV, Int, BVSort(bits), x)
}

// Select returns the element of array a at i.
func (c *Ctx) Select(a, i *Term) *Term {
	must(a.sort.Kind == Array && i.sort == a.sort.Index.Sort(), "select of %v at %v", a.sort, i.sort)
	return c.mk(Term{op: Select, sort: a.sort.Elem.Sort(), args: []*Term{a, i}})
}

// Store returns array a with the element at i replaced by v.
func (c *Ctx) Store(a, i, v *Term) *Term {
	must(a.sort.Kind == Array && i.sort == a.sort.Index.Sort() && v.sort == a.sort.Elem.Sort(),
		"store into %v of %v at %v", a.sort, v.sort, i.sort)
	return c.mk(Term{op: Store, sort: a.sort, args: []*Term{a, i, v}})
}

// ConstArray returns the array with index sort index and the element v at each index.
func (c *Ctx) ConstArray(index Sort, v *Term) *Term {
	must(index.Kind != Array && v.sort.Kind != Array, "array of arrays")
	return c.node(Term{op: ConstArray, sort: ArraySort(index, v.sort), args: []*Term{v}})
}

// fpSort returns the sort of floats of this width.
func fpSort(width int) Sort {
	must(width == 32 || width == 64, "float of %d bits", width)
	if width == 32 {
		return FP32
	}
	return FP64
}

// The operators on floats, see Op.
func (c *Ctx) FPOfBits(x *Term) *Term { return c.un(FPOfBits, BV, fpSort(int(x.sort.Bits)), x) }
func (c *Ctx) FPNeg(x *Term) *Term    { return c.un(FPNeg, FP, x.sort, x) }
func (c *Ctx) FPAbs(x *Term) *Term    { return c.un(FPAbs, FP, x.sort, x) }
func (c *Ctx) FPAdd(x, y *Term) *Term { return c.bin(FPAdd, FP, x.sort, x, y) }
func (c *Ctx) FPSub(x, y *Term) *Term { return c.bin(FPSub, FP, x.sort, x, y) }
func (c *Ctx) FPMul(x, y *Term) *Term { return c.bin(FPMul, FP, x.sort, x, y) }
func (c *Ctx) FPDiv(x, y *Term) *Term { return c.bin(FPDiv, FP, x.sort, x, y) }
func (c *Ctx) FPSqrt(x *Term) *Term   { return c.un(FPSqrt, FP, x.sort, x) }
func (c *Ctx) FPRound(m Rounding, x *Term) *Term {
	must(x.sort.Kind == FP && m >= Nearest && m <= Zero, "rounding %d of %v", m, x.sort)
	return c.mk(Term{op: FPRound, sort: x.sort, p: int32(m), args: []*Term{x}})
}
func (c *Ctx) FPEq(x, y *Term) *Term { return c.bin(FPEq, FP, BoolSort, x, y) }
func (c *Ctx) FPLt(x, y *Term) *Term { return c.bin(FPLt, FP, BoolSort, x, y) }
func (c *Ctx) FPLe(x, y *Term) *Term { return c.bin(FPLe, FP, BoolSort, x, y) }
func (c *Ctx) FPOfFP(x *Term, width int) *Term {
	if x.sort == fpSort(width) {
		return x
	}
	return c.un(FPOfFP, FP, fpSort(width), x)
}
func (c *Ctx) FPOfSBV(x *Term, width int) *Term { return c.un(FPOfSBV, BV, fpSort(width), x) }
func (c *Ctx) FPOfUBV(x *Term, width int) *Term { return c.un(FPOfUBV, BV, fpSort(width), x) }
func (c *Ctx) FPToSBV(x *Term, bits int) *Term  { return c.un(FPToSBV, FP, BVSort(bits), x) }
func (c *Ctx) FPToUBV(x *Term, bits int) *Term  { return c.un(FPToUBV, FP, BVSort(bits), x) }
func (c *Ctx) FPIsNaN(x *Term) *Term            { return c.un(FPIsNaN, FP, BoolSort, x) }
