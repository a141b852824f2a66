package blocks

import (
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
)

// Check returns an error if the structure of r is inconsistent.
func (r State[B]) Check() error {
	owner := map[domain.Dim]domain.Dim{}
	var err error
	r.at.Each(func(k uint32, b *block[B]) bool {
		if len(b.dims) == 0 || uint32(b.dims[0]) != k || !slices.IsSorted(b.dims) {
			err = fmt.Errorf("block %v at %d", b.dims, k)
		}
		for i, d := range b.dims {
			if _, ok := owner[d]; ok {
				err = fmt.Errorf("d%d is in two blocks", d)
			}
			owner[d] = b.dims[0]
			if r.of(d) != b || i > 0 && b.dims[i-1] == d {
				err = fmt.Errorf("d%d is not found in its block", d)
			}
		}
		return true
	})
	r.first.Each(func(k uint32, f domain.Dim) bool {
		if o, ok := owner[domain.Dim(k)]; !ok || o != f || f == domain.Dim(k) {
			err = fmt.Errorf("d%d is said to be in the block of d%d", k, f)
		}
		return true
	})
	if r.bot && len(owner) > 0 {
		err = fmt.Errorf("bottom has blocks")
	}
	return err
}
