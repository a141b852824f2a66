// Package linalg does linear algebra over the rationals for vectors of machine integers: which linear relations hold
// for all rows of a table?
//
//	s := linalg.NewSpace(3)          // columns 1, x, y
//	s.Add([]int64{1, 0, 1})
//	s.Add([]int64{1, 1, 3})
//	s.Add([]int64{1, 2, 5})          // dependent: the rank stays 2
//	s.Relations(1 << 20)             // [-1 -2 1]: y = 2x + 1
//
// # How
//
// A Space is a row space in reduced echelon form modulo the prime 2^61-1, where a step of elimination takes a few
// instructions. Relations computes the null space modulo the prime and lifts each vector to small integers (rational
// reconstruction: P. Wang, A p-adic algorithm for univariate partial fractions, SYMSAC 1981). A lifted vector may be
// wrong if the prime divides a minor of the table or the true numbers are large: callers that need certainty evaluate
// it on each row.
//
// Not done: bases of short vectors (LLL), inequalities.
package linalg

import (
	"math/bits"

	"github.com/tandem-verifier/tandem/internal/num"
)

// Prime is the modulus: a Mersenne prime, by which reduction is a shift and an addition.
const Prime = 1<<61 - 1

// add returns a + b modulo Prime; both are residues.
func add(a, b uint64) uint64 {
	s := a + b
	if s >= Prime {
		s -= Prime
	}
	return s
}

// sub returns a - b modulo Prime.
func sub(a, b uint64) uint64 { return add(a, Prime-b) }

// mul returns a * b modulo Prime.
func mul(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	// hi*2^64 + lo = (hi*8 + lo>>61)*2^61 + lo mod 2^61.
	r := hi<<3 | lo>>61
	return add(lo&Prime, r%Prime) % Prime
}

// Times returns the product of two residues.
func Times(a, b uint64) uint64 { return mul(a, b) }

// inverse returns the inverse of a modulo Prime, which is a^(Prime-2).
func inverse(a uint64) uint64 {
	r, e := uint64(1), uint64(Prime-2)
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			r = mul(r, a)
		}
		a = mul(a, a)
	}
	return r
}

// Residue returns v modulo Prime.
func Residue(v int64) uint64 {
	if v >= 0 {
		return uint64(v) % Prime
	}
	return sub(0, uint64(-(v+1))%Prime+1)
}

// Space is a row space. The zero Space has no columns.
type Space struct {
	n    int        // number of columns
	rows [][]uint64 // reduced echelon form; the pivot is 1 and the only one of its column
	at   []int      // pivot column of each row
}

// NewSpace returns the space {0} of vectors with n columns.
func NewSpace(n int) *Space { return &Space{n: n} }

// Rank returns the dimension.
func (s *Space) Rank() int { return len(s.rows) }

// Add enlarges the space by a vector and reports whether the vector was outside of the space.
func (s *Space) Add(row []int64) bool {
	v := make([]uint64, s.n)
	for i, x := range row {
		v[i] = Residue(x)
	}
	return s.AddResidues(v)
}

// AddResidues is Add for a vector of residues. It takes over v, which the caller must not use again.
func (s *Space) AddResidues(v []uint64) bool {
	for i, r := range s.rows {
		if f := v[s.at[i]]; f != 0 {
			axpy(v, r, f)
		}
	}
	p := 0
	for p < s.n && v[p] == 0 {
		p++
	}
	if p == s.n {
		return false
	}
	inv := inverse(v[p])
	for i := range v {
		if v[i] != 0 {
			v[i] = mul(v[i], inv)
		}
	}
	for _, r := range s.rows {
		if f := r[p]; f != 0 {
			axpy(r, v, f)
		}
	}
	s.rows, s.at = append(s.rows, v), append(s.at, p)
	return true
}

// axpy computes v -= f*r.
func axpy(v, r []uint64, f uint64) {
	for i, x := range r {
		if x != 0 {
			v[i] = sub(v[i], mul(f, x))
		}
	}
}

// Relations returns a basis of the vectors c with c·row = 0 for all rows, lifted to coprime integers of absolute value
// at most bound; vectors that cannot be lifted are left out. Each has a positive entry in one column of its own (a
// column without pivot), and its other nonzero entries are in columns with pivots, which are the first independent
// columns.
func (s *Space) Relations(bound int64) [][]int64 {
	pivot := make([]int, s.n)
	for i := range pivot {
		pivot[i] = -1
	}
	for i, p := range s.at {
		pivot[p] = i
	}
	var out [][]int64
	for f := 0; f < s.n; f++ {
		if pivot[f] >= 0 {
			continue
		}
		v := make([]uint64, s.n)
		v[f] = 1
		for p, i := range pivot {
			if i >= 0 {
				v[p] = sub(0, s.rows[i][f])
			}
		}
		if c, ok := lift(v, bound); ok {
			if c[f] < 0 {
				for i := range c {
					c[i] = -c[i]
				}
			}
			out = append(out, c)
		}
	}
	return out
}

// lift finds coprime integers proportional to v.
func lift(v []uint64, bound int64) ([]int64, bool) {
	den := int64(1)
	for _, x := range v {
		// Entries so far have the common denominator den.
		_, d, ok := fraction(mul(x, uint64(den)), bound)
		if !ok || den > bound/d {
			return nil, false
		}
		den *= d
	}
	out := make([]int64, len(v))
	g := int64(0)
	for i, x := range v {
		y := mul(x, uint64(den))
		switch {
		case y <= uint64(bound):
			out[i] = int64(y)
		case Prime-y <= uint64(bound):
			out[i] = -int64(Prime - y)
		default:
			return nil, false
		}
		g = num.GCD(g, out[i])
	}
	if g > 1 {
		for i := range out {
			out[i] /= g
		}
	}
	return out, true
}

// fraction finds n/d = x modulo Prime with |n|, d <= bound: the first remainder of Euclid's algorithm that is small
// enough. bound < 2^30 makes it unique.
func fraction(x uint64, bound int64) (n, d int64, ok bool) {
	r0, r1 := int64(Prime), int64(x)
	t0, t1 := int64(0), int64(1)
	for r1 > bound {
		q := r0 / r1
		r0, r1 = r1, r0-q*r1
		t0, t1 = t1, t0-q*t1
	}
	if t1 < 0 {
		r1, t1 = -r1, -t1
	}
	return r1, t1, t1 != 0 && t1 <= bound
}
