package term

import (
	"fmt"
	"math/big"
)

// True and False are the truth values.
func (c *Ctx) True() *Term  { return c.t }
func (c *Ctx) False() *Term { return c.f }

// Bool is the literal b.
func (c *Ctx) Bool(b bool) *Term {
	if b {
		return c.t
	}
	return c.f
}

// BV is the literal v modulo 2^bits, bits <= 64.
func (c *Ctx) BV(v uint64, bits int) *Term {
	if bits > 64 {
		return c.BVBig(new(big.Int).SetUint64(v), bits)
	}
	if bits < 64 {
		v &= 1<<bits - 1
	}
	return c.node(Term{op: Const, sort: BVSort(bits), bits: v})
}

// BVBig is the literal v modulo 2^bits.
func (c *Ctx) BVBig(v *big.Int, bits int) *Term {
	m := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	v = new(big.Int).Mod(v, m)
	if bits <= 64 {
		return c.BV(v.Uint64(), bits)
	}
	return c.node(Term{op: Const, sort: BVSort(bits), big: v})
}

// Int is the literal v of sort Int.
func (c *Ctx) Int(v int64) *Term { return c.IntBig(big.NewInt(v)) }

// IntBig is the literal v of sort Int.
func (c *Ctx) IntBig(v *big.Int) *Term {
	return c.node(Term{op: Const, sort: IntSort, big: new(big.Int).Set(v)})
}

// FP is the float with these IEEE bits; NaNs are one value.
func (c *Ctx) FP(bits uint64, width int) *Term {
	s := FP32
	if width == 64 {
		s = FP64
	}
	if isNaN(bits, width) {
		bits = quietNaN(width)
	}
	return c.node(Term{op: Const, sort: s, bits: bits})
}

func isNaN(bits uint64, width int) bool {
	if width == 32 {
		return bits&0x7f800000 == 0x7f800000 && bits&0x7fffff != 0
	}
	return bits&0x7ff0000000000000 == 0x7ff0000000000000 && bits&0xfffffffffffff != 0
}

func quietNaN(width int) uint64 {
	if width == 32 {
		return 0x7fc00000
	}
	return 0x7ff8000000000000
}

// sortError is the panic of a constructor on operands that do not fit: a mistake of the
// caller. The parser turns it into an error.
type sortError string

func (e sortError) Error() string { return "term: " + string(e) }

func must(ok bool, format string, args ...any) {
	if !ok {
		panic(sortError(fmt.Sprintf(format, args...)))
	}
}

// maxWidth is the largest width of a bit-vector.
const maxWidth = 4096

func (c *Ctx) un(op Op, s Sort, x *Term) *Term {
	return c.node(Term{op: op, sort: s, args: []*Term{x}})
}
func (c *Ctx) bin(op Op, s Sort, x, y *Term) *Term {
	must(x.sort == y.sort, "operands of sorts %v and %v", x.sort, y.sort)
	return c.node(Term{op: op, sort: s, args: []*Term{x, y}})
}

// Not, And, Or, Implies, Iff: logic. And() is true, Or() is false.
func (c *Ctx) Not(x *Term) *Term {
	switch {
	case x == c.t:
		return c.f
	case x == c.f:
		return c.t
	case x.op == Not:
		return x.args[0]
	}
	return c.un(Not, BoolSort, x)
}
func (c *Ctx) And(xs ...*Term) *Term    { return c.junction(And, c.t, c.f, xs) }
func (c *Ctx) Or(xs ...*Term) *Term     { return c.junction(Or, c.f, c.t, xs) }
func (c *Ctx) Implies(x, y *Term) *Term { return c.Or(c.Not(x), y) }
func (c *Ctx) Iff(x, y *Term) *Term     { return c.Eq(x, y) }

func (c *Ctx) junction(op Op, unit, zero *Term, xs []*Term) *Term {
	var out []*Term
	seen := map[*Term]bool{}
	for _, x := range xs {
		if x == zero {
			return zero
		}
		if x == unit || seen[x] {
			continue
		}
		seen[x] = true
		out = append(out, x)
	}
	for _, x := range out {
		if x.op == Not && seen[x.args[0]] {
			return zero
		}
	}
	switch len(out) {
	case 0:
		return unit
	case 1:
		return out[0]
	}
	return c.node(Term{op: op, sort: BoolSort, args: out})
}

// Eq is equality of two terms of one sort.
func (c *Ctx) Eq(x, y *Term) *Term {
	if x == y {
		return c.t
	}
	if x.op == Const && y.op == Const && x.sort == y.sort {
		return c.f
	}
	if x.id > y.id {
		x, y = y, x
	}
	return c.bin(Eq, BoolSort, x, y)
}

