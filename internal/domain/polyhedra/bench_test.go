package polyhedra

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
)

// body returns a random polyhedron over n coordinates with this number of constraints: bounds, and constraints of three
// terms.
func body(d Dense, rnd *rand.Rand, n, rows int) *Poly {
	p := d.Top(n)
	for i := 0; i < n && len(p.in) < rows; i++ {
		p = d.Assume(p, linear.Cons{Form: linear.Form{Terms: []linear.Term{{D: domain.Dim(i), C: 1}}}})
	}
	for tries := 0; len(p.in) < rows && tries < 1000; tries++ {
		f := linear.Const(int64(5 + rnd.Intn(20)))
		for i := 0; i < n; i++ {
			if rnd.Intn(n) < 3 {
				f.Terms = append(f.Terms, linear.Term{D: domain.Dim(i), C: int64(rnd.Intn(5) - 3)})
			}
		}
		var ts []linear.Term
		for _, t := range f.Terms {
			if t.C != 0 {
				ts = append(ts, t)
			}
		}
		f.Terms = ts
		if q := d.Assume(p, linear.Cons{Form: f}); !q.bot && len(q.in) > len(p.in) {
			p = q
		}
	}
	return p
}

var sink any

func BenchmarkJoin20(b *testing.B) {
	for _, n := range []int{8, 9, 10} {
		for seed := int64(0); seed < 3; seed++ {
			d := newDense(Config{})
			rnd := rand.New(rand.NewSource(seed))
			x, y := body(d, rnd, n, 20), body(d, rnd, n, 20)
			b.Run(fmt.Sprintf("dims=%d/%d", n, seed), func(b *testing.B) {
				b.ReportAllocs()
				b.ReportMetric(float64(len(x.ra)), "generators")
				b.ReportMetric(float64(len(d.Join(x, y).in)), "constraints")
				for i := 0; i < b.N; i++ {
					sink = d.Join(x, y)
				}
			})
		}
	}
}

// ordered returns the polyhedron 0 <= d0 <= d1 <= ... It has further constraints that differences are at most 5, up to
// the given number of constraints.
func ordered(d Dense, n, rows int) *Poly {
	p := d.Top(n)
	for i := 0; i < n; i++ {
		c := make([]int64, n)
		if c[i] = 1; i > 0 {
			c[i-1] = -1
		}
		if p = d.Assume(p, ge(0, c...)); n+i < rows {
			c[i] = -1
			if i > 0 {
				c[i-1] = 1
			}
			p = d.Assume(p, ge(5, c...))
		}
	}
	for i := 2; 2*n+i-2 < rows; i++ {
		c := make([]int64, n)
		c[i], c[i-2] = -1, 1
		p = d.Assume(p, ge(7, c...))
	}
	return p
}

// BenchmarkJoinOrdered joins an ordered polyhedron with its image by a loop body; the hull is exact.
func BenchmarkJoinOrdered(b *testing.B) {
	for _, n := range []int{4, 6, 8, 10} {
		d := newDense(Config{})
		x := ordered(d, n, 2*n)
		y := d.Assign(x, n-1, wide(linear.Form{Terms: []linear.Term{{D: domain.Dim(n - 1), C: 1}}, Lo: domain.WideInt(1)}, 2))
		b.Run(fmt.Sprintf("dims=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			b.ReportMetric(float64(len(x.ra)), "generators")
			b.ReportMetric(float64(len(d.Join(x, y).in)), "constraints")
			for i := 0; i < b.N; i++ {
				sink = d.Join(x, y)
			}
		})
	}
}

func BenchmarkConversion(b *testing.B) {
	for _, n := range []int{4, 8, 10} {
		d := newDense(Config{})
		x := body(d, rand.New(rand.NewSource(1)), n, 2*n)
		b.Run(fmt.Sprintf("dims=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			var ar arena
			for i := 0; i < b.N; i++ {
				sink = d.add(&ar, d.Top(n), x.eq, x.in)
			}
		})
	}
}

func BenchmarkLeq(b *testing.B) {
	for _, n := range []int{4, 10} {
		d := newDense(Config{})
		rnd := rand.New(rand.NewSource(1))
		x, y := body(d, rnd, n, 2*n), body(d, rnd, n, 2*n)
		j := d.Join(x, y)
		b.Run(fmt.Sprintf("dims=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; i < b.N; i++ {
				sink = d.Leq(x, j)
			}
		})
	}
}

// BenchmarkLoop computes the fixpoint of a loop over n dimensions, with a counter and sums.
func BenchmarkLoop(b *testing.B) {
	for _, n := range []int{3, 6, 10} {
		d := newDense(Config{})
		b.Run(fmt.Sprintf("dims=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; i < b.N; i++ {
				sink = loop(d, n)
			}
		})
	}
}

// loop returns the fixpoint of the loop of BenchmarkLoop.
func loop(d linear.Dense[*Poly], n int) *Poly {
	p := d.Top(n)
	for i := 0; i < n-1; i++ {
		p = d.Assign(p, i, linear.Const(int64(i)))
	}
	last := domain.Dim(n - 1)
	guard := linear.Form{Terms: []linear.Term{{D: 0, C: -1}, {D: last, C: 1}}, Lo: domain.WideInt(-1),
		Hi: domain.WideInt(-1)}
	head := p
	for step := 0; ; step++ {
		q := d.Assume(head, linear.Cons{Form: guard}) // x0 < N
		for i := 1; i < n-1; i++ {                    // xi += x(i-1)
			q = d.Assign(q, i, linear.Form{Terms: []linear.Term{{D: domain.Dim(i - 1), C: 1}, {D: domain.Dim(i), C: 1}}})
			if i > 3 {
				break
			}
		}
		inc := linear.Of(0)
		inc.Lo, inc.Hi = domain.WideInt(1), domain.WideInt(1)
		q = d.Assign(q, 0, inc)
		next := d.Join(head, q)
		if step >= 2 {
			next = d.Widen(head, next, domain.Thresholds{})
		}
		if d.Leq(next, head) {
			return head
		}
		head = next
	}
}
