package polyhedra

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
)

// dump returns all fields of p as text.
func dump(p *Poly) string {
	s := fmt.Sprint(p.bot, p.cols, p.sat)
	for _, rows := range [][]*vec{p.eq, p.in, p.li, p.ra} {
		s += "\n"
		for _, r := range rows {
			s += fmt.Sprint(r.v, r.b)
		}
	}
	return s
}

// TestImmutable checks that no operation changes an existing element, even if elements share rows.
func TestImmutable(t *testing.T) {
	d := newDense(Config{})
	rnd := rand.New(rand.NewSource(9))
	const n = 3
	for c := 0; c < cases(40); c++ {
		all := []*Poly{d.Top(n), random(d, rnd, n, 4, 3)}
		var before []string
		for _, p := range all {
			before = append(before, dump(p))
		}
		for s := 0; s < 40; s++ {
			a, b, i := all[rnd.Intn(len(all))], all[rnd.Intn(len(all))], rnd.Intn(n)
			var p *Poly
			switch rnd.Intn(8) {
			case 0:
				p = d.Join(a, b)
			case 1:
				p = d.Meet(a, b)
			case 2:
				p = d.Forget(a, i)
			case 3:
				p = d.Assign(a, i, randomForm(rnd, n, 2))
			case 4:
				p = d.Widen(a, d.Join(a, b), domain.Thresholds{})
			case 5:
				p = d.Remap(a, n, rnd.Perm(n))
			case 6:
				half := d.Remap(a, 2, []int{1, -1, 0})
				p = d.Combine(n, []*Poly{half, d.Remap(b, 1, []int{-1, -1, 0})}, [][]int{{2, 0}, {1}})
			default:
				p = d.Assume(a, linear.Cons{Form: randomForm(rnd, n, 2), Equal: rnd.Intn(6) == 0})
			}
			if err := check(p); err != nil {
				t.Fatal(err)
			}
			all, before = append(all, p), append(before, dump(p))
		}
		for i, p := range all {
			if dump(p) != before[i] {
				t.Fatalf("element %d of case %d was changed", i, c)
			}
		}
	}
}