// Ite is x where cond holds, else y.
func (c *Ctx) Ite(cond, x, y *Term) *Term {
	must(x.sort == y.sort, "ite of sorts %v and %v", x.sort, y.sort)
	switch {
	case cond == c.t || x == y:
		return x
	case cond == c.f:
		return y
	}
	return c.node(Term{op: Ite, sort: x.sort, args: []*Term{cond, x, y}})
}

// Forall binds the variables (Var terms) in body.
func (c *Ctx) Forall(vars []*Term, body *Term) *Term { return c.quant(Forall, vars, body) }

// Exists binds the variables (Var terms) in body.
func (c *Ctx) Exists(vars []*Term, body *Term) *Term { return c.quant(Exists, vars, body) }

func (c *Ctx) quant(op Op, vars []*Term, body *Term) *Term {
	if len(vars) == 0 || body.op == Const {
		return body
	}
	return c.node(Term{op: op, sort: BoolSort, args: append(append([]*Term(nil), vars...), body)})
}

func (c *Ctx) nary(op Op, s Sort, xs []*Term) *Term {
	must(len(xs) > 0, "no operands")
	if len(xs) == 1 {
		return xs[0]
	}
	for _, x := range xs {
		must(x.sort == xs[0].sort, "operands of sorts %v and %v", x.sort, xs[0].sort)
	}
	return c.node(Term{op: op, sort: s, args: append([]*Term(nil), xs...)})
}

// Bit-vectors: all operands of one width.
func (c *Ctx) BVNeg(x *Term) *Term     { return c.un(BVNeg, x.sort, x) }
func (c *Ctx) BVAdd(xs ...*Term) *Term { return c.nary(BVAdd, xs[0].sort, xs) }
func (c *Ctx) BVSub(x, y *Term) *Term  { return c.BVAdd(x, c.BVNeg(y)) }
func (c *Ctx) BVMul(xs ...*Term) *Term { return c.nary(BVMul, xs[0].sort, xs) }
func (c *Ctx) BVUDiv(x, y *Term) *Term { return c.bin(BVUDiv, x.sort, x, y) }
func (c *Ctx) BVURem(x, y *Term) *Term { return c.bin(BVURem, x.sort, x, y) }
func (c *Ctx) BVSDiv(x, y *Term) *Term { return c.bin(BVSDiv, x.sort, x, y) }
func (c *Ctx) BVSRem(x, y *Term) *Term { return c.bin(BVSRem, x.sort, x, y) }
func (c *Ctx) BVNot(x *Term) *Term     { return c.un(BVNot, x.sort, x) }
func (c *Ctx) BVAnd(xs ...*Term) *Term { return c.nary(BVAnd, xs[0].sort, xs) }
func (c *Ctx) BVOr(xs ...*Term) *Term  { return c.nary(BVOr, xs[0].sort, xs) }
func (c *Ctx) BVXor(x, y *Term) *Term  { return c.bin(BVXor, x.sort, x, y) }
func (c *Ctx) BVShl(x, y *Term) *Term  { return c.bin(BVShl, x.sort, x, y) }
func (c *Ctx) BVLShr(x, y *Term) *Term { return c.bin(BVLShr, x.sort, x, y) }
func (c *Ctx) BVAShr(x, y *Term) *Term { return c.bin(BVAShr, x.sort, x, y) }
func (c *Ctx) BVUlt(x, y *Term) *Term  { return c.bin(BVUlt, BoolSort, x, y) }
func (c *Ctx) BVUle(x, y *Term) *Term  { return c.bin(BVUle, BoolSort, x, y) }
func (c *Ctx) BVSlt(x, y *Term) *Term  { return c.bin(BVSlt, BoolSort, x, y) }
func (c *Ctx) BVSle(x, y *Term) *Term  { return c.bin(BVSle, BoolSort, x, y) }

// BVConcat puts hi above lo.
func (c *Ctx) BVConcat(hi, lo *Term) *Term {
	return c.node(Term{op: BVConcat, sort: BVSort(int(hi.sort.Bits + lo.sort.Bits)), args: []*Term{hi, lo}})
}

// BVExtract is bits hi down to lo of x.
func (c *Ctx) BVExtract(hi, lo int, x *Term) *Term {
	must(0 <= lo && lo <= hi && hi < int(x.sort.Bits), "extract %d..%d of %v", hi, lo, x.sort)
	if lo == 0 && hi == int(x.sort.Bits)-1 {
		return x
	}
	return c.node(Term{op: BVExtract, sort: BVSort(hi - lo + 1), p: int32(hi), q: int32(lo), args: []*Term{x}})
}

// BVZext extends x with zeros to the width, BVSext with its sign; both give x
// back where it has the width.
func (c *Ctx) BVZext(x *Term, bits int) *Term { return c.extend(BVZext, x, bits) }
func (c *Ctx) BVSext(x *Term, bits int) *Term { return c.extend(BVSext, x, bits) }

