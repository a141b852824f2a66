package polyhedra

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
)

// flat is a linear.Domain over n dimensions that are all in one block of a Dense.
type flat struct {
	linear.Dense[*Poly]
	n int
}

func (f flat) Top() *Poly { return f.Dense.Top(f.n) }

func (f flat) Bottom() *Poly { return bottom(f.n + 1) }

func (f flat) Forget(p *Poly, ds ...domain.Dim) *Poly {
	for _, d := range ds {
		p = f.Dense.Forget(p, int(d))
	}
	return p
}

func (f flat) Assign(p *Poly, d domain.Dim, x linear.Form) *Poly {
	return f.Dense.Assign(p, int(d), x)
}

func (f flat) Project(p *Poly, keep func(domain.Dim) bool) *Poly {
	there, back := make([]int, f.n), []int{}
	for i := range there {
		there[i] = -1
		if keep(domain.Dim(i)) {
			there[i] = len(back)
			back = append(back, i)
		}
	}
	return f.Remap(f.Remap(p, len(back), there), f.n, back)
}
