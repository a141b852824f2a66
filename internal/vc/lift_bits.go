package vc

import (
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// unsignedOf returns the unsigned integer type of a width.
func unsignedOf(bits uint16) ir.Type { return ir.Type{Kind: ir.Int, Bits: uint8(bits)} }

// bv lifts a bit-vector to an unsigned integer of its width; nil if it cannot.
func (l *lifter) bv(t *term.Term) ir.Expr {
	if x, ok := l.bits[t]; ok {
		return x
	}
	var x ir.Expr
	if t.Sort().Bits <= 64 {
		x = l.makeBV(t)
	}
	l.bits[t] = x
	return x
}

// signed lifts a bit-vector to a signed integer of its width; nil if it cannot.
func (l *lifter) signed(t *term.Term) ir.Expr {
	x := l.bv(t)
	if x == nil {
		return nil
	}
	s := x.Type()
	s.Signed = true
	return ir.NewCast(s, x)
}

// bvOps has the operators on bit-vectors that are operators on unsigned integers.
var bvOps = map[term.Op]ir.BinOp{
	term.BVAdd: ir.Add, term.BVMul: ir.Mul, term.BVUDiv: ir.Div, term.BVURem: ir.Rem,
	term.BVAnd: ir.And, term.BVOr: ir.Or, term.BVXor: ir.Xor, term.BVShl: ir.Shl, term.BVLShr: ir.Shr,
}

// makeBV does the work of bv, without the cache.
func (l *lifter) makeBV(t *term.Term) ir.Expr {
	typ := unsignedOf(t.Sort().Bits)
	if op, ok := bvOps[t.Op()]; ok {
		return l.fold(op, t.Args(), l.bv)
	}
	switch t.Op() {
	case term.Const:
		b, _ := t.Bits()
		return ir.NewBits(typ, b)
	case term.Var:
		if x := l.leaves[t]; x != nil && x.Type().Kind == ir.Int && x.Type().Bits == typ.Bits {
			return ir.NewCast(typ, x)
		}
	case term.BVNeg, term.BVNot:
		op := ir.Neg
		if t.Op() == term.BVNot {
			op = ir.Not
		}
		if x := l.bv(t.Arg(0)); x != nil {
			return ir.NewUnary(op, x)
		}
	case term.BVSDiv, term.BVSRem:
		op := ir.Div
		if t.Op() == term.BVSRem {
			op = ir.Rem
		}
		if x := l.fold(op, t.Args(), l.signed); x != nil {
			return ir.NewCast(typ, x)
		}
	case term.BVAShr:
		x, y := l.signed(t.Arg(0)), l.bv(t.Arg(1))
		if x != nil && y != nil {
			return ir.NewCast(typ, ir.NewBinary(ir.Shr, x, y))
		}
	case term.BVConcat:
		hi, lo := l.bv(t.Arg(0)), l.bv(t.Arg(1))
		if hi != nil && lo != nil {
			up := ir.NewBinary(ir.Shl, ir.NewCast(typ, hi), ir.NewConst(typ, int64(lo.Type().Bits)))
			return ir.NewBinary(ir.Or, up, ir.NewCast(typ, lo))
		}
	case term.BVExtract:
		if x := l.bv(t.Arg(0)); x != nil {
			_, lo := t.Params()
			return ir.NewCast(typ, ir.NewBinary(ir.Shr, x, ir.NewConst(ir.U8, int64(lo))))
		}
	case term.BVZext:
		if x := l.bv(t.Arg(0)); x != nil {
			return ir.NewCast(typ, x)
		}
	case term.BVSext:
		if x := l.signed(t.Arg(0)); x != nil {
			return ir.NewCast(typ, x)
		}
	case term.Ite:
		c, x, y := l.bool(t.Arg(0)), l.bv(t.Arg(1)), l.bv(t.Arg(2))
		if c == nil || x == nil || y == nil {
			return nil
		}
		part := func(c ir.Expr, x ir.Expr) ir.Expr { return ir.NewBinary(ir.Mul, ir.NewCast(typ, c), x) }
		return ir.NewBinary(ir.Or, part(c, x), part(ir.NotExpr(c), y))
	case term.IntToBV:
		for _, wide := range []ir.Type{ir.I64, ir.U64} {
			if n := l.num(t.Arg(0), wide); n != nil {
				return ir.NewCast(typ, n.x)
			}
		}
	}
	return nil
}