func (c *Ctx) extend(op Op, x *Term, bits int) *Term {
	must(bits >= int(x.sort.Bits), "extension of %v to %d bits", x.sort, bits)
	if bits == int(x.sort.Bits) {
		return x
	}
	return c.un(op, BVSort(bits), x)
}

// Unbounded integers.
func (c *Ctx) IAdd(xs ...*Term) *Term { return c.nary(IAdd, IntSort, xs) }
func (c *Ctx) INeg(x *Term) *Term {
	if x.op == Const {
		return c.IntBig(new(big.Int).Neg(x.big))
	}
	return c.IMul(c.Int(-1), x)
}
func (c *Ctx) ISub(x, y *Term) *Term  { return c.IAdd(x, c.INeg(y)) }
func (c *Ctx) IMul(xs ...*Term) *Term { return c.nary(IMul, IntSort, xs) }
func (c *Ctx) IDiv(x, y *Term) *Term  { return c.bin(IDiv, IntSort, x, y) }
func (c *Ctx) IMod(x, y *Term) *Term  { return c.bin(IMod, IntSort, x, y) }
func (c *Ctx) ILe(x, y *Term) *Term   { return c.bin(ILe, BoolSort, x, y) }
func (c *Ctx) ILt(x, y *Term) *Term   { return c.Not(c.ILe(y, x)) }

// BVToInt is the unsigned value of a bit-vector; IntToBV is x modulo 2^bits.
func (c *Ctx) BVToInt(x *Term) *Term           { return c.un(BVToInt, IntSort, x) }
func (c *Ctx) IntToBV(x *Term, bits int) *Term { return c.un(IntToBV, BVSort(bits), x) }

// Select is the element of array a at i.
func (c *Ctx) Select(a, i *Term) *Term {
	return c.node(Term{op: Select, sort: a.sort.Elem.Sort(), args: []*Term{a, i}})
}

// Store is array a with v at i.
func (c *Ctx) Store(a, i, v *Term) *Term {
	return c.node(Term{op: Store, sort: a.sort, args: []*Term{a, i, v}})
}

// ConstArray is v at each index.
func (c *Ctx) ConstArray(index Sort, v *Term) *Term {
	return c.un(ConstArray, ArraySort(index, v.sort), v)
}

func fpSort(width int) Sort {
	if width == 32 {
		return FP32
	}
	return FP64
}

// Floats, see the operators.
func (c *Ctx) FPOfBits(x *Term) *Term { return c.un(FPOfBits, fpSort(int(x.sort.Bits)), x) }
func (c *Ctx) FPNeg(x *Term) *Term    { return c.un(FPNeg, x.sort, x) }
func (c *Ctx) FPAbs(x *Term) *Term    { return c.un(FPAbs, x.sort, x) }
func (c *Ctx) FPAdd(x, y *Term) *Term { return c.bin(FPAdd, x.sort, x, y) }
func (c *Ctx) FPSub(x, y *Term) *Term { return c.bin(FPSub, x.sort, x, y) }
func (c *Ctx) FPMul(x, y *Term) *Term { return c.bin(FPMul, x.sort, x, y) }
func (c *Ctx) FPDiv(x, y *Term) *Term { return c.bin(FPDiv, x.sort, x, y) }
func (c *Ctx) FPSqrt(x *Term) *Term   { return c.un(FPSqrt, x.sort, x) }
func (c *Ctx) FPRound(m Rounding, x *Term) *Term {
	return c.node(Term{op: FPRound, sort: x.sort, p: int32(m), args: []*Term{x}})
}
func (c *Ctx) FPEq(x, y *Term) *Term            { return c.bin(FPEq, BoolSort, x, y) }
func (c *Ctx) FPLt(x, y *Term) *Term            { return c.bin(FPLt, BoolSort, x, y) }
func (c *Ctx) FPLe(x, y *Term) *Term            { return c.bin(FPLe, BoolSort, x, y) }
func (c *Ctx) FPOfFP(x *Term, width int) *Term  { return c.un(FPOfFP, fpSort(width), x) }
func (c *Ctx) FPOfSBV(x *Term, width int) *Term { return c.un(FPOfSBV, fpSort(width), x) }
func (c *Ctx) FPOfUBV(x *Term, width int) *Term { return c.un(FPOfUBV, fpSort(width), x) }
func (c *Ctx) FPToSBV(x *Term, bits int) *Term  { return c.un(FPToSBV, BVSort(bits), x) }
func (c *Ctx) FPToUBV(x *Term, bits int) *Term  { return c.un(FPToUBV, BVSort(bits), x) }
func (c *Ctx) FPIsNaN(x *Term) *Term            { return c.un(FPIsNaN, BoolSort, x) }
