package guess

import (
	"math/big"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// mono is a monomial: a coefficient times a product of registers. Without registers it is a constant.
type mono struct {
	coef int64
	vars []*ir.Var
}

// poly is a sum of monomials over the integers.
type poly []mono

// wide64 is the type in which sums are written.
var wide64 = ir.I64

// fits reports whether the sum of any subset of p's monomials fits into 64 bits for all values of the registers.
func (p poly) fits() bool {
	sum := new(big.Int)
	for _, m := range p {
		b := new(big.Int).Abs(big.NewInt(m.coef))
		for _, v := range m.vars {
			w := uint(v.Type.Bits)
			if v.Type.Signed {
				w--
			}
			b.Lsh(b, w)
		}
		sum.Add(sum, b)
	}
	return sum.IsInt64()
}

// expr returns the sum of the monomials whose coefficient has the given sign, with absolute coefficients, as an
// expression of type I64.
func (p poly) expr(sign int64) ir.Expr {
	var sum ir.Expr
	for _, m := range p {
		k := m.coef * sign
		if k <= 0 {
			continue
		}
		var t ir.Expr
		for _, v := range m.vars {
			x := ir.NewCast(wide64, ir.NewRef(v))
			if t == nil {
				t = x
			} else {
				t = &ir.Binary{Op: ir.Mul, X: t, Y: x}
			}
		}
		switch {
		case t == nil:
			t = ir.NewConst(wide64, k)
		case k != 1:
			t = &ir.Binary{Op: ir.Mul, X: ir.NewConst(wide64, k), Y: t}
		}
		if sum == nil {
			sum = t
		} else {
			sum = &ir.Binary{Op: ir.Add, X: sum, Y: t}
		}
	}
	if sum == nil {
		return ir.NewConst(wide64, 0)
	}
	return sum
}

// compare returns the comparison p op 0 with the negative monomials on the right: 2*x + 1 <= y. It needs no casts if it
// compares a register with a constant or with a register of its type.
func (p poly) compare(op ir.BinOp) ir.Expr {
	if x, y, ok := p.plain(); ok {
		return &ir.Binary{Op: op, X: x, Y: y}
	}
	x, y := p.expr(1), p.expr(-1)
	if _, ok := ir.IsConst(x); ok && op == ir.Eq {
		x, y = y, x
	}
	return &ir.Binary{Op: op, X: x, Y: y}
}

// plain returns the two sides of the comparison if compare needs no casts for p; otherwise ok is false.
func (p poly) plain() (x, y ir.Expr, ok bool) {
	var pos, neg *ir.Var
	k := int64(0)
	for _, m := range p {
		switch {
		case len(m.vars) == 0:
			k += m.coef
		case len(m.vars) == 1 && m.coef == 1 && pos == nil:
			pos = m.vars[0]
		case len(m.vars) == 1 && m.coef == -1 && neg == nil:
			neg = m.vars[0]
		default:
			return nil, nil, false
		}
	}
	switch {
	case pos != nil && neg != nil:
		return ir.NewRef(pos), ir.NewRef(neg), k == 0 && pos.Type == neg.Type
	case pos != nil && holds(pos.Type, -k):
		return ir.NewRef(pos), ir.NewConst(pos.Type, -k), true
	case neg != nil && holds(neg.Type, k):
		return ir.NewConst(neg.Type, k), ir.NewRef(neg), true
	}
	return nil, nil, false
}

// holds reports whether v is a value of type t.
func holds(t ir.Type, v int64) bool { return num.Holds(v, t.Bits, t.Signed) }

// linear returns the polynomial sum(coef[i]*vars[i]) + k.
func linear(vars []*ir.Var, coef []int64, k int64) poly {
	var p poly
	for i, c := range coef {
		if c != 0 {
			p = append(p, mono{c, []*ir.Var{vars[i]}})
		}
	}
	if k != 0 {
		p = append(p, mono{k, nil})
	}
	return p
}
