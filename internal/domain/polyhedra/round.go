package polyhedra

import (
	"math/big"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/num"
)

// divisor returns the greatest common divisor of the coefficients without the constant, 0 if all are 0.
func (r *vec) divisor() integer {
	if r.b == nil {
		g := uint64(0)
		for _, x := range r.v[1:] {
			if g = num.GCDUint(g, num.Abs(x)); g == 1 {
				break
			}
		}
		return integer{v: int64(g)}
	}
	g := new(big.Int)
	for _, x := range r.b[1:] {
		g.GCD(nil, nil, g, new(big.Int).Abs(x))
	}
	return small(g)
}

// tight returns the constraint r divided by its divisor, with the constant rounded down.
func (ar *arena) tight(r *vec) *vec {
	g := r.divisor()
	if g.sign() == 0 || g == (integer{v: 1}) {
		return r
	}
	xs := make([]integer, r.len())
	for i := range xs {
		xs[i] = floorDiv(r.at(i), g)
	}
	return ar.of(xs)
}

// tightened returns q with rounded constants of constraints whose coefficients have a common divisor, and with rounded
// bounds of coordinates (V. Chvatal, Edmonds polytopes and a hierarchy of combinatorial problems, Discrete Math. 4,
// 1973).
func (d Dense) tightened(ar *arena, q *Poly, lim *limits) *Poly {
	p, same := q.pair, true
	if !p.hasPoint() {
		return bottom(p.cols)
	}
	for round := 0; round < 8 && !d.rational; round++ {
		for _, e := range p.eq {
			if e.divisor() != (integer{v: 1}) {
				return bottom(p.cols)
			}
		}
		var cuts []*vec
		for _, c := range p.in {
			if t := ar.tight(c); t != c {
				cuts = append(cuts, t)
			}
		}
		if cuts == nil {
			cuts = p.ends(ar)
		}
		any := false
		for _, t := range cuts {
			changed, _ := p.constrain(ar, t, false, lim)
			any = any || changed
		}
		if !any {
			break
		}
		if same = false; !p.hasPoint() {
			return bottom(p.cols)
		}
		p.finish(ar)
	}
	if same {
		return q
	}
	return newPoly(p)
}

// ends returns constraints that round the bounds of coordinates that are not integers.
func (p *pair) ends(ar *arena) []*vec {
	whole := true
	for _, r := range p.ra {
		whole = whole && (r.sign(0) == 0 || r.at(0) == integer{v: 1})
	}
	if whole {
		return nil
	}
	var out []*vec
	for i := 1; i < p.cols; i++ {
		u := ar.unit(p.cols, i, 1)
		lo, hi := p.extent(u, ceilDiv, floorDiv)
		least, most := p.extent(u, floorDiv, ceilDiv)
		if lo != least && lo != domain.MinWide {
			out = append(out, ar.shifted(u, fromWide(lo).neg()))
		}
		if hi != most && hi != domain.MaxWide {
			out = append(out, ar.shifted(ar.minus(u), fromWide(hi)))
		}
	}
	return out
}
