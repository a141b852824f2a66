package polyhedra

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
	"github.com/tandem-verifier/tandem/internal/domain/octagon"
)

// TestOctagon checks that polyhedra are at least as precise as octagons for operations that are exact on octagons.
// Constants are multiples of a power of 2, so nothing is rounded (rounding is complete for octagons only).
func TestOctagon(t *testing.T) {
	if err := octagons(newDense(Config{}), cases(400)); err != nil {
		t.Error(err)
	}
}

// octagons returns an error if a random octagon is more precise than the polyhedron of the same operations.
func octagons(d linear.Dense[*Poly], cases int) error {
	o := octagon.Dense{}
	rnd := rand.New(rand.NewSource(5))
	for c := 0; c < cases; c++ {
		n := 2 + rnd.Intn(3)
		form := func(vars int) linear.Form {
			var f linear.Form
			k := domain.WideInt(int64(rnd.Intn(9)-3) << 20)
			f.Lo, f.Hi = k, k
			for i := 0; i < n && len(f.Terms) < vars; i++ {
				if rnd.Intn(2) == 0 {
					f.Terms = append(f.Terms, linear.Term{D: domain.Dim(i), C: int64(2*rnd.Intn(2) - 1)})
				}
			}
			return f
		}
		var ps [2]*Poly
		p, q := ps[:], [2]*octagon.Element{o.Top(n), o.Top(n)}
		p[0], p[1] = d.Top(n), d.Top(n)
		for s := 0; s < 12; s++ {
			a, b := rnd.Intn(2), rnd.Intn(2)
			op := rnd.Intn(9)
			switch {
			default:
				x := linear.Cons{Form: form(2), Equal: rnd.Intn(6) == 0}
				p[a], q[a] = d.Assume(p[a], x), o.Assume(q[a], x)
			case op == 0:
				p[a], q[a] = d.Join(p[a], p[b]), o.Join(q[a], q[b])
			case op == 1:
				p[a], q[a] = d.Meet(p[a], p[b]), o.Meet(q[a], q[b])
			case op == 2:
				i := rnd.Intn(n)
				p[a], q[a] = d.Forget(p[a], i), o.Forget(q[a], i)
			case op == 3:
				i, x := rnd.Intn(n), form(1)
				if rnd.Intn(2) == 0 {
					x.Hi = x.Hi.Add(domain.WideInt(1 << 20))
				}
				p[a], q[a] = d.Assign(p[a], i, x), o.Assign(q[a], i, x)
			}
			if o.IsBottom(q[a]) {
				if !d.IsBottom(p[a]) {
					return fmt.Errorf("case %d: bottom is %v", c, d.Constraints(p[a]))
				}
				continue
			}
			if d.IsBottom(p[a]) {
				continue
			}
			for _, x := range o.Constraints(q[a]) {
				if lo, hi := d.Bounds(p[a], x.Form); lo.Sign() < 0 || x.Equal && hi.Sign() > 0 {
					return fmt.Errorf("case %d, operation %d: octagon %v, polyhedron %v", c, op, o.Constraints(q[a]),
						d.Constraints(p[a]))
				}
			}
		}
	}
	return nil
}
