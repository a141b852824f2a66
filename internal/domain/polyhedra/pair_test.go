package polyhedra

import (
	"fmt"
	"math/big"
)

// check returns an error if the two descriptions of p describe different cones, if one of them has a redundant row, or
// if the table of saturation is wrong. It uses the definitions of these properties, not the algorithms of the package.
func check(p *Poly) error {
	if p.bot {
		return nil
	}
	for _, c := range p.eq {
		for _, g := range append(p.li[:len(p.li):len(p.li)], p.ra...) {
			if dot(c, g).sign() != 0 {
				return fmt.Errorf("a generator lies outside an equality")
			}
		}
	}
	for j, c := range p.in {
		for _, g := range p.li {
			if dot(c, g).sign() != 0 {
				return fmt.Errorf("a line crosses a constraint")
			}
		}
		for i, g := range p.ra {
			s := dot(c, g).sign()
			if s < 0 {
				return fmt.Errorf("a generator violates a constraint")
			}
			if p.sat.has(i, j) != (s == 0) {
				return fmt.Errorf("saturation of generator %d and constraint %d is wrong", i, j)
			}
		}
	}
	if !p.hasPoint() {
		return fmt.Errorf("no vertex, not bottom")
	}
	if p.sat.w != (len(p.in)+63)/64 || len(p.sat.d) != p.sat.w*len(p.ra) {
		return fmt.Errorf("size of the table is wrong")
	}
	// Check faces by ranks: a facet has one dimension less than the cone; the constraints that a ray saturates have one
	// rank less than all.
	dim := p.cols - len(p.eq) - len(p.li)
	if k := rank(p.eq); k != len(p.eq) {
		return fmt.Errorf("equalities are dependent")
	}
	if k := rank(p.li); k != len(p.li) {
		return fmt.Errorf("lines are dependent")
	}
	if rank(append(p.li[:len(p.li):len(p.li)], p.ra...)) != p.cols-len(p.eq) {
		return fmt.Errorf("an equality is missing")
	}
	if rank(append(p.eq[:len(p.eq):len(p.eq)], p.in...)) != p.cols-len(p.li) {
		return fmt.Errorf("a line is missing")
	}
	seen := map[string]bool{}
	for j := range p.in {
		var on []*vec
		name := ""
		for i, g := range p.ra {
			if p.sat.has(i, j) {
				on = append(on, g)
				name += fmt.Sprint(i, " ")
			}
		}
		if rank(append(on, p.li...)) != dim-1+len(p.li) {
			return fmt.Errorf("constraint %d is no facet", j)
		}
		if seen[name] {
			return fmt.Errorf("a facet twice")
		}
		seen[name] = true
	}
	seen = map[string]bool{}
	for i := range p.ra {
		var on []*vec
		name := ""
		for j, c := range p.in {
			if p.sat.has(i, j) {
				on = append(on, c)
				name += fmt.Sprint(j, " ")
			}
		}
		if rank(append(on, p.eq...)) != dim-1+len(p.eq) {
			return fmt.Errorf("generator %d is not extreme", i)
		}
		if seen[name] {
			return fmt.Errorf("a generator twice")
		}
		seen[name] = true
	}
	return nil
}

// rank returns the rank of rows, by elimination over fractions.
func rank(rows []*vec) int {
	var m [][]*big.Rat
	for _, r := range rows {
		var q []*big.Rat
		for i := 0; i < r.len(); i++ {
			q = append(q, new(big.Rat).SetInt(r.at(i).big()))
		}
		m = append(m, q)
	}
	k := 0
	for c := 0; len(m) > 0 && c < len(m[0]) && k < len(m); c++ {
		p := k
		for p < len(m) && m[p][c].Sign() == 0 {
			p++
		}
		if p == len(m) {
			continue
		}
		m[k], m[p] = m[p], m[k]
		for i := k + 1; i < len(m); i++ {
			f := new(big.Rat).Quo(m[i][c], m[k][c])
			for j := c; j < len(m[i]); j++ {
				m[i][j].Sub(m[i][j], new(big.Rat).Mul(f, m[k][j]))
			}
		}
		k++
	}
	return k
}
