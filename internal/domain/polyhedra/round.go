package polyhedra

import "math/big"

// divisor is the greatest common divisor of the coefficients, the constant left aside; 0 if there are none.
func (r *vec) divisor() num {
	if r.b == nil {
		g := uint64(0)
		for _, x := range r.v[1:] {
			if g = gcd(g, abs(x)); g == 1 {
				break
			}
		}
		return num{v: int64(g)}
	}
	g := new(big.Int)
	for _, x := range r.b[1:] {
		g.GCD(nil, nil, g, new(big.Int).Abs(x))
	}
	return small(g)
}

// tight is the constraint divided by its divisor, the constant rounded down.
func (ar *arena) tight(r *vec) *vec {
	g := r.divisor()
	if g.sign() == 0 || g == (num{v: 1}) {
		return r
	}
	xs := make([]num, r.len())
	for i := range xs {
		xs[i] = floorDiv(r.at(i), g)
	}
	return ar.of(xs)
}
