package interval

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// eval returns the value of an expression in a state that is not bottom.
func (d Values) eval(e State, x *domain.Expr) value {
	switch x.Kind {
	case domain.KConst:
		return literal(x.T, x.Bits)
	case domain.KDim:
		return d.get(e, x.D, x.T)
	case domain.KAny:
		if numeric(x.T) {
			return between(x.T, x.Lo, x.Hi)
		}
		return top(x.T)
	case domain.KUnary:
		v := d.eval(e, x.X)
		if v.t.Kind == ir.Float {
			return floatUnary(x.Un, v)
		}
		if x.Un == ir.LNot {
			return truth(!v.empty && !v.is(0), !v.empty && !v.is(1))
		}
		return unary(x.Un, v, max(d.MaxSet, 1))
	case domain.KCast:
		return cast(x.T, d.eval(e, x.X), max(d.MaxSet, 1))
	case domain.KBinary:
		a, b := d.eval(e, x.X), d.eval(e, x.Y)
		switch {
		case a.t.Kind == ir.Float:
			return floatBinary(x.Bin, a, b)
		case (x.Bin == ir.Eq || x.Bin == ir.Le || x.Bin == ir.Sub || x.Bin == ir.Xor || x.Bin == ir.Ne || x.Bin == ir.Lt) &&
			sameDim(x.X, x.Y) && numeric(a.t):
			return reflexive(x.Bin, a)
		}
		return binary(x.Bin, a, b, d.MaxSet)
	case domain.KOverflows:
		return overflows(x.Bin, d.eval(e, x.X), d.eval(e, x.Y))
	}
	return top(x.T)
}

// sameDim reports whether both expressions read the same dimension.
func sameDim(x, y *domain.Expr) bool {
	return x.Kind == domain.KDim && y.Kind == domain.KDim && x.D == y.D
}

// reflexive returns the value of x op x, for the same x on both sides.
func reflexive(op ir.BinOp, x value) value {
	switch {
	case x.empty && op >= ir.Eq:
		return bottom(ir.B)
	case x.empty:
		return x
	case op == ir.Eq || op == ir.Le:
		return truth(false, true)
	case op == ir.Ne || op == ir.Lt:
		return truth(true, false)
	}
	return single(x.t, domain.Wide{})
}
