package blocks_test

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
	"github.com/tandem-verifier/tandem/internal/domain/linear/lineartest"
	"github.com/tandem-verifier/tandem/internal/domain/octagon"
)

// stmt is a statement of a random loop: an assignment, perhaps in one branch of a condition.
type stmt struct {
	d     domain.Dim
	f     linear.Form
	guard *linear.Cons
}

// TestLoops checks that the analysis of random loops over more dimensions than fit into a block ends, and its
// invariants hold in runs of the loop.
func TestLoops(t *testing.T) {
	const n = 9
	r := rand.New(rand.NewSource(9))
	at := domain.NewThresholds([]domain.Wide{domain.WideInt(-1), domain.WideInt(0), domain.WideInt(12)}, nil)
	for i := range 1500 {
		d := octagon.New([]int{2, 4, n}[i%3])
		form := func(terms int) linear.Form {
			f := linear.Const(int64(r.Intn(7) - 2))
			for range terms {
				c := int64(1 - 2*r.Intn(2))
				if r.Intn(5) == 0 {
					c *= 2
				}
				f, _ = f.Plus(linear.Form{Terms: []linear.Term{{D: domain.Dim(r.Intn(n)), C: c}}})
			}
			return f
		}
		var body []stmt
		for range 2 + r.Intn(6) {
			s := stmt{d: domain.Dim(r.Intn(n)), f: form(r.Intn(3))}
			if r.Intn(2) == 0 {
				s.f, _ = linear.Of(s.d).Plus(linear.Const(int64(r.Intn(3))))
			}
			if r.Intn(3) == 0 {
				s.f.Hi = s.f.Hi.Add(domain.WideInt(2))
			}
			if r.Intn(2) == 0 {
				s.guard = &linear.Cons{Form: form(1 + r.Intn(2))}
			}
			body = append(body, s)
		}
		start := make([]int64, n)
		e := d.Top()
		for x := range start {
			start[x] = int64(r.Intn(4))
			e = d.Assign(e, domain.Dim(x), linear.Const(start[x]))
		}
		for k := 0; ; k++ {
			next := e
			for _, s := range body {
				then, other := next, d.Bottom()
				if s.guard != nil {
					then = d.Assume(next, *s.guard)
					not, _ := s.guard.Form.Times(-1)
					not, _ = not.Plus(linear.Const(-1))
					other = d.Assume(next, linear.Cons{Form: not})
				}
				next = d.Join(d.Assign(then, s.d, s.f), other)
			}
			next = d.Join(e, next)
			if err := next.Check(); err != nil {
				t.Fatal(err)
			}
			if d.Leq(next, e) {
				break
			}
			if k > 400 {
				t.Fatalf("loop %d: no end: %v", i, d.Constraints(e))
			}
			if k > i%2 {
				next = d.Widen(e, next, at)
			}
			e = next
		}
		cs := d.Constraints(e)
		for range 5 {
			q := append([]int64(nil), start...)
			for k := 0; k < 30 && max(slices.Max(q), -slices.Min(q)) < 1<<40; k++ {
				for _, c := range cs {
					if !lineartest.Holds(c, q) {
						t.Fatalf("loop %d: %v violates %s of %v", i, q, c, cs)
					}
				}
				for _, s := range body {
					if s.guard != nil && !lineartest.Holds(*s.guard, q) {
						continue
					}
					lo, _ := s.f.Lo.Int64()
					hi, _ := s.f.Hi.Int64()
					v := lo + r.Int63n(hi-lo+1)
					for _, u := range s.f.Terms {
						v += u.C * q[u.D]
					}
					q[s.d] = v
				}
			}
		}
	}
}
