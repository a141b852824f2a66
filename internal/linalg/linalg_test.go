package linalg

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// nullity returns the dimension of the null space by elimination over big.Rat: the reference.
func nullity(rows [][]int64, n int) int {
	var m [][]*big.Rat
	for _, r := range rows {
		v := make([]*big.Rat, n)
		for i, x := range r {
			v[i] = new(big.Rat).SetInt64(x)
		}
		m = append(m, v)
	}
	rank := 0
	for c := 0; c < n; c++ {
		p := -1
		for i := rank; i < len(m); i++ {
			if m[i][c].Sign() != 0 {
				p = i
				break
			}
		}
		if p < 0 {
			continue
		}
		m[rank], m[p] = m[p], m[rank]
		for i := rank + 1; i < len(m); i++ {
			f := new(big.Rat).Quo(m[i][c], m[rank][c])
			for j := c; j < n; j++ {
				m[i][j] = new(big.Rat).Sub(m[i][j], new(big.Rat).Mul(f, m[rank][j]))
			}
		}
		rank++
	}
	return n - rank
}

func dot(c, row []int64) *big.Int {
	sum := new(big.Int)
	for i, x := range c {
		sum.Add(sum, new(big.Int).Mul(big.NewInt(x), big.NewInt(row[i])))
	}
	return sum
}

// TestRelations checks Relations on random tables with planted relations. It must return as many vectors as the null
// space over the rationals has dimensions; they must be independent, and each must be correct for every row.
func TestRelations(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		n := 1 + r.IntN(9)
		base := 1 + r.IntN(n)
		mix := make([][]int64, n) // each column a combination of the base
		for i := range mix {
			mix[i] = make([]int64, base)
			if i < base {
				mix[i][i] = 1
				continue
			}
			for j := range mix[i] {
				mix[i][j] = int64(r.IntN(41) - 20)
			}
		}
		r.Shuffle(n, func(i, j int) { mix[i], mix[j] = mix[j], mix[i] })
		s := NewSpace(n)
		var rows [][]int64
		for range r.IntN(15) {
			b := make([]int64, base)
			for i := range b {
				b[i] = int64(r.IntN(1<<20)) - 1<<19
			}
			row := make([]int64, n)
			for i := range row {
				for j := range b {
					row[i] += mix[i][j] * b[j]
				}
			}
			if grew := s.Add(row); grew != (nullity(append(rows, row), n) < nullity(rows, n)) {
				t.Fatalf("Add of %v: %v", row, grew)
			}
			rows = append(rows, row)
		}
		want := nullity(rows, n)
		if s.Rank() != n-want {
			t.Fatalf("rank %d, want %d", s.Rank(), n-want)
		}
		rel := s.Relations(1 << 29)
		if len(rows) >= base && len(rel) != want { // fewer rows leave relations with large numbers
			t.Fatalf("%d relations, want %d: %v of %v", len(rel), want, rel, rows)
		}
		for _, c := range rel {
			for _, row := range rows {
				if len(rows) >= base && dot(c, row).Sign() != 0 {
					t.Fatalf("%v is wrong on %v", c, row)
				}
			}
		}
		if len(rel) > 0 && nullity(rel, n) != n-len(rel) {
			t.Fatalf("dependent: %v", rel)
		}
	}
}

func TestField(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	p := big.NewInt(Prime)
	for range 20000 {
		a, b := r.Uint64N(Prime), r.Uint64N(Prime)
		if r.IntN(4) == 0 {
			a = []uint64{0, 1, Prime - 1, Prime / 2}[r.IntN(4)]
		}
		want := new(big.Int).Mul(new(big.Int).SetUint64(a), new(big.Int).SetUint64(b))
		if got := mul(a, b); got != want.Mod(want, p).Uint64() {
			t.Fatalf("%d*%d = %d", a, b, got)
		}
		if a != 0 && mul(a, inverse(a)) != 1 {
			t.Fatalf("inverse of %d", a)
		}
		v := int64(r.Uint64())
		if got := Residue(v); got != new(big.Int).Mod(big.NewInt(v), p).Uint64() {
			t.Fatalf("residue of %d: %d", v, got)
		}
	}
	if Residue(math.MinInt64) != new(big.Int).Mod(big.NewInt(math.MinInt64), p).Uint64() {
		t.Fatal("residue of the smallest")
	}
}
