package triple

import (
	"encoding/binary"
	"math/big"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// poly is a number as a polynomial, modulo 2^64, over terms that are not decomposed: the sum of coefficients times
// products of atoms. Wrapping to a width is a ring homomorphism, so that two numbers of one type are equal if their
// polynomials are equal modulo 2^width. Solvers are poor at such equations, while many loops over products need no
// more.
type poly map[string]uint64 // by the sorted IDs of the atoms, four bytes each

// The sizes up to which polynomials are kept; larger ones become atoms.
const (
	maxMonomials = 64
	maxDegree    = 8
)

func (f *formula) polyOf(v value) poly {
	if v.p != nil {
		return v.p
	}
	if b, ok := v.t.Big(); ok {
		return constPoly(new(big.Int).And(b, new(big.Int).SetUint64(^uint64(0))).Uint64())
	}
	return poly{string(binary.BigEndian.AppendUint32(nil, uint32(v.t.ID()))): 1}
}

func constPoly(c uint64) poly {
	if c == 0 {
		return poly{}
	}
	return poly{"": c}
}

// plus returns a + k*b; nil if it is too large.
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

// withPoly adds the polynomial of x op y to its value.
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

// equalPoly decides x == y for numbers of one type, where their polynomials decide it.
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

// solve uses equations in the formula of the start: if it implies that a register equals an expression, the register is
// replaced by the expression. The equation stays among the assumptions, so that the order of replacements does not
// matter: in each real state every register has its value.
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
