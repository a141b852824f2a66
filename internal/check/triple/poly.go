package triple

import (
	"encoding/binary"
	"math/big"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// poly is a number as a polynomial modulo 2^64: a sum of coefficients times products of atoms, which are terms that are
// not decomposed. Wrapping to a width is a ring homomorphism. So two numbers of one type are equal if their polynomials
// are equal modulo 2^width. Solvers are bad at such equations, while many loops with products need nothing else.
type poly map[string]uint64 // by monomial: the sorted IDs of its atoms, four bytes each

// The bounds of the size of a polynomial. A value whose polynomial is larger becomes an atom.
const (
	maxMonomials = 64
	maxDegree    = 8
)

// polyOf returns the polynomial of a number.
func (f *formula) polyOf(v value) poly {
	if v.p != nil {
		return v.p
	}
	if b, ok := v.t.Big(); ok {
		return constPoly(new(big.Int).And(b, new(big.Int).SetUint64(^uint64(0))).Uint64())
	}
	return poly{string(binary.BigEndian.AppendUint32(nil, uint32(v.t.ID()))): 1}
}

// constPoly returns the polynomial of a constant.
func constPoly(c uint64) poly {
	if c == 0 {
		return poly{}
	}
	return poly{"": c}
}

// plus returns a + k*b; nil if the result is too large.
func (a poly) plus(k uint64, b poly) poly {
	r := make(poly, len(a)+len(b))
	for m, c := range a {
		r[m] = c
	}
	for m, c := range b {
		if r[m] += k * c; r[m] == 0 {
			delete(r, m)
		}
	}
	if len(r) > maxMonomials {
		return nil
	}
	return r
}

// times returns a * b; nil if the result is too large.
func (a poly) times(b poly) poly {
	r := poly{}
	for m, c := range a {
		for n, d := range b {
			if len(m)+len(n) > 4*maxDegree || len(r) > maxMonomials {
				return nil
			}
			k := product(m, n)
			if r[k] += c * d; r[k] == 0 {
				delete(r, k)
			}
		}
	}
	return r
}

// product returns the product of two monomials.
func product(m, n string) string {
	var ids []uint32
	for _, s := range []string{m, n} {
		for ; s != ""; s = s[4:] {
			ids = append(ids, binary.BigEndian.Uint32([]byte(s)))
		}
	}
	slices.Sort(ids)
	var b []byte
	for _, id := range ids {
		b = binary.BigEndian.AppendUint32(b, id)
	}
	return string(b)
}

// withPoly returns v, the value of x op y, with its polynomial.
func (f *formula) withPoly(op ir.BinOp, v, x, y value) value {
	a, b := f.polyOf(x), f.polyOf(y)
	switch op { // sound: the result has no polynomial
	case ir.Add:
		v.p = a.plus(1, b)
	case ir.Sub:
		v.p = a.plus(^uint64(0), b)
	case ir.Mul:
		v.p = a.times(b)
	}
	return v
}

// equalPoly decides whether numbers x and y of one type are equal; known is false if their polynomials do not decide
// it.
func (f *formula) equalPoly(t ir.Type, x, y value) (equal, known bool) {
	if x.p == nil && y.p == nil {
		return false, false
	}
	d := f.polyOf(x).plus(^uint64(0), f.polyOf(y))
	if d == nil {
		return false, false
	}
	constant := true
	for m, c := range d {
		if num.Trunc(c, t.Bits) == 0 {
			continue
		}
		if m != "" {
			return false, false
		}
		constant = false
	}
	return constant, true
}

// solve uses an equation in the formula of the start: if the formula implies that a register equals an expression, s
// gets the value of the expression for the register. The equation is still assumed as well, so that the order of
// replacements does not matter: in each real state every register has its value.
func (q *query) solve(s *state, e ir.Expr) {
	b, ok := e.(*ir.Binary)
	if !ok {
		return
	}
	if b.Op == ir.LAnd {
		q.solve(s, b.X)
		q.solve(s, b.Y)
		return
	}
	if b.Op != ir.Eq || b.X.Type().Kind != ir.Int {
		return
	}
	for _, side := range [][2]ir.Expr{{b.X, b.Y}, {b.Y, b.X}} {
		r, ok := side[0].(*ir.Ref)
		if !ok || ir.Reads(side[1], r.Var) || usesMemory(side[1]) || q.c.named.pseudo[r.Var] != nil {
			continue
		}
		k := s.register(r.Var)
		if _, has := s.at[k]; !has {
			s.at[k] = q.expr(s, side[1])
			return
		}
	}
}
