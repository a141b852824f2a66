package octagon

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
)

// dense returns a tight matrix of n variables with mostly finite entries.
func dense(n int) []int64 {
	r := rand.New(rand.NewSource(int64(n)))
	m := top(n)
	for i := 0; i < 2*n; i++ {
		m[pos(i, i^1)] = 2 * int64(1000+r.Intn(1000))
		for k := 0; k < 3; k++ {
			if j := r.Intn(2 * n); j != i && j != i^1 {
				m[pos(i, j)] = int64(500 + r.Intn(1000))
			}
		}
	}
	if !closeFull(m, n) {
		panic("no points")
	}
	return m
}

func BenchmarkCloseFull(b *testing.B) {
	for _, n := range []int{10, 20, 50, 100} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			m := dense(n)
			w := slices.Clone(m)
			for b.Loop() {
				copy(w, m)
				w[pos(0, 3)] -= 2
				if !closeFull(w, n) {
					b.Fatal("no points")
				}
			}
		})
	}
}

// BenchmarkAdd adds one constraint to a tight matrix; ns/entry should not grow with n.
func BenchmarkAdd(b *testing.B) {
	for _, n := range []int{10, 20, 50, 100} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			m := dense(n)
			w := slices.Clone(m)
			for b.Loop() {
				copy(w, m)
				if !add(w, n, 0, 3, w[pos(0, 3)]-2) {
					b.Fatal("no points")
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(m)), "ns/entry")
		})
	}
}

func BenchmarkOps(b *testing.B) {
	const n = 12
	var d Dense
	e := tightened(n, dense(n))
	o := d.Assign(e, 3, linear.Between(domain.WideInt(0), domain.WideInt(9)))
	x := []linear.Term{{D: 1, C: 1}, {D: 4, C: -1}, {D: 7, C: 2}}
	for _, op := range []struct {
		name string
		f    func()
	}{
		{"shift", func() { d.Assign(e, 0, linear.Form{Terms: x[:1], Lo: domain.WideInt(1), Hi: domain.WideInt(1)}) }},
		{"assign", func() { d.Assign(e, 1, linear.Form{Terms: x}) }},
		{"assume", func() { d.Assume(e, linear.Cons{Form: linear.Form{Terms: x}}) }},
		{"join", func() { d.Join(e, o) }},
		{"meet", func() { d.IsBottom(d.Meet(e, o)) }},
		{"groups", func() { d.Groups(e) }},
		{"bounds", func() { d.Bounds(e, linear.Form{Terms: x}) }},
		{"constraints", func() { d.Constraints(e) }},
	} {
		b.Run(op.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				op.f()
			}
		})
	}
}
